#include "engine/program/distance.h"

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

namespace cairn::program {

namespace {

constexpr std::uint32_t kFar = Distances::kUnreachable;

std::uint32_t plus(std::uint32_t a, std::uint32_t b) {
  return a == kFar || b == kFar ? kFar
                                : static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{a} + b, kFar - 1));
}

}  // namespace

// Places: the beginning of each block; behind its instructions and each of its calls; each side; the end of each
// function.
class Distances::Graph {
 public:
  Graph(const Program& program, DistanceOptions options, SeenCalls seen)
      : program_(program), options_(options), seen_(std::move(seen)) {
    number_places();
    find_ways_through();
    add_edges();
    add_targets();
    distance_.assign(places_, kFar);
    next_.assign(places_, kNone);
    std::vector<Place> all(places_);
    for (Place place = 0; place < places_; ++place) all[place] = place;
    settle(all);
  }

  std::size_t update(const Coverage& coverage) {
    const Figures& figures = coverage.figures();
    const std::uint64_t covered = options_.unit == Unit::branches ? figures.branches.covered : figures.blocks.covered;
    if (covered == covered_) return 0;
    covered_ = covered;
    std::vector<Place> gone;
    std::erase_if(targets_, [&](const Target& target) {
      const bool met =
          options_.unit == Unit::branches ? coverage.covered(SideId{target.id}) : coverage.covered(BlockId{target.id});
      if (met) {
        is_target_[target.place] = false;
        gone.push_back(target.place);
      }
      return met;
    });
    return recompute(std::move(gone));
  }

  [[nodiscard]] std::uint32_t at_side(SideId side) const { return distance_[side_place(side)]; }

 private:
  using Place = std::uint32_t;
  static constexpr Place kNone = 0xffffffffu;
  struct Arc {
    Place from, to;
    std::uint32_t cost;
  };
  struct Target {
    Place place;
    std::uint32_t id;  // of the block or the side
  };

  [[nodiscard]] Place side_place(SideId side) const { return first_side_ + side.value; }
  [[nodiscard]] Place end_place(FunctionId function) const { return first_end_ + function.value; }
  [[nodiscard]] std::uint32_t calls(BlockId block) const {
    return static_cast<std::uint32_t>(program_.calls_of(block).size());
  }
  [[nodiscard]] std::uint32_t cost_of(BlockId block) const {
    return options_.unit == Unit::instructions ? program_.blocks()[block.value].instructions : 0;
  }
  [[nodiscard]] std::uint32_t cost_of(const Edge& edge) const {
    return options_.unit == Unit::branches && edge.side.valid() ? 1 : 0;
  }
  [[nodiscard]] BlockId entry(FunctionId function) const {
    return BlockId{program_.functions()[function.value].blocks.first};
  }
  [[nodiscard]] bool defined(FunctionId function) const {
    return program_.functions()[function.value].blocks.count > 0;
  }

  template <class Each>
  void each_callee(std::uint32_t call, const Each& each) const {
    for (const auto& callees : {program_.callees(call), seen_.of(call)}) {
      for (const FunctionId callee : callees) {
        if (defined(callee)) each(callee);
      }
    }
  }

  void number_places() {
    first_place_.reserve(program_.blocks().size());
    for (std::uint32_t b = 0; b < program_.blocks().size(); ++b) {
      first_place_.push_back(places_);
      places_ += 2 + calls(BlockId{b});
    }
    first_side_ = places_;
    places_ += program_.sides();
    first_end_ = places_;
    places_ += static_cast<std::uint32_t>(program_.functions().size());
  }

  // The cheapest way over a call: through the callee that costs least; free when none is known.
  [[nodiscard]] std::uint32_t step_over(std::uint32_t call) const {
    std::uint32_t best = kFar;
    bool known = false;
    each_callee(call, [&](FunctionId callee) {
      known = true;
      best = std::min(best, to_return_[entry(callee).value]);
    });
    return known ? best : 0;
  }

  // Distances to the end of the function, for all blocks: from far downwards until nothing improves.
  void find_ways_through() {
    to_return_.assign(program_.blocks().size(), kFar);
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t i = static_cast<std::uint32_t>(program_.blocks().size()); i-- > 0;) {
        const BlockId block{i};
        const auto successors = program_.successors(block);
        std::uint32_t best = successors.empty() ? 0 : kFar;
        for (const Edge& edge : successors) best = std::min(best, plus(cost_of(edge), to_return_[edge.to.value]));
        best = plus(best, cost_of(block));
        for (const std::uint32_t call : program_.calls_of(block)) best = plus(best, step_over(call));
        if (best < to_return_[i]) {
          to_return_[i] = best;
          again = true;
        }
      }
    }
  }

  void add_edges() {
    for (std::uint32_t i = 0; i < program_.blocks().size(); ++i) {
      const BlockId block{i};
      Place at = first_place_[i];
      arcs_.push_back({at, at + 1, cost_of(block)});
      ++at;
      for (const std::uint32_t call : program_.calls_of(block)) {
        add_call(call, at);
        ++at;
      }
      const auto successors = program_.successors(block);
      for (const Edge& edge : successors) {
        const Place to = first_place_[edge.to.value];
        if (!edge.side.valid()) {
          arcs_.push_back({at, to, 0});
          continue;
        }
        arcs_.push_back({at, side_place(edge.side), cost_of(edge)});
        arcs_.push_back({side_place(edge.side), to, 0});
      }
      if (successors.empty() && options_.returns) {
        arcs_.push_back({at, end_place(program_.blocks()[i].function), 0});
      }
    }
    index_arcs();
  }

  void add_call(std::uint32_t call, Place before) {
    if (const std::uint32_t cost = step_over(call); cost != kFar) arcs_.push_back({before, before + 1, cost});
    each_callee(call, [&](FunctionId callee) {
      arcs_.push_back({before, first_place_[entry(callee).value], 0});
      if (options_.returns) arcs_.push_back({end_place(callee), before + 1, 0});
    });
  }

  // By start for looking ahead, by end for looking back.
  void index_arcs() {
    std::ranges::sort(arcs_, {}, &Arc::from);
    out_.assign(places_ + 1, 0);
    in_.assign(places_ + 1, 0);
    for (const Arc& arc : arcs_) {
      ++out_[arc.from + 1];
      ++in_[arc.to + 1];
    }
    for (Place place = 0; place < places_; ++place) {
      out_[place + 1] += out_[place];
      in_[place + 1] += in_[place];
    }
    incoming_.resize(arcs_.size());
    std::vector<std::uint32_t> fill(in_.begin(), in_.end() - 1);
    for (std::uint32_t i = 0; i < arcs_.size(); ++i) incoming_[fill[arcs_[i].to]++] = i;
  }

  void add_targets() {
    is_target_.assign(places_, false);
    const bool sides = options_.unit == Unit::branches;
    const auto count = sides ? program_.sides() : static_cast<std::uint32_t>(program_.blocks().size());
    for (std::uint32_t id = 0; id < count; ++id) {
      targets_.push_back({sides ? side_place(SideId{id}) : first_place_[id], id});
      is_target_[targets_.back().place] = true;
    }
  }

  // Everything whose way led to a place in `gone` is set far and settled again.
  std::size_t recompute(std::vector<Place> gone) {
    std::vector<Place> affected;
    std::vector<Place> work;
    for (const Place place : gone) {
      distance_[place] = kFar;
      work.push_back(place);
    }
    while (!work.empty()) {
      const Place place = work.back();
      work.pop_back();
      affected.push_back(place);
      for (std::uint32_t i = in_[place]; i < in_[place + 1]; ++i) {
        const Arc& arc = arcs_[incoming_[i]];
        if (next_[arc.from] != place || distance_[arc.from] == kFar) continue;
        distance_[arc.from] = kFar;
        work.push_back(arc.from);
      }
    }
    settle(affected);
    return affected.size();
  }

  // Dijkstra backwards over the places given, all of them far, from what is settled around them.
  void settle(const std::vector<Place>& affected) {
    using Entry = std::pair<std::uint32_t, Place>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    const auto improve = [&](Place place, std::uint32_t distance, Place next) {
      if (distance >= distance_[place]) return;
      distance_[place] = distance;
      next_[place] = next;
      queue.push({distance, place});
    };
    for (const Place place : affected) next_[place] = kNone;
    // First from outside: a place of the set may not serve as support before its own distance is final.
    std::vector<std::pair<Entry, Place>> starts;
    for (const Place place : affected) {
      if (is_target_[place]) starts.push_back({{0, place}, kNone});
      for (std::uint32_t i = out_[place]; i < out_[place + 1]; ++i) {
        const Arc& arc = arcs_[i];
        if (const auto far = plus(arc.cost, distance_[arc.to]); far != kFar) starts.push_back({{far, place}, arc.to});
      }
    }
    for (const auto& [entry, next] : starts) improve(entry.second, entry.first, next);
    while (!queue.empty()) {
      const auto [distance, place] = queue.top();
      queue.pop();
      if (distance != distance_[place]) continue;
      for (std::uint32_t i = in_[place]; i < in_[place + 1]; ++i) {
        const Arc& arc = arcs_[incoming_[i]];
        improve(arc.from, plus(arc.cost, distance), place);
      }
    }
  }

  const Program& program_;
  DistanceOptions options_;
  SeenCalls seen_;
  std::uint32_t places_ = 0, first_side_ = 0, first_end_ = 0;
  std::vector<Place> first_place_;        // by block
  std::vector<std::uint32_t> to_return_;  // by block
  std::vector<Arc> arcs_;                 // by start
  std::vector<std::uint32_t> out_, in_;   // by place: where its arcs begin in arcs_ and in incoming_
  std::vector<std::uint32_t> incoming_;   // arcs by end
  std::vector<std::uint32_t> distance_;   // by place
  std::vector<Place> next_;               // by place: the first step of its shortest way
  std::vector<bool> is_target_;           // by place
  std::vector<Target> targets_;           // not covered yet
  std::uint64_t covered_ = 0;
};

Distances::Distances(const Program& program, DistanceOptions options, SeenCalls seen)
    : graph_(std::make_unique<Graph>(program, options, std::move(seen))) {}
Distances::~Distances() = default;

std::size_t Distances::update(const Coverage& coverage) { return graph_->update(coverage); }
std::uint32_t Distances::to_uncovered(SideId side) const { return graph_->at_side(side); }

}  // namespace cairn::program
