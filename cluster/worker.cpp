#include "cluster/worker.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "cluster/job.h"
#include "cluster/member.h"
#include "cluster/message.h"
#include "engine/base/hash.h"
#include "engine/base/stopwatch.h"
#include "engine/explore/session.h"

namespace cairn::cluster {

namespace fs = std::filesystem;

namespace {

constexpr int kWaitMilliseconds = 200;
constexpr double kThereSeconds = 3;  // since its last pulse a leader is taken to be there

// Which jobs still have somebody who asked for them.
class Leaders {
 public:
  explicit Leaders(std::unique_ptr<Listener> pulses) : pulses_(std::move(pulses)) {}

  void listen(int milliseconds) {
    for (auto message = pulses_->next(milliseconds); message; message = pulses_->next(0)) {
      const auto pulse = decode_pulse(message->content);
      if (pulse && pulse->leads && !pulse->leaves) heard_[job_of(message->subject)] = clock_.seconds();
    }
  }
  [[nodiscard]] bool there(const std::string& job) const { return silence(heard_, job) < kThereSeconds; }
  [[nodiscard]] bool gone(const std::string& job) {
    seen_.try_emplace(job, clock_.seconds());
    return std::min(silence(seen_, job), silence(heard_, job)) > kLeaderSeconds;
  }

 private:
  using Times = std::map<std::string, double>;  // by job
  [[nodiscard]] double silence(const Times& since, const std::string& job) const {
    const auto found = since.find(job);
    return found == since.end() ? HUGE_VAL : clock_.seconds() - found->second;
  }

  std::unique_ptr<Listener> pulses_;
  base::Stopwatch clock_;
  Times heard_;  // the leader, last
  Times seen_;   // the job, first
};

// What a job left behind goes with it.
class JobDirectory {
 public:
  explicit JobDirectory(fs::path path) : path_(std::move(path)) {}
  ~JobDirectory() {
    std::error_code ignored;
    fs::current_path(path_.parent_path(), ignored);
    fs::remove_all(path_, ignored);
  }
  JobDirectory(const JobDirectory&) = delete;
  JobDirectory& operator=(const JobDirectory&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// The program comes from elsewhere: a leader may do without containment on its own machine, not on this one.
target::Sandbox sandbox_for(const WorkerOptions& options, target::Sandbox asked) {
  if (options.sandbox) return *options.sandbox;
  return asked == target::Sandbox::off ? target::Sandbox::automatic : asked;
}

base::Status take_part(base::Context& context, Link& link, const Published& published, MemberId self,
                       const JobDirectory& directory, const WorkerOptions& wanted, WorkerEvents& events) {
  TRY(explore::Options options, options_of(published.job, directory.path()));
  options.seed = base::combine(options.seed, self);
  options.target.sandbox = sandbox_for(wanted, options.target.sandbox);
  std::error_code error;
  fs::current_path(directory.path(), error);  // files that the arguments name are there
  if (error) return base::environment_error("The job's directory cannot be entered: " + error.message());
  TRY(const auto member, Member::join(link, published, self));
  TRY(const auto session,
      explore::Session::create(context, options, directory.path() / "out", false, {}, member.get()));
  events.begins(published.job.command.front());
  TRY_STATUS(session->explore(published.job.budget, events));
  events.ends(session->totals());
  return {};
}

base::Status do_job(base::Context& context, Link& link, const std::string& id, const WorkerOptions& options,
                    WorkerEvents& events) {
  const MemberId self = fresh_member();
  const JobDirectory directory(options.directory / id);
  base::Status done;
  if (auto published = fetch(link, id, directory.path()); published.ok())
    done = take_part(context, link, *published, self, directory, options, events);
  else
    done = published.error();
  if (!done.ok()) {
    Pulse pulse;
    pulse.member = self;
    pulse.name = name_of_this_process();
    pulse.leaves = true;
    pulse.trouble = done.error().message;
    static_cast<void>(link.say(pulse_subject(id), encode_pulse(pulse)));  // the error itself is told below
  }
  return done;
}

}  // namespace

base::Status work(base::Context& context, Link& link, const WorkerOptions& options, WorkerEvents& events) {
  TRY(auto pulses, link.listen(pulse_subject("*")));
  Leaders leaders(std::move(pulses));
  std::set<std::string> tried;
  events.waits();
  while (!context.stop) {
    leaders.listen(kWaitMilliseconds);
    const auto open = jobs(link);
    if (!open.ok()) {
      if (!link.connected()) continue;  // it may come back
      return open.error();
    }
    for (const std::string& id : *open) {
      if (leaders.gone(id)) static_cast<void>(link.remove_stream(stream_of(id)));  // nobody else would
      if (context.stop || !leaders.there(id) || !tried.insert(id).second) continue;
      const base::Status done = do_job(context, link, id, options, events);
      if (!done.ok()) events.cannot(done.error());
      if (options.once) return done;
      events.waits();
      break;  // it took long: which of the others have gone must be heard first
    }
  }
  return {};
}

}  // namespace cairn::cluster
