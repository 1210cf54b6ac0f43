// Inputs of one declaration as inputs of another.
#include <gtest/gtest.h>

#include "engine/explore/inputs.h"
#include "engine/explore/options.h"
#include "engine/target/choices.h"

namespace cairn::explore {
namespace {

using trace::Object;
using trace::ObjectKind;

constexpr std::uint32_t kVariables = 8;

Object argument(std::uint32_t ordinal, std::vector<std::uint8_t> bytes) {
  const auto capacity = static_cast<std::uint32_t>(bytes.size());
  return {ObjectKind::argument, "arg", ordinal, false, capacity, std::move(bytes)};
}

Object standard_input_of(std::uint32_t capacity, std::vector<std::uint8_t> bytes) {
  Object object = standard_input(capacity);
  object.bytes = std::move(bytes);
  return object;
}

Object choice(const target::ArgumentGroup& group, std::size_t beyond) {
  Object object = target::choice_of(group);
  object.bytes.resize(beyond);
  return object;
}

TEST(Fitted, WhatFitsStaysAsItIs) {
  const std::vector<Object> declared = {standard_input(4), argument(0, {0, 0})};
  const trace::Input input{{argument(0, {'a', 0}),
                            {ObjectKind::memory, "x", 0, false, 1, {7}},
                            standard_input_of(4, {1, 2}),
                            {ObjectKind::environment, "HOME", 0, true, kVariables, {}}}};
  EXPECT_EQ(fitted(input, declared, kVariables), input);
}

TEST(Fitted, SizesAreThoseThatAreDeclared) {
  const std::vector<Object> declared = {standard_input(2), argument(0, {0, 0, 0}), argument(1, {0})};
  const trace::Input input{{standard_input_of(4, {1, 2, 3}), argument(0, {'a'}), argument(1, {'b', 'c'})}};
  const trace::Input wanted{{standard_input_of(2, {1, 2}), argument(0, {'a', 0, 0}), argument(1, {'b'})}};
  EXPECT_EQ(fitted(input, declared, kVariables), wanted);
  const std::vector<Object> larger = {standard_input(64)};
  EXPECT_EQ(fitted({{standard_input_of(4, {1})}}, larger, kVariables), (trace::Input{{standard_input_of(64, {1})}}));
}

TEST(Fitted, WhatIsMissingIsAddedAndWhatNobodyDeclaresIsDropped) {
  const std::vector<Object> declared = {standard_input(4), {ObjectKind::file, "data", 0, true, 16, {}}};
  const trace::Input input{
      {{ObjectKind::file, "other", 0, true, 16, {1}}, standard_input_of(4, {1}), target::failure(0), argument(0, {1})}};
  const trace::Input wanted{{standard_input_of(4, {1}), {ObjectKind::file, "data", 0, true, 16, {}}}};
  EXPECT_EQ(fitted(input, declared, kVariables), wanted);
}

TEST(Fitted, VariablesAreSetToAsManyBytesOrNotAtAll) {
  const trace::Input input{{{ObjectKind::environment, "A", 0, true, 2, {'x', 0}},
                            {ObjectKind::environment, "B", 0, true, 2, {}},
                            {ObjectKind::environment, "C", 0, true, 2, {'y', 'z'}}}};
  const std::vector<Object> declared = {{ObjectKind::environment, "C", 0, false, 1, {}}};
  const trace::Input wanted{{{ObjectKind::environment, "A", 0, true, 4, {'x', 0, 0, 0}},
                             {ObjectKind::environment, "B", 0, true, 4, {}},
                             {ObjectKind::environment, "C", 0, false, 1, {'y'}}}};
  EXPECT_EQ(fitted(input, declared, 4), wanted);
  EXPECT_EQ(fitted(input, declared, 0), (trace::Input{{wanted.objects[2]}}));
}

TEST(Fitted, AsManyArgumentsAsThereWere) {
  const target::ArgumentGroup before{0, 0, 2}, now{0, 1, 3};
  const std::vector<Object> declared = {target::choice_of(now), argument(0, {0}), argument(1, {0}), argument(2, {0})};
  const auto chosen = [&](std::size_t beyond) {
    const trace::Input input{{choice(before, beyond), argument(0, {'a'}), argument(1, {'b'})}};
    const trace::Input made = fitted(input, declared, kVariables);
    for (const Object& object : made.objects) {
      if (target::group_of(object) == now) return object.bytes.size();
    }
    return std::size_t{99};
  };
  EXPECT_EQ(chosen(2), 1u);  // one beyond the first, which is always there
  EXPECT_EQ(chosen(1), 0u);
  EXPECT_EQ(chosen(0), 0u);
}

TEST(Fitted, AHarnesssBufferIsStandardInput) {
  const trace::Input input{{{ObjectKind::buffer, "data", 0, true, 8, {1, 2, 3}}}};
  const std::vector<Object> declared = {standard_input(2)};
  trace::Input made = fitted(input, declared, kVariables);
  EXPECT_EQ(made, (trace::Input{{standard_input_of(2, {1, 2})}}));
  made = fitted(input, {}, kVariables);  // as large as it is where none is declared
  EXPECT_EQ(made, (trace::Input{{{ObjectKind::buffer, "data", 0, true, 64, {1, 2, 3}}}}));
}

}  // namespace
}  // namespace cairn::explore
