// SPDX-License-Identifier: Apache-2.0
#include "backends/window/x11_window.h"

#include <xcb/xcb.h>

#include "backends/window/xcb_reply.h"

namespace window {

X11Window::~X11Window() {
  if (connection) xcb_disconnect(connection);
}

base::Result<std::unique_ptr<X11Window>> X11Window::open(const std::string& display, uint32_t window) {
  std::unique_ptr<X11Window> opened(new X11Window);
  X11Window& w = *opened;
  w.connection = xcb_connect(display.empty() ? nullptr : display.c_str(), nullptr);
  if (xcb_connection_has_error(w.connection))
    return base::Error{"The X display \"" + display + "\" refused a connection."};
  w.id = window;
  const Freed<xcb_get_geometry_reply_t> geometry{
      xcb_get_geometry_reply(w.connection, xcb_get_geometry(w.connection, window), nullptr)};
  const Freed<xcb_get_window_attributes_reply_t> attributes{
      xcb_get_window_attributes_reply(w.connection, xcb_get_window_attributes(w.connection, window), nullptr)};
  if (!geometry || !attributes) return base::Error{"The X display has no window " + std::to_string(window) + "."};
  w.depth = geometry->depth;

  const xcb_setup_t* setup = xcb_get_setup(w.connection);
  for (auto format = xcb_setup_pixmap_formats_iterator(setup); format.rem; xcb_format_next(&format))
    if (format.data->depth == w.depth) {
      w.bitsPerPixel = format.data->bits_per_pixel;
      w.scanlinePadBits = format.data->scanline_pad;
    }
  for (auto screen = xcb_setup_roots_iterator(setup); screen.rem; xcb_screen_next(&screen))
    for (auto depth = xcb_screen_allowed_depths_iterator(screen.data); depth.rem; xcb_depth_next(&depth))
      for (auto visual = xcb_depth_visuals_iterator(depth.data); visual.rem; xcb_visualtype_next(&visual))
        if (visual.data->visual_id == attributes->visual)
          w.masks = {visual.data->red_mask, visual.data->green_mask, visual.data->blue_mask};
  return opened;
}

bool X11Window::check() {
  const Freed<xcb_get_geometry_reply_t> geometry{
      xcb_get_geometry_reply(connection, xcb_get_geometry(connection, id), nullptr)};
  return geometry && !xcb_connection_has_error(connection);
}

}  // namespace window
