// A table of comma-separated values (RFC 4180): quoted fields with doubled quotes, every row as wide as the first, and
// a column of whole numbers that is summed.
#include <stdbool.h>
#include <string.h>

#include "bench.h"

enum { max_field = 24, max_columns = 8 };

struct reader {
  const uint8_t* at;
  const uint8_t* end;
  char field[max_field];
  size_t length;
};

static bool put(struct reader* r, uint8_t c) {
  if (r->length == max_field) return false;
  r->field[r->length++] = (char)c;
  return true;
}

static bool read_quoted(struct reader* r) {
  while (r->at < r->end) {
    uint8_t c = *r->at++;
    if (c == '"') {
      if (r->at == r->end || *r->at != '"') return true;
      r->at++;
    }
    if (!put(r, c)) return false;
  }
  return false;  // the quote is not closed
}

static bool read_field(struct reader* r) {
  r->length = 0;
  if (r->at < r->end && *r->at == '"') {
    r->at++;
    return read_quoted(r);
  }
  while (r->at < r->end && *r->at != ',' && *r->at != '\n' && *r->at != '\r') {
    if (*r->at == '"') return false;
    if (!put(r, *r->at++)) return false;
  }
  return true;
}

static bool number(const struct reader* r, long* value) {
  size_t i = 0;
  bool negative = false;
  if (r->length > 0 && (r->field[0] == '-' || r->field[0] == '+')) negative = r->field[i++] == '-';
  if (i == r->length || r->length - i > 9) return false;
  long result = 0;
  for (; i < r->length; ++i) {
    if (r->field[i] < '0' || r->field[i] > '9') return false;
    result = 10 * result + (r->field[i] - '0');
  }
  *value = negative ? -result : result;
  return true;
}

int bench_work(const uint8_t* data, size_t size) {
  struct reader r = {data, data + size, {0}, 0};
  unsigned columns = 0, rows = 0;
  long sum = 0, value;
  while (r.at < r.end) {
    unsigned column = 0;
    for (;;) {
      if (!read_field(&r) || column == max_columns) return -1;
      if (column == 1 && rows > 0) {
        if (!number(&r, &value)) return -2;
        sum += value;
      }
      ++column;
      if (r.at == r.end || *r.at != ',') break;
      r.at++;
    }
    if (r.at < r.end && *r.at == '\r') r.at++;
    if (r.at < r.end && *r.at++ != '\n') return -3;
    if (rows == 0) columns = column;
    if (column != columns) return -4;
    ++rows;
  }
  if (sum == 1234) return 1;
  return (int)rows;
}
