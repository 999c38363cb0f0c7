# SPDX-License-Identifier: Apache-2.0
"""gl.xml -> enumName(): the spelling of a GLenum for messages. Names lie in one string without relocations."""
from gl_registry import EnumName, Registry


def enum_names_h(head: str) -> str:
    return f"""{head}// Spellings of GLenum values for errors and log lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gl {{

// "GL_TRIANGLES"; "an unknown enum" where GL has no such value. Many enums share small values: a group of the registry
// ("PrimitiveType") picks among them. The text lives for ever.
const char* enumName(uint32_t value, std::string_view group = {{}});
// "GL_TRIANGLES (0x0004)", or only "0x1234".
std::string enumText(uint32_t value, std::string_view group = {{}});

}}  // namespace gl
"""


def _tables(enums: list[EnumName]):
    """The best spelling per value, and the spellings that only a group hint picks."""
    best: dict[int, EnumName] = {}
    grouped: dict[tuple[int, str], str] = {}
    for enum in enums:
        first = best.setdefault(enum.value, enum)
        for group in enum.groups:
            if group and group not in first.groups:
                grouped.setdefault((enum.value, group), enum.name)
    return best, grouped


def enum_names_cpp(head: str, registry: Registry) -> str:
    best, grouped = _tables(registry.enums)
    texts = sorted({e.name for e in best.values()} | set(grouped.values()))
    offsets, position = {}, 0
    for text in texts:
        offsets[text] = position
        position += len(text) + 1
    groups = sorted({group for _, group in grouped})
    blob = "\n".join(f'    "{text}\\0"' for text in texts)
    rows = "\n".join(f"    {{0x{value:04X}, {offsets[best[value].name]}}},  // {best[value].name}"
                     for value in sorted(best))
    group_rows = "\n".join(f'    "{group}",' for group in groups)
    hint_rows = "\n".join(f"    {{0x{value:04X}, {groups.index(group)}, {offsets[name]}}},  // {group}: {name}"
                          for (value, group), name in sorted(grouped.items()))
    return f"""{head}#include "gl/enum_names.gen.h"

#include <algorithm>
#include <cstdio>

namespace gl {{
namespace {{

constexpr char kTexts[] =
{blob};

struct Name {{
  uint32_t value;
  uint32_t text;  // offset into kTexts
}};

struct GroupName {{
  uint32_t value;
  uint32_t group;  // index into kGroups
  uint32_t text;
}};

constexpr Name kNames[] = {{
{rows}
}};

constexpr std::string_view kGroups[] = {{
{group_rows}
}};

// Where the group decides on another spelling than kNames has.
constexpr GroupName kGroupNames[] = {{
{hint_rows}
}};

const char* find(uint32_t value, std::string_view group) {{
  auto byValue = [](const auto& row, uint32_t wanted) {{ return row.value < wanted; }};
  if (!group.empty()) {{
    auto row = std::lower_bound(std::begin(kGroupNames), std::end(kGroupNames), value, byValue);
    for (; row != std::end(kGroupNames) && row->value == value; ++row)
      if (kGroups[row->group] == group) return kTexts + row->text;
  }}
  auto row = std::lower_bound(std::begin(kNames), std::end(kNames), value, byValue);
  return row != std::end(kNames) && row->value == value ? kTexts + row->text : nullptr;
}}

}}  // namespace

const char* enumName(uint32_t value, std::string_view group) {{
  const char* name = find(value, group);
  return name ? name : "an unknown enum";
}}

std::string enumText(uint32_t value, std::string_view group) {{
  char number[16];
  std::snprintf(number, sizeof number, "0x%04X", value);
  const char* name = find(value, group);
  return name ? std::string(name) + " (" + number + ")" : number;
}}

}}  // namespace gl
"""
