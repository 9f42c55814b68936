#include "study/sweep/translating.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::study {

std::optional<double> vertex_to_plane(double height, double rise, const ExpelZone& zone) noexcept {
  if (!(rise < 0) || height < -zone.doubt || height + rise >= zone.thickness) return std::nullopt;
  if (slides(-rise, height, zone)) return std::nullopt;
  return std::max((zone.thickness - height) / rise, 0.0);
}

std::optional<LineStop> line_to_line(const EdgeLine& moving, Vec3 way, const EdgeLine& still,
                                     const PosedPolygons::EdgeZone& shift, const ExpelZone& zone) noexcept {
  const Vec3 across = cross(moving.along, still.along);
  const double rate = dot(way, across);
  if (rate == 0) return std::nullopt;  // parallel, or moving in the plane of both: no crossing
  const double size = length(across);
  const double start = dot(still.from - moving.from, across);
  const double meet = start / rate;
  if (meet < 0 && std::fabs(start) > zone.doubt * size) return std::nullopt;
  if (slides(std::fabs(rate) / size, std::fabs(start) / size, zone)) return std::nullopt;
  // Across the lines the gap at the outer line is the thickness or more. Where the faces give no such line it is made
  // the thickness.
  const double lead =
      shift.regular ? zone.thickness * dot(shift.shift, across) / rate : -zone.thickness * size / std::fabs(rate);
  const double stop = meet + lead;
  if (stop >= 1 || lead > 0) return std::nullopt;
  return LineStop{std::max(stop, 0.0), std::max(meet, 0.0)};
}

std::optional<double> beside_face(Vec3 vertex, Vec3 way, const PosedPolygons& polygons, std::uint32_t face, double stop,
                                  double meet, const ExpelZone& zone) noexcept {
  const auto& f = polygons.surface().faces[face];
  double first = stop, last = std::min(meet, 1.0);
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const Vec3 out = polygons.outward()[f.first + k];
    const double room = zone.thickness + zone.doubt - dot(out, vertex - polygons.corner(f, k));
    const double rate = dot(out, way);
    // room - rate t >= 0
    if (rate > 0) last = std::min(last, room / rate);
    if (rate < 0) first = std::max(first, room / rate);
    if (rate == 0 && room < 0) return std::nullopt;
    if (first > last) return std::nullopt;
  }
  const double speed = length(way);
  for (int step = 0; step < most_steps; ++step) {
    const double gap = face_distance(vertex + way * first, polygons, face);
    if (gap <= near_enough * zone.thickness) break;
    first += (gap - zone.thickness) / speed;
    if (first > last) return std::nullopt;
  }
  return first;
}

// The distance of two convex sets is a convex function of a translation: up to where they meet it only falls.
double until_near(const EdgeLine& moving, Vec3 way, const EdgeLine& still, double near, LineStop stop) noexcept {
  const auto apart = [&](double at) { return segment_distance({moving.from + way * at, moving.along}, still) > near; };
  double clear = stop.stop, nearer = stop.meet;
  if (!apart(clear)) return clear;
  const double speed = length(way);
  // Both are from 0 to 1: halving finds neighbours after at most 1,100 steps, mostly after a few.
  while ((nearer - clear) * speed > near * 0.125) {
    const double middle = (clear + nearer) * 0.5;
    if (middle <= clear || middle >= nearer) break;
    (apart(middle) ? clear : nearer) = middle;
  }
  return clear;
}

double segment_distance(const EdgeLine& a, const EdgeLine& b) noexcept {
  const Vec3 gap = a.from - b.from;
  const double aa = dot(a.along, a.along), bb = dot(b.along, b.along), ab = dot(a.along, b.along);
  const double ag = dot(a.along, gap), bg = dot(b.along, gap);
  const auto clamped = [](double t) { return t > 0 ? std::min(t, 1.0) : 0.0; };
  const double area = aa * bb - ab * ab;
  const auto distance = [&](double s, double t) { return length(gap + a.along * s - b.along * t); };
  // The nearest points of the lines when these are within both; else an end of one and the nearest point of the other.
  double least = std::numeric_limits<double>::infinity();
  if (area > 0) {
    const double s = (ab * bg - bb * ag) / area, t = (aa * bg - ab * ag) / area;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) least = distance(s, t);
  }
  for (const double s : {0.0, 1.0}) least = std::min(least, distance(s, clamped(bb > 0 ? (bg + ab * s) / bb : 0)));
  for (const double t : {0.0, 1.0}) least = std::min(least, distance(clamped(aa > 0 ? (ab * t - ag) / aa : 0), t));
  return least;
}

double face_distance(Vec3 point, const PosedPolygons& polygons, std::uint32_t face) noexcept {
  const auto& f = polygons.surface().faces[face];
  bool inside = true;
  for (std::uint32_t k = 0; inside && k < f.count; ++k)
    inside = dot(polygons.outward()[f.first + k], point - polygons.corner(f, k)) <= 0;
  if (inside) return std::fabs(dot(polygons.normals()[face], point - polygons.corner(f, 0)));
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const Vec3 from = polygons.corner(f, k);
    least = std::min(least, segment_distance({point, {}}, {from, polygons.corner(f, (k + 1) % f.count) - from}));
  }
  return least;
}

}  // namespace graze::study
