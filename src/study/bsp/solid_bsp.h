// The solid BSP tree of the game server paper: planes of the polygons themselves cut the others, each node keeps the
// polygons in its plane, and the cells at the ends of the tree are either inside or outside of a closed shape.
//
// A node does not trust its plane. It stores a direction, rounded to float, and how far the pieces in its list, in
// front and in the back reach along it, rounded outward (study/bsp/fragment.h). A descent leaves out a side when the
// probe ends before that side begins: conservative whatever was rounded, and somewhat sharper than the plane alone.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "study/bsp/candidates.h"
#include "study/bsp/fragment.h"

namespace graze::study {

struct SolidBspSettings {
  // Sets of more pieces than this are halved by coordinate planes, as game levels are cut into blocks; smaller ones by
  // the planes of their polygons. A convex shape has nothing in front of any of its polygons: without such planes its
  // tree is a list. The paper has none of them: use paper_tree.
  std::uint32_t axial_above = 64;
  double thickness = 0x1p-36;    // of a polygon's plane to both sides, the shape being about 1 to 2 wide; 0 is exact
  std::uint32_t tries = 8;       // polygons of a set whose planes are compared
  double cut_weight = 4;         // what a cut costs, in polygons off balance
  std::uint32_t most_cuts = 64;  // a piece that has been cut that often is kept whole
  // Pieces a polygon, about. Triangles that cross each other at random make a number of pieces that grows with the cube
  // of theirs; from then on what lies across a plane is kept whole in its list.
  double most_pieces = 8;
};
inline constexpr SolidBspSettings paper_tree{.axial_above = std::numeric_limits<std::uint32_t>::max()};

class SolidBsp final : public CandidatePolygons {
 public:
  enum Side : std::uint8_t { front, back };
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Node {
    float normal[3];             // of length 1 within 1e-6; the coplanar polygons' normal, or an axis
    float list_lo, list_hi;      // pieces in the list; lo > hi when there are none
    float front_lo;              // +infinity when there is nothing in front
    float back_hi;               // -infinity when there is nothing in the back
    std::uint32_t child[2];      // none: a cell
    std::uint32_t first, count;  // the list
  };
  struct Piece {
    Aabb box;
    std::uint32_t polygon;
  };

  // Throws Error for an empty handle, and for a shape that needs 2^31 pieces or more.
  explicit SolidBsp(Shape shape, const SolidBspSettings& settings = {});

  void candidates(const BspProbe& probe, std::vector<std::uint32_t>& found, BspCounters& counters) const override;
  BspStatistics statistics() const noexcept override;
  std::string validate() const override;

  // --- Cells. The cell on a side of node i without a child there is number 2 i + side. ---

  std::uint32_t cell_count() const noexcept { return static_cast<std::uint32_t>(2 * nodes_.size()); }
  // The cell of a point, or none when a piece may be within `slack` of it along the direction of a node on the way.
  // Between any two points of a cell with the same slack lies no point of the surface, even if every point of the
  // surface is moved by less than the slack: the cell is an intersection of half-spaces, and the surface outside of it.
  std::uint32_t cell(Vec3 point, double slack, BspCounters& counters) const noexcept;
  // Points near the node's polygons on both sides, likely in its cells; in the frame of the tree.
  std::vector<Vec3> points_near(std::uint32_t node) const;
  const Node& node(std::uint32_t index) const noexcept { return nodes_[index]; }

 private:
  class Builder;

  std::vector<Node> nodes_;  // nodes_[0] is the root; children come after their parents
  std::vector<Piece> pieces_;
  std::size_t depth_ = 0;
};

}  // namespace graze::study
