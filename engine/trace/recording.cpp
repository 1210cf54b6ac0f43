#include "engine/trace/recording.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/base/check.h"
#include "engine/base/hash.h"

namespace cairn::trace {
namespace {

// Four independent lanes of xor, rotate and multiply: the megabytes of a run are read at memory speed, which the serial
// base::hash_bytes would take milliseconds for. Not stored anywhere.
class Lanes {
 public:
  explicit Lanes(std::uint64_t seed) {
    for (auto& lane : lanes_) lane = seed = base::mix(seed + 0x9e3779b97f4a7c15ull);
  }

  void add(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    step(lanes_[0], a);
    step(lanes_[1], b);
    step(lanes_[2], c);
    step(lanes_[3], d);
  }

  void add(const void* data, std::size_t size) {
    const auto* p = static_cast<const unsigned char*>(data);
    std::uint64_t words[4];
    for (; size >= sizeof words; p += sizeof words, size -= sizeof words) {
      std::memcpy(words, p, sizeof words);
      add(words[0], words[1], words[2], words[3]);
    }
    if (size == 0) return;
    std::memset(words, 0, sizeof words);
    std::memcpy(words, p, size);
    add(words[0], words[1], words[2], words[3]);
  }

  [[nodiscard]] std::uint64_t value() const {
    return base::combine(base::combine(lanes_[0], lanes_[1]), base::combine(lanes_[2], lanes_[3]));
  }

 private:
  static void step(std::uint64_t& lane, std::uint64_t word) {
    lane = std::rotl(lane ^ word, 27) * 0x9fb21c651e98df25ull;
  }

  std::uint64_t lanes_[4];
};

constexpr bool value_counts(unsigned kind) {
  return kind == CAIRN_EVENT_IndirectCall || kind == CAIRN_EVENT_PinAddress || kind == CAIRN_EVENT_PinSize ||
         kind == CAIRN_EVENT_PinValue || kind == CAIRN_EVENT_Lost;
}

void add_event(Lanes& lanes, const cairn_event& event) {
  std::uint64_t words[4];
  std::memcpy(words, &event, sizeof words);
  const auto kind = static_cast<unsigned>(words[0] & 0xff);
  lanes.add(words[0], words[1], value_counts(kind) ? words[2] : 0, words[3]);
}

template <class T>
void add_range(Lanes& lanes, std::span<const T> all, std::uint32_t begin, std::uint32_t end) {
  lanes.add(all.data() + begin, (end - begin) * sizeof(T));
}

}  // namespace

std::uint64_t digest(const Records& records, const Extents& begin, const Extents& end) {
  CHECK(records.reach(end) && begin.events <= end.events && begin.nodes <= end.nodes && begin.tables <= end.tables &&
        begin.contexts <= end.contexts && begin.objects <= end.objects);
  Lanes lanes(end.events);
  lanes.add(end.nodes, end.tables, end.contexts, end.objects);
  for (std::uint32_t i = begin.events; i < end.events; ++i) add_event(lanes, records.events[i]);
  add_range(lanes, records.nodes, begin.nodes, end.nodes);
  add_range(lanes, records.tables, begin.tables, end.tables);
  add_range(lanes, records.contexts, begin.contexts, end.contexts);
  add_range(lanes, records.objects, begin.objects, end.objects);
  return lanes.value();
}

std::size_t Recording::memory_bytes() const {
  return chunks.capacity() * sizeof(Chunk) + known.capacity() * sizeof(NodeExpr) +
         losses.capacity() * sizeof(losses[0]) + (run ? run->path.capacity() * sizeof(Step) : 0);
}

std::uint64_t Recordings::digest_of(const Records& records, std::size_t chunk, const Extents& begin,
                                    const Extents& end) {
  if (chunk >= digests_.size()) digests_.resize(chunk + 1);
  for (const Known& known : digests_[chunk]) {
    if (known.begin == begin && known.end == end) return known.digest;
  }
  digests_[chunk].push_back({begin, end, digest(records, begin, end)});
  return digests_[chunk].back().digest;
}

Recordings::Match Recordings::match(const Records& records) {
  for (auto& level : digests_) level.clear();
  std::size_t best = 0, best_chunks = 0;
  std::uint32_t best_events = 0;
  for (std::size_t r = 0; r < recordings_.size(); ++r) {
    const auto& chunks = recordings_[r].chunks;
    Extents begin;
    std::size_t k = 0;
    for (; k < chunks.size() && records.reach(chunks[k].end); ++k) {
      if (digest_of(records, k, begin, chunks[k].end) != chunks[k].digest) break;
      begin = chunks[k].end;
    }
    if (begin.events > best_events) {
      best = r;
      best_chunks = k;
      best_events = begin.events;
    }
  }
  if (best_chunks == 0) return {};
  std::rotate(recordings_.begin(), recordings_.begin() + static_cast<std::ptrdiff_t>(best),
              recordings_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  return {&recordings_.front(), best_chunks};
}

void Recordings::keep(Recording recording) {
  bytes_ += recording.memory_bytes();
  recordings_.push_front(std::move(recording));
  while (recordings_.size() > limit_ || (bytes_ > byte_limit_ && !recordings_.empty())) {
    bytes_ -= recordings_.back().memory_bytes();
    recordings_.pop_back();
  }
}

}  // namespace cairn::trace
