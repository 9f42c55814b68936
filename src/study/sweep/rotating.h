// Where a rotation has to stop for one pair of features (van Waveren 2005, sections 2.4, 2.5, 3.3, 3.4; errata D.3 to
// D.5). Angles from 0 to 2 pi, the positive way around the axis.
//
// A vertex and a polygon: the vertex is in the zone of the polygon while it is no higher than the thickness above its
// plane and no more than that beyond each of its edges, in the plane. Each is a wave of the angle, so that the first
// angle at which all hold is found without search: this replaces the paper's test of the bounds, which lets vertices
// through (errata E-13b). Two edges: every angle at which the lines meet is looked at, and where the edges meet, too,
// the stop is before it, as far as the zone is thick; in front of that, the paper's zone between the edge and its outer
// line.
#pragma once

#include <optional>

#include "motion/half_angle.h"
#include "study/sweep/translating.h"

namespace graze::study {

struct Axis {
  Vec3 origin;
  Vec3 direction;  // unit

  Vec3 turned(Vec3 point, const SineCosine& turn) const noexcept;  // the point turned by the angle
  Vec3 velocity(Vec3 point) const noexcept { return cross(direction, point - origin); }
  double radius(Vec3 point) const noexcept { return length(velocity(point)); }
};

// The height over a plane of a turning point.
Wave height_over(Vec3 point, const Axis& axis, Vec3 normal, Vec3 on_plane) noexcept;
// (c - a) . (u x w) of a turning line and a stationary one.
Wave line_past_line(const EdgeLine& turning, const Axis& axis, const EdgeLine& still) noexcept;

// `facing`: 1 for the front of the face, -1 for its back. Only stops up to `end`.
std::optional<HalfAngle> vertex_to_face(Vec3 vertex, const Axis& axis, const PosedPolygons& polygons,
                                        std::uint32_t face, double facing, const ExpelZone& zone,
                                        HalfAngle end) noexcept;
std::optional<HalfAngle> edge_to_edge(const EdgeLine& turning, const Axis& axis, const EdgeLine& still,
                                      const PosedPolygons::EdgeZone& shift, const ExpelZone& zone,
                                      HalfAngle end) noexcept;

}  // namespace graze::study
