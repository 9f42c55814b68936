// What the simulation knows of a shape: its convex pieces in a tree, their faces, and its mass.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graze/dynamics.h"
#include "shape/compound.h"

namespace graze {

// A flat side of a piece: corners in order, counter-clockwise from outside.
struct PieceFace {
  Vec3 normal;  // unit, up to rounding
  std::uint32_t first = 0, count = 0;
};

// What a piece is the hull of.
enum class PieceKind : std::uint8_t { points, cylinder, cone, ellipsoid };

// The hull of a few points, or a curved set, with everything within `radius`, in the frame of the shape.
struct ConvexPiece {
  PieceKind kind = PieceKind::points;
  std::vector<Vec3> points;  // of a curved one the corners of a box around it
  double radius = 0;
  bool box = false;              // |x_k| <= half_k
  Vec3 half;                     // of a curved one, too: its radii, or its radius twice and half its height
  Pose at;                       // of a curved one: where it is in the shape, without scale
  std::vector<PieceFace> faces;  // of a leaf with an inside; none of points and segments
  std::vector<std::uint32_t> loop;
  double farthest = 0;                // no point, the radius included, is farther from the origin of the shape
  double arm = 0;                     // no point is farther from the centre of mass
  Shape shape;                        // the same set, for queries
  std::uint32_t left = 0, right = 0;  // 0: a leaf

  bool leaf() const noexcept { return left == 0; }
  bool curved() const noexcept { return kind != PieceKind::points; }
};

struct Form {
  std::vector<ConvexPiece> nodes;  // the root first, children after their parents
  std::string fault;               // why it has no mass; empty: it has one
  MassProperties mass;             // of density 1; of what has no inside the centre of its box
  double least = 0;                // the least side of its box, or width across a face

  bool convex() const noexcept { return nodes.size() == 1; }
};

// Where the parts of a compound are in its frame, node by node.
inline std::vector<Pose> part_poses(const Compound& compound) {
  std::vector<Pose> poses;
  for (const Compound::Node& node : compound.nodes)
    poses.push_back(node.parent == Compound::Node::top ? node.pose : poses[node.parent] * node.pose);
  return poses;
}

// Throws Error for shapes that the simulation does not take.
std::shared_ptr<const Form> form_of(const Shape& shape);

}  // namespace graze
