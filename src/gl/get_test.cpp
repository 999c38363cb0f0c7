// SPDX-License-Identifier: Apache-2.0
// glGet*: conversions between types, the tables, strings, and that every listed command is reachable.
#include <cstring>
#include <set>

#include "gl/fake_tracker.h"
#include "gl/get_value.h"

namespace gl {
namespace {

class GetTest : public GlTest {
 protected:
  GLint integer(GLenum pname) {
    GLint value = -77;
    mglGetIntegerv(pname, &value);
    return value;
  }
  static std::string text(const GLubyte* bytes) { return bytes ? reinterpret_cast<const char*>(bytes) : "null"; }
};
class GetCoreTest : public GlCoreTest {};

// Colours and depths cover the whole range of an integer, other floats are rounded to nearest (§2.2.2).
TEST_F(GetTest, FloatsToIntegers) {
  mglClearColor(1, 0, -1, 0.5f);
  GLint color[4];
  mglGetIntegerv(GL_COLOR_CLEAR_VALUE, color);
  EXPECT_EQ(color[0], 2147483647);
  EXPECT_EQ(color[1], 0);
  EXPECT_EQ(color[2], -2147483647);
  EXPECT_EQ(color[3], 1073741824);
  GLint64 wide[4];
  mglGetInteger64v(GL_COLOR_CLEAR_VALUE, wide);
  EXPECT_EQ(wide[0], std::numeric_limits<GLint64>::max());
  mglLineWidth(2.5f);
  EXPECT_EQ(integer(GL_LINE_WIDTH), 3);
  mglPolygonOffset(-1.4f, 1e30f);
  EXPECT_EQ(integer(GL_POLYGON_OFFSET_FACTOR), -1);
  EXPECT_EQ(integer(GL_POLYGON_OFFSET_UNITS), std::numeric_limits<GLint>::max());
}

// Anything but zero is true; booleans and integers become the obvious numbers.
TEST_F(GetTest, OtherConversions) {
  GLboolean flags[4];
  mglClearColor(0.001f, 0, 1, 0);
  mglGetBooleanv(GL_COLOR_CLEAR_VALUE, flags);
  EXPECT_TRUE(flags[0] && !flags[1] && flags[2] && !flags[3]);
  mglGetBooleanv(GL_DEPTH_FUNC, flags);
  EXPECT_EQ(flags[0], GL_TRUE);
  GLfloat number;
  mglGetFloatv(GL_DEPTH_WRITEMASK, &number);
  EXPECT_EQ(number, 1.0f);
  GLdouble wide;
  mglClearDepth(0.1);
  mglGetDoublev(GL_DEPTH_CLEAR_VALUE, &wide);
  EXPECT_EQ(wide, 0.1);
  mglEnable(GL_CULL_FACE);
  EXPECT_EQ(integer(GL_CULL_FACE), 1);
}

// 64-bit values saturate in 32 bits; masks keep their bits.
TEST_F(GetTest, WideValues) {
  EXPECT_EQ(integer(GL_MAX_SERVER_WAIT_TIMEOUT), std::numeric_limits<GLint>::max());
  mglStencilMask(0xf0000001u);
  EXPECT_EQ(static_cast<GLuint>(integer(GL_STENCIL_WRITEMASK)), 0xf0000001u);
  EXPECT_EQ(integer(GL_TIMESTAMP), 1'000'000);
}

// No name stands in two tables, and every row answers with at least one value, except the empty format lists.
TEST_F(GetTest, TablesAreSound) {
  std::set<uint32_t> seen;
  for (const auto rows : {limitRows(), rasterRows(), bindingRows(), surfaceRows()})
    for (const GetRow& row : rows) {
      EXPECT_TRUE(seen.insert(row.name).second) << enumText(row.name);
      Value value;
      row.read(ctx(), value);
      const bool isList = row.name == GL_COMPRESSED_TEXTURE_FORMATS || row.name == GL_SHADER_BINARY_FORMATS;
      EXPECT_EQ(value.count() == 0, isList) << enumText(row.name);
    }
  EXPECT_GT(seen.size(), 200u);
}

struct Minimum {
  GLenum name;
  GLint value;
};

// What GL 3.3 promises at least (tables 23.53 ff.), for a device that has as much.
TEST_F(GetTest, MinimumsOfTheVersion) {
  constexpr Minimum kMinimums[] = {
      {GL_MAX_TEXTURE_SIZE, 1024},         {GL_MAX_VERTEX_ATTRIBS, 16},          {GL_MAX_UNIFORM_BUFFER_BINDINGS, 36},
      {GL_MAX_DRAW_BUFFERS, 8},            {GL_MAX_COLOR_ATTACHMENTS, 8},        {GL_MAX_SAMPLES, 4},
      {GL_MAX_UNIFORM_BLOCK_SIZE, 16384},  {GL_MAX_VARYING_COMPONENTS, 60},      {GL_MAX_TEXTURE_IMAGE_UNITS, 16},
      {GL_MAX_CLIP_DISTANCES, 8},          {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 48},
      {GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, 4},
      {GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, 64},
      {GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS, 4096 + 12 * 16384 / 4},
  };
  for (const Minimum& minimum : kMinimums) EXPECT_GE(integer(minimum.name), minimum.value) << enumText(minimum.name);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Bindings are read where the binding commands write them.
TEST_F(GetTest, Bindings) {
  mglBindBuffer(GL_ARRAY_BUFFER, 4);
  mglBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 5);
  mglBindBufferRange(GL_UNIFORM_BUFFER, 2, 6, 256, 64);
  EXPECT_EQ(integer(GL_ARRAY_BUFFER_BINDING), 4);
  EXPECT_EQ(integer(GL_ELEMENT_ARRAY_BUFFER_BINDING), 5);
  EXPECT_EQ(integer(GL_UNIFORM_BUFFER_BINDING), 6);
  GLint value;
  mglGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 2, &value);
  EXPECT_EQ(value, 6);
  GLint64 wide;
  mglGetInteger64i_v(GL_UNIFORM_BUFFER_START, 2, &wide);
  EXPECT_EQ(wide, 256);
  mglGetInteger64i_v(GL_UNIFORM_BUFFER_SIZE, 2, &wide);
  EXPECT_EQ(wide, 64);
  mglGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 1000, &value);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglGetIntegeri_v(GL_ARRAY_BUFFER_BINDING, 0, &value);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  GLboolean mask[4];
  mglColorMaski(1, 0, 1, 0, 1);
  mglGetBooleani_v(GL_COLOR_WRITEMASK, 1, mask);
  EXPECT_TRUE(!mask[0] && mask[1] && !mask[2] && mask[3]);
}

// What the surface is made of.
TEST_F(GetTest, Surface) {
  EXPECT_EQ(integer(GL_RED_BITS), 8);
  EXPECT_EQ(integer(GL_DEPTH_BITS), 24);
  EXPECT_EQ(integer(GL_STENCIL_BITS), 8);
  EXPECT_EQ(integer(GL_SAMPLE_BUFFERS), 0);
  EXPECT_EQ(integer(GL_DRAW_BUFFER), GL_BACK);
  EXPECT_EQ(integer(GL_DRAW_BUFFER3), GL_NONE);
  EXPECT_EQ(integer(GL_DOUBLEBUFFER), 1);
}

// Strings: forms that programs parse, and who may ask for the extension string.
TEST_F(GetTest, CompatibilityStrings) {
  EXPECT_EQ(text(mglGetString(GL_VERSION)).rfind("3.3 (Compatibility Profile) MobileGL ", 0), 0u);
  EXPECT_EQ(text(mglGetString(GL_SHADING_LANGUAGE_VERSION)), "3.30");
  EXPECT_EQ(text(mglGetString(GL_EXTENSIONS)), "GL_ARB_buffer_storage GL_KHR_debug");
  EXPECT_EQ(text(mglGetStringi(GL_EXTENSIONS, 1)), "GL_KHR_debug");
  EXPECT_EQ(mglGetString(GL_VENDOR), mglGetString(GL_VENDOR));
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(mglGetStringi(GL_EXTENSIONS, 2), nullptr);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  EXPECT_EQ(mglGetString(GL_RGBA), nullptr);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}
TEST_F(GetCoreTest, CoreStrings) {
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(mglGetString(GL_VERSION))).rfind("3.3.0 MobileGL ", 0), 0u);
  EXPECT_EQ(mglGetString(GL_EXTENSIONS), nullptr);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  GLint mask = 0;
  mglGetIntegerv(GL_CONTEXT_PROFILE_MASK, &mask);
  EXPECT_EQ(mask, GL_CONTEXT_CORE_PROFILE_BIT);
  mglGetIntegerv(GL_MAX_LIGHTS, &mask);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

// Sample counts come most first and stop at the device's limit; single-sampled targets have none.
TEST_F(GetTest, InternalFormats) {
  GLint counts[4] = {-1, -1, -1, -1};
  mglGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, 4, counts);
  EXPECT_EQ(counts[0], 4);
  EXPECT_EQ(counts[1], 2);
  EXPECT_EQ(counts[2], -1);
  mglGetInternalformativ(GL_TEXTURE_2D, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, counts);
  EXPECT_EQ(counts[0], 0);
  mglGetInternalformativ(GL_ARRAY_BUFFER, GL_RGBA8, GL_SAMPLES, 1, counts);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

// A lost device is reported as a reset, and only then.
TEST_F(GetTest, ResetStatus) {
  EXPECT_EQ(mglGetGraphicsResetStatus(), static_cast<GLenum>(GL_NO_ERROR));
  fake().isLost = true;
  EXPECT_EQ(mglGetGraphicsResetStatus(), static_cast<GLenum>(GL_UNKNOWN_CONTEXT_RESET));
}

// Every command that a chapter lists can be found by name and is not the stub of an unwritten one.
TEST_F(GetTest, ListedCommandsAreReachable) {
  std::set<std::string> chapters;
  for (const CommandInfo& info : commands()) {
    EXPECT_NE(lookup(info.name), nullptr) << info.name;
    chapters.insert(info.chapter);
  }
  for (const char* chapter : {"buffer", "vertex", "draw", "state", "query", "sync", "get", "debug"})
    EXPECT_TRUE(chapters.count(chapter)) << chapter;
  EXPECT_EQ(lookup("glDrawArrays"), reinterpret_cast<Proc>(&mglDrawArrays));
  EXPECT_EQ(lookup("glNoSuchCommand"), nullptr);
  mglDispatchCompute(1, 1, 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION") << "Not written yet, and says so.";
}

// Calls without a current context do nothing and return zero.
TEST_F(GetTest, WithoutContext) {
  setCurrent(nullptr);
  EXPECT_EQ(mglGetString(GL_VERSION), nullptr);
  EXPECT_EQ(mglGetError(), static_cast<GLenum>(GL_NO_ERROR));
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  setCurrent(&ctx());
  EXPECT_EQ(fake().take(), "");
}

}  // namespace
}  // namespace gl
