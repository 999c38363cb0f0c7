// SPDX-License-Identifier: Apache-2.0
// Life of a context, and how it reports what is wrong.
#include "backends/gles/context.h"

#include <cstdarg>
#include <cstdio>

#include "backends/gles/internal_draws.h"
#include "base/log.h"

namespace gles {

Context::Context(std::shared_ptr<Shared> shared, std::unique_ptr<NativeContext> native, pipe::EventSink& events,
                 pipe::FaultSink& faults)
    : mShared(std::move(shared)), mNative(std::move(native)), mEvents(events), mFaults(faults), mState(mGl, *mShared),
      mPipelineApplier(mGl, mState, *mShared), mVertex(mGl, mState, *mShared) {
  mViews.values.resize(mShared->caps.limits.maxCombinedSamplers);
  mUniformRanges.values.resize(mShared->caps.limits.maxCombinedUniformBuffers);
  mStorageRanges.values.resize(32);
  mAtomicRanges.values.resize(8);
  mImages.values.resize(32);
  mXfbRanges.values.resize(4);
  mReadPairs.resize(formats::kFormatCount);
  mRasterApplied.lineWidth = 1.0f;
  mRasterApplied.sampleCoverage = 1.0f;
  mRasterApplied.sampleMask = ~0u;
  mRasterApplied.patchVertices = 3;
  mRaster = mRasterApplied;
  mRaster.pointSize = 1.0f;
  for (int face = 0; face < 2; ++face) mStencilDynamic.compareMask[face] = mStencilDynamic.writeMask[face] = ~0u;
}

Context::~Context() {
  {
    // Its last fence stays with the driver: there may be no context here to delete it in.
    std::lock_guard lock(mShared->flushMutex);
    std::erase_if(mShared->flushPoints, [&](const Shared::FlushPoint& point) { return point.context == this; });
  }
  if (base::logs(base::LogLevel::Debug))
    base::logf(base::LogLevel::Debug, "The context made %llu driver calls.",
               static_cast<unsigned long long>(mGl.hostCalls()));
  // Driver objects that are this context's own die with the native context; presenters must not outlive it.
}

bool Context::start(std::string& problem) {
  if (!mGl.load(mShared->display->library().getProcAddress, mShared->extensions, problem)) {
    problem = "The driver lacks the entry point " + problem + " of OpenGL ES 3.1.";
    return false;
  }
  if (mShared->strictErrors && mShared->extensions.debug) {
    mGl.Enable(GL_DEBUG_OUTPUT_KHR);
    mGl.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR);
    mGl.DebugMessageCallbackKHR(
        [](GLenum, GLenum type, GLuint id, GLenum, GLsizei, const GLchar* message, const void* user) {
          if (type != GL_DEBUG_TYPE_ERROR_KHR) return;
          base::logf(base::LogLevel::Error, "The driver raised an error: %s", message);
          static_cast<Context*>(const_cast<void*>(user))->mEvents.driverError({.code = id, .opcode = 0});
        },
        this);
  }
  mVertex.createDriverObjects();
  mInternal = std::make_unique<InternalDraws>(*this);
  return true;
}

bool Context::makeCurrent() { return mNative->makeCurrent(); }

void Context::releaseCurrent() { mNative->releaseCurrent(); }

void Context::fault(pipe::Fault family, const char* format, ...) {
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  mFaults.fault(family, sentence);
}

void Context::stale(const char* kind, uint32_t slot, uint32_t generation) {
  fault(pipe::Fault::StaleHandle, "The %s of slot %u and generation %u does not exist.", kind, slot, generation);
}

bool Context::inside(const Buffer& buffer, uint64_t offsetBytes, uint64_t sizeBytes, const char* call) {
  if (offsetBytes <= buffer.sizeBytes && sizeBytes <= buffer.sizeBytes - offsetBytes) return true;
  fault(pipe::Fault::BadValue, "%s names bytes %llu to %llu of a buffer of %llu bytes.", call,
        static_cast<unsigned long long>(offsetBytes), static_cast<unsigned long long>(offsetBytes + sizeBytes),
        static_cast<unsigned long long>(buffer.sizeBytes));
  return false;
}

void Context::nop(const pipe::NopArgs&) {}

void Context::pushDebugGroup(const pipe::PushDebugGroupArgs&, std::span<const std::byte> text) {
  if (!mShared->extensions.debug) return;
  if (text.empty())
    mGl.PopDebugGroupKHR();
  else
    mGl.PushDebugGroupKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, 0, static_cast<GLsizei>(text.size()),
                          reinterpret_cast<const GLchar*>(text.data()));
}

}  // namespace gles
