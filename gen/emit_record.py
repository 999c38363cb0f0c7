# SPDX-License-Identifier: Apache-2.0
"""Records: layouts, encoder, applier and their tests from the catalogue."""
import re

from emit_pipe import HEAD, parameters, result
from model import camel, pascal


def rec(call):
    return pascal(call.name) + "Record"


def emit_layouts(model):
    out = [HEAD + "#pragma once\n\n#include \"pipe/calls.gen.h\"\n#include \"record/record.h\"\n\nnamespace record {\n"]
    for call in model.calls:
        out.append(f"struct {rec(call)} {{\n  Header header;\n  pipe::{call.args.name} args;")
        size = 8 + call.args.size
        tails = [name for _, name in call.tails]
        for name in tails:
            out.append(f"  uint32_t {name}Count = 0;")
        if len(tails) % 2:
            out.append("  uint32_t padding = 0;")
        size += 4 * (len(tails) + len(tails) % 2)
        if call.bytes:
            out.append(f"  Blob {call.bytes};")
            size += 16
        if call.waits:
            out.append("  ReplyRef replyRef;")
            size += 16
        out.append(f"}};\nstatic_assert(sizeof({rec(call)}) == {size} && {size} % 8 == 0);\n")
    out.append("}  // namespace record\n")
    return "\n".join(out)


def emit_encoder(model):
    head = [HEAD + "#pragma once\n\n#include \"pipe/stream.h\"\n#include \"record/writer.h\"\n\nnamespace record {\n",
            "// The calls of the pipe as records. The rest of pipe::Stream is its owner's business.",
            "class EncoderCalls : public pipe::Stream {", " public:",
            "  explicit EncoderCalls(Writer& writer) : mWriter(writer) {}"]
    out = [HEAD + "#include \"record/encoder.gen.h\"\n\n#include <cstring>\n\n#include \"record/records.gen.h\"\n\nnamespace record {\n"]
    for call in model.calls:
        params, _ = parameters(call)
        params = params.replace("const ", "const pipe::", 1)
        for kind, name in call.tails:
            params = params.replace(f"std::span<const {kind}>", f"std::span<const pipe::{kind}>")
        if call.reply:
            params = params.replace(f"{call.reply.name}&", f"pipe::{call.reply.name}&")
        ret = "pipe::ReplyStatus" if call.waits else "void"
        head.append(f"  {ret} {camel(call.name)}({params}) override;")
        op = camel(call.name)
        op = op[0].upper() + op[1:]
        lost = "return pipe::ReplyStatus::Lost" if call.waits else "return"
        out.append(f"{ret} EncoderCalls::{camel(call.name)}({params}) {{")
        r = rec(call)
        if call.bytes:
            out.append("  Blob blob;")
            out.append(f"  if (!mWriter.placeBytes({call.bytes}, blob)) {lost};")
        if call.waits:
            length = f"{call.out}.size()" if call.out else f"sizeof(pipe::{call.reply.name})"
            out.append("  ReplyRef replyRef;")
            out.append(f"  if (!mWriter.openReply(pipe::BlockingPoint::{point(call)}, {length}, replyRef)) {lost};")
        size = f"sizeof({r})"
        for kind, name in call.tails:
            size += f" + tailBytes<pipe::{kind}>({name}.size())"
        if call.bytes:
            size += " + blob.inlineBytes()"
        variable = call.tails or call.bytes
        out.append(f"  const {'size_t' if variable else 'constexpr size_t' if False else 'size_t'} sizeBytes = {size};")
        out.append("  std::byte* place = mWriter.begin(sizeBytes);")
        if call.waits:
            out.append(f"  if (!place) {{\n    mWriter.cancelReply(replyRef);\n    {lost};\n  }}")
        else:
            out.append(f"  if (!place) {lost};")
        out.append(f"  {r} fixed{{}};")
        out.append(f"  fixed.header = {{static_cast<uint16_t>(pipe::Opcode::{op}), 0, static_cast<uint32_t>(sizeBytes)}};")
        out.append("  fixed.args = args;")
        for _, name in call.tails:
            out.append(f"  fixed.{name}Count = static_cast<uint32_t>({name}.size());")
        if call.bytes:
            out.append(f"  fixed.{call.bytes} = blob;")
        if call.waits:
            out.append("  fixed.replyRef = replyRef;")
        out.append("  std::memcpy(place, &fixed, sizeof fixed);")
        if variable:
            out.append("  [[maybe_unused]] std::byte* tail = place + sizeof fixed;")
        for kind, name in call.tails:
            out.append(f"  tail = putTail(tail, {name});")
        if call.bytes:
            out.append(f"  putInline(tail, {call.bytes}, blob);")
        out.append("  mWriter.end(sizeBytes);")
        if call.waits:
            if call.out:
                out.append(f"  return mWriter.awaitReply(replyRef, {call.out});")
            else:
                out.append("  return mWriter.awaitReply(replyRef, std::as_writable_bytes(std::span(&reply, 1)));")
        out.append("}\n")
    out.append("}  // namespace record\n")
    head += ["", " protected:", "  Writer& mWriter;", "};", "", "}  // namespace record", ""]
    return "\n".join(head), "\n".join(out)


def point(call):
    name = camel(call.blocking)
    return name[0].upper() + name[1:]


def emit_applier(model):
    out = [HEAD + "#include \"record/applier.h\"\n\n#include <cstring>\n\n#include \"record/records.gen.h\"\n\nnamespace record {\nnamespace {\n"]
    for call in model.calls:
        r = rec(call)
        out.append(f"Fault apply{pascal(call.name)}(pipe::Context& target, [[maybe_unused]] ApplyEnvironment& environment, std::span<const std::byte> bytes) {{")
        out.append(f"  {r} record;\n  if (bytes.size() < sizeof record) return Fault::RecordSize;")
        out.append("  std::memcpy(&record, bytes.data(), sizeof record);")
        out.append("  TailReader tails(bytes.subspan(sizeof record));")
        names = ["record.args"]
        for kind, name in call.tails:
            out.append(f"  std::span<const pipe::{kind}> {name};")
            out.append(f"  if (!tails.take(record.{name}Count, {name})) return Fault::TailCount;")
            names.append(name)
        if call.bytes:
            out.append(f"  std::span<const std::byte> {call.bytes};")
            out.append(f"  if (const Fault fault = environment.resolve(record.{call.bytes}, tails, {call.bytes}); fault != Fault::None) return fault;")
            names.append(call.bytes)
        out.append("  if (!tails.finished()) return Fault::RecordSize;")
        if call.waits:
            out.append("  std::span<std::byte> area;")
            length = f"sizeof(pipe::{call.reply.name})" if call.reply else "0"
            out.append(f"  if (const Fault fault = environment.replyArea(record.replyRef, {length}, area); fault != Fault::None) return fault;")
            if call.reply:
                out.append(f"  pipe::{call.reply.name} reply{{}};")
                names.append("reply")
            else:
                names.append("area")
            out.append(f"  const pipe::ReplyStatus status = target.{camel(call.name)}({', '.join(names)});")
            if call.reply:
                out.append("  if (status == pipe::ReplyStatus::Ok) std::memcpy(area.data(), &reply, sizeof reply);")
            else:
                # Neither half a result nor what an earlier answer left in the slot.
                out.append("  if (status != pipe::ReplyStatus::Ok && !area.empty()) std::memset(area.data(), 0, area.size());")
            out.append("  environment.sendReply(record.replyRef, status);")
        else:
            out.append(f"  target.{camel(call.name)}({', '.join(names)});")
        out.append("  return Fault::None;\n}\n")
    out.append("using ApplyFunction = Fault (*)(pipe::Context&, ApplyEnvironment&, std::span<const std::byte>);")
    out.append("constexpr ApplyFunction kApply[] = {")
    for call in model.calls:
        out.append(f"    apply{pascal(call.name)},")
    out += ["};", "static_assert(sizeof kApply / sizeof kApply[0] == pipe::kOpcodeCount);", "", "}  // namespace", "",
            "Fault applyOne(pipe::Context& target, ApplyEnvironment& environment, std::span<const std::byte> bytes) {",
            "  Header header;", "  if (bytes.size() < sizeof header) return Fault::RecordHeader;",
            "  std::memcpy(&header, bytes.data(), sizeof header);",
            "  if (header.sizeBytes != bytes.size() || header.sizeBytes % 8 != 0) return Fault::RecordHeader;",
            "  if (header.opcode >= pipe::kOpcodeCount) return Fault::Opcode;",
            "  return kApply[header.opcode](target, environment, bytes);", "}", "",
            "uint32_t fixedBytes(pipe::Opcode opcode) {", "  static constexpr uint32_t kSizes[] = {"]
    out += [f"      sizeof({rec(c)})," for c in model.calls]
    out += ["  };", "  const auto index = static_cast<uint32_t>(opcode);",
            "  return index < pipe::kOpcodeCount ? kSizes[index] : 0;", "}", "", "}  // namespace record", ""]
    return "\n".join(out)


def emit_calls_driver(model):
    """A function that makes every call once with patterned arguments: feeds generated round-trip tests."""
    out = [HEAD + "#pragma once\n\n#include <array>\n#include <cstring>\n#include <vector>\n\n#include \"pipe/context.gen.h\"\n\nnamespace record_test {\n",
           "// Fills any trivially copyable value with a byte pattern that differs by seed.",
           "template <class T>\nT patterned(unsigned seed) {\n  T value{};\n  unsigned char bytes[sizeof(T)];\n  for (size_t i = 0; i < sizeof(T); ++i) bytes[i] = static_cast<unsigned char>(seed * 37 + i * 11 + 1);\n  std::memcpy(static_cast<void*>(&value), bytes, sizeof bytes);\n  return value;\n}\n",
           "// Makes call number `opcode` on `context` with `tailCount` elements a tail and `byteCount` bulk bytes.",
           "inline void callOnce(pipe::Context& context, unsigned opcode, unsigned tailCount, unsigned byteCount) {",
           "  [[maybe_unused]] std::vector<std::byte> bulk(byteCount);\n  for (unsigned i = 0; i < byteCount; ++i) bulk[i] = static_cast<std::byte>(i * 7 + 3);",
           "  switch (opcode) {"]
    for call in model.calls:
        out.append(f"    case {call.opcode}: {{")
        names = [f"patterned<pipe::{call.args.name}>({call.opcode})"]
        for kind, name in call.tails:
            out.append(f"      std::vector<pipe::{kind}> {name}(tailCount);\n      for (unsigned i = 0; i < tailCount; ++i) {name}[i] = patterned<pipe::{kind}>(i + {call.opcode});")
            names.append(name)
        if call.bytes:
            names.append("bulk")
        if call.reply:
            out.append(f"      pipe::{call.reply.name} reply;")
            names.append("reply")
        if call.out:
            names.append("bulk")
        out.append(f"      context.{camel(call.name)}({', '.join(names)});\n      break;\n    }}")
    out += ["    default:\n      break;\n  }\n}", "", "}  // namespace record_test", ""]
    return "\n".join(out)


def emit_schema(model):
    """The same layouts as FlatBuffers structs, so that flatc can be asked for its sizes."""
    kinds = {"u8": "ubyte", "u16": "ushort", "u32": "uint", "u64": "ulong", "i32": "int", "f32": "float"}
    out = ["// SPDX-License-Identifier: Apache-2.0", "// Generated from spec/pipe.toml to compare layouts.", "namespace mobilegl.pipe;", "struct Handle { slot:uint; generation:uint; }"]
    structs = list(model.structs.values()) + [c.args for c in model.calls]
    for s in structs:
        fields = []
        for f in s.fields:
            kind = kinds.get(f.type, "Handle" if f.type in model.handles else f.type)
            name = re.sub(r"(?<!^)(?=[A-Z])", "_", f.name).lower()
            fields.append(f"{name}:[{kind}:{f.count}];" if f.is_array else f"{name}:{kind};")
        out.append(f"struct {s.name} {{ {' '.join(fields)} }}")
    return "\n".join(out) + "\n"


def emit_schema_check(model):
    """Compares flatc's idea of every layout with ours, at compile time."""
    out = [HEAD + "#include <cstddef>\n\n#include \"pipe/calls.gen.h\"\n#include \"record/layouts_generated.h\"\n\n"
           "int main() { return 0; }\n"]
    for s in list(model.structs.values()) + [c.args for c in model.calls]:
        out.append(f"static_assert(sizeof(mgpipe::{s.name}) == sizeof(mobilegl::pipe::{s.name}));")
        out.append(f"static_assert(alignof(mgpipe::{s.name}) == alignof(mobilegl::pipe::{s.name}));")
    return "\n".join(out) + "\n"


def generate(model, files):
    files["record/records.gen.h"] = emit_layouts(model)
    files["record/encoder.gen.h"], files["record/encoder.gen.cpp"] = emit_encoder(model)
    files["record/applier.gen.cpp"] = emit_applier(model)
    files["record/call_once.gen.h"] = emit_calls_driver(model)
    files["record/layouts_check.gen.cpp"] = emit_schema_check(model)
    files["record/layouts.fbs"] = emit_schema(model)
