// Balls and configurations as a device takes them, on the host: what is said is what the core says.
#include <gtest/gtest.h>

#include "backend/cuda/ball_walk.h"
#include "graze/gpu.h"
#include "scenes/scenes.h"
#include "tests/gpu/host_walks.h"
#include "tests/gpu/mesh_shapes.h"
#include "tests/oracle/dice.h"

namespace graze::gpu {
namespace {

TEST(GpuBalls, TouchWhatTheCoreSays) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    std::uint64_t balls = 0, yes = 0, open = 0, by_field = 0;
    const Shape shapes[] = {shape_of(scenes::torus(1500)), shape_of(scenes::knot(3000)), shape_of(scenes::cube(3)),
                            make_terrain(6, 7, 0.25, 0.5, std::vector<double>(42, 0.5)),
                            make_soup({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {1, 1, 1}, {0, 2, 1}})};
    for (int round = 0; round < 10 && !HasFailure(); ++round) {
      Body body{shapes[round % 5], {}};
      if (round >= 5) body.pose = make_pose(dice.in_cube(20), dice.rotation(), {1, dice.uniform(0.3, 3), -1});
      const MeshLayout layout = lay_out(body.shape, body.pose, {true, false}, 1);
      ASSERT_TRUE(layout.usable);
      const RayScene scene = twin::ray_scene(layout);
      const double size = layout.frame.scale;
      for (std::uint64_t n = oracle::scaled(300); n > 0 && !HasFailure(); --n) {
        // Between a radius that reaches the body and one that does not.
        const Vec3 centre = dice.chance(3) ? layout.frame.origin + dice.grid(-4, 4) * (size / 4)
                                           : layout.frame.origin + dice.in_cube(2 * size);
        double low = 0, high = 4 * size;
        for (int k = dice.pick({2, 6, 20, 60}); k > 0; --k) {
          const double middle = 0.5 * (low + high);
          (collide(body, {make_sphere(middle), make_pose(centre)}).yes() ? high : low) = middle;
        }
        const double radius = dice.chance(2) && low > 0 ? low : high;
        const bool truth = collide(body, {make_sphere(radius), make_pose(centre)}).yes();
        ++balls;
        yes += truth;
        const BallWalk ball(scene.frame, centre, radius);
        const Meet said = ball.run(scene);
        if (ball.usable && !ball.far) {
          const Meet quick = ball.by_field([&](int x, int y, int z) { return field_word_at(scene, x, y, z); });
          if (quick != Meet::open) {
            ++by_field;
            ASSERT_EQ(quick == Meet::yes, truth) << radius;
          }
        }
        if (said == Meet::open) {
          ++open;
        } else {
          ASSERT_EQ(said == Meet::yes, truth) << radius;
        }
      }
    }
    std::printf("seed %llu: %llu balls, touching %.3f, left %.4f, told by the field %.3f\n",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(balls),
                double(yes) / double(balls), double(open) / double(balls), double(by_field) / double(balls));
    if (balls < 100) continue;
    EXPECT_GT(double(yes) / double(balls), 0.3);
    EXPECT_LT(double(yes) / double(balls), 0.7);
    EXPECT_LT(double(open) / double(balls), 0.4);
    EXPECT_GT(double(by_field) / double(balls), 0.02);
  }
}

// The brackets of a field hold the distance, whatever the triangles are like.
TEST(GpuBalls, FieldsHoldTheDistance) {
  oracle::Dice dice(oracle::run_seed());
  const Shape shapes[] = {shape_of(scenes::knot(3000)), shape_of(scenes::cube(3)),
                          make_soup({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {1, 1, 1}, {0, 2, 1}}),
                          make_soup({{0, 0, 0}, {1, 1e-9, 0}, {0.5, -1e-12, 1e-7}})};
  double widest = 0;
  for (const Shape& shape : shapes) {
    const MeshLayout layout = lay_out(shape, {}, {true, false}, 1);
    ASSERT_TRUE(layout.usable);
    const RayScene scene = twin::ray_scene(layout);
    for (std::uint64_t n = oracle::scaled(2000); n > 0 && !HasFailure(); --n) {
      int cell[3];
      for (int& k : cell) k = static_cast<int>(dice.bits() % field_cells);
      const FieldBracket known = field_bracket(field_word_at(scene, cell[0], cell[1], cell[2]));
      const Vec3 middle{field_middle(cell[0]), field_middle(cell[1]), field_middle(cell[2])};
      const Vec3 at = layout.frame.origin + middle * layout.frame.scale;
      const auto touches = [&](double radius) {
        return radius > 0 &&
               collide(Body{shape, {}}, Body{make_sphere(radius * layout.frame.scale), make_pose(at)}).yes();
      };
      ASSERT_FALSE(touches(known.lo * (1 - 1e-12) - 1e-15)) << known.lo;
      ASSERT_TRUE(touches(known.hi * (1 + 1e-12))) << known.hi;
      widest = std::max(widest, double{known.hi} - known.lo);
    }
  }
  std::printf("widest bracket %.3g\n", widest);
}

TEST(GpuBalls, ThatAreFarOrOddAreToldOrLeft) {
  const MeshLayout layout = lay_out(shape_of(scenes::cube(2)), {}, {true, false}, 1);
  const RayScene scene = twin::ray_scene(layout);
  const auto ask = [&](Vec3 centre, double radius) { return BallWalk(scene.frame, centre, radius).run(scene); };
  EXPECT_EQ(ask({1e30, 0, 0}, 1), Meet::no);
  EXPECT_EQ(ask({5, 0, 0}, 1), Meet::no);
  EXPECT_EQ(ask({5, 0, 0}, 4.5), Meet::yes);
  EXPECT_EQ(ask({0, 0, 0}, 0.5), Meet::no);  // the surface alone
  EXPECT_EQ(ask({0, 0, 0}, 1e9), Meet::open);
  EXPECT_EQ(ask({1, 0, 0}, 1e-30), Meet::open);
  EXPECT_TRUE(keeps_balls(make_pose({1, 2, 3}, normalized({1, 2, 3, 4}))));
  EXPECT_TRUE(keeps_balls(make_pose({1, 2, 3}, normalized({1, 2, 3, 4}), {1, -1, 1})));
  EXPECT_FALSE(keeps_balls(make_pose({1, 2, 3}, {}, {1, 1.001, 1})));
  EXPECT_FALSE(keeps_balls(make_pose({1e200, 2, 3})));
}

TEST(GpuConfigurations, EqualTheCallsForOne) {
  oracle::Dice dice(oracle::run_seed());
  const scenes::MeshData knot = scenes::knot(2000);
  const Body world[] = {{shape_of(knot), make_pose({0.5, 0, 0}, dice.rotation())},
                        {as_solid(shape_of(scenes::cube(2))), make_pose({-2, 0, 0})}};
  const std::uint32_t links = 3;
  const std::vector<LinkBall> balls{{2, {0.1, 0, 0}, 0.1}, {0, {0, 0, 0}, 0.2}, {2, {-0.2, 0.1, 0}, 0.05}};
  std::vector<Pose> poses;
  for (int i = 0; i < 300; ++i)
    for (std::uint32_t k = 0; k < links; ++k) poses.push_back(make_pose(dice.in_cube(1.5), dice.rotation()));
  poses[3 * 7].translation.x = unknown_number;      // has balls
  poses[3 * 8 + 1] = {{}, {unknown_number, 0, 0}};  // has none
  poses[3 * 9 + 2] = make_pose({0.5, 0, 0}, {}, {2, 1, 1});
  std::vector<YesNo> results(300);
  ASSERT_TRUE(configurations(world, balls, links, poses, results).ok());
  std::size_t yes = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i == 7) continue;
    bool touching = false;
    for (const LinkBall& ball : balls)
      for (const Body& body : world) {
        Pose pose = poses[i * links + ball.link];
        pose.translation = pose * ball.centre;
        touching = touching || collide(body, {make_sphere(ball.radius), pose}).yes();
      }
    EXPECT_EQ(results[i].answer, answer_of(touching)) << i;
    yes += touching;
  }
  EXPECT_EQ(results[7].status, Status::invalid);
  EXPECT_EQ(results[7].answer, Answer::unknown);
  EXPECT_GT(yes, 30u);
  EXPECT_LT(yes, 270u);
  forget_meshes();
}

TEST(GpuConfigurations, RefusesWhatDoesNotFitTogether) {
  std::vector<Pose> poses(6);
  std::vector<YesNo> results(2);
  const LinkBall good{1, {}, 0.5}, no_link{3, {}, 0.5}, no_radius{1, {}, 0};
  EXPECT_TRUE(configurations({}, {&good, 1}, 3, poses, results).ok());
  EXPECT_EQ(results[1].answer, Answer::no);
  EXPECT_EQ(configurations({}, {&no_link, 1}, 3, poses, results).status, Status::invalid);
  EXPECT_EQ(configurations({}, {&no_radius, 1}, 3, poses, results).status, Status::invalid);
  EXPECT_EQ(configurations({}, {&good, 1}, 2, poses, results).status, Status::invalid);
  EXPECT_EQ(configurations({}, std::span<const LinkBall>{}, 0, poses, results).status, Status::invalid);
}

}  // namespace
}  // namespace graze::gpu
