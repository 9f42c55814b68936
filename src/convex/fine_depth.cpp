// Everything is done in an order that does not depend on which side is outside, so that swapping the arguments mirrors
// the answer: a triangle is three corners in increasing order, and a sign.
#include "convex/fine_depth.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <queue>
#include <utility>
#include <vector>

#include "base/work.h"
#include "math/constants.h"
#include "math/double_double.h"
#include "math/exact.h"

namespace graze {
namespace {

using roundoff::u;
constexpr std::size_t most_points = 50000;

struct Facet {
  std::uint32_t corner[3];  // increasing
  std::uint32_t across[3];  // the neighbour at the edge opposite to that corner
  int outward;              // 1: to the side of the normal of the corners in order, else -1
  bool gone = false;
  double low, high;  // along `normal`: not above any corner, not below any
  Vec3 normal;       // unit, outward; 0 where there is none
};

// (b - a) x (c - a) but for 2^-100 of the magnitudes, rounded.
Vec3 plane_normal(Vec3 a, Vec3 b, Vec3 c) {
  DoubleDouble e[3], f[3];
  for (int k = 0; k < 3; ++k) {
    e[k] = two_sum(b[k], -a[k]);
    f[k] = two_sum(c[k], -a[k]);
  }
  const auto minor = [&](int i, int j) { return (e[i] * f[j] - e[j] * f[i]).hi; };
  return {minor(1, 2), minor(2, 0), minor(0, 1)};
}

class Hull {
 public:
  explicit Hull(const FineRequest& request) : request_(request) {}

  // False when the four points are in one plane.
  bool begin();
  // Grows the hull until the bracket is narrow enough or nothing more can be found.
  void grow(FineDepth& depth);

 private:
  struct Entry {
    double low;
    std::uint32_t facet;
    bool operator<(const Entry& other) const {  // least first
      return low != other.low ? other.low < low : other.facet < facet;
    }
  };

  void add_point(const FinePair& pair) {
    pairs_.push_back(pair);
    points_.push_back({pair.b[0] - pair.a[0], pair.b[1] - pair.a[1], pair.b[2] - pair.a[2]});
  }
  void describe(Facet& facet);
  bool sees(std::uint32_t point, const Facet& facet) const {
    return facet.outward *
               side(points_[facet.corner[0]], points_[facet.corner[1]], points_[facet.corner[2]], points_[point]) >
           0;
  }
  void expand(std::uint32_t first, std::uint32_t point);

  const FineRequest& request_;
  std::vector<FinePair> pairs_;
  std::vector<Vec3> points_;
  std::vector<Facet> facets_;
  std::priority_queue<Entry> nearest_;
  // Of `expand`, kept for their memory: triangles to look around, and by point the new triangle that ends there first.
  std::vector<std::uint32_t> seen_, link_;
};

void Hull::describe(Facet& facet) {
  const Vec3 p[3] = {points_[facet.corner[0]], points_[facet.corner[1]], points_[facet.corner[2]]};
  const Vec3 n = plane_normal(p[0], p[1], p[2]) * double(facet.outward);
  const double size = length(n);
  if (!(size > 0)) {  // underflow
    facet.normal = {};
    facet.low = facet.high = -request_.span;
    return;
  }
  facet.normal = n * (1 / size);
  const double along[3] = {dot(facet.normal, p[0]), dot(facet.normal, p[1]), dot(facet.normal, p[2])};
  const double error = 8 * u * request_.span;
  facet.low = std::min({along[0], along[1], along[2]}) - error;
  facet.high = std::max({along[0], along[1], along[2]}) + error;
  // The origin must be inside, strictly.
  if (facet.low > 0 && facet.outward * side(p[0], p[1], p[2], Vec3{}) >= 0) facet.low = 0;
}

bool Hull::begin() {
  for (int i = 0; i < 4; ++i) add_point(request_.start[i]);
  const int up = side(points_[0], points_[1], points_[2], points_[3]);
  if (up == 0) return false;
  // The one opposite to corner i of the tetrahedron is facet i; taken in increasing order of the corners the signs of
  // the four alternate.
  for (std::uint32_t i = 0; i < 4; ++i) {
    Facet facet;
    for (std::uint32_t k = 0, c = 0; c < 4; ++c)
      if (c != i) {
        facet.corner[k] = c;
        facet.across[k++] = c;  // opposite to corner c is facet c
      }
    facet.outward = i % 2 == 0 ? up : -up;
    describe(facet);
    facets_.push_back(facet);
    nearest_.push({facet.low, i});
  }
  return true;
}

// Replaces what the point sees by triangles to it. The outline is a simple loop: each of its points starts one edge and
// ends one, and a triangle to the new point has its neighbours there.
void Hull::expand(std::uint32_t first, std::uint32_t point) {
  constexpr std::uint32_t none = ~std::uint32_t(0);
  link_.resize(points_.size(), none);
  seen_.assign(1, first);
  facets_[first].gone = true;
  const auto made = std::uint32_t(facets_.size());
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const std::uint32_t at = seen_[i];
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t other = facets_[at].across[k];
      if (facets_[other].gone) continue;
      if (sees(point, facets_[other])) {
        facets_[other].gone = true;
        seen_.push_back(other);
        continue;
      }
      const Facet& old = facets_[at];
      Facet facet;
      facet.corner[0] = old.corner[k == 0 ? 1 : 0];
      facet.corner[1] = old.corner[k == 2 ? 1 : 2];
      facet.corner[2] = point;
      facet.outward = k == 1 ? -old.outward : old.outward;
      facet.across[2] = other;
      describe(facet);
      const auto number = std::uint32_t(facets_.size());
      for (std::uint32_t& back : facets_[other].across)
        if (back == at) back = number;
      facets_.push_back(facet);
      nearest_.push({facet.low, number});
    }
  }
  for (std::uint32_t number = made; number < facets_.size(); ++number)
    for (std::uint32_t k = 0; k < 2; ++k) {
      // At corner 1 - k the neighbour is across the edge opposite to corner k.
      const std::uint32_t corner = facets_[number].corner[1 - k], partner = link_[corner];
      if (partner == none) {
        link_[corner] = number;
        continue;
      }
      facets_[number].across[k] = partner;
      facets_[partner].across[facets_[partner].corner[0] == corner ? 1 : 0] = number;
      link_[corner] = none;
    }
}

void Hull::grow(FineDepth& depth) {
  const double above = 16 * u * request_.span;
  const auto enough = [&] {
    return depth.upper - depth.lower <= request_.tolerance ||
           (request_.sign_only && (depth.lower > 0 || depth.upper < 0));
  };
  for (;;) {
    while (facets_[nearest_.top().facet].gone) nearest_.pop();
    const std::uint32_t worst = nearest_.top().facet;
    const Facet facet = facets_[worst];
    depth.lower = facet.low - request_.off;
    depth.found = true;
    for (int c = 0; c < 3; ++c) depth.corner[c] = pairs_[facet.corner[c]];
    if (enough() || !(dot(facet.normal, facet.normal) > 0.5) || work::spent()) return;
    const double outward[3] = {facet.normal.x, facet.normal.y, facet.normal.z};
    FinePair pair;
    request_.probe(request_.search, outward, pair);
    ++depth.steps;
    work::charge(32);
    add_point(pair);
    const double overlap = dot(facet.normal, points_.back());
    if (overlap + request_.slack < depth.upper) {
      depth.upper = overlap + request_.slack;
      std::copy(outward, outward + 3, depth.direction);
    }
    if (enough()) return;
    const auto point = std::uint32_t(points_.size() - 1);
    if (!(overlap > facet.high + above) || points_.size() == most_points || !sees(point, facet)) return;
    expand(worst, point);
  }
}

}  // namespace

void fine_depth(const FineRequest& request, FineDepth& depth) noexcept {
  try {
    Hull hull(request);
    if (hull.begin()) hull.grow(depth);
  } catch (const std::bad_alloc&) {
    // What was proven before stands.
  }
}

}  // namespace graze
