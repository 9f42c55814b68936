# The graze command, its demo by itself, and the examples.

# CLI11 runs once, and takes long to optimise.
set_source_files_properties(${PROJECT_SOURCE_DIR}/app/command_line.cpp PROPERTIES COMPILE_OPTIONS -O1
  SKIP_PRECOMPILE_HEADERS ON)

# What the demo needs and no more: neither graze::io nor the reports.
if(GRAZE_DEMO AND TARGET graze_scenes AND TARGET graze_render)
  find_package(CLI11 REQUIRED)
  find_package(fmt REQUIRED)
  add_library(graze_demo_parts OBJECT EXCLUDE_FROM_ALL)
  foreach(name command_line demo demo_world output)
    target_sources(graze_demo_parts PRIVATE ${PROJECT_SOURCE_DIR}/app/${name}.cpp)
  endforeach()
  graze_configure_internal(graze_demo_parts)
  target_link_libraries(graze_demo_parts PUBLIC graze graze_scenes graze_render PRIVATE CLI11::CLI11 fmt::fmt)
  graze_precompile(graze_demo_parts REUSE_FROM graze)
  add_executable(graze_demo EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/app/demo_main.cpp)
  set_target_properties(graze_demo PROPERTIES OUTPUT_NAME graze-demo)
  graze_configure_internal(graze_demo)
  target_link_libraries(graze_demo PRIVATE graze_demo_parts fmt::fmt)
endif()

if(GRAZE_APP)
  graze_sources(sources app)
  list(FILTER sources EXCLUDE REGEX "/app/(step/|(command_line|demo|demo_world|output|demo_main)\\.cpp$)")
  if(sources)
    find_package(CLI11 REQUIRED)
    find_package(fmt REQUIRED)
    find_package(nlohmann_json REQUIRED)
    # What answers the lines of `graze query` is a library of its own: tests ask it without a process.
    set(session_sources ${sources})
    list(FILTER session_sources INCLUDE REGEX
      "/app/(session|ccd|contacts_text|define|distance_text|fields|move_query|move_text|penetration_text|query_ops|ray_text|read_shape|request|simulate_query|world_files|world_ops|world_queries)\\.cpp$")
    list(REMOVE_ITEM sources ${session_sources})
    add_library(graze_session STATIC ${session_sources})
    graze_configure_internal(graze_session)
    target_link_libraries(graze_session PUBLIC ${GRAZE_LIBRARIES} nlohmann_json::nlohmann_json)
    graze_precompile(graze_session REUSE_FROM graze)
    # Workloads of the benchmark that need no peer are experiments of the papers, too.
    foreach(name timing cases poses tracking transform ccd_optimisations worlds)
      list(APPEND sources ${PROJECT_SOURCE_DIR}/bench/${name}.cpp)
    endforeach()
    graze_embed(sources study_page_html ${PROJECT_SOURCE_DIR}/app/study/explorer.html)
    add_executable(graze_app ${sources})
    set_target_properties(graze_app PROPERTIES OUTPUT_NAME graze)
    graze_configure_internal(graze_app)
    graze_precompile(graze_app ${graze_standard_headers} <fmt/format.h>)
    target_link_libraries(graze_app PRIVATE graze_demo_parts graze_session ${GRAZE_LIBRARIES} fmt::fmt nlohmann_json::nlohmann_json
      $<TARGET_NAME_IF_EXISTS:graze_assimp> $<TARGET_NAME_IF_EXISTS:graze_draco>)
    target_compile_definitions(graze_app PRIVATE GRAZE_HAS_ASSIMP=$<TARGET_EXISTS:graze_assimp>
      GRAZE_HAS_DRACO=$<TARGET_EXISTS:graze_draco>)
    # Beside the command, which starts it.
    if(TARGET graze_step)
      add_executable(graze_step_app ${PROJECT_SOURCE_DIR}/app/step/graze_step.cpp)
      set_target_properties(graze_step_app PROPERTIES OUTPUT_NAME graze-step)
      graze_configure_internal(graze_step_app)
      target_link_libraries(graze_step_app PRIVATE graze_step)
      add_dependencies(graze_app graze_step_app)
    endif()
  endif()
endif()

if(GRAZE_EXAMPLES)
  graze_sources(sources examples)
  graze_without_missing_bridges(sources)
  if(NOT TARGET graze_study)
    list(FILTER sources EXCLUDE REGEX "/study_[a-z]+\\.cpp$")
  endif()
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    add_executable(graze_example_${name} ${source})
    set_target_properties(graze_example_${name} PROPERTIES OUTPUT_NAME ${name}
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
    graze_configure(graze_example_${name})
    target_link_libraries(graze_example_${name} PRIVATE graze $<TARGET_NAME_IF_EXISTS:graze_io> graze_dynamics
      $<TARGET_NAME_IF_EXISTS:graze_study>)
    if(name MATCHES "_(eigen|glm)$")
      graze_see_bridged(graze_example_${name})
    endif()
    list(APPEND GRAZE_EXAMPLE_NAMES ${name})
  endforeach()
endif()
