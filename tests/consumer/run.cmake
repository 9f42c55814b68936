# One step of the consumer tests: cmake -D STEP=... -P run.cmake
#   install        installs the build tree BUILD, then moves what it installed: it must work from any place
#   find_package, fetch_content, pkg_config
#                  builds that consumer in FOLDER/STEP, runs it and compares what it prints
#   fetch_configure
#                  configures the consumer fetch_content, and builds nothing
#   from_fcl, from_bullet
#                  builds both versions of a program that went from a peer to graze, and compares their answers
# Also given: FOLDER (scratch), VERSION, COMPILER, LAUNCHER, FLAGS, TYPE, WERROR,
# LIB (folder of the libraries in the prefix), IO and STUDY (whether these libraries were built).

set(prefix ${FOLDER}/moved)
set(build ${FOLDER}/${STEP})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    list(JOIN ARGN " " line)
    message(FATAL_ERROR "${line}: ${code}\n${output}")
  endif()
endfunction()

# expect WANTED PROGRAM [ARGUMENT...]
function(expect wanted)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output)
  if(NOT code EQUAL 0 OR NOT output STREQUAL wanted)
    message(FATAL_ERROR "${ARGN} gave ${code} and\n${output}but wanted\n${wanted}")
  endif()
endfunction()

if(STEP STREQUAL "install")
  file(REMOVE_RECURSE ${FOLDER}/installed ${prefix})
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/installed)
  file(RENAME ${FOLDER}/installed ${prefix})
  return()
endif()

file(REMOVE_RECURSE ${build})
file(MAKE_DIRECTORY ${build})
if(STEP STREQUAL "pkg_config")
  set(io "")
  if(IO)
    set(io io)
  endif()
  set(ENV{PKG_CONFIG_PATH} ${prefix}/${LIB}/pkgconfig)
  set(ENV{LD_LIBRARY_PATH} ${prefix}/${LIB})
  set(ENV{CXXFLAGS} "${FLAGS}")
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/pkg_config/build ${COMPILER} ${CMAKE_CURRENT_LIST_DIR} ${io}
    WORKING_DIRECTORY ${build} COMMAND_ERROR_IS_FATAL ANY)
else()
  string(REPLACE fetch_configure fetch_content folder ${STEP})
  run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/${folder} -B ${build} -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_BUILD_TYPE=${TYPE} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
    -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_COMPILE_WARNING_AS_ERROR=${WERROR} -DCONSUMER_IO=${IO} -DCONSUMER_STUDY=${STUDY})
  if(STEP STREQUAL "fetch_configure")
    return()
  endif()
  run(${CMAKE_COMMAND} --build ${build})
endif()

if(STEP MATCHES "^from_")
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/compare ${CMAKE_CURRENT_LIST_DIR}/${STEP}/differences ${build}/before
    ${build}/after COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

expect("offset 0.25: contact\noffset 1.00: contact\noffset 1.50: clear\ngraze ${VERSION}, protocol 1\n"
  ${build}/consumer)
if(STEP STREQUAL "find_package")
  expect("the ball rests at 0.5\n" ${build}/consumer_dynamics)
  if(STUDY)
    expect("every system agrees\n" ${build}/consumer_study)
  endif()
endif()
if(IO)
  expect("2 triangles\n" ${build}/consumer_io ${CMAKE_CURRENT_LIST_DIR}/quad.obj)
endif()
