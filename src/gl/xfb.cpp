// SPDX-License-Identifier: Apache-2.0
// Transform feedback objects and capture (GL 4.6 core §13.3).
#include "gl/buffer_targets.h"
#include "gl/checks.h"
#include "gl/legacy_draw.h"
#include "gl/names.h"
#include "gl/prototypes_draw.gen.h"

namespace gl {
namespace {

std::shared_ptr<state::Xfb> makeXfb(GLuint name) { return std::make_shared<state::Xfb>(name); }

bool isCapturing(const state::Xfb& xfb) { return xfb.active && !xfb.paused; }

// 0 is the default object, which the DSA commands take too.
state::Xfb* findXfb(const Context& ctx, GLuint name) {
  return name == 0 ? ctx.state().defaultXfb.get() : ctx.state().xfbs.find(name).get();
}

state::Xfb* needXfb(const Context& ctx, const char* command, GLuint name) {
  state::Xfb* xfb = findXfb(ctx, name);
  if (!xfb)
    refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a transform feedback object.", command, name);
  return xfb;
}

bool checkBind(const Context& ctx, const char* command, GLuint name, GLuint index, GLuint buffer) {
  const state::Xfb* xfb = needXfb(ctx, command, name);
  if (!xfb) return false;
  if (buffer != 0 && !findShared(ctx, &state::ShareGroup::buffers, buffer))
    return refuse(ctx, GL_INVALID_VALUE, "%s: %u is not the name of a buffer object.", command, buffer);
  if (!checkBelow(ctx, command, "index", index, indexedLimit(ctx, GL_TRANSFORM_FEEDBACK_BUFFER))) return false;
  if (xfb->active) return refuse(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active.", command);
  return true;
}

void bindTo(Context& ctx, GLuint name, GLuint index, state::IndexedBuffer value) {
  state::Xfb* xfb = findXfb(ctx, name);
  xfb->buffers[index] = std::move(value);
  if (xfb == ctx.state().xfb.get()) ctx.state().mark(state::kDirtyStreamOutputs);
}

constexpr uint32_t kUseXfb = 1u << static_cast<unsigned>(state::BufferPoint::TransformFeedback);

}  // namespace

bool validateGenTransformFeedbacks(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glGenTransformFeedbacks", "n", n);
}
void genTransformFeedbacks(Context& ctx, GLsizei n, GLuint* ids) {
  ctx.state().xfbs.generate(static_cast<uint32_t>(n), ids);
}
bool validateCreateTransformFeedbacks(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glCreateTransformFeedbacks", "n", n);
}
void createTransformFeedbacks(Context& ctx, GLsizei n, GLuint* ids) {
  createOwned(ctx.state().xfbs, n, ids, [](GLuint name) {
    auto xfb = makeXfb(name);
    xfb->created = true;
    return xfb;
  });
}

bool validateDeleteTransformFeedbacks(const Context& ctx, GLsizei n, const GLuint* ids) {
  if (!checkNotNegative(ctx, "glDeleteTransformFeedbacks", "n", n)) return false;
  for (GLsizei i = 0; i < n; ++i)
    if (const auto xfb = ctx.state().xfbs.find(ids[i]); xfb && xfb->active)
      return refuse(ctx, GL_INVALID_OPERATION, "glDeleteTransformFeedbacks: object %u is active.", ids[i]);
  return true;
}
void deleteTransformFeedbacks(Context& ctx, GLsizei n, const GLuint* ids) {
  state::Context& st = ctx.state();
  deleteOwned(st.xfbs, n, ids, [&](const std::shared_ptr<state::Xfb>& xfb) {
    if (st.xfb != xfb) return;
    st.xfb = st.defaultXfb;
    st.mark(state::kDirtyStreamOutputs);
  });
}

GLboolean isTransformFeedback(Context& ctx, GLuint id) { return ctx.state().xfbs.find(id) != nullptr; }

bool validateBindTransformFeedback(const Context& ctx, GLenum target, GLuint id) {
  if (target != GL_TRANSFORM_FEEDBACK) return refuseEnum(ctx, "glBindTransformFeedback", "target", target);
  if (id != 0 && !ctx.state().xfbs.reserved(id))
    return refuse(ctx, GL_INVALID_OPERATION, "glBindTransformFeedback: the name %u was not generated, or was deleted.", id);
  if (isCapturing(*ctx.state().xfb))
    return refuse(ctx, GL_INVALID_OPERATION, "glBindTransformFeedback: transform feedback is active and not paused.");
  return true;
}
void bindTransformFeedback(Context& ctx, GLenum, GLuint id) {
  state::Context& st = ctx.state();
  st.xfb = id == 0 ? st.defaultXfb : findOrMakeOwned(st.xfbs, id, makeXfb);
  st.xfb->created = true;
  st.mark(state::kDirtyStreamOutputs);
}

bool validateBeginTransformFeedback(const Context& ctx, GLenum primitiveMode) {
  constexpr const char* kCommand = "glBeginTransformFeedback";
  if (!isOneOf(primitiveMode, {GL_POINTS, GL_LINES, GL_TRIANGLES}))
    return refuseEnum(ctx, kCommand, "primitiveMode", primitiveMode);
  const state::Xfb& xfb = *ctx.state().xfb;
  if (xfb.active) return refuse(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active already.", kCommand);
  const state::Executable* executable = applicationExecutable(ctx).get();
  if (!executable || executable->program->xfb.empty())
    return refuse(ctx, GL_INVALID_OPERATION, "%s: no program that records varyings is in use.", kCommand);
  for (const shader::XfbVarying& varying : executable->program->xfb)
    if (varying.buffer >= xfb.buffers.size() || !xfb.buffers[varying.buffer].buffer)
      return refuse(ctx, GL_INVALID_OPERATION, "%s: no buffer is bound to point %u, which %s is recorded to.", kCommand,
                    varying.buffer, varying.name.c_str());
  return true;
}
void beginTransformFeedback(Context& ctx, GLenum primitiveMode) {
  state::Context& st = ctx.state();
  if (!ctx.isCore()) installApplicationProgram(ctx);
  st.xfb->active = true;
  st.xfb->paused = false;
  st.xfb->primitive = primitiveMode;
  st.xfb->executable = st.executable;
  st.mark(state::kDirtyStreamOutputs);
  ctx.tracker().xfbBegin(*st.xfb);
}

bool validateEndTransformFeedback(const Context& ctx) {
  return ctx.state().xfb->active ||
         refuse(ctx, GL_INVALID_OPERATION, "glEndTransformFeedback: transform feedback is not active.");
}
void endTransformFeedback(Context& ctx) {
  state::Xfb& xfb = *ctx.state().xfb;
  ctx.tracker().xfbEnd(xfb);
  xfb.active = xfb.paused = false;
  xfb.executable = nullptr;
  ctx.state().mark(state::kDirtyStreamOutputs);
}

bool validatePauseTransformFeedback(const Context& ctx) {
  return isCapturing(*ctx.state().xfb) ||
         refuse(ctx, GL_INVALID_OPERATION, "glPauseTransformFeedback: transform feedback is not active, or paused.");
}
void pauseTransformFeedback(Context& ctx) {
  ctx.state().xfb->paused = true;
  ctx.tracker().xfbPause(*ctx.state().xfb, false);
}

bool validateResumeTransformFeedback(const Context& ctx) {
  const state::Xfb& xfb = *ctx.state().xfb;
  if (!xfb.active || !xfb.paused)
    return refuse(ctx, GL_INVALID_OPERATION, "glResumeTransformFeedback: transform feedback is not paused.");
  if (xfb.executable != applicationExecutable(ctx))
    return refuse(ctx, GL_INVALID_OPERATION, "glResumeTransformFeedback: another program is in use than at the begin.");
  return true;
}
void resumeTransformFeedback(Context& ctx) {
  ctx.state().xfb->paused = false;
  ctx.tracker().xfbPause(*ctx.state().xfb, true);
}

bool validateTransformFeedbackBufferBase(const Context& ctx, GLuint xfb, GLuint index, GLuint buffer) {
  return checkBind(ctx, "glTransformFeedbackBufferBase", xfb, index, buffer);
}
void transformFeedbackBufferBase(Context& ctx, GLuint xfb, GLuint index, GLuint buffer) {
  bindTo(ctx, xfb, index, {bufferToBind(ctx, buffer, kUseXfb), 0, 0, true});
}

bool validateTransformFeedbackBufferRange(const Context& ctx, GLuint xfb, GLuint index, GLuint buffer, GLintptr offset,
                                          GLsizeiptr size) {
  constexpr const char* kCommand = "glTransformFeedbackBufferRange";
  if (!checkBind(ctx, kCommand, xfb, index, buffer)) return false;
  if (offset < 0 || offset % 4 || size <= 0 || size % 4)
    return refuse(ctx, GL_INVALID_VALUE, "%s: offset %lld and size %lld must be multiples of 4, size positive.", kCommand,
                  static_cast<long long>(offset), static_cast<long long>(size));
  return true;
}
void transformFeedbackBufferRange(Context& ctx, GLuint xfb, GLuint index, GLuint buffer, GLintptr offset,
                                  GLsizeiptr size) {
  bindTo(ctx, xfb, index,
         {bufferToBind(ctx, buffer, kUseXfb), static_cast<uint64_t>(offset), static_cast<uint64_t>(size), false});
}

bool validateGetTransformFeedbackiv(const Context& ctx, GLuint xfb, GLenum pname, GLint*) {
  if (!needXfb(ctx, "glGetTransformFeedbackiv", xfb)) return false;
  return isOneOf(pname, {GL_TRANSFORM_FEEDBACK_PAUSED, GL_TRANSFORM_FEEDBACK_ACTIVE}) ||
         refuseEnum(ctx, "glGetTransformFeedbackiv", "pname", pname);
}
void getTransformFeedbackiv(Context& ctx, GLuint xfb, GLenum pname, GLint* param) {
  const state::Xfb& object = *findXfb(ctx, xfb);
  *param = pname == GL_TRANSFORM_FEEDBACK_PAUSED ? object.paused : object.active;
}

bool validateGetTransformFeedbacki_v(const Context& ctx, GLuint xfb, GLenum pname, GLuint index, GLint*) {
  if (!needXfb(ctx, "glGetTransformFeedbacki_v", xfb)) return false;
  if (pname != GL_TRANSFORM_FEEDBACK_BUFFER_BINDING) return refuseEnum(ctx, "glGetTransformFeedbacki_v", "pname", pname);
  return checkBelow(ctx, "glGetTransformFeedbacki_v", "index", index, indexedLimit(ctx, GL_TRANSFORM_FEEDBACK_BUFFER));
}
void getTransformFeedbacki_v(Context& ctx, GLuint xfb, GLenum, GLuint index, GLint* param) {
  const auto& buffer = findXfb(ctx, xfb)->buffers[index].buffer;
  *param = buffer ? static_cast<GLint>(buffer->name) : 0;
}

bool validateGetTransformFeedbacki64_v(const Context& ctx, GLuint xfb, GLenum pname, GLuint index, GLint64*) {
  constexpr const char* kCommand = "glGetTransformFeedbacki64_v";
  if (!needXfb(ctx, kCommand, xfb)) return false;
  if (!isOneOf(pname, {GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE}))
    return refuseEnum(ctx, kCommand, "pname", pname);
  return checkBelow(ctx, kCommand, "index", index, indexedLimit(ctx, GL_TRANSFORM_FEEDBACK_BUFFER));
}
void getTransformFeedbacki64_v(Context& ctx, GLuint xfb, GLenum pname, GLuint index, GLint64* param) {
  const state::IndexedBuffer& point = findXfb(ctx, xfb)->buffers[index];
  *param = static_cast<GLint64>(pname == GL_TRANSFORM_FEEDBACK_BUFFER_START ? point.offsetBytes : point.sizeBytes);
}

}  // namespace gl
