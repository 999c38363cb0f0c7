# SPDX-License-Identifier: Apache-2.0
# flatc is asked for its layout of every pipe struct; the comparison is made of static asserts.
find_program(FLATC flatc REQUIRED)
set(layouts_dir ${PROJECT_BINARY_DIR}/flatc/record)
add_custom_command(OUTPUT ${layouts_dir}/layouts_generated.h
  COMMAND ${FLATC} --cpp --scoped-enums -o ${layouts_dir} ${MGL_GEN_DIR}/record/layouts.fbs
  DEPENDS ${MGL_GEN_DIR}/generated.stamp)
add_executable(layouts_check ${MGL_GEN_DIR}/record/layouts_check.gen.cpp ${layouts_dir}/layouts_generated.h)
target_include_directories(layouts_check PRIVATE ${PROJECT_BINARY_DIR}/flatc ${MGL_GEN_DIR} ${PROJECT_SOURCE_DIR}/src)
set_target_properties(layouts_check PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
add_dependencies(layouts_check mgl_generated)
add_test(NAME layouts_check COMMAND layouts_check)
