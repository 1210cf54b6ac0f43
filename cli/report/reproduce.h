// How a test is run by hand, and what its input is, for people.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/suite/run_directory.h"
#include "engine/suite/tests.h"

namespace cairn::cli {

// "printf 'ab\001' | ./prog 'x y'": for any POSIX shell and any build. Nothing where the input is too long for that,
// has parts that only a build made with cairn-cc has places for, or where the program is gone.
std::optional<std::string> shell_line(const suite::Manifest& manifest, const trace::Input& input);

// "cairn replay OUT 3"
std::string replay_line(const std::filesystem::path& directory, const suite::Test& test);

// "standard input", "argument 2", "file A": an object in words.
std::string describe_object(const trace::Object& object);

// Every object with its first bytes: standard input "ab\x01", argument 1 "x y".
std::string describe_input(const trace::Input& input, std::size_t width);

// The objects of an input that the program was given: an argument or a failing call may not have been there.
std::vector<const trace::Object*> present_objects(const trace::Input& input);

}  // namespace cairn::cli
