#include "compiler/sabotage.h"

#include <llvm/Support/CommandLine.h>

#include <string>

namespace cairn::compiler {
namespace {

llvm::cl::opt<std::string> break_rule("cairn-break", llvm::cl::Hidden,
                                      llvm::cl::desc("self-check: break a shadow rule, as NAME:drop or NAME:corrupt"));

// What a sabotaged rule records instead. Extract and FToF stay what they are: FunctionRecorder::convert breaks their
// rules in ways of its own.
cairn_op corrupted(cairn_op op) {
  switch (op) {
    case CAIRN_OP_Add:
      return CAIRN_OP_Sub;
    case CAIRN_OP_Extract:
      return CAIRN_OP_Extract;
    case CAIRN_OP_ZExt:
      return CAIRN_OP_SExt;
    case CAIRN_OP_SExt:
      return CAIRN_OP_ZExt;
    case CAIRN_OP_Slt:
      return CAIRN_OP_Ult;
    case CAIRN_OP_Ult:
      return CAIRN_OP_Slt;
    case CAIRN_OP_Sle:
      return CAIRN_OP_Ule;
    case CAIRN_OP_Ule:
      return CAIRN_OP_Sle;
    case CAIRN_OP_Fshl:
      return CAIRN_OP_Fshr;
    case CAIRN_OP_Fshr:
      return CAIRN_OP_Fshl;
    case CAIRN_OP_Bswap:
      return CAIRN_OP_BitReverse;
    case CAIRN_OP_BitReverse:
      return CAIRN_OP_Bswap;
    case CAIRN_OP_Ctpop:
      return CAIRN_OP_Ctlz;
    case CAIRN_OP_Ctlz:
      return CAIRN_OP_Cttz;
    case CAIRN_OP_Cttz:
      return CAIRN_OP_Ctlz;
    case CAIRN_OP_UAddO:
      return CAIRN_OP_SAddO;
    case CAIRN_OP_SAddO:
      return CAIRN_OP_UAddO;
    case CAIRN_OP_USubO:
      return CAIRN_OP_SSubO;
    case CAIRN_OP_SSubO:
      return CAIRN_OP_USubO;
    case CAIRN_OP_UMulO:
      return CAIRN_OP_SMulO;
    case CAIRN_OP_SMulO:
      return CAIRN_OP_UMulO;
    case CAIRN_OP_FAdd:
      return CAIRN_OP_FSub;
    case CAIRN_OP_FSub:
    case CAIRN_OP_FMul:
    case CAIRN_OP_FDiv:
    case CAIRN_OP_FRem:
    case CAIRN_OP_FMax:
    case CAIRN_OP_FCopySign:
      return CAIRN_OP_FAdd;
    case CAIRN_OP_FMin:
      return CAIRN_OP_FMax;
    case CAIRN_OP_FNeg:
      return CAIRN_OP_FAbs;
    case CAIRN_OP_FAbs:
    case CAIRN_OP_FSqrt:
      return CAIRN_OP_FNeg;
    case CAIRN_OP_FFloor:
      return CAIRN_OP_FCeil;
    case CAIRN_OP_FCeil:
    case CAIRN_OP_FTrunc:
    case CAIRN_OP_FRound:
    case CAIRN_OP_FRoundEven:
      return CAIRN_OP_FFloor;
    case CAIRN_OP_FToF:
      return CAIRN_OP_FToF;
    case CAIRN_OP_FToUI:
      return CAIRN_OP_FToSI;
    case CAIRN_OP_SIToF:
      return CAIRN_OP_UIToF;
    case CAIRN_OP_UIToF:
      return CAIRN_OP_SIToF;
    case CAIRN_OP_FPow:
      return CAIRN_OP_FAdd;
    default:
      return op >= CAIRN_OP_FSin && op <= CAIRN_OP_FLgamma ? CAIRN_OP_FNeg : CAIRN_OP_Add;
  }
}

}  // namespace

Sabotage sabotage_of(const Rule& rule) {
  if (break_rule.empty()) return Sabotage::none;
  const std::string& wanted = break_rule;
  if (wanted == std::string(rule.name) + ":drop") return Sabotage::drop;
  if (wanted == std::string(rule.name) + ":corrupt") return Sabotage::corrupt;
  return Sabotage::none;
}

cairn_op recorded_op(const Rule& rule, cairn_op op) {
  return sabotage_of(rule) == Sabotage::corrupt ? corrupted(op) : op;
}

}  // namespace cairn::compiler
