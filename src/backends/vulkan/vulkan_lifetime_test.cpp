// SPDX-License-Identifier: Apache-2.0
// What the GPU may still use is freed by proof that it is done, never by counting frames: none of these tests presents.
// The bounds are those of MOBILEGL_IPC_WIRE_DEFERRED_MB; with 0 they do not hold, which is the negative control.
#include <fstream>

#include "backends/gles/gles_fixture.h"
#include "backends/vulkan/backend.h"
#include "base/settings.gen.h"

namespace vulkan {
namespace {

constexpr uint64_t kMiB = 1 << 20;

constexpr const char* kVertex = R"(#version 330
layout(location = 0) in vec2 position; layout(location = 1) in vec4 color; out vec4 shade;
void main() { gl_Position = vec4(position, 0, 1); shade = color; })";
constexpr const char* kFragment = "#version 330\nin vec4 shade; out vec4 o; void main() { o = shade; }";

class Lifetime : public gles::test::Gles {
 protected:
  void SetUp() override {
    Gles::SetUp();
    color = texture(GL_TEXTURE_2D, formats::Format::RGBA8_UNORM, 64, 1);
    fb = framebufferOf(color, 64, 1);
    target(fb, 64, 1);
    bindPipeline(plainState());
    c->bindProgram({.program = program(kVertex, kFragment)});
    vertices = names().buffers.mint();
    const pipe::VertexElement elements[] = {
        {.location = 0, .components = 2, .kind = 0, .binding = 0, .type = GL_FLOAT, .bgra = 0, .relativeOffsetBytes = 0, .divisor = 0},
        {.location = 1, .components = 4, .kind = 0, .binding = 0, .type = GL_FLOAT, .bgra = 0, .relativeOffsetBytes = 8, .divisor = 0}};
    define(256, 0);
    const pipe::VertexBuffer source{.buffer = vertices, .offsetBytes = 0, .strideBytes = 24, .zero = 0};
    bindVertices(elements, std::span(&source, 1));
  }
  // New storage of that size with a triangle over everything in a color.
  void define(uint64_t sizeBytes, float red) {
    const float triangle[] = {-1, -1, red, 0.5f, 0, 1, 3, -1, red, 0.5f, 0, 1, -1, 3, red, 0.5f, 0, 1};
    c->bufferDefine({.buffer = vertices, .sizeBytes = sizeBytes, .usage = GL_STATIC_DRAW, .flags = 0, .ack = 0, .bind = 0});
    c->bufferSubdata({.buffer = vertices, .offsetBytes = 0}, std::as_bytes(std::span(triangle)));
  }
  void draw() {
    c->draw({.mode = GL_TRIANGLES, .indexSizeBytes = 0, .flags = 0, .count = 3, .instances = 1, .start = 0, .baseVertex = 0,
             .baseInstance = 0});
  }
  void scissor(int32_t x, int32_t width) {
    const pipe::Scissor box{x, 0, width, 1};
    c->setScissors({.first = 0, .enableMask = 1}, std::span(&box, 1));
  }
  const Counters& counters() const { return countersOf(*sBackend); }
  static uint64_t budget() { return static_cast<uint64_t>(base::settings().ipcWireDeferredMb) * kMiB; }

  pipe::TextureHandle color;
  pipe::FramebufferHandle fb;
  pipe::BufferHandle vertices;
};
// A back end of its own for each, so that peaks are the test's.
class RespecifyWithoutDraw : public Lifetime {};
class RespecifyAndDraw : public Lifetime {};
class ManySmallRounds : public Lifetime {};
class HandleReuse : public Lifetime {};
class Plateau : public Lifetime {};

// A store that no command named goes at once: 1,024 definitions leave no more stores than a few.
TEST_F(RespecifyWithoutDraw, LiveStoresStayFew) {
  const uint64_t before = counters().liveStores.now;
  for (uint32_t i = 0; i < 1024; ++i) define(4096 + (i & 1) * 64, 1.0f);
  EXPECT_LE(counters().liveStores.peak, before + 4);
  draw();
  EXPECT_EQ(read(fb, 1, 1)[0], 255);
}

// 48 stores of 1 MiB, each drawn from: what waits stays within the budget, and each draw saw its own store.
TEST_F(RespecifyAndDraw, ParkedBytesStayWithinTheBudget) {
  const uint64_t before = counters().liveStores.now;
  for (int32_t i = 0; i < 48; ++i) {
    scissor(i, 1);
    define(kMiB, static_cast<float>(i) * 5 / 255);
    draw();
  }
  const uint64_t parked = counters().parkedBytes.peak, live = counters().liveStores.peak;
  const auto pixels = read(fb, 48, 1);
  for (size_t i = 0; i < 48; ++i) EXPECT_EQ(pixels[i * 4], i * 5) << "stripe " << i;
  if (budget() == 0) {
    EXPECT_GT(parked, 40 * kMiB) << "without a bound nothing should have been freed";
    return;
  }
  EXPECT_LE(parked, budget() + kMiB);
  EXPECT_LE(live, before + budget() / kMiB + 4);
  EXPECT_GT(counters().deferredSyncs, 0u);
}

// 3,000 stores of 256 bytes, far below the bytes of the budget: the count is bounded too.
TEST_F(ManySmallRounds, LiveStoresStayBelowTheCount) {
  const uint64_t before = counters().liveStores.now;
  for (uint32_t i = 0; i < 3000; ++i) {
    define(256, 1.0f);
    draw();
  }
  if (budget() == 0) {
    EXPECT_GT(counters().liveStores.peak, before + 2000);
  } else {
    EXPECT_LE(counters().liveStores.peak, before + 1024 + 4);
  }
  EXPECT_EQ(read(fb, 1, 1)[0], 255);
}

// A store dies and the driver hands its handle out again: a draw with the new store must not meet what was remembered
// of the old one.
TEST_F(HandleReuse, ADrawFollowsTheNewStore) {
  const auto p = program("#version 330\nlayout(location = 0) in vec2 position; void main() { gl_Position = vec4(position, 0, 1); }",
                         "#version 330\nlayout(std140) uniform Block { vec4 shade; }; out vec4 o; void main() { o = shade; }");
  c->bindProgram({.program = p});
  const pipe::BufferHandle uniforms = names().buffers.mint();
  const auto fill = [&](uint64_t sizeBytes, float red) {
    const float shade[4] = {red, 0, 0, 1};
    c->bufferDefine({.buffer = uniforms, .sizeBytes = sizeBytes, .usage = GL_STATIC_DRAW, .flags = 0, .ack = 0, .bind = 0});
    c->bufferSubdata({.buffer = uniforms, .offsetBytes = 0}, std::as_bytes(std::span(shade)));
  };
  const auto empty = [&](pipe::BufferHandle buffer) {
    c->bufferDefine({.buffer = buffer, .sizeBytes = 0, .usage = GL_STATIC_DRAW, .flags = 0, .ack = 0, .bind = 0});
  };
  fill(256, 1.0f);
  const pipe::BufferRange range{uniforms, 0, ~uint64_t{0}};
  c->setUniformBuffers({.first = 0, .zero = 0}, std::span(&range, 1));
  define(256, 0);
  draw();
  empty(uniforms);
  c->flush({});
  const pipe::FenceHandle fence = names().fences.mint();
  c->fenceCreate({.fence = fence});
  while (events.fences.empty()) {
    c->poll(true);
    c->waitBriefly();
  }
  define(512, 0);  // parks a store, which sweeps the first one
  fill(65536, 0.2f);
  draw();
  EXPECT_EQ(read(fb, 1, 1)[0], 51);
}

size_t mapsLines() {
  std::ifstream maps("/proc/self/maps");
  size_t lines = 0;
  for (std::string line; std::getline(maps, line);) ++lines;
  return lines;
}

// Buffers respecified, textures and programs changing, no present: the second half of the draws needs no more memory
// maps, descriptor pools or stores than the first.
TEST_F(Plateau, HoldsWithoutAPresent) {
  constexpr const char* kTextured = "#version 330\nin vec4 shade; uniform sampler2D image; uniform vec4 tint; out vec4 o; "
                                    "void main() { o = texture(image, shade.xy) + tint; }";
  const pipe::ProgramHandle programs[] = {program(kVertex, kTextured), program(kVertex, kFragment)};
  const pipe::ProgramHandle textured = programs[0];
  const pipe::SamplerHandle s = sampler();
  std::vector<pipe::TextureHandle> textures;
  for (int i = 0; i < 8; ++i) textures.push_back(texture(GL_TEXTURE_2D, formats::Format::RGBA8_UNORM, 8, 8));
  const auto rounds = [&](uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      c->bindProgram({.program = programs[i & 1]});
      bindView(0, textures[i % 8], s);
      if (i % 2 == 0) {
        const float tint[4] = {static_cast<float>(i % 7) / 7, 0, 0, 0};
        c->setConstants({.program = textured, .stage = 4, .offsetBytes = 0}, std::as_bytes(std::span(tint)));
      }
      define(256 + i % 3 * 64, 1.0f);
      if (i % 64 == 0) {
        c->textureDestroy({.texture = textures[i / 64 % 8]});
        names().textures.release(textures[i / 64 % 8]);
        textures[i / 64 % 8] = texture(GL_TEXTURE_2D, formats::Format::RGBA8_UNORM, 8, 8);
        bindView(0, textures[i % 8], s);
      }
      draw();
    }
  };
  rounds(8000);
  const size_t maps = mapsLines();
  const uint64_t pools = counters().setPools, stores = counters().liveStores.peak;
  rounds(16000);
  EXPECT_LE(mapsLines(), maps + maps / 4 + 64);
  EXPECT_LE(counters().setPools, pools + 4);
  if (budget()) {
    EXPECT_LE(counters().liveStores.peak, stores + 64);
  }
}

}  // namespace
}  // namespace vulkan
