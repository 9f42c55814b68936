// Rays at curved bodies, hulls, polyhedra and compounds.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/bodies.h"
#include "tests/property/rounded_rays.h"
#include "tests/property/tally.h"

namespace graze::property {
namespace {

// In the body, by its inequalities in long double: 1, on the border to within rounding: 0, outside: -1.
int side_of(ShapeForm form, Vec3 extent, const Pose& pose, const Ray& ray, double t) {
  using Real = long double;
  const auto column = [&](int c, int r) { return Real(pose.linear[c][r]); };
  const Real w[3] = {Real(ray.origin.x) + Real(ray.direction.x) * t - pose.translation.x,
                     Real(ray.origin.y) + Real(ray.direction.y) * t - pose.translation.y,
                     Real(ray.origin.z) + Real(ray.direction.z) * t - pose.translation.z};
  Real p[3], determinant = 0;
  for (int c = 0; c < 3; ++c) {
    p[c] = 0;
    for (int r = 0; r < 3; ++r) {
      const int c1 = (c + 1) % 3, c2 = (c + 2) % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3;
      const Real cofactor = column(c1, r1) * column(c2, r2) - column(c1, r2) * column(c2, r1);
      p[c] += cofactor * w[r];
      if (c == 0) determinant += cofactor * column(0, r);
    }
  }
  for (Real& x : p) x /= determinant;
  Real worst;
  if (form == ShapeForm::capsule) {
    const Real past = std::max(std::fabs(p[2]) - Real(extent.z), Real(0));
    worst = std::sqrt(p[0] * p[0] + p[1] * p[1] + past * past) / extent.x - 1;
  } else if (form == ShapeForm::ellipsoid || form == ShapeForm::sphere) {
    worst = std::sqrt(p[0] * p[0] / (extent.x * extent.x) + p[1] * p[1] / (extent.y * extent.y) +
                      p[2] * p[2] / (extent.z * extent.z)) -
            1;
  } else {
    const Real across = std::sqrt(p[0] * p[0] + p[1] * p[1]) / extent.x, up = p[2] / extent.z;
    const Real side = form == ShapeForm::cylinder ? across - 1 : across - (1 - up) / 2;
    worst = std::max(side, std::fabs(up) - 1);
  }
  return std::fabs(worst) < 1e-9L ? 0 : worst < 0 ? 1 : -1;
}

TEST(CurvedRays, EnterAndLeaveWhereTheInequalitiesSay) {
  Tally tally;
  tally.seed = oracle::run_seed();
  oracle::Dice dice(tally.seed);
  for (std::uint64_t i = 0; i < oracle::scaled(4000); ++i) {
    const ShapeForm form =
        dice.pick({ShapeForm::cylinder, ShapeForm::cone, ShapeForm::ellipsoid, ShapeForm::sphere, ShapeForm::capsule});
    const double x = dice.uniform(0.2, 2), z = dice.uniform(0.2, 2);
    Vec3 extent{x, x, z};
    if (form == ShapeForm::ellipsoid) extent.y = dice.uniform(0.2, 2);
    if (form == ShapeForm::sphere) extent = {x, x, x};
    const Shape shape = form == ShapeForm::cylinder    ? make_cylinder(x, z)
                        : form == ShapeForm::cone      ? make_cone(x, z)
                        : form == ShapeForm::ellipsoid ? make_ellipsoid(extent)
                        : form == ShapeForm::capsule   ? make_capsule(x, z)
                                                       : make_sphere(x);
    const bool round = form == ShapeForm::sphere || form == ShapeForm::capsule;
    const PoseKind kind = round ? dice.pick({PoseKind::scaled, PoseKind::sheared}) : pose_kinds[dice.bits() % 4];
    const Body body{shape, {random_linear(dice, kind, std::pow(10.0, dice.uniform(-2, 2))), dice.in_cube(3)}};
    const double size = length(body.pose.linear.c0) + length(body.pose.linear.c1) + length(body.pose.linear.c2);
    const Vec3 target = body.pose * (dice.in_cube(1) * 1.5), from = dice.direction() * (size * dice.uniform(0, 4));
    const Ray ray{body.pose.translation + from, target - (body.pose.translation + from)};
    const RayResult one = graze::cast(body, ray), all = graze::cast(body, ray, {.want = RayWant::all});
    tally.count(name(form), one.yes());
    ASSERT_EQ(one.status, Status::ok) << lines(body, ray);
    ASSERT_EQ(one.yes(), all.yes());
    ASSERT_EQ(one.yes(), !all.hits.empty());
    const bool starts_inside = side_of(form, extent, body.pose, ray, 0) > 0;
    if (one.yes()) {
      ASSERT_EQ(one.closest.t, all.hits.front().t);
      for (const RayHit& hit : all.hits) {
        ASSERT_EQ(side_of(form, extent, body.pose, ray, hit.t), 0) << lines(body, ray);
        ASSERT_NEAR(length(hit.normal), 1, 1e-12);
        // Out where it enters, along where it leaves.
        const bool enters = &hit == &all.hits.front() && !starts_inside;
        if (all.hits.size() == 2 || starts_inside) {
          const double along = dot(hit.normal, ray.direction) / length(ray.direction);
          ASSERT_TRUE(enters ? along < 1e-6 : along > -1e-6) << lines(body, ray);
        }
      }
    }
    for (int k = 0; k < 20; ++k) {
      const double t = dice.uniform(0, 3);
      const int side = side_of(form, extent, body.pose, ray, t);
      if (side == 0) continue;
      bool inside = false;
      if (starts_inside) inside = !all.hits.empty() && t < all.hits.front().t;
      if (!starts_inside && all.hits.size() == 2) inside = t > all.hits[0].t && t < all.hits[1].t;
      ASSERT_EQ(inside, side > 0) << lines(body, ray);
    }
  }
  tally.print("rays at curved bodies");
  EXPECT_GT(tally.total().rate(), 0.4);
  EXPECT_LT(tally.total().rate(), 0.95);
}

TEST(RoundedRays, AreInTheBodyBetweenTheirHits) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_rounded_rays(seed, oracle::scaled(400));
    tally.print("rays at bodies with a margin");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.25);
    EXPECT_LT(tally.total().rate(), 0.95);
  }
}

// A cube from -1 to 1 with a margin of 1: faces at 2, rounded edges and corners.
TEST(RoundedRays, OfACubeAreExact) {
  const auto first = [](const Shape& shape, Vec3 origin, Vec3 direction) {
    return cast({with_margin(shape, 1), {}}, {origin, direction});
  };
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  for (const Shape& cube : {make_box({1, 1, 1}), make_convex(corners), hull_mesh(corners)}) {
    EXPECT_EQ(first(cube, {9, 0.25, 0.5}, {-1, 0, 0}).closest.t, 7);
    EXPECT_EQ(first(cube, {9, 0.25, 0.5}, {-1, 0, 0}).closest.normal, (Vec3{1, 0, 0}));
    EXPECT_EQ(first(cube, {9, 1.6, 0.5}, {-1, 0, 0}).closest.t, 9 - 1.8);  // sqrt(1 - 0.36) past the edge
    EXPECT_TRUE(first(cube, {9, 2, 0.5}, {-1, 0, 0}).yes());
    EXPECT_TRUE(first(cube, {9, std::nextafter(2.0, 3.0), 0.5}, {-1, 0, 0}).no());
    EXPECT_EQ(first(cube, {}, {0, 0, 1}).closest.t, 2);  // from the inside
    EXPECT_EQ(first(cube, {2, 0, 0}, {1, 0, 0}).closest.t, 0);
    const RayResult through = cast({with_margin(cube, 1), {}}, {{0.25, 0.5, 9}, {0, 0, -1}}, {.want = RayWant::all});
    ASSERT_EQ(through.hits.size(), 2u);
    EXPECT_EQ(through.hits[1].t, 11);
  }
}

TEST(CurvedRays, DecideExactly) {
  const auto hits = [](const Body& body, Vec3 origin, Vec3 direction) { return cast(body, {origin, direction}).yes(); };
  const double more = std::nextafter(3.0, 4.0);
  const Body egg = body_at(make_ellipsoid({3, 4, 5}), {}), can = body_at(make_cylinder(3, 2), {}),
             hat = body_at(make_cone(2, 3), {});
  EXPECT_TRUE(hits(egg, {3, -9, 0}, {0, 1, 0}));
  EXPECT_FALSE(hits(egg, {more, -9, 0}, {0, 1, 0}));
  EXPECT_EQ(cast(egg, {{3, -9, 0}, {0, 1, 0}}).closest.t, 9);
  EXPECT_TRUE(hits(can, {3, -9, 2}, {0, 1, 0}));  // the rim
  EXPECT_FALSE(hits(can, {more, -9, 2}, {0, 1, 0}));
  EXPECT_FALSE(hits(can, {3, -9, std::nextafter(2.0, 3.0)}, {0, 1, 0}));
  EXPECT_TRUE(hits(can, {3, 0, 9}, {0, 0, -1}));  // along the side
  EXPECT_EQ(cast(can, {{3, 0, 9}, {0, 0, -1}}).closest.t, 7);
  EXPECT_TRUE(hits(hat, {0, -9, 3}, {0, 1, 0}));  // the apex
  EXPECT_FALSE(hits(hat, {0, -9, more}, {0, 1, 0}));
  EXPECT_TRUE(hits(hat, {-2, 0, -3}, {1, 0, 3}));  // along a generator
  EXPECT_EQ(cast(hat, {{-4, 0, -9}, {2, 0, 6}}, {.want = RayWant::all}).hits.size(), 2u);
  EXPECT_EQ(cast(hat, {{0, 0, 9}, {0, 0, -1}}).closest.t, 6);
  EXPECT_EQ(cast(hat, {{1, 0, 9}, {0, 0, -1}}, {.want = RayWant::all}).hits.back().t, 12);
  EXPECT_TRUE(cast(egg, {{9, 0, 0}, {-1, 0, 0}, 5.9}).no());
  EXPECT_TRUE(cast(egg, {{9, 0, 0}, {-1, 0, 0}, 6}).yes());
  EXPECT_TRUE(cast(egg, ray_between({9, 0, 0}, {3, 0, 0})).yes());
  EXPECT_TRUE(cast(egg, ray_between({9, 0, 0}, {more, 0, 0})).no());
  EXPECT_FALSE(hits(egg, {9, 0, 0}, {1, 0, 0}));
  EXPECT_EQ(cast(egg, {{}, {1, 0, 0}}).closest.t, 3);
  // A capsule of radius 3 from -4 to 4, twice as wide along x, and half as long.
  const Body sausage{make_capsule(3, 4), {{{2, 0, 0}, {0, 1, 0}, {0, 0, 0.5}}, {}}};
  EXPECT_TRUE(hits(sausage, {6, -9, 2}, {0, 1, 0}));
  EXPECT_FALSE(hits(sausage, {std::nextafter(6.0, 7.0), -9, 2}, {0, 1, 0}));
  EXPECT_TRUE(hits(sausage, {0, -9, 3.5}, {0, 1, 0}));  // the end
  EXPECT_FALSE(hits(sausage, {0, -9, std::nextafter(3.5, 4.0)}, {0, 1, 0}));
  EXPECT_EQ(cast(sausage, {{0, 0, 9}, {0, 0, -1}}, {.want = RayWant::all}).hits.back().t, 12.5);
  EXPECT_EQ(cast(sausage, {{9, 0, 0}, {-1, 0, 0}}).closest.t, 3);
  // A half-space with a margin: z <= 1 + 2.
  const Body padded{with_margin(make_halfspace({0, 0, 2}, 2), 2), {}};
  EXPECT_EQ(cast(padded, {{0, 0, 9}, {3, 0, -2}}).closest.t, 3);
  EXPECT_EQ(cast(padded, {{0, 0, -9}, {0, 0, 4}}).closest.t, 3);
  EXPECT_EQ(cast(padded, {{0, 0, 3}, {1, 0, 0}}).closest.t, 0);
  EXPECT_FALSE(hits(padded, {0, 0, more}, {1, 0, 0}));
  EXPECT_FALSE(hits(padded, {0, 0, more}, {0, 0, 1}));
  EXPECT_TRUE(cast(padded, {{0, 0, 9}, {0, 0, -1}, 5.9}).no());
  EXPECT_TRUE(cast(padded, {{0, 0, 9}, {0, 0, -1}, 6}).yes());
  EXPECT_EQ(cast(body_at(with_margin(make_cone(1, 1), 1), {}), {{}, {1, 0, 0}}).status, Status::unsupported);
}

TEST(CurvedRays, NamesOfFacesAndParts) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  const Shape crate =
      make_polyhedron(corners, {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}});
  // Through the diagonal of faces 1 and 0.
  const RayResult through = cast({crate, {}}, {{0, 0, 5}, {0, 0, -1}}, {.want = RayWant::all});
  ASSERT_EQ(through.hits.size(), 2u);
  EXPECT_EQ(through.hits[0].triangle, 1u);
  EXPECT_EQ(through.hits[1].triangle, 0u);
  const RayResult hull = cast({make_convex(corners), {}}, {{0, 0, 5}, {0, 0, -1}}, {.want = RayWant::all});
  ASSERT_EQ(hull.hits.size(), 2u);
  EXPECT_EQ(hull.hits[1].t, 6);
  EXPECT_EQ(hull.hits[1].triangle, 0u);
  const Shape all = make_compound({{crate, make_pose({0, 0, -9})}, {make_cylinder(1, 1), {}}, {make_sphere(1), {}}});
  const RayResult parts = cast({all, {}}, {{0, 0, 5}, {0, 0, -1}}, {.want = RayWant::all});
  ASSERT_EQ(parts.hits.size(), 6u);
  EXPECT_EQ(parts.closest.t, 4);
  EXPECT_EQ(parts.closest.triangle, 6u);
  EXPECT_EQ(find_part(all, parts.closest.triangle).path, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(parts.hits[5].triangle, 0u);
}

}  // namespace
}  // namespace graze::property
