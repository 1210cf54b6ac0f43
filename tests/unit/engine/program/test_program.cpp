#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/program/program.h"
#include "example.h"

namespace cairn::program {
namespace {

FactsBuilder unit(std::uint64_t id, const std::string& file) {
  FactsBuilder f;
  f.id = id;
  f.file = file;
  return f;
}

TEST(ProgramTest, BranchesAreLinkedToSides) {
  const Program program = program_of({example()});
  ASSERT_EQ(program.sites().size(), 2u);
  EXPECT_EQ(program.sides(), 5u);
  const Site& a = program.sites()[0];
  EXPECT_EQ(a.line, 11u);
  // Branch 0 is turned around: its true outcome is the site's false side.
  EXPECT_EQ(program.side_of(0, 0), SideId(a.sides.first + 1));
  EXPECT_EQ(program.side_of(0, 1), SideId(a.sides.first));
  EXPECT_EQ(program.side_of(1, 2), SideId(program.sites()[1].sides.first + 2));
  EXPECT_FALSE(program.side_of(1, 3).valid());
  EXPECT_FALSE(program.side_of(9, 0).valid());
  EXPECT_EQ(program.branch(2), nullptr);
  ASSERT_TRUE(program.cases_of(1).has_value());
  EXPECT_EQ((*program.cases_of(1))[1], 7u);
  EXPECT_FALSE(program.cases_of(0).has_value());
}

TEST(ProgramTest, TheGraphIsThere) {
  const Program program = program_of({example()});
  const auto successors = program.successors(BlockId(0));
  ASSERT_EQ(successors.size(), 2u);
  EXPECT_EQ(successors[0].to, BlockId(1));
  EXPECT_EQ(successors[0].side, SideId(0));
  ASSERT_EQ(program.successors(BlockId(1)).size(), 1u);
  EXPECT_FALSE(program.successors(BlockId(1))[0].side.valid());
  EXPECT_EQ(program.successors(BlockId(3)).size(), 3u);
  EXPECT_EQ(program.calls_of(BlockId(3)).size(), 1u);
  EXPECT_TRUE(program.calls_of(BlockId(0)).empty());
  EXPECT_TRUE(program.callees(0).empty());  // g is not instrumented
}

TEST(ProgramTest, ABranchIsNamedAfterTheFunctionItWasWrittenIn) {
  FactsBuilder unit = example();
  unit.function("main", 30);
  unit.block(1, {30}, true);
  unit.branches[0].function = 1;  // f was inlined
  EXPECT_EQ(program_of({unit}).describe(0, 0), "a.c:11:7 in f (true side)");
}

TEST(ProgramTest, CasesAreNamedAsTheyWereWritten) {
  const auto named = [](std::uint64_t value) {
    FactsBuilder unit = example();
    unit.cases[0] = value;
    return program_of({unit}).describe(1, 0);
  };
  EXPECT_EQ(named(0xffffffff), "a.c:17:7 in f (case -1)");
  EXPECT_EQ(named(0xfffffff9), "a.c:17:7 in f (case -7)");
  EXPECT_EQ(named(UINT64_MAX), "a.c:17:7 in f (case -1)");
  EXPECT_EQ(named(0xfeedface), "a.c:17:7 in f (case 4277009102)");
}

TEST(ProgramTest, NamesAreForPeople) {
  const Program program = program_of({example()});
  EXPECT_EQ(program.describe(0, 0), "a.c:11:7 in f (true side)");
  EXPECT_EQ(program.describe(1, 1), "a.c:17:7 in f (case 7)");
  EXPECT_EQ(program.describe(1, 2), "a.c:17:7 in f (default)");
  EXPECT_EQ(program.describe(SideId(1)), "a.c:11:3 in f (false side)");
  EXPECT_EQ(program.describe(77, 0), "branch 77");

  FactsBuilder before = unit(5, "b.c");
  before.function("_Z1gi", 3);
  const auto b0 = before.block(1, {3}, true), b1 = before.block(1, {4}), b2 = before.block(1, {5});
  const auto s = before.site(b0, {b1, b2}, 3, 0x5);
  before.branch(s, {0, 1});
  const Program other = program_of({before, example()});
  EXPECT_EQ(other.describe(0, 0), "b.c:3:7 in g(int) (true side)");
  EXPECT_EQ(other.describe(1, 0), "a.c:11:7 in f (true side)");
  EXPECT_EQ(other.describe(SideId(3)), "a.c:11:3 in f (false side)");
}

TEST(ProgramTest, CallsAreLinkedByName) {
  FactsBuilder a = unit(1, "a.c"), b = unit(2, "b.c");
  a.function("helper", 1, CAIRN_FUNCTION_LOCAL);
  a.block(1, {1}, true);
  a.function("shared", 5);
  const auto in_shared = a.block(1, {5}, true);
  a.call(in_shared, "helper");  // 0: the local one
  b.function("helper", 1);
  b.block(1, {1}, true);
  b.function("main", 9);
  const auto in_main = b.block(1, {9}, true);
  b.call(in_main, "helper");  // 1: the global one
  b.call(in_main, "shared");  // 2: of the other unit
  b.call(in_main, "puts");    // 3: nobody
  const Program program = program_of({a, b});
  ASSERT_EQ(program.functions().size(), 4u);
  const auto callee = [&](std::uint32_t call) { return program.callees(call)[0]; };
  EXPECT_EQ(callee(0), FunctionId(0));
  EXPECT_EQ(callee(1), FunctionId(2));
  EXPECT_EQ(callee(2), FunctionId(1));
  EXPECT_TRUE(program.callees(3).empty());
  EXPECT_EQ(program.call(3)->callee, "puts");
  EXPECT_EQ(program.call(2)->caller, FunctionId(3));
}

TEST(ProgramTest, IndirectCallsReachFunctionsOfTheirType) {
  FactsBuilder f = unit(1, "a.c");
  f.function("one", 1, CAIRN_FUNCTION_ADDRESS_TAKEN, 77);
  f.block(1, {1}, true);
  f.function("two", 2, CAIRN_FUNCTION_ADDRESS_TAKEN | CAIRN_FUNCTION_LOCAL, 77);
  f.block(1, {2}, true);
  f.function("not_taken", 3, 0, 77);
  f.block(1, {3}, true);
  f.function("other_type", 4, CAIRN_FUNCTION_ADDRESS_TAKEN, 78);
  const auto block = f.block(1, {4}, true);
  f.call(block, "", 77);
  const Program program = program_of({f});
  const auto callees = program.callees(0);
  EXPECT_EQ(std::vector(callees.begin(), callees.end()), (std::vector{FunctionId(0), FunctionId(1)}));
}

FactsBuilder with_inline(std::uint64_t id, const std::string& file, std::uint32_t flags, std::uint64_t hash) {
  FactsBuilder f = unit(id, file);
  f.function("own_" + std::to_string(id), 50);
  f.block(1, {50}, true);
  f.file = "inline.h";
  f.function("inlined", 3, flags);
  const auto b0 = f.block(1, {3}, true), b1 = f.block(1, {4}), b2 = f.block(1, {5});
  const auto s = f.site(b0, {b1, b2}, 3, hash);
  f.branch(s, {0, 1});
  f.call(b1, "own_1");
  return f;
}

TEST(ProgramTest, CopiesOfAnInlineFunctionAreOne) {
  for (const std::uint32_t flags : {0u, CAIRN_FUNCTION_LOCAL}) {
    const Program program = program_of({with_inline(1, "a.c", flags, 7), with_inline(2, "b.c", flags, 7)});
    EXPECT_EQ(program.functions().size(), 3u);
    EXPECT_EQ(program.sides(), 2u);
    // Both copies' branches and counters lead to the one site.
    EXPECT_EQ(program.side_of(0, 1), program.side_of(1, 1));
    EXPECT_EQ(program.side_of_counter(2), program.side_of_counter(4 + 2));
    EXPECT_EQ(program.call(1)->block, program.call(0)->block);
    EXPECT_EQ(program.calls_of(program.call(0)->block).size(), 1u);
  }
}

TEST(ProgramTest, DifferentFunctionsOfOneNameAreTwo) {
  const Program program = program_of({with_inline(1, "a.c", 0, 7), with_inline(2, "b.c", 0, 8)});
  EXPECT_EQ(program.functions().size(), 4u);
  EXPECT_NE(program.side_of(0, 1), program.side_of(1, 1));
  FactsBuilder a = unit(1, ""), b = unit(2, "");  // without debug information, local names mean nothing
  for (FactsBuilder* f : {&a, &b}) {
    f->function("init", 0, CAIRN_FUNCTION_LOCAL);
    f->block(1, {}, true);
  }
  EXPECT_EQ(program_of({a, b}).functions().size(), 2u);
}

TEST(ProgramTest, WordsOfAllUnitsAreThereOnce) {
  std::vector<Module> modules;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"if", "of"}, {"of", "conv"}}) {
    FactsBuilder builder;
    builder.id = modules.size() + 1;
    for (const std::string& word : words) builder.words.push_back(builder.string(word));
    builder.add_to(modules);
  }
  const Program program = std::move(Program::build(std::move(modules))).value();
  EXPECT_EQ(std::vector(program.words().begin(), program.words().end()),
            (std::vector<std::string_view>{"if", "of", "conv"}));
}

TEST(ProgramTest, AReportThatDoesNotAgreeIsRefused) {
  const auto refused = [](auto spoil) {
    std::vector<Module> modules;
    example().add_to(modules);
    FactsBuilder second = example();
    second.id = 2;
    second.add_to(modules);
    spoil(modules[1].entry);
    return !Program::build(std::move(modules)).ok();
  };
  EXPECT_FALSE(refused([](cairn_module_entry&) {}));
  EXPECT_TRUE(refused([](cairn_module_entry& e) { e.branches = 1; }));
  EXPECT_TRUE(refused([](cairn_module_entry& e) { e.calls = 5; }));
  EXPECT_TRUE(refused([](cairn_module_entry& e) { e.counters = 3; }));
  EXPECT_TRUE(refused([](cairn_module_entry& e) { e.counter_base = 0; }));
  EXPECT_TRUE(refused([](cairn_module_entry& e) { e.branch_base = 0xffffffff; }));
  EXPECT_TRUE(refused([](cairn_module_entry& e) { e.call_base = 0; }));
}

TEST(ProgramTest, ModulesAreLoadedFromTheFilesTheyName) {
  const auto directory = std::filesystem::path(testing::TempDir());
  const auto executable = directory / ("cairn_program_" + std::to_string(getpid()));
  const auto library = directory / ("cairn_library_" + std::to_string(getpid()));
  FactsBuilder in_library = unit(9, "l.c");
  in_library.function("l", 1);
  in_library.block(1, {1}, true);
  write_file(executable, elf_with(CAIRN_FACTS_SECTION, example().blob()));
  write_file(library, elf_with(CAIRN_FACTS_SECTION, in_library.blob()));

  std::vector<cairn_module_entry> entries{example().entry()};
  cairn_module_entry second = in_library.entry();
  second.counter_base = entries[0].counters;
  second.branch_base = entries[0].branches;
  second.call_base = entries[0].calls;
  std::strncpy(second.object, library.c_str(), CAIRN_PATH_SIZE - 1);
  entries.push_back(second);
  const auto program = Program::load(executable, entries);
  ASSERT_TRUE(program.ok()) << program.error().message;
  EXPECT_EQ(program->functions().size(), 2u);

  entries[1].id = 10;
  const auto missing = Program::load(executable, entries);
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find(library.string()), std::string::npos);
  std::filesystem::remove(executable);
  std::filesystem::remove(library);
}

}  // namespace
}  // namespace cairn::program
