// The calls on memory of the host, with a device or without: the answers of the core.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "graze/gpu.h"
#include "scenes/scenes.h"
#include "tests/property/ccd.h"

namespace graze {
namespace {

std::vector<Box> some_boxes(oracle::Dice& dice, std::size_t count) {
  std::vector<Box> boxes(count);
  for (Box& box : boxes) {
    const Vec3 at = dice.chance(3) ? dice.grid(-3, 3) : dice.in_cube(3);  // on the grid they touch
    const Vec3 half = dice.chance(3) ? Vec3{0.5, 0.5, 0.5} : abs(dice.in_cube(0.6));
    box = {at - half, at + half};
  }
  return boxes;
}

TEST(GpuPairs, AreThoseOfEveryBoxWithEveryOther) {
  oracle::Dice dice(oracle::run_seed());
  std::size_t found = 0;
  for (const std::size_t count : {0u, 1u, 2u, 31u, 32u, 33u, 500u}) {
    const std::vector<Box> boxes = some_boxes(dice, count);
    std::vector<gpu::IndexPair> expected;
    for (std::uint32_t a = 0; a < count; ++a)
      for (std::uint32_t b = a + 1; b < count; ++b)
        if (overlap(boxes[a], boxes[b])) expected.push_back({a, b});
    const gpu::PairsResult result = gpu::pairs(boxes);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.pairs, expected);
    EXPECT_EQ(result.worker, gpu::devices().empty() ? gpu::Worker::processor : gpu::Worker::device);
    found += expected.size();
  }
  EXPECT_GT(found, 100u);
}

TEST(GpuPairs, NameTheFirstBoxThatIsNone) {
  oracle::Dice dice(oracle::fixed_seed);
  std::vector<Box> boxes = some_boxes(dice, 100);
  boxes[70] = Box{};
  boxes[41].hi.y = std::numeric_limits<double>::quiet_NaN();
  const gpu::PairsResult result = gpu::pairs(boxes);
  EXPECT_EQ(result.status, Status::invalid);
  EXPECT_EQ(result.unusable, 41u);
  EXPECT_TRUE(result.pairs.empty());
}

bool same(const CcdResult& a, const CcdResult& b) {
  return a.status == b.status && a.answer == b.answer && std::memcmp(&a.lower, &b.lower, sizeof a.lower) == 0 &&
         std::memcmp(&a.upper, &b.upper, sizeof a.upper) == 0 &&
         std::memcmp(&a.tolerance, &b.tolerance, sizeof a.tolerance) == 0;
}

TEST(GpuCcd, EqualsTheCallForOne) {
  oracle::Dice dice(oracle::run_seed());
  for (const CcdKind kind : {CcdKind::vertex_face, CcdKind::edge_edge}) {
    std::vector<FourPoints> at_0, at_1;
    while (at_0.size() < 3000) {
      const property::CcdCase c = property::ccd_case(dice);
      at_0.push_back(c.at_0);
      at_1.push_back(c.at_1);
    }
    at_0[11][3].z = std::numeric_limits<double>::quiet_NaN();
    at_1[2000][0].x = std::numeric_limits<double>::infinity();
    std::vector<CcdResult> results(at_0.size());
    const gpu::BatchReport report = gpu::ccd(kind, at_0, at_1, results);
    ASSERT_TRUE(report.ok());
    EXPECT_TRUE(report.failure.empty()) << report.failure;
    std::size_t hits = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const CcdResult one = ccd(kind, at_0[i], at_1[i]);
      EXPECT_TRUE(same(results[i], one)) << i;
      hits += one.yes();
    }
    EXPECT_EQ(results[11].status, Status::invalid);
    EXPECT_EQ(results[2000].status, Status::invalid);
    EXPECT_GT(hits, results.size() / 5);
  }
}

TEST(GpuCcd, RefusesListsOfDifferentLengths) {
  std::vector<FourPoints> at_0(3), at_1(2);
  std::vector<CcdResult> results(3);
  EXPECT_EQ(gpu::ccd(CcdKind::edge_edge, at_0, at_1, results).status, Status::invalid);
  EXPECT_EQ(results[0].answer, Answer::unknown);
}

Shape a_torus() {
  const scenes::MeshData mesh = scenes::torus(800);
  std::vector<std::uint32_t> tags(mesh.triangles.size());
  for (std::size_t i = 0; i < tags.size(); ++i) tags[i] = static_cast<std::uint32_t>(7 * i);
  return make_mesh(mesh.vertices, mesh.triangles, {.tags = tags});
}

TEST(GpuCast, EqualsTheCallForOne) {
  oracle::Dice dice(oracle::run_seed());
  for (const Shape& shape : {a_torus(), make_sphere(1.5)})
    for (const RayWant want : {RayWant::closest, RayWant::any}) {
      const Body body{shape, make_pose(dice.in_cube(1), dice.rotation(), {1, 1, 1})};
      std::vector<Ray> rays(2000);
      for (Ray& ray : rays) ray = {dice.direction() * 3, dice.in_cube(1), 10, dice.chance(3)};
      rays[5].direction.y = std::numeric_limits<double>::quiet_NaN();
      std::vector<RayBrief> briefs(rays.size());
      const gpu::BatchReport report = gpu::cast(body, rays, briefs, want);
      ASSERT_TRUE(report.ok());
      EXPECT_TRUE(report.failure.empty()) << report.failure;
      const bool by_device = !gpu::devices().empty() && shape.form() == ShapeForm::mesh;
      EXPECT_EQ(report.worker, by_device ? gpu::Worker::device : gpu::Worker::processor);
      std::size_t hits = 0;
      for (std::size_t i = 0; i < rays.size(); ++i) {
        const RayResult one = cast(body, rays[i], RaySettings{.want = want});
        EXPECT_EQ(briefs[i].status, one.status);
        EXPECT_EQ(briefs[i].answer, one.answer);
        hits += one.yes();
        if (want == RayWant::any || !one.yes()) continue;
        EXPECT_EQ(briefs[i].t, one.closest.t);
        EXPECT_EQ(briefs[i].triangle, one.closest.triangle);
        EXPECT_EQ(briefs[i].tag, one.closest.tag);
      }
      EXPECT_EQ(briefs[5].status, Status::invalid);
      EXPECT_GT(hits, rays.size() / 8);
      EXPECT_LT(hits, rays.size());
    }
  gpu::forget_meshes();
}

TEST(GpuCollide, EqualsTheCallForOne) {
  oracle::Dice dice(oracle::run_seed());
  const Shape torus = a_torus();
  for (const Shape& b : {torus, as_solid(torus), make_box({0.5, 0.5, 0.5})}) {
    const Body a{torus, make_pose({1, 2, 3}, dice.rotation())};
    std::vector<Pose> poses(400);
    for (Pose& pose : poses) pose = make_pose(Vec3{1, 2, 3} + dice.in_cube(2), dice.rotation(), {1, 0.5, 1});
    poses[7].translation.x = std::numeric_limits<double>::infinity();
    poses[9].linear.c0 = {};
    std::vector<YesNo> results(poses.size());
    const gpu::BatchReport report = gpu::collide(a, b, poses, results);
    ASSERT_TRUE(report.ok());
    EXPECT_TRUE(report.failure.empty()) << report.failure;
    std::size_t yes = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const CollideResult one = collide(a, {b, poses[i]});
      EXPECT_EQ(results[i].status, one.status) << i;
      EXPECT_EQ(results[i].answer, one.answer) << i;
      yes += one.yes();
    }
    EXPECT_EQ(results[7].status, Status::invalid);
    EXPECT_EQ(results[9].status, Status::invalid);
    EXPECT_GT(yes, poses.size() / 10);
    EXPECT_LT(yes, poses.size());
    for (const double tolerance : {0.25, 0.0, 1e30, std::numeric_limits<double>::infinity(), -1.0, unknown_number}) {
      ASSERT_TRUE(gpu::within(a, b, poses, tolerance, results).ok());
      for (std::size_t i = 0; i < poses.size(); ++i) {
        const WithinResult one = within(a, {b, poses[i]}, tolerance);
        EXPECT_EQ(results[i].status, one.status) << i << " " << tolerance;
        EXPECT_EQ(results[i].answer, one.answer) << i << " " << tolerance;
      }
    }
  }
  gpu::forget_meshes();
}

TEST(GpuCast, RefusesWhatHasNoRoomForItsAnswers) {
  const Shape torus = a_torus();
  std::vector<Ray> rays(3, Ray{{3, 0, 0}, {-1, 0, 0}});
  std::vector<RayBrief> briefs(2);
  EXPECT_EQ(gpu::cast({torus, {}}, rays, briefs).status, Status::invalid);
  EXPECT_EQ(briefs[0].answer, Answer::unknown);
  std::vector<Pose> poses(3);
  std::vector<YesNo> results(2);
  EXPECT_EQ(gpu::collide({torus, {}}, torus, poses, results).status, Status::invalid);
  EXPECT_EQ(results[0].answer, Answer::unknown);
}

TEST(GpuCast, ABodyThatIsNoneHasNoAnswer) {
  std::vector<Ray> rays(3, Ray{{3, 0, 0}, {-1, 0, 0}});
  std::vector<RayBrief> briefs(3);
  ASSERT_TRUE(gpu::cast(Body{}, rays, briefs).ok());
  EXPECT_EQ(briefs[1].status, Status::invalid);
}

TEST(GpuUpload, SaysWhatItCannotBring) {
  EXPECT_THROW((void)gpu::upload(Body{}), Error);
  if (gpu::devices().empty()) {
    EXPECT_THROW((void)gpu::upload({a_torus(), {}}), Error);
  }
  EXPECT_FALSE(gpu::Mesh{});
  EXPECT_EQ(gpu::Mesh{}.memory(), 0u);
}

TEST(GpuCcd, OnDeviceMemoryNeedsADevice) {
  if (!gpu::devices().empty()) return;
  EXPECT_EQ(gpu::cast(gpu::Mesh{}, gpu::RaysOnDevice{}, nullptr), Status::unsupported);
  EXPECT_EQ(gpu::collide(gpu::Mesh{}, gpu::Mesh{}, gpu::PosesOnDevice{}, nullptr), Status::unsupported);
  EXPECT_EQ(gpu::within(gpu::Mesh{}, gpu::Mesh{}, 1, gpu::PosesOnDevice{}, nullptr), Status::unsupported);
  EXPECT_EQ(gpu::ccd(CcdKind::edge_edge, gpu::CcdOnDevice{}, nullptr), Status::unsupported);
  EXPECT_EQ(gpu::pairs(gpu::PairsOnDevice{}, nullptr), Status::unsupported);
}

}  // namespace
}  // namespace graze
