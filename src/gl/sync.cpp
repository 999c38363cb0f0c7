// SPDX-License-Identifier: Apache-2.0
// Fences, flushes and barriers (GL 4.6 core §4.1, §5.3, §7.13).
#include "gl/checks.h"
#include "gl/names.h"
#include "gl/prototypes_sync.gen.h"

namespace gl {
namespace {

// Null for anything that fenceSync did not return or that is deleted: the pointer is only a key.
std::shared_ptr<state::Sync> findSync(const Context& ctx, GLsync sync) {
  std::lock_guard lock(ctx.share().mutex);
  const auto at = ctx.share().syncs.find(sync);
  return at == ctx.share().syncs.end() ? nullptr : at->second;
}

bool checkSync(const Context& ctx, const char* command, GLsync sync) {
  return findSync(ctx, sync) ||
         refuse(ctx, GL_INVALID_VALUE, "%s: %p is not a sync object.", command, static_cast<void*>(sync));
}

// After a reset no fence comes any more; saying "signalled" keeps polling loops from hanging (robustness rules).
bool isSignalled(Context& ctx, state::Sync& sync) {
  return sync.signalled || ctx.tracker().fenceWait(sync, 0) != tracker::WaitResult::TimedOut;
}

}  // namespace

bool validateFenceSync(const Context& ctx, GLenum condition, GLbitfield flags) {
  if (condition != GL_SYNC_GPU_COMMANDS_COMPLETE) return refuseEnum(ctx, "glFenceSync", "condition", condition);
  return flags == 0 || refuse(ctx, GL_INVALID_VALUE, "glFenceSync: flags is 0x%x and must be 0.", flags);
}
GLsync fenceSync(Context& ctx, GLenum, GLbitfield) {
  std::shared_ptr<state::Sync> sync = makeSync(ctx);
  ctx.tracker().fenceCreate(*sync);
  const auto key = reinterpret_cast<GLsync>(sync.get());
  std::lock_guard lock(ctx.share().mutex);
  ctx.share().syncs.emplace(key, std::move(sync));
  return key;
}

GLboolean isSync(Context& ctx, GLsync sync) { return findSync(ctx, sync) != nullptr; }

bool validateDeleteSync(const Context& ctx, GLsync sync) { return !sync || checkSync(ctx, "glDeleteSync", sync); }
void deleteSync(Context& ctx, GLsync sync) {
  std::shared_ptr<state::Sync> last;  // goes after the lock
  std::lock_guard lock(ctx.share().mutex);
  const auto at = ctx.share().syncs.find(sync);
  if (at == ctx.share().syncs.end()) return;
  last = std::move(at->second);
  last->deleted = true;
  ctx.share().syncs.erase(at);
}

namespace {

bool checkClientWait(const Context& ctx, GLsync sync, GLbitfield flags) {
  if (!checkSync(ctx, "glClientWaitSync", sync)) return false;
  return !(flags & ~GLbitfield{GL_SYNC_FLUSH_COMMANDS_BIT}) ||
         refuse(ctx, GL_INVALID_VALUE, "glClientWaitSync: flags 0x%x has unknown bits.", flags);
}

}  // namespace

// Checked here, not in a validator: what an error returns is GL_WAIT_FAILED.
GLenum clientWaitSync(Context& ctx, GLsync sync, GLbitfield flags, GLuint64 timeout) {
  if (!checkClientWait(ctx, sync, flags)) return GL_WAIT_FAILED;
  const std::shared_ptr<state::Sync> object = findSync(ctx, sync);
  if (object->signalled || ctx.tracker().fenceWait(*object, 0) == tracker::WaitResult::Signalled)
    return GL_ALREADY_SIGNALED;
  if (flags & GL_SYNC_FLUSH_COMMANDS_BIT) ctx.tracker().flush();
  if (timeout == 0) return GL_TIMEOUT_EXPIRED;
  ++object->waiters;
  const tracker::WaitResult waited = ctx.tracker().fenceWait(*object, timeout);
  --object->waiters;
  switch (waited) {
    case tracker::WaitResult::Signalled: return GL_CONDITION_SATISFIED;
    case tracker::WaitResult::TimedOut: return GL_TIMEOUT_EXPIRED;
    default: return GL_WAIT_FAILED;
  }
}

bool validateWaitSync(const Context& ctx, GLsync sync, GLbitfield flags, GLuint64 timeout) {
  if (!checkSync(ctx, "glWaitSync", sync)) return false;
  if (flags != 0) return refuse(ctx, GL_INVALID_VALUE, "glWaitSync: flags is 0x%x and must be 0.", flags);
  return timeout == GL_TIMEOUT_IGNORED ||
         refuse(ctx, GL_INVALID_VALUE, "glWaitSync: timeout must be GL_TIMEOUT_IGNORED.");
}
void waitSync(Context& ctx, GLsync sync, GLbitfield, GLuint64) {
  const std::shared_ptr<state::Sync> object = findSync(ctx, sync);
  if (!object->signalled) ctx.tracker().fenceWaitServer(*object);
}

bool validateGetSynciv(const Context& ctx, GLsync sync, GLenum pname, GLsizei count, GLsizei*, GLint*) {
  if (!checkSync(ctx, "glGetSynciv", sync) || !checkNotNegative(ctx, "glGetSynciv", "count", count)) return false;
  return isOneOf(pname, {GL_OBJECT_TYPE, GL_SYNC_STATUS, GL_SYNC_CONDITION, GL_SYNC_FLAGS}) ||
         refuseEnum(ctx, "glGetSynciv", "pname", pname);
}
void getSynciv(Context& ctx, GLsync sync, GLenum pname, GLsizei count, GLsizei* length, GLint* values) {
  const std::shared_ptr<state::Sync> object = findSync(ctx, sync);
  GLint value = 0;  // GL_SYNC_FLAGS
  if (pname == GL_OBJECT_TYPE) value = GL_SYNC_FENCE;
  if (pname == GL_SYNC_STATUS) value = isSignalled(ctx, *object) ? GL_SIGNALED : GL_UNSIGNALED;
  if (pname == GL_SYNC_CONDITION) value = GL_SYNC_GPU_COMMANDS_COMPLETE;
  if (count > 0) values[0] = value;
  if (length) *length = count > 0 ? 1 : 0;
}

void flush(Context& ctx) {
  ctx.tracker().flush();
  if (ctx.afterFlush) ctx.afterFlush();
}

void finish(Context& ctx) {
  ctx.tracker().finish();
  if (ctx.afterFlush) ctx.afterFlush();
}

// Back ends order texture reads behind rendering to the same texture themselves, draw by draw.
void textureBarrier(Context&) {}

}  // namespace gl
