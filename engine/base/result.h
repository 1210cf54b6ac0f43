// Result<T>: a value, or a sentence a user can act on. For the world misbehaving, never for our own bugs.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "engine/base/check.h"

namespace cairn::base {

// Who has to act: the exit status follows from it (2 misuse, 3 environment or target).
enum class Fault { misuse, environment };

struct Error {
  std::string message;  // one sentence: what is wrong and what to do
  Fault fault = Fault::environment;
};

template <class T = std::monostate>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: conversions are the point
  Result(Error error) : state_(std::move(error)) {}  // NOLINT
  Result()
    requires std::is_same_v<T, std::monostate>
      : state_(T{}) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    CHECK(ok());
    return std::get<0>(state_);
  }
  const T& value() const& {
    CHECK(ok());
    return std::get<0>(state_);
  }
  T&& value() && {
    CHECK(ok());
    return std::get<0>(std::move(state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  [[nodiscard]] const Error& error() const {
    CHECK(!ok());
    return std::get<1>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

using Status = Result<std::monostate>;

inline Error environment_error(std::string message) { return {std::move(message), Fault::environment}; }
inline Error misuse_error(std::string message) { return {std::move(message), Fault::misuse}; }

}  // namespace cairn::base

// Passes an error on: `TRY(auto x, open(path));`
#define CAIRN_CONCAT_(a, b) a##b
#define CAIRN_CONCAT(a, b) CAIRN_CONCAT_(a, b)
#define TRY_AS_(decl, call, temporary)           \
  auto temporary = (call);                       \
  if (!temporary.ok()) return temporary.error(); \
  decl = std::move(temporary).value()
#define TRY(decl, call) TRY_AS_(decl, call, CAIRN_CONCAT(try_result_, __LINE__))
#define TRY_STATUS(call) \
  if (auto try_status = (call); !try_status.ok()) return try_status.error()
