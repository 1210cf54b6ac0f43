/* The spellings of string.h functions that programs built with _FORTIFY_SOURCE call: with the size of the destination.
 * What does not fit ends the program as glibc does. */
#include <string.h>

#include "model.h"
#include "models.h"

void* __cairn_model_memcpy(void* restrict to, const void* restrict from, size_t n);
void* __cairn_model_memmove(void* to, const void* from, size_t n);
void* __cairn_model_mempcpy(void* restrict to, const void* restrict from, size_t n);
void* __cairn_model_memset(void* to, int value, size_t n);
void __cairn_model_explicit_bzero(void* to, size_t n);
char* __cairn_model_strcpy(char* restrict to, const char* restrict from);
char* __cairn_model_stpcpy(char* restrict to, const char* restrict from);
char* __cairn_model_strcat(char* restrict to, const char* restrict from);
char* __cairn_model_strncpy(char* restrict to, const char* restrict from, size_t n);
char* __cairn_model_stpncpy(char* restrict to, const char* restrict from, size_t n);
char* __cairn_model_strncat(char* restrict to, const char* restrict from, size_t n);

void* __cairn_model___memcpy_chk(void* restrict to, const void* restrict from, size_t n, size_t size) {
  cairn_check_room(n, size);
  return __cairn_model_memcpy(to, from, n);
}

void* __cairn_model___memmove_chk(void* to, const void* from, size_t n, size_t size) {
  cairn_check_room(n, size);
  return __cairn_model_memmove(to, from, n);
}

void* __cairn_model___mempcpy_chk(void* restrict to, const void* restrict from, size_t n, size_t size) {
  cairn_check_room(n, size);
  return __cairn_model_mempcpy(to, from, n);
}

void* __cairn_model___memset_chk(void* to, int value, size_t n, size_t size) {
  cairn_check_room(n, size);
  return __cairn_model_memset(to, value, n);
}

void __cairn_model___explicit_bzero_chk(void* to, size_t n, size_t size) {
  cairn_check_room(n, size);
  __cairn_model_explicit_bzero(to, n);
}

char* __cairn_model___strcpy_chk(char* restrict to, const char* restrict from, size_t size) {
  cairn_check_room(__cairn_model_strlen(from) + 1, size);
  return __cairn_model_strcpy(to, from);
}

char* __cairn_model___stpcpy_chk(char* restrict to, const char* restrict from, size_t size) {
  cairn_check_room(__cairn_model_strlen(from) + 1, size);
  return __cairn_model_stpcpy(to, from);
}

char* __cairn_model___strcat_chk(char* restrict to, const char* restrict from, size_t size) {
  cairn_check_room(__cairn_model_strlen(to) + __cairn_model_strlen(from) + 1, size);
  return __cairn_model_strcat(to, from);
}

char* __cairn_model___strncpy_chk(char* restrict to, const char* restrict from, size_t n, size_t size) {
  cairn_check_room(n, size);
  return __cairn_model_strncpy(to, from, n);
}

char* __cairn_model___stpncpy_chk(char* restrict to, const char* restrict from, size_t n, size_t size) {
  cairn_check_room(n, size);
  return __cairn_model_stpncpy(to, from, n);
}

char* __cairn_model___strncat_chk(char* restrict to, const char* restrict from, size_t n, size_t size) {
  cairn_check_room(__cairn_model_strlen(to) + __cairn_model_strnlen(from, n) + 1, size);
  return __cairn_model_strncat(to, from, n);
}
