#include "cluster/job.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "abi/cairn_abi.h"
#include "engine/base/json_text.h"
#include "engine/suite/files.h"
#include "engine/target/command_line.h"

namespace cairn::cluster {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPrefix = "cairn-job-";
constexpr std::size_t kPiece = 256 << 10;         // bytes in a message
constexpr std::size_t kLargestFile = 512u << 20;  // that is sent around
constexpr int kPieceMilliseconds = 10'000;        // to wait for the next one

std::string version() { return fmt::format("{}, recorder {}", CAIRN_VERSION, CAIRN_ABI_VERSION); }

std::string subject(const std::string& job, std::string_view what) { return fmt::format("cairn.job.{}.{}", job, what); }

std::string description_subject(const std::string& job) { return subject(job, "parcel.description"); }
std::string file_subject(const std::string& job) { return subject(job, "parcel.file"); }

// Two leaders that begin at the same moment on different machines must not choose the same.
std::string fresh_id() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", device(), device());
}

std::string describe(const Job& job) {
  Json json{{"leader", job.leader}, {"version", job.version}, {"command", job.command}, {"options", job.options}};
  if (job.budget.seconds) json["seconds"] = *job.budget.seconds;
  if (job.budget.runs) json["runs"] = *job.budget.runs;
  json["files"] = Json::array();
  for (const JobFile& file : job.files) {
    json["files"].push_back({{"name", file.name}, {"bytes", file.bytes}, {"hash", file.hash}});
  }
  return base::json_text(json);
}

base::Result<Job> read_description(const std::string& id, const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Job job;
    job.id = id;
    job.leader = json.at("leader").get<std::uint64_t>();
    job.version = json.at("version").get<std::string>();
    job.command = json.at("command").get<std::vector<std::string>>();
    job.options = json.at("options").get<std::string>();
    if (json.contains("seconds")) job.budget.seconds = json.at("seconds").get<double>();
    if (json.contains("runs")) job.budget.runs = json.at("runs").get<std::uint64_t>();
    for (const Json& file : json.at("files")) {
      job.files.push_back({file.at("name").get<std::string>(), file.at("bytes").get<std::uint64_t>(),
                           file.at("hash").get<std::uint64_t>()});
    }
    if (job.command.empty() || job.files.empty()) return base::environment_error("The job names no program");
    return job;
  } catch (const Json::exception& error) {
    return base::environment_error(fmt::format("The job cannot be read ({})", error.what()));
  }
}

// A solver that is a command is not contained: workers run none that somebody sends them.
base::Status check_solver(const explore::Options& options) {
  if (std::ranges::count(options.layers, "smtlib") == 0) return {};
  return base::misuse_error(
      "a solver that is a command cannot be used with a cluster: workers run no commands they are sent");
}

struct Source {
  std::string name;
  fs::path path;
};

// The program first. Arguments that name files elsewhere, by an absolute path, mean the worker's own.
base::Result<std::vector<Source>> sources_of(const target::CommandLine& line) {
  std::vector<Source> sources = {{"program/" + fs::path(line.program()).filename().string(), line.program()}};
  for (const auto& [name, path] : line.files()) {
    if (!stays_below(name) || !fs::is_regular_file(path)) {
      return base::misuse_error(
          fmt::format("the argument {} cannot be sent to workers, since it is no regular file; if every worker has it, "
                      "give it by an "
                      "absolute path",
                      name));
    }
    sources.push_back({name, path});
  }
  return sources;
}

base::Status send(Link& link, const std::string& job, const std::string& content) {
  for (std::size_t at = 0; at < content.size(); at += kPiece) {
    TRY_STATUS(link.keep(file_subject(job), std::string_view(content).substr(at, kPiece)));
  }
  return {};
}

base::Status unpack(Listener& pieces, const JobFile& file, const fs::path& into, std::uint64_t& last) {
  if (!stays_below(file.name) || file.bytes > kLargestFile) {
    return base::environment_error(fmt::format("The job holds a file that is not to be unpacked: {}", file.name));
  }
  std::string content;
  while (content.size() < file.bytes) {
    const auto piece = pieces.next(kPieceMilliseconds);
    if (!piece) return base::environment_error(fmt::format("The job's file {} did not arrive", file.name));
    content += piece->content;
    last = piece->sequence;
  }
  const fs::path path = into / file.name;
  TRY_STATUS(suite::make_directories(path.parent_path()));
  TRY_STATUS(suite::write_atomically(path, content));
  TRY(const std::uint64_t hash, suite::hash_file(path));
  if (hash != file.hash || content.size() != file.bytes) {
    return base::environment_error(fmt::format("The job's file {} did not arrive as it was sent", file.name));
  }
  return {};
}

}  // namespace

bool stays_below(const fs::path& name) {
  return !name.empty() && name.is_relative() && name.has_filename() &&
         std::ranges::none_of(name, [](const fs::path& part) { return part == ".." || part == "."; });
}

std::string stream_of(const std::string& job) { return fmt::format("{}{}", kPrefix, job); }
std::string pulse_subject(const std::string& job) { return subject(job, "pulse"); }
std::string job_of(const std::string& subject) {
  const std::size_t begin = std::string_view("cairn.job.").size();
  return begin < subject.size() ? subject.substr(begin, subject.find('.', begin) - begin) : "";
}
std::string input_subject(const std::string& job) { return subject(job, "work.input"); }
std::string taken_subject(const std::string& job) { return subject(job, "work.taken"); }
std::string work_subjects(const std::string& job) { return subject(job, "work.>"); }

base::Result<std::vector<std::string>> jobs(Link& link) {
  TRY(const auto streams, link.streams());
  std::vector<std::string> found;
  for (const std::string& stream : streams) {
    if (stream.starts_with(kPrefix)) found.push_back(stream.substr(kPrefix.size()));
  }
  return found;
}

base::Result<Published> publish(Link& link, MemberId leader, const explore::Options& options,
                                const explore::Budget& budget) {
  TRY_STATUS(check_solver(options));
  Published result;
  Job& job = result.job;
  job.id = fresh_id();
  job.leader = leader;
  job.version = version();
  TRY(const auto line, target::CommandLine::resolve(options.target.command));
  job.command = line.arguments();
  job.command.insert(job.command.begin(), options.target.command.front());
  job.options = explore::to_json(options);
  job.budget = budget;
  TRY(const auto sources, sources_of(line));
  std::vector<std::string> contents;
  for (const Source& source : sources) {
    TRY(contents.emplace_back(), suite::read_file(source.path, kLargestFile));
    TRY(const std::uint64_t hash, suite::hash_file(source.path));
    job.files.push_back({source.name, contents.back().size(), hash});
  }
  TRY_STATUS(link.create_stream(stream_of(job.id), {subject(job.id, "parcel.>"), work_subjects(job.id)}));
  TRY_STATUS(link.keep(description_subject(job.id), describe(job)));
  for (const std::string& content : contents) TRY_STATUS(send(link, job.id, content));
  TRY(result.last, link.last_of(stream_of(job.id)));
  return result;
}

base::Result<Published> fetch(Link& link, const std::string& id, const fs::path& into) {
  Published result;
  TRY(const auto description, link.follow(stream_of(id), description_subject(id)));
  const auto text = description->next(kPieceMilliseconds);
  if (!text) return base::environment_error("The job did not arrive");
  result.last = text->sequence;
  TRY(result.job, read_description(id, text->content));
  if (result.job.version != version()) {
    return base::environment_error(
        fmt::format("The job is for Cairn {}, and this is {}; workers and leader must have the same version",
                    result.job.version, version()));
  }
  TRY(const auto pieces, link.follow(stream_of(id), file_subject(id)));
  for (const JobFile& file : result.job.files) TRY_STATUS(unpack(*pieces, file, into, result.last));
  std::error_code error;
  fs::permissions(into / result.job.files.front().name, fs::perms::owner_exec, fs::perm_options::add, error);
  if (error) return suite::file_error("make executable", into / result.job.files.front().name, error.value());
  return result;
}

base::Result<explore::Options> options_of(const Job& job, const fs::path& unpacked) {
  TRY(explore::Options options, explore::options_from_json(job.options));
  TRY_STATUS(check_solver(options));
  options.target.command = job.command;
  options.target.command.front() = (unpacked / job.files.front().name).string();
  return options;
}

}  // namespace cairn::cluster
