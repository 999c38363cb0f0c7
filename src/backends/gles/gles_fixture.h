// SPDX-License-Identifier: Apache-2.0
// Drives a context of a back end by pipe calls, on the machine's own driver. The tests speak the pipe alone, so those
// that ask for what every driver owes run on both back ends: MGL_DRIVES_VULKAN builds them for the Vulkan one.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backends/gles/gl_headers.h"
#ifdef MGL_DRIVES_VULKAN
#include "backends/vulkan/backend.h"
#else
#include "backends/gles/backend.h"
#endif
#include "formats/formats.h"
#include "pipe/screen.h"
#include "shader/compile.h"

namespace gles::test {

#ifdef MGL_DRIVES_VULKAN
using vulkan::createBackend;
#endif

struct Recorder : pipe::EventSink, pipe::FaultSink {
  void fenceSignalled(const pipe::FenceSignalledEvent& event) override { fences.push_back(event.fence); }
  void queryResult(const pipe::QueryResultEvent& event) override { queries.push_back(event); }
  void allocationVerdict(const pipe::AllocationVerdictEvent& event) override { verdicts.push_back(event); }
  void surfaceLost(const pipe::SurfaceLostEvent&) override { ++lostSurfaces; }
  void driverError(const pipe::DriverErrorEvent& event) override { driverErrors.push_back(event.code); }
  void fault(pipe::Fault family, const char* sentence) override {
    faults.push_back(family);
    sentences.push_back(sentence);
  }
  std::vector<pipe::FenceHandle> fences;
  std::vector<pipe::QueryResultEvent> queries;
  std::vector<pipe::AllocationVerdictEvent> verdicts;
  std::vector<uint32_t> driverErrors;
  std::vector<pipe::Fault> faults;
  std::vector<std::string> sentences;
  int lostSurfaces = 0;
};

// A triangle list in clip space, two floats a vertex at location 0.
inline constexpr float kWholeScreen[] = {-1, -1, 3, -1, -1, 3};

class Gles : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::setenv("MOBILEGL_IPC_STRICT_ERRORS", "1", 0);
    auto backend = createBackend();
    ASSERT_TRUE(backend) << backend.error().text;
    sBackend = backend->release();
  }
  static void TearDownTestSuite() {
    delete sBackend;
    sBackend = nullptr;
  }
  void SetUp() override {
    auto context = sBackend->createContext(events, events);
    ASSERT_TRUE(context) << context.error().text;
    c = std::move(*context);
    ASSERT_TRUE(c->makeCurrent());
  }
  // A test that expects faults or driver errors clears them before its end.
  void TearDown() override {
    for (const std::string& sentence : events.sentences) ADD_FAILURE() << sentence;
    EXPECT_TRUE(events.driverErrors.empty()) << "The driver raised 0x" << std::hex << events.driverErrors[0];
    c->releaseCurrent();
    c.reset();
  }

  static const pipe::Caps& caps() { return sBackend->caps(); }
  pipe::Names& names() { return sNames; }

  pipe::TextureHandle texture(GLenum target, formats::Format format, uint32_t width, uint32_t height,
                              uint32_t depth = 1, uint32_t levels = 1, uint32_t samples = 0) {
    const pipe::TextureHandle handle = names().textures.mint();
    c->textureDefineStorage({.texture = handle, .shape = shape(target, format, width, height, depth, levels, samples),
                             .ack = 0, .zero = 0});
    return handle;
  }
  static pipe::TextureShape shape(GLenum target, formats::Format format, uint32_t width, uint32_t height,
                                  uint32_t depth = 1, uint32_t levels = 1, uint32_t samples = 0) {
    return {.target = static_cast<uint16_t>(target), .format = static_cast<uint16_t>(format),
            .levels = static_cast<uint16_t>(levels), .samples = static_cast<uint16_t>(samples), .width = width,
            .height = height, .depth = depth, .fixedSampleLocations = 1};
  }
  pipe::BufferHandle buffer(std::span<const std::byte> data) {
    const pipe::BufferHandle handle = names().buffers.mint();
    c->bufferDefine({.buffer = handle, .sizeBytes = data.size(), .usage = GL_STATIC_DRAW, .flags = 0, .ack = 0, .bind = 0});
    c->bufferSubdata({.buffer = handle, .offsetBytes = 0}, data);
    return handle;
  }
  template <class T, size_t N>
  pipe::BufferHandle bufferOf(const T (&values)[N]) {
    return buffer(std::as_bytes(std::span(values)));
  }
  static pipe::FramebufferDesc desc(uint32_t width, uint32_t height) {
    pipe::FramebufferDesc desc;
    for (auto& output : desc.drawBuffers) output = 255;
    desc.width = width;
    desc.height = height;
    desc.layers = 1;
    return desc;
  }
  pipe::FramebufferHandle framebuffer(const pipe::FramebufferDesc& desc) {
    const pipe::FramebufferHandle handle = names().framebuffers.mint();
    c->framebufferCreate({.framebuffer = handle, .desc = desc});
    return handle;
  }
  pipe::FramebufferHandle framebufferOf(pipe::TextureHandle color, uint32_t width, uint32_t height,
                                        pipe::TextureHandle depthStencil = {}, bool stencil = false) {
    pipe::FramebufferDesc d = desc(width, height);
    if (color) {
      d.color[0].texture = color;
      d.drawBuffers[0] = 0;
    }
    d.depth.texture = depthStencil;
    if (stencil) d.stencil.texture = depthStencil;
    return framebuffer(d);
  }
  static pipe::PipelineState plainState() {
    pipe::PipelineState state;
    for (auto& blend : state.blend) {
      blend.writeMask = 15;
      blend.equationRgb = blend.equationAlpha = GL_FUNC_ADD;
      blend.srcRgb = blend.srcAlpha = GL_ONE;
    }
    for (auto& face : state.stencil) face = {GL_ALWAYS, GL_KEEP, GL_KEEP, GL_KEEP};
    state.depthFunc = GL_LESS;
    state.depthWrite = 1;
    state.cullFace = GL_BACK;
    state.frontFace = GL_CCW;
    state.multisample = 1;
    return state;
  }
  void bindPipeline(const pipe::PipelineState& state) {
    const pipe::PipelineHandle handle = names().pipelines.mint();
    c->pipelineCreate({.pipeline = handle, .state = state});
    c->bindPipeline({.pipeline = handle});
  }
  // Binds a framebuffer with a viewport over all of it.
  void target(pipe::FramebufferHandle handle, uint32_t width, uint32_t height) {
    c->bindFramebuffer({.framebuffer = handle});
    const pipe::Viewport viewport{0, 0, static_cast<float>(width), static_cast<float>(height), 0, 1};
    c->setViewports({.first = 0, .zero = 0}, std::span(&viewport, 1));
  }
  void clearColor(float r, float g, float b, float a, uint32_t buffers = GL_COLOR_BUFFER_BIT) {
    const float color[4] = {r, g, b, a};
    pipe::ClearArgs args;
    args.kind = 0;
    args.buffers = buffers;
    std::memcpy(args.color, color, sizeof color);
    args.depth = 1.0f;
    c->clear(args);
  }
  static pipe::PixelLayout layout(GLenum format, GLenum type, uint32_t width, uint32_t height = 1) {
    pipe::PixelLayout layout;
    layout.format = static_cast<uint16_t>(format);
    layout.type = static_cast<uint16_t>(type);
    layout.rowStrideBytes = uint64_t{width} * formats::bytesPerPixel(format, type);
    layout.imageStrideBytes = layout.rowStrideBytes * height;
    return layout;
  }
  template <class T = uint8_t>
  std::vector<T> read(pipe::FramebufferHandle source, uint32_t width, uint32_t height, GLenum format = GL_RGBA,
                      GLenum type = GL_UNSIGNED_BYTE, int32_t attachment = 0) {
    const pipe::PixelLayout l = layout(format, type, width);
    std::vector<T> pixels(l.rowStrideBytes * height / sizeof(T));
    EXPECT_EQ(c->readPixels({.source = source, .readAttachment = attachment, .clampColor = 0, .x = 0, .y = 0,
                             .width = width, .height = height, .layout = l},
                            std::as_writable_bytes(std::span(pixels))),
              pipe::ReplyStatus::Ok);
    return pixels;
  }
  template <class T>
  std::vector<T> readTexture(pipe::TextureHandle texture, uint32_t level, const pipe::Box& box, GLenum format,
                             GLenum type) {
    const pipe::PixelLayout l = layout(format, type, box.width, box.height);
    std::vector<T> pixels(l.imageStrideBytes * box.depth / sizeof(T));
    EXPECT_EQ(c->textureRead({.texture = texture, .level = level, .zero = 0, .box = box, .layout = l},
                             std::as_writable_bytes(std::span(pixels))),
              pipe::ReplyStatus::Ok);
    return pixels;
  }
  template <class T>
  void write(pipe::TextureHandle texture, uint32_t level, const pipe::Box& box, GLenum format, GLenum type,
             const std::vector<T>& pixels) {
    const pipe::UploadRegion region{box, 0};
    c->textureSubdata({.texture = texture, .level = level, .zero = 0, .layout = layout(format, type, box.width, box.height)},
                      std::span(&region, 1), std::as_bytes(std::span(pixels)));
  }
  static pipe::Box box(uint32_t width, uint32_t height = 1, uint32_t depth = 1) { return {0, 0, 0, width, height, depth}; }

  // Compiles and links GLSL as the front end does.
  pipe::ProgramHandle program(const std::string& vertex, const std::string& fragment,
                              const std::vector<std::string>& xfb = {}, uint32_t xfbMode = 0) {
    const shader::Limits limits;
    shader::LinkInput input;
    for (const auto& [stage, text] : {std::pair{shader::Stage::Vertex, vertex}, {shader::Stage::Fragment, fragment}}) {
      if (text.empty()) continue;
      auto compiled = shader::compile(stage, text, limits);
      EXPECT_TRUE(compiled.stage) << compiled.infoLog;
      input.stages.push_back(compiled.stage);
    }
    input.xfbVaryings = xfb;
    input.xfbMode = xfbMode;
    auto linked = shader::link(input, limits);
    EXPECT_TRUE(linked.program) << linked.infoLog;
    if (!linked.program) return {};
    reflection = linked.program;
    return create(*linked.program);
  }
  pipe::ProgramHandle create(const shader::Program& linked) {
    std::vector<pipe::StageModule> stages;
    std::vector<std::byte> bytes;
    for (const shader::StageCode& code : linked.code) {
      stages.push_back({.stage = static_cast<uint32_t>(code.stage), .offsetWords = static_cast<uint32_t>(bytes.size() / 4),
                        .sizeWords = static_cast<uint32_t>(code.spirv.size()),
                        .defaultBlockBytes = code.defaultBlockBytes});
      const auto words = std::as_bytes(std::span(code.spirv));
      bytes.insert(bytes.end(), words.begin(), words.end());
    }
    std::vector<pipe::XfbVarying> varyings;
    for (const shader::XfbVarying& varying : linked.xfb) {
      varyings.push_back({.nameOffsetBytes = static_cast<uint32_t>(bytes.size()),
                          .nameBytes = static_cast<uint32_t>(varying.name.size()), .buffer = varying.buffer,
                          .offsetBytes = varying.offsetBytes});
      const auto text = std::as_bytes(std::span(varying.name));
      bytes.insert(bytes.end(), text.begin(), text.end());
    }
    pipe::ProgramCreateArgs args;
    args.program = names().programs.mint();
    args.xfbMode = linked.xfbMode;
    std::copy(linked.xfbStrideBytes.begin(), linked.xfbStrideBytes.end(), args.xfbStrideBytes);
    c->programCreate(args, stages, varyings, bytes);
    for (const shader::StageCode& code : linked.code)
      if (!code.defaultBlockInit.empty())
        c->setConstants({.program = args.program, .stage = static_cast<uint32_t>(code.stage), .offsetBytes = 0},
                        code.defaultBlockInit);
    return args.program;
  }
  // Sets a default-block uniform of the last program linked.
  template <class T>
  void uniform(pipe::ProgramHandle program, const std::string& name, const std::vector<T>& values) {
    for (const shader::Uniform& uniform : reflection->uniforms) {
      if (uniform.name != name) continue;
      for (uint32_t stage = 0; stage < shader::kStageCount; ++stage)
        if (uniform.placement[stage].offsetBytes >= 0)
          c->setConstants({.program = program, .stage = stage,
                           .offsetBytes = static_cast<uint32_t>(uniform.placement[stage].offsetBytes)},
                          std::as_bytes(std::span(values)));
      return;
    }
    ADD_FAILURE() << "There is no uniform " << name;
  }
  void bindVertices(std::span<const pipe::VertexElement> elements, std::span<const pipe::VertexBuffer> buffers) {
    const pipe::VertexElementsHandle handle = names().vertexElements.mint();
    c->vertexElementsCreate({.elements = handle}, elements);
    c->bindVertexElements({.elements = handle});
    c->setVertexBuffers({.first = 0, .zero = 0}, buffers);
  }
  // Two floats a vertex at location 0.
  void bindPositions(pipe::BufferHandle positions) {
    const pipe::VertexElement element{.location = 0, .components = 2, .kind = 0, .binding = 0, .type = GL_FLOAT,
                                      .bgra = 0, .relativeOffsetBytes = 0, .divisor = 0};
    const pipe::VertexBuffer source{.buffer = positions, .offsetBytes = 0, .strideBytes = 8, .zero = 0};
    bindVertices(std::span(&element, 1), std::span(&source, 1));
  }
  pipe::SamplerHandle sampler(GLenum filter = GL_NEAREST, GLenum wrap = GL_CLAMP_TO_EDGE) {
    pipe::SamplerState state;
    state.minFilter = state.magFilter = static_cast<uint16_t>(filter);
    state.wrapS = state.wrapT = state.wrapR = static_cast<uint16_t>(wrap);
    state.compareMode = GL_NONE;
    state.compareFunc = GL_LEQUAL;
    state.minLod = -1000;
    state.maxLod = 1000;
    state.maxAnisotropy = 1;
    const pipe::SamplerHandle handle = names().samplers.mint();
    c->samplerCreate({.sampler = handle, .state = state});
    return handle;
  }
  void bindView(uint32_t slot, pipe::TextureHandle texture, pipe::SamplerHandle sampler) {
    const pipe::SamplerView view{texture, sampler};
    c->setSamplerViews({.first = slot, .zero = 0}, std::span(&view, 1));
  }

  Recorder events;
  std::unique_ptr<pipe::BackendContext> c;
  std::shared_ptr<const shader::Program> reflection;
  static inline pipe::Backend* sBackend = nullptr;
  static inline pipe::Names sNames;
};

}  // namespace gles::test
