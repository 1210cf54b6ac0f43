// Any complete solver that reads SMT-LIB 2 from its standard input, as a command: a process for each query, killed at
// the limit. For trying solvers; the ones that come with the tool are faster to ask (process_backend.h).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/solver/process_backend.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

// Can the first word of the command be run?
base::Status check_command(const std::string& command);

// `command` is a command line for the shell; limits are those of `options`, of which the steps do not apply. Counters
// as those of make_process_backend, with solver.smtlib.asked, .answered and .seconds.
std::unique_ptr<Solver> make_smtlib_backend(base::Context& context, const expr::Dag& dag, std::string command,
                                            const ProcessOptions& options);

// What a solver printed after (check-sat) and (get-value ...): verdict and values, without the parent's bytes. Nothing
// when there is no verdict.
std::optional<Answer> read_smtlib_answer(const std::string& output, const Query& query);

}  // namespace cairn::solver
