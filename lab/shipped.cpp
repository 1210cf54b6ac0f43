#include "lab/shipped.h"

#include <memory>

#include "engine/program/coverage.h"
#include "engine/search/registry.h"

namespace cairn::lab {
namespace {

constexpr std::size_t kMaxActions = 1'000'000;

// Counters: one for each state, then one for each side. Branch i belongs to the i-th state that has several steps.
class ChainProgram {
 public:
  explicit ChainProgram(const markov::Chain& chain) : branch_of_(chain.size(), 0), first_side_(chain.size(), 0) {
    program::ModuleFacts facts;
    facts.id = 1;
    facts.strings = {'\0', 'm', 'a', 'i', 'n', '\0'};
    auto counters = static_cast<std::uint32_t>(chain.size());
    for (State state = 0; state < chain.size(); ++state) {
      const auto steps = chain.steps(state);
      const bool branches = steps.size() > 1;
      const auto site = static_cast<std::uint32_t>(facts.sites.size());
      facts.blocks.push_back({0, state, 1, 0, 0, branches ? site : CAIRN_NO_SITE});
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto side = branches ? static_cast<std::uint16_t>(i) : program::kUnconditional;
        facts.edges.push_back({state, steps[i].to, side, 0});
      }
      if (!branches) continue;
      const bool two = steps.size() == 2;
      branch_of_[state] = site;
      first_side_[state] = counters;
      facts.sites.push_back({0, 0, state + 1, 1, counters, static_cast<std::uint16_t>(steps.size()),
                             static_cast<std::uint16_t>(two ? CAIRN_SITE_IF : CAIRN_SITE_SWITCH), state, state, 0});
      cairn_fact_branch branch{};
      branch.kind = two ? CAIRN_EVENT_Branch : CAIRN_EVENT_Switch;
      branch.first_case = static_cast<std::uint32_t>(facts.cases.size());
      branch.cases = two ? 0 : static_cast<std::uint32_t>(steps.size() - 1);
      for (std::uint32_t i = 0; i < branch.cases; ++i) facts.cases.push_back(i);
      branch.first_outcome = static_cast<std::uint32_t>(facts.outcomes.size());
      branch.site = site;
      branch.ordinal = state;
      for (std::size_t i = 0; i < steps.size(); ++i) facts.outcomes.push_back(counters++);
      facts.branches.push_back(branch);
    }
    facts.functions.push_back({1, 0, 1, 0, static_cast<std::uint32_t>(chain.size()), 0,
                               static_cast<std::uint32_t>(facts.sites.size()), 0, 0});
    cairn_module_entry entry{};
    entry.id = facts.id;
    entry.counters = counters;
    entry.branches = static_cast<std::uint32_t>(facts.branches.size());
    std::vector<program::Module> modules;
    modules.push_back({entry, std::move(facts)});
    auto built = program::Program::build(std::move(modules));
    CHECK(built.ok());
    program_ = std::make_unique<program::Program>(std::move(built).value());
  }

  [[nodiscard]] const program::Program& program() const { return *program_; }
  [[nodiscard]] std::uint32_t branch_of(State state) const { return branch_of_[state]; }
  [[nodiscard]] std::uint32_t side_counter(State state, std::size_t step) const {
    return first_side_[state] + static_cast<std::uint32_t>(step);
  }

 private:
  std::vector<std::uint32_t> branch_of_, first_side_;
  std::unique_ptr<program::Program> program_;
};

std::size_t step_to(const markov::Chain& chain, State from, State to) {
  const auto steps = chain.steps(from);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].to == to) return i;
  }
  CHECK(false);
  return 0;
}

// Target and solver of the strategy.
class Exploration {
 public:
  Exploration(std::string_view strategy, Simulation& simulation)
      : simulation_(simulation),
        chain_(simulation.subject().chain()),
        program_(chain_),
        switches_(dag_, program_.program()),
        tree_(dag_, switches_),
        coverage_(program_.program()) {
    search::StrategyOptions options;
    options.mutates = false;
    options.cost = [this](tree::SideId side) { return chain_.cost(path_to(side)); };
    auto made = search::make_strategy(strategy, options, simulation.rng().split());
    CHECK(made.ok());
    strategy_ = std::move(made).value();
  }

  std::vector<Path> run() {
    std::vector<Path> done{{}};
    learn(simulation_.random_test(), {}, search::Result::initial);
    while (!simulation_.done() && done.size() < kMaxActions) {
      const search::Action action = strategy_->propose(view());
      if (std::holds_alternative<search::Done>(action)) break;
      if (const auto* flip = std::get_if<search::Flip>(&action)) {
        done.push_back(path_to(flip->side));
        tree_.set_state(flip->side, tree::SideState::in_flight);
        learn(simulation_.solve(done.back()), flip->side, search::Result::arrived);
      } else {
        done.emplace_back();
        learn(simulation_.random_test(), {}, search::Result::random);
      }
    }
    return done;
  }

 private:
  [[nodiscard]] search::View view() const { return {tree_, program_.program(), coverage_}; }

  // The states up to the one behind the side: outcomes where the chain branches, else there is no choice.
  [[nodiscard]] Path path_to(tree::SideId side) const {
    std::vector<std::uint32_t> outcomes;
    while (side.valid()) {
      outcomes.push_back(tree_.outcome(side));
      side = tree_.node(tree_.node_of(side)).parent;
    }
    Path path{chain_.initial()};
    while (!outcomes.empty()) {
      const auto steps = chain_.steps(path.back());
      std::size_t step = 0;
      if (steps.size() > 1) {
        step = outcomes.back();
        outcomes.pop_back();
      }
      path.push_back(steps[step].to);
    }
    return path;
  }

  void learn(const Path& run, tree::SideId side, search::Result result) {
    std::vector<std::uint32_t> counters(program_.program().counters(), 0);
    std::vector<trace::Step> steps;
    for (std::size_t i = 0; i < run.size(); ++i) {
      ++counters[run[i]];
      if (i + 1 == run.size() || chain_.steps(run[i]).size() < 2) continue;
      const std::size_t step = step_to(chain_, run[i], run[i + 1]);
      ++counters[program_.side_counter(run[i], step)];
      steps.push_back(decision(run[i], step));
    }
    search::Observation seen;
    seen.result = result;
    seen.side = side;
    seen.new_sides = static_cast<std::uint32_t>(coverage_.add(counters).size());
    seen.leaf = tree_.append(steps, tree::OriginId{runs_++}).leaf();
    seen.steps = run.size();
    strategy_->observe(view(), seen);
  }

  // Each state decides on a byte of its own: a run may take any path.
  trace::Step decision(State state, std::size_t step) {
    const std::size_t sides = chain_.steps(state).size();
    const expr::ExprId byte = dag_.input(expr::ByteId{state}, 1);
    trace::Step made;
    made.sides = static_cast<std::uint16_t>(sides);
    made.branch = program_.branch_of(state);
    made.outcome = static_cast<std::uint32_t>(step);
    if (sides == 2) {
      made.kind = trace::EventKind::Branch;
      made.subject = dag_.equal(byte, dag_.constant(0, 8));
      made.condition = step == 0 ? made.subject : dag_.negate(made.subject);
    } else {
      made.kind = trace::EventKind::Switch;
      made.subject = byte;
      made.condition = switches_.switch_condition(made.branch, byte, made.outcome);
    }
    return made;
  }

  Simulation& simulation_;
  const markov::Chain& chain_;
  ChainProgram program_;
  expr::Dag dag_;
  trace::Sides switches_;
  tree::Tree tree_;
  program::Coverage coverage_;
  std::unique_ptr<search::Strategy> strategy_;
  std::uint32_t runs_ = 0;
};

}  // namespace

std::vector<Path> run_shipped(std::string_view strategy, Simulation& simulation) {
  return Exploration(strategy, simulation).run();
}

}  // namespace cairn::lab
