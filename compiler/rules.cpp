#include "compiler/rules.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <string>

namespace cairn::compiler {
namespace {

using llvm::Instruction;
namespace Intrinsic = llvm::Intrinsic;

const std::map<unsigned, Rule>& opcode_rules() {
  static const std::map<unsigned, Rule> rules = {
      {Instruction::Add, {"add", RuleKind::binary, CAIRN_OP_Add}},
      {Instruction::Sub, {"sub", RuleKind::binary, CAIRN_OP_Sub}},
      {Instruction::Mul, {"mul", RuleKind::binary, CAIRN_OP_Mul}},
      {Instruction::UDiv, {"udiv", RuleKind::binary, CAIRN_OP_UDiv}},
      {Instruction::SDiv, {"sdiv", RuleKind::binary, CAIRN_OP_SDiv}},
      {Instruction::URem, {"urem", RuleKind::binary, CAIRN_OP_URem}},
      {Instruction::SRem, {"srem", RuleKind::binary, CAIRN_OP_SRem}},
      {Instruction::And, {"and", RuleKind::binary, CAIRN_OP_And}},
      {Instruction::Or, {"or", RuleKind::binary, CAIRN_OP_Or}},
      {Instruction::Xor, {"xor", RuleKind::binary, CAIRN_OP_Xor}},
      {Instruction::Shl, {"shl", RuleKind::binary, CAIRN_OP_Shl}},
      {Instruction::LShr, {"lshr", RuleKind::binary, CAIRN_OP_LShr}},
      {Instruction::AShr, {"ashr", RuleKind::binary, CAIRN_OP_AShr}},
      {Instruction::FAdd, {"fadd", RuleKind::binary, CAIRN_OP_FAdd}},
      {Instruction::FSub, {"fsub", RuleKind::binary, CAIRN_OP_FSub}},
      {Instruction::FMul, {"fmul", RuleKind::binary, CAIRN_OP_FMul}},
      {Instruction::FDiv, {"fdiv", RuleKind::binary, CAIRN_OP_FDiv}},
      {Instruction::FRem, {"frem", RuleKind::binary, CAIRN_OP_FRem}},
      {Instruction::FNeg, {"fneg", RuleKind::unary, CAIRN_OP_FNeg}},
      {Instruction::Trunc, {"trunc", RuleKind::convert, CAIRN_OP_Extract}},
      {Instruction::ZExt, {"zext", RuleKind::convert, CAIRN_OP_ZExt}},
      {Instruction::SExt, {"sext", RuleKind::convert, CAIRN_OP_SExt}},
      {Instruction::FPTrunc, {"fptrunc", RuleKind::convert, CAIRN_OP_FToF}},
      {Instruction::FPExt, {"fpext", RuleKind::convert, CAIRN_OP_FToF}},
      {Instruction::FPToSI, {"fptosi", RuleKind::convert, CAIRN_OP_FToSI}},
      {Instruction::FPToUI, {"fptoui", RuleKind::convert, CAIRN_OP_FToUI}},
      {Instruction::SIToFP, {"sitofp", RuleKind::convert, CAIRN_OP_SIToF}},
      {Instruction::UIToFP, {"uitofp", RuleKind::convert, CAIRN_OP_UIToF}},
      {Instruction::PtrToInt, {"ptrtoint", RuleKind::convert, CAIRN_OP_ZExt}},
      {Instruction::IntToPtr, {"inttoptr", RuleKind::convert, CAIRN_OP_ZExt}},
      {Instruction::BitCast, {"bitcast", RuleKind::copy}},
      {Instruction::AddrSpaceCast, {"addrspacecast", RuleKind::copy}},
      {Instruction::ICmp, {"icmp", RuleKind::compare}},
      {Instruction::FCmp, {"fcmp", RuleKind::float_compare}},
      {Instruction::Select, {"select", RuleKind::select, CAIRN_OP_Ite}},
      {Instruction::PHI, {"phi", RuleKind::phi}},
      {Instruction::GetElementPtr, {"getelementptr", RuleKind::address}},
      {Instruction::Freeze, {"freeze", RuleKind::copy}},
      {Instruction::ExtractValue, {"extractvalue", RuleKind::aggregate}},
      {Instruction::InsertValue, {"insertvalue", RuleKind::aggregate}},
      {Instruction::ExtractElement, {"extractelement", RuleKind::aggregate}},
      {Instruction::InsertElement, {"insertelement", RuleKind::aggregate}},
      {Instruction::ShuffleVector, {"shufflevector", RuleKind::aggregate}},
      {Instruction::Load, {"load", RuleKind::load}},
      {Instruction::Store, {"store", RuleKind::store}},
      {Instruction::AtomicRMW, {"atomicrmw", RuleKind::atomic}},
      {Instruction::AtomicCmpXchg, {"cmpxchg", RuleKind::atomic}},
      {Instruction::Alloca, {"alloca", RuleKind::stack}},
      {Instruction::Call, {"call", RuleKind::call}},
      {Instruction::Invoke, {"invoke", RuleKind::call}},
      {Instruction::CallBr, {"callbr", RuleKind::call}},
      {Instruction::VAArg, {"va_arg", RuleKind::lost}},  // clang expands va_arg itself on x86-64
      {Instruction::Br, {"br", RuleKind::branch}},
      {Instruction::Switch, {"switch", RuleKind::branch}},
      {Instruction::IndirectBr, {"indirectbr", RuleKind::branch}},
      {Instruction::Ret, {"ret", RuleKind::result}},
      {Instruction::Resume, {"resume", RuleKind::no_data}},
      {Instruction::Unreachable, {"unreachable", RuleKind::no_data}},
      {Instruction::Fence, {"fence", RuleKind::no_data}},
      {Instruction::LandingPad, {"landingpad", RuleKind::no_data}},
      {Instruction::CleanupRet, {"cleanupret", RuleKind::no_data}},
      {Instruction::CatchRet, {"catchret", RuleKind::no_data}},
      {Instruction::CatchSwitch, {"catchswitch", RuleKind::no_data}},
      {Instruction::CleanupPad, {"cleanuppad", RuleKind::no_data}},
      {Instruction::CatchPad, {"catchpad", RuleKind::no_data}},
      {Instruction::UserOp1, {"userop1", RuleKind::no_data}},
      {Instruction::UserOp2, {"userop2", RuleKind::no_data}},
  };
  return rules;
}

const std::map<unsigned, Rule>& intrinsic_rules() {
  static const std::map<unsigned, Rule> rules = {
      {Intrinsic::bswap, {"bswap", RuleKind::unary, CAIRN_OP_Bswap}},
      {Intrinsic::bitreverse, {"bitreverse", RuleKind::unary, CAIRN_OP_BitReverse}},
      {Intrinsic::ctpop, {"ctpop", RuleKind::unary, CAIRN_OP_Ctpop}},
      {Intrinsic::ctlz, {"ctlz", RuleKind::unary, CAIRN_OP_Ctlz}},
      {Intrinsic::cttz, {"cttz", RuleKind::unary, CAIRN_OP_Cttz}},
      {Intrinsic::fabs, {"fabs", RuleKind::unary, CAIRN_OP_FAbs}},
      {Intrinsic::sqrt, {"sqrt", RuleKind::unary, CAIRN_OP_FSqrt}},
      {Intrinsic::floor, {"floor", RuleKind::unary, CAIRN_OP_FFloor}},
      {Intrinsic::ceil, {"ceil", RuleKind::unary, CAIRN_OP_FCeil}},
      {Intrinsic::trunc, {"ftrunc", RuleKind::unary, CAIRN_OP_FTrunc}},
      {Intrinsic::round, {"round", RuleKind::unary, CAIRN_OP_FRound}},
      {Intrinsic::roundeven, {"roundeven", RuleKind::unary, CAIRN_OP_FRoundEven}},
      {Intrinsic::rint, {"rint", RuleKind::unary, CAIRN_OP_FRoundEven}},
      {Intrinsic::nearbyint, {"nearbyint", RuleKind::unary, CAIRN_OP_FRoundEven}},
      {Intrinsic::minnum, {"minnum", RuleKind::binary, CAIRN_OP_FMin}},
      {Intrinsic::maxnum, {"maxnum", RuleKind::binary, CAIRN_OP_FMax}},
      {Intrinsic::copysign, {"copysign", RuleKind::binary, CAIRN_OP_FCopySign}},
      {Intrinsic::uadd_sat, {"uadd.sat", RuleKind::binary, CAIRN_OP_UAddSat}},
      {Intrinsic::sadd_sat, {"sadd.sat", RuleKind::binary, CAIRN_OP_SAddSat}},
      {Intrinsic::usub_sat, {"usub.sat", RuleKind::binary, CAIRN_OP_USubSat}},
      {Intrinsic::ssub_sat, {"ssub.sat", RuleKind::binary, CAIRN_OP_SSubSat}},
      {Intrinsic::ptrmask, {"ptrmask", RuleKind::binary, CAIRN_OP_And}},
      {Intrinsic::fshl, {"fshl", RuleKind::ternary, CAIRN_OP_Fshl}},
      {Intrinsic::fshr, {"fshr", RuleKind::ternary, CAIRN_OP_Fshr}},
      {Intrinsic::fma, {"fma", RuleKind::ternary, CAIRN_OP_Fma}},
      {Intrinsic::fmuladd, {"fmuladd", RuleKind::multiply_add}},
      {Intrinsic::smin, {"smin", RuleKind::minimum, CAIRN_OP_Slt}},
      {Intrinsic::umin, {"umin", RuleKind::minimum, CAIRN_OP_Ult}},
      {Intrinsic::smax, {"smax", RuleKind::minimum, CAIRN_OP_Sle}},
      {Intrinsic::umax, {"umax", RuleKind::minimum, CAIRN_OP_Ule}},
      {Intrinsic::abs, {"abs", RuleKind::absolute}},
      {Intrinsic::scmp, {"scmp", RuleKind::three_way, CAIRN_OP_Slt}},
      {Intrinsic::ucmp, {"ucmp", RuleKind::three_way, CAIRN_OP_Ult}},
      {Intrinsic::uadd_with_overflow, {"uadd.overflow", RuleKind::overflow, CAIRN_OP_Add, CAIRN_OP_UAddO}},
      {Intrinsic::sadd_with_overflow, {"sadd.overflow", RuleKind::overflow, CAIRN_OP_Add, CAIRN_OP_SAddO}},
      {Intrinsic::usub_with_overflow, {"usub.overflow", RuleKind::overflow, CAIRN_OP_Sub, CAIRN_OP_USubO}},
      {Intrinsic::ssub_with_overflow, {"ssub.overflow", RuleKind::overflow, CAIRN_OP_Sub, CAIRN_OP_SSubO}},
      {Intrinsic::umul_with_overflow, {"umul.overflow", RuleKind::overflow, CAIRN_OP_Mul, CAIRN_OP_UMulO}},
      {Intrinsic::smul_with_overflow, {"smul.overflow", RuleKind::overflow, CAIRN_OP_Mul, CAIRN_OP_SMulO}},
      {Intrinsic::is_fpclass, {"is.fpclass", RuleKind::float_class}},
      {Intrinsic::expect, {"expect", RuleKind::copy}},
      {Intrinsic::expect_with_probability, {"expect.probability", RuleKind::copy}},
      {Intrinsic::ssa_copy, {"ssa.copy", RuleKind::copy}},
      {Intrinsic::annotation, {"annotation", RuleKind::copy}},
      {Intrinsic::ptr_annotation, {"ptr.annotation", RuleKind::copy}},
      {Intrinsic::launder_invariant_group, {"launder.invariant", RuleKind::copy}},
      {Intrinsic::strip_invariant_group, {"strip.invariant", RuleKind::copy}},
      {Intrinsic::arithmetic_fence, {"arithmetic.fence", RuleKind::copy}},
      {Intrinsic::preserve_array_access_index, {"preserve.array", RuleKind::lost}},
      {Intrinsic::memcpy, {"memcpy", RuleKind::memory_copy}},
      {Intrinsic::memcpy_inline, {"memcpy.inline", RuleKind::memory_copy}},
      {Intrinsic::memmove, {"memmove", RuleKind::memory_copy}},
      {Intrinsic::memset, {"memset", RuleKind::memory_set}},
      {Intrinsic::memset_inline, {"memset.inline", RuleKind::memory_set}},
      {Intrinsic::vastart, {"va_start", RuleKind::varargs}},
      {Intrinsic::vacopy, {"va_copy", RuleKind::varargs}},
      {Intrinsic::vaend, {"va_end", RuleKind::no_data}},
      {Intrinsic::lifetime_start, {"lifetime.start", RuleKind::stack}},
      {Intrinsic::lifetime_end, {"lifetime.end", RuleKind::no_data}},
      {Intrinsic::sin, {"sin", RuleKind::unary, CAIRN_OP_FSin}},
      {Intrinsic::cos, {"cos", RuleKind::unary, CAIRN_OP_FCos}},
      {Intrinsic::tan, {"tan", RuleKind::unary, CAIRN_OP_FTan}},
      {Intrinsic::exp, {"exp", RuleKind::unary, CAIRN_OP_FExp}},
      {Intrinsic::exp2, {"exp2", RuleKind::unary, CAIRN_OP_FExp2}},
      {Intrinsic::exp10, {"exp10", RuleKind::unary, CAIRN_OP_FExp10}},
      {Intrinsic::log, {"log", RuleKind::unary, CAIRN_OP_FLog}},
      {Intrinsic::log2, {"log2", RuleKind::unary, CAIRN_OP_FLog2}},
      {Intrinsic::log10, {"log10", RuleKind::unary, CAIRN_OP_FLog10}},
      {Intrinsic::pow, {"pow", RuleKind::binary, CAIRN_OP_FPow}},
      {Intrinsic::powi, {"powi", RuleKind::lost}},
      {Intrinsic::ldexp, {"ldexp", RuleKind::lost}},
      {Intrinsic::frexp, {"frexp", RuleKind::lost}},
      {Intrinsic::lrint, {"lrint", RuleKind::lost}},
      {Intrinsic::llrint, {"llrint", RuleKind::lost}},
      {Intrinsic::lround, {"lround", RuleKind::lost}},
      {Intrinsic::llround, {"llround", RuleKind::lost}},
      {Intrinsic::fptosi_sat, {"fptosi.sat", RuleKind::lost}},
      {Intrinsic::fptoui_sat, {"fptoui.sat", RuleKind::lost}},
      {Intrinsic::sshl_sat, {"sshl.sat", RuleKind::lost}},
      {Intrinsic::ushl_sat, {"ushl.sat", RuleKind::lost}},
      {Intrinsic::minimum, {"minimum", RuleKind::lost}},
      {Intrinsic::maximum, {"maximum", RuleKind::lost}},
      {Intrinsic::canonicalize, {"canonicalize", RuleKind::lost}},
      {Intrinsic::load_relative, {"load.relative", RuleKind::lost}},
      {Intrinsic::dbg_declare, {"dbg.declare", RuleKind::no_data}},
      {Intrinsic::dbg_value, {"dbg.value", RuleKind::no_data}},
      {Intrinsic::dbg_label, {"dbg.label", RuleKind::no_data}},
      {Intrinsic::dbg_assign, {"dbg.assign", RuleKind::no_data}},
      {Intrinsic::assume, {"assume", RuleKind::no_data}},
      {Intrinsic::experimental_noalias_scope_decl, {"noalias.scope", RuleKind::no_data}},
      {Intrinsic::sideeffect, {"sideeffect", RuleKind::no_data}},
      {Intrinsic::donothing, {"donothing", RuleKind::no_data}},
      {Intrinsic::pseudoprobe, {"pseudoprobe", RuleKind::no_data}},
      {Intrinsic::prefetch, {"prefetch", RuleKind::no_data}},
      {Intrinsic::stacksave, {"stacksave", RuleKind::no_data}},
      {Intrinsic::stackrestore, {"stackrestore", RuleKind::no_data}},
      {Intrinsic::invariant_start, {"invariant.start", RuleKind::no_data}},
      {Intrinsic::invariant_end, {"invariant.end", RuleKind::no_data}},
      {Intrinsic::trap, {"trap", RuleKind::no_data}},
      {Intrinsic::debugtrap, {"debugtrap", RuleKind::no_data}},
      {Intrinsic::ubsantrap, {"ubsantrap", RuleKind::no_data}},
      {Intrinsic::returnaddress, {"returnaddress", RuleKind::no_data}},
      {Intrinsic::addressofreturnaddress, {"addressofreturnaddress", RuleKind::no_data}},
      {Intrinsic::frameaddress, {"frameaddress", RuleKind::no_data}},
      {Intrinsic::sponentry, {"sponentry", RuleKind::no_data}},
      {Intrinsic::threadlocal_address, {"threadlocal.address", RuleKind::no_data}},
      {Intrinsic::objectsize, {"objectsize", RuleKind::no_data}},
      {Intrinsic::is_constant, {"is.constant", RuleKind::no_data}},
      {Intrinsic::readcyclecounter, {"readcyclecounter", RuleKind::no_data}},
      {Intrinsic::readsteadycounter, {"readsteadycounter", RuleKind::no_data}},
      {Intrinsic::get_rounding, {"get.rounding", RuleKind::no_data}},
      {Intrinsic::set_rounding, {"set.rounding", RuleKind::lost}},
      {Intrinsic::get_fpenv, {"get.fpenv", RuleKind::no_data}},
      {Intrinsic::set_fpenv, {"set.fpenv", RuleKind::lost}},
      {Intrinsic::var_annotation, {"var.annotation", RuleKind::no_data}},
      {Intrinsic::eh_typeid_for, {"eh.typeid", RuleKind::no_data}},
      {Intrinsic::eh_sjlj_setjmp, {"eh.setjmp", RuleKind::no_data}},
      {Intrinsic::eh_sjlj_longjmp, {"eh.longjmp", RuleKind::no_data}},
      {Intrinsic::eh_sjlj_lsda, {"eh.lsda", RuleKind::no_data}},
      {Intrinsic::eh_unwind_init, {"eh.unwind", RuleKind::no_data}},
      {Intrinsic::eh_dwarf_cfa, {"eh.cfa", RuleKind::no_data}},
      {Intrinsic::init_trampoline, {"init.trampoline", RuleKind::no_data}},
      {Intrinsic::adjust_trampoline, {"adjust.trampoline", RuleKind::no_data}},
      {Intrinsic::clear_cache, {"clear_cache", RuleKind::no_data}},
      {Intrinsic::type_test, {"type.test", RuleKind::no_data}},
      {Intrinsic::public_type_test, {"public.type.test", RuleKind::no_data}},
      {Intrinsic::allow_runtime_check, {"allow.runtime.check", RuleKind::no_data}},
      {Intrinsic::allow_ubsan_check, {"allow.ubsan.check", RuleKind::no_data}},
      {Intrinsic::thread_pointer, {"thread.pointer", RuleKind::no_data}},
      {Intrinsic::read_register, {"read.register", RuleKind::no_data}},
      {Intrinsic::read_volatile_register, {"read.volatile.register", RuleKind::no_data}},
      {Intrinsic::write_register, {"write.register", RuleKind::lost}},
      {Intrinsic::get_fpmode, {"get.fpmode", RuleKind::no_data}},
      {Intrinsic::set_fpmode, {"set.fpmode", RuleKind::lost}},
      {Intrinsic::reset_fpmode, {"reset.fpmode", RuleKind::no_data}},
      {Intrinsic::reset_fpenv, {"reset.fpenv", RuleKind::no_data}},
      {Intrinsic::instrprof_increment, {"instrprof.increment", RuleKind::no_data}},
      {Intrinsic::instrprof_increment_step, {"instrprof.increment.step", RuleKind::no_data}},
      {Intrinsic::instrprof_cover, {"instrprof.cover", RuleKind::no_data}},
      {Intrinsic::instrprof_value_profile, {"instrprof.value", RuleKind::no_data}},
      {Intrinsic::instrprof_mcdc_parameters, {"instrprof.mcdc.parameters", RuleKind::no_data}},
      {Intrinsic::instrprof_mcdc_tvbitmap_update, {"instrprof.mcdc.update", RuleKind::no_data}},
      {Intrinsic::instrprof_timestamp, {"instrprof.timestamp", RuleKind::no_data}},
      {Intrinsic::instrprof_callsite, {"instrprof.callsite", RuleKind::no_data}},
      {Intrinsic::get_dynamic_area_offset, {"dynamic.area.offset", RuleKind::no_data}},
      {Intrinsic::eh_return_i32, {"eh.return.i32", RuleKind::no_data}},
      {Intrinsic::eh_return_i64, {"eh.return.i64", RuleKind::no_data}},
      {Intrinsic::masked_load, {"masked.load", RuleKind::lost}},
      {Intrinsic::masked_store, {"masked.store", RuleKind::lost}},
      {Intrinsic::masked_gather, {"masked.gather", RuleKind::lost}},
      {Intrinsic::masked_scatter, {"masked.scatter", RuleKind::lost}},
      {Intrinsic::masked_expandload, {"masked.expandload", RuleKind::lost}},
      {Intrinsic::masked_compressstore, {"masked.compressstore", RuleKind::lost}},
      {Intrinsic::seh_try_begin, {"seh.try.begin", RuleKind::no_data}},
      {Intrinsic::seh_try_end, {"seh.try.end", RuleKind::no_data}},
      {Intrinsic::seh_scope_begin, {"seh.scope.begin", RuleKind::no_data}},
      {Intrinsic::seh_scope_end, {"seh.scope.end", RuleKind::no_data}},
      {Intrinsic::acos, {"acos", RuleKind::unary, CAIRN_OP_FAcos}},
      {Intrinsic::asin, {"asin", RuleKind::unary, CAIRN_OP_FAsin}},
      {Intrinsic::atan, {"atan", RuleKind::unary, CAIRN_OP_FAtan}},
      {Intrinsic::cosh, {"cosh", RuleKind::unary, CAIRN_OP_FCosh}},
      {Intrinsic::sinh, {"sinh", RuleKind::unary, CAIRN_OP_FSinh}},
      {Intrinsic::tanh, {"tanh", RuleKind::unary, CAIRN_OP_FTanh}},
      {Intrinsic::smul_fix, {"smul.fix", RuleKind::lost}},
      {Intrinsic::umul_fix, {"umul.fix", RuleKind::lost}},
      {Intrinsic::smul_fix_sat, {"smul.fix.sat", RuleKind::lost}},
      {Intrinsic::umul_fix_sat, {"umul.fix.sat", RuleKind::lost}},
      {Intrinsic::sdiv_fix, {"sdiv.fix", RuleKind::lost}},
      {Intrinsic::udiv_fix, {"udiv.fix", RuleKind::lost}},
      {Intrinsic::sdiv_fix_sat, {"sdiv.fix.sat", RuleKind::lost}},
      {Intrinsic::udiv_fix_sat, {"udiv.fix.sat", RuleKind::lost}},
      {Intrinsic::convert_to_fp16, {"convert.to.fp16", RuleKind::lost}},
      {Intrinsic::convert_from_fp16, {"convert.from.fp16", RuleKind::lost}},
  };
  return rules;
}

// Two families of which the members need not be told apart: floats under `#pragma STDC FENV_ACCESS`, and the
// processor's own instructions (<immintrin.h>).
const Rule constrained_rule = {"constrained", RuleKind::lost};
const Rule target_rule = {"target", RuleKind::lost};

}  // namespace

const Rule* rule_for_opcode(unsigned opcode) {
  auto it = opcode_rules().find(opcode);
  return it == opcode_rules().end() ? nullptr : &it->second;
}

const Rule* rule_for_intrinsic(Intrinsic::ID id) {
  if (auto it = intrinsic_rules().find(id); it != intrinsic_rules().end()) return &it->second;
  if (Intrinsic::isConstrainedFPIntrinsic(id)) return &constrained_rule;
  return llvm::Function::isTargetIntrinsic(id) ? &target_rule : nullptr;
}

const Rule* rule_for(const Instruction& instruction) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return rule_for_intrinsic(intrinsic->getIntrinsicID());
  return rule_for_opcode(instruction.getOpcode());
}

std::vector<const Rule*> all_rules() {
  std::vector<const Rule*> rules;
  for (const auto& [key, rule] : opcode_rules()) rules.push_back(&rule);
  for (const auto& [key, rule] : intrinsic_rules()) rules.push_back(&rule);
  rules.push_back(&constrained_rule);
  rules.push_back(&target_rule);
  return rules;
}

const char* name_of(RuleKind kind) {
  switch (kind) {
#define CAIRN_RULE_NAME(name) \
  case RuleKind::name:        \
    return #name;
    CAIRN_RULE_KINDS(CAIRN_RULE_NAME)
#undef CAIRN_RULE_NAME
  }
  return "unknown";
}

std::vector<std::string> without_rule() {
  std::vector<std::string> names;
  for (unsigned opcode = 1; opcode < Instruction::OtherOpsEnd; ++opcode)
    if (rule_for_opcode(opcode) == nullptr) names.push_back(Instruction::getOpcodeName(opcode));
  for (unsigned id = 1; id < Intrinsic::num_intrinsics; ++id)
    if (rule_for_intrinsic(id) == nullptr) names.push_back(Intrinsic::getBaseName(id).str());
  return names;
}

}  // namespace cairn::compiler
