#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <functional>

#include "engine/base/rng.h"
#include "engine/program/elf.h"
#include "engine/program/facts.h"
#include "example.h"

namespace cairn::program {
namespace {

// Thousands of files are written here: in memory.
struct FactsTest : testing::Test {
  int memory = memfd_create("facts", MFD_CLOEXEC);
  std::filesystem::path file = "/proc/self/fd/" + std::to_string(memory);
  ~FactsTest() override { close(memory); }
};

TEST_F(FactsTest, BlobsAreReadFromALinkedFile) {
  FactsBuilder second;
  second.id = 2;
  second.function("h", 1);
  second.block(1, {1}, true);
  auto section = example().blob();
  section.resize(section.size() + 16);  // the linker pads
  const auto blob = second.blob();
  section.insert(section.end(), blob.begin(), blob.end());
  write_file(file, elf_with(CAIRN_FACTS_SECTION, section));

  const auto facts = read_facts(file);
  ASSERT_TRUE(facts.ok()) << facts.error().message;
  ASSERT_EQ(facts->size(), 2u);
  const ModuleFacts& first = (*facts)[0];
  EXPECT_EQ(first.id, 1u);
  EXPECT_EQ(first.text(first.functions[0].name), "f");
  EXPECT_EQ(first.blocks.size(), 7u);
  EXPECT_EQ(first.counters(), 7u);
  EXPECT_EQ((*facts)[1].id, 2u);
}

TEST_F(FactsTest, AFileWithoutFactsHasNone) {
  write_file(file, elf_with(".text", {1, 2, 3}));
  const auto facts = read_facts(file);
  ASSERT_TRUE(facts.ok());
  EXPECT_TRUE(facts->empty());
}

TEST_F(FactsTest, FilesThatAreNoneOfOursGiveASentence) {
  EXPECT_FALSE(read_facts("/nonexistent/program").ok());
  EXPECT_FALSE(read_facts("/").ok());
  write_file(file, {});
  EXPECT_FALSE(read_facts(file).ok());
  write_file(file, std::vector<std::uint8_t>(1000, '#'));
  const auto facts = read_facts(file);
  ASSERT_FALSE(facts.ok());
  EXPECT_NE(facts.error().message.find("ELF"), std::string::npos);
}

TEST_F(FactsTest, EveryTruncationIsNoticed) {
  const auto whole = elf_with(CAIRN_FACTS_SECTION, example().blob());
  // The section headers stand last: cutting anywhere loses them.
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    write_file(file, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    EXPECT_FALSE(read_facts(file).ok()) << size;
  }
  const auto blob = example().blob();
  for (std::size_t size = 8; size < blob.size(); size += 8) {
    EXPECT_FALSE(parse_facts(std::span(blob).first(size), "the test").ok()) << size;
  }
}

TEST_F(FactsTest, ReferencesAreChecked) {
  const auto refused = [](const std::function<void(FactsBuilder&)>& spoil) {
    FactsBuilder f = example();
    spoil(f);
    return !parse_facts(f.blob(), "the test").ok();
  };
  EXPECT_FALSE(refused([](FactsBuilder&) {}));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.strings += 'x'; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.functions[0].name = 10000; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.functions[0].blocks = 8; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.functions[0].blocks = 6; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.functions[0].first_site = 0xffffffff; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.sites[0].function = 1; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.sites[0].block = 7; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.sites[1].sides = 2; }));  // an edge has side 2
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.branches[0].function = 1; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.branches[0].kind = CAIRN_EVENT_COUNT; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.branches[1].cases = 3; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.branches[1].first_outcome = 3; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.branches[1].site = 2; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.blocks[0].lines = 1000; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.blocks[0].site = 2; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.edges[0].to = 7; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.calls[0].block = 7; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.calls[0].callee = 10000; }));
  EXPECT_TRUE(refused([](FactsBuilder& f) { f.lines[0].file = 10000; }));
}

TEST_F(FactsTest, OtherVersionsAreNamed) {
  auto blob = example().blob();
  ++blob[8];
  const auto facts = parse_facts(blob, "prog");
  ASSERT_FALSE(facts.ok());
  EXPECT_NE(facts.error().message.find("another version"), std::string::npos);
}

TEST_F(FactsTest, RandomFlipsNeverHurt) {
  base::Rng rng(7);
  const auto good = elf_with(CAIRN_FACTS_SECTION, example().blob());
  std::size_t refused = 0;
  for (int i = 0; i < 20000; ++i) {
    auto bytes = good;
    for (auto flips = 1 + rng.below(3); flips > 0; --flips) {
      bytes[rng.below(bytes.size())] ^= static_cast<std::uint8_t>(1 + rng.below(255));
    }
    write_file(file, bytes);
    auto facts = read_facts(file);
    if (!facts.ok()) {
      ++refused;
      continue;
    }
    for (ModuleFacts& module : *facts) {
      cairn_module_entry entry = example().entry();
      (void)Program::build({{entry, std::move(module)}});  // must not fail in any other way than by its result
    }
  }
  EXPECT_GT(refused, 100u);
}

}  // namespace
}  // namespace cairn::program
