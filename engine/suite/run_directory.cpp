// A flush commits the rows of new tests and bugs first and writes their files after: a file that is missing or cut
// short is written from its row when the directory is next opened for writing, one without a row that is cut short is
// removed.
#include "engine/suite/run_directory.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/json_text.h"
#include "engine/suite/database.h"
#include "engine/suite/files.h"
#include "engine/suite/layout.h"
#include "engine/suite/lock.h"
#include "engine/suite/path_table.h"
#include "engine/suite/schema.h"
#include "engine/suite/signature_table.h"
#include "engine/suite/test_file.h"

namespace cairn::suite {
namespace {

namespace fs = std::filesystem;

class SqliteRunDirectory final : public RunDirectory {
 public:
  static base::Result<std::unique_ptr<RunDirectory>> open(const fs::path& path, std::unique_ptr<DirectoryLock> lock) {
    const auto mode = lock ? Database::Mode::write : Database::Mode::read;
    TRY(auto database, open_database(database_path(path), mode));
    TRY(Manifest manifest, read_manifest(*database));
    TRY(PathTable table, PathTable::open(*database, lock != nullptr));
    TRY(SideTable sides, SideTable::open(*database));
    std::unique_ptr<SqliteRunDirectory> directory(new SqliteRunDirectory(
        path, std::move(lock), std::move(database), std::move(manifest), std::move(table), std::move(sides)));
    TRY_STATUS(directory->load_counts());
    if (directory->lock_) TRY_STATUS(directory->repair_files());
    return std::unique_ptr<RunDirectory>(std::move(directory));
  }

  ~SqliteRunDirectory() override {
    if (lock_) (void)flush();  // whoever needs to know whether it worked has called it before
  }

  [[nodiscard]] const fs::path& path() const override { return path_; }
  [[nodiscard]] const Manifest& manifest() const override { return manifest_; }
  [[nodiscard]] std::uint32_t last_path() const override { return last_path_; }

  base::Status add_path(const PathRecord& record) override {
    CHECK(lock_ && record.id == last_path_ + 1 && record.parent < record.id);
    const std::uint32_t test = record.kept ? ++last_test_ : 0;
    new_paths_.push_back({record, test});
    last_path_ = record.id;
    return {};
  }

  base::Status add_bug(const BugRecord& record) override {
    CHECK(lock_ && record.id == last_bug_ + 1 && record.path >= 1 && record.path <= last_path_);
    new_bugs_.push_back(record);
    last_bug_ = record.id;
    return {};
  }

  base::Status add_answer(const StoredAnswer& answer) override {
    CHECK(lock_);
    new_answers_.push_back(answer);
    return {};
  }

  base::Status add_signature(const SignatureRecord& record) override {
    CHECK(lock_ && record.path >= 1 && record.path <= last_path_ && record.base < record.path);
    new_signatures_.push_back(record);
    return {};
  }

  base::Status add_side(const SideRecord& record) override {
    CHECK(lock_);
    new_sides_.push_back(record);
    return {};
  }

  base::Status add_expectation(std::uint32_t path, const std::string& output) override {
    CHECK(lock_ && path >= 1 && path <= last_path_);
    new_expectations_.push_back({path, output});
    return {};
  }

  base::Status flush() override {
    if (!new_paths_.empty() || !new_bugs_.empty() || !new_answers_.empty() || !new_expectations_.empty() ||
        !new_signatures_.empty() || !new_sides_.empty()) {
      TRY_STATUS(write_rows());
      for (NewPath& added : new_paths_) {
        if (added.test != 0) unwritten_tests_.push_back(std::move(added));
      }
      unwritten_bugs_.insert(unwritten_bugs_.end(), new_bugs_.begin(), new_bugs_.end());
      new_paths_.clear();
      new_bugs_.clear();
      new_answers_.clear();
      new_expectations_.clear();
      new_signatures_.clear();
      new_sides_.clear();
    }
    return write_files();
  }

  base::Status write_summary(const std::string& json) override {
    return write_atomically(path_ / "summary.json", json);
  }

  base::Result<std::vector<PathRecord>> paths() override {
    TRY_STATUS(flush());
    std::vector<PathRecord> records;
    TRY_STATUS(table_.each([&](PathRecord&& record, std::uint32_t) {
      records.push_back(std::move(record));
      return base::Status();
    }));
    return records;
  }

  base::Result<PathRecord> find_path(std::uint32_t id) override {
    TRY_STATUS(flush());
    return table_.find(id);
  }

  base::Result<std::vector<std::uint32_t>> kept_paths() override {
    TRY_STATUS(flush());
    TRY(auto rows, database_->prepare("SELECT id FROM path WHERE test IS NOT NULL ORDER BY id"));
    std::vector<std::uint32_t> ids;
    for (;;) {
      TRY(const bool more, rows.step());
      if (!more) return ids;
      ids.push_back(rows.unsigned32(0));
    }
  }

  base::Result<std::vector<BugRecord>> bugs() override {
    TRY_STATUS(flush());
    return read_bugs();
  }

  base::Result<std::vector<StoredAnswer>> answers() override {
    TRY_STATUS(flush());
    TRY(auto rows, database_->prepare("SELECT query, sat, payload FROM answer ORDER BY rowid"));
    std::vector<StoredAnswer> records;
    for (;;) {
      TRY(const bool more, rows.step());
      if (!more) return records;
      records.push_back({static_cast<std::uint64_t>(rows.integer(0)), rows.integer(1) != 0, rows.blob(2)});
    }
  }

  base::Result<std::vector<SignatureRecord>> signatures() override {
    TRY_STATUS(flush());
    return read_signatures(*database_);
  }

  base::Result<std::vector<SideRecord>> sides() override {
    TRY_STATUS(flush());
    return read_sides(*database_);
  }

  base::Result<std::optional<SideRecord>> find_side(std::uint64_t key) override { return sides_.find(key); }

  void release_memory() override { table_.release_memory(); }

  base::Status set_fact(const std::string& name, const std::string& value) override {
    CHECK(lock_);
    TRY(auto row, database_->prepare("INSERT OR REPLACE INTO fact VALUES (?,?)"));
    return row.bind(name).bind(value).run();
  }

  base::Result<std::optional<std::string>> fact(const std::string& name) override {
    TRY(auto row, database_->prepare("SELECT value FROM fact WHERE name = ?"));
    TRY(const bool found, row.bind(name).step());
    return found ? std::optional(row.text(0)) : std::nullopt;
  }

 private:
  struct NewPath {
    PathRecord record;
    std::uint32_t test;
  };
  struct Expectation {
    std::uint32_t path;
    std::string output;
  };

  SqliteRunDirectory(fs::path path, std::unique_ptr<DirectoryLock> lock, std::unique_ptr<Database> database,
                     Manifest manifest, PathTable table, SideTable sides)
      : path_(std::move(path)),
        lock_(std::move(lock)),
        database_(std::move(database)),
        manifest_(std::move(manifest)),
        table_(std::move(table)),
        sides_(std::move(sides)) {}

  base::Result<std::vector<BugRecord>> read_bugs() {
    TRY(auto rows, database_->prepare("SELECT id, path, kind, function, file, line, signature FROM bug ORDER BY id"));
    std::vector<BugRecord> records;
    for (;;) {
      TRY(const bool more, rows.step());
      if (!more) return records;
      records.push_back({.id = rows.unsigned32(0),
                         .path = rows.unsigned32(1),
                         .kind = rows.text(2),
                         .function = rows.text(3),
                         .file = rows.text(4),
                         .line = rows.unsigned32(5),
                         .signature = static_cast<std::uint64_t>(rows.integer(6))});
    }
  }

  base::Status load_counts() {
    TRY(const std::int64_t paths, database_->number("SELECT ifnull(max(id), 0) FROM path"));
    TRY(const std::int64_t tests, database_->number("SELECT ifnull(max(test), 0) FROM path WHERE test IS NOT NULL"));
    TRY(const std::int64_t bugs, database_->number("SELECT ifnull(max(id), 0) FROM bug"));
    last_path_ = static_cast<std::uint32_t>(paths);
    last_test_ = static_cast<std::uint32_t>(tests);
    last_bug_ = static_cast<std::uint32_t>(bugs);
    return {};
  }

  // The database knows every input, so that a test file that was removed or cut short can be written again.
  base::Status repair_files() {
    TRY_STATUS(remove_leftovers(path_, last_test_, last_bug_));
    last_test_ = std::max(last_test_, last_test_file(path_));  // new ones are written over nobody's
    TRY(auto kept, database_->prepare("SELECT id, test FROM path WHERE test IS NOT NULL"));
    for (;;) {
      TRY(const bool more, kept.step());
      if (!more) break;
      const fs::path file = test_path(path_, kept.unsigned32(1));
      if (is_whole(file)) continue;
      TRY(PathRecord record, table_.find(kept.unsigned32(0)));
      TRY_STATUS(write_test(file, {std::move(record), std::nullopt}));
    }
    TRY(const auto known, read_bugs());
    for (const BugRecord& bug : known) {
      if (!is_whole(bug_path(path_, bug.id))) TRY_STATUS(write_bug(bug));
    }
    return known.empty() ? base::Status() : write_bug_list();
  }

  // What fails is tried again by the next flush.
  base::Status write_files() {
    for (const NewPath& test : unwritten_tests_) {
      TRY_STATUS(write_test(test_path(path_, test.test), {test.record, std::nullopt}));
    }
    unwritten_tests_.clear();
    if (unwritten_bugs_.empty()) return {};
    for (const BugRecord& bug : unwritten_bugs_) TRY_STATUS(write_bug(bug));
    TRY_STATUS(write_bug_list());
    unwritten_bugs_.clear();
    return {};
  }

  base::Status write_bug(const BugRecord& bug) {
    TRY(PathRecord record, table_.find(bug.path));
    return write_test(bug_path(path_, bug.id), {std::move(record), bug});
  }

  base::Status write_rows() {
    TRY(auto transaction, Transaction::begin(*database_));
    for (const NewPath& added : new_paths_) TRY_STATUS(table_.insert(added.record, added.test));
    TRY(auto bug_row, database_->prepare("INSERT INTO bug VALUES (?,?,?,?,?,?,?)"));
    for (const BugRecord& bug : new_bugs_) {
      bug_row.bind(bug.id).bind(bug.path).bind(bug.kind).bind(bug.function).bind(bug.file).bind(bug.line);
      TRY_STATUS(bug_row.bind(bug.signature).run());
    }
    TRY(auto answer_row, database_->prepare("INSERT OR REPLACE INTO answer VALUES (?,?,?)"));
    for (const StoredAnswer& answer : new_answers_) {
      TRY_STATUS(answer_row.bind(answer.query).bind(answer.sat ? 1 : 0).bind(answer.payload).run());
    }
    TRY(auto expectation_row, database_->prepare("INSERT OR REPLACE INTO expectation VALUES (?,?)"));
    for (const Expectation& expectation : new_expectations_) {
      TRY_STATUS(expectation_row.bind(expectation.path).bind(as_bytes(expectation.output)).run());
    }
    TRY_STATUS(insert_signatures(*database_, new_signatures_));
    TRY_STATUS(insert_sides(*database_, new_sides_));
    return transaction.commit();
  }

  base::Status write_bug_list() {
    TRY(const auto known, read_bugs());
    auto list = nlohmann::json::array();
    for (const BugRecord& bug : known) {
      list.push_back({{"id", bug.id},
                      {"kind", bug.kind},
                      {"function", bug.function},
                      {"file", bug.file},
                      {"line", bug.line},
                      {"path", bug.path},
                      {"signature", fmt::format("{:016x}", bug.signature)},
                      {"input", fs::relative(bug_path(path_, bug.id), path_).string()}});
    }
    return write_atomically(path_ / "bugs.json", base::json_text(list, 2) + "\n");
  }

  fs::path path_;
  std::unique_ptr<DirectoryLock> lock_;  // none: opened for reading
  std::unique_ptr<Database> database_;
  Manifest manifest_;
  PathTable table_;
  SideTable sides_;
  std::vector<NewPath> new_paths_;
  std::vector<BugRecord> new_bugs_;
  std::vector<Expectation> new_expectations_;
  std::vector<StoredAnswer> new_answers_;
  std::vector<SignatureRecord> new_signatures_;
  std::vector<SideRecord> new_sides_;
  // Recorded, but their files are still to be written.
  std::vector<NewPath> unwritten_tests_;
  std::vector<BugRecord> unwritten_bugs_;
  std::uint32_t last_path_ = 0;
  std::uint32_t last_test_ = 0;
  std::uint32_t last_bug_ = 0;
};

}  // namespace

base::Result<std::unique_ptr<RunDirectory>> create(const fs::path& path, const Manifest& manifest, bool force,
                                                   const std::function<base::Status()>& ready) {
  TRY_STATUS(make_directories(path));
  TRY(auto lock, DirectoryLock::take(path));
  if (holds_run(path)) {
    if (!force) {
      return base::misuse_error(fmt::format(
          "{0} holds a run already; go on with cairn resume {0}, or replace it with --force", path.string()));
    }
    if (ready) TRY_STATUS(ready());
  }
  TRY_STATUS(prepare_directory(path));
  TRY_STATUS(create_database(database_path(path), manifest));
  return SqliteRunDirectory::open(path, std::move(lock));
}

base::Result<std::unique_ptr<RunDirectory>> open(const fs::path& path, bool for_writing) {
  TRY_STATUS(check_run(path));
  std::unique_ptr<DirectoryLock> lock;
  if (for_writing) {
    TRY(lock, DirectoryLock::take(path));
  }
  return SqliteRunDirectory::open(path, std::move(lock));
}

base::Status set_program(const fs::path& path, const Manifest& manifest) {
  TRY(const auto lock, DirectoryLock::take(path));
  TRY(const auto database, open_database(database_path(path), Database::Mode::write));
  return write_program(*database, manifest);
}

}  // namespace cairn::suite
