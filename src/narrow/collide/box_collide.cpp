#include "narrow/collide/box_collide.h"

#include "convex/box_axes.h"
#include "shape/data.h"

namespace graze {

bool box_collide(const Body& a, const Body& b, CollideResult& result) noexcept {
  const ShapeData &shape_a = data_of(a.shape), &shape_b = data_of(b.shape);
  if (shape_a.form != ShapeForm::box || shape_b.form != ShapeForm::box) return false;
  if (shape_a.world_margin > 0 || shape_b.world_margin > 0) return false;
  SquareBox box_a, box_b;
  if (!make_square_box(shape_a.bounds.hi, a.pose, box_a) || !make_square_box(shape_b.bounds.hi, b.pose, box_b))
    return false;
  BoxAxes axes;
  find_box_axes(box_a, box_b, 0, -1, axes);
  if (axes.parting < 0 && !(axes.lower > 0)) return false;
  result.answer = answer_of(axes.parting < 0);
  result.counters.double_tests = 1;
  return true;
}

}  // namespace graze
