#include "cluster/worker.h"

#include <set>
#include <utility>

#include "cluster/job.h"
#include "cluster/leaders.h"
#include "cluster/member.h"
#include "cluster/message.h"
#include "engine/base/hash.h"
#include "engine/base/stopwatch.h"
#include "engine/explore/session.h"

namespace cairn::cluster {

namespace fs = std::filesystem;

namespace {

constexpr int kWaitMilliseconds = 200;
void listen(Listener& pulses, int milliseconds, const base::Stopwatch& clock, Leaders& leaders) {
  for (auto message = pulses.next(milliseconds); message; message = pulses.next(0)) {
    const auto pulse = decode_pulse(message->content);
    if (pulse && pulse->leads && !pulse->leaves) leaders.hear(job_of(message->subject), clock.seconds());
  }
}

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

enum class Ending { job_over, leader_lost };

base::Result<Ending> take_part(base::Context& context, Link& link, const Published& published, MemberId self,
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
  return member->leader_lost() ? Ending::leader_lost : Ending::job_over;
}

base::Result<Ending> do_job(base::Context& context, Link& link, const std::string& id, const WorkerOptions& options,
                            WorkerEvents& events) {
  const MemberId self = fresh_member();
  const JobDirectory directory(options.directory / id);
  const auto published = fetch(link, id, directory.path());
  auto done = published.ok() ? take_part(context, link, *published, self, directory, options, events)
                             : base::Result<Ending>(published.error());
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
  TRY(const auto pulses, link.listen(pulse_subject("*")));
  const base::Stopwatch clock;
  Leaders leaders;
  std::set<std::string> tried;
  events.waits();
  while (!context.stop) {
    listen(*pulses, kWaitMilliseconds, clock, leaders);
    const auto open = jobs(link);
    if (!open.ok()) {
      if (link.connected()) return open.error();
      leaders.forget();  // the server may come back, and they with it
      continue;
    }
    for (const std::string& id : *open) {
      if (leaders.gone(id, clock.seconds())) static_cast<void>(link.remove_stream(stream_of(id)));  // nobody else would
      if (context.stop || !leaders.there(id, clock.seconds()) || !tried.insert(id).second) continue;
      const auto done = do_job(context, link, id, options, events);
      if (!done.ok()) events.cannot(done.error());
      if (options.once) return done.ok() ? base::Status() : done.error();
      if (done.ok() && *done == Ending::leader_lost) tried.erase(id);  // it may be heard again
      events.waits();
      leaders.forget();  // it took long: which of the others have gone must be heard first
      break;
    }
  }
  return {};
}

}  // namespace cairn::cluster
