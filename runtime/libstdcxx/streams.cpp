// Input streams, recorded: what libstdc++.so holds of them, compiled by cairn-c++ and linked into C++ programs before
// the library. Definitions in an executable take the place of a shared library's, inside the library too, so that
// std::cin, which the library constructs, reads through the buffers of this file, and these through the models of getc
// and read.
//
// Templates are the library's own, instantiated again. Some members the library has specialised for char; they are
// written here from what the C++ standard says of them, character by character. They are weak: a program that is linked
// statically may bring the library's along.
#include <cxxabi.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <istream>
#include <iterator>
#include <limits>
#include <locale>
#include <sstream>
#include <string>

extern "C" int cairn_c_locale(int category);

template class __gnu_cxx::stdio_sync_filebuf<char>;
template class __gnu_cxx::stdio_filebuf<char>;
template class __gnu_cxx::stdio_sync_filebuf<wchar_t>;  // what wide streams read is loss

namespace std {

template class basic_streambuf<char>;
template class basic_filebuf<char>;
template class basic_filebuf<wchar_t>;
template class basic_stringbuf<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_ifstream<char>;
template class basic_fstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;
template class num_get<char, istreambuf_iterator<char>>;
template istream& ws(istream&);
template istream& operator>>(istream&, char&);
template istream& istream::_M_extract(unsigned short&);
template istream& istream::_M_extract(unsigned int&);
template istream& istream::_M_extract(long&);
template istream& istream::_M_extract(unsigned long&);
template istream& istream::_M_extract(bool&);
template istream& istream::_M_extract(long long&);
template istream& istream::_M_extract(unsigned long long&);
template istream& istream::_M_extract(float&);
template istream& istream::_M_extract(double&);
template istream& istream::_M_extract(long double&);
template istream& istream::_M_extract(void*&);

namespace {

using Traits = char_traits<char>;

bool ends(int c) { return Traits::eq_int_type(c, Traits::eof()); }

// Runs a body and gives the state to set. What it throws makes the stream bad, and goes on only if the program asked
// for that.
template <class Body>
ios_base::iostate extract(istream& in, bool keep_space, Body body) {
  ios_base::iostate state = ios_base::goodbit;
  const istream::sentry ready(in, keep_space);
  if (ready) {
    try {
      body(state);
    } catch (__cxxabiv1::__forced_unwind&) {
      in._M_setstate(ios_base::badbit);
      throw;
    } catch (...) {
      in._M_setstate(ios_base::badbit);
    }
  } else {
    state = ios_base::failbit;
  }
  return state;
}

void set(istream& in, ios_base::iostate state) {
  if (state != ios_base::goodbit) in.setstate(state);
}

// Takes characters until `stop` says so, the room is used up or the input ends. Gives the character it stopped at.
template <class Stop, class Take>
int take_while(istream& in, streamsize room, Stop stop, Take take) {
  streambuf* buffer = in.rdbuf();
  int c = buffer->sgetc();
  for (; room > 0 && !ends(c) && !stop(Traits::to_char_type(c)); --room) {
    take(Traits::to_char_type(c));
    c = buffer->snextc();
  }
  return c;
}

const ctype<char>& characters_of(const istream& in) { return use_facet<ctype<char>>(in.getloc()); }

constexpr streamsize kNoLimit = numeric_limits<streamsize>::max();

}  // namespace

template <>
__attribute__((weak)) istream& getline(istream& in, string& text, char delimiter) {
  streamsize taken = 0;
  ios_base::iostate state = extract(in, true, [&](ios_base::iostate& found) {
    text.erase();
    const int c = take_while(
        in, static_cast<streamsize>(text.max_size()), [&](char next) { return next == delimiter; },
        [&](char next) {
          text += next;
          ++taken;
        });
    if (ends(c)) {
      found |= ios_base::eofbit;
    } else if (Traits::to_char_type(c) == delimiter) {
      ++taken;
      in.rdbuf()->sbumpc();
    } else {
      found |= ios_base::failbit;
    }
  });
  if (taken == 0) state |= ios_base::failbit;
  set(in, state);
  return in;
}

template <>
__attribute__((weak)) istream& operator>>(istream& in, string& text) {
  streamsize taken = 0;
  ios_base::iostate state = extract(in, false, [&](ios_base::iostate& found) {
    text.erase();
    const streamsize width = in.width();
    const streamsize most = width > 0 ? width : static_cast<streamsize>(text.max_size());
    const ctype<char>& characters = characters_of(in);
    const int c = take_while(
        in, most, [&](char next) { return characters.is(ctype_base::space, next); },
        [&](char next) {
          text += next;
          ++taken;
        });
    if (ends(c) && taken < most) found |= ios_base::eofbit;
    in.width(0);
  });
  if (taken == 0) state |= ios_base::failbit;
  set(in, state);
  return in;
}

__attribute__((weak)) void __istream_extract(istream& in, char* to, streamsize room) {
  streamsize count = 0;
  ios_base::iostate state = extract(in, false, [&](ios_base::iostate& found) {
    const streamsize width = in.width();
    const streamsize most = (width > 0 && width < room ? width : room) - 1;
    const ctype<char>& characters = characters_of(in);
    const int c = take_while(
        in, most, [&](char next) { return characters.is(ctype_base::space, next); },
        [&](char next) { to[count++] = next; });
    if (ends(c) && count < most) found |= ios_base::eofbit;
    to[count] = '\0';
    in.width(0);
  });
  if (count == 0) state |= ios_base::failbit;
  set(in, state);
}

template <>
__attribute__((weak)) istream& istream::getline(char* to, streamsize room, char delimiter) {
  _M_gcount = 0;
  streamsize stored = 0;
  ios_base::iostate state = extract(*this, true, [&](ios_base::iostate& found) {
    const int c = take_while(
        *this, room - 1, [&](char next) { return next == delimiter; },
        [&](char next) {
          to[stored++] = next;
          ++_M_gcount;
        });
    if (ends(c)) {
      found |= ios_base::eofbit;
    } else if (Traits::to_char_type(c) == delimiter) {
      ++_M_gcount;
      rdbuf()->sbumpc();
    } else {
      found |= ios_base::failbit;
    }
  });
  if (room > 0) to[stored] = '\0';
  if (_M_gcount == 0) state |= ios_base::failbit;
  set(*this, state);
  return *this;
}

template <>
__attribute__((weak)) istream& istream::ignore(streamsize count) {
  if (count == 1) return ignore();
  _M_gcount = 0;
  set(*this, extract(*this, true, [&](ios_base::iostate& state) {
    if (count <= 0) return;
    const int c =
        take_while(*this, count, [](char) { return false; }, [&](char) { _M_gcount += _M_gcount < kNoLimit; });
    if (ends(c) && (count == kNoLimit || _M_gcount < count)) state |= ios_base::eofbit;
  }));
  return *this;
}

template <>
__attribute__((weak)) istream& istream::ignore(streamsize count, int delimiter) {
  if (ends(delimiter)) return ignore(count);
  _M_gcount = 0;
  set(*this, extract(*this, true, [&](ios_base::iostate& state) {
    if (count <= 0) return;
    const char last = Traits::to_char_type(delimiter);
    const int c = take_while(
        *this, count, [&](char next) { return next == last; }, [&](char) { _M_gcount += _M_gcount < kNoLimit; });
    if (count != kNoLimit && _M_gcount >= count) return;
    if (ends(c)) {
      state |= ios_base::eofbit;
    } else {
      _M_gcount += _M_gcount < kNoLimit;
      rdbuf()->sbumpc();
    }
  }));
  return *this;
}

template <>
__attribute__((weak)) streamsize __copy_streambufs_eof(streambuf* from, streambuf* to, bool& ended) {
  streamsize copied = 0;
  ended = true;
  for (int c = from->sgetc(); !ends(c); c = from->snextc()) {
    if (ends(to->sputc(Traits::to_char_type(c)))) {
      ended = false;
      break;
    }
    ++copied;
  }
  return copied;
}

// Four of the file behind a basic_filebuf. The optimiser makes the pointer to it depend on what was read: an iterator
// over the stream has none at the end.
__attribute__((weak)) int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }

__attribute__((weak)) streamsize __basic_file<char>::xsgetn(char* to, streamsize size) {
  streamsize got;
  do got = ::read(fd(), to, static_cast<size_t>(size));
  while (got == -1 && errno == EINTR);
  return got;
}

__attribute__((weak)) streamsize __basic_file<char>::xsputn(const char* from, streamsize size) {
  streamsize left = size;
  while (left > 0) {
    const streamsize put = ::write(fd(), from, static_cast<size_t>(left));
    if (put == -1 && errno == EINTR) continue;
    if (put == -1) break;
    from += put;
    left -= put;
  }
  return size - left;
}

__attribute__((weak)) streamsize __basic_file<char>::xsputn_2(const char* first, streamsize first_size,
                                                              const char* second, streamsize second_size) {
  const streamsize put = xsputn(first, first_size);
  return put == first_size ? put + xsputn(second, second_size) : put;
}

__attribute__((weak)) char ctype<char>::do_toupper(char c) const {
  return static_cast<char>(_M_toupper[static_cast<unsigned char>(c)]);
}

__attribute__((weak)) char ctype<char>::do_tolower(char c) const {
  return static_cast<char>(_M_tolower[static_cast<unsigned char>(c)]);
}

namespace {

// Too large numbers are the largest, and fail; what is no number is zero.
template <class Number>
void convert(const char* text, const char* stopped, Number& value, ios_base::iostate& state) {
  if (stopped == text || *stopped != '\0') {
    value = 0;
    state = ios_base::failbit;
  } else if (value == numeric_limits<Number>::infinity()) {
    value = numeric_limits<Number>::max();
    state = ios_base::failbit;
  } else if (value == -numeric_limits<Number>::infinity()) {
    value = -numeric_limits<Number>::max();
    state = ios_base::failbit;
  }
}

}  // namespace

template <>
__attribute__((weak)) void __convert_to_v(const char* text, float& value, ios_base::iostate& state,
                                          const __c_locale& locale) throw() {
  char* stopped;
  value = cairn_c_locale(LC_NUMERIC) ? strtof(text, &stopped) : strtof_l(text, &stopped, locale);
  convert(text, stopped, value, state);
}

template <>
__attribute__((weak)) void __convert_to_v(const char* text, double& value, ios_base::iostate& state,
                                          const __c_locale& locale) throw() {
  char* stopped;
  value = cairn_c_locale(LC_NUMERIC) ? strtod(text, &stopped) : strtod_l(text, &stopped, locale);
  convert(text, stopped, value, state);
}

}  // namespace std
