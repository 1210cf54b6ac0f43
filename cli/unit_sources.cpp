#include "cli/unit_sources.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDatabaseBytes = 256u << 20;

struct Entry {
  fs::path file, directory;
  std::vector<std::string> options;
};

base::Result<fs::path> existing(const fs::path& directory, const std::string& word) {
  const fs::path path = fs::absolute(directory / word).lexically_normal();
  if (path.extension() != ".c")
    return base::misuse_error(fmt::format("{} is no C file; cairn unit reads .c files", word));
  if (!fs::is_regular_file(path)) return base::misuse_error(fmt::format("{} does not exist", word));
  return path;
}

// Words of a command as a shell would take them; quotes and backslashes only.
std::vector<std::string> split(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
      inside = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t') {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) words.push_back(word);
  return words;
}

// What matters for the meaning of the file: everything that is about names, macros and the language.
std::vector<std::string> kept(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool pair =
        word == "-I" || word == "-D" || word == "-U" || word == "-include" || word == "-isystem" || word == "-iquote";
    if (pair && i + 1 < words.size()) {
      out.push_back(word);
      out.push_back(words[++i]);
    } else if (word.starts_with("-I") || word.starts_with("-D") || word.starts_with("-U") ||
               word.starts_with("-std=") || word.starts_with("-isystem") || word.starts_with("-fsigned-char") ||
               word.starts_with("-funsigned-char") || word.starts_with("-fshort-enums") ||
               word.starts_with("-pthread")) {
      out.push_back(word);
    }
  }
  return out;
}

// Tests are compiled elsewhere: folders that were meant from `directory` get their whole names.
std::vector<std::string> absolute(std::vector<std::string> words, const fs::path& directory) {
  static constexpr std::string_view kOptions[] = {"-I", "-isystem", "-iquote", "-include"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string_view option : kOptions) {
      if (words[i] == option && i + 1 < words.size()) {
        ++i;
        words[i] = (directory / words[i]).lexically_normal().string();
        break;
      }
      if (option == "-I" && words[i].size() > 2 && words[i].starts_with(option)) {
        words[i] = "-I" + (directory / words[i].substr(2)).lexically_normal().string();
        break;
      }
    }
  }
  return words;
}

base::Result<std::vector<Entry>> read_database(const fs::path& path) {
  TRY(const std::string text, suite::read_file(path, kDatabaseBytes));
  std::vector<Entry> entries;
  try {
    for (const auto& each : nlohmann::json::parse(text)) {
      const std::string file = each.at("file");
      if (fs::path(file).extension() != ".c") continue;
      const fs::path directory = each.at("directory").get<std::string>();
      const auto words = each.contains("arguments") ? each.at("arguments").get<std::vector<std::string>>()
                                                    : split(each.at("command").get<std::string>());
      entries.push_back({(directory / file).lexically_normal(), directory, absolute(kept(words), directory)});
    }
  } catch (const nlohmann::json::exception& error) {
    return base::misuse_error(fmt::format("{} is no compile_commands.json: {}", path.string(), error.what()));
  }
  if (entries.empty()) return base::misuse_error(fmt::format("{} names no C file", path.string()));
  return entries;
}

base::Result<std::vector<Entry>> entries_of(const Options& options) {
  if (options.words.empty())
    return base::misuse_error("no file given; for example: cairn unit list.c --function insert");
  if (fs::path(options.words.front()).extension() == ".json") {
    TRY(std::vector<Entry> entries, read_database(options.words.front()));
    // The file that is meant may be named behind the database.
    for (std::size_t i = options.words.size(); i > 1; --i) {
      const fs::path wanted = fs::absolute(options.words[i - 1]).lexically_normal();
      const auto found = std::ranges::find(entries, wanted, &Entry::file);
      if (found == entries.end())
        return base::misuse_error(fmt::format("{} is not in {}", options.words[i - 1], options.words.front()));
      std::rotate(entries.begin(), found, found + 1);
    }
    return entries;
  }
  std::vector<Entry> entries;
  for (const std::string& word : options.words) {
    TRY(const fs::path file, existing(fs::current_path(), word));
    entries.push_back({file, fs::current_path(), {}});
  }
  return entries;
}

bool is_for_linker(const std::string& word) {
  return word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-Wl,");
}

}  // namespace

base::Result<std::vector<UnitSource>> unit_sources(const Options& options, const std::vector<std::string>& functions) {
  TRY(const std::vector<Entry> entries, entries_of(options));
  std::vector<std::string> common, link;  // behind --
  for (const std::string& word : options.command) (is_for_linker(word) ? link : common).push_back(word);
  common = absolute(std::move(common), fs::current_path());
  const auto options_of = [&](const Entry& entry) {
    std::vector<std::string> words = entry.options;
    words.insert(words.end(), common.begin(), common.end());
    return words;
  };
  std::vector<UnitSource> sources;
  for (const Entry& entry : entries) {
    UnitSource source{entry.file, entry.directory, options_of(entry), {}, link};
    for (const Entry& other : entries) {
      if (other.file == entry.file) continue;
      source.others.push_back({other.file, options_of(other)});
      source.others.back().options.emplace_back("-Dmain=cairn_unit_other_main");  // the harness has its own
    }
    sources.push_back(std::move(source));
    if (!functions.empty()) break;
  }
  return sources;
}

}  // namespace cairn::cli
