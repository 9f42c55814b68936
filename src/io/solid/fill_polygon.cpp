// Ear clipping; holes are joined to their outline by bridges that are run both ways. An ear must turn left and have no
// other corner in it, decided exactly; where rounding or a bad loop leaves none, a flat one is cut, then any.
#include "io/solid/fill_polygon.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "math/exact.h"

namespace graze {

double signed_area(const std::vector<Point2>& points, const PolygonLoop& loop) noexcept {
  if (loop.empty()) return 0;
  const Point2 o = points[loop[0]];
  double sum = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Point2 &p = points[loop[i]], &q = points[loop[(i + 1) % loop.size()]];
    sum += (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  }
  return sum / 2;
}

namespace {

constexpr std::uint32_t none = UINT32_MAX;

class Filler {
 public:
  Filler(const std::vector<Point2>& points, bool mirrored, std::vector<Index3>& triangles)
      : points_(points), mirrored_(mirrored), triangles_(triangles) {}

  void fill(const PolygonLoop& outline, std::vector<PolygonLoop> holes) {
    nodes_.clear();
    std::uint32_t start = add(outline);
    const auto leftmost = [&](const PolygonLoop& loop) {
      return *std::min_element(loop.begin(), loop.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(x_of(a), points_[a][1]) < std::pair(x_of(b), points_[b][1]);
      });
    };
    std::sort(holes.begin(), holes.end(), [&](const PolygonLoop& a, const PolygonLoop& b) {
      const std::uint32_t p = leftmost(a), q = leftmost(b);
      return std::pair(x_of(p), points_[p][1]) < std::pair(x_of(q), points_[q][1]);
    });
    for (const PolygonLoop& hole : holes) {
      const std::uint32_t first = add(hole), left = leftmost(hole);
      std::uint32_t at = first;
      while (nodes_[at].point != left) at = nodes_[at].next;
      const std::uint32_t bridge = find_bridge(at, start);
      split(bridge == none ? start : bridge, at);
    }
    clip(start);
  }

 private:
  struct Node {
    std::uint32_t point, prev, next;
  };

  double x_of(std::uint32_t point) const { return mirrored_ ? -points_[point][0] : points_[point][0]; }
  double x(std::uint32_t node) const { return x_of(nodes_[node].point); }
  double y(std::uint32_t node) const { return points_[nodes_[node].point][1]; }
  int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return inner::orient2d(x(a), y(a), x(b), y(b), x(c), y(c));
  }
  bool same_place(std::uint32_t a, std::uint32_t b) const { return x(a) == x(b) && y(a) == y(b); }

  std::uint32_t add(const PolygonLoop& loop) {
    const auto first = static_cast<std::uint32_t>(nodes_.size()), count = static_cast<std::uint32_t>(loop.size());
    for (std::uint32_t i = 0; i < count; ++i)
      nodes_.push_back({loop[i], first + (i + count - 1) % count, first + (i + 1) % count});
    return first;
  }

  // A bridge from a to b and back: both become two nodes, and two rings one.
  void split(std::uint32_t a, std::uint32_t b) {
    const auto a2 = static_cast<std::uint32_t>(nodes_.size()), b2 = a2 + 1;
    const std::uint32_t a_next = nodes_[a].next, b_prev = nodes_[b].prev;
    nodes_.push_back({nodes_[a].point, b2, a_next});
    nodes_.push_back({nodes_[b].point, b_prev, a2});
    nodes_[a].next = b;
    nodes_[b].prev = a;
    nodes_[a_next].prev = a2;
    nodes_[b_prev].next = b2;
  }

  // The corner of the ring that the hole's leftmost corner sees to its left.
  std::uint32_t find_bridge(std::uint32_t hole, std::uint32_t ring) const {
    const double hx = x(hole), hy = y(hole);
    double best_x = -std::numeric_limits<double>::infinity();
    std::uint32_t best = none;
    std::uint32_t p = ring;
    do {
      const std::uint32_t q = nodes_[p].next;
      if (same_place(p, hole)) return p;
      if (hy <= y(p) && hy >= y(q) && y(q) != y(p)) {
        const double at = x(p) + (hy - y(p)) * (x(q) - x(p)) / (y(q) - y(p));
        if (at <= hx && at > best_x) {
          best_x = at;
          best = x(p) < x(q) ? p : q;
        }
      }
      p = q;
    } while (p != ring);
    if (best == none) return none;
    // Corners in the triangle of the hole's corner, the point that it sees, and `best` may hide the latter: then the
    // one at the least angle is seen.
    const std::uint32_t stop = best;
    const double bx = x(best), by = y(best);
    double least = std::numeric_limits<double>::infinity();
    p = stop;
    do {
      if (hx >= x(p) && x(p) >= bx && hx != x(p) &&
          in_triangle(hy < by ? hx : best_x, hy, bx, by, hy < by ? best_x : hx, hy, x(p), y(p))) {
        const double slope = std::fabs(hy - y(p)) / (hx - x(p));
        if (locally_inside(p, hole) && (slope < least || (slope == least && x(p) > x(best)))) {
          best = p;
          least = slope;
        }
      }
      p = nodes_[p].next;
    } while (p != stop);
    return best;
  }

  static bool in_triangle(double ax, double ay, double bx, double by, double cx, double cy, double px, double py) {
    return inner::orient2d(ax, ay, bx, by, px, py) >= 0 && inner::orient2d(bx, by, cx, cy, px, py) >= 0 &&
           inner::orient2d(cx, cy, ax, ay, px, py) >= 0;
  }
  bool locally_inside(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t prev = nodes_[a].prev, next = nodes_[a].next;
    return turn(prev, a, next) > 0 ? turn(a, b, next) <= 0 && turn(a, prev, b) <= 0
                                   : turn(a, b, prev) > 0 || turn(a, next, b) > 0;
  }

  enum class Care { strict, flat, left, any };

  bool is_ear(std::uint32_t b, Care care) const {
    const std::uint32_t a = nodes_[b].prev, c = nodes_[b].next;
    if (care == Care::any) return true;
    const int sign = turn(a, b, c);
    if (care == Care::left) return sign >= 0;
    if (care == Care::flat) return sign == 0 || same_place(a, c);
    if (sign <= 0) return false;
    const double lo_x = std::min({x(a), x(b), x(c)}), hi_x = std::max({x(a), x(b), x(c)});
    const double lo_y = std::min({y(a), y(b), y(c)}), hi_y = std::max({y(a), y(b), y(c)});
    for (std::uint32_t p = nodes_[c].next; p != a; p = nodes_[p].next) {
      if (x(p) < lo_x || x(p) > hi_x || y(p) < lo_y || y(p) > hi_y) continue;
      if (same_place(p, a) || same_place(p, b) || same_place(p, c)) continue;
      if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
  }

  void clip(std::uint32_t at) {
    std::uint32_t left = 1;
    for (std::uint32_t p = nodes_[at].next; p != at; p = nodes_[p].next) ++left;
    std::uint32_t tried = 0;
    Care care = Care::strict;
    while (left > 2) {
      if (is_ear(at, care)) {
        const std::uint32_t a = nodes_[at].prev, c = nodes_[at].next;
        Index3 triangle = {nodes_[a].point, nodes_[at].point, nodes_[c].point};
        triangles_.push_back(triangle);
        nodes_[a].next = c;
        nodes_[c].prev = a;
        --left;
        tried = 0;
        care = Care::strict;
        at = nodes_[c].next;  // not the neighbour: fans of slivers come of that
      } else {
        at = nodes_[at].next;
        if (++tried > left) {
          care = care == Care::strict ? Care::flat : care == Care::flat ? Care::left : Care::any;
          tried = 0;
        }
      }
    }
  }

  const std::vector<Point2>& points_;
  bool mirrored_;
  std::vector<Index3>& triangles_;
  std::vector<Node> nodes_;
};

bool contains(const std::vector<Point2>& points, const PolygonLoop& loop, const Point2& p) {
  bool inside = false;
  for (std::size_t i = 0, j = loop.size() - 1; i < loop.size(); j = i++) {
    const Point2 &a = points[loop[i]], &b = points[loop[j]];
    if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

}  // namespace

std::vector<Index3> fill_polygon(const std::vector<Point2>& points, const std::vector<PolygonLoop>& loops) {
  std::vector<Index3> triangles;
  std::vector<double> areas(loops.size());
  double total = 0;
  for (std::size_t i = 0; i < loops.size(); ++i) total += areas[i] = signed_area(points, loops[i]);
  const bool mirrored = total < 0;
  if (mirrored)
    for (double& area : areas) area = -area;
  std::vector<std::size_t> outlines, order(loops.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (areas[i] >= 0 && loops[i].size() > 1) outlines.push_back(i);
  }
  std::sort(outlines.begin(), outlines.end(), [&](std::size_t a, std::size_t b) { return areas[a] < areas[b]; });
  std::vector<std::vector<PolygonLoop>> holes(loops.size());
  Filler filler(points, mirrored, triangles);
  for (const std::size_t i : order) {
    if (!(areas[i] < 0) || loops[i].size() < 2) continue;
    std::size_t outline = loops.size();
    for (const std::size_t o : outlines) {  // from the least on
      if (areas[o] < -areas[i] || !contains(points, loops[o], points[loops[i][0]])) continue;
      outline = o;
      break;
    }
    if (outline == loops.size() && !outlines.empty()) outline = outlines.back();
    if (outline != loops.size()) holes[outline].push_back(loops[i]);
  }
  for (const std::size_t o : outlines) filler.fill(loops[o], std::move(holes[o]));
  return triangles;
}

}  // namespace graze
