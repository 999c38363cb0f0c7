// SPDX-License-Identifier: Apache-2.0
// What a draw call costs: unchanged state, a changed uniform, changed texture and blending, changed vertex
// array and program, and a mixture of all with uploads as programs have it.
#include "cases.h"

namespace bench {

namespace {

constexpr int kDraws = 10000;

class PlainDraws : public Case {
 public:
  PlainDraws() : Case("draw_plain", "draws/s", 1) {}
  double frame(Stage& stage) override {
    for (int i = 0; i < kDraws; ++i) {
      stage.drawTriangle(i);
    }
    return kDraws;
  }
};

class UniformDraws : public Case {
 public:
  UniformDraws() : Case("draw_uniform", "draws/s", 1) {}
  double frame(Stage& stage) override {
    for (int i = 0; i < kDraws; ++i) {
      glUniform4f(stage.tint(), static_cast<float>(i % 200) / 200.0f, 0.5f, 0.25f, 1);
      stage.drawTriangle(i);
    }
    return kDraws;
  }
};

class TextureBlendDraws : public Case {
 public:
  TextureBlendDraws() : Case("draw_tex_blend", "draws/s", 1) {}
  double frame(Stage& stage) override {
    for (int i = 0; i < kDraws; ++i) {
      glBindTexture(GL_TEXTURE_2D, stage.texture(i & 1));
      if ((i & 1) != 0) {
        glEnable(GL_BLEND);
      } else {
        glDisable(GL_BLEND);
      }
      stage.drawTriangle(i);
    }
    return kDraws;
  }
};

class ProgramDraws : public Case {
 public:
  ProgramDraws() : Case("draw_vao_prog", "draws/s", 1) {}
  double frame(Stage& stage) override {
    for (int i = 0; i < kDraws; ++i) {
      glBindVertexArray(stage.vertexArray(i & 1));
      glUseProgram(stage.program(i & 1));
      stage.drawTriangle(i);
    }
    return kDraws;
  }
};

/// 400 draws of 8 kinds of material, a uniform each, and 32 KiB of new vertices: the time of a frame.
class MixedFrame : public Case {
 public:
  MixedFrame() : Case("frame_mixed", "us/frame", 0) {}
  void prepare(Stage& stage) override { mStream = stage.makeStreamBuffer(32768); }
  double frame(Stage& stage) override {
    glClear(GL_COLOR_BUFFER_BIT);
    glBindVertexArray(mStream);
    glBufferSubData(GL_ARRAY_BUFFER, 0, 32768, stage.corners().data());
    for (int i = 0; i < 400; ++i) {
      if (i % 50 == 0) {
        glUseProgram(stage.program(i / 50 % 2));
        glBindTexture(GL_TEXTURE_2D, stage.texture(i / 100 % 2));
        glBindVertexArray(i % 100 == 0 ? mStream : stage.vertexArray(1));
      }
      if (i / 50 % 2 == 0) {
        glUniform4f(stage.tint(), 1, static_cast<float>(i % 7) / 7.0f, 0, 1);
      }
      glDrawArrays(GL_TRIANGLES, i % 300 * 3, 3);
    }
    return 1;
  }

 private:
  GLuint mStream = 0;
};

}  // namespace

void addDrawCases(Cases& cases) {
  cases.push_back(std::make_unique<PlainDraws>());
  cases.push_back(std::make_unique<UniformDraws>());
  cases.push_back(std::make_unique<TextureBlendDraws>());
  cases.push_back(std::make_unique<ProgramDraws>());
  cases.push_back(std::make_unique<MixedFrame>());
}

}  // namespace bench
