#include "tests/property/stick_contacts.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(StickContacts, AreWhereCoreAndSurfaceAreNearest) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_stick_contacts(seed, oracle::scaled(600));
    tally.print("contacts of capsules");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.kinds.at("apart").rate(), 0.5);
    EXPECT_GT(tally.kinds.at("lying").rate(), 0.5);
    EXPECT_LT(tally.total().rate(), 0.995);
    EXPECT_GT(tally.kinds.at("run through").cases, tally.total().cases / 8);
  }
}

// A floor without an outside, also one of many triangles: a capsule that leans on it is let out to the side on which it
// is, by its lower end alone; one that lies on it, by both.
TEST(StickContacts, OnAFloor) {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  for (std::uint32_t y = 0; y <= 16; ++y)
    for (std::uint32_t x = 0; x <= 16; ++x) {
      vertices.push_back({-8.0 + x, -8.0 + y, 0});
      const std::uint32_t v = 17 * y + x;
      if (x < 16 && y < 16) triangles.insert(triangles.end(), {{v, v + 1, v + 18}, {v, v + 18, v + 17}});
    }
  const std::vector<Vec3> square{{-10, -10, 0}, {10, -10, 0}, {10, 10, 0}, {-10, 10, 0}};
  for (const Shape& floor : {make_mesh(square, {{0, 1, 2}, {0, 2, 3}}), make_mesh(vertices, triangles)})
    for (const double angle : {1.3, 1.5707963267948966, 1.5707963267948966 + 1e-4})
      for (const double shift : {0.0, 0.37}) {
        const Body stick{make_capsule(1, 1),
                         make_pose({shift, -0.2 + shift, 0.6}, {0, std::sin(angle / 2), 0, std::cos(angle / 2)})};
        const ContactResult result = find_contacts(stick, {floor, {}}, {.tolerance = 1e-3});
        ASSERT_TRUE(result.ok());
        ASSERT_EQ(result.contacts.size(), angle == 1.3 ? 1u : 2u) << angle << " " << shift;
        for (const Contact& contact : result.contacts) {
          EXPECT_LE(length(contact.normal - Vec3{0, 0, -1}), 1e-12);
          EXPECT_NEAR(contact.depth, angle == 1.3 ? 0.4 + std::cos(1.3) : 0.4, 2e-4);
        }
      }
}

// Over a table that is shorter than the capsule: at both edges of the table, tilted by less than the tolerance or not.
TEST(StickContacts, OverATable) {
  const scenes::MeshData cube = scenes::cube(1);
  for (const bool solid : {false, true})
    for (const double tilt : {0.0, 1e-5, -1e-5}) {
      const double angle = 1.5707963267948966 + tilt;
      const Body stick{make_capsule(0.5, 3),
                       make_pose({0.1, 0.2, 1.45}, {0, std::sin(angle / 2), 0, std::cos(angle / 2)})};
      const ContactResult result =
          find_contacts(stick, {make_mesh(cube.vertices, cube.triangles, {.solid = solid}), {}}, {.tolerance = 1e-3});
      ASSERT_EQ(result.contacts.size(), 2u) << tilt;
      EXPECT_NEAR(std::fabs(result.contacts[0].point.x - result.contacts[1].point.x), 2, 1e-4);
      for (const Contact& contact : result.contacts) {
        EXPECT_NEAR(contact.depth, 0.05, 1e-4);
        EXPECT_LE(length(contact.normal - Vec3{0, 0, -1}), 1e-4);
      }
    }
}

}  // namespace
}  // namespace graze::property
