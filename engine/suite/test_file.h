// A test as a file that a person can read, edit, diff and keep in version control. Pure ASCII, one fact a line, in this
// order, nothing else:
//
//   cairn-test 1                                               format and version
//   path 12                                                    what found it: the path of that number,
//   run 57                                                     in that run,
//   seconds 1.250                                              after that time,
//   new-sides 3                                                covering so many sides first
//   bug "SIGSEGV" in "parse" at "json.c" 12                    only in bugs/
//   outcome exited 0                                           or: signalled 11, timed-out, rejected
//   object stdin "stdin" 0 size 12 sized up to 64              kind, name, ordinal, size; or "fixed": no other size
//     "hello\n"                                                content: text, one string a line,
//     hex 00 2a ff                                             bytes in hexadecimal,
//     zeros 4096                                               or a stretch of zeros
//   output 6                                                   only when it was captured: stdout
//     "done.\n"
//   end
//
// Strings know \n \t \r \" \\ and \xHH. The last line is there so that a file cut short is never taken for a test.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/suite/run_directory.h"

namespace cairn::suite {

struct TestFile {
  PathRecord path;               // without parent and signature, which are the database's
  std::optional<BugRecord> bug;  // kind and place

  bool operator==(const TestFile&) const = default;
};

std::string format_test(const TestFile& test);

// Errors name the line and what was expected there.
base::Result<TestFile> parse_test(std::string_view text);

base::Status write_test(const std::filesystem::path& path, const TestFile& test);
// Is there a test that was not cut short?
bool is_whole(const std::filesystem::path& path);
base::Result<TestFile> read_test(const std::filesystem::path& path);

// "exited with status 0", "ended by SIGSEGV", ... : an outcome in words.
std::string describe(const trace::Outcome& outcome);
// "SIGSEGV", or "signal 77".
std::string signal_name(int signal);

// The words of the format for the kinds of objects.
std::string_view kind_word(trace::ObjectKind kind);

}  // namespace cairn::suite
