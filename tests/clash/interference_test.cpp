// Local penetration and common volume: against exact and high-precision arithmetic, samples, and cases that
// coordinators and machine builders mean.
#include "graze/interference.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "graze/clash.h"
#include "graze/solid.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/exact_common.h"
#include "tests/report/parts.h"

namespace graze {
namespace {

using test::box_mesh;

using Q = mpq_class;

constexpr std::array<std::array<int, 3>, 4> tet_faces = {{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

struct Tet {
  oracle::RationalConvex exact;
  Body body;
};

Tet make_tet(std::array<std::array<int, 3>, 4> at) {
  const auto det = [&] {
    const auto d = [&](int i, int k) { return at[i][k] - at[0][k]; };
    return d(1, 0) * (d(2, 1) * d(3, 2) - d(2, 2) * d(3, 1)) - d(1, 1) * (d(2, 0) * d(3, 2) - d(2, 2) * d(3, 0)) +
           d(1, 2) * (d(2, 0) * d(3, 1) - d(2, 1) * d(3, 0));
  };
  if (det() < 0) std::swap(at[2], at[3]);
  Tet tet;
  if (det() == 0) return tet;
  std::vector<Vec3> vertices;
  std::array<oracle::RationalVector, 4> corners;
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k) corners[i][k] = at[i][k];
    vertices.push_back({double(at[i][0]), double(at[i][1]), double(at[i][2])});
  }
  std::vector<Index3> triangles;
  for (const auto& f : tet_faces) {
    triangles.push_back({std::uint32_t(f[0]), std::uint32_t(f[1]), std::uint32_t(f[2])});
    tet.exact.add({corners[f[0]], corners[f[1]], corners[f[2]]});
  }
  tet.body = {make_mesh(vertices, triangles, {.solid = true}), make_pose({0, 0, 0})};
  return tet;
}

// The greatest r with a point of both that is r inside of all planes of `own`: the best corner of a polytope in four
// dimensions, in numbers of 256 bits. Negative: no common point.
double exact_reach(const Tet& own, const Tet& other) {
  using F = mpf_class;
  constexpr int bits = 256;
  struct Row {
    std::array<F, 5> v;
  };
  std::vector<Row> rows;
  for (const Tet* tet : {&own, &other}) {
    for (const oracle::RationalPlane& plane : tet->exact.planes) {
      Row row;
      for (int k = 0; k < 3; ++k) row.v[k] = F(plane.n[k], bits);
      row.v[3] = tet == &own ? sqrt(F(oracle::inner(plane.n, plane.n), bits)) : F(0, bits);
      row.v[4] = F(plane.d, bits);
      rows.push_back(row);
    }
  }
  const F slack("1e-50", bits);
  double best = -1;
  for (int i = 0; i < 8; ++i)
    for (int j = i + 1; j < 8; ++j)
      for (int k = j + 1; k < 8; ++k)
        for (int l = k + 1; l < 8; ++l) {
          std::array<Row, 4> m = {rows[i], rows[j], rows[k], rows[l]};
          bool singular = false;
          for (int c = 0; c < 4 && !singular; ++c) {
            int pivot = c;
            for (int r = c + 1; r < 4; ++r)
              if (abs(m[r].v[c]) > abs(m[pivot].v[c])) pivot = r;
            std::swap(m[c], m[pivot]);
            if (abs(m[c].v[c]) < slack) {
              singular = true;
              break;
            }
            for (int r = 0; r < 4; ++r) {
              if (r == c) continue;
              const F factor = m[r].v[c] / m[c].v[c];
              for (int e = c; e < 5; ++e) m[r].v[e] -= factor * m[c].v[e];
            }
          }
          if (singular) continue;
          std::array<F, 4> x;
          for (int c = 0; c < 4; ++c) x[c] = m[c].v[4] / m[c].v[c];
          bool holds = true;
          for (const Row& row : rows) {
            F sum = -row.v[4];
            for (int c = 0; c < 4; ++c) sum += row.v[c] * x[c];
            holds = holds && sum < slack * 1000000;
          }
          if (holds) best = std::max(best, x[3].get_d());
        }
  return best;
}

TEST(Interference, HoldsTheExactValuesOfRandomTetrahedra) {
  mpf_set_default_prec(256);
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::mt19937_64 dice(seed);
  const int count = 1000;
  int common = 0, narrow = 0;
  for (int i = 0; i < count; ++i) {
    std::array<Tet, 2> tets;
    for (Tet& tet : tets) {
      for (;;) {
        std::array<std::array<int, 3>, 4> at{};
        // A third on a coarse grid, so that faces are flush and corners meet.
        const int wide = i % 3 == 0 ? 4 : 24;
        for (auto& p : at)
          for (int& x : p) x = static_cast<int>(dice() % static_cast<unsigned>(wide)) * (24 / wide);
        tet = make_tet(at);
        if (tet.body.shape) break;
      }
    }
    const InterferenceResult r = find_interference(tets[0].body, tets[1].body);
    ASSERT_TRUE(r.status == Status::ok || r.status == Status::budget) << "case " << i;
    const double reach = std::max(exact_reach(tets[0], tets[1]), exact_reach(tets[1], tets[0]));
    const double exact = std::max(0.0, reach);
    EXPECT_LE(r.lower, exact + 1e-12) << "seed " << seed << " case " << i;
    EXPECT_GE(r.upper, exact - 1e-12) << "seed " << seed << " case " << i;
    const Q volume = oracle::common_volume(tets[0].exact, tets[1].exact);
    EXPECT_LE(Q(r.volume_lower), volume) << "seed " << seed << " case " << i;
    EXPECT_GE(Q(r.volume_upper), volume) << "seed " << seed << " case " << i;
    EXPECT_LE(r.volume_upper - r.volume_lower, 1e-6 * (1 + r.volume_upper)) << "seed " << seed << " case " << i;
    if (volume > 0) {
      ++common;
      narrow += r.upper - r.lower <= 0.011 * r.lower + 1e-5;
    }
  }
  std::printf("%d of %d pairs have volume in common, %d brackets as narrow as asked for\n", common, count, narrow);
  EXPECT_GE(common, count / 4);
  EXPECT_GE(narrow, common * 9 / 10);
}

// A prism of n sides about the z axis; a positive hole makes it a ring.
Shape round_mesh(double radius, double hole, double half, int n, double turn) {
  std::vector<Vec3> v;
  std::vector<Index3> t;
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    t.push_back({a, b, c});
    t.push_back({a, c, d});
  };
  for (int i = 0; i < n; ++i) {
    const double angle = turn + 6.283185307179586 * i / n;
    for (const double r : {hole, radius})
      for (const double z : {-half, half}) v.push_back({r * std::cos(angle), r * std::sin(angle), z});
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(n); ++i) {
    const std::uint32_t a = 4 * i, b = 4 * ((i + 1) % static_cast<std::uint32_t>(n));
    quad(a + 2, b + 2, b + 3, a + 3);
    if (hole > 0) quad(a, a + 1, b + 1, b);
    quad(a + 1, a + 3, b + 3, b + 1);
    quad(a, b, b + 2, a + 2);
  }
  return make_mesh(v, t, {.solid = true});
}

Part part(const std::string& name, const Shape& shape, Vec3 at) { return {name, name, shape, make_pose(at), ""}; }

TEST(Interference, NoSampleIsDeeperThanTheUpperEnd) {
  std::mt19937_64 dice(11);
  const auto number = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(dice() >> 11) * 0x1p-53;
  };
  const Shape ring = round_mesh(2, 1, 0.5, 12, 0);
  int inside_both = 0;
  for (int i = 0; i < 20; ++i) {
    const Body a{ring, make_pose({0, 0, 0})}, b{ring, make_pose({number(-2, 2), number(-2, 2), number(-0.6, 0.6)})};
    const InterferenceResult r = find_interference(a, b);
    ASSERT_TRUE(r.status == Status::ok || r.status == Status::budget);
    EXPECT_LE(r.lower, r.upper);
    for (int k = 0; k < 200; ++k) {
      const Vec3 p{number(-2, 2), number(-2, 2), number(-0.5, 0.5)};
      if (inside(a, p).answer != Where::inside || inside(b, p).answer != Where::inside) continue;
      ++inside_both;
      const Body point{make_point(), make_pose(p)};
      double deep = 0;
      // A point is as deep as it is far from the surface.
      for (const Body& body : {a, b}) {
        const PenetrationResult out = find_penetration(point, body);
        if (out.status == Status::ok) deep = std::max(deep, out.lower);
      }
      EXPECT_LE(deep, r.upper + 1e-9) << "case " << i;
    }
  }
  EXPECT_GE(inside_both, 50);
}

TEST(Interference, WhatMachineBuildersMean) {
  // A shaft of 10.025 in a bore of 10, as facets of other numbers and phases.
  for (const int sides : {24, 28, 64, 200}) {
    const std::vector<Part> parts = {part("plate", round_mesh(40, 10, 10, sides, 0), {0, 0, 0}),
                                     part("shaft", round_mesh(10.025, 0, 30, sides + 4, 0.01), {0, 0, 5})};
    const ClashResult press = find_clashes(parts, {});
    ASSERT_EQ(press.clashes.size(), 1u);
    EXPECT_EQ(press.clashes[0].value, ClashClass::overlapping);
    EXPECT_NEAR(press.clashes[0].distance, -0.025, 0.002);
    EXPECT_EQ(press.clashes[0].fit.kind, FitKind::press);
    EXPECT_NEAR(press.clashes[0].fit.shaft, 10.025, 1e-9);
    EXPECT_NEAR(press.clashes[0].fit.bore, 10, 1e-9);
    EXPECT_FALSE(press.clashes[0].fit.shaft_is_a);
    EXPECT_EQ(find_clashes(parts, {.tolerance = 0.1}).clashes[0].value, ClashClass::touching);
  }
  // The same radius: facets are in each other, and what they stand for is not.
  const std::vector<Part> line = {part("plate", round_mesh(40, 10, 10, 64, 0), {0, 0, 0}),
                                  part("shaft", round_mesh(10, 0, 30, 60, 0.03), {0, 0, 5})};
  const ClashResult fit = find_clashes(line, {});
  ASSERT_EQ(fit.clashes.size(), 1u);
  EXPECT_EQ(fit.clashes[0].value, ClashClass::touching);
  EXPECT_EQ(fit.clashes[0].fit.kind, FitKind::fit);
  // A shaft that is not about the axis of the bore is an overlap.
  const std::vector<Part> off = {line[0], part("shaft", round_mesh(10, 0, 30, 60, 0.03), {1, 0, 5})};
  EXPECT_EQ(find_clashes(off, {.tolerance = 0.1}).clashes[0].value, ClashClass::overlapping);
}

TEST(Interference, WhatIsNeverAllowed) {
  const ClashSettings ten{.tolerance = 10};
  // A duct of 1 mm through a wall of 200 mm; a sheet in a sheet, a third of it in the other; a duplicate; 50 mm.
  const std::vector<Part> parts = {part("a wall", box_mesh({5000, 100, 1500}), {0, 0, 0}),
                                   part("a duct", box_mesh({0.5, 600, 100}), {0, 0, 0}),
                                   part("b sheet", box_mesh({500, 500, 0.5}), {0, 20000, 0}),
                                   part("b twin", box_mesh({500, 500, 0.5}), {300, 20200, 0}),
                                   part("c sheet", box_mesh({500, 500, 0.5}), {0, 30000, 0}),
                                   part("c twin", box_mesh({500, 500, 0.5}), {300, 30200, 0.7}),
                                   part("d block", box_mesh({500, 500, 500}), {0, 40000, 0}),
                                   part("d twin", box_mesh({500, 500, 500}), {0, 40000, 0}),
                                   part("e block", box_mesh({500, 500, 500}), {0, 50000, 0}),
                                   part("e next", box_mesh({500, 500, 500}), {950, 50000, 0}),
                                   part("f block", box_mesh({500, 500, 500}), {0, 60000, 0}),
                                   part("f next", box_mesh({500, 500, 500}), {991, 60000, 0})};
  const ClashResult found = find_clashes(parts, ten);
  ASSERT_EQ(found.clashes.size(), 6u);
  for (int i = 0; i < 5; ++i) EXPECT_NE(found.clashes[i].value, ClashClass::touching) << i;
  EXPECT_GE(found.clashes[0].local_lower, 99);
  EXPECT_EQ(found.clashes[3].value, ClashClass::duplicate);
  EXPECT_NEAR(found.clashes[4].distance, -50, 1);
  // 9 mm of two blocks are what the tolerance is for.
  EXPECT_EQ(found.clashes[5].value, ClashClass::touching);
}

// A profile with a slot, and a rail that fills it: flush on three sides but for the rounding of a turn.
TEST(Interference, FlushInASlotButForRoundingIsTouching) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::mt19937_64 dice(seed);
  const auto number = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(dice() >> 11) * 0x1p-53;
  };
  int deep = 0, common = 0;
  for (int i = 0; i < 60; ++i) {
    const Quat turn = normalized({number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)});
    const Pose pose = make_pose({number(-10, 10), number(-10, 10), number(-10, 10)}, turn);
    const double side = number(0.5, 1), low = number(0.2, 0.4), slot = number(0.1, 0.3);
    // Around the end of the profile, and the same of the rail between the flanks of the slot.
    const std::vector<Vec3> girder = {{-side, 0, 0},  {side, 0, 0},    {side, 1, 0},  {slot, 1, 0},
                                      {slot, low, 0}, {-slot, low, 0}, {-slot, 1, 0}, {-side, 1, 0}};
    const std::vector<Vec3> rail = {{-slot, low, 0}, {slot, low, 0}, {slot, 1.5, 0}, {-slot, 1.5, 0}};
    const auto turned = [&](const std::vector<Vec3>& outline, const std::vector<Index3>& cap, double from, double to) {
      std::vector<Vec3> v;
      for (const double z : {from, to})
        for (const Vec3& p : outline) v.push_back(pose.linear * Vec3{p.x, p.y, z} + pose.translation);
      const auto n = static_cast<std::uint32_t>(outline.size());
      std::vector<Index3> t;
      for (const Index3& c : cap) {
        t.push_back({c[0], c[2], c[1]});
        t.push_back({c[0] + n, c[1] + n, c[2] + n});
      }
      for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint32_t next = (k + 1) % n;
        t.push_back({k, next, next + n});
        t.push_back({k, next + n, k + n});
      }
      return make_mesh(v, t, {.solid = true});
    };
    const std::vector<Part> parts = {
        part("girder", turned(girder, {{0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}, {0, 5, 6}, {0, 6, 7}}, -4, 4), {}),
        part("rail", turned(rail, {{0, 1, 2}, {0, 2, 3}}, -3, number(1, 3)), {})};
    const ClashSettings settings{.contact = 1e-6};
    const ClashResult found = find_clashes(parts, settings);
    ASSERT_EQ(found.clashes.size(), 1u) << "seed " << seed << " case " << i;
    EXPECT_EQ(found.clashes[0].value, ClashClass::touching) << "seed " << seed << " case " << i;
    const Body a{parts[0].shape, parts[0].pose}, b{parts[1].shape, parts[1].pose};
    common += classify(a, b).answer == PairClass::overlapping;
    // The way out of the slot is long, and that is what the other measure says.
    deep += classify(a, b, {.tolerance = settings.contact}).answer == PairClass::overlapping;
    // A rail that is wider by more than the contact is in the girder.
    const Pose aside = make_pose(pose.linear * Vec3{1e-4, 0, 0});
    const std::vector<Part> wrong = {parts[0], {"rail", "rail", parts[1].shape, aside, ""}};
    EXPECT_EQ(find_clashes(wrong, settings).clashes.at(0).value, ClashClass::overlapping)
        << "seed " << seed << " case " << i;
  }
  std::printf("%d of 60 have common interior, %d are not known to touch by the way out\n", common, deep);
  EXPECT_GE(common, 20);
}

TEST(Interference, BoxesListBothDiagonals) {
  const Body a{make_box({1, 1, 1}), make_pose({0, 0, 0})}, b{make_box({1, 1, 1}), make_pose({1.5, 0.5, 0})};
  const InterferenceResult r = find_interference(a, b);
  ASSERT_EQ(r.status, Status::ok);
  EXPECT_NEAR(r.volume_lower, 1.5, 1e-9);
  EXPECT_NEAR(r.volume_upper, 1.5, 1e-9);
  EXPECT_NEAR(r.lower, 0.5, 1e-9);
  EXPECT_NEAR(r.upper, 0.5, 1e-9);
  // Beside a solid that is not convex, too.
  const Body ring{round_mesh(2, 1, 0.5, 12, 0), make_pose({0, 0, 0})};
  const InterferenceResult in_ring = find_interference(ring, {make_box({0.1, 0.1, 0.1}), make_pose({1.4, 0, 0})});
  EXPECT_NEAR(in_ring.volume_upper, 0.008, 1e-9);
}

TEST(Interference, BadInputIsAStatus) {
  const Body box{box_mesh({1, 1, 1}), make_pose({0, 0, 0})};
  EXPECT_EQ(find_interference(box, {}).status, Status::invalid);
  EXPECT_EQ(find_interference(box, box, {.precision = 0}).status, Status::invalid);
  EXPECT_EQ(find_interference(box, {make_sphere(1), make_pose({0, 0, 0})}).status, Status::unsupported);
  const InterferenceResult apart = find_interference(box, {box.shape, make_pose({5, 0, 0})});
  EXPECT_EQ(apart.status, Status::ok);
  EXPECT_EQ(apart.upper, 0);
  EXPECT_EQ(apart.volume_upper, 0);
  const Shape ring = round_mesh(2, 1, 0.5, 12, 0);
  const InterferenceResult spent =
      find_interference({ring, make_pose({0, 0, 0})}, {ring, make_pose({0.3, 0.2, 0.1})}, {.budget = 100});
  EXPECT_EQ(spent.status, Status::budget);
  EXPECT_LE(spent.lower, spent.upper);
}

}  // namespace
}  // namespace graze
