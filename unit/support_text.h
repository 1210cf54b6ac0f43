#pragma once

#include <string_view>

namespace cairn::unit {

// What every case uses, and the program around them. It stands before the file under test, so that no macro in there
// changes it, and includes nothing, so that the file is still the first to say which features it wants of headers.
// A file may be compiled as any C that there was: no loops with declarations, no `inline`.
// Cases run in processes of their own: what one leaves in static memory is not there for the next, and one that crashes
// ends alone. What the function prints may lack the end of its line: a case that failed begins a new one.
std::string_view support_text();

}  // namespace cairn::unit
