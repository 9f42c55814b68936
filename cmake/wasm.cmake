# The modules of bind/wasm: plain WebAssembly without JavaScript of Emscripten's; bind/wasm/js/module.js brings what they
# import. graze-small has collide, distance, ray and classify; graze-full everything.

if(NOT EMSCRIPTEN)
  message(FATAL_ERROR "GRAZE_WASM needs Emscripten: emcmake cmake --preset wasm")
endif()

# A module has lanes or it has not: engines without them refuse it as a whole. What differs is the kernels, and the files
# that name them; all else is compiled once. The linker takes the first library that has a symbol.
graze_sources(sources ${GRAZE_CORE_ROOMS})
set(scalar_sources "")
foreach(source ${sources})
  if(source MATCHES "_simd128\\.cpp$")
    string(REGEX REPLACE "_simd128\\.cpp$" "_scalar.cpp" scalar ${source})
    list(APPEND scalar_sources ${scalar})
  else()
    file(STRINGS ${source} named REGEX "GRAZE_BY_ISA|isa_of_name")
    if(named)
      list(APPEND scalar_sources ${source})
    endif()
  endif()
endforeach()
add_library(graze_scalar STATIC ${scalar_sources})
set(GRAZE_SIMD128 0)
graze_configure_internal(graze_scalar)
target_include_directories(graze_scalar PRIVATE ${PROJECT_SOURCE_DIR}/include)
set(GRAZE_SIMD128 1)

function(graze_module name)
  foreach(variant "" "-scalar")
    set(target ${name}${variant})
    add_executable(${target} ${ARGN})
    graze_configure_internal(${target})
    if(variant)
      target_link_libraries(${target} PRIVATE graze_scalar)
    endif()
    target_link_libraries(${target} PRIVATE graze)
    if(name STREQUAL "graze-full")
      target_link_libraries(${target} PRIVATE graze_io)
    endif()
    set_target_properties(${target} PROPERTIES SUFFIX .wasm)
    # The stack is that of native threads, below which queries stay. Answers are read after each call: memory may grow.
    target_link_options(${target} PRIVATE --no-entry -sSTANDALONE_WASM=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB
      -sTOTAL_STACK=4MB -sINITIAL_MEMORY=16MB -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0
      -sMALLOC=dlmalloc)
  endforeach()
endfunction()

graze_module(graze-small bind/wasm/core.cpp)
graze_module(graze-full bind/wasm/core.cpp bind/wasm/verbs.cpp bind/wasm/assembly.cpp bind/wasm/world.cpp)
