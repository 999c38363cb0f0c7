// SPDX-License-Identifier: Apache-2.0
#include "winsys/context_handle.h"

#include "gl/program_object.h"
#include "winsys/current.h"
#include "winsys/present.h"

namespace winsys {
namespace {

// glFlush and glFinish show what a single-buffered surface has collected.
void presentAtFlush(gl::Context& gl, ContextHandle& handle) {
  gl.afterFlush = [&handle] { presentPending(handle); };
}

// A state that holds no object but a framebuffer 0 without images, which trackers rely on.
state::Context emptyState(const std::shared_ptr<state::ShareGroup>& share) {
  state::Context state(share);
  state.defaultDraw = state.defaultRead = std::make_shared<state::Framebuffer>(0u);
  state.drawFramebuffer = state.readFramebuffer = state.defaultDraw;
  return state;
}

// Drops every object that only its name keeps alive.
void forgetObjects(state::ShareGroup& share) {
  std::lock_guard lock(share.mutex);
  share.programs = {};
  share.shaders = {};
  share.textures = {};
  share.renderbuffers = {};
  share.samplers = {};
  share.buffers = {};
  share.syncs.clear();
}

}  // namespace

ContextHandle::ContextHandle(Face contextFace, std::shared_ptr<const NativeDisplay> nativeDisplay,
                             const Config* contextConfig)
    : face(contextFace), display(std::move(nativeDisplay)), config(contextConfig) {}

ContextHandle::~ContextHandle() {
  if (!gl || !gl->hasTracker()) return;
  const ParkedCurrent parked;
  // The ends of its objects go out on its own stream, so the thread becomes that stream's user for a moment;
  // letting go of the stream sends what was buried. Nobody else would send it if this was the group's last
  // context.
  tracker::Tracker& tracker = gl->tracker();
  tracker.makeCurrent();
  const std::shared_ptr<state::ShareGroup> share = gl->state().share;
  // A program's use count is how many contexts draw with it.
  gl::makeProgramCurrent(*gl, nullptr);
  gl->state() = emptyState(share);
  if (share.use_count() == 2) forgetObjects(*share);
  buryLeftovers(*this);
  tracker.releaseCurrent();
  gl.reset();
}

namespace {

std::shared_ptr<pipe::Screen> liveScreen(const NativeDisplay& display, std::string& whyNot) {
  if (!display.opened.screen->lost()) return display.opened.screen;
  const auto opened = openedScreen();
  if (opened) return opened->screen;
  whyNot = opened.error().text;
  return nullptr;
}

}  // namespace

std::shared_ptr<ContextHandle> createContext(Face face, std::shared_ptr<const NativeDisplay> display,
                                             const Config* config, const gl::ContextConfig& glConfig,
                                             const ContextHandle* sharing, std::string& whyNot) {
  auto opened = sharing ? sharing->screen : liveScreen(*display, whyNot);
  if (!opened) return nullptr;
  auto share = sharing ? sharing->gl->state().share : std::make_shared<state::ShareGroup>();
  auto handle = std::make_shared<ContextHandle>(face, std::move(display), config);
  handle->screen = std::move(opened);
  handle->gl = std::make_unique<gl::Context>(glConfig, std::move(share), handle->display->opened.device);
  gl::Context* const gl = handle->gl.get();
  const ParkedCurrent parked;
  auto tracker = tracker::Tracker::create(
      *handle->screen, gl->state(),
      {.error = [gl](uint32_t glError, const char* sentence) { gl->error(glError, sentence); }}, whyNot);
  if (!tracker) return nullptr;
  gl->setTracker(std::move(tracker));
  presentAtFlush(*gl, *handle);
  return handle;
}

}  // namespace winsys
