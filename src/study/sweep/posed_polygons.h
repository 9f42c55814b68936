// A body of polygons in the world, prepared to be swept or to be swept against.
#pragma once

#include <memory>
#include <vector>

#include "graze/query.h"
#include "shape/once.h"
#include "shape/polygons.h"
#include "study/bsp/axial_bsp.h"

namespace graze::study {

class PosedPolygons {
 public:
  // Throws Error for an empty handle, a pose that is singular or not finite, and a shape that is not of triangles
  // alone: compounds, curved shapes, shapes with a radius or margin. `two_sided`: both sides of every face can be hit;
  // else only the outside, as is enough for solids.
  PosedPolygons(const Body& body, bool two_sided);
  explicit PosedPolygons(const Body& body) : PosedPolygons(body, !body.shape.solid()) {}

  // Where the stationary line of an edge goes when a zone of thickness 1 is laid around the body: along `shift`, the
  // line in which its two faces, moved outward by 1, meet (errata E-20). Where that is farther than `farthest`, and at
  // an edge with one face, it is cut short, along the middle of the in-plane ways outward, and `regular` is false.
  struct EdgeZone {
    Vec3 shift;
    bool regular;
  };
  static constexpr double farthest = 4;

  const PolygonSurface& surface() const noexcept { return *surface_; }
  bool two_sided() const noexcept { return two_sided_; }
  const std::vector<Vec3>& points() const noexcept { return points_; }    // of the vertices
  const std::vector<Vec3>& normals() const noexcept { return normals_; }  // of the faces: unit, outward
  const std::vector<Vec3>& outward() const noexcept {
    return outward_;
  }                                                                       // of the corners: unit, in the face's
                                                                          // plane, across the edge to the next
  const std::vector<EdgeZone>& zones() const noexcept { return zones_; }  // of the edges
  const std::vector<Box>& boxes() const noexcept { return boxes_; }       // of the faces
  const std::vector<std::uint32_t>& contents() const noexcept {
    return contents_;
  }  // of the faces: tags; all bits when
     // the shape has none
  const Box& bounds() const noexcept { return bounds_; }
  // 1, or -1 when the pose reflects: then the corners of a face run clockwise.
  double handedness() const noexcept { return handedness_; }
  bool internal(PolygonSurface::Inner inner) const noexcept {
    return inner == PolygonSurface::Inner::always || (inner == PolygonSurface::Inner::solid && !two_sided_);
  }
  Vec3 corner(const PolygonSurface::Face& face, std::uint32_t k) const noexcept {
    return points_[surface_->corners[face.first + k].vertex];
  }
  // Edges without faces, and vertices of no face.
  const std::vector<std::uint32_t>& loose_edges() const noexcept { return loose_edges_; }
  const std::vector<std::uint32_t>& loose_vertices() const noexcept { return loose_vertices_; }
  // The tree of section 5, of the posed triangles; made on first need.
  const AxialBsp& tree() const;

 private:
  void find_normals();
  void find_zones();

  Shape shape_;
  const PolygonSurface* surface_;
  bool two_sided_;
  Pose pose_;
  double handedness_ = 1;
  std::vector<Vec3> points_, normals_, outward_;
  std::vector<EdgeZone> zones_;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> contents_, loose_edges_, loose_vertices_;
  Box bounds_;
  mutable std::unique_ptr<Once<std::unique_ptr<AxialBsp>>> tree_;
};

}  // namespace graze::study
