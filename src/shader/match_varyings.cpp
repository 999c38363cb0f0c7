// SPDX-License-Identifier: Apache-2.0
// Varyings of neighbouring stages meet by name (or explicit location) and get equal locations. The consumer's
// interpolation wins, because GLSL asks for it there; outputs that nobody reads become private, so that they
// cost no driver resources; built-in inputs that nobody writes read as zero.
#include <algorithm>
#include <set>

#include "shader/link_context.h"
#include "shader/spirv/operands.h"
#include "shader/spirv/privatize.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

constexpr spv::Decoration kInterpolation[] = {spv::DecorationFlat, spv::DecorationNoPerspective,
                                              spv::DecorationCentroid, spv::DecorationSample};

// Stages whose inputs (or outputs) have one element for each vertex of the primitive or patch.
bool hasArrayedInputs(Stage s) {
  return s == Stage::Geometry || s == Stage::TessControl || s == Stage::TessEvaluation;
}

struct Varying {
  uint32_t id = 0;
  std::string key, shownName;
  uint32_t type = 0;  // without the array over vertices
  std::optional<uint32_t> location;
};

bool isReferenced(const Module& m, uint32_t id) {
  bool found = false;
  for (const Instruction& i : m.code) forEachId(i, [&](uint32_t operand) { found = found || operand == id; });
  return found;
}

std::vector<Varying> collect(const LinkedStage& stage, spv::StorageClass storage) {
  const Module& m = stage.module;
  const bool input = storage == spv::StorageClassInput;
  std::vector<Varying> list;
  for (uint32_t id : variables(m, storage)) {
    if (m.decoration(id, spv::DecorationBuiltIn)) continue;
    const bool perPatch = m.decoration(id, spv::DecorationPatch).has_value();
    const bool arrayed =
        !perPatch && (input ? hasArrayedInputs(stage.stage) : stage.stage == Stage::TessControl);
    Varying v;
    v.id = id;
    v.type = variableType(m, id);
    if (arrayed && isArray(m, v.type)) v.type = elementType(m, v.type);
    const uint32_t base = withoutArrays(m, v.type);
    const bool block = isStruct(m, base) && m.decoration(base, spv::DecorationBlock).has_value();
    if (block && m.memberDecoration(base, 0, spv::DecorationBuiltIn)) continue;
    v.shownName = block ? m.name(base) : m.name(id);
    v.key = block ? "block " + v.shownName : interfaceName(v.shownName);
    v.location = m.decoration(id, spv::DecorationLocation);
    if (block && !v.location) v.location = m.memberDecoration(base, 0, spv::DecorationLocation);
    list.push_back(std::move(v));
  }
  return list;
}

class Interface {
 public:
  Interface(LinkContext& context, LinkedStage* producer, LinkedStage* consumer)
      : mContext(context), mProducer(producer), mConsumer(consumer) {
    if (mProducer) mOutputs = collect(*mProducer, spv::StorageClassOutput);
    if (mConsumer) mInputs = collect(*mConsumer, spv::StorageClassInput);
  }

  void match() {
    checkColours();
    std::vector<std::pair<Varying*, Varying*>> pairs;
    for (Varying& in : mInputs) {
      Varying* out = find(in);
      if (!out && !acceptUnwritten(in)) continue;
      if (out && !reconcile(*out, in)) continue;
      pairs.push_back({out, &in});
    }
    for (Varying& out : mOutputs) {
      const bool read =
          std::any_of(pairs.begin(), pairs.end(), [&](const auto& p) { return p.first == &out; });
      if (read) continue;
      if ((!mConsumer && mContext.input.separable) || captured(out))
        pairs.push_back({&out, nullptr});
      else
        makePrivate(mProducer->module, out.id);
    }
    if (!mContext.failed) place(pairs);
  }

 private:
  // Front and back colour and the fragment shader's colour are one varying as far as interpolation goes.
  void checkColours() {
    if (!mProducer || !mConsumer ||
        std::max(mProducer->version, mConsumer->version) >= kFreeInterpolationVersion)
      return;
    for (const char* colour : {"Color", "SecondaryColor"}) {
      std::vector<std::pair<const Module*, uint32_t>> users;
      for (const Varying& v : mOutputs)
        if (v.shownName == std::string("gl_Front") + colour || v.shownName == std::string("gl_Back") + colour)
          users.push_back({&mProducer->module, v.id});
      for (const Varying& v : mInputs)
        if (v.shownName == std::string("gl_") + colour) users.push_back({&mConsumer->module, v.id});
      std::erase_if(users, [](const auto& user) { return !isReferenced(*user.first, user.second); });
      for (const auto& [module, id] : users)
        for (const spv::Decoration kind : kInterpolation)
          if (module->decoration(id, kind).has_value() !=
              users[0].first->decoration(users[0].second, kind).has_value())
            mContext.error(std::string("varying 'gl_") + colour +
                           "' is interpolated differently in its stages");
    }
  }

  Varying* find(const Varying& in) {
    for (Varying& out : mOutputs)
      if (in.location && out.location ? *in.location == *out.location : in.key == out.key) return &out;
    return nullptr;
  }

  bool captured(const Varying& out) const {
    const Module& m = mProducer->module;
    const uint32_t base = withoutArrays(m, out.type);
    // The members of a block without an instance name go by their own names.
    if (isStruct(m, base) && m.decoration(base, spv::DecorationBlock) && m.name(out.id).empty()) {
      for (uint32_t k = 0; k < structMembers(m, base).size(); ++k)
        if (isCaptured(m.memberName(base, k))) return true;
      return false;
    }
    return isCaptured(out.shownName);
  }

  bool isCaptured(std::string_view root) const {
    for (const std::string& name : mContext.input.xfbVaryings) {
      const std::string_view rest = name.starts_with(root) ? std::string_view(name).substr(root.size()) : "?";
      if (rest.empty() || rest[0] == '[' || rest[0] == '.') return true;
    }
    return false;
  }

  // An input without a partner: true if it stays an input.
  bool acceptUnwritten(Varying& in) {
    if (!mProducer || mContext.input.separable) return true;
    if (isBuiltinName(in.shownName)) {
      makePrivate(mConsumer->module, in.id, true);
    } else {
      mContext.error(std::string(stageName(mConsumer->stage)) + " shader input '" + in.shownName +
                     "' is not declared as an output by the " + stageName(mProducer->stage) + " shader");
    }
    return false;
  }

  bool reconcile(Varying& out, Varying& in) {
    Module& p = mProducer->module;
    Module& c = mConsumer->module;
    // Both sides size gl_TexCoord by what they index.
    if (isBuiltinName(in.shownName) && isArray(p, out.type) && isArray(c, in.type) &&
        !hasArrayedInputs(mConsumer->stage)) {
      const uint32_t length = std::max(arrayLength(p, out.type), arrayLength(c, in.type));
      if (arrayLength(p, out.type) != length) resizeArrayVariable(p, out.id, length);
      if (arrayLength(c, in.type) != length) resizeArrayVariable(c, in.id, length);
      out.type = variableType(p, out.id);
      in.type = variableType(c, in.id);
    }
    if (!sameShape(p, out.type, c, in.type)) {
      mContext.error("'" + in.shownName + "' is " + glslTypeName(p, out.type) + " in the " +
                     stageName(mProducer->stage) + " shader and " + glslTypeName(c, in.type) + " in the " +
                     stageName(mConsumer->stage) + " shader");
      return false;
    }
    if (mConsumer->stage == Stage::Fragment) copyInterpolation(out, in);
    c.removeDecoration(in.id, spv::DecorationInvariant);
    return true;
  }

  void copyInterpolation(const Varying& out, const Varying& in) {
    Module& p = mProducer->module;
    const Module& c = mConsumer->module;
    const uint32_t to = withoutArrays(p, out.type), from = withoutArrays(c, in.type);
    for (const spv::Decoration kind : kInterpolation) {
      p.removeDecoration(out.id, kind);
      if (c.decoration(in.id, kind)) p.decorate(out.id, kind);
      if (!isStruct(p, to) || !p.decoration(to, spv::DecorationBlock)) continue;
      for (uint32_t k = 0; k < structMembers(p, to).size(); ++k) {
        p.removeMemberDecoration(to, k, kind);
        if (c.memberDecoration(from, k, kind)) p.decorateMember(to, k, kind);
      }
    }
  }

  void place(const std::vector<std::pair<Varying*, Varying*>>& pairs) {
    for (const auto& [out, in] : pairs) {
      const std::optional<uint32_t> location = out && out->location ? out->location
                                               : in                 ? in->location
                                                                    : std::nullopt;
      if (location) set(out, in, *location);
    }
    for (const auto& [out, in] : pairs) {
      const bool placed = (out && out->location) || (in && in->location);
      if (!placed && !mContext.failed) set(out, in, firstFree(slots(out, in)));
    }
  }

  uint32_t limit() const {
    const bool toFragment = !mConsumer || mConsumer->stage == Stage::Fragment;
    return static_cast<uint32_t>(toFragment ? mContext.limits.maxFragmentInputComponents
                                            : mContext.limits.maxVertexOutputComponents) /
           4;
  }

  uint32_t slots(const Varying* out, const Varying* in) const {
    return out ? locationCount(mProducer->module, out->type) : locationCount(mConsumer->module, in->type);
  }

  uint32_t firstFree(uint32_t count) const {
    for (uint32_t first = 0; first + count <= limit(); ++first) {
      bool free = true;
      for (uint32_t k = 0; k < count; ++k) free = free && !mTaken.contains(first + k);
      if (free) return first;
    }
    return limit();
  }

  void set(Varying* out, Varying* in, uint32_t location) {
    const uint32_t count = slots(out, in);
    if (count > limit() || location > limit() - count) {
      mContext.error("the varyings need more than " + std::to_string(limit()) + " locations, the limit; '" +
                     (out ? out->shownName : in->shownName) + "' has no place");
      return;
    }
    for (uint32_t k = 0; k < count; ++k) mTaken.insert(location + k);
    if (out) decorate(mProducer->module, *out, location);
    if (in) decorate(mConsumer->module, *in, location);
    // A captured integer that no fragment shader reads.
    if (out && !in && containsInteger(mProducer->module, out->type) &&
        !mProducer->module.decoration(out->id, spv::DecorationFlat))
      mProducer->module.decorate(out->id, spv::DecorationFlat);
  }

  static void decorate(Module& m, const Varying& v, uint32_t location) {
    const uint32_t base = withoutArrays(m, v.type);
    if (isStruct(m, base))
      for (uint32_t k = 0; k < structMembers(m, base).size(); ++k)
        m.removeMemberDecoration(base, k, spv::DecorationLocation);
    m.setDecoration(v.id, spv::DecorationLocation, location);
  }

  LinkContext& mContext;
  LinkedStage* mProducer;
  LinkedStage* mConsumer;
  std::vector<Varying> mOutputs, mInputs;
  std::set<uint32_t> mTaken;
};

}  // namespace

void matchVaryings(LinkContext& context) {
  LinkedStage* producer = nullptr;
  for (LinkedStage& stage : context.stages) {
    if (stage.stage == Stage::Compute) return;
    // The vertex stage's inputs are attributes, the fragment stage's outputs are colours.
    if (stage.stage != Stage::Vertex) Interface(context, producer, &stage).match();
    producer = stage.stage == Stage::Fragment ? nullptr : &stage;
  }
  if (producer) Interface(context, producer, nullptr).match();
}

}  // namespace shader
