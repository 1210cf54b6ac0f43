/* Models of arpa/inet.h: the order of bytes, which is a call where nothing is optimised, and addresses of four numbers.
 * Those with colons are the system's. */
#include <arpa/inet.h>
#include <errno.h>
#include <sys/socket.h>

#include "model.h"
#include "models.h"

#undef htons
#undef ntohs
#undef htonl
#undef ntohl

int __cairn_model_snprintf(char* to, size_t room, const char* restrict f, ...);

static uint16_t swapped_short(uint16_t n) { return (uint16_t)(n << 8 | n >> 8); }
static uint32_t swapped(uint32_t n) { return n << 24 | (n & 0xff00) << 8 | (n >> 8 & 0xff00) | n >> 24; }

uint16_t __cairn_model_htons(uint16_t n) { return swapped_short(n); }
uint16_t __cairn_model_ntohs(uint16_t n) { return swapped_short(n); }
uint32_t __cairn_model_htonl(uint32_t n) { return swapped(n); }
uint32_t __cairn_model_ntohl(uint32_t n) { return swapped(n); }

static int is_digit(char c) { return (unsigned char)(c - '0') < 10; }

/* Four decimal numbers below 256, without zeros in front, and nothing else. */
static int read_strictly(const char* s, unsigned char bytes[4]) {
  for (int part = 0; part < 4; ++part) {
    if (part > 0 && *s++ != '.') return 0;
    if (!is_digit(*s)) return 0;
    unsigned value = (unsigned)(*s++ - '0');
    for (; is_digit(*s); ++s) {
      if (value == 0) return 0;
      value = value * 10 + (unsigned)(*s - '0');
      if (value > 255) return 0;
    }
    bytes[part] = (unsigned char)value;
  }
  return *s == 0;
}

/* One to four numbers as C writes them, of which the last one fills what is left; white space ends them. */
static int read_loosely(const char* s, uint32_t* address) {
  uint32_t begin = 0;
  for (unsigned left = 32;; ++s) {
    if (!is_digit(*s)) return 0;
    char* end;
    const unsigned long value = __cairn_model_strtoul(s, &end, 0);
    if (value > 0xffffffff) return 0;
    s = end;
    if (*s != '.') {
      const unsigned char c = (unsigned char)*s;
      if ((c != 0 && !__cairn_model_isspace(c)) || value >> left != 0) return 0;
      *address = swapped(begin | (uint32_t)value);
      return 1;
    }
    if (left == 8 || value > 255) return 0;
    left -= 8;
    begin |= (uint32_t)value << left;
  }
}

int __cairn_model_inet_aton(const char* s, struct in_addr* to) {
  const int earlier_error = errno;
  uint32_t address;
  const int known = read_loosely(s, &address);
  if (known && to != NULL) to->s_addr = address;
  errno = earlier_error;
  return known;
}

in_addr_t __cairn_model_inet_addr(const char* s) {
  struct in_addr address;
  return __cairn_model_inet_aton(s, &address) ? address.s_addr : INADDR_NONE;
}

int __cairn_model_inet_pton(int family, const char* restrict s, void* restrict to) {
  if (family != AF_INET) {
    cairn_lose_string(s);
    const int known = inet_pton(family, s, to);
    if (known == 1) cairn_forget(to, sizeof(struct in6_addr));
    return known;
  }
  unsigned char bytes[4];
  if (!read_strictly(s, bytes)) return 0;
  __builtin_memcpy(to, bytes, sizeof bytes);
  return 1;
}

enum { LONGEST = sizeof "255.255.255.255" };

static int print(char* to, const unsigned char* bytes) {
  return __cairn_model_snprintf(to, LONGEST, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
}

const char* __cairn_model_inet_ntop(int family, const void* restrict from, char* restrict to, socklen_t room) {
  if (family != AF_INET) {
    if (family == AF_INET6) cairn_lose_memory(from, sizeof(struct in6_addr));
    const char* text = inet_ntop(family, from, to, room);
    if (text != NULL) cairn_forget(to, room);
    return text;
  }
  char text[LONGEST];
  const int length = print(text, from);
  if ((socklen_t)length >= room) {
    errno = ENOSPC;
    return NULL;
  }
  return __builtin_memcpy(to, text, (size_t)length + 1);
}

/* In the buffer of the real one. */
char* __cairn_model_inet_ntoa(struct in_addr address) {
  const struct in_addr plain = {(in_addr_t)cairn_plain_integer(address.s_addr)};
  char* text = inet_ntoa(plain);
  print(text, (const unsigned char*)&address);
  return text;
}
