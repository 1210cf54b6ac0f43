#include "engine/suite/tests.h"

#include <fmt/core.h>

#include "engine/suite/database.h"
#include "engine/suite/layout.h"
#include "engine/suite/schema.h"

namespace cairn::suite {
namespace {

struct Recorded {
  std::uint32_t number = 0;
  std::uint32_t path = 0;
  trace::Outcome outcome;
  std::optional<std::string> output;  // while it was found
  std::optional<std::string> later;   // or when it was run again
};

std::optional<std::string> text_or_null(const Statement& row, int column) {
  if (row.null(column)) return std::nullopt;
  const auto bytes = row.blob(column);
  return std::string(bytes.begin(), bytes.end());
}

base::Result<std::vector<Recorded>> recorded_tests(const std::filesystem::path& directory) {
  TRY_STATUS(check_run(directory));
  TRY(const auto database, open_database(database_path(directory), Database::Mode::read));
  TRY(auto rows, database->prepare("SELECT test, path.id, ending, code, path.output, expectation.output FROM path "
                                   "LEFT JOIN expectation ON path = path.id WHERE test IS NOT NULL ORDER BY test"));
  std::vector<Recorded> tests;
  for (;;) {
    TRY(const bool more, rows.step());
    if (!more) return tests;
    Recorded& test = tests.emplace_back();
    test.number = rows.unsigned32(0);
    test.path = rows.unsigned32(1);
    test.outcome = {static_cast<trace::Ending>(rows.integer(2)), static_cast<int>(rows.integer(3))};
    test.output = text_or_null(rows, 4);
    test.later = text_or_null(rows, 5);
  }
}

bool edited(const PathRecord& file, const Recorded& recorded) {
  const bool other_output = file.output && file.output != recorded.output && file.output != recorded.later;
  return other_output || file.outcome != recorded.outcome;
}

base::Result<Test> load(const std::filesystem::path& directory, const Recorded& recorded) {
  const std::filesystem::path file = test_path(directory, recorded.number);
  if (!std::filesystem::exists(file)) {
    return base::environment_error(fmt::format("{} is missing; cairn resume {} writes it again from the database",
                                               file.string(), directory.string()));
  }
  TRY(TestFile content, read_test(file));
  content.path.id = recorded.path;  // a file may have been edited, or copied over another
  const bool by_hand = edited(content.path, recorded);
  if (!content.path.output) content.path.output = recorded.later;
  return Test{recorded.number, std::move(content), by_hand};
}

}  // namespace

base::Result<std::vector<Test>> load_tests(const std::filesystem::path& directory) {
  TRY(const auto recorded, recorded_tests(directory));
  std::vector<Test> tests;
  for (const Recorded& one : recorded) {
    TRY(Test test, load(directory, one));
    tests.push_back(std::move(test));
  }
  return tests;
}

base::Result<Test> load_test(const std::filesystem::path& directory, std::uint32_t number) {
  TRY(const auto recorded, recorded_tests(directory));
  for (const Recorded& one : recorded) {
    if (one.number == number) return load(directory, one);
  }
  return base::misuse_error(fmt::format("{0} has no test {1}; cairn show {0} lists its {2} tests", directory.string(),
                                        number, recorded.size()));
}

base::Status keep_edited(const std::filesystem::path& directory, std::uint32_t from, const std::filesystem::path& other,
                         std::uint32_t to) {
  TRY(TestFile said, read_test(test_path(directory, from)));
  TRY(TestFile test, read_test(test_path(other, to)));
  test.path.outcome = said.path.outcome;
  test.path.output = std::move(said.path.output);
  return write_test(test_path(other, to), test);
}

}  // namespace cairn::suite
