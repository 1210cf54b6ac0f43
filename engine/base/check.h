// Three kinds of failure are kept apart (CONTRIBUTING.md): a broken invariant of ours (INVARIANT, debug builds),
// misuse of an interface (CHECK, always), and the world misbehaving (Result, result.h).
#pragma once

namespace cairn::base {

[[noreturn]] void check_failed(const char* what, const char* condition, const char* file, int line);

}  // namespace cairn::base

#define CHECK(condition) \
  (static_cast<bool>(condition) ? void(0) : ::cairn::base::check_failed("check", #condition, __FILE__, __LINE__))

#ifdef NDEBUG
#define INVARIANT(condition) (static_cast<void>(sizeof(static_cast<bool>(condition))))
#else
#define INVARIANT(condition) \
  (static_cast<bool>(condition) ? void(0) : ::cairn::base::check_failed("invariant", #condition, __FILE__, __LINE__))
#endif
