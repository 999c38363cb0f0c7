// SPDX-License-Identifier: Apache-2.0
// The ES entry points a context may call: one table a context, filled by version and extension string. Every call of
// the driver goes through it and is counted beside the pointer that it loads anyway.
#pragma once

#include <cstdint>
#include <string>

#include "backends/gles/extensions.h"
#include "backends/gles/gl_headers.h"

namespace gles {

template <class Pointer>
class Entry;

template <class R, class... A>
class Entry<R (*)(A...)> {
 public:
  R operator()(A... arguments) {
    ++mCalls;
    return mPointer(arguments...);
  }
  explicit operator bool() const { return mPointer != nullptr; }
  void set(void* pointer) { mPointer = reinterpret_cast<R (*)(A...)>(pointer); }
  uint64_t calls() const { return mCalls; }

 private:
  R (*mPointer)(A...) = nullptr;
  uint64_t mCalls = 0;
};

// ES 3.1: always there.
#define MGL_ES31_ENTRIES(X)                                                                                           \
  X(ActiveTexture) X(AttachShader) X(BeginQuery) X(BeginTransformFeedback) X(BindBuffer) X(BindBufferBase)            \
  X(BindBufferRange) X(BindFramebuffer) X(BindImageTexture) X(BindRenderbuffer) X(BindSampler) X(BindTexture)         \
  X(BindVertexArray) X(BindVertexBuffer) X(BlendColor) X(BlendEquationSeparate) X(BlendFuncSeparate)                  \
  X(BlitFramebuffer) X(BufferData) X(BufferSubData) X(CheckFramebufferStatus) X(Clear) X(ClearBufferfi)               \
  X(ClearBufferfv) X(ClearBufferiv) X(ClearBufferuiv) X(ClearColor) X(ClearDepthf) X(ClearStencil)                    \
  X(ClientWaitSync) X(ColorMask) X(CompileShader) X(CompressedTexImage2D) X(CompressedTexImage3D)                     \
  X(CompressedTexSubImage2D) X(CompressedTexSubImage3D) X(CopyBufferSubData) X(CopyTexSubImage2D)                     \
  X(CopyTexSubImage3D) X(CreateProgram) X(CreateShader) X(CullFace) X(DeleteBuffers) X(DeleteFramebuffers)            \
  X(DeleteProgram) X(DeleteQueries) X(DeleteRenderbuffers) X(DeleteSamplers) X(DeleteShader) X(DeleteSync)            \
  X(DeleteTextures) X(DeleteVertexArrays) X(DepthFunc) X(DepthMask) X(DepthRangef) X(Disable)                         \
  X(DisableVertexAttribArray) X(DispatchCompute) X(DispatchComputeIndirect) X(DrawArrays) X(DrawArraysIndirect)       \
  X(DrawArraysInstanced) X(DrawBuffers) X(DrawElements) X(DrawElementsIndirect) X(DrawElementsInstanced) X(Enable)    \
  X(EnableVertexAttribArray) X(EndQuery) X(EndTransformFeedback) X(FenceSync) X(Finish) X(Flush)                      \
  X(FramebufferParameteri) X(FramebufferRenderbuffer) X(FramebufferTexture2D) X(FramebufferTextureLayer)              \
  X(FrontFace) X(GenBuffers) X(GenFramebuffers) X(GenQueries) X(GenRenderbuffers) X(GenSamplers) X(GenTextures)       \
  X(GenVertexArrays) X(GenerateMipmap) X(GetError) X(GetFloatv) X(GetInteger64v) X(GetIntegerv)                       \
  X(GetInternalformativ) X(GetProgramInfoLog) X(GetProgramiv) X(GetQueryObjectuiv) X(GetShaderInfoLog)                \
  X(GetShaderiv) X(GetString) X(GetStringi) X(GetUniformLocation) X(LineWidth) X(LinkProgram) X(MapBufferRange)       \
  X(MemoryBarrier) X(MemoryBarrierByRegion) X(PauseTransformFeedback) X(PixelStorei) X(PolygonOffset) X(ReadBuffer)   \
  X(ReadPixels) X(RenderbufferStorage) X(RenderbufferStorageMultisample) X(ResumeTransformFeedback)                   \
  X(SampleCoverage) X(SampleMaski) X(SamplerParameterf) X(SamplerParameterfv) X(SamplerParameteri) X(Scissor)         \
  X(ShaderSource) X(StencilFuncSeparate) X(StencilMaskSeparate) X(StencilOpSeparate) X(TexImage2D) X(TexImage3D)      \
  X(TexParameteri) X(TexStorage2D) X(TexStorage2DMultisample) X(TexStorage3D) X(TexSubImage2D) X(TexSubImage3D)       \
  X(TransformFeedbackVaryings) X(Uniform1f) X(Uniform1i) X(Uniform4f) X(Uniform4i) X(UnmapBuffer) X(UseProgram)       \
  X(VertexAttrib4fv)                                                                                                  \
  X(VertexAttribBinding) X(VertexAttribFormat) X(VertexAttribI4iv) X(VertexAttribI4uiv) X(VertexAttribIFormat)        \
  X(VertexBindingDivisor) X(Viewport) X(WaitSync)

// ES 3.2, or the extension that it grew out of (with that one's suffix): X(name, flag of Extensions, suffix).
#define MGL_ES32_ENTRIES(X)                                                                                           \
  X(BlendEquationSeparatei, drawBuffersIndexed, "EXT")                                                                \
  X(BlendFuncSeparatei, drawBuffersIndexed, "EXT")                                                                    \
  X(ColorMaski, drawBuffersIndexed, "EXT")                                                                            \
  X(Enablei, drawBuffersIndexed, "EXT")                                                                               \
  X(Disablei, drawBuffersIndexed, "EXT")                                                                              \
  X(CopyImageSubData, copyImage, "EXT")                                                                               \
  X(DrawElementsBaseVertex, baseVertex, "EXT")                                                                        \
  X(DrawElementsInstancedBaseVertex, baseVertex, "EXT")                                                               \
  X(FramebufferTexture, geometryShader, "EXT")                                                                        \
  X(PatchParameteri, tessellation, "EXT")                                                                             \
  X(MinSampleShading, sampleShading, "OES")                                                                           \
  X(SamplerParameterIiv, borderClamp, "EXT")                                                                          \
  X(SamplerParameterIuiv, borderClamp, "EXT")                                                                         \
  X(TexBuffer, textureBuffer, "EXT")                                                                                  \
  X(TexBufferRange, textureBuffer, "EXT")                                                                             \
  X(TexStorage3DMultisample, multisampleArray, "OES")

// Extensions: X(name with suffix, flag of Extensions).
#define MGL_ES_EXTENSION_ENTRIES(X)                                                                                   \
  X(DebugMessageCallbackKHR, debug)                                                                                   \
  X(PushDebugGroupKHR, debug)                                                                                         \
  X(PopDebugGroupKHR, debug)                                                                                          \
  X(DrawArraysInstancedBaseInstanceEXT, baseInstance)                                                                 \
  X(DrawElementsInstancedBaseInstanceEXT, baseInstance)                                                               \
  X(DrawElementsInstancedBaseVertexBaseInstanceEXT, baseInstance)                                                     \
  X(GetGraphicsResetStatusEXT, robustness)                                                                            \
  X(GetQueryObjectui64vEXT, timerQuery)                                                                               \
  X(MultiDrawArraysEXT, multiDraw)                                                                                    \
  X(MultiDrawElementsBaseVertexEXT, multiDrawBaseVertex)                                                              \
  X(MultiDrawElementsEXT, multiDraw)                                                                                  \
  X(PolygonOffsetClampEXT, polygonOffsetClamp)                                                                        \
  X(QueryCounterEXT, timerQuery)

class Functions {
 public:
#define MGL_DECLARE(name) Entry<decltype(&::gl##name)> name;
#define MGL_DECLARE_OF(name, ...) Entry<decltype(&::gl##name)> name;
  MGL_ES31_ENTRIES(MGL_DECLARE)
  MGL_ES32_ENTRIES(MGL_DECLARE_OF)
  MGL_ES_EXTENSION_ENTRIES(MGL_DECLARE_OF)
#undef MGL_DECLARE
#undef MGL_DECLARE_OF

  using Lookup = void* (*)(const char* name);
  // What is needed to find out version and extensions, with the context current.
  void loadBootstrap(Lookup lookup);
  // False with the first missing entry point of ES 3.1 in `missing`.
  bool load(Lookup lookup, const Extensions& extensions, std::string& missing);
  // Calls made into the driver so far.
  uint64_t hostCalls() const;
};

}  // namespace gles
