// Lists of ray results that are long are made while threads fill them: with the bytes that a list has which is there.
#include <gtest/gtest.h>

#include <vector>

#include "graze/prepared.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

bool same_result(const RayResult& x, const RayResult& y) {
  const auto same_hit = [](const RayHit& a, const RayHit& b) {
    return a.t == b.t && a.triangle == b.triangle && a.point == b.point && a.normal == b.normal && a.tag == b.tag;
  };
  return x.status == y.status && x.answer == y.answer && (!x.yes() || same_hit(x.closest, y.closest)) &&
         x.counters.box_tests == y.counters.box_tests && x.counters.triangle_tests == y.counters.triangle_tests &&
         x.hits.size() == y.hits.size();
}

TEST(ListedRays, AreThoseOfMemoryThatIsThere) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  scenes::Random random(seed);
  const scenes::MeshData knot = scenes::knot(2000);
  const Shape mesh = make_mesh(knot.vertices, knot.triangles);
  std::size_t hits = 0, asked = 0;
  for (const Body& body : {Body{mesh, make_pose({0.1, 0, 0})}, Body{make_box({1, 0.5, 0.5}), {}}})
    for (const bool in_rows : {false, true}) {
      std::vector<Ray> rays(60000 + 7);
      for (std::size_t i = 0; i < rays.size(); ++i) {
        const double across = static_cast<double>(i % 300) / 150 - 1, down = static_cast<double>(i / 300) / 100 - 1;
        rays[i].origin = in_rows ? Vec3{0, 0, 4} : random.direction() * 3.0;
        rays[i].direction = in_rows ? Vec3{across, down, -3} : random.direction() * 1.2 - rays[i].origin;
      }
      std::vector<RayResult> there(rays.size());
      cast(body, rays, there, {.threads = 1});
      const std::vector<RayResult> listed = cast(body, rays, {.threads = 3});
      const std::vector<RayResult> prepared = cast(Prepared(body), rays, {.threads = 3});
      ASSERT_EQ(listed.size(), rays.size());
      ASSERT_EQ(prepared.size(), rays.size());
      for (std::size_t i = 0; i < rays.size(); ++i) {
        ASSERT_TRUE(same_result(listed[i], there[i])) << i;
        ASSERT_TRUE(same_result(prepared[i], there[i])) << i;
        hits += there[i].yes();
      }
      asked += rays.size();
    }
  EXPECT_GT(hits, asked / 8);
  EXPECT_LT(hits, asked - asked / 8);
}

}  // namespace
}  // namespace graze
