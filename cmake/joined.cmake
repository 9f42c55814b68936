# The tests of a folder compiled several at once: most of the time that they take to compile goes into headers that
# every file reads again and templates that every file makes again. AUTO does so where headers are precompiled, too:
# where no compiler cache remembers single files.
# Joined files share their unnamed namespaces, so that a name of one must not stand in another test of the same folder.
# The preset clang joins whole folders and says where one does; a file that lacks an include shows in builds with a cache.

set(GRAZE_JOINED AUTO CACHE STRING
  "How many tests are compiled as one: OFF, a number, or ALL of a folder (AUTO: 8 where headers are precompiled)")
set(graze_joined ${GRAZE_JOINED})
if(GRAZE_JOINED STREQUAL "AUTO")
  set(graze_joined OFF)
  if(graze_precompiled)
    set(graze_joined 8)
  endif()
elseif(GRAZE_JOINED STREQUAL "ALL")
  set(graze_joined 0)
endif()

# Sources with options of their own are not joined.
function(graze_join target)
  if(NOT graze_joined STREQUAL "OFF")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${graze_joined})
  endif()
endfunction()
