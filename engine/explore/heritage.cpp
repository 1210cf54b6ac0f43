#include "engine/explore/heritage.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "engine/explore/summary.h"
#include "engine/explore/update_unchanged.h"
#include "engine/expr/expr.h"
#include "engine/suite/layout.h"

namespace cairn::explore {

namespace {

constexpr const char* kForm = "canonical form";
constexpr const char* kCode = "code";
constexpr const char* kExplored = "explored";
constexpr const char* kImage = "image";

base::Error unusable(const std::filesystem::path& directory, std::string_view why) {
  return base::environment_error(fmt::format(
      "{} cannot be brought to another version: {}; make a new one with cairn run", directory.string(), why));
}

// Conditions are compared by hashes, so both sides must have made them in the same way.
base::Status check_form(suite::RunDirectory& directory) {
  TRY(const auto form, directory.fact(kForm));
  if (!form || *form != std::to_string(expr::kCanonicalForm)) {
    return unusable(directory.path(), "another version of cairn named its conditions");
  }
  return {};
}

base::Status add_signatures(suite::RunDirectory& directory, std::vector<OldPath>& paths) {
  TRY(const auto signatures, directory.signatures());
  for (const suite::SignatureRecord& record : signatures) {
    const bool known = record.path >= 1 && record.path <= paths.size();
    if (!known || (record.base == 0 && record.shared != 0)) {
      return unusable(directory.path(), fmt::format("the signature of path {} is damaged", record.path));
    }
    OldPath& path = paths[record.path - 1];
    path.key = record.key;
    if (record.base != 0) {
      // Less where that path was another one when it was run again, as one that timed out may be.
      const std::vector<std::uint32_t>& base = paths[record.base - 1].words;
      const std::size_t shared = std::min<std::size_t>(record.shared, base.size());
      path.words.assign(base.begin(), base.begin() + static_cast<std::ptrdiff_t>(shared));
    }
    path.words.insert(path.words.end(), record.words.begin(), record.words.end());
  }
  if (signatures.size() != paths.size()) return unusable(directory.path(), "some of its paths have no signature");
  return {};
}

}  // namespace

base::Result<Heritage> Heritage::load(const std::filesystem::path& directory) {
  TRY(const auto old, suite::open(directory, false));
  TRY_STATUS(check_form(*old));
  Heritage heritage;
  heritage.manifest = old->manifest();
  TRY(heritage.options, options_from_json(heritage.manifest.options));
  heritage.totals = read_totals(directory / "summary.json");
  TRY(auto records, old->paths());
  if (records.empty()) return unusable(directory, "it holds no path yet");
  for (suite::PathRecord& record : records) {
    OldPath& path = heritage.paths.emplace_back();
    path.record = std::move(record);
  }
  TRY_STATUS(add_signatures(*old, heritage.paths));
  for (const OldPath& path : heritage.paths) heritage.keys.insert(path.key);
  TRY(heritage.tests, suite::load_tests(directory));
  for (const suite::Test& test : heritage.tests) {
    const std::uint32_t path = test.content.path.id;
    if (path < 1 || path > heritage.paths.size() || heritage.paths[path - 1].record.input != test.content.path.input) {
      return base::environment_error(
          fmt::format("{} holds another input than the run recorded; remove it and let cairn resume {} write it again, "
                      "and give the input you want to cairn run with --seeds",
                      suite::test_path(directory, test.number).string(), directory.string()));
    }
    heritage.paths[path - 1].test = test.number;
  }
  TRY(heritage.bugs, old->bugs());
  TRY(heritage.answers, old->answers());
  TRY(const auto sides, old->sides());
  for (const suite::SideRecord& side : sides) {
    // What a run took shows when its input is run again, and where one strayed another version may not.
    if (side.knowledge == suite::SideKnowledge::visited || side.knowledge == suite::SideKnowledge::diverged) continue;
    heritage.sides.emplace(side.key, side.knowledge);
  }
  TRY(const auto code, old->fact(kCode));
  if (code) heritage.code = code_facts_from_json(*code);
  TRY(const auto image, old->fact(kImage));
  if (image) heritage.image = std::strtoull(image->c_str(), nullptr, 10);
  TRY(const auto explored, old->fact(kExplored));
  heritage.complete = explored == "yes";
  return heritage;
}

base::Status record_origin(suite::RunDirectory& directory, const program::Program& program) {
  TRY_STATUS(directory.set_fact(kForm, std::to_string(expr::kCanonicalForm)));
  const auto image = execution_image(program.executable(), directory.manifest().command);
  if (image) TRY_STATUS(directory.set_fact(kImage, std::to_string(*image)));
  return directory.set_fact(kCode, to_json(code_facts(program)));
}

base::Result<bool> image_changed(suite::RunDirectory& directory) {
  TRY(const auto before, directory.fact(kImage));
  const auto now = execution_image(directory.manifest().program, directory.manifest().command);
  return before && now && std::to_string(*now) != *before;
}

base::Status record_end(suite::RunDirectory& directory, bool complete) {
  return directory.set_fact(kExplored, complete ? "yes" : "no");
}

std::optional<Settled> Proofs::settle(tree::SideId, std::uint64_t key) {
  const auto known = heritage_.sides.find(key);
  if (known == heritage_.sides.end()) return std::nullopt;
  switch (known->second) {
    case suite::SideKnowledge::infeasible:
      return Settled{tree::SideState::infeasible, known->second};
    case suite::SideKnowledge::unknown:
      return Settled{tree::SideState::unknown, known->second};
    case suite::SideKnowledge::open:
    case suite::SideKnowledge::visited:
    case suite::SideKnowledge::diverged:
      break;
  }
  if (all_) return std::nullopt;
  return Settled{tree::SideState::pruned, known->second};
}

}  // namespace cairn::explore
