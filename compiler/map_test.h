// The inline test of the map of granules (abi/cairn_abi.h): may there be a label?
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>

#include "abi/cairn_abi.h"

namespace cairn::compiler {

// Larger ranges are not worth testing inline.
inline constexpr std::uint64_t kTestedInline = 64;

// i32, non-zero when one of the granules of [address, address + size) may hold a label; `aligned` says that it lies in
// one.
inline llvm::Value* test_map(llvm::IRBuilder<>& b, llvm::GlobalVariable& map, llvm::Value* address, std::uint64_t size,
                             bool aligned) {
  auto byte_of = [&](llvm::Value* p) {
    llvm::Value* number = b.CreatePtrToInt(p, b.getInt64Ty());
    llvm::Value* index = b.CreateAnd(b.CreateLShr(number, CAIRN_MAP_SHIFT), CAIRN_MAP_SIZE - 1);
    return b.CreateZExt(b.CreateLoad(b.getInt8Ty(), b.CreateGEP(b.getInt8Ty(), &map, index)), b.getInt32Ty());
  };
  llvm::Value* first = byte_of(address);
  if (size <= 1 || aligned) return first;
  llvm::Value* any = first;
  for (std::uint64_t at = 1u << CAIRN_MAP_SHIFT; at < size - 1; at += 1u << CAIRN_MAP_SHIFT)
    any = b.CreateOr(any, byte_of(b.CreateConstGEP1_64(b.getInt8Ty(), address, at)));
  return b.CreateOr(any, byte_of(b.CreateConstGEP1_64(b.getInt8Ty(), address, size - 1)));
}

}  // namespace cairn::compiler
