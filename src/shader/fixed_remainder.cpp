// SPDX-License-Identifier: Apache-2.0
// Word-wise editing of shader text, and what is added to it.
#include "shader/fixed_remainder.h"

#include <algorithm>
#include <cctype>

namespace shader {
namespace {

bool isWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool isWord(char c) { return isWordStart(c) || std::isdigit(static_cast<unsigned char>(c)); }

// Calls word(text) for each identifier or number, other(text) for everything between, comments included.
template <class Word, class Other>
void scan(std::string_view source, Word&& word, Other&& other) {
  for (size_t at = 0; at < source.size();) {
    size_t end = at + 1;
    if (source.substr(at, 2) == "//") {
      end = std::min(source.find('\n', at), source.size());
    } else if (source.substr(at, 2) == "/*") {
      const size_t close = source.find("*/", at + 2);
      end = close == std::string_view::npos ? source.size() : close + 2;
    } else if (isWord(source[at])) {
      while (end < source.size() && isWord(source[end])) ++end;
      word(source.substr(at, end - at));
      at = end;
      continue;
    }
    other(source.substr(at, end - at));
    at = end;
  }
}

// The statement that declares `word` again ("flat in vec4 gl_Color;"), without the word and what follows; empty if there
// is none.
std::string_view redeclarationOf(std::string_view source, std::string_view word) {
  size_t start = 0, at = 0;  // of the statement; of the token
  std::string_view former, found;
  scan(source,
       [&](std::string_view w) {
         if (found.empty() && w == word && former == "vec4") found = source.substr(start, at - start);
         former = w;
         at += w.size();
       },
       [&](std::string_view rest) {
         at += rest.size();
         // What a statement can stand behind; a directive or a comment ends with its line.
         const char last = rest.back();
         if (last == ';' || last == '}' || last == '\n' || rest.starts_with("/*")) start = at;
       });
  return found;
}

std::string renamed(std::string_view source, std::string_view from, std::string_view to) {
  std::string out;
  scan(source, [&](std::string_view word) { out += word == from ? to : word; },
       [&](std::string_view rest) { out += rest; });
  return out;
}

// Behind the last directive that must come before everything else.
size_t endOfDirectives(std::string_view source) {
  size_t end = 0;
  for (const std::string_view directive : {"#version", "#extension"})
    for (size_t at = source.find(directive); at != std::string_view::npos; at = source.find(directive, at + 1)) {
      const size_t line = source.find('\n', at);
      end = std::max(end, line == std::string_view::npos ? source.size() : line + 1);
    }
  return end;
}

void insertHead(std::string& source, const std::string& head) {
  const size_t at = endOfDirectives(source);
  source.insert(at, (at != 0 && source[at - 1] != '\n' ? "\n" : "") + head);
}

int versionOf(std::string_view source) {
  const size_t at = source.find("#version");
  if (at == std::string_view::npos) return 110;
  int version = 0;
  for (size_t i = at + 8; i < source.size() && source[i] != '\n'; ++i)
    if (std::isdigit(static_cast<unsigned char>(source[i])) && version < 1000) version = version * 10 + (source[i] - '0');
  return version;
}

// gl_ClipDistance came with 1.30, which has everything that came before.
void raiseVersion(std::string& source, int least) {
  if (versionOf(source) >= least) return;
  const size_t at = source.find("#version");
  const std::string directive = "#version " + std::to_string(least);
  if (at == std::string::npos)
    source.insert(0, directive + "\n");
  else
    source.replace(at, std::min(source.find('\n', at), source.size()) - at, directive);
}

// GL_NEVER … GL_ALWAYS in the order of their numbers.
std::string alphaTestOf(const FragmentRemainder& what, const std::string& alpha) {
  static constexpr const char* kPasses[] = {"", "<", "==", "<=", ">", "!=", ">=", ""};
  if (what.alphaTest == 1) return "  discard;\n";
  if (what.alphaTest == 0 || what.alphaTest >= 8) return "";
  return "  if (!(" + alpha + " " + kPasses[what.alphaTest - 1] + " mgl_AlphaReference)) discard;\n";
}

}  // namespace

bool mentions(std::string_view source, std::string_view word) {
  if (source.find(word) == std::string_view::npos) return false;
  bool found = false;
  scan(source, [&](std::string_view w) { found = found || w == word; }, [](std::string_view) {});
  return found;
}

std::string withRemainder(std::string_view source, const FragmentRemainder& what) {
  std::string out(source);
  if (what.twoSide)
    for (const std::string color : {"Color", "SecondaryColor"}) {
      if (!mentions(out, "gl_" + color)) continue;
      // A declaration moves to the head, for both sides.
      const std::string again(redeclarationOf(out, "gl_" + color));
      const std::string declared = again.empty() ? "varying vec4 " : again;
      if (!again.empty()) {
        const size_t at = out.find(again + "gl_" + color);
        out.erase(at, out.find(';', at) + 1 - at);
      }
      out = renamed(out, "gl_" + color, "mgl_Facing" + color);
      insertHead(out, (again.empty() ? "" : again + "gl_" + color + ";\n") + declared + "mgl_Back" + color +
                          ";\n#define mgl_Facing" + color + " (gl_FrontFacing ? gl_" + color + " : mgl_Back" + color +
                          ")\n");
    }
  const std::string alpha = mentions(out, "gl_FragColor")  ? "gl_FragColor.a"
                            : mentions(out, "gl_FragData") ? "gl_FragData[0].a"
                            : what.colorOutput.empty()     ? ""
                                                           : what.colorOutput + ".a";
  if (what.alphaTest == 0 || alpha.empty()) return out;
  out = renamed(out, "main", "mgl_main");
  insertHead(out, "uniform float mgl_AlphaReference;\n");
  return out + "\nvoid main() {\n  mgl_main();\n" + alphaTestOf(what, alpha) + "}\n";
}

std::string withRemainder(std::string_view source, const VertexRemainder& what) {
  std::string out(source);
  if (what.twoSide)
    for (const std::string color : {"Color", "SecondaryColor"}) {
      if (!mentions(out, "gl_Back" + color)) continue;
      const bool declares = !redeclarationOf(out, "gl_Back" + color).empty();
      out = renamed(out, "gl_Back" + color, "mgl_Back" + color);
      if (!declares) insertHead(out, "varying vec4 mgl_Back" + color + ";\n");
    }
  if (what.clipPlanes == 0) return out;
  raiseVersion(out, 130);
  out = renamed(renamed(out, "gl_ClipVertex", "mgl_ClipVertex"), "main", "mgl_main");
  uint32_t count = 0;
  std::string body;
  for (uint32_t i = 0; i < 8; ++i) {
    if (what.clipPlanes >> i == 0) break;
    const std::string n = std::to_string(i);
    body += "  gl_ClipDistance[" + n + "] = " +
            (what.clipPlanes >> i & 1 ? "dot(gl_ClipPlane[" + n + "], mgl_ClipVertex)" : "0.0") + ";\n";
    count = i + 1;
  }
  insertHead(out, "out float gl_ClipDistance[" + std::to_string(count) + "];\nvec4 mgl_ClipVertex;\n");
  return out + "\nvoid main() {\n  mgl_main();\n" + body + "}\n";
}

}  // namespace shader
