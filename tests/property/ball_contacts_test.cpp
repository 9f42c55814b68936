#include "tests/property/ball_contacts.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(BallContacts, AreTheNearestPlacesOfTheSurface) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_ball_contacts(seed, oracle::scaled(1500));
    tally.print("contacts of balls");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.5);
    EXPECT_LT(tally.total().rate(), 0.995);
  }
}

// Around the middle of a fine sphere nearly all places are as near: one contact for each of many, or the way out, in
// time that grows with the triangles.
TEST(BallContacts, InTheMiddleOfASphere) {
  const scenes::MeshData mesh = scenes::sphere(20000);
  for (const bool solid : {false, true}) {
    const Body around{make_mesh(mesh.vertices, mesh.triangles, {.solid = solid}), {}};
    const ContactResult result =
        find_contacts({make_sphere(0.9999), make_pose({1e-7, 2e-7, 0})}, around, {.tolerance = 1e-3});
    EXPECT_TRUE(result.ok());
    EXPECT_TRUE(result.yes());
  }
}

// A face beside the place that is touched, no farther than the tolerance, turns no normal.
TEST(BallContacts, NearAnEdge) {
  const scenes::MeshData cube = scenes::cube(1);
  for (const bool solid : {false, true})
    for (const Shape& round : {make_sphere(0.5), make_capsule(0.5, 0.25)})
      for (const double off : {0.1, 2e-3, 5e-4})
        for (const double tolerance : {0.0, 1e-3, 1e-2}) {
          const double high = round.form() == ShapeForm::sphere ? 1.495 : 1.745;
          const ContactResult result =
              find_contacts({round, make_pose({1 - off, 0.1, high})},
                            {make_mesh(cube.vertices, cube.triangles, {.solid = solid}), {}}, {.tolerance = tolerance});
          ASSERT_EQ(result.contacts.size(), 1u) << off << " " << tolerance;
          EXPECT_NEAR(result.contacts[0].depth, 0.005, 1e-12);
          EXPECT_LE(length(result.contacts[0].normal - Vec3{0, 0, -1}), 1e-12);
        }
}

}  // namespace
}  // namespace graze::property
