#include "unit/observation.h"

#include <fmt/core.h>

#include <csignal>
#include <sstream>

namespace cairn::unit {
namespace {

base::Error odd(std::string_view line) {
  return base::environment_error(
      fmt::format("the watched program said something unexpected: \"{}\"", line.substr(0, 80)));
}

bool parse_bytes(const std::string& hex, std::vector<std::uint8_t>& out) {
  if (hex.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const auto digit = [](char c) { return c >= 'a' ? c - 'a' + 10 : c - '0'; };
    const int high = digit(hex[i]), low = digit(hex[i + 1]);
    if (high < 0 || high > 15 || low < 0 || low > 15) return false;
    out.push_back(static_cast<std::uint8_t>(high << 4 | low));
  }
  return true;
}

// What a run tells of its own end. The status it exits with belongs to the function, which may choose any.
std::optional<Ending> told_ending(const std::string& word) {
  if (word == "returned") return Ending::returned;
  if (word == "rejected") return Ending::rejected;
  if (word == "undefined") return Ending::undefined;
  if (word == "exhausted") return Ending::exhausted;
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> Observation::find(std::uint64_t address, bool after) const {
  const auto gone = [&](const Observed& each) { return after ? each.freed : each.role == Role::found; };
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const Observed& each = objects[i];
    if (gone(each) || each.role == Role::argument || each.role == Role::result || each.role == Role::stub) continue;
    if (address == each.address || (address > each.address && address <= each.address + each.size)) {
      // The end of one object may be the beginning of another.
      if (address == each.address + each.size) {
        for (std::size_t k = 0; k < objects.size(); ++k) {
          if (objects[k].address == address && objects[k].size > 0 && !gone(objects[k])) return k;
        }
      }
      return i;
    }
  }
  return std::nullopt;
}

bool timed_out(const Watched& run) {
  return run.ending == Ending::signalled && (run.code == SIGALRM || run.code == SIGPROF);
}

base::Result<std::vector<Watched>> parse_watched(std::string_view text) {
  std::vector<Watched> runs;
  Observation out;
  std::optional<Ending> told;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (const auto ending = told_ending(word)) {
      told = ending;
      out.returned = ending == Ending::returned;
      continue;
    }
    std::size_t id = 0;
    if (!(words >> id)) return odd(line);
    if (word == "signalled" || word == "exited") {
      // A sanitizer that was told to abort has said before what it found.
      const bool signalled = word == "signalled" && told != Ending::undefined && told != Ending::exhausted;
      const Ending ending = signalled ? Ending::signalled : told.value_or(Ending::exited);
      runs.push_back({std::move(out), ending, static_cast<int>(id)});
      out = {};
      told.reset();
      continue;
    }
    if (word == "object") {
      Observed object;
      int role = 0;
      if (id != out.objects.size() ||
          !(words >> role >> object.number >> object.type >> object.count >> object.size >> object.address >>
            object.name) ||
          role < 0 || role > static_cast<int>(Role::found))
        return odd(line);
      object.role = static_cast<Role>(role);
      out.objects.push_back(std::move(object));
      continue;
    }
    if (word == "called") {
      if (!(words >> out.called[static_cast<std::uint32_t>(id)])) return odd(line);
      continue;
    }
    if (word == "passed" || word == "text") {
      Passed passed{static_cast<std::uint32_t>(id), 0, 0, word == "text", {}};
      std::string hex;
      if (!(words >> passed.call >> passed.parameter)) return odd(line);
      words >> hex;
      if (!parse_bytes(hex, passed.bytes)) return odd(line);
      out.passed.push_back(std::move(passed));
      continue;
    }
    if (id >= out.objects.size()) return odd(line);
    Observed& object = out.objects[id];
    std::string hex;
    words >> hex;
    if (word == "freed") {
      object.freed = true;
    } else if (word == "before" || word == "after") {
      if (!parse_bytes(hex, word == "before" ? object.before : object.after)) return odd(line);
    } else {
      return odd(line);
    }
  }
  return runs;
}

std::string format_run(unsigned filler, const std::vector<DrawnInput>& inputs) {
  std::string text = fmt::format("run {} {}\n", filler, inputs.size());
  for (const DrawnInput& each : inputs) {
    text += fmt::format("{}\n{}\n", each.name, each.bytes.size());
    text.append(each.bytes.begin(), each.bytes.end());
  }
  return text;
}

}  // namespace cairn::unit
