#pragma once

namespace cairn::runtime {

void watch_faults();

}  // namespace cairn::runtime
