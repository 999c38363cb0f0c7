// SPDX-License-Identifier: Apache-2.0
// For tests: a tracker that writes each call down as one line and keeps buffer contents in memory, and a fixture with
// a current context on top of it.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "formats/formats.h"
#include "gl/context.h"
#include "gl/device_info.h"
#include "gl/entry_points.gen.h"
#include "gl/enum_names.gen.h"

namespace gl {

class FakeTracker final : public tracker::Tracker {
 public:
  std::vector<std::string> calls;
  bool isLost = false, refuseMemory = false;
  // What the next queries and fences answer.
  bool queriesReady = true;
  uint64_t queryValue = 0;
  tracker::WaitResult fenceResult = tracker::WaitResult::Signalled;

  // Calls since the last take, one a line.
  std::string take() {
    std::string text;
    for (const std::string& call : calls) text += (text.empty() ? "" : "\n") + call;
    calls.clear();
    return text;
  }
  std::vector<std::byte>& bytesOf(const state::Buffer& buffer) { return mContents[buffer.identity]; }

  void makeCurrent() override { note("makeCurrent"); }
  void releaseCurrent() override { note("releaseCurrent"); }
  bool lost() const override { return isLost; }

  bool bufferDefine(state::Buffer& b, uint64_t size, const void* data, uint32_t usage, uint32_t flags) override {
    note("bufferDefine", b.name, size, data ? "data" : "null", usage, flags);
    if (refuseMemory) return false;
    auto& bytes = bytesOf(b);
    bytes.assign(size, std::byte{0});
    if (data && size) std::memcpy(bytes.data(), data, size);
    return true;
  }
  void bufferSubData(state::Buffer& b, uint64_t offset, std::span<const std::byte> data) override {
    note("bufferSubData", b.name, offset, data.size());
    std::copy(data.begin(), data.end(), bytesOf(b).begin() + static_cast<std::ptrdiff_t>(offset));
  }
  void bufferCopy(state::Buffer& s, state::Buffer& d, uint64_t from, uint64_t to, uint64_t size) override {
    note("bufferCopy", s.name, d.name, from, to, size);
    std::memmove(bytesOf(d).data() + to, bytesOf(s).data() + from, size);
  }
  void bufferClear(state::Buffer& b, uint64_t offset, uint64_t size, std::span<const std::byte> pattern) override {
    note("bufferClear", b.name, offset, size, pattern.size());
    for (uint64_t i = 0; i < size; ++i) bytesOf(b)[offset + i] = pattern[i % pattern.size()];
  }
  bool bufferRead(state::Buffer& b, uint64_t offset, std::span<std::byte> out) override {
    note("bufferRead", b.name, offset, out.size());
    if (isLost) return false;
    std::memcpy(out.data(), bytesOf(b).data() + offset, out.size());
    return true;
  }
  void* bufferMap(state::Buffer& b, uint64_t offset, uint64_t length, uint32_t access) override {
    note("bufferMap", b.name, offset, length, access);
    return refuseMemory ? nullptr : bytesOf(b).data() + offset;
  }
  void bufferFlushMapped(state::Buffer& b, uint64_t offset, uint64_t length) override {
    note("bufferFlushMapped", b.name, offset, length);
  }
  bool bufferUnmap(state::Buffer& b) override {
    note("bufferUnmap", b.name);
    return true;
  }
  std::span<const std::byte> bufferView(state::Buffer& b) override { return bytesOf(b); }
  void destroy(state::Buffer& b) override { note("destroyBuffer", b.name); }

  bool textureDefineLevel(state::Texture& t, uint32_t face, uint32_t level) override {
    note("textureDefineLevel", t.name, face, level);
    return !refuseMemory;
  }
  bool textureDefineStorage(state::Texture& t) override {
    note("textureDefineStorage", t.name);
    return !refuseMemory;
  }
  void textureSetBuffer(state::Texture& t) override { note("textureSetBuffer", t.name); }
  void textureUpload(state::Texture& t, uint32_t level, const tracker::Region& r, const tracker::PixelMemory& m,
                     const tracker::PixelPlace& p) override {
    note("textureUpload", t.name, level, text(r), text(m), text(p));
  }
  void textureRead(state::Texture& t, uint32_t level, const tracker::Region& r, const tracker::PixelMemory& m,
                   const tracker::PixelPlace& p) override {
    note("textureRead", t.name, level, text(r), text(m), text(p));
  }
  void textureCopy(state::Texture& s, uint32_t sourceLevel, const tracker::Region& r, state::Texture& d, uint32_t level,
                   int32_t x, int32_t y, int32_t z) override {
    note("textureCopy", s.name, sourceLevel, text(r), d.name, level, x, y, z);
  }
  void copyFramebufferToTexture(state::Texture& t, uint32_t level, int32_t x, int32_t y, int32_t z, int32_t sx,
                                int32_t sy, uint32_t w, uint32_t h) override {
    note("copyFramebufferToTexture", t.name, level, x, y, z, sx, sy, w, h);
  }
  void generateMipmaps(state::Texture& t, uint32_t base, uint32_t last) override {
    note("generateMipmaps", t.name, base, last);
  }
  void textureClear(state::Texture& t, uint32_t level, const tracker::Region& r, uint32_t kind, const uint32_t*, float,
                    int32_t) override {
    note("textureClear", t.name, level, text(r), kind);
  }
  bool renderbufferDefine(state::Renderbuffer& r) override {
    note("renderbufferDefine", r.name, r.width, r.height);
    return !refuseMemory;
  }
  void destroy(state::Texture& t) override { note("destroyTexture", t.name); }
  void destroy(state::Renderbuffer& r) override { note("destroyRenderbuffer", r.name); }
  void destroy(state::Executable&) override { note("destroyExecutable"); }

  void draw(const tracker::DrawCall& c) override { note("draw", text(c)); }
  void drawMany(std::span<const tracker::DrawCall> many) override {
    std::string all;
    for (const tracker::DrawCall& c : many) all += "[" + text(c) + "]";
    note("drawMany", all);
  }
  void drawIndirect(uint32_t mode, uint32_t indexSize, state::Buffer& b, uint64_t offset, uint32_t count,
                    uint32_t stride) override {
    note("drawIndirect", mode, indexSize, b.name, offset, count, stride);
  }
  void clear(uint32_t mask) override { note("clear", mask); }
  void clearBuffer(uint32_t kind, int32_t drawBuffer, const uint32_t color[4], float depth, int32_t stencil) override {
    note("clearBuffer", kind, drawBuffer, color ? color[0] : 0, depth, stencil);
  }
  void blit(int32_t sx0, int32_t sy0, int32_t sx1, int32_t sy1, int32_t dx0, int32_t dy0, int32_t dx1, int32_t dy1,
            uint32_t mask, uint32_t filter) override {
    note("blit", sx0, sy0, sx1, sy1, dx0, dy0, dx1, dy1, mask, filter);
  }
  void readPixels(int32_t x, int32_t y, uint32_t w, uint32_t h, const tracker::PixelMemory& m,
                  const tracker::PixelPlace& p) override {
    note("readPixels", x, y, w, h, text(m), text(p));
  }
  void flush() override { note("flush"); }
  void finish() override { note("finish"); }

  void queryBegin(state::Query& q, uint32_t target, uint32_t index) override { note("queryBegin", q.name, target, index); }
  void queryEnd(state::Query& q, uint32_t target, uint32_t index) override {
    ++q.endSerial;
    note("queryEnd", q.name, target, index);
  }
  bool queryAvailable(state::Query& q) override {
    note("queryAvailable", q.name);
    if (queriesReady) q.doneSerial = q.endSerial, q.value = queryValue;
    return queriesReady;
  }
  uint64_t queryResult(state::Query& q) override {
    note("queryResult", q.name);
    q.doneSerial = q.endSerial, q.value = queryValue;
    return queryValue;
  }
  void destroy(state::Query& q) override { note("destroyQuery", q.name); }
  uint64_t timestampNow() override { return 1'000'000; }
  void fenceCreate(state::Sync&) override { note("fenceCreate"); }
  tracker::WaitResult fenceWait(state::Sync& s, uint64_t timeoutNs) override {
    note("fenceWait", timeoutNs);
    s.signalled = fenceResult == tracker::WaitResult::Signalled;
    return fenceResult;
  }
  void fenceWaitServer(state::Sync&) override { note("fenceWaitServer"); }
  void destroy(state::Sync&) override { note("destroySync"); }

  void xfbBegin(state::Xfb& x) override { note("xfbBegin", x.name); }
  void xfbPause(state::Xfb& x, bool resume) override { note(resume ? "xfbResume" : "xfbPause", x.name); }
  void xfbEnd(state::Xfb& x) override { note("xfbEnd", x.name); }

  state::TrackerSlot surfaceCreate(const Window&) override { return {0, 1}; }
  void surfaceDestroy(state::TrackerSlot) override {}
  bool present(state::TrackerSlot, state::Framebuffer&, uint32_t, uint32_t, int32_t) override { return true; }
  void drain() override {}
  uint64_t roundTrips() const override { return 0; }

 private:
  template <class... Values>
  void note(const char* verb, const Values&... values) {
    std::ostringstream line;
    line << verb;
    ((line << ' ' << values), ...);
    calls.push_back(line.str());
  }
  template <class... Values>
  static std::string joined(const Values&... values) {
    std::ostringstream line;
    const char* separator = "";
    ((line << separator << values, separator = ","), ...);
    return line.str();
  }
  static std::string text(const tracker::Region& r) { return joined(r.x, r.y, r.z, r.width, r.height, r.depth); }
  static std::string text(const tracker::PixelMemory& m) {
    return joined(m.format, m.type, m.firstByte, m.rowStrideBytes, m.imageStrideBytes, m.totalBytes);
  }
  static std::string text(const tracker::PixelPlace& p) {
    return p.buffer ? joined("buffer", p.buffer->name, p.offsetBytes) : std::string(p.pointer ? "client" : "null");
  }
  static std::string text(const tracker::DrawCall& c) {
    std::string line = joined(c.mode, c.first, c.count);
    if (c.indexSizeBytes) line += joined(" index", c.indexSizeBytes, c.indexOffsetBytes);
    if (c.clientIndices) line += " client";
    if (c.instances != 1 || c.baseInstance) line += joined(" instances", c.instances, c.baseInstance);
    if (c.baseVertex) line += joined(" base", c.baseVertex);
    return line;
  }

  std::map<uint64_t, std::vector<std::byte>> mContents;
};

// Generous limits: the numbers of a usual desktop driver; every known format can do everything.
inline std::shared_ptr<DeviceInfo> testDevice() {
  auto device = std::make_shared<DeviceInfo>();
  DeviceInfo& d = *device;
  d.maxTextureSize = d.maxCubeMapSize = d.maxRectangleSize = d.maxRenderbufferSize = 16384;
  d.max3dTextureSize = d.maxArrayLayers = 2048;
  d.maxTextureBufferTexels = 1u << 27;
  d.maxViewportWidth = d.maxViewportHeight = 16384;
  d.maxViewports = 16;
  d.maxSamples = d.maxColorSamples = d.maxDepthSamples = d.maxIntegerSamples = 4;
  d.maxDualSourceDrawBuffers = 1;
  d.maxVaryingComponents = 124;
  d.maxGeometryOutputVertices = 256, d.maxGeometryTotalComponents = 1024;
  d.maxClipDistances = 8;
  d.maxStreamOutputBuffers = 4, d.maxStreamOutputSeparateComponents = 4, d.maxStreamOutputInterleavedComponents = 64;
  d.maxElementsIndices = d.maxElementsVertices = 1u << 20;
  d.maxUniformBufferBytes = 65536;
  d.maxStorageBuffersPerStage = 8, d.maxStorageBufferBytes = 1u << 27;
  d.timestampBits = 64;
  d.maxAnisotropy = 16, d.maxPointSize = 64, d.maxLineWidth = 8;
  d.renderer = "MobileGL (test, fake)";
  d.extensions = {"GL_ARB_buffer_storage", "GL_KHR_debug"};
  d.exactOcclusion = d.timerQuery = d.geometryShader = d.textureBuffer = true;
  FormatAbility all;
  all.texture = all.filter = all.render = all.blend = true;
  all.maxSamples = 4;
  d.formats.assign(formats::kFormatCount, all);
  return device;
}

// A current context over a FakeTracker; calls go through the generated entry points (mglFoo).
class GlTest : public ::testing::Test {
 protected:
  explicit GlTest(ContextConfig config = compatibility())
      : mDevice(testDevice()),
        mShare(std::make_shared<state::ShareGroup>()),
        mContext(std::make_unique<Context>(config, mShare, mDevice)) {
    auto fake = std::make_unique<FakeTracker>();
    mFake = fake.get();
    mContext->setTracker(std::move(fake));
    setCurrent(mContext.get());
    giveSurface(64, 48);
  }
  ~GlTest() override { setCurrent(nullptr); }

  static ContextConfig compatibility() { return {}; }
  static ContextConfig core() {
    ContextConfig config;
    config.core = true;
    return config;
  }

  Context& ctx() { return *mContext; }
  state::Context& st() { return mContext->state(); }
  FakeTracker& fake() { return *mFake; }
  DeviceInfo& device() { return *mDevice; }
  const std::shared_ptr<state::ShareGroup>& share() { return mShare; }
  const std::shared_ptr<const DeviceInfo> sharedDevice() { return mDevice; }

  // A default framebuffer as winsys makes it: one colour image and a packed depth-stencil image.
  void giveSurface(uint32_t width, uint32_t height) {
    state::Framebuffer& framebuffer = *st().defaultDraw;
    auto image = [&](uint32_t internalFormat) {
      auto made = std::make_shared<state::Renderbuffer>(0u);
      made->width = width, made->height = height, made->internalFormat = internalFormat;
      made->format = static_cast<uint16_t>(formats::fromInternalFormat(internalFormat));
      made->created = true;
      return made;
    };
    framebuffer.color[0].renderbuffer = image(GL_RGBA8);
    framebuffer.depth.renderbuffer = framebuffer.stencil.renderbuffer = image(GL_DEPTH24_STENCIL8);
    framebuffer.hasSurface = true;
    framebuffer.touch();
  }

  // The latched error by name, e.g. "GL_INVALID_VALUE"; takes it.
  std::string error() { return enumName(mContext->takeError(), "ErrorCode"); }

 private:
  std::shared_ptr<DeviceInfo> mDevice;
  std::shared_ptr<state::ShareGroup> mShare;
  std::unique_ptr<Context> mContext;
  FakeTracker* mFake = nullptr;
};

class GlCoreTest : public GlTest {
 protected:
  GlCoreTest() : GlTest(core()) {}
};

}  // namespace gl
