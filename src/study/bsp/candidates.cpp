#include "study/bsp/candidates.h"

#include <cmath>

#include "graze/error.h"
#include "shape/data.h"
#include "study/bsp/fragment.h"

namespace graze::study {
namespace {

// The centre is rounded, and the radius then measured from it, and rounded up.
PolygonSphere sphere_around(const Triangle& normalised) {
  const Vec3 centre = (normalised.a + normalised.b + normalised.c) * (1.0 / 3);
  PolygonSphere sphere;
  Vec3 stored;
  for (int k = 0; k < 3; ++k) {
    sphere.centre[k] = float(centre[k]);
    stored[k] = double(sphere.centre[k]);
  }
  double largest = 0;
  for (const Vec3 corner : {normalised.a, normalised.b, normalised.c})
    largest = std::fmax(largest, length(corner - stored));
  sphere.radius = round_up(largest * (1 + 0x1p-48) + point_error(0));
  return sphere;
}

}  // namespace

CandidatePolygons::CandidatePolygons(Shape shape) : shape_(std::move(shape)) {
  if (!shape_) throw Error("a BSP tree of an empty shape handle");
  const ShapeData& data = data_of(shape_);
  frame_ = local_frame(data.bounds);
  spheres_.reserve(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i)
    spheres_.push_back(sphere_around(normalised(data.triangle(i), frame_)));
}

PolygonList::PolygonList(Shape shape) : CandidatePolygons(std::move(shape)) {
  const ShapeData& data = data_of(this->shape());
  boxes_.reserve(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) boxes_.push_back(fit(data.triangle_box(i), frame()));
}

void PolygonList::candidates(const BspProbe& probe, std::vector<std::uint32_t>& found, BspCounters& counters) const {
  found.clear();
  counters.polygons += boxes_.size();
  for (std::uint32_t i = 0; i < boxes_.size(); ++i)
    if (overlap(probe.box, boxes_[i])) found.push_back(i);
}

BspStatistics PolygonList::statistics() const noexcept {
  return {boxes_.size(), boxes_.size(), 0, 0, boxes_.size() * (sizeof(Aabb) + sizeof(PolygonSphere))};
}

std::string PolygonList::validate() const {
  const ShapeData& data = data_of(shape());
  for (std::uint32_t i = 0; i < boxes_.size(); ++i)
    if (!boxes_[i].holds(fit(data.triangle_box(i), frame())))
      return "the box of triangle " + std::to_string(i) + " does not hold it";
  return boxes_.size() == data.triangle_count ? "" : "not one box per triangle";
}

}  // namespace graze::study
