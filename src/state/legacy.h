// SPDX-License-Identifier: Apache-2.0
// State that only the compatibility profile has, as values (GL 4.6 compatibility §10.2, §12, §16.2-16.3). Built-in
// uniforms and the fixed-function program are computed from it before a draw; nothing of it crosses the pipe itself.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/gl_enums.gen.h"
#include "state/object.h"

namespace state {

inline constexpr uint32_t kMaxTextureCoords = 8;
inline constexpr uint32_t kMaxLights = 8;
inline constexpr uint32_t kMaxClipPlanes = 8;

// Conventional attributes, numbered as the linker places them when nothing is in the way.
enum LegacySlot : uint32_t {
  kSlotVertex = 0, kSlotNormal = 2, kSlotColor = 3, kSlotSecondaryColor = 4, kSlotFogCoord = 5, kSlotEdgeFlag = 6,
  kSlotColorIndex = 7, kSlotTexCoord0 = 8,
};
inline constexpr uint32_t kLegacySlotCount = kSlotTexCoord0 + kMaxTextureCoords;

using Vec4 = std::array<float, 4>;
using Matrix = std::array<float, 16>;  // columns first
inline constexpr Matrix kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

struct Light {
  bool enabled = false;
  Vec4 ambient{0, 0, 0, 1}, diffuse{0, 0, 0, 1}, specular{0, 0, 0, 1};
  Vec4 position{0, 0, 1, 0};                  // eye coordinates
  std::array<float, 3> spotDirection{0, 0, -1};  // eye coordinates
  float spotExponent = 0, spotCutoff = 180;
  float constantAttenuation = 1, linearAttenuation = 0, quadraticAttenuation = 0;
};

struct Material {
  Vec4 ambient{0.2f, 0.2f, 0.2f, 1}, diffuse{0.8f, 0.8f, 0.8f, 1}, specular{0, 0, 0, 1}, emission{0, 0, 0, 1};
  float shininess = 0;
};

struct LightModel {
  Vec4 ambient{0.2f, 0.2f, 0.2f, 1};
  bool localViewer = false, twoSide = false;
  uint32_t colorControl = glenum::SINGLE_COLOR_;
};

struct Fog {
  uint32_t mode = glenum::EXP_, coordinateSource = glenum::FRAGMENT_DEPTH_;
  Vec4 color{0, 0, 0, 0};
  float density = 1, start = 0, end = 1;
};

// One coordinate of glTexGen.
struct TexGen {
  bool enabled = false;
  uint32_t mode = glenum::EYE_LINEAR_;
  Vec4 objectPlane{0, 0, 0, 0}, eyePlane{0, 0, 0, 0};
};

// One of the two halves (color, alpha) of GL_COMBINE.
struct Combiner {
  uint32_t function = glenum::MODULATE_;
  std::array<uint32_t, 3> source{glenum::TEXTURE_, glenum::PREVIOUS_, glenum::CONSTANT_};
  std::array<uint32_t, 3> operand{};
  float scale = 1;
};

struct TexEnv {
  TexEnv() {
    color.operand = {glenum::SRC_COLOR_, glenum::SRC_COLOR_, glenum::SRC_ALPHA_};
    alpha.operand = {glenum::SRC_ALPHA_, glenum::SRC_ALPHA_, glenum::SRC_ALPHA_};
  }
  uint32_t mode = glenum::MODULATE_;
  Vec4 constant{0, 0, 0, 0};
  Combiner color, alpha;
  bool coordReplace = false;       // point sprites
};

enum LegacyTarget : uint8_t { kTarget1D, kTarget2D, kTarget3D, kTargetCube, kTargetRectangle };

struct LegacyUnit {
  uint8_t targets = 0;             // bit per LegacyTarget
  TexEnv env;
  std::array<TexGen, 4> gen;       // s, t, r, q
};

struct PointParameters {
  float sizeMin = 0, sizeMax = 1e6f;
  std::array<float, 3> attenuation{1, 0, 0};
};

// A stack never becomes empty.
struct MatrixStack {
  std::vector<Matrix> levels{kIdentity};
  Matrix& top() { return levels.back(); }
  const Matrix& top() const { return levels.back(); }
};

// The current raster position, and what a vertex there would have had.
struct RasterPosition {
  Vec4 at{0, 0, 0, 1};             // window coordinates; w of the clip coordinates
  bool valid = true;
  float distance = 0;              // from the eye
  Vec4 color{1, 1, 1, 1}, secondaryColor{0, 0, 0, 1};
  std::array<Vec4, kMaxTextureCoords> textureCoords = firstTextureCoords();

 private:
  static std::array<Vec4, kMaxTextureCoords> firstTextureCoords() {
    std::array<Vec4, kMaxTextureCoords> coords;
    coords.fill({0, 0, 0, 1});
    return coords;
  }
};

// Everything that glPushAttrib may save, except matrices.
struct LegacyValues {
  LegacyValues() {
    for (Vec4& value : current) value = {0, 0, 0, 1};
    current[kSlotNormal] = {0, 0, 1, 1};
    current[kSlotColor] = {1, 1, 1, 1};
    current[kSlotEdgeFlag] = {1, 0, 0, 1};
    current[kSlotColorIndex] = {1, 0, 0, 1};
    lights[0].diffuse = lights[0].specular = {1, 1, 1, 1};
    for (LegacyUnit& unit : units) {
      unit.gen[0].objectPlane = unit.gen[0].eyePlane = {1, 0, 0, 0};
      unit.gen[1].objectPlane = unit.gen[1].eyePlane = {0, 1, 0, 0};
    }
  }
  std::array<Vec4, kLegacySlotCount> current;
  RasterPosition raster;
  std::array<float, 2> pixelZoom{1, 1};

  std::array<Light, kMaxLights> lights;
  std::array<Material, 2> materials;  // front, back
  LightModel lightModel;
  bool lighting = false, colorMaterial = false, normalize = false, rescaleNormal = false;
  uint32_t colorMaterialFace = glenum::FRONT_AND_BACK_, colorMaterialMode = glenum::AMBIENT_AND_DIFFUSE_;
  uint32_t shadeModel = glenum::SMOOTH_;

  Fog fog;
  bool fogEnabled = false, colorSum = false;
  bool alphaTest = false;
  uint32_t alphaFunc = glenum::ALWAYS_;
  float alphaReference = 0;

  std::array<LegacyUnit, kMaxTextureCoords> units;
  std::array<std::array<double, 4>, kMaxClipPlanes> clipPlanes{};  // eye coordinates
  PointParameters point;

  uint32_t matrixMode = glenum::MODELVIEW_;
  uint32_t clientUnit = 0;
  uint32_t listBase = 0;
  uint64_t otherEnables = 0;  // switches that nothing here acts on; bits are the rows of state_enable.cpp
};

// Calls kept by glNewList, in order. They take the context that replays them, whose type is above this folder.
struct DisplayList {
  std::vector<std::function<void(void* context)>> calls;
};

// Groups of built-in uniforms that change together.
enum class BuiltinGroup : uint8_t { Matrices, Lighting, Fog, Texture, Clip, Depth, Count };

struct Legacy {
  LegacyValues values;
  MatrixStack modelView, projection;
  std::array<MatrixStack, kMaxTextureCoords> texture;
  // Serial of the last change of each group; process-wide numbers, because contexts may share a program.
  std::array<uint64_t, static_cast<size_t>(BuiltinGroup::Count)> serials = freshSerials();
  void changed(BuiltinGroup group) { serials[static_cast<size_t>(group)] = nextSerial(); }

 private:
  static std::array<uint64_t, static_cast<size_t>(BuiltinGroup::Count)> freshSerials() {
    std::array<uint64_t, static_cast<size_t>(BuiltinGroup::Count)> serials;
    for (uint64_t& serial : serials) serial = nextSerial();
    return serials;
  }
};

}  // namespace state
