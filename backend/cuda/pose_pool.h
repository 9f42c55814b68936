// A warp takes several poses of two meshes at once: pairs of nodes and of triangles of all of them lie on one stack and
// in one queue in shared memory, so that a pose with few pairs left does not leave threads without work. A pair tells
// the pose that it belongs to by the place of that pose in the pool.
//
// New poses come in while there are fewer pairs than threads. A pose ends at the first pair of triangles that meets for
// sure, or when nothing of it is left; until then its place stays taken, and what is left of one that has ended is
// thrown away as it turns up.
#pragma once

#include "backend/cuda/lists.h"
#include "backend/cuda/pose_walk.h"

namespace graze::gpu {

// A pose as the walk needs it, made ready by a thread of its own.
struct alignas(16) PreparedPose {
  PoseMap map;
  std::uint32_t ready;
};

inline constexpr int pool_places = 4, pool_shift = 29;  // a place fits above the number of a node
inline constexpr std::int32_t pool_mask = (1 << pool_shift) - 1;

struct PosePool {
  PlacePair stack[pose_stack + pose_stack_slack];
  PlacePair queue[pose_queue];
  PoseMap map[pool_places];
  std::uint32_t number[pool_places];
};

// How many pairs there are of each pose in the pool; the same in all threads of a warp.
class PoolCounts {
 public:
  __device__ int of(int place) const { return static_cast<int>(pairs_[place / 2] >> (place % 2 * 16) & 0xffffu); }
  // By all threads of a warp, each for the pose at `place`.
  __device__ void add(int place, int change) {
    const unsigned mine = static_cast<unsigned>(change) << (place % 2 * 16);
    for (int k = 0; k < pool_places / 2; ++k) pairs_[k] += __reduce_add_sync(~0u, place / 2 == k ? mine : 0u);
  }
  __device__ void start(int place, int count) {
    for (int k = 0; k < pool_places / 2; ++k)
      if (place / 2 == k) pairs_[k] += static_cast<unsigned>(count) << (place % 2 * 16);
  }
  __device__ void clear() {
    for (unsigned& two : pairs_) two = 0;
  }

 private:
  unsigned pairs_[pool_places / 2] = {};  // 16 bits each
};

// take() gives the number of the next pose, at least `count` where there is none; say(number, met, all_apart) is called
// by one thread.
template <Ask ask, class Take, class Say>
__device__ void walk_poses(const PairMesh& a, const PairMesh& b, const Pose* poses, const PreparedPose* prepared,
                           std::uint32_t count, const Reach& reach, bool from_roots, PosePool& pool, const Take& take,
                           const Say& say) {
  constexpr unsigned full = (1u << pool_places) - 1;
  const int lane = static_cast<int>(threadIdx.x % warp_size);
  const unsigned before = (1u << lane) - 1;
  int on_stack = 0, queued = 0;
  PoolCounts counts;
  unsigned taken = 0, ended = 0, open = 0, near = 0;  // a bit for each place
  std::uint32_t upcoming = take();                    // of the first thread
  bool more = true;
  for (;;) {
    while (more && on_stack < warp_size && taken != full) {
      const std::uint32_t number = __shfl_sync(~0u, upcoming, 0);
      if (number >= count) {
        more = false;
        break;
      }
      upcoming = take();
      const PreparedPose& from = prepared[number];
      if (from.ready == 0) continue;
      const int place = __ffs(static_cast<int>(~taken)) - 1;
      const auto* words = reinterpret_cast<const std::uint32_t*>(&from.map);
      if (lane < static_cast<int>(sizeof(PoseMap) / 4))
        reinterpret_cast<std::uint32_t*>(pool.map + place)[lane] = words[lane];
      if (lane == 0) pool.number[place] = number;
      const int begun = begin_walk(a, b, from_roots, lane, warp_size, [&](int k, int node_a, int node_b) {
        pool.stack[on_stack + k] = {node_a | place << pool_shift, node_b};
      });
      on_stack += begun;
      counts.start(place, begun);
      taken |= 1u << place;
      ended &= ~(1u << place);
      open &= ~(1u << place);
      near &= ~(1u << place);
      __syncwarp();
    }
    int place = 0, change = 0;
    if (queued >= warp_size || (on_stack == 0 && queued > 0)) {
      const int lanes = ::min(warp_size, queued);
      Meet meet = Meet::no;
      if (lane < lanes) {
        PlacePair pair = pool.queue[queued - 1 - lane];
        place = pair.a >> pool_shift;
        pair.a &= pool_mask;
        change = -1;
        if ((ended >> place & 1) == 0)
          meet = look_at_triangles<ask>(a, b, pool.map[place], poses[pool.number[place]], reach, pair);
      }
      queued -= lanes;
      __syncwarp();
      open |= __reduce_or_sync(~0u, meet == Meet::open ? 1u << place : 0u);
      ended |= __reduce_or_sync(~0u, meet == Meet::yes ? 1u << place : 0u);
    } else {
      if (on_stack == 0) break;
      if (on_stack + 3 > pose_stack + pose_stack_slack) {  // never, but nothing may be dropped
        open |= taken & ~ended;
        on_stack = queued = 0;
        counts.clear();
      }
      const int lanes = pairs_at_once(on_stack);
      BoxesStep step = BoxesStep::apart;
      PlacePair next[4];
      int children = 0;
      if (lane < lanes) {
        PlacePair pair = pool.stack[on_stack - 1 - lane];
        place = pair.a >> pool_shift;
        pair.a &= pool_mask;
        const PoseMap& map = pool.map[place];
        if ((ended >> place & 1) == 0)
          step = map.rigid ? look_at_boxes<true>(a, b, map, pair, reach.most, next, children)
                           : look_at_boxes<false>(a, b, map, pair, reach.most, next, children);
        change = -1;
      }
      on_stack -= lanes;
      __syncwarp();
      const unsigned splits = __ballot_sync(~0u, step == BoxesStep::split);
      const unsigned leaves = __ballot_sync(~0u, step == BoxesStep::leaves);
      near |= __reduce_or_sync(~0u, step != BoxesStep::apart ? 1u << place : 0u);
      const unsigned fours = __ballot_sync(~0u, children == 4);
      const std::int32_t tag = place << pool_shift;
      if (step == BoxesStep::split) {
        const int to = on_stack + 2 * (__popc(splits & before) + __popc(fours & before));
        pool.stack[to] = {next[0].a | tag, next[0].b};
        pool.stack[to + 1] = {next[1].a | tag, next[1].b};
        if (children == 4) {
          pool.stack[to + 2] = {next[2].a | tag, next[2].b};
          pool.stack[to + 3] = {next[3].a | tag, next[3].b};
        }
        change += children;
      }
      on_stack += 2 * (__popc(splits) + __popc(fours));
      if (leaves != 0) {
        LeafReference leaf_a{0, 0}, leaf_b{0, 0};
        if (step == BoxesStep::leaves) {
          leaf_a = leaf_of(next[0].a);
          leaf_b = leaf_of(next[0].b);
        }
        const int mine = static_cast<int>(leaf_a.count * leaf_b.count);
        int up_to = mine;
        for (int reach_of = 1; reach_of < warp_size; reach_of *= 2) {
          const int other = __shfl_up_sync(~0u, up_to, reach_of);
          if (lane >= reach_of) up_to += other;
        }
        int to = queued + up_to - mine;
        for (std::uint32_t i = 0; i < leaf_a.count; ++i)
          for (std::uint32_t k = 0; k < leaf_b.count; ++k)
            pool.queue[to++] = {static_cast<std::int32_t>(leaf_a.first + i) | tag,
                                static_cast<std::int32_t>(leaf_b.first + k)};
        queued += __shfl_sync(~0u, up_to, warp_size - 1);
        change += mine;
      }
      __syncwarp();
    }
    counts.add(place, change);
    for (int k = 0; k < pool_places; ++k) {
      if ((taken >> k & 1) == 0 || counts.of(k) != 0) continue;
      taken &= ~(1u << k);
      const bool met = (ended >> k & 1) != 0;
      if (lane == 0)
        say(pool.number[k], met ? Meet::yes : (open >> k & 1) != 0 ? Meet::open : Meet::no, (near >> k & 1) == 0);
    }
    __syncwarp();
  }
}

}  // namespace graze::gpu
