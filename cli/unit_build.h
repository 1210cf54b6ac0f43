// The compilations behind `cairn unit`: a file described, its harness for exploring and for watching, its generated
// tests.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "unit/plan.h"

namespace cairn::cli {

// A file and what it takes to compile it. Paths in the options are absolute.
struct OtherFile {
  std::filesystem::path file;
  std::vector<std::string> options;
};

// A file under test, and what it takes to compile and link it.
struct UnitSource {
  std::filesystem::path file;        // absolute
  std::filesystem::path directory;   // where the compiler is run
  std::vector<std::string> options;  // -I, -D and the like
  std::vector<OtherFile> others;     // linked where something in them is needed
  std::vector<std::string> link;     // -lm and the like
};

struct Harness {
  std::filesystem::path explored, watched;
};

// Other files are compiled once for each kind of build, however many files are tested one after the other.
class UnitBuilder {
 public:
  // `folder`: for objects that the files under test share.
  explicit UnitBuilder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Of Cairn's own headers, which a file under test may include.
  static std::filesystem::path include_directory();

  static base::Result<unit::Description> describe(const UnitSource& source, const std::filesystem::path& folder);

  // Writes harness.c and builds both programs from it.
  base::Result<Harness> build_harness(const UnitSource& source, const unit::Plan& plan,
                                      const std::filesystem::path& folder);

  // The explored program once more, in which doing what C does not define is a failed assumption. Requires a harness.
  base::Result<std::filesystem::path> build_defined(const UnitSource& source, const unit::Plan& plan,
                                                    const std::filesystem::path& folder);

  // The program made of a generated test file.
  base::Result<std::filesystem::path> build_tests(const UnitSource& source, const unit::Plan& plan,
                                                  const std::filesystem::path& tests,
                                                  const std::filesystem::path& folder);

 private:
  struct Variant;
  using Object = base::Result<std::filesystem::path>;
  const Object& object(const OtherFile& file, const UnitSource& source, const Variant& variant);
  Object make_object(const OtherFile& file, const UnitSource& source, const Variant& variant) const;
  base::Result<std::optional<base::Error>> archive(const UnitSource& source, const Variant& variant,
                                                   const std::filesystem::path& path);
  base::Status build(const UnitSource& source, const unit::Plan& plan, const std::filesystem::path& main_file,
                     const Variant& variant, const std::filesystem::path& output);
  base::Status check_requirement(const UnitSource& source, const unit::Plan& plan, const std::filesystem::path& folder,
                                 const std::string& message);

  std::filesystem::path folder_;
  std::map<std::pair<std::string, std::filesystem::path>, Object> objects_;  // by variant and file
};

}  // namespace cairn::cli
