// SPDX-License-Identifier: Apache-2.0
// EGL 1.5 §3.4: entry points about configs.
#include "winsys/egl_config.h"
#include "winsys/egl_display.h"

using namespace winsys;

namespace {

EGLBoolean answer(const std::vector<const Config*>& found, EGLConfig* configs, EGLint room, EGLint* count) {
  const auto total = static_cast<EGLint>(found.size());
  if (!configs) {
    *count = total;
    return succeed<EGLBoolean>(EGL_TRUE);
  }
  *count = room < total ? (room < 0 ? 0 : room) : total;
  for (EGLint i = 0; i < *count; ++i) configs[i] = const_cast<Config*>(found[static_cast<size_t>(i)]);
  return succeed<EGLBoolean>(EGL_TRUE);
}

}  // namespace

extern "C" {

EGLBoolean EGLAPIENTRY eglGetConfigs(EGLDisplay dpy, EGLConfig* configs, EGLint configSize, EGLint* count) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  if (!count) return fail(EGL_BAD_PARAMETER, "The number of configs needs a place that is not null.");
  return answer(eglConfigs(*display->native), configs, configSize, count);
}

EGLBoolean EGLAPIENTRY eglChooseConfig(EGLDisplay dpy, const EGLint* attributes, EGLConfig* configs,
                                       EGLint configSize, EGLint* count) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  if (!count) return fail(EGL_BAD_PARAMETER, "The number of configs needs a place that is not null.");
  ConfigCriteria criteria;
  if (const EGLint error = criteria.parse(attributes); error != EGL_SUCCESS)
    return fail(error, "The list has an attribute that configs do not have, or a value that it cannot take.");
  return answer(criteria.choose(*display->native), configs, configSize, count);
}

EGLBoolean EGLAPIENTRY eglGetConfigAttrib(EGLDisplay dpy, EGLConfig handle, EGLint attribute, EGLint* value) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  const Config* const config = configOf(*display, handle);
  if (!config) return EGL_FALSE;
  if (!value) return fail(EGL_BAD_PARAMETER, "The value needs a place that is not null.");
  if (!eglConfigAttribute(*display->native, *config, attribute, *value))
    return fail(EGL_BAD_ATTRIBUTE, "Configs have no such attribute.");
  return succeed<EGLBoolean>(EGL_TRUE);
}

}  // extern "C"
