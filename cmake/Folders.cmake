# SPDX-License-Identifier: Apache-2.0
# One static library a folder; tests stand beside the code and link only their own folder's library.

# mgl_library(NAME SOURCES a.cpp … LINKS x y …): static library mgl_NAME, include root is src/ and the
# mirror of generated files.
function(mgl_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(mgl_${name} STATIC ${ARG_SOURCES})
  target_include_directories(mgl_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/gen)
  target_link_libraries(mgl_${name} PUBLIC ${ARG_LINKS} PRIVATE mgl_flags ${ARG_PRIVATE_LINKS})
  set_target_properties(mgl_${name} PROPERTIES OUTPUT_NAME mgl_${name} POSITION_INDEPENDENT_CODE ON)
  add_dependencies(mgl_${name} mgl_generated)
endfunction()

# mgl_test(NAME SOURCES … LINKS … [ENVIRONMENT …] [THREADS] [NEEDS_X] [ALONE]): one GoogleTest binary, registered with
# ctest under the label "unit". THREADS adds the label "thread": it runs under the thread sanitizer too. NEEDS_X gives it
# a display; ALONE: it measures time limits. A binary in which nothing ran counts as skipped.
find_program(XVFB_RUN xvfb-run)
function(mgl_test name)
  cmake_parse_arguments(ARG "THREADS;NEEDS_X;ALONE" "" "SOURCES;LINKS;ENVIRONMENT" ${ARGN})
  if(NOT MOBILEGL_TESTS)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE mgl_flags ${ARG_LINKS} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  # Expectations run once; what they test is compiled as it ships.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(MOBILEGL_PCH)
    target_precompile_headers(${name} REUSE_FROM mgl_test_headers)
  endif()
  mgl_add_unit_test(${name} ${name} ${ARG_NEEDS_X})
  if(ARG_ALONE)
    set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
  endif()
  add_dependencies(unit_tests ${name})
  if(ARG_THREADS)
    set_tests_properties(${name} PROPERTIES LABELS "unit;thread")
    add_dependencies(thread_tests ${name})
  endif()
  if(ARG_ENVIRONMENT)
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${ARG_ENVIRONMENT}")
  endif()
endfunction()

# One more run of a test binary under a name of its own.
function(mgl_add_unit_test name binary needs_x)
  if(needs_x AND XVFB_RUN)
    add_test(NAME ${name} COMMAND ${XVFB_RUN} -a -s "-screen 0 640x480x24" $<TARGET_FILE:${binary}>)
  else()
    add_test(NAME ${name} COMMAND ${binary})
  endif()
  set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 120
    SKIP_REGULAR_EXPRESSION "\\[  PASSED  \\] 0 tests")
endfunction()
