// SPDX-License-Identifier: Apache-2.0
// One context's state by chapter of the specification, as values. Setters live in gl/; every setter that changes a
// value marks its dirty group. Nothing here knows the pipe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "state/buffer.h"
#include "state/dirty.h"
#include "state/framebuffer.h"
#include "state/program.h"
#include "state/query.h"
#include "state/share_group.h"
#include "state/texture.h"
#include "state/vertex_array.h"

namespace state {

inline constexpr uint32_t kMaxUnits = 96;            // combined texture units
inline constexpr uint32_t kMaxUniformBindings = 84;
inline constexpr uint32_t kMaxStorageBindings = 32;
inline constexpr uint32_t kMaxXfbBindings = 4;
inline constexpr uint32_t kMaxViewports = 16;

struct BlendTarget {
  bool enable = false;
  bool write[4] = {true, true, true, true};
  uint32_t equationRgb = glenum::FUNC_ADD_, equationAlpha = glenum::FUNC_ADD_;
  uint32_t srcRgb = glenum::ONE_, dstRgb = glenum::ZERO_, srcAlpha = glenum::ONE_, dstAlpha = glenum::ZERO_;
};

struct StencilFace {
  uint32_t func = glenum::ALWAYS_, fail = glenum::KEEP_, depthFail = glenum::KEEP_, pass = glenum::KEEP_;
  int32_t reference = 0;
  uint32_t compareMask = ~0u, writeMask = ~0u;
};

// §13–§17: everything that becomes pipeline state or dynamic state.
struct Raster {
  std::array<BlendTarget, kMaxDrawBuffers> blend;
  float blendColor[4] = {0, 0, 0, 0};
  bool logicOpEnable = false;
  uint32_t logicOp = glenum::COPY_;
  bool depthTest = false, depthWrite = true;
  uint32_t depthFunc = glenum::LESS_;
  bool stencilTest = false;
  StencilFace stencil[2];        // front, back
  bool cullEnable = false;
  uint32_t cullFace = glenum::BACK_, frontFace = glenum::CCW_;
  uint32_t polygonMode = glenum::FILL_, polygonModeBack = glenum::FILL_;
  bool offsetFill = false, offsetLine = false, offsetPoint = false;
  float offsetFactor = 0, offsetUnits = 0, offsetClamp = 0;
  float lineWidth = 1, pointSize = 1, pointFadeThreshold = 1;
  bool lineSmooth = false, polygonSmooth = false, pointSmooth = false;
  bool programPointSize = false, pointSprite = false;
  uint32_t pointSpriteOrigin = glenum::UPPER_LEFT_;
  bool rasterizerDiscard = false, depthClamp = false;
  bool multisample = true, alphaToCoverage = false, alphaToOne = false, sampleCoverage = false, sampleMaskEnable = false;
  float sampleCoverageValue = 1;
  bool sampleCoverageInvert = false;
  uint32_t sampleMask = ~0u;
  bool sampleShading = false;
  float minSampleShading = 0;
  bool framebufferSrgb = false, dither = true, seamlessCube = false;
  bool primitiveRestart = false, primitiveRestartFixed = false;
  uint32_t restartIndex = 0;
  uint32_t provokingVertex = glenum::LAST_VERTEX_CONVENTION_;
  uint32_t clipDistanceMask = 0;
  uint32_t clampReadColor = glenum::FIXED_ONLY_, clampVertexColor = glenum::TRUE_, clampFragmentColor = glenum::FIXED_ONLY_;
  uint32_t patchVertices = 3;
};

struct Viewport {
  float x = 0, y = 0, width = 0, height = 0, near = 0, far = 1;
};
struct ScissorBox {
  int32_t x = 0, y = 0, width = 0, height = 0;
};

struct AttribValue {
  uint32_t bits[4] = {0, 0, 0, 0x3f800000};
  uint32_t kind = 0;  // 0 float, 1 int, 2 uint
};

struct TextureUnit {
  std::array<std::shared_ptr<Texture>, kTextureKindCount> bound;  // never null: the default textures have name 0
  std::shared_ptr<Sampler> sampler;
  float lodBias = 0;
};

struct IndexedBuffer {
  std::shared_ptr<Buffer> buffer;
  uint64_t offsetBytes = 0;
  uint64_t sizeBytes = 0;
  bool whole = true;      // glBindBufferBase: size resolved at use
};

struct PixelStore {
  int32_t alignment = 4, rowLength = 0, imageHeight = 0, skipPixels = 0, skipRows = 0, skipImages = 0;
  int32_t compressedBlockWidth = 0, compressedBlockHeight = 0, compressedBlockDepth = 0, compressedBlockSize = 0;
  bool swapBytes = false, lsbFirst = false;
};

struct ImageUnit {
  std::shared_ptr<Texture> texture;
  uint32_t level = 0, layer = 0, access = glenum::READ_ONLY_, format = glenum::R8_;
  bool layered = false;
};

struct Xfb : Object {
  using Object::Object;
  std::array<IndexedBuffer, kMaxXfbBindings> buffers;
  bool active = false, paused = false, created = false;
  uint32_t primitive = 0;
  std::shared_ptr<Executable> executable;  // captured at begin
  TrackerSlot pipe;
};

// Binding points of buffers that are not indexed.
enum class BufferPoint : uint8_t {
  Array, CopyRead, CopyWrite, PixelPack, PixelUnpack, Texture, Uniform, TransformFeedback, DrawIndirect,
  DispatchIndirect, ShaderStorage, AtomicCounter, Query, Parameter,
};
inline constexpr size_t kBufferPointCount = 14;

enum class QueryPoint : uint8_t { Samples, PrimitivesGenerated, XfbWritten, TimeElapsed };
inline constexpr size_t kQueryPointCount = 4;

struct Context {
  explicit Context(std::shared_ptr<ShareGroup> group) : share(std::move(group)) {}
  std::shared_ptr<ShareGroup> share;
  uint32_t dirty = kDirtyAll;
  void mark(uint32_t bits) { dirty |= bits; }

  Raster raster;
  std::array<Viewport, kMaxViewports> viewports;
  std::array<ScissorBox, kMaxViewports> scissors;
  uint32_t scissorEnable = 0;       // bit per viewport
  uint32_t clearColor[4] = {0, 0, 0, 0};  // bits, read as clearColorKind says
  uint32_t clearColorKind = 0;             // 0 float; EXT_texture_integer: 1 int, 2 uint
  double clearDepth = 1;
  int32_t clearStencil = 0;

  NameTable<VertexArray> vertexArrays;  // not shared
  std::shared_ptr<VertexArray> vertexArray, defaultVertexArray;
  std::array<AttribValue, kMaxAttribs> attribDefaults;
  std::array<std::shared_ptr<Buffer>, kBufferPointCount> buffers;  // elements buffer: in the vertex array
  std::array<IndexedBuffer, kMaxUniformBindings> uniformBuffers;
  std::array<IndexedBuffer, kMaxStorageBindings> storageBuffers;
  std::array<IndexedBuffer, 8> atomicBuffers;

  std::array<TextureUnit, kMaxUnits> units;
  uint32_t activeUnit = 0;
  uint32_t unitsTouched = 0;        // one past the highest unit ever bound to
  std::array<std::shared_ptr<Texture>, kTextureKindCount> defaultTextures;
  std::array<ImageUnit, 8> imageUnits;

  NameTable<Framebuffer> framebuffers;  // not shared
  std::shared_ptr<Framebuffer> drawFramebuffer, readFramebuffer, defaultDraw, defaultRead;
  std::shared_ptr<Renderbuffer> renderbuffer;

  std::shared_ptr<Program> program;          // glUseProgram
  std::shared_ptr<Executable> executable;    // what draws use: survives a failed relink

  NameTable<Query> queries;             // not shared
  std::array<std::shared_ptr<Query>, kQueryPointCount> activeQueries;
  std::shared_ptr<Query> conditional;
  uint32_t conditionalMode = 0;

  NameTable<Xfb> xfbs;                  // not shared
  std::shared_ptr<Xfb> xfb, defaultXfb;

  PixelStore pack, unpack;

  // Hints and the like that only queries see.
  uint32_t hintLineSmooth = glenum::DONT_CARE_, hintPolygonSmooth = glenum::DONT_CARE_,
           hintTextureCompression = glenum::DONT_CARE_, hintDerivative = glenum::DONT_CARE_,
           hintGenerateMipmap = glenum::DONT_CARE_, hintPerspective = glenum::DONT_CARE_,
           hintPointSmooth = glenum::DONT_CARE_, hintFog = glenum::DONT_CARE_;
};

}  // namespace state
