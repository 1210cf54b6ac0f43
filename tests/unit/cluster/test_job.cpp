#include <gtest/gtest.h>

#include "cluster/job.h"

namespace cairn::cluster {
namespace {

Job some_job(const explore::Options& options) {
  Job job;
  job.id = "1";
  job.command = {"./maze", "words"};
  job.options = explore::to_json(options);
  job.files = {{"program/maze", 1, 2}, {"words", 3, 4}};
  return job;
}

TEST(Job, AWorkerRunsTheProgramItHasUnpacked) {
  explore::Options options;
  options.strategy = "cfg";
  options.seed = 9;
  const auto wanted = options_of(some_job(options), "/somewhere");
  ASSERT_TRUE(wanted.ok());
  EXPECT_EQ(wanted->target.command, (std::vector<std::string>{"/somewhere/program/maze", "words"}));
  EXPECT_EQ(wanted->strategy, "cfg");
  EXPECT_EQ(wanted->seed, 9u);
}

TEST(Job, AWorkerRunsNoCommandThatItIsSent) {
  explore::Options options;
  options.layers = {"cache", "smtlib"};
  options.solver_command = "rm -rf /";
  EXPECT_FALSE(options_of(some_job(options), "/somewhere").ok());
}

TEST(Job, OptionsThatCannotBeReadAreAnError) {
  Job job = some_job({});
  job.options = "{";
  EXPECT_FALSE(options_of(job, "/somewhere").ok());
}

TEST(Job, FilesAreUnpackedBelowTheirDirectoryOnly) {
  for (const char* name : {"a", "a/b.txt", "program/maze", "..a", "a..b/c"}) EXPECT_TRUE(stays_below(name)) << name;
  for (const char* name : {"", "/etc/passwd", "../a", "a/../../b", "a/..", "./a", "a/", "/"}) {
    EXPECT_FALSE(stays_below(name)) << name;
  }
}

TEST(Job, SubjectsTellWhichJobTheyAreOf) {
  EXPECT_EQ(job_of(pulse_subject("abc")), "abc");
  EXPECT_EQ(job_of(input_subject("7")), "7");
  EXPECT_EQ(job_of("cairn.jo"), "");
}

}  // namespace
}  // namespace cairn::cluster
