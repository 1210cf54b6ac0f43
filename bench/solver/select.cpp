// Chooses the queries of the corpus from the logs of the runs:
//
//   select OUT-DIR PER-PROGRAM NAME=LOG...
//
// No query twice, in whichever program (a query is the set of its conditions, by their canonical form). From each
// program at most PER-PROGRAM, in stretches as they were asked, evenly spread over the run: neighbours share their
// prefix, as incremental solvers want it. Writes OUT-DIR/NAME.queries; prints what was taken.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <unordered_set>

#include "engine/solver/answer_store.h"
#include "engine/solver/query_log.h"

namespace {

using namespace cairn;
using solver::LoggedQuery;
using solver::Verdict;

constexpr std::size_t kStretch = 50;

std::uint64_t key(const expr::Dag& dag, const LoggedQuery& query) {
  std::vector<std::uint64_t> hashes;
  for (const expr::ExprId id : query.constraints) hashes.push_back(dag.hash(id));
  std::ranges::sort(hashes);
  hashes.erase(std::ranges::unique(hashes).begin(), hashes.end());
  return solver::query_key(hashes);
}

// Every so-manieth stretch, so that about `wanted` are taken.
std::vector<bool> spread(std::size_t have, std::size_t wanted) {
  std::vector<bool> taken(have, have <= wanted);
  if (have <= wanted) return taken;
  const std::size_t stretches = std::max<std::size_t>(wanted / kStretch, 1);
  for (std::size_t i = 0; i < stretches; ++i) {
    const std::size_t begin = i * have / stretches;
    for (std::size_t k = begin; k < std::min(begin + kStretch, have); ++k) taken[k] = true;
  }
  return taken;
}

base::Status choose(const std::filesystem::path& out, std::size_t wanted, const std::string& name,
                    const std::string& log, std::unordered_set<std::uint64_t>& seen) {
  expr::Dag dag;
  TRY(const std::vector<LoggedQuery> recorded, solver::read_queries(dag, log));
  std::vector<LoggedQuery> fresh;
  for (const LoggedQuery& query : recorded)
    if (seen.insert(key(dag, query)).second) fresh.push_back(query);
  std::vector<bool> taken = spread(fresh.size(), wanted);

  TRY(const auto file, solver::QueryLog::create(out / (name + ".queries"), dag));
  std::size_t counts[3] = {}, conditions = 0;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    if (!taken[i]) continue;
    file->add(fresh[i].constraints, fresh[i].parent, fresh[i].verdict);
    ++counts[static_cast<int>(fresh[i].verdict)];
    conditions += fresh[i].constraints.size();
  }
  const std::size_t all = counts[0] + counts[1] + counts[2];
  std::printf("%s %zu %zu %zu %zu %zu %zu %.1f\n", name.c_str(), recorded.size(), fresh.size(), all, counts[0],
              counts[1], counts[2], all == 0 ? 0.0 : static_cast<double>(conditions) / static_cast<double>(all));
  return file->flush();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: select OUT-DIR PER-PROGRAM NAME=LOG...\n");
    return 2;
  }
  std::unordered_set<std::uint64_t> seen;
  for (int i = 3; i < argc; ++i) {
    const std::string text = argv[i];
    const std::size_t at = text.find('=');
    const auto status = choose(argv[1], std::stoul(argv[2]), text.substr(0, at), text.substr(at + 1), seen);
    if (status.ok()) continue;
    std::fprintf(stderr, "select: %s\n", status.error().message.c_str());
    return 3;
  }
  return 0;
}
