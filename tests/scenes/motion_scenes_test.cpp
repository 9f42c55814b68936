// What the scenes of motion promise of themselves, without asking `move`.
#include "scenes/motion_scenes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/bodies.h"

namespace graze::scenes {
namespace {

bool on_grid(Vec3 p) {
  for (int axis = 0; axis < 3; ++axis)
    if (std::fabs(p[axis]) > 0x1p20 || std::floor(p[axis] * 0x1p32) != p[axis] * 0x1p32) return false;
  return true;
}

std::vector<MovingSceneBody> bodies_of(const MotionScene& scene) {
  std::vector<MovingSceneBody> bodies = scene.others;
  bodies.insert(bodies.begin(), scene.moving);
  return bodies;
}

Body at(const MovingSceneBody& body, int phase, double time) {
  return {body.body.shape, pose_at(body.body.pose, body.motion, phase, time)};
}

// Between the moving body and the others; which one is nearest.
double gap_at(const MotionScene& scene, int phase, double time, std::size_t& nearest) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scene.others.size(); ++i) {
    const DistanceResult found =
        find_distance(at(scene.moving, phase, time), at(scene.others[i], phase, time), {.max = least});
    EXPECT_EQ(found.status, Status::ok);
    if (found.beyond || found.distance >= least) continue;
    least = found.distance;
    nearest = i;
  }
  return least;
}

TEST(MotionScenes, LieOnTheGridUnturned) {
  for (const std::string& name : motion_scene_names())
    for (const MovingSceneBody& each : bodies_of(motion_scene(name))) {
      EXPECT_EQ(each.body.pose.linear, Mat3{}) << name;
      EXPECT_TRUE(on_grid(each.body.pose.translation)) << name;
      EXPECT_TRUE(on_grid(each.motion.origin)) << name;
      for (std::uint32_t i = 0; i < each.body.shape.triangle_count(); ++i) {
        const Triangle t = each.body.shape.triangle(i);
        ASSERT_TRUE(on_grid(t.a) && on_grid(t.b) && on_grid(t.c)) << name << ", " << each.body.name << " " << i;
      }
    }
}

// Sampled: the truth of a free scene is never refuted, and that of a hit is confirmed soon after it.
TEST(MotionScenes, TruthAgreesWithSamples) {
  for (const std::string& name : motion_scene_names()) {
    const MotionScene scene = motion_scene(name);
    std::size_t nearest = 0;
    const int phases = scene.moving.motion.phases();
    for (int phase = 0; phase < phases; ++phase) {
      const bool hit = scene.truth.hit && scene.truth.phase == phase;
      const double end = hit ? scene.truth.earliest * (1 - 1e-6) : 1;
      for (int i = 0; i <= 20; ++i)
        EXPECT_GT(gap_at(scene, phase, end * i / 20, nearest), 0) << name << " at " << end * i / 20;
      if (!hit || scene.truth.grazing) continue;
      const double after = scene.truth.latest + (scene.truth.latest == scene.truth.earliest ? 1e-9 : 1e-7);
      EXPECT_EQ(gap_at(scene, phase, after, nearest), 0) << name;
      EXPECT_TRUE(nearest >= scene.truth.body && nearest < scene.truth.body + scene.truth.bodies) << name;
      break;
    }
  }
}

TEST(MotionScenes, HaveTheRoomTheyAreMadeFor) {
  std::size_t nearest = 0;
  const MotionScene bolt = motion_scene("screw-insertion/right"), gears = motion_scene("gear-train/right");
  EXPECT_GT(bolt.moving.body.shape.triangle_count() + bolt.others[0].body.shape.triangle_count(), 20000u);
  for (int i = 0; i <= 20; ++i) {
    EXPECT_NEAR(gap_at(bolt, 0, i / 20.0, nearest), 0.02, 0.0008);
    EXPECT_NEAR(gap_at(gears, 0, i / 20.0, nearest), 0.005 * 0.9397, 0.003);  // along the flanks' normals
  }
  EXPECT_EQ(gap_at(motion_scene("brick-wall/out"), 0, 0.05, nearest), std::floor(1e-6 * 0x1p32 + 0.5) * 0x1p-32);
}

TEST(MotionScenes, UnknownOnesAreNamed) {
  try {
    motion_scene("nothing");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 65),
              "there is no scene 'nothing' (there are: thin-wall-bullet/hit, thi");
  }
  EXPECT_THROW(motion_scene("brick-wall/none"), Error);
  EXPECT_EQ(motion_scene("brick-wall").name, "brick-wall/ram");
}

TEST(Stairs, AreClosedAndTheFloorIsFlat) {
  const MeshData stairs = staircase(10, 0.2, 0.3, 2);
  const Shape shape = make_mesh(stairs.vertices, stairs.triangles, {.solid = true, .tags = {}, .margin = 0});
  EXPECT_NEAR(shape.bounds().hi.z, 2, 1e-9);
  const MeshData floor = ragged_floor(10, 12, 3);
  EXPECT_EQ(floor.triangles.size(), 288u);
  double area = 0;
  for (const Index3& t : floor.triangles) {
    const Vec3 n = cross(floor.vertices[t[1]] - floor.vertices[t[0]], floor.vertices[t[2]] - floor.vertices[t[0]]);
    EXPECT_TRUE(n.x == 0 && n.y == 0 && n.z > 0);  // none is turned over: together they cover the square once
    area += n.z / 2;
  }
  EXPECT_NEAR(area, 400, 1e-6);
}

}  // namespace
}  // namespace graze::scenes
