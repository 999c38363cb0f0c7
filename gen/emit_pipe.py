# SPDX-License-Identifier: Apache-2.0
"""Interface, forwarding base, trace, null back end, events and caps from the catalogue."""
import hashlib

from model import camel, fingerprint_text

HEAD = "// SPDX-License-Identifier: Apache-2.0\n// Generated from spec/; do not edit.\n"


def parameters(call):
    """C++ parameter list of a call's method, and the names to pass them on."""
    params, names = [f"const {call.args.name}& args"], ["args"]
    for kind, name in call.tails:
        params.append(f"std::span<const {kind}> {name}")
        names.append(name)
    if call.bytes:
        params.append(f"std::span<const std::byte> {call.bytes}")
        names.append(call.bytes)
    if call.reply:
        params.append(f"{call.reply.name}& reply")
        names.append("reply")
    if call.out:
        params.append(f"std::span<std::byte> {call.out}")
        names.append(call.out)
    return ", ".join(params), ", ".join(names)


def result(call):
    return "ReplyStatus" if call.waits else "void"


def struct_lines(struct):
    lines = []
    if struct.text:
        lines.append(f"// {struct.text}")
    lines.append(f"struct {struct.name} {{")
    for f in struct.fields:
        array = f"[{f.count}]" if f.is_array else ""
        lines.append(f"  {f.cpp} {f.name}{array} = {{}};")
    lines.append("};")
    lines.append(f"static_assert(sizeof({struct.name}) == {struct.size});")
    for f in struct.fields:
        lines.append(f"static_assert(offsetof({struct.name}, {f.name}) == {f.offset});")
    return lines


def blocking_points(model):
    """The closed list of waits: what calls name, then the waits that belong to no call."""
    named = sorted({c.blocking for c in model.calls if c.blocking})
    return named + ["session_start", "present_credit", "ring_full", "stage_full", "reply_slot", "fence_wait",
                    "poll_escalation", "allocation_probe", "surface_sync"]


def emit_types(model):
    out = [HEAD + "#pragma once\n\n#include <cstddef>\n#include <cstdint>\n#include <span>\n#include <type_traits>\n"
           "\n#include \"base/handle.h\"\n#include \"pipe/namespace.h\"\n\nnamespace mgpipe {\n"]
    for kind in model.handles:
        out.append(f"struct {kind}Kind;\nusing {kind}Handle = base::Handle<{kind}Kind>;")
    out.append("")
    for struct in model.structs.values():
        out += struct_lines(struct)
        out.append(f"static_assert(std::is_trivially_copyable_v<{struct.name}>);\n")
    out.append("}  // namespace mgpipe\n")
    return "\n".join(out)


def emit_calls(model):
    out = [HEAD + "#pragma once\n\n#include \"pipe/types.gen.h\"\n\nnamespace mgpipe {\n"]
    out.append("// Outcome of a call that waits. Declined: a legitimate no. Lost: the session is gone.")
    out.append("enum class ReplyStatus : uint32_t { Ok = 0, Declined = 1, Lost = 2 };\n")
    out.append("enum class Opcode : uint16_t {")
    for call in model.calls:
        name = camel(call.name)
        out.append(f"  {name[0].upper() + name[1:]} = {call.opcode},")
    out.append("};")
    out.append(f"inline constexpr uint32_t kOpcodeCount = {len(model.calls)};\n")
    out.append("// The closed list of waits: a call that answers names one of these.")
    points = blocking_points(model)
    out.append("enum class BlockingPoint : uint8_t {")
    for point in points:
        name = camel(point)
        out.append(f"  {name[0].upper() + name[1:]},")
    out.append("};")
    out.append(f"inline constexpr uint32_t kBlockingPointCount = {len(points)};")
    out.append("const char* blockingPointName(BlockingPoint point);\n")
    for call in model.calls:
        out += struct_lines(call.args)
        if call.reply:
            out += struct_lines(call.reply)
        out.append("")
    out.append("const char* opcodeName(Opcode opcode);")
    digest = hashlib.sha256(fingerprint_text(model).encode()).hexdigest()[:16]
    out.append("// Digest of every name, offset and size both ends must agree on.")
    out.append(f"inline constexpr uint64_t kLayoutFingerprint = 0x{digest}u;")
    out.append("\n}  // namespace mgpipe\n")
    return "\n".join(out)


def emit_names(model):
    out = [HEAD + "#include \"pipe/calls.gen.h\"\n\nnamespace mgpipe {\n\nconst char* opcodeName(Opcode opcode) {",
           "  static const char* const kNames[] = {"]
    out += [f'      "{c.name}",' for c in model.calls]
    out += ["  };", "  const auto index = static_cast<uint32_t>(opcode);",
            "  return index < kOpcodeCount ? kNames[index] : \"unknown\";", "}", ""]
    points = blocking_points(model)
    out += ["const char* blockingPointName(BlockingPoint point) {", "  static const char* const kNames[] = {"]
    out += [f'      "{p}",' for p in points]
    out += ["  };", "  const auto index = static_cast<uint32_t>(point);",
            "  return index < kBlockingPointCount ? kNames[index] : \"unknown\";", "}", "", "}  // namespace mgpipe", ""]
    return "\n".join(out)


def emit_context(model):
    out = [HEAD + "#pragma once\n\n#include <cstddef>\n#include <span>\n\n#include \"pipe/calls.gen.h\"\n\nnamespace mgpipe {\n",
           "// One stream of calls. Implemented by back ends, the encoder and the decorators.",
           "class Context {", " public:", "  virtual ~Context() = default;"]
    for call in model.calls:
        params, _ = parameters(call)
        if call.text:
            out.append(f"  // {call.text}")
        out.append(f"  virtual {result(call)} {camel(call.name)}({params}) = 0;")
    out += ["};", "",
            "// Passes everything on; decorators override what they care about.",
            "class ForwardContext : public Context {", " public:",
            "  explicit ForwardContext(Context& next) : mNext(next) {}"]
    for call in model.calls:
        params, names = parameters(call)
        ret = "return " if call.waits else ""
        out.append(f"  {result(call)} {camel(call.name)}({params}) override {{ {ret}mNext.{camel(call.name)}({names}); }}")
    out += [" protected:", "  Context& mNext;", "};", "", "}  // namespace mgpipe", ""]
    return "\n".join(out)


def emit_direct(model):
    """The monolith's calls: passed on to a context of the back end and counted."""
    out = [HEAD + "#pragma once\n\n#include \"pipe/stream.h\"\n\nnamespace mgpipe {\n",
           "class DirectCalls : public Stream {", " public:", "  explicit DirectCalls(Context& next) : mNext(next) {}"]
    for call in model.calls:
        params, names = parameters(call)
        ret = "return " if call.waits else ""
        out.append(f"  {result(call)} {camel(call.name)}({params}) override {{\n    ++mSequence;\n    {ret}mNext.{camel(call.name)}({names});\n  }}")
    out += ["", " protected:", "  Context& mNext;", "  uint64_t mSequence = 0;", "};", "", "}  // namespace mgpipe", ""]
    return "\n".join(out)


def emit_null(model):
    out = [HEAD + "#pragma once\n\n#include <array>\n#include <cstdint>\n#include <cstring>\n\n#include \"pipe/context.gen.h\"\n\n"
           "namespace null_backend {\n\n"
           "// Counts calls and bytes, draws nothing: prices the front end alone. Answers are zeros.\n"
           "// Base: mgpipe::Context, or an interface derived from it that adds more than calls.\n"
           "template <class Base>\nclass Counting : public Base {\n public:\n"
           "  std::array<uint64_t, pipe::kOpcodeCount> calls{};\n  uint64_t bulkBytes = 0;\n"]
    for call in model.calls:
        params, _ = parameters(call)
        params = params.replace("pipe::", "")
        body = [f"++calls[{call.opcode}];"]
        if call.bytes:
            body.append(f"bulkBytes += {call.bytes}.size();")
        if call.out:
            body.append(f"if (!{call.out}.empty()) std::memset({call.out}.data(), 0, {call.out}.size());")
        if call.reply:
            body.append("reply = {};")
        if call.waits:
            body.append("return pipe::ReplyStatus::Ok;")
        plist = []
        for p in params.split(", "):
            kind, name = p.rsplit(" ", 1)
            keep = name in (call.bytes, call.out, "reply") and name
            kind = kind.replace("std::span<const ", "std::span<const pipe::") if "std::byte" not in kind else kind
            if kind.startswith("const ") or kind.endswith("Reply&"):
                kind = kind.replace("const ", "const pipe::") if kind.startswith("const ") else "pipe::" + kind
            plist.append(f"{kind} {name}" if keep else kind)
        ret = "pipe::ReplyStatus" if call.waits else "void"
        out.append(f"  {ret} {camel(call.name)}({', '.join(plist)}) override {{ {' '.join(body)} }}")
    out.append("};\nusing CountingContext = Counting<pipe::Context>;\n\n}  // namespace null_backend\n")
    return "\n".join(out)


def trace_value(f, expr):
    if f.type in ("u8", "u16", "u32", "i32"):
        return f'text(line, {expr});'
    return f'text(line, {expr});'


def emit_trace(model):
    out = [HEAD + "#include \"pipe/trace.h\"\n\n#include <cstdio>\n\nnamespace mgpipe {\nnamespace {\n",
           "void text(std::string& line, uint64_t v) { line += std::to_string(v); }",
           "void text(std::string& line, uint32_t v) { line += std::to_string(v); }",
           "void text(std::string& line, uint16_t v) { line += std::to_string(v); }",
           "void text(std::string& line, uint8_t v) { line += std::to_string(v); }",
           "void text(std::string& line, int32_t v) { line += std::to_string(v); }",
           "void text(std::string& line, float v) {\n  char buffer[32];\n  std::snprintf(buffer, sizeof buffer, \"%g\", static_cast<double>(v));\n  line += buffer;\n}",
           "template <class K>\nvoid text(std::string& line, base::Handle<K> h) {\n  line += '#';\n  line += std::to_string(h.slot);\n  line += '.';\n  line += std::to_string(h.generation);\n}",
           *[f"[[maybe_unused]] void text(std::string& line, const {s.name}& v);" for s in model.structs.values()],
           "template <class T, size_t N>\nvoid text(std::string& line, const T (&values)[N]) {\n  line += '[';\n  for (size_t i = 0; i < N; ++i) {\n    if (i) line += ' ';\n    text(line, values[i]);\n  }\n  line += ']';\n}"]
    used = list(model.structs.values())
    out.append("template <class T>\nvoid text(std::string& line, std::span<const T> values) {\n  line += '[';\n  for (size_t i = 0; i < values.size(); ++i) {\n    if (i) line += ' ';\n    text(line, values[i]);\n  }\n  line += ']';\n}")
    for struct in used:
        out.append(f"void text(std::string& line, const {struct.name}& v) {{\n  line += '{{';")
        for i, f in enumerate(f for f in struct.fields if f.name != "zero"):
            out.append(f'  line += "{" " if i else ""}{f.name}=";\n  text(line, v.{f.name});')
        out.append("  line += '}';\n}")
    out.append("\n}  // namespace\n")
    for call in model.calls:
        params, names = parameters(call)
        out.append(f"{result(call)} TraceContext::{camel(call.name)}({params}) {{")
        out.append(f"  std::string line = \"{call.name}\";")
        for f in call.args.fields:
            if f.name != "zero":
                out.append(f'  line += " {f.name}=";\n  text(line, args.{f.name});')
        for _, name in call.tails:
            out.append(f'  line += " {name}=";\n  text(line, {name});')
        if call.bytes:
            out.append(f'  line += " {call.bytes}=" + std::to_string({call.bytes}.size()) + "B";')
        out.append("  mSink(line);")
        out.append(f"  {'return ' if call.waits else ''}mNext.{camel(call.name)}({names});\n}}")
    out.append("\n}  // namespace mgpipe\n")
    head = [HEAD + "#pragma once\n\n#include \"pipe/context.gen.h\"\n\n// Body of TraceContext: one override a call.\n#define MGL_TRACE_OVERRIDES \\"]
    for call in model.calls:
        params, _ = parameters(call)
        head.append(f"  {result(call)} {camel(call.name)}({params}) override; \\")
    head.append("\n")
    return "\n".join(out), "\n".join(head)


def emit_events(model):
    out = [HEAD + "#pragma once\n\n#include \"pipe/types.gen.h\"\n\nnamespace mgpipe {\n"]
    for event in model.events:
        out += struct_lines(event.args)
    out += ["", "// Receives events in order, on the thread that drains them.", "class EventSink {", " public:",
            "  virtual ~EventSink() = default;"]
    for event in model.events:
        if event.text:
            out.append(f"  // {event.text}")
        out.append(f"  virtual void {camel(event.name)}(const {event.args.name}& event) = 0;")
    out += ["};", "",
            "// Events as bytes: {u32 kind, u32 sizeBytes} and the event. Any queue of bytes will do.",
            "struct EventHeader {", "  uint32_t kind = 0;", "  uint32_t sizeBytes = 0;  // with this header", "};",
            "inline constexpr uint32_t kMaxEventBytes = 64;", "",
            "// An EventSink that turns events into bytes for `put(const void*, uint32_t sizeBytes)`.",
            "template <class Put>", "class EventEncoder : public EventSink {", " public:",
            "  explicit EventEncoder(Put put) : mPut(put) {}"]
    for event in model.events:
        out.append(f"  void {camel(event.name)}(const {event.args.name}& event) override {{ emit({event.opcode}, event); }}")
    out += ["", " private:", "  template <class T>", "  void emit(uint32_t kind, const T& event) {",
            "    struct { EventHeader header; T body; } bytes{{kind, sizeof(EventHeader) + sizeof(T)}, event};",
            "    static_assert(sizeof bytes <= kMaxEventBytes && sizeof bytes == sizeof(EventHeader) + sizeof(T));",
            "    mPut(static_cast<const void*>(&bytes), static_cast<uint32_t>(sizeof bytes));", "  }", "  Put mPut;", "};", "",
            "// Delivers one encoded event; false if the bytes are not one.",
            "inline bool deliverEvent(EventSink& sink, const void* bytes, uint32_t sizeBytes) {",
            "  EventHeader header;", "  if (sizeBytes < sizeof header) return false;",
            "  __builtin_memcpy(&header, bytes, sizeof header);",
            "  if (header.sizeBytes != sizeBytes) return false;",
            "  const auto* body = static_cast<const unsigned char*>(bytes) + sizeof header;",
            "  switch (header.kind) {"]
    for event in model.events:
        out.append(f"    case {event.opcode}: {{\n      {event.args.name} event;\n"
                   f"      if (sizeBytes != sizeof header + sizeof event) return false;\n"
                   f"      __builtin_memcpy(static_cast<void*>(&event), body, sizeof event);\n      sink.{camel(event.name)}(event);\n      return true;\n    }}")
    out += ["    default:", "      return false;", "  }", "}", "", "}  // namespace mgpipe", ""]
    return "\n".join(out)


def emit_caps(model):
    out = [HEAD + "#pragma once\n\n#include <cstdint>\n\nnamespace mgpipe {\n", "struct Limits {"]
    for name, kind in model.limits.items():
        cpp = {"u32": "uint32_t", "i32": "int32_t", "f32": "float"}[kind]
        out.append(f"  {cpp} {name} = {{}};")
    out += ["};", f"static_assert(sizeof(Limits) == {4 * len(model.limits)});", "",
            "// 2 native, 1 emulated exactly, 0 absent.", "struct Features {"]
    out += [f"  uint8_t {name} = 0;" for name in model.features]
    out += ["};", f"static_assert(sizeof(Features) == {len(model.features)});", "",
            "// visit(name, value) for every limit and feature.", "template <class L, class V>",
            "void forEachLimit(L& limits, V&& visit) {"]
    out += [f'  visit("{name}", limits.{name});' for name in model.limits]
    out += ["}", "template <class F, class V>", "void forEachFeature(F& features, V&& visit) {"]
    out += [f'  visit("{name}", features.{name});' for name in model.features]
    out += ["}", "", "}  // namespace mgpipe", ""]
    return "\n".join(out)


def generate(model, files):
    files["pipe/types.gen.h"] = emit_types(model)
    files["pipe/calls.gen.h"] = emit_calls(model)
    files["pipe/names.gen.cpp"] = emit_names(model)
    files["pipe/context.gen.h"] = emit_context(model)
    files["pipe/direct_calls.gen.h"] = emit_direct(model)
    files["pipe/events.gen.h"] = emit_events(model)
    files["pipe/caps.gen.h"] = emit_caps(model)
    files["pipe/trace.gen.cpp"], files["pipe/trace_overrides.gen.h"] = emit_trace(model)
    files["backends/null/counting_context.gen.h"] = emit_null(model)
