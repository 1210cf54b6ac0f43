// What libstdc++.so reads from input streams beyond plain numbers, recorded: times, amounts of money, complex numbers.
// They take characters from the streams of streams.cpp and compare them, which inside the library nobody would see. A
// program that reads none of these is linked without them.
#include <complex>
#include <istream>

// One member below is not the library's, and can be said only before its facets are declared as instantiated.
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <locale>

namespace std {

// The library looks every digit up in a table that it fills on the way.
template <>
__attribute__((weak)) istreambuf_iterator<char> time_get<char>::_M_extract_num(istreambuf_iterator<char> next,
                                                                               istreambuf_iterator<char> end,
                                                                               int& member, int least, int most,
                                                                               size_t length, ios_base&,
                                                                               ios_base::iostate& state) const {
  size_t taken = 0;
  int value = 0;
  for (; taken < length && next != end; ++next, ++taken) {
    const char c = *next;
    if (c < '0' || c > '9') break;
    value = value * 10 + (c - '0');
    if (value > most) break;
  }
  if (taken > 0 && value >= least && value <= most)
    member = value;
  else
    state |= ios_base::failbit;
  return next;
}

template class time_get<char>;
template class time_get_byname<char>;
template class money_get<char>;

template istream& operator>>(istream&, complex<float>&);
template istream& operator>>(istream&, complex<double>&);
template istream& operator>>(istream&, complex<long double>&);

}  // namespace std
