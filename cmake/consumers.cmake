# Three small projects use the library as users would: installed and found by CMake, as a subproject, by pkg-config.
# Two more went from a peer to graze by the tables of docs/api.md; their answers are compared where the peer is installed.

include(GNUInstallDirs)
find_package(PkgConfig QUIET)

function(graze_add_consumer_test step)
  add_test(NAME consumer/${step} COMMAND ${CMAKE_COMMAND} -D STEP=${step} -D BUILD=${PROJECT_BINARY_DIR}
    -D FOLDER=${PROJECT_BINARY_DIR}/consumer -D VERSION=${PROJECT_VERSION} -D COMPILER=${CMAKE_CXX_COMPILER}
    -D LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} -D FLAGS=${CMAKE_CXX_FLAGS} -D TYPE=${CMAKE_BUILD_TYPE}
    -D WERROR=$<BOOL:${CMAKE_COMPILE_WARNING_AS_ERROR}> -D IO=$<TARGET_EXISTS:graze_io> -D STUDY=$<TARGET_EXISTS:graze_study>
    -D LIB=${CMAKE_INSTALL_LIBDIR} -P ${PROJECT_SOURCE_DIR}/tests/consumer/run.cmake)
  set_tests_properties(consumer/${step} PROPERTIES TIMEOUT 900 ${ARGN})
endfunction()

graze_add_consumer_test(install FIXTURES_SETUP installed)
graze_add_consumer_test(find_package FIXTURES_REQUIRED installed)
if(PkgConfig_FOUND)
  graze_add_consumer_test(pkg_config FIXTURES_REQUIRED installed)
else()
  message(STATUS "pkg-config is not installed: no test consumer/pkg_config")
endif()
# Not under sanitizers, which would judge the peers.
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  find_package(fcl QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(graze_bullet QUIET bullet)
  endif()
  if(fcl_FOUND)
    graze_add_consumer_test(from_fcl FIXTURES_REQUIRED installed)
  else()
    message(STATUS "FCL is not installed: no test consumer/from_fcl")
  endif()
  if(graze_bullet_FOUND)
    graze_add_consumer_test(from_bullet FIXTURES_REQUIRED installed)
  else()
    message(STATUS "Bullet is not installed: no test consumer/from_bullet")
  endif()
endif()
# As a subproject it is configured; what builds the library again takes long.
graze_add_consumer_test(fetch_configure)
graze_add_consumer_test(fetch_content PROCESSORS 2 LABELS long)
