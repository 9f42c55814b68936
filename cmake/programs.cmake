# The graze command and the examples.

if(GRAZE_APP)
  graze_sources(sources app)
  if(sources)
    find_package(CLI11 REQUIRED)
    find_package(fmt REQUIRED)
    find_package(nlohmann_json REQUIRED)
    add_executable(graze_app ${sources})
    set_target_properties(graze_app PROPERTIES OUTPUT_NAME graze)
    graze_configure_internal(graze_app)
    target_link_libraries(graze_app PRIVATE ${GRAZE_LIBRARIES} CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json
      $<TARGET_NAME_IF_EXISTS:graze_assimp>)
    target_compile_definitions(graze_app PRIVATE GRAZE_HAS_ASSIMP=$<TARGET_EXISTS:graze_assimp>)
  endif()
endif()

if(GRAZE_EXAMPLES)
  graze_sources(sources examples)
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    add_executable(graze_example_${name} ${source})
    set_target_properties(graze_example_${name} PROPERTIES OUTPUT_NAME ${name}
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
    graze_configure(graze_example_${name})
    target_link_libraries(graze_example_${name} PRIVATE graze $<TARGET_NAME_IF_EXISTS:graze_io>)
    list(APPEND GRAZE_EXAMPLE_NAMES ${name})
  endforeach()
endif()
