// SPDX-License-Identifier: Apache-2.0
// KHR_debug: where messages go, what filters them, groups, labels.
#include "gl/debug.h"
#include "gl/fake_tracker.h"

namespace gl {
namespace {

class DebugTest : public GlTest {
 protected:
  DebugTest() { mglEnable(GL_DEBUG_OUTPUT); }
  void insert(GLuint id, GLenum severity = GL_DEBUG_SEVERITY_HIGH) {
    mglDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, id, severity, -1, "text");
  }
  size_t logged() { return ctx().debug().log.size(); }
};

void APIENTRY onMessage(GLenum, GLenum type, GLuint id, GLenum, GLsizei length, const GLchar* text, const void* user) {
  EXPECT_EQ(std::string(text).size(), static_cast<size_t>(length));
  auto& heard = *static_cast<std::string*>(const_cast<void*>(user));
  heard += std::to_string(id) + (type == GL_DEBUG_TYPE_ERROR ? "! " : " ");
}

// GL errors arrive as messages with their name and a sentence.
TEST_F(DebugTest, ErrorsAreMessages) {
  mglLineWidth(-1);
  ASSERT_EQ(logged(), 1u);
  EXPECT_EQ(ctx().debug().log[0].text, "GL_INVALID_VALUE: glLineWidth: width is -1 and must be positive.");
}

// A callback takes messages instead of the log.
TEST_F(DebugTest, Callback) {
  std::string heard;
  mglDebugMessageCallback(onMessage, &heard);
  insert(7);
  mglEnable(GL_RGBA);
  EXPECT_EQ(heard, "7 1280! ");
  EXPECT_EQ(logged(), 0u);
  void* user = nullptr;
  mglGetPointerv(GL_DEBUG_CALLBACK_USER_PARAM, &user);
  EXPECT_EQ(user, &heard);
}

// Low severity is off at first; the newest matching rule decides; leaving a group brings the old rules back.
TEST_F(DebugTest, Filters) {
  insert(1, GL_DEBUG_SEVERITY_LOW);
  EXPECT_EQ(logged(), 0u);
  mglPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 5, -1, "group");
  mglDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
  const GLuint muted = 2;
  mglDebugMessageControl(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, GL_DONT_CARE, 1, &muted, GL_FALSE);
  ctx().debug().log.clear();
  insert(1, GL_DEBUG_SEVERITY_LOW);
  insert(2);
  EXPECT_EQ(logged(), 1u);
  mglPopDebugGroup();
  ctx().debug().log.clear();
  insert(1, GL_DEBUG_SEVERITY_LOW);
  insert(2);
  ASSERT_EQ(logged(), 1u);
  EXPECT_EQ(ctx().debug().log[0].id, 2u);
}

// The log is read oldest first and stops at the first message that does not fit.
TEST_F(DebugTest, LogStopsWhereRoomEnds) {
  insert(1);
  insert(2);
  GLuint ids[2] = {};
  GLsizei lengths[2] = {};
  char text[8];
  EXPECT_EQ(mglGetDebugMessageLog(2, sizeof text, nullptr, nullptr, ids, nullptr, lengths, text), 1u);
  EXPECT_EQ(ids[0], 1u);
  EXPECT_EQ(lengths[0], 5);
  EXPECT_STREQ(text, "text");
  EXPECT_EQ(logged(), 1u);
}

// Groups have a floor and a ceiling.
TEST_F(DebugTest, GroupLimits) {
  mglPopDebugGroup();
  EXPECT_EQ(error(), "GL_STACK_UNDERFLOW");
  for (size_t i = 1; i < kMaxDebugGroups; ++i) mglPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "deep");
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "too deep");
  EXPECT_EQ(error(), "GL_STACK_OVERFLOW");
}

// Labels: of named objects and of fences, cut to the room given, removed by null.
TEST_F(DebugTest, Labels) {
  mglBindBuffer(GL_ARRAY_BUFFER, 3);
  mglObjectLabel(GL_BUFFER, 3, 4, "verticesX");
  char text[16];
  GLsizei length = 0;
  mglGetObjectLabel(GL_BUFFER, 3, sizeof text, &length, text);
  EXPECT_STREQ(text, "vert");
  mglGetObjectLabel(GL_BUFFER, 3, 3, &length, text);
  EXPECT_STREQ(text, "ve");
  EXPECT_EQ(length, 2);
  mglObjectLabel(GL_BUFFER, 3, 0, nullptr);
  mglGetObjectLabel(GL_BUFFER, 3, 0, &length, nullptr);
  EXPECT_EQ(length, 0);
  const GLsync sync = mglFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  mglObjectPtrLabel(sync, -1, "fence");
  mglGetObjectPtrLabel(sync, sizeof text, &length, text);
  EXPECT_STREQ(text, "fence");
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglObjectLabel(GL_BUFFER, 4, -1, "nobody");
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglObjectLabel(GL_RGBA, 3, -1, "what");
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

}  // namespace
}  // namespace gl
