#include "narrow/classify/classify_surface.h"

#include <optional>

#include "base/guard.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/budget_of.h"
#include "narrow/body/so_far.h"
#include "narrow/classify/as_solid_mesh.h"
#include "narrow/classify/cells.h"
#include "narrow/classify/surface_in.h"
#include "narrow/classify/surfaces_cross.h"
#include "narrow/distance/nearest_search.h"

namespace graze {
namespace {

// A polyhedral body, placed: its triangles from `first_thin` on are a surface, the others bound a solid.
struct SurfaceAndSolid : PlacedBody {
  bool winds = false;
  std::uint32_t first_thin = 0;

  bool has_surface() const { return first_thin < body.shape->triangle_count; }
};

Status place_set(const std::optional<PolyhedralSet>& set, SurfaceAndSolid& result) {
  if (!set) return Status::unsupported;
  result.winds = set->winds;
  result.first_thin = set->winds ? set->first_thin : 0;
  return prepare(set->body, result);
}

bool same_box(const Box& x, const Box& y) { return x.lo == y.lo && x.hi == y.hi; }

// Where some of a's surface is, relative to b's solid.
SurfaceSides sides_in(const SurfaceAndSolid& a, const SurfaceAndSolid& b, Counters& counters) {
  if (!a.has_surface() || !b.winds) return {};
  return surface_sides(a, a.first_thin, b, counters);
}

PairClass class_of_surfaces(const SurfaceAndSolid& a, const SurfaceAndSolid& b, Counters& counters) {
  const SurfaceSides in_b = sides_in(a, b, counters), in_a = sides_in(b, a, counters);
  if (in_b.inside) return in_b.outside || a.winds ? PairClass::overlapping : PairClass::enclosed;
  if (in_a.inside) return in_a.outside || b.winds ? PairClass::overlapping : PairClass::encloses;
  if (a.winds && b.winds && interiors_meet(a, b, counters)) return PairClass::overlapping;
  if (!a.has_surface() || !b.has_surface()) return PairClass::touching;
  if (!a.winds && !b.winds && same_box(a.body.box, b.body.box) && surface_in(a, 0, b, false, counters) &&
      surface_in(b, 0, a, false, counters))
    return PairClass::equal;
  return surfaces_cross(a, a.first_thin, b, b.first_thin, counters) ? PairClass::overlapping : PairClass::touching;
}

}  // namespace

ClassifyResult classify_surface(const Body& a, const Body& b, std::uint64_t budget) noexcept {
  return guarded<ClassifyResult>(budget_of(budget, a, b), [&] {
    ClassifyResult result = clear_so_far();
    const std::optional<PolyhedralSet> set_a = as_polyhedral(a);
    const std::optional<PolyhedralSet> set_b = set_a ? as_polyhedral(b) : std::nullopt;
    SurfaceAndSolid placed_a, placed_b;
    result.status = place_set(set_a, placed_a);
    if (result.status == Status::ok) result.status = place_set(set_b, placed_b);
    if (result.status == Status::ok) result.answer = class_of_surfaces(placed_a, placed_b, result.counters);
    return result;
  });
}

}  // namespace graze
