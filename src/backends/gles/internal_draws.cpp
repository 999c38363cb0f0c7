// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/internal_draws.h"

#include <string>

#include "backends/gles/texture_target.h"
#include "base/log.h"

namespace gles {
namespace {

constexpr const char* kVertex =
    "void main() {\n"
    "  vec2 corner = vec2(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0);\n"
    "  gl_Position = vec4(corner, 0.0, 1.0);\n"
    "}\n";

// Direction through the center of a texel of a cube face.
constexpr const char* kCubeDirection =
    "vec3 direction(ivec2 texel, int face, float size) {\n"
    "  vec2 p = (vec2(texel) + 0.5) * 2.0 / size - 1.0;\n"
    "  if (face == 0) return vec3(1.0, -p.y, -p.x);\n"
    "  if (face == 1) return vec3(-1.0, -p.y, p.x);\n"
    "  if (face == 2) return vec3(p.x, 1.0, p.y);\n"
    "  if (face == 3) return vec3(p.x, -1.0, -p.y);\n"
    "  if (face == 4) return vec3(p.x, -p.y, 1.0);\n"
    "  return vec3(-p.x, -p.y, -1.0);\n"
    "}\n";

}  // namespace

GLuint InternalDraws::compile(GLenum stage, const std::string& source) {
  Functions& gl = mContext.mGl;
  const GLuint shader = gl.CreateShader(stage);
  const char* text = source.c_str();
  gl.ShaderSource(shader, 1, &text, nullptr);
  gl.CompileShader(shader);
  return shader;
}

bool InternalDraws::build(FetchProgram& target, Dimension dimension, Result result) {
  static constexpr const char* kPrefix[kResults] = {"", "i", "u"};
  static constexpr const char* kSampler[kDimensions] = {"sampler2D", "sampler2DArray", "sampler3D", "samplerCube",
                                                        "samplerCubeArray"};
  static constexpr const char* kFetch[kDimensions] = {
      "texelFetch(source, at, 0)", "texelFetch(source, ivec3(at, origin.z), 0)",
      "texelFetch(source, ivec3(at, origin.z), 0)",
      "textureLod(source, direction(at, origin.z, float(textureSize(source, 0).x)), 0.0)",
      "textureLod(source, vec4(direction(at, origin.z % 6, float(textureSize(source, 0).x)), float(origin.z / 6)), 0.0)"};
  const bool cube = dimension == kCube || dimension == kCubeArray;
  const std::string prefix = kPrefix[result];
  // ES links only stages of one language version.
  const std::string version = mContext.mShared->extensions.version >= 32 ? "#version 320 es\n" : "#version 310 es\n";
  std::string fragment = version;
  if (dimension == kCubeArray && mContext.mShared->extensions.version < 32)
    fragment += "#extension GL_EXT_texture_cube_map_array : require\n";
  fragment += "precision highp float;\nprecision highp int;\n";
  fragment += "layout(binding = " + std::to_string(mContext.mShared->editUnit()) + ") uniform highp " + prefix +
              kSampler[dimension] + " source;\n";
  fragment += "uniform ivec4 origin;\nlayout(location = 0) out " + prefix + "vec4 texel;\n";
  if (cube) fragment += kCubeDirection;
  fragment += "void main() {\n  ivec2 at = ivec2(gl_FragCoord.xy) + origin.xy;\n  texel = ";
  fragment += kFetch[dimension];
  fragment += ";\n}\n";

  Functions& gl = mContext.mGl;
  target.name.gl = gl.CreateProgram();
  target.name.id = mContext.mShared->newId();
  for (const GLuint shader : {compile(GL_VERTEX_SHADER, version + kVertex), compile(GL_FRAGMENT_SHADER, fragment)}) {
    gl.AttachShader(target.name.gl, shader);
    gl.DeleteShader(shader);
  }
  gl.LinkProgram(target.name.gl);
  GLint linked = 0;
  gl.GetProgramiv(target.name.gl, GL_LINK_STATUS, &linked);
  if (linked)
    target.origin = gl.GetUniformLocation(target.name.gl, "origin");
  else
    base::log(base::LogLevel::Error, "The driver refused a program that fetches texels:\n" + fragment);
  return linked;
}

InternalDraws::FetchProgram& InternalDraws::program(Dimension dimension, Result result) {
  FetchProgram& target = mPrograms[dimension][result];
  if (!target.name.gl && !target.failed) target.failed = !build(target, dimension, result);
  return target;
}

formats::Format InternalDraws::fetch(Texture& texture, uint32_t level, uint32_t layer, int32_t x, int32_t y,
                                     uint32_t width, uint32_t height, bool stencil) {
  using formats::Format;
  Context& c = mContext;
  Functions& gl = c.mGl;
  const formats::FormatInfo& held = formats::info(c.mShared->storageOf(texture.levels[level].asked));
  const Dimension dimension = texture.target == GL_TEXTURE_2D                  ? k2d
                              : texture.target == GL_TEXTURE_2D_ARRAY        ? k2dArray
                              : texture.target == GL_TEXTURE_3D              ? k3d
                              : texture.target == GL_TEXTURE_CUBE_MAP        ? kCube
                              : texture.target == GL_TEXTURE_CUBE_MAP_ARRAY ? kCubeArray
                                                                              : kDimensions;
  if (dimension == kDimensions) return Format::None;
  const bool unsignedResult = stencil || held.type == formats::ComponentType::Uint;
  const Result result = unsignedResult ? kUint : held.type == formats::ComponentType::Int ? kInt : kFloat;
  const Format target = result == kUint ? Format::RGBA32_UINT : result == kInt ? Format::RGBA32_SINT
                                                                               : Format::RGBA32_FLOAT;
  FetchProgram& fetcher = program(dimension, result);
  Texture* scratch = c.scratchTexture(target, width, height);
  if (fetcher.failed || !scratch || !c.bindScratchDraw(*scratch, 0, 0)) return Format::None;

  if (!mSampler.gl) {
    gl.GenSamplers(1, &mSampler.gl);
    mSampler.id = c.mShared->newId();
    gl.SamplerParameteri(mSampler.gl, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    gl.SamplerParameteri(mSampler.gl, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    if (c.mShared->extensions.srgbDecode) gl.SamplerParameteri(mSampler.gl, GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT);
    gl.GenVertexArrays(1, &mVertexArray.gl);
    mVertexArray.id = c.mShared->newId();
  }
  const uint32_t unit = c.mShared->editUnit();
  c.mState.editTexture(texture.target, texture.name);
  c.mState.bindSampler(unit, mSampler);
  const auto set = [&](GLenum parameter, uint32_t value) {
    gl.TexParameteri(texture.target, parameter, static_cast<GLint>(value));
  };
  // One level and storage's own components for the fetch; applyTextureParams() brings back what was.
  set(GL_TEXTURE_BASE_LEVEL, level);
  set(GL_TEXTURE_MAX_LEVEL, level);
  constexpr GLenum kIdentity[] = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
  for (uint32_t i = 0; i < 4; ++i) {
    if (texture.appliedSwizzle[i] != kIdentity[i]) set(GL_TEXTURE_SWIZZLE_R + i, kIdentity[i]);
    texture.appliedSwizzle[i] = kIdentity[i];
  }
  if (held.hasDepth() && held.hasStencil()) {
    texture.applied.depthStencilMode = stencil ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT;
    set(GL_DEPTH_STENCIL_TEXTURE_MODE, texture.applied.depthStencilMode);
  }
  texture.applied.baseLevel = texture.applied.maxLevel = level;

  pipe::PipelineState plain = c.mPipelineApplier.current();
  for (auto& blend : plain.blend) blend.enable = 0, blend.writeMask = 0xF;
  plain.depthTest = plain.stencilTest = plain.cullEnable = plain.rasterizerDiscard = plain.alphaToCoverage = 0;
  plain.sampleCoverage = plain.sampleMask = plain.dither = 0;
  plain.clipDistanceMask = 0;
  const bool paused = c.mXfbActive && !c.mXfbPaused;
  if (paused) gl.PauseTransformFeedback();
  c.mPipelineApplier.apply(plain, 0);
  c.mState.enable(Capability::ScissorTest, false);
  c.mState.viewport(0, 0, static_cast<int>(width), static_cast<int>(height));
  c.mState.useProgram(fetcher.name);
  gl.Uniform4i(fetcher.origin, x, y, static_cast<GLint>(layer), 0);
  c.mState.bindVertexArray(mVertexArray);
  gl.DrawArrays(GL_TRIANGLES, 0, 3);
  if (paused) gl.ResumeTransformFeedback();
  c.stateDisturbed();
  c.applyTextureParams(texture);
  c.mState.bindSampler(unit, {});
  c.bindScratchRead(*scratch, 0, 0);
  return target;
}

bool InternalDraws::packFetched(const Context::ReadRequest& request, formats::Format fetched,
                                std::span<std::byte> out) {
  const bool integer = formats::info(fetched).isInteger();
  std::vector<std::byte> texels;
  Context::ReadRequest whole = request;
  whole.x = whole.y = 0;
  if (!mContext.tryRead(whole, integer ? GL_RGBA_INTEGER : GL_RGBA, integer ? GL_UNSIGNED_INT : GL_FLOAT, texels))
    return false;
  // Red of every texel becomes a tight depth or stencil image.
  const size_t count = size_t{request.width} * request.height;
  std::vector<std::byte> component(count * 4);
  for (size_t i = 0; i < count; ++i) std::copy_n(texels.data() + i * 16, 4, component.data() + i * 4);
  formats::ConvertRequest convert;
  convert.width = request.width;
  convert.height = request.height;
  convert.source = {.bytes = component, .format = integer ? GLenum{GL_STENCIL_INDEX} : GLenum{GL_DEPTH_COMPONENT},
                    .type = integer ? GLenum{GL_UNSIGNED_INT} : GLenum{GL_FLOAT}, .firstByte = 0,
                    .rowStrideBytes = uint64_t{request.width} * 4, .imageStrideBytes = 0, .swapBytes = false};
  convert.target = {.bytes = out, .format = request.layout.format, .type = request.layout.type, .firstByte = 0,
                    .rowStrideBytes = request.layout.rowStrideBytes, .imageStrideBytes = 0,
                    .swapBytes = request.layout.swapBytes != 0};
  return formats::convert(convert);
}

bool InternalDraws::readDepthStencil(const Context::ReadRequest& request, uint32_t width, uint32_t height,
                                     std::span<std::byte> out) {
  Context& c = mContext;
  const formats::FormatInfo& held = formats::info(request.held);
  Texture* copy = c.scratchTexture(request.held, width, height);
  if (!copy || !c.bindScratchDraw(*copy, 0, 0)) return false;
  c.mState.enable(Capability::ScissorTest, false);
  c.mDirty |= Context::kScissor;
  const GLbitfield buffers = (held.hasDepth() ? GLbitfield{GL_DEPTH_BUFFER_BIT} : 0u) |
                             (held.hasStencil() ? GLbitfield{GL_STENCIL_BUFFER_BIT} : 0u);
  const auto w = static_cast<GLint>(width), h = static_cast<GLint>(height);
  c.mGl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, buffers, GL_NEAREST);
  for (const bool stencil : {false, true}) {
    if (stencil ? request.layout.format == GL_DEPTH_COMPONENT || !held.hasStencil()
                : request.layout.format == GL_STENCIL_INDEX || !held.hasDepth())
      continue;
    const formats::Format fetched =
        fetch(*copy, 0, 0, request.x, request.y, request.width, request.height, stencil);
    if (fetched == formats::Format::None || !packFetched(request, fetched, out)) return false;
  }
  return true;
}

}  // namespace gles
