#include "unit/regions.h"

#include <fmt/core.h>

namespace cairn::unit {
namespace {

constexpr std::string_view kBegin = "/* cairn: begin ";
constexpr std::string_view kClose = " */\n";

std::string begin_mark(std::string_view name) { return fmt::format("{}{}{}", kBegin, name, kClose); }
std::string end_mark(std::string_view name) { return fmt::format("/* cairn: end {}{}", name, kClose); }

bool once(const std::string& text, const std::string& mark) {
  const auto at = text.find(mark);
  return at != std::string::npos && text.find(mark, at + 1) == std::string::npos;
}

}  // namespace

base::Result<std::string> replace_region(const std::string& text, std::string_view name, std::string_view content,
                                         std::string_view before) {
  const std::string begin = begin_mark(name), end = end_mark(name);
  const std::string whole = fmt::format("{}{}{}", begin, content, end);
  const auto from = text.find(begin), to = text.find(end);
  if (from == std::string::npos && to == std::string::npos) {
    const auto at = before.empty() ? std::string::npos : text.find(begin_mark(before));
    if (at == std::string::npos) return text + (text.empty() ? "" : "\n") + whole;
    return text.substr(0, at) + whole + "\n" + text.substr(at);
  }
  if (!once(text, begin) || !once(text, end) || to < from) {
    return base::misuse_error(
        fmt::format("the marks \"cairn: begin {0}\" and \"cairn: end {0}\" do not stand once each and in this order; "
                    "restore or remove both",
                    name));
  }
  return text.substr(0, from) + whole + text.substr(to + end.size());
}

std::string with_plain_lines(std::string text) {
  for (auto at = text.find("\r\n"); at != std::string::npos; at = text.find("\r\n", at)) text.erase(at, 1);
  return text;
}

std::string with_lines_like(std::string text, const std::string& like) {
  const auto end = like.find('\n');
  if (end == std::string::npos || end == 0 || like[end - 1] != '\r') return text;
  for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) text.insert(at, 1, '\r');
  return text;
}

std::string remove_region(const std::string& text, std::string_view name) {
  const std::string end = end_mark(name);
  const auto from = text.find(begin_mark(name)), to = text.find(end);
  if (from == std::string::npos || to == std::string::npos || to < from) return text;
  return text.substr(0, from) + text.substr(to + end.size());
}

std::vector<std::string> region_names(const std::string& text) {
  std::vector<std::string> names;
  for (auto at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at + 1)) {
    const auto first = at + kBegin.size(), last = text.find(kClose, first);
    if (last != std::string::npos) names.push_back(text.substr(first, last - first));
  }
  return names;
}

std::string region_text(const std::string& text, std::string_view name) {
  const std::string begin = begin_mark(name);
  const auto from = text.find(begin), to = text.find(end_mark(name));
  if (from == std::string::npos || to == std::string::npos || to < from) return {};
  return text.substr(from + begin.size(), to - from - begin.size());
}

}  // namespace cairn::unit
