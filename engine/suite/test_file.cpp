#include "engine/suite/test_file.h"

#include <fmt/format.h>
#include <string.h>  // sigabbrev_np

#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include "engine/suite/files.h"
#include "engine/suite/test_text.h"

namespace cairn::suite {
namespace {

using trace::Ending;

constexpr std::string_view kFirstLine = "cairn-test 1";
constexpr std::string_view kFormat = "cairn-test ";
constexpr std::string_view kLastLine = "end\n";
// Content as text takes up to five characters a byte.
constexpr std::size_t kMaxFile = std::size_t{64} << 20;
constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxObjects = 1 << 16;

constexpr std::array<std::string_view, CAIRN_OBJECT_KIND_COUNT> kKinds = {"memory",      "stdin",  "argument", "file",
                                                                          "environment", "choice", "buffer"};

// Words of one line after the other. The first mistake is kept, with its line; everything read after it is void.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) { next_line(); }

  // Whether the current line begins with that word (and takes it).
  bool word(std::string_view expected) {
    if (failed_ || !line_.starts_with(expected)) return false;
    const std::string_view after = line_.substr(expected.size());
    if (!after.empty() && after.front() != ' ') return false;
    line_ = after.empty() ? after : after.substr(1);
    return true;
  }
  void need(std::string_view expected) {
    if (!word(expected)) fail(fmt::format("\"{}\" expected", expected));
  }
  template <class Number>
  Number number(std::string_view what, Number limit) {
    const std::string_view token = line_.substr(0, line_.find(' '));
    Number value{};
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (error != std::errc{} || end != token.data() + token.size() || value > limit || !(value >= Number{})) {
      fail(fmt::format("{} expected", what));
      return Number{};
    }
    take(token.size());
    return value;
  }
  std::string string(std::string_view what) {
    const auto value = unquote(line_);
    if (!value || (!line_.empty() && line_.front() != ' ')) {
      fail(fmt::format("{} in quotes expected", what));
      return {};
    }
    take(0);
    return *value;
  }
  void end_line() {
    if (!line_.empty()) return fail("end of line expected");
    next_line();
  }
  // The content lines that follow: exactly `size` bytes.
  std::vector<std::uint8_t> bytes(std::size_t size) {
    std::vector<std::uint8_t> content;
    while (!failed_ && line_.starts_with("  ")) {
      if (!parse_bytes(line_.substr(2), size, content)) {
        fail(fmt::format("content expected that fits into {} bytes", size));
        return {};
      }
      line_ = {};
      next_line();
    }
    if (content.size() != size) fail(fmt::format("{} more bytes of content expected", size - content.size()));
    return content;
  }
  void end_file() {
    if (!failed_ && !(line_.empty() && text_.empty())) fail("end of file expected");
  }
  void fail(std::string what) {
    if (failed_) return;
    failed_ = true;
    message_ = fmt::format("line {}: {}", number_, what);
    line_ = {};
    text_ = {};
  }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  void take(std::size_t size) {
    line_.remove_prefix(size);
    if (!line_.empty()) line_.remove_prefix(1);
  }
  void next_line() {
    if (failed_) return;
    ++number_;
    if (text_.empty()) return;
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) return fail("the file ends in the middle of a line");
    line_ = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    if (line_.ends_with('\r')) line_.remove_suffix(1);  // some editors write these
  }

  std::string_view text_;
  std::string_view line_;
  int number_ = 0;
  bool failed_ = false;
  std::string message_;
};

trace::Outcome parse_outcome(Parser& in) {
  trace::Outcome outcome;
  in.need("outcome");
  if (in.word("exited")) {
    outcome = {Ending::exited, in.number<int>("an exit status", 255)};
  } else if (in.word("signalled")) {
    outcome = {Ending::signalled, in.number<int>("a signal number", 127)};
  } else if (in.word("timed-out")) {
    outcome = {Ending::timed_out, 0};
  } else if (in.word("rejected")) {
    outcome = {Ending::rejected, 0};
  } else {
    in.fail("exited, signalled, timed-out or rejected expected");
  }
  in.end_line();
  return outcome;
}

trace::ObjectKind parse_kind(Parser& in) {
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    if (in.word(kKinds[kind])) return static_cast<trace::ObjectKind>(kind);
  }
  in.fail("a kind of object expected");
  return {};
}

trace::Object parse_object(Parser& in) {
  trace::Object object;
  object.kind = parse_kind(in);
  object.name = in.string("a name");
  if (object.name.size() >= CAIRN_NAME_SIZE)
    in.fail(fmt::format("a name of at most {} bytes expected", CAIRN_NAME_SIZE - 1));
  object.ordinal = in.number<std::uint32_t>("an ordinal", UINT32_MAX);
  in.need("size");
  const auto size = in.number<std::uint32_t>("a size", kMaxBytes);
  object.sized = in.word("sized");
  if (object.sized) {
    in.need("up");
    in.need("to");
    object.capacity = in.number<std::uint32_t>("a capacity", UINT32_MAX);
    if (!in.failed() && object.capacity < size) in.fail("a capacity of at least the size expected");
  } else {
    in.need("fixed");
    object.capacity = size;
  }
  in.end_line();
  object.bytes = in.bytes(size);
  return object;
}

BugRecord parse_bug(Parser& in) {
  BugRecord bug;
  bug.kind = in.string("a kind of bug");
  in.need("in");
  bug.function = in.string("a function");
  in.need("at");
  bug.file = in.string("a file");
  bug.line = in.number<std::uint32_t>("a line number", UINT32_MAX);
  in.end_line();
  return bug;
}

template <class Number>
Number parse_field(Parser& in, std::string_view name, Number limit) {
  in.need(name);
  const Number value = in.number<Number>("a number", limit);
  in.end_line();
  return value;
}

std::string format_outcome(const trace::Outcome& outcome) {
  switch (outcome.ending) {
    case Ending::exited:
      return fmt::format("exited {}", outcome.code);
    case Ending::signalled:
      return fmt::format("signalled {}", outcome.code);
    case Ending::timed_out:
      return "timed-out";
    case Ending::rejected:
      return "rejected";
  }
  CHECK(false);
}

}  // namespace

std::string_view kind_word(trace::ObjectKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  CHECK(index < kKinds.size());
  return kKinds[index];
}

std::string format_test(const TestFile& test) {
  std::string out;
  auto print = std::back_inserter(out);
  fmt::format_to(print, "{}\npath {}\nrun {}\nseconds {:.3f}\nnew-sides {}\n", kFirstLine, test.path.id, test.path.run,
                 test.path.seconds, test.path.new_sides);
  if (test.bug) {
    fmt::format_to(print, "bug {} in {} at {} {}\n", quote(test.bug->kind), quote(test.bug->function),
                   quote(test.bug->file), test.bug->line);
  }
  fmt::format_to(print, "outcome {}\n", format_outcome(test.path.outcome));
  for (const trace::Object& object : test.path.input.objects) {
    fmt::format_to(print, "object {} {} {} size {} ", kind_word(object.kind), quote(object.name), object.ordinal,
                   object.bytes.size());
    fmt::format_to(print, "{}\n", object.sized ? fmt::format("sized up to {}", object.capacity) : "fixed");
    out += format_bytes(object.bytes);
  }
  if (test.path.output) {
    const std::string& output = *test.path.output;
    fmt::format_to(print, "output {}\n", output.size());
    out += format_bytes({reinterpret_cast<const std::uint8_t*>(output.data()), output.size()});
  }
  return out += kLastLine;
}

base::Result<TestFile> parse_test(std::string_view text) {
  if (!text.starts_with(kFormat)) return base::environment_error("it is not a test of cairn");
  Parser in(text);
  TestFile test;
  if (!in.word(kFirstLine)) return base::environment_error("it is a test of another version of cairn");
  in.end_line();
  test.path.id = parse_field<std::uint32_t>(in, "path", UINT32_MAX);
  test.path.run = parse_field<std::uint64_t>(in, "run", UINT64_MAX);
  test.path.seconds = parse_field<double>(in, "seconds", 1e12);
  test.path.new_sides = parse_field<std::uint32_t>(in, "new-sides", UINT32_MAX);
  test.path.kept = true;
  if (in.word("bug")) test.bug = parse_bug(in);
  test.path.outcome = parse_outcome(in);
  while (in.word("object")) {
    if (test.path.input.objects.size() == kMaxObjects) in.fail("fewer objects expected");
    test.path.input.objects.push_back(parse_object(in));
  }
  if (in.word("output")) {
    const auto size = in.number<std::size_t>("a size", kMaxBytes);
    in.end_line();
    const auto bytes = in.bytes(size);
    test.path.output = std::string(bytes.begin(), bytes.end());
  }
  in.need("end");
  in.end_file();
  if (in.failed()) return base::environment_error(in.message());
  return test;
}

base::Status write_test(const std::filesystem::path& path, const TestFile& test) {
  return write_atomically(path, format_test(test));
}

bool is_whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const auto ends_with = [&file](std::string_view end) {
    std::string last(end.size(), '\0');
    file.clear();
    file.seekg(-static_cast<std::streamoff>(last.size()), std::ios::end);
    return file.read(last.data(), static_cast<std::streamsize>(last.size())) && last == end;
  };
  return ends_with(kLastLine) || ends_with("end\r\n");
}

base::Result<TestFile> read_test(const std::filesystem::path& path) {
  TRY(const std::string text, read_file(path, kMaxFile));
  auto test = parse_test(text);
  if (!test.ok())
    return base::environment_error(fmt::format("cannot read {}: {}", path.string(), test.error().message));
  return test;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

std::string describe(const trace::Outcome& outcome) {
  switch (outcome.ending) {
    case Ending::exited:
      return fmt::format("exited with status {}", outcome.code);
    case Ending::signalled:
      return fmt::format("ended by {}", signal_name(outcome.code));
    case Ending::timed_out:
      return "timed out";
    case Ending::rejected:
      return "rejected by an assumption";
  }
  CHECK(false);
}

}  // namespace cairn::suite
