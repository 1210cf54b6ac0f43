#include "cli/path_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/recorded_program.h"
#include "cli/summary.h"
#include "engine/expr/print.h"
#include "engine/program/program.h"
#include "engine/target/target.h"
#include "engine/trace/decode.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kStepsShown = 200;
constexpr std::size_t kConditionWidth = 100;

std::string_view word(trace::EventKind kind) {
  switch (kind) {
    case trace::EventKind::PinAddress:
      return "address used";
    case trace::EventKind::PinSize:
      return "size used";
    case trace::EventKind::PinValue:
      return "value used";
    case trace::EventKind::IndirectCall:
      return "indirect call";
    case trace::EventKind::InBounds:
      return "in bounds";
    case trace::EventKind::EndOfInput:
      return "end of input?";
    case trace::EventKind::Offered:
      return "variable set?";
    case trace::EventKind::Assume:
      return "assumed";
    default:
      return "";
  }
}

// The engine's own events have no place in the source.
std::string place_of(const program::Program& program, const trace::Step& step) {
  if (program.branch(step.branch) == nullptr) return std::string(word(step.kind));
  const std::string described = program.describe(step.branch, step.outcome);
  const std::size_t colon = described.find(':');
  const std::string place = from_here(described.substr(0, colon)) + described.substr(std::min(colon, described.size()));
  const std::string_view kind = word(step.kind);
  return kind.empty() ? place : fmt::format("{} {}", place, kind);
}

}  // namespace

base::Result<std::string> path_listing(const suite::Manifest& manifest, const trace::Input& input) {
  TRY(const target::Options options, recorded_program(manifest));
  base::Context context(manifest.seed);
  TRY(const auto target, target::start(context, options));
  TRY(const auto program, program::Program::load(manifest.program, target->modules().modules));
  expr::Dag dag;
  trace::ObjectTable objects(dag);
  trace::Decoder decoder(dag, objects, program);
  TRY(const trace::RawRun raw, target->run(input));
  const auto run = decoder.decode(raw);

  std::string out;
  auto print = std::back_inserter(out);
  fmt::format_to(print, "path: {} symbolic steps\n", run->path.size());
  const std::size_t shown = std::min(run->path.size(), kStepsShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const trace::Step& step = run->path[i];
    std::string condition =
        expr::to_text(dag, step.condition, [&](expr::ByteId byte) { return objects.name_of(byte); });
    if (condition.size() > kConditionWidth) condition.replace(kConditionWidth - 3, std::string::npos, "...");
    fmt::format_to(print, "{:>5}  {:<44}  {}\n", i + 1, place_of(program, step), condition);
  }
  if (shown < run->path.size()) fmt::format_to(print, "       and {} more\n", run->path.size() - shown);
  return out;
}

}  // namespace cairn::cli
