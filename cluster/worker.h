// A worker: waits for jobs, and takes part in each until its leader ends it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cluster/link.h"
#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/explore/progress.h"
#include "engine/target/target.h"

namespace cairn::cluster {

struct WorkerOptions {
  std::filesystem::path directory;         // everything of a job is below it, and goes with the job
  std::optional<target::Sandbox> sandbox;  // none: as the leader has it, but never without any
  bool once = false;                       // ends after the first job
};

// Who wants to hear what a worker does.
class WorkerEvents : public explore::Reporter {
 public:
  virtual void waits() = 0;
  virtual void begins(const std::string& program) = 0;
  virtual void ends(const explore::Totals& totals) = 0;
  virtual void cannot(const base::Error& why) = 0;
};

// Until context.stop is set. An error: no job can be had any more.
base::Status work(base::Context& context, Link& link, const WorkerOptions& options, WorkerEvents& events);

}  // namespace cairn::cluster
