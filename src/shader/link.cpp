// SPDX-License-Identifier: Apache-2.0
// Linking: gather the modules of all stages, run the lowering steps in order, emit SPIR-V and reflection.
#include <algorithm>

#include "shader/compile.h"
#include "shader/link_context.h"
#include "shader/spirv/call_graph.h"
#include "shader/spirv/strip.h"
#include "shader/spirv/types.h"
#include "shader/stage.h"

namespace shader {

const char* stageName(Stage stage) {
  static constexpr const char* kNames[] = {"vertex",   "tess_control", "tess_evaluation",
                                           "geometry", "fragment",     "compute"};
  return kNames[static_cast<size_t>(stage)];
}

namespace {

using namespace spirv;

bool isOutput(const Module& m, uint32_t id) {
  const Instruction* i = m.global(id);
  return i && i->op == spv::OpVariable && i->operands[0] == spv::StorageClassOutput;
}

// One stage out of one or several shader objects.
void addStage(LinkContext& context, Stage stage, const std::vector<const CompiledStage*>& objects) {
  FrontResult several;
  const FrontResult* front = &objects[0]->front();
  if (objects.size() > 1) {
    std::vector<std::string_view> sources;
    for (const CompiledStage* object : objects) sources.push_back(object->source());
    several = runFront(stage, sources, objects[0]->limits());
    front = &several;
  }
  if (!front->linked) {
    context.log += front->log;
    context.error(std::string("the ") + stageName(stage) + " shader is not complete");
    return;
  }
  std::optional<Module> module = Module::parse(front->spirv);
  if (!module || module->entryPoints.empty()) {
    context.error(std::string("no code could be generated for the ") + stageName(stage) + " shader");
    return;
  }
  LinkedStage linked;
  linked.stage = stage;
  linked.module = std::move(*module);
  linked.boolMembers = front->boolMembers;
  linked.version = front->version;
  context.stages.push_back(std::move(linked));
}

void gatherStages(LinkContext& context) {
  if (context.input.stages.empty()) return context.error("the program has no shaders");
  for (size_t s = 0; s < kStageCount && !context.failed; ++s) {
    std::vector<const CompiledStage*> objects;
    for (const auto& object : context.input.stages)
      if (object && object->stage() == static_cast<Stage>(s)) objects.push_back(object.get());
    if (!objects.empty()) addStage(context, static_cast<Stage>(s), objects);
  }
  if (context.failed) return;
  const bool compute = context.find(Stage::Compute) != nullptr;
  if (compute && context.stages.size() > 1)
    context.error("a compute shader cannot be linked with other stages");
  if (!context.find(Stage::Vertex) && !context.input.separable &&
      (context.find(Stage::Geometry) || context.find(Stage::TessEvaluation) ||
       context.find(Stage::TessControl)))
    context.error("a geometry or tessellation shader needs a vertex shader");
  if (context.find(Stage::TessControl) && !context.find(Stage::TessEvaluation) && !context.input.separable)
    context.error("a tessellation control shader needs a tessellation evaluation shader");
}

// Until 1.30 a vertex shader that leaves gl_Position alone is an error; later the position is undefined.
void checkPosition(LinkContext& context) {
  const LinkedStage* vertex = context.find(Stage::Vertex);
  if (!vertex || vertex->version >= 140) return;
  for (uint32_t id : variables(vertex->module, spv::StorageClassOutput))
    for (const Instruction& i : vertex->module.code)
      if (i.operands.size() > 0 && i.operands[0] == id && vertex->module.name(id) == "gl_Position" &&
          (i.op == spv::OpStore || i.op == spv::OpAccessChain))
        return;
  context.error("the vertex shader does not write gl_Position");
}

void lower(LinkContext& context) {
  using Step = void (*)(LinkContext&);
  constexpr Step kSteps[] = {
      checkDeclarations,
      [](LinkContext& c) {
        for (LinkedStage& s : c.stages) {
          // A declared but unwritten output still satisfies the next stage.
          strip(s.module, [&](uint32_t id) { return isOutput(s.module, id); });
          if (unfoldedInstructions(s.module) > kMostUnfoldedInstructions)
            c.error(std::string("the functions of the ") + stageName(s.stage) +
                    " shader unfold to more than " + std::to_string(kMostUnfoldedInstructions) +
                    " instructions, the limit");
          splitBuiltinBlocks(s.module);
          specializeCalls(s.module);
          strip(s.module, [&](uint32_t id) { return isOutput(s.module, id); });
          flattenOpaqueStructs(c, s);
        }
      },
      checkPosition,
      lowerStructVaryings,
      matchVaryings,
      lowerFragmentOutputs,
      [](LinkContext& c) {
        // An output with a location has a reader, also when it is never written.
        for (LinkedStage& s : c.stages)
          strip(s.module, [&](uint32_t id) {
            return isOutput(s.module, id) && s.module.decoration(id, spv::DecorationLocation).has_value();
          });
      },
      assignAttributes,
      gatherDefaultBlocks,
      assignOpaques,
      assignBlocks,
      assignUniformLocations,
      recordTransformFeedback,
      reflectExecution,
  };
  for (const Step step : kSteps) {
    step(context);
    if (context.failed) return;
  }
}

void emit(LinkContext& context) {
  for (LinkedStage& stage : context.stages) {
    Module& m = stage.module;
    strip(m, [&](uint32_t id) {
      return isOutput(m, id) && m.decoration(id, spv::DecorationLocation).has_value();
    });
    m.debugSource.clear();
    for (const auto kind : {spv::DecorationGLSLShared, spv::DecorationGLSLPacked})
      std::erase_if(m.annotations, [&](const Instruction& i) {
        return i.op == spv::OpDecorate && i.operands[1] == static_cast<uint32_t>(kind);
      });
    context.program.glslVersion = std::max(context.program.glslVersion, stage.version);
    StageCode code;
    code.stage = stage.stage;
    code.spirv = m.emit();
    code.defaultBlockBytes = stage.defaultBlockBytes;
    code.defaultBlockInit = std::move(stage.defaultBlockInit);
    context.program.code.push_back(std::move(code));
  }
}

}  // namespace

LinkResult link(const LinkInput& input, const Limits& limits) {
  LinkContext context{input, limits, {}, {}, {}, false};
  gatherStages(context);
  if (!context.failed) lower(context);
  if (!context.failed) emit(context);
  LinkResult result;
  result.infoLog = std::move(context.log);
  if (!context.failed) result.program = std::make_shared<const Program>(std::move(context.program));
  return result;
}

}  // namespace shader
