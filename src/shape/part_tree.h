// A tree of boxes over the leaves of a compound, in the compound's own frame, of the same make as the tree of a mesh:
// the binary tree of tree/binary.h, one leaf of the compound to a leaf. Built when the first query needs it, once.
//
// A leaf's world pose is the product R N1 N2 ... of the compound's pose and those of the parts that it is in, each
// product rounded; its box here is that of N1 N2 ... . What the two ways of rounding can differ by is bounded by `far`
// and `depth`: a product of two poses is off by less than 4.1 u times the product of their magnitudes, |R| |N|, and so
// is a posed point. With k products on the way, the two posed points differ by less than (8.2 k + 4) u M, where M =
// |R| (|N1| (|N2| ... |x| + |t2|) + |t1|) + |t|, and the magnitudes in the bracket are not above `far`. A middle and a
// half extent are off by less than 2 u `far` each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/math.h"

namespace graze {

struct Compound;

struct alignas(64) PartNode {
  Vec3 middle, half;       // of the box of every leaf below it, radii included; of one without, endless
  double margin = 0;       // no leaf below it has a wider one, which is of the world
  std::uint32_t left = 0;  // the first child, which the second one follows; 0: there are none
  std::uint32_t leaf = 0;  // without children: which leaf of the compound

  bool is_leaf() const noexcept { return left == 0; }
  std::uint32_t right() const noexcept { return left + 1; }
  Box box() const noexcept { return {middle - half, middle + half}; }
};

// Half extents of what has no finite box: images of it are beyond all finite ones, or infinite, and 0 times this is 0.
inline constexpr double endless = 0x1p1000;

struct PartTree {
  std::vector<PartNode> nodes;  // children come after their parent
  // Nodes that are nobody's children: that of all leaves with a finite box, and every leaf without one (a half-space).
  std::vector<std::uint32_t> roots;
  std::uint32_t depth = 0;      // of the compounds in each other: not fewer products of poses than place a leaf
  double far = 0;               // bounds every magnitude of a coordinate on the way to the compound's frame
  double round = 0;             // bounds the radius of spheres and capsules in the compound's frame
  double least_invertible = 0;  // the least share, over the leaves, of a singular value in the magnitudes; 0: not known

  std::size_t memory() const noexcept {
    return nodes.capacity() * sizeof(PartNode) + roots.capacity() * sizeof(std::uint32_t);
  }
};

PartTree build_part_tree(const Compound& compound);

// A lower bound of the least singular value of a matrix over the sum of the magnitudes in it; 0 where products of these
// could leave the doubles, or the bound would be below 2^-18.
double invertible_share(const Mat3& linear, double magnitudes) noexcept;
double sum_of_magnitudes(const Mat3& linear) noexcept;

// Is every leaf's pose, under this one, sure to be finite and invertible? Else each must be asked.
bool surely_invertible(const PartTree& tree, const Pose& pose) noexcept;

}  // namespace graze
