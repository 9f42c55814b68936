#include "clash/cylinders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "math/constants.h"
#include "math/point_hash.h"
#include "math/posed_point.h"

namespace graze {

namespace {

constexpr double same_face = 0.766;  // the cosine of 40 degrees
constexpr double on_it = 1e-5;       // of the radius

struct Facet {
  Triangle corners;
  Vec3 normal;  // unit; 0 for one without area
  double area = 0;
};

Vec3 unit_or_zero(Vec3 v) {
  const double size = length(v);
  return size > 0 ? v / size : Vec3{};
}

std::vector<Facet> facets_of(const Body& body) {
  std::vector<Facet> facets(body.shape.triangle_count());
  const bool mirrored = dot(body.pose.linear * Vec3{1, 0, 0},
                            cross(body.pose.linear * Vec3{0, 1, 0}, body.pose.linear * Vec3{0, 0, 1})) < 0;
  for (std::uint32_t i = 0; i < facets.size(); ++i) {
    const Triangle t = body.shape.triangle(i);
    Facet& facet = facets[i];
    facet.corners = {posed(body.pose, t.a), posed(body.pose, t.b), posed(body.pose, t.c)};
    if (mirrored) std::swap(facet.corners.b, facet.corners.c);
    const Vec3 n = cross(facet.corners.b - facet.corners.a, facet.corners.c - facet.corners.a);
    facet.area = 0.5 * length(n);
    facet.normal = unit_or_zero(n);
  }
  return facets;
}

// Facets that meet at an edge and bend there by less than 40 degrees are of one face.
std::vector<std::vector<std::uint32_t>> faces_of(const std::vector<Facet>& facets) {
  std::vector<std::uint32_t> parent(facets.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::unordered_map<std::uint64_t, std::uint32_t> edges;
  for (std::uint32_t i = 0; i < facets.size(); ++i) {
    const Triangle& t = facets[i].corners;
    for (const auto& [p, q] : {std::pair(t.a, t.b), std::pair(t.b, t.c), std::pair(t.c, t.a)}) {
      const auto [at, added] = edges.try_emplace(PointHash{}(p) + PointHash{}(q), i);
      if (!added && dot(facets[i].normal, facets[at->second].normal) > same_face) parent[root(i)] = root(at->second);
    }
  }
  std::unordered_map<std::uint32_t, std::size_t> known;
  std::vector<std::vector<std::uint32_t>> faces;
  for (std::uint32_t i = 0; i < facets.size(); ++i) {
    if (facets[i].area == 0) continue;
    const auto [at, added] = known.try_emplace(root(i), faces.size());
    if (added) faces.emplace_back();
    faces[at->second].push_back(i);
  }
  return faces;
}

// The direction that the normals of a face are square to, if there is one: the face bends about it.
Vec3 axis_of(const std::vector<Facet>& facets, const std::vector<std::uint32_t>& face) {
  // Of all normals the two that span the largest area, as far as one pass tells.
  const Vec3 first = facets[face[0]].normal;
  Vec3 best{};
  for (const std::uint32_t i : face) {
    const Vec3 across = cross(first, facets[i].normal);
    if (dot(across, across) > dot(best, best)) best = across;
  }
  return unit_or_zero(best);
}

// The circle through points of a plane, by least squares about their middle.
bool fit_circle(const std::vector<std::array<double, 2>>& points, std::array<double, 2>& middle, double& radius) {
  double mx = 0, my = 0;
  for (const auto& p : points) mx += p[0], my += p[1];
  mx /= static_cast<double>(points.size());
  my /= static_cast<double>(points.size());
  double xx = 0, xy = 0, yy = 0, xz = 0, yz = 0, zz = 0;
  for (const auto& p : points) {
    const double x = p[0] - mx, y = p[1] - my, z = x * x + y * y;
    xx += x * x, xy += x * y, yy += y * y, xz += x * z, yz += y * z, zz += z;
  }
  const double d = 2 * (xx * yy - xy * xy);
  if (!(std::fabs(d) > 1e-12 * xx * yy)) return false;
  const double cx = (xz * yy - yz * xy) / d, cy = (yz * xx - xz * xy) / d;
  middle = {cx + mx, cy + my};
  radius = std::sqrt(cx * cx + cy * cy + zz / static_cast<double>(points.size()));
  return radius > 0 && std::isfinite(radius);
}

bool make_cylinder(const std::vector<Facet>& facets, const std::vector<std::uint32_t>& face, Cylinder& result) {
  if (face.size() < 8) return false;
  const Vec3 axis = axis_of(facets, face);
  if (axis == Vec3{}) return false;
  for (const std::uint32_t i : face)
    if (std::fabs(dot(facets[i].normal, axis)) > 1e-4) return false;
  const Vec3 u = unit_or_zero(std::fabs(axis.x) < 0.6 ? cross(axis, {1, 0, 0}) : cross(axis, {0, 1, 0})),
             v = cross(axis, u);
  const Vec3 from = facets[face[0]].corners.a;
  std::vector<std::array<double, 2>> points;
  double low = 0, high = 0;
  for (const std::uint32_t i : face) {
    for (const Vec3 p : {facets[i].corners.a, facets[i].corners.b, facets[i].corners.c}) {
      points.push_back({dot(p - from, u), dot(p - from, v)});
      low = std::min(low, dot(p - from, axis));
      high = std::max(high, dot(p - from, axis));
    }
  }
  std::array<double, 2> middle{};
  double radius = 0;
  if (!fit_circle(points, middle, radius)) return false;
  std::vector<double> angles;
  result.off = 0;
  for (const auto& p : points) {
    const double x = p[0] - middle[0], y = p[1] - middle[1];
    result.off = std::max(result.off, std::fabs(std::sqrt(x * x + y * y) - radius));
    angles.push_back(std::atan2(y, x));
  }
  if (result.off > on_it * radius) return false;
  std::sort(angles.begin(), angles.end());
  // Facets are between neighbouring angles; the widest step of all but the one that may be open.
  double step = 0, open = angles.front() + 2 * pi - angles.back();
  for (std::size_t i = 1; i < angles.size(); ++i) {
    const double wide = angles[i] - angles[i - 1];
    if (wide > open) {
      step = std::max(step, open);
      open = wide;
    } else {
      step = std::max(step, wide);
    }
  }
  if (open > pi || step > pi / 4 + 1e-6) return false;
  step = std::max(step, std::min(open, pi / 4));
  int inward = 0;
  for (const std::uint32_t i : face) {
    const Triangle& t = facets[i].corners;
    const Vec3 p = (t.a + t.b + t.c) * (1.0 / 3) - from;
    const double x = dot(p, u) - middle[0], y = dot(p, v) - middle[1];
    inward += dot(facets[i].normal, u) * x + dot(facets[i].normal, v) * y < 0 ? 1 : -1;
  }
  if (static_cast<std::size_t>(std::abs(inward)) != face.size()) return false;
  result.point = from + u * middle[0] + v * middle[1];
  result.axis = axis;
  result.radius = radius;
  result.low = low;
  result.high = high;
  result.sagitta = radius * (1 - std::cos(0.5 * step)) + result.off;
  result.bore = inward > 0;
  return true;
}

// The shaft in the bore; none unless both are about one axis and lie beside each other on it.
FoundFit fit_of(const Cylinder& shaft, const Cylinder& bore, bool shaft_is_a, double contact) {
  FoundFit found;
  const double radius = std::max(shaft.radius, bore.radius);
  if (std::fabs(shaft.radius - bore.radius) > 0.1 * radius) return found;
  if (length(cross(shaft.axis, bore.axis)) > 1e-4) return found;
  const Vec3 between = shaft.point - bore.point;
  const double along = dot(between, bore.axis);
  const double offset = length(between - bore.axis * along);
  if (offset > 1e-3 * radius) return found;
  const double way = dot(shaft.axis, bore.axis) > 0 ? 1 : -1;
  const double from = along + std::min(way * shaft.low, way * shaft.high),
               to = along + std::max(way * shaft.low, way * shaft.high);
  if (!(std::min(to, bore.high) - std::max(from, bore.low) > 1e-6 * radius)) return found;
  found.off = offset + shaft.off + bore.off;
  found.sagitta = shaft.sagitta + bore.sagitta;
  const double same = std::max({contact, found.off, 1e-6 * radius}), press = shaft.radius - bore.radius;
  found.fit = {press > same    ? FitKind::press
               : press < -same ? FitKind::clearance
                               : FitKind::fit,
               shaft.radius,
               bore.radius,
               shaft_is_a,
               bore.point + bore.axis * (0.5 * (std::max(from, bore.low) + std::min(to, bore.high))),
               bore.axis};
  return found;
}

}  // namespace

std::vector<Cylinder> find_cylinders(const Body& body) {
  constexpr std::uint32_t most_triangles = 1u << 18;
  if (body.shape.triangle_count() > most_triangles) return {};
  const std::vector<Facet> facets = facets_of(body);
  std::vector<Cylinder> found;
  for (const auto& face : faces_of(facets)) {
    Cylinder cylinder;
    if (make_cylinder(facets, face, cylinder)) found.push_back(cylinder);
  }
  return found;
}

FoundFit find_fit(std::span<const Cylinder> a, std::span<const Cylinder> b, double contact) {
  FoundFit best;
  const auto tightness = [](const Fit& fit) { return fit.shaft - fit.bore; };
  const auto try_all = [&](std::span<const Cylinder> shafts, std::span<const Cylinder> bores, bool shaft_is_a) {
    for (const Cylinder& shaft : shafts) {
      if (shaft.bore) continue;
      for (const Cylinder& bore : bores) {
        if (!bore.bore) continue;
        const FoundFit found = fit_of(shaft, bore, shaft_is_a, contact);
        if (found.fit.kind == FitKind::none) continue;
        if (best.fit.kind == FitKind::none || tightness(found.fit) > tightness(best.fit)) best = found;
      }
    }
  };
  try_all(a, b, true);
  try_all(b, a, false);
  return best;
}

const char* name(FitKind value) noexcept {
  switch (value) {
    case FitKind::fit:
      return "fit";
    case FitKind::clearance:
      return "clearance";
    case FitKind::press:
      return "press";
    default:
      return "none";
  }
}

}  // namespace graze
