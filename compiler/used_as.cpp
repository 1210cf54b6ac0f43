#include "compiler/used_as.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <variant>

namespace cairn::compiler {
namespace {

using namespace llvm;

// Without names and qualifiers in front; null: void.
const DIType* bare(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
        type = derived->getBaseType();
        break;
      default:
        return type;
    }
  }
  return type;
}

const DIDerivedType* as_pointer(const DIType* type) {
  const auto* pointer = dyn_cast_or_null<DIDerivedType>(bare(type));
  return pointer != nullptr && pointer->getTag() == dwarf::DW_TAG_pointer_type ? pointer : nullptr;
}

bool is_record(const DIType* type) {
  return type != nullptr &&
         (type->getTag() == dwarf::DW_TAG_structure_type || type->getTag() == dwarf::DW_TAG_union_type);
}

bool is_defined(const DIType* type) { return type != nullptr && !type->isForwardDecl(); }

// A struct or union that is defined where every function of the file can name it.
const DICompositeType* as_record(const DIType* type) {
  const auto* record = dyn_cast_or_null<DICompositeType>(bare(type));
  return is_record(record) && !record->isForwardDecl() && !isa_and_nonnull<DILocalScope>(record->getScope()) ? record
                                                                                                             : nullptr;
}

// What it makes sense to build: a record, a number or a pointer; null: neither. What has no name of its own is the same
// in each place.
const DIType* as_target(const DIType* type) {
  if (const DIDerivedType* pointer = as_pointer(type)) return pointer;
  const auto* number = dyn_cast_or_null<DIBasicType>(bare(type));
  return number != nullptr ? static_cast<const DIType*>(number) : as_record(type);
}

using Parameter = const DILocalVariable*;
using Member = std::pair<const DICompositeType*, std::uint64_t>;
using Returned = const DISubprogram*;
using Origin = std::variant<Parameter, Member, Returned>;

class Finder {
 public:
  explicit Finder(const Module& module) : layout_(module.getDataLayout()) {
    DebugInfoFinder known;
    known.processModule(module);
    for (const DIType* type : known.types()) {
      const auto* number = dyn_cast<DIBasicType>(type);
      if (number != nullptr && number->getEncoding() == dwarf::DW_ATE_signed)
        integers_[number->getSizeInBits()] = number;
      if (number != nullptr && number->getEncoding() == dwarf::DW_ATE_float) reals_[number->getSizeInBits()] = number;
      const bool names_it = is_record(type) || (type->getTag() == dwarf::DW_TAG_typedef && as_record(type) != nullptr &&
                                                as_record(type)->getName().empty());
      if (names_it && as_record(type) != nullptr && !type->getName().empty()) by_name_[type->getName()] = type;
    }
    for (const Function& function : module)
      if (function.getSubprogram() != nullptr) look_at(function);
  }

  UsedAs take() const {
    UsedAs out;
    for (const Found& each : found_) {
      const Origin& origin = each.origin;
      auto others = each.types;
      const DIDerivedType* pointer = as_pointer(type_of(origin));
      if (pointer == nullptr) continue;
      const DIType* declared = bare(pointer->getBaseType());
      others.erase(declared);
      if (others.size() != 1 || !says_less(declared, *others.front().first)) continue;
      // A member that a struct begins with may be returned beside others of its type that stand alone.
      if (std::holds_alternative<Returned>(origin) && is_defined(declared)) continue;
      const DIType* used = others.front().second;
      if (const auto* parameter = std::get_if<Parameter>(&origin))
        out.parameters[{(*parameter)->getScope()->getSubprogram(), (*parameter)->getArg()}] = used;
      else if (const auto* returned = std::get_if<Returned>(&origin))
        out.results[*returned] = used;
      else
        out.members.push_back({std::get<Member>(origin).first, std::get<Member>(origin).second, used});
    }
    return out;
  }

 private:
  using Variables = DenseMap<const Value*, const DILocalVariable*>;
  struct Found {
    Origin origin;
    MapVector<const DIType*, const DIType*> types;
  };

  void look_at(const Function& function) {
    Variables variables;
    for (const BasicBlock& block : function)
      for (const Instruction& instruction : block)
        for (const DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange()))
          if (record.isAddressOfVariable() || record.isDbgAssign())
            variables[record.getAddress()] = record.getVariable();
    for (const BasicBlock& block : function)
      for (const Instruction& instruction : block) {
        if (const auto* end = dyn_cast<ReturnInst>(&instruction))
          look_at_result(function, end->getReturnValue(), variables);
        if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
          const DILocalVariable* into = variables.lookup(store->getPointerOperand());
          const DIDerivedType* pointer = into == nullptr ? nullptr : as_pointer(into->getType());
          if (pointer != nullptr) note(store->getValueOperand(), pointer->getBaseType(), variables);
        }
        if (const auto* member = dyn_cast<GetElementPtrInst>(&instruction))
          note(member->getPointerOperand(), named(member->getSourceElementType()), variables);
        if (const auto* load = dyn_cast<LoadInst>(&instruction))
          note(load->getPointerOperand(), type_of(*load, variables), variables);
      }
  }

  // A function with several returns keeps the result in memory that is no variable.
  void look_at_result(const Function& function, const Value* result, const Variables& variables) {
    const auto* load = dyn_cast_or_null<LoadInst>(result);
    if (load == nullptr || !load->getType()->isPointerTy()) return;
    const Value* place = load->getPointerOperand();
    if (const DILocalVariable* variable = variables.lookup(place)) {
      if (const DIDerivedType* pointer = as_pointer(variable->getType()))
        note(function.getSubprogram(), pointer->getBaseType());
    } else if (isa<AllocaInst>(place)) {
      for (const User* user : place->users())
        if (const auto* store = dyn_cast<StoreInst>(user))
          look_at_result(function, store->getValueOperand(), variables);
    }
  }

  void note(const Value* pointer, const DIType* target, const Variables& variables) {
    note(origin_of(pointer, variables), target);
  }

  void note(const std::optional<Origin>& origin, const DIType* target) {
    const DIType* made = as_target(target);
    if (made == nullptr || !origin) return;
    const auto [place, is_new] = numbers_.try_emplace(*origin, found_.size());
    if (is_new) found_.push_back({*origin, {}});
    found_[place->second].types.insert({made, target});
  }

  // Where a pointer was read from.
  std::optional<Origin> origin_of(const Value* pointer, const Variables& variables) const {
    const auto* load = dyn_cast<LoadInst>(pointer);
    if (load == nullptr) return std::nullopt;
    if (const DILocalVariable* variable = variables.lookup(load->getPointerOperand())) {
      return variable->getArg() == 0 ? std::nullopt : std::optional<Origin>(variable);
    }
    const auto* member = dyn_cast<GetElementPtrInst>(load->getPointerOperand());
    if (member == nullptr || member->getNumIndices() != 2 || !member->hasAllConstantIndices()) return std::nullopt;
    auto* type = dyn_cast<StructType>(member->getSourceElementType());
    const DICompositeType* record = as_record(named(type));
    if (record == nullptr) return std::nullopt;
    const auto number = static_cast<unsigned>(cast<ConstantInt>(member->getOperand(2))->getZExtValue());
    return Member(record, layout_.getStructLayout(type)->getElementOffsetInBits(number));
  }

  // "*(const int*)a" says no more than how large the number is, unless it goes into a variable.
  const DIType* type_of(const LoadInst& load, const Variables& variables) const {
    for (const User* user : load.users()) {
      const auto* store = dyn_cast<StoreInst>(user);
      const DILocalVariable* into = store == nullptr || store->getValueOperand() != &load
                                        ? nullptr
                                        : variables.lookup(store->getPointerOperand());
      if (into != nullptr) return into->getType();
    }
    const auto& known = load.getType()->isIntegerTy() ? integers_ : reals_;
    const auto found =
        load.getType()->isPointerTy() ? known.end() : known.find(layout_.getTypeSizeInBits(load.getType()));
    return found == known.end() ? nullptr : found->second;
  }

  // The type of that name: clang calls a struct without one as its typedef.
  const DIType* named(const Type* type) const {
    const auto* record = dyn_cast_or_null<StructType>(type);
    if (record == nullptr || record->isLiteral()) return nullptr;
    StringRef name = record->getName();
    return name.consume_front("struct.") || name.consume_front("union.") ? by_name_.lookup(name) : nullptr;
  }

  static const DIType* type_of(const Origin& origin) {
    if (const auto* parameter = std::get_if<Parameter>(&origin)) return (*parameter)->getType();
    if (const auto* returned = std::get_if<Returned>(&origin)) {
      const auto types = (*returned)->getType()->getTypeArray();
      return types.size() > 0 ? types[0] : nullptr;
    }
    const auto& [record, bit] = std::get<Member>(origin);
    for (const DINode* element : record->getElements()) {
      const auto* member = dyn_cast_or_null<DIDerivedType>(element);
      if (member != nullptr && member->getOffsetInBits() == bit) return member->getBaseType();
    }
    return nullptr;
  }

  // `declared`: null is void, behind which there are bytes else.
  static bool says_less(const DIType* declared, const DIType& used) {
    if (declared == nullptr) return used.getSizeInBits() > 8;
    const auto* record = is_record(&used) ? dyn_cast<DICompositeType>(declared) : nullptr;
    return is_record(record) && (!is_defined(record) || record->getSizeInBits() < used.getSizeInBits());
  }

  const DataLayout& layout_;
  StringMap<const DIType*> by_name_;
  std::map<std::uint64_t, const DIType*> integers_, reals_;  // by their bits
  std::vector<Found> found_;                                 // in the order of the code
  std::map<Origin, std::size_t> numbers_;
};

}  // namespace

UsedAs used_as(const Module& module) { return Finder(module).take(); }

}  // namespace cairn::compiler
