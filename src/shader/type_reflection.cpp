// SPDX-License-Identifier: Apache-2.0
// Tables and walks from SPIR-V types to GL's view of them.
#include "shader/type_reflection.h"

#include <algorithm>

#include "shader/gl_enums.h"

namespace shader {
namespace {

using namespace spirv;

struct Scalar {
  enum Kind { Float, Int, Uint, Bool, Double, Other } kind = Other;
};

Scalar::Kind scalarKind(const Module& m, uint32_t type) {
  const Instruction* i = m.global(type);
  if (!i) return Scalar::Other;
  if (i->op == spv::OpTypeBool) return Scalar::Bool;
  if (i->op == spv::OpTypeInt) return i->operands[1] ? Scalar::Int : Scalar::Uint;
  if (i->op == spv::OpTypeFloat) return i->operands[0] == 64 ? Scalar::Double : Scalar::Float;
  return Scalar::Other;
}

uint32_t glVectorType(Scalar::Kind kind, uint32_t n) {
  static constexpr uint32_t kScalar[] = {kGlFloat, kGlInt, kGlUnsignedInt, kGlBool, kGlDouble};
  static constexpr uint32_t kVec2[] = {kGlFloatVec2, kGlIntVec2, kGlUnsignedIntVec2, kGlBoolVec2,
                                       kGlDoubleVec2};
  if (kind == Scalar::Other) return 0;
  return n == 1 ? kScalar[kind] : kVec2[kind] + n - 2;
}

uint32_t glMatrixType(bool isDouble, uint32_t columns, uint32_t rows) {
  const uint32_t square = isDouble ? kGlDoubleMat2 : kGlFloatMat2;
  const uint32_t rectangular = isDouble ? kGlDoubleMat2x3 : kGlFloatMat2x3;
  if (columns == rows) return square + columns - 2;
  // Order in GL: 2x3 2x4 3x2 3x4 4x2 4x3.
  return rectangular + (columns - 2) * 2 + (rows > columns ? rows - 3 : rows - 2);
}

uint32_t glSamplerType(Scalar::Kind kind, spv::Dim dim, bool shadow, bool arrayed, bool multisampled) {
  const uint32_t offset = kind == Scalar::Int ? 1 : kind == Scalar::Uint ? 2 : 0;
  if (multisampled) return (arrayed ? kGlSampler2DMsArray : kGlSampler2DMs) + offset;
  static constexpr uint32_t kPlain[3][9] = {
      {kGlSampler1D, kGlSampler2D, kGlSampler3D, kGlSamplerCube, kGlSampler2DRect, kGlSampler1DArray,
       kGlSampler2DArray, kGlSamplerBuffer, kGlSamplerCubeArray},
      {kGlIntSampler1D, kGlIntSampler2D, kGlIntSampler3D, kGlIntSamplerCube, kGlIntSampler2DRect,
       kGlIntSampler1DArray, kGlIntSampler2DArray, kGlIntSamplerBuffer, kGlIntSamplerCubeArray},
      {kGlUintSampler1D, kGlUintSampler2D, kGlUintSampler3D, kGlUintSamplerCube, kGlUintSampler2DRect,
       kGlUintSampler1DArray, kGlUintSampler2DArray, kGlUintSamplerBuffer, kGlUintSamplerCubeArray}};
  switch (dim) {
    case spv::Dim1D:
      if (shadow) return arrayed ? kGlSampler1DArrayShadow : kGlSampler1DShadow;
      return kPlain[offset][arrayed ? 5 : 0];
    case spv::Dim2D:
      if (shadow) return arrayed ? kGlSampler2DArrayShadow : kGlSampler2DShadow;
      return kPlain[offset][arrayed ? 6 : 1];
    case spv::Dim3D:
      return kPlain[offset][2];
    case spv::DimCube:
      if (shadow) return arrayed ? kGlSamplerCubeArrayShadow : kGlSamplerCubeShadow;
      return kPlain[offset][arrayed ? 8 : 3];
    case spv::DimRect:
      return shadow ? uint32_t{kGlSampler2DRectShadow} : kPlain[offset][4];
    case spv::DimBuffer:
      return kPlain[offset][7];
    default:
      return 0;
  }
}

uint32_t glImageType(Scalar::Kind kind, spv::Dim dim, bool arrayed, bool multisampled) {
  const uint32_t offset = kind == Scalar::Int ? 11 : kind == Scalar::Uint ? 22 : 0;
  if (multisampled) return (arrayed ? kGlImage2DMsArray : kGlImage2DMs) + offset;
  switch (dim) {
    case spv::Dim1D:
      return (arrayed ? kGlImage1DArray : kGlImage1D) + offset;
    case spv::Dim2D:
      return (arrayed ? kGlImage2DArray : kGlImage2D) + offset;
    case spv::Dim3D:
      return kGlImage3D + offset;
    case spv::DimCube:
      return (arrayed ? kGlImageCubeArray : kGlImageCube) + offset;
    case spv::DimRect:
      return kGlImage2DRect + offset;
    case spv::DimBuffer:
      return kGlImageBuffer + offset;
    default:
      return 0;
  }
}

uint32_t glOpaqueType(const Module& m, const Instruction& type) {
  const bool sampled = type.op == spv::OpTypeSampledImage;
  const Instruction* image = sampled ? m.global(type.operands[0]) : &type;
  if (!image || image->op != spv::OpTypeImage) return 0;
  const Scalar::Kind kind = scalarKind(m, image->operands[0]);
  const spv::Dim dim = static_cast<spv::Dim>(image->operands[1]);
  const bool shadow = image->operands[2] == 1, arrayed = image->operands[3] != 0,
             ms = image->operands[4] != 0;
  return sampled ? glSamplerType(kind, dim, shadow, arrayed, ms) : glImageType(kind, dim, arrayed, ms);
}

// Sources may declare arrays of any size; counts stop far above every limit instead of wrapping around.
uint32_t saturated(uint64_t count, uint64_t each) {
  return static_cast<uint32_t>(std::min<uint64_t>(count * each, 1u << 30));
}

}  // namespace

uint32_t glTypeOf(const Module& m, uint32_t type) {
  const Instruction* i = m.global(type);
  if (!i) return 0;
  switch (i->op) {
    case spv::OpTypeVector:
      return glVectorType(scalarKind(m, i->operands[0]), i->operands[1]);
    case spv::OpTypeMatrix:
      return glMatrixType(scalarKind(m, scalarType(m, type)) == Scalar::Double, i->operands[1],
                          componentCount(m, i->operands[0]));
    case spv::OpTypeSampledImage:
    case spv::OpTypeImage:
      return glOpaqueType(m, *i);
    default:
      return glVectorType(scalarKind(m, type), 1);
  }
}

std::string glslTypeName(const Module& m, uint32_t type) {
  if (isArray(m, type))
    return glslTypeName(m, elementType(m, type)) + "[" + std::to_string(arrayLength(m, type)) + "]";
  if (isStruct(m, type)) return "struct " + m.name(type);
  static constexpr const char* kScalars[] = {"float", "int", "uint", "bool", "double", "type"};
  static constexpr const char* kPrefixes[] = {"", "i", "u", "b", "d", ""};
  const Scalar::Kind kind = scalarKind(m, scalarType(m, type));
  const uint32_t n = componentCount(m, type);
  switch (typeOp(m, type)) {
    case spv::OpTypeVector:
      return std::string(kPrefixes[kind]) + "vec" + std::to_string(n);
    case spv::OpTypeMatrix:
      return std::string(kPrefixes[kind]) + "mat" + std::to_string(n) + "x" +
             std::to_string(componentCount(m, elementType(m, type)));
    case spv::OpTypeSampledImage:
      return "sampler";
    case spv::OpTypeImage:
      return "image";
    default:
      return kScalars[kind];
  }
}

uint32_t glImageFormat(const Module& m, uint32_t imageType) {
  // Indexed by spv::ImageFormat.
  static constexpr uint32_t kFormats[] = {0,      0x8814, 0x881A, 0x822E, 0x8058, 0x8F97, 0x8230, 0x822F,
                                          0x8C3A, 0x822D, 0x805B, 0x8059, 0x822C, 0x822B, 0x822A, 0x8229,
                                          0x8F9B, 0x8F99, 0x8F98, 0x8F95, 0x8F94, 0x8D82, 0x8D88, 0x8D8E,
                                          0x8235, 0x823B, 0x8239, 0x8237, 0x8233, 0x8231, 0x8D70, 0x8D76,
                                          0x8D7C, 0x8236, 0x906F, 0x823C, 0x823A, 0x8238, 0x8234, 0x8232};
  const Instruction* i = m.global(imageType);
  if (!i || i->op != spv::OpTypeImage || i->operands[6] >= std::size(kFormats)) return 0;
  return kFormats[i->operands[6]];
}

uint32_t locationCount(const Module& m, uint32_t type, bool wideDoubles) {
  if (isArray(m, type))
    return saturated(arrayLength(m, type), locationCount(m, elementType(m, type), wideDoubles));
  if (isStruct(m, type)) {
    uint64_t count = 0;
    for (uint32_t member : structMembers(m, type)) count += locationCount(m, member, wideDoubles);
    return saturated(count, 1);
  }
  if (typeOp(m, type) == spv::OpTypeMatrix)
    return componentCount(m, type) * locationCount(m, elementType(m, type), wideDoubles);
  const bool isDouble = scalarKind(m, scalarType(m, type)) == Scalar::Double;
  return isDouble && wideDoubles && componentCount(m, type) > 2 ? 2 : 1;
}

uint32_t componentTotal(const Module& m, uint32_t type) {
  if (isArray(m, type)) return saturated(arrayLength(m, type), componentTotal(m, elementType(m, type)));
  if (isStruct(m, type)) {
    uint64_t total = 0;
    for (uint32_t member : structMembers(m, type)) total += componentTotal(m, member);
    return saturated(total, 1);
  }
  if (typeOp(m, type) == spv::OpTypeMatrix)
    return componentCount(m, type) * componentCount(m, elementType(m, type));
  return componentCount(m, type) * (scalarKind(m, scalarType(m, type)) == Scalar::Double ? 2 : 1);
}

namespace {

struct Walk {
  const Module& m;
  const std::function<void(const Leaf&)>& visit;

  // `inherited` carries offset and matrix layout from the enclosing structure member.
  void go(uint32_t declared, uint32_t stored, const std::string& name, const Leaf& inherited) const {
    if (isStruct(m, declared)) {
      for (uint32_t k = 0; k < structMembers(m, declared).size(); ++k) {
        Leaf next = inherited;
        next.offsetBytes +=
            static_cast<int32_t>(m.memberDecoration(stored, k, spv::DecorationOffset).value_or(0));
        next.matrixStrideBytes =
            static_cast<int32_t>(m.memberDecoration(stored, k, spv::DecorationMatrixStride).value_or(0));
        next.rowMajor = m.memberDecoration(stored, k, spv::DecorationRowMajor).has_value();
        const std::string member = m.memberName(declared, k);
        go(structMembers(m, declared)[k], structMembers(m, stored)[k],
           name.empty() ? member : name + "." + member, next);
      }
      return;
    }
    const bool runtime = typeOp(m, declared) == spv::OpTypeRuntimeArray;
    if (isArray(m, declared) || runtime) {
      const uint32_t element = elementType(m, declared), length = runtime ? 0 : arrayLength(m, declared);
      const int32_t stride =
          static_cast<int32_t>(m.decoration(stored, spv::DecorationArrayStride).value_or(0));
      if (!isAggregate(m, element)) {
        Leaf leaf = inherited;
        leaf.name = name + "[0]";
        leaf.type = element;
        leaf.isArray = true;
        leaf.arraySize = length;
        leaf.arrayStrideBytes = stride;
        visit(leaf);
        return;
      }
      for (uint32_t k = 0; k < std::max(length, 1u); ++k) {
        Leaf next = inherited;
        next.offsetBytes += static_cast<int32_t>(k) * stride;
        go(element, elementType(m, stored), name + "[" + std::to_string(k) + "]", next);
      }
      return;
    }
    Leaf leaf = inherited;
    leaf.name = name;
    leaf.type = declared;
    visit(leaf);
  }
};

}  // namespace

void forEachLeaf(const Module& m, uint32_t declared, uint32_t stored, const std::string& name,
                 const std::function<void(const Leaf&)>& visit) {
  Walk{m, visit}.go(declared, stored, name, {});
}

std::string withoutSubscripts(std::string_view name) {
  std::string out;
  bool inside = false;
  for (char c : name) {
    if (c == '[') inside = true;
    if (!inside) out += c;
    if (c == ']') inside = false;
  }
  return out;
}

}  // namespace shader
