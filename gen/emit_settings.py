# SPDX-License-Identifier: Apache-2.0
"""Emits base/settings.gen.h and base/settings.gen.cpp from spec/settings.toml: one table of every variable.

Each setting becomes a member of base::Settings (MOBILEGL_IPC_SPIN_US -> ipcSpinUs) and a row of the table that parses
it, prints it and says who reads it. A default outside its own range stops the build here.
"""
import pathlib
import tomllib

HEAD = "// SPDX-License-Identifier: Apache-2.0\n// Generated from spec/settings.toml by gen/emit_settings.py.\n"
PREFIX = "MOBILEGL_"
READERS = ("client", "server", "both", "tool")


class SpecError(Exception):
    pass


def member(name):
    words = name[len(PREFIX):].lower().split("_")
    return words[0] + "".join(w.capitalize() for w in words[1:])


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def enumerator(value):
    return "".join(part.capitalize() for part in value.split("-"))


def load(path):
    spec = tomllib.loads(path.read_text())
    for name, entry in spec["setting"].items():
        kind, default = entry.get("type"), entry.get("default")
        good = {"enum": lambda: default in entry["values"],
                "int": lambda: type(default) is int and entry["min"] <= default <= entry["max"],
                "bool": lambda: type(default) is bool,
                "text": lambda: type(default) is str}
        if not name.startswith(PREFIX):
            raise SpecError(f"{name}: the name of a setting starts with {PREFIX}")
        if kind not in good or not good[kind]():
            raise SpecError(f"{name}: type '{kind}' and default '{default}' do not fit")
        if entry.get("reader") not in READERS:
            raise SpecError(f"{name}: reader '{entry.get('reader')}' is none of {', '.join(READERS)}")
    return spec


def emit_header(spec):
    out = [HEAD + "#pragma once\n\n#include <cstdint>\n#include <span>\n#include <string>\n#include <vector>\n\nnamespace base {\n"]
    for entry in spec["setting"].values():
        if entry["type"] == "enum":
            values = ", ".join(enumerator(v) for v in entry["values"])
            out.append(f"enum class {entry['cpp']} : uint32_t {{ {values} }};")
    out.append("\n// The effective value of every setting.\nstruct Settings {")
    for name, entry in spec["setting"].items():
        kind, default = entry["type"], entry["default"]
        out.append(f"  // {name}: {entry['text']}")
        cpp = {"enum": entry.get("cpp"), "int": "int64_t", "bool": "bool", "text": "std::string"}[kind]
        value = {"enum": lambda: f"{entry['cpp']}::{enumerator(default)}", "int": lambda: str(default),
                 "bool": lambda: str(default).lower(), "text": lambda: quoted(default)}[kind]()
        out.append(f"  {cpp} {member(name)} = {value};")
    out.append("""};

enum class SettingReader : uint32_t { Client, Server, Both, Tool };

// What is known about one setting, for documents and tools.
struct SettingInfo {
  const char* name;
  const char* values;        // "a, b or c", "1 to 8", "0 or 1", "text"
  const char* defaultValue;
  const char* text;
  SettingReader reader;
  bool survives;             // a spawned server finds it in its environment
  bool shared;               // travels in the handshake
};
std::span<const SettingInfo> settingTable();

// Read from the environment on the first call; unknown MOBILEGL_* variables are warned about then. A bad value counts
// as its default here and is reported by settingsProblem().
const Settings& settings();
// One sentence that names the first variable with a bad or refused value; empty if there is none.
const std::string& settingsProblem();

// The server takes over the client's shared values before anything else reads a setting. False with a sentence if the
// name is not a shared setting or the value is bad.
bool overrideSetting(const std::string& name, const std::string& value, std::string& problem);

// One setting of `settings` as NAME=value, by position in settingTable().
std::string settingLine(const Settings& settings, size_t index);
// All effective values, in the table's order.
std::vector<std::string> effectiveSettings();

// Reads one environment into settings, without warnings; returns the problem or an empty string. For tests and tools.
std::string parseSettings(const char* const* environment, Settings& settings, std::vector<std::string>& unknown);

}  // namespace base
""")
    return "\n".join(out)


BODY = """
extern char** environ;

namespace base {
namespace {

bool parseInt(const char* text, int64_t least, int64_t most, int64_t& value) {
  char* end = nullptr;
  errno = 0;
  const long long number = std::strtoll(text, &end, 10);
  if (end == text || *end || errno || number < least || number > most) return false;
  value = number;
  return true;
}

bool parseBool(const char* text, bool& value) {
  if (std::strcmp(text, "0") != 0 && std::strcmp(text, "1") != 0) return false;
  value = text[0] == '1';
  return true;
}

int indexOf(const char* text, std::initializer_list<const char*> names) {
  int index = 0;
  for (const char* name : names) {
    if (!std::strcmp(text, name)) return index;
    ++index;
  }
  return -1;
}

bool startsWith(const char* text, const char* prefix) { return !std::strncmp(text, prefix, std::strlen(prefix)); }

"""

TAIL = """
int findSetting(const std::string& name) {
  int index = 0;
  for (const SettingInfo& info : kTable) {
    if (name == info.name) return index;
    ++index;
  }
  return -1;
}

std::string badValue(const SettingInfo& info, const std::string& value) {
  return std::string(info.name) + " is '" + value + "', but must be " + info.values + ".";
}

struct State {
  Settings settings;
  std::string problem;
};

State& state() {
  // Never destroyed: exit handlers of other libraries may still ask.
  static State* const only = [] {
    auto* fresh = new State;
    std::vector<std::string> unknown;
    fresh->problem = parseSettings(environ, fresh->settings, unknown);
    for (const std::string& name : unknown)
      log(LogLevel::Warning, "The variable " + name + " is set, but no setting has this name; it does nothing.");
    return fresh;
  }();
  return *only;
}

}  // namespace

std::span<const SettingInfo> settingTable() { return kTable; }
const Settings& settings() { return state().settings; }
const std::string& settingsProblem() { return state().problem; }

bool overrideSetting(const std::string& name, const std::string& value, std::string& problem) {
  const int index = findSetting(name);
  if (index < 0 || !kTable[index].shared) {
    problem = "'" + name + "' is not a setting that travels in the handshake.";
    return false;
  }
  if (parseOne(index, value.c_str(), state().settings)) return true;
  problem = badValue(kTable[index], value);
  return false;
}

std::string settingLine(const Settings& settings, size_t index) {
  return std::string(kTable[index].name) + "=" + valueText(settings, index);
}

std::vector<std::string> effectiveSettings() {
  std::vector<std::string> lines;
  for (size_t i = 0; i < std::size(kTable); ++i) lines.push_back(settingLine(settings(), i));
  return lines;
}

std::string parseSettings(const char* const* environment, Settings& settings, std::vector<std::string>& unknown) {
  std::string problem;
  for (const char* const* entry = environment; entry && *entry; ++entry) {
    // Values that `mobilegl run` keeps for the server, and knobs of tests, are nobody's setting.
    if (!startsWith(*entry, "MOBILEGL_") || startsWith(*entry, "MOBILEGL_RUN_SAVED_") ||
        startsWith(*entry, "MOBILEGL_TEST_"))
      continue;
    const char* equals = std::strchr(*entry, '=');
    if (!equals) continue;
    const std::string name(*entry, equals);
    const int index = findSetting(name);
    if (index >= 0) {
      if (!parseOne(index, equals + 1, settings) && problem.empty()) problem = badValue(kTable[index], equals + 1);
      continue;
    }
    const char* reason = nullptr;
    for (const Refused& refused : kRefused)
      if (name == refused.name) reason = refused.reason;
    if (!reason)
      unknown.push_back(name);
    else if (problem.empty())
      problem = name + " is refused: " + reason + ".";
  }
  return problem;
}

}  // namespace base
"""


def values_text(entry):
    if entry["type"] == "enum":
        return ", ".join(entry["values"][:-1]) + " or " + entry["values"][-1]
    return {"int": lambda: f"{entry['min']} to {entry['max']}", "bool": lambda: "0 or 1", "text": lambda: "text"}[entry["type"]]()


def emit_source(spec):
    out = [HEAD + "#include \"base/settings.gen.h\"\n\n#include <cerrno>\n#include <cstdlib>\n#include <cstring>\n"
           "#include <initializer_list>\n#include <iterator>\n\n#include \"base/log.h\"\n" + BODY]
    out.append("constexpr SettingInfo kTable[] = {")
    for name, entry in spec["setting"].items():
        default = str(int(entry["default"])) if entry["type"] == "bool" else str(entry["default"])
        out.append(f"    {{{quoted(name)}, {quoted(values_text(entry))}, {quoted(default)}, {quoted(entry['text'])}, "
                   f"SettingReader::{entry['reader'].capitalize()}, {str(entry.get('survives', False)).lower()}, "
                   f"{str(entry.get('shared', False)).lower()}}},")
    out.append("};\n\nstruct Refused {\n  const char* name;\n  const char* reason;\n};\nconstexpr Refused kRefused[] = {")
    out += [f"    {{{quoted(n)}, {quoted(r)}}}," for n, r in spec["refused"].items()]
    out.append("};\n\n// False if the text is not a value of the setting; the setting keeps its value then.")
    out.append("bool parseOne(int index, const char* text, Settings& settings) {\n  switch (index) {")
    for index, (name, entry) in enumerate(spec["setting"].items()):
        target = f"settings.{member(name)}"
        out.append(f"    case {index}:" + (" {" if entry["type"] == "enum" else ""))
        if entry["type"] == "int":
            out.append(f"      return parseInt(text, {entry['min']}, {entry['max']}, {target});")
        elif entry["type"] == "bool":
            out.append(f"      return parseBool(text, {target});")
        elif entry["type"] == "text":
            out.append(f"      {target} = text;\n      return true;")
        else:
            names = ", ".join(quoted(v) for v in entry["values"])
            out.append(f"      const int value = indexOf(text, {{{names}}});\n      if (value < 0) return false;\n"
                       f"      {target} = static_cast<{entry['cpp']}>(value);\n      return true;\n    }}")
    out.append("    default:\n      return false;\n  }\n}\n")
    out.append("std::string valueText(const Settings& settings, size_t index) {\n  switch (index) {")
    for index, (name, entry) in enumerate(spec["setting"].items()):
        target = f"settings.{member(name)}"
        out.append(f"    case {index}:" + (" {" if entry["type"] == "enum" else ""))
        if entry["type"] == "int":
            out.append(f"      return std::to_string({target});")
        elif entry["type"] == "bool":
            out.append(f"      return {target} ? \"1\" : \"0\";")
        elif entry["type"] == "text":
            out.append(f"      return {target};")
        else:
            names = ", ".join(quoted(v) for v in entry["values"])
            out.append(f"      static const char* const kNames[] = {{{names}}};\n"
                       f"      return kNames[static_cast<uint32_t>({target})];\n    }}")
    out.append("    default:\n      return {};\n  }\n}")
    out.append(TAIL)
    return "\n".join(out)


def generate(spec_dir, out_dir):
    spec = load(pathlib.Path(spec_dir) / "settings.toml")
    for name, text in (("settings.gen.h", emit_header(spec)), ("settings.gen.cpp", emit_source(spec))):
        path = pathlib.Path(out_dir) / "base" / name
        if path.exists() and path.read_text() == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
