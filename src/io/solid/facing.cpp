#include "io/solid/facing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graze {

namespace {

constexpr Vec3 ways[] = {{0.5377, 0.7211, 0.4367},
                         {-0.8133, 0.2719, 0.5141},
                         {0.3119, -0.6773, 0.6661},
                         {0.7013, 0.1297, -0.7009},
                         {-0.2917, -0.3331, -0.8967}};

}  // namespace

Facing::Facing(const SolidMesh& mesh) : mesh_(mesh) {
  for (const Vec3& way : ways) squares_.push_back(squares_of(way));
}

Facing::Squares Facing::squares_of(Vec3 way) const {
  Squares squares;
  squares.way = way;
  squares.x = cross(way, Vec3{0, 0, 1});
  squares.y = cross(way, squares.x);
  double lo[2] = {HUGE_VAL, HUGE_VAL}, hi[2] = {-HUGE_VAL, -HUGE_VAL};
  std::vector<double> at[2];
  for (int axis = 0; axis < 2; ++axis) {
    for (const Vec3& v : mesh_.vertices) at[axis].push_back(dot(v, axis == 0 ? squares.x : squares.y));
    for (const double a : at[axis]) {
      lo[axis] = std::min(lo[axis], a);
      hi[axis] = std::max(hi[axis], a);
    }
  }
  squares.left = lo[0];
  squares.low = lo[1];
  const std::size_t count = mesh_.triangles.size();
  const auto number = [&](double a, double from, double size) {
    return static_cast<std::size_t>(std::clamp((a - from) / size, 0.0, static_cast<double>(squares.across - 1)));
  };
  const auto each = [&](const auto& add) {
    // A little more on all sides, for what is rounded here and in the count.
    const double dx = 1e-9 * squares.width, dy = 1e-9 * squares.height;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Index3& t = mesh_.triangles[i];
      const auto [left, right] = std::minmax({at[0][t[0]], at[0][t[1]], at[0][t[2]]});
      const auto [bottom, top] = std::minmax({at[1][t[0]], at[1][t[1]], at[1][t[2]]});
      const std::size_t c0 = number(left - dx, squares.left, squares.width);
      const std::size_t c1 = number(right + dx, squares.left, squares.width);
      const std::size_t r0 = number(bottom - dy, squares.low, squares.height);
      const std::size_t r1 = number(top + dy, squares.low, squares.height);
      add(i, c0, c1, r0, r1);
    }
  };
  // As many squares as triangles, unless the triangles are so long that they would be in too many.
  squares.across = static_cast<std::size_t>(std::clamp(std::sqrt(static_cast<double>(count)), 1.0, 1024.0));
  for (;; squares.across /= 2) {
    squares.width = std::max((hi[0] - lo[0]) / static_cast<double>(squares.across), 1e-300);
    squares.height = std::max((hi[1] - lo[1]) / static_cast<double>(squares.across), 1e-300);
    std::size_t sum = 0;
    each([&](std::uint32_t, std::size_t c0, std::size_t c1, std::size_t r0, std::size_t r1) {
      sum += (c1 - c0 + 1) * (r1 - r0 + 1);
    });
    if (sum <= 16 * count || squares.across == 1) break;
  }
  squares.starts.assign(squares.across * squares.across + 1, 0);
  each([&](std::uint32_t, std::size_t c0, std::size_t c1, std::size_t r0, std::size_t r1) {
    for (std::size_t r = r0; r <= r1; ++r)
      for (std::size_t c = c0; c <= c1; ++c) ++squares.starts[r * squares.across + c + 1];
  });
  std::partial_sum(squares.starts.begin(), squares.starts.end(), squares.starts.begin());
  squares.triangles.resize(squares.starts.back());
  std::vector<std::uint32_t> next(squares.starts.begin(), squares.starts.end() - 1);
  each([&](std::uint32_t i, std::size_t c0, std::size_t c1, std::size_t r0, std::size_t r1) {
    for (std::size_t r = r0; r <= r1; ++r)
      for (std::size_t c = c0; c <= c1; ++c) squares.triangles[next[r * squares.across + c]++] = i;
  });
  return squares;
}

// Lines that graze an edge may be told wrong: several are asked.
Facing::Hits Facing::count(const Squares& squares, Vec3 from, std::uint32_t but) const {
  const auto number = [&](double a, double low, double size) {
    return static_cast<std::size_t>(std::clamp((a - low) / size, 0.0, static_cast<double>(squares.across - 1)));
  };
  const std::size_t square = number(dot(from, squares.y), squares.low, squares.height) * squares.across +
                             number(dot(from, squares.x), squares.left, squares.width);
  Hits hits;
  for (std::size_t k = squares.starts[square]; k < squares.starts[square + 1]; ++k) {
    const std::uint32_t i = squares.triangles[k];
    if (i == but) continue;
    const Index3& t = mesh_.triangles[i];
    const Vec3 a = mesh_.vertices[t[0]], u = mesh_.vertices[t[1]] - a, v = mesh_.vertices[t[2]] - a;
    const Vec3 p = cross(squares.way, v);
    const double det = dot(u, p);
    if (det == 0) continue;
    const Vec3 s = from - a, q = cross(s, u);
    const double x = dot(s, p) / det, y = dot(squares.way, q) / det;
    if (!(x >= 0 && y >= 0 && x + y <= 1)) continue;
    const double along = dot(v, q) / det;
    hits.ahead += along > 0;
    hits.behind += along < 0;
  }
  return hits;
}

int Facing::of(const std::vector<std::uint32_t>& patch) const {
  std::uint32_t largest = patch[0];
  double most = -1;
  Vec3 normal, middle;
  for (const std::uint32_t i : patch) {
    const Index3& t = mesh_.triangles[i];
    const Vec3 a = mesh_.vertices[t[0]], b = mesh_.vertices[t[1]], c = mesh_.vertices[t[2]], n = cross(b - a, c - a);
    if (dot(n, n) <= most) continue;
    most = dot(n, n);
    largest = i;
    normal = n;
    middle = a * 0.31 + b * 0.33 + c * 0.36;
  }
  int votes = 0;
  for (const Squares& squares : squares_) {
    const double front = dot(squares.way, normal);
    if (std::fabs(front) < 0.05 * length(normal)) continue;
    const Hits hits = count(squares, middle, largest);
    const bool ahead = hits.ahead % 2 == 0, behind = hits.behind % 2 == 0;
    if (ahead == behind) continue;
    votes += ahead == (front > 0) ? 1 : -1;
  }
  return votes > 0 ? 1 : votes < 0 ? -1 : 0;
}

}  // namespace graze
