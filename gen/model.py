# SPDX-License-Identifier: Apache-2.0
"""Reads spec/pipe.toml, events.toml and caps.toml into one checked model with sizes and offsets."""
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

SCALARS = {"u8": (1, "uint8_t"), "u16": (2, "uint16_t"), "u32": (4, "uint32_t"), "u64": (8, "uint64_t"),
           "i32": (4, "int32_t"), "f32": (4, "float")}
# No call may be longer than this in its fixed part; tails are bounded by the ring.
MAX_FIXED_BYTES = 4096


class SpecError(Exception):
    pass


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def pascal(name):
    return "".join(part.capitalize() for part in name.split("_"))


@dataclass
class Field:
    type: str
    name: str
    count: int          # 1 for plain fields
    is_array: bool
    offset: int = 0
    size: int = 0       # bytes of one element
    cpp: str = ""


@dataclass
class Struct:
    name: str
    text: str
    fields: list
    size: int = 0
    align: int = 1


@dataclass
class Call:
    name: str
    opcode: int
    text: str
    args: Struct
    tails: list = field(default_factory=list)   # (struct name, field name)
    bytes: str = ""
    reply: Struct | None = None
    out: str = ""
    blocking: str = ""
    scope: str = "context"
    life: str = ""      # what the call does to its first handle: create, define (create or change), destroy

    @property
    def waits(self):
        return bool(self.reply or self.out)


@dataclass
class Event:
    name: str
    opcode: int
    text: str
    args: Struct


@dataclass
class Model:
    handles: list
    structs: dict
    calls: list
    events: list
    limits: dict
    features: list


def parse_struct(name, text, specs, structs, handles):
    fields, offset, align = [], 0, 1
    for spec in specs:
        match = re.fullmatch(r"(\w+) (\w+)(?:\[(\d+)\])?", spec)
        if not match:
            raise SpecError(f"{name}: cannot read field '{spec}'")
        kind, fname, count = match[1], match[2], int(match[3] or 1)
        if kind in SCALARS:
            size, cpp = SCALARS[kind]
            falign = size
        elif kind in handles:
            size, cpp, falign = 8, f"{kind}Handle", 4
        elif kind in structs:
            size, cpp, falign = structs[kind].size, kind, structs[kind].align
        else:
            raise SpecError(f"{name}.{fname}: unknown type '{kind}'")
        if offset % falign:
            raise SpecError(f"{name}.{fname}: offset {offset} is not a multiple of {falign}; reorder or pad")
        fields.append(Field(kind, fname, count, match[3] is not None, offset, size, cpp))
        offset += size * count
        align = max(align, falign)
    if offset % align:
        raise SpecError(f"{name}: size {offset} is not a multiple of {align}; pad it")
    return Struct(name, text, fields, offset, align)


def load(spec_dir):
    spec_dir = Path(spec_dir)
    pipe = tomllib.loads((spec_dir / "pipe.toml").read_text())
    handles, structs, calls, events = pipe["handles"], {}, [], []
    for name, entry in pipe["struct"].items():
        structs[name] = parse_struct(name, entry.get("text", ""), entry["fields"], structs, handles)
    for opcode, (name, entry) in enumerate(pipe["call"].items()):
        args = parse_struct(pascal(name) + "Args", entry.get("text", ""), entry["args"], structs, handles)
        if args.size % 8:
            raise SpecError(f"{name}: fixed part of {args.size} bytes is not a multiple of 8")
        if args.size > MAX_FIXED_BYTES:
            raise SpecError(f"{name}: fixed part of {args.size} bytes exceeds {MAX_FIXED_BYTES}")
        call = Call(name, opcode, entry.get("text", ""), args, scope=entry.get("scope", "context"))
        for tail in entry.get("tails", []):
            kind, tname = tail.split()
            if kind not in structs:
                raise SpecError(f"{name}: unknown tail type '{kind}'")
            call.tails.append((kind, tname))
        call.bytes, call.out, call.blocking = entry.get("bytes", ""), entry.get("out", ""), entry.get("blocking", "")
        if "reply" in entry:
            call.reply = parse_struct(pascal(name) + "Reply", "", entry["reply"], structs, handles)
        call.life = entry.get("life", "")
        if call.life and (call.life not in ("create", "define", "destroy") or args.fields[0].type not in handles):
            raise SpecError(f"{name}: life '{call.life}' needs a first argument that is a handle")
        if call.waits and not call.blocking:
            raise SpecError(f"{name}: a call that waits must name its blocking point")
        if call.reply and call.out:
            raise SpecError(f"{name}: reply and out exclude each other")
        calls.append(call)
    raw = tomllib.loads((spec_dir / "events.toml").read_text())["event"]
    for opcode, (name, entry) in enumerate(raw.items()):
        args = parse_struct(pascal(name) + "Event", entry.get("text", ""), entry["args"], structs, handles)
        events.append(Event(name, opcode, entry.get("text", ""), args))
    caps = tomllib.loads((spec_dir / "caps.toml").read_text())
    return Model(handles, structs, calls, events, caps["limits"], list(caps["features"]))


def fingerprint_text(model):
    """Every name, offset and size that both ends must agree on, as text: lock file and handshake digest."""
    lines = []

    def put(struct):
        lines.append(f"struct {struct.name} size {struct.size}")
        for f in struct.fields:
            suffix = f"[{f.count}]" if f.is_array else ""
            lines.append(f"  {f.offset} {f.type}{suffix} {f.name}")

    for struct in model.structs.values():
        put(struct)
    for call in model.calls:
        tails = " ".join(f"{k}:{n}" for k, n in call.tails)
        lines.append(f"call {call.opcode} {call.name} tails [{tails}] bytes [{call.bytes}] out [{call.out}]")
        put(call.args)
        if call.reply:
            put(call.reply)
    for event in model.events:
        lines.append(f"event {event.opcode} {event.name}")
        put(event.args)
    lines.append("caps " + " ".join(f"{k}:{v}" for k, v in model.limits.items()))
    lines.append("features " + " ".join(model.features))
    return "\n".join(lines) + "\n"
