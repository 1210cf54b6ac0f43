// The head of an HTTP request: method, target, version, header lines; Content-Length and Transfer-Encoding understood
// and refused when they contradict each other.
#include <stdbool.h>
#include <string.h>

#include "bench.h"

struct request {
  int method, minor;
  bool has_length, chunked, close;
  unsigned long length;
};

struct cursor {
  const char* at;
  const char* end;
};

static bool take(struct cursor* c, const char* word) {
  size_t n = strlen(word);
  if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0) return false;
  c->at += n;
  return true;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool same_name(const char* name, size_t n, const char* word) {
  if (n != strlen(word)) return false;
  for (size_t i = 0; i < n; ++i)
    if (lower(name[i]) != word[i]) return false;
  return true;
}

static bool token(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

static bool request_line(struct cursor* c, struct request* r) {
  static const char* const methods[] = {"GET ", "HEAD ", "POST ", "PUT ", "DELETE "};
  for (r->method = 0; r->method < 5; ++r->method)
    if (take(c, methods[r->method])) break;
  if (r->method == 5) return false;
  if (c->at == c->end || (*c->at != '/' && *c->at != '*')) return false;
  while (c->at < c->end && *c->at > ' ' && *c->at < 127) {
    if (*c->at == '%') {
      for (int i = 1; i <= 2; ++i) {
        if (c->at + i >= c->end) return false;
        char d = lower(c->at[i]);
        if (!((d >= '0' && d <= '9') || (d >= 'a' && d <= 'f'))) return false;
      }
      c->at += 2;
    }
    c->at++;
  }
  if (!take(c, " HTTP/1.") || c->at == c->end) return false;
  r->minor = *c->at++ - '0';
  return (r->minor == 0 || r->minor == 1) && take(c, "\r\n");
}

static bool header(struct cursor* c, struct request* r) {
  const char* name = c->at;
  while (c->at < c->end && token(*c->at)) c->at++;
  size_t n = (size_t)(c->at - name);
  if (n == 0 || !take(c, ":")) return false;
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\t')) c->at++;
  const char* value = c->at;
  while (c->at < c->end && *c->at != '\r') {
    if (*c->at == '\n' || *c->at == 0) return false;
    c->at++;
  }
  size_t m = (size_t)(c->at - value);
  if (!take(c, "\r\n")) return false;
  if (same_name(name, n, "content-length")) {
    if (r->has_length || m == 0 || m > 18) return false;
    for (size_t i = 0; i < m; ++i) {
      if (value[i] < '0' || value[i] > '9') return false;
      r->length = 10 * r->length + (unsigned long)(value[i] - '0');
    }
    r->has_length = true;
  } else if (same_name(name, n, "transfer-encoding")) {
    if (!same_name(value, m, "chunked")) return false;
    r->chunked = true;
  } else if (same_name(name, n, "connection")) {
    r->close = same_name(value, m, "close");
  }
  return true;
}

int bench_work(const uint8_t* data, size_t size) {
  struct cursor c = {(const char*)data, (const char*)data + size};
  struct request r = {0};
  if (!request_line(&c, &r)) return -1;
  while (c.at < c.end && *c.at != '\r')
    if (!header(&c, &r)) return -2;
  if (!take(&c, "\r\n")) return -3;
  if (r.chunked && r.has_length) return -4;
  if (r.method < 2 && r.has_length && r.length > 0) return -5;
  if (r.has_length && r.length > (unsigned long)(c.end - c.at)) return -6;
  return r.method * 2 + r.minor;
}
