// SPDX-License-Identifier: Apache-2.0
// Sample coverage, sample masks and sample locations (GL 4.6 core §14.3.1, §17.3.3).
#include <algorithm>

#include "gl/checks.h"
#include "gl/framebuffer_samples.h"
#include "gl/prototypes_framebuffer.gen.h"

namespace gl {

namespace {

// Locations in sixteenths of a pixel: the patterns that Direct3D made standard, which drivers follow.
struct Location {
  int8_t x, y;
};
constexpr Location kOne[] = {{8, 8}};
constexpr Location kTwo[] = {{12, 12}, {4, 4}};
constexpr Location kFour[] = {{6, 2}, {14, 6}, {2, 10}, {10, 14}};
constexpr Location kEight[] = {{9, 5}, {7, 11}, {13, 9}, {5, 3}, {3, 13}, {1, 7}, {11, 15}, {15, 1}};

Location locationOf(uint32_t samples, uint32_t index) {
  if (samples <= 1) return kOne[0];
  if (samples <= 2) return kTwo[index % 2];
  return samples <= 4 ? kFour[index % 4] : kEight[index % 8];
}

}  // namespace

uint32_t samplesOf(const state::Framebuffer& framebuffer) {
  for (const state::Attachment& attachment : framebuffer.color)
    if (!attachment.empty()) return state::shapeOf(attachment).samples;
  const state::Attachment& other = framebuffer.depth.empty() ? framebuffer.stencil : framebuffer.depth;
  return other.empty() ? framebuffer.defaultSamples : state::shapeOf(other).samples;
}

uint32_t drawSamples(const Context& ctx) {
  return samplesOf(*ctx.state().drawFramebuffer);
}

bool validateSampleCoverage(const Context&, GLfloat, GLboolean) {
  return true;
}

void sampleCoverage(Context& ctx, GLfloat value, GLboolean invert) {
  ctx.state().raster.sampleCoverageValue = std::clamp(value, 0.0f, 1.0f);
  ctx.state().raster.sampleCoverageInvert = invert != GL_FALSE;
  ctx.state().mark(state::kDirtyRaster);
}

bool validateSampleMaski(const Context& ctx, GLuint maskNumber, GLbitfield) {
  return checkBelow(ctx, "glSampleMaski", "maskNumber", maskNumber, 1);
}

void sampleMaski(Context& ctx, GLuint, GLbitfield mask) {
  ctx.state().raster.sampleMask = mask;
  ctx.state().mark(state::kDirtyRaster);
}

bool validateMinSampleShading(const Context&, GLfloat) {
  return true;
}

void minSampleShading(Context& ctx, GLfloat value) {
  ctx.state().raster.minSampleShading = std::clamp(value, 0.0f, 1.0f);
  ctx.state().mark(state::kDirtyRaster | state::kDirtyPipeline);
}

bool validateGetMultisamplefv(const Context& ctx, GLenum pname, GLuint index, GLfloat*) {
  if (pname != GL_SAMPLE_POSITION) return refuseEnum(ctx, "glGetMultisamplefv", "pname", pname);
  return checkBelow(ctx, "glGetMultisamplefv", "index", index, std::max(1u, drawSamples(ctx)));
}

void getMultisamplefv(Context& ctx, GLenum, GLuint index, GLfloat* val) {
  const Location location = locationOf(drawSamples(ctx), index);
  val[0] = static_cast<GLfloat>(location.x) / 16;
  val[1] = static_cast<GLfloat>(location.y) / 16;
}

}  // namespace gl
