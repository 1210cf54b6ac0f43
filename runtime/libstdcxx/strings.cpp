// std::string, recorded. Up to C++17 programs call the instantiation that lies in the shared library, and what such a
// call does to symbolic characters could not be followed. The same instantiation stands here, compiled by cairn-c++ and
// linked into programs before the library's. Newer dialects instantiate strings themselves.
#include <string>

template class std::basic_string<char>;
