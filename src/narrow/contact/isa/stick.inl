// Written once over the lane type, compiled once per instruction set: a face a lane.
//
// stick_contacts.cpp looks again, one by one, at the faces that stay open here. It computes the same numbers in the
// same order, so that it finds nothing in the faces that do not.
#include "math/wide_points.h"
#include "narrow/contact/stick_kernel.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

struct Corner4 {
  Point4 at, off;
  Double4 distance;
};
GRAZE_INLINE Corner4 corner4(const StickCorner& p, const StickCorner& q, const StickCorner& r, const StickCorner& s) {
  return {{set4(p.at.x, q.at.x, r.at.x, s.at.x), set4(p.at.y, q.at.y, r.at.y, s.at.y),
           set4(p.at.z, q.at.z, r.at.z, s.at.z)},
          {set4(p.off.x, q.off.x, r.off.x, s.off.x), set4(p.off.y, q.off.y, r.off.y, s.off.y),
           set4(p.off.z, q.off.z, r.off.z, s.off.z)},
          set4(p.distance, q.distance, r.distance, s.distance)};
}

void look_at_faces(const StickNumbers& numbers, const StickCorner* corners, const StickFace* faces, unsigned count,
                   StickBits& bits) {
  const StickFace* four[4];
  for (unsigned i = 0; i < 4; ++i) four[i] = faces + (i < count ? i : 0);
  const unsigned valid = (1u << count) - 1;
  Corner4 p[3];
  for (int k = 0; k < 3; ++k)
    p[k] = corner4(corners[four[0]->corners[k]], corners[four[1]->corners[k]], corners[four[2]->corners[k]],
                   corners[four[3]->corners[k]]);
  const Point4 way{all4(numbers.way.x), all4(numbers.way.y), all4(numbers.way.z)};
  const Double4 zero = all4(0), slope = all4(numbers.slope_square), rounding = all4(numbers.rounding_square);
  Point4 sides[3];
  Double4 squares[3];
  for (int k = 0; k < 3; ++k) {
    const Corner4 &from = p[k], &to = p[k == 2 ? 0 : k + 1];
    const Point4 side = sides[k] = to.at - from.at;
    const Double4 rise = dot(from.off, side), fall = -dot(to.off, side), along = dot(way, side);
    const Double4 square = squares[k] = dot(side, side), level = slope * square + rounding;
    const unsigned rises = (rise < zero).bits(), falls = (fall < zero).bits();
    bits.nearer_from[k] = (from.distance * from.distance * level < rise * rise).bits() & rises & valid;
    bits.nearer_to[k] = (to.distance * to.distance * level < fall * fall).bits() & falls & valid;
    bits.inward[k] = rises & falls & valid;
    bits.parallel[k] = not_above(all4(numbers.parallel) * square, along * along) & valid;
  }
  const Double4 least = min(p[0].distance, min(p[1].distance, p[2].distance));
  const Double4 most = max(p[0].distance, max(p[1].distance, p[2].distance));
  bits.inner = not_above(least, all4(numbers.near)) & (all4(numbers.inner) < most).bits() & valid;

  const Point4 normal = cross(sides[0], sides[1]);
  const Double4 square = dot(normal, normal), reach = all4(numbers.most_square) * square, hair = rounding * square;
  const Point4& corner = p[0].at;
  const Double4 first = -dot(normal, corner), second = dot(normal, way - corner);
  const Double4 first_square = first * first, second_square = second * second;
  // A point in the plane, up to an error: is it outside of a face?
  const auto outside = [&](const Point4& point, const Double4& error_square) {
    unsigned result = 0;
    for (int k = 0; k < 3; ++k) {
      const Double4 left = dot(normal, cross(sides[k], point - p[k].at));
      result |= (left < zero).bits() & (error_square * square * squares[k] < left * left).bits();
    }
    return result;
  };
  const Double4 fall = first - second, share = first / fall, core = all4(numbers.square);
  const Double4 off = rounding * (all4(1) + core * square / (fall * fall));
  unsigned open = not_above(first * second, zero) | not_above(first_square, hair) | not_above(second_square, hair);
  open &= ~((off < core).bits() & outside({way.x * share, way.y * share, way.z * share}, off));
  const auto foot = [&](const Double4& height, const Double4& height_square, const Double4& other, const Point4& end) {
    const Double4 ones = all4(1), facing = all4(numbers.facing);
    const Double4 side = numbers.facing != 0 ? facing : choose(height < zero, -ones, ones);
    const Double4 beyond = (height - other) * side;
    unsigned far = (zero < beyond).bits() & (all4(numbers.level_square) * square < beyond * beyond).bits();
    if (numbers.facing != 0) far &= ~(height * side < zero).bits();
    unsigned may = not_above(height_square, reach) & ~far;
    if ((may & valid) == 0) return 0u;
    const Double4 down = height / square;
    return may & ~outside({end.x - normal.x * down, end.y - normal.y * down, end.z - normal.z * down}, rounding);
  };
  open |= foot(first, first_square, second, {zero, zero, zero}) | foot(second, second_square, first, way);
  bits.open = open & (zero < square).bits() & valid;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
