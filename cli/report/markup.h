// Text that comes from programs and inputs, made harmless in XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace cairn::cli {

// For element content and quoted attributes. Bytes that such documents cannot hold (control characters, what is not
// UTF-8) become visible: \x01.
std::string escape_markup(std::string_view text);

}  // namespace cairn::cli
