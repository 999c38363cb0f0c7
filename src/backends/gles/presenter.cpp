// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/presenter.h"

#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "base/os.h"

namespace gles {
namespace {

template <class T>
struct Freed {
  T* pointer;
  ~Freed() { std::free(pointer); }
  T* operator->() const { return pointer; }
  explicit operator bool() const { return pointer != nullptr; }
};

// Where a channel of 8 bits goes in a pixel of the visual.
struct Channel {
  uint32_t shift = 0, bits = 8;
  static Channel of(uint32_t mask) {
    if (!mask) return {0, 0};
    return {static_cast<uint32_t>(std::countr_zero(mask)), static_cast<uint32_t>(std::popcount(mask))};
  }
  uint32_t place(uint32_t value) const {
    if (bits == 8) return value << shift;
    return (bits < 8 ? value >> (8 - bits) : value << (bits - 8) | value >> (16 - bits)) << shift;
  }
};

}  // namespace

struct Presenter::Connection {
  xcb_connection_t* x = nullptr;
  xcb_window_t window = 0;
  xcb_gcontext_t gc = 0;
  uint8_t depth = 24;
  uint32_t bitsPerPixel = 32, scanlinePadBits = 32;
  Channel red, green, blue, rest;
  bool shm = false;
  // The image, in the window's pixel format.
  xcb_shm_seg_t segment = 0;
  int shmId = -1;
  std::byte* pixels = nullptr;
  std::vector<std::byte> plain;
  uint32_t width = 0, height = 0, strideBytes = 0;
};

Presenter::Presenter() : mConnection(std::make_unique<Connection>()) {}

Presenter::~Presenter() {
  if (!mConnection->x) return;
  releaseImage();
  xcb_disconnect(mConnection->x);
}

base::Result<std::unique_ptr<Presenter>> Presenter::open(const std::string& display, uint32_t window) {
  std::unique_ptr<Presenter> presenter(new Presenter);
  Connection& c = *presenter->mConnection;
  c.x = xcb_connect(display.empty() ? nullptr : display.c_str(), nullptr);
  if (xcb_connection_has_error(c.x))
    return base::Error{"The X display \"" + display + "\" refused a connection."};
  c.window = window;
  const Freed<xcb_get_geometry_reply_t> geometry{
      xcb_get_geometry_reply(c.x, xcb_get_geometry(c.x, window), nullptr)};
  const Freed<xcb_get_window_attributes_reply_t> attributes{
      xcb_get_window_attributes_reply(c.x, xcb_get_window_attributes(c.x, window), nullptr)};
  if (!geometry || !attributes)
    return base::Error{"The X display has no window " + std::to_string(window) + "."};
  c.depth = geometry->depth;

  const xcb_setup_t* setup = xcb_get_setup(c.x);
  for (auto format = xcb_setup_pixmap_formats_iterator(setup); format.rem; xcb_format_next(&format))
    if (format.data->depth == c.depth) {
      c.bitsPerPixel = format.data->bits_per_pixel;
      c.scanlinePadBits = format.data->scanline_pad;
    }
  uint32_t masks[3] = {0xFF0000, 0xFF00, 0xFF};
  for (auto screen = xcb_setup_roots_iterator(setup); screen.rem; xcb_screen_next(&screen))
    for (auto depth = xcb_screen_allowed_depths_iterator(screen.data); depth.rem; xcb_depth_next(&depth))
      for (auto visual = xcb_depth_visuals_iterator(depth.data); visual.rem; xcb_visualtype_next(&visual))
        if (visual.data->visual_id == attributes->visual) {
          masks[0] = visual.data->red_mask;
          masks[1] = visual.data->green_mask;
          masks[2] = visual.data->blue_mask;
        }
  c.red = Channel::of(masks[0]);
  c.green = Channel::of(masks[1]);
  c.blue = Channel::of(masks[2]);
  // What a 32-bit visual has left is alpha, which compositors read.
  c.rest = Channel::of(c.depth == 32 ? ~(masks[0] | masks[1] | masks[2]) : 0);
  if (c.bitsPerPixel != 32 && c.bitsPerPixel != 16)
    return base::Error{"A window with " + std::to_string(c.bitsPerPixel) + " bits per pixel cannot be presented to."};

  c.gc = xcb_generate_id(c.x);
  const uint32_t noExposures = 0;
  xcb_create_gc(c.x, c.gc, window, XCB_GC_GRAPHICS_EXPOSURES, &noExposures);
  const xcb_query_extension_reply_t* shm = xcb_get_extension_data(c.x, &xcb_shm_id);
  c.shm = shm && shm->present;
  return presenter;
}

void Presenter::releaseImage() {
  Connection& c = *mConnection;
  if (c.segment) {
    xcb_shm_detach(c.x, c.segment);
    ::shmdt(c.pixels);
  }
  c.segment = 0;
  c.pixels = nullptr;
  c.width = c.height = 0;
}

bool Presenter::ensureImage(uint32_t width, uint32_t height) {
  Connection& c = *mConnection;
  if (c.width == width && c.height == height) return true;
  releaseImage();
  const uint32_t padBytes = c.scanlinePadBits / 8;
  c.strideBytes = (width * c.bitsPerPixel / 8 + padBytes - 1) / padBytes * padBytes;
  const size_t size = size_t{c.strideBytes} * height;
  if (c.shm) {
    c.shmId = ::shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    void* address = c.shmId >= 0 ? ::shmat(c.shmId, nullptr, 0) : reinterpret_cast<void*>(-1);
    if (address != reinterpret_cast<void*>(-1)) {
      const xcb_shm_seg_t segment = xcb_generate_id(c.x);
      const Freed<xcb_generic_error_t> error{
          xcb_request_check(c.x, xcb_shm_attach_checked(c.x, segment, static_cast<uint32_t>(c.shmId), 0))};
      if (!error) {
        c.segment = segment;
        c.pixels = static_cast<std::byte*>(address);
      } else {
        ::shmdt(address);
        c.shm = false;  // a server on another machine: put the pixels on the wire
      }
    } else {
      c.shm = false;
    }
    // Gone when the last side detaches, also if this process dies.
    if (c.shmId >= 0) ::shmctl(c.shmId, IPC_RMID, nullptr);
    c.shmId = -1;
  }
  if (!c.segment) {
    c.plain.resize(size);
    c.pixels = c.plain.data();
  }
  c.width = width;
  c.height = height;
  return true;
}

void Presenter::convert(std::span<const std::byte> rgba, uint32_t width, uint32_t height) {
  const Connection& c = *mConnection;
  const bool plainBgrx = c.bitsPerPixel == 32 && c.red.shift == 16 && c.red.bits == 8 && c.green.shift == 8 &&
                         c.green.bits == 8 && c.blue.shift == 0 && c.blue.bits == 8;
  for (uint32_t y = 0; y < height; ++y) {
    const std::byte* from = rgba.data() + size_t{height - 1 - y} * width * 4;
    std::byte* to = c.pixels + size_t{y} * c.strideBytes;
    for (uint32_t x = 0; x < width; ++x) {
      uint32_t pixel;
      std::memcpy(&pixel, from + size_t{x} * 4, 4);
      const uint32_t r = pixel & 0xFF, g = pixel >> 8 & 0xFF, b = pixel >> 16 & 0xFF, a = pixel >> 24;
      if (plainBgrx) {
        pixel = b | g << 8 | r << 16 | a << 24;
        std::memcpy(to + size_t{x} * 4, &pixel, 4);
        continue;
      }
      const uint32_t placed = c.red.place(r) | c.green.place(g) | c.blue.place(b) | (c.rest.bits ? c.rest.place(a) : 0);
      if (c.bitsPerPixel == 32) {
        std::memcpy(to + size_t{x} * 4, &placed, 4);
      } else {
        const auto narrow = static_cast<uint16_t>(placed);
        std::memcpy(to + size_t{x} * 2, &narrow, 2);
      }
    }
  }
}

bool Presenter::put(uint32_t width, uint32_t height) {
  Connection& c = *mConnection;
  const auto w = static_cast<uint16_t>(width), h = static_cast<uint16_t>(height);
  if (c.segment) {
    const auto cookie = xcb_shm_put_image_checked(c.x, c.window, c.gc, w, h, 0, 0, w, h, 0, 0, c.depth,
                                                  XCB_IMAGE_FORMAT_Z_PIXMAP, 0, c.segment, 0);
    // The answer also says that the server has read the segment, so that it may be written again.
    const Freed<xcb_generic_error_t> error{xcb_request_check(c.x, cookie)};
    return !error;
  }
  // Rows in pieces that a request may hold.
  const uint32_t limitBytes = xcb_get_maximum_request_length(c.x) * 4 - 64;
  const uint32_t rows = std::max(limitBytes / std::max(c.strideBytes, 1u), 1u);
  for (uint32_t y = 0; y < height; y += rows) {
    const uint32_t part = std::min(rows, height - y);
    const auto cookie = xcb_put_image_checked(
        c.x, XCB_IMAGE_FORMAT_Z_PIXMAP, c.window, c.gc, w, static_cast<uint16_t>(part), 0, static_cast<int16_t>(y), 0,
        c.depth, part * c.strideBytes, reinterpret_cast<const uint8_t*>(c.pixels + size_t{y} * c.strideBytes));
    const Freed<xcb_generic_error_t> error{xcb_request_check(c.x, cookie)};
    if (error) return false;
  }
  return true;
}

bool Presenter::show(std::span<const std::byte> rgba, uint32_t width, uint32_t height) {
  if (!width || !height || width > 0x7FFF || height > 0x7FFF || rgba.size() < size_t{width} * height * 4) return true;
  if (xcb_connection_has_error(mConnection->x)) return false;
  ensureImage(width, height);
  convert(rgba, width, height);
  return put(width, height);
}

bool Presenter::size(uint32_t& width, uint32_t& height) {
  const Freed<xcb_get_geometry_reply_t> geometry{
      xcb_get_geometry_reply(mConnection->x, xcb_get_geometry(mConnection->x, mConnection->window), nullptr)};
  if (!geometry) return false;
  width = geometry->width;
  height = geometry->height;
  return true;
}

}  // namespace gles
