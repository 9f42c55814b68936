#include "narrow/depth/held_everywhere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/graze.h"
#include "narrow/depth/depth_at_most.h"
#include "narrow/depth/parted.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Body moved(Body body, Vec3 by) {
  body.pose.translation = body.pose.translation + by;
  return body;
}

Shape solid_of(const scenes::MeshData& mesh) { return make_mesh(mesh.vertices, mesh.triangles, {.solid = true}); }

// Two links: wherever one is moved to, up to the tube of the other, it stays in it, though no common ball is that
// large.
TEST(HeldEverywhere, LinksAreCaughtAtSeveralPlaces) {
  const Shape torus = solid_of(scenes::torus(400));
  const Body a{torus, {}}, b{torus, make_pose({0.2, 0.1, 0.1}, {0.7, 0.1, 0.1, 0.7})};
  Counters counters;
  const PenetrationResult depth = find_penetration(a, b);
  ASSERT_TRUE(depth.ok());
  EXPECT_TRUE(held_everywhere(a, b, 0.25 * depth.lower, 1e-12, counters));
  EXPECT_FALSE(held_everywhere(a, b, 1.01 * depth.depth, 1e-12, counters));
}

// What is proven to be held, or deeper, is parted by no translation of that length that is tried, nor by the one that
// the search finds.
TEST(HeldEverywhere, NothingPartsWhatIsHeld) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  scenes::Random random(seed);
  const Shape shapes[] = {solid_of(scenes::torus(100)), solid_of(scenes::knot(200)), solid_of(scenes::cube(1))};
  Counters counters;
  int held = 0, deeper = 0, asked = 0;
  for (int i = 0; i < 120; ++i) {
    const Body a{shapes[i % 3], make_pose({}, random.rotation())};
    const Body b{shapes[i / 3 % 3], make_pose(random.direction() * random.uniform(0, 1.5), random.rotation())};
    if (interiors_apart(a, b)) continue;
    const double most = random.uniform(0.02, 0.5);
    const bool is_held = held_everywhere(a, b, most, 1e-12, counters), is_deep = is_deeper(a, b, most, counters);
    ++asked;
    held += is_held;
    deeper += is_deep;
    if (!is_held && !is_deep) continue;
    for (int k = 0; k < 20; ++k) {
      const Vec3 v = random.direction() * (most * std::cbrt(random.uniform(0, 1)));
      ASSERT_FALSE(interiors_apart(moved(a, v), b)) << "seed " << seed << " case " << i;
      ASSERT_FALSE(interiors_apart(a, moved(b, -v))) << "seed " << seed << " case " << i;
    }
    const PenetrationResult depth = find_penetration(a, b);
    ASSERT_TRUE(!depth.ok() || depth.depth > most) << "seed " << seed << " case " << i;
  }
  EXPECT_GT(asked, 60);
  EXPECT_GT(held, 15);
  EXPECT_GT(deeper, 15);
}

}  // namespace
}  // namespace graze
