// SPDX-License-Identifier: Apache-2.0
// Facts about how stages run: primitive types, work-group sizes, and which built-ins the back end must know
// of.
#include "shader/gl_enums.h"
#include "shader/link_context.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

void readMode(Program& p, Stage stage, const Instruction& mode) {
  const auto literal = [&](size_t k) { return mode.operands.size() > 2 + k ? mode.operands[2 + k] : 0; };
  const bool tessellation = stage == Stage::TessControl || stage == Stage::TessEvaluation;
  switch (static_cast<spv::ExecutionMode>(mode.operands[1])) {
    case spv::ExecutionModeLocalSize:
      p.localSize = {literal(0), literal(1), literal(2)};
      break;
    case spv::ExecutionModeInputPoints:
      p.geometryInput = kGlPoints;
      break;
    case spv::ExecutionModeInputLines:
      p.geometryInput = kGlLines;
      break;
    case spv::ExecutionModeInputLinesAdjacency:
      p.geometryInput = kGlLinesAdjacency;
      break;
    case spv::ExecutionModeTriangles:
      (tessellation ? p.tessMode : p.geometryInput) = kGlTriangles;
      break;
    case spv::ExecutionModeInputTrianglesAdjacency:
      p.geometryInput = kGlTrianglesAdjacency;
      break;
    case spv::ExecutionModeOutputPoints:
      p.geometryOutput = kGlPoints;
      break;
    case spv::ExecutionModeOutputLineStrip:
      p.geometryOutput = kGlLineStrip;
      break;
    case spv::ExecutionModeOutputTriangleStrip:
      p.geometryOutput = kGlTriangleStrip;
      break;
    case spv::ExecutionModeOutputVertices:
      (tessellation ? p.tessVertices : p.geometryMaxVertices) = literal(0);
      break;
    case spv::ExecutionModeInvocations:
      p.geometryInvocations = literal(0);
      break;
    case spv::ExecutionModeQuads:
      p.tessMode = kGlQuads;
      break;
    case spv::ExecutionModeIsolines:
      p.tessMode = kGlIsolines;
      break;
    case spv::ExecutionModeSpacingEqual:
      p.tessSpacing = kGlEqual;
      break;
    case spv::ExecutionModeSpacingFractionalEven:
      p.tessSpacing = kGlFractionalEven;
      break;
    case spv::ExecutionModeSpacingFractionalOdd:
      p.tessSpacing = kGlFractionalOdd;
      break;
    case spv::ExecutionModeVertexOrderCw:
      p.tessOrder = kGlCw;
      break;
    case spv::ExecutionModeVertexOrderCcw:
      p.tessOrder = kGlCcw;
      break;
    case spv::ExecutionModePointMode:
      p.tessPointMode = true;
      break;
    default:
      break;
  }
}

bool reads(const Module& m, spv::BuiltIn builtIn) {
  for (uint32_t id : variables(m, spv::StorageClassInput))
    if (m.decoration(id, spv::DecorationBuiltIn) == static_cast<uint32_t>(builtIn)) return true;
  return false;
}

}  // namespace

void reflectExecution(LinkContext& context) {
  Program& p = context.program;
  for (const LinkedStage& stage : context.stages) {
    const Module& m = stage.module;
    for (const Instruction& mode : m.executionModes) readMode(p, stage.stage, mode);
    if (stage.stage == Stage::Fragment) {
      p.usesPointCoord = reads(m, spv::BuiltInPointCoord);
      for (const Instruction& i : m.code) p.usesDiscard |= i.op == spv::OpKill;
      continue;
    }
    // The last stage before rasterisation decides; stages come in pipeline order.
    p.writesPointSize = false;
    p.clipDistances = p.cullDistances = 0;
    for (uint32_t id : variables(m, spv::StorageClassOutput)) {
      const auto builtIn = m.decoration(id, spv::DecorationBuiltIn);
      if (builtIn == static_cast<uint32_t>(spv::BuiltInPointSize)) p.writesPointSize = true;
      if (builtIn == static_cast<uint32_t>(spv::BuiltInClipDistance))
        p.clipDistances = arrayLength(m, variableType(m, id));
      if (builtIn == static_cast<uint32_t>(spv::BuiltInCullDistance))
        p.cullDistances = arrayLength(m, variableType(m, id));
    }
  }
}

}  // namespace shader
