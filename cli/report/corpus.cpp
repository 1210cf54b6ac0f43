// cairn report --corpus: raw inputs for AFL++, libFuzzer and others that know an input as one string of bytes.
//
// Which of several objects becomes that string is decided for the whole run, by the first of these that its tests have:
// the fuzz target's buffer, standard input, a file, marked memory (all of it, one object behind the other), an
// argument, a variable. It is what --seeds reads back. Tests that differ only in the rest give one file; the remark
// says so.
#include <fmt/core.h>

#include <array>
#include <set>

#include "cli/report/report.h"
#include "cli/report/reproduce.h"
#include "engine/trace/content.h"

namespace cairn::cli {
namespace {

using trace::ObjectKind;

constexpr std::array kOrder = {ObjectKind::buffer, ObjectKind::standard_input, ObjectKind::file,
                               ObjectKind::memory, ObjectKind::argument,       ObjectKind::environment};

std::optional<ObjectKind> chosen_kind(const std::vector<suite::Test>& tests) {
  for (const ObjectKind kind : kOrder) {
    for (const suite::Test& test : tests) {
      for (const trace::Object& object : test.content.path.input.objects) {
        if (object.kind == kind) return kind;
      }
    }
  }
  return std::nullopt;
}

struct Raw {
  std::string bytes;
  bool whole = true;  // nothing else belongs to the input
};

Raw raw_input(const trace::Input& input, ObjectKind kind) {
  Raw raw;
  bool found = false;
  for (const trace::Object* object : present_objects(input)) {
    if (object->kind == kind && (!found || kind == ObjectKind::memory)) {
      const auto content = trace::content_of(*object);
      raw.bytes.append(content.begin(), content.end());
      found = true;
    } else {
      raw.whole = false;
    }
  }
  return raw;
}

}  // namespace

base::Result<Folder> report_corpus(Material& material) {
  const auto kind = chosen_kind(material.tests);
  if (!kind) return base::environment_error("the tests of this run have no symbolic input to write");
  Folder folder;
  std::set<std::string> seen;
  std::size_t partial = 0;
  for (const suite::Test& test : material.tests) {
    Raw raw = raw_input(test.content.path.input, *kind);
    partial += !raw.whole;
    if (seen.insert(raw.bytes).second) folder.files.push_back({kCorpusNames.of(test.number), std::move(raw.bytes)});
  }
  const std::size_t equal = material.tests.size() - folder.files.size();
  if (partial > 0) {
    folder.remark =
        fmt::format("Only {} is in them; {} of {} tests have other inputs, too, which a corpus cannot hold.",
                    *kind == ObjectKind::standard_input ? "standard input" : suite::kind_word(*kind), partial,
                    material.tests.size());
  }
  if (equal > 0)
    folder.remark += fmt::format("{}{} tests have the same bytes as another.", partial > 0 ? " " : "", equal);
  return folder;
}

}  // namespace cairn::cli
