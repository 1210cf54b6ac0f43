#include "cli/parse.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace cairn::cli {
namespace {

base::Error hint(const Command& command, const std::string& what) {
  return base::misuse_error(fmt::format("{}; see cairn {} --help", what, command.name));
}

// CLI11 says "--time: 1 required TEXT missing" and the like; users get a sentence of ours.
base::Error sentence(const Command& command, const CLI::ParseError& error) {
  const std::string what = error.what();
  const std::string option = what.substr(0, what.find(':'));
  if (what.find("required") != std::string::npos && what.find("missing") != std::string::npos) {
    return hint(command, option + " wants a value");
  }
  if (what.find("flag override") != std::string::npos) {
    return hint(command, "--" + what.substr(0, what.find(' ')) + " takes no value");
  }
  if (what.find("At Most") != std::string::npos) return hint(command, option + " is given more than once");
  return hint(command, what);
}

base::Error unknown(const Command& command, const std::string& word) {
  return hint(command, fmt::format("cairn {} has no option {}", command.name, word));
}

// Whether the word is the long name of one.
bool is_option(const Command& command, std::string_view word) {
  return word.starts_with("--") && std::ranges::any_of(option_table(), [&](const OptionRow& row) {
           return (row.commands & command.set) != 0 && row.names.substr(row.names.rfind(',') + 1) == word;
         });
}

// Takes the options that may be repeated out of the words: CLI11 would lose their order.
base::Status take_repeated(const Command& command, std::vector<std::string>& words, Options& options) {
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const OptionRow* found = nullptr;
    for (const OptionRow& row : option_table()) {
      if ((row.commands & command.set) != 0 && words_of(row) > 0 && row.names == words[i]) found = &row;
    }
    if (found == nullptr) {
      rest.push_back(words[i]);
      continue;
    }
    RepeatedOption option{words[i], {}};
    for (std::size_t n = words_of(*found); n > 0; --n) {
      if (++i == words.size()) return hint(command, fmt::format("{} wants {}", option.name, found->value));
      if (is_option(command, words[i]))
        return hint(command, fmt::format("{} wants {}, and {} is an option", option.name, found->value, words[i]));
      option.values.push_back(words[i]);
    }
    options.repeated.push_back(std::move(option));
  }
  words = std::move(rest);
  return {};
}

}  // namespace

base::Result<Parsed> parse(const Command& command, const std::vector<std::string>& words) {
  Parsed parsed;
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes != words.end()) {
    parsed.options.command_given = true;
    parsed.options.command.assign(dashes + 1, words.end());
  }

  std::vector<std::string> own(words.begin(), dashes);
  TRY_STATUS(take_repeated(command, own, parsed.options));

  CLI::App app;
  app.set_help_flag();
  app.add_flag("-h,--help", parsed.help);
  app.allow_extras();
  app.add_option("words", parsed.options.words);
  base::Status status;
  for (const OptionRow& row : option_table()) {
    if ((row.commands & command.set) == 0 || words_of(row) > 0) continue;
    const auto set = [&parsed, &status, &row](const std::string& text) {
      auto result = set_option(parsed.options, row, text);
      if (status.ok() && !result.ok()) status = std::move(result);
    };
    if (row.value.empty()) {
      app.add_flag_callback(std::string(row.names), [set] { set(""); })->disable_flag_override();
    } else {
      app.add_option_function<std::string>(std::string(row.names), set);
    }
  }

  std::vector<std::string> reversed(own.rbegin(), own.rend());  // as CLI11 wants them
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return sentence(command, error);
  }
  if (parsed.help) return parsed;
  for (const std::string& word : app.remaining()) return unknown(command, word);
  TRY_STATUS(status);
  return parsed;
}

}  // namespace cairn::cli
