// SPDX-License-Identifier: Apache-2.0
#include "backends/window/presenter.h"

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
#include <vector>

#include "backends/window/xcb_reply.h"
#include "base/gl_enums.gen.h"
#include "base/os.h"

namespace window {
namespace {

constexpr uint32_t kMostPixels = 0x7FFF;  // of a side of a window

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
  struct Image {
    xcb_shm_seg_t segment = 0;  // 0: the pixels go over the wire
    std::byte* pixels = nullptr;
    std::vector<std::byte> plain;
    uint32_t width = 0, height = 0, strideBytes = 0;
    bool busy = false;
    xcb_void_cookie_t shown{};
  };
  void release(Image& image);
  void allocate(Image& image, uint32_t width, uint32_t height);
  bool allocateShared(Image& image, size_t sizeBytes);
  void wait(Image& image);
  void turnOver(Image& image);
  void convert(Image& image);
  void put(Image& image);
  void putOverWire(Image& image);

  std::unique_ptr<X11Window> owner;  // of the connection
  xcb_connection_t* x = nullptr;
  xcb_window_t window = 0;
  xcb_gcontext_t gc = 0;
  uint8_t depth = 24;
  uint32_t bitsPerPixel = 32, scanlinePadBits = 32;
  Channel red, green, blue, rest;
  bool shm = false, gone = false, bgra = false;
  Image images[2];
  std::vector<std::byte> plain;  // a frame before it is converted
  uint32_t next = 0;
  Image& current() { return images[next]; }
};

Presenter::Presenter() : mConnection(std::make_unique<Connection>()) {}

Presenter::~Presenter() {
  for (auto& image : mConnection->images) mConnection->release(image);
}

base::Result<std::unique_ptr<Presenter>> Presenter::open(std::unique_ptr<X11Window> window) {
  std::unique_ptr<Presenter> presenter(new Presenter);
  Connection& c = *presenter->mConnection;
  c.x = window->connection;
  c.window = window->id;
  c.depth = window->depth;
  c.bitsPerPixel = window->bitsPerPixel;
  c.scanlinePadBits = window->scanlinePadBits;
  const auto& masks = window->masks;
  c.red = Channel::of(masks[0]);
  c.green = Channel::of(masks[1]);
  c.blue = Channel::of(masks[2]);
  // What a 32-bit visual has left is alpha, which compositors read.
  c.rest = Channel::of(c.depth == 32 ? ~(masks[0] | masks[1] | masks[2]) : 0);
  if (c.bitsPerPixel != 32 && c.bitsPerPixel != 16)
    return base::Error{"A window with " + std::to_string(c.bitsPerPixel) + " bits per pixel cannot be presented to."};

  c.gc = xcb_generate_id(c.x);
  const uint32_t noExposures = 0;
  xcb_create_gc(c.x, c.gc, c.window, XCB_GC_GRAPHICS_EXPOSURES, &noExposures);
  const bool bytesInOrder = c.bitsPerPixel == 32 && xcb_get_setup(c.x)->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST;
  c.bgra = bytesInOrder && masks[0] == 0xFF0000 && masks[1] == 0xFF00 && masks[2] == 0xFF;
  const xcb_query_extension_reply_t* shm = xcb_get_extension_data(c.x, &xcb_shm_id);
  c.shm = shm && shm->present;
  c.owner = std::move(window);
  return presenter;
}

// Nothing may write to the image again before this: the server reads it on its own time.
void Presenter::Connection::wait(Image& image) {
  if (!image.busy) return;
  image.busy = false;
  const Freed<xcb_generic_error_t> error{xcb_request_check(x, image.shown)};
  gone |= error || xcb_connection_has_error(x);
}

void Presenter::Connection::release(Image& image) {
  wait(image);
  if (image.segment) {
    xcb_shm_detach(x, image.segment);
    ::shmdt(image.pixels);
  }
  image = {};
}

bool Presenter::Connection::allocateShared(Image& image, size_t sizeBytes) {
  const int id = ::shmget(IPC_PRIVATE, sizeBytes, IPC_CREAT | 0600);
  if (id < 0) return false;
  void* address = ::shmat(id, nullptr, 0);
  const bool mapped = address != reinterpret_cast<void*>(-1);
  const xcb_shm_seg_t segment = xcb_generate_id(x);
  if (mapped) {
    const Freed<xcb_generic_error_t> error{
        xcb_request_check(x, xcb_shm_attach_checked(x, segment, static_cast<uint32_t>(id), 0))};
    if (error) {
      ::shmdt(address);
    } else {
      image.segment = segment;
      image.pixels = static_cast<std::byte*>(address);
    }
  }
  // Gone when the last side detaches, also if this process dies.
  ::shmctl(id, IPC_RMID, nullptr);
  return image.segment != 0;
}

void Presenter::Connection::allocate(Image& image, uint32_t width, uint32_t height) {
  const uint32_t padBytes = scanlinePadBits / 8;
  image.width = width;
  image.height = height;
  image.strideBytes = (width * bitsPerPixel / 8 + padBytes - 1) / padBytes * padBytes;
  const size_t size = size_t{image.strideBytes} * height;
  // A server on another machine refuses the segment: the pixels go over the wire from then on.
  if (shm && allocateShared(image, size)) return;
  shm = false;
  image.plain.resize(size);
  image.pixels = image.plain.data();
}

bool Presenter::show(uint32_t width, uint32_t height, bool turnsOver, const ReadFrame& read) {
  Connection& c = *mConnection;
  Connection::Image& image = c.current();
  c.wait(image);
  if (c.gone || xcb_connection_has_error(c.x)) return false;
  if (!width || !height || width > kMostPixels || height > kMostPixels) return true;
  if (image.width != width || image.height != height) {
    c.release(image);
    c.allocate(image, width, height);
  }
  pipe::PixelLayout layout;
  layout.type = glenum::UNSIGNED_BYTE_;
  if (c.bgra) {
    layout.format = glenum::BGRA_;
    layout.rowStrideBytes = image.strideBytes;
    read(layout, {image.pixels, size_t{image.strideBytes} * height}, turnsOver);
    if (!turnsOver) c.turnOver(image);
  } else {
    layout.format = glenum::RGBA_;
    layout.rowStrideBytes = uint64_t{width} * 4;
    c.plain.resize(size_t{width} * height * 4);
    read(layout, c.plain, false);
    c.convert(image);
  }
  c.put(image);
  return true;
}

void Presenter::Connection::turnOver(Image& image) {
  for (uint32_t low = 0, high = image.height - 1; low < high; ++low, --high) {
    std::byte* const row = image.pixels + size_t{low} * image.strideBytes;
    std::swap_ranges(row, row + size_t{image.width} * 4, image.pixels + size_t{high} * image.strideBytes);
  }
}

// RGBA, rows bottom up, into whatever pixels the window has.
void Presenter::Connection::convert(Image& image) {
  for (uint32_t y = 0; y < image.height; ++y) {
    const std::byte* from = plain.data() + size_t{image.height - 1 - y} * image.width * 4;
    std::byte* to = image.pixels + size_t{y} * image.strideBytes;
    for (uint32_t i = 0; i < image.width; ++i) {
      uint32_t pixel;
      std::memcpy(&pixel, from + size_t{i} * 4, 4);
      const uint32_t placed = red.place(pixel & 0xFF) | green.place(pixel >> 8 & 0xFF) | blue.place(pixel >> 16 & 0xFF) |
                              (rest.bits ? rest.place(pixel >> 24) : 0);
      if (bitsPerPixel == 32) {
        std::memcpy(to + size_t{i} * 4, &placed, 4);
      } else {
        const auto narrow = static_cast<uint16_t>(placed);
        std::memcpy(to + size_t{i} * 2, &narrow, 2);
      }
    }
  }
}

// Rows in pieces that a request may hold.
void Presenter::Connection::putOverWire(Image& image) {
  const uint32_t limitBytes = xcb_get_maximum_request_length(x) * 4 - 64;
  const uint32_t rows = std::max(limitBytes / std::max(image.strideBytes, 1u), 1u);
  for (uint32_t y = 0; y < image.height; y += rows) {
    const uint32_t part = std::min(rows, image.height - y);
    image.shown = xcb_put_image_checked(
        x, XCB_IMAGE_FORMAT_Z_PIXMAP, window, gc, static_cast<uint16_t>(image.width), static_cast<uint16_t>(part), 0,
        static_cast<int16_t>(y), 0, depth, part * image.strideBytes,
        reinterpret_cast<const uint8_t*>(image.pixels + size_t{y} * image.strideBytes));
    if (y + rows < image.height) xcb_discard_reply(x, image.shown.sequence);
  }
}

void Presenter::Connection::put(Image& image) {
  const auto width = static_cast<uint16_t>(image.width), height = static_cast<uint16_t>(image.height);
  if (image.segment)
    image.shown = xcb_shm_put_image_checked(x, window, gc, width, height, 0, 0, width, height, 0, 0, depth,
                                            XCB_IMAGE_FORMAT_Z_PIXMAP, 0, image.segment, 0);
  else
    putOverWire(image);
  image.busy = true;
  xcb_flush(x);
  next ^= 1;
}

bool Presenter::check() {
  for (auto& image : mConnection->images) mConnection->wait(image);
  return !mConnection->gone;
}

}  // namespace window
