#include "study/sweep/rotating.h"

#include <algorithm>
#include <cmath>

namespace graze::study {

Vec3 Axis::turned(Vec3 point, const SineCosine& turn) const noexcept {
  const Vec3 arm = point - origin;
  const Vec3 across = cross(direction, arm);
  // 1 - cos, without the cancellation that small angles would suffer.
  const double versine = turn.cosine > 0 ? turn.sine * turn.sine / (1 + turn.cosine) : 1 - turn.cosine;
  return point + (across * turn.sine + cross(direction, across) * versine);
}

Wave height_over(Vec3 point, const Axis& axis, Vec3 normal, Vec3 on_plane) noexcept {
  const Vec3 arm = point - axis.origin;
  const double along = dot(normal, axis.direction) * dot(arm, axis.direction);
  return {dot(normal, axis.origin - on_plane) + along, dot(normal, cross(axis.direction, arm)),
          dot(normal, arm) - along};
}

// The direction of the turning line and its moment about the axis turn as vectors do.
Wave line_past_line(const EdgeLine& turning, const Axis& axis, const EdgeLine& still) noexcept {
  const Vec3 k = axis.direction, u = turning.along, w = still.along;
  const Vec3 moment = cross(turning.from - axis.origin, u), still_moment = cross(still.from - axis.origin, w);
  const double s0 = -(dot(u, k) * dot(still_moment, k) + dot(moment, k) * dot(w, k));
  const double s1 = -(dot(cross(k, u), still_moment) + dot(cross(k, moment), w));
  return {s0, s1, -(dot(u, still_moment) + dot(moment, w)) - s0};
}

namespace {

bool before(const HalfAngle& a, const HalfAngle& b) { return a.order() < b.order(); }

// A vertex that turns about an axis, and one side of a polygon.
class VertexFace {
 public:
  VertexFace(Vec3 vertex, const Axis& axis, const PosedPolygons& polygons, std::uint32_t face, double facing,
             const ExpelZone& zone, HalfAngle end)
      : vertex_(vertex),
        axis_(axis),
        polygons_(polygons),
        number_(face),
        face_(polygons.surface().faces[face]),
        zone_(zone),
        end_(end),
        height_(height_over(vertex, axis, polygons.normals()[face] * facing, polygons.corner(face_, 0))) {
    start_ = dot(polygons.normals()[face] * facing, vertex - polygons.corner(face_, 0));
  }

  std::optional<HalfAngle> stop() const {
    const std::optional<HalfAngle> into = falling(height_ - zone_.thickness);
    const double swing = std::sqrt(height_.v1 * height_.v1 + height_.v2 * height_.v2);
    if (slides(2 * swing, start_, zone_)) return std::nullopt;
    const bool in_zone = start_ >= -zone_.doubt && start_ < zone_.thickness + zone_.doubt;
    if (!in_zone) return into ? in_bounds(*into) : std::nullopt;
    const bool deeper = height_.v1 < 0 || (height_.v1 == 0 && height_.v2 >= 0);
    if (deeper) {
      if (const auto found = in_bounds({})) return found;
      return into ? in_bounds(*into) : std::nullopt;
    }
    // It may rise to where it is highest in the zone, or out of it.
    return in_bounds(into ? *into : peak(height_));
  }

 private:
  // The first angle from `from` on, while the vertex is in the zone of the plane, at which it is beside no edge.
  std::optional<HalfAngle> in_bounds(HalfAngle from) const {
    HalfAngle last = end_;
    const auto ends = [&](const std::optional<HalfAngle>& at) {
      if (at && before(from, *at) && before(*at, last)) last = *at;
    };
    ends(falling(height_ - -zone_.doubt));
    ends(rising(height_ - zone_.thickness));
    HalfAngle at = from;
    for (bool moved = true; moved;) {
      moved = false;
      if (before(last, at)) return std::nullopt;
      const SineCosine turn = at.turn();
      for (std::uint32_t k = 0; k < face_.count; ++k) {
        const Wave beyond =
            height_over(vertex_, axis_, polygons_.outward()[face_.first + k], polygons_.corner(face_, k));
        if (beyond.at(turn) <= zone_.thickness + 2 * zone_.doubt) continue;
        const std::optional<HalfAngle> next = falling(beyond - (zone_.thickness + zone_.doubt));
        if (!next || !before(at, *next)) return std::nullopt;
        at = *next;
        moved = true;
        break;
      }
    }
    return until_near(at, last);
  }
  std::optional<HalfAngle> until_near(HalfAngle at, const HalfAngle& last) const {
    const double speed = axis_.radius(vertex_);
    for (int step = 0; step < most_steps; ++step) {
      const double gap = face_distance(axis_.turned(vertex_, at.turn()), polygons_, number_);
      if (gap <= near_enough * zone_.thickness) break;
      const double next = angle_of(at) + (gap - zone_.thickness) / speed;
      if (!(next < 0x1.921fb54442d18p+2)) return std::nullopt;
      at = half_of(next);
      if (before(last, at)) return std::nullopt;
    }
    return at;
  }

  Vec3 vertex_;
  const Axis& axis_;
  const PosedPolygons& polygons_;
  std::uint32_t number_;
  const PolygonSurface::Face& face_;
  const ExpelZone& zone_;
  HalfAngle end_;
  Wave height_;
  double start_;
};

class EdgeEdge {
 public:
  EdgeEdge(const EdgeLine& turning, const Axis& axis, const EdgeLine& still, const PosedPolygons::EdgeZone& shift,
           const ExpelZone& zone, HalfAngle end)
      : turning_(turning),
        axis_(axis),
        still_(still),
        zone_(zone),
        end_(end),
        past_(line_past_line(turning, axis, still)) {
    const Vec3 by = shift.shift * zone.thickness;
    near_ = length(by) + zone.doubt;
    outer_ = line_past_line(turning, axis, {still.from + by, still.along});
  }

  std::optional<HalfAngle> stop() const {
    std::optional<HalfAngle> first = near_ > zone_.doubt ? zone_stop() : std::nullopt;
    const auto consider = [&](const std::optional<HalfAngle>& at) {
      if (!at || distance(at->turn()) > zone_.thickness * 0.5 + zone_.doubt) return;
      const HalfAngle found = before_meeting(*at);  // may be up to `end` although they meet after it
      if (!before(end_, found) && (!first || before(found, *first))) first = found;
    };
    consider(falling(past_));
    consider(rising(past_));
    return first;
  }

 private:
  double distance(const SineCosine& turn) const {
    const Vec3 from = axis_.turned(turning_.from, turn), to = axis_.turned(turning_.from + turning_.along, turn);
    return segment_distance({from, to - from}, still_);
  }

  // Section 3.4 with errata D.4. K, the difference of the two waves, tells on which side the outer line is.
  std::optional<HalfAngle> zone_stop() const {
    const double kappa = outer_.v0 + outer_.v2 > past_.v0 + past_.v2 ? 1 : -1;
    const Wave inward = kappa > 0 ? -outer_ : outer_;  // falls where the zone is entered, while K keeps its sign
    const Wave deepest = kappa > 0 ? -past_ : past_;
    const auto accept = [&](const std::optional<HalfAngle>& at) {
      return at && !before(end_, *at) && distance(at->turn()) <= near_;
    };
    const double size = length(cross(turning_.along, still_.along));
    const double swing = std::sqrt(outer_.v1 * outer_.v1 + outer_.v2 * outer_.v2);
    if (slides(2 * swing, deepest.v0 + deepest.v2, {zone_.thickness * size, zone_.doubt * size})) return std::nullopt;
    const bool in_zone = deepest.v0 + deepest.v2 >= 0 && inward.v0 + inward.v2 < 0;
    std::optional<HalfAngle> roots[2] = {falling(outer_), rising(outer_)};
    if (roots[0] && roots[1] && before(*roots[1], *roots[0])) std::swap(roots[0], roots[1]);
    HalfAngle from;
    if (in_zone) {
      if (inward.v1 <= 0) {
        if (accept(HalfAngle{})) return HalfAngle{};
      } else {
        from = peak(inward);
        if (!roots[0] && accept(from)) return from;
      }
    }
    for (const auto& root : roots) {
      if (!root || before(*root, from)) continue;
      const SineCosine turn = root->turn();
      const double slope = outer_.v1 * turn.cosine - outer_.v2 * turn.sine;
      if ((outer_.at(turn) - past_.at(turn)) * slope > 0 && accept(root)) return root;
    }
    return std::nullopt;
  }

  // Back from where the edges meet until they are the thickness apart, or to the start: by doubling, then by halving.
  // The first doubling that goes beyond the start looks there, where they may be far apart.
  HalfAngle before_meeting(const HalfAngle& meeting) const {
    const double at = angle_of(meeting);
    const double speed = std::max(axis_.radius(turning_.from), axis_.radius(turning_.from + turning_.along));
    const auto apart = [&](double back) { return distance(half_of(at - back).turn()) >= zone_.thickness; };
    // Not below a last place of `at`, so that 53 doublings reach the start.
    double less = 0, back = std::min(std::max(zone_.thickness / speed, at * 0x1p-52), at);
    while (back < at && !apart(back)) {
      less = back;
      back = std::min(2 * back, at);
    }
    if (!apart(back)) return {};
    for (int step = 0; step < most_steps && (back - less) * speed > zone_.thickness; ++step) {
      const double middle = (less + back) * 0.5;
      (apart(middle) ? back : less) = middle;
    }
    return half_of(at - back);
  }

  const EdgeLine& turning_;
  const Axis& axis_;
  const EdgeLine& still_;
  const ExpelZone& zone_;
  HalfAngle end_;
  Wave past_, outer_;
  double near_ = 0;
};

}  // namespace

std::optional<HalfAngle> vertex_to_face(Vec3 vertex, const Axis& axis, const PosedPolygons& polygons,
                                        std::uint32_t face, double facing, const ExpelZone& zone,
                                        HalfAngle end) noexcept {
  return VertexFace(vertex, axis, polygons, face, facing, zone, end).stop();
}

std::optional<HalfAngle> edge_to_edge(const EdgeLine& turning, const Axis& axis, const EdgeLine& still,
                                      const PosedPolygons::EdgeZone& shift, const ExpelZone& zone,
                                      HalfAngle end) noexcept {
  return EdgeEdge(turning, axis, still, shift, zone, end).stop();
}

}  // namespace graze::study
