// Where code comes from, as the facts name it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <string>

namespace cairn::compiler {

// The source file of a scope, with its directory unless the name is absolute; empty when unknown.
inline std::string path_of(const llvm::DIScope* scope) {
  if (scope == nullptr || scope->getFile() == nullptr) return "";
  const llvm::DIFile* file = scope->getFile();
  std::string name = file->getFilename().str();
  if (!name.empty() && name[0] != '/' && !file->getDirectory().empty()) name = file->getDirectory().str() + "/" + name;
  return name;
}

}  // namespace cairn::compiler
