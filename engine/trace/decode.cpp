#include "engine/trace/decode.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/trace/contexts.h"
#include "engine/trace/input_space.h"
#include "engine/trace/nodes.h"
#include "engine/trace/recording.h"

namespace cairn::trace {
namespace {

using expr::ExprId;

std::vector<Loss> summed(const std::vector<Loss>& events) {
  std::map<std::tuple<cairn_loss, std::uint32_t, std::uint32_t>, Loss> sums;
  for (const Loss& event : events) {
    Loss& sum =
        sums.try_emplace({event.kind, event.call, event.context}, event.kind, event.call, event.context).first->second;
    sum.count += event.count;
    sum.bytes += event.bytes;
  }
  std::vector<Loss> losses;
  for (const auto& [key, sum] : sums) losses.push_back(sum);
  return losses;
}

// Is this a value of that width, extended with zeros or with its sign?
bool fits(std::uint64_t value, unsigned width) {
  if (width >= 64 || value >> width == 0) return true;
  return static_cast<std::int64_t>(value) >> (width - 1) == -1;
}

}  // namespace

struct Decoder::Impl {
  Impl(expr::Dag& dag_, ObjectTable& objects, const SwitchCases& cases_, DecodeOptions options_)
      : dag(dag_),
        cases(cases_),
        options(options_),
        sides(dag_, cases_),
        space(dag_, objects),
        nodes(dag_, space),
        recordings(options_.recordings, options_.recording_bytes),
        truth(dag_.truth(true)) {}

  expr::Dag& dag;
  const SwitchCases& cases;
  DecodeOptions options;
  Sides sides;
  InputSpace space;
  Nodes nodes;
  Contexts contexts;
  Recordings recordings;
  ExprId truth;

  // The run being decoded.
  std::shared_ptr<DecodedRun> run;
  Recording recording;
  Extents reached;

  std::shared_ptr<const DecodedRun> decode(const RawRun& raw, std::size_t most);
  bool pass_over(std::span<const cairn_event> events);
  void take_over(const Recordings::Match& match);
  bool decode_chunk(std::span<const cairn_event> events, std::uint32_t end);
  bool decode_event(const cairn_event& event);
  bool decide(const cairn_event& event, ExprId subject, Step& step);
  void add_step(const Step& step);
  void sign(std::size_t first);
  void close_chunk(const Records& records, const Extents& begin, bool ended);
};

std::shared_ptr<const DecodedRun> Decoder::Impl::decode(const RawRun& raw, std::size_t most) {
  run = std::make_shared<DecodedRun>();
  run->outcome = raw.outcome;
  run->fault = raw.fault;
  run->full = raw.full;
  run->corrupted = raw.corrupted;
  recording = {};
  reached = {};

  if (!space.begin(raw.objects)) run->corrupted = true;
  nodes.begin(raw.nodes, raw.tables);
  contexts.begin(raw.contexts);
  const auto events = raw.events.first(std::min<std::size_t>(raw.events.size(), 0xffffffffu));
  const Records records{events, raw.nodes, raw.tables, raw.contexts, space.records()};

  run->path.reserve(events.size());
  if (options.recordings > 0) take_over(recordings.match(records));
  bool ended = !recording.chunks.empty() && recording.chunks.back().full;
  while (!ended && reached.events < events.size() && run->path.size() < most) {
    const Extents begin = reached;
    const std::size_t first_step = run->path.size();
    const auto end = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(events.size(), std::uint64_t{reached.events} + options.chunk_events));
    const bool valid = decode_chunk(events, end);
    sign(first_step);
    if (!valid) {
      run->corrupted = true;
      break;
    }
    ended = events[reached.events - 1].kind == CAIRN_EVENT_Full;
    if (options.recordings > 0) close_chunk(records, begin, ended);
  }
  if (!ended && !run->corrupted && reached.events < events.size()) {
    run->shortened = true;
    if (!pass_over(events)) run->corrupted = true;
  }
  if (ended) run->full = true;

  run->objects = space.used();
  run->losses = summed(recording.losses);
  for (std::uint32_t kind = 0; kind < raw.lost_apart.size(); ++kind)
    if (raw.lost_apart[kind] != 0)
      run->losses.push_back({static_cast<cairn_loss>(kind), CAIRN_NO_SITE, 0, raw.lost_apart[kind], 0});
  recording.run = run;
  if (options.recordings > 0) {
    recording.known = nodes.take_known();
    recordings.keep(std::move(recording));
  }
  return std::move(run);
}

void Decoder::Impl::take_over(const Recordings::Match& match) {
  if (match.recording == nullptr) return;
  const Recording& from = *match.recording;
  const Chunk& last = from.chunks[match.chunks - 1];
  recording.chunks.assign(from.chunks.begin(), from.chunks.begin() + static_cast<std::ptrdiff_t>(match.chunks));
  recording.losses.assign(from.losses.begin(), from.losses.begin() + last.losses);
  nodes.adopt(std::span(from.known).first(last.known), last.end.tables);
  space.touch(last.end.objects);
  run->path.assign(from.run->path.begin(), from.run->path.begin() + last.steps);
  run->signature = last.signature;
  run->folded = last.folded;
  reached = last.end;
}

// Adds the events up to `end`; stops early behind an event that ends the recording. False: they make no sense.
bool Decoder::Impl::decode_chunk(std::span<const cairn_event> events, std::uint32_t end) {
  for (std::uint32_t i = reached.events; i < end; ++i) nodes.want(events[i].node);
  nodes.resolve();
  for (std::uint32_t i = reached.events; i < end; ++i) {
    const cairn_event event = events[i];
    if (!decode_event(event)) return false;
    reached.events = i + 1;
    if (event.kind == CAIRN_EVENT_Full) break;
  }
  return true;
}

// The rest of a path that is long enough. It is still told from others that begin like it, whatever of it is kept, and
// what was lost there is reported.
bool Decoder::Impl::pass_over(std::span<const cairn_event> events) {
  run->signature = 0;
  for (const cairn_event& each : events) {
    const std::uint64_t what = std::uint64_t{each.kind} << 32 | std::uint64_t{each.side} << 16 | each.aux;
    run->signature = base::combine(run->signature, base::combine(what, each.site));
  }
  for (const cairn_event& each : events.subspan(reached.events)) {
    const cairn_event event = each;  // read once: the target may still be scribbling
    if (event.kind == CAIRN_EVENT_Lost && !decode_event(event)) return false;
    if (event.kind == CAIRN_EVENT_Full) run->full = true;
  }
  return true;
}

bool Decoder::Impl::decode_event(const cairn_event& event) {
  if (event.kind == CAIRN_EVENT_Full) return true;
  if (event.kind == CAIRN_EVENT_Lost) {
    if (event.aux == CAIRN_LOSS_NONE || event.aux >= CAIRN_LOSS_COUNT) return false;
    const std::uint32_t context = contexts.at(event.context);
    if (context == Contexts::kNone) return false;
    if (event.context != 0) reached.contexts = std::max(reached.contexts, event.context + 1);
    recording.losses.push_back({static_cast<cairn_loss>(event.aux), event.site, context, 1, event.value});
    return true;
  }
  const ExprId subject = nodes.at(event.node);
  if (!subject.valid()) return false;
  Step step;
  step.kind = static_cast<EventKind>(event.kind);
  step.branch = event.site;
  step.context = contexts.at(event.context);
  step.steps = event.steps;
  step.subject = subject;
  step.sides = 2;
  if (step.context == Contexts::kNone || !decide(event, subject, step)) return false;

  if (event.node >= CAIRN_INPUT_LIMIT) reached.nodes = std::max(reached.nodes, event.node - CAIRN_INPUT_LIMIT + 1);
  if (event.context != 0) reached.contexts = std::max(reached.contexts, event.context + 1);
  add_step(step);
  return true;
}

// Which side was taken, and what that says about the input.
bool Decoder::Impl::decide(const cairn_event& event, ExprId subject, Step& step) {
  const unsigned width = dag.width(subject);
  switch (event.kind) {
    case CAIRN_EVENT_Branch:
    case CAIRN_EVENT_EndOfInput:
    case CAIRN_EVENT_Offered:
    case CAIRN_EVENT_Assume:
      if (width != 1 || event.side > 1) return false;
      step.outcome = event.side != 0 ? 0 : 1;
      step.condition = event.side != 0 ? subject : sides.negate(subject);
      if (event.kind == CAIRN_EVENT_Assume && event.side != 0) step.sides = 1;
      return true;
    case CAIRN_EVENT_InBounds:
      step.condition = subject;
      return width == 1;
    case CAIRN_EVENT_Switch: {
      const auto values = cases.cases_of(event.site);
      if (!values || values->size() >= CAIRN_SWITCH_DEFAULT) return false;
      if (event.aux != CAIRN_SWITCH_DEFAULT && event.aux >= values->size()) return false;
      step.sides = static_cast<std::uint16_t>(values->size() + 1);
      step.outcome = event.aux == CAIRN_SWITCH_DEFAULT ? static_cast<std::uint32_t>(values->size()) : event.aux;
      step.condition = sides.switch_condition(event.site, subject, step.outcome);
      return true;
    }
    case CAIRN_EVENT_IndirectCall:
    case CAIRN_EVENT_PinAddress:
    case CAIRN_EVENT_PinSize:
    case CAIRN_EVENT_PinValue: {
      if (!fits(event.value, width)) return false;
      // The event holds 64 bits of the value: of a wider one, that is what is known.
      if (width > 64) step.subject = dag.extract(subject, 0, 64);
      step.condition = dag.equal(step.subject, dag.constant(event.value, std::min(width, 64u)));
      return true;
    }
    default:
      return false;
  }
}

void Decoder::Impl::add_step(const Step& step) {
  if (step.condition == truth) {
    ++run->folded;
    return;
  }
  run->path.push_back(step);
}

// In one go for many steps: the hashes are far apart in memory, and a tight loop fetches several at a time.
void Decoder::Impl::sign(std::size_t first) {
  std::uint64_t signature = run->signature;
  for (std::size_t i = first; i < run->path.size(); ++i) {
    signature = base::combine(signature, dag.hash(run->path[i].condition) + run->path[i].outcome);
  }
  run->signature = signature;
}

void Decoder::Impl::close_chunk(const Records& records, const Extents& begin, bool ended) {
  reached.tables = nodes.table_bytes();
  reached.objects = space.touched();
  recording.chunks.push_back({.end = reached,
                              .digest = digest(records, begin, reached),
                              .signature = run->signature,
                              .folded = run->folded,
                              .steps = static_cast<std::uint32_t>(run->path.size()),
                              .known = static_cast<std::uint32_t>(nodes.known().size()),
                              .losses = static_cast<std::uint32_t>(recording.losses.size()),
                              .full = ended});
}

Decoder::Decoder(expr::Dag& dag, ObjectTable& objects, const SwitchCases& cases, DecodeOptions options)
    : impl_(new Impl(dag, objects, cases, options)) {
  CHECK(options.chunk_events > 0);
}
Decoder::~Decoder() = default;

std::shared_ptr<const DecodedRun> Decoder::decode(const RawRun& raw, std::size_t most) {
  return impl_->decode(raw, most);
}

cairn_context Decoder::context(std::uint32_t id) const {
  CHECK(id < impl_->contexts.size());
  return impl_->contexts.node(id);
}

Sides& Decoder::sides() { return impl_->sides; }

}  // namespace cairn::trace
