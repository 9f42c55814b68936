// Which devices there are.
#include <cuda_runtime.h>

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

}  // namespace graze::gpu
