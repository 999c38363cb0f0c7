// SPDX-License-Identifier: Apache-2.0
// Rasterization and per-fragment state: setters, their dirty groups and their errors.
#include "gl/fake_tracker.h"

namespace gl {
namespace {

class StateTest : public GlTest {};
class StateCoreTest : public GlCoreTest {};

struct Setter {
  const char* name;
  uint32_t dirty;
  void (*call)();
};
class StateSetters : public GlTest, public ::testing::WithParamInterface<Setter> {};

// A setter marks exactly its group, and a repetition marks nothing.
TEST_P(StateSetters, MarksItsGroupOnce) {
  st().dirty = 0;
  GetParam().call();
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(st().dirty, GetParam().dirty);
  st().dirty = 0;
  GetParam().call();
  EXPECT_EQ(st().dirty, 0u);
}

constexpr Setter kSetters[] = {
    {"Blend", state::kDirtyPipeline, [] { mglEnable(GL_BLEND); }},
    {"BlendOne", state::kDirtyPipeline, [] { mglEnablei(GL_BLEND, 3); }},
    {"BlendFunc", state::kDirtyPipeline, [] { mglBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA); }},
    {"BlendFuncOne", state::kDirtyPipeline, [] { mglBlendFunci(1, GL_SRC1_COLOR, GL_ZERO); }},
    {"BlendEquation", state::kDirtyPipeline, [] { mglBlendEquationSeparate(GL_MIN, GL_FUNC_ADD); }},
    {"BlendColor", state::kDirtyBlendColor, [] { mglBlendColor(1, 0, 0, 2); }},
    {"ColorMask", state::kDirtyPipeline, [] { mglColorMask(1, 0, 1, 1); }},
    {"LogicOp", state::kDirtyPipeline, [] { mglLogicOp(GL_XOR); }},
    {"DepthFunc", state::kDirtyPipeline, [] { mglDepthFunc(GL_GEQUAL); }},
    {"DepthMask", state::kDirtyPipeline, [] { mglDepthMask(GL_FALSE); }},
    {"StencilFunc", state::kDirtyPipeline | state::kDirtyStencil, [] { mglStencilFunc(GL_EQUAL, 3, 0xf); }},
    {"StencilOp", state::kDirtyPipeline, [] { mglStencilOpSeparate(GL_BACK, GL_ZERO, GL_KEEP, GL_INCR); }},
    {"StencilMask", state::kDirtyStencil, [] { mglStencilMask(1); }},
    {"Cull", state::kDirtyPipeline, [] { mglCullFace(GL_FRONT); }},
    {"FrontFace", state::kDirtyPipeline, [] { mglFrontFace(GL_CW); }},
    {"PolygonMode", state::kDirtyPipeline, [] { mglPolygonMode(GL_FRONT_AND_BACK, GL_LINE); }},
    {"PolygonOffset", state::kDirtyRaster, [] { mglPolygonOffset(1, 2); }},
    {"LineWidth", state::kDirtyRaster, [] { mglLineWidth(2); }},
    {"PointSize", state::kDirtyRaster, [] { mglPointSize(2); }},
    {"Viewport", state::kDirtyViewport, [] { mglViewport(1, 2, 3, 4); }},
    {"DepthRange", state::kDirtyViewport, [] { mglDepthRange(0.25, 0.75); }},
    {"Scissor", state::kDirtyScissor, [] { mglScissor(1, 2, 3, 4); }},
    {"ScissorTest", state::kDirtyScissor, [] { mglEnable(GL_SCISSOR_TEST); }},
    {"ClipDistance", state::kDirtyPipeline, [] { mglEnable(GL_CLIP_DISTANCE0 + 2); }},
    {"RestartIndex", state::kDirtyRaster, [] { mglPrimitiveRestartIndex(7); }},
    {"ProvokingVertex", state::kDirtyPipeline, [] { mglProvokingVertex(GL_FIRST_VERTEX_CONVENTION); }},
    {"PointOrigin", state::kDirtyPipeline, [] { mglPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT); }},
    {"ClearColor", 0, [] { mglClearColor(1, 1, 1, 1); }},
    {"Legacy", 0, [] { mglEnable(GL_LIGHTING); }},
};
INSTANTIATE_TEST_SUITE_P(Each, StateSetters, ::testing::ValuesIn(kSetters), [](const auto& i) { return i.param.name; });

struct StateError {
  const char* name;
  const char* expected;
  void (*call)();
};
class StateErrors : public GlTest, public ::testing::WithParamInterface<StateError> {};

// Each refused call reports the specification's error and changes nothing.
TEST_P(StateErrors, IsReported) {
  st().dirty = 0;
  GetParam().call();
  EXPECT_EQ(error(), GetParam().expected);
  EXPECT_EQ(st().dirty, 0u);
}

constexpr StateError kErrors[] = {
    {"Enable", "GL_INVALID_ENUM", [] { mglEnable(GL_RGBA); }},
    {"EnableiCap", "GL_INVALID_ENUM", [] { mglEnablei(GL_DEPTH_TEST, 0); }},
    {"EnableiIndex", "GL_INVALID_VALUE", [] { mglEnablei(GL_BLEND, 8); }},
    {"BlendFunc", "GL_INVALID_ENUM", [] { mglBlendFunc(GL_SRC_ALPHA, GL_FUNC_ADD); }},
    {"BlendFuncIndex", "GL_INVALID_VALUE", [] { mglBlendFunci(8, GL_ONE, GL_ONE); }},
    {"BlendEquation", "GL_INVALID_ENUM", [] { mglBlendEquation(GL_ONE); }},
    {"LogicOp", "GL_INVALID_ENUM", [] { mglLogicOp(GL_SET + 1); }},
    {"DepthFunc", "GL_INVALID_ENUM", [] { mglDepthFunc(GL_ALWAYS + 1); }},
    {"StencilFace", "GL_INVALID_ENUM", [] { mglStencilMaskSeparate(GL_LEFT, 0); }},
    {"StencilOp", "GL_INVALID_ENUM", [] { mglStencilOp(GL_KEEP, GL_KEEP, GL_ONE); }},
    {"CullFace", "GL_INVALID_ENUM", [] { mglCullFace(GL_LEFT); }},
    {"FrontFace", "GL_INVALID_ENUM", [] { mglFrontFace(GL_FRONT); }},
    {"PolygonMode", "GL_INVALID_ENUM", [] { mglPolygonMode(GL_FRONT_AND_BACK, GL_TRIANGLES); }},
    {"LineWidth", "GL_INVALID_VALUE", [] { mglLineWidth(0); }},
    {"PointSize", "GL_INVALID_VALUE", [] { mglPointSize(-1); }},
    {"PointThreshold", "GL_INVALID_VALUE", [] { mglPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, -1); }},
    {"PointOrigin", "GL_INVALID_ENUM", [] { mglPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LEFT); }},
    {"Viewport", "GL_INVALID_VALUE", [] { mglViewport(0, 0, -1, 1); }},
    {"ViewportIndex", "GL_INVALID_VALUE", [] { mglViewportIndexedf(16, 0, 0, 1, 1); }},
    {"Scissor", "GL_INVALID_VALUE", [] { mglScissor(0, 0, 1, -1); }},
    {"ScissorArray", "GL_INVALID_VALUE",
     [] {
       const GLint boxes[8] = {};
       mglScissorArrayv(15, 2, boxes);
     }},
    {"SampleMask", "GL_INVALID_VALUE", [] { mglSampleMaski(1, 0); }},
    {"HintTarget", "GL_INVALID_ENUM", [] { mglHint(GL_BLEND, GL_NICEST); }},
    {"HintMode", "GL_INVALID_ENUM", [] { mglHint(GL_LINE_SMOOTH_HINT, GL_ONE); }},
};
INSTANTIATE_TEST_SUITE_P(Each, StateErrors, ::testing::ValuesIn(kErrors), [](const auto& i) { return i.param.name; });

// Removed switches and faces exist in the compatibility profile only.
TEST_F(StateTest, CompatibilityKeepsRemovedState) {
  for (GLenum cap : {GL_POINT_SPRITE, GL_ALPHA_TEST, GL_TEXTURE_2D, GL_MAP2_VERTEX_4}) {
    mglEnable(cap);
    EXPECT_TRUE(mglIsEnabled(cap));
    mglDisable(cap);
    EXPECT_FALSE(mglIsEnabled(cap));
  }
  mglPolygonMode(GL_BACK, GL_POINT);
  EXPECT_EQ(st().raster.polygonMode, static_cast<uint32_t>(GL_FILL));
  EXPECT_EQ(st().raster.polygonModeBack, static_cast<uint32_t>(GL_POINT));
  mglHint(GL_FOG_HINT, GL_NICEST);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}
TEST_F(StateCoreTest, CoreRefusesRemovedState) {
  for (GLenum cap : {GL_POINT_SPRITE, GL_ALPHA_TEST, GL_TEXTURE_2D}) {
    mglEnable(cap);
    EXPECT_EQ(error(), "GL_INVALID_ENUM");
  }
  mglPolygonMode(GL_BACK, GL_POINT);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglHint(GL_FOG_HINT, GL_NICEST);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

// Values outside the specification's range are clamped, sizes to the device's limits.
TEST_F(StateTest, Clamps) {
  mglDepthRange(-1, 2);
  EXPECT_EQ(st().viewports[5].near, 0.0f);
  EXPECT_EQ(st().viewports[5].far, 1.0f);
  mglClearDepth(7);
  EXPECT_EQ(st().clearDepth, 1.0);
  mglViewport(0, 0, 1 << 20, 10);
  EXPECT_EQ(st().viewports[0].width, 16384.0f);
  mglSampleCoverage(3, GL_FALSE);
  EXPECT_EQ(st().raster.sampleCoverageValue, 1.0f);
}

// The first error stays until it is taken; later ones are dropped meanwhile.
TEST_F(StateTest, FirstErrorStays) {
  mglEnable(GL_RGBA);
  mglLineWidth(-1);
  EXPECT_EQ(mglGetError(), static_cast<GLenum>(GL_INVALID_ENUM));
  EXPECT_EQ(mglGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

// Clear commands reach the tracker with the kinds it knows.
TEST_F(StateTest, ClearsArrive) {
  mglClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  mglClear(GL_ACCUM_BUFFER_BIT);
  const GLint ints[4] = {7, 0, 0, 0};
  mglClearBufferiv(GL_COLOR, 0, ints);
  mglClearBufferiv(GL_STENCIL, 0, ints);
  mglClearBufferfi(GL_DEPTH_STENCIL, 0, 0.5f, 3);
  EXPECT_EQ(fake().take(),
            "clear 17408\n"
            "clearBuffer 2 0 7 0 0\n"
            "clearBuffer 5 0 0 0 7\n"
            "clearBuffer 6 0 0 0.5 3");
}

}  // namespace
}  // namespace gl
