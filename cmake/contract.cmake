# What a caller is compiled with must not change what it is told: tests/contract/contract.cpp, built with flags that
# fuse, reorder and flush, prints the hash of the plain build.

set(contract_plain -O2)
set(contract_native -O3 -march=native -ffp-contract=fast)
set(contract_fast_math -O3 -ffast-math)
# Clang warns where such a caller's headers speak of infinity, which is what this program is about.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 18)
  list(APPEND contract_fast_math -Wno-nan-infinity-disabled)
endif()
set(contract_programs "")
foreach(kind plain native fast_math)
  add_executable(graze_contract_${kind} tests/contract/contract.cpp)
  set_target_properties(graze_contract_${kind} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_compile_options(graze_contract_${kind} PRIVATE ${contract_${kind}})
  target_link_options(graze_contract_${kind} PRIVATE ${contract_${kind}})
  target_link_libraries(graze_contract_${kind} PRIVATE graze)
  list(APPEND contract_programs $<TARGET_FILE:graze_contract_${kind}>)
endforeach()
add_test(NAME contract/flags COMMAND ${PROJECT_SOURCE_DIR}/tests/contract/compare ${contract_programs})
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME contract/inline COMMAND ${PROJECT_SOURCE_DIR}/tools/check_inline $<TARGET_OBJECTS:graze> COMMAND_EXPAND_LISTS)
endif()
