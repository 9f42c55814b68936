// One oriented box per body ("bounding box safety" of Blow 1997), by the axes of Gottschalk: the normals of the
// faces and the products of the edges. The boxes are parallelepipeds where a pose shears.
//
// Along an axis n of any length, computed as written: the boxes are apart when |n.d| - sum |n.ha| - sum |n.hb| exceeds
// what the slack of the points, |n|_1 (slack_a + slack_b), and the roundings can take: 8 products and sums, below
// 16u |n|_1 (|d| + sum |ha| + sum |hb|) with the largest components; and (around + gap) |n|.
#include <algorithm>
#include <cmath>

#include "filter/filter.h"
#include "math/norms.h"

namespace graze {
namespace {

struct Pair {
  const FilterBody &a, &b;
  Vec3 apart;
  double rounding;  // for |n|_1 = 1
  double asked;     // what is around them, and the gap
  double lower = 0;

  Pair(const FilterBody& first, const FilterBody& second, double gap) : a(first), b(second) {
    apart = b.middle - a.middle;
    double sizes = largest(apart);
    for (std::size_t k = 0; k < 3; ++k) sizes += largest(a.half[k]) + largest(b.half[k]);
    rounding = (a.slack + b.slack) + sizes * 0x1p-48;
    asked = ((a.around + b.around) + gap) * (1 + 0x1p-50);
  }

  bool parted_along(Vec3 n) {
    double room = std::fabs(dot(n, apart));
    for (std::size_t k = 0; k < 3; ++k) room -= std::fabs(dot(n, a.half[k])) + std::fabs(dot(n, b.half[k]));
    const Vec3 sizes = abs(n);
    room -= ((sizes.x + sizes.y) + sizes.z) * rounding;
    if (!(room > 0)) return false;
    // Of a tiny axis the squares leave the doubles, and its length with them.
    const double square = dot(n, n);
    if (!(square > 0x1p-900)) return false;
    // Compared as squares would round no less; one square root an axis that parts the boxes is cheap.
    lower = room / (std::sqrt(square) * (1 + 0x1p-50)) * (1 - 0x1p-50);
    return lower > asked;
  }

  bool parted() {
    for (const FilterBody* box : {&a, &b})
      for (std::size_t k = 0; k < 3; ++k)
        if (parted_along(cross(box->half[k], box->half[k == 2 ? 0 : k + 1]))) return true;
    for (const Vec3& edge_a : a.half)
      for (const Vec3& edge_b : b.half)
        if (parted_along(cross(edge_a, edge_b))) return true;
    return false;
  }
};

class OrientedBoxes final : public Filter {
 public:
  FilterResult test(const FilterBody& a, const FilterBody& b, double gap, FilterCache&) const noexcept override {
    if (!a.boxed || !b.boxed) return {};
    Pair pair(a, b, gap);
    return pair.parted() ? beyond(pair.lower, a.around, b.around, gap) : FilterResult{};
  }
};

}  // namespace

const Filter& oriented_box_filter() noexcept {
  static const OrientedBoxes filter;
  return filter;
}

}  // namespace graze
