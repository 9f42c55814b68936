# graze_core_tests: tests of the core in one program, for machines that other compilers build for. They need no GMP, and
# GoogleTest's sources (Debian: googletest) instead of a library.

find_path(GRAZE_GOOGLETEST_SOURCES src/gtest-all.cc PATHS /usr/src/googletest/googletest NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(sources ${GRAZE_GOOGLETEST_SOURCES}/src/gtest-all.cc ${GRAZE_GOOGLETEST_SOURCES}/src/gtest_main.cc)
foreach(name base/compat base/guard math/conversion tree/kernels tree/leaf_kernels tree/neighbours tree/oriented tree/ray_cast
    tree/refit tree/turn_boxes broad/broad_phase convex/named determinism/triangle_distance motion/moving_lanes
    narrow/classify narrow/extreme_convex narrow/kinds_table narrow/ray_kernels shape/errors shape/forms shape/primitive
    shape/solid world/world)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/${name}_test.cpp)
endforeach()
add_executable(graze_core_tests EXCLUDE_FROM_ALL ${sources})
graze_configure_internal(graze_core_tests)
target_compile_options(graze_core_tests PRIVATE -O1)
target_include_directories(graze_core_tests SYSTEM PRIVATE ${GRAZE_GOOGLETEST_SOURCES} ${GRAZE_GOOGLETEST_SOURCES}/include)
target_link_libraries(graze_core_tests PRIVATE graze graze_scenes Threads::Threads)
add_executable(graze_core_contract EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/contract/contract.cpp)
target_link_libraries(graze_core_contract PRIVATE graze)
