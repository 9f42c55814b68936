// The triangles of the set cut a triangle into pieces, and a segment into shorter ones. A piece is covered by a
// triangle of the set in the same plane, or lies off all of them but for its boundary; then all of it is inside or
// outside. So one place of each piece tells, infinitely near to a point where a cut begins or crosses another
// (narrow/classify/face_cuts.h): it is on no line of a cut, and the signs that place it are never 0 without meaning.
//
// Triangles that meet none of the set's hang together in patches, each wholly inside or outside.
#include "narrow/classify/surface_in.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "narrow/classify/face_cuts.h"
#include "narrow/classify/patches.h"
#include "narrow/collide/for_each_meeting.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/winding_near.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

bool coplanar(const Triangle& t, Vec3 p, Vec3 q, Vec3 r) {
  return side(t.a, t.b, t.c, p) == 0 && side(t.a, t.b, t.c, q) == 0 && side(t.a, t.b, t.c, r) == 0;
}

class Container {
 public:
  Container(const PlacedBody& set, bool winds, Counters& counters)
      : set_(set), solid_(set), winds_(winds), counters_(counters) {}

  // The triangles that meet the piece's triangle.
  bool holds(const Triangle& t, const std::vector<std::uint32_t>& near) const {
    if (projection_axis(t) >= 0) return holds_face(t, near);
    const Segment s = degenerate_segment(t);
    return s.p == s.q || holds_segment(s, near);  // a point that meets a triangle is on it
  }

 private:
  Triangle triangle(std::uint32_t i) const { return set_.body.triangle(i); }

  bool holds_face(const Triangle& t, const std::vector<std::uint32_t>& near) const {
    FaceCuts face(t);
    std::vector<Triangle> flush;
    for (const std::uint32_t i : near) {
      const Triangle other = triangle(i);
      face.add(other);
      if (projection_axis(other) >= 0 && coplanar(t, other.a, other.b, other.c)) flush.push_back(other);
    }
    face.cross();
    const CutStarts all = starts(face);
    for (const CutStart& start : all.list)
      if (!holds_pieces(*start.point, *start.along, face, flush, -1)) return false;
    return all.divided || holds_pieces(t.a, ExactDirection::along(t.a, t.b), face, flush, 1);
  }

  // The pieces of the face to the sides of `along`, from the given one on.
  bool holds_pieces(const ExactPoint& point, const ExactDirection& along, const FaceCuts& face,
                    const std::vector<Triangle>& flush, int first_side) const {
    std::optional<WindingNear> winding;
    Leave leave{along, face.face, face.axis};
    for (leave.in_face = first_side; leave.in_face <= 1; leave.in_face += 2) {
      const auto covers = [&](const Triangle& t) {
        const Vec3 corner[3] = {t.a, t.b, t.c};
        int turned[3];
        for (int k = 0; k < 3; ++k) {
          const ExactPlane edge = plane_along(corner[k], corner[(k + 1) % 3], face.axis);
          turned[k] = point.side(edge);
          if (turned[k] == 0) turned[k] = leave.sign(edge.u, edge.v);
        }
        return turned[0] == turned[1] && turned[1] == turned[2];
      };
      // Where it could not be told which point of a cut is the last, the way from it may lead off the face.
      if (!covers(face.face) || std::any_of(flush.begin(), flush.end(), covers)) continue;
      if (!winds_) return false;
      if (!winding) winding.emplace(solid_, point, counters_);
      if (!winding->inside(leave)) return false;
    }
    return true;
  }

  bool holds_segment(const Segment& s, const std::vector<std::uint32_t>& near) const {
    std::vector<ExactPoint> inner;  // strictly between the ends
    std::vector<Triangle> flush, lines;
    for (const std::uint32_t i : near) {
      const Triangle t = triangle(i);
      const int axis = projection_axis(t);
      if (axis < 0) {
        const Segment other = degenerate_segment(t);
        if (!on_line(s, other.p) || !on_line(s, other.q)) continue;
        lines.push_back({other.p, other.q, other.q});
        for (const Vec3 end : {other.p, other.q})
          if (overlap(Box{min(s.p, s.q), max(s.p, s.q)}, Box{end, end}) && end != s.p && end != s.q)
            inner.emplace_back(end);
        continue;
      }
      const int at_p = side(t.a, t.b, t.c, s.p), at_q = side(t.a, t.b, t.c, s.q);
      if (at_p * at_q < 0) inner.emplace_back(s.p, s.q, plane_of(t));
      if (at_p != 0 || at_q != 0) continue;
      flush.push_back(t);
      const Vec3 corner[3] = {t.a, t.b, t.c};
      for (int k = 0; k < 3; ++k) {
        const Vec3 u = corner[k], v = corner[(k + 1) % 3];
        if (turn(axis, u, v, s.p) * turn(axis, u, v, s.q) < 0) inner.emplace_back(s.p, s.q, plane_along(u, v, axis));
      }
    }
    const ExactDirection forth = ExactDirection::along(s.p, s.q), back = ExactDirection::along(s.q, s.p);
    if (!holds_way(s.p, forth, flush, lines) || !holds_way(s.q, back, flush, lines)) return false;
    return std::all_of(inner.begin(), inner.end(), [&](const ExactPoint& p) {
      return holds_way(p, forth, flush, lines) && holds_way(p, back, flush, lines);
    });
  }

  // All three in one line?
  static bool on_line(const Segment& s, Vec3 p) { return projection_axis({s.p, s.q, p}) < 0; }

  // The place infinitely near to the point in the direction, which is along the segment.
  bool holds_way(const ExactPoint& point, const ExactDirection& way, const std::vector<Triangle>& flush,
                 const std::vector<Triangle>& lines) const {
    const auto sign = [&](const ExactPlane& plane) {
      const int at = point.side(plane);
      return at != 0 ? at : way.sign(plane.u, plane.v);
    };
    const auto covers = [&](const Triangle& t) {
      const int axis = projection_axis(t);
      const Vec3 corner[3] = {t.a, t.b, t.c};
      bool positive = false, negative = false;  // 0: along the edge
      for (int k = 0; k < 3; ++k) {
        const int turned = sign(plane_along(corner[k], corner[(k + 1) % 3], axis));
        positive = positive || turned > 0;
        negative = negative || turned < 0;
      }
      return !(positive && negative);
    };
    if (std::any_of(flush.begin(), flush.end(), covers)) return true;
    const auto between = [&](const Triangle& line) {
      for (int k = 0; k < 3; ++k) {
        const Difference u{unit_axis[(k + 1) % 3], {}}, v{unit_axis[(k + 2) % 3], {}};
        const int from = sign({line.a, u, v}), to = sign({line.b, u, v});
        if (from != to) return true;
        if (from != 0) return false;
      }
      return true;
    };
    if (std::any_of(lines.begin(), lines.end(), between)) return true;
    if (!winds_) return false;
    // Off all triangles: any way aside is as good.
    const Leave leave{way, {{}, {0, 1, 0}, {0, 0, 1}}, 0};
    return WindingNear(solid_, point, counters_).inside(leave);
  }

  const PlacedBody& set_;
  SolidBody solid_;
  bool winds_;
  Counters& counters_;
};

bool in_box(const Box& box, const Triangle& t) {
  return overlap(box, Box{t.a, t.a}) && overlap(box, Box{t.b, t.b}) && overlap(box, Box{t.c, t.c});
}

}  // namespace

bool surface_in(const PlacedBody& surface, std::uint32_t first, const PlacedBody& set, bool winds, Counters& counters) {
  const Posed& body = surface.body;
  const std::uint32_t count = body.shape->triangle_count;
  for (std::uint32_t i = first; i < count; ++i)
    if (!in_box(set.body.box, body.triangle(i))) return false;
  std::vector<TrianglePair> pairs;
  PairFrame frame;
  const PairPlace place = pair_place(surface.placement, set.placement, frame);
  if (place != PairPlace::apart)
    for_each_meeting(
        body, set.body, place == PairPlace::near ? &frame : nullptr, false,
        [&](TrianglePair pair) {
          if (pair.a >= first) pairs.push_back(pair);
          return true;
        },
        counters);
  std::vector<bool> contact(count, false);
  for (const TrianglePair& pair : pairs) contact[pair.a] = true;
  const Patches apart = patches(*body.shape, contact, [&](std::uint32_t i) { return i >= first; });
  if (!winds && !apart.triangles.empty()) return false;
  std::size_t begin = 0;
  for (const std::size_t end : apart.ends) {
    if (!inside_solid(set, body.triangle(apart.triangles[begin]).a, counters)) return false;
    begin = end;
  }
  std::sort(pairs.begin(), pairs.end());
  const Container container(set, winds, counters);
  std::vector<std::uint32_t> near;
  for (std::size_t i = 0; i < pairs.size();) {
    const std::uint32_t own = pairs[i].a;
    near.clear();
    for (; i < pairs.size() && pairs[i].a == own; ++i) near.push_back(pairs[i].b);
    if (!container.holds(body.triangle(own), near)) return false;
  }
  return true;
}

}  // namespace graze
