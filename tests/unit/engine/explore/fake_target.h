// A target without a process: a C++ function that records through a small recorder of its own into the same records the
// runtime writes, so that decoding, tree and loop see what they would see of a real program.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "engine/target/target.h"

namespace cairn::explore {

// A value with its expression; node 0 is concrete.
struct Value {
  std::uint64_t value = 0;
  unsigned width = 8;
  std::uint32_t node = 0;
};

class FakeRun {
 public:
  explicit FakeRun(const trace::Input& input, std::uint64_t number, std::size_t counters)
      : number(number), counters(counters), input_(input) {}

  // Marks `bytes` of memory under a name symbolic, as cairn_symbolic does. Little-endian.
  Value symbolic(const std::string& name, unsigned bytes) {
    const std::uint32_t base = declare(CAIRN_OBJECT_MEMORY, name, bytes, bytes, 0);
    Value result{0, bytes * 8, node(CAIRN_OP_Input, bytes * 8, 0, 0, base)};
    for (unsigned i = 0; i < bytes; ++i) result.value |= std::uint64_t{byte_of(name, i)} << (8 * i);
    return result;
  }

  // The next byte of standard input: an end-of-input event, then the byte; nothing at the end.
  std::optional<Value> read(std::uint32_t place) {
    const trace::Object* in = find("stdin");
    const std::uint32_t capacity = in != nullptr ? in->capacity : 0;
    const auto size = static_cast<std::uint32_t>(in != nullptr ? in->bytes.size() : 0);
    if (stdin_base_ == kNone) stdin_base_ = declare(CAIRN_OBJECT_STDIN, "stdin", size, capacity, CAIRN_OBJECT_SIZED);
    if (position_ == capacity) return std::nullopt;
    const Value length{size, 32, node(CAIRN_OP_Input, 32, 0, 0, stdin_base_ + capacity)};
    const Value more = compare(CAIRN_OP_Ult, {position_, 32, 0}, length, position_ < size);
    event(CAIRN_EVENT_EndOfInput, more.value != 0 ? 1 : 0, place, more.node, 0);
    if (more.value == 0) return std::nullopt;
    const Value byte{byte_of("stdin", position_), 8, 1 + stdin_base_ + position_};
    ++position_;
    return byte;
  }

  Value less(const Value& a, const Value& b) { return compare(CAIRN_OP_Slt, a, b, sign(a) < sign(b)); }
  Value equal(const Value& a, std::uint64_t b) { return compare(CAIRN_OP_Eq, a, {b, a.width, 0}, a.value == b); }
  // Claims to have compared, whatever the values are.
  Value lie(const Value& a, std::uint64_t b, bool outcome) { return compare(CAIRN_OP_Eq, a, {b, a.width, 0}, outcome); }

  bool branch(std::uint32_t place, const Value& condition) {
    const bool truth = condition.value != 0;
    if (2 * place + 1 < counters.size()) ++counters[2 * place + (truth ? 0 : 1)];
    if (condition.node != 0) event(CAIRN_EVENT_Branch, truth ? 1 : 0, place, condition.node, 0);
    return truth;
  }
  // In the model that the program calls, whose branch this is.
  bool branch_in_model(std::uint32_t place, const Value& condition) {
    const bool truth = branch(place, condition);
    events.back().context = kModel;
    return truth;
  }
  std::uint64_t pin(std::uint32_t place, const Value& value) {
    if (value.node != 0) event(CAIRN_EVENT_PinAddress, 0, place, value.node, value.value);
    return value.value;
  }
  // False: the run is rejected and the program must return.
  bool assume(std::uint32_t place, const Value& condition) {
    if (condition.node != 0) event(CAIRN_EVENT_Assume, condition.value != 0 ? 1 : 0, place, condition.node, 0);
    if (condition.value == 0) outcome = {trace::Ending::rejected, 0};
    return condition.value != 0;
  }
  // Hands symbolic bytes to a function that cannot be followed.
  void lose(std::uint64_t bytes) {
    event(CAIRN_EVENT_Lost, 0, CAIRN_NO_SITE, 0, bytes);
    events.back().aux = CAIRN_LOSS_EXTERNAL;
    ++lost;
  }
  void lose_in_model(std::uint64_t bytes) {
    lose(bytes);
    events.back().site = 1;
    events.back().context = kModel;
  }
  // On another thread.
  void lose_apart() {
    ++lost_apart[CAIRN_LOSS_THREAD];
    ++lost;
  }
  void crash(int signal) { outcome = {trace::Ending::signalled, signal}; }

  std::uint64_t work = 0;  // steps that record nothing, so far
  bool shared = false;     // with earlier runs: their process

  std::uint64_t number;  // of this run: a program that looks at it is not deterministic
  trace::Outcome outcome;
  std::uint64_t lost = 0;
  std::array<std::uint64_t, CAIRN_LOSS_COUNT> lost_apart{};
  std::vector<std::uint32_t> counters;
  std::vector<cairn_object> objects;
  std::vector<cairn_node> nodes;
  std::vector<cairn_event> events;

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  static constexpr std::uint32_t kModel = 1;  // context

  static std::int64_t sign(const Value& v) {
    const unsigned shift = 64 - v.width;
    return static_cast<std::int64_t>(v.value << shift) >> shift;
  }

  const trace::Object* find(const std::string& name) const {
    for (const trace::Object& object : input_.objects) {
      if (object.name == name) return &object;
    }
    return nullptr;
  }
  std::uint8_t byte_of(const std::string& name, std::uint32_t i) const {
    const trace::Object* object = find(name);
    return object != nullptr && i < object->bytes.size() ? object->bytes[i] : std::uint8_t{0};
  }

  std::uint32_t declare(std::uint8_t kind, const std::string& name, std::uint32_t size, std::uint32_t capacity,
                        std::uint16_t flags) {
    cairn_object object{};
    object.kind = kind;
    object.flags = flags;
    object.size = size;
    object.capacity = capacity;
    object.base = space_;
    std::strncpy(object.name, name.c_str(), CAIRN_NAME_SIZE - 1);
    objects.push_back(object);
    space_ += capacity + ((flags & CAIRN_OBJECT_SIZED) != 0 ? 4 : 0);
    return object.base;
  }

  std::uint32_t node(cairn_op op, unsigned width, std::uint16_t flags, std::uint32_t a, std::uint64_t imm) {
    cairn_node made{};
    made.op = static_cast<std::uint8_t>(op);
    made.width = static_cast<std::uint8_t>(width);
    made.flags = flags;
    made.a = a;
    made.imm = imm;
    nodes.push_back(made);
    return CAIRN_INPUT_LIMIT + static_cast<std::uint32_t>(nodes.size()) - 1;
  }

  Value compare(cairn_op op, const Value& a, const Value& b, bool truth) {
    Value result{truth ? 1u : 0u, 1, 0};
    if (a.node != 0 && b.node != 0) {
      result.node = node(op, 1, 0, a.node, b.node);
    } else if (a.node != 0) {
      result.node = node(op, 1, CAIRN_NODE_IMM, a.node, b.value);
    } else if (b.node != 0) {
      result.node = node(op, 1, CAIRN_NODE_IMM | CAIRN_NODE_IMM_LEFT, b.node, a.value);
    }
    return result;
  }

  void event(cairn_event_kind kind, std::uint8_t side, std::uint32_t place, std::uint32_t about, std::uint64_t value) {
    cairn_event made{};
    made.kind = static_cast<std::uint8_t>(kind);
    made.side = side;
    made.site = place;
    made.node = about;
    made.value = value;
    made.steps = work + events.size();
    events.push_back(made);
  }

  const trace::Input& input_;
  std::uint32_t space_ = 0;
  std::uint32_t stdin_base_ = kNone;
  std::uint32_t position_ = 0;
};

class FakeTarget final : public target::Target {
 public:
  using Program = std::function<void(FakeRun&)>;

  FakeTarget(Program program, std::size_t counters) : program_(std::move(program)), counters_(counters) {
    contexts_.push_back({0, 0});
    contexts_.push_back({0, 0});  // of the model
  }

  base::Result<trace::RawRun> run(const trace::Input& input) override {
    inputs.push_back(input);
    if (inputs.size() > fail_after) return base::environment_error("The target is gone.");
    last_ = std::make_unique<FakeRun>(input, inputs.size(), counters_);
    last_->shared = shared;
    program_(*last_);
    trace::RawRun raw;
    raw.outcome = last_->outcome;
    raw.objects = last_->objects;
    raw.nodes = last_->nodes;
    raw.events = last_->events;
    raw.contexts = contexts_;
    raw.counters = last_->counters;
    raw.steps = last_->work + last_->events.size();
    raw.lost = last_->lost;
    raw.lost_apart = last_->lost_apart;
    raw.shared = shared;
    raw.hurried = hurries && raw.outcome.ending == trace::Ending::timed_out;
    return raw;
  }
  base::Result<trace::RawRun> run_for(const trace::Input& input, std::uint32_t) override { return run(input); }
  void run_apart() override { shared = false; }
  [[nodiscard]] const target::Modules& modules() const override { return modules_; }

  std::vector<trace::Input> inputs;  // of all runs
  std::size_t fail_after = SIZE_MAX;
  bool shared = false;   // one process makes all runs
  bool hurries = false;  // runs are ended before their time is up

 private:
  Program program_;
  std::size_t counters_;
  std::unique_ptr<FakeRun> last_;
  std::vector<cairn_context> contexts_;
  target::Modules modules_;
};

}  // namespace cairn::explore
