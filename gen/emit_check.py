# SPDX-License-Identifier: Apache-2.0
"""The part of the check decorator that follows from the catalogue: which handles a call makes, uses and ends, and
which calls set state."""
from emit_pipe import HEAD, parameters, result
from model import camel

# What a call does to the object its first argument names; every other handle is used.
LIFE = {"create": "creates", "define": "defines", "destroy": "destroys"}


def uses(struct, model, expr, depth=1):
    """Statements that visit every handle inside a struct value."""
    lines, pad = [], "  " * depth
    for f in struct.fields:
        value = f"{expr}.{f.name}"
        inner = []
        if f.type in model.handles:
            inner = [f"use({value});"]
        elif f.type in model.structs:
            inner = uses(model.structs[f.type], model, "each" if f.is_array else value, 0)
            if f.is_array and inner:
                lines.append(f"{pad}for (const auto& each : {value}) {{ {' '.join(s.strip() for s in inner)} }}")
                continue
        lines += [pad + s.strip() for s in inner]
    return lines


def is_setter(call):
    # Constants are told apart by their bytes, which the tracker compares itself.
    return call.name.startswith(("bind_", "set_")) and call.name != "set_constants"


def body(call, model):
    lines = [f"  begin(Opcode::{camel(call.name)[0].upper() + camel(call.name)[1:]});"]
    fields = call.args.fields
    if call.life:
        lines.append(f"  {LIFE[call.life]}(args.{fields[0].name});")
        rest = type(call.args)(call.args.name, "", fields[1:])
    else:
        rest = call.args
    lines += uses(rest, model, "args")
    for kind, name in call.tails:
        inner = uses(model.structs[kind], model, "each", 0)
        if inner:
            lines.append(f"  for (const auto& each : {name}) {{ {' '.join(s.strip() for s in inner)} }}")
    if is_setter(call):
        tails = "".join(f", std::as_bytes({name})" for _, name in call.tails)
        lines.append(f"  sets(std::as_bytes(std::span(&args, 1)){tails});")
    return lines


def generate(model, files):
    out = [HEAD + '#include "pipe/check.h"\n\nnamespace mgpipe {\n']
    head = [HEAD + '#pragma once\n\n#include "pipe/context.gen.h"\n\n// Body of CheckContext: one override a call.\n'
            "#define MGL_CHECK_OVERRIDES \\"]
    for call in model.calls:
        params, names = parameters(call)
        head.append(f"  {result(call)} {camel(call.name)}({params}) override; \\")
        out.append(f"{result(call)} CheckContext::{camel(call.name)}({params}) {{")
        out += body(call, model)
        out.append(f"  {'return ' if call.waits else ''}mNext.{camel(call.name)}({names});\n}}")
    out.append("\n}  // namespace mgpipe\n")
    head.append("\n")
    files["pipe/check.gen.cpp"], files["pipe/check_overrides.gen.h"] = "\n".join(out), "\n".join(head)
