// SPDX-License-Identifier: Apache-2.0
// One walk: each use of an image of the lowered kinds gets its coordinates, offsets and gradients rewritten,
// then the image types themselves change.
#include "shader/spirv/lower_texture_dim.h"

#include "shader/spirv/operands.h"
#include "shader/spirv/types.h"
#include "shader/spirv/unify_types.h"

namespace shader::spirv {
namespace {

class TextureDimensions {
 public:
  explicit TextureDimensions(Module& module) : m(module) {}

  void run() {
    bool any = false;
    for (const Instruction& i : m.globals)
      any |= i.op == spv::OpTypeImage && (i.operands[1] == spv::Dim1D || i.operands[1] == spv::DimRect);
    if (!any) return;
    mTypes = valueTypes(m);
    rewriteCode(m, [&](Instruction& i, Emit& out) { visit(i, out); });
    for (Instruction& i : m.globals)
      if (i.op == spv::OpTypeImage && (i.operands[1] == spv::Dim1D || i.operands[1] == spv::DimRect))
        i.operands[1] = spv::Dim2D;
    std::erase_if(m.capabilities, [](const Instruction& i) {
      return i.operands[0] == spv::CapabilitySampled1D || i.operands[0] == spv::CapabilityImage1D ||
             i.operands[0] == spv::CapabilitySampledRect || i.operands[0] == spv::CapabilityImageRect;
    });
    unifyTypes(m);
  }

 private:
  struct Image {
    uint32_t type = 0;
    spv::Dim dim = spv::Dim2D;
    bool arrayed = false;
    bool lowered() const { return dim == spv::Dim1D || dim == spv::DimRect; }
  };

  Image imageOf(uint32_t value) const {
    uint32_t type = value < mTypes.size() ? mTypes[value] : 0;
    if (typeOp(m, type) == spv::OpTypePointer) type = pointee(m, type);
    if (typeOp(m, type) == spv::OpTypeSampledImage) type = m.global(type)->operands[0];
    const Instruction* i = m.global(type);
    if (!i || i->op != spv::OpTypeImage) return {};
    return {type, static_cast<spv::Dim>(i->operands[1]), i->operands[3] != 0};
  }

  void visit(Instruction& i, Emit& out) {
    switch (i.op) {
      case spv::OpImageSampleImplicitLod:
      case spv::OpImageSampleExplicitLod:
      case spv::OpImageSampleDrefImplicitLod:
      case spv::OpImageSampleDrefExplicitLod:
      case spv::OpImageGather:
      case spv::OpImageDrefGather:
      case spv::OpImageQueryLod:
        return sample(i, false, out);
      case spv::OpImageSampleProjImplicitLod:
      case spv::OpImageSampleProjExplicitLod:
      case spv::OpImageSampleProjDrefImplicitLod:
      case spv::OpImageSampleProjDrefExplicitLod:
        return sample(i, true, out);
      case spv::OpImageFetch:
      case spv::OpImageRead:
      case spv::OpImageWrite:
      case spv::OpImageTexelPointer:
        return fetch(i, out);
      case spv::OpImageQuerySize:
      case spv::OpImageQuerySizeLod:
        return querySize(i, out);
      default:
        out.push_back(std::move(i));
    }
  }

  // The size comes first: `out` must hold it before the instruction that uses it.
  void sample(Instruction& i, bool projective, Emit& out) {
    const Image image = imageOf(i.operands[0]);
    if (image.lowered()) {
      const uint32_t size = image.dim == spv::DimRect ? sizeOf(i.operands[0], image, out) : 0;
      i.operands[1] = image.dim == spv::DimRect ? normalized(i.operands[1], size, out)
                                                : withRow(i.operands[1], image.arrayed, projective, out);
      rewriteImageOperands(i, image, size, out);
    }
    out.push_back(std::move(i));
  }

  uint32_t value(Emit& out, spv::Op op, uint32_t type, std::vector<uint32_t> operands) {
    const uint32_t id = m.freshId();
    out.push_back({op, type, id, std::move(operands)});
    if (mTypes.size() <= id) mTypes.resize(id + 1, 0);
    mTypes[id] = type;
    return id;
  }

  uint32_t component(uint32_t vector, uint32_t index, Emit& out) {
    const uint32_t type = mTypes[vector];
    if (typeOp(m, type) != spv::OpTypeVector) return vector;
    return value(out, spv::OpCompositeExtract, elementType(m, type), {vector, index});
  }

  uint32_t floatVector(uint32_t count) { return vectorType(m, floatType(m), count); }

  // textureSize as a vec2.
  uint32_t sizeOf(uint32_t sampledImage, const Image& image, Emit& out) {
    m.addCapability(spv::CapabilityImageQuery);
    const uint32_t ivec2 = vectorType(m, intType(m, true), 2), vec2 = floatVector(2);
    const uint32_t raw = value(out, spv::OpImage, image.type, {sampledImage});
    const uint32_t size = value(out, spv::OpImageQuerySizeLod, ivec2, {raw, constantInt(m, 0)});
    return value(out, spv::OpConvertSToF, vec2, {size});
  }

  // The first two components by `size`; the others (reference, divisor) as they are. A division, because a product with
  // the reciprocal is rounded twice, and the texel between two others is then not the one that was asked for.
  uint32_t normalized(uint32_t coordinate, uint32_t size, Emit& out) {
    const uint32_t count = componentCount(m, mTypes[coordinate]), vec2 = floatVector(2);
    const uint32_t xy =
        count == 2 ? coordinate : value(out, spv::OpVectorShuffle, vec2, {coordinate, coordinate, 0, 1});
    const uint32_t quotient = value(out, spv::OpFDiv, vec2, {xy, size});
    if (count == 2) return quotient;
    std::vector<uint32_t> shuffle = {quotient, coordinate, 0, 1};
    for (uint32_t k = 2; k < count; ++k) shuffle.push_back(2 + k);
    return value(out, spv::OpVectorShuffle, mTypes[coordinate], std::move(shuffle));
  }

  // (x) → (x, ½), (x, layer) → (x, ½, layer), (x, q) → (x, q/2, q). Further components (reference) are not
  // read.
  uint32_t withRow(uint32_t coordinate, bool arrayed, bool projective, Emit& out) {
    const uint32_t x = component(coordinate, 0, out), half = constantFloat(m, 0.5f);
    if (!projective && !arrayed) return value(out, spv::OpCompositeConstruct, floatVector(2), {x, half});
    const uint32_t second = component(coordinate, 1, out);
    const uint32_t row = projective ? value(out, spv::OpFMul, floatType(m), {second, half}) : half;
    return value(out, spv::OpCompositeConstruct, floatVector(3), {x, row, second});
  }

  void rewriteImageOperands(Instruction& i, const Image& image, uint32_t size, Emit& out) {
    const uint32_t at = imageOperandsAt(i);
    if (at == 0 || at >= i.operands.size()) return;
    const uint32_t mask = i.operands[at];
    size_t next = at + 1;
    if (mask & spv::ImageOperandsBiasMask) ++next;
    if (mask & spv::ImageOperandsLodMask) ++next;
    if (mask & spv::ImageOperandsGradMask)
      for (int side = 0; side < 2; ++side, ++next) {
        uint32_t& gradient = i.operands.at(next);
        gradient = image.dim == spv::DimRect ? normalized(gradient, size, out)
                                             : value(out, spv::OpCompositeConstruct, floatVector(2),
                                                     {gradient, constantFloat(m, 0.0f)});
      }
    if (!(mask & (spv::ImageOperandsConstOffsetMask | spv::ImageOperandsOffsetMask)) ||
        image.dim != spv::Dim1D)
      return;
    uint32_t& offset = i.operands.at(next);
    const uint32_t ivec2 = vectorType(m, intType(m, true), 2), zero = constantInt(m, 0);
    offset = mask & spv::ImageOperandsConstOffsetMask
                 ? constantComposite(m, ivec2, {offset, zero})
                 : value(out, spv::OpCompositeConstruct, ivec2, {offset, zero});
  }

  void fetch(Instruction& i, Emit& out) {
    const Image image = imageOf(i.operands[0]);
    if (image.dim == spv::Dim1D) {
      const uint32_t x = component(i.operands[1], 0, out), type = mTypes[x];
      const uint32_t zero = m.global(type)->operands[1] != 0 ? constantInt(m, 0) : constantUint(m, 0);
      std::vector<uint32_t> parts = {x, zero};
      if (image.arrayed) parts.push_back(component(i.operands[1], 1, out));
      const uint32_t vector = vectorType(m, type, static_cast<uint32_t>(parts.size()));
      i.operands[1] = value(out, spv::OpCompositeConstruct, vector, std::move(parts));
      rewriteImageOperands(i, image, 0, out);
    }
    // Rectangle fetches have no level; 2D ones must.
    if (image.dim == spv::DimRect && i.op == spv::OpImageFetch) {
      const bool masked = i.operands.size() > 2;
      const uint32_t mask = (masked ? i.operands[2] : 0) | spv::ImageOperandsLodMask;
      if (masked)
        i.operands[2] = mask;
      else
        i.operands.push_back(mask);
      i.operands.insert(i.operands.begin() + 3, constantInt(m, 0));
    }
    out.push_back(std::move(i));
  }

  void querySize(Instruction& i, Emit& out) {
    const Image image = imageOf(i.operands[0]);
    const bool storage = image.type != 0 && m.global(image.type)->operands[5] == 2;
    if (image.dim == spv::DimRect && i.op == spv::OpImageQuerySize && !storage) {
      i.op = spv::OpImageQuerySizeLod;
      i.operands.push_back(constantInt(m, 0));
    }
    if (image.dim != spv::Dim1D) return out.push_back(std::move(i));
    const uint32_t scalar = scalarType(m, i.type), wide = vectorType(m, scalar, image.arrayed ? 3 : 2);
    const uint32_t size = value(out, i.op, wide, std::move(i.operands));
    if (image.arrayed)
      out.push_back({spv::OpVectorShuffle, i.type, i.result, {size, size, 0, 2}});
    else
      out.push_back({spv::OpCompositeExtract, i.type, i.result, {size, 0}});
  }

  Module& m;
  std::vector<uint32_t> mTypes;
};

}  // namespace

void lowerTextureDimensions(Module& module) {
  TextureDimensions(module).run();
}

}  // namespace shader::spirv
