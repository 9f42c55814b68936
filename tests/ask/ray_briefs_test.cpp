// Brief results of rays say what the full ones say, to the last bit, of bodies of every kind and of worlds of them.
#include "graze/ray_brief.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/property/kinds.h"

namespace graze::property {
namespace {

std::vector<Ray> some_rays(oracle::Dice& dice, Vec3 middle, double wide, int count) {
  std::vector<Ray> rays;
  for (int i = 0; i < count; ++i) {
    const Vec3 from = middle + dice.direction() * (wide * dice.uniform(0, 2));
    Ray ray{from, middle + dice.in_cube(0.3 * wide) - from};
    if (dice.chance(4)) ray.max = dice.uniform(0, 2);
    if (dice.chance(8)) ray.max = std::numeric_limits<double>::infinity();
    if (dice.chance(16)) ray = ray_between(ray.origin, middle);
    if (dice.chance(50)) ray.direction = {};
    rays.push_back(ray);
  }
  return rays;
}

bool same_bits(double x, double y) { return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y); }

TEST(RayBriefs, say_what_full_results_say_of_every_kind) {
  oracle::Dice dice(20);
  std::size_t hits = 0, failures = 0, all = 0;
  for (int i = 0; i < 17 * 12; ++i) {
    const double size = std::pow(10.0, dice.uniform(-2, 2));
    Body body = random_kind(dice, ShapeForm(i % 17), size, dice.in_cube(size)).body;
    if (dice.chance(4)) body.shape = with_margin(body.shape, 0.1 * size);
    const Box box = body.shape.form() == ShapeForm::halfspace ? Box{body.pose.translation, body.pose.translation}
                                                              : posed_box(body.pose, body.shape.bounds());
    const double wide = length(box.hi - box.lo) + size;
    const std::vector<Ray> rays = some_rays(dice, box.lo * 0.5 + box.hi * 0.5, wide, int(dice.pick({1, 7, 100, 600})));
    RaySettings settings{.want = dice.pick({RayWant::closest, RayWant::any, RayWant::all}),
                         .threads = dice.pick({0, 1, 3})};
    if (dice.chance(5) && settings.want != RayWant::all) settings.budget = 40;
    RaySettings as_brief = settings;  // a brief has no list: `all` is answered as `closest`
    if (as_brief.want == RayWant::all) as_brief.want = RayWant::closest;
    const std::vector<RayResult> full = cast(body, rays, as_brief);
    std::vector<RayBrief> briefs(rays.size() + 1);
    briefs.back().tag = 77;
    cast(body, rays, briefs, settings);
    for (std::size_t k = 0; k < rays.size(); ++k) {
      const RayBrief& brief = briefs[k];
      ASSERT_EQ(brief.status, full[k].status) << lines(body, rays[k]);
      ASSERT_EQ(brief.answer, full[k].answer) << lines(body, rays[k]);
      ++all;
      failures += brief.ok() ? 0 : 1;
      if (!brief.yes()) {
        ASSERT_TRUE(std::isnan(brief.t));
        continue;
      }
      ++hits;
      ASSERT_TRUE(same_bits(brief.t, full[k].closest.t)) << lines(body, rays[k]);
      ASSERT_EQ(brief.triangle, full[k].closest.triangle) << lines(body, rays[k]);
      ASSERT_EQ(brief.tag, full[k].closest.tag);
    }
    EXPECT_EQ(briefs.back().tag, 77u) << "what is beyond the rays is left alone";
  }
  std::printf("%zu rays, %zu hits, %zu failures\n", all, hits, failures);
  EXPECT_GT(hits, all / 5);
  EXPECT_GT(failures, 50u);
  std::vector<RayBrief> few(1);
  const std::vector<Ray> two(2);
  EXPECT_THROW(cast({make_sphere(1), Pose{}}, two, few), Error);
}

TEST(RayBriefs, say_what_full_results_say_of_a_world) {
  oracle::Dice dice(21);
  World world;
  for (std::uint64_t key = 0; key < 170; ++key)
    world.add(random_kind(dice, ShapeForm(key % 17), 1, dice.in_cube(20)).body, {.key = key});
  world.apply();
  const std::vector<Ray> all = some_rays(dice, {}, 20, 3000);
  std::size_t hits = 0;
  for (const RayWant want : {RayWant::closest, RayWant::any, RayWant::all})
    for (const int threads : {1, 3}) {
      const WorldRaySettings settings{.want = want, .threads = threads};
      const std::vector<WorldRayResult> full = cast(world, all, settings);
      std::vector<WorldRayBrief> briefs(all.size());
      cast(world, all, briefs, settings);
      for (std::size_t k = 0; k < all.size(); ++k) {
        // Every failure is in the list of `all`; the closest may hide some.
        if (want != RayWant::all) {
          ASSERT_EQ(briefs[k].status, full[k].status);
        }
        ASSERT_EQ(briefs[k].answer, full[k].answer);
        if (!briefs[k].yes()) {
          ASSERT_TRUE(std::isnan(briefs[k].t));
          ASSERT_EQ(briefs[k].object, ObjectId{});
          continue;
        }
        ++hits;
        ASSERT_TRUE(same_bits(briefs[k].t, full[k].closest.hit.t));
        ASSERT_EQ(briefs[k].object, full[k].closest.object.id);
        ASSERT_EQ(briefs[k].triangle, full[k].closest.hit.triangle);
        ASSERT_EQ(briefs[k].tag, full[k].closest.hit.tag);
      }
    }
  EXPECT_GT(hits, all.size());
  std::vector<WorldRayBrief> few(1);
  EXPECT_THROW(cast(world, all, few), Error);
}

}  // namespace
}  // namespace graze::property
