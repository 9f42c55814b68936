# The files of a folder compiled several at once: most of the time that they take to compile goes into headers that
# every file reads again and templates that every file makes again. AUTO does so where g++ runs and no compiler cache
# remembers single files.
# Joined files share their unnamed namespaces, so that a name of one must not stand in another file of the same folder.
# The preset clang joins whole folders and says where one does; a file that lacks an include shows in builds with a cache.

set(GRAZE_JOINED AUTO CACHE STRING
  "How many files are compiled as one: OFF, a number, or ALL of a folder (AUTO: 12 where g++ runs without a compiler cache)")
set(graze_joined ${GRAZE_JOINED})
if(GRAZE_JOINED STREQUAL "AUTO")
  set(graze_joined OFF)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(graze_joined 12)
  endif()
elseif(GRAZE_JOINED STREQUAL "ALL")
  set(graze_joined 0)
endif()

# Joins the sources of a target that lie in one folder. Sources with options of their own are not joined, nor is what is
# made once for each instruction set, what replaces operator new (*_memory.cpp), nor what the build writes; nor what
# includes the headers of an operating system, whose macros (near, far) would change other files; nor the tables of ops
# and formats, in whose place tests/recipes links others.
function(graze_join target)
  if(graze_joined STREQUAL "OFF")
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(IS_PREFIX PROJECT_SOURCE_DIR ${source} own)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${source} written)
    if(NOT own OR written OR NOT source MATCHES "\\.cpp$" OR source MATCHES "_memory\\.cpp$"
        OR source MATCHES "/(app/query_ops|src/base/platform|src/io/formats)\\.cpp$" OR folder MATCHES "/isa$")
      continue()
    endif()
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    set(batch 0)
    if(graze_joined GREATER 0)
      if(NOT DEFINED count_of_${folder})
        set(count_of_${folder} 0)
      endif()
      math(EXPR batch "${count_of_${folder}} / ${graze_joined}")
      math(EXPR count_of_${folder} "${count_of_${folder}} + 1")
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A type of an unnamed namespace in a file that another one includes: here each file is included once. And GCC takes
  # 256 MB before it looks for memory to use again, which goes through all of the precompiled headers.
  target_compile_options(${target} PRIVATE
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;--param=ggc-min-heapsize=262144>")
endfunction()
