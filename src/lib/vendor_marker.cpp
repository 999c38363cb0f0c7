// SPDX-License-Identifier: Apache-2.0
// Tells our own search for drivers that this vendor library is ourselves.
extern "C" __attribute__((visibility("default"))) const char mobilegl_vendor_marker[] = "MobileGL";
