# What a build for WebAssembly takes from the host: headers alone, each by a link of its own, since the host's folder of
# headers would hide those of Emscripten.

find_path(GRAZE_NLOHMANN_INCLUDE nlohmann/json.hpp PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH
  DOC "Where nlohmann/json.hpp is (Debian: nlohmann-json3-dev)")
if(NOT GRAZE_NLOHMANN_INCLUDE)
  message(FATAL_ERROR "nlohmann/json.hpp was not found (Debian: nlohmann-json3-dev)")
endif()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/host_include)
file(CREATE_LINK ${GRAZE_NLOHMANN_INCLUDE}/nlohmann ${PROJECT_BINARY_DIR}/host_include/nlohmann SYMBOLIC)
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${PROJECT_BINARY_DIR}/host_include)
