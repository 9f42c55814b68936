// In millimetres. Involute gears of module 1, pressure angle 20 degrees, 18, 24 and 30 teeth, in a row; all three turn
// at once. Each has teeth 5 micrometres thinner than half its pitch: 10 of play where two mesh, 5 on either side.
//
// Flanks are chords of involutes and so inside them: at the right ratio the play stays. At a ratio of 1.01 the third
// gear gains 0.0072 of a radian, 0.108 on its pitch circle; it touches when that is 0.005 or somewhat more: less than
// twice 0.003, which is how far the chords are inside.
#include <cmath>

#include "scenes/motion_parts.h"

namespace graze::scenes {
namespace {

constexpr double play = 0.01, involute_of_20_degrees = 0.014904383867336446;
constexpr double two_pi = 6.283185307179586;

Turn radians(double angle) { return turn(angle, two_pi); }

// The outline of one flank, from the root to the tip, on the clockwise side of a tooth that points along x.
std::vector<Vec3> flank(int teeth) {
  constexpr int chords = 12;
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

// Around the origin, 4 thick, turned by `phase` teeth.
Shape gear(int teeth, double phase) {
  const std::vector<Vec3> one_side = flank(teeth);
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
  return snapped_solid(std::move(mesh));
}

}  // namespace

MotionScene gear_train(const std::string& variant) {
  if (variant != "right" && variant != "wrong-ratio") unknown_variant("gear-train", variant);
  const bool right = variant == "right";
  const double angle = 0.9, third = right ? 0.72 : 0.7272;
  const Vec3 axis{0, 0, 1}, first_at{-21, 0, 0}, third_at{27, 0, 0};
  MotionScene scene;
  scene.moving = {{"driver", gear(24, 0.5), {}}, rotation_about({}, axis, angle)};
  scene.others = {{{"first", gear(18, 0), {{}, first_at}}, rotation_about(first_at, axis, -1.2)},
                  {{"third", gear(30, 0), {{}, third_at}}, rotation_about(third_at, axis, -third)}};
  if (!right)
    scene.truth = {.hit = true,
                   .phase = 0,
                   .earliest = 0.0049 / 0.108,
                   .latest = 0.0112 / 0.108,
                   .body = 1,
                   .bodies = 1,
                   .grazing = false};
  return scene;
}

}  // namespace graze::scenes
