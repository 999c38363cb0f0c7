// SPDX-License-Identifier: Apache-2.0
#include "winsys/egl_device.h"

#include "winsys/egl_display.h"

namespace winsys {
namespace {

constexpr char kDeviceTag = 0;  // its address is the handle

bool isDevice(EGLDeviceEXT device) {
  return device == eglDevice() || fail(EGL_BAD_DEVICE_EXT, "This is no device of eglQueryDevicesEXT.");
}

}  // namespace

const char* const kEglDeviceExtensions = "";

EGLDeviceEXT eglDevice() {
  return const_cast<char*>(&kDeviceTag);
}

EGLBoolean eglQueryDevices(EGLint maxDevices, EGLDeviceEXT* devices, EGLint* count) {
  if (!count || (devices && maxDevices <= 0))
    return fail(EGL_BAD_PARAMETER, "The list of devices needs room for one, and a place for their number.");
  *count = isServerRole() ? 0 : 1;
  if (devices && *count) devices[0] = eglDevice();
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLBoolean eglQueryDeviceAttrib(EGLDeviceEXT device, EGLint, EGLAttrib*) {
  if (!isDevice(device)) return EGL_FALSE;
  return fail(EGL_BAD_ATTRIBUTE, "The device has no attributes.");
}

const char* eglQueryDeviceString(EGLDeviceEXT device, EGLint name) {
  if (!isDevice(device)) return nullptr;
  if (name == EGL_EXTENSIONS) return succeed(kEglDeviceExtensions);
  return failWith<const char*>(nullptr, EGL_BAD_PARAMETER, "The device only tells its extensions.");
}

EGLBoolean eglQueryDisplayAttrib(EGLDisplay dpy, EGLint attribute, EGLAttrib* value) {
  if (!initializedDisplay(dpy)) return EGL_FALSE;
  if (attribute != EGL_DEVICE_EXT || !value)
    return fail(EGL_BAD_ATTRIBUTE, "A display only tells its device, into a place that must not be null.");
  *value = reinterpret_cast<EGLAttrib>(eglDevice());
  return succeed<EGLBoolean>(EGL_TRUE);
}

}  // namespace winsys
