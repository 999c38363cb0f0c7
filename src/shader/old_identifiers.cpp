// SPDX-License-Identifier: Apache-2.0
// Renames by macros: they keep line numbers, and reach into the application's own macros, too.
#include "shader/old_identifiers.h"

#include <cstddef>
#include <cstring>
#include <spirv/unified1/spirv.hpp>

namespace shader {
namespace {

constexpr std::string_view kWords[] = {"active", "common", "filter", "partition", "resource", "superp"};
constexpr std::string_view kPrefix = "mglOldName_";
constexpr size_t kHeaderWords = 5;

// A literal string of an instruction: UTF-8 in words, ended by a nul.
std::string literalAt(const std::vector<uint32_t>& words, size_t begin, size_t end) {
  std::string text(reinterpret_cast<const char*>(words.data() + begin), (end - begin) * sizeof(uint32_t));
  return text.substr(0, text.find('\0'));
}

// Words in front of the name, the header counted; 0 for instructions without one.
size_t wordsBeforeName(uint32_t op) {
  return op == spv::OpName ? 2 : op == spv::OpMemberName ? 3 : 0;
}

}  // namespace

std::string renamingPreamble(std::string_view source) {
  std::string preamble;
  for (std::string_view word : kWords)
    if (source.find(word) != std::string_view::npos)
      preamble.append("#define ").append(word).append(" ").append(kPrefix).append(word).append("\n");
  return preamble;
}

std::string withoutRenaming(std::string text) {
  for (size_t at = text.find(kPrefix); at != std::string::npos; at = text.find(kPrefix, at))
    text.erase(at, kPrefix.size());
  return text;
}

void undoRenaming(std::vector<uint32_t>& spirv) {
  if (spirv.size() < kHeaderWords) return;
  std::vector<uint32_t> out(spirv.begin(), spirv.begin() + kHeaderWords);
  out.reserve(spirv.size());
  for (size_t at = kHeaderWords; at < spirv.size();) {
    const uint32_t op = spirv[at] & 0xffff, count = spirv[at] >> 16;
    if (count == 0 || count > spirv.size() - at) return;  // not our module to repair
    const size_t before = wordsBeforeName(op);
    const std::string name = before != 0 && before < count ? literalAt(spirv, at + before, at + count) : "";
    if (name.find(kPrefix) == std::string::npos) {
      out.insert(out.end(), spirv.begin() + static_cast<ptrdiff_t>(at),
                 spirv.begin() + static_cast<ptrdiff_t>(at + count));
    } else {
      const std::string restored = withoutRenaming(name);
      const size_t nameWords = restored.size() / sizeof(uint32_t) + 1;
      out.push_back(static_cast<uint32_t>(before + nameWords) << 16 | op);
      out.insert(out.end(), spirv.begin() + static_cast<ptrdiff_t>(at) + 1,
                 spirv.begin() + static_cast<ptrdiff_t>(at + before));
      out.resize(out.size() + nameWords, 0);
      std::memcpy(out.data() + out.size() - nameWords, restored.data(), restored.size());
    }
    at += count;
  }
  spirv = std::move(out);
}

}  // namespace shader
