# The modules of bind/wasm: plain WebAssembly without JavaScript of Emscripten's; bind/wasm/js/module.js brings what they
# import. graze-small has collide, distance, ray and classify; graze-full everything.

if(NOT EMSCRIPTEN)
  message(FATAL_ERROR "GRAZE_WASM needs Emscripten: emcmake cmake --preset wasm")
endif()
set(module_suffix "")
if(NOT GRAZE_SIMD128)
  set(module_suffix "-scalar")
endif()

function(graze_module name)
  add_executable(${name} ${ARGN})
  graze_configure_internal(${name})
  target_link_libraries(${name} PRIVATE graze)
  set_target_properties(${name} PROPERTIES SUFFIX "${module_suffix}.wasm")
  # The stack is that of native threads, below which queries stay. Answers are read after each call: memory may grow.
  target_link_options(${name} PRIVATE --no-entry -sSTANDALONE_WASM=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB
    -sTOTAL_STACK=4MB -sINITIAL_MEMORY=16MB -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0
    -sMALLOC=dlmalloc)
endfunction()

graze_module(graze-small bind/wasm/core.cpp)
graze_module(graze-full bind/wasm/core.cpp bind/wasm/verbs.cpp bind/wasm/assembly.cpp bind/wasm/world.cpp)
target_link_libraries(graze-full PRIVATE graze_io)
