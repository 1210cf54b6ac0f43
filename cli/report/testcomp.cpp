// cairn report --testcomp: the exchange format of the software-testing competition: metadata.xml about the program, and
// a testcase with the values of its inputs in the order in which the program asked for them.
//
// Values of __VERIFIER_nondet_TYPE() are written as numbers of that type. The format knows nothing else, so other
// inputs are a char for every byte, with a name that says which.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstring>
#include <ctime>
#include <iterator>

#include "cli/report/markup.h"
#include "cli/report/report.h"
#include "cli/report/reproduce.h"
#include "cli/report/sha256.h"
#include "cli/report/suite_coverage.h"
#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kLargestSource = 64 << 20;

// In the words of the format's own document types.
constexpr std::string_view kDeclaration = R"(<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE {0} PUBLIC "+//IDN sosy-lab.org//DTD test-format {0} 1.1//EN" "https://sosy-lab.org/test-format/{0}-1.1.dtd">
)";

std::string declaration(std::string_view root) { return fmt::format(kDeclaration, root); }

struct Type {
  std::string_view name;  // as __VERIFIER_nondet_ has it
  std::string_view spelled;
  std::size_t size;
  bool is_signed = false;
};

constexpr Type kTypes[] = {
    {"bool", "bool", 1},
    {"char", "char", 1, true},
    {"schar", "signed char", 1, true},
    {"uchar", "unsigned char", 1},
    {"short", "short", 2, true},
    {"ushort", "unsigned short", 2},
    {"int", "int", 4, true},
    {"uint", "unsigned int", 4},
    {"unsigned", "unsigned int", 4},
    {"long", "long", 8, true},
    {"ulong", "unsigned long", 8},
    {"longlong", "long long", 8, true},
    {"ulonglong", "unsigned long long", 8},
    {"size_t", "size_t", 8},
    {"loff_t", "loff_t", 8, true},
    {"u8", "unsigned char", 1},
    {"u16", "unsigned short", 2},
    {"u32", "unsigned int", 4},
    {"u64", "unsigned long", 8},
    {"pointer", "void *", 8},
    {"pchar", "char *", 8},
};

std::string number(const std::vector<std::uint8_t>& bytes, const Type& type) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) value = value << 8 | bytes[i - 1];
  if (type.name == "bool") return value & 1 ? "1" : "0";
  const auto shift = static_cast<int>(64 - 8 * type.size);
  if (type.is_signed) return fmt::to_string(static_cast<std::int64_t>(value << shift) >> shift);
  return fmt::to_string(value);
}

template <class Real>
std::string real(const std::vector<std::uint8_t>& bytes) {
  Real value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{}", value);
}

std::string input(std::string_view variable, std::string_view type, std::string_view value) {
  return fmt::format("  <input variable=\"{}\" type=\"{}\">{}</input>\n", escape_markup(variable), type, value);
}

std::string values(const trace::Object& object) {
  if (object.kind == trace::ObjectKind::memory) {
    const std::string name = fmt::format("{}#{}", object.name, object.ordinal);
    if (object.name == "float" && object.bytes.size() == sizeof(float))
      return input(name, "float", real<float>(object.bytes));
    if (object.name == "double" && object.bytes.size() == sizeof(double))
      return input(name, "double", real<double>(object.bytes));
    for (const Type& type : kTypes) {
      if (object.name == type.name && object.bytes.size() == type.size)
        return input(name, type.spelled, number(object.bytes, type));
    }
  }
  std::string out;
  for (std::size_t i = 0; i < object.bytes.size(); ++i) {
    out += input(fmt::format("{}[{}]", describe_object(object), i), "char",
                 fmt::to_string(static_cast<int>(static_cast<std::int8_t>(object.bytes[i]))));
  }
  return out;
}

// The source file with main, where that can be told, else the executable.
std::string program_file(Material& material) {
  const std::string& executable = material.directory.manifest().program;
  const auto program = load_program(material);
  if (!program.ok()) return executable;
  for (const program::Function& function : program->functions()) {
    if (function.name == "main" && !function.file.empty()) return std::string(function.file);
  }
  return executable;
}

base::Result<std::string> metadata(Material& material) {
  const std::string file = program_file(material);
  TRY(const std::string content, suite::read_file(file, kLargestSource));
  std::string out = declaration("test-metadata") + "<test-metadata>\n";
  const auto element = [&](std::string_view name, std::string_view value) {
    fmt::format_to(std::back_inserter(out), "  <{0}>{1}</{0}>\n", name, escape_markup(value));
  };
  element("sourcecodelang", "C");
  element("producer", "cairn");
  element("specification", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )");
  element("programfile", file);
  element("programhash", sha256(content));
  element("entryfunction", "main");
  element("architecture", "64bit");
  element("creationtime", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  return out + "</test-metadata>\n";
}

}  // namespace

base::Result<Folder> report_testcomp(Material& material) {
  Folder folder;
  TRY(std::string about, metadata(material));
  folder.files.push_back({std::string(kTestcompNames.about), std::move(about)});
  for (const suite::Test& test : material.tests) {
    const bool error = material.bug_of(test) != nullptr;
    std::string text = declaration("testcase") + (error ? "<testcase coversError=\"true\">\n" : "<testcase>\n");
    for (const trace::Object* object : present_objects(test.content.path.input)) text += values(*object);
    folder.files.push_back({kTestcompNames.of(test.number), text + "</testcase>\n"});
  }
  return folder;
}

}  // namespace cairn::cli
