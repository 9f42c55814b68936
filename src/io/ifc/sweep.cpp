#include "io/ifc/sweep.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/ifc/place.h"

namespace graze::ifc {

SolidMesh skin(const Section& section, const std::vector<std::vector<Vec3>>& rings, bool closed) {
  SolidMesh mesh;
  const auto count = static_cast<std::uint32_t>(section.points.size());
  const auto ring_count = static_cast<std::uint32_t>(rings.size());
  constexpr std::uint64_t most = 4'000'000;
  if (std::uint64_t{count} * ring_count > most)
    throw Error("it would have more than 4,000,000 vertices: its curves are too long for the deflection");
  for (const std::vector<Vec3>& ring : rings) mesh.vertices.insert(mesh.vertices.end(), ring.begin(), ring.end());
  for (std::uint32_t r = 0; r + (closed ? 0 : 1) < ring_count; ++r) {
    const std::uint32_t low = r * count, high = (r + 1) % ring_count * count;
    for (const PolygonLoop& loop : section.loops) {
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const std::uint32_t p = loop[i], q = loop[(i + 1) % loop.size()];
        mesh.triangles.push_back({low + p, low + q, high + q});
        mesh.triangles.push_back({low + p, high + q, high + p});
      }
    }
  }
  if (!closed) {
    const std::uint32_t last = (ring_count - 1) * count;
    for (const Index3& t : fill_polygon(section.points, section.loops)) {
      mesh.triangles.push_back({t[0], t[2], t[1]});
      mesh.triangles.push_back({last + t[0], last + t[1], last + t[2]});
    }
  }
  mesh = welded(mesh);
  if (enclosed_volume(mesh) < 0) mesh.turn();
  return mesh;
}

SolidMesh extruded(const Section& section, Vec3 by) {
  std::vector<std::vector<Vec3>> rings(2);
  for (const Point2& p : section.points) {
    rings[0].push_back({p[0], p[1], 0});
    rings[1].push_back(Vec3{p[0], p[1], 0} + by);
  }
  return skin(section, rings, false);
}

namespace {

// The part of an outline without holes that is left of a line in its plane.
Section left_part(const Section& section, Vec3 from, Vec3 way) {
  Section part;
  const auto side = [&](const Point2& p) { return way.x * (p[1] - from.y) - way.y * (p[0] - from.x); };
  const PolygonLoop& loop = section.loops[0];
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Point2 &p = section.points[loop[i]], &q = section.points[loop[(i + 1) % loop.size()]];
    const double a = side(p), b = side(q);
    if (a >= 0) part.points.push_back(p);
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
      const double share = a / (a - b);
      part.points.push_back({p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share});
    }
  }
  part.loops.emplace_back();
  for (std::uint32_t i = 0; i < part.points.size(); ++i) part.loops[0].push_back(i);
  return part;
}

// Does an outline without holes lie on both sides of an axis in its plane?
bool crosses_axis(const Section& section, const Pose& axis) {
  if (section.loops.size() != 1 || std::fabs(axis.linear.c2.z) > 1e-9) return false;
  double least = 0, most = 0;
  for (const Point2& p : section.points) {
    const double off = cross(axis.linear.c2, Vec3{p[0], p[1], 0} - axis.translation).z;
    least = std::min(least, off);
    most = std::max(most, off);
  }
  return std::min(most, -least) > 1e-6 * (most - least);
}

}  // namespace

SolidMesh revolved(const Context& context, const Section& section, const Section& end, const Pose& axis, double angle) {
  constexpr double turn = 2 * std::numbers::pi;
  if (!(std::fabs(angle) > 0)) throw Error("it is turned by nothing");
  // What is on either side of the axis fills a space of its own, as long as it is turned by no more than a half.
  if (&section == &end && std::fabs(angle) <= turn / 2 + 1e-9 && crosses_axis(section, axis)) {
    SolidMesh both;
    for (const double way : {1.0, -1.0}) {
      const Section part = left_part(section, axis.translation, axis.linear.c2 * way);
      both.append(revolved(context, part, part, axis, angle));
    }
    return both;
  }
  const bool closed = std::fabs(angle) >= turn - 1e-9;
  if (closed) angle = turn;
  const std::size_t n = section.points.size();
  double farthest = 0;
  std::vector<Vec3> from(n), to(n);
  for (std::size_t i = 0; i < n; ++i) {
    from[i] = {section.points[i][0], section.points[i][1], 0};
    to[i] = {end.points[i][0], end.points[i][1], 0};
    const Vec3 d = from[i] - axis.translation;
    farthest = std::max(farthest, length(cross(d, axis.linear.c2)));
  }
  if (!(farthest > 0)) throw Error("all of it is on its axis");
  int steps = arc_steps(farthest, angle, context.deflection);
  if (closed) steps = std::max(4, (steps + 3) / 4 * 4);
  std::vector<std::vector<Vec3>> rings;
  const Vec3 z = axis.linear.c2;
  for (int k = 0; k < steps + (closed ? 0 : 1); ++k) {
    const double share = static_cast<double>(k) / steps, a = angle * share, c = std::cos(a), s = std::sin(a);
    std::vector<Vec3> ring(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 p = from[i] + (to[i] - from[i]) * share, d = p - axis.translation;
      const Vec3 along = z * dot(d, z), out = d - along;
      if (k == 0) {
        ring[i] = p;
      } else if (length(out) <= 1e-12 * farthest) {
        ring[i] = rings[0][i];
      } else {
        ring[i] = axis.translation + (along + (out * c + cross(z, out) * s));
      }
    }
    rings.push_back(std::move(ring));
  }
  return skin(section, rings, closed);
}

SolidMesh swept_along(const Section& section, const PointChain& chain, Vec3 reference) {
  const auto& p = chain.points;
  const std::size_t n = p.size();
  if (n < 2) throw Error("its directrix has no length");
  const bool fixed = !(reference == Vec3{});
  std::vector<std::vector<Vec3>> rings;
  // Of vectors across `from`: turned as `from` is turned to `to`, the short way.
  const auto turned = [](Vec3 v, Vec3 from, Vec3 to) { return v - (from + to) * (dot(v, to) / (1 + dot(from, to))); };
  Vec3 x;  // across the piece before the point
  for (std::size_t i = 0; i < n; ++i) {
    const bool before = i > 0 || chain.closed, after = i + 1 < n || chain.closed;
    const Vec3 u = before ? unit_of(p[i] - p[(i + n - 1) % n]) : unit_of(p[i + 1] - p[i]);
    const Vec3 v = after ? unit_of(p[(i + 1) % n] - p[i]) : u;
    const double cosine = dot(u, v);
    if (cosine < -0.999) throw Error("its directrix turns back");
    const Vec3 along = unit_of(u + v);
    if (i == 0 && !fixed) x = frame_of(p[i], u, {0.36, 0.48, 0.8}).linear.c0;
    const Pose frame = frame_of(p[i], along, fixed ? reference : turned(x, u, along));
    if (!fixed) x = turned(frame.linear.c0, along, v);
    // In the plane between the two sides the section is longer across the bend.
    Vec3 bend = v - u;
    const bool bends = length(bend) > 1e-12;
    if (bends) bend = unit_of(bend);
    const double longer = bends ? 1 / dot(along, v) - 1 : 0;
    std::vector<Vec3> ring;
    for (const Point2& q : section.points) {
      Vec3 out = frame.linear.c0 * q[0] + frame.linear.c1 * q[1];
      if (bends) out = out + bend * (dot(out, bend) * longer);
      ring.push_back(p[i] + out);
    }
    rings.push_back(std::move(ring));
  }
  return skin(section, rings, chain.closed);
}

}  // namespace graze::ifc
