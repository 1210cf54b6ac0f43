// Inputs that no solver made: the first one, and random ones. And which objects an input is to hold.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/base/rng.h"
#include "engine/explore/prior.h"
#include "engine/explore/reals.h"
#include "engine/trace/input.h"
#include "engine/trace/objects.h"

namespace cairn::explore {

// The declared objects, empty where the size is part of the input, all zeros otherwise. What else there is, the run
// tells; it reads as zeros too.
trace::Input first_input(std::span<const trace::Object> declared);

// An input that was made for other declarations, as one for these: cut, or filled up with zeros, to the declared sizes,
// with the objects it lacks as they are in the first input, without those that nobody declares any more. What the
// program itself marks stays; variables that it may be offered (target::Options::variables) are set to as many bytes,
// or not. A harness's buffer is standard input here, until it is declared.
trace::Input fitted(const trace::Input& input, std::span<const trace::Object> declared, std::uint32_t variables);

// For a fuzz harness: standard input becomes the buffer that the harness is called with; without one there is a buffer
// of 64 bytes.
void declare_buffer(std::vector<trace::Object>& declared, std::vector<trace::Input>& seeds);

// Bytes drawn from the prior, and uniformly random sizes, for every object of the table. Later objects of one kind,
// name and ordinal replace earlier ones; what a target has no room for is left out. Where nothing is asked of the bytes
// (the uniform prior), what is used as real numbers is often ordinary ones.
trace::Input random_input(const trace::ObjectTable& objects, const Prior& prior, const Reals& reals, base::Rng& rng);

// Names of the variables that runs asked for and that nobody had set (target::Options::variables).
std::vector<std::string> offered_variables(const trace::ObjectTable& objects);

// The objects a run used, and behind them what it was given and did not get to, as far as a target has room for it.
std::vector<trace::UsedObject> all_objects(trace::ObjectTable& objects, std::span<const trace::UsedObject> used,
                                           const trace::Input& given);

}  // namespace cairn::explore
