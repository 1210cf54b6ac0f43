// cairn report OUT --FORMAT
#include "cli/report.h"

#include <fmt/format.h>

#include <array>

#include "cli/command.h"
#include "cli/exit_status.h"

namespace cairn::cli {
namespace {

constexpr std::array<ReportFormat, 1> kFormats = {{
    {&Options::loss, "--loss", report_loss},
}};

base::Result<int> report(const Options& options) {
  if (options.words.size() != 1)
    return base::misuse_error("cairn report wants one run directory; see cairn report --help");
  const ReportFormat* format = nullptr;
  std::string names;
  for (const ReportFormat& known : kFormats) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
    if (!(options.*known.wanted)) continue;
    if (format != nullptr)
      return base::misuse_error(fmt::format("{} and {} are two reports; ask for one", format->name, known.name));
    format = &known;
  }
  if (format == nullptr) return base::misuse_error(fmt::format("say which report you want: {}", names));
  TRY(const auto directory, suite::open(options.words.front(), false));
  TRY(const std::string text, format->write(*directory));
  fmt::print("{}", text);
  return kDone;
}

}  // namespace

int report_command(const Options& options) {
  const auto status = report(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
