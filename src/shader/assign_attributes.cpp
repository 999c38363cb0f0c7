// SPDX-License-Identifier: Apache-2.0
// Vertex inputs get locations: explicit ones, bound ones, the compatibility built-ins at their customary
// numbers, then the rest wherever there is room. gl_Vertex is always location 0: drivers provoke vertices
// with it.
#include <algorithm>
#include <set>

#include "shader/link_context.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

struct Customary {
  std::string_view name;
  uint32_t location;
};
constexpr Customary kCustomary[] = {
    {"gl_Vertex", 0},          {"gl_Normal", 2},          {"gl_Color", 3},
    {"gl_SecondaryColor", 4},  {"gl_FogCoord", 5},        {"gl_MultiTexCoord0", 8},
    {"gl_MultiTexCoord1", 9},  {"gl_MultiTexCoord2", 10}, {"gl_MultiTexCoord3", 11},
    {"gl_MultiTexCoord4", 12}, {"gl_MultiTexCoord5", 13}, {"gl_MultiTexCoord6", 14},
    {"gl_MultiTexCoord7", 15}};

class Attributes {
 public:
  Attributes(LinkContext& context, Module& module) : mContext(context), m(module) {}

  void run() {
    std::vector<uint32_t> fixedFunction, automatic;
    for (uint32_t id : variables(m, spv::StorageClassInput)) {
      const std::string name = m.name(id);
      if (m.decoration(id, spv::DecorationBuiltIn))
        reflect(id, -1);
      else if (isBuiltinName(name))
        fixedFunction.push_back(id);
      else if (const auto location = explicitOrBound(id, name))
        mPlaced.push_back({id, *location});
      else
        automatic.push_back(id);
    }
    for (const auto& [id, location] : mPlaced) take(id, location, false);
    placeFixedFunction(fixedFunction);
    // Large ones first: fewer holes.
    std::stable_sort(automatic.begin(), automatic.end(),
                     [&](uint32_t a, uint32_t b) { return slots(a) > slots(b); });
    for (uint32_t id : automatic) take(id, firstFree(slots(id)), true);
  }

 private:
  uint32_t slots(uint32_t id) const { return locationCount(m, variableType(m, id), false); }

  std::optional<uint32_t> explicitOrBound(uint32_t id, const std::string& name) const {
    if (const auto location = m.decoration(id, spv::DecorationLocation)) return location;
    // The latest binding of a name holds.
    const auto& bindings = mContext.input.attribBindings;
    for (auto b = bindings.rbegin(); b != bindings.rend(); ++b)
      if (b->first == name) return b->second;
    return {};
  }

  void placeFixedFunction(std::vector<uint32_t> ids) {
    const auto customary = [&](uint32_t id) -> uint32_t {
      for (const Customary& c : kCustomary)
        if (c.name == m.name(id)) return c.location;
      return UINT32_MAX;
    };
    std::stable_sort(ids.begin(), ids.end(),
                     [&](uint32_t a, uint32_t b) { return customary(a) < customary(b); });
    for (uint32_t id : ids) {
      const uint32_t wanted = customary(id);
      const bool usable =
          wanted < static_cast<uint32_t>(mContext.limits.maxVertexAttribs) && !mTaken.contains(wanted);
      if (wanted == 0 && !usable)
        mContext.error("attribute location 0 is bound although the vertex shader reads gl_Vertex");
      take(id, usable ? wanted : firstFree(1), true);
    }
  }

  uint32_t firstFree(uint32_t count) const {
    if (count > static_cast<uint32_t>(mContext.limits.maxVertexAttribs))
      return 0;  // take() says what is wrong
    for (uint32_t first = 0;; ++first) {
      bool free = true;
      for (uint32_t k = 0; k < count; ++k) free = free && !mTaken.contains(first + k);
      if (free) return first;
    }
  }

  void take(uint32_t id, uint32_t location, bool exclusive) {
    const uint32_t count = slots(id), limit = static_cast<uint32_t>(mContext.limits.maxVertexAttribs);
    if (count > limit || location > limit - count) {
      mContext.error("attribute '" + m.name(id) + "' needs " + std::to_string(count) + " locations from " +
                     std::to_string(location) + "; the limit is " + std::to_string(limit));
      return;
    }
    for (uint32_t k = 0; k < count; ++k)
      if (!mTaken.insert(location + k).second && !exclusive)
        // GL allows aliasing where no path reads both; drivers for OpenGL ES do not, so it is refused here.
        mContext.error("attribute '" + m.name(id) + "' aliases another one at location " +
                       std::to_string(location + k));
    m.setDecoration(id, spv::DecorationLocation, location);
    reflect(id, static_cast<int32_t>(location));
  }

  void reflect(uint32_t id, int32_t location) {
    const uint32_t type = variableType(m, id);
    const bool array = isArray(m, type);
    mContext.program.attributes.push_back({array ? m.name(id) + "[0]" : m.name(id),
                                           glTypeOf(m, withoutArrays(m, type)),
                                           array ? static_cast<int32_t>(arrayLength(m, type)) : 1, location});
  }

  LinkContext& mContext;
  Module& m;
  std::vector<std::pair<uint32_t, uint32_t>> mPlaced;
  std::set<uint32_t> mTaken;
};

}  // namespace

void assignAttributes(LinkContext& context) {
  if (LinkedStage* stage = context.find(Stage::Vertex)) Attributes(context, stage->module).run();
}

}  // namespace shader
