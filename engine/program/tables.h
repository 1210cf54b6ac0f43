// The tables behind a Program, for the files of this folder.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/program/program.h"

namespace cairn::program {

struct Program::Tables {
  std::string executable;
  std::vector<Module> modules;  // owns all strings and case values
  std::vector<Function> functions;
  std::vector<Site> sites;
  std::vector<SiteId> site_of_side;
  std::vector<Block> blocks;
  std::vector<Edge> edges;
  std::vector<Line> lines;
  std::vector<LineId> block_lines;
  std::vector<std::uint32_t> block_calls;
  std::vector<Branch> branches;  // by the runtime's number
  std::vector<SideId> outcomes;
  std::vector<Call> calls;  // by the runtime's number
  std::vector<SideId> side_of_counter;
  std::vector<BlockId> block_of_counter;
  std::vector<Derived> derived;
  std::vector<std::string_view> words;
  std::unordered_map<std::uint64_t, std::vector<FunctionId>> address_taken;  // by type
};

// Joins modules into one program.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(std::vector<Module> modules);
  base::Result<Program> build();

 private:
  // Where things of a module went.
  struct Placed {
    std::vector<FunctionId> functions;
    std::vector<bool> kept;  // by function: not a copy of another module's
  };

  base::Status check_report();
  void add_functions(std::uint32_t module);
  void add_function(std::uint32_t module, std::uint32_t function);
  void add_edges(std::uint32_t module);
  void add_counters(std::uint32_t module);
  void add_branches(std::uint32_t module);
  void add_calls(std::uint32_t module);
  void link_calls();
  void add_words();

  [[nodiscard]] BlockId block_at(std::uint32_t module, std::uint32_t block) const;
  [[nodiscard]] SiteId site_at(std::uint32_t module, std::uint32_t site) const;
  [[nodiscard]] const ModuleFacts& facts(std::uint32_t module) const;

  std::unique_ptr<Program::Tables> tables_;
  Program::Tables& t_;
  std::vector<Placed> placed_;
  std::unordered_map<std::string, FunctionId> by_identity_;
  std::map<std::pair<std::string_view, std::uint32_t>, LineId> line_ids_;
  std::vector<std::uint32_t> module_of_call_;
};

}  // namespace cairn::program
