# SPDX-License-Identifier: Apache-2.0
"""The Khronos registry (gl.xml) as plain values: desktop commands, their other names, and enum spellings.

Only desktop GL is read ("gl" features, core and compatibility). A command's canonical spelling is the one that a GL
version requires; every other spelling that the registry declares as its alias is one of its names.
"""
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_XML = Path("/usr/share/khronos-api/gl.xml")  # Debian package khronos-api

# The spelling that a message should use for values that dozens of enums share, when no group is given.
PREFERRED_SPELLINGS = {0: "GL_NONE", 1: "GL_ONE"}
# Extensions whose enums are worth a name in a message; vendors' own enums print as numbers.
NAMED_EXTENSIONS = ("GL_ARB_", "GL_KHR_", "GL_EXT_")


@dataclass(frozen=True)
class Param:
    type: str
    name: str
    length: int = 0  # elements behind a pointer, where the registry gives a number


@dataclass(frozen=True)
class Command:
    """One command; `name` is without its gl prefix, `version` is "" for an extension's own command."""
    name: str
    result: str
    params: tuple[Param, ...]
    version: str
    is_core: bool  # part of the newest core profile


@dataclass
class EnumName:
    value: int
    name: str
    groups: tuple[str, ...]
    rank: int  # smaller is the better spelling


@dataclass
class Registry:
    commands: dict[str, Command] = field(default_factory=dict)  # every command of the registry
    aliases: dict[str, str] = field(default_factory=dict)  # other name -> the name it stands for, to its root
    enums: list[EnumName] = field(default_factory=list)  # sorted by value, then by rank
    extensions: dict[str, list[str]] = field(default_factory=dict)  # full name -> its commands in desktop GL

    def feature_commands(self) -> list[str]:
        return sorted(name for name, command in self.commands.items() if command.version)


def _c_type(declaration: str) -> str:
    """Spaces as our own code has them: "const GLchar* const*"."""
    text = re.sub(r"\s*\*\s*", "*", " ".join(declaration.split()))
    return text.replace("*const", "* const")


def _declared(element: ElementTree.Element) -> tuple[str, str]:
    """Splits <proto> or <param> into type text and declared name."""
    name = element.find("name").text
    text = "".join((element.text or "", *(
        ("" if child.tag == "name" else child.text or "") + (child.tail or "") for child in element)))
    return _c_type(text), name


def _length(element: ElementTree.Element) -> int:
    text = element.get("len") or ""
    return int(text) if text.isdigit() else 0


def _features(root: ElementTree.Element):
    """Version that introduced each command, whether core still has it, and the version of each enum."""
    version, is_core, enum_version = {}, {}, {}
    for feature in root.findall("feature"):
        if feature.get("api") != "gl":
            continue
        for change in feature:
            compatibility = change.get("profile") == "compatibility"
            for item in change:
                name = item.get("name")
                if item.tag == "enum" and change.tag == "require":
                    enum_version.setdefault(name, feature.get("number"))
                if item.tag != "command":
                    continue
                if change.tag == "remove":
                    is_core[name] = False
                elif not compatibility or name not in version:
                    # A command that a later version requires again (glGetPointerv in 4.3) is core again.
                    version.setdefault(name, feature.get("number"))
                    is_core[name] = not compatibility
    return version, is_core, enum_version


def _read_enums(root: ElementTree.Element, enum_version: dict[str, str]) -> list[EnumName]:
    extension_enums = {
        item.get("name")
        for extension in root.find("extensions")
        if extension.get("name").startswith(NAMED_EXTENSIONS) and
        {"gl", "glcore"} & set(extension.get("supported").split("|"))
        for change in extension.findall("require") if change.get("api") in (None, "gl", "glcore")
        for item in change.findall("enum")}
    found: dict[str, EnumName] = {}
    for block in root.findall("enums"):
        if block.get("type") == "bitmask":  # bits are combined; they never stand alone in a message
            continue
        for item in block.findall("enum"):
            name, value = item.get("name"), int(item.get("value"), 0)
            if item.get("api") not in (None, "gl") or not 0 <= value <= 0xFFFFFFFF:
                continue
            if name in enum_version:
                rank = int(enum_version[name].replace(".", ""))
            elif name in extension_enums:
                rank = 100 + name.endswith("_EXT")
            else:
                continue
            if PREFERRED_SPELLINGS.get(value) == name:
                rank = 0
            found[name] = EnumName(value, name, tuple((item.get("group") or "").split(",")), rank)
    return sorted(found.values(), key=lambda e: (e.value, e.rank, e.name))


def _extension_commands(root: ElementTree.Element) -> dict[str, list[str]]:
    return {
        extension.get("name"): [
            item.get("name").removeprefix("gl")
            for change in extension.findall("require") if change.get("api") in (None, "gl", "glcore")
            for item in change.findall("command")]
        for extension in root.find("extensions")
        if {"gl", "glcore"} & set(extension.get("supported").split("|"))}


def load(xml: Path = DEFAULT_XML) -> Registry:
    root = ElementTree.parse(xml).getroot()
    version, is_core, enum_version = _features(root)
    registry = Registry(enums=_read_enums(root, enum_version), extensions=_extension_commands(root))
    for element in root.find("commands"):
        result, full_name = _declared(element.find("proto"))
        params = tuple(Param(*_declared(param), _length(param)) for param in element.findall("param"))
        name = full_name.removeprefix("gl")
        registry.commands[name] = Command(name, result, params, version.get(full_name, ""),
                                          is_core.get(full_name, False))
        alias = element.find("alias")
        if alias is not None:
            registry.aliases[name] = alias.get("name").removeprefix("gl")
    for name in registry.aliases:
        root_name, steps = registry.aliases[name], 0
        while root_name in registry.aliases and steps < len(registry.aliases):
            root_name, steps = registry.aliases[root_name], steps + 1
        registry.aliases[name] = root_name
    return registry
