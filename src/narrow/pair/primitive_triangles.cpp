#include "narrow/pair/primitive_triangles.h"

#include <algorithm>
#include <bit>

#include "base/work.h"
#include "narrow/body/world_volume.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/enclosed.h"
#include "narrow/ray/ray_triangle.h"
#include "narrow/triangle/triangle_distance.h"
#include "tree/descend.h"

namespace graze {
namespace {

// Long lists are marked in a bit each and read off in order.
void sort_numbers(std::vector<std::uint32_t>& list, std::uint32_t below) {
  if (list.size() < 64 || list.size() < below / 256) {
    std::sort(list.begin(), list.end());
    return;
  }
  std::vector<std::uint64_t> marks(below / 64 + 1);
  for (const std::uint32_t i : list) marks[i / 64] |= std::uint64_t{1} << (i % 64);
  std::size_t at = 0;
  for (std::size_t word = 0; word < marks.size(); ++word)
    for (std::uint64_t bits = marks[word]; bits != 0; bits &= bits - 1)
      list[at++] = std::uint32_t(64 * word) + std::uint32_t(std::countr_zero(bits));
}

}  // namespace

MeetsPrimitive::MeetsPrimitive(const Posed& primitive, const Reach& reach) : primitive_(primitive), reach_(reach) {
  if (primitive.shape->form != ShapeForm::box) core_ = primitive.triangle(0);
}

bool MeetsPrimitive::operator()(const Triangle& t) {
  if (primitive_.shape->form != ShapeForm::box) {
    if (reach_.upper() == 0 && core_.a != core_.b) return ray_meets_triangle(ray_between(core_.a, core_.b), t).hit;
    return triangles_within(core_, t, reach_);
  }
  if (!hull_) hull_.emplace(primitive_);
  return hull_->meets(t);
}

void for_each_met(const Posed& primitive, const PlacedBody& mesh, const Reach& reach, bool first_only,
                  Counters& counters, FunctionRef<bool(std::uint32_t)> found) {
  const double most = reach.upper();
  if (box_gap(primitive.box, mesh.body.box) > most) return;
  MeetsPrimitive meets(primitive, reach);
  const auto visit = [&](std::uint32_t i, bool certain) {
    if (!certain) {
      ++counters.double_tests;
      work::charge(8);
      work::poll();
      if (!meets(mesh.body.triangle(i))) return true;
    }
    return found(i);
  };
  TreeVolume volume;
  if (tree_volume(mesh.placement, world_volume(primitive, most), volume)) {
    PairWork work;
    descend(mesh.body.shape->tree(), mesh.body.shape->oriented().data(), volume.box, volume.map, first_only, work,
            visit);
    counters.box_tests += work.boxes;
    counters.triangle_tests += work.triangles;
    return;
  }
  for (std::uint32_t i = 0; i < mesh.body.shape->triangle_count; ++i) {
    ++counters.triangle_tests;
    if (!visit(i, false)) return;
  }
}

bool inside_mesh(const Posed& primitive, const PlacedBody& mesh, Counters& counters) {
  return mesh.body.shape->solid &&
         enclosed_triangle({primitive, place(*primitive.shape, primitive.pose)}, mesh, counters).has_value();
}

std::vector<TrianglePair> sorted_pairs(std::vector<std::uint32_t> met, std::uint32_t below, bool primitive_is_a) {
  sort_numbers(met, below);
  std::vector<TrianglePair> pairs(met.size());
  for (std::size_t i = 0; i < met.size(); ++i)
    pairs[i] = primitive_is_a ? TrianglePair{0, met[i]} : TrianglePair{met[i], 0};
  return pairs;
}

std::optional<std::uint32_t> met_triangle(const Posed& primitive, const PlacedBody& mesh, Counters& counters) {
  std::optional<std::uint32_t> met;
  for_each_met(primitive, mesh, {primitive.radius, mesh.body.radius, 0}, true, counters, [&](std::uint32_t i) {
    met = i;
    return false;
  });
  return met;
}

bool descends_mesh(const Posed& a, const Posed& b, double tolerance) noexcept {
  const bool first = a.shape->primitive();
  if (first == b.shape->primitive()) return false;
  const bool rounded = a.radius > 0 || b.radius > 0 || tolerance > 0;
  return !((first ? a : b).shape->form == ShapeForm::box && rounded);
}

}  // namespace graze
