// SPDX-License-Identifier: Apache-2.0
// Stands for our own vendor library in the loader's test: it has the marker and nothing else.
__attribute__((visibility("default"))) const char mobilegl_vendor_marker = 1;
