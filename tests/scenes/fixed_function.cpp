// SPDX-License-Identifier: Apache-2.0
// Fixed functions beside programs, and state that only they have: AlphaTestOfPrograms, ClipVertex, TwoSidedColor,
// DepthTextureMode, RasterPosition, ListsKeepAttributes, ErrorsInsideBegin, MaterialInsideBegin.
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

namespace {

/// A rectangle in clip space by glBegin; counter-clockwise unless turned.
void rectangle(float left, float bottom, float right, float top, bool turned = false) {
  const float corners[4][2] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
  glBegin(GL_QUADS);
  for (int i = 0; i < 4; ++i) {
    glVertex2fv(corners[turned ? 3 - i : i]);
  }
  glEnd();
}

void clearTo(float r, float g, float b, float a) {
  glClearColor(r, g, b, a);
  glClear(GL_COLOR_BUFFER_BIT);
}

const Rgba8 kBlack = {0, 0, 0, 0};

}  // namespace

MGL_SCENE(AlphaTestOfPrograms, Compatibility) {
  makeTarget(scene, 16, 16);
  const char* const vertex = "void main() { gl_Position = gl_Vertex; }";
  const char* const fragments[] = {
      "uniform vec4 colour; void main() { gl_FragColor = colour; }",
      "#version 130\nuniform vec4 colour; out vec4 result; /* main */ void main() { result = colour; }",
      "uniform vec4 colour; void main() { gl_FragData[0] = colour; }"};
  for (int i = 0; i < 3; ++i) {
    const GLuint program = buildProgram(scene, vertex, fragments[i]);
    glUseProgram(program);
    glEnable(GL_ALPHA_TEST);
    struct Case {
      GLenum function;
      float reference, alpha;
      bool passes;
    };
    const Case cases[] = {{GL_GREATER, 0.5f, 0.4f, false}, {GL_GREATER, 0.5f, 0.6f, true},
                          {GL_GREATER, 0.7f, 0.6f, false}, {GL_LESS, 0.5f, 0.4f, true},
                          {GL_LEQUAL, 0.25f, 0.25f, true}, {GL_EQUAL, 0.25f, 0.5f, false},
                          {GL_NOTEQUAL, 0.25f, 0.5f, true}, {GL_GEQUAL, 0.5f, 0.25f, false},
                          {GL_NEVER, 0.0f, 1.0f, false},   {GL_ALWAYS, 1.0f, 0.0f, true}};
    for (size_t k = 0; k < std::size(cases); ++k) {
      clearTo(0, 0, 0, 0);
      glAlphaFunc(cases[k].function, cases[k].reference);
      glUniform4f(glGetUniformLocation(program, "colour"), 0.2f, 0.4f, 1, cases[k].alpha);
      rectangle(-1, -1, 1, 1);
      const Image image = scene.pixels("program" + std::to_string(i) + "-" + std::to_string(k), 0, 0, 16, 16);
      const auto alpha = static_cast<uint8_t>(cases[k].alpha * 255 + 0.5f);
      scene.expectFill(image, 0, 0, 16, 16, cases[k].passes ? Rgba8{51, 102, 255, alpha} : kBlack, "Alpha test", 1);
    }
    glDisable(GL_ALPHA_TEST);
    clearTo(0, 0, 0, 0);
    glUniform4f(glGetUniformLocation(program, "colour"), 1, 0, 0, 0);
    rectangle(-1, -1, 1, 1);
    scene.expectFill(scene.pixels("off" + std::to_string(i), 0, 0, 16, 16), 0, 0, 16, 16, {255, 0, 0, 0}, "No test");
  }
  scene.expectNoError("the end");
}

MGL_SCENE(ClipVertex, Compatibility) {
  makeTarget(scene, 16, 16);
  const GLuint program = buildProgram(scene, R"(uniform float move;
void main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_Vertex + vec4(move, 0.0, 0.0, 0.0); }
)",
                                      "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }");
  glUseProgram(program);
  const GLdouble right[] = {1, 0, 0, 0};
  const GLdouble low[] = {0, -1, 0, 0.5};
  glClipPlane(GL_CLIP_PLANE0, right);
  glClipPlane(GL_CLIP_PLANE2, low);
  clearTo(0, 0, 0, 0);
  rectangle(-1, -1, 1, 1);
  scene.expectFill(scene.pixels("none", 0, 0, 16, 16), 0, 0, 16, 16, {0, 255, 0, 255}, "No plane");
  glEnable(GL_CLIP_PLANE0);
  clearTo(0, 0, 0, 0);
  rectangle(-1, -1, 1, 1);
  const Image half = scene.pixels("half", 0, 0, 16, 16);
  scene.expectFill(half, 0, 0, 8, 16, kBlack, "Left of the plane");
  scene.expectFill(half, 8, 0, 8, 16, {0, 255, 0, 255}, "Right of the plane");
  glEnable(GL_CLIP_PLANE2);
  glUniform1f(glGetUniformLocation(program, "move"), 0.5f);
  clearTo(0, 0, 0, 0);
  rectangle(-1, -1, 1, 1);
  const Image both = scene.pixels("both", 0, 0, 16, 16);
  scene.expectFill(both, 0, 0, 4, 16, kBlack, "Left of the moved plane");
  scene.expectFill(both, 4, 0, 12, 12, {0, 255, 0, 255}, "Inside of both");
  scene.expectFill(both, 4, 12, 12, 4, kBlack, "Above the second plane");
  glDisable(GL_CLIP_PLANE0);
  glDisable(GL_CLIP_PLANE2);
  clearTo(0, 0, 0, 0);
  rectangle(-1, -1, 1, 1);
  scene.expectFill(scene.pixels("again", 0, 0, 16, 16), 0, 0, 16, 16, {0, 255, 0, 255}, "Planes off again");
  scene.expectNoError("the end");
}

MGL_SCENE(TwoSidedColor, Compatibility) {
  makeTarget(scene, 16, 16);
  const char* const vertices[] = {R"(void main() {
  gl_Position = gl_Vertex;
  gl_FrontColor = vec4(0.0, 1.0, 0.0, 1.0);
  gl_BackColor = vec4(1.0, 0.0, 0.0, 1.0);
  gl_FrontSecondaryColor = vec4(0.0, 0.0, 0.2, 0.0);
  gl_BackSecondaryColor = vec4(0.0, 0.0, 0.6, 0.0);
}
)",
                                  R"(#version 130
flat out vec4 gl_FrontColor;
flat out vec4 gl_BackColor;
void main() {
  gl_Position = gl_Vertex;
  gl_FrontColor = vec4(0.0, 1.0, 0.0, 1.0);
  gl_BackColor = vec4(1.0, 0.0, 0.0, 1.0);
}
)"};
  const char* const fragments[] = {"void main() { gl_FragColor = gl_Color + gl_SecondaryColor; }",
                                   "#version 130\nflat in vec4 gl_Color;\nvoid main() { gl_FragColor = gl_Color; }"};
  for (int i = 0; i < 2; ++i) {
    glUseProgram(buildProgram(scene, vertices[i], fragments[i]));
    for (const bool twoSided : {false, true}) {
      (twoSided ? glEnable : glDisable)(GL_VERTEX_PROGRAM_TWO_SIDE);
      clearTo(0, 0, 0, 0);
      rectangle(-1, -1, 0, 1);
      rectangle(0, -1, 1, 1, true);
      const Image image = scene.pixels((twoSided ? "two" : "one") + std::to_string(i), 0, 0, 16, 16);
      const Rgba8 front = i == 0 ? Rgba8{0, 255, 51, 255} : Rgba8{0, 255, 0, 255};
      const Rgba8 back = i == 0 ? Rgba8{255, 0, 153, 255} : Rgba8{255, 0, 0, 255};
      scene.expectFill(image, 0, 0, 8, 16, front, "The front");
      scene.expectFill(image, 8, 0, 8, 16, twoSided ? back : front, "The back");
    }
  }
  // The other way round: what faces where follows glFrontFace.
  glFrontFace(GL_CW);
  clearTo(0, 0, 0, 0);
  rectangle(-1, -1, 1, 1);
  scene.expectFill(scene.pixels("clockwise", 0, 0, 16, 16), 0, 0, 16, 16, {255, 0, 0, 255}, "Clockwise is front");
  scene.expectNoError("the end");
}

MGL_SCENE(DepthTextureMode, Compatibility) {
  makeTarget(scene, 16, 16);
  const float depth = 0.4f;
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
  const GLuint program = buildProgram(scene, "void main() { gl_Position = gl_Vertex; }",
                                      "uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0.5)); }");
  struct Case {
    GLenum mode;
    Rgba8 sampled, replaced;  // by the program; by GL_REPLACE of a color of 0.2, 1, 0.6, 0.8
  };
  const Case cases[] = {{GL_LUMINANCE, {102, 102, 102, 255}, {102, 102, 102, 204}},
                        {GL_INTENSITY, {102, 102, 102, 102}, {102, 102, 102, 102}},
                        {GL_ALPHA, {0, 0, 0, 102}, {51, 255, 153, 102}}};
  for (size_t i = 0; i < std::size(cases); ++i) {
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, static_cast<GLint>(cases[i].mode));
    GLint mode = 0;
    glGetTexParameteriv(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, &mode);
    scene.check(static_cast<GLenum>(mode) == cases[i].mode, "The mode reads 0x%04x.", mode);
    clearTo(0, 0, 0, 0);
    glUseProgram(program);
    rectangle(-1, -1, 0, 1);
    glUseProgram(0);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glColor4f(0.2f, 1, 0.6f, 0.8f);
    rectangle(0, -1, 1, 1);
    glDisable(GL_TEXTURE_2D);
    const Image image = scene.pixels("mode" + std::to_string(i), 0, 0, 16, 16);
    scene.expectFill(image, 0, 0, 8, 16, cases[i].sampled, "Sampled", 1);
    scene.expectFill(image, 8, 0, 8, 16, cases[i].replaced, "Replaced", 1);
  }
  scene.expectNoError("the end");
}

MGL_SCENE(RasterPosition, Compatibility) {
  makeTarget(scene, 40, 20);
  const auto expect = [&](const char* where, float x, float y, float z, bool valid = true) {
    GLfloat at[4] = {};
    GLboolean isValid = GL_FALSE;
    glGetFloatv(GL_CURRENT_RASTER_POSITION, at);
    glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID, &isValid);
    scene.check((isValid == GL_TRUE) == valid, "%s: the raster position is %s.", where, isValid ? "valid" : "invalid");
    const float distance = std::abs(at[0] - x) + std::abs(at[1] - y) + std::abs(at[2] - z);
    scene.check(!valid || distance < 1e-3f, "%s: the raster position is %g %g %g, not %g %g %g.", where,
                static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2]),
                static_cast<double>(x), static_cast<double>(y), static_cast<double>(z));
  };
  expect("at the beginning", 0, 0, 0);
  glRasterPos2f(0.5f, -0.5f);
  expect("glRasterPos2f", 30, 5, 0.5f);
  glRasterPos4f(0.5f, 0.5f, 0.0f, 0.25f);
  expect("outside of the clip volume", 0, 0, 0, false);
  glWindowPos3f(-5, 7, 0.25f);
  expect("glWindowPos3f", -5, 7, 0.25f);
  glDepthRange(0.2, 0.6);
  glWindowPos2i(3, 4);
  expect("glWindowPos2i", 3, 4, 0.2f);
  glMatrixMode(GL_PROJECTION);
  glOrtho(0, 40, 0, 20, -1, 1);
  glMatrixMode(GL_MODELVIEW);
  glTranslatef(2, 3, 0);
  const GLint there[] = {10, 10, 1};
  glRasterPos3iv(there);
  expect("with matrices", 12, 13, 0.2f);
  // What belongs to the position is taken with it.
  glColor4f(0.25f, 0.5f, 1, 1);
  glTexCoord2f(0.75f, 0.125f);
  glRasterPos2i(0, 0);
  glColor4f(1, 1, 1, 1);
  GLfloat color[4] = {}, coordinates[4] = {};
  glGetFloatv(GL_CURRENT_RASTER_COLOR, color);
  glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS, coordinates);
  scene.check(color[0] == 0.25f && color[1] == 0.5f && color[2] == 1 && color[3] == 1,
              "The raster color is %g %g %g %g.", static_cast<double>(color[0]), static_cast<double>(color[1]),
              static_cast<double>(color[2]), static_cast<double>(color[3]));
  scene.check(coordinates[0] == 0.75f && coordinates[1] == 0.125f, "The raster texture coordinates are %g %g.",
              static_cast<double>(coordinates[0]), static_cast<double>(coordinates[1]));
  glNewList(1, GL_COMPILE);
  glWindowPos2f(1, 2);
  glEndList();
  glCallList(1);
  expect("in a list", 1, 2, 0.2f);
  scene.expectNoError("the end");
}

MGL_SCENE(ListsKeepAttributes, Compatibility) {
  makeTarget(scene, 16, 16);
  const GLuint program = buildProgram(scene, R"(#version 130
in vec4 given;
in ivec4 whole;
out vec4 colour;
void main() { gl_Position = gl_Vertex; colour = given + vec4(whole) / 255.0; }
)",
                                      "#version 130\nin vec4 colour; void main() { gl_FragColor = colour; }");
  const auto given = static_cast<GLuint>(glGetAttribLocation(program, "given"));
  const auto whole = static_cast<GLuint>(glGetAttribLocation(program, "whole"));
  glUseProgram(program);
  GLubyte bytes[] = {51, 0, 0, 255};
  GLint integers[] = {0, 102, 0, 0};
  glNewList(1, GL_COMPILE);
  glBegin(GL_QUADS);
  glVertexAttrib4Nubv(given, bytes);
  glVertexAttribI4iv(whole, integers);
  glVertex2f(-1, -1), glVertex2f(1, -1), glVertex2f(1, 1), glVertex2f(-1, 1);
  glEnd();
  glEndList();
  std::memset(bytes, 255, sizeof bytes);
  std::memset(integers, 0, sizeof integers);
  clearTo(0, 0, 0, 0);
  scene.expectFill(scene.pixels("compiled", 0, 0, 16, 16), 0, 0, 16, 16, kBlack, "Only compiled");
  glCallList(1);
  scene.expectFill(scene.pixels("called", 0, 0, 16, 16), 0, 0, 16, 16, {51, 102, 0, 255}, "Called");

  // Several draws in one command; arrays are read when the list is made.
  float corners[] = {-1, -1, 0, -1, -1, 1, 0, -1, 0, 1, -1, 1, 0, -1, 1, -1, 1, 1};
  glUseProgram(0);
  glColor4f(0, 0, 1, 1);
  glEnableClientState(GL_VERTEX_ARRAY);
  glVertexPointer(2, GL_FLOAT, 0, corners);
  const GLint firsts[] = {0, 3, 6};
  const GLsizei counts[] = {3, 3, 3};
  glNewList(2, GL_COMPILE);
  glMultiDrawArrays(GL_TRIANGLES, firsts, counts, 2);
  glEndList();
  std::memset(corners, 0, sizeof corners);
  clearTo(0, 0, 0, 0);
  glCallList(2);
  const Image image = scene.pixels("several", 0, 0, 16, 16);
  scene.expectFill(image, 0, 0, 8, 16, {0, 0, 255, 255}, "Two triangles of the list");
  scene.expectFill(image, 8, 0, 8, 16, kBlack, "Not in the list");

  glNewList(3, GL_COMPILE);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
  scene.expectError(GL_INVALID_OPERATION, "an instanced draw in a list");
  glEndList();
  scene.expectNoError("the end");
}

MGL_SCENE(ErrorsInsideBegin, Compatibility) {
  makeTarget(scene, 16, 16);
  clearTo(0, 0, 0, 0);
  glColor4f(0, 1, 0, 1);
  glBegin(GL_QUADS);
  glVertex2f(-1, -1), glVertex2f(1, -1);
  glEnable(GL_BLEND);
  glVertex2f(1, 1), glVertex2f(-1, 1);
  glEnd();
  scene.expectError(GL_INVALID_OPERATION, "glEnable between glBegin and glEnd");
  scene.check(glIsEnabled(GL_BLEND) == GL_FALSE, "The refused glEnable acted.");
  scene.expectFill(scene.pixels("drawn", 0, 0, 16, 16), 0, 0, 16, 16, {0, 255, 0, 255}, "The vertices count");
  glBegin(GL_POINTS);
  const GLenum inside = glGetError();
  glEnd();
  scene.check(inside == GL_NO_ERROR, "glGetError between glBegin and glEnd answered 0x%04x.", inside);
  scene.expectError(GL_INVALID_OPERATION, "glGetError between glBegin and glEnd");
  glNewList(1, GL_COMPILE);
  glDisable(GL_DEPTH_TEST);
  glEndList();
  glBegin(GL_POINTS);
  glCallList(1);
  glEnd();
  scene.expectError(GL_INVALID_OPERATION, "a list with glDisable between glBegin and glEnd");
  scene.expectNoError("the end");
}

MGL_SCENE(MaterialInsideBegin, Compatibility) {
  makeTarget(scene, 16, 16);
  clearTo(0, 0, 0, 0);
  glEnable(GL_LIGHTING);
  const float black[] = {0, 0, 0, 1}, red[] = {1, 0, 0, 1}, green[] = {0, 1, 0, 1};
  glLightModelfv(GL_LIGHT_MODEL_AMBIENT, black);
  glBegin(GL_QUADS);
  glMaterialfv(GL_FRONT, GL_EMISSION, red);
  glVertex2f(-1, -1), glVertex2f(0, -1), glVertex2f(0, 1), glVertex2f(-1, 1);
  glMaterialfv(GL_FRONT, GL_EMISSION, green);
  glVertex2f(0, -1), glVertex2f(1, -1), glVertex2f(1, 1), glVertex2f(0, 1);
  glEnd();
  const Image image = scene.pixels("materials", 0, 0, 16, 16);
  scene.expectFill(image, 0, 0, 8, 16, {255, 0, 0, 255}, "The first material");
  scene.expectFill(image, 8, 0, 8, 16, {0, 255, 0, 255}, "The second material");
  scene.expectNoError("the end");
}

}  // namespace scenes
