// The formats of cairn report: one file each (report_*.cpp), listed in report.cpp.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.h"
#include "engine/suite/losses.h"
#include "engine/suite/run_directory.h"

namespace cairn::cli {

struct ReportFormat {
  bool Options::* wanted;                                              // its switch
  std::string_view name;                                               // the switch as it is typed
  base::Result<std::string> (*write)(suite::RunDirectory& directory);  // what goes to standard output
};

base::Result<std::string> report_loss(suite::RunDirectory& directory);

// What the data went into, in a few words; for the closing words of a run too.
std::string what_was_lost(const suite::LossRecord& loss);

}  // namespace cairn::cli
