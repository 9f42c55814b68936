# graze::gpu: large batches on a device. Without CUDA its calls are there, too, and the processor answers them.

foreach(name host_calls mesh_layout moving_mesh)
  list(APPEND gpu_sources ${PROJECT_SOURCE_DIR}/backend/cuda/${name}.cpp)
endforeach()
add_library(graze_gpu ${gpu_sources})
add_library(graze::gpu ALIAS graze_gpu)
set_target_properties(graze_gpu PROPERTIES EXPORT_NAME gpu)
graze_configure_library(graze_gpu)
target_include_directories(graze_gpu PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(graze_gpu PUBLIC graze)
if(NOT GRAZE_CUDA)
  graze_precompile(graze_gpu REUSE_FROM graze)
endif()

if(GRAZE_CUDA)
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80 90)
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/backend/cuda/*.cu)
  add_library(graze_cuda OBJECT ${sources})
  target_include_directories(graze_cuda PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  set_target_properties(graze_cuda PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # Products are never fused into sums, so that doubles have the core's bits; functions of the core are constexpr. The
  # standard is an option here, because CMake before 3.26 knows none beyond C++17 for nvcc.
  set(cuda_options -std=c++20 --fmad=false --expt-relaxed-constexpr)
  target_compile_options(graze_cuda PRIVATE ${cuda_options})
  target_sources(graze_gpu PRIVATE $<TARGET_OBJECTS:graze_cuda>)
  target_link_libraries(graze_gpu PRIVATE CUDA::cudart_static)

  # Checks every answer against the core and measures, on a machine with a device.
  add_executable(graze_gpu_bench EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/gpu/main.cu ${PROJECT_SOURCE_DIR}/bench/gpu/meshes.cu
                 ${PROJECT_SOURCE_DIR}/bench/gpu/cloth.cu)
  target_include_directories(graze_gpu_bench PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(graze_gpu_bench PRIVATE ${cuda_options})
  target_link_libraries(graze_gpu_bench PRIVATE graze_gpu graze_scenes CUDA::cudart_static)
else()
  target_sources(graze_gpu PRIVATE ${PROJECT_SOURCE_DIR}/backend/cuda/no_device.cpp)
endif()
list(APPEND GRAZE_LIBRARIES graze_gpu)
