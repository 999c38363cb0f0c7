// SPDX-License-Identifier: Apache-2.0
// A context's default objects and its error latch.
#include "gl/context.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <cstdarg>
#include <cstdio>

#include "base/log.h"
#include "gl/device_info.h"
#include "gl/enum_names.gen.h"
#include "gl/legacy.h"
#include "gl/names.h"
#include "gl/program_object.h"

namespace gl {
namespace {

constexpr size_t kMaxSentenceBytes = 512;

}  // namespace

Context::Context(ContextConfig config, std::shared_ptr<state::ShareGroup> share, std::shared_ptr<const DeviceInfo> device)
    : mConfig(config), mDevice(std::move(device)), mState(std::move(share)), mLegacy(std::make_unique<LegacyContext>()) {
  for (size_t kind = 0; kind < state::kTextureKindCount; ++kind)
    mState.defaultTextures[kind] = makeTexture(*this, 0, static_cast<state::TextureKind>(kind));
  for (state::TextureUnit& unit : mState.units) unit.bound = mState.defaultTextures;

  mState.defaultVertexArray = std::make_shared<state::VertexArray>(0u);
  mState.vertexArray = mState.defaultVertexArray;
  mState.defaultDraw = std::make_shared<state::Framebuffer>(0u);
  mState.defaultRead = mState.defaultDraw;
  mState.drawFramebuffer = mState.defaultDraw;
  mState.readFramebuffer = mState.defaultRead;
  mState.defaultXfb = std::make_shared<state::Xfb>(0u);
  mState.defaultXfb->created = true;
  mState.xfb = mState.defaultXfb;

  mDebug.output = mConfig.debug;
}

// A program's use count is how many contexts draw with it.
Context::~Context() { makeProgramCurrent(*this, nullptr); }

void Context::error(uint32_t code, const char* sentence) const {
  if (mError == 0) mError = code;
  // Programs that err in every frame pay for the text only when somebody reads it.
  if (base::logs(base::LogLevel::Debug)) base::logf(base::LogLevel::Debug, "%s: %s", enumName(code, "ErrorCode"), sentence);
  if (mDebug.output)
    debugMessage({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, code, GL_DEBUG_SEVERITY_HIGH,
                  std::string(enumName(code, "ErrorCode")) + ": " + sentence});
}

void Context::errorf(uint32_t code, const char* format, ...) const {
  if (mError != 0 && !mDebug.output && !base::logs(base::LogLevel::Debug)) return;
  char sentence[kMaxSentenceBytes];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  error(code, sentence);
}

uint32_t Context::takeError() { return std::exchange(mError, 0u); }

}  // namespace gl
