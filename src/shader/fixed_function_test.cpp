// SPDX-License-Identifier: Apache-2.0
// The text of every part of the fixed-function pipeline is GLSL that links, alone and with a stage of an application.
#include "shader/fixed_function.h"

#include <gtest/gtest.h>

#include <functional>

#include "shader/link_fixture.h"

namespace shader {
namespace {

FixedFunctionKey keyOf(const std::function<void(FixedFunctionKey&)>& change) {
  FixedFunctionKey key;
  change(key);
  return key;
}

std::shared_ptr<const Program> linked(const FixedFunctionKey& key) {
  const std::string vertex = fixedVertexShader(key), fragment = fixedFragmentShader(key);
  const LinkResult r = linkSources({{Stage::Vertex, vertex}, {Stage::Fragment, fragment}}, {});
  EXPECT_TRUE(r.program) << r.infoLog << vertex << fragment;
  return r.program;
}

FixedFunctionKey lit() {
  return keyOf([](FixedFunctionKey& k) {
    k.lighting = true;
    k.lights = {FixedLight::Directional, FixedLight::Point, FixedLight::Spot};
  });
}

// Each switch by itself and the usual combinations.
TEST(FixedFunction, EveryPartLinks) {
  std::vector<FixedFunctionKey> keys = {{}, lit()};
  const auto add = [&](const std::function<void(FixedFunctionKey&)>& change) {
    keys.push_back(keyOf(change));
    keys.push_back(lit());
    change(keys.back());
  };
  add([](FixedFunctionKey& k) { k.localViewer = k.twoSide = k.separateSpecular = true; });
  add([](FixedFunctionKey& k) { k.flat = true, k.twoSide = true, k.colorSum = true; });
  add([](FixedFunctionKey& k) { k.colorMaterial = {3, 12}, k.normal = FixedNormal::Rescale; });
  add([](FixedFunctionKey& k) { k.clipPlanes = 5, k.pointAttenuation = true, k.normal = FixedNormal::Normalize; });
  for (const FixedFog fog : {FixedFog::Linear, FixedFog::Exp, FixedFog::Exp2})
    add([&](FixedFunctionKey& k) { k.fog = fog, k.fogCoordinate = fog == FixedFog::Exp; });
  for (uint8_t test = 1; test <= 8; ++test) add([&](FixedFunctionKey& k) { k.alphaTest = test; });
  for (const FixedFunctionKey& key : keys) linked(key);
}

// Every texture target with every environment, with and without color and alpha.
TEST(FixedFunction, EveryTextureLinks) {
  for (const FixedTexture target :
       {FixedTexture::k1D, FixedTexture::k2D, FixedTexture::k3D, FixedTexture::kCube, FixedTexture::kRectangle})
    for (const FixedEnv env : {FixedEnv::Modulate, FixedEnv::Replace, FixedEnv::Decal, FixedEnv::Blend, FixedEnv::Add})
      for (const FixedTexels texels : {FixedTexels::ColorAndAlpha, FixedTexels::Color, FixedTexels::Alpha})
        linked(keyOf([&](FixedFunctionKey& k) {
          k.units[1].texture = target;
          k.units[1].env = env;
          k.units[1].texels = texels;
          k.units[1].compares = target == FixedTexture::k2D;
        }));
}

// Combiners may read any source, other units among them.
TEST(FixedFunction, EveryCombinerLinks) {
  for (uint8_t f = 0; f <= static_cast<uint8_t>(FixedCombine::Dot3Rgba); ++f)
    linked(keyOf([&](FixedFunctionKey& k) {
      k.units[0].texture = k.units[3].texture = FixedTexture::k2D;
      FixedUnit& unit = k.units[3];
      unit.env = FixedEnv::Combine;
      unit.color.function = static_cast<FixedCombine>(f);
      unit.color.source = {kSourceTexture, kSourceConstant, kSourceUnit0};
      unit.color.operand = {FixedOperand::Color, FixedOperand::OneMinusColor, FixedOperand::Alpha};
      unit.color.scale = 4;
      unit.alpha.source = {kSourcePrevious, kSourcePrimary, kSourceUnit0 + 5};
      unit.alpha.operand = {FixedOperand::Alpha, FixedOperand::OneMinusAlpha, FixedOperand::Alpha};
    }));
}

// Generated coordinates of all kinds.
TEST(FixedFunction, TexGenLinks) {
  for (uint8_t g = 1; g <= static_cast<uint8_t>(FixedTexGen::Normal); ++g)
    linked(keyOf([&](FixedFunctionKey& k) {
      k.units[0].texture = FixedTexture::k2D;
      k.units[0].gen.fill(static_cast<FixedTexGen>(g));
      if (static_cast<FixedTexGen>(g) == FixedTexGen::Sphere) k.units[0].gen[2] = k.units[0].gen[3] = FixedTexGen::Off;
      if (g >= static_cast<uint8_t>(FixedTexGen::Reflection)) k.units[0].gen[3] = FixedTexGen::Off;
    }));
}

// Either stage can stand in for the one that an application left out.
TEST(FixedFunction, StagesFitApplications) {
  const FixedFunctionKey key = keyOf([](FixedFunctionKey& k) {
    k.units[0].texture = FixedTexture::k2D;
    k.fog = FixedFog::Linear;
  });
  const char* vertex = "void main() { gl_Position = ftransform(); gl_FrontColor = gl_Color; gl_TexCoord[0] = gl_Vertex; }";
  const char* fragment = "uniform sampler2D s; void main() { gl_FragColor = texture2D(s, gl_TexCoord[0].xy) * gl_Color; }";
  EXPECT_TRUE(linkSources({{Stage::Vertex, vertex}, {Stage::Fragment, fixedFragmentShader(key)}}, {}).program);
  EXPECT_TRUE(linkSources({{Stage::Vertex, fixedVertexShader(key)}, {Stage::Fragment, fragment}}, {}).program);
}

}  // namespace
}  // namespace shader
