// Does a suite fit the program at all? Its inputs must be the ones the new version takes: the same names and sizes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/base/result.h"
#include "engine/explore/runner.h"
#include "engine/trace/objects.h"

namespace cairn::explore {

class InputCheck {
 public:
  explicit InputCheck(const trace::ObjectTable& objects) : objects_(objects) {}

  // A stored input was run.
  void add(const trace::Input& stored, const trace::DecodedRun& run);

  // After all of them: a sentence naming the first input that differs.
  [[nodiscard]] base::Status status(const std::string& program) const;

 private:
  using Name = std::pair<trace::ObjectKind, std::string>;

  const trace::ObjectTable& objects_;
  std::set<Name> stored_, used_;
  std::string resized_;  // the first that has another size now, in words
};

}  // namespace cairn::explore
