#include "tests/property/closed_forms.h"

#include <gtest/gtest.h>

#include <vector>

namespace graze::property {
namespace {

void expect_right_closed_forms(std::uint64_t seed, std::uint64_t rounds) {
  ClosedCounts counts;
  const Tally tally = check_closed_forms(seed, rounds, counts);
  tally.print("closed forms");
  const double asked = double(counts.asked);
  std::printf("  known: %.1f %% of yes and no, %.1f %% of distances\n", 100 * double(counts.collides) / asked,
              100 * double(counts.distances) / asked);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 600) return;
  EXPECT_GT(tally.total().rate(), 0.25);
  EXPECT_LT(tally.total().rate(), 0.8);
  EXPECT_GT(double(counts.collides), 0.5 * asked);
  EXPECT_GT(double(counts.distances), 0.3 * asked);
}

TEST(ClosedForms, EqualTheExactWays) {
  expect_right_closed_forms(oracle::fixed_seed, oracle::scaled(120));
  expect_right_closed_forms(oracle::run_seed(), oracle::scaled(60));
}

// Ordinary bodies near contact hardly ever need more than the closed form.
TEST(ClosedForms, AnswerWhatIsNotATie) {
  oracle::Dice dice(oracle::fixed_seed);
  const Shape shapes[] = {make_sphere(0.7),   make_capsule(0.4, 0.6),    make_segment({1, 0, 0}, {0, 1, 0}),
                          make_point(),       make_box({0.5, 0.7, 0.9}), make_cylinder(0.6, 0.7),
                          make_cone(0.7, 0.8)};
  int asked = 0, collides = 0, distances = 0;
  for (int round = 0; round < 200; ++round)
    for (const Shape& s : shapes)
      for (const Shape& t : shapes) {
        const Family family_a = family_of(s.form()), family_b = family_of(t.form());
        if (collide_ways.at(family_a, family_b).closed == nullptr) continue;
        const Body a{s, make_pose({}, dice.rotation())};
        Body b{t, make_pose(dice.direction() * 4, dice.rotation())};
        const DistanceResult d = find_distance(a, b);
        b.pose.translation = b.pose.translation - d.normal * (d.distance - dice.uniform(0.05, 0.3));
        ++asked;
        CollideResult c;
        collides += closed_collide(a, b, {}, c);
        DistanceResult near;
        distances += distance_ways.at(family_a, family_b).closed == nullptr || closed_distance(a, b, {}, near);
      }
  EXPECT_EQ(collides, asked);
  EXPECT_GT(distances, asked * 99 / 100);
}

TEST(ClosedForms, OfManyPosesAreThoseOfOne) {
  oracle::Dice dice(oracle::fixed_seed);
  const Shape shapes[] = {make_sphere(0.7), make_capsule(0.4, 0.6), make_point(), make_box({0.5, 0.7, 0.9}),
                          make_cone(0.7, 0.8)};
  for (const Shape& s : shapes)
    for (const Shape& t : shapes) {
      std::vector<Pose> poses;
      for (int i = 0; i < 30; ++i) poses.push_back(make_pose(dice.in_cube(2), dice.rotation()));
      poses[7].linear.c0 = {};  // singular
      const Body a{s, make_pose({}, dice.rotation())};
      const auto met = collide(a, t, poses, {.threads = 2});
      const auto apart = find_distance(a, t, poses, {.threads = 2});
      const auto near = within(a, t, poses, 0.25, {.threads = 2});
      for (std::size_t i = 0; i < poses.size(); ++i) {
        const Body b{t, poses[i]};
        EXPECT_EQ(met[i].status, i == 7 ? Status::invalid : Status::ok);
        EXPECT_EQ(met[i].yes(), collide(a, b).yes());
        EXPECT_TRUE(same_answer(apart[i], find_distance(a, b)));
        EXPECT_EQ(near[i].yes(), within(a, b, 0.25).yes());
      }
    }
}

// 1.6e-12 apart, a tenth of the last digit of their coordinates: the middle of the segment, rounded, would touch.
TEST(ClosedForms, TheMiddleOfASegmentIsRounded) {
  const Body ball{make_sphere(18.94856160211511), {{}, {51034.623199715556, 126780.87844971567, 48126.42687381564}}};
  const Mat3 turned{{0.5226408925010504, -0.2189661511145155, -0.8239540776959604},
                    {-0.8473129894584297, -0.026420948594174654, -0.530436265135033},
                    {0.09437793905741138, 0.9753746757741248, -0.19934153224503026}};
  const Body stick{make_segment({-19.888917398827676, -17.714492696957933, 16.42218661925736},
                                {-10.087259190903616, 5.54852645243875, 8.705048600442403}),
                   {turned, {51023.551207782926, 126770.8691367809, 48127.22048239471}}};
  EXPECT_TRUE(collide(ball, stick).no());
  EXPECT_TRUE(collide_convex(ball, stick, {}, nullptr).no());
}

// 3, 4, 5 and 2, 3, 6, 7: touching to the last digit, and one place beyond.
TEST(ClosedForms, TiesAreExact) {
  const auto at = [](Shape shape, Vec3 p) { return Body{std::move(shape), {{}, p}}; };
  const double more = std::nextafter(6.0, 7.0);
  const Body ball = at(make_sphere(3), {});
  EXPECT_TRUE(collide(ball, at(make_sphere(4), {2, 3, 6})).yes());
  EXPECT_TRUE(collide(ball, at(make_sphere(4), {2, 3, more})).no());
  EXPECT_EQ(find_distance(ball, at(make_sphere(4), {2, 3, 6})).distance, 0);
  EXPECT_GT(find_distance(ball, at(make_sphere(4), {2, 3, more})).distance, 0);
  EXPECT_TRUE(collide(ball, at(make_sphere(4), {})).yes());
  EXPECT_TRUE(within(ball, at(make_point(), {2, 3, 6}), 4).yes());
  EXPECT_TRUE(within(ball, at(make_point(), {2, 3, more}), 4).no());
  const Body rod = at(make_capsule(2, 5), {});
  EXPECT_TRUE(collide(rod, at(make_capsule(3, 1), {3, 4, 2})).yes());  // parallel
  EXPECT_TRUE(collide(rod, at(make_capsule(3, 1), {3, std::nextafter(4.0, 5.0), 2})).no());
  EXPECT_TRUE(collide(rod, rod).yes());
  EXPECT_EQ(find_distance(rod, rod).distance, 0);
  const Body cube = at(make_box({1, 1, 1}), {});
  EXPECT_TRUE(collide(cube, at(make_sphere(7), {3, 4, 7})).yes());
  EXPECT_TRUE(collide(cube, at(make_sphere(7), {3, 4, std::nextafter(7.0, 8.0)})).no());
  EXPECT_TRUE(collide(cube, at(make_box({1, 2, 3}), {2, 0, 0})).yes());
  EXPECT_TRUE(collide(cube, at(make_box({1, 2, 3}), {std::nextafter(2.0, 3.0), 0, 0})).no());
  EXPECT_TRUE(collide(cube, at(make_point(), {1, 1, 1})).yes());
  EXPECT_TRUE(collide(cube, at(make_point(), {1, 1, std::nextafter(1.0, 2.0)})).no());
}

}  // namespace
}  // namespace graze::property
