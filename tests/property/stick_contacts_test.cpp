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

// An edge that three triangles have, on which two of them have the foot of an end, but for rounding, and a fin of
// lesser number has not: it is named as the fin has it. Without the fin the places are the same.
TEST(StickContacts, OnAnEdgeWithAFin) {
  const std::vector<Vec3> vertices{{0, 0, -1}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
  const double sink = std::asin(0.008), angle = 1.5707963267948966 + sink;  // z becomes x, and a little downward
  for (const double start : {-0.3, 0.3, 0.5})
    for (std::uint32_t turn = 0; turn < 3; ++turn) {
      const std::uint32_t fin[3] = {0, 1, 2};
      const Index3 first{fin[turn], fin[(turn + 1) % 3], fin[(turn + 2) % 3]};
      const Shape with = make_mesh(vertices, {first, {1, 2, 3}, {2, 1, 4}});
      const Shape without = make_mesh(vertices, {{1, 2, 3}, {2, 1, 4}});
      const Vec3 half = Vec3{std::cos(sink), 0, -std::sin(sink)} * 0.5;
      const Body stick{make_capsule(0.3, 0.5),
                       make_pose(Vec3{start, 0, 0.25} + half, {0, std::sin(angle / 2), 0, std::cos(angle / 2)})};
      const ContactResult found = find_contacts(stick, {with, {}}, {.tolerance = 0.01});
      const ContactResult plain = find_contacts(stick, {without, {}}, {.tolerance = 0.01});
      ASSERT_TRUE(found.ok() && plain.ok());
      ASSERT_EQ(found.contacts.size(), 2u);
      ASSERT_EQ(plain.contacts.size(), 2u);
      int edges = 0;
      for (const Contact& contact : found.contacts) {
        const Feature& feature = contact.feature_b;
        EXPECT_EQ(feature.triangle, 0u);
        if (feature.kind == Feature::Kind::edge) {
          ++edges;
          EXPECT_EQ(feature.index, (4 - turn) % 3) << start << " " << turn;
        }
        EXPECT_TRUE(std::any_of(plain.contacts.begin(), plain.contacts.end(),
                                [&](const Contact& other) {
                                  return length(other.point - contact.point) <= 1e-9 &&
                                         std::fabs(other.depth - contact.depth) <= 1e-9;
                                }))
            << start << " " << turn;
      }
      EXPECT_EQ(edges, start < 0 ? 2 : 1) << start;
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
