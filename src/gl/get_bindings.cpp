// SPDX-License-Identifier: Apache-2.0
// glGet* of what is bound, of pixel store, and of the debug log.
#include <GL/gl.h>
#include <GL/glext.h>

#include "gl/get_value.h"

namespace gl {
namespace {

using state::BufferPoint;
using state::PixelStore;
using state::TextureKind;

template <class Pointer>
uint32_t nameOf(const Pointer& object) {
  return object ? object->name : 0;
}

template <BufferPoint Point>
void buffer(const Context& ctx, Value& value) {
  value.set(nameOf(ctx.state().buffers[static_cast<size_t>(Point)]));
}
template <TextureKind Kind>
void texture(const Context& ctx, Value& value) {
  value.set(nameOf(ctx.state().units[ctx.state().activeUnit].bound[static_cast<size_t>(Kind)]));
}
template <auto Member>
void bound(const Context& ctx, Value& value) {
  value.set(nameOf(ctx.state().*Member));
}
template <auto Member>
void pack(const Context& ctx, Value& value) {
  value.set(ctx.state().pack.*Member);
}
template <auto Member>
void unpack(const Context& ctx, Value& value) {
  value.set(ctx.state().unpack.*Member);
}

constexpr GetRow kRows[] = {
    {GL_ARRAY_BUFFER_BINDING, buffer<BufferPoint::Array>},
    {GL_COPY_READ_BUFFER_BINDING, buffer<BufferPoint::CopyRead>},
    {GL_COPY_WRITE_BUFFER_BINDING, buffer<BufferPoint::CopyWrite>},
    {GL_PIXEL_PACK_BUFFER_BINDING, buffer<BufferPoint::PixelPack>},
    {GL_PIXEL_UNPACK_BUFFER_BINDING, buffer<BufferPoint::PixelUnpack>},
    // The binding of the target has the target's own number.
    {GL_TEXTURE_BUFFER_BINDING, buffer<BufferPoint::Texture>},
    {GL_UNIFORM_BUFFER_BINDING, buffer<BufferPoint::Uniform>},
    {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, buffer<BufferPoint::TransformFeedback>},
    {GL_DRAW_INDIRECT_BUFFER_BINDING, buffer<BufferPoint::DrawIndirect>},
    {GL_DISPATCH_INDIRECT_BUFFER_BINDING, buffer<BufferPoint::DispatchIndirect>},
    {GL_SHADER_STORAGE_BUFFER_BINDING, buffer<BufferPoint::ShaderStorage>},
    {GL_ATOMIC_COUNTER_BUFFER_BINDING, buffer<BufferPoint::AtomicCounter>},
    {GL_QUERY_BUFFER_BINDING, buffer<BufferPoint::Query>},
    {GL_PARAMETER_BUFFER_BINDING, buffer<BufferPoint::Parameter>},
    {GL_ELEMENT_ARRAY_BUFFER_BINDING,
     [](const Context& ctx, Value& v) { v.set(nameOf(ctx.state().vertexArray->elements)); }},

    {GL_VERTEX_ARRAY_BINDING, bound<&state::Context::vertexArray>},
    {GL_DRAW_FRAMEBUFFER_BINDING, bound<&state::Context::drawFramebuffer>},
    {GL_READ_FRAMEBUFFER_BINDING, bound<&state::Context::readFramebuffer>},
    {GL_RENDERBUFFER_BINDING, bound<&state::Context::renderbuffer>},
    {GL_CURRENT_PROGRAM, bound<&state::Context::program>},
    {GL_TRANSFORM_FEEDBACK_BINDING, bound<&state::Context::xfb>},
    {GL_TRANSFORM_FEEDBACK_ACTIVE, [](const Context& ctx, Value& v) { v.set(ctx.state().xfb->active); }},
    {GL_TRANSFORM_FEEDBACK_PAUSED, [](const Context& ctx, Value& v) { v.set(ctx.state().xfb->paused); }},
    {GL_PROGRAM_PIPELINE_BINDING, [](const Context&, Value& v) { v.set(0); }},

    {GL_ACTIVE_TEXTURE, [](const Context& ctx, Value& v) { v.set(GL_TEXTURE0 + ctx.state().activeUnit); }},
    {GL_SAMPLER_BINDING,
     [](const Context& ctx, Value& v) { v.set(nameOf(ctx.state().units[ctx.state().activeUnit].sampler)); }},
    {GL_TEXTURE_BINDING_1D, texture<TextureKind::k1D>},
    {GL_TEXTURE_BINDING_2D, texture<TextureKind::k2D>},
    {GL_TEXTURE_BINDING_3D, texture<TextureKind::k3D>},
    {GL_TEXTURE_BINDING_CUBE_MAP, texture<TextureKind::kCube>},
    {GL_TEXTURE_BINDING_RECTANGLE, texture<TextureKind::kRectangle>},
    {GL_TEXTURE_BINDING_1D_ARRAY, texture<TextureKind::k1DArray>},
    {GL_TEXTURE_BINDING_2D_ARRAY, texture<TextureKind::k2DArray>},
    {GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, texture<TextureKind::kCubeArray>},
    {GL_TEXTURE_BINDING_BUFFER, texture<TextureKind::kBuffer>},
    {GL_TEXTURE_BINDING_2D_MULTISAMPLE, texture<TextureKind::k2DMultisample>},
    {GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY, texture<TextureKind::k2DMultisampleArray>},

    {GL_PACK_ALIGNMENT, pack<&PixelStore::alignment>},
    {GL_PACK_ROW_LENGTH, pack<&PixelStore::rowLength>},
    {GL_PACK_IMAGE_HEIGHT, pack<&PixelStore::imageHeight>},
    {GL_PACK_SKIP_PIXELS, pack<&PixelStore::skipPixels>},
    {GL_PACK_SKIP_ROWS, pack<&PixelStore::skipRows>},
    {GL_PACK_SKIP_IMAGES, pack<&PixelStore::skipImages>},
    {GL_PACK_SWAP_BYTES, pack<&PixelStore::swapBytes>},
    {GL_PACK_LSB_FIRST, pack<&PixelStore::lsbFirst>},
    {GL_PACK_COMPRESSED_BLOCK_WIDTH, pack<&PixelStore::compressedBlockWidth>},
    {GL_PACK_COMPRESSED_BLOCK_HEIGHT, pack<&PixelStore::compressedBlockHeight>},
    {GL_PACK_COMPRESSED_BLOCK_DEPTH, pack<&PixelStore::compressedBlockDepth>},
    {GL_PACK_COMPRESSED_BLOCK_SIZE, pack<&PixelStore::compressedBlockSize>},
    {GL_UNPACK_ALIGNMENT, unpack<&PixelStore::alignment>},
    {GL_UNPACK_ROW_LENGTH, unpack<&PixelStore::rowLength>},
    {GL_UNPACK_IMAGE_HEIGHT, unpack<&PixelStore::imageHeight>},
    {GL_UNPACK_SKIP_PIXELS, unpack<&PixelStore::skipPixels>},
    {GL_UNPACK_SKIP_ROWS, unpack<&PixelStore::skipRows>},
    {GL_UNPACK_SKIP_IMAGES, unpack<&PixelStore::skipImages>},
    {GL_UNPACK_SWAP_BYTES, unpack<&PixelStore::swapBytes>},
    {GL_UNPACK_LSB_FIRST, unpack<&PixelStore::lsbFirst>},
    {GL_UNPACK_COMPRESSED_BLOCK_WIDTH, unpack<&PixelStore::compressedBlockWidth>},
    {GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, unpack<&PixelStore::compressedBlockHeight>},
    {GL_UNPACK_COMPRESSED_BLOCK_DEPTH, unpack<&PixelStore::compressedBlockDepth>},
    {GL_UNPACK_COMPRESSED_BLOCK_SIZE, unpack<&PixelStore::compressedBlockSize>},

    {GL_DEBUG_LOGGED_MESSAGES, [](const Context& ctx, Value& v) { v.set(ctx.debug().log.size()); }},
    {GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH,
     [](const Context& ctx, Value& v) {
       v.set(ctx.debug().log.empty() ? 0 : ctx.debug().log.front().text.size() + 1);
     }},
    {GL_DEBUG_GROUP_STACK_DEPTH, [](const Context& ctx, Value& v) { v.set(ctx.debug().groups.size() + 1); }},
};

}  // namespace

std::span<const GetRow> bindingRows() { return kRows; }

}  // namespace gl
