// The last part of a case: what the call left behind, as statements that fail where it is not so again.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cairn::unit {

class Scene;

struct CaseCheck {
  std::string statement;
  std::optional<std::size_t> introduces = {};  // a found object, which has its name by this statement
  std::optional<std::size_t> about = {};       // a found object
  std::optional<std::size_t> variable = {};    // of the plan
  bool changed = false;                        // the variable, by the call
};

// Requires: the call returned, and its arrangement was made of this scene.
std::vector<CaseCheck> checks_of(Scene& scene);

// Without those that are lost, and those about objects that only they introduce.
std::vector<CaseCheck> without(const std::vector<CaseCheck>& checks,
                               const std::function<bool(const CaseCheck&)>& is_lost);

std::string text_of(const std::vector<CaseCheck>& checks);

}  // namespace cairn::unit
