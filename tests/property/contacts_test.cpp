#include "tests/property/contacts.h"

#include <gtest/gtest.h>

#include "narrow/contact/reduce.h"

namespace graze::property {
namespace {

void expect_agreed(const Tally& tally, const char* title, double least, double most) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 100) return;
  EXPECT_GT(tally.total().rate(), least);
  EXPECT_LT(tally.total().rate(), most);
}

TEST(Contacts, AreOnBothSurfacesOnceAndMirror) {
  expect_agreed(check_contacts(oracle::fixed_seed, oracle::scaled(360), 30), "contacts", 0.3, 0.7);
  expect_agreed(check_contacts(oracle::run_seed(), oracle::scaled(120), 30), "contacts", 0.2, 0.8);
}

TEST(Contacts, OfBoxesAtRestAreTheCornersOfTheCommonRegion) {
  expect_agreed(check_resting_boxes(oracle::fixed_seed, oracle::scaled(400)), "resting boxes", 0.3, 0.99);
  expect_agreed(check_resting_boxes(oracle::run_seed(), oracle::scaled(200)), "resting boxes", 0.3, 0.99);
  expect_agreed(check_flush_boxes(oracle::fixed_seed, oracle::scaled(400)), "flush boxes", 0.8, 0.99);
}

TEST(Contacts, OfBoxesOnAGridAreTheCornersOfWhatTheyShare) {
  expect_agreed(check_grid_boxes(oracle::fixed_seed, oracle::scaled(1000)), "boxes on a grid", 0.2, 0.9);
  expect_agreed(check_grid_boxes(oracle::run_seed(), oracle::scaled(500)), "boxes on a grid", 0.2, 0.9);
}

TEST(Contacts, CurvesAreClosedAndAsLongAsAllPairsOfTriangles) {
  expect_agreed(check_curves(oracle::fixed_seed, oracle::scaled(60), 300), "curves", 0.5, 1);
  expect_agreed(check_curves(oracle::run_seed(), oracle::scaled(20), 300), "curves", 0.5, 1);
}

// --- cases known by hand ---

Shape cube_mesh(std::uint32_t cells, bool solid = false) { return mesh_of(scenes::cube(cells), {.solid = solid}); }

std::vector<Vec3> points_of(const ContactResult& result) {
  std::vector<Vec3> points;
  for (const Contact& c : result.contacts) points.push_back(c.point);
  std::sort(points.begin(), points.end(), [](Vec3 p, Vec3 q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  return points;
}

TEST(Contacts, OfStackedBoxesAreExactlyTheCorners) {
  const std::vector<Vec3> all{{-1, -1, 1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, 1}};
  const std::vector<Vec3> part{{-0.5, -0.25, 1}, {-0.5, 1, 1}, {1, -0.25, 1}, {1, 1, 1}};
  for (const Shape& lower : {make_box({1, 1, 1}), cube_mesh(1), cube_mesh(3), cube_mesh(4, true)})
    for (const Shape& upper : {make_box({1, 1, 1}), cube_mesh(2), cube_mesh(5, true)}) {
      for (const double tolerance : {0.0, 1e-9}) {
        const ContactResult stacked =
            find_contacts({lower, {}}, {upper, make_pose({0, 0, 2})}, {.tolerance = tolerance});
        EXPECT_EQ(points_of(stacked), all);
        const ContactResult offset =
            find_contacts({lower, {}}, {upper, make_pose({0.5, 0.75, 2})}, {.tolerance = tolerance});
        EXPECT_EQ(points_of(offset), part);
        for (const ContactResult* result : {&stacked, &offset})
          for (const Contact& c : result->contacts) {
            EXPECT_LE(length(c.normal - Vec3{0, 0, 1}), 0x1p-52);
            EXPECT_EQ(c.depth, 0);
            EXPECT_EQ(c.patch, 0u);
          }
      }
    }
}

TEST(Contacts, OverlapOfOneUnitInTheLastPlace) {
  const double under = std::nextafter(2.0, 0.0);
  for (const double tolerance : {0.0, 1e-9})
    for (const Shape& upper : {make_box({1, 1, 1}), cube_mesh(3, true)}) {
      const ContactResult result =
          find_contacts({make_box({1, 1, 1}), {}}, {upper, make_pose({0.5, 0.75, under})}, {.tolerance = tolerance});
      ASSERT_EQ(result.contacts.size(), 4u);
      for (const Contact& c : result.contacts) {
        EXPECT_LE(length(c.normal - Vec3{0, 0, 1}), 1e-15);
        EXPECT_EQ(c.depth, 2 - under);
        EXPECT_EQ(c.crossing, tolerance == 0 && upper.form() != ShapeForm::box);
      }
    }
}

TEST(Contacts, EdgeOnEdgeAndCornerOnFaceAreOne) {
  const Quat about_x{std::sin(0.4), 0, 0, std::cos(0.4)}, about_y{0, std::sin(0.4), 0, std::cos(0.4)};
  const Body lower{cube_mesh(3), make_pose({}, about_x)};
  const double height = std::sin(0.8) + std::cos(0.8);
  for (const double gap : {-1e-6, 0.0, 1e-6}) {
    const Body upper{cube_mesh(2, true), make_pose({0, 0, 2 * height + gap}, about_y)};
    const ContactResult result = find_contacts(lower, upper, {.tolerance = 1e-5});
    ASSERT_EQ(result.contacts.size(), 1u) << gap;
    EXPECT_EQ(result.contacts[0].feature_a.kind, Feature::Kind::edge);
    EXPECT_EQ(result.contacts[0].feature_b.kind, Feature::Kind::edge);
    EXPECT_LE(length(result.contacts[0].normal - Vec3{0, 0, 1}), 1e-9);
    EXPECT_NEAR(result.contacts[0].depth, -gap, 1e-14);
  }
  const Shape peg =
      make_mesh({{0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {-1, -1, 1}}, {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}});
  for (const Shape& floor : {make_box({1, 1, 1}), cube_mesh(2), cube_mesh(3, true)})
    for (const Vec3 at : {Vec3{0, 0, 1}, Vec3{0.25, 0.25, 1}, Vec3{0.1, 0.3, 1}, Vec3{1, 0.25, 1}, Vec3{1, 1, 1}}) {
      const ContactResult result = find_contacts({floor, {}}, {peg, make_pose(at)});
      ASSERT_EQ(result.contacts.size(), 1u) << at.x << ' ' << at.y;
      EXPECT_EQ(result.contacts[0].point, at);
      EXPECT_GT(result.contacts[0].normal.z, 0.5);
      EXPECT_EQ(result.contacts[0].feature_b.kind, Feature::Kind::vertex);
    }
}

// A box in the corner of a floor and a wall lies on both.
TEST(Contacts, GroovesHaveANormalForEachFace) {
  const Shape groove = make_mesh({{0, -5, 0}, {5, -5, 0}, {5, 5, 0}, {0, 5, 0}, {0, -5, 5}, {0, 5, 5}},
                                 {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {0, 5, 4}});
  const ContactResult result = find_contacts({groove, {}}, {make_box({1, 1, 1}), make_pose({1, 0, 1})});
  int up = 0, aside = 0;
  for (const Contact& c : result.contacts) {
    up += c.normal == Vec3{0, 0, 1};
    aside += c.normal == Vec3{1, 0, 0};
  }
  EXPECT_EQ(result.contacts.size(), 8u);
  EXPECT_EQ(up, 4);
  EXPECT_EQ(aside, 4);
  EXPECT_EQ(find_contacts({groove, {}}, {make_sphere(1), make_pose({1, 0.25, 1})}).contacts.size(), 2u);
}

TEST(Contacts, DeepOverlapHasTheNormalOfLeastWidth) {
  const Body lower{cube_mesh(3, true), {}};
  for (const Shape& upper : {make_box({0.5, 0.5, 0.5}), mesh_of(scenes::cube(2), {.solid = true})}) {
    const double half = upper.bounds().hi.z;
    const ContactResult result =
        find_contacts(lower, {upper, make_pose({0.125, 0.25, 1 + half - 0.25})}, {.curves = true});
    EXPECT_GE(result.contacts.size(), 4u);
    for (const Contact& c : result.contacts) {
      EXPECT_TRUE(c.crossing);
      EXPECT_EQ(c.normal, (Vec3{0, 0, 1}));
      EXPECT_EQ(c.depth, 0.25);
    }
    ASSERT_EQ(result.curves.size(), 1u);
    EXPECT_TRUE(result.curves[0].closed);
  }
  // Corner in corner: the overlap is 0.3 by 0.2 by 0.1.
  const ContactResult corner = find_contacts(lower, {make_box({1, 1, 1}), make_pose({1.75, 1.5, 1.875})});
  EXPECT_EQ(corner.contacts.size(), 6u);
  for (const Contact& c : corner.contacts) {
    EXPECT_EQ(c.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(c.depth, 0.125);
  }
}

TEST(Contacts, OfSpheresAndCapsules) {
  const Body floor{make_terrain(11, 11, 1, 1, std::vector<double>(121, 0.0)), {}};
  const ContactResult ball = find_contacts(floor, {make_sphere(1), make_pose({5.25, 5.5, 0.75})});
  ASSERT_EQ(ball.contacts.size(), 1u);
  EXPECT_EQ(ball.contacts[0].normal, (Vec3{0, 0, 1}));
  EXPECT_NEAR(ball.contacts[0].depth, 0.25, ball.contacts[0].bound);
  const double root = std::sqrt(0.5);
  const ContactResult lying = find_contacts(
      floor, {make_capsule(0.5, 1), make_pose({5.25, 5.5, 0.5}, {0, root, 0, root})}, {.tolerance = 1e-9});
  EXPECT_EQ(lying.contacts.size(), 2u);
  EXPECT_EQ(find_contacts({make_sphere(1), {}}, {make_sphere(2), make_pose({3, 0, 0})}).contacts.size(), 1u);
  EXPECT_TRUE(find_contacts({make_sphere(1), {}}, {make_sphere(2), make_pose({3.1, 0, 0})}).contacts.empty());
}

TEST(Contacts, ReducedPatchesSpanAsMuch) {
  oracle::Dice dice(oracle::fixed_seed);
  int reduced_cases = 0;
  for (int i = 0; i < 2000; ++i) {
    const int count = dice.integer(1, 12), dimension = dice.integer(0, 2);
    const Vec3 normal = dice.direction(), u = dice.direction();
    const Vec3 across = u - normal * dot(u, normal), along = cross(normal, across);
    std::vector<Vec3> points;
    for (int k = 0; k < count; ++k)
      points.push_back(across * (dimension > 0 ? dice.uniform(-1, 1) : 1) +
                       along * (dimension > 1 ? dice.uniform(-1, 1) : 1));
    const std::vector<std::uint32_t> kept = spanning_points(points, normal);
    ASSERT_FALSE(kept.empty());
    ASSERT_LE(kept.size(), 4u);
    ASSERT_TRUE(std::is_sorted(kept.begin(), kept.end()));
    const auto width = [&](auto&& each) {
      double most = 0;
      for (std::size_t p = 0; p < each.size(); ++p)
        for (std::size_t q = 0; q < p; ++q) most = std::max(most, length(each[p] - each[q]));
      return most;
    };
    // Twice the area of the hull: the largest sum of a fan of triangles over the directions of its corners.
    const auto area = [&](std::vector<Vec3> each) {
      Vec3 middle;
      for (const Vec3& p : each) middle = middle + p * (1.0 / double(each.size()));
      double sum = 0;
      for (std::size_t p = 0; p < each.size(); ++p)
        for (std::size_t q = 0; q < each.size(); ++q) {
          const Vec3 edge = each[q] - each[p];
          bool outer = p != q;
          for (const Vec3& r : each) outer = outer && dot(normal, cross(edge, r - each[p])) >= -1e-12;
          if (outer) sum += dot(normal, cross(each[p] - middle, edge));
        }
      return sum;
    };
    std::vector<Vec3> few;
    for (const std::uint32_t k : kept) few.push_back(points[k]);
    EXPECT_NEAR(width(few), width(points), 1e-9);
    if (dimension == 2 && count > 4) {
      reduced_cases += kept.size() == 4;
      EXPECT_GE(area(few) + 1e-9, 0.5 * area(points));
    }
  }
  EXPECT_GT(reduced_cases, 100);
  const ContactResult many = find_contacts({cube_mesh(3), {}}, {mesh_of(scenes::sphere(400)), make_pose({0, 0, 1.9})});
  const ContactResult few =
      find_contacts({cube_mesh(3), {}}, {mesh_of(scenes::sphere(400)), make_pose({0, 0, 1.9})}, {.reduce = true});
  EXPECT_GT(many.contacts.size(), 8u);
  EXPECT_EQ(few.contacts.size(), 4u);
}

// Every bend of the dome counts as flat, but its top touches.
TEST(Contacts, OfAFaceThatBendsLittleByLittle) {
  std::vector<double> heights;
  for (int i = -10; i <= 10; ++i)
    for (int j = -10; j <= 10; ++j) heights.push_back(-1e-8 * (i * i + j * j));
  const Body dome{make_terrain(21, 21, 1, 1, heights), make_pose({-10, -10, 0})};
  const ContactResult result = find_contacts(dome, {make_box({5, 5, 1}), make_pose({0, 0, 1})});
  ASSERT_EQ(result.contacts.size(), 1u);
  EXPECT_EQ(result.contacts[0].point, (Vec3{0, 0, 0}));
  EXPECT_LE(length(result.contacts[0].normal - Vec3{0, 0, 1}), 1e-6);
}

TEST(Contacts, BadInputIsAStatus) {
  const Body box{make_box({1, 1, 1}), {}};
  EXPECT_EQ(find_contacts({}, box).status, Status::invalid);
  const Body space{make_halfspace({0, 0, 1}, 0), {}};
  EXPECT_EQ(find_contacts(space, space).status, Status::unsupported);
  for (const double bad : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_EQ(find_contacts(box, box, {.tolerance = bad}).status, Status::invalid);
    EXPECT_EQ(find_contacts(box, box, {.flat = bad}).status, Status::invalid);
  }
  EXPECT_TRUE(find_contacts(box, {box.shape, make_pose({5, 0, 0})}).contacts.empty());
}

}  // namespace
}  // namespace graze::property
