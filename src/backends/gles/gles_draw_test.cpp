// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/gles_fixture.h"

namespace gles::test {
namespace {

using formats::Format;
using Bytes = std::vector<uint8_t>;

constexpr char kPass[] = "#version 330\nlayout(location = 0) in vec2 p;\nvoid main() { gl_Position = vec4(p, 0, 1); }\n";
constexpr char kUniformColor[] = "#version 330\nuniform vec4 color;\nout vec4 o;\nvoid main() { o = color; }\n";

class GlesDraw : public Gles {
 protected:
  // A target of 8 by 1 pixels, cleared to zero.
  void SetUp() override {
    Gles::SetUp();
    fb = framebufferOf(texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 8, 1), 8, 1);
    bindPipeline(plainState());
    target(fb, 8, 1);
    clearColor(0, 0, 0, 0);
  }
  // x positions of 9 boundaries between the 8 pixels, low and high: vertex 2i is at the bottom, 2i+1 at the top.
  pipe::BufferHandle columns() {
    float xy[9 * 4];
    for (int i = 0; i < 9; ++i) {
      const float x = static_cast<float>(i) / 4.0f - 1.0f;
      const float pair[4] = {x, -1, x, 1};
      std::memcpy(xy + i * 4, pair, sizeof pair);
    }
    return bufferOf(xy);
  }
  // One character a pixel: '#' where red is full, '.' where it is zero.
  std::string row() {
    std::string text;
    const Bytes pixels = read(fb, 8, 1);
    for (int i = 0; i < 8; ++i) text += pixels[i * 4] == 255 ? '#' : pixels[i * 4] == 0 ? '.' : '?';
    return text;
  }
  void useRed() {
    const auto p = program(kPass, kUniformColor);
    uniform<float>(p, "color", {1, 0, 0, 1});
    c->bindProgram({.program = p});
  }
  void draw(GLenum mode, uint32_t count, uint32_t start = 0, uint8_t indexSize = 0, int32_t baseVertex = 0,
            uint32_t instances = 1) {
    c->draw({.mode = static_cast<uint8_t>(mode), .indexSizeBytes = indexSize, .flags = 0, .count = count,
             .instances = instances, .start = start, .baseVertex = baseVertex, .baseInstance = 0});
  }
  pipe::FramebufferHandle fb;
};

// A triangle covers what it should, in the color of a default-block uniform; a changed uniform is seen by the next draw.
TEST_F(GlesDraw, TriangleWithUniform) {
  const auto p = program(kPass, kUniformColor);
  uniform<float>(p, "color", {1, 0, 0, 1});
  c->bindProgram({.program = p});
  bindPositions(bufferOf(kWholeScreen));
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{255, 0, 0, 255}));
  uniform<float>(p, "color", {0, 1, 0, 1});
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{0, 255, 0, 255}));
}

// A draw that follows another one with nothing set in between takes a short way; destroying what it draws with, a target
// that was stored anew, a blit and a clear in between end it.
TEST_F(GlesDraw, RepeatedDrawsSeeWhatChanged) {
  const auto p = program(kPass, kUniformColor);
  uniform<float>(p, "color", {1, 0, 0, 1});
  c->bindProgram({.program = p});
  bindPositions(columns());
  const auto repeat = [&] {
    for (uint32_t i = 0; i < 3; ++i) draw(GL_TRIANGLE_STRIP, 4, i * 2);
  };
  repeat();
  EXPECT_EQ(row(), "###.....");
  clearColor(0, 0, 0, 0);
  draw(GL_TRIANGLE_STRIP, 4, 6);
  EXPECT_EQ(row(), "...#....");
  const auto other = framebufferOf(texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 8, 1), 8, 1);
  target(other, 8, 1);
  clearColor(0, 0, 0, 0);
  target(fb, 8, 1);
  repeat();
  EXPECT_EQ(row(), "####....");
  const auto tex = texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 8, 1);
  const auto moving = framebufferOf(tex, 8, 1);
  target(moving, 8, 1);
  clearColor(0, 0, 0, 0);
  repeat();
  c->textureDefineStorage({.texture = tex, .shape = shape(GL_TEXTURE_2D, Format::RGBA8_UNORM, 8, 1), .ack = 0, .zero = 0});
  clearColor(0, 0, 0, 0);
  draw(GL_TRIANGLE_STRIP, 4, 6);
  EXPECT_EQ(read(moving, 8, 1)[3 * 4], 255);
  EXPECT_EQ(read(moving, 8, 1)[0], 0);
  target(fb, 8, 1);
  repeat();
  c->programDestroy({.program = p});
  EXPECT_TRUE(events.faults.empty());
  draw(GL_TRIANGLE_STRIP, 4);
  ASSERT_EQ(events.faults.size(), 1u);
  EXPECT_EQ(events.faults[0], pipe::Fault::StaleHandle);
  events.faults.clear();
  events.sentences.clear();
}

// Indices of all three sizes, with a base vertex and a byte offset that need not be aligned.
TEST_F(GlesDraw, IndicesOfAllSizes) {
  useRed();
  bindPositions(columns());
  const uint8_t bytes[] = {99, 0, 1, 2, 3};
  c->setIndexBuffer({.buffer = bufferOf(bytes)});
  draw(GL_TRIANGLE_STRIP, 4, 1, 1, 4);
  EXPECT_EQ(row(), "..#.....");
  const uint16_t shorts[] = {99, 6, 7, 8, 9};
  c->setIndexBuffer({.buffer = bufferOf(shorts)});
  draw(GL_TRIANGLE_STRIP, 4, 2, 2);
  EXPECT_EQ(row(), "..##....");
  const uint32_t words[] = {10, 11, 12, 13};
  c->setIndexBuffer({.buffer = bufferOf(words)});
  draw(GL_TRIANGLE_STRIP, 4, 0, 4);
  EXPECT_EQ(row(), "..##.#..");
  const uint8_t unaligned[] = {7, 0, 0, 1, 0, 2, 0, 3, 0};
  c->setIndexBuffer({.buffer = bufferOf(unaligned)});
  draw(GL_TRIANGLE_STRIP, 4, 1, 2);
  EXPECT_EQ(row(), "#.##.#..");
}

// A restart index that is no type's largest value splits primitives; the same index without restart is a vertex.
TEST_F(GlesDraw, RestartIndexOfAnyValue) {
  useRed();
  bindPositions(columns());
  const uint16_t indices[] = {0, 1, 2, 3, 5, 6, 7, 8, 9};
  c->setIndexBuffer({.buffer = bufferOf(indices)});
  auto state = plainState();
  state.primitiveRestart = 1;
  bindPipeline(state);
  pipe::RasterDynamic raster;
  raster.lineWidth = raster.pointSize = 1;
  raster.restartIndex = 5;
  raster.sampleMask = ~0u;
  c->setRasterDynamic({.values = raster});
  draw(GL_TRIANGLE_STRIP, 9, 0, 2);
  EXPECT_EQ(row(), "#..#....");
  raster.restartIndex = 0xFFFF;
  c->setRasterDynamic({.values = raster});
  const uint16_t largest[] = {8, 9, 10, 11, 0xFFFF, 14, 15, 16, 17};
  c->setIndexBuffer({.buffer = bufferOf(largest)});
  draw(GL_TRIANGLE_STRIP, 9, 0, 2);
  EXPECT_EQ(row(), "#..##..#");
}

// Quads, quad strips and polygons, from arrays and from indices.
TEST_F(GlesDraw, QuadsAndPolygons) {
  useRed();
  const float quad[] = {-1, -1, -0.75f, -1, -0.75f, 1, -1, 1, -0.5f, -1, -0.25f, -1, -0.25f, 1, -0.5f, 1};
  bindPositions(bufferOf(quad));
  draw(desktop::kQuads, 8);
  EXPECT_EQ(row(), "#.#.....");
  bindPositions(columns());
  draw(desktop::kQuadStrip, 6, 6);
  EXPECT_EQ(row(), "#.###...");
  const uint8_t polygon[] = {12, 14, 15, 13};
  c->setIndexBuffer({.buffer = bufferOf(polygon)});
  draw(desktop::kPolygon, 4, 0, 1);
  EXPECT_EQ(row(), "#.###.#.");
}

// Flat shading takes the last vertex of a quad and the first of a polygon.
TEST_F(GlesDraw, ProvokingVertexOfQuads) {
  const auto p = program(
      "#version 330\nlayout(location = 0) in vec2 p;\nflat out float v;\n"
      "void main() { gl_Position = vec4(p, 0, 1); v = float(gl_VertexID) / 255.0; }\n",
      "#version 330\nflat in float v;\nout vec4 o;\nvoid main() { o = vec4(v); }\n");
  c->bindProgram({.program = p});
  const float quad[] = {0, 0, 0, 0, -1, -1, 1, -1, 1, 1, -1, 1};
  bindPositions(bufferOf(quad));
  draw(desktop::kQuads, 4, 2);
  EXPECT_EQ(read(fb, 8, 1), Bytes(32, 5));
  draw(desktop::kPolygon, 4, 2);
  EXPECT_EQ(read(fb, 8, 1), Bytes(32, 2));
}

// The first vertex provokes where the pipeline says so, in lists, strips and indexed draws.
TEST_F(GlesDraw, FirstVertexConvention) {
  const auto p = program(
      "#version 330\nlayout(location = 0) in vec2 p;\nflat out float v;\n"
      "void main() { gl_Position = vec4(p, 0, 1); v = float(gl_VertexID) / 255.0; }\n",
      "#version 330\nflat in float v;\nout vec4 o;\nvoid main() { o = vec4(v); }\n");
  c->bindProgram({.program = p});
  bindPositions(bufferOf(kWholeScreen));
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 8, 1), Bytes(32, 2));
  auto state = plainState();
  state.provokingVertex = desktop::kFirstVertexConvention;
  bindPipeline(state);
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 8, 1), Bytes(32, 0));
  const uint16_t indices[] = {1, 2, 0};
  c->setIndexBuffer({.buffer = bufferOf(indices)});
  draw(GL_TRIANGLE_STRIP, 3, 0, 2);
  EXPECT_EQ(read(fb, 8, 1), Bytes(32, 1));
}

// Polygons as points have the size of points from state.
TEST_F(GlesDraw, PolygonsAsPoints) {
  useRed();
  const float corners[] = {-0.625f, 0, 0.125f, 0, 0.875f, 0};
  bindPositions(bufferOf(corners));
  auto state = plainState();
  state.polygonModeFront = state.polygonModeBack = desktop::kPoint;
  bindPipeline(state);
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(row(), ".#..#..#");
}

// The point size of state is used unless the pipeline gives that to the program.
TEST_F(GlesDraw, PointSizeFromStateOrProgram) {
  const auto p = program(
      "#version 330\nlayout(location = 0) in vec2 p;\nvoid main() { gl_Position = vec4(p, 0, 1); gl_PointSize = 6.0; }\n",
      kUniformColor);
  uniform<float>(p, "color", {1, 0, 0, 1});
  c->bindProgram({.program = p});
  const float middle[] = {0, 0};
  bindPositions(bufferOf(middle));
  pipe::RasterDynamic raster;
  raster.lineWidth = 1;
  raster.pointSize = 2;
  raster.sampleMask = ~0u;
  c->setRasterDynamic({.values = raster});
  draw(GL_POINTS, 1);
  EXPECT_EQ(row(), "...##...");
  auto state = plainState();
  state.programPointSize = 1;
  bindPipeline(state);
  draw(GL_POINTS, 1);
  EXPECT_EQ(row(), ".######.");
}

// Attributes that ES does not fetch: doubles, and bytes in BGRA order; and a null buffer, which reads zeros.
TEST_F(GlesDraw, ConvertedAttributes) {
  const auto p = program(
      "#version 330\nlayout(location = 0) in vec2 p;\nlayout(location = 1) in vec4 c;\nout vec4 v;\n"
      "void main() { gl_Position = vec4(p, 0, 1); v = c; }\n",
      "#version 330\nin vec4 v;\nout vec4 o;\nvoid main() { o = v; }\n");
  c->bindProgram({.program = p});
  const double corners[] = {-1, -1, 3, -1, -1, 3};
  const uint8_t bgra[] = {10, 20, 30, 40, 10, 20, 30, 40, 10, 20, 30, 40};
  pipe::VertexElement elements[2];
  elements[0] = {.location = 0, .components = 2, .kind = 0, .binding = 0, .type = desktop::kDouble, .bgra = 0,
                 .relativeOffsetBytes = 0, .divisor = 0};
  elements[1] = {.location = 1, .components = 4, .kind = 1, .binding = 1, .type = GL_UNSIGNED_BYTE, .bgra = 1,
                 .relativeOffsetBytes = 0, .divisor = 0};
  pipe::VertexBuffer buffers[2];
  buffers[0] = {.buffer = bufferOf(corners), .offsetBytes = 0, .strideBytes = 16, .zero = 0};
  buffers[1] = {.buffer = bufferOf(bgra), .offsetBytes = 0, .strideBytes = 4, .zero = 0};
  bindVertices(elements, buffers);
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{30, 20, 10, 40}));
  buffers[1].buffer = {};
  c->setVertexBuffers({.first = 1, .zero = 0}, std::span(buffers + 1, 1));
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{0, 0, 0, 0}));
}

// An attribute without an array has its current value, of any type.
TEST_F(GlesDraw, CurrentAttributeValues) {
  const auto p = program(
      "#version 330\nlayout(location = 0) in vec2 p;\nlayout(location = 3) in vec4 c;\nlayout(location = 4) in ivec2 i;\n"
      "out vec4 v;\nvoid main() { gl_Position = vec4(p, 0, 1); v = vec4(c.rg, i.x == -7 ? 1.0 : 0.0, i.y == 9 ? 1.0 : 0.0); }\n",
      "#version 330\nin vec4 v;\nout vec4 o;\nvoid main() { o = v; }\n");
  c->bindProgram({.program = p});
  bindPositions(bufferOf(kWholeScreen));
  pipe::AttribDefault values[2];
  const float color[4] = {1, 0, 0, 0};
  std::memcpy(values[0].bits, color, sizeof color);
  values[0].location = 3;
  values[1] = {.bits = {static_cast<uint32_t>(-7), 9, 0, 1}, .location = 4, .kind = 1};
  c->setAttribDefaults({.zero = 0}, values);
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{255, 0, 255, 255}));
}

// Elements of one buffer with different divisors advance apart.
TEST_F(GlesDraw, DivisorsOfOneBinding) {
  const auto p = program(
      "#version 330\nlayout(location = 0) in float x;\nlayout(location = 1) in float dx;\n"
      "void main() { gl_Position = vec4(x + dx, 0, 0, 1); }\n",
      kUniformColor);
  uniform<float>(p, "color", {1, 0, 0, 1});
  c->bindProgram({.program = p});
  const float data[] = {-0.875f, 0.5f, -0.625f, 1.0f};
  pipe::VertexElement elements[2];
  elements[0] = {.location = 0, .components = 1, .kind = 0, .binding = 0, .type = GL_FLOAT, .bgra = 0, .relativeOffsetBytes = 0, .divisor = 0};
  elements[1] = elements[0];
  elements[1].location = 1;
  elements[1].relativeOffsetBytes = 4;
  elements[1].divisor = 1;
  const pipe::VertexBuffer source{.buffer = bufferOf(data), .offsetBytes = 0, .strideBytes = 8, .zero = 0};
  bindVertices(elements, std::span(&source, 1));
  draw(GL_POINTS, 2, 0, 0, 0, 2);
  EXPECT_EQ(row(), "..####..");
}

// Several ranges in one call draw like several calls.
TEST_F(GlesDraw, ManyRanges) {
  useRed();
  bindPositions(columns());
  const pipe::DrawRange arrays[] = {{0, 4, 0, 0}, {8, 4, 0, 0}, {12, 0, 0, 0}};
  c->drawMany({.mode = GL_TRIANGLE_STRIP, .indexSizeBytes = 0, .flags = 0, .instances = 1, .baseInstance = 0, .zero = 0}, arrays);
  EXPECT_EQ(row(), "#...#...");
  const uint16_t indices[] = {0, 1, 2, 3};
  c->setIndexBuffer({.buffer = bufferOf(indices)});
  const pipe::DrawRange indexed[] = {{0, 4, 2, 0}, {0, 4, 14, 0}};
  c->drawMany({.mode = GL_TRIANGLE_STRIP, .indexSizeBytes = 2, .flags = 0, .instances = 1, .baseInstance = 0, .zero = 0}, indexed);
  EXPECT_EQ(row(), "##..#..#");
  // Indices beyond the buffer's end are undefined, but harm neither the driver nor the ranges beside them.
  const pipe::DrawRange beyond[] = {{0, 4, 4, 0}, {6, 4000, 0, 0}, {0, 4, 8, 0}};
  c->drawMany({.mode = GL_TRIANGLE_STRIP, .indexSizeBytes = 2, .flags = 0, .instances = 1, .baseInstance = 0, .zero = 0}, beyond);
  EXPECT_EQ(row().substr(2, 3), "#.#");
}

// Uniform buffers reach their slots by range, and several programs keep their own default blocks.
TEST_F(GlesDraw, UniformBuffersAndTwoPrograms) {
  const auto block = program(kPass,
                             "#version 330\nuniform A { vec4 a; };\nuniform B { vec4 b; };\nout vec4 o;\nvoid main() { o = a + b; }\n");
  std::vector<float> data(128, 0.0f);
  data[0] = 1;   // red at 0
  data[65] = 1;  // green at 256 + 4
  const auto buf = buffer(std::as_bytes(std::span(data)));
  const pipe::BufferRange ranges[] = {{buf, 0, 16}, {buf, 256, ~uint64_t{0}}};
  c->setUniformBuffers({.first = 0, .zero = 0}, ranges);
  c->bindProgram({.program = block});
  bindPositions(bufferOf(kWholeScreen));
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{255, 255, 0, 0}));
  const auto red = program(kPass, kUniformColor);
  uniform<float>(red, "color", {1, 0, 0, 1});
  const auto blue = program(kPass, kUniformColor);
  uniform<float>(blue, "color", {0, 0, 1, 1});
  c->bindProgram({.program = red});
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{255, 0, 0, 255}));
  c->bindProgram({.program = blue});
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{0, 0, 255, 255}));
}

// Blending against a format without alpha takes 1 for it, although storage has the channel.
TEST_F(GlesDraw, PaddedTargetsHaveOpaqueAlpha) {
  const auto padded = framebufferOf(texture(GL_TEXTURE_2D, Format::RGB16_FLOAT, 1, 1), 1, 1);
  auto state = plainState();
  state.blend[0].enable = 1;
  state.blend[0].srcRgb = state.blend[0].srcAlpha = GL_DST_ALPHA;
  state.blend[0].dstRgb = state.blend[0].dstAlpha = GL_ONE_MINUS_DST_ALPHA;
  bindPipeline(state);
  target(padded, 1, 1);
  clearColor(0.25f, 0, 0, 0.5f);
  const auto p = program(kPass, kUniformColor);
  uniform<float>(p, "color", {1, 0.5f, 0, 0.25f});
  c->bindProgram({.program = p});
  bindPositions(bufferOf(kWholeScreen));
  draw(GL_TRIANGLES, 3);
  EXPECT_EQ(read<float>(padded, 1, 1, GL_RGBA, GL_FLOAT), (std::vector<float>{1, 0.5f, 0, 1}));
}

// Transform feedback captures, pauses, and can be drawn from.
TEST_F(GlesDraw, StreamOutput) {
  const auto p = program(
      "#version 330\nlayout(location = 0) in vec2 p;\nout vec2 doubled;\nvoid main() { gl_Position = vec4(p, 0, 1); doubled = p * 2.0; }\n",
      kUniformColor, {"doubled"}, GL_INTERLEAVED_ATTRIBS);
  const float zeros[8] = {};
  const auto captured = bufferOf(zeros);
  const pipe::BufferRange range{captured, 0, ~uint64_t{0}};
  c->setStreamOutputs({.zero = 0}, std::span(&range, 1));
  c->bindProgram({.program = p});
  const float points[] = {1, 2, 3, 4, 5, 6};
  bindPositions(bufferOf(points));
  const auto query = names().queries.mint();
  c->beginStreamOutput({.primitive = GL_POINTS, .zero = 0, .query = query});
  draw(GL_POINTS, 1);
  c->pauseStreamOutput({.resume = 0, .zero = 0});
  draw(GL_POINTS, 1, 1);
  c->pauseStreamOutput({.resume = 1, .zero = 0});
  draw(GL_POINTS, 1, 2);
  c->endStreamOutput({.zero = 0});
  std::vector<float> back(8);
  c->bufferRead({.buffer = captured, .offsetBytes = 0}, std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back, (std::vector<float>{2, 4, 10, 12, 0, 0, 0, 0}));
}

// A module that is no SPIR-V is the peer's fault.
TEST_F(GlesDraw, BrokenProgramsAreFaults) {
  const uint32_t words[6] = {1, 2, 3, 4, 5, 6};
  const pipe::StageModule module{.stage = 0, .offsetWords = 0, .sizeWords = 6, .defaultBlockBytes = 0};
  pipe::ProgramCreateArgs args;
  args.program = names().programs.mint();
  c->programCreate(args, std::span(&module, 1), {}, std::as_bytes(std::span(words)));
  ASSERT_EQ(events.faults.size(), 1u);
  EXPECT_EQ(events.faults[0], pipe::Fault::Program);
  events.sentences.clear();
}

}  // namespace
}  // namespace gles::test
