// SPDX-License-Identifier: Apache-2.0
// Direct draws (GL 4.6 core §10.4) and the state that belongs to them: restart index, provoking vertex, patches.
#include <vector>

#include "gl/draw_checks.h"
#include "gl/legacy_draw.h"
#include "gl/legacy_list.h"
#include "gl/prototypes_draw.gen.h"

namespace gl {
namespace {

bool checkArrays(const Context& ctx, const char* command, GLenum mode, GLint first, GLsizei count, GLsizei instances) {
  return checkDrawMode(ctx, command, mode) && checkNotNegative(ctx, command, "first", first) &&
         checkNotNegative(ctx, command, "count", count) && checkNotNegative(ctx, command, "instancecount", instances) &&
         checkDrawState(ctx, command, mode, false);
}

bool checkElements(const Context& ctx, const char* command, GLenum mode, GLsizei count, GLenum type, GLsizei instances) {
  return checkDrawMode(ctx, command, mode) && checkNotNegative(ctx, command, "count", count) &&
         checkNotNegative(ctx, command, "instancecount", instances) && checkIndexType(ctx, command, type) &&
         checkDrawState(ctx, command, mode, true);
}

// Instanced draws cannot be compiled into display lists.
bool checkNoList(const Context& ctx, const char* command) {
  return !ctx.isCompilingList() || refuse(ctx, GL_INVALID_OPERATION, "%s: a display list is being compiled.", command);
}

bool checkRange(const Context& ctx, const char* command, GLuint start, GLuint end) {
  if (start <= end) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: start %u is greater than end %u.", command, start, end);
}

bool checkMany(const Context& ctx, const char* command, GLenum mode, const GLsizei* counts, GLsizei drawCount,
               bool indexed) {
  if (!checkDrawMode(ctx, command, mode) || !checkNotNegative(ctx, command, "drawcount", drawCount)) return false;
  for (GLsizei i = 0; i < drawCount; ++i)
    if (!checkNotNegative(ctx, command, "count", counts[i])) return false;
  return checkDrawState(ctx, command, mode, indexed);
}

void submit(Context& ctx, const tracker::DrawCall& call) {
  if (call.count == 0 || call.instances == 0 || isSkippedByCondition(ctx)) return;
  const DrawScope scope(ctx);
  ctx.tracker().draw(call);
}

void submit(Context& ctx, const std::vector<tracker::DrawCall>& calls) {
  if (calls.empty() || isSkippedByCondition(ctx)) return;
  const DrawScope scope(ctx);
  ctx.tracker().drawMany(calls);
}

void submitArrays(Context& ctx, GLenum mode, GLint first, GLsizei count, GLsizei instances, GLuint baseInstance) {
  tracker::DrawCall call;
  call.mode = mode;
  call.first = static_cast<uint32_t>(first);
  call.count = static_cast<uint32_t>(count);
  call.instances = static_cast<uint32_t>(instances);
  call.baseInstance = baseInstance;
  submit(ctx, call);
}

void submitElements(Context& ctx, GLenum mode, GLsizei count, GLenum type, const void* indices, GLsizei instances,
                    GLint baseVertex, GLuint baseInstance) {
  if (ctx.isCompilingList() &&
      recordElements(ctx, mode, static_cast<uint32_t>(count), indexBytes(type), indices, baseVertex))
    return;
  tracker::DrawCall call = elementsCall(ctx, mode, count, type, indices);
  call.instances = static_cast<uint32_t>(instances);
  call.baseVertex = baseVertex;
  call.baseInstance = baseInstance;
  submit(ctx, call);
}

void submitRange(Context& ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void* indices,
                 GLint baseVertex) {
  tracker::DrawCall call = elementsCall(ctx, mode, count, type, indices);
  call.minIndex = start;
  call.maxIndex = end;
  call.baseVertex = baseVertex;
  submit(ctx, call);
}

void submitManyElements(Context& ctx, GLenum mode, const GLsizei* counts, GLenum type, const void* const* indices,
                        GLsizei drawCount, const GLint* baseVertices) {
  if (ctx.isCompilingList()) {
    bool taken = false;
    for (GLsizei i = 0; i < drawCount; ++i)
      taken = recordElements(ctx, mode, static_cast<uint32_t>(counts[i]), indexBytes(type), indices[i],
                             baseVertices ? baseVertices[i] : 0);
    if (taken) return;
  }
  std::vector<tracker::DrawCall> calls;
  calls.reserve(static_cast<size_t>(drawCount));
  for (GLsizei i = 0; i < drawCount; ++i) {
    if (counts[i] == 0) continue;
    calls.push_back(elementsCall(ctx, mode, counts[i], type, indices[i]));
    if (baseVertices) calls.back().baseVertex = baseVertices[i];
  }
  submit(ctx, calls);
}

}  // namespace

bool validateDrawArrays(const Context& ctx, GLenum mode, GLint first, GLsizei count) {
  return checkArrays(ctx, "glDrawArrays", mode, first, count, 1);
}
void drawArrays(Context& ctx, GLenum mode, GLint first, GLsizei count) {
  if (ctx.isCompilingList() && recordArrays(ctx, mode, first, count)) return;
  submitArrays(ctx, mode, first, count, 1, 0);
}

bool validateDrawArraysInstanced(const Context& ctx, GLenum mode, GLint first, GLsizei count, GLsizei instancecount) {
  return checkNoList(ctx, "glDrawArraysInstanced") &&
         checkArrays(ctx, "glDrawArraysInstanced", mode, first, count, instancecount);
}
void drawArraysInstanced(Context& ctx, GLenum mode, GLint first, GLsizei count, GLsizei instancecount) {
  submitArrays(ctx, mode, first, count, instancecount, 0);
}

bool validateDrawArraysInstancedBaseInstance(const Context& ctx, GLenum mode, GLint first, GLsizei count,
                                             GLsizei instancecount, GLuint) {
  return checkNoList(ctx, "glDrawArraysInstancedBaseInstance") &&
         checkArrays(ctx, "glDrawArraysInstancedBaseInstance", mode, first, count, instancecount);
}
void drawArraysInstancedBaseInstance(Context& ctx, GLenum mode, GLint first, GLsizei count, GLsizei instancecount,
                                     GLuint baseinstance) {
  submitArrays(ctx, mode, first, count, instancecount, baseinstance);
}

bool validateDrawElements(const Context& ctx, GLenum mode, GLsizei count, GLenum type, const void*) {
  return checkElements(ctx, "glDrawElements", mode, count, type, 1);
}
void drawElements(Context& ctx, GLenum mode, GLsizei count, GLenum type, const void* indices) {
  submitElements(ctx, mode, count, type, indices, 1, 0, 0);
}

bool validateDrawElementsBaseVertex(const Context& ctx, GLenum mode, GLsizei count, GLenum type, const void*, GLint) {
  return checkElements(ctx, "glDrawElementsBaseVertex", mode, count, type, 1);
}
void drawElementsBaseVertex(Context& ctx, GLenum mode, GLsizei count, GLenum type, const void* indices,
                            GLint basevertex) {
  submitElements(ctx, mode, count, type, indices, 1, basevertex, 0);
}

bool validateDrawElementsInstanced(const Context& ctx, GLenum mode, GLsizei count, GLenum type, const void*,
                                   GLsizei instancecount) {
  return checkNoList(ctx, "glDrawElementsInstanced") &&
         checkElements(ctx, "glDrawElementsInstanced", mode, count, type, instancecount);
}
void drawElementsInstanced(Context& ctx, GLenum mode, GLsizei count, GLenum type, const void* indices,
                           GLsizei instancecount) {
  submitElements(ctx, mode, count, type, indices, instancecount, 0, 0);
}

bool validateDrawElementsInstancedBaseInstance(const Context& ctx, GLenum mode, GLsizei count, GLenum type, const void*,
                                               GLsizei instancecount, GLuint) {
  return checkNoList(ctx, "glDrawElementsInstancedBaseInstance") &&
         checkElements(ctx, "glDrawElementsInstancedBaseInstance", mode, count, type, instancecount);
}
void drawElementsInstancedBaseInstance(Context& ctx, GLenum mode, GLsizei count, GLenum type, const void* indices,
                                       GLsizei instancecount, GLuint baseinstance) {
  submitElements(ctx, mode, count, type, indices, instancecount, 0, baseinstance);
}

bool validateDrawElementsInstancedBaseVertex(const Context& ctx, GLenum mode, GLsizei count, GLenum type, const void*,
                                             GLsizei instancecount, GLint) {
  return checkNoList(ctx, "glDrawElementsInstancedBaseVertex") &&
         checkElements(ctx, "glDrawElementsInstancedBaseVertex", mode, count, type, instancecount);
}
void drawElementsInstancedBaseVertex(Context& ctx, GLenum mode, GLsizei count, GLenum type, const void* indices,
                                     GLsizei instancecount, GLint basevertex) {
  submitElements(ctx, mode, count, type, indices, instancecount, basevertex, 0);
}

bool validateDrawElementsInstancedBaseVertexBaseInstance(const Context& ctx, GLenum mode, GLsizei count, GLenum type,
                                                         const void*, GLsizei instancecount, GLint, GLuint) {
  return checkNoList(ctx, "glDrawElementsInstancedBaseVertexBaseInstance") &&
         checkElements(ctx, "glDrawElementsInstancedBaseVertexBaseInstance", mode, count, type, instancecount);
}
void drawElementsInstancedBaseVertexBaseInstance(Context& ctx, GLenum mode, GLsizei count, GLenum type,
                                                 const void* indices, GLsizei instancecount, GLint basevertex,
                                                 GLuint baseinstance) {
  submitElements(ctx, mode, count, type, indices, instancecount, basevertex, baseinstance);
}

bool validateDrawRangeElements(const Context& ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                               const void*) {
  return checkRange(ctx, "glDrawRangeElements", start, end) &&
         checkElements(ctx, "glDrawRangeElements", mode, count, type, 1);
}
void drawRangeElements(Context& ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                       const void* indices) {
  submitRange(ctx, mode, start, end, count, type, indices, 0);
}

bool validateDrawRangeElementsBaseVertex(const Context& ctx, GLenum mode, GLuint start, GLuint end, GLsizei count,
                                         GLenum type, const void*, GLint) {
  return checkRange(ctx, "glDrawRangeElementsBaseVertex", start, end) &&
         checkElements(ctx, "glDrawRangeElementsBaseVertex", mode, count, type, 1);
}
void drawRangeElementsBaseVertex(Context& ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                 const void* indices, GLint basevertex) {
  submitRange(ctx, mode, start, end, count, type, indices, basevertex);
}

bool validateMultiDrawArrays(const Context& ctx, GLenum mode, const GLint* first, const GLsizei* count,
                             GLsizei drawcount) {
  for (GLsizei i = 0; i < drawcount; ++i)
    if (!checkNotNegative(ctx, "glMultiDrawArrays", "first", first[i])) return false;
  return checkMany(ctx, "glMultiDrawArrays", mode, count, drawcount, false);
}
void multiDrawArrays(Context& ctx, GLenum mode, const GLint* first, const GLsizei* count, GLsizei drawcount) {
  if (ctx.isCompilingList()) {
    bool taken = false;
    for (GLsizei i = 0; i < drawcount; ++i) taken = recordArrays(ctx, mode, first[i], count[i]);
    if (taken) return;
  }
  std::vector<tracker::DrawCall> calls;
  calls.reserve(static_cast<size_t>(drawcount));
  for (GLsizei i = 0; i < drawcount; ++i) {
    if (count[i] == 0) continue;
    tracker::DrawCall& call = calls.emplace_back();
    call.mode = mode;
    call.first = static_cast<uint32_t>(first[i]);
    call.count = static_cast<uint32_t>(count[i]);
  }
  submit(ctx, calls);
}

bool validateMultiDrawElements(const Context& ctx, GLenum mode, const GLsizei* count, GLenum type, const void* const*,
                               GLsizei drawcount) {
  return checkIndexType(ctx, "glMultiDrawElements", type) &&
         checkMany(ctx, "glMultiDrawElements", mode, count, drawcount, true);
}
void multiDrawElements(Context& ctx, GLenum mode, const GLsizei* count, GLenum type, const void* const* indices,
                       GLsizei drawcount) {
  submitManyElements(ctx, mode, count, type, indices, drawcount, nullptr);
}

bool validateMultiDrawElementsBaseVertex(const Context& ctx, GLenum mode, const GLsizei* count, GLenum type,
                                         const void* const*, GLsizei drawcount, const GLint*) {
  return checkIndexType(ctx, "glMultiDrawElementsBaseVertex", type) &&
         checkMany(ctx, "glMultiDrawElementsBaseVertex", mode, count, drawcount, true);
}
void multiDrawElementsBaseVertex(Context& ctx, GLenum mode, const GLsizei* count, GLenum type,
                                 const void* const* indices, GLsizei drawcount, const GLint* basevertex) {
  submitManyElements(ctx, mode, count, type, indices, drawcount, basevertex);
}

void primitiveRestartIndex(Context& ctx, GLuint index) {
  state::Raster& raster = ctx.state().raster;
  if (raster.restartIndex == index) return;
  raster.restartIndex = index;
  ctx.state().mark(state::kDirtyRaster);
}

bool validateProvokingVertex(const Context& ctx, GLenum mode) {
  return isOneOf(mode, {GL_FIRST_VERTEX_CONVENTION, GL_LAST_VERTEX_CONVENTION}) ||
         refuseEnum(ctx, "glProvokingVertex", "mode", mode);
}
void provokingVertex(Context& ctx, GLenum mode) {
  state::Raster& raster = ctx.state().raster;
  if (raster.provokingVertex == mode) return;
  raster.provokingVertex = mode;
  ctx.state().mark(state::kDirtyPipeline);
}

bool validatePatchParameteri(const Context& ctx, GLenum pname, GLint value) {
  constexpr GLint kMaxPatchVertices = 32;
  if (pname != GL_PATCH_VERTICES) return refuseEnum(ctx, "glPatchParameteri", "pname", pname);
  if (value >= 1 && value <= kMaxPatchVertices) return true;
  return refuse(ctx, GL_INVALID_VALUE, "glPatchParameteri: value is %d and must be 1 to %d.", value, kMaxPatchVertices);
}
void patchParameteri(Context& ctx, GLenum, GLint value) {
  ctx.state().raster.patchVertices = static_cast<uint32_t>(value);
  ctx.state().mark(state::kDirtyRaster);
}

}  // namespace gl
