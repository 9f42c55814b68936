// Lists of ray results that are long are made while threads fill them: with the bytes that a list has which is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "graze/prepared.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

bool same_result(const RayResult& x, const RayResult& y) {
  const auto same_hit = [](const RayHit& a, const RayHit& b) {
    return a.t == b.t && a.triangle == b.triangle && a.point == b.point && a.normal == b.normal && a.tag == b.tag &&
           a.barycentric == b.barycentric;
  };
  return x.status == y.status && x.answer == y.answer && (!x.yes() || same_hit(x.closest, y.closest)) &&
         x.counters.box_tests == y.counters.box_tests && x.counters.triangle_tests == y.counters.triangle_tests &&
         std::equal(x.hits.begin(), x.hits.end(), y.hits.begin(), y.hits.end(), same_hit);
}

TEST(ListedRays, AreThoseOfMemoryThatIsThere) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  scenes::Random random(seed);
  const scenes::MeshData knot = scenes::knot(2000);
  const Shape mesh = make_mesh(knot.vertices, knot.triangles);
  std::size_t hits = 0, several = 0, asked = 0;
  for (const Body& body : {Body{mesh, make_pose({0.1, 0, 0})}, Body{make_box({1, 0.5, 0.5}), {}}})
    // Without rows; of rows that are short enough for four of them to be a unit of a list that grows, and of longer
    // ones.
    for (const std::size_t row : {0u, 200u, 256u, 300u}) {
      const double wide = static_cast<double>(row), tall = 60000 / std::max(wide, 1.0);
      std::vector<Ray> rays(60000 + 7);
      for (std::size_t i = 0; i < rays.size(); ++i) {
        if (row == 0) {
          rays[i].origin = random.direction() * 3.0;
          rays[i].direction = random.direction() * 1.2 - rays[i].origin;
          continue;
        }
        const auto across = static_cast<double>(i % row), down = static_cast<double>(i / row);
        rays[i].origin = {0, 0, 4};
        rays[i].direction = {2 * across / wide - 1, 2 * down / tall - 1, -3};
      }
      for (const RayWant want : {RayWant::closest, RayWant::all}) {
        std::vector<RayResult> there(rays.size());
        cast(body, rays, there, {.want = want, .threads = 1});
        const std::vector<RayResult> listed = cast(body, rays, {.want = want, .threads = 3});
        const std::vector<RayResult> prepared = cast(Prepared(body), rays, {.want = want, .threads = 3});
        ASSERT_EQ(listed.size(), rays.size());
        ASSERT_EQ(prepared.size(), rays.size());
        for (std::size_t i = 0; i < rays.size(); ++i) {
          ASSERT_TRUE(same_result(listed[i], there[i])) << row << ": " << i;
          ASSERT_TRUE(same_result(prepared[i], there[i])) << row << ": " << i;
          hits += there[i].yes();
          several += there[i].hits.size() > 1;
        }
        asked += rays.size();
      }
    }
  EXPECT_GT(hits, asked / 8);
  EXPECT_LT(hits, asked - asked / 8);
  EXPECT_GT(several, asked / 32);
}

}  // namespace
}  // namespace graze
