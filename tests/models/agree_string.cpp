// string.h and strings.h.
#include <strings.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "tests/models/agree.h"

using cairn::agree::Buffer;
using cairn::agree::Random;
using cairn::agree::Verdict;

namespace {

constexpr const char* kSet = "abAB,;";

// A string in a buffer and the other things most of these functions take.
struct Call {
  explicit Call(Random& random) : first(random.text(20, kSet)), second(random.text(random.once_in(2) ? 3 : 20, kSet)) {
    if (random.once_in(3))
      second = first.substr(0, static_cast<std::size_t>(random.below(static_cast<int>(first.size()) + 1))) + second;
    if (random.once_in(4)) second = first;
    c = random.once_in(8) ? 0 : random.once_in(8) ? random.byte() : random.from(kSet);
    if (random.once_in(4)) c += 256 * (random.below(5) - 2);
    n = static_cast<std::size_t>(random.below(30));
  }
  std::string first, second;
  int c;
  std::size_t n;
};

}  // namespace

extern "C" {
int __cairn_model_memcmp(const void*, const void*, size_t);
void* __cairn_model_memchr(const void*, int, size_t);
size_t __cairn_model_strlen(const char*);
size_t __cairn_model_strnlen(const char*, size_t);
int __cairn_model_bcmp(const void*, const void*, size_t);
int __cairn_model_strcmp(const char*, const char*);
int __cairn_model_strncmp(const char*, const char*, size_t);
int __cairn_model_strcoll(const char*, const char*);
int __cairn_model_strcasecmp(const char*, const char*);
int __cairn_model_strncasecmp(const char*, const char*, size_t);
char* __cairn_model_strchr(const char*, int);
char* __cairn_model_strrchr(const char*, int);
char* __cairn_model_index(const char*, int);
char* __cairn_model_rindex(const char*, int);
char* __cairn_model_strchrnul(const char*, int);
void* __cairn_model_memrchr(const void*, int, size_t);
void* __cairn_model_rawmemchr(const void*, int);
size_t __cairn_model_strspn(const char*, const char*);
size_t __cairn_model_strcspn(const char*, const char*);
char* __cairn_model_strpbrk(const char*, const char*);
char* __cairn_model_strstr(const char*, const char*);
char* __cairn_model_strcasestr(const char*, const char*);
void* __cairn_model_memmem(const void*, size_t, const void*, size_t);
void* __cairn_model_memcpy(void*, const void*, size_t);
void* __cairn_model_memmove(void*, const void*, size_t);
void* __cairn_model_mempcpy(void*, const void*, size_t);
void* __cairn_model_memset(void*, int, size_t);
void* __cairn_model_memccpy(void*, const void*, int, size_t);
void __cairn_model_bzero(void*, size_t);
void __cairn_model_bcopy(const void*, void*, size_t);
char* __cairn_model_strcpy(char*, const char*);
char* __cairn_model_stpcpy(char*, const char*);
char* __cairn_model_strcat(char*, const char*);
char* __cairn_model_strncpy(char*, const char*, size_t);
char* __cairn_model_stpncpy(char*, const char*, size_t);
char* __cairn_model_strncat(char*, const char*, size_t);
size_t __cairn_model_strxfrm(char*, const char*, size_t);
int __cairn_model_strverscmp(const char*, const char*);
char* __cairn_model_strdup(const char*);
char* __cairn_model_strndup(const char*, size_t);
char* __cairn_model_strtok(char*, const char*);
char* __cairn_model_strtok_r(char*, const char*, char**);
char* __cairn_model_strsep(char**, const char*);
void* __cairn_model___memcpy_chk(void*, const void*, size_t, size_t);
char* __cairn_model___strcpy_chk(char*, const char*, size_t);
char* __cairn_model___strncat_chk(char*, const char*, size_t, size_t);
void* __cairn_model___memmove_chk(void*, const void*, size_t, size_t);
void* __cairn_model___mempcpy_chk(void*, const void*, size_t, size_t);
void* __cairn_model___memset_chk(void*, int, size_t, size_t);
void __cairn_model___explicit_bzero_chk(void*, size_t, size_t);
void __cairn_model_explicit_bzero(void*, size_t);
char* __cairn_model___stpcpy_chk(char*, const char*, size_t);
char* __cairn_model___strcat_chk(char*, const char*, size_t);
char* __cairn_model___strncpy_chk(char*, const char*, size_t, size_t);
char* __cairn_model___stpncpy_chk(char*, const char*, size_t, size_t);
char* __cairn_model___strdup(const char*);
char* __cairn_model___strndup(const char*, size_t);
char* __cairn_model___strtok_r(char*, const char*, char**);
int __cairn_model_ffsl(long);
void* __memmove_chk(void*, const void*, size_t, size_t);
void* __mempcpy_chk(void*, const void*, size_t, size_t);
void* __memset_chk(void*, int, size_t, size_t);
void __explicit_bzero_chk(void*, size_t, size_t);
char* __stpcpy_chk(char*, const char*, size_t);
char* __strcat_chk(char*, const char*, size_t);
char* __strncpy_chk(char*, const char*, size_t, size_t);
char* __stpncpy_chk(char*, const char*, size_t, size_t);
int __cairn_model_ffs(int);
int __cairn_model_ffsll(long long);
void* __memcpy_chk(void*, const void*, size_t, size_t);
char* __strcpy_chk(char*, const char*, size_t);
char* __strncat_chk(char*, const char*, size_t, size_t);
}

// A call on both buffers, where `a` and `b` are the strings; the result is compared by KIND.
#define COMPARE(name, expression_model, expression_real, KIND)                                                        \
  AGREE(name) {                                                                                                       \
    Call call(random);                                                                                                \
    Buffer a(call.first), b(call.second);                                                                             \
    verdict.note(call.first + " | " + call.second + " | " + std::to_string(call.c) + " | " + std::to_string(call.n)); \
    [[maybe_unused]] const std::size_t n = call.n;                                                                    \
    [[maybe_unused]] const int c = call.c;                                                                            \
    KIND(expression_model, expression_real);                                                                          \
  }
#define SIGN(m, r) verdict.same_sign(m, r)
#define VALUE(m, r) verdict.same("result", m, r)
#define PLACE(m, r) verdict.same("result", a.place(m), a.place(r))
#define PLACE_B(m, r) verdict.same("result", b.place(m), b.place(r))

COMPARE(memcmp, __cairn_model_memcmp(a.at(), b.at(), n), memcmp(a.at(), b.at(), n), SIGN)
COMPARE(bcmp, __cairn_model_bcmp(a.at(), b.at(), n) != 0, bcmp(a.at(), b.at(), n) != 0, VALUE)
COMPARE(strcmp, __cairn_model_strcmp(a.at(), b.at()), strcmp(a.at(), b.at()), SIGN)
COMPARE(strncmp, __cairn_model_strncmp(a.at(), b.at(), n), strncmp(a.at(), b.at(), n), SIGN)
COMPARE(strcoll, __cairn_model_strcoll(a.at(), b.at()), strcoll(a.at(), b.at()), SIGN)
COMPARE(strcasecmp, __cairn_model_strcasecmp(a.at(), b.at()), strcasecmp(a.at(), b.at()), SIGN)
COMPARE(strncasecmp, __cairn_model_strncasecmp(a.at(), b.at(), n), strncasecmp(a.at(), b.at(), n), SIGN)
COMPARE(strlen, __cairn_model_strlen(a.at()), strlen(a.at()), VALUE)
COMPARE(strnlen, __cairn_model_strnlen(a.at(), n), strnlen(a.at(), n), VALUE)
COMPARE(strspn, __cairn_model_strspn(a.at(), b.at()), strspn(a.at(), b.at()), VALUE)
COMPARE(strcspn, __cairn_model_strcspn(a.at(), b.at()), strcspn(a.at(), b.at()), VALUE)
COMPARE(memchr, __cairn_model_memchr(a.at(), c, n), memchr(a.at(), c, n), PLACE)
COMPARE(memrchr, __cairn_model_memrchr(a.at(), c, n), memrchr(a.at(), c, n), PLACE)
COMPARE(strchr, __cairn_model_strchr(a.at(), c), strchr(a.at(), c), PLACE)
COMPARE(strrchr, __cairn_model_strrchr(a.at(), c), strrchr(a.at(), c), PLACE)
COMPARE(index, __cairn_model_index(a.at(), c), index(a.at(), c), PLACE)
COMPARE(rindex, __cairn_model_rindex(a.at(), c), rindex(a.at(), c), PLACE)
COMPARE(strchrnul, __cairn_model_strchrnul(a.at(), c), strchrnul(a.at(), c), PLACE)
COMPARE(rawmemchr, __cairn_model_rawmemchr(a.at(), a.at()[n]), rawmemchr(a.at(), a.at()[n]), PLACE)
COMPARE(strpbrk, __cairn_model_strpbrk(a.at(), b.at()), strpbrk(a.at(), b.at()), PLACE)
COMPARE(strstr, __cairn_model_strstr(b.at(), a.at(c & 3)), strstr(b.at(), a.at(c & 3)), PLACE_B)
COMPARE(strcasestr, __cairn_model_strcasestr(b.at(), a.at(c & 3)), strcasestr(b.at(), a.at(c & 3)), PLACE_B)
COMPARE(memmem, __cairn_model_memmem(b.at(), n, a.at(c & 3), n / 4), memmem(b.at(), n, a.at(c & 3), n / 4), PLACE_B)

// A call that writes: once on each of two equal buffers m and r. `from` lies elsewhere.
#define WRITE(name, expression_model, expression_real)                                                                \
  AGREE(name) {                                                                                                       \
    Call call(random);                                                                                                \
    Buffer m(call.first), r(call.first), from(call.second);                                                           \
    verdict.note(call.first + " | " + call.second + " | " + std::to_string(call.c) + " | " + std::to_string(call.n)); \
    [[maybe_unused]] const std::size_t n = call.n;                                                                    \
    [[maybe_unused]] const int c = call.c;                                                                            \
    verdict.same("result", m.place(expression_model), r.place(expression_real));                                      \
    verdict.same("memory", m.all(), r.all());                                                                         \
  }

WRITE(memcpy, __cairn_model_memcpy(m.at(), from.at(), n), memcpy(r.at(), from.at(), n))
WRITE(__memcpy_chk, __cairn_model___memcpy_chk(m.at(), from.at(), n, 40), __memcpy_chk(r.at(), from.at(), n, 40))
WRITE(mempcpy, __cairn_model_mempcpy(m.at(), from.at(), n), mempcpy(r.at(), from.at(), n))
WRITE(memmove, __cairn_model_memmove(m.at(c & 15), m.at(), n), memmove(r.at(c & 15), r.at(), n))
WRITE(memset, __cairn_model_memset(m.at(), c, n), memset(r.at(), c, n))
WRITE(memccpy, __cairn_model_memccpy(m.at(), from.at(), c, n), memccpy(r.at(), from.at(), c, n))
WRITE(bzero, (__cairn_model_bzero(m.at(), n), m.at()), (bzero(r.at(), n), r.at()))
WRITE(bcopy, (__cairn_model_bcopy(m.at(), m.at(c & 7), n), m.at()), (bcopy(r.at(), r.at(c & 7), n), r.at()))
WRITE(strcpy, __cairn_model_strcpy(m.at(), from.at()), strcpy(r.at(), from.at()))
WRITE(__strcpy_chk, __cairn_model___strcpy_chk(m.at(), from.at(), 100), __strcpy_chk(r.at(), from.at(), 100))
WRITE(stpcpy, __cairn_model_stpcpy(m.at(), from.at()), stpcpy(r.at(), from.at()))
WRITE(strcat, __cairn_model_strcat(m.at(), from.at()), strcat(r.at(), from.at()))
WRITE(strncpy, __cairn_model_strncpy(m.at(), from.at(), n), strncpy(r.at(), from.at(), n))
WRITE(stpncpy, __cairn_model_stpncpy(m.at(), from.at(), n), stpncpy(r.at(), from.at(), n))
WRITE(strncat, __cairn_model_strncat(m.at(), from.at(), n), strncat(r.at(), from.at(), n))
WRITE(__strncat_chk, __cairn_model___strncat_chk(m.at(), from.at(), n, 100), __strncat_chk(r.at(), from.at(), n, 100))
WRITE(__memmove_chk, __cairn_model___memmove_chk(m.at(c & 7), m.at(), n, 60), __memmove_chk(r.at(c & 7), r.at(), n, 60))
WRITE(__mempcpy_chk, __cairn_model___mempcpy_chk(m.at(), from.at(), n, 60), __mempcpy_chk(r.at(), from.at(), n, 60))
WRITE(__memset_chk, __cairn_model___memset_chk(m.at(), c, n, 60), __memset_chk(r.at(), c, n, 60))
WRITE(explicit_bzero, (__cairn_model_explicit_bzero(m.at(), n), m.at()), (explicit_bzero(r.at(), n), r.at()))
WRITE(__explicit_bzero_chk, (__cairn_model___explicit_bzero_chk(m.at(), n, 60), m.at()),
      (__explicit_bzero_chk(r.at(), n, 60), r.at()))
WRITE(__stpcpy_chk, __cairn_model___stpcpy_chk(m.at(), from.at(), 100), __stpcpy_chk(r.at(), from.at(), 100))
WRITE(__strcat_chk, __cairn_model___strcat_chk(m.at(), from.at(), 200), __strcat_chk(r.at(), from.at(), 200))
WRITE(__strncpy_chk, __cairn_model___strncpy_chk(m.at(), from.at(), n, 100), __strncpy_chk(r.at(), from.at(), n, 100))
WRITE(__stpncpy_chk, __cairn_model___stpncpy_chk(m.at(), from.at(), n, 100), __stpncpy_chk(r.at(), from.at(), n, 100))

AGREE(strxfrm) {
  Call call(random);
  Buffer m, r;
  verdict.same("result", __cairn_model_strxfrm(m.at(), call.first.c_str(), call.n),
               strxfrm(r.at(), call.first.c_str(), call.n));
  verdict.same("memory", m.all(), r.all());
}

AGREE(strverscmp) {
  const std::string begin = random.text(2, "0a1"), a = begin + random.text(5, "001239a."),
                    b = begin + random.text(5, "001239a.");
  verdict.note(a + "   " + b);
  verdict.same("result", __cairn_model_strverscmp(a.c_str(), b.c_str()), strverscmp(a.c_str(), b.c_str()));
}

AGREE(strdup) {
  Call call(random);
  char* m = __cairn_model_strdup(call.first.c_str());
  verdict.same("copy", std::string(m), call.first);
  free(m);
}

AGREE(__strdup) {
  Call call(random);
  char* m = __cairn_model___strdup(call.first.c_str());
  verdict.same("copy", std::string(m), call.first);
  free(m);
}

AGREE(__strndup) {
  Call call(random);
  char* m = __cairn_model___strndup(call.first.c_str(), call.n);
  verdict.same("copy", std::string(m), call.first.substr(0, call.n));
  free(m);
}

AGREE(strndup) {
  Call call(random);
  char* m = __cairn_model_strndup(call.first.c_str(), call.n);
  verdict.same("copy", std::string(m), call.first.substr(0, call.n));
  free(m);
}

// Tokens until there are no more, with separators that change on the way.
template <class Next>
static void tokens(Random& random, Verdict& verdict, Next model, Next real) {
  Call call(random);
  Buffer m(call.first), r(call.first);
  verdict.note(call.first);
  char* model_state = m.at();
  char* real_state = r.at();
  for (int i = 0; i < 8; ++i) {
    const std::string between = random.text(3, ",;a");
    char* x = model(i == 0 ? m.at() : nullptr, between.c_str(), &model_state);
    char* y = real(i == 0 ? r.at() : nullptr, between.c_str(), &real_state);
    verdict.same("token", m.place(x), r.place(y));
    verdict.same("rest", m.place(model_state), r.place(real_state));
    verdict.same("memory", m.all(), r.all());
    if (x == nullptr || y == nullptr) break;
  }
}

using Tokens = char* (*)(char*, const char*, char**);

AGREE(strtok_r) { tokens<Tokens>(random, verdict, __cairn_model_strtok_r, strtok_r); }
AGREE(__strtok_r) { tokens<Tokens>(random, verdict, __cairn_model___strtok_r, strtok_r); }
AGREE(strtok) {
  tokens<Tokens>(
      random, verdict, [](char* s, const char* between, char**) { return __cairn_model_strtok(s, between); },
      [](char* s, const char* between, char**) { return strtok(s, between); });
}
AGREE(strsep) {
  tokens<Tokens>(
      random, verdict, [](char*, const char* between, char** state) { return __cairn_model_strsep(state, between); },
      [](char*, const char* between, char** state) { return strsep(state, between); });
}
AGREE(ffs) {
  const auto x = random.number();
  verdict.same("result", __cairn_model_ffs(static_cast<int>(x)), ffs(static_cast<int>(x)));
}
AGREE(ffsl) {
  const auto x = random.number();
  verdict.same("result", __cairn_model_ffsl(x), ffsl(x));
}
AGREE(ffsll) {
  const auto x = random.number();
  verdict.same("result", __cairn_model_ffsll(x), ffsll(x));
}
