#include "scenes/gear.h"

#include <cmath>

#include "scenes/motion_parts.h"

namespace graze::scenes {
namespace {

constexpr double involute_of_20_degrees = 0.014904383867336446;
constexpr double two_pi = 6.283185307179586;

Turn radians(double angle) { return turn(angle, two_pi); }

// The outline of one flank, from the root to the tip, on the clockwise side of a tooth that points along x.
std::vector<Vec3> flank(int teeth, double play, int chords) {
  const double pitch = 0.5 * teeth, base = pitch * degrees(20).cos;
  const double half_base = (two_pi / 4 - play / 2) / teeth + involute_of_20_degrees;  // half the tooth's angle
  const double end = std::sqrt((pitch + 1) * (pitch + 1) / (base * base) - 1);        // how far it unrolls
  // Below the base circle nearly radial, so that the outline is seen from the centre.
  std::vector<Vec3> points = {turned(radians(-half_base - 0.01), {pitch - 1.25, 0, 0})};
  for (int i = 0; i <= chords; ++i) {
    const double t = end * i / chords;
    const Turn unrolled = radians(t);
    const Vec3 p{base * (unrolled.cos + t * unrolled.sin), base * (unrolled.sin - t * unrolled.cos), 0};
    points.push_back(turned(radians(-half_base), p));
  }
  return points;
}

}  // namespace

MeshData gear(int teeth, double phase, double play, int chords) {
  const std::vector<Vec3> one_side = flank(teeth, play, chords);
  std::vector<Vec3> outline;
  for (int tooth = 0; tooth < teeth; ++tooth) {
    const Turn at = turn(tooth + phase, teeth);
    for (const Vec3 p : one_side) outline.push_back(turned(at, p));
    for (auto p = one_side.rbegin(); p != one_side.rend(); ++p) outline.push_back(turned(at, {p->x, -p->y, 0}));
  }
  MeshData mesh;
  const auto count = static_cast<std::uint32_t>(outline.size());
  for (const double z : {-2.0, 2.0}) {
    for (const Vec3 p : outline) mesh.vertices.push_back({p.x, p.y, z});
    mesh.vertices.push_back({0, 0, z});
  }
  const std::uint32_t above = count + 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t j = (i + 1) % count;
    mesh.triangles.push_back({i, j, above + j});
    mesh.triangles.push_back({i, above + j, above + i});
    mesh.triangles.push_back({count, j, i});
    mesh.triangles.push_back({above + count, above + i, above + j});
  }
  return mesh;
}

}  // namespace graze::scenes
