// Surfaces cross where one passes through the other along a curve. Around a generic point of a common curve each
// surface is a fan of half-planes that meet in the tangent line. The surfaces cross there when the two fans alternate:
// going around the line, a half-plane of one, of the other, of the one and of the other follow each other. A surface
// that ends at the curve has one half-plane, which alternates with nothing; single common points are no crossing.
//
// Where the surfaces are flush, half-planes of both coincide. The flush area is then taken as if one surface lay just
// above the other, and the surfaces cross unless one side fits everywhere: what lies on a sheet and bends up at both
// ends does not cross it, what bends up at one end and down at the other does.
//
// Two triangles that pass through each other's plane have a common segment inside both. Any other common curve runs
// along an edge of a triangle that lies in the plane of a triangle of the other surface. All predicates are signs of
// determinants of posed vertices, and of the points where such an edge crosses others.
#include "narrow/classify/surfaces_cross.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "base/work.h"
#include "math/exact.h"
#include "narrow/classify/side_choice.h"
#include "narrow/collide/for_each_meeting.h"
#include "narrow/inside/exact_point.h"
#include "narrow/inside/ray_reach.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

struct FanCorners {
  std::array<Vec3, 3> p;
  explicit FanCorners(const Triangle& t) : p{t.a, t.b, t.c} {}
};

std::array<int, 3> sides_of_plane(const Triangle& plane, const Triangle& t) {
  return {side(plane.a, plane.b, plane.c, t.a), side(plane.a, plane.b, plane.c, t.b),
          side(plane.a, plane.b, plane.c, t.c)};
}

bool on_both_sides(const std::array<int, 3>& sides) {
  return std::max({sides[0], sides[1], sides[2]}) > 0 && std::min({sides[0], sides[1], sides[2]}) < 0;
}

// The triangle with the corner that is alone on its side of the plane first; its sign.
int alone_first(Triangle& t, const std::array<int, 3>& sides) {
  for (std::size_t k = 0; k < 3; ++k) {
    const int own = sides[k];
    if (own == 0 || sides[(k + 1) % 3] == own || sides[(k + 2) % 3] == own) continue;
    const FanCorners corner(t);
    t = {corner.p[k], corner.p[(k + 1) % 3], corner.p[(k + 2) % 3]};
    return own;
  }
  return 0;
}

// Each triangle has vertices on both sides of the other's plane: both cut the common line of the planes in a segment.
// Do these have more than a point in common? (Guigue and Devillers, with strict signs.)
bool segments_overlap(Triangle t, const std::array<int, 3>& sides_t, Triangle u, const std::array<int, 3>& sides_u) {
  const int of_t = alone_first(t, sides_t), of_u = alone_first(u, sides_u);
  if (of_t < 0) std::swap(u.b, u.c);
  if (of_u < 0) std::swap(t.b, t.c);
  return side(t.b, u.a, t.a, u.b) < 0 && side(t.a, u.a, t.c, u.c) < 0;
}

struct SurfaceEdge {
  Vec3 p, q;
  friend bool operator==(const SurfaceEdge& e, const SurfaceEdge& f) { return e.p == f.p && e.q == f.q; }
};
bool in_order(const SurfaceEdge& e, const SurfaceEdge& f) {
  return std::tuple(e.p.x, e.p.y, e.p.z, e.q.x, e.q.y, e.q.z) < std::tuple(f.p.x, f.p.y, f.p.z, f.q.x, f.q.y, f.q.z);
}

// A half-plane that ends at the line of an edge and holds `apex`, and the triangle it belongs to.
struct HalfPlane {
  Vec3 apex;
  int body = 0;  // 0 or 1
  std::uint32_t triangle = 0;
};

// Half-planes in order around the line from p to q, counter-clockwise, from the first one given.
class Around {
 public:
  Around(const SurfaceEdge& edge, Vec3 first)
      : edge_(edge), first_(first), axis_(projection_axis({edge.p, edge.q, first})) {}

  // 0: the same as the first; 1: less than half a turn from it; 2: half a turn; 3: more.
  int quarter(Vec3 apex) const {
    const int s = side(edge_.p, edge_.q, first_, apex);
    if (s != 0) return s > 0 ? 1 : 3;
    return turn(axis_, edge_.p, edge_.q, first_) == turn(axis_, edge_.p, edge_.q, apex) ? 0 : 2;
  }
  bool before(Vec3 x, Vec3 y) const {
    const int of_x = quarter(x), of_y = quarter(y);
    if (of_x != of_y) return of_x < of_y;
    return of_x % 2 == 1 && side(edge_.p, edge_.q, x, y) > 0;
  }

 private:
  SurfaceEdge edge_;
  Vec3 first_;
  int axis_;
};

class CrossingSearch {
 public:
  CrossingSearch(const PlacedBody& a, std::uint32_t first_a, const PlacedBody& b, std::uint32_t first_b,
                 Counters& counters)
      : body_{&a, &b}, first_{first_a, first_b}, counters_(counters) {}

  bool found() {
    if (!overlap(body_[0]->body.box, body_[1]->body.box)) return false;
    find_passing();
    if (crossing_) return true;
    std::sort(edges_.begin(), edges_.end(), in_order);
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    for (const SurfaceEdge& edge : edges_)
      if (crosses_along(edge)) return true;
    return choice_.contradicts();
  }

 private:
  Triangle triangle(int which, std::uint32_t i) const { return body_[which]->body.triangle(i); }

  // Triangles that pass through each other; else gathers the edges that lie in planes of the other surface.
  void find_passing() {
    PairFrame frame;
    const PairPlace place = pair_place(body_[0]->placement, body_[1]->placement, frame);
    if (place == PairPlace::apart) return;
    for_each_meeting(
        body_[0]->body, body_[1]->body, place == PairPlace::near ? &frame : nullptr, false,
        [&](TrianglePair pair) {
          if (pair.a < first_[0] || pair.b < first_[1]) return true;
          const Triangle t = triangle(0, pair.a), u = triangle(1, pair.b);
          if (projection_axis(t) < 0 || projection_axis(u) < 0) return true;
          const std::array<int, 3> of_t = sides_of_plane(u, t), of_u = sides_of_plane(t, u);
          if (on_both_sides(of_t) && on_both_sides(of_u)) crossing_ = segments_overlap(t, of_t, u, of_u);
          add_flush_edges(t, of_t);
          add_flush_edges(u, of_u);
          return !crossing_;
        },
        counters_);
  }

  void add_flush_edges(const Triangle& t, const std::array<int, 3>& sides) {
    const FanCorners corner(t);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      if (sides[k] != 0 || sides[next] != 0) continue;
      SurfaceEdge edge{corner.p[k] + Vec3{}, corner.p[next] + Vec3{}};  // no -0
      if (in_order({edge.q, edge.p}, edge)) std::swap(edge.p, edge.q);
      edges_.push_back(edge);
    }
  }

  struct Flush {
    int body, axis;
    std::uint32_t index;
    FanCorners corner;
  };

  // The triangles of both surfaces whose planes hold the edge.
  void find_flush(const SurfaceEdge& edge) {
    flush_.clear();
    for (const int which : {0, 1}) {
      near_triangle(*body_[which], {edge.p, edge.q, edge.q}, near_, counters_);
      for (const std::uint32_t i : near_) {
        if (i < first_[which]) continue;
        work::charge(8);
        const Triangle t = triangle(which, i);
        const int axis = projection_axis(t);
        if (axis < 0 || side(t.a, t.b, t.c, edge.p) != 0 || side(t.a, t.b, t.c, edge.q) != 0) continue;
        flush_.push_back({which, axis, i, FanCorners(t)});
      }
    }
  }

  // Points of the edge from which on its surroundings may differ, and its beginning.
  std::vector<ExactPoint> beginnings(const SurfaceEdge& edge) const {
    std::vector<ExactPoint> points{edge.p};
    std::vector<Vec3> given;
    const Box box{min(edge.p, edge.q), max(edge.p, edge.q)};
    for (const Flush& flush : flush_)
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 u = flush.corner.p[k], v = flush.corner.p[(k + 1) % 3];
        const int at_u = turn(flush.axis, edge.p, edge.q, u), at_v = turn(flush.axis, edge.p, edge.q, v);
        if (at_u == 0 && overlap(box, Box{u, u}) && u != edge.p && u != edge.q) given.push_back(u);
        if (at_u * at_v < 0 && turn(flush.axis, u, v, edge.p) * turn(flush.axis, u, v, edge.q) < 0)
          points.emplace_back(edge.p, edge.q, plane_along(u, v, flush.axis));
      }
    std::sort(given.begin(), given.end(),
              [](Vec3 u, Vec3 v) { return std::tuple(u.x, u.y, u.z) < std::tuple(v.x, v.y, v.z); });
    given.erase(std::unique(given.begin(), given.end()), given.end());
    for (const Vec3& p : given) points.emplace_back(p);
    return points;
  }

  // The half-planes around the point infinitely near to `from` towards the end of the edge.
  void find_half_planes(const SurfaceEdge& edge, const ExactPoint& from) {
    const ExactDirection along = ExactDirection::along(edge.p, edge.q);
    half_planes_.clear();
    for (const Flush& flush : flush_) {
      work::charge(4);
      work::poll();
      bool positive = false, negative = false;
      int on = -1;  // the edge of the triangle that holds the point
      for (int k = 0; k < 3; ++k) {
        const ExactPlane plane = plane_along(flush.corner.p[k], flush.corner.p[(k + 1) % 3], flush.axis);
        const int at = from.side(plane), s = at != 0 ? at : along.sign(plane.u, plane.v);
        positive = positive || s > 0;
        negative = negative || s < 0;
        if (s == 0) on = k;
      }
      if (positive && negative) continue;
      if (on >= 0) {
        half_planes_.push_back({flush.corner.p[(on + 2) % 3], flush.body, flush.index});
        continue;
      }
      bool left = false, right = false;
      for (const Vec3& p : flush.corner.p) {
        const int s = turn(flush.axis, edge.p, edge.q, p);
        if ((s > 0 && left) || (s < 0 && right) || s == 0) continue;
        (s > 0 ? left : right) = true;
        half_planes_.push_back({p, flush.body, flush.index});
      }
    }
  }

  bool crosses_along(const SurfaceEdge& edge) {
    find_flush(edge);
    const auto of = [&](int which) {
      return std::any_of(flush_.begin(), flush_.end(), [&](const Flush& f) { return f.body == which; });
    };
    if (!of(0) || !of(1)) return false;
    for (const ExactPoint& from : beginnings(edge)) {
      find_half_planes(edge, from);
      if (alternate(edge)) return true;
    }
    return false;
  }

  // Half-planes that coincide: [begin, end) of half_planes_, once sorted.
  struct Direction {
    std::size_t begin = 0, end = 0;
    bool of[2] = {false, false};
    bool shared() const { return of[0] && of[1]; }
  };

  // Do the fans alternate? Where they have half-planes in common, notes on which side of the first surface the second
  // has to be there.
  bool alternate(const SurfaceEdge& edge) {
    if (half_planes_.size() < 4) return false;
    const Around around(edge, half_planes_.front().apex);
    std::stable_sort(half_planes_.begin(), half_planes_.end(),
                     [&](const HalfPlane& x, const HalfPlane& y) { return around.before(x.apex, y.apex); });
    directions_.clear();
    for (std::size_t i = 0; i < half_planes_.size(); ++i) {
      if (i == 0 || around.before(half_planes_[i - 1].apex, half_planes_[i].apex)) directions_.push_back({i, i});
      directions_.back().end = i + 1;
      directions_.back().of[half_planes_[i].body] = true;
    }
    std::vector<std::size_t> mine;
    std::size_t theirs = 0;
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      if (directions_[i].of[0]) mine.push_back(i);
      theirs += directions_[i].of[1] ? 1 : 0;
    }
    if (mine.size() < 2 || theirs < 2) return false;
    // The sectors between half-planes of the first surface that the whole of the second fits into.
    std::vector<std::size_t> sectors;
    for (std::size_t k = 0; k < mine.size(); ++k)
      if (fits(mine[k], mine[(k + 1) % mine.size()])) sectors.push_back(k);
    if (sectors.empty()) return true;
    const auto note = [&](std::size_t k) {
      const std::size_t begin = mine[k], end = mine[(k + 1) % mine.size()];
      if (directions_[begin].shared()) put(edge, directions_[begin], 1);
      if (directions_[end].shared()) put(edge, directions_[end], -1);
    };
    if (sectors.size() == 1) {
      note(sectors[0]);
    } else {
      // Both have the same two half-planes: what is above one is above the other.
      link(edge, directions_[mine[0]], directions_[mine[1]]);
    }
    return false;
  }

  // No direction of the second surface is outside of the sector that goes from one of the first to the next.
  bool fits(std::size_t begin, std::size_t end) const {
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      const bool within = begin < end ? begin <= i && i <= end : i >= begin || i <= end;
      if (directions_[i].of[1] && !within) return false;
    }
    return true;
  }

  // A flush piece for each pair of triangles that share the half-plane, with the sign of the turn from the half-plane
  // to the front of the first's triangle.
  template <class Use>
  void each_flush_piece(const SurfaceEdge& edge, const Direction& direction, const Use& use) {
    for (std::size_t i = direction.begin; i < direction.end; ++i)
      for (std::size_t k = direction.begin; k < direction.end; ++k) {
        const HalfPlane &mine = half_planes_[i], &other = half_planes_[k];
        if (mine.body != 0 || other.body != 1) continue;
        const Triangle t = triangle(0, mine.triangle);
        const int axis = projection_axis(t);
        const int front = turn(axis, edge.p, edge.q, mine.apex) * turn(axis, t.a, t.b, t.c);
        use(choice_.piece(mine.triangle, other.triangle), front);
      }
  }
  // The second surface is on the side of the first that the turn leads to.
  void put(const SurfaceEdge& edge, const Direction& direction, int turned) {
    each_flush_piece(edge, direction, [&](std::size_t piece, int front) { choice_.put(piece, turned * front); });
  }
  void link(const SurfaceEdge& edge, const Direction& one, const Direction& other) {
    each_flush_piece(edge, one, [&](std::size_t piece, int front) {
      each_flush_piece(edge, other,
                       [&](std::size_t beyond, int behind) { choice_.link(piece, beyond, -front * behind); });
    });
  }

  const PlacedBody* body_[2];
  std::uint32_t first_[2];
  Counters& counters_;
  bool crossing_ = false;
  std::vector<SurfaceEdge> edges_;
  std::vector<Flush> flush_;
  std::vector<HalfPlane> half_planes_;
  std::vector<Direction> directions_;
  std::vector<std::uint32_t> near_;
  SideChoice choice_;
};

}  // namespace

bool surfaces_cross(const PlacedBody& a, std::uint32_t first_a, const PlacedBody& b, std::uint32_t first_b,
                    Counters& counters) {
  return CrossingSearch(a, first_a, b, first_b, counters).found();
}

}  // namespace graze
