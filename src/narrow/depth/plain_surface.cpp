// A closed surface that does not cross itself parts space into cells; where shells are not in each other, but for
// cavities in what is around them, the windings of these are 0 and 1, and the lower is in front of each triangle.
#include "narrow/depth/plain_surface.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "math/exact.h"
#include "math/point_hash.h"
#include "narrow/body/posed.h"

namespace graze {

namespace {

bool on_both_sides(const Triangle& plane, const Triangle& corners) {
  const int s[3] = {side(plane.a, plane.b, plane.c, corners.a), side(plane.a, plane.b, plane.c, corners.b),
                    side(plane.a, plane.b, plane.c, corners.c)};
  return std::max({s[0], s[1], s[2]}) > 0 && std::min({s[0], s[1], s[2]}) < 0;
}

// Does the segment p, q meet the triangle, its ends strictly on both sides of its plane?
bool runs_through(Vec3 p, Vec3 q, const Triangle& t) {
  if (side(t.a, t.b, t.c, p) * side(t.a, t.b, t.c, q) >= 0) return false;
  const int a = side(p, q, t.a, t.b), b = side(p, q, t.b, t.c), c = side(p, q, t.c, t.a);
  return !((a > 0 || b > 0 || c > 0) && (a < 0 || b < 0 || c < 0));
}

struct Corners {
  std::vector<Triangle> triangles;
  std::vector<std::array<std::uint32_t, 3>> numbers;  // of the positions of each triangle
  std::uint32_t count = 0;

  explicit Corners(const Posed& body) {
    std::unordered_map<Vec3, std::uint32_t, PointHash> known;
    for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
      const Triangle t = body.triangle(i);
      triangles.push_back(t);
      std::array<std::uint32_t, 3> of{};
      std::size_t k = 0;
      for (const Vec3 p : {t.a, t.b, t.c}) of[k++] = known.try_emplace(p, count).first->second, count = known.size();
      numbers.push_back(of);
    }
  }
};

// Are two neighbours in one plane, on the same side of their common edge?
bool lie_on_each_other(const Triangle& t, const Triangle& u) {
  const Vec3 n = cross(t.b - t.a, t.c - t.a), m = cross(u.b - u.a, u.c - u.a);
  if (dot(n, m) > -0.999 * length(n) * length(m)) return false;
  return side(t.a, t.b, t.c, u.a) == 0 && side(t.a, t.b, t.c, u.b) == 0 && side(t.a, t.b, t.c, u.c) == 0;
}

// Visits triangles with common corners that run through each other, or lie on each other, until that says stop; false
// where a corner has more than a few hundred triangles.
template <class Visit>
bool crossing_neighbours(const Corners& corners, const Visit& visit) {
  constexpr std::size_t most = 400;
  std::vector<std::vector<std::uint32_t>> at(corners.count);
  for (std::uint32_t i = 0; i < corners.numbers.size(); ++i)
    for (const std::uint32_t v : corners.numbers[i]) at[v].push_back(i);
  for (std::uint32_t v = 0; v < corners.count; ++v) {
    if (at[v].size() > most) return false;
    for (std::size_t x = 0; x < at[v].size(); ++x)
      for (std::size_t y = x + 1; y < at[v].size(); ++y) {
        const auto &p = corners.numbers[at[v][x]], &q = corners.numbers[at[v][y]];
        int shared = 0;
        for (const std::uint32_t i : p) shared += std::count(q.begin(), q.end(), i) > 0;
        const Triangle &t = corners.triangles[at[v][x]], &u = corners.triangles[at[v][y]];
        bool cross = false;
        if (shared == 1) {
          const auto opposite = [&](const Triangle& of, const std::array<std::uint32_t, 3>& n) {
            return n[0] == v ? std::pair(of.b, of.c) : n[1] == v ? std::pair(of.c, of.a) : std::pair(of.a, of.b);
          };
          const auto [a, b] = opposite(t, p);
          const auto [c, d] = opposite(u, q);
          cross = runs_through(a, b, u) || runs_through(c, d, t);
        } else {
          cross = shared == 3 || lie_on_each_other(t, u);
        }
        if (cross && !visit(at[v][x], at[v][y])) return true;
      }
  }
  return true;
}
bool neighbours_cross(const Corners& corners) {
  bool found = false;
  const bool all = crossing_neighbours(corners, [&](std::uint32_t, std::uint32_t) {
    found = true;
    return false;
  });
  return found || !all;
}

// Shells whose boxes meet, and which are not one a solid and the other a cavity.
bool shells_may_nest(const Corners& corners, int orientation) {
  std::vector<std::uint32_t> parent(corners.count);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& n : corners.numbers) {
    parent[root(n[1])] = root(n[0]);
    parent[root(n[2])] = root(n[0]);
  }
  struct Shell {
    Box box;
    double volume = 0;
  };
  std::unordered_map<std::uint32_t, std::size_t> index;
  std::vector<Shell> shells;
  for (std::size_t i = 0; i < corners.triangles.size(); ++i) {
    const auto [at, added] = index.try_emplace(root(corners.numbers[i][0]), shells.size());
    if (added) shells.push_back({});
    Shell& shell = shells[at->second];
    const Triangle& t = corners.triangles[i];
    shell.box = merge(shell.box, Box{min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)});
    const Vec3 from = corners.triangles[0].a;
    shell.volume += orientation * dot(t.a - from, cross(t.b - from, t.c - from));
  }
  constexpr std::size_t most = 200;
  if (shells.size() > most) return true;
  for (std::size_t i = 0; i < shells.size(); ++i)
    for (std::size_t k = i + 1; k < shells.size(); ++k)
      if (overlap(shells[i].box, shells[k].box) && !((shells[i].volume > 0) != (shells[k].volume > 0))) return true;
  return false;
}

}  // namespace

namespace {
constexpr std::size_t most_own_pairs = 4096;
}

bool plain_surface(const Body& solid) {
  Posed posed;
  if (make_posed(solid, posed) != Status::ok) return false;
  const CollideResult meeting = self_collide(solid, {.all = true, .max_results = most_own_pairs});
  if (meeting.status != Status::ok || !meeting.complete) return false;
  for (const TrianglePair& pair : meeting.pairs) {
    const Triangle a = posed.triangle(pair.a), b = posed.triangle(pair.b);
    if (on_both_sides(a, b) || on_both_sides(b, a)) return false;
  }
  const Corners corners(posed);
  return !neighbours_cross(corners) && !shells_may_nest(corners, posed.orientation);
}

std::vector<bool> meeting_triangles(const Body& solid) {
  Posed posed;
  if (make_posed(solid, posed) != Status::ok) return {};
  const CollideResult meeting = self_collide(solid, {.all = true, .max_results = most_own_pairs});
  if (meeting.status != Status::ok || !meeting.complete) return {};
  std::vector<bool> meets(posed.shape->triangle_count, false);
  for (const TrianglePair& pair : meeting.pairs) meets[pair.a] = meets[pair.b] = true;
  const bool all = crossing_neighbours(Corners(posed), [&](std::uint32_t a, std::uint32_t b) {
    meets[a] = meets[b] = true;
    return true;
  });
  return all ? meets : std::vector<bool>{};
}

}  // namespace graze
