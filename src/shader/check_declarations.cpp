// SPDX-License-Identifier: Apache-2.0
// Rules that hold between declarations of different stages, whether or not they are used: equal types of
// uniforms and blocks, equal types and interpolation of varyings. Runs on the modules as generated, before
// anything is stripped.
#include "shader/link_context.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

struct Declaration {
  uint32_t id = 0, type = 0, block = 0;
  std::string key, shownName;
};

bool isArrayed(Stage stage, spv::StorageClass storage) {
  if (storage == spv::StorageClassInput)
    return stage == Stage::Geometry || stage == Stage::TessControl || stage == Stage::TessEvaluation;
  return storage == spv::StorageClassOutput && stage == Stage::TessControl;
}

std::vector<Declaration> declarations(const LinkedStage& stage, spv::StorageClass storage) {
  const Module& m = stage.module;
  std::vector<Declaration> list;
  for (uint32_t id : variables(m, storage)) {
    if (m.decoration(id, spv::DecorationBuiltIn) || m.decoration(id, spv::DecorationPatch)) continue;
    Declaration d;
    d.id = id;
    d.type = variableType(m, id);
    if (isArrayed(stage.stage, storage) && isArray(m, d.type)) d.type = elementType(m, d.type);
    const uint32_t base = withoutArrays(m, d.type);
    const bool block = isStruct(m, base) && (m.decoration(base, spv::DecorationBlock) ||
                                             m.decoration(base, spv::DecorationBufferBlock));
    d.block = block ? base : 0;
    d.shownName = m.name(block ? base : id);
    if (d.shownName == "gl_PerVertex" || d.shownName == "gl_PerFragment") continue;
    d.key = (block ? "block " : "") + interfaceName(d.shownName);
    list.push_back(std::move(d));
  }
  return list;
}

bool sameMemberNames(const Module& a, uint32_t blockA, const Module& b, uint32_t blockB) {
  for (uint32_t k = 0; k < structMembers(a, blockA).size(); ++k)
    if (a.memberName(blockA, k) != b.memberName(blockB, k)) return false;
  return true;
}

// Blocks of one name share their buffer, so their members lie at the same places. Members without an offset are of
// blocks whose layout the linker chooses, alike on both sides.
bool sameLayout(const Module& a, uint32_t typeA, const Module& b, uint32_t typeB) {
  typeA = withoutArrays(a, typeA), typeB = withoutArrays(b, typeB);
  if (!isStruct(a, typeA)) return true;
  for (uint32_t k = 0; k < structMembers(a, typeA).size(); ++k) {
    for (const auto kind : {spv::DecorationOffset, spv::DecorationRowMajor, spv::DecorationMatrixStride})
      if (a.memberDecoration(typeA, k, kind) != b.memberDecoration(typeB, k, kind)) return false;
    if (!sameLayout(a, structMembers(a, typeA)[k], b, structMembers(b, typeB)[k])) return false;
  }
  return true;
}

class DeclarationCheck {
 public:
  explicit DeclarationCheck(LinkContext& context) : mContext(context) {}

  void shared(const LinkedStage& a, const LinkedStage& b) {
    for (const spv::StorageClass storage : {spv::StorageClassUniformConstant, spv::StorageClassUniform})
      forEachPair(a, storage, b, storage, [&](const Declaration& x, const Declaration& y) {
        if (isBuiltinName(x.shownName)) return;  // sized by use
        if (!sameType(a, x, b, y) || (x.block != 0 && !sameLayout(a.module, x.type, b.module, y.type)))
          differ(x.block != 0 ? "block" : "uniform", "declared", a, b, x);
      });
  }

  void exchanged(const LinkedStage& a, const LinkedStage& b) {
    forEachPair(
        a, spv::StorageClassOutput, b, spv::StorageClassInput,
        [&](const Declaration& x, const Declaration& y) {
          // Built-ins count only where they are used: matchVaryings() looks at them.
          if (isBuiltinName(x.shownName)) return;
          if (!sameType(a, x, b, y))
            mContext.error("'" + x.shownName + "' is " + glslTypeName(a.module, x.type) + " in the " +
                           stageName(a.stage) + " shader and " + glslTypeName(b.module, y.type) + " in the " +
                           stageName(b.stage) + " shader");
          else if (b.stage == Stage::Fragment && std::max(a.version, b.version) < kFreeInterpolationVersion)
            interpolation(a, x, b, y);
        });
  }

 private:
  template <typename Visit>
  void forEachPair(const LinkedStage& a, spv::StorageClass storageA, const LinkedStage& b,
                   spv::StorageClass storageB, const Visit& visit) {
    const std::vector<Declaration> first = declarations(a, storageA), second = declarations(b, storageB);
    for (const Declaration& x : first)
      for (const Declaration& y : second)
        if (x.key == y.key && !x.key.empty() && !mContext.failed) visit(x, y);
  }

  static bool sameType(const LinkedStage& a, const Declaration& x, const LinkedStage& b,
                       const Declaration& y) {
    return sameShape(a.module, x.type, b.module, y.type) &&
           (x.block == 0 || sameMemberNames(a.module, x.block, b.module, y.block));
  }

  void interpolation(const LinkedStage& a, const Declaration& x, const LinkedStage& b, const Declaration& y) {
    for (const auto kind : {spv::DecorationFlat, spv::DecorationNoPerspective, spv::DecorationCentroid}) {
      bool same = a.module.decoration(x.id, kind).has_value() == b.module.decoration(y.id, kind).has_value();
      for (uint32_t k = 0; x.block != 0 && k < structMembers(a.module, x.block).size(); ++k)
        same = same && a.module.memberDecoration(x.block, k, kind).has_value() ==
                           b.module.memberDecoration(y.block, k, kind).has_value();
      if (!same) return differ("varying", "interpolated", a, b, x);
    }
  }

  void differ(const char* what, const char* how, const LinkedStage& a, const LinkedStage& b,
              const Declaration& x) {
    mContext.error(std::string(what) + " '" + x.shownName + "' is " + how + " differently in the " +
                   stageName(a.stage) + " shader and in the " + stageName(b.stage) + " shader");
  }

  LinkContext& mContext;
};

}  // namespace

std::string interfaceName(const std::string& name) {
  if (name == "gl_Color") return "gl_FrontColor";
  if (name == "gl_SecondaryColor") return "gl_FrontSecondaryColor";
  return name;
}

void checkDeclarations(LinkContext& context) {
  DeclarationCheck check(context);
  for (size_t a = 0; a < context.stages.size(); ++a)
    for (size_t b = a + 1; b < context.stages.size(); ++b) {
      check.shared(context.stages[a], context.stages[b]);
      if (b == a + 1) check.exchanged(context.stages[a], context.stages[b]);
    }
}

}  // namespace shader
