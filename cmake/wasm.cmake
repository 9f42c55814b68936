# The modules of bind/wasm: plain WebAssembly without JavaScript of Emscripten's; bind/wasm/js/module.js brings what they
# import. graze-small has collide, distance, ray and classify; graze-full everything.

if(NOT EMSCRIPTEN)
  message(FATAL_ERROR "GRAZE_WASM needs Emscripten: emcmake cmake --preset wasm")
endif()

# A module has lanes or it has not: engines without them refuse it as a whole. What differs is the kernels, the files
# that name them, and those that compute with the compiler's vectors; all else is compiled once. The linker takes the
# first library that has a symbol.
graze_sources(sources ${GRAZE_CORE_ROOMS})
set(scalar_sources "")
foreach(source ${sources})
  if(source MATCHES "_simd128\\.cpp$")
    string(REGEX REPLACE "_simd128\\.cpp$" "_scalar.cpp" scalar ${source})
    list(APPEND scalar_sources ${scalar})
  else()
    file(STRINGS ${source} named REGEX "GRAZE_BY_ISA|isa_of_name")
    graze_has_vectors(vectors ${source})
    if(vectors)
      # The options of a file hold in every library: here it goes by another name.
      file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
      set(scalar ${PROJECT_BINARY_DIR}/scalar/${name})
      file(CONFIGURE OUTPUT ${scalar} CONTENT "#include \"${source}\"\n")
      list(APPEND scalar_sources ${scalar})
    elseif(named)
      list(APPEND scalar_sources ${source})
    endif()
  endif()
endforeach()
add_library(graze_scalar STATIC ${scalar_sources})
set(GRAZE_SIMD128 0)
graze_configure_internal(graze_scalar)
target_include_directories(graze_scalar PRIVATE ${PROJECT_SOURCE_DIR}/include)
set(GRAZE_SIMD128 1)

set_target_properties(graze_dynamics graze_gpu PROPERTIES EXCLUDE_FROM_ALL ON)  # no module has them

# Most of the code is never what takes the time: it is compiled for size. What does is compiled for speed: trees, kernels,
# triangles, and the verbs that a frame asks thousands of times.
set(hot "/isa/|/(base|math|tree|volume|broad|convex|motion|response)/|/narrow/(triangle|pair|collide|distance|within|ray|body)/|/shape/")
set(cold hull/assemble hull/convex_hull hull/hull2 hull/hull3 shape/net_surface shape/part_tree
  shape/topology shape/compound shape/primitive base/team narrow/record narrow/ray/ray_curved narrow/ray/ray_rounded
  narrow/ray/ray_primitive narrow/ray/ray_compound convex/exact_gjk narrow/distance/far_pair
  narrow/triangle/exact_distance convex/support_table narrow/pair/halfspace_triangles narrow/triangle/flat
  narrow/distance/distance_halfspace narrow/distance/distance_compound narrow/triangle/closest_refined shape/complete
  shape/deformable shape/load shape/polygons shape/polygon_loops shape/polygon_covers shape/polyhedron shape/make
  shape/shrink narrow/collide/self_collide narrow/distance/distance_convex_triangles narrow/pair/convex_cuts
  narrow/pair/convex_triangles narrow/collide/collide_convex_triangles narrow/collide/collide_margins
  narrow/collide/collide_compound narrow/collide/collide_halfspace narrow/within/within_convex_triangles
  narrow/within/within_halfspace narrow/within/within_compound narrow/body/collapse narrow/body/part_slabs
  narrow/body/near_parts narrow/body/parts narrow/body/members narrow/body/rescale convex/fine_depth
  tree/isa/rounded_scalar tree/isa/ray_cast_scalar)
list(TRANSFORM cold PREPEND ${PROJECT_SOURCE_DIR}/src/)
list(TRANSFORM cold APPEND .cpp)
set(all ${sources})
if(TARGET graze_io)
  get_target_property(io_sources graze_io SOURCES)
  list(APPEND all ${io_sources})
endif()
foreach(source ${all} ${scalar_sources})
  # Searches of convex sets are made for many kinds of sets each: between both.
  if(source MATCHES "/convex/isa/")
    set(lanes "")
    if(source MATCHES "_simd128\\.cpp$")
      set(lanes -msimd128)
    endif()
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${lanes};-Os")
  elseif(source IN_LIST cold OR NOT source MATCHES "${hot}")
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -Oz)
  endif()
endforeach()

# What JavaScript calls once in a while only passes on what it is given; what it calls a million times is in core.cpp.
set(exports verbs assembly world probe small serial)
list(TRANSFORM exports PREPEND bind/wasm/)
list(TRANSFORM exports APPEND .cpp)
set_source_files_properties(${exports} PROPERTIES COMPILE_OPTIONS -Oz)
set_source_files_properties(bind/wasm/small_convex.cpp PROPERTIES COMPILE_OPTIONS -Os)

function(graze_module name)
  foreach(variant "" "-scalar")
    set(target ${name}${variant})
    add_executable(${target} ${ARGN})
    graze_configure_internal(${target})
    if(variant)
      target_link_libraries(${target} PRIVATE graze_scalar)
    else()
      target_compile_options(${target} PRIVATE -msimd128)
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
    if(name STREQUAL "graze-small")  # for wasm-opt alone
      target_link_options(${target} PRIVATE -Oz -sBINARYEN_EXTRA_PASSES=--converge,--low-memory-unused)
    endif()
  endforeach()
endfunction()

graze_module(graze-small bind/wasm/core.cpp bind/wasm/small.cpp bind/wasm/small_convex.cpp bind/wasm/serial.cpp)
graze_module(graze-full bind/wasm/core.cpp bind/wasm/verbs.cpp bind/wasm/assembly.cpp bind/wasm/world.cpp bind/wasm/probe.cpp
  bind/wasm/serial.cpp)
