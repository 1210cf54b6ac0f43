#include "compiler/record_pass.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

#include "compiler/externals.h"
#include "compiler/known_vectors.h"
#include "compiler/library_calls.h"
#include "compiler/probe_calls.h"
#include "compiler/recordable.h"
#include "compiler/recorder.h"
#include "compiler/rows.h"
#include "compiler/rules.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

cl::opt<bool> keep_bitcode("cairn-keep-bitcode", cl::init(true),
                           cl::desc("keep the bitcode in a section, for sanitizer and coverage variants"));

cl::opt<bool> require_rules("cairn-require-rules", cl::Hidden,
                            cl::desc("self-check: an instruction without a shadow rule is an error"));
cl::opt<bool> list_rules(
    "cairn-list-rules", cl::Hidden,
    cl::desc("self-check: print each rule, its kind and how often this unit uses it; then what has none"));

constexpr const char* kRegister = "cairn.register";  // the constructor of a recorded module

bool is_ours(const Function& function) {
  return function.getName().starts_with("__cairn_") && !function.getName().starts_with(kModelPrefix);
}

bool recorded(const Function& function) { return recordable(function) && !is_ours(function); }

// The two options of the self-check (tests/selfcheck).
void check_rules(const Module& module) {
  std::map<const Rule*, unsigned> uses;
  for (const Function& function : module) {
    if (!recorded(function)) continue;
    for (const Instruction& instruction : instructions(function)) {
      const Rule* rule = rule_for(instruction);
      ++uses[rule];
      if (rule != nullptr || !require_rules) continue;
      std::string text;
      raw_string_ostream(text) << "cairn: no shadow rule for" << instruction;
      module.getContext().emitError(&instruction, text);
    }
  }
  if (!list_rules) return;
  for (const Rule* rule : all_rules()) outs() << rule->name << ' ' << name_of(rule->kind) << ' ' << uses[rule] << '\n';
  for (const std::string& name : without_rule()) outs() << name << " none 0\n";
}

// The bitcode before recording, in a section that costs nothing at run time.
void embed_bitcode(Module& module) {
  std::string text;
  raw_string_ostream out(text);
  WriteBitcodeToFile(module, out);
  out.flush();
  // Sections of concatenated modules are taken apart by the length in front of each.
  std::string framed(8, '\0');
  const std::uint64_t size = text.size();
  std::memcpy(framed.data(), &size, 8);
  framed += text;
  while (framed.size() % 8 != 0) framed.push_back('\0');
  Constant* data = ConstantDataArray::getString(module.getContext(), framed, false);
  auto* global = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "cairn.bitcode");
  global->setSection("cairn_bitcode");
  global->setAlignment(Align(8));
  appendToCompilerUsed(module, {global});
}

void use_models(Module& module, Unit& unit) {
  // Models call the real thing. They are weak: a program's own function of that name takes the model's place, see
  // below.
  for (Function& function : module) {
    if (!function.getName().starts_with(kModelPrefix) || function.isDeclaration()) continue;
    if (function.hasExternalLinkage()) function.setLinkage(GlobalValue::WeakAnyLinkage);
    unit.models = true;
  }
  if (unit.models) return;
  std::vector<Function*> modelled;
  for (Function& function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && has_model(function.getName()))
      modelled.push_back(&function);
  for (Function* function : modelled) {
    FunctionCallee model =
        module.getOrInsertFunction((kModelPrefix + function->getName()).str(), function->getFunctionType());
    function->replaceAllUsesWith(model.getCallee());
  }
  // A program that has its own function of that name means that one in all its units.
  auto replace_model = [&](GlobalValue& own, Constant* code) {
    if (own.isDeclarationForLinker() || own.hasLocalLinkage() || !has_model(own.getName())) return;
    const std::string name = (kModelPrefix + own.getName()).str();
    if (module.getNamedValue(name) == nullptr)
      GlobalAlias::create(own.getValueType(), 0, own.getLinkage(), name, code, &module);
  };
  for (Function& function : module) replace_model(function, &function);
  for (GlobalAlias& alias : make_early_inc_range(module.aliases())) replace_model(alias, alias.getAliasee());
}

// `main` first waits for the engine, which may give it other arguments.
void enter_main(Module& module, Hooks& hooks) {
  Function* main = module.getFunction("main");
  if (main == nullptr || main->isDeclaration()) return;
  IRBuilder<> b(&*main->getEntryBlock().getFirstInsertionPt());
  Value* null = ConstantPointerNull::get(b.getPtrTy());
  Value* count = b.CreateAlloca(b.getInt32Ty());
  Value* arguments = b.CreateAlloca(b.getPtrTy());
  Value* environment = b.CreateAlloca(b.getPtrTy());
  const auto n = main->arg_size();
  b.CreateStore(
      n > 0 && main->getArg(0)->getType()->isIntegerTy(32) ? static_cast<Value*>(main->getArg(0)) : b.getInt32(0),
      count);
  b.CreateStore(n > 1 ? static_cast<Value*>(main->getArg(1)) : null, arguments);
  b.CreateStore(n > 2 ? static_cast<Value*>(main->getArg(2)) : null, environment);
  CallInst* call = b.CreateCall(hooks.__cairn_enter_main, {count, arguments, environment});
  if (DISubprogram* program = main->getSubprogram())
    call->setDebugLoc(DILocation::get(module.getContext(), 0, 0, program));
  Value* places[] = {count, arguments, environment};
  for (unsigned i = 0; i < n && i < 3; ++i) {
    Argument* argument = main->getArg(i);
    Value* fresh = b.CreateLoad(argument->getType(), places[i]);
    argument->replaceUsesWithIf(fresh, [&](Use& use) {
      auto* store = dyn_cast<StoreInst>(use.getUser());
      return store == nullptr || store->getPointerOperand() != places[i];
    });
  }
}

// The stack slots of a function stand in front of everything, so that code at its entry can be split off behind them.
void gather_allocations(Function& function) {
  BasicBlock& entry = function.getEntryBlock();
  Instruction* last = nullptr;
  for (Instruction& instruction : make_early_inc_range(entry)) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr || !isa<ConstantInt>(local->getArraySize())) continue;
    if (last == nullptr)
      local->moveBefore(&*entry.getFirstInsertionPt());
    else
      local->moveAfter(last);
    last = local;
  }
}

// Where a function's module has its counters: loaded once, because nothing moves them while it runs (in `main`, once it
// has been entered).
class CounterBase {
 public:
  explicit CounterBase(GlobalVariable* counters) : counters_(counters) {}

  Value* in(Function& function) {
    Value*& base = bases_[&function];
    if (base != nullptr) return base;
    BasicBlock::iterator at = function.getEntryBlock().getFirstInsertionPt();
    while (isa<AllocaInst>(*at)) ++at;
    if (function.getName() == "main")
      for (Instruction& instruction : instructions(function))
        if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && call->getCalledFunction() != nullptr &&
                                                           call->getCalledFunction()->getName() == "__cairn_enter_main")
          at = std::next(call->getIterator());
    IRBuilder<> b(&*at);
    LoadInst* load = b.CreateLoad(b.getPtrTy(), counters_);
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(function.getContext(), {}));
    return base = load;
  }

 private:
  GlobalVariable* counters_;
  DenseMap<Function*, Value*> bases_;
};

void count(Instruction& at, Value* base, Value* index) {
  IRBuilder<> b(&at);
  Value* place = b.CreateGEP(b.getInt32Ty(), base, index);
  b.CreateStore(b.CreateAdd(b.CreateLoad(b.getInt32Ty(), place), b.getInt32(1)), place);
}

// The branch on what a probe of a choice counts, if it comes right behind it.
BranchInst* decided_by(CallInst& choice) {
  auto* branch = dyn_cast<BranchInst>(choice.getParent()->getTerminator());
  if (branch == nullptr || branch->isUnconditional() || branch->getCondition() != choice.getArgOperand(1))
    return nullptr;
  if (branch->getSuccessor(0) == branch->getSuccessor(1)) return nullptr;
  for (Instruction* next = choice.getNextNode(); next != branch; next = next->getNextNode())
    if (!isGuaranteedToTransferExecutionToSuccessor(next)) return nullptr;
  return branch;
}

Instruction* begin_of_side(BranchInst& branch, unsigned side) {
  BasicBlock* to = branch.getSuccessor(side);
  if (to->getUniquePredecessor() != branch.getParent()) to = SplitEdge(branch.getParent(), to);
  return &*to->getFirstInsertionPt();
}

// Probes have done their work: they become counter increments.
void lower_probes(Module& module, const Facts& facts, GlobalVariable* counters) {
  CounterBase bases(counters);
  DenseSet<std::uint32_t> derived;
  for (const cairn_fact_derived& d : facts.derived)
    if (d.counter != d.a) derived.insert(d.counter);
  for (const char* name : {kProbe, kProbeChoice}) {
    Function* probe = module.getFunction(name);
    if (probe == nullptr) continue;
    std::vector<CallInst*> calls;
    for (User* user : probe->users()) calls.push_back(cast<CallInst>(user));
    for (CallInst* call : calls) {
      const std::uint32_t number = counter_of(*call);
      if (call->hasMetadata(kRowMetadata) || derived.contains(number)) {
        call->eraseFromParent();
        continue;
      }
      Value* base = bases.in(*call->getFunction());
      Type* word = Type::getInt64Ty(module.getContext());
      Constant* counter = ConstantInt::get(word, number);
      if (call->arg_size() == 1) {
        count(*call, base, counter);
      } else if (BranchInst* branch = decided_by(*call)) {
        for (unsigned side : {0, 1}) count(*begin_of_side(*branch, side), base, ConstantInt::get(word, number + side));
      } else {
        IRBuilder<> b(call);
        count(*call, base, b.CreateAdd(counter, b.CreateZExt(b.CreateNot(call->getArgOperand(1)), word)));
      }
      call->eraseFromParent();
    }
    probe->eraseFromParent();
  }
}

// Variables that somebody may read through a pointer at a symbolic offset. Not those that a linker may discard with
// the section of another: nobody else could name them then.
GlobalVariable* list_statics(Module& module) {
  const DataLayout& layout = module.getDataLayout();
  LLVMContext& context = module.getContext();
  auto* ptr = PointerType::getUnqual(context);
  Type* i64 = Type::getInt64Ty(context);
  auto* entry = StructType::get(context, {ptr, i64});
  std::vector<Constant*> entries;
  const auto add = [&](Constant* start, std::uint64_t size) {
    entries.push_back(ConstantStruct::get(entry, {start, ConstantInt::get(i64, size)}));
  };
  for (GlobalVariable& global : module.globals()) {
    if (global.isDeclarationForLinker() || global.isThreadLocal() || global.hasSection() ||
        global.getName().starts_with("llvm.") || global.getName().starts_with("cairn.") ||
        (global.hasComdat() && global.hasLocalLinkage()) || !global.getValueType()->isAggregateType())
      continue;
    const std::uint64_t size = layout.getTypeAllocSize(global.getValueType());
    if (size >= 2 && size <= CAIRN_MAX_TABLE) add(&global, size);
  }
  add(ConstantPointerNull::get(ptr), 0);
  auto* type = ArrayType::get(entry, entries.size());
  return new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, entries),
                            "cairn.statics");
}

// The functions of other modules that are asked whether they are instrumented; the answers get their place.
GlobalVariable* list_callees(ModuleRecorder& shared) {
  LLVMContext& context = shared.module.getContext();
  std::vector<Constant*> addresses;
  for (const auto& [callee, number] : shared.callees) addresses.push_back(callee);
  auto* answers = ArrayType::get(Type::getInt8Ty(context), addresses.size());
  auto* foreign = new GlobalVariable(shared.module, answers, false, GlobalValue::PrivateLinkage,
                                     Constant::getNullValue(answers), "cairn.foreign");
  shared.foreign->replaceAllUsesWith(foreign);
  shared.foreign->eraseFromParent();
  shared.foreign = foreign;
  auto* type = ArrayType::get(PointerType::getUnqual(context), addresses.size());
  return new GlobalVariable(shared.module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, addresses),
                            "cairn.callees");
}

// The module's descriptor, its facts, and the constructor that registers it.
void describe_module(ModuleRecorder& shared, const std::vector<Function*>& functions, GlobalVariable* own_counters) {
  Module& module = shared.module;
  LLVMContext& context = module.getContext();
  Type* i32 = Type::getInt32Ty(context);
  Type* i64 = Type::getInt64Ty(context);
  auto* ptr = PointerType::getUnqual(context);

  const std::string blob = shared.unit.facts.serialize();
  Constant* data = ConstantDataArray::getString(context, blob, false);
  auto* facts = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "cairn.facts");
  facts->setSection(CAIRN_FACTS_SECTION);
  facts->setAlignment(Align(8));
  appendToUsed(module, {facts});

  std::vector<Constant*> addresses(functions.begin(), functions.end());
  addresses.push_back(ConstantPointerNull::get(ptr));
  auto* list_type = ArrayType::get(ptr, addresses.size());
  auto* list = new GlobalVariable(module, list_type, true, GlobalValue::PrivateLinkage,
                                  ConstantArray::get(list_type, addresses), "cairn.functions");

  GlobalVariable* statics = list_statics(module);
  GlobalVariable* callees = list_callees(shared);

  const Facts& f = shared.unit.facts;
  auto number = [&](std::size_t n) { return ConstantInt::get(i32, n); };
  auto* type = StructType::get(context, {i32, i32, i32, i32, i64, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64, ptr, ptr});
  Constant* value =
      ConstantStruct::get(type, {number(CAIRN_ABI_VERSION), number(f.counters), number(f.branches.size()),
                                 number(f.calls.size()), ConstantInt::get(i64, module_id(blob)), shared.counters,
                                 shared.branch_base, shared.call_base, own_counters, list, facts, statics,
                                 ConstantInt::get(i64, shared.callees.size()), callees, shared.foreign});
  auto* descriptor = new GlobalVariable(module, type, false, GlobalValue::PrivateLinkage, value, "cairn.module");

  auto* constructor = Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage,
                                       kRegister, module);
  IRBuilder<> b(BasicBlock::Create(context, "", constructor));
  b.CreateCall(shared.hooks.__cairn_register, {descriptor});
  b.CreateRetVoid();
  appendToGlobalCtors(module, constructor, 1);
}

// Functions that may be entered by a tail call of this module, and leave in the place of its caller.
void find_tail_calls(ModuleRecorder& shared) {
  for (Function& function : shared.module)
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call == nullptr || !call->isMustTailCall() || call->getType()->isVoidTy()) continue;
      Function* callee = call->getCalledFunction();
      if (callee != nullptr && callee->isDeclaration() && callee->getName().starts_with(kModelPrefix))
        call->setTailCallKind(CallInst::TCK_None);  // a model knows nothing of it, and makes no tail calls back
      else if (callee != nullptr)
        shared.tail_called.insert(callee);
      else
        for (Function& candidate : shared.module)
          if (candidate.hasAddressTaken() && candidate.getFunctionType() == call->getFunctionType())
            shared.tail_called.insert(&candidate);
    }
}

// What is fused is said by fmuladd, which has a rule. Code generation would fuse more, here in one copy of a function
// and there not.
void forbid_fusing(Function& function) {
  for (Instruction& instruction : instructions(function))
    if (isa<FPMathOperator>(instruction)) instruction.setHasAllowContract(false);
}

}  // namespace

bool is_recorded(const Module& module) { return module.getFunction(kRegister) != nullptr; }

PreservedAnalyses RecordPass::run(Module& module, ModuleAnalysisManager&) {
  LLVMContext& context = module.getContext();
  if (keep_bitcode) embed_bitcode(module);
  call_library(module);
  write_vectors(module);
  use_models(module, *unit_);
  if (require_rules || list_rules) check_rules(module);
  count_rows(module, unit_->facts);

  auto* byte = Type::getInt8Ty(context);
  auto* i32 = Type::getInt32Ty(context);
  auto* map = new GlobalVariable(module, ArrayType::get(byte, CAIRN_MAP_SIZE), false, GlobalValue::ExternalLinkage,
                                 nullptr, "__cairn_map");
  auto* thread =
      new GlobalVariable(module, ArrayType::get(byte, sizeof(cairn_thread)), false, GlobalValue::ExternalLinkage,
                         nullptr, "__cairn_tls", nullptr, GlobalValue::InitialExecTLSModel);
  thread->setAlignment(Align(alignof(cairn_thread)));
  auto variable = [&](Type* type, Constant* initial, const char* name) {
    return new GlobalVariable(module, type, false, GlobalValue::PrivateLinkage, initial, name);
  };
  auto* counters_type = ArrayType::get(i32, std::max<std::uint32_t>(1, unit_->facts.counters));
  auto* own_counters = variable(counters_type, Constant::getNullValue(counters_type), "cairn.own");
  auto* no_labels_type = ArrayType::get(i32, 1u << CAIRN_MAP_SHIFT);
  ModuleRecorder shared{module,
                        *unit_,
                        Hooks(module),
                        map,
                        thread,
                        variable(PointerType::getUnqual(context), own_counters, "cairn.counters"),
                        variable(i32, ConstantInt::get(i32, 0), "cairn.branches"),
                        variable(i32, ConstantInt::get(i32, 0), "cairn.calls"),
                        variable(no_labels_type, Constant::getNullValue(no_labels_type), "cairn.no_labels"),
                        {},
                        {},
                        variable(byte, Constant::getNullValue(byte), ""),  // how many there are is known at the end
                        {}};
  shared.no_labels->setConstant(true);
  enter_main(module, shared.hooks);
  find_tail_calls(shared);
  std::vector<Function*> functions;
  for (Function& function : module)
    if (recorded(function)) functions.push_back(&function);
  for (Function* function : functions) {
    gather_allocations(*function);
    forbid_fusing(*function);
    FunctionRecorder(shared, *function).run();
    // What these promised is not so any more.
    function->removeFnAttr(Attribute::Memory);
    function->removeFnAttr(Attribute::Speculatable);
    function->removeFnAttr(Attribute::NoSync);
    function->removeFnAttr(Attribute::WillReturn);
    for (Instruction& instruction : instructions(*function))
      if (auto* call = dyn_cast<CallBase>(&instruction)) call->removeFnAttr(Attribute::Memory);
  }
  lower_probes(module, unit_->facts, shared.counters);
  describe_module(shared, functions, own_counters);
  if (verifyModule(module, &errs()))
    report_fatal_error("cairn: instrumented code is invalid; please report this with the source");
  return PreservedAnalyses::none();
}

}  // namespace cairn::compiler
