// SPDX-License-Identifier: Apache-2.0
// Framebuffers: completeness, attaching, buffers, clears, blits, read-back, queries, renderbuffers.
#include <functional>

#include "gl/fake_tracker.h"
#include "gl/framebuffer_status.h"

namespace gl {
namespace {

class FramebufferTest : public GlTest {
 protected:
  GLuint framebuffer() {
    GLuint name = 0;
    mglGenFramebuffers(1, &name);
    mglBindFramebuffer(GL_FRAMEBUFFER, name);
    return name;
  }
  GLuint renderbuffer(GLenum format, GLsizei samples = 0, GLsizei width = 16, GLsizei height = 8) {
    GLuint name = 0;
    mglGenRenderbuffers(1, &name);
    mglBindRenderbuffer(GL_RENDERBUFFER, name);
    mglRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    return name;
  }
  GLuint texture(GLenum target, GLint format = GL_RGBA8) {
    GLuint name = 0;
    mglGenTextures(1, &name);
    mglBindTexture(target, name);
    if (target == GL_TEXTURE_2D)
      mglTexImage2D(target, 0, format, 16, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    else
      mglTexImage3D(target, 0, format, 16, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    return name;
  }
  void attach(GLenum point, GLuint name) {
    mglFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name);
  }
  std::string status() {
    return std::string(framebufferStatusName(mglCheckFramebufferStatus(GL_FRAMEBUFFER)))
        .substr(std::strlen("GL_FRAMEBUFFER_"));
  }
  GLint attachment(GLenum point, GLenum pname) {
    GLint value = -1;
    mglGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, point, pname, &value);
    return value;
  }
};

// Every rule of completeness, one framebuffer each.
TEST_F(FramebufferTest, CompletenessTable) {
  struct Case {
    const char* what;
    const char* status;
    std::function<void()> build;
  };
  const Case cases[] = {
      {"nothing", "INCOMPLETE_MISSING_ATTACHMENT", [] {}},
      {"one color buffer", "COMPLETE", [&] { attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8)); }},
      {"packed depth-stencil", "COMPLETE",
       [&] {
         attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8));
         attach(GL_DEPTH_STENCIL_ATTACHMENT, renderbuffer(GL_DEPTH24_STENCIL8));
       }},
      {"color where depth belongs", "INCOMPLETE_ATTACHMENT",
       [&] {
         attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8));
         attach(GL_DEPTH_ATTACHMENT, renderbuffer(GL_RGBA8));
       }},
      {"depth without stencil where stencil belongs", "INCOMPLETE_ATTACHMENT",
       [&] {
         attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8));
         attach(GL_STENCIL_ATTACHMENT, renderbuffer(GL_DEPTH_COMPONENT24));
       }},
      {"no storage", "INCOMPLETE_ATTACHMENT",
       [&] { attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8, 0, 0, 0)); }},
      {"undefined level", "INCOMPLETE_ATTACHMENT",
       [&] {
         mglFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture(GL_TEXTURE_2D),
                                 3);
       }},
      {"slice beyond the depth", "INCOMPLETE_ATTACHMENT",
       [&] {
         mglFramebufferTexture3D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D, texture(GL_TEXTURE_3D),
                                 0, 4);
       }},
      {"not renderable", "INCOMPLETE_ATTACHMENT",
       [&] {
         mglFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                                 texture(GL_TEXTURE_2D, GL_LUMINANCE8), 0);
       }},
      {"depth and stencil from two images", "UNSUPPORTED",
       [&] {
         attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8));
         attach(GL_DEPTH_ATTACHMENT, renderbuffer(GL_DEPTH_COMPONENT24));
         attach(GL_STENCIL_ATTACHMENT, renderbuffer(GL_STENCIL_INDEX8));
       }},
      {"different sample counts", "INCOMPLETE_MULTISAMPLE",
       [&] {
         attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8, 4));
         attach(GL_DEPTH_ATTACHMENT, renderbuffer(GL_DEPTH_COMPONENT24));
       }},
      {"different sizes are fine", "COMPLETE",
       [&] {
         attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8));
         attach(GL_DEPTH_ATTACHMENT, renderbuffer(GL_DEPTH_COMPONENT24, 0, 4, 4));
       }},
      {"layered beside not layered", "INCOMPLETE_LAYER_TARGETS",
       [&] {
         mglFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture(GL_TEXTURE_2D_ARRAY), 0);
         attach(GL_COLOR_ATTACHMENT1, renderbuffer(GL_RGBA8));
       }},
      {"two kinds of layers", "INCOMPLETE_LAYER_TARGETS",
       [&] {
         mglFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture(GL_TEXTURE_2D_ARRAY), 0);
         mglFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, texture(GL_TEXTURE_3D), 0);
       }},
      {"draw buffer without image", "INCOMPLETE_DRAW_BUFFER",
       [&] { attach(GL_DEPTH_ATTACHMENT, renderbuffer(GL_DEPTH_COMPONENT24)); }},
      {"read buffer without image", "INCOMPLETE_READ_BUFFER",
       [&] {
         attach(GL_DEPTH_ATTACHMENT, renderbuffer(GL_DEPTH_COMPONENT24));
         mglDrawBuffer(GL_NONE);
       }},
      {"depth alone", "COMPLETE",
       [&] {
         attach(GL_DEPTH_ATTACHMENT, renderbuffer(GL_DEPTH_COMPONENT24));
         mglDrawBuffer(GL_NONE);
         mglReadBuffer(GL_NONE);
       }},
  };
  for (const Case& c : cases) {
    framebuffer();
    c.build();
    EXPECT_EQ(error(), "GL_NO_ERROR") << c.what;
    EXPECT_EQ(status(), c.status) << c.what;
  }
}

// The window's framebuffer is complete if there is a window.
TEST_F(FramebufferTest, DefaultFramebuffer) {
  EXPECT_EQ(status(), "COMPLETE");
  st().defaultDraw->hasSurface = false;
  EXPECT_EQ(status(), "UNDEFINED");
}

// A redefined image changes what the framebuffer is, without a new attachment.
TEST_F(FramebufferTest, StatusFollowsImages) {
  framebuffer();
  const GLuint name = texture(GL_TEXTURE_2D);
  mglFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
  mglClear(GL_COLOR_BUFFER_BIT);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE8, 16, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  mglClear(GL_COLOR_BUFFER_BIT);
  EXPECT_EQ(error(), "GL_INVALID_FRAMEBUFFER_OPERATION");
}

// Errors of the attaching commands.
TEST_F(FramebufferTest, AttachErrors) {
  const GLuint flat = texture(GL_TEXTURE_2D), volume = texture(GL_TEXTURE_3D);
  const auto flatAt = [&](GLenum point, GLenum textarget, GLint level) {
    mglFramebufferTexture2D(GL_FRAMEBUFFER, point, textarget, flat, level);
    return error();
  };
  EXPECT_EQ(flatAt(GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0), "GL_INVALID_OPERATION");
  framebuffer();
  EXPECT_EQ(flatAt(GL_COLOR, GL_TEXTURE_2D, 0), "GL_INVALID_ENUM");
  EXPECT_EQ(flatAt(GL_COLOR_ATTACHMENT8, GL_TEXTURE_2D, 0), "GL_INVALID_OPERATION");
  EXPECT_EQ(flatAt(GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D, 0), "GL_INVALID_OPERATION");
  EXPECT_EQ(flatAt(GL_COLOR_ATTACHMENT0, GL_RGBA, 0), "GL_INVALID_ENUM");
  EXPECT_EQ(flatAt(GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 15), "GL_INVALID_VALUE");
  EXPECT_EQ(flatAt(GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0), "GL_NO_ERROR");
  mglFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 9999, 0);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 9999, 0);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, flat, 0, 0);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, volume, 0, -1);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 9999);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_EQ(attachment(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME),
            static_cast<GLint>(flat));
}

// Attachment queries by kind of attachment, and their errors where nothing is attached.
TEST_F(FramebufferTest, AttachmentQueries) {
  EXPECT_EQ(attachment(GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_FRAMEBUFFER_DEFAULT);
  EXPECT_EQ(attachment(GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), 24);
  EXPECT_EQ(attachment(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), -1);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  framebuffer();
  EXPECT_EQ(attachment(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
  EXPECT_EQ(attachment(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), 0);
  EXPECT_EQ(attachment(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), -1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  const GLuint volume = texture(GL_TEXTURE_3D);
  mglFramebufferTexture3D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_3D, volume, 0, 2);
  EXPECT_EQ(attachment(GL_COLOR_ATTACHMENT1, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER), 2);
  EXPECT_EQ(attachment(GL_COLOR_ATTACHMENT1, GL_FRAMEBUFFER_ATTACHMENT_LAYERED), GL_FALSE);
  EXPECT_EQ(attachment(GL_COLOR_ATTACHMENT1, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE),
            GL_UNSIGNED_NORMALIZED);
  attach(GL_DEPTH_STENCIL_ATTACHMENT, renderbuffer(GL_DEPTH24_STENCIL8));
  EXPECT_EQ(attachment(GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_RENDERBUFFER);
  EXPECT_EQ(attachment(GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE), -1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_EQ(attachment(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL), -1);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

// Draw and read buffers: what windows have, what framebuffer objects have.
TEST_F(FramebufferTest, DrawAndReadBuffers) {
  const auto draw = [&](GLenum buffer) { return mglDrawBuffer(buffer), error(); };
  const auto read = [&](GLenum buffer) { return mglReadBuffer(buffer), error(); };
  EXPECT_EQ(draw(GL_FRONT_AND_BACK), "GL_NO_ERROR");
  EXPECT_EQ(draw(GL_BACK_RIGHT), "GL_INVALID_OPERATION");
  EXPECT_EQ(draw(GL_COLOR_ATTACHMENT0), "GL_INVALID_OPERATION");
  EXPECT_EQ(draw(GL_RGBA), "GL_INVALID_ENUM");
  EXPECT_EQ(read(GL_FRONT_AND_BACK), "GL_INVALID_ENUM");
  EXPECT_EQ(read(GL_FRONT), "GL_NO_ERROR");
  framebuffer();
  EXPECT_EQ(draw(GL_BACK), "GL_INVALID_OPERATION");
  EXPECT_EQ(draw(GL_COLOR_ATTACHMENT3), "GL_NO_ERROR");
  EXPECT_EQ(st().drawFramebuffer->drawBuffers[0], uint32_t{GL_COLOR_ATTACHMENT3});
  const GLenum twice[] = {GL_COLOR_ATTACHMENT1, GL_NONE, GL_COLOR_ATTACHMENT1};
  mglDrawBuffers(3, twice);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  const GLenum nine[9] = {};
  mglDrawBuffers(9, nine);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  const GLenum several[] = {GL_FRONT};
  mglDrawBuffers(1, several);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
}

// Clears reach the tracker as they are, and not at all for a draw buffer that is GL_NONE.
TEST_F(FramebufferTest, Clears) {
  mglClear(0x40000000);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  EXPECT_EQ(fake().take(), "clear 16640");
  const GLfloat color[4] = {0, 0, 0, 0};
  mglClearBufferfv(GL_COLOR, 1, color);
  EXPECT_EQ(fake().take(), "");
  mglClearBufferfv(GL_COLOR, 0, color);
  EXPECT_EQ(fake().take(), "clearBuffer 1 0 0 0 0");
  mglClearBufferfi(GL_DEPTH_STENCIL, 0, 0.5f, 7);
  EXPECT_EQ(fake().take(), "clearBuffer 6 0 0 0.5 7");
  mglClearBufferfi(GL_DEPTH, 0, 0.5f, 7);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglClearBufferfv(GL_DEPTH, 1, color);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglEnable(GL_RASTERIZER_DISCARD);
  mglClear(GL_COLOR_BUFFER_BIT);
  EXPECT_EQ(fake().take(), "");
}

// Blits: rules about masks, filters, samples and formats.
TEST_F(FramebufferTest, Blits) {
  const auto blit = [&](GLint width, GLbitfield mask, GLenum filter) {
    mglBlitFramebuffer(0, 0, 16, 8, 0, 0, width, 8, mask, filter);
    return error();
  };
  const GLuint target = framebuffer();
  attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8));
  mglBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  fake().take();
  EXPECT_EQ(blit(16, 0x10, GL_NEAREST), "GL_INVALID_VALUE");
  EXPECT_EQ(blit(16, GL_COLOR_BUFFER_BIT, GL_RGBA), "GL_INVALID_ENUM");
  EXPECT_EQ(blit(16, GL_DEPTH_BUFFER_BIT, GL_LINEAR), "GL_INVALID_OPERATION");
  EXPECT_EQ(blit(16, GL_DEPTH_BUFFER_BIT, GL_NEAREST), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(), "");  // no depth buffer to draw to
  EXPECT_EQ(blit(8, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(), "blit 0 0 16 8 0 0 8 8 16384 9728");
  attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8UI));
  EXPECT_EQ(blit(16, GL_COLOR_BUFFER_BIT, GL_NEAREST), "GL_INVALID_OPERATION");
  const GLuint source = framebuffer();
  attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8UI, 4));
  mglBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
  EXPECT_EQ(blit(8, GL_COLOR_BUFFER_BIT, GL_NEAREST), "GL_INVALID_OPERATION");
  EXPECT_EQ(blit(16, GL_COLOR_BUFFER_BIT, GL_LINEAR), "GL_INVALID_OPERATION");
  EXPECT_EQ(blit(16, GL_COLOR_BUFFER_BIT, GL_NEAREST), "GL_NO_ERROR");
  mglDeleteFramebuffers(1, &source);
  EXPECT_EQ(st().readFramebuffer->name, 0u);
}

// Reading checks the source and takes only what lies inside it.
TEST_F(FramebufferTest, ReadPixels) {
  uint8_t out[4096];
  mglReadPixels(-1, -2, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, out);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(), "readPixels 0 0 3 2 6408,5121,36,16,64,64 client");
  mglReadPixels(64, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, out);
  EXPECT_EQ(fake().take(), "");
  mglReadPixels(0, 0, 4, 4, GL_RGBA_INTEGER, GL_INT, out);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglReadPixels(0, 0, -4, 4, GL_RGBA, GL_UNSIGNED_BYTE, out);
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
  mglReadnPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, 63, out);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  framebuffer();
  mglReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, out);
  EXPECT_EQ(error(), "GL_INVALID_FRAMEBUFFER_OPERATION");
  attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8));
  mglReadPixels(0, 0, 4, 4, GL_DEPTH_COMPONENT, GL_FLOAT, out);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  attach(GL_COLOR_ATTACHMENT0, renderbuffer(GL_RGBA8, 4));
  mglReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, out);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// Renderbuffer storage: limits, formats, samples, and memory that cannot be had.
TEST_F(FramebufferTest, RenderbufferStorage) {
  const auto store = [&](GLsizei samples, GLenum format, GLsizei width) {
    mglRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, 4);
    return error();
  };
  EXPECT_EQ(store(0, GL_RGBA8, 4), "GL_INVALID_OPERATION");
  renderbuffer(GL_RGBA8);
  EXPECT_EQ(store(0, GL_LUMINANCE8, 4), "GL_INVALID_ENUM");
  EXPECT_EQ(store(0, GL_RGBA8, 16385), "GL_INVALID_VALUE");
  EXPECT_EQ(store(5, GL_RGBA8, 4), "GL_INVALID_VALUE");
  EXPECT_EQ(store(3, GL_RGBA8, 4), "GL_NO_ERROR");
  GLint samples = 0;
  mglGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &samples);
  EXPECT_EQ(samples, 4);
  fake().refuseMemory = true;
  EXPECT_EQ(store(0, GL_RGBA8, 16384), "GL_OUT_OF_MEMORY");
  mglGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &samples);
  EXPECT_EQ(samples, 0);
}

}  // namespace
}  // namespace gl
