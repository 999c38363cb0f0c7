// SPDX-License-Identifier: Apache-2.0
// Builds one fragment shader with a case per expression; the column of the pixel chooses the case.
#include "scenes/expressions.h"

#include <cmath>

namespace scenes {

ExpressionProgram::ExpressionProgram(Scene& scene, const std::string& declarations,
                                     std::vector<Expression> expressions)
    : mScene(scene), mExpressions(std::move(expressions)) {
  std::string source = "#version 330 core\n" + declarations + "\nout vec4 result;\nvoid main() {\n";
  source += "    result = vec4(-1.0);\n    switch (int(gl_FragCoord.x)) {\n";
  for (size_t i = 0; i < mExpressions.size(); ++i) {
    source += "        case " + std::to_string(i) + ": result = vec4(" + mExpressions[i].text + "); break;\n";
  }
  source += "    }\n}\n";
  mProgram = buildProgram(scene, kQuadVertex, source.c_str());
  glUseProgram(mProgram);
  mQuad = makeQuad();
  mTarget = makeTarget(scene, static_cast<int>(mExpressions.size()), 1, GL_RGBA32F);
}

void ExpressionProgram::evaluate(const std::string& blockName, float tolerance) {
  const auto count = static_cast<int>(mExpressions.size());
  glBindFramebuffer(GL_FRAMEBUFFER, mTarget.framebuffer);
  glViewport(0, 0, count, 1);
  glUseProgram(mProgram);
  glBindVertexArray(mQuad);
  drawQuad();
  std::vector<float> values(mExpressions.size() * 4, -99.0f);
  glReadPixels(0, 0, count, 1, GL_RGBA, GL_FLOAT, values.data());
  mScene.expectNoError(blockName.c_str());
  mScene.block(blockName, "f32", values);
  for (size_t i = 0; i < mExpressions.size(); ++i) {
    const float* found = values.data() + i * 4;
    const float* due = mExpressions[i].due;
    bool same = true;
    for (int c = 0; c < 4; ++c) {
      same = same && std::fabs(found[c] - due[c]) <= tolerance * std::max(1.0f, std::fabs(due[c]));
    }
    mScene.check(same, "%s: vec4(%s) is (%g, %g, %g, %g), not (%g, %g, %g, %g).", blockName.c_str(),
                 mExpressions[i].text.c_str(), static_cast<double>(found[0]), static_cast<double>(found[1]),
                 static_cast<double>(found[2]), static_cast<double>(found[3]), static_cast<double>(due[0]),
                 static_cast<double>(due[1]), static_cast<double>(due[2]), static_cast<double>(due[3]));
  }
}

}  // namespace scenes
