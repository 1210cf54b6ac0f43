// Evaluator: a compiled program, its value slots, and the choice of the machine.
#include "engine/expr/evaluate.h"

#include <algorithm>

#include "engine/expr/machine.h"

namespace cairn::expr {

struct Evaluator::Impl {
  Program program;
  std::vector<std::uint64_t> narrow;  // value slots of the one machine
  std::vector<u128> wide;             // or of the other
  std::vector<std::uint8_t> padded;
  std::vector<u128> results;

  explicit Impl(Program compiled) : program(std::move(compiled)) {
    const std::size_t slots = program.code.size() + program.constants.size();
    // An operation that lacks an operand reads slot 0 in its place, so there is always one.
    if (program.wide) {
      wide.resize(std::max<std::size_t>(slots, 1));
      std::ranges::copy(program.constants, wide.begin() + static_cast<std::ptrdiff_t>(program.code.size()));
    } else {
      narrow.resize(std::max<std::size_t>(slots, 1));
      std::ranges::transform(program.constants, narrow.begin() + static_cast<std::ptrdiff_t>(program.code.size()),
                             [](u128 value) { return static_cast<std::uint64_t>(value); });
    }
  }

  const std::uint8_t* bytes_of(const Assignment& assignment) {
    const std::span<const std::uint8_t> bytes = assignment.bytes();
    if (bytes.size() >= program.bytes_read) return bytes.data();
    padded.assign(program.bytes_read, 0);
    std::ranges::copy(bytes, padded.begin());
    return padded.data();
  }

  void run(const std::uint8_t* bytes, std::size_t begin, std::size_t end) {
    if (program.wide) {
      run_wide(program, wide.data(), bytes, begin, end);
    } else {
      run_narrow(program, narrow.data(), bytes, begin, end);
    }
  }

  [[nodiscard]] std::size_t start_of(std::size_t root) const { return root == 0 ? 0 : program.root_ends[root - 1]; }
  [[nodiscard]] u128 value(std::uint32_t slot) const { return program.wide ? wide[slot] : narrow[slot]; }
};

Evaluator::Evaluator(const Dag& dag, std::span<const ExprId> roots)
    : impl_(std::make_unique<Impl>(compile(dag, roots))) {}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

std::span<const u128> Evaluator::run(const Assignment& assignment) {
  Impl& impl = *impl_;
  impl.run(impl.bytes_of(assignment), 0, impl.program.code.size());
  impl.results.resize(impl.program.root_slots.size());
  std::ranges::transform(impl.program.root_slots, impl.results.begin(),
                         [&](std::uint32_t slot) { return impl.value(slot); });
  return impl.results;
}

std::size_t Evaluator::first_zero(const Assignment& assignment) {
  Impl& impl = *impl_;
  const std::uint8_t* bytes = impl.bytes_of(assignment);
  std::size_t done = 0;
  const std::size_t roots = impl.program.root_slots.size();
  for (std::size_t i = 0; i < roots; ++i) {
    const std::size_t end = impl.program.root_ends[i];
    impl.run(bytes, done, end);
    done = end;
    if (impl.value(impl.program.root_slots[i]) == 0) return i;
  }
  return roots;
}

u128 Evaluator::run_part(const Assignment& assignment, std::size_t begin, std::size_t end) {
  Impl& impl = *impl_;
  impl.run(impl.bytes_of(assignment), impl.start_of(begin), impl.program.root_ends[end - 1]);
  return impl.value(impl.program.root_slots[end - 1]);
}

u128 Evaluator::value(std::size_t root) const { return impl_->value(impl_->program.root_slots[root]); }

std::size_t Evaluator::part_size(std::size_t begin, std::size_t end) const {
  return impl_->start_of(end) - impl_->start_of(begin);
}

u128 evaluate(const Dag& dag, ExprId root, const Assignment& assignment) {
  return Evaluator(dag, {&root, 1}).run(assignment)[0];
}

}  // namespace cairn::expr
