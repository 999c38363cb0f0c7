// SPDX-License-Identifier: Apache-2.0
// Internal formats as texture and renderbuffer commands see them: which a context knows, what storage stands
// behind, and which client formats go with them (GL 4.6 core §8.5).
#pragma once

#include <cstdint>

#include "formats/format_info.h"
#include "state/texture.h"

namespace gl {

class Context;

// Storage for an image that glTexImage* defines from pixels of (format, type). Compressed formats that cannot
// be encoded here get an uncompressed storage of the same components. None: the context does not know the
// format.
formats::Format imageStorage(const Context& ctx, uint32_t internalFormat, uint32_t format, uint32_t type);
// Storage for glTexStorage*, glRenderbufferStorage* and buffer textures: sized formats only. None otherwise.
formats::Format sizedStorage(const Context& ctx, uint32_t internalFormat);
// Storage of a specific compressed format that this context can hold; None otherwise.
formats::Format compressedStorage(const Context& ctx, uint32_t internalFormat);

// A legacy base format: luminance, alpha, intensity, component counts.
bool isLegacyFormat(formats::Format format, uint32_t internalFormat);

// INVALID_ENUM or INVALID_OPERATION of (format, type) by itself and against the storage (§8.4.4, §8.5.2).
bool validatePixelFormat(const Context& ctx, const char* command, uint32_t format, uint32_t type);
bool validateUploadFormat(const Context& ctx, const char* command, formats::Format storage, uint32_t format,
                          uint32_t type);
bool validateReadFormat(const Context& ctx, const char* command, formats::Format storage, uint32_t format,
                        uint32_t type);

// Color-, depth- or stencil-renderable on this device.
bool isRenderable(const Context& ctx, formats::Format format);
// Most samples this device allows for the format.
uint32_t maxSamplesOf(const Context& ctx, formats::Format format);
// The sample count used for a request: 0 stays 0, others are rounded up to one the device has.
uint32_t supportedSamples(const Context& ctx, formats::Format format, uint32_t samples);

// Formats of image units (GL 4.6 core table 8.26) and of buffer textures (table 8.16).
bool isImageUnitFormat(uint32_t internalFormat);
bool isBufferTextureFormat(const Context& ctx, uint32_t internalFormat);

// Classes of glCopyImageSubData and glTextureView: texel or block sizes that may be copied into each other.
bool areCopyCompatible(formats::Format a, formats::Format b);

}  // namespace gl
