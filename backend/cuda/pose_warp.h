// A warp takes two meshes in one pose, with a stack of pairs of nodes and a queue of pairs of triangles in shared
// memory. Each thread looks at one pair; what it finds to look at next goes on the stack or into the queue. The walk
// ends at the first pair of triangles that meets for sure.
#pragma once

#include "backend/cuda/lists.h"
#include "backend/cuda/pose_walk.h"

namespace graze::gpu {

struct PoseStack {
  PlacePair stack[pose_stack + pose_stack_slack];
  PlacePair queue[pose_queue];
};

template <Ask ask>
__device__ Meet walk_pose(const PairMesh& a, const PairMesh& b, const Pose& pose, const PoseMap& map,
                          const Reach& reach, bool from_roots, PoseStack& walk, bool& all_apart) {
  const int lane = static_cast<int>(threadIdx.x % warp_size);
  const unsigned before = (1u << lane) - 1;
  int on_stack = begin_walk(a, b, from_roots, lane, warp_size, [&](int place, int node_a, int node_b) {
    walk.stack[place] = {node_a, node_b};
  });
  int queued = 0;
  bool open = false;
  all_apart = true;
  __syncwarp();
  for (;;) {
    if (queued >= warp_size || (on_stack == 0 && queued > 0)) {
      const int lanes = ::min(warp_size, queued);
      Meet meet = Meet::no;
      if (lane < lanes) meet = look_at_triangles<ask>(a, b, map, pose, reach, walk.queue[queued - 1 - lane]);
      queued -= lanes;
      __syncwarp();
      open = open || __any_sync(~0u, meet == Meet::open);
      if (__any_sync(~0u, meet == Meet::yes)) return Meet::yes;
      continue;
    }
    if (on_stack == 0) break;
    if (on_stack + 3 > pose_stack + pose_stack_slack) return Meet::open;
    const int lanes = pairs_at_once(on_stack);
    BoxesStep step = BoxesStep::apart;
    PlacePair next[4];
    int count = 0;
    if (lane < lanes) {
      const PlacePair pair = walk.stack[on_stack - 1 - lane];
      step = map.rigid ? look_at_boxes<true>(a, b, map, pair, reach.most, next, count)
                       : look_at_boxes<false>(a, b, map, pair, reach.most, next, count);
    }
    on_stack -= lanes;
    __syncwarp();
    const unsigned splits = __ballot_sync(~0u, step == BoxesStep::split);
    const unsigned leaves = __ballot_sync(~0u, step == BoxesStep::leaves);
    all_apart = all_apart && splits == 0 && leaves == 0;
    const unsigned fours = __ballot_sync(~0u, count == 4);
    if (step == BoxesStep::split) {
      const int place = on_stack + 2 * (__popc(splits & before) + __popc(fours & before));
      walk.stack[place] = next[0];
      walk.stack[place + 1] = next[1];
      if (count == 4) {
        walk.stack[place + 2] = next[2];
        walk.stack[place + 3] = next[3];
      }
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
      for (int reach = 1; reach < warp_size; reach *= 2) {
        const int other = __shfl_up_sync(~0u, up_to, reach);
        if (lane >= reach) up_to += other;
      }
      int place = queued + up_to - mine;
      for (std::uint32_t i = 0; i < leaf_a.count; ++i)
        for (std::uint32_t k = 0; k < leaf_b.count; ++k)
          walk.queue[place++] = {static_cast<std::int32_t>(leaf_a.first + i),
                                 static_cast<std::int32_t>(leaf_b.first + k)};
      queued += __shfl_sync(~0u, up_to, warp_size - 1);
    }
    __syncwarp();
  }
  return open ? Meet::open : Meet::no;
}

}  // namespace graze::gpu
