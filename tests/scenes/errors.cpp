// SPDX-License-Identifier: Apache-2.0
// ErrorsBasic: the errors of the specification for common mistakes, one at a time, with no effect on what is
// drawn. DebugLabels: labels, groups and messages of KHR_debug.
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

MGL_SCENE(ErrorsBasic, Core) {
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  setColour(program, 0, 1, 0, 1);
  const GLuint quad = makeQuad();
  drawQuad();
  scene.expectNoError("Before any mistake");

  glEnable(0x1234);
  scene.expectError(GL_INVALID_ENUM, "glEnable(0x1234)");
  glEnable(GL_TEXTURE_2D);
  scene.expectError(GL_INVALID_ENUM, "glEnable(GL_TEXTURE_2D) in a core context");
  glBindBuffer(GL_TEXTURE_2D, 0);
  scene.expectError(GL_INVALID_ENUM, "glBindBuffer of a texture target");
  glBindBuffer(GL_ARRAY_BUFFER, 12345);
  scene.expectError(GL_INVALID_OPERATION, "A buffer name that was not generated");
  glBindTexture(GL_TEXTURE_2D, 54321);
  scene.expectError(GL_INVALID_OPERATION, "A texture name that was not generated");
  glBindVertexArray(999);
  scene.expectError(GL_INVALID_OPERATION, "A vertex array name that was not generated");
  glViewport(0, 0, -1, 10);
  scene.expectError(GL_INVALID_VALUE, "A viewport of negative width");
  glLineWidth(0.0f);
  scene.expectError(GL_INVALID_VALUE, "A line width of 0");
  glDrawArrays(0x7777, 0, 3);
  scene.expectError(GL_INVALID_ENUM, "An unknown primitive");
  glDrawArrays(GL_QUADS, 0, 4);
  scene.expectError(GL_INVALID_ENUM, "Quads in a core context");
  glDrawElements(GL_TRIANGLES, 3, GL_FLOAT, nullptr);
  scene.expectError(GL_INVALID_ENUM, "Indices of type float");
  glUseProgram(4711);
  scene.expectError(GL_INVALID_VALUE, "A program that does not exist");
  glGenBuffers(-1, nullptr);
  scene.expectError(GL_INVALID_VALUE, "-1 buffer names");
  glTexImage2D(GL_TEXTURE_2D, -1, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  scene.expectError(GL_INVALID_VALUE, "Level -1");
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  scene.expectError(GL_INVALID_VALUE, "A border in a core context");
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, nullptr);
  scene.expectError(GL_INVALID_OPERATION, "RGBA as 5-6-5");
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_REPEAT);
  scene.expectError(GL_INVALID_ENUM, "A wrap as a filter");
  glBlendFunc(GL_ONE, 0x9999);
  scene.expectError(GL_INVALID_ENUM, "An unknown blend factor");
  glClear(0x1);
  scene.expectError(GL_INVALID_VALUE, "An unknown bit to clear");

  GLuint objects[3] = {};
  glGenBuffers(1, &objects[0]);
  glBindBuffer(GL_ARRAY_BUFFER, objects[0]);
  glBufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, 10, 10, objects);
  scene.expectError(GL_INVALID_VALUE, "Writing beyond a buffer's end");
  scene.check(glMapBufferRange(GL_ARRAY_BUFFER, 0, 16, 0) == nullptr,
              "A map without access bits is not null.");
  scene.expectError(GL_INVALID_OPERATION, "A map without access bits");
  glMapBufferRange(GL_ARRAY_BUFFER, 0, 16, GL_MAP_WRITE_BIT);
  glMapBufferRange(GL_ARRAY_BUFFER, 0, 16, GL_MAP_WRITE_BIT);
  scene.expectError(GL_INVALID_OPERATION, "A second map");
  glBufferSubData(GL_ARRAY_BUFFER, 0, 4, objects);
  scene.expectError(GL_INVALID_OPERATION, "Writing to a mapped buffer");
  glUnmapBuffer(GL_ARRAY_BUFFER);
  glUnmapBuffer(GL_ARRAY_BUFFER);
  scene.expectError(GL_INVALID_OPERATION, "A second unmap");

  glGenFramebuffers(1, &objects[1]);
  glBindFramebuffer(GL_FRAMEBUFFER, objects[1]);
  scene.check(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT,
              "An empty framebuffer has another status.");
  glBindVertexArray(quad);
  drawQuad();
  scene.expectError(GL_INVALID_FRAMEBUFFER_OPERATION, "A draw into an empty framebuffer");
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glBindVertexArray(0);
  drawQuad();
  scene.expectError(GL_INVALID_OPERATION, "A draw without a vertex array");
  // The first error stays until it is read; later ones do not replace it.
  glEnable(0x1234);
  glViewport(0, 0, -1, -1);
  scene.expectError(GL_INVALID_ENUM, "The first of two errors");
  const char* broken = "#version 330 core\nvoid main() { this is not GLSL; }\n";
  const GLuint shader = glCreateShader(GL_VERTEX_SHADER);
  glShaderSource(shader, 1, &broken, nullptr);
  glCompileShader(shader);
  GLint compiled = 1;
  GLint logLength = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &logLength);
  scene.check(compiled == 0 && logLength > 1, "A broken shader has status %d and a log of %d bytes.",
              compiled, logLength);
  scene.expectNoError("A broken shader");
  const Image image = scene.pixels("unharmed", 0, 0, 128, 128);
  scene.expectFill(image, 0, 0, 128, 128, {0, 255, 0, 255}, "After all mistakes");
}

namespace {

struct Messages {
  int count = 0;
  std::string last;
  GLenum lastType = 0;
};

void APIENTRY onMessage(GLenum, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* text,
                        const void* user) {
  auto* messages = static_cast<Messages*>(const_cast<void*>(user));
  ++messages->count;
  messages->lastType = type;
  messages->last.assign(text, length < 0 ? std::strlen(text) : static_cast<size_t>(length));
}

}  // namespace

MGL_SCENE(DebugLabels, Core) {
  if (!scene.needs("GL_KHR_debug", 43)) {
    return;
  }
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glObjectLabel(GL_BUFFER, buffer, -1, "vertices of the hero");
  char label[64] = "";
  GLsizei length = 0;
  glGetObjectLabel(GL_BUFFER, buffer, sizeof label, &length, label);
  scene.check(length == 20 && std::strcmp(label, "vertices of the hero") == 0,
              "The label is '%s' of length %d.", label, length);
  glObjectLabel(GL_BUFFER, buffer, 8, "vertices of the hero");
  glGetObjectLabel(GL_BUFFER, buffer, 5, &length, label);
  scene.check(length == 4 && std::strcmp(label, "vert") == 0, "Cut to 5 bytes, the label is '%s'.", label);
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glObjectPtrLabel(fence, -1, "a fence");
  glGetObjectPtrLabel(fence, sizeof label, &length, label);
  scene.check(std::strcmp(label, "a fence") == 0, "The fence's label is '%s'.", label);
  glDeleteSync(fence);
  glObjectLabel(GL_BUFFER, 9999, -1, "nothing");
  scene.expectError(GL_INVALID_VALUE, "The label of an object that does not exist");

  Messages messages;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
  glDebugMessageCallback(onMessage, &messages);
  glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 1, GL_DEBUG_SEVERITY_NOTIFICATION,
                       -1, "here");
  scene.check(messages.last == "here" && messages.lastType == GL_DEBUG_TYPE_MARKER,
              "The inserted message is '%s'.", messages.last.c_str());
  glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 2, -1, "group");
  scene.check(messages.last == "group" && messages.lastType == GL_DEBUG_TYPE_PUSH_GROUP, "Push said '%s'.",
              messages.last.c_str());
  GLint depth = 0;
  glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH, &depth);
  scene.check(depth == 2, "The group stack is %d deep.", depth);
  glPopDebugGroup();
  scene.check(messages.lastType == GL_DEBUG_TYPE_POP_GROUP, "Pop gave type 0x%04x.", messages.lastType);
  const int before = messages.count;
  glDebugMessageControl(GL_DEBUG_SOURCE_APPLICATION, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_FALSE);
  glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 1, GL_DEBUG_SEVERITY_NOTIFICATION,
                       -1, "muted");
  scene.check(messages.count == before, "A muted message came through.");
  glPopDebugGroup();
  scene.expectError(GL_STACK_UNDERFLOW, "One pop too many");
  glDebugMessageCallback(nullptr, nullptr);
}

}  // namespace scenes
