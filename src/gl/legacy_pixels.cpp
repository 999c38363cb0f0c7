// SPDX-License-Identifier: Apache-2.0
#include "gl/legacy_pixels.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <string>

#include "base/log.h"
#include "gl/device_info.h"
#include "gl/checks.h"
#include "gl/legacy_builtins.h"
#include "gl/names.h"
#include "gl/program_link.h"
#include "gl/program_object.h"
#include "gl/texture_image.h"
#include "gl/texture_image_format.h"
#include "shader/compile.h"
#include "shader/fixed_remainder.h"

namespace gl {
namespace {

using state::TextureKind;

constexpr size_t kFloatsPerCorner = 9;

constexpr const char* kVertex =
    "#version 330 compatibility\n"
    "layout(location = 0) in vec3 place;\nlayout(location = 1) in vec2 texel;\nlayout(location = 2) in vec4 color;\n"
    "out vec2 mgl_Texel;\nout vec4 mgl_Color;\n"
    "void main() {\n  gl_Position = vec4(place, 1.0);\n  mgl_Texel = texel;\n  mgl_Color = color;\n}\n";

std::string fragmentText(const PixelDrawing::Key& key) {
  const bool integers = key.source == PixelSource::Stencil;
  std::string text = "#version 330 compatibility\nin vec2 mgl_Texel;\nin vec4 mgl_Color;\nuniform " +
                     std::string(integers ? "usampler2D" : "sampler2D") + " mgl_Pixels;\nvoid main() {\n  " +
                     (integers ? "uvec4" : "vec4") + " pixel = texelFetch(mgl_Pixels, ivec2(mgl_Texel), 0);\n";
  switch (key.source) {
    case PixelSource::Color: text += "  gl_FragColor = pixel;\n"; break;
    case PixelSource::Depth: text += "  gl_FragColor = mgl_Color;\n  gl_FragDepth = pixel.r;\n"; break;
    case PixelSource::Bitmap: text += "  if (pixel.r == 0.0) discard;\n  gl_FragColor = mgl_Color;\n"; break;
    case PixelSource::Stencil:
      if (key.stencilBit != kAllStencilBits)
        text += "  if ((pixel.r >> " + std::to_string(key.stencilBit) + "u & 1u) == 0u) discard;\n";
      text += "  gl_FragColor = mgl_Color;\n";
      break;
  }
  return shader::withRemainder(text + "}\n", shader::FragmentRemainder{false, key.alphaTest, {}});
}

std::shared_ptr<state::Executable> makeProgram(const Context& ctx, const PixelDrawing::Key& key) {
  const shader::Limits limits = ctx.device().ownShaderLimits();
  shader::LinkInput input;
  for (const auto& [stage, text] : {std::pair{shader::Stage::Vertex, std::string(kVertex)},
                                    std::pair{shader::Stage::Fragment, fragmentText(key)}}) {
    shader::CompileResult result = shader::compile(stage, text, limits);
    if (!result.stage) {
      base::log(base::LogLevel::Warning, "A program that draws pixels did not compile: " + result.infoLog + text);
      return nullptr;
    }
    input.stages.push_back(std::move(result.stage));
  }
  shader::LinkResult result = shader::link(input, limits);
  if (result.program) return makeExecutableOf(ctx, std::move(result.program), std::move(input));
  base::log(base::LogLevel::Warning, "A program that draws pixels did not link: " + result.infoLog);
  return nullptr;
}

PixelDrawing& drawingOf(Context& ctx) {
  std::unique_ptr<PixelDrawing>& pixels = ctx.legacy().pixels;
  if (!pixels) pixels = std::make_unique<PixelDrawing>();
  return *pixels;
}

state::AttachmentShape drawSize(const Context& ctx) {
  const state::Framebuffer& framebuffer = *ctx.state().drawFramebuffer;
  for (const state::Attachment& attachment : framebuffer.color)
    if (const state::AttachmentShape shape = state::shapeOf(attachment); shape.width != 0) return shape;
  const state::AttachmentShape depth = state::shapeOf(framebuffer.depth);
  return depth.width != 0 ? depth : state::shapeOf(framebuffer.stencil);
}

// The state that a rectangle is drawn with, as long as this lives: the application's, but for what belongs to polygons
// and vertices.
class RectangleScope {
 public:
  RectangleScope(Context& ctx, const std::shared_ptr<state::Texture>& texture, const state::AttachmentShape& size)
      : mContext(ctx),
        mRaster(ctx.state().raster),
        mViewport(ctx.state().viewports[0]),
        mArray(ctx.state().vertexArray),
        mProgram(applicationExecutable(ctx)),
        mTexture(boundHere()),
        mSampler(ctx.state().units[0].sampler) {
    state::Context& st = ctx.state();
    st.raster.cullEnable = st.raster.offsetFill = st.raster.polygonSmooth = false;
    st.raster.polygonMode = st.raster.polygonModeBack = GL_FILL;
    st.raster.clipDistanceMask = 0;
    // Window coordinates reach everywhere, whatever the viewport.
    st.viewports[0] = {0, 0, static_cast<float>(size.width), static_cast<float>(size.height), 0, 1};
    boundHere() = texture;
    st.units[0].sampler = nullptr;
    st.mark(kMarks);
  }
  ~RectangleScope() {
    state::Context& st = mContext.state();
    st.raster = mRaster;
    st.viewports[0] = mViewport;
    st.vertexArray = mArray;
    boundHere() = mTexture;
    st.units[0].sampler = mSampler;
    st.mark(kMarks);
    mContext.legacy().drawnArray = nullptr;
    mContext.legacy().programs.standIn = mContext.legacy().programs.original = nullptr;
    installExecutable(mContext, mProgram);
  }
  RectangleScope(const RectangleScope&) = delete;
  RectangleScope& operator=(const RectangleScope&) = delete;

 private:
  static constexpr uint32_t kMarks = state::kDirtyPipeline | state::kDirtyViewport | state::kDirtyStencil |
                                     state::kDirtyRaster | state::kDirtySamplers | state::kDirtyVertexArray;
  std::shared_ptr<state::Texture>& boundHere() {
    return mContext.state().units[0].bound[static_cast<size_t>(TextureKind::k2D)];
  }
  Context& mContext;
  const state::Raster mRaster;
  const state::Viewport mViewport;
  const std::shared_ptr<state::VertexArray> mArray;
  const std::shared_ptr<state::Executable> mProgram;
  const std::shared_ptr<state::Texture> mTexture;
  const std::shared_ptr<state::Sampler> mSampler;
};

void layCorners(Context& ctx, PixelDrawing& drawing, const PixelRectangle& r, const state::AttachmentShape& size) {
  const state::RasterPosition& raster = legacyValues(ctx).raster;
  const auto& level = r.texture->levels[0][0];
  for (size_t corner = 0; corner < 4; ++corner) {
    const float s = corner & 1 ? static_cast<float>(level.width) : 0, t = corner & 2 ? static_cast<float>(level.height) : 0;
    float* out = drawing.vertices.data() + corner * kFloatsPerCorner;
    *out++ = (r.x + s * r.zoomX) * 2 / static_cast<float>(size.width) - 1;
    *out++ = (r.y + t * r.zoomY) * 2 / static_cast<float>(size.height) - 1;
    *out++ = raster.at[2] * 2 - 1;
    *out++ = s;
    *out++ = t;
    std::copy(raster.color.begin(), raster.color.end(), out);
  }
  if (!drawing.corners) drawing.corners = std::make_shared<state::VertexArray>(0u);
  state::VertexArray& array = *drawing.corners;
  constexpr uint8_t kComponents[] = {3, 2, 4};
  const float* at = drawing.vertices.data();
  for (uint32_t i = 0; i < 3; ++i) {
    array.attribs[i].enabled = true;
    array.attribs[i].components = kComponents[i];
    array.attribs[i].pointer = at;
    array.bindings[i].strideBytes = kFloatsPerCorner * sizeof(float);
    at += kComponents[i];
  }
  array.enabledMask = 7;
  array.touch();
  ctx.state().vertexArray = drawing.corners;
}

void drawCorners(Context& ctx, PixelDrawing& drawing, const PixelDrawing::Key& key) {
  auto [at, isNew] = drawing.programs.try_emplace(key);
  if (isNew) at->second = makeProgram(ctx, key);
  if (!at->second) return;
  installExecutable(ctx, at->second);
  fillBuiltins(ctx, *at->second, builtinsOf(*at->second));
  tracker::DrawCall call;
  call.mode = GL_TRIANGLE_STRIP;
  call.count = 4;
  ctx.tracker().draw(call);
}

}  // namespace

std::shared_ptr<state::Texture> pixelTexture(Context& ctx, uint32_t internalFormat, uint32_t width, uint32_t height) {
  std::shared_ptr<state::Texture> texture = makeTexture(ctx, 0, TextureKind::k2D);
  texture->sampler.minFilter = texture->sampler.magFilter = GL_NEAREST;
  state::TextureLevel shape;
  shape.width = width, shape.height = height, shape.depth = 1;
  shape.internalFormat = internalFormat;
  shape.format = static_cast<uint16_t>(sizedStorage(ctx, internalFormat));
  return setLevel(ctx, *texture, 0, 0, shape) ? texture : nullptr;
}

void drawPixelRectangle(Context& ctx, PixelSource source, const PixelRectangle& rectangle) {
  const state::AttachmentShape size = drawSize(ctx);
  if (size.width == 0 || ctx.state().raster.rasterizerDiscard || isSkippedByCondition(ctx)) return;
  PixelDrawing& drawing = drawingOf(ctx);
  const state::LegacyValues& v = legacyValues(ctx);
  PixelDrawing::Key key;
  key.source = source;
  if (v.alphaTest && v.alphaFunc != GL_ALWAYS) key.alphaTest = static_cast<uint8_t>(1 + (v.alphaFunc - GL_NEVER));
  const RectangleScope scope(ctx, rectangle.texture, size);
  layCorners(ctx, drawing, rectangle, size);
  drawCorners(ctx, drawing, key);
}

// No shader of ours can write stencil values, so each bit is drawn by itself: first all bits to zero, then those that
// are set to one.
void drawStencilRectangle(Context& ctx, const PixelRectangle& rectangle) {
  const state::AttachmentShape size = drawSize(ctx);
  if (size.width == 0 || ctx.state().raster.rasterizerDiscard || isSkippedByCondition(ctx)) return;
  PixelDrawing& drawing = drawingOf(ctx);
  const RectangleScope scope(ctx, rectangle.texture, size);
  layCorners(ctx, drawing, rectangle, size);
  state::Raster& raster = ctx.state().raster;
  const uint32_t writeMask = raster.stencil[0].writeMask;
  for (state::BlendTarget& target : raster.blend) std::fill_n(target.write, 4, false);
  raster.depthTest = raster.alphaToCoverage = false;
  raster.stencilTest = true;
  const auto draw = [&](uint32_t mask, int32_t reference, const PixelDrawing::Key& key) {
    for (state::StencilFace& face : raster.stencil)
      face = {GL_ALWAYS, GL_REPLACE, GL_REPLACE, GL_REPLACE, reference, ~0u, mask};
    ctx.state().mark(state::kDirtyPipeline | state::kDirtyStencil);
    drawCorners(ctx, drawing, key);
  };
  draw(writeMask, 0, {PixelSource::Stencil, 0, kAllStencilBits});
  for (uint8_t bit = 0; bit < kAllStencilBits; ++bit)
    if (writeMask >> bit & 1) draw(1u << bit, 0xFF, {PixelSource::Stencil, 0, bit});
}

}  // namespace gl
