// Where a translation has to stop for one pair of features (van Waveren 2005, sections 2.2, 2.3, 3.1, 3.2; errata D.1,
// D.2). Fractions of the whole way.
#pragma once

#include <optional>

#include "study/sweep/posed_polygons.h"

namespace graze::study {

// The zone around the stationary body, and how far rounding may put a point behind a plane that it is in front of.
struct ExpelZone {
  double thickness = 0;
  double doubt = 0;
};

// Sliding along: the whole way takes the features nearer by no more than rounding can tell, and they are in the outer
// half of the zone. A stop for that would hold a body that rests on a floor; in the inner half it ends the creeping.
inline bool slides(double nearer, double gap, const ExpelZone& zone) noexcept {
  return nearer <= zone.doubt && gap > zone.thickness * 0.5;
}

// A vertex at `height` in front of a plane, which the whole way changes by `rise`: where it comes to the zone; 0 when
// it starts in it and goes deeper. Nothing when it does not approach, starts behind, or ends outside the zone.
std::optional<double> vertex_to_plane(double height, double rise, const ExpelZone& zone) noexcept;

// The line of a moving edge and that of a stationary one. Nothing when they part, or end outside the zone.
struct LineStop {
  double stop;  // at the outer line of the zone, at least 0
  double meet;  // the lines themselves; not before `stop`
};
struct EdgeLine {
  Vec3 from, along;
};
std::optional<LineStop> line_to_line(const EdgeLine& moving, Vec3 way, const EdgeLine& still,
                                     const PosedPolygons::EdgeZone& shift, const ExpelZone& zone) noexcept;

// The formulas above stop for a plane and a line wherever the polygon and the edge are on them (errata E-16), and the
// paper's bounds look at where a vertex would meet the plane, be it long after the way has ended.
//
// When the vertex, from `stop` on and until it `meets` the plane or the way ends, is first no more than the thickness
// beyond each edge of the polygon, in its plane; nothing when it is not.
std::optional<double> beside_face(Vec3 vertex, Vec3 way, const PosedPolygons& polygons, std::uint32_t face, double stop,
                                  double meet, const ExpelZone& zone) noexcept;
// From `stop` on until the edges are as `near` as that, at the latest where they meet; never too far.
double until_near(const EdgeLine& moving, Vec3 way, const EdgeLine& still, double near, LineStop stop) noexcept;

// The distance of two segments, and of a point and a face.
double segment_distance(const EdgeLine& a, const EdgeLine& b) noexcept;
double face_distance(Vec3 point, const PosedPolygons& polygons, std::uint32_t face) noexcept;

// Half-planes moved out by the thickness reach far beyond a sharp corner of the polygon. A stop farther away than this
// many thicknesses goes on, by no more than the features can come nearer; after so many steps it stays.
inline constexpr double near_enough = 2;
inline constexpr int most_steps = 32;

}  // namespace graze::study
