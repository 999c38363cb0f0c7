// SPDX-License-Identifier: Apache-2.0
// glGet* of limits and of what the context is: all from DeviceInfo and the configuration, none from the back end.
#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>

#include "gl/buffer_targets.h"
#include "gl/debug.h"
#include "gl/device_info.h"
#include "gl/get_value.h"
#include "gl/state_set.h"
#include "gl/vertex_array.h"
#include "gl/program_binary.h"

namespace gl {
namespace {

template <auto Member>
void device(const Context& ctx, Value& value) {
  value.set(ctx.device().*Member);
}
template <auto Low, auto High>
void deviceRange(const Context& ctx, Value& value) {
  value.set(ctx.device().*Low);
  value.set(ctx.device().*High);
}
template <auto Function>
void limit(const Context& ctx, Value& value) {
  value.set(Function(ctx));
}
template <GLenum Target>
void bindingPoints(const Context& ctx, Value& value) {
  value.set(indexedLimit(ctx, Target));
}
template <int64_t Number>
void constant(const Context&, Value& value) {
  value.set(Number);
}

// Each stage has the same number of blocks; a block's size counts in components.
void combinedUniformComponents(const Context& ctx, Value& value) {
  const DeviceInfo& d = ctx.device();
  value.set(int64_t{d.maxUniformComponents} + int64_t{d.maxUniformBuffersPerStage} * (d.maxUniformBufferBytes / 4));
}

void contextFlags(const Context& ctx, Value& value) {
  const ContextConfig& config = ctx.config();
  value.set((config.forwardCompatible ? GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT : 0) |
            (config.debug ? GL_CONTEXT_FLAG_DEBUG_BIT : 0) | (config.robust ? GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT : 0) |
            (config.noError ? GL_CONTEXT_FLAG_NO_ERROR_BIT : 0));
}

constexpr GetRow kRows[] = {
    // textures and framebuffers
    {GL_MAX_TEXTURE_SIZE, device<&DeviceInfo::maxTextureSize>},
    {GL_MAX_3D_TEXTURE_SIZE, device<&DeviceInfo::max3dTextureSize>},
    {GL_MAX_CUBE_MAP_TEXTURE_SIZE, device<&DeviceInfo::maxCubeMapSize>},
    {GL_MAX_RECTANGLE_TEXTURE_SIZE, device<&DeviceInfo::maxRectangleSize>},
    {GL_MAX_ARRAY_TEXTURE_LAYERS, device<&DeviceInfo::maxArrayLayers>},
    {GL_MAX_TEXTURE_BUFFER_SIZE, device<&DeviceInfo::maxTextureBufferTexels>},
    {GL_MAX_RENDERBUFFER_SIZE, device<&DeviceInfo::maxRenderbufferSize>},
    // Every version requires 2, whatever the back end can bias by.
    {GL_MAX_TEXTURE_LOD_BIAS, [](const Context& ctx, Value& v) { v.set(std::max(ctx.device().maxLodBias, 2.0f)); }},
    {GL_MAX_TEXTURE_MAX_ANISOTROPY, device<&DeviceInfo::maxAnisotropy>},
    {GL_MAX_SAMPLES, device<&DeviceInfo::maxSamples>},
    {GL_MAX_COLOR_TEXTURE_SAMPLES, device<&DeviceInfo::maxColorSamples>},
    {GL_MAX_DEPTH_TEXTURE_SAMPLES, device<&DeviceInfo::maxDepthSamples>},
    {GL_MAX_INTEGER_SAMPLES, device<&DeviceInfo::maxIntegerSamples>},
    {GL_MAX_SAMPLE_MASK_WORDS, constant<1>},
    {GL_MAX_DRAW_BUFFERS, limit<drawBufferLimit>},
    {GL_MAX_COLOR_ATTACHMENTS, device<&DeviceInfo::maxColorAttachments>},
    {GL_MAX_DUAL_SOURCE_DRAW_BUFFERS, device<&DeviceInfo::maxDualSourceDrawBuffers>},
    {GL_MAX_FRAMEBUFFER_WIDTH, device<&DeviceInfo::maxTextureSize>},
    {GL_MAX_FRAMEBUFFER_HEIGHT, device<&DeviceInfo::maxTextureSize>},
    {GL_MAX_FRAMEBUFFER_LAYERS, device<&DeviceInfo::maxArrayLayers>},
    {GL_MAX_FRAMEBUFFER_SAMPLES, device<&DeviceInfo::maxSamples>},
    {GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT, constant<256>},
    {GL_NUM_COMPRESSED_TEXTURE_FORMATS,
     [](const Context& ctx, Value& v) { v.set(ctx.device().compressedFormats.size()); }},
    {GL_COMPRESSED_TEXTURE_FORMATS,
     [](const Context& ctx, Value& v) { v.setAll(std::span(ctx.device().compressedFormats)); }},

    // rasterization
    {GL_MAX_VIEWPORT_DIMS, deviceRange<&DeviceInfo::maxViewportWidth, &DeviceInfo::maxViewportHeight>},
    {GL_MAX_VIEWPORTS, limit<viewportLimit>},
    {GL_VIEWPORT_SUBPIXEL_BITS, constant<0>},
    {GL_VIEWPORT_BOUNDS_RANGE,
     [](const Context& ctx, Value& v) {
       v.set(-2.0f * static_cast<float>(ctx.device().maxViewportWidth));
       v.set(2.0f * static_cast<float>(ctx.device().maxViewportWidth) - 1);
     }},
    {GL_VIEWPORT_INDEX_PROVOKING_VERTEX, constant<GL_UNDEFINED_VERTEX>},
    {GL_LAYER_PROVOKING_VERTEX, constant<GL_UNDEFINED_VERTEX>},
    {GL_POINT_SIZE_RANGE, deviceRange<&DeviceInfo::minPointSize, &DeviceInfo::maxPointSize>},
    {GL_POINT_SIZE_GRANULARITY, device<&DeviceInfo::pointSizeGranularity>},
    {GL_ALIASED_POINT_SIZE_RANGE, deviceRange<&DeviceInfo::minPointSize, &DeviceInfo::maxPointSize>, true},
    {GL_ALIASED_LINE_WIDTH_RANGE, deviceRange<&DeviceInfo::minLineWidth, &DeviceInfo::maxLineWidth>},
    {GL_SMOOTH_LINE_WIDTH_RANGE, deviceRange<&DeviceInfo::minLineWidth, &DeviceInfo::maxLineWidth>},
    {GL_SMOOTH_LINE_WIDTH_GRANULARITY, device<&DeviceInfo::lineWidthGranularity>},
    {GL_SUBPIXEL_BITS, device<&DeviceInfo::subPixelBits>},
    {GL_MAX_CLIP_DISTANCES, device<&DeviceInfo::maxClipDistances>},

    // vertices
    {GL_MAX_VERTEX_ATTRIBS, limit<attribLimit>},
    {GL_MAX_VERTEX_ATTRIB_BINDINGS, limit<bindingLimit>},
    {GL_MAX_VERTEX_ATTRIB_STRIDE, device<&DeviceInfo::maxVertexStrideBytes>},
    {GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET, device<&DeviceInfo::maxRelativeOffsetBytes>},
    {GL_MAX_ELEMENTS_INDICES, device<&DeviceInfo::maxElementsIndices>},
    {GL_MAX_ELEMENTS_VERTICES, device<&DeviceInfo::maxElementsVertices>},
    {GL_MAX_ELEMENT_INDEX, constant<0xffffffff>},
    {GL_MAX_VERTEX_STREAMS, constant<1>},
    {GL_MAX_PATCH_VERTICES, constant<32>},
    {GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, bindingPoints<GL_TRANSFORM_FEEDBACK_BUFFER>},
    {GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, bindingPoints<GL_TRANSFORM_FEEDBACK_BUFFER>},
    {GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS, device<&DeviceInfo::maxStreamOutputSeparateComponents>},
    {GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, device<&DeviceInfo::maxStreamOutputInterleavedComponents>},

    // shaders
    {GL_MAX_TEXTURE_IMAGE_UNITS, device<&DeviceInfo::maxSamplersPerStage>},
    {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, device<&DeviceInfo::maxSamplersPerStage>},
    {GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS, device<&DeviceInfo::maxSamplersPerStage>},
    {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS,
     [](const Context& ctx, Value& v) { v.set(std::min(ctx.device().maxCombinedSamplers, state::kMaxUnits)); }},
    {GL_MAX_VERTEX_UNIFORM_COMPONENTS, device<&DeviceInfo::maxUniformComponents>},
    {GL_MAX_GEOMETRY_UNIFORM_COMPONENTS, device<&DeviceInfo::maxUniformComponents>},
    {GL_MAX_FRAGMENT_UNIFORM_COMPONENTS, device<&DeviceInfo::maxUniformComponents>},
    {GL_MAX_VERTEX_UNIFORM_VECTORS, [](const Context& ctx, Value& v) { v.set(ctx.device().maxUniformComponents / 4); }},
    {GL_MAX_FRAGMENT_UNIFORM_VECTORS, [](const Context& ctx, Value& v) { v.set(ctx.device().maxUniformComponents / 4); }},
    {GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS, combinedUniformComponents},
    {GL_MAX_COMBINED_GEOMETRY_UNIFORM_COMPONENTS, combinedUniformComponents},
    {GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS, combinedUniformComponents},
    {GL_MAX_VERTEX_UNIFORM_BLOCKS, device<&DeviceInfo::maxUniformBuffersPerStage>},
    {GL_MAX_GEOMETRY_UNIFORM_BLOCKS, device<&DeviceInfo::maxUniformBuffersPerStage>},
    {GL_MAX_FRAGMENT_UNIFORM_BLOCKS, device<&DeviceInfo::maxUniformBuffersPerStage>},
    {GL_MAX_COMBINED_UNIFORM_BLOCKS, device<&DeviceInfo::maxCombinedUniformBuffers>},
    {GL_MAX_UNIFORM_BUFFER_BINDINGS, bindingPoints<GL_UNIFORM_BUFFER>},
    {GL_MAX_UNIFORM_BLOCK_SIZE, device<&DeviceInfo::maxUniformBufferBytes>},
    {GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, device<&DeviceInfo::uniformBufferAlignmentBytes>},
    {GL_MAX_UNIFORM_LOCATIONS, device<&DeviceInfo::maxUniformComponents>},
    {GL_MAX_VARYING_COMPONENTS, device<&DeviceInfo::maxVaryingComponents>},
    {GL_MAX_VARYING_VECTORS, [](const Context& ctx, Value& v) { v.set(ctx.device().maxVaryingComponents / 4); }},
    {GL_MAX_VERTEX_OUTPUT_COMPONENTS, device<&DeviceInfo::maxVaryingComponents>},
    {GL_MAX_GEOMETRY_INPUT_COMPONENTS, device<&DeviceInfo::maxVaryingComponents>},
    {GL_MAX_GEOMETRY_OUTPUT_COMPONENTS, device<&DeviceInfo::maxVaryingComponents>},
    {GL_MAX_FRAGMENT_INPUT_COMPONENTS, device<&DeviceInfo::maxVaryingComponents>},
    {GL_MAX_GEOMETRY_OUTPUT_VERTICES, device<&DeviceInfo::maxGeometryOutputVertices>},
    {GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, device<&DeviceInfo::maxGeometryTotalComponents>},
    {GL_MIN_PROGRAM_TEXEL_OFFSET, device<&DeviceInfo::minTexelOffset>},
    {GL_MAX_PROGRAM_TEXEL_OFFSET, device<&DeviceInfo::maxTexelOffset>},
    {GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, bindingPoints<GL_SHADER_STORAGE_BUFFER>},
    {GL_MAX_SHADER_STORAGE_BLOCK_SIZE, device<&DeviceInfo::maxStorageBufferBytes>},
    {GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, device<&DeviceInfo::storageBufferAlignmentBytes>},
    {GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS, device<&DeviceInfo::maxStorageBuffersPerStage>},
    {GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, device<&DeviceInfo::maxStorageBuffersPerStage>},
    {GL_MAX_COMBINED_SHADER_STORAGE_BLOCKS, device<&DeviceInfo::maxStorageBuffersPerStage>},
    {GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, bindingPoints<GL_ATOMIC_COUNTER_BUFFER>},
    {GL_MAX_IMAGE_UNITS, constant<8>},
    {GL_SHADER_COMPILER, constant<1>},
    {GL_NUM_SHADER_BINARY_FORMATS, constant<0>},
    {GL_SHADER_BINARY_FORMATS, [](const Context&, Value&) {}},
    {GL_NUM_PROGRAM_BINARY_FORMATS, constant<1>},
    {GL_PROGRAM_BINARY_FORMATS, constant<static_cast<int>(kProgramBinaryFormat)>},

    // the context
    {GL_MAJOR_VERSION, [](const Context& ctx, Value& v) { v.set(ctx.config().majorVersion); }},
    {GL_MINOR_VERSION, [](const Context& ctx, Value& v) { v.set(ctx.config().minorVersion); }},
    {GL_CONTEXT_FLAGS, contextFlags},
    {GL_CONTEXT_PROFILE_MASK,
     [](const Context& ctx, Value& v) {
       v.set(ctx.isCore() ? GL_CONTEXT_CORE_PROFILE_BIT : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT);
     }},
    {GL_CONTEXT_RELEASE_BEHAVIOR, constant<GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH>},
    {GL_NUM_EXTENSIONS, [](const Context& ctx, Value& v) { v.set(extensionCount(ctx)); }},
    {GL_NUM_SHADING_LANGUAGE_VERSIONS, constant<1>},
    {GL_RESET_NOTIFICATION_STRATEGY,
     [](const Context& ctx, Value& v) {
       v.set(ctx.config().robust ? GL_LOSE_CONTEXT_ON_RESET : GL_NO_RESET_NOTIFICATION);
     }},
    {GL_MAX_SERVER_WAIT_TIMEOUT, constant<0x7fffffffffffffff>},
    {GL_MIN_MAP_BUFFER_ALIGNMENT, constant<64>},
    {GL_MAX_DEBUG_MESSAGE_LENGTH, constant<kMaxDebugMessageLength>},
    {GL_MAX_DEBUG_LOGGED_MESSAGES, constant<kMaxDebugLoggedMessages>},
    {GL_MAX_DEBUG_GROUP_STACK_DEPTH, constant<kMaxDebugGroups>},
    {GL_MAX_LABEL_LENGTH, constant<kMaxLabelLength>},

    // fixed function: what every implementation has to have
    {GL_MAX_TEXTURE_UNITS, constant<8>, true},
    {GL_MAX_TEXTURE_COORDS, constant<8>, true},
    {GL_MAX_LIGHTS, constant<8>, true},
    {GL_MAX_MODELVIEW_STACK_DEPTH, constant<32>, true},
    {GL_MAX_PROJECTION_STACK_DEPTH, constant<32>, true},
    {GL_MAX_TEXTURE_STACK_DEPTH, constant<10>, true},
    {GL_MAX_ATTRIB_STACK_DEPTH, constant<16>, true},
    {GL_MAX_CLIENT_ATTRIB_STACK_DEPTH, constant<16>, true},
    {GL_MAX_LIST_NESTING, constant<64>, true},
    {GL_MAX_NAME_STACK_DEPTH, constant<64>, true},
    {GL_MAX_PIXEL_MAP_TABLE, constant<256>, true},
    {GL_MAX_EVAL_ORDER, constant<30>, true},
};

}  // namespace

std::span<const GetRow> limitRows() { return kRows; }

}  // namespace gl
