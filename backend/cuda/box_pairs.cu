// All pairs of boxes that overlap.
//
// Boxes are sorted along Hilbert's curve by their middles, which only decides how fast this is, and put into groups of
// 32; groups of 32 groups, and so on, are a tree without pointers. A warp takes one group and goes down the tree to the
// groups after its own that its box overlaps; with each of them it compares the boxes that can matter, one of the
// smaller side after the other, each against 32. Boxes are compared by keys (float_keys.h), and where these cannot tell
// by their doubles. Pairs are gathered in shared memory and written 128 at a time.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <vector>

#include "backend/cuda/device_memory.h"
#include "backend/cuda/float_keys.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/lists.h"
#include "broad/float_box.h"

namespace graze::gpu {
namespace {

constexpr int warps = 4, block_size = warps * warp_size, most_levels = 8, key_bits = 30;
constexpr int group_ints = 6 * warp_size;  // lo and hi of 32 boxes, one array per bound

// Level 0 are the boxes; a group of level k has the boxes of 32 groups of the level below.
struct Levels {
  std::int32_t* groups[most_levels];
  std::uint32_t counts[most_levels];
  int top;
};

struct Extent {  // of the middles, as keys, and the first unusable box
  std::int32_t lo[3], hi[3];
};

__device__ float middle(double lo, double hi) {
  const double most = 1e37;
  return static_cast<float>(0.5 * (fmin(fmax(lo, -most), most) + fmin(fmax(hi, -most), most)));
}

__global__ void reset(Extent* extent, std::uint32_t* unusable, std::uint32_t count, std::uint64_t* found) {
  for (int k = 0; k < 3; ++k) {
    extent->lo[k] = 0x7fffffff;
    extent->hi[k] = -0x7fffffff;
  }
  *unusable = count;
  *found = 0;
}

// The middle of a box, in floats.
struct Middle {
  float at[3];
};

__global__ void measure(const Box* boxes, std::uint32_t count, Middle* middles, Extent* extent,
                        std::uint32_t* unusable) {
  Extent mine{{0x7fffffff, 0x7fffffff, 0x7fffffff}, {-0x7fffffff, -0x7fffffff, -0x7fffffff}};
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const Box box = boxes[i];
    if (!usable(box)) {
      atomicMin(unusable, i);
      continue;
    }
    for (int k = 0; k < 3; ++k) {
      const float at = middle(box.lo[k], box.hi[k]);
      const std::int32_t key = float_key(at);
      middles[i].at[k] = at;
      mine.lo[k] = std::min(mine.lo[k], key);
      mine.hi[k] = std::max(mine.hi[k], key);
    }
  }
  for (int k = 0; k < 3; ++k) {
    const std::int32_t lo = __reduce_min_sync(~0u, mine.lo[k]), hi = __reduce_max_sync(~0u, mine.hi[k]);
    if (threadIdx.x % warp_size != 0) continue;
    atomicMin(extent->lo + k, lo);
    atomicMax(extent->hi + k, hi);
  }
}

// How the space of the middles is cut into cubic cells, at most 2^30 of them: axis[0] is the widest, and has the most.
struct Grid {
  int axis[3], bits[3];
  float lo[3], scale;
};

// Cells are halved as long as their numbers fit the bits of a key; an axis joins in once half a cell is less than the
// extent along it. So a line has all bits along it, and a sheet half of them each way.
__global__ void plan(const Extent* extent, Grid* grid) {
  float wide[3];
  for (int k = 0; k < 3; ++k) {
    grid->lo[k] = float_of_key(extent->lo[k]);
    wide[k] = float_of_key(extent->hi[k]) - grid->lo[k];
    grid->axis[k] = k;
    grid->bits[k] = 0;
  }
  for (int k : {0, 1, 0})
    if (wide[grid->axis[k]] < wide[grid->axis[k + 1]]) std::swap(grid->axis[k], grid->axis[k + 1]);
  const float widest = fmaxf(wide[grid->axis[0]], 1e-30f);
  float cell = widest;
  for (int left = key_bits;; cell *= 0.5f) {
    int joining = 1;
    while (joining < 3 && wide[grid->axis[joining]] > 0.5f * cell) ++joining;
    if (left < joining || cell < 1e-30f) break;
    left -= joining;
    for (int k = 0; k < joining; ++k) ++grid->bits[k];
  }
  grid->scale = static_cast<float>(1 << grid->bits[0]) / widest;
}

// Where Hilbert's curve visits a cell of `axes` coordinates of so many bits, after Skilling, Programming the Hilbert
// curve (2004): the coordinates are turned and mirrored level by level, and the result is read as a Gray code.
__device__ std::uint32_t curve_place(const std::uint32_t (&cell)[3], int axes, int bits) {
  if (bits == 0) return 0;
  std::uint32_t at[3] = {cell[0], cell[1], cell[2]};
  const std::uint32_t top = 1u << (bits - 1);
  for (std::uint32_t bit = top; bit > 1; bit >>= 1) {
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      if (k >= axes) break;
      const std::uint32_t exchange = (at[k] & bit) != 0 ? 0 : (at[0] ^ at[k]) & (bit - 1);
      at[0] ^= (at[k] & bit) != 0 ? bit - 1 : exchange;
      at[k] ^= exchange;
    }
  }
  if (axes > 1) at[1] ^= at[0];
  if (axes > 2) at[2] ^= at[1];
  std::uint32_t flip = 0, place = 0;
  const std::uint32_t last = axes == 1 ? at[0] : axes == 2 ? at[1] : at[2];
  for (std::uint32_t bit = top; bit > 1; bit >>= 1)
    if ((last & bit) != 0) flip ^= bit - 1;
  for (int bit = bits - 1; bit >= 0; --bit)
#pragma unroll
    for (int k = 0; k < 3; ++k)
      if (k < axes) place = place << 1 | ((at[k] ^ flip) >> bit & 1);
  return place;
}

// Along the widest axis first, as far as it alone has bits, then along a curve in the plane of two, then in cubes.
__global__ void place_on_curve(const Middle* middles, std::uint32_t count, const Grid* plan, std::uint32_t* keys,
                               std::uint32_t* ids) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Middle box = middles[i];  // of an unusable one, whatever lies there: nothing is answered then
  const Grid grid = *plan;
  std::uint32_t cell[3];
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    const int axis = grid.axis[k];
    const float middle = axis == 0 ? box.at[0] : axis == 1 ? box.at[1] : box.at[2];
    const float at = (middle - grid.lo[axis]) * grid.scale;
    cell[k] = static_cast<std::uint32_t>(fminf(static_cast<float>((1 << grid.bits[k]) - 1), fmaxf(0, at)));
  }
  const int cube = grid.bits[2], square = grid.bits[1] - cube;
  const std::uint32_t low = (1u << cube) - 1, next = (1u << square) - 1;
  const std::uint32_t in_cube = curve_place({cell[0] & low, cell[1] & low, cell[2] & low}, 3, cube);
  const std::uint32_t in_square = curve_place({cell[0] >> cube & next, cell[1] >> cube & next, 0}, 2, square);
  keys[i] = (cell[0] >> grid.bits[1] << 2 * square | in_square) << 3 * cube | in_cube;
  ids[i] = i;
}

// Writes the box of 32 lanes as child `group` of the level above.
__device__ void write_above(const BoxKeys& mine, std::uint32_t group, std::int32_t* above) {
  std::int32_t* to = above + std::size_t{group / warp_size} * group_ints + group % warp_size;
  for (int k = 0; k < 3; ++k) {
    const std::int32_t lo = __reduce_min_sync(~0u, mine.lo[k]), hi = __reduce_max_sync(~0u, mine.hi[k]);
    if (threadIdx.x % warp_size != 0) continue;
    to[k * warp_size] = lo;
    to[(3 + k) * warp_size] = hi;
  }
}

__device__ BoxKeys read_keys(const std::int32_t* group, unsigned lane) {
  BoxKeys keys;
  for (int k = 0; k < 3; ++k) {
    keys.lo[k] = __ldg(group + k * warp_size + lane);
    keys.hi[k] = __ldg(group + (3 + k) * warp_size + lane);
  }
  return keys;
}

__global__ void fill_groups(const Box* boxes, const std::uint32_t* ids, std::uint32_t count, std::int32_t* groups,
                            std::int32_t* above) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, group = i / warp_size, lane = threadIdx.x % warp_size;
  if (group * warp_size >= count) return;
  BoxKeys mine = no_box_keys();
  if (i < count) {
    const Box box = boxes[ids[i]];
    for (int k = 0; k < 3; ++k) {
      mine.lo[k] = float_key(__double2float_rd(box.lo[k]));
      mine.hi[k] = float_key(__double2float_ru(box.hi[k]));
    }
  }
  std::int32_t* to = groups + std::size_t{group} * group_ints + lane;
  for (int k = 0; k < 3; ++k) {
    to[k * warp_size] = mine.lo[k];
    to[(3 + k) * warp_size] = mine.hi[k];
  }
  write_above(mine, group, above);
}

__global__ void fill_above(const std::int32_t* groups, std::uint32_t count, std::int32_t* above) {
  const std::uint32_t group = (blockIdx.x * blockDim.x + threadIdx.x) / warp_size;
  if (group >= count) return;
  write_above(read_keys(groups + std::size_t{group} * group_ints, threadIdx.x % warp_size), group, above);
}

__global__ void clear_groups(std::int32_t* groups, std::size_t ints) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < ints) groups[i] = i % group_ints < 3 * warp_size ? 0x7fffffff : -0x7fffffff;
}

__device__ BoxKeys keys_of_lane(const BoxKeys& mine, int lane) {
  BoxKeys keys;
  for (int k = 0; k < 3; ++k) {
    keys.lo[k] = __shfl_sync(~0u, mine.lo[k], lane);
    keys.hi[k] = __shfl_sync(~0u, mine.hi[k], lane);
  }
  return keys;
}

// What a warp has found and not written yet.
class Found {
 public:
  __device__ Found(IndexPair* buffer, const Box* boxes, IndexPair* pairs, std::uint64_t capacity, std::uint64_t* found)
      : buffer_(buffer), boxes_(boxes), pairs_(pairs), capacity_(capacity), found_(found) {}

  // Lanes whose keys overlap others': sure, or told by doubles.
  __device__ void add(bool meet, const BoxKeys& mine, std::uint32_t id, const BoxKeys& other, std::uint32_t other_id) {
    if (!__any_sync(~0u, meet)) return;
    if (meet && must_ask_doubles(mine, other)) meet = overlap(boxes_[id], boxes_[other_id]);
    const unsigned all = __ballot_sync(~0u, meet), lane = threadIdx.x % warp_size;
    if (meet) buffer_[count_ + __popc(all & ((1u << lane) - 1))] = {std::min(id, other_id), std::max(id, other_id)};
    count_ += __popc(all);
    __syncwarp();
    if (count_ >= room) write();
  }
  // Counts always, writes while there is room.
  __device__ void write() {
    const unsigned lane = threadIdx.x % warp_size;
    unsigned long long begin = 0;
    if (lane == 0)
      begin = atomicAdd(reinterpret_cast<unsigned long long*>(found_), static_cast<unsigned long long>(count_));
    begin = __shfl_sync(~0u, begin, 0);
    for (int k = static_cast<int>(lane); k < count_; k += warp_size)
      if (begin + k < capacity_) pairs_[begin + k] = buffer_[k];
    __syncwarp();
    count_ = 0;
  }

  static constexpr int room = 128;

 private:
  IndexPair* buffer_;
  const Box* boxes_;
  IndexPair* pairs_;
  std::uint64_t capacity_;
  std::uint64_t* found_;
  int count_ = 0;
};

__global__ void __launch_bounds__(block_size)
    find_pairs(Levels levels, const Box* boxes, const std::uint32_t* ids, std::uint32_t count, IndexPair* pairs,
               std::uint64_t capacity, std::uint64_t* found_count) {
  __shared__ IndexPair buffer[warps][Found::room + warp_size];
  const unsigned lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
  const std::uint32_t own = blockIdx.x * warps + warp;
  if (own >= levels.counts[0]) return;
  Found found(buffer[warp], boxes, pairs, capacity, found_count);
  const BoxKeys mine = read_keys(levels.groups[0] + std::size_t{own} * group_ints, lane);
  const std::uint32_t my_id = own * warp_size + lane < count ? ids[own * warp_size + lane] : 0;
  const BoxKeys box = read_keys(levels.groups[1] + std::size_t{own / warp_size} * group_ints, own % warp_size);

  // Within the group each pair of lanes once: lane and lane + r, half of them for r = 16.
  for (int r = 1; r <= warp_size / 2; ++r) {
    const int other_lane = static_cast<int>((lane + r) % warp_size);
    const BoxKeys other = keys_of_lane(mine, other_lane);
    const std::uint32_t other_id = __shfl_sync(~0u, my_id, other_lane);
    found.add(overlap(mine, other) && (r < warp_size / 2 || lane < warp_size / 2), mine, my_id, other, other_id);
  }

  // Children of a group of a level that the box overlaps and that do not end before this group.
  const auto open = [&](int level, std::uint32_t group) {
    const BoxKeys child = read_keys(levels.groups[level] + std::size_t{group} * group_ints, lane);
    const std::uint64_t last = ((std::uint64_t{group} * warp_size + lane + 1) << (5 * (level - 1))) - 1;
    return __ballot_sync(~0u, overlap(child, box) && last >= own);
  };
  std::uint32_t group[most_levels], todo[most_levels];
  int level = levels.top;
#pragma unroll
  for (int k = 1; k < most_levels; ++k) {
    group[k] = 0;
    todo[k] = 0;
    if (k == level) todo[k] = open(k, 0);
  }
  for (;;) {
    std::uint32_t left = 0, parent = 0;
#pragma unroll
    for (int k = 1; k < most_levels; ++k)
      if (k == level) {
        left = todo[k];
        parent = group[k];
      }
    if (left == 0) {
      if (level == levels.top) break;
      ++level;
      continue;
    }
    if (level > 1) {
      const std::uint32_t child = parent * warp_size + __ffs(left) - 1;
#pragma unroll
      for (int k = 1; k < most_levels; ++k) {
        if (k == level) todo[k] = left & (left - 1);
        if (k == level - 1) {
          group[k] = child;
          todo[k] = open(k, child);
        }
      }
      --level;
      continue;
    }
    // Level 1: which of my boxes overlap which of these groups; groups that none overlaps are not read.
    todo[1] = 0;
    const BoxKeys child = read_keys(levels.groups[1] + std::size_t{parent} * group_ints, lane);
    if (own / warp_size == parent) left &= ~(1u << own % warp_size);
    std::uint32_t wanted = 0, mine_of_child = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
      const int k = __ffs(rest) - 1;
      const std::uint32_t lanes = __ballot_sync(~0u, overlap(mine, keys_of_lane(child, k)));
      if (lanes != 0) wanted |= 1u << k;
      if (static_cast<int>(lane) == k) mine_of_child = lanes;
    }
    if (wanted == 0) continue;
    // The next group is on its way while this one is compared.
    BoxKeys next =
        read_keys(levels.groups[0] + (std::size_t{parent} * warp_size + __ffs(wanted) - 1) * group_ints, lane);
    while (wanted != 0) {
      const int k = __ffs(wanted) - 1;
      const BoxKeys other = next;
      wanted &= wanted - 1;
      if (wanted != 0)
        next = read_keys(levels.groups[0] + (std::size_t{parent} * warp_size + __ffs(wanted) - 1) * group_ints, lane);
      const std::uint32_t my_lanes = __shfl_sync(~0u, mine_of_child, k);
      const std::uint32_t other_lanes = __ballot_sync(~0u, overlap(other, box));
      if (other_lanes == 0) continue;
      const std::uint32_t place = (parent * warp_size + k) * warp_size + lane;
      const std::uint32_t other_id = place < count ? ids[place] : 0;
      // One after the other of the side with fewer against all of the other side.
      const bool one_of_other = __popc(other_lanes) < __popc(my_lanes);
      for (std::uint32_t rest = one_of_other ? other_lanes : my_lanes; rest != 0; rest &= rest - 1) {
        const int one = __ffs(rest) - 1;
        const BoxKeys single = keys_of_lane(one_of_other ? other : mine, one);
        const std::uint32_t single_id = __shfl_sync(~0u, one_of_other ? other_id : my_id, one);
        const BoxKeys& many = one_of_other ? mine : other;
        found.add(overlap(many, single), many, one_of_other ? my_id : other_id, single, single_id);
      }
    }
  }
  found.write();
}

struct Parts {
  Extent* extent;
  Grid* grid;
  Middle* middles;
  std::uint32_t *keys, *sorted_keys, *ids, *sorted_ids;
  char* sort;
  std::size_t sort_bytes = 0;
  Levels levels{};
  Scratch scratch;

  Parts(std::uint32_t count, Scratch space) : scratch(space) {
    extent = scratch.take<Extent>(1);
    grid = scratch.take<Grid>(1);
    for (std::uint32_t** array : {&keys, &sorted_keys, &ids, &sorted_ids}) *array = scratch.take<std::uint32_t>(count);
    cub::DeviceRadixSort::SortPairs(nullptr, sort_bytes, keys, sorted_keys, ids, sorted_ids, count, 0, key_bits);
    sort = scratch.take<char>(sort_bytes);
    middles = scratch.take<Middle>(count);
    std::uint32_t groups = (count + warp_size - 1) / warp_size;
    for (int level = 0;; ++level) {
      levels.counts[level] = groups;
      levels.groups[level] = scratch.take<std::int32_t>(std::size_t{groups} * group_ints);
      levels.top = level;
      if (level > 0 && groups == 1) break;
      groups = (groups + warp_size - 1) / warp_size;
    }
  }
};

}  // namespace

std::size_t pairs_scratch(std::uint32_t count) { return Parts(std::max(count, 1u), {}).scratch.used(); }

Status pairs(const PairsOnDevice& batch, void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  const std::uint32_t count = batch.count;
  Parts parts(std::max(count, 1u), {batch.scratch, batch.scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  reset<<<1, 1, 0, stream>>>(parts.extent, batch.unusable, count, batch.found);
  if (count == 0) return launched();
  measure<<<132 * 8, 256, 0, stream>>>(batch.boxes, count, parts.middles, parts.extent, batch.unusable);
  plan<<<1, 1, 0, stream>>>(parts.extent, parts.grid);
  place_on_curve<<<blocks_for(count, 256), 256, 0, stream>>>(parts.middles, count, parts.grid, parts.keys, parts.ids);
  cub::DeviceRadixSort::SortPairs(parts.sort, parts.sort_bytes, parts.keys, parts.sorted_keys, parts.ids,
                                  parts.sorted_ids, count, 0, key_bits, stream);
  const Levels& levels = parts.levels;
  for (int level = 1; level <= levels.top; ++level) {
    const std::size_t ints = std::size_t{levels.counts[level]} * group_ints;
    clear_groups<<<blocks_for(ints, 256), 256, 0, stream>>>(levels.groups[level], ints);
  }
  fill_groups<<<blocks_for(count, 256), 256, 0, stream>>>(batch.boxes, parts.sorted_ids, count, levels.groups[0],
                                                          levels.groups[1]);
  for (int level = 1; level < levels.top; ++level)
    fill_above<<<blocks_for(std::size_t{levels.counts[level]} * warp_size, 256), 256, 0, stream>>>(
        levels.groups[level], levels.counts[level], levels.groups[level + 1]);
  find_pairs<<<blocks_for(levels.counts[0], warps), block_size, 0, stream>>>(
      levels, batch.boxes, parts.sorted_ids, count, batch.pairs, batch.capacity, batch.found);
  return launched();
}

DeviceOutcome pairs_batch(int device, std::span<const Box> boxes, std::vector<IndexPair>& result,
                          std::size_t& unusable) {
  try {
    if (!choose(device)) return {};
    const auto count = static_cast<std::uint32_t>(boxes.size());
    DeviceArray<Box> on_device(count);
    on_device.fill_from(boxes);
    DeviceArray<char> scratch(pairs_scratch(count));
    DeviceArray<std::uint64_t> found(1);
    DeviceArray<std::uint32_t> first_unusable(1);
    // Room for four pairs a box; where that is too little, once more with what is needed.
    std::uint64_t capacity = 4 * std::uint64_t{count} + 1024;
    for (;;) {
      DeviceArray<IndexPair> list(capacity);
      const PairsOnDevice batch{on_device.data(),      count,          list.data(),   capacity, found.data(),
                                first_unusable.data(), scratch.data(), scratch.size()};
      if (pairs(batch, nullptr) != Status::ok) throw DeviceFailure("the device refused a list of boxes");
      std::uint64_t needed = 0;
      std::uint32_t bad = 0;
      found.copy_to({&needed, 1});
      first_unusable.copy_to({&bad, 1});
      unusable = bad;
      if (bad < count) return {true, {}};
      if (needed > capacity) {
        capacity = needed;
        continue;
      }
      DeviceArray<char> sort(sort_scratch(needed, count));
      if (sort_pairs(list.data(), needed, count, sort.data(), sort.size(), nullptr) != Status::ok)
        throw DeviceFailure("the device refused to sort pairs");
      result.resize(needed);
      list.copy_to(result);
      return {true, {}};
    }
  } catch (const DeviceFailure& failure) {
    result.clear();
    return {false, failure.what()};
  }
}

}  // namespace graze::gpu
