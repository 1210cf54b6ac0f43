// arpa/inet.h.
#include <arpa/inet.h>

#include <cerrno>
#include <string>

#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

extern "C" {
std::uint16_t __cairn_model_htons(std::uint16_t);
std::uint16_t __cairn_model_ntohs(std::uint16_t);
std::uint32_t __cairn_model_htonl(std::uint32_t);
std::uint32_t __cairn_model_ntohl(std::uint32_t);
int __cairn_model_inet_aton(const char*, in_addr*);
in_addr_t __cairn_model_inet_addr(const char*);
int __cairn_model_inet_pton(int, const char*, void*);
const char* __cairn_model_inet_ntop(int, const void*, char*, socklen_t);
char* __cairn_model_inet_ntoa(in_addr);
}

namespace {

std::string address(Random& random) {
  std::string s;
  for (int n = 1 + random.below(5); n > 0; --n) {
    const int kind = random.below(8);
    s += kind == 0   ? "0x" + std::to_string(random.below(99))
         : kind == 1 ? "0" + std::to_string(random.below(99))
         : kind == 2 ? std::to_string(random.number())
         : kind == 3 ? random.text(2, "0123456789. x")
                     : std::to_string(random.below(300));
    if (n > 1) s += random.once_in(20) ? ' ' : '.';
  }
  if (random.once_in(8)) s += random.from(" .\tx");
  return s;
}

}  // namespace

AGREE(htons) {
  const auto n = static_cast<std::uint32_t>(random.bits());
  const auto few = static_cast<std::uint16_t>(n);
  verdict.same("htons", __cairn_model_htons(few), htons(few));
  verdict.same("ntohs", __cairn_model_ntohs(few), ntohs(few));
  verdict.same("htonl", __cairn_model_htonl(n), htonl(n));
  verdict.same("ntohl", __cairn_model_ntohl(n), ntohl(n));
}

AGREE(inet_aton) {
  const std::string s = address(random);
  verdict.note(s);
  in_addr ours{7}, real{7};
  errno = 5;
  verdict.same("result", __cairn_model_inet_aton(s.c_str(), &ours), inet_aton(s.c_str(), &real));
  verdict.same("errno", errno, 5);
  verdict.same("address", ours.s_addr, real.s_addr);
  verdict.same("inet_addr", __cairn_model_inet_addr(s.c_str()), inet_addr(s.c_str()));
}

AGREE(inet_pton) {
  const std::string s = random.once_in(4) ? "::" + std::to_string(random.below(99)) : address(random);
  const int family = random.once_in(4) ? AF_INET6 : random.once_in(20) ? 99 : AF_INET;
  verdict.note(s + " of family " + std::to_string(family));
  std::string ours(16, 'x'), real(16, 'x');
  verdict.same("result", __cairn_model_inet_pton(family, s.c_str(), ours.data()),
               inet_pton(family, s.c_str(), real.data()));
  verdict.same("address", ours, real);
}

AGREE(inet_ntop) {
  std::string from;
  for (int i = 0; i < 16; ++i) from += random.once_in(3) ? '\0' : random.byte();
  const int family = random.once_in(4) ? AF_INET6 : random.once_in(20) ? 99 : AF_INET;
  const auto room = static_cast<socklen_t>(random.below(20));
  std::string ours(64, 'x'), real(64, 'x');
  errno = 5;
  const bool given = __cairn_model_inet_ntop(family, from.data(), ours.data(), room) == ours.data();
  const int error = errno;
  errno = 5;
  const bool wanted = inet_ntop(family, from.data(), real.data(), room) == real.data();
  verdict.same("result", given, wanted);
  verdict.same("errno", error, errno);
  if (wanted) verdict.same("text", std::string(ours.c_str()), std::string(real.c_str()));
  in_addr four{static_cast<in_addr_t>(random.bits())};
  verdict.same("inet_ntoa", std::string(__cairn_model_inet_ntoa(four)), std::string(inet_ntoa(four)));
}
