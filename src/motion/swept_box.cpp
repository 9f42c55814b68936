// A turn by an angle moves a point by at most the angle times its distance from the axis, and by no more than twice
// that distance: of a body that translates at the same time, of which points are x + t by + (R(t) - I)(x - origin),
// that is added to the box of the translation, and its distance is the one at the start. The distance of the box's
// points is at most that of its middle and half of its diagonal; the subtractions and products in it round by less than
// 16u of the numbers that go into them, for which 2^-48 is taken. Squares that leave the doubles at their lower end
// cost a length less than 2^-535, for which 2^-500 is added.
#include "motion/swept_box.h"

#include <algorithm>
#include <cmath>

#include "math/ordinary.h"
#include "math/posed_box.h"

namespace graze {
namespace {

Box shifted(const Box& box, Vec3 by) {
  const Vec3 sizes = max(max(abs(box.lo), abs(box.hi)), abs(by));
  return grown({box.lo + by, box.hi + by}, ((sizes.x + sizes.y) + sizes.z) * 0x1p-52);
}

// How far the turn takes the points of the box, and the advance of a screw.
double travel_of_turn(const Box& box, const Motion& motion) {
  const Vec3 middle = box.lo * 0.5 + box.hi * 0.5, arm = middle - motion.origin;
  const double half = length(box.hi * 0.5 - box.lo * 0.5);
  const Vec3 axis = ordinary(motion.axis);
  const double unit = length(axis);
  const double away = unit > 0 ? length(cross(axis * (1 / unit), arm)) : length(arm);
  const double most_arm = (away + half + (length(middle) + length(motion.origin) + half) * 0x1p-46) + 0x1p-500;
  return (std::min(std::fabs(motion.angle), 2.0) * most_arm + std::fabs(motion.advance)) * (1 + 0x1p-48);
}

Box turned(const Box& box, const Motion& motion) { return grown(box, travel_of_turn(box, motion)); }

}  // namespace

Box swept_box(const Box& start, const Motion& motion) noexcept {
  switch (motion.kind) {
    case Motion::Kind::none:
      return start;
    case Motion::Kind::translation:
      return merge(start, shifted(start, motion.translation));
    case Motion::Kind::rotation:
    case Motion::Kind::screw:
      return turned(start, motion);
    case Motion::Kind::translation_with_rotation:
      return grown(merge(start, shifted(start, motion.translation)), travel_of_turn(start, motion));
    case Motion::Kind::translation_then_rotation:
      break;
  }
  const Box end = shifted(start, motion.translation);
  return merge(merge(start, end), turned(end, motion));
}

}  // namespace graze
