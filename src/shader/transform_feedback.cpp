// SPDX-License-Identifier: Apache-2.0
// Resolves the names given to glTransformFeedbackVaryings against the outputs of the last stage before
// rasterisation.
#include "shader/gl_enums.h"
#include "shader/link_context.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

struct Captured {
  uint32_t glType = 0;
  uint32_t arraySize = 1;
  uint32_t components = 0;
};

// "name", "name[3]", "Block.member", "Block.member[1]".
std::optional<Captured> resolve(const Module& m, const std::string& name) {
  for (uint32_t id : variables(m, spv::StorageClassOutput)) {
    const uint32_t type = variableType(m, id), base = withoutArrays(m, type);
    const bool block = isStruct(m, base) && m.decoration(base, spv::DecorationBlock).has_value();
    const std::string root = block ? (m.name(id).empty() ? "" : m.name(base)) : m.name(id);
    std::optional<Captured> found;
    forEachLeaf(m, type, type, root, [&](const Leaf& leaf) {
      const std::string whole = leaf.isArray ? leaf.name.substr(0, leaf.name.size() - 3) : leaf.name;
      const uint32_t each = componentTotal(m, leaf.type);
      if (name == whole) found = {glTypeOf(m, leaf.type), leaf.arraySize, each * leaf.arraySize};
      for (uint32_t k = 0; leaf.isArray && k < leaf.arraySize && !found; ++k)
        if (name == whole + "[" + std::to_string(k) + "]") found = {glTypeOf(m, leaf.type), 1, each};
    });
    if (found) return found;
  }
  return {};
}

// gl_SkipComponents1…4: components to leave untouched, 0 for another name.
uint32_t skippedComponents(const std::string& name) {
  constexpr std::string_view kPrefix = "gl_SkipComponents";
  const bool skip = name.size() == kPrefix.size() + 1 && name.starts_with(kPrefix);
  return skip && name.back() >= '1' && name.back() <= '4' ? static_cast<uint32_t>(name.back() - '0') : 0;
}

}  // namespace

void recordTransformFeedback(LinkContext& context) {
  const auto& names = context.input.xfbVaryings;
  if (names.empty()) return;
  context.program.xfbMode = context.input.xfbMode;
  const bool separate = context.input.xfbMode == kGlSeparateAttribs;
  LinkedStage* last = context.find(Stage::Geometry);
  if (!last) last = context.find(Stage::TessEvaluation);
  if (!last) last = context.find(Stage::Vertex);
  if (!last)
    return context.error("transform feedback varyings are given, but the program has no vertex stage");

  const uint32_t limit = static_cast<uint32_t>(separate ? context.limits.maxXfbSeparateComponents
                                                        : context.limits.maxXfbInterleavedComponents);
  uint32_t buffer = 0, components = 0;
  const auto finishBuffer = [&] {
    if (components > limit)
      context.error("transform feedback writes " + std::to_string(components) +
                    " components to a buffer; the limit is " + std::to_string(limit));
    if (buffer < context.program.xfbStrideBytes.size())
      context.program.xfbStrideBytes[buffer] = components * 4;
    else
      context.error("transform feedback writes to more than " +
                    std::to_string(context.program.xfbStrideBytes.size()) + " buffers, the limit");
    ++buffer;
    components = 0;
  };
  for (size_t k = 0; k < names.size() && !context.failed; ++k) {
    for (size_t other = 0; other < k; ++other)
      if (names[other] == names[k] && !isBuiltinName(names[k]))
        return context.error("transform feedback varying '" + names[k] + "' is given twice");
    if (names[k] == "gl_NextBuffer") {
      context.program.xfb.push_back({names[k], 0, 0, buffer, components * 4});
      finishBuffer();
      continue;
    }
    if (const uint32_t skip = skippedComponents(names[k]); skip != 0) {
      context.program.xfb.push_back({names[k], 0, static_cast<int32_t>(skip), buffer, components * 4});
      components += skip;
      continue;
    }
    const auto captured = resolve(last->module, names[k]);
    if (!captured)
      return context.error("transform feedback varying '" + names[k] + "' is not an output of the " +
                           stageName(last->stage) + " shader");
    context.program.xfb.push_back(
        {names[k], captured->glType, static_cast<int32_t>(captured->arraySize), buffer, components * 4});
    components += captured->components;
    if (separate) finishBuffer();
  }
  if (!separate && !context.failed) finishBuffer();
}

}  // namespace shader
