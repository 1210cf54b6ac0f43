// Target over the in-process loop of a harness (LLVMFuzzerTestOneInput): many runs in one process, several per wake-up.
#pragma once

#include <memory>

#include "engine/target/server.h"
#include "engine/target/target.h"

namespace cairn::target {

base::Result<std::unique_ptr<Target>> loop_target(std::unique_ptr<Server> server);

}  // namespace cairn::target
