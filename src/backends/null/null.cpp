// SPDX-License-Identifier: Apache-2.0
#include "backends/null/null.h"

#include "backends/null/counting_context.gen.h"

namespace null_backend {
namespace {

using CountingBackendContext = Counting<pipe::BackendContext>;

// Above every format a front end may ask for; unused entries cost eight bytes each.
constexpr size_t kFormatCount = 256;

pipe::Caps plausibleCaps() {
  pipe::Caps caps;
  pipe::Limits& l = caps.limits;
  l.maxTextureSize = l.max3dTextureSize = l.maxCubeMapSize = l.maxRectangleSize = l.maxRenderbufferSize = 16384;
  l.maxArrayLayers = 2048;
  l.maxTextureBufferTexels = 1u << 27;
  l.maxViewportWidth = l.maxViewportHeight = 16384;
  l.maxViewports = 16;
  l.maxSamples = l.maxColorSamples = l.maxDepthSamples = l.maxIntegerSamples = 8;
  l.maxVertexAttribs = l.maxVertexBindings = 16;
  l.maxVertexStrideBytes = 2048;
  l.maxRelativeOffsetBytes = 2047;
  l.maxDrawBuffers = l.maxColorAttachments = 8;
  l.maxDualSourceDrawBuffers = 1;
  l.maxSamplersPerStage = 32;
  l.maxCombinedSamplers = 160;
  l.maxUniformBuffersPerStage = 14;
  l.maxCombinedUniformBuffers = 70;
  l.maxUniformBufferBytes = 65536;
  l.uniformBufferAlignmentBytes = l.storageBufferAlignmentBytes = 16;
  l.maxStorageBuffersPerStage = 16;
  l.maxStorageBufferBytes = 1u << 30;
  l.maxImagesPerStage = 16;
  l.maxVaryingComponents = 128;
  l.maxGeometryOutputVertices = 256;
  l.maxGeometryTotalComponents = 1024;
  l.maxClipDistances = 8;
  l.maxStreamOutputBuffers = l.maxStreamOutputSeparateComponents = 4;
  l.maxStreamOutputInterleavedComponents = 64;
  l.maxElementsIndices = l.maxElementsVertices = 1u << 20;
  l.minTexelOffset = -8;
  l.maxTexelOffset = 7;
  l.subPixelBits = 8;
  l.timestampBits = 64;
  l.maxAnisotropy = l.maxLodBias = 16;
  l.minPointSize = l.minLineWidth = 1;
  l.maxPointSize = 256;
  l.maxLineWidth = 8;
  l.pointSizeGranularity = l.lineWidthGranularity = 0.125f;
  pipe::forEachFeature(caps.features, [](const char*, uint8_t& feature) { feature = 2; });
  caps.formats.assign(kFormatCount, pipe::FormatCaps{1, 1, 1, 1, 8, 1, 1, 0});
  caps.backend = "null";
  caps.driver = "null";
  caps.version = "OpenGL ES 3.2 null";
  return caps;
}

class NullContext final : public CountingBackendContext {
 public:
  explicit NullContext(pipe::EventSink& events) : mEvents(events) {}
  void fenceCreate(const pipe::FenceCreateArgs& args) override {
    CountingBackendContext::fenceCreate(args);
    mEvents.fenceSignalled({args.fence});
  }
  void queryEnd(const pipe::QueryEndArgs& args) override {
    CountingBackendContext::queryEnd(args);
    mEvents.queryResult({args.query, args.serial, 0});
  }
  pipe::ReplyStatus queryWait(const pipe::QueryWaitArgs&, pipe::QueryWaitReply& reply) override {
    reply = {0, 1};
    return pipe::ReplyStatus::Ok;
  }
  void bufferDefine(const pipe::BufferDefineArgs& args) override {
    CountingBackendContext::bufferDefine(args);
    if (args.ack) mEvents.allocationVerdict({args.buffer, {}, 1, 0});
  }
  void textureDefineStorage(const pipe::TextureDefineStorageArgs& args) override {
    CountingBackendContext::textureDefineStorage(args);
    if (args.ack) mEvents.allocationVerdict({{}, args.texture, 1, 0});
  }
  void textureDefineLevel(const pipe::TextureDefineLevelArgs& args) override {
    CountingBackendContext::textureDefineLevel(args);
    if (args.ack) mEvents.allocationVerdict({{}, args.texture, 1, 0});
  }
  bool makeCurrent() override { return true; }
  void releaseCurrent() override {}
  bool poll(bool) override { return false; }
  void waitBriefly() override {}

 private:
  pipe::EventSink& mEvents;
};

class NullBackend final : public pipe::Backend {
 public:
  const pipe::Caps& caps() const override { return mCaps; }
  base::Result<std::unique_ptr<pipe::BackendContext>> createContext(pipe::EventSink& events,
                                                                    pipe::FaultSink&) override {
    return std::unique_ptr<pipe::BackendContext>(std::make_unique<NullContext>(events));
  }

 private:
  const pipe::Caps mCaps = plausibleCaps();
};

}  // namespace

std::unique_ptr<pipe::Backend> createBackend() { return std::make_unique<NullBackend>(); }

}  // namespace null_backend
