// SPDX-License-Identifier: Apache-2.0
// Queries, conditional rendering and fences.
#include "gl/buffer_targets.h"
#include "gl/fake_tracker.h"

namespace gl {
namespace {

class QueryTest : public GlTest {
 protected:
  GLuint make() {
    GLuint name = 0;
    mglGenQueries(1, &name);
    return name;
  }
  GLuint ended(GLenum target) {
    const GLuint name = make();
    mglBeginQuery(target, name);
    mglEndQuery(target);
    fake().take();
    return name;
  }
};

// One query's life: a name, an object, active, ended, deleted.
TEST_F(QueryTest, Life) {
  const GLuint name = make();
  EXPECT_FALSE(mglIsQuery(name));
  mglBeginQuery(GL_TIME_ELAPSED, name);
  EXPECT_TRUE(mglIsQuery(name));
  GLint current = 0;
  mglGetQueryiv(GL_TIME_ELAPSED, GL_CURRENT_QUERY, &current);
  EXPECT_EQ(current, static_cast<GLint>(name));
  GLuint result;
  mglGetQueryObjectuiv(name, GL_QUERY_RESULT, &result);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION") << "It is active.";
  mglEndQuery(GL_TIME_ELAPSED);
  EXPECT_EQ(fake().take(), "queryBegin 1 35007 0\nqueryEnd 1 35007 0");
  mglBeginQuery(GL_SAMPLES_PASSED, name);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION") << "It is for another target.";
  mglDeleteQueries(1, &name);
  EXPECT_FALSE(mglIsQuery(name));
}

// Deleting an active query ends it, so that another may begin.
TEST_F(QueryTest, DeletionEnds) {
  const GLuint name = make();
  mglBeginQuery(GL_SAMPLES_PASSED, name);
  fake().take();
  mglDeleteQueries(1, &name);
  EXPECT_EQ(fake().take(), "queryEnd 1 35092 0");
  mglBeginQuery(GL_SAMPLES_PASSED, make());
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Occlusion targets exclude one another; others run side by side.
TEST_F(QueryTest, OcclusionTargetsExcludeEachOther) {
  mglBeginQuery(GL_SAMPLES_PASSED, make());
  mglBeginQuery(GL_ANY_SAMPLES_PASSED, make());
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglEndQuery(GL_ANY_SAMPLES_PASSED);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBeginQuery(GL_PRIMITIVES_GENERATED, make());
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Results saturate in narrow types, and yes-or-no targets answer 0 or 1.
TEST_F(QueryTest, ResultTypes) {
  const GLuint counting = ended(GL_SAMPLES_PASSED), any = ended(GL_ANY_SAMPLES_PASSED);
  fake().queryValue = 0x1'8000'0000u;
  GLint narrow = 0;
  mglGetQueryObjectiv(counting, GL_QUERY_RESULT, &narrow);
  EXPECT_EQ(narrow, 0x7fffffff);
  GLuint word = 0;
  mglGetQueryObjectuiv(counting, GL_QUERY_RESULT, &word);
  EXPECT_EQ(word, 0xffffffffu);
  GLuint64 wide = 0;
  mglGetQueryObjectui64v(counting, GL_QUERY_RESULT, &wide);
  EXPECT_EQ(wide, 0x1'8000'0000u);
  mglGetQueryObjectui64v(any, GL_QUERY_RESULT, &wide);
  EXPECT_EQ(wide, 1u);
}

// Polling never waits; a result that is not there leaves memory alone.
TEST_F(QueryTest, NoWait) {
  const GLuint query = ended(GL_SAMPLES_PASSED);
  fake().queriesReady = false;
  GLuint available = 7, value = 9;
  mglGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
  mglGetQueryObjectuiv(query, GL_QUERY_RESULT_NO_WAIT, &value);
  EXPECT_EQ(available, 0u);
  EXPECT_EQ(value, 9u);
  EXPECT_EQ(fake().take(), "queryAvailable 1\nqueryAvailable 1");
}

// With a buffer bound to GL_QUERY_BUFFER results go there.
TEST_F(QueryTest, ResultsIntoABuffer) {
  device().extensions.push_back("GL_ARB_query_buffer_object");
  mglBindBuffer(GL_QUERY_BUFFER, 3);
  mglBufferData(GL_QUERY_BUFFER, 8, nullptr, GL_STATIC_DRAW);
  const GLuint query = ended(GL_SAMPLES_PASSED);
  fake().queryValue = 41;
  mglGetQueryObjectuiv(query, GL_QUERY_RESULT, reinterpret_cast<GLuint*>(4));
  EXPECT_EQ(static_cast<int>(fake().bytesOf(*bufferBinding(st(), GL_QUERY_BUFFER))[4]), 41);
  mglGetQueryObjectui64v(query, GL_QUERY_RESULT, reinterpret_cast<GLuint64*>(4));
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// Modes that do not wait draw while the result is unknown; inverted modes turn the answer round.
TEST_F(QueryTest, ConditionalModes) {
  const GLuint query = ended(GL_SAMPLES_PASSED);
  const auto draws = [&](GLenum mode) {
    mglBeginConditionalRender(query, mode);
    fake().take();
    mglDrawArrays(GL_TRIANGLES, 0, 3);
    mglEndConditionalRender();
    return !fake().take().empty();
  };
  fake().queriesReady = false;
  EXPECT_TRUE(draws(GL_QUERY_NO_WAIT));
  fake().queriesReady = true;
  EXPECT_FALSE(draws(GL_QUERY_NO_WAIT));
  EXPECT_TRUE(draws(GL_QUERY_WAIT_INVERTED));
  fake().queryValue = 2;
  EXPECT_TRUE(draws(GL_QUERY_BY_REGION_WAIT));
  EXPECT_FALSE(draws(GL_QUERY_WAIT_INVERTED));
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

struct QueryError {
  const char* name;
  const char* expected;
  void (*call)();
};
class QueryErrors : public GlTest, public ::testing::WithParamInterface<QueryError> {};

// Each refused call reports the specification's error and reaches nobody. Query 1 is an ended timer, 2 only a name.
TEST_P(QueryErrors, IsReported) {
  GLuint names[2];
  mglGenQueries(2, names);
  mglBeginQuery(GL_TIME_ELAPSED, names[0]);
  mglEndQuery(GL_TIME_ELAPSED);
  fake().take();
  GetParam().call();
  EXPECT_EQ(error(), GetParam().expected);
  EXPECT_EQ(fake().take(), "");
}

constexpr QueryError kErrors[] = {
    {"BeginTarget", "GL_INVALID_ENUM", [] { mglBeginQuery(GL_TIMESTAMP, 2); }},
    {"BeginZero", "GL_INVALID_OPERATION", [] { mglBeginQuery(GL_SAMPLES_PASSED, 0); }},
    {"BeginUnknown", "GL_INVALID_OPERATION", [] { mglBeginQuery(GL_SAMPLES_PASSED, 50); }},
    {"BeginIndex", "GL_INVALID_VALUE", [] { mglBeginQueryIndexed(GL_PRIMITIVES_GENERATED, 4, 2); }},
    {"EndInactive", "GL_INVALID_OPERATION", [] { mglEndQuery(GL_SAMPLES_PASSED); }},
    {"CounterTarget", "GL_INVALID_ENUM", [] { mglQueryCounter(2, GL_TIME_ELAPSED); }},
    {"CounterOther", "GL_INVALID_OPERATION", [] { mglQueryCounter(1, GL_TIMESTAMP); }},
    {"ResultOfName", "GL_INVALID_OPERATION",
     [] {
       GLint v;
       mglGetQueryObjectiv(2, GL_QUERY_RESULT, &v);
     }},
    {"ResultParameter", "GL_INVALID_ENUM",
     [] {
       GLint v;
       mglGetQueryObjectiv(1, GL_QUERY_COUNTER_BITS, &v);
     }},
    {"ConditionMode", "GL_INVALID_ENUM", [] { mglBeginConditionalRender(1, GL_TRIANGLES); }},
    {"ConditionUnknown", "GL_INVALID_VALUE", [] { mglBeginConditionalRender(50, GL_QUERY_WAIT); }},
    {"ConditionTimer", "GL_INVALID_OPERATION", [] { mglBeginConditionalRender(1, GL_QUERY_WAIT); }},
    {"ConditionEnd", "GL_INVALID_OPERATION", [] { mglEndConditionalRender(); }},
    {"SyncCondition", "GL_INVALID_ENUM", [] { mglFenceSync(GL_SIGNALED, 0); }},
    {"SyncFlags", "GL_INVALID_VALUE", [] { mglFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 1); }},
    {"SyncUnknown", "GL_INVALID_VALUE", [] { mglClientWaitSync(reinterpret_cast<GLsync>(8), 0, 0); }},
    {"SyncDelete", "GL_INVALID_VALUE", [] { mglDeleteSync(reinterpret_cast<GLsync>(8)); }},
};
INSTANTIATE_TEST_SUITE_P(Each, QueryErrors, ::testing::ValuesIn(kErrors), [](const auto& i) { return i.param.name; });

class SyncTest : public GlTest {};

// The four answers of a client wait, and that only asking for it flushes.
TEST_F(SyncTest, ClientWait) {
  const GLsync sync = mglFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  ASSERT_NE(sync, nullptr);
  EXPECT_TRUE(mglIsSync(sync));
  fake().take();
  fake().fenceResult = tracker::WaitResult::TimedOut;
  EXPECT_EQ(mglClientWaitSync(sync, 0, 0), static_cast<GLenum>(GL_TIMEOUT_EXPIRED));
  EXPECT_EQ(fake().take(), "fenceWait 0");
  EXPECT_EQ(mglClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 5), static_cast<GLenum>(GL_TIMEOUT_EXPIRED));
  EXPECT_EQ(fake().take(), "fenceWait 0\nflush\nfenceWait 5");
  fake().fenceResult = tracker::WaitResult::Lost;
  EXPECT_EQ(mglClientWaitSync(sync, 0, 5), static_cast<GLenum>(GL_WAIT_FAILED));
  fake().fenceResult = tracker::WaitResult::Signalled;
  EXPECT_EQ(mglClientWaitSync(sync, 0, 5), static_cast<GLenum>(GL_ALREADY_SIGNALED));
  mglDeleteSync(sync);
  mglDeleteSync(nullptr);
  EXPECT_FALSE(mglIsSync(sync));
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// An error answers GL_WAIT_FAILED, which no success does.
TEST_F(SyncTest, RefusedClientWaitFails) {
  EXPECT_EQ(mglClientWaitSync(reinterpret_cast<GLsync>(8), 0, 0), static_cast<GLenum>(GL_WAIT_FAILED));
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  const GLsync sync = mglFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  EXPECT_EQ(mglClientWaitSync(sync, 0x10, 0), static_cast<GLenum>(GL_WAIT_FAILED));
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
}

// Server waits go to the tracker with the only timeout there is.
TEST_F(SyncTest, ServerWait) {
  const GLsync sync = mglFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  fake().take();
  mglWaitSync(sync, 0, 5);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglWaitSync(sync, 0, GL_TIMEOUT_IGNORED);
  EXPECT_EQ(fake().take(), "fenceWaitServer");
}

// Parameters of a fence, with the room for them respected.
TEST_F(SyncTest, Parameters) {
  const GLsync sync = mglFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  GLint value = -1;
  GLsizei length = -1;
  mglGetSynciv(sync, GL_OBJECT_TYPE, 1, &length, &value);
  EXPECT_EQ(value, GL_SYNC_FENCE);
  EXPECT_EQ(length, 1);
  mglGetSynciv(sync, GL_SYNC_STATUS, 1, nullptr, &value);
  EXPECT_EQ(value, GL_SIGNALED);
  value = -1;
  mglGetSynciv(sync, GL_SYNC_CONDITION, 0, &length, &value);
  EXPECT_EQ(length, 0);
  EXPECT_EQ(value, -1);
}

}  // namespace
}  // namespace gl
