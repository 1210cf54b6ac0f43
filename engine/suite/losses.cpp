#include "engine/suite/losses.h"

#include <nlohmann/json.hpp>

#include "engine/base/json_text.h"
#include "engine/suite/files.h"

namespace cairn::suite {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLimit = 64 << 20;

std::filesystem::path losses_path(const std::filesystem::path& out) { return out / "loss.json"; }

Json to_json(const LossRecord& r) {
  return {{"kind", r.kind}, {"callee", r.callee}, {"function", r.function}, {"file", r.file},
          {"line", r.line}, {"count", r.count},   {"bytes", r.bytes},       {"runs", r.runs}};
}

LossRecord from_json(const Json& j) {
  const auto text = [&j](const char* name) { return j.value(name, std::string()); };
  const auto number = [&j](const char* name) { return j.value(name, std::uint64_t{0}); };
  return {text("kind"),    text("callee"),  text("function"), text("file"), static_cast<std::uint32_t>(number("line")),
          number("count"), number("bytes"), number("runs")};
}

}  // namespace

base::Status write_losses(const std::filesystem::path& out, const std::vector<LossRecord>& records) {
  Json list = Json::array();
  for (const LossRecord& record : records) list.push_back(to_json(record));
  return write_atomically(losses_path(out), base::json_text(list, 1) + "\n");
}

base::Result<std::vector<LossRecord>> read_losses(const std::filesystem::path& out) {
  std::vector<LossRecord> records;
  std::error_code missing;
  if (!std::filesystem::exists(losses_path(out), missing)) return records;
  TRY(const std::string text, read_file(losses_path(out), kLimit));
  const Json list = Json::parse(text, nullptr, false);
  const auto damaged = [&] {
    return base::environment_error(losses_path(out).string() + " is damaged; cairn resume writes it again");
  };
  if (!list.is_array()) return damaged();
  try {
    for (const Json& entry : list) records.push_back(from_json(entry));
  } catch (const Json::exception&) {  // an entry of another shape
    return damaged();
  }
  return records;
}

}  // namespace cairn::suite
