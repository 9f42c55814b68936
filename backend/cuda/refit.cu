// A mesh whose vertices move: its frame, triangles and trees follow on the device, without waiting.
//
// Bounds for rays go up from the leaves: of the threads that come to a node the second goes on. Boxes for pairs have
// axes of their own, so that each is measured around its triangles: small ones by a thread each, large ones by a thread
// for each triangle, which goes down from the root; threads of a warp are mostly below the same node.
#include "backend/cuda/device_mesh.h"
#include "backend/cuda/lists.h"
#include "backend/cuda/refit.h"

namespace graze::gpu {
namespace {

constexpr int block_size = 128;

// Numbers in the order of the doubles.
__device__ long long double_key(double x) {
  const long long bits = __double_as_longlong(x);
  return bits >= 0 ? bits : bits ^ 0x7fffffffffffffffll;
}
__device__ double double_of_key(long long key) {
  return __longlong_as_double(key >= 0 ? key : key ^ 0x7fffffffffffffffll);
}

__global__ void start_extent(VertexExtent* extent) {
  for (int k = 0; k < 3; ++k) {
    extent->lo[k] = 0x7fffffffffffffffll;
    extent->hi[k] = -0x7fffffffffffffffll;
  }
  extent->odd = 0;
}

__global__ void __launch_bounds__(block_size)
    place_vertices(const Vec3* given, std::uint32_t count, Pose pose, Vec3* vertices, VertexExtent* extent) {
  __shared__ VertexExtent shared;
  if (threadIdx.x == 0) {
    for (int k = 0; k < 3; ++k) {
      shared.lo[k] = 0x7fffffffffffffffll;
      shared.hi[k] = -0x7fffffffffffffffll;
    }
  }
  __syncthreads();
  Vec3 lo{1e308, 1e308, 1e308}, hi{-1e308, -1e308, -1e308};
  for (std::uint32_t i = blockIdx.x * block_size + threadIdx.x; i < count; i += gridDim.x * block_size) {
    const Vec3 p = posed_by(pose, given[i]);
    vertices[i] = p;
    if (!finite(p.x) || !finite(p.y) || !finite(p.z)) {
      extent->odd = 1;
      continue;
    }
    lo = min(lo, p);
    hi = max(hi, p);
  }
  for (int k = 0; k < 3; ++k) {
    double low = lo[k], high = hi[k];
    for (int reach = warp_size / 2; reach > 0; reach /= 2) {
      low = fmin(low, __shfl_xor_sync(~0u, low, reach));
      high = fmax(high, __shfl_xor_sync(~0u, high, reach));
    }
    if (threadIdx.x % warp_size == 0) {
      atomicMin(shared.lo + k, double_key(low));
      atomicMax(shared.hi + k, double_key(high));
    }
  }
  __syncthreads();
  if (threadIdx.x < 3) {
    atomicMin(extent->lo + threadIdx.x, shared.lo[threadIdx.x]);
    atomicMax(extent->hi + threadIdx.x, shared.hi[threadIdx.x]);
  }
}

__global__ void find_frame(const VertexExtent* extent, MovedFrame* moved) {
  Vec3 lo, hi;
  for (int k = 0; k < 3; ++k) {
    lo[k] = double_of_key(extent->lo[k]);
    hi[k] = double_of_key(extent->hi[k]);
  }
  *moved = frame_around(lo, hi);
  if (extent->odd != 0) moved->usable = 0;
}

__global__ void __launch_bounds__(block_size)
    round_triangles(const MovedFrame* moved, const Vec3* vertices, const Index3* corners, FloatTriangle* triangles,
                    std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  const std::uint32_t number = triangles[i].number();
  const FloatTriangle t = rounded(into_frame(triangle_of(vertices, corners, number), moved->frame), number);
  auto* to = reinterpret_cast<float4*>(triangles + i);
  const FourFloats* from = &t.a;
  for (int k = 0; k < 3; ++k) to[k] = make_float4(from[k].x, from[k].y, from[k].z, from[k].w);
}

// A thread for each node, which works where the node has leaves.
__global__ void __launch_bounds__(block_size)
    refit_rays(const MovedFrame* moved, RayNode* nodes, const std::uint32_t* parents, std::uint32_t* arrived,
               const FloatTriangle* triangles, const Vec3* vertices, const Index3* corners, std::uint32_t count) {
  std::uint32_t node = blockIdx.x * block_size + threadIdx.x;
  if (node >= count) return;
  const LocalFrame frame = moved->frame;
  std::uint32_t done = 0;
  const auto write = [nodes](std::uint32_t to, std::uint32_t side, const GridBounds& bounds) {
    for (int k = 0; k < 3; ++k) __stcg(&nodes[to].bounds[side][k], bounds.word[k]);
  };
  for (std::uint32_t side = 0; side < 2; ++side) {
    const std::int32_t child = nodes[node].child[side];
    if (child >= 0) continue;
    write(node, side, bounds_of(leaf_of(child), triangles, vertices, corners, frame));
    ++done;
  }
  while (done > 0) {
    __threadfence();
    if (atomicAdd(arrived + node, done) + done < 2 || node == 0) return;
    __threadfence();
    GridBounds child[2];
    for (int side = 0; side < 2; ++side)
      for (int k = 0; k < 3; ++k) child[side].word[k] = __ldcg(&nodes[node].bounds[side][k]);
    const std::uint32_t up = parents[node];
    write(up / 2, up % 2, merged(child[0], child[1]));
    node = up / 2;
    done = 1;
  }
}

__global__ void __launch_bounds__(block_size)
    measure_small(PairNode* nodes, const PlaceRange* ranges, const FloatTriangle* triangles, AxisExtents* extents,
                  std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  const PlaceRange range = ranges[i];
  if (range.end - range.begin > few_below) {
    extents[i] = no_extents();
    return;
  }
  PairNode node = nodes[i];
  set_box(node, extents_of(node, range, triangles));
  nodes[i] = node;
}

__global__ void __launch_bounds__(block_size)
    measure_large(const PairNode* nodes, const PlaceRange* ranges, const FloatTriangle* triangles, AxisExtents* extents,
                  std::uint32_t count) {
  const std::uint32_t place = blockIdx.x * block_size + threadIdx.x, lane = threadIdx.x % warp_size;
  bool below = place < count;
  const FloatTriangle t = read_triangle(triangles + (below ? place : 0));
  std::int32_t node = 0;
  for (;;) {
    if (below) {
      const PlaceRange range = ranges[node];
      below = range.end - range.begin > few_below;
    }
    const unsigned all = __ballot_sync(~0u, below);
    if (all == 0) return;
    AxisExtents mine = no_extents();
    if (below) add_to(mine, nodes[node], t);
    const std::int32_t one = __shfl_sync(~0u, node, __ffs(all) - 1);
    const bool together = __all_sync(~0u, !below || node == one);
    if (together)
      for (int k = 0; k < 3; ++k) {
        mine.lo[k] = __reduce_min_sync(~0u, mine.lo[k]);
        mine.hi[k] = __reduce_max_sync(~0u, mine.hi[k]);
      }
    if (together ? lane == __ffs(all) - 1 : below)
      for (int k = 0; k < 3; ++k) {
        // Most find nothing new near the root.
        if (mine.lo[k] < __ldcg(&extents[node].lo[k])) atomicMin(&extents[node].lo[k], mine.lo[k]);
        if (mine.hi[k] > __ldcg(&extents[node].hi[k])) atomicMax(&extents[node].hi[k], mine.hi[k]);
      }
    if (below) {
      const std::int32_t child = nodes[node].child;
      if (child < 0)
        below = false;  // a leaf of many: none is made so
      else
        node = child + (place >= ranges[child + 1].begin ? 1 : 0);
    }
  }
}

__global__ void __launch_bounds__(block_size)
    set_large(PairNode* nodes, const PlaceRange* ranges, const AxisExtents* extents, std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count || ranges[i].end - ranges[i].begin <= few_below) return;
  PairNode node = nodes[i];
  set_box(node, extents[i]);
  nodes[i] = node;
}

}  // namespace

Status refit(const Mesh& mesh, const Vec3* vertices, std::uint32_t count, void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  const MeshData* data = MeshInternals::data(mesh);
  if (data == nullptr || !data->moves() || data->vertices.size() != count) return Status::invalid;
  const MovedFrame* moved = data->moved.data();
  const auto each = [](std::size_t items) { return blocks_for(items, block_size); };
  start_extent<<<1, 1, 0, stream>>>(data->extent.data());
  place_vertices<<<std::min(each(count), 132u * 8), block_size, 0, stream>>>(
      vertices, count, data->pose, data->vertices.data(), data->extent.data());
  find_frame<<<1, 1, 0, stream>>>(data->extent.data(), data->moved.data());
  const auto round = [&](const DeviceArray<FloatTriangle>& triangles) {
    if (triangles.size() > 0)
      round_triangles<<<each(triangles.size()), block_size, 0, stream>>>(moved, data->vertices.data(),
                                                                         data->corners.data(), triangles.data(),
                                                                         static_cast<std::uint32_t>(triangles.size()));
  };
  round(data->ray_triangles);
  round(data->pair_triangles);
  if (const auto nodes = static_cast<std::uint32_t>(data->ray_nodes.size()); nodes > 0) {
    cudaMemsetAsync(data->ray_arrived.data(), 0, data->ray_arrived.bytes(), stream);
    refit_rays<<<each(nodes), block_size, 0, stream>>>(moved, data->ray_nodes.data(), data->ray_parents.data(),
                                                       data->ray_arrived.data(), data->ray_triangles.data(),
                                                       data->vertices.data(), data->corners.data(), nodes);
  }
  if (const auto nodes = static_cast<std::uint32_t>(data->pair_nodes.size()); nodes > 0) {
    PairNode* const boxes = data->pair_nodes.data();
    const PlaceRange* const ranges = data->pair_ranges.data();
    AxisExtents* const extents = data->pair_extents.data();
    const auto triangles = static_cast<std::uint32_t>(data->pair_triangles.size());
    measure_small<<<each(nodes), block_size, 0, stream>>>(boxes, ranges, data->pair_triangles.data(), extents, nodes);
    measure_large<<<each(triangles), block_size, 0, stream>>>(boxes, ranges, data->pair_triangles.data(), extents,
                                                              triangles);
    set_large<<<each(nodes), block_size, 0, stream>>>(boxes, ranges, extents, nodes);
  }
  return launched();
}

Status refit(const Mesh& mesh, std::span<const Vec3> vertices) {
  const MeshData* data = MeshInternals::data(mesh);
  if (data == nullptr || !data->moves() || data->vertices.size() != vertices.size()) return Status::invalid;
  try {
    if (!choose(data->device)) return Status::internal;
    DeviceArray<Vec3> given(vertices.size());
    given.fill_from(vertices);
    const Status status = refit(mesh, given.data(), static_cast<std::uint32_t>(vertices.size()), nullptr);
    check(cudaStreamSynchronize(nullptr), "moving a mesh");
    return status;
  } catch (const DeviceFailure&) {
    return Status::internal;
  }
}

}  // namespace graze::gpu
