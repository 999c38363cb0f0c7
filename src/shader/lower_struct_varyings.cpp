// SPDX-License-Identifier: Apache-2.0
// OpenGL ES takes structures as varyings only if they are flat, no arrays of them and no arrays of arrays.
// Such become private variables that are copied, leaf by leaf, from the real inputs where main starts and to
// the real outputs where the stage hands them on: at the return of main, or at each emitted vertex.
#include <algorithm>

#include "shader/link_context.h"
#include "shader/spirv/privatize.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

struct Copy {
  uint32_t variable = 0;       // the private structure
  std::vector<uint32_t> path;  // constant indices to the leaf; behind the vertex index, if there is one
  uint32_t leaf = 0;           // the interface variable
  uint32_t vertices = 0;       // elements of the array over vertices, 0 if there is none
};

bool hasAggregateMember(const Module& m, uint32_t type) {
  for (uint32_t member : structMembers(m, type))
    if (isAggregate(m, member)) return true;
  return false;
}

class StructVaryings {
 public:
  explicit StructVaryings(LinkedStage& stage) : mStage(stage.stage), m(stage.module) {}

  void run() {
    if (mStage != Stage::Vertex) split(spv::StorageClassInput, mInputs);
    if (mStage != Stage::Fragment) split(spv::StorageClassOutput, mOutputs);
    if (mInputs.empty() && mOutputs.empty()) return;
    bool inMain = false, started = false;
    const uint32_t main = m.entryFunction();
    rewriteCode(m, [&](Instruction& i, Emit& out) {
      if (i.op == spv::OpFunction) inMain = i.result == main;
      const bool preface = i.op == spv::OpFunction || i.op == spv::OpLabel || i.op == spv::OpVariable;
      if (inMain && !started && !preface) {
        started = true;
        for (const Copy& copy : mInputs) emitInput(copy, out);
      }
      const bool handsOn = mStage == Stage::Geometry
                               ? i.op == spv::OpEmitVertex || i.op == spv::OpEmitStreamVertex
                               : inMain && i.op == spv::OpReturn;
      if (handsOn)
        for (const Copy& copy : mOutputs) emitOutput(copy, out);
      out.push_back(std::move(i));
    });
  }

 private:
  void split(spv::StorageClass storage, std::vector<Copy>& copies) {
    const bool arrayed = mStage == Stage::Geometry && storage == spv::StorageClassInput;
    for (uint32_t id : variables(m, storage)) {
      uint32_t type = variableType(m, id), vertices = 0;
      if (arrayed && isArray(m, type)) {
        vertices = arrayLength(m, type);
        type = elementType(m, type);
      }
      const uint32_t base = withoutArrays(m, type);
      if (!needsLeaves(type, base)) continue;
      if (locationCount(m, type) > kMostLocations) continue;  // matchVaryings() says that it is too large
      mLocation = m.decoration(id, spv::DecorationLocation);
      std::vector<uint32_t> path;
      addLeaves(id, type, vertices, storage, m.name(id), path, copies);
      makePrivate(m, id);
    }
  }

  bool needsLeaves(uint32_t type, uint32_t base) const {
    if (!isStruct(m, base)) return isArray(m, type) && isArray(m, elementType(m, type));
    return !m.decoration(base, spv::DecorationBlock) && (base != type || hasAggregateMember(m, base));
  }

  void addLeaves(uint32_t id, uint32_t type, uint32_t vertices, spv::StorageClass storage,
                 const std::string& name, std::vector<uint32_t>& path, std::vector<Copy>& copies) {
    const bool structure = isStruct(m, type);
    if (structure || (isArray(m, type) && isAggregate(m, elementType(m, type)))) {
      const uint32_t count =
          structure ? static_cast<uint32_t>(structMembers(m, type).size()) : arrayLength(m, type);
      for (uint32_t k = 0; k < count; ++k) {
        path.push_back(constantUint(m, k));
        addLeaves(id, indexedType(m, type, k), vertices, storage,
                  structure ? name + "." + m.memberName(type, k) : name + "[" + std::to_string(k) + "]", path,
                  copies);
        path.pop_back();
      }
      return;
    }
    const uint32_t leafType = vertices != 0 ? arrayType(m, type, vertices) : type;
    const uint32_t leaf = variable(m, storage, leafType, name);
    m.copyDecorations(id, leaf);
    if (mLocation) {
      m.setDecoration(leaf, spv::DecorationLocation, *mLocation);
      *mLocation += locationCount(m, type);
    }
    copies.push_back({id, path, leaf, vertices});
  }

  uint32_t pointerTo(uint32_t base, spv::StorageClass storage, uint32_t type, std::vector<uint32_t> indices,
                     Emit& out) {
    if (indices.empty()) return base;
    const uint32_t pointer = m.freshId();
    indices.insert(indices.begin(), base);
    out.push_back({spv::OpAccessChain, pointerType(m, storage, type), pointer, std::move(indices)});
    return pointer;
  }

  void emitInput(const Copy& copy, Emit& out) {
    uint32_t type = variableType(m, copy.leaf);
    if (copy.vertices != 0) type = elementType(m, type);
    for (uint32_t vertex = 0; vertex < std::max(copy.vertices, 1u); ++vertex) {
      std::vector<uint32_t> from, to = copy.path;
      if (copy.vertices != 0) {
        from.push_back(constantUint(m, vertex));
        to.insert(to.begin(), from[0]);
      }
      const uint32_t source = pointerTo(copy.leaf, spv::StorageClassInput, type, std::move(from), out);
      const uint32_t value = m.freshId();
      out.push_back({spv::OpLoad, type, value, {source}});
      const uint32_t target = pointerTo(copy.variable, spv::StorageClassPrivate, type, std::move(to), out);
      out.push_back({spv::OpStore, 0, 0, {target, value}});
    }
  }

  void emitOutput(const Copy& copy, Emit& out) {
    const uint32_t type = variableType(m, copy.leaf);
    const uint32_t source = pointerTo(copy.variable, spv::StorageClassPrivate, type, copy.path, out);
    const uint32_t value = m.freshId();
    out.push_back({spv::OpLoad, type, value, {source}});
    out.push_back({spv::OpStore, 0, 0, {copy.leaf, value}});
  }

  static constexpr uint32_t kMostLocations = 256;

  Stage mStage;
  Module& m;
  std::optional<uint32_t> mLocation;
  std::vector<Copy> mInputs, mOutputs;
};

}  // namespace

void lowerStructVaryings(LinkContext& context) {
  for (LinkedStage& stage : context.stages)
    if (stage.stage == Stage::Vertex || stage.stage == Stage::Geometry || stage.stage == Stage::Fragment)
      StructVaryings(stage).run();
}

}  // namespace shader
