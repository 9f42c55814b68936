#include "tests/property/solids.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Solids, HoldWhatTheWindingNumberSays) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_solids(seed, oracle::scaled(1000));
    tally.print("solids");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    for (const char* kind : {"within", "outside", "surfaces meet"})
      EXPECT_GT(tally.kinds.at(kind).cases, tally.total().cases / 10) << kind;
  }
}

bool both_ways(const Body& a, const Body& b) {
  const bool forth = collide(a, b).yes(), back = collide(b, a).yes();
  EXPECT_EQ(forth, back);
  return forth;
}

TEST(Solids, KnowTheSpaceBetweenTheirShells) {
  scenes::MeshData hollow;
  add_shell(hollow, scenes::sphere(200), 3, {}, false);
  add_shell(hollow, scenes::sphere(200), 2, {}, true);
  scenes::MeshData with_core = hollow;
  add_shell(with_core, scenes::cube(1), 0.5, {}, false);

  const Shape speck = mesh_of(scenes::cube(1));
  const auto at = [&](double x) { return Body{speck, make_pose({x, 0, 0}, {}, {0.1, 0.1, 0.1})}; };
  const Body surface{mesh_of(hollow), {}}, shell{mesh_of(hollow, {.solid = true}), {}};
  const Body cored{mesh_of(with_core, {.solid = true}), {}};

  EXPECT_FALSE(both_ways(surface, at(2.5)));
  EXPECT_TRUE(both_ways(shell, at(2.5)));
  EXPECT_FALSE(both_ways(shell, at(1.0)));
  EXPECT_FALSE(both_ways(shell, at(0.0)));
  EXPECT_FALSE(both_ways(shell, at(4.0)));
  EXPECT_TRUE(both_ways(cored, at(2.5)));
  EXPECT_FALSE(both_ways(cored, at(1.0)));
  EXPECT_TRUE(both_ways(cored, at(0.0)));

  // The small one as the solid changes nothing: it holds no part of the shells.
  Body solid_speck = at(1.0);
  solid_speck.shape = as_solid(speck);
  EXPECT_FALSE(both_ways(shell, solid_speck));
  // But a solid around everything does.
  const Body around{mesh_of(scenes::cube(1), {.solid = true}), make_pose({}, {}, {9, -9, 9})};
  EXPECT_TRUE(both_ways(around, surface));
  EXPECT_TRUE(both_ways(around, shell));
}

TEST(Solids, ListNoTrianglePairForOneInsideTheOther) {
  const Body outer{mesh_of(scenes::torus(200), {.solid = true}), {}};
  const Body inner{mesh_of(scenes::cube(1)), make_pose({1, 0, 0}, {}, {0.05, 0.05, 0.05})};
  const CollideResult result = collide(outer, inner, {.all = true});
  EXPECT_TRUE(result.yes());
  EXPECT_TRUE(result.pairs.empty());
  // In the hole of the torus.
  const Body centre{inner.shape, make_pose({}, {}, {0.05, 0.05, 0.05})};
  EXPECT_TRUE(collide(outer, centre, {.all = true}).no());
}

}  // namespace
}  // namespace graze::property
