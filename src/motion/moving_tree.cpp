#include "motion/moving_tree.h"

#include <algorithm>
#include <limits>

#include "math/norms.h"
#include "motion/moving_pair.h"

namespace graze {
namespace {

void put(Vec3 v, double (&to)[3]) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}
void put(Vec3 v, double (&to)[3][8], std::uint32_t slot) {
  for (int k = 0; k < 3; ++k) to[k][slot] = v[k];
}
Vec3 get(const double (&from)[3][8], std::uint32_t slot) { return {from[0][slot], from[1][slot], from[2][slot]}; }

// In the frame of the guests an arm of theirs is the same at all times, also where the axis moves: it starts there.
// What rounding does to the velocity, and to that of a screw along the axis, is far below the slack.
void set_rings(HostBox& box, Vec3 own_arm, bool guests_turn, const Path& turning, double left) noexcept {
  const auto vec = [](const double(&v)[3]) { return Vec3{v[0], v[1], v[2]}; };
  box.ring = true;
  const double aside_of_axis = length(cross(turning.axis, turning.velocity)) * left;
  const double along_axis = std::fabs(dot(turning.axis, turning.velocity)) * left;
  const Vec3 axis = vec(guests_turn ? box.guest_axis : box.axis);
  const Vec3 arm = guests_turn ? vec(box.arm) + vec(box.centre) : own_arm;
  put(axis, box.ring_axis);
  put(arm, box.ring_arm);
  const double slack = (largest(arm) + largest(turning.velocity)) * 0x1p-42;
  box.height = dot(arm, axis);
  const Vec3 across = arm - axis * box.height;
  const double distance = length(across);
  const Vec3 radial = distance > 1e-150 && distance < 1e150 ? across * (1 / distance) : Vec3{};
  const Vec3 aside = cross(axis, radial);
  double radial_extent = 0, wide = 0, size = 0;
  box.half_height = slack + along_axis;
  for (const auto& half : box.half) {
    const Vec3 h = vec(half);
    radial_extent += std::fabs(dot(radial, h));
    wide += std::fabs(dot(aside, h));
    size += length(h);
    box.half_height += std::fabs(dot(axis, h));
  }
  const double outer = distance + radial_extent;
  const bool known = radial != Vec3{};
  box.nearest = known ? distance - radial_extent - slack - aside_of_axis : 0;
  box.farthest = (known ? std::sqrt(outer * outer + wide * wide) : distance + size) + slack + aside_of_axis;
}

}  // namespace

MovingTree::MovingTree(const PlacedBody& placed, const Path& path)
    : placed_(placed), path_(path), kernels_(motion_kernels()) {
  const Placement& placement = placed.placement;
  arm_ = (placement.centre - path.origin) + path.before;
  const ShapeData& shape = *placed.body.shape;
  Vec3 extent;
  for (int k = 0; k < 3; ++k) {
    extent = extent + abs(placement.to_world[k]) * placement.half[k];
    put(placement.to_world[k], carrier_.to_world[k]);
  }
  const double turn =
      path.turns()
          ? path.most_turn() * (largest(abs(placement.centre - path.origin)) + largest(path.before) + largest(extent))
          : 0;
  // A few roundings of everything that goes into a place.
  carrier_.round = (largest(extent) + path.most_shift() + 12 * turn) * 0x1p-46 + 2 * largest(placement.world_slack);
  carrier_.turns = path.angle != 0;
  put(path.axis, carrier_.axis);
  put(arm_, carrier_.arm);
  OrientedNode all{};
  std::fill(all.child, all.child + OrientedNode::width, Node::none);
  all.child[0] = Node::leaf_bit;
  for (int k = 0; k < 3; ++k) {
    all.axis[k][k][0] = 1;
    all.half[k][0] = std::nextafter(float(placement.half[k]), std::numeric_limits<float>::infinity());
  }
  if (shape.triangle_count > Leaf::width) {
    tree_ = &shape.tree();
    given_ = shape.oriented().data();
    all.child[0] = 0;
  }
  kernels_.carry(all, carrier_, nodes_[nodes_.add()]);
}

std::uint32_t MovingTree::open(std::uint32_t box) {
  std::uint32_t& opened = nodes_[box >> 3].opened[box & 7];
  if (opened == Node::none) {
    opened = nodes_.add();
    kernels_.carry(given_[child(box)], carrier_, nodes_[opened]);
  }
  return opened;
}

std::uint32_t MovingTree::triangle_count(std::uint32_t box) const noexcept {
  return tree_ == nullptr ? placed_.body.shape->triangle_count : tree_->leaves[child(box) & ~Node::leaf_bit].count;
}

std::uint32_t MovingTree::triangle(std::uint32_t box, std::uint32_t nth) const noexcept {
  return tree_ == nullptr ? nth : tree_->order[tree_->leaves[child(box) & ~Node::leaf_bit].first + nth];
}

const MovingLeaf& MovingTree::leaf(std::uint32_t box) {
  std::uint32_t& opened = nodes_[box >> 3].opened[box & 7];
  if (opened == Node::none) {
    opened = leaves_.add();
    fill(box, leaves_[opened]);
  }
  return leaves_[opened];
}

void MovingTree::fill(std::uint32_t box, MovingLeaf& leaf) const {
  leaf.count = triangle_count(box);
  leaf.base = placed_.body.triangle(triangle(box, 0)).a;
  const bool turns = path_.turns();
  for (std::uint32_t i = 0; i < leaf.count; ++i) {
    const MovingTriangle moving(path_, placed_.body.triangle(triangle(box, i)), leaf.base);
    for (int k = 0; k < 3; ++k) {
      put(moving.start[k], leaf.start[k], i);
      if (turns) put(moving.arm[k], leaf.arm[k], i);
    }
    leaf.size[i] = moving.size;
    leaf.radius[i] = moving.radius;
    leaf.speed_error[i] = moving.speed_error;
  }
  for (std::uint32_t i = leaf.count; i < MovingLeaf::width; ++i) {
    for (int k = 0; k < 3; ++k) {
      put(get(leaf.start[k], 0), leaf.start[k], i);
      if (turns) put(get(leaf.arm[k], 0), leaf.arm[k], i);
    }
    leaf.size[i] = leaf.size[0];
    leaf.radius[i] = leaf.radius[0];
    leaf.speed_error[i] = leaf.speed_error[0];
  }
}

PlacedTree::PlacedTree(const MovingTree& tree, Vec3 base, double at) noexcept : time(at) {
  const Path& path = tree.path();
  point = at_time(path, at);
  centre = (tree.centre() - base) + point.shift;
  arm = tree.arm();
  if (!path.turns()) return;
  const Vec3 change = turned_by(path, point.turn, arm);
  centre = centre + change;
  arm = arm + change;
  for (int k = 0; k < 3; ++k) turn[k] = turn[k] + turned_by(path, point.turn, turn[k]);
}

HostBox host_box(const MovingTree& host, std::uint32_t box, const PlacedTree& placed_host, const MovingTree& guests,
                 const PlacedTree& placed_guests, double separation, Vec3 hint) noexcept {
  const MovingNode& node = host.node(box >> 3);
  const std::uint32_t slot = box & 7;
  const Path &path = host.path(), &guest_path = guests.path();
  const bool turns = path.turns(), guests_turn = guest_path.turns();
  const Mat3 back = transpose(placed_guests.turn);
  const Mat3 both = guests_turn ? (turns ? back * placed_host.turn : back) : placed_host.turn;
  const auto here = [&](Vec3 v) { return guests_turn ? back * v : v; };
  const auto carried = [&](Vec3 v) { return turns || guests_turn ? both * v : v; };
  HostBox result;
  const Vec3 at = get(node.centre, slot);
  const Vec3 from_centre = turns ? placed_host.turn * at : at;
  const Vec3 apart = (placed_host.centre - placed_guests.centre) + from_centre;
  put(here(apart), result.centre);
  for (int k = 0; k < 3; ++k) {
    put(carried(get(node.half[k], slot)), result.half[k]);
    put(carried(get(node.normal[k], slot)), result.normal[k]);
    result.inverse[k] = node.inverse[k][slot];
  }
  Vec3 speed = path.velocity;
  if (path.angle != 0) speed = speed + cross(path.axis, placed_host.arm + from_centre) * path.angle;
  put(here(guest_path.velocity - speed), result.speed);
  result.apart = (separation * (1 + 0x1p-40) + node.slack[slot]) +
                 (largest(apart) + largest(placed_host.centre - placed_guests.centre)) * 0x1p-44;
  if (path.angle != 0 || guest_path.angle != 0) result.apart += lost_in_turns;
  put(here(path.axis), result.axis);
  result.angle = path.angle;
  result.radius = node.radius[slot];
  result.slack = node.slack[slot];
  put(guest_path.axis, result.guest_axis);
  result.guest_angle = guest_path.angle;
  put(guests.arm(), result.arm);
  put(here(hint), result.hint);
  result.ring = false;
  const double left = 1 - placed_host.time;
  if (path.angle != 0 && guest_path.stands()) {
    set_rings(result, here(placed_host.arm + from_centre), false, path, left);
  } else if (guest_path.angle != 0 && path.stands()) {
    set_rings(result, {}, true, guest_path, left);
  }
  return result;
}

Vec3 middle(const MovingTree& tree, std::uint32_t box, const PlacedTree& placed) noexcept {
  const Vec3 at = get(tree.node(box >> 3).centre, box & 7);
  return placed.centre + (tree.path().turns() ? placed.turn * at : at);
}

Vec3 flat_normal(const MovingTree& tree, std::uint32_t box, const PlacedTree& placed) noexcept {
  const MovingNode& node = tree.node(box >> 3);
  int thinnest = 0;
  double least = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 half = get(node.half[k], box & 7);
    if (k > 0 && !(dot(half, half) < least)) continue;
    thinnest = k;
    least = dot(half, half);
  }
  const Vec3 normal = get(node.normal[thinnest], box & 7);
  return tree.path().turns() ? placed.turn * normal : normal;
}

LeafCarrier from_middle(const MovingTree& tree, const MovingLeaf& leaf) noexcept {
  LeafCarrier carrier{};
  put(leaf.base - tree.centre(), carrier.shift);
  return carrier;
}

LeafCarrier leaf_carrier(const MovingTree& tree, const MovingLeaf& leaf, Vec3 base, const PlacedTree& placed) noexcept {
  const Path& path = tree.path();
  LeafCarrier carrier;
  put((leaf.base - base) + placed.point.shift, carrier.shift);
  put(path.velocity, carrier.velocity);
  put(path.axis, carrier.axis);
  carrier.sine = placed.point.turn.sine;
  carrier.versine = placed.point.turn.versine;
  carrier.angle = path.angle;
  carrier.turns = path.turns();
  return carrier;
}

}  // namespace graze
