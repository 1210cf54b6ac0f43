// Runs command lines of a real program with everything symbolic and recording on, one forked run each, and says what
// became of them.
//
//   whole_record PROGRAM < commands > results      JSON, one object a line
//
//   command   argv: arguments behind the program's name, stdin, files: by name; bytes in hexadecimal digits
//   result    ending, code, output (standard output and error together), steps: symbolic branches recorded, lost,
//             wrong: a recorded condition that is false on the run's own input (D14 in docs/architecture.md)
#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/context.h"
#include "engine/program/program.h"
#include "engine/target/target.h"
#include "engine/trace/decode.h"
#include "engine/trace/objects.h"
#include "tests/unit/engine/trace/first_mismatch.h"

namespace cairn {
namespace {

using Json = nlohmann::json;

template <class T>
T must(base::Result<T> result) {
  if (result.ok()) return std::move(result).value();
  std::fprintf(stderr, "whole_record: %s\n", result.error().message.c_str());
  std::exit(3);
}

std::vector<std::uint8_t> from_hex(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::string to_hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

trace::Object object(trace::ObjectKind kind, const std::string& name, std::uint32_t ordinal, const std::string& hex) {
  trace::Object made{kind, name, ordinal, kind != trace::ObjectKind::argument, 0, from_hex(hex)};
  if (kind == trace::ObjectKind::argument) made.bytes.push_back(0);
  made.capacity = static_cast<std::uint32_t>(made.bytes.size()) + (made.sized ? 8 : 0);
  return made;
}

trace::Input input_of(const Json& command) {
  trace::Input input;
  input.objects.push_back(object(trace::ObjectKind::standard_input, "stdin", 0, command.at("stdin")));
  std::uint32_t ordinal = 0;
  for (const auto& argument : command.at("argv"))
    input.objects.push_back(object(trace::ObjectKind::argument, "arg", ordinal++, argument));
  for (const auto& [name, content] : command.at("files").items())
    input.objects.push_back(object(trace::ObjectKind::file, name, 0, content));
  return input;
}

const char* name_of(trace::Ending ending) {
  switch (ending) {
    case trace::Ending::exited:
      return "exited";
    case trace::Ending::signalled:
      return "signalled";
    case trace::Ending::timed_out:
      return "timed out";
    case trace::Ending::rejected:
      return "rejected";
  }
  return "unknown";
}

int record(const std::string& path) {
  base::Context context(1);
  target::Options options;
  options.command = {path};
  options.capture_output = true;
  options.run_milliseconds = 20'000;
  const auto target = must(target::start(context, options));
  const auto program = must(program::Program::load(path, target->modules().modules));
  expr::Dag dag;
  trace::ObjectTable objects(dag);
  trace::Decoder decoder(dag, objects, program);
  for (std::string line; std::getline(std::cin, line);) {
    const trace::Input input = input_of(Json::parse(line));
    const trace::RawRun raw = must(target->run(input));
    const auto run = decoder.decode(raw);
    const auto wrong = trace::first_mismatch(*run, dag, objects.assignment_of(input, run->objects));
    Json result = {{"ending", name_of(raw.outcome.ending)},
                   {"code", raw.outcome.code},
                   {"output", to_hex(raw.output)},
                   {"steps", run->path.size()},
                   {"lost", raw.lost},
                   {"corrupted", run->corrupted}};
    if (wrong) result["wrong"] = program.describe(run->path[*wrong].branch, run->path[*wrong].outcome);
    std::cout << result.dump() << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: whole_record PROGRAM < commands > results\n");
    return 2;
  }
  return cairn::record(argv[1]);
}
