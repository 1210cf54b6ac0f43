// Generated text inside a file that people may edit: each piece stands between two marks, and writing it again replaces
// what is between them and nothing else.
//
//   /* cairn: begin sum */
//   ...
//   /* cairn: end sum */
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace cairn::unit {

// Stands in the first line of files that are made anew as a whole.
inline constexpr std::string_view kMadeByUs = "Made by cairn unit";

// Replaces the region of that name, or adds it: before the region `before` if that exists, else at the end. Fails when
// a mark is missing or stands twice: then nothing is known about what a person wrote.
base::Result<std::string> replace_region(const std::string& text, std::string_view name, std::string_view content,
                                         std::string_view before = {});

// Files from elsewhere may end their lines otherwise: regions are those of the first, and the second gives back to
// `text` the ends that `like` has.
std::string with_plain_lines(std::string text);
std::string with_lines_like(std::string text, const std::string& like);

// Takes the region away, marks and all.
std::string remove_region(const std::string& text, std::string_view name);

// The names of the regions there are, in order.
std::vector<std::string> region_names(const std::string& text);

// What stands between the marks; empty when there is no such region.
std::string region_text(const std::string& text, std::string_view name);

}  // namespace cairn::unit
