// Stores are checked as assemblies in memory are, however the work is cut up.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/store/stores.h"

namespace graze {
namespace {

StoreCheckSettings with_clearance() {
  StoreCheckSettings settings;
  settings.clash.clearance = 0.02;
  settings.parts_a_tile = 100;
  return settings;
}

TEST(Store, PartsComeBackAsTheyWere) {
  const TestFolder folder("parts");
  std::vector<Part> parts = parts_of(scenes::plant(200, 3));
  parts[4].remark = "open";
  parts[5].groups = {"g1", "g2"};
  parts[6].global_id = "0aB";
  write_store(folder / "s", parts);
  const PartStore store(folder / "s");
  ASSERT_EQ(store.size(), parts.size());
  EXPECT_EQ(store.info().shapes, 4u);
  EXPECT_EQ(store.info().remarks, 1u);
  for (std::uint32_t i = 0; i < store.size(); ++i) {
    const Part part = store.part(i);
    EXPECT_EQ(part.path, parts[i].path);
    EXPECT_EQ(part.remark, parts[i].remark);
    EXPECT_EQ(part.groups, parts[i].groups);
    EXPECT_EQ(part.global_id, parts[i].global_id);
    EXPECT_TRUE(part.pose == parts[i].pose);
    EXPECT_EQ(part.shape.triangle_count(), parts[i].shape.triangle_count());
    EXPECT_TRUE(part.shape.solid());
  }
  // The same parts give the same bytes.
  write_store(folder / "t", parts);
  EXPECT_EQ(PartStore(folder / "t").info().id, store.info().id);
}

TEST(Store, TheSameClashesAsInMemory) {
  const TestFolder folder("same");
  const std::vector<Part> parts = parts_of(scenes::plant(1000, 7));
  write_store(folder / "s", parts);
  const StoreCheckSettings settings = with_clearance();
  const Found found = check(folder / "s", settings);
  const ClashResult expected = find_clashes(parts, settings.clash);
  EXPECT_EQ(found.done.candidates, expected.candidates);
  EXPECT_EQ(found.done.checked, expected.candidates);
  EXPECT_GT(expected.clashes.size(), 400u);
  ASSERT_EQ(found.clashes.size(), expected.clashes.size());
  for (std::size_t i = 0; i < expected.clashes.size(); ++i) {
    EXPECT_EQ(found.clashes[i].a, expected.clashes[i].a);
    EXPECT_EQ(found.clashes[i].b, expected.clashes[i].b);
    EXPECT_EQ(found.clashes[i].value, expected.clashes[i].value);
    EXPECT_EQ(found.clashes[i].a_is_inside, expected.clashes[i].a_is_inside);
    EXPECT_NEAR(found.clashes[i].distance, expected.clashes[i].distance,
                found.clashes[i].bound + expected.clashes[i].bound);
    EXPECT_TRUE(found.clashes[i].box == expected.clashes[i].box);
  }
}

TEST(Store, SetsAndIgnoredPairs) {
  const TestFolder folder("sets");
  const std::vector<Part> parts = parts_of(scenes::plant(1000, 9));
  write_store(folder / "s", parts);
  ClashSets sets;
  for (const Part& part : parts) {
    sets.sides.push_back(part.name.starts_with("pipe")    ? ClashSets::both
                         : part.name.starts_with("block") ? ClashSets::none
                                                          : ClashSets::b);
  }
  sets.ignored = [](std::uint32_t a, std::uint32_t b) { return (a + b) % 3 == 0; };
  const StoreCheckSettings settings = with_clearance();
  const Found found = check(folder / "s", settings, sets);
  const ClashResult expected = find_clashes(parts, settings.clash, sets);
  ASSERT_EQ(found.clashes.size(), expected.clashes.size());
  EXPECT_GT(expected.clashes.size(), 50u);
  EXPECT_EQ(found.done.candidates, expected.candidates);
  for (std::size_t i = 0; i < expected.clashes.size(); ++i) {
    EXPECT_EQ(found.clashes[i].a, expected.clashes[i].a);
    EXPECT_EQ(found.clashes[i].b, expected.clashes[i].b);
  }
}

TEST(Store, ThreadsShardsAndOrderGiveTheSameBytes) {
  const TestFolder folder("shards");
  const std::vector<Part> parts = parts_of(scenes::plant(1000, 21));
  write_store(folder / "one", parts);
  StoreCheckSettings settings = with_clearance();
  const Found one = check(folder / "one", settings);
  ASSERT_GE(one.done.units, 10u);
  const std::string expected = bytes_of(one.clashes);
  EXPECT_GT(one.clashes.size(), 400u);

  write_store(folder / "threads", parts);
  EXPECT_EQ(bytes_of(check(folder / "threads", settings, {}, 3).clashes), expected);

  write_store(folder / "shards", parts);
  for (const std::uint32_t shard : {5u, 0u, 3u, 6u, 1u, 4u, 2u}) {
    settings.shards = 7;
    settings.shard = shard;
    EXPECT_FALSE(check(folder / "shards", settings).done.complete);
  }
  settings.shards = 1;
  settings.shard = 0;
  const Found merged = check(folder / "shards", settings);
  EXPECT_EQ(merged.done.checked, 0u);
  EXPECT_EQ(merged.done.found, merged.done.units);
  EXPECT_EQ(bytes_of(merged.clashes), expected);
}

TEST(Store, UnitsThatAreMissingAreNamed) {
  const TestFolder folder("missing");
  write_store(folder / "s", parts_of(scenes::plant(500, 2)));
  StoreCheckSettings settings = with_clearance();
  const Found found = check(folder / "s", settings);
  std::filesystem::remove_all(folder / "s/results");
  try {
    for_each_clash(
        PartStore(folder / "s"), settings, found.done, [](const auto&) {}, [](const Clash&) {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("units are not done"), std::string::npos) << error.what();
  }
}

TEST(Store, AfterEditsOnlyWhatChangedIsChecked) {
  const TestFolder folder("delta");
  std::vector<Part> parts = parts_of(scenes::plant(3000, 31));
  write_store(folder / "old", parts);
  StoreCheckSettings settings = with_clearance();
  const Found before = check(folder / "old", settings);
  ASSERT_GT(before.done.candidates, 1500u);

  // One in a hundred is moved, removed, or there twice.
  scenes::Random random(77);
  std::vector<Part> edited;
  std::size_t edits = 0;
  for (const Part& part : parts) {
    const std::uint64_t draw = random.next() % 300;
    edits += draw < 3;
    if (draw == 0) continue;
    edited.push_back(part);
    if (draw == 1) edited.back().pose.translation.x += 0.0625;
    if (draw == 2) {
      edited.push_back(part);
      edited.back().path += " again";
    }
  }
  ASSERT_GT(edits, 15u);
  write_store(folder / "full", edited);
  const Found full = check(folder / "full", settings);
  write_store(folder / "new", edited);
  settings.reuse = {folder / "old"};
  const Found again = check(folder / "new", settings);
  EXPECT_EQ(bytes_of(again.clashes), bytes_of(full.clashes));
  EXPECT_EQ(again.done.checked + again.done.reused, full.done.checked);
  EXPECT_LT(again.done.checked, full.done.checked / 20);
  EXPECT_GT(again.done.checked, 0u);
}

TEST(Store, RenamingAPartChecksNothing) {
  const TestFolder folder("rename");
  std::vector<Part> parts = parts_of(scenes::plant(600, 41));
  write_store(folder / "old", parts);
  StoreCheckSettings settings = with_clearance();
  (void)check(folder / "old", settings);
  for (std::size_t i = 0; i < parts.size(); i += 7) parts[i].path = "renamed " + std::to_string(parts.size() - i);
  write_store(folder / "new", parts);
  settings.reuse = {folder / "old"};
  const Found again = check(folder / "new", settings);
  EXPECT_EQ(again.done.checked, 0u);
  write_store(folder / "full", parts);
  settings.reuse = {};
  EXPECT_EQ(bytes_of(check(folder / "full", settings).clashes), bytes_of(again.clashes));
}

TEST(Store, LittleMemoryGivesTheSame) {
  const TestFolder folder("memory");
  const std::vector<Part> parts = parts_of(scenes::plant(600, 5));
  write_store(folder / "s", parts);
  write_store(folder / "t", parts);
  StoreCheckSettings settings = with_clearance();
  const std::string expected = bytes_of(check(folder / "s", settings).clashes);
  settings.memory = std::uint64_t{64} << 20;
  EXPECT_EQ(bytes_of(check(folder / "t", settings).clashes), expected);
  settings.memory = 1;
  EXPECT_THROW((void)check(folder / "t", settings), Error);
}

}  // namespace
}  // namespace graze
