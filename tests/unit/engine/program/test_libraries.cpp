// Whom the engine asks for the libraries of a program: the system's dynamic linker, and no other program that a hostile
// target may name in its place.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "engine/program/libraries.h"

namespace cairn::program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLinker = "/lib64/ld-linux-x86-64.so.2";

TEST(Libraries, AreThoseOfTheDynamicLinker) {
  const auto found = libraries_of("/bin/true");
  ASSERT_TRUE(found.ok()) << found.error().message;
  const auto libc = [](const fs::path& path) { return path.filename().string().starts_with("libc.so"); };
  EXPECT_EQ(std::count_if(found->begin(), found->end(), libc), 1);
}

TEST(Libraries, AnotherLinkerIsNotRun) {
  std::string linker = "/tmp/cairn-" + std::to_string(::getpid()) + "-";
  linker.resize(kLinker.size(), 'x');
  const fs::path marker = linker + ".ran";
  std::ofstream(linker) << "#!/bin/sh\ntouch " << marker.string() << "\n";
  fs::permissions(linker, fs::perms::owner_all);
  std::ifstream in("/bin/true", std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  const std::size_t at = bytes.find(kLinker);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, kLinker.size(), linker);
  const fs::path program = linker + ".program";
  std::ofstream(program, std::ios::binary) << bytes;

  EXPECT_FALSE(libraries_of(program).ok());
  EXPECT_FALSE(fs::exists(marker));
  for (const fs::path& each : {fs::path(linker), marker, program}) fs::remove(each);
}

}  // namespace
}  // namespace cairn::program
