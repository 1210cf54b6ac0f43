// The plugin: where in clang's pipeline our passes stand, in front of the optimiser and behind it.
#include <llvm/CodeGen/ExpandReductions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include "compiler/assume_defined.h"
#include "compiler/describe.h"
#include "compiler/known_assembly.h"
#include "compiler/probes.h"
#include "compiler/record_pass.h"
#include "compiler/split_calls.h"
#include "compiler/split_values.h"

namespace {

// Functions compiled without optimisation skip passes that do not insist.
template <class Pass>
struct Insisting : llvm::PassInfoMixin<Insisting<Pass>> {
  Pass pass;
  explicit Insisting(Pass p) : pass(std::move(p)) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    return pass.run(function, analyses);
  }
  static bool isRequired() { return true; }
};

// Bitcode that was recorded when it was made comes by again when it is compiled (-emit-llvm).
struct UnlessRecorded : llvm::PassInfoMixin<UnlessRecorded> {
  llvm::ModulePassManager passes;
  explicit UnlessRecorded(llvm::ModulePassManager p) : passes(std::move(p)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    if (cairn::compiler::is_recorded(module)) return llvm::PreservedAnalyses::all();
    return passes.run(module, analyses);
  }
  static bool isRequired() { return true; }
};

void register_passes(llvm::PassBuilder& builder) {
  auto unit = std::make_shared<cairn::compiler::Unit>();
  builder.registerPipelineStartEPCallback([unit](llvm::ModulePassManager& pipeline, llvm::OptimizationLevel) {
    llvm::ModulePassManager passes;
    passes.addPass(cairn::compiler::DescribePass());
    passes.addPass(cairn::compiler::SplitTruthsPass());
    passes.addPass(cairn::compiler::AssumeDefinedPass());
    passes.addPass(cairn::compiler::SplitCallsPass());
    passes.addPass(cairn::compiler::ProbesPass(unit));
    passes.addPass(cairn::compiler::KnownAssemblyPass());
    pipeline.addPass(UnlessRecorded(std::move(passes)));
  });
  builder.registerOptimizerLastEPCallback([unit](llvm::ModulePassManager& pipeline, llvm::OptimizationLevel) {
    llvm::ModulePassManager passes;
    llvm::ScalarizerPassOptions options;
    options.ScalarizeVariableInsertExtract = true;
    options.ScalarizeLoadStore = true;
    // Reductions of vectors (__builtin_reduce_add) become shuffles and plain operations, which have rules.
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(Insisting(llvm::ExpandReductionsPass())));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(Insisting(llvm::ScalarizerPass(options))));
    passes.addPass(cairn::compiler::RecordPass(unit));
    pipeline.addPass(UnlessRecorded(std::move(passes)));
  });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "cairn", "1", register_passes};
}
