// The parts of a compound, and the leaves that they come down to.
#pragma once

#include <cstdint>
#include <vector>

#include "shape/data.h"
#include "shape/once.h"
#include "shape/part_tree.h"

namespace graze {

// A part of a part ... that is no compound.
struct CompoundLeaf {
  Shape shape;  // with the margins of all that it is in
  std::uint32_t node = 0;
  std::uint32_t first_number = 0;  // of its triangles; see find_part()
};

struct Compound {
  // Every part of every level, each after the one that it is in.
  struct Node {
    static constexpr std::uint32_t top = 0xffffffff;
    std::uint32_t parent = top;
    std::uint32_t index = 0;  // in the parent
    Pose pose;                // in the parent
  };

  std::vector<CompoundPart> parts;  // as given
  std::vector<Node> nodes;
  std::vector<CompoundLeaf> leaves;
  std::uint32_t number_count = 0;
  bool any_round = false;            // a leaf has a radius or is curved
  std::uint64_t triangle_total = 0;  // of all leaves, each as often as it is there

  // Built on first need, once, thread-safe.
  const PartTree& tree() const {
    return tree_.get([this] { return build_part_tree(*this); });
  }
  std::size_t memory() const noexcept;

 private:
  mutable Once<PartTree> tree_;
};

// The world pose of every node: products from the outside in, each rounded.
std::vector<Pose> node_poses(const Compound& compound, const Pose& pose);

// Checks the parts, given or loaded, and finds nodes, leaves and bounds. Throws Error naming the part.
void complete_compound(ShapeData& data, std::vector<CompoundPart> parts);

// The same parts with `world_margin` around them all.
void spread_margin(ShapeData& compound);

// No point of the posed shape is farther from its bounds, which are without margins: the margin, and of a compound the
// widest of its leaves.
GRAZE_API double widest_margin(const Shape& shape) noexcept;

// The parts of a compound as given; nothing for other shapes.
template <class Visit>
void for_each_part(const Shape& shape, const Visit& visit) {
  if (shape.form() != ShapeForm::compound) return;
  for (const CompoundPart& part : data_of(shape).compound->parts) visit(part.shape);
}

}  // namespace graze
