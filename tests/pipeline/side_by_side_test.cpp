// Stages that run side by side leave the same world and the same results as one thread does.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "graze/pipeline.h"
#include "scenes/scenes.h"

namespace graze {
namespace {

struct SideBySide {
  World world;
  Pipeline pipeline;
  std::vector<ObjectId> ids;

  explicit SideBySide(int threads) : pipeline(world, settings_for(threads)) {}
  static PipelineSettings settings_for(int threads) {
    PipelineSettings settings;
    settings.threads = threads;
    return settings;
  }
};

// Moves in any order, several of one object, of objects that are gone, between other commands; keys against the order
// of slots.
TEST(SideBySide, AWorldAfterManyCommandsIsTheSame) {
  constexpr std::uint32_t count = 4000;
  const Shape ball = make_sphere(1);
  std::deque<SideBySide> all;  // a pipeline keeps where its world is
  for (const int threads : {1, 2, 4, 7}) all.emplace_back(threads);
  scenes::Random random(11);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 place{random.uniform(0, 40), random.uniform(0, 40), random.uniform(0, 40)};
    for (SideBySide& one : all)
      one.ids.push_back(one.world.add({ball, make_pose(place)}, {.key = (i * 2654435761u) % 0xfffffffbu}));
  }
  std::size_t refused = 0, touching = 0, events = 0;
  for (int step = 0; step < 6; ++step) {
    const auto in_all = [&](const auto& edit) {
      for (SideBySide& one : all) edit(one);
    };
    for (std::uint32_t k = 0; k < 2 * count; ++k) {
      const auto which = static_cast<std::size_t>(random.uniform(0, count));
      const Vec3 place{random.uniform(0, 40), random.uniform(0, 40), random.uniform(0, 40)};
      in_all([&](SideBySide& one) { one.world.move(one.ids[which], make_pose(place)); });
      if (k % 3001 == 3000) in_all([&](SideBySide& one) { one.world.sleep(one.ids[which]); });
      if (k % 1500 == 700) in_all([&](SideBySide& one) { one.world.remove(one.ids[which]); });
    }
    for (SideBySide& one : all) (void)one.pipeline.step();
    const StepResult& first = all[0].pipeline.last();
    refused += first.refused.size();
    touching += first.pairs.size();
    for (const Event& event : first.events) events += event.kind != PairEvent::persist;
    for (SideBySide& one : all) {
      const StepResult& result = one.pipeline.last();
      ASSERT_EQ(result.status, Status::ok);
      ASSERT_EQ(result.refused.size(), first.refused.size());
      for (std::size_t i = 0; i < first.refused.size(); ++i) {
        EXPECT_EQ(result.refused[i].id, first.refused[i].id);
        EXPECT_EQ(result.refused[i].reason, first.refused[i].reason);
      }
      ASSERT_EQ(result.pairs.size(), first.pairs.size());
      for (std::size_t i = 0; i < first.pairs.size(); ++i) {
        EXPECT_EQ(result.pairs[i].a, first.pairs[i].a);
        EXPECT_EQ(result.pairs[i].b, first.pairs[i].b);
        EXPECT_EQ(result.pairs[i].touching, first.pairs[i].touching);
        EXPECT_EQ(result.pairs[i].resting, first.pairs[i].resting);
      }
      ASSERT_EQ(result.events.size(), first.events.size());
      for (std::size_t i = 0; i < first.events.size(); ++i) {
        EXPECT_EQ(result.events[i].kind, first.events[i].kind);
        EXPECT_EQ(result.events[i].a, first.events[i].a);
        EXPECT_EQ(result.events[i].b, first.events[i].b);
      }
      ASSERT_EQ(result.woken, first.woken);
      EXPECT_EQ(result.statistics.changed, first.statistics.changed);
      EXPECT_EQ(result.statistics.candidates, first.statistics.candidates);
      EXPECT_EQ(result.statistics.exact.decided, first.statistics.exact.decided);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(one.world.contains(one.ids[i]), all[0].world.contains(all[0].ids[i]));
        if (!one.world.contains(one.ids[i])) continue;
        ASSERT_EQ(one.world.body(one.ids[i]).pose, all[0].world.body(all[0].ids[i]).pose);
      }
      EXPECT_EQ(one.world.validate(), "");
    }
  }
  EXPECT_GT(refused, 5u);
  EXPECT_GT(touching, 1000u);
  EXPECT_GT(events, 1000u);
}

}  // namespace
}  // namespace graze
