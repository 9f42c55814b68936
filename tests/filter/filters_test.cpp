#include "tests/property/filters.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void expect_agreement(const Tally& tally) {
  tally.print("filters");
  EXPECT_FALSE(tally.failed()) << tally.failure << ", seed " << tally.seed;
  EXPECT_EQ(tally.kinds.size(), filter_kinds.size());
  for (const auto& [name, kind] : tally.kinds) {
    EXPECT_GT(kind.rate(), 0.2) << name;
    EXPECT_LT(kind.rate(), 0.999) << name;
  }
}

TEST(Filters, SaySeparateOnlyOfWhatIsFixedSeed) {
  expect_agreement(check_filters(oracle::fixed_seed, oracle::scaled(3000)));
}
TEST(Filters, SaySeparateOnlyOfWhatIs) { expect_agreement(check_filters(oracle::run_seed(), oracle::scaled(3000))); }

TEST(Filters, TouchingBodiesAreNotSeparate) {
  FilterCache cache;
  const auto volumes = [](const Body& body) {
    FilterBody result;
    make_filter_body(body, world_box(body), {.hull = true}, result);
    return result;
  };
  const Shape cube = make_box({1, 1, 1}), below = make_halfspace({1, 0, 0}, -5);
  const FilterBody box = volumes({cube, {}});
  for (const FilterKind kind : filter_kinds) {
    const Filter& filter = filter_of(kind);
    EXPECT_FALSE(filter.test(box, volumes({cube, make_pose({2, 0, 0})}), 0, cache).separate) << name(kind);
    EXPECT_FALSE(filter.test(box, volumes({cube, make_pose({2.5, 0, 0})}), 0.5, cache).separate) << name(kind);
    EXPECT_FALSE(filter.test(box, volumes({below, {}}), 0, cache).separate) << name(kind);
    EXPECT_TRUE(filter.test(box, volumes({cube, make_pose({5, 0, 0})}), 0, cache).separate) << name(kind);
  }
}

}  // namespace
}  // namespace graze::property
