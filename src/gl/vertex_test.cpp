// SPDX-License-Identifier: Apache-2.0
// Vertex arrays and current attribute values.
#include <array>

#include "gl/fake_tracker.h"

namespace gl {
namespace {

class VertexTest : public GlTest {
 protected:
  GLint attribute(GLuint index, GLenum pname) {
    GLint value = -1;
    mglGetVertexAttribiv(index, pname, &value);
    return value;
  }
  std::array<float, 4> current(GLuint index) {
    std::array<float, 4> value{};
    mglGetVertexAttribfv(index, GL_CURRENT_VERTEX_ATTRIB, value.data());
    return value;
  }
};
class VertexCoreTest : public GlCoreTest {};

// The pointer call sets format, binding and offset together, as the newer calls would one by one.
TEST_F(VertexTest, PointerIsFormatBindingAndBuffer) {
  mglBindBuffer(GL_ARRAY_BUFFER, 5);
  mglVertexAttribPointer(2, 3, GL_SHORT, GL_TRUE, 0, reinterpret_cast<void*>(24));
  mglVertexAttribDivisor(2, 7);
  const state::VertexArray& array = *st().vertexArray;
  EXPECT_EQ(array.attribs[2].binding, 2u);
  EXPECT_EQ(array.bindings[2].offsetBytes, 24u);
  EXPECT_EQ(array.bindings[2].strideBytes, 6u);
  EXPECT_EQ(attribute(2, GL_VERTEX_ATTRIB_ARRAY_STRIDE), 0);
  EXPECT_EQ(attribute(2, GL_VERTEX_ATTRIB_ARRAY_SIZE), 3);
  EXPECT_EQ(attribute(2, GL_VERTEX_ATTRIB_ARRAY_TYPE), GL_SHORT);
  EXPECT_EQ(attribute(2, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), 1);
  EXPECT_EQ(attribute(2, GL_VERTEX_ATTRIB_ARRAY_DIVISOR), 7);
  EXPECT_EQ(attribute(2, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING), 5);
  void* pointer = nullptr;
  mglGetVertexAttribPointerv(2, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
  EXPECT_EQ(pointer, reinterpret_cast<void*>(24));
}

// Client memory is for the default array only, and only outside the core profile.
TEST_F(VertexTest, ClientPointers) {
  const float data[4] = {};
  mglVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, data);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(st().vertexArray->attribs[0].pointer, data);
  EXPECT_EQ(st().vertexArray->bindings[0].buffer, nullptr);
  GLuint array;
  mglGenVertexArrays(1, &array);
  mglBindVertexArray(array);
  mglVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, data);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// In the core profile array 0 is no array.
TEST_F(VertexCoreTest, NeedsABoundArray) {
  mglVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglEnableVertexAttribArray(0);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBindVertexArray(9);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// Enables keep the mask in step and mark the array dirty only when they change something.
TEST_F(VertexTest, EnablesKeepTheMask) {
  mglEnableVertexAttribArray(3);
  EXPECT_EQ(st().vertexArray->enabledMask, 8u);
  st().dirty = 0;
  mglEnableVertexAttribArray(3);
  EXPECT_EQ(st().dirty, 0u);
  mglDisableVertexAttribArray(3);
  EXPECT_EQ(st().vertexArray->enabledMask, 0u);
  EXPECT_EQ(st().dirty, state::kDirtyVertexArray);
}

// Deleting the bound array binds the default one.
TEST_F(VertexTest, DeletionFallsBackToTheDefaultArray) {
  GLuint array;
  mglGenVertexArrays(1, &array);
  EXPECT_FALSE(mglIsVertexArray(array));
  mglBindVertexArray(array);
  EXPECT_TRUE(mglIsVertexArray(array));
  mglDeleteVertexArrays(1, &array);
  EXPECT_EQ(st().vertexArray, st().defaultVertexArray);
}

// Missing components are 0, 0, 1; normalized and packed spellings arrive as the floats they stand for.
TEST_F(VertexTest, CurrentValues) {
  mglVertexAttrib2f(1, 0.5f, 2);
  EXPECT_EQ(current(1), (std::array{0.5f, 2.0f, 0.0f, 1.0f}));
  mglVertexAttrib4Nub(1, 255, 0, 51, 255);
  EXPECT_EQ(current(1), (std::array{1.0f, 0.0f, 0.2f, 1.0f}));
  const GLshort lowest[4] = {-32768, -32767, 0, 32767};
  mglVertexAttrib4Nsv(1, lowest);
  EXPECT_EQ(current(1), (std::array{-1.0f, -1.0f, 0.0f, 1.0f}));
  mglVertexAttribP4ui(1, GL_INT_2_10_10_10_REV, GL_TRUE, 0x3u << 30 | 0x1ffu << 10 | 0x201u);
  EXPECT_EQ(current(1), (std::array{-1.0f, 1.0f, 0.0f, -1.0f}));
  mglVertexAttribP2ui(1, GL_UNSIGNED_INT_2_10_10_10_REV, GL_FALSE, 5u << 10 | 7u);
  EXPECT_EQ(current(1), (std::array{7.0f, 5.0f, 0.0f, 1.0f}));
}

// Integer attributes keep their bits and their kind.
TEST_F(VertexTest, IntegerValuesKeepBits) {
  mglVertexAttribI4i(2, -1, 2, 3, 4);
  GLint value[4];
  mglGetVertexAttribIiv(2, GL_CURRENT_VERTEX_ATTRIB, value);
  EXPECT_EQ(value[0], -1);
  EXPECT_EQ(st().attribDefaults[2].kind, 1u);
  mglVertexAttribI1ui(2, 0xffffffff);
  EXPECT_EQ(st().attribDefaults[2].kind, 2u);
  EXPECT_EQ(current(2)[0], 4294967296.0f);
}

// A bad element of a multi-bind reports and is skipped; its neighbours are bound.
TEST_F(VertexTest, MultiBindSkipsBadElements) {
  mglBindBuffer(GL_ARRAY_BUFFER, 1);
  const GLuint buffers[3] = {1, 99, 1};
  const GLintptr offsets[3] = {0, 0, 8};
  const GLsizei strides[3] = {4, 4, 12};
  mglBindVertexBuffers(0, 3, buffers, offsets, strides);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_TRUE(st().vertexArray->bindings[0].buffer);
  EXPECT_FALSE(st().vertexArray->bindings[1].buffer);
  EXPECT_EQ(st().vertexArray->bindings[2].offsetBytes, 8u);
}

struct VertexError {
  const char* name;
  const char* expected;
  void (*call)();
};
class VertexErrors : public GlTest, public ::testing::WithParamInterface<VertexError> {};

// Each refused call reports the specification's error and leaves the array clean.
TEST_P(VertexErrors, IsReported) {
  st().dirty = 0;
  GetParam().call();
  EXPECT_EQ(error(), GetParam().expected);
  EXPECT_EQ(st().dirty, 0u);
}

void pointer(GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride) {
  mglVertexAttribPointer(index, size, type, normalized, stride, nullptr);
}

constexpr VertexError kErrors[] = {
    {"PointerIndex", "GL_INVALID_VALUE", [] { pointer(16, 4, GL_FLOAT, GL_FALSE, 0); }},
    {"PointerSize0", "GL_INVALID_VALUE", [] { pointer(0, 0, GL_FLOAT, GL_FALSE, 0); }},
    {"PointerSize5", "GL_INVALID_VALUE", [] { pointer(0, 5, GL_FLOAT, GL_FALSE, 0); }},
    {"PointerType", "GL_INVALID_ENUM", [] { pointer(0, 4, GL_RGBA, GL_FALSE, 0); }},
    {"PointerStride", "GL_INVALID_VALUE", [] { pointer(0, 4, GL_FLOAT, GL_FALSE, -4); }},
    {"PointerStrideLarge", "GL_INVALID_VALUE", [] { pointer(0, 4, GL_FLOAT, GL_FALSE, 4096); }},
    {"BgraFloat", "GL_INVALID_OPERATION", [] { pointer(0, GL_BGRA, GL_FLOAT, GL_TRUE, 0); }},
    {"BgraUnnormalized", "GL_INVALID_OPERATION", [] { pointer(0, GL_BGRA, GL_UNSIGNED_BYTE, GL_FALSE, 0); }},
    {"PackedSize", "GL_INVALID_OPERATION", [] { pointer(0, 3, GL_INT_2_10_10_10_REV, GL_FALSE, 0); }},
    {"IntegerFloat", "GL_INVALID_ENUM", [] { mglVertexAttribIPointer(0, 4, GL_FLOAT, 0, nullptr); }},
    {"FormatOffset", "GL_INVALID_VALUE", [] { mglVertexAttribFormat(0, 4, GL_FLOAT, GL_FALSE, 2048); }},
    {"BindingIndex", "GL_INVALID_VALUE", [] { mglVertexAttribBinding(0, 16); }},
    {"BufferOffset", "GL_INVALID_VALUE", [] { mglBindVertexBuffer(0, 0, -1, 4); }},
    {"EnableIndex", "GL_INVALID_VALUE", [] { mglEnableVertexAttribArray(16); }},
    {"CurrentIndex", "GL_INVALID_VALUE", [] { mglVertexAttrib4f(16, 0, 0, 0, 0); }},
    {"CurrentPackedType", "GL_INVALID_ENUM", [] { mglVertexAttribP4ui(0, GL_FLOAT, GL_FALSE, 0); }},
    {"GetCurrentOfZero", "GL_INVALID_OPERATION",
     [] {
       GLfloat v[4];
       mglGetVertexAttribfv(0, GL_CURRENT_VERTEX_ATTRIB, v);
     }},
};
INSTANTIATE_TEST_SUITE_P(Each, VertexErrors, ::testing::ValuesIn(kErrors), [](const auto& i) { return i.param.name; });

}  // namespace
}  // namespace gl
