/* Models of functions that programs call in libstdc++.so. The real ones are weak: a program in C has none of them. */
#include "model.h"
#include "models.h"

/* std::_Hash_bytes. Keys are used concretely: which bucket one falls into is a fact of the path, and saying it by what the hash function
 * computes would give conditions that nobody can solve. */
__attribute__((weak)) size_t _ZSt11_Hash_bytesPKvmm(const void* key, size_t size, size_t seed);

size_t __cairn_model__ZSt11_Hash_bytesPKvmm(const void* key, size_t size, size_t seed) {
  const unsigned char* bytes = key;
  for (size_t i = 0; i < size; ++i) cairn_pin_size(bytes[i]);
  return _ZSt11_Hash_bytesPKvmm(key, size, seed);
}
