// The axial BSP tree of the DOOM III paper, section 5: coordinate planes, taken from the sides of the polygons' boxes,
// divide a large polyhedron; the leaves name the polygons whose boxes reach into them.
//
// Boxes and planes are floats, rounded outward once and only compared from then on: there is nothing else to round.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/bsp/candidates.h"

namespace graze::study {

struct AxialBspSettings {
  std::uint32_t leaf_polygons = 4;  // sets of no more than this are not divided
  double plane_cost = 1.5;          // of a plane, in box tests: the tree is divided while the expected work falls
  double most_references = 4;       // a polygon; how many references the tree may have, about
  bool medians = false;             // a k-d tree: planes through the median of the boxes' middles, the axes in turn
};

class AxialBsp final : public CandidatePolygons {
 public:
  // A cell is open below and closed above: x is in the back of a plane when x <= plane, in front when x > plane.
  struct Node {
    float plane;
    std::uint32_t axis;   // 3 in a leaf
    std::uint32_t child;  // the one in the back; the one in front is next to it. In a leaf: number of the leaf
  };
  static constexpr std::uint32_t leaf_axis = 3;
  struct Leaf {
    Aabb cell;
    std::uint32_t first, count;
  };
  struct Reference {
    Aabb box;
    std::uint32_t polygon;
  };

  // Throws Error for an empty handle, and for a shape that needs 2^31 references or more.
  explicit AxialBsp(Shape shape, const AxialBspSettings& settings = {});

  void candidates(const BspProbe& probe, std::vector<std::uint32_t>& found, BspCounters& counters) const override;
  BspStatistics statistics() const noexcept override;
  std::string validate() const override;

 private:
  class Builder;

  std::vector<Node> nodes_;  // nodes_[0] is the root
  std::vector<Leaf> leaves_;
  std::vector<Reference> references_;
  std::size_t depth_ = 0;
};

}  // namespace graze::study
