# What every target of the project has in common.

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(GRAZE_X86 1)
else()
  set(GRAZE_X86 0)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  set(GRAZE_NEON 1)
else()
  set(GRAZE_NEON 0)
endif()

# WebAssembly has SIMD 128; cmake/wasm.cmake makes the modules without it, too.
set(GRAZE_SIMD128 0)
if(EMSCRIPTEN)
  set(GRAZE_SIMD128 1)
endif()

set(GRAZE_AVX2_FLAGS -mavx2 -mfma)
set(GRAZE_AVX512_FLAGS -mavx512f -mavx512vl -mavx512dq -mavx512bw ${GRAZE_AVX2_FLAGS})

# Does a file compute with the compiler's vectors of floats or doubles? On x86 and ARM they are always there, in
# WebAssembly only with SIMD 128.
function(graze_has_vectors result source)
  file(STRINGS ${source} named REGEX "vector_size|math/paired.h")
  set(${result} "${named}" PARENT_SCOPE)
endfunction()

# The .cpp files below the given folders, looked up again at every build. A file named *_avx2.cpp or *_avx512.cpp gets
# its instruction set, and is left out where the processor has none, as are *_neon.cpp and *_simd128.cpp. Missing and empty folders give nothing.
function(graze_sources result)
  set(sources "")
  foreach(folder ${ARGN})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  foreach(source ${sources})
    if(source MATCHES "_avx(2|512)\\.cpp$")
      if(GRAZE_X86)
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${GRAZE_AVX${CMAKE_MATCH_1}_FLAGS}"
          SKIP_PRECOMPILE_HEADERS ON)
      else()
        list(REMOVE_ITEM sources ${source})
      endif()
    elseif(source MATCHES "_neon\\.cpp$" AND NOT GRAZE_NEON)
      list(REMOVE_ITEM sources ${source})
    elseif(source MATCHES "_simd128\\.cpp$")
      if(GRAZE_SIMD128)
        set(flags -msimd128 -O3)
        if(source MATCHES "/convex/")
          set(flags -msimd128 -O2)  # large, and seldom what takes the time
        endif()
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${flags}")
      else()
        list(REMOVE_ITEM sources ${source})
      endif()
    elseif(source MATCHES "/isa/[a-z0-9_]*_scalar\\.cpp$" AND GRAZE_SIMD128)
      string(REPLACE "_scalar.cpp" "_simd128.cpp" lanes ${source})
      if(EXISTS ${lanes})
        list(REMOVE_ITEM sources ${source})
      endif()
    elseif(GRAZE_SIMD128)
      graze_has_vectors(vectors ${source})
      if(vectors)
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-msimd128;-O3")
      endif()
    endif()
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# Warnings, and the floating-point rules: a product is never fused into a sum, whatever the instruction set.
# CMAKE_COMPILE_WARNING_AS_ERROR=ON makes warnings errors; only .ci/run sets it.
function(graze_configure target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set(shareable ON)
  if(EMSCRIPTEN)
    set(shareable OFF)  # modules are linked whole, and smaller so
  endif()
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ${shareable}
    WINDOWS_EXPORT_ALL_SYMBOLS ON)
  # Clang does not hand the visibility of a namespace on to definitions outside of it.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden)
  endif()
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic)
  # GCC notes that it passes wide vectors in another manner than GCC 4.5 did: they are passed only within a file.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-psabi)
  endif()
  # GCC 12 takes the way from double to float and back for nothing once it has packed two of them into a vector: floats
  # that were rounded are not what is used. tests/math/conversion_test.cpp asks for it.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
    target_compile_options(${target} PRIVATE -fno-tree-slp-vectorize)
  endif()
  # GCC 12 sees an overlap in "literal" + std::string that is not there (GCC bug 105329).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
    if(graze_precompiled)  # and of strings' own code once more, where their header is precompiled
      target_compile_options(${target} PRIVATE -Wno-array-bounds)
    endif()
  endif()
  # The stable_sort of libstdc++ 12 calls a function that it declares deprecated, which clang 19 reports.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
  endif()
  target_compile_definitions(${target} PRIVATE GRAZE_X86=${GRAZE_X86} GRAZE_NEON=${GRAZE_NEON}
    GRAZE_SIMD128=${GRAZE_SIMD128} GRAZE_TBB=$<BOOL:${GRAZE_TBB}>)
endfunction()

# A library for users: with a version, and where it is shared with what it exports.
function(graze_configure_library target)
  graze_configure(${target})
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  if(BUILD_SHARED_LIBS AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_link_options(${target} PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map -Wl,-z,defs)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)
  endif()
endfunction()

# Sees the rooms ("tree/tree.h") and the shared folders ("scenes/scenes.h").
function(graze_configure_internal target)
  graze_configure(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
endfunction()

# For programs whose own files are optimised less than the libraries, which takes less time to compile. Of an inline
# function that several objects have, the linker keeps the copy that it meets first: so that of the libraries, with all
# of their objects, before that of the program.
set(graze_libraries_first OFF)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(graze_libraries_first ON)
endif()
function(graze_link_libraries_first target)
  if(graze_libraries_first)
    set(archives "")
    foreach(library graze graze_io graze_study graze_dynamics)
      if(TARGET ${library})
        list(APPEND archives $<TARGET_FILE:${library}>)
      endif()
    endforeach()
    target_link_options(${target} PRIVATE LINKER:--whole-archive ${archives} LINKER:--no-whole-archive)
  endif()
endfunction()

# Where the libraries of include/graze/eigen.h and glm.h are, which only tests and examples of these headers need.
find_path(GRAZE_EIGEN_INCLUDE Eigen/Geometry PATH_SUFFIXES eigen3)
find_path(GRAZE_GLM_INCLUDE glm/vec3.hpp)
mark_as_advanced(GRAZE_EIGEN_INCLUDE GRAZE_GLM_INCLUDE)
function(graze_see_bridged target)
  foreach(folder ${GRAZE_EIGEN_INCLUDE} ${GRAZE_GLM_INCLUDE})
    if(folder)  # not NOTFOUND
      target_include_directories(${target} SYSTEM PRIVATE ${folder})
    endif()
  endforeach()
endfunction()

# Leaves out the files of a list that are about a library that is not there.
function(graze_without_missing_bridges result)
  set(files ${${result}})
  foreach(name EIGEN GLM)
    if(NOT GRAZE_${name}_INCLUDE)
      string(TOLOWER ${name} word)
      list(FILTER files EXCLUDE REGEX "[/_]${word}\\.(h|cpp)$")
    endif()
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()
