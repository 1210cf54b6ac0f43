// Models against the real functions: each check makes one random call of both in this process and compares all that can
// be seen. Random calls come from fixed seeds; a failure prints the check, the seed and what differed.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace cairn::agree {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}
  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15ull;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  bool once_in(int n) { return below(n) == 0; }
  char byte() { return static_cast<char>(bits()); }
  char from(const char* set) { return set[below(static_cast<int>(std::strlen(set)))]; }
  // A string of up to `most` characters of the set; now and then any character at all.
  std::string text(int most, const char* set);
  // A number that is often small or close to a limit.
  std::int64_t number();

 private:
  std::uint64_t state_;
};

// What the two calls did.
class Verdict {
 public:
  template <class T>
  void same(const char* what, const T& model, const T& real) {
    if (!(model == real)) fail(what, show(model), show(real));
  }
  void same_sign(int model, int real) {
    same("sign of the result", (model > 0) - (model < 0), (real > 0) - (real < 0));
  }
  void note(const std::string& text) { note_ = text; }
  bool failed() const { return !text_.empty(); }
  std::string text() const { return text_ + "\n  call: " + note_; }

 private:
  static std::string show(const std::string& s);
  template <class T>
  static std::string show(const T& t) {
    return std::to_string(t);
  }
  void fail(const char* what, const std::string& model, const std::string& real);
  std::string text_, note_;
};

// Memory with a frame around it: what a call writes beyond its buffer shows.
struct Buffer {
  explicit Buffer(const std::string& content = "", char filler = 'f');
  char* at(long offset = 0) { return bytes + 32 + offset; }
  std::string all() const { return std::string(bytes, sizeof bytes); }
  // Where a pointer into the buffer points, -1000 for null.
  long place(const void* p) const { return p == nullptr ? -1000 : static_cast<const char*>(p) - bytes - 32; }
  char bytes[512];
};

using Check = void (*)(Random&, Verdict&);
struct Registration {
  Registration(const char* name, Check check);
};

}  // namespace cairn::agree

// AGREE(strlen) { ... random, verdict ... }
#define AGREE(name)                                                               \
  static void agree_##name(cairn::agree::Random&, cairn::agree::Verdict&);        \
  static const cairn::agree::Registration registered_##name{#name, agree_##name}; \
  static void agree_##name([[maybe_unused]] cairn::agree::Random& random, cairn::agree::Verdict& verdict)
