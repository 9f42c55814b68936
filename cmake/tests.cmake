# One GoogleTest program a folder of tests/, named graze_test_<folder>; ctest names are <folder>/<suite>.<test>.

include(GoogleTest)
find_package(GTest REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(gmpxx REQUIRED IMPORTED_TARGET gmpxx gmp)

function(graze_add_test_program name folder gtest)
  graze_sources(sources tests/${folder})
  add_executable(${name} ${sources})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  graze_configure_internal(${name})
  target_link_libraries(${name} PRIVATE ${GRAZE_LIBRARIES} ${gtest} PkgConfig::gmpxx)
endfunction()

file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${PROJECT_SOURCE_DIR}/tests
  ${PROJECT_SOURCE_DIR}/tests/*)
list(REMOVE_ITEM folders consumer soak tools web)
foreach(folder ${folders})
  graze_sources(sources tests/${folder})
  if(NOT sources OR (folder MATCHES "^(app|fuzz)$" AND NOT TARGET graze_app) OR (folder STREQUAL "step" AND NOT TARGET graze_step))
    continue()
  endif()
  graze_add_test_program(graze_test_${folder} ${folder} GTest::gtest_main)
  if(folder MATCHES "^(app|io)$")
    find_package(nlohmann_json REQUIRED)
    target_link_libraries(graze_test_${folder} PRIVATE nlohmann_json::nlohmann_json)
  endif()
  if(folder STREQUAL "fuzz")
    target_link_libraries(graze_test_fuzz PRIVATE graze_session)
  endif()
  if(folder STREQUAL "io")
    target_link_libraries(graze_test_io PRIVATE $<TARGET_NAME_IF_EXISTS:graze_assimp>)
    target_compile_definitions(graze_test_io PRIVATE GRAZE_HAS_ASSIMP=$<TARGET_EXISTS:graze_assimp>)
  endif()
  if(folder STREQUAL "step")  # a program of its own: OpenCASCADE takes long to load
    find_library(GRAZE_OCCT_TKPrim TKPrim)
    target_include_directories(graze_test_step SYSTEM PRIVATE ${GRAZE_OCCT_INCLUDE})
    target_link_libraries(graze_test_step PRIVATE graze_step ${GRAZE_OCCT_TKPrim} ${GRAZE_OCCT_LIBRARIES})
  endif()
  if(folder STREQUAL "app")
    target_compile_definitions(graze_test_app PRIVATE GRAZE_BINARY="$<TARGET_FILE:graze_app>")
    add_dependencies(graze_test_app graze_app)
  endif()
  gtest_discover_tests(graze_test_${folder} DISCOVERY_MODE PRE_TEST TEST_PREFIX ${folder}/
    PROPERTIES TIMEOUT 900)
endforeach()

# The long counts, run by ./dev soak; it has its own main().
graze_sources(sources tests/soak)
if(sources)
  graze_add_test_program(graze_soak soak GTest::gtest)
  target_link_libraries(graze_soak PRIVATE $<TARGET_NAME_IF_EXISTS:graze_assimp> $<TARGET_NAME_IF_EXISTS:graze_step>
    $<TARGET_NAME_IF_EXISTS:graze_session>)
  target_compile_definitions(graze_soak PRIVATE GRAZE_HAS_ASSIMP=$<TARGET_EXISTS:graze_assimp>
    GRAZE_HAS_STEP=$<TARGET_EXISTS:graze_step> GRAZE_HAS_SESSION=$<TARGET_EXISTS:graze_session>)
endif()

foreach(name ${GRAZE_EXAMPLE_NAMES})
  add_test(NAME example/${name} COMMAND graze_example_${name})
endforeach()

add_test(NAME tools/checks COMMAND ${PROJECT_SOURCE_DIR}/tests/tools/run)
if(TARGET graze_app)
  # The HTML report in a real browser.
  add_test(NAME web/report COMMAND ${PROJECT_SOURCE_DIR}/tests/web/run $<TARGET_FILE:graze_app> ${PROJECT_BINARY_DIR}/web)
  set_tests_properties(web/report PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
  add_test(NAME tools/readme COMMAND ${PROJECT_SOURCE_DIR}/tools/check_readme $<TARGET_FILE:graze_app>)
endif()
if(GRAZE_X86 AND CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME tools/isa COMMAND ${PROJECT_SOURCE_DIR}/tools/check_isa $<TARGET_OBJECTS:graze> COMMAND_EXPAND_LISTS)
endif()
include(${PROJECT_SOURCE_DIR}/cmake/consumers.cmake)
