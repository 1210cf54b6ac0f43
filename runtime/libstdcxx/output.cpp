// Output streams, recorded: what a program formats into a string it may read again. Text has passed through the buffers
// of streams.cpp with its labels all along (operator<< of strings, write); here are characters and numbers.
#include <cxxabi.h>

#include <ios>
#include <typeinfo>

// One member below is not the library's, and can be said only before streams are declared as instantiated.
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <ostream>

extern "C" {
double cairn_plain(double x);
long cairn_plain_integer(long n);
}

namespace std {

namespace {

// Whether this is a buffer of std::cout and its like: what goes there leaves for good, as with printf.
bool leaves(const streambuf* buffer) {
  if (buffer == nullptr) return false;
  const type_info& kind = typeid(*buffer);
  return kind == typeid(__gnu_cxx::stdio_sync_filebuf<char>) || kind == typeid(__gnu_cxx::stdio_filebuf<char>);
}

template <class Number>
Number plain(Number value) {
  return static_cast<Number>(cairn_plain_integer(static_cast<long>(value)));
}
double plain(double value) { return cairn_plain(value); }
long double plain(long double value) { return value; }
const void* plain(const void* value) {
  return reinterpret_cast<const void*>(cairn_plain_integer(reinterpret_cast<long>(value)));
}

// In front of `end`; gives their number.
template <class Value>
int put_digits(char* end, Value value, ios_base::fmtflags flags, bool decimal) {
  const Value base = decimal ? 10 : (flags & ios_base::basefield) == ios_base::oct ? 8 : 16;
  const char letters = static_cast<char>((flags & ios_base::uppercase ? 'A' : 'a') - 10);
  char* first = end;
  do {
    const char digit = static_cast<char>(value % base);
    *--first = static_cast<char>(base <= 10 || digit < 10 ? '0' + digit : letters + digit);
    value /= base;
  } while (value != 0);
  return static_cast<int>(end - first);
}

}  // namespace

// The library looks digits up in a table, and which one it took would be a fact of the path.
template <>
__attribute__((weak)) int __int_to_char(char* end, unsigned long value, const char*, ios_base::fmtflags flags,
                                        bool decimal) {
  return put_digits(end, value, flags, decimal);
}

template <>
__attribute__((weak)) int __int_to_char(char* end, unsigned long long value, const char*, ios_base::fmtflags flags,
                                        bool decimal) {
  return put_digits(end, value, flags, decimal);
}

// The library's, except that nobody asks how many digits a number has that leaves.
template <>
template <class Number>
ostream& ostream::_M_insert(Number value) {
  const sentry ready(*this);
  if (!ready) return *this;
  ios_base::iostate state = ios_base::goodbit;
  try {
    const Number written = leaves(rdbuf()) ? plain(value) : value;
    if (use_facet<num_put<char>>(getloc()).put(*this, *this, fill(), written).failed()) state = ios_base::badbit;
  } catch (__cxxabiv1::__forced_unwind&) {
    _M_setstate(ios_base::badbit);
    throw;
  } catch (...) {
    _M_setstate(ios_base::badbit);
  }
  if (state != ios_base::goodbit) setstate(state);
  return *this;
}

template class basic_ostream<char>;
template class num_put<char>;

template ostream& ostream::_M_insert(long);
template ostream& ostream::_M_insert(unsigned long);
template ostream& ostream::_M_insert(bool);
template ostream& ostream::_M_insert(long long);
template ostream& ostream::_M_insert(unsigned long long);
template ostream& ostream::_M_insert(double);
template ostream& ostream::_M_insert(long double);
template ostream& ostream::_M_insert(const void*);

template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);

}  // namespace std
