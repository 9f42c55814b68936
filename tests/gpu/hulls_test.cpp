// Convex pieces of a robot against meshes, as a device takes them, on the host: what is said is what the core says.
#include <gtest/gtest.h>

#include "backend/cuda/hull_walk.h"
#include "graze/gpu.h"
#include "scenes/scenes.h"
#include "tests/gpu/host_walks.h"
#include "tests/gpu/mesh_shapes.h"
#include "tests/oracle/dice.h"

namespace graze::gpu {
namespace {

Shape some_hull(oracle::Dice& dice) {
  if (dice.chance(3)) return make_box({dice.uniform(0.1, 0.5), dice.uniform(0.1, 0.5), dice.uniform(0.1, 0.5)});
  std::vector<Vec3> points;
  for (int k = dice.integer(6, 40); k > 0; --k) points.push_back(dice.in_cube(0.5));
  return make_convex(points);
}

// As ask_hull of configurations.cu, lane by lane.
Meet ask_hull(const MeshLayout& body, bool solid, const MeshLayout& hull, const Pose& pose) {
  PoseMap map;
  if (make_map(body.frame, hull.frame, pose, map) != PoseStart::ready) return Meet::open;
  const PairMesh of_body = twin::pair_mesh(body), of_hull = twin::pair_mesh(hull);
  const Reach reach(hull_margin * body.frame.scale, body.frame);
  const Meet meet = map.rigid ? twin::walk_pose<true, Ask::meet_or_beyond>(of_body, of_hull, map, pose, reach).answer
                              : twin::walk_pose<false, Ask::meet_or_beyond>(of_body, of_hull, map, pose, reach).answer;
  if (meet != Meet::no) return meet;
  const std::vector<std::uint32_t> corners = part_corners(body.triangles, body.vertices.size(), most_parts);
  if (solid || corners.empty()) return Meet::open;
  HullParts parts{{}, static_cast<std::uint32_t>(hull.triangles.size())};
  for (const Vec3& p : hull.vertices) parts.inner = parts.inner + p * (1 / double(hull.vertices.size()));
  for (const std::uint32_t corner : corners) {
    bool outside = false;
    for (std::uint32_t lane = 0; lane < pose_lanes; ++lane)
      outside = outside || outside_by_face(of_hull, parts, pose, body.vertices[corner], lane, pose_lanes);
    if (!outside) return Meet::open;
  }
  return Meet::no;
}

TEST(GpuHulls, TouchWhatTheCoreSays) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    std::uint64_t asked = 0, yes = 0, open = 0, inside = 0;
    // Two small cubes among others: parts that fit into a hull.
    scenes::MeshData parts = scenes::cube(1);
    for (Vec3& p : parts.vertices) p = p * 0.05;
    const std::size_t first = parts.vertices.size();
    const scenes::MeshData torus = scenes::torus(600);
    for (const Vec3& p : torus.vertices) parts.vertices.push_back(p + Vec3{1.5, 0, 0});
    for (const Index3& t : torus.triangles) {
      const auto from = static_cast<std::uint32_t>(first);
      parts.triangles.push_back({t[0] + from, t[1] + from, t[2] + from});
    }
    const Shape shapes[] = {shape_of(scenes::torus(1500)), shape_of(scenes::knot(2000)), shape_of(parts)};
    for (int round = 0; round < 12 && !HasFailure(); ++round) {
      Body body{shapes[round % 3], {}};
      if (round >= 6) body.pose = make_pose(dice.in_cube(20), dice.rotation(), {1, dice.uniform(0.5, 2), -1});
      const MeshLayout layout = lay_out(body.shape, body.pose, {false, true}, 1);
      const Shape piece = some_hull(dice);
      ASSERT_TRUE(made_of_corners(piece));
      const MeshLayout hull = lay_out(piece, {}, {false, true}, 1);
      const double size = layout.frame.scale;
      for (std::uint64_t n = oracle::scaled(60); n > 0 && !HasFailure(); --n) {
        Pose pose = make_pose({}, dice.rotation(), Vec3{1, 1, 1} * (size * dice.uniform(0.2, 1.5)));
        if (dice.chance(4)) pose.linear = pose.linear * Mat3{{1, 0.3, 0}, {0, 1, 0}, {0, 0, -0.7}};
        // On a way to the body, as near to contact as wanted; or around a small part.
        const Vec3 away = dice.in_cube(1);
        double near = 0, far = 8 * size / std::max(0.1, length(away));
        const Vec3 target = dice.chance(3) ? body.pose * Vec3{0, 0, 0} : layout.frame.origin + dice.in_cube(0.5 * size);
        const auto put = [&](double distance) { pose.translation = target + away * distance; };
        for (int k = dice.pick({0, 3, 20, 60}); k > 0; --k) {
          const double middle = 0.5 * (near + far);
          put(middle);
          (collide(body, {piece, pose}).yes() ? near : far) = middle;
        }
        put(dice.chance(2) ? near : far);
        const bool truth = collide(body, {piece, pose}).yes();
        const Meet said = ask_hull(layout, false, hull, pose);
        ++asked;
        yes += truth;
        if (said == Meet::open) {
          ++open;
          inside += truth;
        } else {
          ASSERT_EQ(said == Meet::yes, truth);
        }
      }
    }
    std::printf("seed %llu: %llu pieces, yes %.3f, left %.4f (yes %.4f)\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(asked), double(yes) / double(asked), double(open) / double(asked),
                double(inside) / double(asked));
    if (asked < 500) continue;
    EXPECT_GT(double(yes) / double(asked), 0.2);
    EXPECT_LT(double(yes) / double(asked), 0.9);
    EXPECT_LT(double(open) / double(asked), 0.3);
  }
}

TEST(GpuHulls, ConfigurationsEqualTheCallsForOne) {
  oracle::Dice dice(oracle::run_seed());
  const Body world[] = {{shape_of(scenes::knot(2000)), make_pose({0.5, 0, 0}, dice.rotation())},
                        {as_solid(shape_of(scenes::cube(2))), make_pose({-2, 0, 0})}};
  const std::uint32_t links = 3;
  const std::vector<LinkHull> hulls{{2, make_box({0.2, 0.1, 0.1})}, {0, some_hull(dice)}};
  std::vector<Pose> poses;
  for (int i = 0; i < 300 * 3; ++i) poses.push_back(make_pose(dice.in_cube(2), dice.rotation()));
  poses[3 * 7].translation.x = unknown_number;  // has a piece
  poses[3 * 8 + 1].translation.y = unknown_number;
  std::vector<YesNo> results(300);
  ASSERT_TRUE(configurations(world, hulls, links, poses, results).ok());
  std::size_t yes = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i == 7) continue;
    bool touching = false;
    for (const LinkHull& piece : hulls)
      for (const Body& body : world)
        touching = touching || collide(body, {piece.hull, poses[i * links + piece.link]}).yes();
    EXPECT_EQ(results[i].answer, answer_of(touching)) << i;
    yes += touching;
  }
  EXPECT_EQ(results[7].status, Status::invalid);
  EXPECT_GT(yes, 30u);
  EXPECT_LT(yes, 290u);
  const LinkHull no_link{3, make_box({1, 1, 1})}, no_shape{0, {}};
  EXPECT_EQ(configurations(world, {&no_link, 1}, links, poses, results).status, Status::invalid);
  EXPECT_EQ(configurations(world, {&no_shape, 1}, links, poses, results).status, Status::invalid);
  forget_meshes();
}

TEST(GpuHulls, PartsOfAMesh) {
  EXPECT_EQ(part_corners({{0, 1, 2}, {3, 4, 5}, {2, 6, 7}, {5, 8, 9}}, 10, 8).size(), 2u);
  EXPECT_EQ(part_corners({{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}, 9, 2).size(), 0u);
  EXPECT_FALSE(made_of_corners(make_sphere(1)));
  EXPECT_FALSE(made_of_corners(with_margin(make_box({1, 1, 1}), 0.1)));
  EXPECT_FALSE(made_of_corners(shape_of(scenes::cube(1))));
}

}  // namespace
}  // namespace graze::gpu
