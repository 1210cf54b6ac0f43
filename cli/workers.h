// The workers of a cluster, called together for an exploration of this process.
#pragma once

#include <memory>
#include <string>

#include "cluster/link.h"
#include "cluster/member.h"
#include "engine/base/result.h"
#include "engine/explore/options.h"

namespace cairn::cli {

class Workers {
 public:
  // Nobody, if the URL is empty. Sets the moment at which all runs begin, which has to be the same for all.
  static base::Result<Workers> call(const std::string& url, explore::Options& wanted, const explore::Budget& budget);

  // Null: nobody.
  [[nodiscard]] explore::Peers* peers() const { return member_.get(); }

  // On stderr: why some could not help.
  void tell_troubles() const;

 private:
  std::unique_ptr<cluster::Link> link_;
  std::unique_ptr<cluster::Member> member_;
};

}  // namespace cairn::cli
