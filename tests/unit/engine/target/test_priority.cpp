// Targets take as little of the processor as the engine was told to.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "engine/target/priority.h"
#include "tests/unit/engine/target/common.h"

namespace cairn::target {
namespace {

bool sessions_have_shares() {
  std::ifstream file("/proc/self/autogroup");
  std::string name;
  return static_cast<bool>(file >> name);
}

// The nice value of a target's session, where the engine has this one.
int session_of_target(int nice, Sandbox sandbox) {
  if (::setpriority(PRIO_PROCESS, 0, nice) != 0) return -1;
  base::Context context{1};
  auto target = start(context, victim_options(sandbox));
  return target.ok() ? run_with(**target, standard_input("session-nice")).outcome.code : -1;
}

TEST(Priority, TargetsAreAsNiceAsTheEngine) {
  if (!sessions_have_shares()) GTEST_SKIP() << "this kernel does not divide the processor among sessions";
  constexpr int kNice = 11;
  for (const Sandbox sandbox : {Sandbox::off, Sandbox::landlock, Sandbox::namespaces})
    EXPECT_EXIT(std::exit(session_of_target(std::max(kNice, niceness()), sandbox)),
                ::testing::ExitedWithCode(std::max(kNice, niceness())), "");
}

TEST(Priority, NobodyHasToBeNice) {
  if (!sessions_have_shares() || niceness() != 0) GTEST_SKIP();
  EXPECT_EXIT(std::exit(session_of_target(0, Sandbox::off)), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace cairn::target
