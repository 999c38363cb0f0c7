// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/caps.h"

#include <algorithm>
#include <cstring>

namespace gles {
namespace {

class Probe {
 public:
  Probe(Functions& functions, Shared& shared) : mGl(functions), mShared(shared), mHas(shared.extensions) {}

  uint32_t count(GLenum name) {
    GLint value = 0;
    mGl.GetIntegerv(name, &value);
    return value > 0 ? static_cast<uint32_t>(value) : 0;
  }
  uint32_t countIf(bool offered, GLenum name) { return offered ? count(name) : 0; }
  float real(GLenum name, int index = 0) {
    GLfloat values[2] = {};
    mGl.GetFloatv(name, values);
    return values[index];
  }
  bool failed() {
    bool any = false;
    for (GLenum error; (error = mGl.GetError()) != GL_NO_ERROR;) {
      any = true;
      if (error == GL_CONTEXT_LOST_KHR) break;
    }
    return any;
  }

  void limits();
  void features();
  void formats();

 private:
  bool offered(std::string_view extension) { return extension.empty() || (extension != "-" && mHas.has(extension)); }
  formats::Format heldFor(formats::Format asked);
  pipe::FormatCaps capsOf(formats::Format asked);
  bool attachable(const formats::FormatInfo& held);

  Functions& mGl;
  Shared& mShared;
  const Extensions& mHas;
};

void Probe::limits() {
  pipe::Limits& l = mShared.caps.limits;
  mShared.maxTextureUnits = count(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
  mShared.maxUniformBindings = count(GL_MAX_UNIFORM_BUFFER_BINDINGS);
  mShared.maxDrawBuffers = std::min(count(GL_MAX_DRAW_BUFFERS), 8u);

  l.maxTextureSize = std::min(count(GL_MAX_TEXTURE_SIZE), 1u << (kMaxLevels - 1));
  l.max3dTextureSize = std::min(count(GL_MAX_3D_TEXTURE_SIZE), 1u << (kMaxLevels - 1));
  l.maxCubeMapSize = std::min(count(GL_MAX_CUBE_MAP_TEXTURE_SIZE), 1u << (kMaxLevels - 1));
  l.maxRectangleSize = l.maxTextureSize;
  l.maxArrayLayers = count(GL_MAX_ARRAY_TEXTURE_LAYERS);
  l.maxRenderbufferSize = count(GL_MAX_RENDERBUFFER_SIZE);
  l.maxTextureBufferTexels = countIf(mHas.textureBuffer, GL_MAX_TEXTURE_BUFFER_SIZE);
  GLint viewport[2] = {};
  mGl.GetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
  l.maxViewportWidth = static_cast<uint32_t>(viewport[0]);
  l.maxViewportHeight = static_cast<uint32_t>(viewport[1]);
  l.maxViewports = 1;
  l.maxSamples = count(GL_MAX_SAMPLES);
  l.maxColorSamples = count(GL_MAX_COLOR_TEXTURE_SAMPLES);
  l.maxDepthSamples = count(GL_MAX_DEPTH_TEXTURE_SAMPLES);
  l.maxIntegerSamples = count(GL_MAX_INTEGER_SAMPLES);
  l.maxVertexAttribs = std::min(count(GL_MAX_VERTEX_ATTRIBS), 16u);
  l.maxVertexBindings = std::min(count(GL_MAX_VERTEX_ATTRIB_BINDINGS), 16u);
  l.maxVertexStrideBytes = count(GL_MAX_VERTEX_ATTRIB_STRIDE);
  l.maxRelativeOffsetBytes = count(GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET);
  l.maxDrawBuffers = mShared.maxDrawBuffers;
  l.maxColorAttachments = std::min(count(GL_MAX_COLOR_ATTACHMENTS), 8u);
  l.maxDualSourceDrawBuffers = countIf(mHas.blendFuncExtended, GL_MAX_DUAL_SOURCE_DRAW_BUFFERS_EXT);
  // One unit is kept for edits, one uniform block of each stage for its default block.
  l.maxCombinedSamplers = mShared.maxTextureUnits - 1;
  l.maxSamplersPerStage = std::min({count(GL_MAX_TEXTURE_IMAGE_UNITS), count(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS),
                                    l.maxCombinedSamplers});
  l.maxUniformBuffersPerStage =
      std::min(count(GL_MAX_VERTEX_UNIFORM_BLOCKS), count(GL_MAX_FRAGMENT_UNIFORM_BLOCKS)) - 1;
  l.maxCombinedUniformBuffers =
      std::min(count(GL_MAX_COMBINED_UNIFORM_BLOCKS), mShared.maxUniformBindings) - kStages;
  l.maxUniformBufferBytes = count(GL_MAX_UNIFORM_BLOCK_SIZE);
  l.uniformBufferAlignmentBytes = count(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT);
  l.maxStorageBuffersPerStage = std::min(count(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS),
                                         count(GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS));
  GLint64 storageBytes = 0;
  mGl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &storageBytes);
  l.maxStorageBufferBytes = static_cast<uint32_t>(std::clamp<GLint64>(storageBytes, 0, 0x7FFFFFFF));
  l.storageBufferAlignmentBytes = count(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT);
  l.maxImagesPerStage = std::min(count(GL_MAX_VERTEX_IMAGE_UNIFORMS), count(GL_MAX_FRAGMENT_IMAGE_UNIFORMS));
  l.maxVaryingComponents = count(GL_MAX_VARYING_COMPONENTS);
  l.maxGeometryOutputVertices = countIf(mHas.geometryShader, GL_MAX_GEOMETRY_OUTPUT_VERTICES);
  l.maxGeometryTotalComponents = countIf(mHas.geometryShader, GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS);
  l.maxClipDistances = std::min(countIf(mHas.clipCullDistance, GL_MAX_CLIP_DISTANCES_EXT), 8u);
  l.maxStreamOutputBuffers = std::min(count(GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS), 4u);
  l.maxStreamOutputSeparateComponents = count(GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS);
  l.maxStreamOutputInterleavedComponents = count(GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS);
  l.maxElementsIndices = count(GL_MAX_ELEMENTS_INDICES);
  l.maxElementsVertices = count(GL_MAX_ELEMENTS_VERTICES);
  mGl.GetIntegerv(GL_MIN_PROGRAM_TEXEL_OFFSET, &l.minTexelOffset);
  mGl.GetIntegerv(GL_MAX_PROGRAM_TEXEL_OFFSET, &l.maxTexelOffset);
  l.subPixelBits = count(GL_SUBPIXEL_BITS);
  l.timestampBits = mHas.timerQuery ? 64 : 0;
  l.maxAnisotropy = mHas.anisotropy ? real(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT) : 1.0f;
  l.maxLodBias = 0.0f;
  l.minPointSize = real(GL_ALIASED_POINT_SIZE_RANGE, 0);
  l.maxPointSize = real(GL_ALIASED_POINT_SIZE_RANGE, 1);
  l.pointSizeGranularity = 0.125f;
  l.minLineWidth = real(GL_ALIASED_LINE_WIDTH_RANGE, 0);
  l.maxLineWidth = real(GL_ALIASED_LINE_WIDTH_RANGE, 1);
  l.lineWidthGranularity = 0.125f;
}

void Probe::features() {
  constexpr uint8_t kAbsent = 0, kEmulated = 1, kNative = 2;
  const auto native = [](bool offered) { return offered ? kNative : kAbsent; };
  pipe::Features& f = mShared.caps.features;
  f.geometryShader = native(mHas.geometryShader);
  f.tessellationShader = native(mHas.tessellation);
  f.computeShader = kNative;
  f.textureBuffer = native(mHas.textureBuffer);
  f.cubeMapArray = native(mHas.cubeMapArray);
  f.timerQuery = native(mHas.timerQuery);
  f.exactOcclusion = kAbsent;
  f.dualSourceBlend = native(mHas.blendFuncExtended);
  f.logicOp = kAbsent;
  f.polygonMode = kAbsent;
  f.depthClamp = native(mHas.depthClamp);
  f.clipDistance = native(mHas.clipCullDistance);
  f.baseInstance = native(mHas.baseInstance);
  f.textureBorderClamp = native(mHas.borderClamp);
  f.samplerAnisotropy = native(mHas.anisotropy);
  f.lastVertexProvoking = kNative;
  f.rg16Textures = mHas.norm16 ? kNative : kEmulated;
  f.s3tc = native(mHas.has("GL_EXT_texture_compression_s3tc"));
  f.rgtc = native(mHas.has("GL_EXT_texture_compression_rgtc"));
  f.bptc = native(mHas.has("GL_EXT_texture_compression_bptc"));
  f.etc2 = kNative;
  f.persistentMap = kAbsent;
  f.streamOutput = kNative;
  f.streamOutputPause = kNative;
  f.indexedBlend = native(mHas.drawBuffersIndexed);
  f.sampleShading = native(mHas.sampleShading);
  f.textureMultisample = kNative;
  f.framebufferSrgbControl = native(mHas.srgbWriteControl);
  f.noperspective = native(mHas.noperspective);
  f.textureView = kAbsent;
  f.copyImage = native(mHas.copyImage);
  f.storageBuffer = native(mShared.caps.limits.maxStorageBuffersPerStage > 0);
  f.imageLoadStore = native(mShared.caps.limits.maxImagesPerStage > 0);
  f.robustness = native(mShared.display->robust());
}

formats::Format Probe::heldFor(formats::Format asked) {
  formats::Format held = asked;
  for (int step = 0; step < 3; ++step) {
    const formats::FormatInfo& info = formats::info(held);
    if (offered(info.es.extension)) return held;
    // Blocks cannot be kept in another format without decoding them: such a format is not offered.
    if (info.compressed || info.fallback == formats::Format::None) return formats::Format::None;
    held = info.fallback;
  }
  return formats::Format::None;
}

bool Probe::attachable(const formats::FormatInfo& held) {
  GLuint renderbuffer = 0, framebuffer = 0;
  mGl.GenRenderbuffers(1, &renderbuffer);
  mGl.GenFramebuffers(1, &framebuffer);
  mGl.BindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  mGl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  mGl.RenderbufferStorage(GL_RENDERBUFFER, held.es.internalFormat, 4, 4);
  const GLenum point = held.hasDepth() && held.hasStencil() ? GL_DEPTH_STENCIL_ATTACHMENT
                       : held.hasDepth()                   ? GL_DEPTH_ATTACHMENT
                       : held.hasStencil()                 ? GL_STENCIL_ATTACHMENT
                                                           : GL_COLOR_ATTACHMENT0;
  mGl.FramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, renderbuffer);
  const bool complete = mGl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  mGl.DeleteFramebuffers(1, &framebuffer);
  mGl.DeleteRenderbuffers(1, &renderbuffer);
  return !failed() && complete;
}

pipe::FormatCaps Probe::capsOf(formats::Format asked) {
  pipe::FormatCaps caps;
  const formats::Format format = mShared.storageOf(asked);
  const formats::FormatInfo& held = formats::info(format);
  if (format == formats::Format::None) return caps;
  caps.emulated = format != asked || held.sample != formats::kIdentitySwizzle;
  GLuint texture = 0;
  failed();
  mGl.GenTextures(1, &texture);
  mGl.BindTexture(GL_TEXTURE_2D, texture);
  mGl.TexStorage2D(GL_TEXTURE_2D, 1, held.es.internalFormat, 16, 16);
  mGl.DeleteTextures(1, &texture);
  caps.sampled = !failed();
  caps.filterable = caps.sampled && (offered(held.es.filterExtension) || held.hasDepth());
  // Rendering puts colors where storage has them, so only storage in GL's order will do.
  const bool inOrder = held.store == formats::kIdentitySwizzle || (held.padded && held.base == formats::BaseFormat::Rgb);
  if (held.compressed || !inOrder || !offered(held.es.renderExtension) || !attachable(held)) return caps;
  caps.renderable = 1;
  const bool float32 = held.type == formats::ComponentType::Float && held.redBits == 32;
  caps.blendable = held.isColor() && !held.isInteger() && (!float32 || mHas.floatBlend);
  GLint samples = 0;
  mGl.GetInternalformativ(GL_RENDERBUFFER, held.es.internalFormat, GL_SAMPLES, 1, &samples);
  caps.maxSamples = static_cast<uint8_t>(failed() ? 0 : std::clamp(samples, 0, 255));
  return caps;
}

void Probe::formats() {
  mShared.storage.resize(formats::kFormatCount, formats::Format::None);
  mShared.caps.formats.resize(formats::kFormatCount);
  for (uint32_t i = 1; i < formats::kFormatCount; ++i)
    mShared.storage[i] = heldFor(static_cast<formats::Format>(i));
  for (uint32_t i = 1; i < formats::kFormatCount; ++i)
    mShared.caps.formats[i] = capsOf(static_cast<formats::Format>(i));
}

}  // namespace

void probeCaps(Functions& functions, Shared& shared) {
  Probe probe(functions, shared);
  probe.limits();
  probe.features();
  probe.formats();
  pipe::Caps& caps = shared.caps;
  caps.backend = "gles";
  if (const auto* text = functions.GetString(GL_RENDERER)) caps.driver = reinterpret_cast<const char*>(text);
  if (const auto* text = functions.GetString(GL_VERSION)) caps.version = reinterpret_cast<const char*>(text);
}

}  // namespace gles
