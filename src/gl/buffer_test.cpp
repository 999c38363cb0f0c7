// SPDX-License-Identifier: Apache-2.0
// Buffer objects: names, bindings, storage, the map state machine, copies, clears and their errors.
#include <limits>

#include "gl/buffer_targets.h"
#include "gl/fake_tracker.h"

namespace gl {
namespace {

class BufferTest : public GlTest {
 protected:
  GLuint make(GLenum target, GLsizeiptr size, const void* data = nullptr) {
    GLuint name = 0;
    mglGenBuffers(1, &name);
    mglBindBuffer(target, name);
    mglBufferData(target, size, data, GL_STATIC_DRAW);
    fake().take();
    return name;
  }
  GLint parameter(GLenum pname) {
    GLint value = -1;
    mglGetBufferParameteriv(GL_ARRAY_BUFFER, pname, &value);
    return value;
  }
};

// A generated name is no buffer before its first bind, and the lowest free name comes first again after deletion.
TEST_F(BufferTest, NamesBecomeObjectsAtTheFirstBind) {
  GLuint names[2] = {};
  mglGenBuffers(2, names);
  EXPECT_NE(names[0], names[1]);
  EXPECT_FALSE(mglIsBuffer(names[0]));
  mglBindBuffer(GL_ARRAY_BUFFER, names[0]);
  EXPECT_TRUE(mglIsBuffer(names[0]));
  mglDeleteBuffers(1, names);
  EXPECT_FALSE(mglIsBuffer(names[0]));
  GLuint again = 0;
  mglGenBuffers(1, &again);
  EXPECT_EQ(again, names[0]);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// The compatibility profile makes objects of names that the application chose.
TEST_F(BufferTest, CompatibilityTakesAnyName) {
  mglBindBuffer(GL_ARRAY_BUFFER, 77);
  EXPECT_TRUE(mglIsBuffer(77));
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

class BufferCoreTest : public GlCoreTest {};

// The core profile refuses names that were not generated, at every kind of bind.
TEST_F(BufferCoreTest, CoreTakesGeneratedNamesOnly) {
  mglBindBuffer(GL_ARRAY_BUFFER, 77);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBindBufferBase(GL_UNIFORM_BUFFER, 0, 77);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_FALSE(mglIsBuffer(77));
}

// A buffer that is deleted leaves the context's bindings and the bound vertex array, but not other vertex arrays.
TEST_F(BufferTest, DeletionUnbindsFromTheCurrentContainersOnly) {
  const GLuint name = make(GL_UNIFORM_BUFFER, 64);
  GLuint arrays[2];
  mglGenVertexArrays(2, arrays);
  for (GLuint array : arrays) {
    mglBindVertexArray(array);
    mglBindBuffer(GL_ELEMENT_ARRAY_BUFFER, name);
    mglBindBuffer(GL_ARRAY_BUFFER, name);
    mglVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  }
  mglBindBufferBase(GL_UNIFORM_BUFFER, 3, name);
  mglDeleteBuffers(1, &name);
  EXPECT_EQ(st().uniformBuffers[3].buffer, nullptr);
  EXPECT_EQ(st().buffers[static_cast<size_t>(state::BufferPoint::Array)], nullptr);
  EXPECT_EQ(st().vertexArray->elements, nullptr);
  EXPECT_EQ(st().vertexArray->bindings[1].buffer, nullptr);
  const auto other = st().vertexArrays.find(arrays[0]);
  ASSERT_TRUE(other->elements);
  EXPECT_TRUE(other->elements->deleted);
}

// The last holder's release writes the pipe handle into the grave, once and with the right kind.
TEST_F(BufferTest, LastReleaseReachesTheGrave) {
  const GLuint name = make(GL_ARRAY_BUFFER, 4);
  bufferBinding(st(), GL_ARRAY_BUFFER)->pipe = {5, 2};
  mglDeleteBuffers(1, &name);
  const auto dead = share()->grave->take();
  ASSERT_EQ(dead.size(), 1u);
  EXPECT_EQ(dead[0].kind, state::GraveKind::Buffer);
  EXPECT_EQ(dead[0].slot.slot, 5u);
  EXPECT_TRUE(share()->grave->take().empty());
}

// Mutable storage goes to the tracker without storage flags; a refusal leaves the buffer without storage.
TEST_F(BufferTest, DataDefinesStorage) {
  GLuint name;
  mglGenBuffers(1, &name);
  mglBindBuffer(GL_ARRAY_BUFFER, name);
  mglBufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_DYNAMIC_DRAW);
  EXPECT_EQ(fake().take(), "bufferDefine 1 16 null " + std::to_string(GL_DYNAMIC_DRAW) + " 0");
  EXPECT_EQ(parameter(GL_BUFFER_SIZE), 16);
  EXPECT_EQ(parameter(GL_BUFFER_USAGE), GL_DYNAMIC_DRAW);
  fake().refuseMemory = true;
  mglBufferData(GL_ARRAY_BUFFER, 32, nullptr, GL_DYNAMIC_DRAW);
  EXPECT_EQ(error(), "GL_OUT_OF_MEMORY");
  EXPECT_EQ(parameter(GL_BUFFER_SIZE), 0);
}

// One pass through the states of a map: mapped, refused while mapped, flushed, unmapped.
TEST_F(BufferTest, MapStateMachine) {
  make(GL_ARRAY_BUFFER, 64);
  EXPECT_FALSE(mglUnmapBuffer(GL_ARRAY_BUFFER));
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");

  const GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT;
  void* pointer = mglMapBufferRange(GL_ARRAY_BUFFER, 16, 32, access);
  ASSERT_NE(pointer, nullptr);
  EXPECT_EQ(share()->mappedBuffers, 1u);
  EXPECT_EQ(parameter(GL_BUFFER_MAPPED), 1);
  EXPECT_EQ(parameter(GL_BUFFER_MAP_OFFSET), 16);
  EXPECT_EQ(parameter(GL_BUFFER_MAP_LENGTH), 32);
  EXPECT_EQ(parameter(GL_BUFFER_ACCESS), GL_WRITE_ONLY);
  EXPECT_EQ(parameter(GL_BUFFER_ACCESS_FLAGS), static_cast<GLint>(access));
  void* queried = nullptr;
  mglGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, &queried);
  EXPECT_EQ(queried, pointer);

  EXPECT_EQ(mglMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY), nullptr);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  const int word = 0;
  mglBufferSubData(GL_ARRAY_BUFFER, 0, 4, &word);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglFlushMappedBufferRange(GL_ARRAY_BUFFER, 30, 4);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  fake().take();
  mglFlushMappedBufferRange(GL_ARRAY_BUFFER, 28, 4);
  EXPECT_EQ(fake().take(), "bufferFlushMapped 1 28 4");

  EXPECT_TRUE(mglUnmapBuffer(GL_ARRAY_BUFFER));
  EXPECT_EQ(share()->mappedBuffers, 0u);
  EXPECT_EQ(parameter(GL_BUFFER_MAPPED), 0);
  EXPECT_EQ(parameter(GL_BUFFER_ACCESS), GL_READ_WRITE);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Redefining or deleting a mapped buffer unmaps it first.
TEST_F(BufferTest, RedefinitionAndDeletionEndMaps) {
  const GLuint name = make(GL_ARRAY_BUFFER, 8);
  mglMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
  fake().take();
  mglBufferData(GL_ARRAY_BUFFER, 8, nullptr, GL_STATIC_DRAW);
  EXPECT_EQ(fake().take().substr(0, 13), "bufferUnmap 1");
  mglMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
  fake().take();
  mglDeleteBuffers(1, &name);
  EXPECT_EQ(fake().take(), "bufferUnmap 1");
  EXPECT_EQ(share()->mappedBuffers, 0u);
}

// A failed map leaves the buffer unmapped.
TEST_F(BufferTest, FailedMapLeavesNoTrace) {
  make(GL_ARRAY_BUFFER, 8);
  fake().refuseMemory = true;
  EXPECT_EQ(mglMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY), nullptr);
  EXPECT_EQ(error(), "GL_OUT_OF_MEMORY");
  EXPECT_EQ(parameter(GL_BUFFER_MAPPED), 0);
  EXPECT_EQ(parameter(GL_BUFFER_ACCESS_FLAGS), 0);
}

// Immutable storage: access must have been asked for, persistent maps do not block use, redefinition is refused.
TEST_F(BufferTest, ImmutableStorage) {
  GLuint name;
  mglGenBuffers(1, &name);
  mglBindBuffer(GL_ARRAY_BUFFER, name);
  mglBufferStorage(GL_ARRAY_BUFFER, 64, nullptr, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT);
  EXPECT_EQ(parameter(GL_BUFFER_IMMUTABLE_STORAGE), 1);
  const int word = 0;
  mglBufferSubData(GL_ARRAY_BUFFER, 0, 4, &word);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglMapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBufferData(GL_ARRAY_BUFFER, 4, nullptr, GL_STATIC_DRAW);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_NE(mglMapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT), nullptr);
  EXPECT_EQ(share()->mappedBuffers, 0u);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Copies inside one buffer may touch but not overlap.
TEST_F(BufferTest, CopyOverlap) {
  const char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  make(GL_COPY_READ_BUFFER, 8, bytes);
  mglBindBuffer(GL_COPY_WRITE_BUFFER, 1);
  mglCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 3, 4);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 4, 4);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  char back[8];
  mglGetBufferSubData(GL_COPY_READ_BUFFER, 0, 8, back);
  EXPECT_EQ(back[4], 1);
  EXPECT_EQ(back[7], 4);
}

// The clear value is converted to the texel of the internal format and repeated.
TEST_F(BufferTest, ClearConvertsOneTexel) {
  make(GL_ARRAY_BUFFER, 8);
  const float half[] = {1.0f, 0.0f};
  mglClearBufferData(GL_ARRAY_BUFFER, GL_RG8, GL_RG, GL_FLOAT, half);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  unsigned char back[8];
  mglGetBufferSubData(GL_ARRAY_BUFFER, 0, 8, back);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(back[i], i % 2 ? 0 : 255);
  mglClearBufferData(GL_ARRAY_BUFFER, GL_RG8, GL_RG_INTEGER, GL_UNSIGNED_BYTE, back);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglClearBufferSubData(GL_ARRAY_BUFFER, GL_RG8, 1, 2, GL_RG, GL_FLOAT, half);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
}

struct BufferError {
  const char* name;
  const char* expected;
  void (*call)();
};

class BufferErrors : public GlTest, public ::testing::WithParamInterface<BufferError> {};

// Each refused call reports the specification's error and reaches nobody. Buffer 1 of 16 bytes is bound to ARRAY.
TEST_P(BufferErrors, IsReported) {
  GLuint name;
  mglGenBuffers(1, &name);
  mglBindBuffer(GL_ARRAY_BUFFER, name);
  mglBufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);
  fake().take();
  GetParam().call();
  EXPECT_EQ(error(), GetParam().expected);
  EXPECT_EQ(fake().take(), "");
}

constexpr BufferError kErrors[] = {
    {"GenNegative", "GL_INVALID_VALUE", [] { mglGenBuffers(-1, nullptr); }},
    {"DeleteNegative", "GL_INVALID_VALUE", [] { mglDeleteBuffers(-1, nullptr); }},
    {"BindTarget", "GL_INVALID_ENUM", [] { mglBindBuffer(GL_TEXTURE_2D, 1); }},
    {"DataTarget", "GL_INVALID_ENUM", [] { mglBufferData(GL_TEXTURE_2D, 1, nullptr, GL_STATIC_DRAW); }},
    {"DataUnbound", "GL_INVALID_OPERATION", [] { mglBufferData(GL_COPY_READ_BUFFER, 1, nullptr, GL_STATIC_DRAW); }},
    {"DataUsage", "GL_INVALID_ENUM", [] { mglBufferData(GL_ARRAY_BUFFER, 1, nullptr, GL_READ_ONLY); }},
    {"DataNegative", "GL_INVALID_VALUE", [] { mglBufferData(GL_ARRAY_BUFFER, -1, nullptr, GL_STATIC_DRAW); }},
    {"StorageZero", "GL_INVALID_VALUE", [] { mglBufferStorage(GL_ARRAY_BUFFER, 0, nullptr, 0); }},
    {"StorageFlags", "GL_INVALID_VALUE", [] { mglBufferStorage(GL_ARRAY_BUFFER, 4, nullptr, 0x8000); }},
    {"StorageCoherent", "GL_INVALID_VALUE",
     [] { mglBufferStorage(GL_ARRAY_BUFFER, 4, nullptr, GL_MAP_WRITE_BIT | GL_MAP_COHERENT_BIT); }},
    {"SubDataBeyond", "GL_INVALID_VALUE", [] { mglBufferSubData(GL_ARRAY_BUFFER, 13, 4, "abc"); }},
    {"SubDataOffset", "GL_INVALID_VALUE", [] { mglBufferSubData(GL_ARRAY_BUFFER, -4, 4, "abc"); }},
    {"SubDataHuge", "GL_INVALID_VALUE",
     [] { mglBufferSubData(GL_ARRAY_BUFFER, 8, std::numeric_limits<GLsizeiptr>::max(), "abc"); }},
    {"MapAccess", "GL_INVALID_ENUM", [] { mglMapBuffer(GL_ARRAY_BUFFER, GL_MAP_READ_BIT); }},
    {"MapNeither", "GL_INVALID_OPERATION", [] { mglMapBufferRange(GL_ARRAY_BUFFER, 0, 4, 0); }},
    {"MapUnknownBit", "GL_INVALID_VALUE", [] { mglMapBufferRange(GL_ARRAY_BUFFER, 0, 4, 0x8001); }},
    {"MapReadInvalidate", "GL_INVALID_OPERATION",
     [] { mglMapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT | GL_MAP_INVALIDATE_RANGE_BIT); }},
    {"MapZero", "GL_INVALID_OPERATION", [] { mglMapBufferRange(GL_ARRAY_BUFFER, 0, 0, GL_MAP_READ_BIT); }},
    {"MapBeyond", "GL_INVALID_VALUE", [] { mglMapBufferRange(GL_ARRAY_BUFFER, 8, 12, GL_MAP_READ_BIT); }},
    {"MapPersistentMutable", "GL_INVALID_OPERATION",
     [] { mglMapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT); }},
    {"FlushUnmapped", "GL_INVALID_OPERATION", [] { mglFlushMappedBufferRange(GL_ARRAY_BUFFER, 0, 4); }},
    {"BaseTarget", "GL_INVALID_ENUM", [] { mglBindBufferBase(GL_ARRAY_BUFFER, 0, 1); }},
    {"BaseIndex", "GL_INVALID_VALUE", [] { mglBindBufferBase(GL_UNIFORM_BUFFER, 1000, 1); }},
    {"RangeZero", "GL_INVALID_VALUE", [] { mglBindBufferRange(GL_UNIFORM_BUFFER, 0, 1, 0, 0); }},
    {"RangeAlignment", "GL_INVALID_VALUE", [] { mglBindBufferRange(GL_UNIFORM_BUFFER, 0, 1, 4, 4); }},
    {"RangeXfbSize", "GL_INVALID_VALUE", [] { mglBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 1, 4, 3); }},
    {"ManyTooFar", "GL_INVALID_OPERATION",
     [] { mglBindBuffersBase(GL_TRANSFORM_FEEDBACK_BUFFER, 2, 3, nullptr); }},
    {"ParameterName", "GL_INVALID_ENUM",
     [] {
       GLint v;
       mglGetBufferParameteriv(GL_ARRAY_BUFFER, GL_SAMPLES, &v);
     }},
    {"NamedUnknown", "GL_INVALID_OPERATION", [] { mglNamedBufferData(99, 4, nullptr, GL_STATIC_DRAW); }},
    {"InvalidateUnknown", "GL_INVALID_VALUE", [] { mglInvalidateBufferData(99); }},
};
INSTANTIATE_TEST_SUITE_P(Each, BufferErrors, ::testing::ValuesIn(kErrors), [](const auto& i) { return i.param.name; });

}  // namespace
}  // namespace gl
