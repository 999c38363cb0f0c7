// SPDX-License-Identifier: Apache-2.0
// The refusals and state checks behind checks.h.
#include "gl/checks.h"

#include <cstdarg>
#include <cstdio>

#include "gl/framebuffer_status.h"

namespace gl {
namespace {

// The attached object, without its type; null if none.
const void* objectOf(const state::Attachment& point) {
  return point.texture ? static_cast<const void*>(point.texture.get()) : point.renderbuffer.get();
}

uint64_t serialOf(const state::Attachment& point) {
  return point.texture ? point.texture->changeSerial : point.renderbuffer->changeSerial;
}

void watch(DrawCheck& check, const state::Attachment& point) {
  if (!point.empty()) check.watched[check.watchedCount++] = {&point, objectOf(point), serialOf(point)};
}

bool isStillComplete(const DrawCheck& check, const state::Framebuffer& framebuffer) {
  if (check.framebufferIdentity != framebuffer.identity || check.framebufferSerial != framebuffer.changeSerial ||
      check.hasSurface != framebuffer.hasSurface)
    return false;
  for (uint32_t i = 0; i < check.watchedCount; ++i) {
    const DrawCheck::Watch& watched = check.watched[i];
    // The pointers first: an object that was replaced may be gone.
    if (objectOf(*watched.point) != watched.object || serialOf(*watched.point) != watched.serial) return false;
  }
  return true;
}

void remember(DrawCheck& check, const state::Framebuffer& framebuffer) {
  check.framebufferIdentity = framebuffer.identity;
  check.framebufferSerial = framebuffer.changeSerial;
  check.hasSurface = framebuffer.hasSurface;
  check.watchedCount = 0;
  for (const state::Attachment& point : framebuffer.color) watch(check, point);
  watch(check, framebuffer.depth);
  watch(check, framebuffer.stencil);
}

bool isInverted(uint32_t mode) { return mode >= GL_QUERY_WAIT_INVERTED && mode <= GL_QUERY_BY_REGION_NO_WAIT_INVERTED; }

}  // namespace

bool refuse(const Context& ctx, uint32_t code, const char* format, ...) {
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  ctx.error(code, sentence);
  return false;
}

bool refuseEnum(const Context& ctx, const char* command, const char* what, uint32_t value) {
  return refuse(ctx, GL_INVALID_ENUM, "%s: %s is %s, which the command does not take.", command, what,
                enumText(value).c_str());
}

bool isSkippedByCondition(const Context& ctx) {
  const state::Query* query = ctx.state().conditional.get();
  if (!query || query->doneSerial != query->endSerial) return false;
  return (query->value == 0) != isInverted(ctx.state().conditionalMode);
}

bool checkDrawFramebuffer(const Context& ctx, const char* command) {
  const state::Framebuffer& framebuffer = *ctx.state().drawFramebuffer;
  DrawCheck& check = ctx.drawCheck();
  if (__builtin_expect(isStillComplete(check, framebuffer), 1)) return true;
  const uint32_t status = framebufferStatus(ctx, framebuffer);
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    check.framebufferIdentity = 0;
    return refuse(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: draw framebuffer %u is not complete: %s.", command,
                  framebuffer.name, framebufferStatusName(status));
  }
  remember(check, framebuffer);
  return true;
}

}  // namespace gl
