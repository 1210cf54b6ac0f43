// How models of the mathematical library say which operation gave a number. The functions declared in models/model.h.
#include <string.h>

#include "runtime/inputs.h"
#include "runtime/nodes.h"

extern "C" {
#include "runtime/models/model.h"
}

using namespace cairn::runtime;

namespace {

// Labels of the numbers behind the first arguments; each argument has one.
struct Labels {
  cairn_label x = 0, y = 0;
};

Labels take_labels(const void* self, uint32_t first) {
  cairn_thread& t = __cairn_tls;
  Labels labels;
  if (t.callee == self) labels = {t.arguments[first], t.arguments[first + 1]};
  t.callee = t.returned = nullptr;
  return labels;
}

template <class F>
uint64_t bits_of(F x) {
  uint64_t bits = 0;
  memcpy(&bits, &x, sizeof x);
  return bits;
}

template <class F>
uint32_t packed(uint32_t op) {
  return op | static_cast<uint32_t>(8 * sizeof(F)) << 8;
}

template <class F>
F of_one(const void* self, uint32_t op, F result) {
  if (const Labels labels = take_labels(self, 2); labels.x != 0)
    leave_result(__cairn_unary(packed<F>(op), labels.x), self);
  return result;
}

template <class F>
F of_two(const void* self, uint32_t op, F result, F x, F y) {
  if (const Labels labels = take_labels(self, 2); (labels.x | labels.y) != 0)
    leave_result(__cairn_binary(packed<F>(op), labels.x, labels.y, bits_of(x), bits_of(y)), self);
  return result;
}

int exponent(const void* self, int result) {
  if (const Labels labels = take_labels(self, 1); labels.x != 0)
    leave_result(__cairn_convert(packed<int>(CAIRN_OP_FExponent), labels.x), self);
  return result;
}

template <class F>
const void* identity(F* function) {
  return reinterpret_cast<const void*>(function);
}

}  // namespace

CAIRN_EXPORT double cairn_of_one(uint32_t op, double result, double) {
  return of_one(identity(&cairn_of_one), op, result);
}

CAIRN_EXPORT float cairn_of_one_float(uint32_t op, float result, float) {
  return of_one(identity(&cairn_of_one_float), op, result);
}

CAIRN_EXPORT double cairn_of_two(uint32_t op, double result, double x, double y) {
  return of_two(identity(&cairn_of_two), op, result, x, y);
}

CAIRN_EXPORT float cairn_of_two_float(uint32_t op, float result, float x, float y) {
  return of_two(identity(&cairn_of_two_float), op, result, x, y);
}

CAIRN_EXPORT int cairn_exponent(int result, double) { return exponent(identity(&cairn_exponent), result); }

CAIRN_EXPORT int cairn_exponent_float(int result, float) { return exponent(identity(&cairn_exponent_float), result); }

CAIRN_EXPORT double cairn_plain(double x) {
  __cairn_tls.callee = __cairn_tls.returned = nullptr;
  return x;
}

CAIRN_EXPORT float cairn_plain_float(float x) {
  __cairn_tls.callee = __cairn_tls.returned = nullptr;
  return x;
}

CAIRN_EXPORT long cairn_plain_integer(long n) {
  __cairn_tls.callee = __cairn_tls.returned = nullptr;
  return n;
}
