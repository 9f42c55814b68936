// Which devices there are, and which contexts.
#include <cuda.h>
#include <cuda_runtime.h>

#include "backend/cuda/device_memory.h"
#include "graze/gpu.h"

namespace graze::gpu {

std::vector<Device> devices() {
  std::vector<Device> result;
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    (void)cudaGetLastError();
    return result;
  }
  for (int number = 0; number < count; ++number) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, number) == cudaSuccess)
      result.push_back({number, properties.name, properties.totalGlobalMem});
  }
  return result;
}

std::uint64_t context_now() noexcept {
  // The run-time library has no number for it, the driver has. It is not linked, so that programs start without one.
  using GetId = CUresult (*)(CUcontext, unsigned long long*);
  static const GetId get_id = [] {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult state{};
    if (cudaGetDriverEntryPointByVersion("cuCtxGetId", &found, 12000, cudaEnableDefault, &state) != cudaSuccess ||
        state != cudaDriverEntryPointSuccess) {
      (void)cudaGetLastError();
      found = nullptr;
    }
    return reinterpret_cast<GetId>(found);
  }();
  unsigned long long id = 0;
  if (get_id == nullptr) return 0;
  if (get_id(nullptr, &id) == CUDA_SUCCESS) return id;
  // A thread that has not called CUDA yet has no context.
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess || cudaSetDevice(device) != cudaSuccess) (void)cudaGetLastError();
  return get_id(nullptr, &id) == CUDA_SUCCESS ? id : 0;
}

std::uint64_t context_of(int device) noexcept {
  int before = 0;
  std::uint64_t id = 0;
  if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(device) != cudaSuccess) {
    (void)cudaGetLastError();
    return 0;
  }
  id = context_now();
  if (before != device && cudaSetDevice(before) != cudaSuccess) (void)cudaGetLastError();
  return id;
}

}  // namespace graze::gpu
