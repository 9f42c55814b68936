# graze::assimp and graze::step: readers through other libraries, each a target of its own. The command hands them in.

# The .cpp files below src/io/FOLDER as library graze_NAME, alias graze::NAME.
function(graze_add_reader name folder)
  graze_sources(sources src/io/${folder})
  add_library(graze_${name} ${sources})
  add_library(graze::${name} ALIAS graze_${name})
  set_target_properties(graze_${name} PROPERTIES EXPORT_NAME ${name} VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  graze_configure(graze_${name})
  target_include_directories(graze_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(graze_${name} PUBLIC graze_io)
endfunction()

# By hand: what assimp installs for find_package asks for packages that its own does not bring.
if(GRAZE_ASSIMP AND TARGET graze_io)
  find_path(GRAZE_ASSIMP_INCLUDE assimp/scene.h)
  find_library(GRAZE_ASSIMP_LIBRARY assimp)
  if(GRAZE_ASSIMP_INCLUDE AND GRAZE_ASSIMP_LIBRARY)
    graze_add_reader(assimp assimp)
    target_include_directories(graze_assimp SYSTEM PRIVATE ${GRAZE_ASSIMP_INCLUDE})
    target_link_libraries(graze_assimp PRIVATE ${GRAZE_ASSIMP_LIBRARY})
  elseif(NOT GRAZE_ASSIMP STREQUAL "AUTO")
    message(FATAL_ERROR "GRAZE_ASSIMP needs assimp (Debian: libassimp-dev)")
  endif()
endif()
