// Lists that the threads of a device make: places in any order, and what is left undecided in order.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_select.cuh>

#include "backend/cuda/device_memory.h"
#include "graze/gpu.h"

namespace graze::gpu {

inline constexpr int warp_size = 32;

// Where this thread may write among those of the warp that want to; in any order.
static __device__ std::uint32_t place_for(bool wanted, std::uint32_t* count) {
  const unsigned lane = threadIdx.x % warp_size, all = __ballot_sync(~0u, wanted);
  std::uint32_t begin = 0;
  if (lane == 0 && all != 0) begin = atomicAdd(count, static_cast<std::uint32_t>(__popc(all)));
  return __shfl_sync(~0u, begin, 0) + __popc(all & ((1u << lane) - 1));
}

// The same among the threads of a block of `Size`, all of which call it once: one of them asks for all, as requests
// that add to one number wait for each other.
template <int Size>
static __device__ std::uint32_t place_in_block(bool wanted, std::uint32_t* count) {
  constexpr int warps = Size / warp_size;
  __shared__ std::uint32_t first[warps];
  const unsigned lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size, all = __ballot_sync(~0u, wanted);
  if (lane == 0) first[warp] = static_cast<std::uint32_t>(__popc(all));
  __syncthreads();
  if (threadIdx.x == 0) {
    std::uint32_t sum = 0;
    for (std::uint32_t each : first) sum += each;
    std::uint32_t begin = sum == 0 ? 0 : atomicAdd(count, sum);
    for (std::uint32_t& each : first) {
      const std::uint32_t after = begin + each;
      each = begin;
      begin = after;
    }
  }
  __syncthreads();
  return first[warp] + __popc(all & ((1u << lane) - 1));
}

struct IsUndecided {
  const DeviceAnswer* answers;
  __device__ bool operator()(std::uint32_t i) const { return answers[i] == DeviceAnswer::undecided; }
};

// The numbers of the items that are undecided, in order.
class UndecidedList {
 public:
  UndecidedList(std::uint32_t count, Scratch& scratch) {
    cub::DeviceSelect::If(nullptr, bytes_, thrust::counting_iterator<std::uint32_t>(0),
                          static_cast<std::uint32_t*>(nullptr), static_cast<std::uint32_t*>(nullptr), count,
                          IsUndecided{nullptr});
    space_ = scratch.take<char>(bytes_);
  }
  void write(const DeviceAnswer* answers, std::uint32_t count, std::uint32_t* list, std::uint32_t* listed,
             cudaStream_t stream) {
    cub::DeviceSelect::If(space_, bytes_, thrust::counting_iterator<std::uint32_t>(0), list, listed, count,
                          IsUndecided{answers}, stream);
  }

 private:
  char* space_ = nullptr;
  std::size_t bytes_ = 0;
};

inline unsigned blocks_for(std::size_t threads, unsigned size) {
  return static_cast<unsigned>((threads + size - 1) / size);
}

// As many blocks of a kernel as the device runs at once.
template <class Kernel>
unsigned blocks_at_once(Kernel kernel, int block_size) {
  int device = 0, processors = 0, each = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, block_size, 0);
  return static_cast<unsigned>(std::max(1, processors * each));
}

}  // namespace graze::gpu
