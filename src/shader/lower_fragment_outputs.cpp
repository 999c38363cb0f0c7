// SPDX-License-Identifier: Apache-2.0
// Fragment outputs get locations: explicit, then bound, then automatic. gl_FragColor, gl_FragData and arrays
// that are indexed by variables become private variables whose elements are copied to real outputs where main
// ends: gl_FragColor to every draw buffer, and because OpenGL ES indexes outputs by constants only.
#include <set>

#include "shader/link_context.h"
#include "shader/spirv/operands.h"
#include "shader/spirv/privatize.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

struct Copy {
  uint32_t from = 0;     // private variable
  int32_t element = -1;  // -1: the whole variable
  uint32_t to = 0;       // output variable
};

class FragmentOutputs {
 public:
  FragmentOutputs(LinkContext& context, LinkedStage& stage) : mContext(context), m(stage.module) {}

  void run() {
    const std::vector<uint32_t> outputs = variables(m, spv::StorageClassOutput);
    for (uint32_t id : outputs)
      if (!m.decoration(id, spv::DecorationBuiltIn)) place(id);
    for (uint32_t id : mUnplaced) automatic(id);
    for (uint32_t id : outputs) {
      const std::string name = m.name(id);
      if (name == "gl_FragColor" || name == "gl_SecondaryFragColorEXT")
        broadcast(id);
      else if (name == "gl_FragData" ||
               (mLocations.contains(id) && isArray(m, variableType(m, id)) && indexedByVariable(id)))
        splitArray(id, name);
      else if (mLocations.contains(id))
        reflect(id, name, mLocations[id]);
    }
    copyAtReturns();
  }

 private:
  struct Place {
    int32_t location = 0, index = 0;
  };

  void place(uint32_t id) {
    const std::string name = m.name(id);
    if (name == "gl_FragColor" || name == "gl_SecondaryFragColorEXT") return;
    if (name == "gl_FragData") return take(id, {0, 0});
    const auto index = m.decoration(id, spv::DecorationIndex);
    if (const auto location = m.decoration(id, spv::DecorationLocation))
      return take(id, {static_cast<int32_t>(*location), static_cast<int32_t>(index.value_or(0))});
    for (const auto& binding : mContext.input.fragDataBindings)
      if (binding.name == name || (isArray(m, variableType(m, id)) && binding.name == name + "[0]"))
        return take(id, {static_cast<int32_t>(binding.location), static_cast<int32_t>(binding.index)});
    mUnplaced.push_back(id);
  }

  void take(uint32_t id, Place place) {
    const int32_t count = static_cast<int32_t>(locationCount(m, variableType(m, id)));
    const int32_t limit =
        place.index == 0 ? mContext.limits.maxDrawBuffers : mContext.limits.maxDualSourceDrawBuffers;
    if (place.location + count > limit)
      mContext.error("fragment output '" + m.name(id) + "' needs locations up to " +
                     std::to_string(place.location + count - 1) + "; the limit is " +
                     std::to_string(limit - 1));
    for (int32_t k = 0; k < count && !mContext.failed; ++k)
      if (!mTaken.insert({place.location + k, place.index}).second)
        mContext.error("fragment output '" + m.name(id) + "' overlaps another output at location " +
                       std::to_string(place.location + k));
    mLocations[id] = place;
    m.setDecoration(id, spv::DecorationLocation, static_cast<uint32_t>(place.location));
    m.removeDecoration(id, spv::DecorationIndex);
    if (place.index != 0) m.decorate(id, spv::DecorationIndex, {static_cast<uint32_t>(place.index)});
  }

  void automatic(uint32_t id) {
    const int32_t count = static_cast<int32_t>(locationCount(m, variableType(m, id)));
    if (count > mContext.limits.maxDrawBuffers) return take(id, {0, 0});  // says what is wrong
    for (int32_t first = 0;; ++first) {
      bool free = true;
      for (int32_t k = 0; k < count; ++k) free = free && !mTaken.contains({first + k, 0});
      if (free) return take(id, {first, 0});
    }
  }

  bool indexedByVariable(uint32_t id) const {
    for (const Instruction& i : m.code)
      if (i.op == spv::OpAccessChain && i.operands[0] == id && !constantValue(m, i.operands[1])) return true;
    return false;
  }

  std::set<uint32_t> indicesUsed(uint32_t id) const {
    std::set<uint32_t> used;
    const uint32_t length = arrayLength(m, variableType(m, id));
    for (const Instruction& i : m.code)
      forEachId(i, [&](uint32_t operand) {
        if (operand != id) return;
        const auto index = i.op == spv::OpAccessChain ? constantValue(m, i.operands[1]) : std::nullopt;
        if (index) return void(used.insert(*index));
        for (uint32_t k = 0; k < length; ++k) used.insert(k);
      });
    return used;
  }

  void broadcast(uint32_t id) {
    const uint32_t type = variableType(m, id);
    const bool secondary = m.name(id) != "gl_FragColor";
    const int32_t count = secondary ? 1 : mContext.limits.maxDrawBuffers;
    reflect(id, m.name(id), {-1, secondary ? 1 : 0});
    makePrivate(m, id);
    m.setName(id, secondary ? "m_SecondaryFragColor" : "m_FragColor");
    for (int32_t k = 0; k < count; ++k)
      addOutput(id, -1, type, m.name(id) + std::to_string(k), {k, secondary ? 1 : 0});
    mContext.program.broadcastsFragColor |= !secondary;
  }

  void splitArray(uint32_t id, const std::string& name) {
    const uint32_t element = elementType(m, variableType(m, id));
    const Place first = mLocations[id];
    const std::set<uint32_t> used = indicesUsed(id);
    reflect(id, name, isBuiltinName(name) ? Place{-1, 0} : first);
    makePrivate(m, id);
    const std::string base = isBuiltinName(name) ? "m_" + name.substr(3) : "m_" + name;
    m.setName(id, base);
    for (uint32_t k : used)
      addOutput(id, static_cast<int32_t>(k), element, base + std::to_string(k),
                {first.location + static_cast<int32_t>(k), first.index});
  }

  void addOutput(uint32_t from, int32_t fromElement, uint32_t type, const std::string& name, Place place) {
    const uint32_t to = variable(m, spv::StorageClassOutput, type, name);
    m.decorate(to, spv::DecorationLocation, {static_cast<uint32_t>(place.location)});
    if (place.index != 0) m.decorate(to, spv::DecorationIndex, {static_cast<uint32_t>(place.index)});
    mCopies.push_back({from, fromElement, to});
  }

  void reflect(uint32_t id, const std::string& name, Place place) {
    const uint32_t type = variableType(m, id);
    const bool array = isArray(m, type);
    mContext.program.outputs.push_back({array ? name + "[0]" : name, glTypeOf(m, withoutArrays(m, type)),
                                        array ? static_cast<int32_t>(arrayLength(m, type)) : 1,
                                        place.location, place.index});
  }

  void copyAtReturns() {
    if (mCopies.empty()) return;
    bool inMain = false;
    const uint32_t main = m.entryFunction();
    rewriteCode(m, [&](Instruction& i, Emit& out) {
      if (i.op == spv::OpFunction) inMain = i.result == main;
      if (inMain && i.op == spv::OpReturn)
        for (const Copy& copy : mCopies) emitCopy(copy, out);
      out.push_back(std::move(i));
    });
  }

  void emitCopy(const Copy& copy, Emit& out) {
    const uint32_t type = variableType(m, copy.to);
    uint32_t from = copy.from;
    if (copy.element >= 0) {
      from = m.freshId();
      out.push_back({spv::OpAccessChain,
                     pointerType(m, spv::StorageClassPrivate, type),
                     from,
                     {copy.from, constantInt(m, copy.element)}});
    }
    const uint32_t value = m.freshId();
    out.push_back({spv::OpLoad, type, value, {from}});
    out.push_back({spv::OpStore, 0, 0, {copy.to, value}});
  }

  LinkContext& mContext;
  Module& m;
  std::vector<uint32_t> mUnplaced;
  std::set<std::pair<int32_t, int32_t>> mTaken;
  std::unordered_map<uint32_t, Place> mLocations;
  std::vector<Copy> mCopies;
};

}  // namespace

void lowerFragmentOutputs(LinkContext& context) {
  LinkedStage* stage = context.find(Stage::Fragment);
  if (stage) FragmentOutputs(context, *stage).run();
}

}  // namespace shader
