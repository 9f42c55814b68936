// Trees that give the polygons of a shape that may meet a region: one interface, so that any of them can stand in for
// another, and brute force for all. A polygon is a triangle of the shape, by its index.
//
// The contract: whatever point of a polygon lies in the probe, that polygon is given. Polygons may be given for
// nothing; none is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/shape.h"
#include "study/bsp/probe.h"

namespace graze::study {

// The work a descent did.
struct BspCounters {
  std::uint64_t nodes = 0;     // planes that the probe was compared with
  std::uint64_t polygons = 0;  // boxes of polygons, or of their pieces, that it was compared with
};

// The table of the paper, Let's Rock section, and what else tells trees apart.
struct BspStatistics {
  std::size_t polygons_before = 0;  // triangles of the shape
  std::size_t polygons_after = 0;   // pieces, or references in leaves
  std::size_t nodes = 0;
  std::size_t depth = 0;  // planes on the longest way down; 0 for a tree without a plane
  std::size_t bytes = 0;
};

// A sphere around a polygon, in the frame of the tree: what the paper stores on each polygon so as to drop it down the
// other body's tree.
struct PolygonSphere {
  float centre[3];
  float radius;
};

class CandidatePolygons {
 public:
  explicit CandidatePolygons(Shape shape);
  virtual ~CandidatePolygons() = default;
  CandidatePolygons(const CandidatePolygons&) = delete;
  CandidatePolygons& operator=(const CandidatePolygons&) = delete;

  const Shape& shape() const noexcept { return shape_; }
  const LocalFrame& frame() const noexcept { return frame_; }
  // Holds every point of the polygon.
  const PolygonSphere& sphere(std::uint32_t polygon) const noexcept { return spheres_[polygon]; }

  // Replaces `found` by the polygons that may meet the probe, ascending, each once.
  virtual void candidates(const BspProbe& probe, std::vector<std::uint32_t>& found, BspCounters& counters) const = 0;
  virtual BspStatistics statistics() const noexcept = 0;
  // What is wrong with the structure; empty when nothing is. Slow: for tests.
  virtual std::string validate() const = 0;

 private:
  Shape shape_;
  LocalFrame frame_;
  std::vector<PolygonSphere> spheres_;
};

// Brute force: compares the probe with the box of every polygon.
class PolygonList final : public CandidatePolygons {
 public:
  explicit PolygonList(Shape shape);
  void candidates(const BspProbe& probe, std::vector<std::uint32_t>& found, BspCounters& counters) const override;
  BspStatistics statistics() const noexcept override;
  std::string validate() const override;

 private:
  std::vector<Aabb> boxes_;
};

inline bool overlap(const Aabb& a, const Aabb& b) noexcept {
  return a.lo[0] <= b.hi[0] && b.lo[0] <= a.hi[0] && a.lo[1] <= b.hi[1] && b.lo[1] <= a.hi[1] && a.lo[2] <= b.hi[2] &&
         b.lo[2] <= a.hi[2];
}

}  // namespace graze::study
