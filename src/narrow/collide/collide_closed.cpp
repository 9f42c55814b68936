#include "convex/box_axes.h"
#include "narrow/collide/collide_ways.h"
#include "narrow/pair/closed_gap.h"
#include "shape/data.h"

namespace graze {
namespace {

bool answered(Known known, const CollideSettings& settings, CollideResult& result) {
  if (known == Known::unsure) return false;
  result.answer = answer_of(known == Known::yes);
  result.counters.double_tests = 1;
  if (settings.all && result.yes()) {
    result.complete = settings.max_results > 0;
    if (result.complete) result.pairs.push_back({0, 0});
  }
  return true;
}

// Of boxes with perpendicular edges and without margins; by narrower bounds than find_boxes(), for a little more time.
Known meet_by_axes(const Body& a, const Body& b) {
  const ShapeData &shape_a = data_of(a.shape), &shape_b = data_of(b.shape);
  if (shape_a.world_margin > 0 || shape_b.world_margin > 0) return Known::unsure;
  SquareBox box_a, box_b;
  if (!make_square_box(shape_a.bounds.hi, a.pose, box_a) || !make_square_box(shape_b.bounds.hi, b.pose, box_b))
    return Known::unsure;
  BoxAxes axes;
  find_box_axes(box_a, box_b, 0, -1, axes);
  if (axes.parting < 0 && !(axes.lower > 0)) return Known::unsure;
  return axes.parting < 0 ? Known::yes : Known::no;
}

}  // namespace

bool collide_round(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept {
  return answered(round_reaches(a, b, 0), settings, result);
}

bool collide_solid_ball(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept {
  ClosedGap gap;
  return find_solid_gap(a, b, gap) && answered(reaches(gap, 0), settings, result);
}

bool collide_boxes(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept {
  const BoxPair boxes = find_boxes(a, b);
  const Known known = boxes == BoxPair::meet ? Known::yes : boxes == BoxPair::apart ? Known::no : meet_by_axes(a, b);
  return answered(known, settings, result);
}

}  // namespace graze
