// Two meshes, one of them in many poses: what one thread of a warp does with a pair of boxes, or of triangles.
//
// A warp takes a pose. Pairs of nodes lie on a stack and pairs of triangles in a queue, both of the warp; 32 of them
// are looked at together, and a single pair at a time where the stack is nearly full. poses.cu has that loop, and the
// tests have it lane by lane.
#pragma once

#include "backend/cuda/pose_map.h"
#include "backend/cuda/refit.h"
#include "backend/cuda/triangle_gap.h"

namespace graze::gpu {

// What a walk reads of one body: in the world, or in its own frame where poses move it.
struct PairMesh {
  LocalFrame frame;
  const PairNode* nodes = nullptr;
  const FloatTriangle* triangles = nullptr;
  const Vec3* vertices = nullptr;
  const Index3* corners = nullptr;
  bool full_top = false;              // nodes 7 to 14 hold everything
  const MovedFrame* moved = nullptr;  // of a body that moves: its frame in place of `frame`
};

// Where a walk begins: at the roots, or at the eight nodes of each tree three levels below, which saves steps with few
// pairs. Calls put(place, node of a, node of b), and gives the number of pairs.
inline constexpr int top_first = 7, top_count = 8;
template <class Put>
GRAZE_ANYWHERE int begin_walk(const PairMesh& a, const PairMesh& b, bool from_roots, int lane, int lanes,
                              const Put& put) noexcept {
  if (from_roots || !a.full_top || !b.full_top) {
    if (lane == 0) put(0, 0, 0);
    return 1;
  }
  for (int k = lane; k < top_count * top_count; k += lanes)
    put(k, top_first + k / top_count, top_first + k % top_count);
  return top_count * top_count;
}

// Two nodes, or two triangles by their places in the orders of the trees.
struct PlacePair {
  std::int32_t a, b;
};

// The sizes of the stack and queue of a warp. A pair makes way for up to four; single pairs one after the other, down
// to the leaves, need no more than the slack.
inline constexpr int pose_stack = 512, pose_stack_slack = 3 * deepest_pair_tree + 8, pose_lanes = 32;
inline constexpr int pose_queue = pose_lanes - 1 + pose_lanes * 4;
// How many pairs a warp takes off a stack of so many.
GRAZE_ANYWHERE int pairs_at_once(int on_stack) noexcept {
  const int room = (pose_stack - on_stack) / 3, most = room < 1 ? 1 : room < pose_lanes ? room : pose_lanes;
  return on_stack < most ? on_stack : most;
}

enum class BoxesStep : std::uint8_t { apart, split, leaves };

// Two leaves: `next[0]` has their references. Else both boxes are split, but for a leaf: `next` are the `count` pairs
// to look at. (Splitting the larger box alone takes nearly twice as many steps, which leave more threads without work.)
template <bool Rigid>
GRAZE_ANYWHERE BoxesStep look_at_boxes(const PairMesh& a, const PairMesh& b, const PoseMap& map, PlacePair pair,
                                       float reach, PlacePair next[4], int& count) noexcept {
  const PairNode node_a = read_node(a.nodes + pair.a), node_b = read_node(b.nodes + pair.b);
  if (!boxes_may_meet<Rigid>(map, node_a, node_b, reach)) return BoxesStep::apart;
  if (node_a.child < 0 && node_b.child < 0) {
    next[0] = {node_a.child, node_b.child};
    return BoxesStep::leaves;
  }
  const bool leaf_a = node_a.child < 0, leaf_b = node_b.child < 0;
  count = leaf_a || leaf_b ? 2 : 4;
  for (int k = 0; k < 4; ++k)
    next[k] = {leaf_a ? pair.a : node_a.child + (leaf_b ? k & 1 : k >> 1), leaf_b ? pair.b : node_b.child + (k & 1)};
  return BoxesStep::split;
}

// The posed vertex of the contract. Nothing is fused: device code is compiled so.
GRAZE_ANYWHERE Vec3 posed_by(const Pose& pose, Vec3 p) noexcept { return pose.linear * p + pose.translation; }

// A distance in the world, and in the frame of a, where it is between two floats.
struct Reach {
  double world = 0;
  float least = 0, most = 0;

  Reach() = default;
  GRAZE_ANYWHERE Reach(double distance, const LocalFrame& frame) noexcept
      : world(distance),
        least(static_cast<float>(distance / frame.scale) * (1 - 4 * float_unit)),
        most(static_cast<float>(distance / frame.scale) * (1 + 4 * float_unit)) {}
};
// Distances that a device works with, beside 0: products with coordinates stay inside the floats.
GRAZE_ANYWHERE bool ordinary_reach(double distance, const LocalFrame& frame) noexcept {
  return distance >= frame.scale * 0x1p-40 && distance <= frame.scale * 0x1p20;
}

// What is asked about two triangles: do they meet; do they come as near as the reach; do they meet, or are they farther
// apart than the reach, of which what is between is open?
enum class Ask : std::uint8_t { meet, within, meet_or_beyond };
// Two triangles by number in double, and in pairs of doubles.
template <Ask ask>
GRAZE_RARELY Meet look_closer(const Vec3* vertices_a, const Index3* corners_a, std::uint32_t number_a,
                              const Vec3* vertices_b, const Index3* corners_b, std::uint32_t number_b, const Pose* pose,
                              double reach) noexcept {
  const Triangle one = triangle_of(vertices_a, corners_a, number_a);
  const Triangle of_b = triangle_of(vertices_b, corners_b, number_b);
  const Triangle other{posed_by(*pose, of_b.a), posed_by(*pose, of_b.b), posed_by(*pose, of_b.c)};
  if constexpr (ask != Ask::meet) {
    // Seen from a corner, so that only the size of the pair counts; the difference is rounded once.
    const Vec3 from = one.a;
    const Vec3 near_a[3] = {one.a - from, one.b - from, one.c - from};
    const Vec3 near_b[3] = {other.a - from, other.b - from, other.c - from};
    double most = 0;
    for (int k = 0; k < 3; ++k) {
      const Vec3 size = max(abs(near_a[k]), abs(near_b[k]));
      most = greatest(most, greatest(greatest(size.x, size.y), size.z));
    }
    const Gap precise = gap_of(near_a, near_b, most * 0x1p-53, reach, reach);
    if (precise == Gap::beyond) return Meet::no;
    if (ask == Ask::within && precise == Gap::within) return Meet::yes;
    return triangles_in_double(one, other) == Meet::yes ? Meet::yes : Meet::open;
  } else {
    return triangles_in_double(one, other);
  }
}

template <Ask ask>
GRAZE_ANYWHERE Meet look_at_triangles(const PairMesh& a, const PairMesh& b, const PoseMap& map, const Pose& pose,
                                      const Reach& reach, PlacePair pair) noexcept {
  const FloatTriangle in_a = read_triangle(a.triangles + pair.a), in_b = read_triangle(b.triangles + pair.b);
  const auto plain = [](const FourFloats& v) { return FloatVec3{v.x, v.y, v.z}; };
  const auto moved = [&](const FourFloats& v) { return carried(map, v.x, v.y, v.z); };
  const FloatVec3 corners_a[3] = {plain(in_a.a), plain(in_a.b), plain(in_a.c)};
  const FloatVec3 corners_b[3] = {moved(in_b.a), moved(in_b.b), moved(in_b.c)};
  if constexpr (ask != Ask::meet) {
    const Gap quick = gap_of(corners_a, corners_b, map.off, reach.least, reach.most);
    if (quick == Gap::beyond) return Meet::no;
    if (ask == Ask::within && quick == Gap::within) return Meet::yes;
  }
  if constexpr (ask != Ask::within) {
    const Meet quick = meet_by_signs(
        FloatSigns{{corners_a[0], corners_a[1], corners_a[2], corners_b[0], corners_b[1], corners_b[2]}, map.off});
    if (quick == Meet::yes || (ask == Ask::meet && quick == Meet::no)) return quick;
  }
  return look_closer<ask>(a.vertices, a.corners, in_a.number(), b.vertices, b.corners, in_b.number(), &pose,
                          reach.world);
}

}  // namespace graze::gpu
