// With d = a . (b x c) for a triangle a, b, c, the cone from the origin has the volume d / 6, the first moment
// d (a + b + c) / 24 and the second moments d (s_i s_j + a_i a_j + b_i b_j + c_i c_j) / 120 with s = a + b + c. The
// sums are exact; about the centre m = F / (4 D) of the sums D and F the second moments are G / 120 - F F' / (96 D).
#include "shape/solid_moments.h"

#include "math/dyadic3.h"

namespace graze {

SolidMoments solid_moments(const Shape& shape) {
  constexpr int first[6] = {0, 1, 2, 0, 1, 2}, second[6] = {0, 1, 2, 1, 2, 0};
  const auto at = [](const Dyadic3& v, int axis) -> const Dyadic& { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; };
  Dyadic volume;
  Dyadic3 moment;
  Dyadic moments[6];
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
    if (shape.form() == ShapeForm::box && i % 4 >= 2) continue;  // each of its faces is there twice
    const Triangle t = shape.triangle(i);
    const Dyadic3 a = exact_vector(t.a), b = exact_vector(t.b), c = exact_vector(t.c);
    const Dyadic d = dot(a, cross(b, c));
    if (d.sign() == 0) continue;
    const Dyadic3 s = a + b + c;
    volume = volume + d;
    moment = moment + s * d;
    for (int k = 0; k < 6; ++k) {
      const int p = first[k], q = second[k];
      moments[k] =
          moments[k] + d * (at(s, p) * at(s, q) + at(a, p) * at(a, q) + at(b, p) * at(b, q) + at(c, p) * at(c, q));
    }
  }
  SolidMoments result;
  if (volume.sign() <= 0) return result;
  result.volume = quotient(volume, Dyadic(6.0));
  result.centre = quotient(moment, volume * Dyadic(4.0));
  const Dyadic unit = volume * Dyadic(480.0);  // G / 120 - F F' / (96 D) = (4 G D - 5 F F') / (480 D)
  for (int k = 0; k < 6; ++k) {
    const Dyadic about = Dyadic(4.0) * moments[k] * volume - Dyadic(5.0) * at(moment, first[k]) * at(moment, second[k]);
    result.moment[k] = quotient(about, unit);
  }
  return result;
}

}  // namespace graze
