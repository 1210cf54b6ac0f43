// The run directory is the database (D11 in docs/architecture.md): inputs as files a person can look at, facts in
// SQLite (WAL, group commit). What was reported survives SIGKILL.
//
//   OUT/cairn.db            facts: manifest, paths, tests, bugs, answers, signatures of paths, what is known of sides
//   OUT/tests/000001.test   the suite, one file a test (pure ASCII: test_file.h; `cairn show` prints it)
//   OUT/bugs/000001.test    inputs that made the program misbehave
//   OUT/summary.json, OUT/bugs.json, OUT/loss.json (losses.h)
//   OUT/scratch/            the target's working directories
//   OUT/lock, OUT/.gitignore (lock.h, layout.h)
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/trace/input.h"
#include "engine/trace/run.h"

namespace cairn::suite {

// What a run was asked to do; enough to resume it.
struct Manifest {
  std::string program;               // absolute path
  std::vector<std::string> command;  // program and fixed arguments as given
  std::uint64_t program_hash = 0;    // of the executable's content
  std::string strategy;
  std::uint64_t seed = 0;
  std::string options;  // JSON object: every option that steers the run

  bool operator==(const Manifest&) const = default;
};

// One distinct path. Every path is stored (as a delta to its parent); those worth keeping are tests.
struct PathRecord {
  std::uint32_t id = 0;      // 1, 2, ... in order of discovery
  std::uint32_t parent = 0;  // path its input was derived from; 0: none
  trace::Input input;
  std::uint64_t signature = 0;  // hash over the sequence of condition hashes and sides
  trace::Outcome outcome;
  std::uint64_t run = 0;        // number of the run that found it
  double seconds = 0;           // since the start of the exploration (all sessions)
  std::uint32_t new_sides = 0;  // source sides it covered first
  bool kept = false;            // belongs to the suite
  // stdout (up to a bound), when a run captured it; what replay compares with. Messages on stderr name the program,
  // which differs from build to build.
  std::optional<std::string> output;

  bool operator==(const PathRecord&) const = default;
};

struct BugRecord {
  std::uint32_t id = 0;
  std::uint32_t path = 0;
  std::string kind;      // "SIGSEGV", "SIGABRT", "timeout", ...
  std::string function;  // where, as far as known
  std::string file;
  std::uint32_t line = 0;
  std::uint64_t signature = 0;  // bugs with equal signatures are one bug

  bool operator==(const BugRecord&) const = default;
};

// A solver's proof or answer, keyed by structural hashes so that it holds in other runs and versions.
struct StoredAnswer {
  std::uint64_t query = 0;
  bool sat = false;
  std::vector<std::uint8_t> payload;  // opaque to the directory

  bool operator==(const StoredAnswer&) const = default;
};

// The conditions of a path, each by the upper half of its structural hash. Most paths begin like the one they were
// derived from, so the first `shared` are those of path `base` (0: none) and not repeated.
struct SignatureRecord {
  std::uint32_t path = 0;
  std::uint64_t key = 0;  // over all conditions in full: names the path in every version and on every machine
  std::uint32_t base = 0;
  std::uint32_t shared = 0;
  std::vector<std::uint32_t> words;

  bool operator==(const SignatureRecord&) const = default;
};

// What is known of a side.
enum class SideKnowledge : std::uint8_t {
  infeasible,  // proven
  unknown,     // the solver gave up
  open,        // nobody asked before the exploration ended
  visited,     // a stored path takes it; noted only where that path may be missing from the tree (explore/residence.h)
  diverged,    // a solved input went elsewhere; noted only where the tree that knows it is dropped
};

// Named by a key over the conditions that lead there and its own.
struct SideRecord {
  std::uint64_t key = 0;
  SideKnowledge knowledge = SideKnowledge::open;
  std::uint8_t effort = 0;  // what the solver was asked with (solver.h)

  bool operator==(const SideRecord&) const = default;
};

class RunDirectory {
 public:
  virtual ~RunDirectory() = default;

  [[nodiscard]] virtual const std::filesystem::path& path() const = 0;
  [[nodiscard]] virtual const Manifest& manifest() const = 0;

  // Queued; durable after the next flush(). Ids are the caller's, consecutive from last_path() + 1.
  virtual base::Status add_path(const PathRecord& record) = 0;
  virtual base::Status add_bug(const BugRecord& record) = 0;
  virtual base::Status add_answer(const StoredAnswer& answer) = 0;
  // One for each path at most; its base must be there before it.
  virtual base::Status add_signature(const SignatureRecord& record) = 0;
  // Replaces what was known of the side, unless it is `open`: that is less than whatever is known.
  virtual base::Status add_side(const SideRecord& record) = 0;
  // What a path's run printed, found out later (expectations.h). Test files stay as they are; load_tests() gives both.
  virtual base::Status add_expectation(std::uint32_t path, const std::string& output) = 0;

  // Makes everything queued durable (one transaction, then the files). Call before reporting anything.
  virtual base::Status flush() = 0;

  // Written atomically (temporary file, rename).
  virtual base::Status write_summary(const std::string& json) = 0;

  virtual base::Result<std::vector<PathRecord>> paths() = 0;  // all, in order of id, inputs rebuilt from deltas
  virtual base::Result<PathRecord> find_path(std::uint32_t id) = 0;
  virtual base::Result<std::vector<std::uint32_t>> kept_paths() = 0;  // ids of those that are tests, in order
  virtual base::Result<std::vector<BugRecord>> bugs() = 0;
  virtual base::Result<std::vector<StoredAnswer>> answers() = 0;
  virtual base::Result<std::vector<SignatureRecord>> signatures() = 0;  // in order of path
  virtual base::Result<std::vector<SideRecord>> sides() = 0;
  // Of those that were flushed; nothing: it is not known.
  virtual base::Result<std::optional<SideRecord>> find_side(std::uint64_t key) = 0;
  [[nodiscard]] virtual std::uint32_t last_path() const = 0;

  // Drops what is kept in memory only to be quick.
  virtual void release_memory() = 0;

  // Facts about the program of the run, by name: opaque to the directory. Durable at once.
  virtual base::Status set_fact(const std::string& name, const std::string& value) = 0;
  virtual base::Result<std::optional<std::string>> fact(const std::string& name) = 0;
};

// Notes another build of the program, by path, hash and command, in a directory that nobody uses.
base::Status set_program(const std::filesystem::path& path, const Manifest& manifest);

// Whether the directory holds a run: what create() refuses to overwrite.
bool holds_run(const std::filesystem::path& path);

// Fails with a clear sentence when it holds none, or cannot be looked into.
base::Status check_run(const std::filesystem::path& path);

// Fails with a clear sentence when the directory holds a run already (unless force: then it is replaced), when another
// process is using it, or when it cannot be written. Before a run is replaced `ready` may object, and it stays.
base::Result<std::unique_ptr<RunDirectory>> create(const std::filesystem::path& path, const Manifest& manifest,
                                                   bool force, const std::function<base::Status()>& ready = {});

// Opens an existing run; for_writing takes the lock.
base::Result<std::unique_ptr<RunDirectory>> open(const std::filesystem::path& path, bool for_writing);

}  // namespace cairn::suite
