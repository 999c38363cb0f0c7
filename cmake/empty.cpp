// SPDX-License-Identifier: Apache-2.0
// What the target that only carries precompiled headers is made of (CMakeLists.txt).
int main() { return 0; }
