// The filter. Corners are taken from the box's centre and scaled by a power of two to the box's size, so that nothing
// overflows. With u = 2^-53 each coordinate difference carries one rounding, and each of the six products of the
// determinant passes through three differences, two multiplications and three additions: eight factors (1 + u). So the
// computed determinant is within 8.001 u of the sum of the six products' magnitudes, itself computed to 8.001 u and
// summed over 2^31 triangles to 2^-22; 16 u of that sum bounds the error of all. The determinants are summed exactly.
// Underflow adds less than 2^-1060 per triangle, below 2^-1000 in all.
#include "shape/enclosed_volume.h"

#include <algorithm>
#include <cmath>

#include "math/exact_sum.h"
#include "shape/data.h"

namespace graze {
namespace {

double determinant(Vec3 a, Vec3 b, Vec3 c) {
  return (a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z)) + a.z * (b.x * c.y - b.y * c.x);
}

double magnitude(Vec3 a, Vec3 b, Vec3 c) {
  return (a.x * (b.y * c.z + b.z * c.y) + a.y * (b.z * c.x + b.x * c.z)) + a.z * (b.x * c.y + b.y * c.x);
}

void add_determinant(ExactSum& sum, const Triangle& t) {
  sum.add_product(t.a.x, t.b.y, t.c.z);
  sum.add_product(-t.a.x, t.b.z, t.c.y);
  sum.add_product(t.a.y, t.b.z, t.c.x);
  sum.add_product(-t.a.y, t.b.x, t.c.z);
  sum.add_product(t.a.z, t.b.x, t.c.y);
  sum.add_product(-t.a.z, t.b.y, t.c.x);
}

}  // namespace

EnclosedVolume enclosed_volume(const ShapeData& data, const std::vector<bool>& degenerate) {
  const Vec3 size = data.bounds.hi - data.bounds.lo;
  const double extent = std::max({size.x, size.y, size.z});
  if (extent == 0) return {};
  const int exponent = std::isinf(extent) ? 1025 : std::ilogb(extent) + 1;
  // In two steps, because 2^-exponent may not be a double.
  const double scale_1 = std::ldexp(1.0, -exponent / 2);
  const double scale_2 = std::ldexp(1.0, -exponent - (-exponent / 2));
  const Vec3 centre = data.bounds.lo * 0.5 + data.bounds.hi * 0.5;
  const auto local = [&](Vec3 p) { return (p - centre) * scale_1 * scale_2; };

  ExactSum sum;
  double magnitudes = 0;
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    if (degenerate[i]) continue;
    const Triangle t = data.triangle(i);
    const Vec3 a = local(t.a), b = local(t.b), c = local(t.c);
    sum.add(determinant(a, b, c));
    magnitudes += magnitude(abs(a), abs(b), abs(c));
  }
  const double scaled = sum.value();
  const double bound = 0x1p-49 * magnitudes + 0x1p-1000;
  if (std::abs(scaled) > bound) return {std::ldexp(scaled / 6, 3 * exponent), scaled > 0 ? 1 : -1};

  ExactSum exact;
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    if (!degenerate[i]) add_determinant(exact, data.triangle(i));
  }
  return {exact.value() / 6, exact.sign()};
}

}  // namespace graze
