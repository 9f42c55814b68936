// Poses as a device takes them, on the host: boxes that are apart, triangles that meet, and the loop of a warp.
#include <gtest/gtest.h>

#include "graze/query.h"
#include "narrow/triangle/triangle_triangle.h"
#include "scenes/scenes.h"
#include "tests/gpu/host_walks.h"
#include "tests/gpu/mesh_shapes.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/triangle_cases.h"

namespace graze::gpu {
namespace {

// Rotations, reflections, scales even and uneven, shear.
Mat3 some_linear(oracle::Dice& dice, int kind) {
  Mat3 m = to_matrix(dice.rotation());
  const auto stretch = [&](Vec3 by) { m = {m.c0 * by.x, m.c1 * by.y, m.c2 * by.z}; };
  switch (kind) {
    case 0:
      break;
    case 1:
      stretch(Vec3{1, 1, 1} * dice.pick({0.01, 0.5, 3.0, 40.0}));
      break;
    case 2:
      stretch({dice.uniform(0.2, 3), dice.uniform(0.2, 3), -dice.uniform(0.2, 3)});
      break;
    default:
      stretch({dice.uniform(0.2, 3), 1, 1});
      m.c1 = m.c1 + m.c0 * dice.uniform(-2, 2);
      m = to_matrix(dice.rotation()) * m;
  }
  return m;
}

struct Posed {
  Pose pose;
  int kind;
};

// Along a direction, between a pose in which the bodies are as near as the tolerance and one in which they are not.
Posed near_pose(oracle::Dice& dice, const Body& a, const Shape& b, double tolerance = 0) {
  Posed result;
  result.kind = dice.integer(0, 3);
  result.pose.linear = some_linear(dice, result.kind);
  const Vec3 direction = dice.direction();
  const Vec3 centre = a.pose * ((a.shape.bounds().lo + a.shape.bounds().hi) * 0.5);
  double near = 0, far = 1;
  const auto set = [&](double s) { result.pose.translation = centre + direction * s; };
  const auto meets = [&](double s) {
    set(s);
    return within(a, {b, result.pose}, tolerance).yes();
  };
  while (meets(far)) far *= 2;
  for (int k = dice.pick({3, 6, 12, 40, 60}); k > 0; --k) {
    const double middle = 0.5 * (near + far);
    (meets(middle) ? near : far) = middle;
  }
  set(dice.chance(2) ? near : far);
  return result;
}

TEST(GpuPoses, SayWhatTheCoreSays) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    std::uint64_t poses = 0, yes = 0, open = 0, rigid = 0, boxes = 0, triangles = 0;
    const Shape shapes[] = {shape_of(scenes::torus(2000)), shape_of(scenes::knot(3000)), shape_of(scenes::cube(4)),
                            make_terrain(10, 12, 0.25, 0.25, std::vector<double>(120, 0.5)), shape_of(scenes::cube(1))};
    for (int round = 0; round < 12 && !HasFailure(); ++round) {
      const Shape& shape_a = shapes[dice.bits() % 5];
      const Shape& shape_b = shapes[dice.bits() % 5];
      Body body_a{shape_a, {}};
      if (round % 2 != 0)
        body_a.pose = {some_linear(dice, dice.integer(0, 3)), dice.in_cube(dice.pick({0.0, 3.0, 500.0}))};
      const MeshLayout a = lay_out(shape_a, body_a.pose, {false, true}, 1), b = lay_out(shape_b, {}, {false, true}, 1);
      ASSERT_TRUE(a.usable && b.usable);
      for (std::uint64_t n = oracle::scaled(40); n > 0 && !HasFailure(); --n) {
        const Posed posed = near_pose(dice, body_a, shape_b);
        const bool truth = collide(body_a, {shape_b, posed.pose}).yes();
        PoseMap map;
        ++poses;
        yes += truth;
        const PoseStart start = make_map(a.frame, b.frame, posed.pose, map);
        ASSERT_NE(start, PoseStart::invalid);
        twin::PoseSaid said;
        if (start == PoseStart::ready) {
          said = map.rigid ? twin::walk_pose<true>(twin::pair_mesh(a), twin::pair_mesh(b), map, posed.pose)
                           : twin::walk_pose<false>(twin::pair_mesh(a), twin::pair_mesh(b), map, posed.pose);
          if (map.rigid) {  // the looser test must agree
            const twin::PoseSaid loose =
                twin::walk_pose<false>(twin::pair_mesh(a), twin::pair_mesh(b), map, posed.pose);
            if (loose.answer != Meet::open) {
              EXPECT_EQ(loose.answer == Meet::yes, truth);
            }
          }
          rigid += map.rigid;
        }
        boxes += said.boxes;
        triangles += said.triangles;
        if (said.answer == Meet::open) {
          ++open;
        } else {
          EXPECT_EQ(said.answer == Meet::yes, truth) << "kind " << posed.kind;
        }
        if (posed.kind < 2 && start == PoseStart::ready) {
          EXPECT_TRUE(map.rigid);
        }
      }
    }
    std::printf("seed %llu: %llu poses, yes %.3f, rigid %.3f, left %.4f; boxes %.0f, triangles %.0f a pose\n",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(poses),
                double(yes) / double(poses), double(rigid) / double(poses), double(open) / double(poses),
                double(boxes) / double(poses), double(triangles) / double(poses));
    if (poses < 100) continue;
    EXPECT_GT(double(yes) / double(poses), 0.2);
    EXPECT_LT(double(yes) / double(poses), 0.8);
    EXPECT_GT(double(rigid) / double(poses), 0.1);
    EXPECT_LT(double(open) / double(poses), 0.3);
  }
}

TEST(GpuPoses, SayHowNearAsTheCoreDoes) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    std::uint64_t poses = 0, yes = 0, open = 0;
    const Shape shapes[] = {shape_of(scenes::torus(800)), shape_of(scenes::knot(2000)), shape_of(scenes::cube(2)),
                            make_terrain(6, 7, 0.25, 0.5, std::vector<double>(42, 0.5))};
    for (int round = 0; round < 8 && !HasFailure(); ++round) {
      const Shape& shape_a = shapes[dice.bits() % 4];
      const Shape& shape_b = shapes[dice.bits() % 4];
      Body body_a{shape_a, {}};
      if (round % 2 != 0)
        body_a.pose = {some_linear(dice, dice.integer(0, 3)), dice.in_cube(dice.pick({0.0, 3.0, 50.0}))};
      const MeshLayout a = lay_out(shape_a, body_a.pose, {false, true}, 1), b = lay_out(shape_b, {}, {false, true}, 1);
      ASSERT_TRUE(a.usable && b.usable);
      for (std::uint64_t n = oracle::scaled(30); n > 0 && !HasFailure(); --n) {
        const double tolerance = dice.pick({1e-6, 0.01, 0.125, 0.5, 2.0}) * (dice.chance(2) ? 1 : dice.uniform(0.5, 1));
        const Posed posed = near_pose(dice, body_a, shape_b, tolerance);
        const bool truth = within(body_a, {shape_b, posed.pose}, tolerance).yes();
        ++poses;
        yes += truth;
        PoseMap map;
        twin::PoseSaid said;
        ASSERT_TRUE(ordinary_reach(tolerance, a.frame));
        if (make_map(a.frame, b.frame, posed.pose, map) == PoseStart::ready) {
          const Reach reach(tolerance, a.frame);
          said =
              map.rigid
                  ? twin::walk_pose<true, Ask::within>(twin::pair_mesh(a), twin::pair_mesh(b), map, posed.pose, reach)
                  : twin::walk_pose<false, Ask::within>(twin::pair_mesh(a), twin::pair_mesh(b), map, posed.pose, reach);
        }
        if (said.answer == Meet::open) {
          ++open;
        } else {
          EXPECT_EQ(said.answer == Meet::yes, truth) << "kind " << posed.kind << " tolerance " << tolerance;
        }
      }
    }
    std::printf("seed %llu: %llu poses, within %.3f, left %.4f\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(poses), double(yes) / double(poses), double(open) / double(poses));
    if (poses < 100) continue;
    EXPECT_GT(double(yes) / double(poses), 0.2);
    EXPECT_LT(double(yes) / double(poses), 0.8);
    EXPECT_LT(double(open) / double(poses), 0.5);
  }
}

// A warp with several poses at once: none loses its pairs to another.
TEST(GpuPoses, TakenTogetherSayTheSame) {
  oracle::Dice dice(oracle::run_seed());
  const Shape shapes[] = {shape_of(scenes::torus(2000)), shape_of(scenes::knot(3000)), shape_of(scenes::cube(1))};
  std::size_t yes = 0, open = 0, all = 0, steps = 0, lanes = 0, most = 0;
  for (int round = 0; round < 9 && !HasFailure(); ++round) {
    const Body body{shapes[round % 3], {}};
    const Shape& other = shapes[round / 3];
    const MeshLayout a = lay_out(body.shape, {}, {false, true}, 1), b = lay_out(other, {}, {false, true}, 1);
    const double tolerance = round % 2 == 0 ? 0 : 0.125;
    std::vector<Pose> poses;
    for (std::uint64_t n = oracle::scaled(30); n > 0; --n)
      poses.push_back(near_pose(dice, body, other, tolerance).pose);
    poses[poses.size() / 2].translation.x = unknown_number;
    const twin::PoolSaid said = tolerance == 0 ? twin::walk_pool(twin::pair_mesh(a), twin::pair_mesh(b), poses)
                                               : twin::walk_pool<Ask::within>(twin::pair_mesh(a), twin::pair_mesh(b),
                                                                              poses, {tolerance, a.frame});
    EXPECT_EQ(said.answers[poses.size() / 2], Meet::open);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      ++all;
      open += said.answers[i] == Meet::open;
      if (said.answers[i] == Meet::open) continue;
      const bool truth = within(body, {other, poses[i]}, tolerance).yes();
      yes += truth;
      EXPECT_EQ(said.answers[i] == Meet::yes, truth) << round << " " << i;
    }
    steps += said.steps;
    lanes += said.lanes;
    most = std::max(most, said.most_at_once);
  }
  std::printf("%zu poses, yes %.3f, left %.3f, %.1f lanes a step, %zu poses at once\n", all, double(yes) / double(all),
              double(open) / double(all), double(lanes) / double(steps), most);
  if (all < 100) return;
  EXPECT_GT(double(yes) / double(all), 0.15);
  EXPECT_LT(double(open) / double(all), 0.5);
  EXPECT_GT(most, 1u);
}

// Triangles in float around numbers that are off by what the signs allow, and in double as they are.
TEST(GpuPoses, SignsOfTrianglesProveOnlyWhatIsSo) {
  oracle::Dice dice(oracle::run_seed());
  std::uint64_t cases = 0, meet = 0, by_float = 0, by_double = 0, unsure = 0;
  for (std::uint64_t n = oracle::scaled(60000); n > 0 && !HasFailure(); --n) {
    const oracle::TriangleCase c = oracle::make_case(dice, oracle::case_kinds[dice.bits() % 8]);
    const Vec3 corners[6] = {c.a.a, c.a.b, c.a.c, c.b.a, c.b.b, c.b.c};
    double largest = 0;
    for (const Vec3& p : corners) largest = std::max({largest, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
    if (!(largest > 1e-20 && largest < 1e20)) continue;
    const bool truth = triangles_meet(c.a, c.b);
    ++cases;
    meet += truth;
    FloatSigns signs{};
    signs.off = static_cast<float>(largest) * dice.pick({0x1p-23f, 0x1p-18f, 0x1p-8f});
    for (int k = 0; k < 6; ++k) {
      const Vec3 p = corners[k] + dice.in_cube(double{signs.off} - largest * 0x1p-24);
      signs.corner[k] = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    }
    const Meet in_float = meet_by_signs(signs), in_double = triangles_in_double(c.a, c.b);
    if (in_float != Meet::open) {
      ++by_float;
      EXPECT_EQ(in_float == Meet::yes, truth);
    }
    if (in_double != Meet::open) {
      ++by_double;
      EXPECT_EQ(in_double == Meet::yes, truth);
    } else {
      ++unsure;
    }
  }
  std::printf("%llu pairs, meet %.3f, float tells %.3f, double %.3f\n", static_cast<unsigned long long>(cases),
              double(meet) / double(cases), double(by_float) / double(cases), double(by_double) / double(cases));
  EXPECT_GT(double(meet) / double(cases), 0.2);
  EXPECT_GT(double(by_float) / double(cases), 0.02);
  EXPECT_GT(double(by_double) / double(cases), 0.2);
  EXPECT_GT(unsure, 100u);
}

TEST(GpuPoses, ThatAreNoneAreRefusedOrLeftToTheCore) {
  const MeshLayout a = lay_out(shape_of(scenes::cube(2)), {}, {false, true}, 1);
  PoseMap map;
  const auto start = [&](const Pose& pose) { return make_map(a.frame, a.frame, pose, map); };
  Pose pose;
  EXPECT_EQ(start(pose), PoseStart::ready);
  EXPECT_TRUE(map.rigid);
  pose.linear.c1.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(start(pose), PoseStart::invalid);
  pose = {};
  pose.translation.z = std::numeric_limits<double>::infinity();
  EXPECT_EQ(start(pose), PoseStart::invalid);
  pose = {};
  pose.linear.c2 = pose.linear.c0;
  EXPECT_EQ(start(pose), PoseStart::unusual);
  pose = {};
  pose.translation.x = 1e9;
  EXPECT_EQ(start(pose), PoseStart::unusual);
  EXPECT_EQ(start(make_pose({}, {}, {1e-9, 1e-9, 1e-9})), PoseStart::unusual);
  EXPECT_EQ(start(make_pose({}, {}, {1, 2, 1})), PoseStart::ready);
  EXPECT_FALSE(map.rigid);
}

}  // namespace
}  // namespace graze::gpu
