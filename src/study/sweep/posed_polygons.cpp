#include "study/sweep/posed_polygons.h"

#include <cmath>
#include <limits>
#include <utility>

#include "base/words.h"
#include "graze/error.h"
#include "math/posed_point.h"
#include "shape/data.h"

namespace graze::study {
namespace {

Vec3 unit(Vec3 v) {
  const double size = length(v);
  return size > 0 ? v * (1 / size) : Vec3{};
}

}  // namespace

PosedPolygons::PosedPolygons(const Body& body, bool two_sided)
    : shape_(body.shape),
      surface_(nullptr),
      two_sided_(two_sided),
      pose_(body.pose),
      tree_(std::make_unique<Once<std::unique_ptr<AxialBsp>>>()) {
  if (!shape_) throw Error("sweep: the shape is an empty handle");
  if (fault(pose_) != PoseFault::none) throw Error("sweep: the pose is singular or not finite");
  if (shape_.triangle_count() == 0 || shape_.radius() != 0 || shape_.margin() != 0)
    throw Error("sweep: " + with_article(name(shape_.form())) +
                " that is not made of triangles alone is not supported");
  const ShapeData& data = data_of(shape_);
  surface_ = &polygon_surface(data);
  handedness_ = determinant_sign(pose_.linear) < 0 ? -1 : 1;
  for (const Vec3 v : surface_->vertices) {
    points_.push_back(posed(pose_, v));
    bounds_ = merge(bounds_, points_.back());
  }
  for (const auto& face : surface_->faces) {
    Box box;
    for (std::uint32_t k = 0; k < face.count; ++k) box = merge(box, corner(face, k));
    boxes_.push_back(box);
    contents_.push_back(data.tags.empty() ? std::numeric_limits<std::uint32_t>::max() : data.tags[face.triangle]);
  }
  find_normals();
  find_zones();
  std::vector<bool> in_face(points_.size(), false);
  for (const auto& corner : surface_->corners) in_face[corner.vertex] = true;
  for (std::uint32_t v = 0; v < points_.size(); ++v)
    if (!in_face[v]) loose_vertices_.push_back(v);
  for (std::uint32_t e = 0; e < surface_->edges.size(); ++e)
    if (surface_->edges[e].bend == PolygonSurface::Bend::wire) loose_edges_.push_back(e);
}

void PosedPolygons::find_normals() {
  for (const auto& face : surface_->faces) {
    Vec3 area;
    for (std::uint32_t k = 1; k + 1 < face.count; ++k)
      area = area + cross(corner(face, k) - corner(face, 0), corner(face, k + 1) - corner(face, 0));
    const Vec3 normal = unit(area) * handedness_;
    normals_.push_back(normal);
    for (std::uint32_t k = 0; k < face.count; ++k) {
      const Vec3 along = corner(face, (k + 1) % face.count) - corner(face, k);
      outward_.push_back(unit(cross(along * handedness_, normal)));
    }
  }
}

void PosedPolygons::find_zones() {
  for (const auto& edge : surface_->edges) {
    const Vec3 along = unit(points_[edge.to] - points_[edge.from]) * handedness_;
    // In its plane and out of the face, which runs the edge forwards on the left and backwards on the right.
    const auto outward = [&](std::uint32_t face, double way) { return cross(along * way, normals_[face]); };
    if (edge.left == PolygonSurface::none && edge.right == PolygonSurface::none) {
      zones_.push_back({{}, false});
    } else if (edge.left == PolygonSurface::none || edge.right == PolygonSurface::none) {
      zones_.push_back({edge.right == PolygonSurface::none ? outward(edge.left, 1) : outward(edge.right, -1), false});
    } else {
      const Vec3 n1 = normals_[edge.left], n2 = normals_[edge.right];
      const double opening = 1 + dot(n1, n2);  // the shift is as long as the root of 2 / opening
      if (opening * (farthest * farthest) >= 2) {
        zones_.push_back({(n1 + n2) * (1 / opening), true});
      } else {
        zones_.push_back({unit(outward(edge.left, 1) + outward(edge.right, -1)) * farthest, false});
      }
    }
  }
}

const AxialBsp& PosedPolygons::tree() const {
  return *tree_->get([this] {
    const ShapeData& data = data_of(shape_);
    std::vector<Vec3> corners;
    for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
      const Triangle t = data.triangle(i);
      for (const Vec3 p : {t.a, t.b, t.c}) corners.push_back(posed(pose_, p));
    }
    return std::make_unique<AxialBsp>(make_soup(std::move(corners)));
  });
}

}  // namespace graze::study
