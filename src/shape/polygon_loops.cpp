// Two convex polygons share at most one straight run of edges. The run is taken out as a whole: corners in its midst
// have no other edges left, or they would not be in both polygons side by side. The rest is convex when the two corners
// at the ends of the run are: everywhere else nothing changed, and a closed curve that always turns left, and once
// around in all, is convex.
#include "shape/polygon_loops.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "math/exact.h"

namespace graze {
namespace {

constexpr std::uint32_t no_twin = 0xffffffff;

// A coordinate plane in which the triangle keeps an area, and the sign of the turn there; axis -1: none.
struct View {
  int axis = -1;
  int sign = 0;
};
View view_of(Vec3 a, Vec3 b, Vec3 c) noexcept {
  // The largest component first, so that the filter in `turn` decides.
  const Vec3 n = abs(cross(b - a, c - a));
  const int first = n.x >= n.y && n.x >= n.z ? 0 : n.y >= n.z ? 1 : 2;
  for (int k = 0; k < 3; ++k) {
    const int axis = (first + k) % 3;
    if (const int sign = turn(axis, a, b, c)) return {axis, sign};
  }
  return {};
}

// Given that p, q, r are on one line: is q between p and r?
bool between(Vec3 p, Vec3 q, Vec3 r) noexcept {
  for (int k = 0; k < 3; ++k)
    if ((p[k] < q[k] && r[k] < q[k]) || (p[k] > q[k] && r[k] > q[k])) return false;
  return !(p == q) && !(q == r);
}

bool turns_left_or_straight(const View& view, Vec3 p, Vec3 q, Vec3 r) noexcept {
  const int sign = turn(view.axis, p, q, r) * view.sign;
  return sign > 0 || (sign == 0 && between(p, q, r));
}

class Joiner {
 public:
  Joiner(std::vector<PolygonLoop>& loops, const std::vector<Vec3>& points) : loops_(loops), points_(points) {
    for (std::uint32_t f = 0; f < loops.size(); ++f) {
      const auto first = static_cast<std::uint32_t>(from_.size());
      const auto count = static_cast<std::uint32_t>(loops[f].corners.size());
      first_.push_back(first);
      for (std::uint32_t k = 0; k < count; ++k) {
        from_.push_back(loops[f].corners[k]);
        next_.push_back(first + (k + 1) % count);
        previous_.push_back(first + (k + count - 1) % count);
        loop_.push_back(f);
      }
    }
    twin_.assign(from_.size(), no_twin);
    find_twins();
    gone_.assign(from_.size(), false);
    planes_.resize(loops.size());
    for (std::uint32_t f = 0; f < loops.size(); ++f)
      if (loops[f].planar) planes_[f] = plane_of(f);
    parent_.resize(loops.size());
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  void run() {
    // Long edges first: of a grid of squares cut in two, the diagonals go, then rows are joined, then these. What could
    // not be joined may be when its neighbours have grown.
    std::vector<std::uint32_t> order;
    for (std::uint32_t h = 0; h < from_.size(); ++h)
      if (twin_[h] != no_twin && h < twin_[h]) order.push_back(h);
    std::vector<double> lengths_sq(from_.size(), 0);
    for (const std::uint32_t h : order) {
      const Vec3 along = points_[to(h)] - point(h);
      lengths_sq[h] = dot(along, along);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t g, std::uint32_t h) { return lengths_sq[g] > lengths_sq[h]; });
    for (bool joined = true; joined;) {
      joined = false;
      for (const std::uint32_t h : order) joined = (!gone_[h] && try_edge(h)) || joined;
      std::erase_if(order, [&](std::uint32_t h) { return gone_[h] || loop_root(h) == loop_root(twin_[h]); });
    }
    write();
  }

 private:
  struct Plane {
    Vec3 a, b, c;
    View view;
  };

  Vec3 point(std::uint32_t h) const { return points_[from_[h]]; }
  std::uint32_t to(std::uint32_t h) const { return from_[next_[h]]; }
  std::uint32_t root(std::uint32_t f) {
    while (parent_[f] != f) f = parent_[f] = parent_[parent_[f]];
    return f;
  }

  // Only edges that one loop runs one way and one loop the other.
  void find_twins() {
    std::vector<std::uint32_t> order(from_.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](std::uint32_t h) { return std::pair(std::min(from_[h], to(h)), std::max(from_[h], to(h))); };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t g, std::uint32_t h) { return key(g) != key(h) ? key(g) < key(h) : g < h; });
    for (std::size_t i = 0; i < order.size();) {
      std::size_t end = i + 1;
      while (end < order.size() && key(order[end]) == key(order[i])) ++end;
      if (end == i + 2 && from_[order[i]] != from_[order[i + 1]]) {
        twin_[order[i]] = order[i + 1];
        twin_[order[i + 1]] = order[i];
      }
      i = end;
    }
  }

  Plane plane_of(std::uint32_t f) const {
    const std::uint32_t first = first_[f];
    const Vec3 a = point(first), b = point(next_[first]);
    for (std::uint32_t h = next_[next_[first]]; h != first; h = next_[h]) {
      const View view = view_of(a, b, point(h));
      if (view.axis >= 0) return {a, b, point(h), view};
    }
    return {};
  }

  bool same_plane(const Plane& p, const Plane& q) const {
    for (const Vec3 v : {q.a, q.b, q.c})
      if (side(p.a, p.b, p.c, v) != 0) return false;
    // In one plane, so that what has an area seen along the axis has one for both.
    return turn(p.view.axis, q.a, q.b, q.c) == p.view.sign;
  }

  std::uint32_t loop_root(std::uint32_t h) { return root(loop_[h]); }

  // True when the two loops were joined.
  bool try_edge(std::uint32_t h) {
    const std::uint32_t f = root(loop_[h]), g = root(loop_[twin_[h]]);
    if (f == g || !loops_[f].planar || !loops_[g].planar || loops_[f].tag != loops_[g].tag) return false;
    if (!same_plane(planes_[f], planes_[g])) return false;
    // The whole run: first ... last in f, backwards in g.
    std::uint32_t first = h, last = h;
    while (twin_[previous_[first]] != no_twin && twin_[previous_[first]] == next_[twin_[first]] &&
           previous_[first] != last)
      first = previous_[first];
    while (twin_[next_[last]] != no_twin && twin_[next_[last]] == previous_[twin_[last]] && next_[last] != first)
      last = next_[last];
    const std::uint32_t into = previous_[first], out = next_[last];
    const std::uint32_t other_out = next_[twin_[first]], other_into = previous_[twin_[last]];
    if (into == last || other_into == twin_[first]) return false;  // the run is the whole loop
    const View& view = planes_[f].view;
    if (!turns_left_or_straight(view, point(into), point(first), points_[to(other_out)])) return false;
    if (!turns_left_or_straight(view, point(other_into), points_[to(last)], points_[to(out)])) return false;
    for (std::uint32_t e = first;; e = next_[e]) {
      gone_[e] = gone_[twin_[e]] = true;
      if (e == last) break;
    }
    link(into, other_out);
    link(other_into, out);
    const std::uint32_t kept = std::min(f, g), lost = std::max(f, g);
    parent_[lost] = kept;
    first_[kept] = into;
    loops_[kept].triangles.insert(loops_[kept].triangles.end(), loops_[lost].triangles.begin(),
                                  loops_[lost].triangles.end());
    loops_[lost].corners.clear();
    loops_[lost].triangles.clear();
    return true;
  }
  void link(std::uint32_t before, std::uint32_t after) {
    next_[before] = after;
    previous_[after] = before;
  }

  // Each loop starts at its least corner, so that it does not depend on how it was found.
  void write() {
    for (std::uint32_t f = 0; f < loops_.size(); ++f) {
      PolygonLoop& loop = loops_[f];
      if (loop.corners.empty()) continue;
      loop.corners.clear();
      std::uint32_t h = first_[f];
      do {
        loop.corners.push_back(from_[h]);
        h = next_[h];
      } while (h != first_[f]);
      std::rotate(loop.corners.begin(), std::min_element(loop.corners.begin(), loop.corners.end()), loop.corners.end());
      std::sort(loop.triangles.begin(), loop.triangles.end());
    }
    std::erase_if(loops_, [](const PolygonLoop& loop) { return loop.corners.empty(); });
  }

  std::vector<PolygonLoop>& loops_;
  const std::vector<Vec3>& points_;
  // Half-edges: where they start, what follows and precedes them, the one that runs back, the loop they began in.
  std::vector<std::uint32_t> from_, next_, previous_, twin_, loop_;
  std::vector<bool> gone_;
  std::vector<std::uint32_t> first_, parent_;  // of loops: a half-edge, and what it was joined to
  std::vector<Plane> planes_;
};

}  // namespace

void join_coplanar(std::vector<PolygonLoop>& loops, const std::vector<Vec3>& points) { Joiner(loops, points).run(); }

bool is_planar_convex(const std::vector<std::uint32_t>& corners, const std::vector<Vec3>& points) noexcept {
  const std::size_t n = corners.size();
  const auto at = [&](std::size_t k) { return points[corners[k % n]]; };
  View view;
  std::size_t third = 2;
  for (; third < n && view.axis < 0; ++third) view = view_of(at(0), at(1), at(third));
  if (view.axis < 0) return false;
  --third;
  // Seen from the first corner the others go around by less than a full turn, else the loop turns more than once.
  for (std::size_t k = 1; k + 1 < n; ++k)
    if (turn(view.axis, at(0), at(k), at(k + 1)) * view.sign < 0) return false;
  for (std::size_t k = 0; k < n; ++k) {
    if (side(at(0), at(1), at(third), at(k)) != 0) return false;
    if (!turns_left_or_straight(view, at(k), at(k + 1), at(k + 2))) return false;
  }
  return true;
}

}  // namespace graze
