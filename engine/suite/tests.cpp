#include "engine/suite/tests.h"

#include <fmt/format.h>

#include "engine/suite/database.h"
#include "engine/suite/layout.h"
#include "engine/suite/schema.h"

namespace cairn::suite {
namespace {

base::Result<std::vector<std::uint32_t>> recorded_tests(const std::filesystem::path& directory) {
  if (!holds_run(directory)) return base::misuse_error(fmt::format("{} holds no run", directory.string()));
  TRY(const auto database, open_database(database_path(directory), Database::Mode::read));
  TRY(auto rows, database->prepare("SELECT test FROM path WHERE test IS NOT NULL ORDER BY test"));
  std::vector<std::uint32_t> numbers;
  for (;;) {
    TRY(const bool more, rows.step());
    if (!more) return numbers;
    numbers.push_back(rows.unsigned32(0));
  }
}

base::Result<Test> load(const std::filesystem::path& directory, std::uint32_t number) {
  const std::filesystem::path file = test_path(directory, number);
  if (!std::filesystem::exists(file)) {
    return base::environment_error(fmt::format("{} is missing; cairn resume {} writes it again from the database",
                                               file.string(), directory.string()));
  }
  TRY(TestFile content, read_test(file));
  return Test{number, std::move(content)};
}

}  // namespace

base::Result<std::vector<Test>> load_tests(const std::filesystem::path& directory) {
  TRY(const auto numbers, recorded_tests(directory));
  std::vector<Test> tests;
  for (const std::uint32_t number : numbers) {
    TRY(Test test, load(directory, number));
    tests.push_back(std::move(test));
  }
  return tests;
}

base::Result<Test> load_test(const std::filesystem::path& directory, std::uint32_t number) {
  TRY(const auto numbers, recorded_tests(directory));
  for (const std::uint32_t known : numbers) {
    if (known == number) return load(directory, number);
  }
  return base::misuse_error(fmt::format("{} has no test {}; cairn show {} lists its {} tests", directory.string(),
                                        number, directory.string(), numbers.size()));
}

}  // namespace cairn::suite
