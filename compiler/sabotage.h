// The self-check's sabotage: with `-mllvm -cairn-break=NAME:drop` a rule makes its result concrete, with NAME:corrupt
// it records another operation. Never set in normal use.
#pragma once

#include "compiler/rules.h"

namespace cairn::compiler {

enum class Sabotage { none, drop, corrupt };
Sabotage sabotage_of(const Rule& rule);

// What is recorded where the rule says `op`.
cairn_op recorded_op(const Rule& rule, cairn_op op);

}  // namespace cairn::compiler
