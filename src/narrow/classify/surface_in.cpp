// The triangles of the set cut a triangle into pieces, and a segment into shorter ones. A piece is covered by a
// triangle of the set in the same plane, or lies off all of them but for its boundary; then all of it is inside or
// outside. So one place of each piece tells, infinitely near to a point where a cut begins or crosses another
// (narrow/classify/face_cuts.h): it is on no line of a cut, and the signs that place it are never 0 without meaning.
//
// Triangles that meet none of the set's hang together in patches, each wholly inside or outside.
#include "narrow/classify/surface_in.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "narrow/body/near_triangles.h"
#include "narrow/classify/face_cuts.h"
#include "narrow/classify/patches.h"
#include "narrow/collide/for_each_meeting.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/winding_near.h"
#include "narrow/triangle/flat.h"
#include "shape/weld.h"

namespace graze {
namespace {

bool coplanar(const Triangle& t, Vec3 p, Vec3 q, Vec3 r) {
  return side(t.a, t.b, t.c, p) == 0 && side(t.a, t.b, t.c, q) == 0 && side(t.a, t.b, t.c, r) == 0;
}

constexpr int most_surface_probes = 16;  // pairs that are tested before all of them are found

class Container {
 public:
  Container(const PlacedBody& set, bool winds, Counters& counters)
      : set_(set), solid_(set), winds_(winds), counters_(counters) {}

  // Whether pieces of the triangle lie inside of the set and whether some are outside; `near`: all that meet it.
  // Stops once both are seen.
  void look(const Triangle& t, const std::vector<std::uint32_t>& near, SurfaceSides& seen) {
    seen_ = &seen;
    (void)holds(t, near);
  }
  // Whether pieces beside what the triangle has in common with one of the set are inside.
  void probe(const Triangle& t, std::uint32_t other, SurfaceSides& seen) {
    probing_ = true;
    look(t, {other}, seen);
    probing_ = false;
  }

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
      if (!covers(face.face)) continue;
      const bool covered = std::any_of(flush.begin(), flush.end(), covers);
      if (covered && seen_ == nullptr) continue;
      if (winds_ && !winding) winding.emplace(solid_, point, counters_);
      bool inside = winds_ && winding->inside(leave);
      if (inside && seen_ != nullptr) {
        Leave behind = leave;
        behind.off_face = -leave.off_face;
        inside = winding->inside(behind);
      }
      if (!goes_on(inside, covered)) return false;
    }
    return true;
  }

  // A piece is in the interior of the set, or, where not, perhaps covered by one of its triangles. Is there more to
  // find?
  bool goes_on(bool inside, bool covered) const {
    if (seen_ == nullptr) return inside || covered;
    seen_->inside = seen_->inside || inside;
    seen_->outside = seen_->outside || !(inside || covered || probing_);
    return !(seen_->inside && seen_->outside);
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
    if (std::any_of(flush.begin(), flush.end(), covers)) return goes_on(false, true);
    const auto between = [&](const Triangle& line) {
      for (int k = 0; k < 3; ++k) {
        const Difference u{unit_axis[(k + 1) % 3], {}}, v{unit_axis[(k + 2) % 3], {}};
        const int from = sign({line.a, u, v}), to = sign({line.b, u, v});
        if (from != to) return true;
        if (from != 0) return false;
      }
      return true;
    };
    if (std::any_of(lines.begin(), lines.end(), between)) return goes_on(false, true);
    // Off all triangles: any way aside is as good.
    const Leave leave{way, {{}, {0, 1, 0}, {0, 0, 1}}, 0};
    return goes_on(winds_ && WindingNear(solid_, point, counters_).inside(leave), false);
  }

  const PlacedBody& set_;
  SolidBody solid_;
  bool winds_;
  Counters& counters_;
  SurfaceSides* seen_ = nullptr;  // none: to find whether all is in the set
  bool probing_ = false;
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

namespace {

WorldVolume volume_of(const Box& box) {
  const Vec3 half = (box.hi - box.lo) * 0.5;
  return {(box.lo + box.hi) * 0.5,
          {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}},
          3,
          0,
          (abs(box.lo) + abs(box.hi)) * 0x1p-50};
}

// One triangle of each part of the surface that is near the solid and does not meet it; `meeting` is sorted.
std::vector<std::uint32_t> loose_parts(const PlacedBody& surface, std::uint32_t first, const PlacedBody& solid,
                                       const std::vector<std::uint32_t>& meeting, Counters& counters) {
  std::vector<std::uint32_t> loose;
  visit_near(
      surface, volume_of(solid.body.box),
      [&](std::uint32_t i) {
        work::charge(1);
        if (i >= first && !std::binary_search(meeting.begin(), meeting.end(), i)) loose.push_back(i);
        return true;
      },
      counters);
  std::sort(loose.begin(), loose.end());
  const Weld& weld = kept_weld(*surface.body.shape);
  std::unordered_map<std::uint32_t, std::uint32_t> parent;
  const auto root = [&](std::uint32_t i) {
    for (auto at = parent.try_emplace(i, i).first; at->second != i; at = parent.find(i)) {
      at->second = parent.at(at->second);
      i = at->second;
    }
    return i;
  };
  for (const std::uint32_t i : loose)
    for (const std::uint32_t other : {weld.triangles[i][1], weld.triangles[i][2]}) {
      const std::uint32_t p = root(weld.triangles[i][0]), q = root(other);
      if (p != q) parent[std::max(p, q)] = std::min(p, q);
    }
  std::unordered_set<std::uint32_t> seen;
  std::erase_if(loose, [&](std::uint32_t i) { return !seen.insert(root(weld.triangles[i][0])).second; });
  return loose;
}

}  // namespace

SurfaceSides surface_sides(const PlacedBody& surface, std::uint32_t first, const PlacedBody& solid,
                           Counters& counters) {
  const Posed& body = surface.body;
  const std::uint32_t count = body.shape->triangle_count;
  SurfaceSides seen;
  const auto done = [&] { return seen.inside && seen.outside; };
  for (std::uint32_t i = first; i < count && !seen.outside; ++i)
    seen.outside = !in_box(solid.body.box, body.triangle(i));
  if (!overlap(body.box, solid.body.box)) return seen;
  std::vector<TrianglePair> pairs;
  Container container(solid, true, counters);
  PairFrame frame;
  const PairPlace place = pair_place(surface.placement, solid.placement, frame);
  int probes = 0;
  if (place != PairPlace::apart)
    for_each_meeting(
        body, solid.body, place == PairPlace::near ? &frame : nullptr, false,
        [&](TrianglePair pair) {
          if (pair.a < first) return true;
          pairs.push_back(pair);
          if (seen.inside || probes == most_surface_probes) return !done();
          const Triangle t = body.triangle(pair.a), u = solid.body.triangle(pair.b);
          if (projection_axis(t) < 0 || coplanar(t, u.a, u.b, u.c)) return true;
          ++probes;
          container.probe(t, pair.b, seen);
          return !done();
        },
        counters);
  if (done()) return seen;
  std::sort(pairs.begin(), pairs.end());
  std::vector<std::uint32_t> near;
  for (const TrianglePair& pair : pairs)
    if (near.empty() || near.back() != pair.a) near.push_back(pair.a);
  for (const std::uint32_t i : loose_parts(surface, first, solid, near, counters)) {
    const bool inside = inside_solid(solid, body.triangle(i).a, counters);
    (inside ? seen.inside : seen.outside) = true;
    if (done()) return seen;
  }
  for (std::size_t i = 0; i < pairs.size() && !done();) {
    const std::uint32_t own = pairs[i].a;
    near.clear();
    for (; i < pairs.size() && pairs[i].a == own; ++i) near.push_back(pairs[i].b);
    container.look(body.triangle(own), near, seen);
  }
  return seen;
}

}  // namespace graze
