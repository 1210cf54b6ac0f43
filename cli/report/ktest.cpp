// cairn report --ktest: tests as KLEE keeps them, for ktest-tool, for programs linked with its replay library, and as
// its seeds. "KTEST", version 3, then numbers of four bytes, most significant first, and strings with their length
// before them: the program's arguments, two numbers about symbolic arguments that are always 0 now, the objects.
//
// Objects are called as KLEE calls them: n_args for the number of arguments, arg00 and so on with the byte that ends
// them, A-data, B-data for files in order, stdin, and memory by the name it was marked with.
#include <fmt/core.h>

#include <filesystem>

#include "cli/report/report.h"
#include "cli/report/reproduce.h"
#include "engine/target/choices.h"

namespace cairn::cli {
namespace {

using trace::Object;
using trace::ObjectKind;

constexpr std::uint32_t kVersion = 3;

void put(std::string& out, std::size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xff);
}

void put(std::string& out, std::string_view text) {
  put(out, text.size());
  out += text;
}

struct Named {
  std::string name, bytes;
};

std::vector<Named> named_objects(const trace::Input& input) {
  std::vector<Named> arguments, files, rest;
  char file = 'A';
  for (const Object* object : present_objects(input)) {
    std::string bytes(object->bytes.begin(), object->bytes.end());
    switch (object->kind) {
      case ObjectKind::argument:
        bytes.resize(std::size_t{object->capacity} + 1, '\0');
        arguments.push_back({fmt::format("arg{:02}", arguments.size()), std::move(bytes)});
        break;
      case ObjectKind::file:
        files.push_back({fmt::format("{}-data", file++), std::move(bytes)});
        break;
      default:
        rest.push_back({object->name, std::move(bytes)});
    }
  }
  std::vector<Named> all;
  for (const Object& object : input.objects) {
    const auto group = target::group_of(object);
    if (!group) continue;
    const auto count = static_cast<std::uint32_t>(group->minimum + object.bytes.size());
    std::string bytes;  // an int of the machine
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(count >> shift & 0xff);
    all.push_back({"n_args", std::move(bytes)});
  }
  for (auto* part : {&arguments, &files, &rest}) {
    for (Named& object : *part) all.push_back(std::move(object));
  }
  return all;
}

std::string ktest(const suite::Manifest& manifest, const trace::Input& input) {
  std::string out = "KTEST";
  put(out, kVersion);
  put(out, manifest.command.size());
  for (const std::string& word : manifest.command) put(out, word);
  put(out, std::size_t{0});
  put(out, std::size_t{0});
  const auto objects = named_objects(input);
  put(out, objects.size());
  for (const Named& object : objects) {
    put(out, object.name);
    put(out, object.bytes);
  }
  return out;
}

}  // namespace

base::Result<Folder> report_ktest(Material& material) {
  Folder folder;
  for (const suite::Test& test : material.tests) {
    folder.files.push_back(
        {kKtestNames.of(test.number), ktest(material.directory.manifest(), test.content.path.input)});
  }
  return folder;
}

}  // namespace cairn::cli
