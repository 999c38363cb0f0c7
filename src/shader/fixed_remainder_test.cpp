// SPDX-License-Identifier: Apache-2.0
// What is added to an application's shaders compiles and links, and leaves everything else as it was.
#include "shader/fixed_remainder.h"

#include <gtest/gtest.h>

#include "shader/link_fixture.h"

namespace shader {
namespace {

void expectLinked(const std::string& vertex, const std::string& fragment) {
  const LinkResult r = linkSources({{Stage::Vertex, vertex}, {Stage::Fragment, fragment}}, {});
  EXPECT_TRUE(r.program) << r.infoLog << vertex << fragment;
}

constexpr const char* kVertex = "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }";

// Words count as a whole, and not inside comments.
TEST(FixedRemainder, Mentions) {
  EXPECT_TRUE(mentions("a = gl_BackColor;", "gl_BackColor"));
  EXPECT_FALSE(mentions("a = gl_BackColors + my_gl_BackColor;", "gl_BackColor"));
  EXPECT_FALSE(mentions("// gl_BackColor\n/* gl_BackColor */ a", "gl_BackColor"));
}

// Nothing to add: the text stays byte for byte.
TEST(FixedRemainder, NothingStaysNothing) {
  const std::string text = "/* main */ void main() { gl_FragColor = gl_Color; }";
  EXPECT_EQ(withRemainder(text, FragmentRemainder{}), text);
  EXPECT_EQ(withRemainder(text, VertexRemainder{}), text);
}

// Every comparison in every way to write the color of buffer 0.
TEST(FixedRemainder, AlphaTestLinks) {
  for (uint8_t test = 1; test <= 8; ++test) {
    FragmentRemainder what;
    what.alphaTest = test;
    expectLinked(kVertex, withRemainder("void main() { gl_FragColor = gl_Color; }", what));
    expectLinked(kVertex, withRemainder("// main\nvoid main() { gl_FragData[0] = gl_Color; }", what));
    what.colorOutput = "seen";
    expectLinked(kVertex, withRemainder("#version 130\nout vec4 seen;\nvoid main() { seen = gl_Color; }", what));
  }
}

// Both colors of both sides, with and without a declaration of their own.
TEST(FixedRemainder, TwoSidesLink) {
  FragmentRemainder fragment;
  VertexRemainder vertex;
  fragment.twoSide = vertex.twoSide = true;
  expectLinked(withRemainder("void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_BackColor = gl_Color; "
                             "gl_FrontSecondaryColor = gl_BackSecondaryColor = gl_Color; }", vertex),
               withRemainder("void main() { gl_FragColor = gl_Color + gl_SecondaryColor; }", fragment));
  expectLinked(withRemainder("#version 130\nflat out vec4 gl_BackColor;flat out vec4 gl_FrontColor;\n"
                             "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_BackColor = gl_Color; }", vertex),
               withRemainder("#version 130\nflat in vec4 gl_Color;\nvoid main() { gl_FragColor = gl_Color; }", fragment));
}

// Clip planes raise the version where they must, and planes that are off clip nothing.
TEST(FixedRemainder, ClipVertexLinks) {
  VertexRemainder what;
  what.clipPlanes = 0b101;
  for (const char* version : {"", "#version 110\n", "#version 120\n", "#version 130\n"}) {
    const std::string text = withRemainder(
        std::string(version) + "void main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_ModelViewMatrix * gl_Vertex; }", what);
    EXPECT_NE(text.find("gl_ClipDistance[1] = 0.0"), std::string::npos);
    expectLinked(text, "void main() { gl_FragColor = vec4(1.0); }");
  }
}

}  // namespace
}  // namespace shader
