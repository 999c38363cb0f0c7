// SPDX-License-Identifier: Apache-2.0
// The few GL enumerants that reflection speaks in. This folder sees no GL headers.
#pragma once

#include <cstdint>

namespace shader {

enum GlEnum : uint32_t {
  kGlNone = 0,
  kGlInt = 0x1404, kGlUnsignedInt = 0x1405, kGlFloat = 0x1406, kGlDouble = 0x140A,
  kGlFloatVec2 = 0x8B50, kGlIntVec2 = 0x8B53, kGlBool = 0x8B56, kGlBoolVec2 = 0x8B57,
  kGlUnsignedIntVec2 = 0x8DC6, kGlDoubleVec2 = 0x8FFC,
  kGlFloatMat2 = 0x8B5A, kGlFloatMat3 = 0x8B5B, kGlFloatMat4 = 0x8B5C,
  kGlFloatMat2x3 = 0x8B65, kGlFloatMat2x4, kGlFloatMat3x2, kGlFloatMat3x4, kGlFloatMat4x2, kGlFloatMat4x3,
  kGlDoubleMat2 = 0x8F46, kGlDoubleMat3, kGlDoubleMat4, kGlDoubleMat2x3, kGlDoubleMat2x4, kGlDoubleMat3x2,
  kGlDoubleMat3x4, kGlDoubleMat4x2, kGlDoubleMat4x3,
  kGlUnsignedIntAtomicCounter = 0x92DB,

  kGlSampler1D = 0x8B5D, kGlSampler2D, kGlSampler3D, kGlSamplerCube, kGlSampler1DShadow, kGlSampler2DShadow,
  kGlSampler2DRect, kGlSampler2DRectShadow,
  kGlSampler1DArray = 0x8DC0, kGlSampler2DArray, kGlSamplerBuffer, kGlSampler1DArrayShadow, kGlSampler2DArrayShadow,
  kGlSamplerCubeShadow,
  kGlIntSampler1D = 0x8DC9, kGlIntSampler2D, kGlIntSampler3D, kGlIntSamplerCube, kGlIntSampler2DRect,
  kGlIntSampler1DArray, kGlIntSampler2DArray, kGlIntSamplerBuffer,
  kGlUintSampler1D = 0x8DD1, kGlUintSampler2D, kGlUintSampler3D, kGlUintSamplerCube, kGlUintSampler2DRect,
  kGlUintSampler1DArray, kGlUintSampler2DArray, kGlUintSamplerBuffer,
  kGlSamplerCubeArray = 0x900C, kGlSamplerCubeArrayShadow, kGlIntSamplerCubeArray, kGlUintSamplerCubeArray,
  kGlSampler2DMs = 0x9108, kGlIntSampler2DMs, kGlUintSampler2DMs, kGlSampler2DMsArray, kGlIntSampler2DMsArray,
  kGlUintSampler2DMsArray,
  // Images: float at +0, int at +11, unsigned at +22.
  kGlImage1D = 0x904C, kGlImage2D, kGlImage3D, kGlImage2DRect, kGlImageCube, kGlImageBuffer, kGlImage1DArray,
  kGlImage2DArray, kGlImageCubeArray, kGlImage2DMs, kGlImage2DMsArray,

  kGlPoints = 0x0000, kGlLines = 0x0001, kGlLineStrip = 0x0003, kGlTriangles = 0x0004, kGlTriangleStrip = 0x0005,
  kGlLinesAdjacency = 0x000A, kGlTrianglesAdjacency = 0x000C, kGlQuads = 0x0007, kGlIsolines = 0x8E7A,
  kGlCcw = 0x0901, kGlCw = 0x0900, kGlEqual = 0x0202, kGlFractionalOdd = 0x8E7B, kGlFractionalEven = 0x8E7C,
  kGlInterleavedAttribs = 0x8C8C, kGlSeparateAttribs = 0x8C8D,
};

}  // namespace shader
