// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/gles_fixture.h"

namespace gles::test {
namespace {

using formats::Format;
using Bytes = std::vector<uint8_t>;
using Floats = std::vector<float>;

constexpr char kPass[] = "#version 330\nlayout(location = 0) in vec2 p;\nvoid main() { gl_Position = vec4(p, 0, 1); }\n";

class GlesTexture : public Gles {
 protected:
  // What a shader sees, at pixel (x, 0) of a target 4 by 1: `expression` of the sampler in slot 0.
  Floats sample(pipe::TextureHandle texture, const char* sampler, const char* expression, GLenum filter = GL_NEAREST) {
    const auto fb = framebufferOf(this->texture(GL_TEXTURE_2D, Format::RGBA32_FLOAT, 4, 1), 4, 1);
    bindPipeline(plainState());
    target(fb, 4, 1);
    const auto p = program(kPass, std::string("#version 330\nuniform ") + sampler + " s;\nout vec4 o;\nvoid main() {\n"
                                  "  int x = int(gl_FragCoord.x);\n  float u = gl_FragCoord.x / 4.0;\n  o = vec4(" +
                                  expression + ");\n}\n");
    c->bindProgram({.program = p});
    bindView(0, texture, this->sampler(filter));
    bindPositions(bufferOf(kWholeScreen));
    c->draw({.mode = GL_TRIANGLES, .indexSizeBytes = 0, .flags = 0, .count = 3, .instances = 1, .start = 0,
             .baseVertex = 0, .baseInstance = 0});
    return read<float>(fb, 4, 1, GL_RGBA, GL_FLOAT);
  }
  Floats sampleFirst(pipe::TextureHandle texture, const char* sampler, const char* expression) {
    Floats texels = sample(texture, sampler, expression);
    texels.resize(4);
    return texels;
  }
};

// The pair whose values survive a round trip through a format, and values that do.
void pairOf(const formats::FormatInfo& info, GLenum& format, GLenum& type) {
  type = info.type == formats::ComponentType::Int ? GL_INT : info.type == formats::ComponentType::Uint ? GL_UNSIGNED_INT : GL_FLOAT;
  format = info.isInteger() ? GL_RGBA_INTEGER : GL_RGBA;
}

// Every color format that the back end offers takes texels and gives them back as GL defines, missing channels filled.
TEST_F(GlesTexture, EveryColorFormatRoundTrips) {
  int tried = 0;
  for (uint32_t i = 1; i < formats::kFormatCount; ++i) {
    const auto format = static_cast<Format>(i);
    const formats::FormatInfo& info = formats::info(format);
    if (!info.isColor() || info.compressed || !caps().formats[i].sampled) continue;
    SCOPED_TRACE(info.name);
    ++tried;
    GLenum pixelFormat = 0, type = 0;
    pairOf(info, pixelFormat, type);
    const auto t = texture(GL_TEXTURE_2D, format, 2, 2);
    using formats::BaseFormat;
    const bool red = info.redBits || info.luminanceBits || info.intensityBits, green = info.greenBits, blue = info.blueBits,
               alpha = info.alphaBits;
    if (info.isInteger()) {
      write<uint32_t>(t, 0, box(2, 2), pixelFormat, type, {1, 2, 3, 1, 1, 2, 3, 1, 1, 2, 3, 1, 1, 2, 3, 1});
      const auto back = readTexture<uint32_t>(t, 0, box(2, 2), pixelFormat, type);
      const std::vector<uint32_t> expected = {red ? 1u : 0u, green ? 2u : 0u, blue ? 3u : 0u, 1u};
      for (int texel = 0; texel < 4; ++texel)
        EXPECT_EQ(std::vector<uint32_t>(back.begin() + texel * 4, back.begin() + texel * 4 + 4), expected);
    } else {
      write<float>(t, 0, box(2, 2), pixelFormat, type, {1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1});
      const Floats back = readTexture<float>(t, 0, box(2, 2), pixelFormat, type);
      const Floats expected = {red ? 1.f : 0.f, 0, blue ? 1.f : 0.f, alpha ? 0.f : 1.f, 0, green ? 1.f : 0.f, 0, 1};
      for (int texel = 0; texel < 8; ++texel) EXPECT_NEAR(back[texel], expected[texel], 1e-6f) << texel;
    }
  }
  EXPECT_GT(tried, 90);
}

// Luminance, alpha and intensity textures are seen by shaders as GL defines, also under the application's swizzle.
TEST_F(GlesTexture, LegacyFormatsSwizzle) {
  const auto l = texture(GL_TEXTURE_2D, Format::L8_UNORM, 1, 1), a = texture(GL_TEXTURE_2D, Format::A8_UNORM, 1, 1),
             la = texture(GL_TEXTURE_2D, Format::LA8_UNORM, 1, 1), i = texture(GL_TEXTURE_2D, Format::I8_UNORM, 1, 1);
  write<uint8_t>(l, 0, box(1), 0x1909 /* GL_LUMINANCE */, GL_UNSIGNED_BYTE, {255});
  write<uint8_t>(a, 0, box(1), 0x1906 /* GL_ALPHA */, GL_UNSIGNED_BYTE, {255});
  write<uint8_t>(la, 0, box(1), 0x190A /* GL_LUMINANCE_ALPHA */, GL_UNSIGNED_BYTE, {255, 0});
  write<uint8_t>(i, 0, box(1), GL_RED, GL_UNSIGNED_BYTE, {255});
  EXPECT_EQ(sampleFirst(l, "sampler2D", "texture(s, vec2(0.5))"), (Floats{1, 1, 1, 1}));
  EXPECT_EQ(sampleFirst(a, "sampler2D", "texture(s, vec2(0.5))"), (Floats{0, 0, 0, 1}));
  EXPECT_EQ(sampleFirst(la, "sampler2D", "texture(s, vec2(0.5))"), (Floats{1, 1, 1, 0}));
  EXPECT_EQ(sampleFirst(i, "sampler2D", "texture(s, vec2(0.5))"), (Floats{1, 1, 1, 1}));
  pipe::TextureParams params{.baseLevel = 0, .maxLevel = 0, .swizzle = {GL_ALPHA, GL_RED, GL_ZERO, GL_ONE},
                             .depthStencilMode = GL_DEPTH_COMPONENT, .zero = 0};
  c->textureSetParams({.texture = la, .params = params});
  EXPECT_EQ(sampleFirst(la, "sampler2D", "texture(s, vec2(0.5))"), (Floats{0, 1, 0, 1}));
}

// With MOBILEGL_ROBUST_INIT new storage begins as zeros: buffers, all levels and layers of textures, depth; and defining
// one face of a cube map leaves the others alone.
TEST_F(GlesTexture, NewStorageIsZeroWhenAsked) {
  ::setenv("MOBILEGL_ROBUST_INIT", "1", 1);
  auto backend = createBackend();
  ::unsetenv("MOBILEGL_ROBUST_INIT");
  ASSERT_TRUE(backend) << backend.error().text;
  auto fresh = (*backend)->createContext(events, events);
  ASSERT_TRUE(fresh) << fresh.error().text;
  c->releaseCurrent();
  std::swap(c, *fresh);
  ASSERT_TRUE(c->makeCurrent());
  for (int round = 0; round < 3; ++round) {  // memory of an earlier round comes back
    const auto t = texture(GL_TEXTURE_2D_ARRAY, Format::RGBA8_UNORM, 64, 64, 3, 2);
    const auto texels = readTexture<uint8_t>(t, 1, {0, 0, 0, 32, 32, 3}, GL_RGBA, GL_UNSIGNED_BYTE);
    EXPECT_EQ(std::count(texels.begin(), texels.end(), 0), 32 * 32 * 3 * 4);
    const auto d = texture(GL_TEXTURE_2D, Format::Z24S8, 64, 64);
    const auto depths = readTexture<float>(d, 0, box(64, 64), GL_DEPTH_COMPONENT, GL_FLOAT);
    EXPECT_EQ(std::count(depths.begin(), depths.end(), 0.0f), 64 * 64);
    write<uint8_t>(t, 1, {0, 0, 0, 32, 32, 3}, GL_RGBA, GL_UNSIGNED_BYTE, std::vector<uint8_t>(32 * 32 * 3 * 4, 0xAB));
    c->textureDestroy({.texture = t});
    const pipe::BufferHandle b = names().buffers.mint();
    c->bufferDefine({.buffer = b, .sizeBytes = 5000, .usage = GL_STATIC_DRAW, .flags = 0, .ack = 0, .bind = 0});
    std::vector<std::byte> bytes(5000, std::byte{1});
    EXPECT_EQ(c->bufferRead({.buffer = b, .offsetBytes = 0}, bytes), pipe::ReplyStatus::Ok);
    EXPECT_EQ(std::count(bytes.begin(), bytes.end(), std::byte{0}), 5000);
    std::fill(bytes.begin(), bytes.end(), std::byte{0xAB});
    c->bufferSubdata({.buffer = b, .offsetBytes = 0}, bytes);
    c->bufferDestroy({.buffer = b});
  }
  const pipe::TextureHandle cube = names().textures.mint();
  for (uint32_t face = 0; face < 6; ++face) {
    c->textureDefineLevel({.texture = cube, .shape = shape(GL_TEXTURE_CUBE_MAP, Format::R8_UNORM, 1, 1, 6), .level = 0,
                           .face = face, .ack = 0, .zero = 0});
    write<uint8_t>(cube, 0, {0, 0, static_cast<int32_t>(face), 1, 1, 1}, GL_RED, GL_UNSIGNED_BYTE, {static_cast<uint8_t>(face + 1)});
  }
  EXPECT_EQ(readTexture<uint8_t>(cube, 0, {0, 0, 0, 1, 1, 6}, GL_RED, GL_UNSIGNED_BYTE), (std::vector<uint8_t>{1, 2, 3, 4, 5, 6}));
  c->releaseCurrent();
  std::swap(c, *fresh);
  fresh->reset();
  ASSERT_TRUE(c->makeCurrent());
}

// A slot without a texture reads (0, 0, 0, 1), also when another kind of texture was there before.
TEST_F(GlesTexture, MissingTextureReadsBlack) {
  EXPECT_EQ(sampleFirst({}, "sampler2D", "texture(s, vec2(0.5))"), (Floats{0, 0, 0, 1}));
  const auto cube = texture(GL_TEXTURE_CUBE_MAP, Format::R8_UNORM, 1, 1, 6);
  EXPECT_EQ(sampleFirst(cube, "sampler2D", "texture(s, vec2(0.5))"), (Floats{0, 0, 0, 1}));
  EXPECT_EQ(sampleFirst({}, "samplerCube", "texture(s, vec3(1.0))"), (Floats{0, 0, 0, 1}));
}

// Integers read with the other sign keep their bits. GL leaves that undefined, but programs count on it.
TEST_F(GlesTexture, IntegersOfTheOtherSign) {
  const auto u = texture(GL_TEXTURE_2D, Format::R32_UINT, 1, 1), i = texture(GL_TEXTURE_2D, Format::R32_SINT, 1, 1);
  write<uint32_t>(u, 0, box(1), GL_RED_INTEGER, GL_UNSIGNED_INT, {0xFFFF'FFFDu});
  write<int32_t>(i, 0, box(1), GL_RED_INTEGER, GL_INT, {7});
  EXPECT_EQ(sampleFirst(u, "isampler2D", "texelFetch(s, ivec2(0), 0)"), (Floats{-3, 0, 0, 1}));
  EXPECT_EQ(sampleFirst(i, "usampler2D", "texelFetch(s, ivec2(0), 0)"), (Floats{7, 0, 0, 1}));
}

// One-dimensional and rectangle textures stand on two-dimensional ones, layers of 1D arrays on layers.
TEST_F(GlesTexture, TargetsThatEsLacks) {
  const auto line = texture(desktop::kTexture1d, Format::R8_UNORM, 4, 1);
  write<uint8_t>(line, 0, box(4), GL_RED, GL_UNSIGNED_BYTE, {0, 255, 0, 255});
  EXPECT_EQ(sample(line, "sampler1D", "texture(s, u).r, 0, 0, 1"), (Floats{0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1}));
  const auto rectangle = texture(desktop::kTextureRectangle, Format::R8_UNORM, 4, 1);
  write<uint8_t>(rectangle, 0, box(4), GL_RED, GL_UNSIGNED_BYTE, {255, 0, 0, 255});
  EXPECT_EQ(sample(rectangle, "sampler2DRect", "texture(s, vec2(float(x) + 0.5, 0.5)).r, 0, 0, 1"),
            (Floats{1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1}));
  // Layers along y, as GL's own calls have them, and along z.
  const auto layers = texture(desktop::kTexture1dArray, Format::R8_UNORM, 2, 1, 3);
  write<uint8_t>(layers, 0, {0, 0, 0, 2, 3, 1}, GL_RED, GL_UNSIGNED_BYTE, {1, 2, 3, 4, 5, 6});
  write<uint8_t>(layers, 0, {1, 0, 2, 1, 1, 1}, GL_RED, GL_UNSIGNED_BYTE, {255});
  EXPECT_EQ(readTexture<uint8_t>(layers, 0, {0, 0, 0, 2, 3, 1}, GL_RED, GL_UNSIGNED_BYTE), (Bytes{1, 2, 3, 4, 5, 255}));
  EXPECT_EQ(readTexture<uint8_t>(layers, 0, {0, 0, 1, 2, 1, 2}, GL_RED, GL_UNSIGNED_BYTE), (Bytes{3, 4, 5, 255}));
}

// Slices, layers and faces are written and read at their own places, with strides larger than the box.
TEST_F(GlesTexture, LayersAndFaces) {
  for (const GLenum target : {GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY}) {
    SCOPED_TRACE(target);
    const uint32_t depth = target == GL_TEXTURE_CUBE_MAP_ARRAY ? 12 : 6;
    const auto t = texture(target, Format::RGBA8_UNORM, 2, 2, depth);
    Bytes all(size_t{depth} * 16);
    for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint8_t>(i);
    write<uint8_t>(t, 0, box(2, 2, depth), GL_RGBA, GL_UNSIGNED_BYTE, all);
    EXPECT_EQ(readTexture<uint8_t>(t, 0, box(2, 2, depth), GL_RGBA, GL_UNSIGNED_BYTE), all);
    // Two layers from the middle of a wider image.
    pipe::PixelLayout l = layout(desktop::kBgra, GL_UNSIGNED_BYTE, 3, 2);
    Bytes wide(l.imageStrideBytes * 2, 7);
    const pipe::UploadRegion region{{1, 1, 3, 1, 1, 2}, 4};
    wide[4] = 1, wide[5] = 2, wide[6] = 3, wide[7] = 4;
    c->textureSubdata({.texture = t, .level = 0, .zero = 0, .layout = l}, std::span(&region, 1), std::as_bytes(std::span(wide)));
    EXPECT_EQ(readTexture<uint8_t>(t, 0, {1, 1, 3, 1, 1, 2}, GL_RGBA, GL_UNSIGNED_BYTE), (Bytes{3, 2, 1, 4, 7, 7, 7, 7}));
  }
}

// Uploads out of a buffer take the bytes as the ones out of memory do, converted or not.
TEST_F(GlesTexture, UploadsFromBuffers) {
  const auto t = texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 2, 1);
  const uint8_t bytes[] = {9, 1, 2, 3, 4, 5, 6, 7, 8};
  const auto source = bufferOf(bytes);
  const pipe::UploadRegion region{box(2), 1};
  c->textureSubdataFromBuffer({.texture = t, .level = 0, .zero = 0, .layout = layout(GL_RGBA, GL_UNSIGNED_BYTE, 2), .buffer = source},
                              std::span(&region, 1));
  EXPECT_EQ(readTexture<uint8_t>(t, 0, box(2), GL_RGBA, GL_UNSIGNED_BYTE), (Bytes{1, 2, 3, 4, 5, 6, 7, 8}));
  c->textureSubdataFromBuffer({.texture = t, .level = 0, .zero = 0, .layout = layout(desktop::kBgra, GL_UNSIGNED_BYTE, 2), .buffer = source},
                              std::span(&region, 1));
  EXPECT_EQ(readTexture<uint8_t>(t, 0, box(2), GL_RGBA, GL_UNSIGNED_BYTE), (Bytes{3, 2, 1, 4, 7, 6, 5, 8}));
}

// An upload or read beyond its bytes or its level is the peer's fault.
TEST_F(GlesTexture, RangesAreChecked) {
  const auto t = texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 2, 2);
  const Bytes few(8);
  const pipe::UploadRegion whole{box(2, 2), 0}, outside{{1, 0, 0, 2, 1, 1}, 0};
  c->textureSubdata({.texture = t, .level = 0, .zero = 0, .layout = layout(GL_RGBA, GL_UNSIGNED_BYTE, 2)}, std::span(&whole, 1), std::as_bytes(std::span(few)));
  c->textureSubdata({.texture = t, .level = 0, .zero = 0, .layout = layout(GL_RGBA, GL_UNSIGNED_BYTE, 2)}, std::span(&outside, 1), std::as_bytes(std::span(few)));
  c->textureSubdata({.texture = t, .level = 9, .zero = 0, .layout = layout(GL_RGBA, GL_UNSIGNED_BYTE, 2)}, std::span(&whole, 1), std::as_bytes(std::span(few)));
  EXPECT_EQ(events.faults, (std::vector{pipe::Fault::BlobRange, pipe::Fault::BadValue, pipe::Fault::BadValue}));
  events.sentences.clear();
}

// Levels of a mutable texture come one at a time and may be replaced; the texture is usable once they fit together.
TEST_F(GlesTexture, MutableLevels) {
  const auto t = names().textures.mint();
  const auto define = [&](uint32_t level, Format format, uint32_t size) {
    c->textureDefineLevel({.texture = t, .shape = shape(GL_TEXTURE_2D, format, size, size), .level = level, .face = 0, .ack = 0, .zero = 0});
  };
  define(0, Format::RGBA8_UNORM, 4);
  define(0, Format::R8_UNORM, 2);
  define(1, Format::R8_UNORM, 1);
  pipe::TextureParams params{.baseLevel = 0, .maxLevel = 1, .swizzle = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA},
                             .depthStencilMode = GL_DEPTH_COMPONENT, .zero = 0};
  c->textureSetParams({.texture = t, .params = params});
  write<uint8_t>(t, 0, box(2, 2), GL_RED, GL_UNSIGNED_BYTE, {0, 0, 0, 0});
  write<uint8_t>(t, 1, box(1, 1), GL_RED, GL_UNSIGNED_BYTE, {255});
  EXPECT_EQ(sampleFirst(t, "sampler2D", "textureLod(s, vec2(0.5), 1.0)"), (Floats{0, 0, 0, 1}));  // filter has no levels
  EXPECT_EQ(sampleFirst(t, "sampler2D", "texelFetch(s, ivec2(0), 1)"), (Floats{1, 0, 0, 1}));
}

// Mipmaps average, in formats that the driver mipmaps and in ones that it does not.
TEST_F(GlesTexture, Mipmaps) {
  for (const Format format : {Format::RGBA8_UNORM, Format::R8_SNORM, Format::L8_UNORM, Format::Z32_FLOAT, Format::RGB9E5}) {
    SCOPED_TRACE(formats::info(format).name);
    const bool depth = formats::info(format).hasDepth();
    const GLenum pixels = depth ? GL_DEPTH_COMPONENT : GL_RED;
    const auto t = texture(GL_TEXTURE_2D, format, 4, 4, 1, 3);
    Floats base(16);
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) base[y * 4 + x] = x < 2 ? 1.0f : 0.0f;
    write<float>(t, 0, box(4, 4), pixels, GL_FLOAT, base);
    c->textureGenerateMipmaps({.texture = t, .baseLevel = 0, .lastLevel = 2});
    const Floats half = readTexture<float>(t, 1, box(2, 2), pixels, GL_FLOAT);
    EXPECT_EQ(half, (Floats{1, 0, 1, 0}));
    EXPECT_NEAR(readTexture<float>(t, 2, box(1, 1), pixels, GL_FLOAT)[0], 0.5f, 0.01f);
  }
}

// Compressed blocks are kept and come back as they were.
TEST_F(GlesTexture, CompressedBlocks) {
  for (const Format format : {Format::DXT1_RGB, Format::DXT5_RGBA, Format::RGTC2_UNORM, Format::BPTC_RGBA_UNORM}) {
    const formats::FormatInfo& info = formats::info(format);
    SCOPED_TRACE(info.name);
    if (!caps().formats[static_cast<size_t>(format)].sampled) continue;
    const auto t = texture(GL_TEXTURE_2D, format, 8, 4);
    Bytes blocks(size_t{info.blockBytes} * 2);
    for (size_t i = 0; i < blocks.size(); ++i) blocks[i] = static_cast<uint8_t>(i * 7 + 1);
    pipe::PixelLayout l;
    l.rowStrideBytes = blocks.size();
    const pipe::UploadRegion region{box(8, 4), 0};
    c->textureSubdata({.texture = t, .level = 0, .zero = 0, .layout = l}, std::span(&region, 1), std::as_bytes(std::span(blocks)));
    Bytes back(blocks.size());
    EXPECT_EQ(c->textureRead({.texture = t, .level = 0, .zero = 0, .box = box(8, 4), .layout = l}, std::as_writable_bytes(std::span(back))),
              pipe::ReplyStatus::Ok);
    EXPECT_EQ(back, blocks);
  }
}

// Texels of a buffer texture are a range of its buffer.
TEST_F(GlesTexture, BufferTexture) {
  std::vector<float> data(128, 0.0f);
  data[64] = 0.5f;
  const auto t = names().textures.mint();
  c->textureSetBuffer({.texture = t, .buffer = buffer(std::as_bytes(std::span(data))), .format = static_cast<uint32_t>(Format::R32_FLOAT),
                       .zero = 0, .offsetBytes = 256, .sizeBytes = 16});
  EXPECT_EQ(sampleFirst(t, "samplerBuffer", "texelFetch(s, 0).r, float(textureSize(s)), 0, 1"), (Floats{0.5f, 4, 0, 1}));
}

// The stencil of a depth-stencil texture can be sampled and read apart from its depth.
TEST_F(GlesTexture, StencilOfDepthStencil) {
  const auto t = texture(GL_TEXTURE_2D, Format::Z24S8, 1, 1);
  write<uint32_t>(t, 0, box(1), GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, {0xFFFFFF05u});
  EXPECT_EQ(readTexture<uint8_t>(t, 0, box(1), GL_STENCIL_INDEX, GL_UNSIGNED_BYTE), (Bytes{5}));
  EXPECT_EQ(readTexture<float>(t, 0, box(1), GL_DEPTH_COMPONENT, GL_FLOAT), (Floats{1}));
  pipe::TextureParams params{.baseLevel = 0, .maxLevel = 0, .swizzle = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA},
                             .depthStencilMode = GL_STENCIL_INDEX, .zero = 0};
  c->textureSetParams({.texture = t, .params = params});
  EXPECT_EQ(sampleFirst(t, "usampler2D", "vec4(texture(s, vec2(0.5)))"), (Floats{5, 0, 0, 1}));
}

// Clearing part of a texture touches that part only, in formats that can be attached and in ones that cannot.
TEST_F(GlesTexture, ClearsBoxes) {
  for (const Format format : {Format::RGBA8_UNORM, Format::A8_UNORM, Format::RGB9E5}) {
    SCOPED_TRACE(formats::info(format).name);
    const auto t = texture(GL_TEXTURE_2D_ARRAY, format, 2, 1, 2);
    write<float>(t, 0, box(2, 1, 2), GL_RGBA, GL_FLOAT, Floats(16, 0.0f));
    pipe::TextureClearArgs args;
    args.texture = t;
    args.kind = 1;
    args.box = {1, 0, 1, 1, 1, 1};
    const float ones[4] = {1, 1, 1, 1};
    std::memcpy(args.color, ones, sizeof ones);
    c->textureClear(args);
    const Floats back = readTexture<float>(t, 0, box(2, 1, 2), GL_RGBA, GL_FLOAT);
    const bool alpha = formats::info(format).alphaBits;
    EXPECT_EQ(back[3], alpha ? 0.0f : 1.0f);
    EXPECT_EQ(back[15], 1.0f);
    EXPECT_EQ(back[12], format == Format::A8_UNORM ? 0.0f : 1.0f);
    EXPECT_EQ(back[8], 0.0f);
  }
}

// Texels go from texture to texture, across targets.
TEST_F(GlesTexture, Copies) {
  const auto from = texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 2, 1), to = texture(GL_TEXTURE_3D, Format::RGBA8_UNORM, 2, 1, 2);
  write<uint8_t>(from, 0, box(2), GL_RGBA, GL_UNSIGNED_BYTE, {1, 2, 3, 4, 5, 6, 7, 8});
  c->textureCopy({.source = from, .destination = to, .sourceLevel = 0, .destinationLevel = 0, .sourceBox = {1, 0, 0, 1, 1, 1},
                  .destinationX = 0, .destinationY = 0, .destinationZ = 1, .zero = 0});
  EXPECT_EQ(readTexture<uint8_t>(to, 0, {0, 0, 1, 1, 1, 1}, GL_RGBA, GL_UNSIGNED_BYTE), (Bytes{5, 6, 7, 8}));
}

}  // namespace
}  // namespace gles::test
