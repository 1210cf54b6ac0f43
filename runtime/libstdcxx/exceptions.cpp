// Exceptions with a text, recorded. The library keeps the text in a string of its own, and the labels of what it was
// made from would end there; so it is copied once more, by code that takes them along.
#include <cstring>
#include <stdexcept>
#include <string>

namespace std {
namespace {

void take_labels(const exception& made, const string& text) {
  char* kept = const_cast<char*>(made.what());
  memcpy(kept, text.c_str(), strlen(kept) + 1);
}

}  // namespace

logic_error::logic_error(const string& text) : logic_error(text.c_str()) { take_labels(*this, text); }
runtime_error::runtime_error(const string& text) : runtime_error(text.c_str()) { take_labels(*this, text); }

domain_error::domain_error(const string& text) : logic_error(text) {}
invalid_argument::invalid_argument(const string& text) : logic_error(text) {}
length_error::length_error(const string& text) : logic_error(text) {}
out_of_range::out_of_range(const string& text) : logic_error(text) {}
range_error::range_error(const string& text) : runtime_error(text) {}
overflow_error::overflow_error(const string& text) : runtime_error(text) {}
underflow_error::underflow_error(const string& text) : runtime_error(text) {}

}  // namespace std
