#include "cli/workers.h"

#include <fmt/core.h>
#include <time.h>

namespace cairn::cli {

base::Result<Workers> Workers::call(const std::string& url, explore::Options& wanted, const explore::Budget& budget) {
  Workers workers;
  if (url.empty()) return workers;
  TRY(workers.link_, cluster::Link::connect(url));
  if (wanted.target.moment == 0) wanted.target.moment = static_cast<std::uint32_t>(::time(nullptr));
  const cluster::MemberId self = cluster::fresh_member();
  TRY(const auto published, cluster::publish(*workers.link_, self, wanted, budget));
  TRY(workers.member_, cluster::Member::join(*workers.link_, published, self));
  return workers;
}

void Workers::tell_troubles() const {
  if (!member_) return;
  for (const std::string& trouble : member_->troubles()) {
    fmt::print(stderr, "cairn: a worker could not help: {}\n", trouble);
  }
}

}  // namespace cairn::cli
