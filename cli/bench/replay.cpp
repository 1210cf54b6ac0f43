#include "cli/bench/replay.h"

#include <algorithm>

#include "cli/bench/gcov.h"
#include "engine/suite/tests.h"

namespace cairn::bench {

namespace {

// Where the table will ask, and at i²/100 of the time, closer together at the beginning, where coverage grows fastest.
std::vector<double> times_to_look(const std::vector<Found>& found, const Point& end, const Scale& scale) {
  constexpr int kLooks = 10;
  std::vector<double> times;
  for (int i = 1; i < kLooks; ++i) times.push_back(end.seconds * i * i / (kLooks * kLooks));
  for (const double place : scale.on_the_way) {
    if (scale.axis == Axis::seconds) {
      times.push_back(place);
      continue;
    }
    const auto later = std::ranges::upper_bound(found, place, {}, [](const Found& each) { return double(each.runs); });
    if (later != found.begin()) times.push_back(std::prev(later)->seconds);
  }
  std::erase_if(times, [&](double time) { return time >= end.seconds; });
  times.push_back(end.seconds);
  std::ranges::sort(times);
  return times;
}

Point point_of(const Coverage& coverage, double seconds, std::uint64_t runs) {
  return {runs, seconds, static_cast<double>(coverage.own.branches.size()), static_cast<double>(coverage.own.lines)};
}

}  // namespace

base::Status replay_found(const Subject& subject, const std::vector<Found>& found, const Point& end, const Scale& scale,
                          const std::filesystem::path& work, const target::Options& limits,
                          const std::atomic<bool>& stop, Outcome& outcome) {
  TRY(Gcov gcov, Gcov::open(subject, work, limits));
  Coverage coverage;
  outcome.curve.clear();
  std::size_t next = 0;
  const std::vector<double> times = times_to_look(found, end, scale);
  for (std::size_t look = 0; look < times.size(); ++look) {
    const std::size_t before = next;
    const bool last = look + 1 == times.size();
    for (; next < found.size() && (last || found[next].seconds <= times[look]); ++next) {
      if (stop) return {};
      TRY_STATUS(gcov.run(found[next].input));
    }
    if (next > before) {
      TRY(coverage, gcov.coverage());
    }
    const std::uint64_t runs = next > 0 ? found[next - 1].runs : 0;
    outcome.curve.push_back(point_of(coverage, times[look], last ? end.runs : runs));
  }
  outcome.branches_total = static_cast<double>(coverage.own.branches_total);
  outcome.branches_reachable = static_cast<double>(coverage.own.branches_reachable);
  outcome.lines_total = static_cast<double>(coverage.own.lines_total);
  outcome.covered.assign(coverage.own.branches.begin(), coverage.own.branches.end());
  outcome.figures["inputs"] = static_cast<double>(found.size());
  outcome.figures["library_branches"] = static_cast<double>(coverage.library.branches.size());
  outcome.figures["library_branches_total"] = static_cast<double>(coverage.library.branches_total);
  return {};
}

base::Result<std::vector<Found>> found_by_cairn(const std::filesystem::path& directory) {
  TRY(const auto tests, suite::load_tests(directory));
  std::vector<Found> found;
  for (const suite::Test& test : tests) {
    found.push_back({test.content.path.seconds, test.content.path.run, test.content.path.input});
  }
  std::ranges::sort(found, {}, &Found::seconds);
  return found;
}

}  // namespace cairn::bench
