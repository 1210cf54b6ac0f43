// What a linked file executes, as one number: its code, its data and the facts that name them, without debug
// information, source positions, kept bitcode and build ids. Two builds with the same number behave alike on every
// input and are recorded alike. That holds for code of others linked into the file too, since bytes are compared.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/base/result.h"

namespace cairn::program {

[[nodiscard]] base::Result<std::uint64_t> code_image(const std::filesystem::path& file);

}  // namespace cairn::program
