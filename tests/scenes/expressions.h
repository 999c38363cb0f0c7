// SPDX-License-Identifier: Apache-2.0
// Evaluates GLSL expressions on the GPU, one pixel of a float target each, and compares them with values in
// memory.
#pragma once

#include "scenes/drawing.h"

namespace scenes {

struct Expression {
  std::string text;  ///< Anything that vec4(text) accepts.
  float due[4];
};

class ExpressionProgram {
 public:
  /// The declarations (uniforms, blocks, functions) stand before main of the fragment shader.
  ExpressionProgram(Scene& scene, const std::string& declarations, std::vector<Expression> expressions);

  GLuint handle() const { return mProgram; }
  GLint uniform(const char* name) const { return glGetUniformLocation(mProgram, name); }

  /// Draws, keeps the values as a block and checks each.
  void evaluate(const std::string& blockName, float tolerance = 0.0f);

 private:
  Scene& mScene;
  std::vector<Expression> mExpressions;
  GLuint mProgram = 0;
  GLuint mQuad = 0;
  Target mTarget;
};

}  // namespace scenes
