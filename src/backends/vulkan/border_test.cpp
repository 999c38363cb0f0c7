// SPDX-License-Identifier: Apache-2.0
// Border colors: what is chosen among the three of every device, how few samplers are made, and what shaders see. Runs a
// second time without VK_EXT_custom_border_color.
#include <cmath>

#include "backends/gles/gles_fixture.h"
#include "backends/vulkan/sampler_cache.h"

namespace gles::test {
namespace {

using formats::Format;
using vulkan::Border;
using vulkan::nearestFixed;
using vulkan::Numeric;

bool hidden() {
  const char* list = std::getenv("MOBILEGL_VULKAN_HIDE");
  return list && std::strstr(list, "VK_EXT_custom_border_color");
}

Border colorOf(float r, float g, float b, float a, std::array<bool, 4> used = {true, true, true, true}) {
  Border border;
  border.words = {{r, g, b, a}};
  border.used = used;
  return border;
}

// The three are found exactly, others by distance over the components that count.
TEST(BorderColor, NearestOfThree) {
  const auto expect = [](const Border& border, VkBorderColor color, bool exact) {
    const vulkan::FixedBorder fixed = nearestFixed(border);
    EXPECT_EQ(fixed.color, color);
    EXPECT_EQ(fixed.exact, exact);
  };
  expect(colorOf(0, 0, 0, 0), VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, true);
  expect(colorOf(0, 0, 0, 1), VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK, true);
  expect(colorOf(1, 1, 1, 1), VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, true);
  expect(colorOf(1, 0, 0, 1), VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK, false);
  expect(colorOf(1, 1, 0, 1), VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, false);
  expect(colorOf(0.2f, 0.1f, 0, 0.3f), VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, false);
  // Of a red texture green, blue and alpha do not count.
  expect(colorOf(1, 0, 0, 0, {true, false, false, false}), VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, true);
  expect(colorOf(0, 7, 7, 7, {true, false, false, false}), VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, true);
  Border integer;
  integer.used = {true, true, true, true};
  integer.numeric = Numeric::Int;
  integer.words.int32[0] = -5;
  expect(integer, VK_BORDER_COLOR_INT_TRANSPARENT_BLACK, false);
  integer.words.int32[0] = 0;
  integer.words.int32[3] = 1;
  expect(integer, VK_BORDER_COLOR_INT_OPAQUE_BLACK, true);
  integer.numeric = Numeric::Uint;
  for (uint32_t& word : integer.words.uint32) word = 200;
  expect(integer, VK_BORDER_COLOR_INT_OPAQUE_WHITE, false);
}

// Equal contents are one sampler, and colors of their own stay within the device's limit.
TEST(SamplerCache, SharesAndKeepsTheLimit) {
  auto opened = vulkan::Device::open();
  ASSERT_TRUE(opened) << opened.error().text;
  vulkan::Device& device = **opened;
  vulkan::Memory memory(device);
  vulkan::Recorder recorder(device, memory);
  ASSERT_TRUE(recorder.start());
  vulkan::SamplerCache cache(recorder);
  const Border purple = colorOf(0.4f, 0, 0.6f, 1), white = colorOf(1, 1, 1, 1);
  auto* a = cache.take({}, &purple);
  auto* b = cache.take({}, &purple);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a->custom, !hidden());
  auto* c = cache.take({}, &white);
  EXPECT_NE(a, c);
  EXPECT_FALSE(c->custom);
  EXPECT_EQ(cache.size(), 2u);
  device.customBorderLimit = 3;
  std::vector<vulkan::SamplerCache::Entry*> many;
  for (int i = 0; i < 10; ++i) {
    const Border border = colorOf(0.1f + 0.01f * static_cast<float>(i), 0, 0, 1);
    many.push_back(cache.take({}, &border));
    ASSERT_TRUE(many.back());
  }
  EXPECT_EQ(cache.customs(), hidden() ? 0u : 3u);
  for (auto* entry : many) cache.release(entry);
  EXPECT_EQ(cache.customs(), hidden() ? 0u : 1u);
  // A place that is free again is used again.
  const Border late = colorOf(0.9f, 0, 0, 1);
  auto* d = cache.take({}, &late);
  EXPECT_EQ(d->custom, !hidden());
  for (auto* entry : {a, b, c, d}) cache.release(entry);
  EXPECT_EQ(cache.size(), 0u);
}

class BorderTest : public Gles {
 protected:
  // What a shader sees beyond the edge of a texture.
  template <class T>
  std::vector<double> beyond(Format format, GLenum textureFormat, GLenum textureType, const std::vector<T>& texel,
                             const char* kind, const uint32_t (&border)[4]) {
    const std::string prefix = kind;
    const Format held = prefix == "i" ? Format::RGBA32_SINT : prefix == "u" ? Format::RGBA32_UINT : Format::RGBA32_FLOAT;
    const auto fb = framebufferOf(this->texture(GL_TEXTURE_2D, held, 1, 1), 1, 1);
    bindPipeline(plainState());
    target(fb, 1, 1);
    const auto image = texture(GL_TEXTURE_2D, format, 1, 1);
    write<T>(image, 0, box(1, 1), textureFormat, textureType, texel);
    c->bindProgram({.program = program(
                        "#version 330\nlayout(location = 0) in vec2 p;\nvoid main() { gl_Position = vec4(p, 0, 1); }\n",
                        "#version 330\nuniform " + prefix + "sampler2D s;\nout " + prefix +
                            "vec4 o;\nvoid main() { o = textureLod(s, vec2(1.5, 0.5), 0.0); }\n")});
    pipe::SamplerState state;
    state.minFilter = state.magFilter = GL_NEAREST;
    state.wrapS = state.wrapT = state.wrapR = GL_CLAMP_TO_BORDER;
    state.compareMode = GL_NONE;
    state.compareFunc = GL_LEQUAL;
    state.minLod = -1000;
    state.maxLod = 1000;
    state.maxAnisotropy = 1;
    std::memcpy(state.border, border, sizeof border);
    const pipe::SamplerHandle sampler = names().samplers.mint();
    c->samplerCreate({.sampler = sampler, .state = state});
    bindView(0, image, sampler);
    bindPositions(bufferOf(kWholeScreen));
    c->draw({.mode = GL_TRIANGLES, .indexSizeBytes = 0, .flags = 0, .count = 3, .instances = 1, .start = 0,
             .baseVertex = 0, .baseInstance = 0});
    std::vector<double> out;
    if (prefix == "i")
      for (const int32_t v : read<int32_t>(fb, 1, 1, GL_RGBA_INTEGER, GL_INT)) out.push_back(v);
    else if (prefix == "u")
      for (const uint32_t v : read<uint32_t>(fb, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT)) out.push_back(v);
    else
      for (const float v : read<float>(fb, 1, 1, GL_RGBA, GL_FLOAT)) out.push_back(std::round(v * 1000) / 1000.0);
    c->samplerDestroy({.sampler = sampler});
    return out;
  }
  std::vector<double> beyondFloat(Format format, float r, float g, float b, float a) {
    const float color[4] = {r, g, b, a};
    uint32_t words[4];
    std::memcpy(words, color, sizeof words);
    const bool depth = !formats::info(format).isColor();
    return beyond<float>(format, depth ? GL_DEPTH_COMPONENT : GL_RGBA, GL_FLOAT, {0.5f, 0.5f, 0.5f, 0.5f}, "", words);
  }
  using Values = std::vector<double>;
};

// The three colors, through formats with other components than storage has.
TEST_F(BorderTest, ThreeColorsAreExact) {
  for (const float gray : {0.0f, 1.0f}) {
    SCOPED_TRACE(gray);
    const double v = static_cast<double>(gray);
    EXPECT_EQ(beyondFloat(Format::RGBA8_UNORM, gray, gray, gray, 1), (Values{v, v, v, 1}));
    EXPECT_EQ(beyondFloat(Format::RGB8_UNORM, gray, gray, gray, 1), (Values{v, v, v, 1}));
    EXPECT_EQ(beyondFloat(Format::R8_UNORM, gray, 0.3f, 0.3f, 0.3f), (Values{v, 0, 0, 1}));
    EXPECT_EQ(beyondFloat(Format::L8_UNORM, gray, 0.3f, 0.3f, 0.3f), (Values{v, v, v, 1}));
    EXPECT_EQ(beyondFloat(Format::RGBA32_FLOAT, gray, gray, gray, 1), (Values{v, v, v, 1}));
    EXPECT_EQ(beyondFloat(Format::Z32_FLOAT, gray, 0.3f, 0.3f, 0.3f), (Values{v, 0, 0, 1}));
  }
  EXPECT_EQ(beyondFloat(Format::RGBA8_UNORM, 0, 0, 0, 0), (Values{0, 0, 0, 0}));
}

// Any color where the device can, else the nearest of the three.
TEST_F(BorderTest, OtherColors) {
  EXPECT_EQ(beyondFloat(Format::RGBA32_FLOAT, 0.25f, 0.5f, -3.0f, 0.75f),
            hidden() ? (Values{0, 0, 0, 1}) : (Values{0.25, 0.5, -3, 0.75}));
  EXPECT_EQ(beyondFloat(Format::R8_UNORM, 0.8f, 0, 0, 0), hidden() ? (Values{1, 0, 0, 1}) : (Values{0.8, 0, 0, 1}));
  // Clamped to what the format holds.
  EXPECT_EQ(beyondFloat(Format::RGBA8_UNORM, 2.0f, -1.0f, 0.6f, 1.5f), hidden() ? (Values{1, 1, 1, 1}) : (Values{1, 0, 0.6, 1}));
  EXPECT_EQ(beyondFloat(Format::Z32_FLOAT, 0.2f, 0, 0, 0), hidden() ? (Values{0, 0, 0, 1}) : (Values{0.2, 0, 0, 1}));
}

// Integer textures have integer borders, signs kept.
TEST_F(BorderTest, Integers) {
  const auto word = [](int32_t value) { return static_cast<uint32_t>(value); };
  const std::vector<int32_t> ints = {1, 2, 3, 4};
  const std::vector<uint32_t> uints = {1, 2, 3, 4};
  EXPECT_EQ(beyond(Format::RGBA32_SINT, GL_RGBA_INTEGER, GL_INT, ints, "i", {0, 0, 0, 1}), (Values{0, 0, 0, 1}));
  EXPECT_EQ(beyond(Format::RGBA32_SINT, GL_RGBA_INTEGER, GL_INT, ints, "i", {1, 1, 1, 1}), (Values{1, 1, 1, 1}));
  EXPECT_EQ(beyond(Format::RGBA32_UINT, GL_RGBA_INTEGER, GL_UNSIGNED_INT, uints, "u", {0, 0, 0, 0}), (Values{0, 0, 0, 0}));
  EXPECT_EQ(beyond(Format::RGBA32_SINT, GL_RGBA_INTEGER, GL_INT, ints, "i", {word(-7), 5, word(-100000), 9}),
            hidden() ? (Values{0, 0, 0, 1}) : (Values{-7, 5, -100000, 9}));
  EXPECT_EQ(beyond(Format::RGBA32_UINT, GL_RGBA_INTEGER, GL_UNSIGNED_INT, uints, "u", {7, 4000000000u, 0, 2}),
            hidden() ? (Values{1, 1, 1, 1}) : (Values{7, 4000000000.0, 0, 2}));
}

}  // namespace
}  // namespace gles::test
