// A cut begins and ends where an edge of one triangle meets the other triangle: points that signs of given corners tell
// (Guigue and Devillers). A piece of the face has, unless it is all of it, a part of some cut on its boundary, between
// two neighbouring points of that cut; and it is beside the cut as seen from the first of the two. So it is enough to
// look to both sides of every cut from each of its points, in one direction, and once at the face's own corner, for the
// face that is one piece. More points than needed, or equal ones, do no harm: what is beside them is there, too.
#include "narrow/classify/face_cuts.h"

#include <algorithm>

#include "base/work.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

struct Corners {
  Vec3 p[3];
  explicit Corners(const Triangle& t) : p{t.a, t.b, t.c} {}
};

Box corner_box(const Triangle& t) { return {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)}; }

// In the plane of the face, seen along its axis.
bool in_face(Vec3 p, const Triangle& t, int axis) {
  const int ab = turn(axis, t.a, t.b, p), bc = turn(axis, t.b, t.c, p), ca = turn(axis, t.c, t.a, p);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

// The line from p to q, which go to different sides of the plane, meets the triangle.
bool pierces(Vec3 p, Vec3 q, const Triangle& t) {
  const int ab = side(p, q, t.a, t.b), bc = side(p, q, t.b, t.c), ca = side(p, q, t.c, t.a);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

bool between(Vec3 p, Vec3 q, Vec3 x) { return overlap(Box{min(p, q), max(p, q)}, Box{x, x}); }

// A corner is often found twice: as one of either triangle.
void add_corner(std::vector<ExactPoint>& points, Vec3 p) {
  for (const ExactPoint& other : points)
    if (other.error() == 0 && other.about() == p) return;
  points.emplace_back(p);
}

// Points common to an edge in the plane of the face and the face: its ends, and those of what is common.
void edge_points(const FaceCuts& face, Vec3 p, Vec3 q, std::vector<ExactPoint>& points) {
  const Corners corner(face.face);
  if (in_face(p, face.face, face.axis)) add_corner(points, p);
  if (in_face(q, face.face, face.axis)) add_corner(points, q);
  for (int i = 0; i < 3; ++i) {
    const Vec3 u = corner.p[i], v = corner.p[(i + 1) % 3];
    const int at_u = turn(face.axis, p, q, u), at_v = turn(face.axis, p, q, v);
    if (at_u == 0 && between(p, q, u)) add_corner(points, u);
    if (at_u * at_v < 0 && turn(face.axis, u, v, p) * turn(face.axis, u, v, q) < 0)
      points.emplace_back(p, q, plane_along(u, v, face.axis));
  }
}

// Along an edge that is not inner.
bool on_boundary(const FaceCuts& face, Vec3 p, Vec3 q) {
  const Corners corner(face.face);
  for (int i = 0; i < 3; ++i) {
    if ((face.inner >> i & 1) != 0) continue;
    const Vec3 u = corner.p[i], v = corner.p[(i + 1) % 3];
    if (turn(face.axis, u, v, p) == 0 && turn(face.axis, u, v, q) == 0) return true;
  }
  return false;
}

void add_edge(FaceCuts& face, Vec3 p, Vec3 q, const ExactPlane& plane) {
  // Two triangles that share an edge both have it.
  for (const Cut& cut : face.cuts)
    if (cut.is_edge && ((cut.p == p && cut.q == q) || (cut.p == q && cut.q == p))) return;
  if (!overlap(Box{min(p, q), max(p, q)}, corner_box(face.face)) || on_boundary(face, p, q)) return;
  std::vector<ExactPoint> points;
  edge_points(face, p, q, points);
  if (points.size() < 2) return;
  face.cuts.push_back({ExactDirection::along(p, q), plane, true, p, q, std::move(points)});
}

// Signs of the points of `cut` to the line of another cut on the same face.
struct CutSides {
  bool positive = false, negative = false;
  std::vector<std::size_t> zero;

  CutSides(const Cut& cut, std::size_t count, const ExactPlane& plane) {
    for (std::size_t i = 0; i < count; ++i) {
      const int s = cut.points[i].side(plane);
      positive = positive || s > 0;
      negative = negative || s < 0;
      if (s == 0) zero.push_back(i);
    }
  }
  bool across() const { return positive && negative; }
  bool reaches() const { return across() || !zero.empty(); }
};

Box box_of(const Cut& cut) {
  Box box{cut.points[0].about(), cut.points[0].about()};
  for (const ExactPoint& p : cut.points) {
    const Vec3 off{p.error(), p.error(), p.error()};
    box = {min(box.lo, p.about() - off), max(box.hi, p.about() + off)};
  }
  return box;
}

ExactPoint crossing(const FaceCuts& face, const Cut& first, const Cut& second) {
  if (first.is_edge) return {first.p, first.q, second.plane};
  if (second.is_edge) return {second.p, second.q, first.plane};
  return {plane_of(face.face), first.plane, second.plane};
}

}  // namespace

FaceCuts::FaceCuts(const Triangle& t, Edges inner_edges) noexcept
    : face(t), axis(projection_axis(t)), inner(inner_edges) {}

void FaceCuts::add(const Triangle& other, Edges inner_of_other) {
  work::charge(8);
  work::poll();
  if (projection_axis(other) < 0) return;
  const Corners mine(face), theirs(other);
  int s[3];  // of their corners to the face's plane
  for (int i = 0; i < 3; ++i) s[i] = side(face.a, face.b, face.c, theirs.p[i]);
  if (s[0] == s[1] && s[1] == s[2] && s[0] != 0) return;
  if (s[0] == 0 && s[1] == 0 && s[2] == 0) {
    for (int i = 0; i < 3; ++i) {
      const Vec3 p = theirs.p[i], q = theirs.p[(i + 1) % 3];
      if ((inner_of_other >> i & 1) == 0) add_edge(*this, p, q, plane_along(p, q, axis));
    }
    return;
  }
  for (int i = 0; i < 3; ++i)
    if (s[i] == 0 && s[(i + 1) % 3] == 0) return add_edge(*this, theirs.p[i], theirs.p[(i + 1) % 3], plane_of(other));

  std::vector<ExactPoint> points;
  const int other_axis = projection_axis(other);
  const ExactPlane plane = plane_of(face), other_plane = plane_of(other);
  bool crosses = false;  // the inside of the other passes through the plane
  for (int i = 0; i < 3; ++i) {
    const Vec3 p = theirs.p[i], q = theirs.p[(i + 1) % 3];
    if (s[i] == 0 && in_face(p, face, axis)) add_corner(points, p);
    if (s[i] * s[(i + 1) % 3] >= 0) continue;
    crosses = true;
    if (pierces(p, q, face)) points.emplace_back(p, q, plane);
  }
  int flat = 0, along = 0;  // my corners in the other's plane, and the edge with the last of them that has two
  for (int i = 0; i < 3 && crosses; ++i) {
    const Vec3 u = mine.p[i], v = mine.p[(i + 1) % 3];
    const int at_u = side(other.a, other.b, other.c, u), at_v = side(other.a, other.b, other.c, v);
    if (at_u == 0) {
      ++flat;
      if (at_v == 0) along = i;
      if (in_face(u, other, other_axis)) add_corner(points, u);
    }
    if (at_u * at_v < 0 && pierces(u, v, other)) points.emplace_back(u, v, other_plane);
  }
  if (points.size() < 2 || (flat == 2 && (inner >> along & 1) == 0)) return;
  cuts.push_back({ExactDirection::common(plane, other_plane), other_plane, false, {}, {}, std::move(points)});
}

void FaceCuts::cross() {
  const std::size_t count = cuts.size();
  std::vector<Box> boxes;
  std::vector<std::size_t> own;
  for (const Cut& cut : cuts) {
    boxes.push_back(box_of(cut));
    own.push_back(cut.points.size());
  }
  for (std::size_t i = 0; i < count; ++i) {
    work::charge(count - i);
    work::poll();
    for (std::size_t j = i + 1; j < count; ++j) {
      if (!overlap(boxes[i], boxes[j])) continue;
      Cut &first = cuts[i], &second = cuts[j];
      const CutSides of_first(first, own[i], second.plane);
      if (!of_first.reaches() || (!of_first.positive && !of_first.negative)) continue;  // apart, or on one line
      const CutSides of_second(second, own[j], first.plane);
      if (!of_second.reaches()) continue;
      if (of_first.across() && of_second.across()) {
        const ExactPoint point = crossing(*this, first, second);
        first.points.push_back(point);
        second.points.push_back(point);
      } else if (of_second.across()) {
        second.points.push_back(first.points[of_first.zero.front()]);
      } else if (of_first.across()) {
        first.points.push_back(second.points[of_second.zero.front()]);
      }
    }
  }
}

CutStarts starts(const FaceCuts& face) {
  CutStarts result;
  for (const Cut& cut : face.cuts) {
    // The last point begins nothing. Where bounds cannot tell which is last, none is left out.
    const std::array<Bounded, 3> way = cut.along.rounded();
    const auto from_to = [&](const ExactPoint& p, const ExactPoint& q) {
      Bounded apart;
      for (int k = 0; k < 3; ++k)
        apart = apart + way[std::size_t(k)] * (Bounded(q.about()[k], q.error()) - Bounded(p.about()[k], p.error()));
      return apart;
    };
    std::size_t last = 0;
    for (std::size_t i = 1; i < cut.points.size(); ++i)
      if (from_to(cut.points[last], cut.points[i]).value > 0) last = i;
    bool known = true;
    for (std::size_t i = 0; i < cut.points.size(); ++i)
      if (i != last && from_to(cut.points[i], cut.points[last]).sign() <= 0) known = false;
    for (std::size_t i = 0; i < cut.points.size(); ++i)
      if (i != last || !known) result.list.push_back({&cut.points[i], &cut.along});
    result.divided = result.divided || (known && cut.points.size() > 1);
  }
  return result;
}

}  // namespace graze
