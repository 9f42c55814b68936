// Lists of pairs of places, in order.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <bit>

#include "backend/cuda/lists.h"

namespace graze::gpu {
namespace {

int bits_of(std::uint32_t count) { return std::bit_width(std::max(count, 2u) - 1); }

// A pair is one number of 64 bits, with a in the low half. The list is sorted by a, as one of numbers; pairs with the
// same a lie together then, few of them in most lists, and each such run is sorted by b: a short one by a thread for
// each pair, a longer one by a block in shared memory, a very long one by a block that merges in rounds.
static_assert(sizeof(IndexPair) == 8 && std::endian::native == std::endian::little);

constexpr int short_run = 32, middle_run = 2048;

struct Run {
  std::uint64_t begin, end;
};

// A list of pairs that may lie at any multiple of four bytes.
struct PairList {
  IndexPair* pairs;
  bool aligned;

  __device__ void put(std::uint64_t i, std::uint64_t value) const {
    if (aligned)
      reinterpret_cast<std::uint64_t*>(pairs)[i] = value;
    else
      pairs[i] = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
  }
};

// A thread for each pair: its place in its run is how many come before it.
__global__ void __launch_bounds__(256) sort_short_runs(const std::uint64_t* list, std::uint64_t count, PairList result,
                                                       Run* long_runs, std::uint32_t* long_count) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * 256 + threadIdx.x;
  if (i >= count) return;
  const std::uint64_t mine = list[i];
  const auto in_run = [&](std::uint64_t k) {
    return static_cast<std::uint32_t>(list[k]) == static_cast<std::uint32_t>(mine);
  };
  int left = 0, right = 0, rank = 0;
  for (std::uint64_t k = i; k > 0 && left <= short_run && in_run(k - 1); --k, ++left) rank += list[k - 1] <= mine;
  for (std::uint64_t k = i + 1; k < count && right <= short_run && in_run(k); ++k, ++right) rank += list[k] < mine;
  if (left + right < short_run) {
    result.put(i - left + rank, mine);
    return;
  }
  if (left > 0) return;
  // The end of a long run: by steps that double, then by halves. `low` is in the run, `high` is not.
  std::uint64_t low = i, step = 1;
  for (; low + step < count && in_run(low + step); step *= 2) low += step;
  std::uint64_t high = low + step < count ? low + step : count;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (in_run(middle) ? low : high) = middle;
  }
  long_runs[atomicAdd(long_count, 1u)] = {i, high};
}

// Runs that fit into shared memory, by Batcher's bitonic network; what is beyond the end of a run is larger than all.
__global__ void __launch_bounds__(middle_run / 8)
    sort_middle_runs(const std::uint64_t* list, PairList result, const Run* runs, const std::uint32_t* run_count) {
  __shared__ std::uint64_t values[middle_run];
  for (std::uint32_t r = blockIdx.x; r < *run_count; r += gridDim.x) {
    const Run run = runs[r];
    const auto count = static_cast<std::uint32_t>(run.end - run.begin);
    if (run.end - run.begin > middle_run) continue;
    std::uint32_t size = 2 * short_run;
    while (size < count) size *= 2;
    for (std::uint32_t k = threadIdx.x; k < size; k += blockDim.x)
      values[k] = k < count ? list[run.begin + k] : ~std::uint64_t{0};
    for (std::uint32_t block = 2; block <= size; block *= 2)
      for (std::uint32_t reach = block / 2; reach > 0; reach /= 2) {
        __syncthreads();
        for (std::uint32_t k = threadIdx.x; k < size / 2; k += blockDim.x) {
          const std::uint32_t low = 2 * k - (k & (reach - 1)), high = low + reach;
          const std::uint64_t a = values[low], b = values[high];
          if ((a > b) == ((low & block) == 0)) {
            values[low] = b;
            values[high] = a;
          }
        }
      }
    __syncthreads();
    for (std::uint32_t k = threadIdx.x; k < count; k += blockDim.x) result.put(run.begin + k, values[k]);
    __syncthreads();
  }
}

// How many of the sorted values from `begin` to `end` come before `value`; equal ones count where `equal` says so.
__device__ std::uint64_t before(const std::uint64_t* values, std::uint64_t begin, std::uint64_t end,
                                std::uint64_t value, bool equal) {
  std::uint64_t low = begin, high = end;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (values[middle] < value || (equal && values[middle] == value))
      low = middle + 1;
    else
      high = middle;
  }
  return low - begin;
}

__global__ void __launch_bounds__(1024) sort_long_runs(std::uint64_t* list, std::uint64_t* other, PairList result,
                                                       const Run* runs, const std::uint32_t* run_count) {
  for (std::uint32_t r = blockIdx.x; r < *run_count; r += gridDim.x) {
    const Run run = runs[r];
    if (run.end - run.begin <= middle_run) continue;
    std::uint64_t *from = list, *to = other;
    for (std::uint64_t half = 1; half < run.end - run.begin; half *= 2) {
      for (std::uint64_t k = run.begin + threadIdx.x; k < run.end; k += blockDim.x) {
        const std::uint64_t place = k - run.begin, pair = place / (2 * half) * (2 * half) + run.begin;
        const std::uint64_t middle = pair + half < run.end ? pair + half : run.end;
        const std::uint64_t end = middle + half < run.end ? middle + half : run.end;
        const bool left = k < middle;
        const std::uint64_t others =
            left ? before(from, middle, end, from[k], false) : before(from, pair, middle, from[k], true);
        to[left ? k + others : pair + others + (k - middle)] = from[k];
      }
      __syncthreads();
      std::swap(from, to);
    }
    for (std::uint64_t k = run.begin + threadIdx.x; k < run.end; k += blockDim.x) result.put(k, from[k]);
  }
}

struct SortParts {
  std::uint64_t *one, *other;
  Run* long_runs;
  std::uint32_t* long_count;
  char* sort;
  std::size_t sort_bytes = 0;
  Scratch scratch;

  SortParts(std::uint64_t pairs, int bits, Scratch space) : scratch(space) {
    one = scratch.take<std::uint64_t>(pairs);
    other = scratch.take<std::uint64_t>(pairs);
    long_runs = scratch.take<Run>(pairs / short_run + 1);  // a long run has more pairs than that
    long_count = scratch.take<std::uint32_t>(1);
    cub::DeviceRadixSort::SortKeys(nullptr, sort_bytes, one, other, pairs, 0, bits);
    sort = scratch.take<char>(sort_bytes);
  }
};

}  // namespace

std::size_t sort_scratch(std::uint64_t pairs, std::uint32_t count) {
  return SortParts(pairs, bits_of(count), {}).scratch.used();
}

Status sort_pairs(IndexPair* list, std::uint64_t pairs, std::uint32_t count, void* scratch, std::size_t scratch_bytes,
                  void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  const int bits = bits_of(count);
  SortParts parts(pairs, bits, {scratch, scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  if (pairs == 0) return Status::ok;
  const PairList result{list, reinterpret_cast<std::uintptr_t>(list) % alignof(std::uint64_t) == 0};
  const auto* numbers = reinterpret_cast<const std::uint64_t*>(list);
  if (!result.aligned) {
    cudaMemcpyAsync(parts.other, list, pairs * sizeof(IndexPair), cudaMemcpyDeviceToDevice, stream);
    numbers = parts.other;
  }
  cudaMemsetAsync(parts.long_count, 0, sizeof(std::uint32_t), stream);
  cub::DeviceRadixSort::SortKeys(parts.sort, parts.sort_bytes, numbers, parts.one, pairs, 0, bits, stream);
  sort_short_runs<<<blocks_for(pairs, 256), 256, 0, stream>>>(parts.one, pairs, result, parts.long_runs,
                                                              parts.long_count);
  sort_middle_runs<<<132 * 8, middle_run / 8, 0, stream>>>(parts.one, result, parts.long_runs, parts.long_count);
  sort_long_runs<<<132, 1024, 0, stream>>>(parts.one, parts.other, result, parts.long_runs, parts.long_count);
  return launched();
}

}  // namespace graze::gpu
