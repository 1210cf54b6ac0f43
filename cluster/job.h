// A job: a program that workers are to explore along with whoever asked for it (the leader), and how. It travels as a
// stream of its own: what to do, then the files it takes (the program, and those that its fixed arguments name), in
// pieces.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cluster/link.h"
#include "cluster/membership.h"
#include "engine/base/result.h"
#include "engine/explore/options.h"
#include "engine/explore/progress.h"

namespace cairn::cluster {

struct JobFile {
  std::string name;  // stays_below()
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;
};

// Whether such a name, which somebody else chose, leads to a file below the directory it is unpacked in.
[[nodiscard]] bool stays_below(const std::filesystem::path& name);

struct Job {
  std::string id;
  MemberId leader = 0;
  std::string version;               // of Cairn, and of what it writes into programs: they must agree
  std::vector<std::string> command;  // the program is the first of the files
  std::string options;               // explore::to_json
  explore::Budget budget;            // of each member, though the leader may end it before
  std::vector<JobFile> files;
};

// Where things of a job are said and kept.
std::string stream_of(const std::string& job);
std::string pulse_subject(const std::string& job);  // "*": of any job
std::string input_subject(const std::string& job);
std::string taken_subject(const std::string& job);
std::string work_subjects(const std::string& job);  // both of these

std::string job_of(const std::string& subject);  // whose subject this is

// The jobs that somebody has asked for, though it may have gone since.
base::Result<std::vector<std::string>> jobs(Link& link);

struct Published {
  Job job;
  std::uint64_t last = 0;  // message of the stream
};
// Leaves it with the server. Workers take it up when they hear its leader (member.h).
base::Result<Published> publish(Link& link, MemberId leader, const explore::Options& options,
                                const explore::Budget& budget);

// Reads a job, and unpacks its files in that directory.
base::Result<Published> fetch(Link& link, const std::string& id, const std::filesystem::path& into);

// What a worker is to do who has unpacked the job there.
base::Result<explore::Options> options_of(const Job& job, const std::filesystem::path& unpacked);

}  // namespace cairn::cluster
