// SPDX-License-Identifier: Apache-2.0
// Transform feedback, and draws of as many vertices as it wrote.
#include "backends/gles/context.h"

namespace gles {

void Context::beginStreamOutput(const pipe::BeginStreamOutputArgs& args) {
  if (mXfbActive || (args.primitive != GL_POINTS && args.primitive != GL_LINES && args.primitive != GL_TRIANGLES))
    return fault(pipe::Fault::BadValue, "begin_stream_output of primitive %u while it is %s.", args.primitive,
                 mXfbActive ? "active" : "not active");
  if (!mProgram || !prepareProgram(args.primitive) || !applyRanges(GL_TRANSFORM_FEEDBACK_BUFFER, mXfbRanges)) return;
  mXfbActive = true;
  mXfbPaused = false;
  mXfbPrimitive = args.primitive;
  mXfbQuery = {};
  if (args.query) {
    Query* query = queryForUse(args.query, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    if (!query) return;
    mGl.BeginQuery(query->esTarget, query->name.gl);
    query->active = true;
    mXfbQuery = args.query;
  }
  mGl.BeginTransformFeedback(args.primitive);
}

void Context::pauseStreamOutput(const pipe::PauseStreamOutputArgs& args) {
  if (!mXfbActive || mXfbPaused == (args.resume == 0)) return;
  mXfbPaused = args.resume == 0;
  if (mXfbPaused) return mGl.PauseTransformFeedback();
  // Resuming wants the program that was there at the beginning.
  if (mProgram && prepareProgram(mXfbPrimitive)) mGl.ResumeTransformFeedback();
}

void Context::endStreamOutput(const pipe::EndStreamOutputArgs&) {
  if (!mXfbActive) return;
  mGl.EndTransformFeedback();
  mXfbActive = mXfbPaused = false;
  if (Query* query = mXfbQuery ? mQueries.find(mXfbQuery) : nullptr) {
    mGl.EndQuery(query->esTarget);
    query->active = false;
    query->xfbPrimitive = mXfbPrimitive;
    query->ended = true;
  }
  mXfbQuery = {};
}

void Context::drawStreamOutput(const pipe::DrawStreamOutputArgs& args) {
  Query* query = find(mQueries, args.query, "query");
  if (!query || !query->ended || !args.instances || args.mode > GL_PATCHES || !prepareDraw(args.mode)) return;
  const uint32_t vertices = query->xfbPrimitive == GL_TRIANGLES ? 3 : query->xfbPrimitive == GL_LINES ? 2 : 1;
  const auto count = static_cast<uint32_t>(queryValue(*query)) * vertices;
  if (count) drawOne({.mode = args.mode, .indexSizeBytes = 0, .count = count, .instances = args.instances});
}

}  // namespace gles
