// What is known of library functions by name.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>

namespace cairn::compiler {

// Has a model in the runtime: instrumented code calls __cairn_model_NAME instead.
bool has_model(llvm::StringRef name);

// Takes data but gives nothing back that depends on it, as far as the two below do not say so: symbolic arguments are
// no loss.
bool sink_external(llvm::StringRef name);

// The argument of such a function that decides what happens next: whether the program goes on (error), what setjmp
// returns (longjmp), whether the call fails (close, operator new), which way a tree grows. It is used concretely.
std::optional<unsigned> deciding_argument(llvm::StringRef name);

// Writes behind this pointer and does not ask what stood there.
bool only_writes(llvm::StringRef name, unsigned argument);

// Its first argument is an object of the C++ library, of which it reads nothing symbolic that its result would show.
bool handles_object(llvm::StringRef name);

// Returns how much it has written, which may depend on what that was.
bool counts_output(llvm::StringRef name);

// The runtime's own functions, under their own names and those of other tools' harnesses: they keep labels right.
bool runtime_external(llvm::StringRef name);

// Never calls back: what it is given may matter, from where it was called does not.
bool leaf_external(llvm::StringRef name);

// Neither takes nor gives symbolic data, and never calls back.
bool inert_external(llvm::StringRef name);

}  // namespace cairn::compiler
