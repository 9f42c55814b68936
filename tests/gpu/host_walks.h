// The walks of a device on the host: rays step by step, the warp of a pose lane by lane.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "backend/cuda/mesh_layout.h"
#include "backend/cuda/pose_walk.h"
#include "backend/cuda/ray_walk.h"

namespace graze::gpu::twin {

inline RayScene ray_scene(const MeshLayout& layout) {
  return {layout.frame,
          layout.ray_nodes.data(),
          layout.ray_triangles.data(),
          layout.vertices.data(),
          layout.triangles.data(),
          layout.ray_nodes.empty() ? reference_to({0, static_cast<std::uint32_t>(layout.ray_triangles.size())}) : 0};
}

inline PairMesh pair_mesh(const MeshLayout& layout) {
  return {layout.frame,           layout.pair_nodes.data(), layout.pair_triangles.data(),
          layout.vertices.data(), layout.triangles.data(),  has_full_top(layout.pair_nodes)};
}

// A body that has moved, as refit.cu does it: node by node from the leaves, triangle by triangle from the root.
inline void refit(MeshLayout& layout, const std::vector<Vec3>& vertices, const Pose& pose) {
  Box bounds;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    layout.vertices[i] = posed_by(pose, vertices[i]);
    bounds = merge(bounds, layout.vertices[i]);
  }
  const MovedFrame moved = frame_around(bounds.lo, bounds.hi);
  layout.usable = moved.usable != 0;
  layout.frame = moved.frame;
  for (auto* triangles : {&layout.ray_triangles, &layout.pair_triangles})
    for (FloatTriangle& t : *triangles)
      t = rounded(into_frame(triangle_of(layout.vertices.data(), layout.triangles.data(), t.number()), layout.frame),
                  t.number());
  // Children come after their parents.
  for (std::size_t node = layout.ray_nodes.size(); node-- > 0;) {
    GridBounds child[2];
    for (std::size_t side = 0; side < 2; ++side) {
      RayNode& here = layout.ray_nodes[node];
      if (here.child[side] < 0) {
        child[side] = bounds_of(leaf_of(here.child[side]), layout.ray_triangles.data(), layout.vertices.data(),
                                layout.triangles.data(), layout.frame);
        std::copy(child[side].word, child[side].word + 3, here.bounds[side]);
      } else {
        std::copy(here.bounds[side], here.bounds[side] + 3, child[side].word);
      }
    }
    if (node == 0) break;
    const GridBounds both = merged(child[0], child[1]);
    const std::uint32_t up = layout.ray_parents[node];
    std::copy(both.word, both.word + 3, layout.ray_nodes[up / 2].bounds[up % 2]);
  }
  std::vector<AxisExtents> extents(layout.pair_nodes.size(), no_extents());
  const auto large = [&](std::size_t node) {
    return layout.pair_ranges[node].end - layout.pair_ranges[node].begin > few_below;
  };
  for (std::uint32_t place = 0; place < layout.pair_triangles.size(); ++place)
    for (std::size_t node = 0; large(node);) {
      add_to(extents[node], layout.pair_nodes[node], layout.pair_triangles[place]);
      const auto child = static_cast<std::size_t>(layout.pair_nodes[node].child);
      node = child + (place >= layout.pair_ranges[child + 1].begin ? 1 : 0);
    }
  for (std::size_t node = 0; node < layout.pair_nodes.size(); ++node) {
    PairNode& box = layout.pair_nodes[node];
    set_box(box, large(node) ? extents[node] : extents_of(box, layout.pair_ranges[node], layout.pair_triangles.data()));
  }
}

// What the stages say of a ray.
struct RaySaid {
  Meet answer = Meet::open;
  std::uint32_t triangle = no_triangle;
  int stage = 0;  // 0: before the tree, 1: float, 2: double
  std::optional<double> t;
};

inline RaySaid walk_ray(const RayScene& scene, const Ray& ray, bool any) {
  FloatRay packed{};
  RayUnits units;
  RaySaid said;
  switch (set_out(scene.frame, ray, 5, packed, units)) {
    case RayStart::misses:
      said.answer = Meet::no;
      return said;
    case RayStart::enters:
      break;
    default:
      return said;
  }
  said.stage = 1;
  FloatWalk first;
  PutOff put_off;
  first.start(packed, scene.root);
  while (first.walk.active) {
    if (first.walk.at_node())
      first.pass_node(scene, put_off);
    else
      first.pass_triangle(scene, any, put_off);
  }
  bool sure = first.nearest.sure();
  said.triangle = first.nearest.triangle;
  if (!sure) {
    said.stage = 2;
    DoubleWalk second;
    second.start(packed, units, ray, scene.root);
    second.run(scene, any);
    sure = second.nearest.sure();
    said.triangle = second.nearest.triangle;
  }
  if (!sure) return said;
  said.answer = said.triangle == no_triangle ? Meet::no : Meet::yes;
  if (said.answer == Meet::yes) {
    const Meeting met = meeting(RayInDoubles(ray), triangle_of(scene.vertices, scene.corners, said.triangle));
    if (met.rounded()) said.t = met.at.hi;
  }
  return said;
}

// What a warp does with a pose; also how much.
struct PoseSaid {
  Meet answer = Meet::open;
  bool any_apart = false;
  std::size_t boxes = 0, triangles = 0, steps = 0, most_on_stack = 0;
};

template <bool Rigid, Ask ask = Ask::meet>
PoseSaid walk_pose(const PairMesh& a, const PairMesh& b, const PoseMap& map, const Pose& pose,
                   const Reach& reach = {}) {
  PoseSaid said;
  std::vector<PlacePair> stack(top_count * top_count), queue;
  stack.resize(static_cast<std::size_t>(begin_walk(a, b, false, 0, 1, [&](int place, int node_a, int node_b) {
    stack[static_cast<std::size_t>(place)] = {node_a, node_b};
  })));
  bool open = false;
  for (;;) {
    if (queue.size() >= pose_lanes || (stack.empty() && !queue.empty())) {
      const std::size_t lanes = std::min<std::size_t>(pose_lanes, queue.size());
      bool met = false;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Meet meet = look_at_triangles<ask>(a, b, map, pose, reach, queue[queue.size() - 1 - lane]);
        met = met || meet == Meet::yes;
        open = open || meet == Meet::open;
      }
      said.triangles += lanes;
      queue.resize(queue.size() - lanes);
      if (met) {
        said.answer = Meet::yes;
        return said;
      }
      continue;
    }
    if (stack.empty()) break;
    const int count = static_cast<int>(stack.size());
    if (count + 3 > pose_stack + pose_stack_slack) return said;
    const int lanes = pairs_at_once(count);
    std::vector<PlacePair> taken(stack.rbegin(), stack.rbegin() + lanes);
    stack.resize(stack.size() - taken.size());
    said.boxes += taken.size();
    ++said.steps;
    for (const PlacePair& pair : taken) {
      PlacePair next[4];
      int pairs = 0;
      const BoxesStep step = look_at_boxes<Rigid>(a, b, map, pair, reach.most, next, pairs);
      if (step == BoxesStep::split) stack.insert(stack.end(), next, next + pairs);
      if (step != BoxesStep::leaves) continue;
      const LeafReference leaf_a = leaf_of(next[0].a), leaf_b = leaf_of(next[0].b);
      for (std::uint32_t i = 0; i < leaf_a.count; ++i)
        for (std::uint32_t k = 0; k < leaf_b.count; ++k)
          queue.push_back({static_cast<std::int32_t>(leaf_a.first + i), static_cast<std::int32_t>(leaf_b.first + k)});
    }
    said.most_on_stack = std::max(said.most_on_stack, stack.size());
  }
  said.answer = open ? Meet::open : Meet::no;
  return said;
}

// What a warp does with many poses, of which it has up to four at once (pose_pool.h): an answer for each, open where
// the pose is not ready.
struct PoolSaid {
  std::vector<Meet> answers;
  std::size_t steps = 0, lanes = 0, most_at_once = 0;
};

template <Ask ask = Ask::meet>
PoolSaid walk_pool(const PairMesh& a, const PairMesh& b, const std::vector<Pose>& poses, const Reach& reach = {}) {
  struct Entry {
    PlacePair pair;
    std::size_t place;
  };
  struct Place {
    bool taken = false, ended = false, open = false;
    std::size_t number = 0, pairs = 0;
    PoseMap map{};
  };
  constexpr std::size_t places = 4;
  Place pool[places];
  std::vector<Entry> stack, queue;
  PoolSaid said;
  said.answers.assign(poses.size(), Meet::open);
  std::size_t upcoming = 0;
  for (;;) {
    while (upcoming < poses.size() && stack.size() < pose_lanes) {
      Place* const place = std::find_if(pool, pool + places, [](const Place& p) { return !p.taken; });
      if (place == pool + places) break;
      const std::size_t number = upcoming++;
      PoseMap map;
      if (make_map(a.frame, b.frame, poses[number], map) != PoseStart::ready) continue;
      *place = {true, false, false, number, 0, map};
      const auto at = static_cast<std::size_t>(place - pool);
      place->pairs = static_cast<std::size_t>(begin_walk(a, b, false, 0, 1, [&](int, int node_a, int node_b) {
        stack.push_back({{node_a, node_b}, at});
      }));
    }
    said.most_at_once = std::max<std::size_t>(
        said.most_at_once,
        static_cast<std::size_t>(std::count_if(pool, pool + places, [](const Place& p) { return p.taken; })));
    if (queue.size() >= pose_lanes || (stack.empty() && !queue.empty())) {
      const std::size_t lanes = std::min<std::size_t>(pose_lanes, queue.size());
      const std::vector<Entry> taken(queue.rbegin(), queue.rbegin() + static_cast<std::ptrdiff_t>(lanes));
      queue.resize(queue.size() - lanes);
      bool met[places] = {};
      for (const Entry& entry : taken) {
        Place& place = pool[entry.place];
        --place.pairs;
        if (place.ended) continue;
        const Meet meet = look_at_triangles<ask>(a, b, place.map, poses[place.number], reach, entry.pair);
        met[entry.place] = met[entry.place] || meet == Meet::yes;
        place.open = place.open || meet == Meet::open;
      }
      for (std::size_t k = 0; k < places; ++k) pool[k].ended = pool[k].ended || met[k];
    } else {
      if (stack.empty()) return said;
      const auto lanes = static_cast<std::size_t>(pairs_at_once(static_cast<int>(stack.size())));
      const std::vector<Entry> taken(stack.rbegin(), stack.rbegin() + static_cast<std::ptrdiff_t>(lanes));
      stack.resize(stack.size() - lanes);
      ++said.steps;
      said.lanes += lanes;
      for (const Entry& entry : taken) {
        Place& place = pool[entry.place];
        --place.pairs;
        if (place.ended) continue;
        PlacePair next[4];
        int pairs = 0;
        const BoxesStep step = place.map.rigid
                                   ? look_at_boxes<true>(a, b, place.map, entry.pair, reach.most, next, pairs)
                                   : look_at_boxes<false>(a, b, place.map, entry.pair, reach.most, next, pairs);
        if (step == BoxesStep::split)
          for (int k = 0; k < pairs; ++k, ++place.pairs) stack.push_back({next[k], entry.place});
        if (step != BoxesStep::leaves) continue;
        const LeafReference leaf_a = leaf_of(next[0].a), leaf_b = leaf_of(next[0].b);
        for (std::uint32_t i = 0; i < leaf_a.count; ++i)
          for (std::uint32_t k = 0; k < leaf_b.count; ++k, ++place.pairs)
            queue.push_back({{static_cast<std::int32_t>(leaf_a.first + i), static_cast<std::int32_t>(leaf_b.first + k)},
                             entry.place});
      }
    }
    for (Place& place : pool) {
      if (!place.taken || place.pairs != 0) continue;
      place.taken = false;
      said.answers[place.number] = place.ended ? Meet::yes : place.open ? Meet::open : Meet::no;
    }
  }
}

}  // namespace graze::gpu::twin
