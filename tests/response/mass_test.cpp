// Masses: exact integrals over random polyhedra, and closed forms.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include "graze/dynamics.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

using oracle::Dice;

struct Moments {
  mpq_class volume = 0, first[3] = {0, 0, 0}, second[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
};

// Over the tetrahedra from the origin: the moments of each by its corners.
Moments moments_of(const Shape& shape) {
  Moments m;
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
    const Triangle t = shape.triangle(i);
    mpq_class p[3][3];
    const Vec3 corners[3] = {t.a, t.b, t.c};
    for (int k = 0; k < 3; ++k)
      for (int axis = 0; axis < 3; ++axis) p[k][axis] = corners[k][axis];
    const mpq_class d = p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
                        p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
                        p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    m.volume += d / 6;
    for (int a = 0; a < 3; ++a) {
      const mpq_class sum_a = p[0][a] + p[1][a] + p[2][a];
      m.first[a] += d / 24 * sum_a;
      for (int b = 0; b < 3; ++b) {
        mpq_class s = sum_a * (p[0][b] + p[1][b] + p[2][b]);
        for (int k = 0; k < 3; ++k) s += p[k][a] * p[k][b];
        m.second[a][b] += d / 120 * s;
      }
    }
  }
  return m;
}

TEST(Mass, PolyhedraHaveTheirExactIntegrals) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE(seed);
  Dice dice(seed);
  int meshes = 0;
  const int count = 1000;
  for (int i = 0; i < count; ++i) {
    Shape shape;
    const double scale = std::pow(10.0, dice.uniform(-3, 3));
    const Vec3 away = dice.in_cube(dice.chance(3) ? 100 * scale : scale);
    if (dice.chance(3)) {
      scenes::MeshData mesh = dice.chance(2) ? scenes::torus(60) : scenes::knot(120);
      for (Vec3& v : mesh.vertices) v = (v + dice.in_cube(0.02)) * scale + away;
      shape = make_mesh(mesh.vertices, mesh.triangles, {.solid = true, .tags = {}, .margin = 0});
      ++meshes;
    } else {
      std::vector<Vec3> points;
      for (int k = dice.integer(4, 20); k > 0; --k) points.push_back(dice.in_cube(scale) + away);
      shape = make_convex(points);
    }
    const MassProperties found = mass_of(shape, 1);
    const Moments m = moments_of(shape);
    const auto same = [&](double value, const mpq_class& exact, double size) {
      const mpq_class off = abs(mpq_class(value) - exact);
      EXPECT_LE(off, mpq_class(0x1p-53) * abs(exact) + mpq_class(size) * mpq_class(0x1p-1000)) << i;
    };
    same(found.volume, m.volume, 1);
    for (int a = 0; a < 3; ++a) same(found.centre[a], m.first[a] / m.volume, 1);
    mpq_class about[3][3];
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) about[a][b] = m.second[a][b] - m.first[a] * m.first[b] / m.volume;
    // Products of inertia are rounded once, moments are sums of two that are.
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        if (a != b) {
          same(found.inertia.at(a, b), -about[a][b], 1);
          continue;
        }
        const mpq_class exact = about[(a + 1) % 3][(a + 1) % 3] + about[(a + 2) % 3][(a + 2) % 3];
        EXPECT_LE(abs(mpq_class(found.inertia.at(a, a)) - exact), mpq_class(0x1p-51) * exact) << i;
      }
  }
  EXPECT_GT(meshes, count / 6);
}

TEST(Mass, RoundBodiesHaveClosedForms) {
  const MassProperties ball = mass_of(make_sphere(2), 3);
  EXPECT_NEAR(ball.mass, 3 * 4.0 / 3 * M_PI * 8, 1e-9);
  EXPECT_NEAR(ball.inertia.c0.x, 0.4 * ball.mass * 4, 1e-9);
  // A capsule against prisms of ever more sides would converge; its parts add up.
  const MassProperties capsule = mass_of(make_capsule(1, 0), 1);
  EXPECT_NEAR(capsule.inertia.c2.z, 0.4 * capsule.mass, 1e-12);
  const MassProperties longer = mass_of(make_capsule(1, 2), 1);
  EXPECT_NEAR(longer.volume, 4.0 / 3 * M_PI + 4 * M_PI, 1e-12);
  const Shape pair =
      make_compound({{make_box({1, 1, 1}), make_pose({2, 0, 0})}, {make_box({1, 1, 1}), make_pose({-2, 0, 0})}});
  const MassProperties two = mass_of(pair, 2);
  EXPECT_NEAR(two.mass, 32, 1e-12);
  EXPECT_NEAR(two.inertia.c0.x, 32 * 2.0 / 3, 1e-12);
  EXPECT_NEAR(two.inertia.c1.y, 32 * 2.0 / 3 + 32 * 4, 1e-12);
}

TEST(Mass, MarginsWeigh) {
  // Steiner's formula; a ball around next to nothing; a ball.
  const double r = 0.3;
  const MassProperties box = mass_of(with_margin(make_box({0.5, 0.3, 0.2}), r), 1);
  const double faces = 2 * (1 * 0.6 + 0.6 * 0.4 + 1 * 0.4), edges = 1 + 0.6 + 0.4;
  EXPECT_NEAR(box.volume, 0.24 + faces * r + M_PI * edges * r * r + 4.0 / 3 * M_PI * r * r * r, 1e-14);
  EXPECT_LT(length(box.centre), 1e-15);
  const Shape dot = make_convex({{0, 0, 0}, {1e-7, 0, 0}, {0, 1e-7, 0}, {0, 0, 1e-7}});
  const MassProperties ball = mass_of(with_margin(dot, 2), 1), same = mass_of(with_margin(make_sphere(1.5), 0.5), 1);
  EXPECT_NEAR(ball.volume / same.volume, 1, 1e-6);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(ball.inertia.at(k, k) / same.inertia.at(k, k), 1, 1e-6);
  // The hull of many points around the corners weighs a little less; flat ones weigh, too.
  oracle::Dice dice(7);
  for (int i = 0; i < 6; ++i) {
    std::vector<Vec3> points, around;
    for (int k = 0; k < 7; ++k) points.push_back(dice.in_cube(1) + Vec3{2, 0, 0});
    if (i > 3)
      for (Vec3& p : points) p.z = 0.5;
    const Shape hull = make_convex(points);
    for (const Vec3 p : points)
      for (int k = 0; k < 600; ++k) {  // the spiral of equal areas
        const double z = 1 - (2 * k + 1) / 600.0, across = std::sqrt(1 - z * z), turn = 2.399963229728653 * k;
        around.push_back(p + Vec3{across * std::cos(turn), across * std::sin(turn), z} * r);
      }
    const MassProperties found = mass_of(with_margin(hull, r), 1), near = mass_of(make_convex(around), 1);
    EXPECT_GT(found.volume, near.volume);
    EXPECT_NEAR(near.volume / found.volume, 1, 0.01);
    EXPECT_LT(length(found.centre - near.centre), 0.005);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        EXPECT_NEAR(near.inertia.at(a, b), found.inertia.at(a, b), 0.015 * found.inertia.at(a, a)) << i;
  }
}

// What keeps a shape from having a mass is named, with what to do about it.
TEST(Mass, WhatHasNoneIsNamedWithTheRemedy) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
  const std::vector<Index3> outward{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const std::vector<Index3> inward{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  const std::vector<Index3> open{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}};
  const Shape closed = make_mesh(vertices, outward);
  const Shape parts = make_compound({{make_box({1, 1, 1}), {}}, {closed, make_pose({3, 0, 0})}});
  const struct {
    Shape shape;
    std::vector<const char*> words;
  } cases[] = {
      {closed, {"closed", "as_solid()", "\"solid\": true"}},
      {make_mesh(vertices, inward), {"negative", "reverse the order"}},
      {make_mesh(vertices, open), {"edge", "open", "close the surface", "make_convex()"}},
      {make_terrain(2, 2, 1, 1, {0, 0, 0, 0}), {"edge", "open", "make_convex()"}},
      {make_convex({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), {"flat", "with_margin()"}},
      {parts, {"part 1 of a compound", "as_solid()"}},
  };
  for (const auto& [shape, words] : cases) {
    std::string from_mass, from_add;
    try {
      mass_of(shape, 1);
    } catch (const Error& error) {
      from_mass = error.what();
    }
    Simulation simulation;
    try {
      simulation.add({shape, {}}, {.key = 7});
    } catch (const Error& error) {
      from_add = error.what();
    }
    for (const char* word : words) {
      EXPECT_NE(from_mass.find(word), std::string::npos) << from_mass << " / " << word;
      EXPECT_NE(from_add.find(word), std::string::npos) << from_add << " / " << word;
    }
    EXPECT_NE(from_add.find("key 7"), std::string::npos) << from_add;
    // What does not move by forces needs none.
    EXPECT_NO_THROW(Simulation().add({shape, {}}, {.role = BodyRole::fixed}));
  }
  EXPECT_NO_THROW(Simulation().add({as_solid(parts), {}}, {}));
}

TEST(Mass, WhatHasNoneIsAnError) {
  EXPECT_THROW(mass_of(make_box({1, 1, 1}), 0), Error);
  EXPECT_THROW(mass_of(make_point(), 1), Error);
  EXPECT_THROW(mass_of(make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), 1), Error);
  EXPECT_THROW(mass_of({}, 1), Error);
}

}  // namespace
}  // namespace graze
