// A session: everything an exploration needs, wired together in one place.
//
//   base::Context context(0);                            // set context.stop from a signal handler to end early
//   TRY(auto session, Session::create(context, options, "cairn-out/prog", false));
//   TRY(End end, session->explore({.seconds = 60}, reporter));
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/explore/heritage.h"
#include "engine/explore/loop.h"
#include "engine/explore/options.h"
#include "engine/explore/progress.h"
#include "engine/explore/proven_cores.h"
#include "engine/suite/run_directory.h"

namespace cairn::explore {

// What a session takes over from a run on an earlier version of the program.
struct Inheritance {
  std::vector<suite::StoredAnswer> answers;
  // Makes the precedent, once there is a tree; none: nothing is settled before it is asked.
  std::function<std::unique_ptr<Precedent>(const Knowledge&)> precedent;
  std::optional<CodeFacts> changed_since;  // open sides in functions that differ from these come first
};

// What a run was asked to do, with its program and arguments.
base::Result<Options> options_of(const suite::Manifest& manifest);

class Session {
 public:
  // A new run in a new directory; force replaces a run that is there. The context must outlive the session, which seeds
  // its generator. Peers, if there are any, must outlive the session too.
  static base::Result<std::unique_ptr<Session>> create(base::Context& context, const Options& options,
                                                       const std::filesystem::path& out, bool force,
                                                       Inheritance inheritance = {}, Peers* peers = nullptr);

  // Goes on with a run: its stored inputs are run again, then the seeds it did not come to; its options are as they
  // were (except for the sandbox, if given, and how many runs are made at the same time).
  static base::Result<std::unique_ptr<Session>> resume(base::Context& context, const std::filesystem::path& out,
                                                       std::optional<target::Sandbox> sandbox = std::nullopt,
                                                       unsigned jobs = 1, Peers* peers = nullptr);

  ~Session();

  // Ensures: what was found is durable and summary.json is written, also when an error is returned.
  base::Result<End> explore(const Budget& budget, Reporter& reporter);

  [[nodiscard]] const Totals& totals() const;
  [[nodiscard]] program::Figures coverage() const;
  [[nodiscard]] const program::Program& program() const;
  [[nodiscard]] const program::Coverage& covered() const;
  [[nodiscard]] const trace::ObjectTable& objects() const;
  [[nodiscard]] const tree::Tree& tree() const;
  [[nodiscard]] Loop& loop();
  [[nodiscard]] target::Target& target();
  [[nodiscard]] const Options& options() const;
  [[nodiscard]] suite::RunDirectory& directory();

 private:
  struct Impl;
  explicit Session(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cairn::explore
