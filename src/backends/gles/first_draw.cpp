// SPDX-License-Identifier: Apache-2.0
// One draw that nobody sees, when a driver is opened inside the application's process.
//
// A driver with a compiler makes part of its static objects at its first draw; their destructors then run at exit before
// every exit handler that was there earlier, ours among them. What is still queued at exit would be compiled with
// objects that are gone. Drawn once here, those objects are older than the handler that ends sessions (lib/open_screen).
#include "backends/gles/first_draw.h"

#include "backends/gles/gl_headers.h"

namespace gles {

void drawOnce(Functions& gl) {
  const char* texts[] = {
      "#version 310 es\nlayout(location = 0) in highp vec4 p;\nvoid main() { gl_Position = p; }\n",
      "#version 310 es\nuniform highp sampler2D s;\nout highp vec4 o;\nvoid main() { o = texture(s, gl_FragCoord.xy); }\n"};
  GLuint program = gl.CreateProgram(), framebuffer = 0, renderbuffer = 0, buffer = 0, array = 0;
  for (int i = 0; i < 2; ++i) {
    const GLuint shader = gl.CreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
    gl.ShaderSource(shader, 1, &texts[i], nullptr);
    gl.CompileShader(shader);
    gl.AttachShader(program, shader);
    gl.DeleteShader(shader);
  }
  gl.LinkProgram(program);
  gl.UseProgram(program);
  gl.GenRenderbuffers(1, &renderbuffer);
  gl.BindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
  gl.GenFramebuffers(1, &framebuffer);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
  gl.Viewport(0, 0, 4, 4);
  gl.GenVertexArrays(1, &array);
  gl.BindVertexArray(array);
  constexpr GLfloat kCorners[] = {-1, -1, 3, -1, -1, 3};
  gl.GenBuffers(1, &buffer);
  gl.BindBuffer(GL_ARRAY_BUFFER, buffer);
  gl.BufferData(GL_ARRAY_BUFFER, sizeof kCorners, kCorners, GL_STATIC_DRAW);
  gl.VertexAttribFormat(0, 2, GL_FLOAT, GL_FALSE, 0);
  gl.VertexAttribBinding(0, 0);
  gl.BindVertexBuffer(0, buffer, 0, 8);
  gl.EnableVertexAttribArray(0);
  gl.DrawArrays(GL_TRIANGLES, 0, 3);
  gl.Finish();
  gl.UseProgram(0);
  gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
  gl.DeleteProgram(program);
  gl.DeleteFramebuffers(1, &framebuffer);
  gl.DeleteRenderbuffers(1, &renderbuffer);
  gl.DeleteVertexArrays(1, &array);
  gl.DeleteBuffers(1, &buffer);
}

}  // namespace gles
