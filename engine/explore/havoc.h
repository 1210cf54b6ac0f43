// Large changes of an input, for runs that cost next to nothing: what fuzzers call havoc and splicing. Blocks are
// repeated, moved, dropped and taken from another input, words the program knows and numbers are put in, and all of
// that several times over; before that, or instead, whole objects (arguments, files) are taken from another input.
// `mutate.h` has the small changes.
#pragma once

#include "engine/base/rng.h"
#include "engine/explore/prior.h"
#include "engine/explore/vocabulary.h"
#include "engine/trace/input.h"

namespace cairn::explore {

// Up to 16 changes; objects keep to their bounds, and those whose size is not part of the input keep their size. Of an
// argument only what stands before its first zero is changed; behind it zeros follow.
// `other` is where foreign bytes and objects come from.
void havoc(trace::Input& input, const trace::Input& other, const Prior& prior, const Vocabulary& words, base::Rng& rng);

}  // namespace cairn::explore
