// Hand-made runs: what a target would leave in the shared segment, with methods named after what the program did.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "engine/trace/input.h"
#include "engine/trace/run.h"
#include "engine/trace/sides.h"

namespace cairn::trace {

struct TraceBuilder {
  std::vector<cairn_object> objects;
  std::vector<cairn_node> nodes;
  std::vector<cairn_event> events;
  std::vector<std::uint8_t> tables;
  std::vector<cairn_context> contexts{{0, 0}};
  std::uint32_t space = 0;

  // Returns the place of its first byte in the input space.
  std::uint32_t object(ObjectKind kind, const std::string& name, std::uint32_t capacity, bool sized = false,
                       std::uint32_t size = 0, std::uint32_t ordinal = 0) {
    cairn_object o{};
    o.kind = static_cast<std::uint8_t>(kind);
    o.flags = sized ? CAIRN_OBJECT_SIZED : 0;
    o.ordinal = ordinal;
    o.size = sized ? size : capacity;
    o.capacity = capacity;
    o.base = space;
    std::strncpy(o.name, name.c_str(), CAIRN_NAME_SIZE - 1);
    objects.push_back(o);
    space += capacity + (sized ? 4 : 0);
    return o.base;
  }

  static std::uint32_t byte(std::uint32_t place) { return place + 1; }

  std::uint32_t push(const cairn_node& node) {
    nodes.push_back(node);
    return CAIRN_INPUT_LIMIT + static_cast<std::uint32_t>(nodes.size()) - 1;
  }
  std::uint32_t node(cairn_op op, unsigned width, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
    cairn_node n{};
    n.op = static_cast<std::uint8_t>(op);
    n.width = static_cast<std::uint8_t>(width);
    n.a = a;
    n.b = b;
    n.c = c;
    return push(n);
  }
  std::uint32_t imm(cairn_op op, unsigned width, std::uint32_t a, std::uint64_t value, bool left = false) {
    cairn_node n{};
    n.op = static_cast<std::uint8_t>(op);
    n.width = static_cast<std::uint8_t>(width);
    n.flags = CAIRN_NODE_IMM | (left ? CAIRN_NODE_IMM_LEFT : 0);
    n.a = a;
    n.imm = value;
    return push(n);
  }
  // Const, Input, Extract, TableRead.
  std::uint32_t with_imm(cairn_op op, unsigned width, std::uint32_t a, std::uint64_t value) {
    cairn_node n{};
    n.op = static_cast<std::uint8_t>(op);
    n.width = static_cast<std::uint8_t>(width);
    n.a = a;
    n.imm = value;
    return push(n);
  }
  std::uint32_t input(std::uint32_t place, unsigned bytes) { return with_imm(CAIRN_OP_Input, 8 * bytes, 0, place); }

  std::uint64_t table(const std::vector<std::uint8_t>& bytes, const std::vector<cairn_label>& labels = {}) {
    tables.resize((tables.size() + 15) / 16 * 16);
    const std::uint64_t id = tables.size() / 16;
    const cairn_table header{static_cast<std::uint32_t>(bytes.size()), labels.empty() ? 0u : 1u, 0};
    append(&header, sizeof header);
    append(bytes.data(), bytes.size());
    if (!labels.empty()) {
      tables.resize((tables.size() + 3) / 4 * 4);
      append(labels.data(), labels.size() * sizeof(cairn_label));
    }
    return id;
  }

  cairn_event& event(cairn_event_kind kind, std::uint32_t site, std::uint32_t node_id, unsigned side = 0,
                     std::uint64_t value = 0, unsigned aux = 0) {
    cairn_event e{};
    e.kind = static_cast<std::uint8_t>(kind);
    e.side = static_cast<std::uint8_t>(side);
    e.aux = static_cast<std::uint16_t>(aux);
    e.site = site;
    e.node = node_id;
    e.value = value;
    e.steps = events.size();
    events.push_back(e);
    return events.back();
  }
  cairn_event& branch(std::uint32_t site, std::uint32_t node_id, bool side) {
    return event(CAIRN_EVENT_Branch, site, node_id, side ? 1 : 0);
  }

  [[nodiscard]] RawRun raw() const {
    RawRun run;
    run.objects = objects;
    run.nodes = nodes;
    run.events = events;
    run.tables = tables;
    run.contexts = contexts;
    return run;
  }

 private:
  void append(const void* data, std::size_t size) {
    const auto* p = static_cast<const std::uint8_t*>(data);
    tables.insert(tables.end(), p, p + size);
  }
};

struct Cases : SwitchCases {
  std::map<std::uint32_t, std::vector<std::uint64_t>> values;

  [[nodiscard]] std::optional<std::span<const std::uint64_t>> cases_of(std::uint32_t branch) const override {
    const auto found = values.find(branch);
    if (found == values.end()) return {};
    return std::span<const std::uint64_t>(found->second);
  }
};

}  // namespace cairn::trace
