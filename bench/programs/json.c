// A JSON parser: recursive descent into a tree on the heap, strings unescaped, numbers kept as mantissa and exponent;
// the tree is freed again. Written as one would for use, not for measuring: every byte is looked at by real conditions.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "bench.h"

enum kind { null_value, false_value, true_value, number_value, string_value, array_value, object_value };

struct value {
  enum kind kind;
  uint32_t count;       // elements or members; bytes of a string
  struct value* first;  // of an array or object
  struct value* next;   // among its siblings
  char* key;            // of a member
  union {
    struct {
      int64_t mantissa;
      int32_t exponent;
    } number;
    char* text;
  };
};

enum { max_depth = 64 };

struct parser {
  const uint8_t* at;
  const uint8_t* end;
  char* out;  // where the string being read goes
  unsigned depth;
  int values;
};

static bool parse_value(struct parser* p, struct value* out);

static void skip_space(struct parser* p) {
  while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r')) p->at++;
}

static bool take(struct parser* p, char c) {
  if (p->at == p->end || *p->at != (uint8_t)c) return false;
  p->at++;
  return true;
}

static bool take_word(struct parser* p, const char* word) {
  for (; *word; word++) {
    if (!take(p, *word)) return false;
  }
  return true;
}

static struct value* new_value(struct parser* p) {
  p->values++;
  return calloc(1, sizeof(struct value));
}

static void free_values(struct value* value) {
  while (value) {
    struct value* next = value->next;
    if (value->kind == string_value) free(value->text);
    if (value->kind == array_value || value->kind == object_value) free_values(value->first);
    free(value->key);
    free(value);
    value = next;
  }
}

static bool put(struct parser* p, uint32_t c) {
  *p->out++ = (char)c;
  return true;
}

static bool put_utf8(struct parser* p, uint32_t c) {
  if (c < 0x80) return put(p, c);
  if (c < 0x800) return put(p, 0xc0 | c >> 6) && put(p, 0x80 | (c & 0x3f));
  if (c < 0x10000) return put(p, 0xe0 | c >> 12) && put(p, 0x80 | (c >> 6 & 0x3f)) && put(p, 0x80 | (c & 0x3f));
  return put(p, 0xf0 | c >> 18) && put(p, 0x80 | (c >> 12 & 0x3f)) && put(p, 0x80 | (c >> 6 & 0x3f)) &&
         put(p, 0x80 | (c & 0x3f));
}

static int hex_digit(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static bool parse_hex4(struct parser* p, uint32_t* out) {
  if (p->end - p->at < 4) return false;
  *out = 0;
  for (int i = 0; i < 4; i++) {
    int digit = hex_digit(*p->at++);
    if (digit < 0) return false;
    *out = *out << 4 | (uint32_t)digit;
  }
  return true;
}

static bool parse_escape(struct parser* p) {
  if (p->at == p->end) return false;
  switch (*p->at++) {
    case '"':
      return put(p, '"');
    case '\\':
      return put(p, '\\');
    case '/':
      return put(p, '/');
    case 'b':
      return put(p, '\b');
    case 'f':
      return put(p, '\f');
    case 'n':
      return put(p, '\n');
    case 'r':
      return put(p, '\r');
    case 't':
      return put(p, '\t');
    case 'u': {
      uint32_t high, low;
      if (!parse_hex4(p, &high)) return false;
      if (high < 0xd800 || high > 0xdfff) return put_utf8(p, high);
      if (high > 0xdbff || !take_word(p, "\\u") || !parse_hex4(p, &low) || low < 0xdc00 || low > 0xdfff) return false;
      return put_utf8(p, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
    }
    default:
      return false;
  }
}

// An escape is never shorter than what it stands for, so the distance to the closing quote is room enough.
static size_t string_room(const struct parser* p) {
  const uint8_t* at = p->at;
  while (at < p->end && *at != '"') at += *at == '\\' ? 2 : 1;
  return (size_t)(at - p->at) + 1;
}

static bool parse_string(struct parser* p, char** out, uint32_t* size) {
  if (!take(p, '"')) return false;
  char* text = malloc(string_room(p));
  if (!text) return false;
  *out = text;
  p->out = text;
  while (p->at < p->end) {
    uint8_t c = *p->at++;
    if (c == '"') {
      *size = (uint32_t)(p->out - text);
      *p->out = 0;
      return true;
    }
    if (c < 0x20) return false;
    if (!(c == '\\' ? parse_escape(p) : put(p, c))) return false;
  }
  return false;
}

static bool digit_ahead(const struct parser* p) { return p->at < p->end && *p->at >= '0' && *p->at <= '9'; }

static bool parse_digits(struct parser* p, int64_t* mantissa, int32_t* digits) {
  if (!digit_ahead(p)) return false;
  for (*digits = 0; digit_ahead(p); ++*digits) {
    if (*mantissa > (INT64_MAX - 9) / 10) return false;
    *mantissa = *mantissa * 10 + (*p->at++ - '0');
  }
  return true;
}

static bool parse_number(struct parser* p, struct value* out) {
  int64_t mantissa = 0, power = 0;
  int32_t digits, fraction = 0;
  bool negative = take(p, '-');
  bool zero = p->at < p->end && *p->at == '0';
  if (!parse_digits(p, &mantissa, &digits) || (zero && digits > 1)) return false;
  if (take(p, '.') && !parse_digits(p, &mantissa, &fraction)) return false;
  if (p->at < p->end && (*p->at == 'e' || *p->at == 'E')) {
    p->at++;
    bool minus = take(p, '-');
    if (!minus) take(p, '+');
    if (!parse_digits(p, &power, &digits) || power > 400) return false;
    if (minus) power = -power;
  }
  out->kind = number_value;
  out->number.mantissa = negative ? -mantissa : mantissa;
  out->number.exponent = (int32_t)power - fraction;
  return true;
}

// The elements of an array, or with keys the members of an object, up to the closing bracket.
static bool parse_elements(struct parser* p, struct value* out, char close, bool keys) {
  struct value** link = &out->first;
  skip_space(p);
  if (take(p, close)) return true;
  for (;;) {
    struct value* element = new_value(p);
    if (!element) return false;
    *link = element;
    link = &element->next;
    skip_space(p);
    if (keys) {
      uint32_t size;
      if (!parse_string(p, &element->key, &size)) return false;
      skip_space(p);
      if (!take(p, ':')) return false;
    }
    if (!parse_value(p, element)) return false;
    out->count++;
    skip_space(p);
    if (take(p, close)) return true;
    if (!take(p, ',')) return false;
  }
}

static bool parse_value(struct parser* p, struct value* out) {
  if (++p->depth > max_depth) return false;
  skip_space(p);
  if (p->at == p->end) return false;
  bool good;
  switch (*p->at) {
    case '{':
      p->at++;
      out->kind = object_value;
      good = parse_elements(p, out, '}', true);
      break;
    case '[':
      p->at++;
      out->kind = array_value;
      good = parse_elements(p, out, ']', false);
      break;
    case '"':
      out->kind = string_value;
      good = parse_string(p, &out->text, &out->count);
      break;
    case 'n':
      out->kind = null_value;
      good = take_word(p, "null");
      break;
    case 't':
      out->kind = true_value;
      good = take_word(p, "true");
      break;
    case 'f':
      out->kind = false_value;
      good = take_word(p, "false");
      break;
    default:
      good = parse_number(p, out);
      break;
  }
  p->depth--;
  return good;
}

int bench_work(const uint8_t* data, size_t size) {
  struct parser p = {.at = data, .end = data + size};
  struct value* root = new_value(&p);
  if (!root) return -1;
  bool good = parse_value(&p, root);
  free_values(root);
  skip_space(&p);
  return good && p.at == p.end ? p.values : -1;
}
