# Precompiled headers of the standard library and of GoogleTest: two thirds of the time of a build from nothing went into
# reading them again in every file. Headers of the project are not among them, so that a change rebuilds what it must.
# AUTO leaves them out where a compiler cache is in use, which would not recognise files across folders any more; a file
# that lacks an include is found there, and by the presets for other machines. The preset clang, which only looks for
# errors and warnings, takes less than half of the time with them.

set(GRAZE_PRECOMPILED AUTO CACHE STRING "Precompiled headers of other libraries (AUTO: where g++ runs without a compiler cache)")
set_property(CACHE GRAZE_PRECOMPILED PROPERTY STRINGS AUTO ON OFF)
set(graze_precompiled ${GRAZE_PRECOMPILED})
if(GRAZE_PRECOMPILED STREQUAL "AUTO")
  set(graze_precompiled ON)
  # oneTBB defines a name of its own in builds for debugging, and CMake one for a shared library, so that headers of one
  # library do not fit another there.
  if(CMAKE_CXX_COMPILER_LAUNCHER OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_BUILD_TYPE STREQUAL "Debug" OR
      BUILD_SHARED_LIBS)
    set(graze_precompiled OFF)
  endif()
endif()

set(graze_standard_headers <algorithm> <array> <atomic> <bit> <charconv> <cmath> <cstddef> <cstdint> <cstring> <functional>
  <limits> <map> <memory> <mutex> <optional> <span> <string> <string_view> <tuple> <utility> <vector>)
set(graze_test_headers ${graze_standard_headers} <gtest/gtest.h> <gmpxx.h> <random> <sstream> <thread>)

# graze_precompile(TARGET HEADER...) or graze_precompile(TARGET REUSE_FROM OTHER), with the same flags of compilation.
function(graze_precompile target)
  if(graze_precompiled)
    if(ARGV1 STREQUAL "REUSE_FROM")
      target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    else()
      target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
  endif()
endfunction()
