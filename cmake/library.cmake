# graze::graze, graze::io, and the internal libraries that programs and tests share.

# The rooms of the core, in the order of the house (tools/check_house).
set(GRAZE_CORE_ROOMS base math volume tree broad hull shape bsp convex narrow motion filter schedule world ask pipeline
  response draw)
list(TRANSFORM GRAZE_CORE_ROOMS PREPEND src/)

find_package(Threads REQUIRED)
if(GRAZE_TBB)
  find_package(TBB REQUIRED)
endif()

graze_sources(sources ${GRAZE_CORE_ROOMS})
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/graze/*.h)
add_library(graze ${sources})
add_library(graze::graze ALIAS graze)
target_sources(graze PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})
set_target_properties(graze PROPERTIES LINKER_LANGUAGE CXX)
graze_configure_library(graze)
target_link_libraries(graze PRIVATE Threads::Threads $<$<BOOL:${GRAZE_TBB}>:TBB::tbb>)
graze_precompile(graze ${graze_standard_headers})

graze_sources(sources src/io src/clash src/robot)
list(FILTER sources EXCLUDE REGEX "/src/io/(assimp|step)/")
if(GRAZE_IO AND sources)
  add_library(graze_io ${sources})
  add_library(graze::io ALIAS graze_io)
  set_target_properties(graze_io PROPERTIES EXPORT_NAME io)
  graze_configure_library(graze_io)
  if(EMSCRIPTEN)
    include(${CMAKE_CURRENT_LIST_DIR}/wasm_host.cmake)
  else()
    find_package(nlohmann_json REQUIRED)
  endif()
  target_link_libraries(graze_io PUBLIC graze PRIVATE $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
  graze_precompile(graze_io REUSE_FROM graze)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/readers.cmake)

# Internal: linked by programs and tests, never installed. Made when something asks for them.
graze_sources(sources scenes)
if(sources)
  add_library(graze_scenes STATIC EXCLUDE_FROM_ALL ${sources})
  graze_configure_internal(graze_scenes)
  target_link_libraries(graze_scenes PUBLIC graze)
  graze_precompile(graze_scenes REUSE_FROM graze)
endif()

graze_sources(sources src/render)
if(sources)
  add_library(graze_render STATIC EXCLUDE_FROM_ALL ${sources})
  graze_configure_internal(graze_render)
  target_link_libraries(graze_render PUBLIC graze)
  graze_precompile(graze_render REUSE_FROM graze)
endif()

# A source with the text of a file as graze::NAME (cmake/embed.cmake); an empty text for no file.
function(graze_embed result name file)
  set(output ${PROJECT_BINARY_DIR}/embedded/${name}.cpp)
  add_custom_command(OUTPUT ${output} DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMAND ${CMAKE_COMMAND} -D NAME=${name} -D INPUT=${file} -D OUTPUT=${output}
      -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  set(${result} ${${result}} ${output} PARENT_SCOPE)
endfunction()

graze_sources(sources src/report)
if(sources AND TARGET graze_io AND TARGET graze_render AND NOT EMSCRIPTEN)
  find_file(GRAZE_THREE_JS three.min.js PATHS /usr/share/javascript/three
    DOC "three.js, which graze check --html puts into its reports (Debian: libjs-three)")
  set(three ${GRAZE_THREE_JS})
  if(NOT three)
    set(three "")
    message(STATUS "three.js was not found: this graze cannot write HTML reports (Debian: libjs-three)")
  endif()
  graze_embed(sources three_js "${three}")
  graze_embed(sources three_licence ${PROJECT_SOURCE_DIR}/src/report/web/three_licence.txt)
  graze_embed(sources page_html ${PROJECT_SOURCE_DIR}/src/report/web/page.html)
  graze_embed(sources page_css ${PROJECT_SOURCE_DIR}/src/report/web/page.css)
  graze_embed(sources page_js ${PROJECT_SOURCE_DIR}/src/report/web/page.js)
  graze_embed(sources view_js ${PROJECT_SOURCE_DIR}/src/report/web/view.js)
  add_library(graze_report STATIC EXCLUDE_FROM_ALL ${sources})
  graze_configure_internal(graze_report)
  find_package(fmt REQUIRED)
  target_link_libraries(graze_report PUBLIC graze_io graze_render PRIVATE fmt::fmt nlohmann_json::nlohmann_json)
  graze_precompile(graze_report REUSE_FROM graze)
endif()

# The internal libraries that exist, for programs to link.
set(GRAZE_LIBRARIES graze)
foreach(library graze_report graze_io graze_scenes graze_render)
  if(TARGET ${library})
    list(APPEND GRAZE_LIBRARIES ${library})
  endif()
endforeach()
