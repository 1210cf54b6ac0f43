// What is known of the program under test without running it: functions, sites, blocks, edges, calls and branches of
// all its modules, in one numbering.
//
// A function compiled into several modules (inline functions of headers) is kept once: the copies' counters count for
// the one function. Branches and calls keep the numbers under which the runtime reports them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abi/cairn_abi.h"
#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/program/facts.h"
#include "engine/trace/sides.h"

namespace cairn::program {

using FunctionId = base::Id<struct FunctionTag>;
using SiteId = base::Id<struct SiteTag>;
using SideId = base::Id<struct SiteSideTag>;  // one outcome of a site: what coverage counts
using BlockId = base::Id<struct BlockTag>;
using LineId = base::Id<struct LineTag>;

// The side [first, first + count) of some other table.
struct Slice {
  std::uint32_t first = 0, count = 0;
};

struct Function {
  std::string_view name;  // linkage name
  std::string_view file;  // empty without debug information
  std::uint32_t line = 0;
  Slice blocks;  // the first is the entry
  Slice sites;
  bool address_taken = false;
  bool local = false;
  std::uint64_t type = 0;
};

struct Site {
  FunctionId function;
  std::string_view file;
  std::uint32_t line = 0, column = 0;
  Slice sides;  // true, false; or each case, default last
  cairn_site_kind kind = CAIRN_SITE_IF;
  std::uint64_t hash = 0;
  BlockId block;  // invalid: unknown
};

struct Edge {
  BlockId to;
  SideId side;  // invalid: unconditional
};

struct Block {
  FunctionId function;
  SiteId site;           // the site it ends with, if any
  bool counted = false;  // has a counter of its own; otherwise its count is the sum over its incoming edges
  std::uint32_t instructions = 0;
  Slice lines, edges, calls;
};

struct Call {
  FunctionId caller;
  BlockId block;            // invalid: unknown
  std::string_view callee;  // empty: indirect
  std::string_view file;
  std::uint32_t line = 0;
  std::uint64_t type = 0;  // of an indirect call
  FunctionId target;       // of a direct call, when it is among the instrumented functions
};

struct Branch {
  FunctionId function;
  SiteId site;  // of the first linked outcome; invalid: the compiler's own
  std::string_view file;
  std::uint32_t line = 0, column = 0;
  std::uint32_t kind = CAIRN_EVENT_None;
  std::span<const std::uint64_t> cases;
  Slice outcomes;
  std::uint64_t hash = 0;
};

struct Line {
  std::string_view file;
  std::uint32_t line = 0;
};

// A unit as the runtime reported it, with its facts.
struct Module {
  cairn_module_entry entry;
  ModuleFacts facts;
};

// A counter that is the sum or the difference of two others.
struct Derived {
  std::uint32_t counter, a, b;
  std::uint32_t derivation;  // cairn_derivation
};

class Program final : public trace::SwitchCases {
 public:
  // Reads the facts of the reported modules from the executable and the shared objects they name. Fails when a file or
  // a module's facts cannot be had, or when they do not agree with the report.
  static base::Result<Program> load(const std::filesystem::path& executable,
                                    std::span<const cairn_module_entry> entries);
  // The same from facts at hand; they have been checked (parse_facts).
  static base::Result<Program> build(std::vector<Module> modules);

  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program() override;

  // The file the program was loaded from; empty when it was built from facts at hand.
  [[nodiscard]] const std::string& executable() const;

  [[nodiscard]] std::span<const Function> functions() const;
  [[nodiscard]] std::span<const Site> sites() const;
  [[nodiscard]] std::span<const Block> blocks() const;
  [[nodiscard]] std::span<const Line> lines() const;
  [[nodiscard]] std::uint32_t sides() const;  // their number

  // By the numbers the runtime reports; nullptr when there is none of that number.
  [[nodiscard]] const Branch* branch(std::uint32_t id) const;
  [[nodiscard]] const Call* call(std::uint32_t id) const;
  [[nodiscard]] std::optional<std::span<const std::uint64_t>> cases_of(std::uint32_t branch) const override;

  // What a counter counts: the execution of a side, of a block, of both or of nothing known. Invalid: none.
  [[nodiscard]] std::uint32_t counters() const;
  [[nodiscard]] SideId side_of_counter(std::uint32_t counter) const;
  [[nodiscard]] BlockId block_of_counter(std::uint32_t counter) const;
  // Computes the counters the program leaves out because they follow from others. A run that was cut short by a fault or from outside
  // may have entered one block without leaving it: then a difference of one proves nothing and counts as zero. Not twice: some sums add.
  void complete(std::span<std::uint32_t> counters, bool cut_short) const;

  [[nodiscard]] SiteId site_of(SideId side) const;
  // The source side a branch's outcome leads to; invalid for the compiler's own.
  [[nodiscard]] SideId side_of(std::uint32_t branch, std::uint32_t outcome) const;

  // The graph. A block has one edge for each side of its site, or unconditional ones.
  [[nodiscard]] std::span<const Edge> successors(BlockId block) const;
  [[nodiscard]] std::span<const LineId> lines_of(BlockId block) const;
  [[nodiscard]] std::span<const std::uint32_t> calls_of(BlockId block) const;  // numbers for call()
  // The instrumented functions a call may reach: by name, or by type among those whose address is taken.
  [[nodiscard]] std::span<const FunctionId> callees(std::uint32_t call) const;

  // The constants of its sources that input may be compared with: names of options, keywords.
  [[nodiscard]] std::span<const std::string_view> words() const;

  // In whose source it stands. The optimiser may have put a copy of it into another one.
  [[nodiscard]] const Function& function_around(const Branch& branch) const;

  // For people: "file:line:column in function (true side)".
  [[nodiscard]] std::string describe(std::uint32_t branch, std::uint32_t outcome) const;
  [[nodiscard]] std::string describe(SideId side) const;

 private:
  friend class ProgramBuilder;
  struct Tables;
  explicit Program(std::unique_ptr<Tables> tables);
  std::unique_ptr<Tables> tables_;
};

}  // namespace cairn::program
