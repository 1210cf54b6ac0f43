#include "cli/bench/subjects.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/bench/contenders.h"
#include "cli/summary.h"
#include "engine/base/programs.h"
#include "engine/suite/files.h"

namespace cairn::bench {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kLargest = std::size_t{1} << 24;

struct Indexed {
  Subject subject;
  std::string package;
};

Indexed parse(const Json& json) {
  Indexed indexed;
  Subject& subject = indexed.subject;
  indexed.package = json.at("package").get<std::string>();
  subject.name = json.at("name").get<std::string>();
  subject.half = json.at("half").get<std::string>();
  subject.inputs = json.at("inputs").get<std::vector<std::string>>();
  subject.arguments = json.at("arguments").get<std::vector<std::string>>();
  subject.builds = json.at("programs").get<std::map<std::string, std::string>>();
  subject.objects = json.at("gcov_tree").get<std::string>();
  subject.own = json.at("own").get<std::vector<std::string>>();
  return indexed;
}

bool wanted(const Indexed& indexed, const std::string& set, const std::vector<std::string>& names) {
  return set == "all" || set == indexed.subject.half || set == indexed.package ||
         std::ranges::find(names, indexed.subject.name) != names.end();
}

}  // namespace

fs::path default_index() { return base::own_directory().parent_path() / "subjects" / "index.json"; }

base::Result<std::vector<Subject>> load_subjects(const fs::path& index, const std::string& set) {
  const auto text = suite::read_file(index, kLargest);
  if (!text.ok()) {
    return base::misuse_error(
        fmt::format("there are no subjects at {}: make bench-subjects builds them; --subjects names another index.json",
                    cli::typed(index)));
  }
  std::vector<Indexed> all;
  try {
    const Json json = Json::parse(*text);
    for (const Json& subject : json.at("subjects")) all.push_back(parse(subject));
  } catch (const Json::exception& error) {
    return base::misuse_error(fmt::format("{} is no index of subjects: {}", cli::typed(index), error.what()));
  }
  const std::vector<std::string> names = split(set, ',');
  std::vector<Subject> chosen;
  for (Indexed& indexed : all) {
    if (wanted(indexed, set, names)) chosen.push_back(std::move(indexed.subject));
  }
  if (chosen.empty()) {
    return base::misuse_error(
        fmt::format("--set {}: that is no set, package or subject of {}", set, cli::typed(index)));
  }
  for (const std::string& name : names) {
    if (names.size() > 1 && std::ranges::find(chosen, name, &Subject::name) == chosen.end()) {
      return base::misuse_error(fmt::format("--set: there is no subject {} in {}", name, cli::typed(index)));
    }
  }
  return chosen;
}

}  // namespace cairn::bench
