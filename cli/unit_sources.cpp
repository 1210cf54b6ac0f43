#include "cli/unit_sources.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

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
  if (path.string().find_first_of("\"\n") != std::string::npos)
    return base::misuse_error(fmt::format("{} has a quotation mark in its name; the tests could not include it", word));
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

// Options about a file or folder, which stands behind them or in the same word.
constexpr std::string_view kPlaces[] = {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot"};

bool takes_a_word(const std::string& option) {
  static const std::regex pattern(
      "-[DUoxlLuTz]|-M[FTQJ]|-Xlinker|-Xassembler|-Xclang|-mllvm|-aux-info|-arch|-target|--param|-include-pch",
      std::regex::ECMAScript);
  return std::ranges::count(kPlaces, option) > 0 || std::regex_match(option, pattern);
}

// Warnings, optimisation, debug information, what is made of a file and where, libraries: nothing that changes what the
// file means. Of options about the code that is made, many of which only one compiler knows, those few that do stay.
bool is_useless(const std::string& option) {
  static const std::regex code("-[fm].*", std::regex::ECMAScript);
  static const std::regex meaning(
      "-f(no-)?(ms-extensions|wrapv|strict-overflow|signed-char|unsigned-char|short-enums|short-wchar|gnu89-inline|"
      "common|builtin|strict-aliasing|delete-null-pointer-checks)|-ffreestanding|-fno-builtin-.*|-fpack-struct.*|"
      "-fstrict-flex-arrays.*|-march=.*|-m(no-)?(s?sse|avx|fma|bmi|popcnt|lzcnt|aes|pclmul|f16c|rdrnd|sha).*",
      std::regex::ECMAScript);
  static const std::regex useless(
      "-W(?!p,).*|-Wp,.*-M.*|-[OgMolL].*|-save-temps.*|-pedantic.*|-static.*|-[cSEwvpPQsxuTz]|-pg|-pipe|-shared|-pie|"
      "-no-pie|-rdynamic|-?-coverage|-nostdlib|-nodefaultlibs|-nostartfiles|-Xlinker|-Xassembler|-Xclang|-aux-info|"
      "-arch|-target|--param.*|-include-pch|-###",
      std::regex::ECMAScript);
  return std::regex_match(option, code) ? !std::regex_match(option, meaning) : std::regex_match(option, useless);
}

// The options of a command that matter for the meaning of the file.
std::vector<std::string> kept(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool pair = takes_a_word(word) && i + 1 < words.size();
    if (word.starts_with("-") && word.size() > 1 && !is_useless(word)) {
      out.push_back(word);
      if (pair) out.push_back(words[i + 1]);
    }
    if (pair) ++i;
  }
  return out;
}

// Tests are compiled elsewhere: what was meant from `directory` gets its whole name. A file to be included first is
// looked for there, and then where headers are.
std::vector<std::string> absolute(std::vector<std::string> words, const fs::path& directory) {
  const auto whole = [&](std::string_view option, const std::string& place) {
    const fs::path path = (directory / place).lexically_normal();
    const bool is_file = option == "-include" || option == "-imacros";
    return is_file && !fs::exists(path) ? place : path.string();
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto* option =
        std::ranges::find_if(kPlaces, [&](std::string_view each) { return words[i].starts_with(each); });
    if (option == std::end(kPlaces)) continue;
    const std::string place = words[i].substr(option->size());
    if (!place.empty()) {
      words[i] = std::string(*option) + whole(*option, place);
    } else if (i + 1 < words.size()) {
      ++i;
      words[i] = whole(*option, words[i]);
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

// "-lm", "-Wl,...", "-L folder", "lib/libx.a": from the word at `i` on, which moves to the last one taken.
std::vector<std::string> linker_words(const std::vector<std::string>& words, std::size_t& i,
                                      const fs::path& directory) {
  const std::string& word = words[i];
  const auto whole = [&](const std::string& place) { return (directory / place).lexically_normal().string(); };
  if ((word == "-l" || word == "-L" || word == "-Xlinker") && i + 1 < words.size()) {
    const std::string& next = words[++i];
    return {word, word == "-L" ? whole(next) : next};
  }
  if (word.starts_with("-L")) return {"-L" + whole(word.substr(2))};
  if (word.starts_with("-l") || word.starts_with("-Wl,")) return {word};
  if (word.starts_with("-")) return {};
  const std::string name = fs::path(word).filename().string();
  const bool is_library =
      name.ends_with(".a") || name.ends_with(".o") || name.ends_with(".so") || name.find(".so.") != std::string::npos;
  return is_library ? std::vector{whole(word)} : std::vector<std::string>();
}

}  // namespace

base::Result<std::vector<UnitSource>> unit_sources(const Options& options, const std::vector<std::string>& functions) {
  TRY(const std::vector<Entry> entries, entries_of(options));
  std::vector<std::string> common, link;  // behind --
  for (std::size_t i = 0; i < options.command.size(); ++i) {
    const std::string& word = options.command[i];
    const std::vector<std::string> linked = linker_words(options.command, i, fs::current_path());
    link.insert(link.end(), linked.begin(), linked.end());
    if (!linked.empty()) continue;
    common.push_back(word);
    if (takes_a_word(word) && i + 1 < options.command.size()) common.push_back(options.command[++i]);
  }
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
