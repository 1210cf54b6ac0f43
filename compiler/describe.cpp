#include "compiler/describe.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <map>
#include <set>
#include <vector>

#include "compiler/used_as.h"

namespace cairn::compiler {
namespace {

using namespace llvm;

cl::opt<std::string> describe_file("cairn-describe", cl::Hidden,
                                   cl::desc("write the functions, variables and types of the unit to this file"));

// Types get numbers in the order they are met; a type may refer to itself, so its number stands before its content.
class Types {
 public:
  int number(const DIType* type) {
    if (type == nullptr && nothing_ < 0) {
      nothing_ = static_cast<int>(list_.size());
      list_.push_back(json::Object{{"kind", "void"}});
    }
    if (type == nullptr) return nothing_;
    if (const auto found = numbers_.find(type); found != numbers_.end()) return found->second;
    const int own = static_cast<int>(list_.size());
    numbers_[type] = own;
    list_.emplace_back(nullptr);
    json::Object content = describe(type);
    list_[static_cast<std::size_t>(own)] = std::move(content);
    return own;
  }

  json::Array take() { return std::move(list_); }

  json::Object signature(const DISubroutineType& type) {
    json::Object out{{"kind", "function"}, {"variadic", false}};
    json::Array parameters;
    const auto array = type.getTypeArray();
    out["result"] = number(array.size() > 0 ? array[0] : nullptr);
    for (unsigned i = 1; i < array.size(); ++i) {
      if (array[i] == nullptr)
        out["variadic"] = true;
      else
        parameters.push_back(json::Object{{"name", ""}, {"type", number(array[i])}});
    }
    out["parameters"] = std::move(parameters);
    return out;
  }

 private:
  static json::Object unsupported(StringRef what) { return json::Object{{"kind", "unsupported"}, {"name", what}}; }

  json::Object describe(const DIType* type) {
    if (const auto* basic = dyn_cast<DIBasicType>(type)) return describe(*basic);
    if (const auto* derived = dyn_cast<DIDerivedType>(type)) return describe(*derived);
    if (const auto* composite = dyn_cast<DICompositeType>(type)) return describe(*composite);
    if (const auto* subroutine = dyn_cast<DISubroutineType>(type)) return signature(*subroutine);
    return unsupported(type->getName());
  }

  static json::Object scalar(StringRef kind, const DIType& type) {
    return json::Object{
        {"kind", kind}, {"name", type.getName()}, {"size", static_cast<int64_t>(type.getSizeInBits() / 8)}};
  }

  static json::Object describe(const DIBasicType& type) {
    switch (type.getEncoding()) {
      case dwarf::DW_ATE_boolean:
        return scalar("boolean", type);
      case dwarf::DW_ATE_float:
        return scalar("float", type);
      case dwarf::DW_ATE_signed:
      case dwarf::DW_ATE_signed_char:
      case dwarf::DW_ATE_unsigned:
      case dwarf::DW_ATE_unsigned_char: {
        json::Object out = scalar("integer", type);
        const unsigned encoding = type.getEncoding();
        out["signed"] = encoding == dwarf::DW_ATE_signed || encoding == dwarf::DW_ATE_signed_char;
        out["character"] = encoding == dwarf::DW_ATE_signed_char || encoding == dwarf::DW_ATE_unsigned_char;
        return out;
      }
      default:
        return unsupported(type.getName());
    }
  }

  json::Object describe(const DIDerivedType& type) {
    const auto wrap = [&](StringRef kind) {
      return json::Object{{"kind", kind}, {"name", type.getName()}, {"to", number(type.getBaseType())}};
    };
    switch (type.getTag()) {
      case dwarf::DW_TAG_pointer_type:
        return wrap("pointer");
      case dwarf::DW_TAG_const_type:
        return wrap("const");
      case dwarf::DW_TAG_volatile_type:
        return wrap("volatile");
      case dwarf::DW_TAG_restrict_type:
        return wrap("restrict");
      case dwarf::DW_TAG_typedef:
        return wrap("typedef");
      case dwarf::DW_TAG_atomic_type:
        return wrap("atomic");
      default:
        return unsupported(type.getName().empty() ? dwarf::TagString(type.getTag()) : type.getName());
    }
  }

  json::Object describe(const DICompositeType& type) {
    switch (type.getTag()) {
      case dwarf::DW_TAG_structure_type:
        return record("struct", type);
      case dwarf::DW_TAG_union_type:
        return record("union", type);
      case dwarf::DW_TAG_enumeration_type:
        return enumeration(type);
      case dwarf::DW_TAG_array_type:
        if (type.isVector()) return unsupported("a vector type");
        return array(type);
      default:
        return unsupported(type.getName());
    }
  }

  json::Object record(StringRef kind, const DICompositeType& type) {
    if (type.isForwardDecl()) return json::Object{{"kind", "incomplete"}, {"name", type.getName()}, {"tag", kind}};
    json::Object out = scalar(kind, type);
    json::Array members;
    for (const DINode* element : type.getElements()) {
      const auto* member = dyn_cast_or_null<DIDerivedType>(element);
      if (member == nullptr || member->getTag() != dwarf::DW_TAG_member || member->isStaticMember()) continue;
      members.push_back(json::Object{{"name", member->getName()},
                                     {"type", number(member->getBaseType())},
                                     {"offset", static_cast<int64_t>(member->getOffsetInBits())},
                                     {"bits", static_cast<int64_t>(member->getSizeInBits())},
                                     {"bitfield", member->isBitField()}});
    }
    out["members"] = std::move(members);
    return out;
  }

  json::Object enumeration(const DICompositeType& type) {
    json::Object out = scalar("enum", type);
    json::Array values;
    bool is_signed = false;
    for (const DINode* element : type.getElements()) {
      const auto* value = dyn_cast_or_null<DIEnumerator>(element);
      if (value == nullptr) continue;
      is_signed = is_signed || !value->isUnsigned();
      values.push_back(
          json::Object{{"name", value->getName()},
                       {"value", value->isUnsigned() ? static_cast<int64_t>(value->getValue().getZExtValue())
                                                     : value->getValue().getSExtValue()}});
    }
    out["signed"] = is_signed;
    out["values"] = std::move(values);
    return out;
  }

  // Several dimensions are arrays of arrays, the last one innermost. A flexible or variable one has the count -1.
  json::Object array(const DICompositeType& type) {
    int element = number(type.getBaseType());
    const DINodeArray dimensions = type.getElements();
    for (unsigned i = dimensions.size(); i > 0; --i) {
      int64_t count = -1;
      if (const auto* range = dyn_cast_or_null<DISubrange>(dimensions[i - 1]))
        if (const auto* constant = dyn_cast_if_present<ConstantInt*>(range->getCount()))
          count = constant->getSExtValue();
      json::Object one{{"kind", "array"}, {"to", element}, {"count", count}};
      if (i == 1) return one;
      element = static_cast<int>(list_.size());
      list_.push_back(std::move(one));
    }
    return unsupported("an array without dimensions");
  }

  DenseMap<const DIType*, int> numbers_;
  json::Array list_;
  int nothing_ = -1;
};

// The same file is named with other directories in different places.
std::string whole_path(const DIFile* file) {
  if (file == nullptr) return {};
  SmallString<256> path(file->getFilename());
  if (!sys::path::is_absolute(path)) path = (file->getDirectory() + "/" + file->getFilename()).str();
  sys::path::remove_dots(path, true);
  return std::string(path);
}

// The parameter whose value it is, but for its width; 0: none. Parameters are counted from 1.
unsigned parameter_in(const Value* value, const DenseMap<const Value*, unsigned>& places) {
  while (const auto* cast = dyn_cast<CastInst>(value)) value = cast->getOperand(0);
  const auto* load = dyn_cast<LoadInst>(value);
  return load == nullptr ? 0 : places.lookup(load->getPointerOperand());
}

// The constants that the function compares each parameter with.
std::map<unsigned, std::set<int64_t>> comparisons(const Function& function,
                                                  const DenseMap<const Value*, unsigned>& places) {
  std::map<unsigned, std::set<int64_t>> found;
  const auto add = [&](const Value* value, const Value* other) {
    const auto* constant = dyn_cast<ConstantInt>(other);
    const unsigned parameter = constant == nullptr ? 0 : parameter_in(value, places);
    if (parameter > 0 && constant->getValue().isSignedIntN(63)) found[parameter].insert(constant->getSExtValue());
  };
  for (const BasicBlock& block : function)
    for (const Instruction& instruction : block) {
      if (const auto* compare = dyn_cast<ICmpInst>(&instruction)) {
        add(compare->getOperand(0), compare->getOperand(1));
        add(compare->getOperand(1), compare->getOperand(0));
      }
      if (const auto* choice = dyn_cast<SwitchInst>(&instruction))
        for (const auto& each : choice->cases()) add(choice->getCondition(), each.getCaseValue());
    }
  return found;
}

// Functions that use errno, themselves or through others of the file. What the C library does to it on its way is
// nothing that a function promises.
std::set<const Function*> users_of_errno(const Module& module) {
  std::set<const Function*> users;
  std::vector<const Function*> left = {module.getFunction("__errno_location")};
  while (!left.empty()) {
    const Function* callee = left.back();
    left.pop_back();
    if (callee == nullptr) continue;
    for (const User* user : callee->users())
      if (const auto* call = dyn_cast<Instruction>(user); call != nullptr && users.insert(call->getFunction()).second)
        left.push_back(call->getFunction());
  }
  return users;
}

// Adds the names that are macros behind these lines, and takes out those that no longer are.
void follow_macros(const DIMacroNodeArray& lines, std::set<StringRef>& names) {
  for (const DIMacroNode* line : lines) {
    if (const auto* file = dyn_cast<DIMacroFile>(line)) follow_macros(file->getElements(), names);
    const auto* macro = dyn_cast<DIMacro>(line);
    if (macro == nullptr) continue;
    const StringRef name = macro->getName().split('(').first;
    if (macro->getMacinfoType() == dwarf::DW_MACINFO_define)
      names.insert(name);
    else
      names.erase(name);
  }
}

std::set<StringRef> macros_of(const Module& module) {
  std::set<StringRef> names;
  for (const DICompileUnit* unit : module.debug_compile_units()) follow_macros(unit->getMacros(), names);
  return names;
}

json::Object function_of(const Function& function, const DISubprogram& program, const UsedAs& used, Types& types) {
  json::Object out = types.signature(*program.getType());
  std::vector<std::string> names(out.getArray("parameters")->size());
  for (const DINode* node : program.getRetainedNodes())
    if (const auto* variable = dyn_cast_or_null<DILocalVariable>(node))
      if (variable->getArg() > 0 && variable->getArg() <= names.size())
        names[variable->getArg() - 1] = variable->getName();
  DenseMap<const Value*, unsigned> places;
  // Without optimisation the parameters are found at their declarations.
  for (const BasicBlock& block : function)
    for (const Instruction& instruction : block)
      for (const DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange())) {
        const DILocalVariable* variable = record.getVariable();
        if (variable->getScope() == &program && variable->getArg() > 0 && variable->getArg() <= names.size()) {
          names[variable->getArg() - 1] = variable->getName();
          if (record.isAddressOfVariable() || record.isDbgAssign()) places[record.getAddress()] = variable->getArg();
        }
      }
  for (std::size_t i = 0; i < names.size(); ++i) (*(*out.getArray("parameters"))[i].getAsObject())["name"] = names[i];
  for (const auto& [parameter, constants] : comparisons(function, places))
    (*(*out.getArray("parameters"))[parameter - 1].getAsObject())["compared"] = json::Array(constants);
  for (unsigned i = 0; i < names.size(); ++i)
    if (const auto target = used.parameters.find({&program, i + 1}); target != used.parameters.end())
      (*(*out.getArray("parameters"))[i].getAsObject())["used"] = types.number(target->second);
  if (const auto target = used.results.find(&program); target != used.results.end())
    out["used"] = types.number(target->second);
  out["name"] = program.getName();
  out["own"] =
      program.getUnit() != nullptr && whole_path(program.getFile()) == whole_path(program.getUnit()->getFile());
  out["line"] = program.getLine();
  out["static"] = program.isLocalToUnit();
  out["defined"] = !function.isDeclaration();
  return out;
}

}  // namespace

PreservedAnalyses DescribePass::run(Module& module, ModuleAnalysisManager&) {
  if (describe_file.empty()) return PreservedAnalyses::all();
  Types types;
  json::Array functions;
  const std::set<StringRef> macros = macros_of(module);
  const std::set<const Function*> errno_users = users_of_errno(module);
  const UsedAs used = used_as(module);
  for (const Function& function : module)
    if (const DISubprogram* program = function.getSubprogram()) {
      json::Object described = function_of(function, *program, used, types);
      described["macro"] = macros.count(program->getName()) > 0;
      described["errno"] = errno_users.count(&function) > 0;
      functions.push_back(std::move(described));
    }
  json::Array variables;
  for (const GlobalVariable& variable : module.globals()) {
    SmallVector<DIGlobalVariableExpression*, 1> expressions;
    variable.getDebugInfo(expressions);
    for (const DIGlobalVariableExpression* expression : expressions) {
      const DIGlobalVariable* described = expression->getVariable();
      if (!isa_and_nonnull<DIFile, DICompileUnit>(described->getScope())) continue;  // local to a function
      variables.push_back(json::Object{{"name", described->getName()},
                                       {"line", described->getLine()},
                                       {"static", described->isLocalToUnit()},
                                       {"constant", variable.isConstant()},
                                       {"type", types.number(described->getType())}});
    }
  }
  json::Array members;
  for (const UsedAs::Member& each : used.members)
    members.push_back(json::Object{
        {"of", types.number(each.of)}, {"offset", static_cast<int64_t>(each.bit)}, {"used", types.number(each.type)}});
  std::error_code error;
  raw_fd_ostream out(describe_file, error);
  if (error) {
    module.getContext().emitError("cannot write " + describe_file + ": " + error.message());
    return PreservedAnalyses::all();
  }
  out << json::Value(json::Object{{"functions", std::move(functions)},
                                  {"variables", std::move(variables)},
                                  {"members", std::move(members)},
                                  {"types", types.take()}})
      << "\n";
  return PreservedAnalyses::all();
}

}  // namespace cairn::compiler
