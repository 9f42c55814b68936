# pygraze._core, the C++ half of the Python package (bind/python). backend/graze_build.py makes the wheel of it.

# Debian's interpreter, which has the numpy package, and not the first python3 on the path.
set(GRAZE_PYTHON_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python that the module is for")
set(Python_EXECUTABLE ${GRAZE_PYTHON_EXECUTABLE})
find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 CONFIG REQUIRED)

graze_sources(sources bind/python/src)
pybind11_add_module(graze_python MODULE NO_EXTRAS ${sources})
set_target_properties(graze_python PROPERTIES OUTPUT_NAME _core
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/pygraze)
graze_configure_internal(graze_python)
# The library is optimised in full; the module, which only hands over, less: that halves the time to compile it. What
# walks along arrays element by element is the exception.
target_compile_options(graze_python PRIVATE $<$<CONFIG:Release>:-O1>)
set_source_files_properties(bind/python/src/pair_queries.cpp bind/python/src/point_queries.cpp PROPERTIES
  COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>)
set_target_properties(graze_python PROPERTIES CXX_VISIBILITY_PRESET hidden)
target_link_libraries(graze_python PRIVATE graze graze_io graze_dynamics graze_gpu)
# What the module needs from the libraries stays its own, whatever else is loaded.
target_link_options(graze_python PRIVATE -Wl,--exclude-libs,ALL -static-libstdc++ -static-libgcc)
