// Round bodies as surfaces of revolution: a profile of points and normals in the half-plane of radius and z, turned
// around z, posed, and moved along the posed normals by the margin. Where the profile has a corner it has two points of
// one place: the strip between them is nothing without a margin, and a chamfer with one.
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "draw/draw_body.h"
#include "shape/data.h"

namespace graze {
namespace {

struct ProfilePoint {
  double radius, z;
  double normal_radius, normal_z;
  bool ring = false;  // a circle of the wireframe
};
using Profile = std::vector<ProfilePoint>;

int sides_of(const DrawSettings& settings) { return (settings.circle + 3) / 4 * 4; }

// Cosine and sine of a fraction of the full turn, exact at its quarters.
std::array<double, 2> on_circle(int i, int sides) {
  const int quarter = sides / 4, turns = i / quarter % 4;
  const double angle = 2 * std::numbers::pi * (i % quarter) / sides;
  const double c = i % quarter == 0 ? 1 : std::cos(angle), s = i % quarter == 0 ? 0 : std::sin(angle);
  switch (turns) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

// From one pole to the other, parted at the equator by 2 * half.
Profile capsule_profile(double radius, double half, int sides) {
  Profile profile;
  const int quarter = sides / 4;
  for (int part = 0; part < 2; ++part)
    for (int i = 0; i <= quarter; ++i) {
      const bool equator = i == (part == 0 ? quarter : 0);
      if (equator && part == 1 && half == 0) continue;
      const auto [x, z] = on_circle(part == 0 ? (3 * quarter + i) % sides : i, sides);
      profile.push_back({radius * x, radius * z + (part == 0 ? -half : half), x, z, equator});
    }
  return profile;
}

Profile cylinder_profile(double radius, double half) {
  return {{0, -half, 0, -1},          {radius, -half, 0, -1, true}, {radius, -half, 1, 0},
          {radius, half, 1, 0, true}, {radius, half, 0, 1},         {0, half, 0, 1}};
}

Profile cone_profile(double radius, double half) {
  const double long_side = std::hypot(radius, 2 * half), nr = 2 * half / long_side, nz = radius / long_side;
  return {{0, -half, 0, -1}, {radius, -half, 0, -1, true}, {radius, -half, nr, nz}, {0, half, nr, nz}, {0, half, 0, 1}};
}

void revolve(const Profile& profile, const Pose& pose, double margin, const Brush& brush) {
  const int sides = sides_of(brush.settings);
  const bool mirrored = determinant_sign(pose.linear) < 0;
  const auto place = [&](const ProfilePoint& p, int i) {
    const auto [c, s] = on_circle(i % sides, sides);
    const Vec3 at = pose * Vec3{p.radius * c, p.radius * s, p.z};
    if (margin == 0) return at;
    return at + margin * posed_normal(pose, {p.normal_radius * c, p.normal_radius * s, p.normal_z});
  };
  for (std::size_t k = 0; k < profile.size(); ++k)
    for (int i = 0; i < sides; ++i) {
      const Vec3 here = place(profile[k], i), beside = place(profile[k], i + 1);
      if (brush.settings.edges && profile[k].ring) brush.line(here, beside);
      if (k + 1 == profile.size()) continue;
      const Vec3 above = place(profile[k + 1], i), across = place(profile[k + 1], i + 1);
      if (brush.settings.edges && i % (sides / 4) == 0) brush.line(here, above);
      if (!brush.settings.surfaces) continue;
      if (mirrored) {
        brush.triangle(here, across, beside);
        brush.triangle(here, above, across);
      } else {
        brush.triangle(here, beside, across);
        brush.triangle(here, across, above);
      }
    }
}

// z of the frame runs along `axis`.
Mat3 frame_along(Vec3 axis) {
  const double size = length(axis);
  if (size == 0) return {};
  const Vec3 z = axis / size, a = abs(z);
  const Vec3 least = a.x <= a.y && a.x <= a.z ? Vec3{1, 0, 0} : a.y <= a.z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 side = cross(least, z), x = side / length(side);
  return {x, cross(z, x), z};
}

// A segment or point of the world, with a margin around it.
void draw_thick(Vec3 p, Vec3 q, double margin, const Brush& brush) {
  const Vec3 along = q - p;
  const Profile profile = capsule_profile(0, length(along) * 0.5, sides_of(brush.settings));
  revolve(profile, {frame_along(along), (p + q) * 0.5}, margin, brush);
}

}  // namespace

Vec3 posed_normal(const Pose& pose, Vec3 normal) {
  const Mat3& m = pose.linear;
  const Vec3 n = (cross(m.c1, m.c2) * normal.x + cross(m.c2, m.c0) * normal.y) + cross(m.c0, m.c1) * normal.z;
  const double size = length(n) * (determinant_sign(m) < 0 ? -1 : 1);
  return size == 0 ? Vec3{} : n / size;
}

void draw_round(const Body& body, const Brush& brush) {
  const ShapeData& data = data_of(body.shape);
  const double margin = data.world_margin;
  const int sides = sides_of(brush.settings);
  switch (data.form) {
    case ShapeForm::cylinder:
      return revolve(cylinder_profile(data.extent.x, data.extent.z), body.pose, margin, brush);
    case ShapeForm::cone:
      return revolve(cone_profile(data.extent.x, data.extent.z), body.pose, margin, brush);
    case ShapeForm::ellipsoid: {
      const Pose sized{{{data.extent.x, 0, 0}, {0, data.extent.y, 0}, {0, 0, data.extent.z}}, {}};
      return revolve(capsule_profile(1, 0, sides), body.pose * sized, margin, brush);
    }
    default:
      break;
  }
  // A point or segment, or what a sphere or capsule is around.
  const Vec3 p = data.vertices[0], q = data.vertices[data.vertices.size() - 1];
  if (data.radius > 0) return revolve(capsule_profile(data.radius, q.z, sides), body.pose, margin, brush);
  const Vec3 from = body.pose * p, to = body.pose * q;
  if (margin > 0) return draw_thick(from, to, margin, brush);
  if (from == to) return brush.marker(from);
  brush.line(from, to);
}

}  // namespace graze
