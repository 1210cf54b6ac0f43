// Input objects, for models of functions that read them.
#pragma once

#include "runtime/recorder.h"

namespace cairn::runtime {

constexpr uint32_t kNoBranch = 0xffffffffu;  // events that belong to no branch of the program

// Bytes [begin, end) of a file.
struct FileRange {
  uint64_t begin, end;
};

// A file whose content is an input: standard input, or a symbolic file. Known by what the kernel calls it, so that it
// does not matter by which way a descriptor came to it.
struct StreamFile {
  static constexpr uint32_t kMaxWritten = 8;

  uint64_t device;
  uint64_t inode;
  uint32_t object;             // index into the run's objects
  const cairn_object* given;   // the engine's value for it
  uint64_t at_least, at_most;  // what the path says of its size so far
  uint64_t seen;               // how far the program has read it
  bool resized;                // by the program: the size it has now is no input
  uint64_t kept;               // where the program cut it off: what is there from here on is its own
  uint32_t written_count;
  FileRange written[kMaxWritten];  // by the program
};

// At the start of a run: all stream files are forgotten; this object is one.
void reset_streams();
void add_stream(const cairn_object* object, const cairn_object* given);

// Is there a byte at this position? Emits the end-of-input event.
bool more_input(const cairn_object* object, uint64_t position, uint64_t frame);

// Ends the run, and with it the process, without ending it in the program's name: it was rejected by an assumption.
[[noreturn]] void leave_run();

// For functions that harnesses call (cairn.h and other tools' headers). `self` is the function's own address: labels of
// arguments and results are tagged with it.
cairn_label take_argument(const void* self);
void leave_result(cairn_label label, const void* self);
void assume(bool holds, cairn_label condition, uint32_t width);
[[noreturn]] void reject();
// A new marked object of width / 8 bytes: its value and label. Width is 8, 16, 32 or 64.
uint64_t fresh_value(const char* name, uint32_t width, cairn_label* label);

// Labels a string that is the object's, with the NUL that ends it if that is one of the object's bytes.
void label_string(char* s, const cairn_object& object);

// At the start of a run: no variable was asked for (variables.cpp).
void reset_variables();

// Whether some calls of this run are to fail (--fail).
bool calls_may_fail();

// The address of LLVMFuzzerTestOneInput, or null.
const void* fuzz_target();

}  // namespace cairn::runtime
