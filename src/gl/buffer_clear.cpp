// SPDX-License-Identifier: Apache-2.0
// Filling buffers with one texel (GL 4.6 core §6.2.1): the texel is converted here, the fill happens where the storage is.
#include <array>
#include <optional>

#include "formats/formats.h"
#include "gl/buffer_targets.h"
#include "gl/checks.h"
#include "gl/names.h"
#include "gl/prototypes_buffer.gen.h"

namespace gl {
namespace {

// How one texel of a buffer-texture format lies in memory, as a client format and type.
struct Texel {
  uint32_t format, type, bytes;
};

uint32_t typeOf(formats::ComponentType component, uint32_t bits) {
  using formats::ComponentType;
  switch (component) {
    case ComponentType::Unorm: return bits == 8 ? GL_UNSIGNED_BYTE : GL_UNSIGNED_SHORT;
    case ComponentType::Float: return bits == 16 ? GL_HALF_FLOAT : GL_FLOAT;
    case ComponentType::Int: return bits == 8 ? GL_BYTE : bits == 16 ? GL_SHORT : GL_INT;
    default: return bits == 8 ? GL_UNSIGNED_BYTE : bits == 16 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
  }
}

// The sized formats of table 8.16: one, two or four components of 8, 16 or 32 bits, and three of 32 bits.
std::optional<Texel> texelOf(GLenum internalFormat) {
  if (!isOneOf(internalFormat,
               {GL_R8, GL_R16, GL_R16F, GL_R32F, GL_R8I, GL_R16I, GL_R32I, GL_R8UI, GL_R16UI, GL_R32UI, GL_RG8, GL_RG16,
                GL_RG16F, GL_RG32F, GL_RG8I, GL_RG16I, GL_RG32I, GL_RG8UI, GL_RG16UI, GL_RG32UI, GL_RGB32F, GL_RGB32I,
                GL_RGB32UI, GL_RGBA8, GL_RGBA16, GL_RGBA16F, GL_RGBA32F, GL_RGBA8I, GL_RGBA16I, GL_RGBA32I, GL_RGBA8UI,
                GL_RGBA16UI, GL_RGBA32UI}))
    return std::nullopt;
  constexpr uint32_t kPlain[] = {GL_RED, GL_RG, GL_RGB, GL_RGBA};
  constexpr uint32_t kInteger[] = {GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER, GL_RGBA_INTEGER};
  const formats::Format format = formats::fromInternalFormat(internalFormat);
  const formats::FormatInfo& info = formats::info(format);
  const uint32_t components = formats::componentCount(format);
  const uint32_t clientFormat = (info.isInteger() ? kInteger : kPlain)[components - 1];
  const uint32_t type = typeOf(info.type, info.redBits);
  return Texel{clientFormat, type, formats::bytesPerPixel(clientFormat, type)};
}

bool checkClear(const Context& ctx, const char* command, const state::Buffer* buffer, GLenum internalFormat,
                GLintptr offset, GLsizeiptr size, GLenum format, GLenum type) {
  if (!buffer) return false;
  const std::optional<Texel> texel = texelOf(internalFormat);
  if (!texel) return refuseEnum(ctx, command, "internalformat", internalFormat);
  if (!checkBufferRange(ctx, command, *buffer, offset, size)) return false;
  if (offset % texel->bytes || size % texel->bytes)
    return refuse(ctx, GL_INVALID_VALUE, "%s: offset %lld and size %lld must be multiples of the texel's %u bytes.", command,
                  static_cast<long long>(offset), static_cast<long long>(size), texel->bytes);
  if (!checkNotMapped(ctx, command, *buffer)) return false;
  const formats::PairStatus status = formats::validFormatType(format, type, !ctx.isCore());
  if (status == formats::PairStatus::InvalidEnum || formats::formatComponents(format) == 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %s with %s does not describe a pixel.", command,
                  enumText(format, "PixelFormat").c_str(), enumText(type, "PixelType").c_str());
  if (status != formats::PairStatus::Valid || formats::isIntegerFormat(format) != formats::isIntegerFormat(texel->format) ||
      isOneOf(format, {GL_DEPTH_COMPONENT, GL_DEPTH_STENCIL, GL_STENCIL_INDEX}))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: %s with %s cannot be converted to %s.", command,
                  enumName(format, "PixelFormat"), enumName(type, "PixelType"), enumName(internalFormat, "InternalFormat"));
  return true;
}

void fill(Context& ctx, state::Buffer& buffer, GLenum internalFormat, uint64_t offset, uint64_t size, GLenum format,
           GLenum type, const void* data) {
  if (size == 0) return;
  const Texel texel = *texelOf(internalFormat);
  std::array<std::byte, 16> pattern{};  // null data: zeros
  if (data) {
    formats::ConvertRequest request;
    request.source.bytes = {static_cast<const std::byte*>(data), formats::bytesPerPixel(format, type)};
    request.source.format = format, request.source.type = type;
    request.target.bytes = pattern;
    request.target.format = texel.format, request.target.type = texel.type;
    request.width = request.height = 1;
    formats::convert(request);
  }
  ctx.tracker().bufferClear(buffer, offset, size, std::span(pattern).first(texel.bytes));
}

GLsizeiptr wholeSize(const state::Buffer* buffer) { return buffer ? static_cast<GLsizeiptr>(buffer->sizeBytes) : 0; }

std::shared_ptr<state::Buffer> named(Context& ctx, GLuint name) {
  return findShared(ctx, &state::ShareGroup::buffers, name);
}

}  // namespace

bool validateClearBufferData(const Context& ctx, GLenum target, GLenum internalformat, GLenum format, GLenum type,
                             const void*) {
  const state::Buffer* buffer = needBoundBuffer(ctx, "glClearBufferData", target);
  return checkClear(ctx, "glClearBufferData", buffer, internalformat, 0, wholeSize(buffer), format, type);
}
void clearBufferData(Context& ctx, GLenum target, GLenum internalformat, GLenum format, GLenum type, const void* data) {
  state::Buffer& buffer = *bufferBinding(ctx.state(), target);
  fill(ctx, buffer, internalformat, 0, buffer.sizeBytes, format, type, data);
}

bool validateClearNamedBufferData(const Context& ctx, GLuint buffer, GLenum internalformat, GLenum format, GLenum type,
                                  const void*) {
  const auto object = needNamedBuffer(ctx, "glClearNamedBufferData", buffer);
  return checkClear(ctx, "glClearNamedBufferData", object.get(), internalformat, 0, wholeSize(object.get()), format, type);
}
void clearNamedBufferData(Context& ctx, GLuint buffer, GLenum internalformat, GLenum format, GLenum type,
                          const void* data) {
  const auto object = named(ctx, buffer);
  fill(ctx, *object, internalformat, 0, object->sizeBytes, format, type, data);
}

bool validateClearBufferSubData(const Context& ctx, GLenum target, GLenum internalformat, GLintptr offset,
                                GLsizeiptr size, GLenum format, GLenum type, const void*) {
  return checkClear(ctx, "glClearBufferSubData", needBoundBuffer(ctx, "glClearBufferSubData", target), internalformat,
                    offset, size, format, type);
}
void clearBufferSubData(Context& ctx, GLenum target, GLenum internalformat, GLintptr offset, GLsizeiptr size,
                        GLenum format, GLenum type, const void* data) {
  fill(ctx, *bufferBinding(ctx.state(), target), internalformat, static_cast<uint64_t>(offset),
        static_cast<uint64_t>(size), format, type, data);
}

bool validateClearNamedBufferSubData(const Context& ctx, GLuint buffer, GLenum internalformat, GLintptr offset,
                                     GLsizeiptr size, GLenum format, GLenum type, const void*) {
  return checkClear(ctx, "glClearNamedBufferSubData", needNamedBuffer(ctx, "glClearNamedBufferSubData", buffer).get(),
                    internalformat, offset, size, format, type);
}
void clearNamedBufferSubData(Context& ctx, GLuint buffer, GLenum internalformat, GLintptr offset, GLsizeiptr size,
                             GLenum format, GLenum type, const void* data) {
  fill(ctx, *named(ctx, buffer), internalformat, static_cast<uint64_t>(offset), static_cast<uint64_t>(size), format,
        type, data);
}

}  // namespace gl
