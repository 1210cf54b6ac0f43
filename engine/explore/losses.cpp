#include "engine/explore/losses.h"

#include <algorithm>
#include <string_view>

namespace cairn::explore {

namespace {

std::string_view name_of(cairn_loss kind) {
  switch (kind) {
    case CAIRN_LOSS_ASM:
      return "inline assembly";
    case CAIRN_LOSS_INSTRUCTION:
      return "unsupported instruction";
    case CAIRN_LOSS_WIDTH:
      return "type that is not followed (half, long double, more than 128 bits)";
    case CAIRN_LOSS_EXTERNAL:
      return "library function";
    case CAIRN_LOSS_THREAD:
      return "another thread";
    case CAIRN_LOSS_SIGNAL:
      return "signal handler";
    case CAIRN_LOSS_ARGUMENTS:
      return "too many arguments";
    case CAIRN_LOSS_CHILD:
      return "forked process";
    default:
      return "unknown";
  }
}

constexpr std::string_view kModelPrefix = "__cairn_model_";

std::string_view without_prefix(std::string_view name) {
  return name.starts_with(kModelPrefix) ? name.substr(kModelPrefix.size()) : name;
}

}  // namespace

// From the call outwards to the first one that stands in the program itself: models have no blocks of their own. What
// that one calls is what its author knows by name; what is called behind it is ours.
Losses::Key Losses::place_of(const trace::Loss& loss) const {
  const auto kind = std::string(name_of(loss.kind));
  std::string_view callee;
  std::uint32_t id = loss.call, context = loss.context;
  for (;;) {
    const program::Call* call = id == CAIRN_NO_SITE ? nullptr : program_.call(id);
    if (call != nullptr) {
      if (!call->callee.empty()) callee = without_prefix(call->callee);
      const program::Function* caller = call->caller.valid() ? &program_.functions()[call->caller.value] : nullptr;
      if (caller != nullptr && caller->blocks.count > 0) {
        return {kind, std::string(callee), std::string(caller->name), std::string(call->file), call->line};
      }
      if (caller != nullptr) callee = without_prefix(caller->name);  // it may have been called by a pointer
    }
    if (context == 0) return {kind, std::string(callee), "", "", 0};
    const cairn_context outer = decoder_.context(context);
    id = outer.call_site;
    context = outer.parent;
  }
}

void Losses::add(const trace::DecodedRun& run) {
  std::map<Key, Sum> here;
  for (const trace::Loss& loss : run.losses) {
    Sum& sum = here[place_of(loss)];
    sum.count += loss.count;
    sum.bytes += loss.bytes;
  }
  for (const auto& [key, sum] : here) {
    Sum& all = sums_[key];
    all.count += sum.count;
    all.bytes += sum.bytes;
    ++all.runs;
    written_ = false;
  }
}

void Losses::recall(const std::vector<suite::LossRecord>& records) {
  for (const suite::LossRecord& r : records) {
    Sum& all = sums_[{r.kind, r.callee, r.function, r.file, r.line}];
    all.count += r.count;
    all.bytes += r.bytes;
    all.runs += r.runs;
  }
}

std::vector<suite::LossRecord> Losses::records() const {
  std::vector<suite::LossRecord> out;
  for (const auto& [key, sum] : sums_) {
    const auto& [kind, callee, function, file, line] = key;
    out.push_back({kind, callee, function, file, line, sum.count, sum.bytes, sum.runs});
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tie(b.count, a.file, a.line, a.callee, a.kind) < std::tie(a.count, b.file, b.line, b.callee, b.kind);
  });
  return out;
}

base::Status Losses::write(const std::filesystem::path& out) {
  if (written_) return {};
  TRY_STATUS(suite::write_losses(out, records()));
  written_ = true;
  return {};
}

}  // namespace cairn::explore
