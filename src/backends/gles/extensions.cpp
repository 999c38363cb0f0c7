// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/extensions.h"

#include <cstdlib>
#include <sstream>

#include "backends/gles/functions.h"

namespace gles {

void Extensions::query(Functions& functions) {
  GLint major = 0, minor = 0, count = 0;
  functions.GetIntegerv(GL_MAJOR_VERSION, &major);
  functions.GetIntegerv(GL_MINOR_VERSION, &minor);
  functions.GetIntegerv(GL_NUM_EXTENSIONS, &count);
  version = major * 10 + minor;
  for (GLint i = 0; i < count; ++i)
    if (const auto* name = functions.GetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)))
      mNames.insert(reinterpret_cast<const char*>(name));
  // Hiding an extension puts its emulation in its place: that is how the slow twins are tested.
  const char* hidden = std::getenv("MOBILEGL_GLES_HIDE_EXTENSIONS");
  std::istringstream names(hidden ? hidden : "");
  for (std::string name; names >> name;) mNames.erase(name);

  const bool es32 = version >= 32;
  drawBuffersIndexed = es32 || has("GL_EXT_draw_buffers_indexed");
  copyImage = es32 || has("GL_EXT_copy_image");
  baseVertex = es32 || has("GL_EXT_draw_elements_base_vertex");
  geometryShader = es32 || has("GL_EXT_geometry_shader");
  tessellation = es32 || has("GL_EXT_tessellation_shader");
  sampleShading = es32 || has("GL_OES_sample_shading");
  borderClamp = es32 || has("GL_EXT_texture_border_clamp");
  textureBuffer = es32 || has("GL_EXT_texture_buffer");
  multisampleArray = es32 || has("GL_OES_texture_storage_multisample_2d_array");
  cubeMapArray = es32 || has("GL_EXT_texture_cube_map_array") || has("GL_OES_texture_cube_map_array");
  stencil8 = es32 || has("GL_OES_texture_stencil8");

  debug = has("GL_KHR_debug");
  baseInstance = has("GL_EXT_base_instance");
  robustness = has("GL_EXT_robustness");
  timerQuery = has("GL_EXT_disjoint_timer_query");
  multiDraw = has("GL_EXT_multi_draw_arrays");
  multiDrawBaseVertex = multiDraw && (has("GL_EXT_draw_elements_base_vertex") || has("GL_OES_draw_elements_base_vertex"));
  polygonOffsetClamp = has("GL_EXT_polygon_offset_clamp");
  anisotropy = has("GL_EXT_texture_filter_anisotropic");
  blendFuncExtended = has("GL_EXT_blend_func_extended");
  clipCullDistance = has("GL_EXT_clip_cull_distance");
  depthClamp = has("GL_EXT_depth_clamp");
  srgbWriteControl = has("GL_EXT_sRGB_write_control");
  srgbDecode = has("GL_EXT_texture_sRGB_decode");
  readDepth = has("GL_NV_read_depth");
  readStencil = has("GL_NV_read_stencil");
  readDepthStencil = has("GL_NV_read_depth_stencil");
  readBgra = has("GL_EXT_read_format_bgra");
  bgraAttributes = has("GL_MESA_bgra");
  norm16 = has("GL_EXT_texture_norm16");
  renderSnorm = has("GL_EXT_render_snorm");
  colorFloat = es32 || has("GL_EXT_color_buffer_float");
  floatBlend = has("GL_EXT_float_blend");
  mirrorClamp = has("GL_EXT_texture_mirror_clamp_to_edge");
  viewportArray = has("GL_OES_viewport_array");
  noperspective = has("GL_NV_shader_noperspective_interpolation");
  textureView = has("GL_EXT_texture_view") || has("GL_OES_texture_view");
  bufferStorage = has("GL_EXT_buffer_storage");
  packReverse = has("GL_ANGLE_pack_reverse_row_order");
  floatLinear = has("GL_OES_texture_float_linear");
}

}  // namespace gles
