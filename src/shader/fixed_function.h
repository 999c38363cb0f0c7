// SPDX-License-Identifier: Apache-2.0
// The fixed-function pipeline as GLSL: a key says which parts of it are switched on, the text computes them from the
// compatibility profile's built-in uniforms. Pure text; compile() and link() make a program of it.
//
// Texture unit n is read through the sampler "mgl_Unit<n>". Of uniforms that GLSL has no built-in for there is one:
// "mgl_AlphaReference", a float.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace shader {

inline constexpr uint32_t kFixedUnits = 8, kFixedLights = 8, kFixedClipPlanes = 8;

enum class FixedTexture : uint8_t { Off, k1D, k2D, k3D, kCube, kRectangle };
enum class FixedEnv : uint8_t { Modulate, Replace, Decal, Blend, Add, Combine };
// Which components the texture's base format has.
enum class FixedTexels : uint8_t { ColorAndAlpha, Color, Alpha, Intensity };
enum class FixedCombine : uint8_t { Replace, Modulate, Add, AddSigned, Interpolate, Subtract, Dot3Rgb, Dot3Rgba };
// 0…7 of `source` beyond these: the texture of that unit, as kTextureUnit0 + n.
enum FixedSource : uint8_t { kSourceTexture, kSourceConstant, kSourcePrimary, kSourcePrevious, kSourceUnit0 };
enum class FixedOperand : uint8_t { Color, OneMinusColor, Alpha, OneMinusAlpha };
enum class FixedTexGen : uint8_t { Off, Object, Eye, Sphere, Reflection, Normal };
enum class FixedLight : uint8_t { Off, Directional, Point, Spot };
enum class FixedNormal : uint8_t { AsIs, Normalize, Rescale };
enum class FixedFog : uint8_t { Off, Linear, Exp, Exp2 };

struct FixedCombiner {
  FixedCombine function = FixedCombine::Modulate;
  std::array<uint8_t, 3> source{};
  std::array<FixedOperand, 3> operand{};
  uint8_t scale = 1;  // 1, 2, 4
  auto operator<=>(const FixedCombiner&) const = default;
};

struct FixedUnit {
  FixedTexture texture = FixedTexture::Off;
  FixedTexels texels = FixedTexels::ColorAndAlpha;
  FixedEnv env = FixedEnv::Modulate;
  bool compares = false;      // depth comparison
  bool pointCoord = false;    // point sprite coordinates replace the others
  std::array<FixedTexGen, 4> gen{};
  FixedCombiner color, alpha; // env Combine
  auto operator<=>(const FixedUnit&) const = default;
};

struct FixedFunctionKey {
  std::array<FixedUnit, kFixedUnits> units{};
  bool lighting = false, localViewer = false, twoSide = false, separateSpecular = false;
  std::array<FixedLight, kFixedLights> lights{};
  // Material terms that follow the vertex color, per face (front, back): bits of FixedMaterialBit.
  std::array<uint8_t, 2> colorMaterial{};
  FixedNormal normal = FixedNormal::AsIs;
  FixedFog fog = FixedFog::Off;
  bool fogCoordinate = false;  // instead of depth
  bool colorSum = false, flat = false;
  uint8_t alphaTest = 0;       // 0 none, else 1 + (function - GL_NEVER)
  uint8_t clipPlanes = 0;
  bool pointAttenuation = false;
  auto operator<=>(const FixedFunctionKey&) const = default;
};
enum FixedMaterialBit : uint8_t {
  kMaterialAmbient = 1, kMaterialDiffuse = 2, kMaterialSpecular = 4, kMaterialEmission = 8,
};

// Both stages of one key fit together, and each fits a stage of the application that uses GLSL's built-in varyings.
std::string fixedVertexShader(const FixedFunctionKey& key);
std::string fixedFragmentShader(const FixedFunctionKey& key);

}  // namespace shader
