#include "compiler/words.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <set>

namespace cairn::compiler {
namespace {

using namespace llvm;

constexpr std::size_t kLongest = 32;

// Messages have blanks, formats have per cents; a single character is in the conditions.
bool is_word(StringRef text) {
  return text.size() >= 2 && text.size() <= kLongest &&
         std::ranges::all_of(text, [](char c) { return isPrint(c) && c != ' ' && c != '%'; });
}

class Words {
 public:
  explicit Words(Facts& facts) : facts_(facts) {}

  void take(const Constant& constant) {
    if (const auto* data = dyn_cast<ConstantDataSequential>(&constant)) {
      if (data->isString()) take(data->getAsString());
    } else if (isa<ConstantAggregate>(constant)) {
      for (const Use& part : constant.operands()) take(*cast<Constant>(part));
    }
  }

 private:
  // Fields of structures are padded with zeros.
  void take(StringRef text) {
    while (!text.empty()) {
      const auto [word, rest] = text.split('\0');
      if (is_word(word) && known_.insert(word).second)
        facts_.words.push_back(facts_.string({word.data(), word.size()}));
      text = rest;
    }
  }

  Facts& facts_;
  std::set<StringRef> known_;
};

// The names of functions, for messages.
bool names_a_function(const GlobalVariable& variable) {
  return variable.getName().starts_with("__func__") || variable.getName().starts_with("__FUNCTION__") ||
         variable.getName().starts_with("__PRETTY_FUNCTION__");
}

}  // namespace

void collect_words(const Module& module, Facts& facts) {
  Words words(facts);
  for (const GlobalVariable& variable : module.globals())
    if (variable.hasInitializer() && !names_a_function(variable)) words.take(*variable.getInitializer());
}

}  // namespace cairn::compiler
