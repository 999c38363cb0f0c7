// SPDX-License-Identifier: Apache-2.0
// Defining and changing images of textures: the checks and steps that plain, compressed and copying commands
// share.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/context.h"
#include "gl/texture_target.h"
#include "tracker/tracker.h"

namespace gl {

// A command that gives an image its shape: glTexImage*, glCompressedTexImage*, glCopyTexImage*.
struct ImageDefinition {
  const char* command;
  uint32_t dimensions;
  uint32_t target;
  int32_t level;
  int32_t width, height, depth;
  int32_t border;
  bool allowsProxy = true;
};

// Target, level, size, border, immutability. A proxy too large is no error; see fitsLimits.
bool validateImageDefinition(const Context& ctx, const ImageDefinition& image);
// Whether the image is within this context's limits.
bool fitsLimits(const Context& ctx, const ImageDefinition& image);

state::TextureLevel makeLevel(const ImageDefinition& image, uint32_t internalFormat, uint16_t format);
// Records what a proxy command asked for, or nothing if it does not fit.
void setProxy(Context& ctx, const ImageDefinition& image, const state::TextureLevel& shape);
// Gives one image of a texture this shape; its contents are undefined unless the shape is the old one. False after
// GL_OUT_OF_MEMORY: the image is empty then.
bool setLevel(Context& ctx, state::Texture& texture, uint32_t face, uint32_t level,
              const state::TextureLevel& shape);

// Part of an image that a command writes or reads. Cube faces are at z = face.
struct ImagePart {
  const char* command;
  state::Texture* texture;
  int32_t level;
  int32_t x, y, z;
  int32_t width, height, depth;
  bool wholeCube = false;  // z and depth count faces (direct state access)
};

// The part for a target of glTexSubImage* and the like; its texture is null after an error.
ImagePart partOfTarget(const Context& ctx, const char* command, uint32_t dimensions, uint32_t target,
                       int32_t level, int32_t x, int32_t y, int32_t z, int32_t width, int32_t height,
                       int32_t depth);
// The part of a named texture; `owner` keeps the object.
ImagePart partOfTexture(const Context& ctx, const char* command, uint32_t dimensions, uint32_t name,
                        int32_t level, int32_t x, int32_t y, int32_t z, int32_t width, int32_t height,
                        int32_t depth, std::shared_ptr<state::Texture>& owner);

// Level defined, offsets and sizes inside it.
bool validatePart(const Context& ctx, const ImagePart& part);
// The level that holds the part's first texel.
const state::TextureLevel& levelOf(const ImagePart& part);
tracker::Region regionOf(const ImagePart& part);

// After texels of a level changed: GL_GENERATE_MIPMAP of the compatibility profile.
void contentsChanged(Context& ctx, state::Texture& texture, uint32_t level);
// Shapes of all levels below the base level, then their contents.
void generateMipmaps(Context& ctx, state::Texture& texture);

}  // namespace gl
