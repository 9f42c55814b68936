// Which features of a moving mesh touch: boxes around triangles on their way, their pairs, the pairs of features that
// these stand for, and ccd of each. Nothing waits: counts stay on the device.
#include <algorithm>
#include <vector>

#include "backend/cuda/feature_search.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/moving_features.h"

namespace graze::gpu {
namespace {

constexpr int block_size = search_block;

__global__ void start_counts(SelfCcdCounts* counts, std::uint32_t vertices) {
  *counts = {};
  counts->unusable = vertices;
}

__global__ void __launch_bounds__(block_size)
    sweep_vertices(const Vec3* at_0, const Vec3* at_1, std::uint32_t count, SweptBox* boxes, SelfCcdCounts* counts) {
  const std::uint32_t i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  const Vec3 p = at_0[i], q = at_1[i];
  SweptBox box;
  bool all = true;
  for (int k = 0; k < 3; ++k) {
    all = all && GRAZE_ABS(p[k]) <= 0x1.fffffffffffffp1023 && GRAZE_ABS(q[k]) <= 0x1.fffffffffffffp1023;
    box.lo[k] = __double2float_rd(fmin(p[k], q[k]));
    box.hi[k] = __double2float_ru(fmax(p[k], q[k]));
  }
  if (!all) atomicMin(&counts->unusable, i);
  boxes[i] = box;
}

__global__ void __launch_bounds__(block_size)
    sweep_triangles(const OwningTriangle* triangles, std::uint32_t count, const SweptBox* vertices, Box* boxes) {
  const std::uint32_t i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  const OwningTriangle t = triangles[i];
  const SweptBox box = around(around(vertices[t.corner[0]], vertices[t.corner[1]]), vertices[t.corner[2]]);
  // Beyond the floats a side is infinite; a box must not lie there.
  Box result;
  for (int k = 0; k < 3; ++k) {
    result.lo[k] = fmin(static_cast<double>(box.lo[k]), 1e308);
    result.hi[k] = fmax(static_cast<double>(box.hi[k]), -1e308);
  }
  boxes[i] = result;
}

// Room for pairs of features of one kind.
struct QuadList {
  Quad* quads;
  std::uint32_t* count;
  std::uint32_t capacity;
};

// Where the pairs of this thread go, of those of the warp.
__device__ std::uint32_t places_for(std::uint32_t mine, std::uint32_t* count) {
  const unsigned lane = threadIdx.x % warp_size;
  std::uint32_t up_to = mine;
  for (int reach = 1; reach < warp_size; reach *= 2) {
    const std::uint32_t other = __shfl_up_sync(~0u, up_to, reach);
    if (lane >= reach) up_to += other;
  }
  const std::uint32_t all = __shfl_sync(~0u, up_to, warp_size - 1);
  std::uint32_t begin = 0;
  if (lane == 0 && all > 0) begin = atomicAdd(count, all);
  return __shfl_sync(~0u, begin, 0) + up_to - mine;
}

__global__ void __launch_bounds__(block_size)
    list_features(const OwningTriangle* triangles, const SweptBox* vertices, const IndexPair* overlaps,
                  const std::uint64_t* found, std::uint64_t capacity, QuadList faces, QuadList edges) {
  const std::uint64_t counted = *found, count = counted < capacity ? counted : capacity;
  const std::uint64_t all = (count + warp_size - 1) / warp_size * warp_size;
  for (std::uint64_t n = std::uint64_t{blockIdx.x} * block_size + threadIdx.x; n < all;
       n += std::uint64_t{gridDim.x} * block_size) {
    OwningTriangle a{}, b{};
    std::uint32_t pairs = 0;
    if (n < count) {
      const IndexPair pair = overlaps[n];
      const auto read = [&](std::uint32_t i) {
        const FourWords words = read_four(reinterpret_cast<const FourWords*>(triangles + i));
        return OwningTriangle{{words.x, words.y, words.z}, words.w};
      };
      a = read(pair.a);
      b = read(pair.b);
      SweptBox of_a[3], of_b[3];
      for (int k = 0; k < 3; ++k) {
        of_a[k] = vertices[a.corner[k]];
        of_b[k] = vertices[b.corner[k]];
      }
      pairs = feature_pairs(a, b, of_a, of_b);
    }
    const std::uint32_t of_faces = pairs & 63u, of_edges = pairs & ~63u;
    const auto write = [&](std::uint32_t bits, const QuadList& to) {
      std::uint32_t place = places_for(static_cast<std::uint32_t>(__popc(bits)), to.count);
      for (; bits != 0; bits &= bits - 1, ++place) {
        if (place >= to.capacity) break;
        const Quad quad = quad_of(a, b, __ffs(bits) - 1);
        *reinterpret_cast<uint4*>(to.quads + place) = make_uint4(quad[0], quad[1], quad[2], quad[3]);
      }
    };
    write(of_faces, faces);
    write(of_edges, edges);
  }
}

// Pairs by the numbers of their points.
struct IndexedPairs {
  const Quad* quads;
  const Vec3 *at_0, *at_1;

  __device__ PairPoints operator()(std::uint32_t i) const {
    const FourWords quad = read_four(reinterpret_cast<const FourWords*>(quads + i));
    const std::uint32_t number[4] = {quad.x, quad.y, quad.z, quad.w};
    PairPoints points;
    for (int k = 0; k < 4; ++k) {
      points.at_0[k] = read(at_0 + number[k]);
      points.at_1[k] = read(at_1 + number[k]);
    }
    return points;
  }
  static __device__ Vec3 read(const Vec3* from) { return {__ldg(&from->x), __ldg(&from->y), __ldg(&from->z)}; }
};

// Where this thread may write among those that are here.
__device__ std::uint32_t place_here(std::uint32_t* count) {
  const unsigned all = __activemask(), lane = threadIdx.x % warp_size, first = __ffs(all) - 1;
  std::uint32_t begin = 0;
  if (lane == first) begin = atomicAdd(count, static_cast<std::uint32_t>(__popc(all)));
  return __shfl_sync(all, begin, first) + __popc(all & ((1u << lane) - 1));
}

struct Touches {
  const Quad* quads;
  CcdKind kind;
  SelfCcdCounts* counts;
  FeatureTouch *touches, *undecided;
  std::uint32_t touch_capacity, undecided_capacity;

  __device__ void no(std::uint32_t) const {}
  __device__ void yes(std::uint32_t i, double lo, double hi) const {
    write(i, lo, hi, &counts->touches, touches, touch_capacity);
  }
  __device__ void open(std::uint32_t i) const {
    write(i, unknown_number, unknown_number, &counts->undecided, undecided, undecided_capacity);
  }
  __device__ void write(std::uint32_t i, double lo, double hi, std::uint32_t* count, FeatureTouch* to,
                        std::uint32_t capacity) const {
    const std::uint32_t place = place_here(count);
    if (place >= capacity) return;
    FeatureTouch touch;
    for (int k = 0; k < 4; ++k) touch.points[k] = reinterpret_cast<const std::uint32_t*>(quads + i)[k];
    touch.kind = kind;
    touch.lower = lo;
    touch.upper = hi;
    to[place] = touch;
  }
};

template <int Count>
__global__ void __launch_bounds__(block_size)
    filter_quads(IndexedPairs source, Todo all, std::uint32_t most, Todo next) {
  each(
      all, false, next,
      [=](std::uint32_t i, double&) {
        const PairPoints points = source(i);
        return !clear_at_once<Count>(points.at_0, points.at_1);
      },
      most);
}

struct Parts {
  SweptBox* vertices;
  Box* boxes;
  IndexPair* overlaps;
  Quad* quads[2];
  Todo todo[2];
  std::uint32_t* unusable_box;
  char* broad;
  std::size_t broad_bytes;
  Scratch scratch;

  Parts(const SelfCcdOnDevice& batch, Scratch space) : scratch(space) {
    vertices = scratch.take<SweptBox>(batch.vertices);
    boxes = scratch.take<Box>(batch.count);
    overlaps = scratch.take<IndexPair>(batch.overlap_capacity);
    for (Quad*& list : quads) list = scratch.take<Quad>(batch.pair_capacity);
    for (Todo& list : todo) list = Todo::take(scratch, batch.pair_capacity);
    unusable_box = scratch.take<std::uint32_t>(1);
    broad_bytes = pairs_scratch(batch.count);
    broad = scratch.take<char>(broad_bytes);
  }
};

}  // namespace

std::size_t self_ccd_scratch(const SelfCcdOnDevice& batch) { return Parts(batch, {}).scratch.used(); }

Status self_ccd(const SelfCcdOnDevice& batch, void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  const Parts parts(batch, {batch.scratch, batch.scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  start_counts<<<1, 1, 0, stream>>>(batch.counts, batch.vertices);
  if (batch.vertices > 0)
    sweep_vertices<<<blocks_for(batch.vertices, block_size), block_size, 0, stream>>>(
        batch.at_0, batch.at_1, batch.vertices, parts.vertices, batch.counts);
  if (batch.count == 0) return launched();
  sweep_triangles<<<blocks_for(batch.count, block_size), block_size, 0, stream>>>(batch.triangles, batch.count,
                                                                                  parts.vertices, parts.boxes);
  const PairsOnDevice broad{
      parts.boxes,        batch.count, parts.overlaps,   batch.overlap_capacity, &batch.counts->overlaps,
      parts.unusable_box, parts.broad, parts.broad_bytes};
  if (const Status status = pairs(broad, stream_pointer); status != Status::ok) return status;
  const QuadList lists[2] = {{parts.quads[0], batch.counts->pairs, batch.pair_capacity},
                             {parts.quads[1], batch.counts->pairs + 1, batch.pair_capacity}};
  const unsigned blocks = 132 * 16;
  list_features<<<blocks, block_size, 0, stream>>>(batch.triangles, parts.vertices, parts.overlaps,
                                                   &batch.counts->overlaps, batch.overlap_capacity, lists[0], lists[1]);
  const auto ask = [&]<int Count>(int which, CcdKind kind) {
    const IndexedPairs source{parts.quads[which], batch.at_0, batch.at_1};
    const auto& [one, other] = parts.todo;
    one.clear(stream);
    filter_quads<Count><<<blocks, block_size, 0, stream>>>(source, Todo{nullptr, nullptr, lists[which].count},
                                                           batch.pair_capacity, one);
    search<Count>(source, one, other, batch.pair_capacity,
                  Touches{parts.quads[which], kind, batch.counts, batch.touches, batch.undecided, batch.touch_capacity,
                          batch.undecided_capacity},
                  stream);
  };
  ask.template operator()<3>(0, CcdKind::vertex_face);
  ask.template operator()<4>(1, CcdKind::edge_edge);
  return launched();
}

DeviceOutcome self_ccd_batch(const Settings& settings, std::span<const OwningTriangle> triangles,
                             std::span<const Vec3> at_0, std::span<const Vec3> at_1, SelfCcdResult& result,
                             std::vector<FeatureTouch>& undecided) {
  try {
    if (!choose(settings.device)) return {};
    const auto count = static_cast<std::uint32_t>(triangles.size());
    DeviceArray<OwningTriangle> on_triangles(count);
    DeviceArray<Vec3> from(at_0.size()), to(at_1.size());
    on_triangles.fill_from(triangles);
    from.fill_from(at_0);
    to.fill_from(at_1);
    DeviceArray<SelfCcdCounts> counts(1);
    SelfCcdOnDevice batch;
    batch.triangles = on_triangles.data();
    batch.count = count;
    batch.at_0 = from.data();
    batch.at_1 = to.data();
    batch.vertices = static_cast<std::uint32_t>(at_0.size());
    batch.counts = counts.data();
    // Room for a sheet; where that is too little, once more with what is needed.
    batch.overlap_capacity = 16 * std::uint64_t{count} + 1024;
    batch.pair_capacity = 16 * count + 1024;
    batch.touch_capacity = count + 1024;
    batch.undecided_capacity = count / 16 + 1024;
    for (;;) {
      DeviceArray<FeatureTouch> touches(batch.touch_capacity), open(batch.undecided_capacity);
      batch.touches = touches.data();
      batch.undecided = open.data();
      batch.scratch_bytes = self_ccd_scratch(batch);
      DeviceArray<char> scratch(batch.scratch_bytes);
      batch.scratch = scratch.data();
      if (self_ccd(batch, nullptr) != Status::ok) throw DeviceFailure("the device refused a mesh");
      SelfCcdCounts found;
      counts.copy_to({&found, 1});
      result.unusable = found.unusable;
      if (found.unusable < batch.vertices) return {true, {}};
      bool enough = true;
      const auto grow = [&enough](auto& capacity, auto needed) {
        if (needed <= capacity) return;
        capacity = needed;
        enough = false;
      };
      grow(batch.overlap_capacity, found.overlaps);
      grow(batch.pair_capacity, std::max(found.pairs[0], found.pairs[1]));
      grow(batch.touch_capacity, found.touches);
      grow(batch.undecided_capacity, found.undecided);
      if (!enough) continue;
      result.pairs = std::size_t{found.pairs[0]} + found.pairs[1];
      result.touches.resize(found.touches);
      undecided.resize(found.undecided);
      touches.copy_to(result.touches);
      open.copy_to(undecided);
      return {true, {}};
    }
  } catch (const DeviceFailure& failure) {
    result.touches.clear();
    undecided.clear();
    return {false, failure.what()};
  }
}

}  // namespace graze::gpu
