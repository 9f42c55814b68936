// Stores are checked as assemblies in memory are, however the work is cut up.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "tests/store/stores.h"

namespace graze {
namespace {

StoreCheckSettings with_clearance() {
  StoreCheckSettings settings;
  settings.clash.clearance = 0.02;
  settings.clash.budget = std::uint64_t{1} << 20;  // what a measure is short of does not matter here
  settings.parts_a_tile = 100;
  return settings;
}

TEST(Store, PartsComeBackAsTheyWere) {
  const TestFolder folder("parts");
  std::vector<Part> parts = parts_of(scenes::plant(200, 3));
  parts[4].remark = "open";
  parts[5].groups = {"g1", "g2"};
  parts[6].global_id = "0aB";
  const auto common =
      std::make_shared<PropertySet>(PropertySet{"Pset_WallCommon", {{"IsExternal", "true"}, {"U", ""}}});
  parts[7].properties = {common, std::make_shared<PropertySet>(PropertySet{"empty", {}})};
  parts[8].properties = {common};
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
    ASSERT_EQ(part.properties.size(), parts[i].properties.size());
    for (std::size_t k = 0; k < part.properties.size(); ++k) {
      EXPECT_EQ(part.properties[k]->name, parts[i].properties[k]->name);
      EXPECT_EQ(part.properties[k]->values, parts[i].properties[k]->values);
    }
    EXPECT_TRUE(store.part_without_shape(i).properties.empty());
    EXPECT_EQ(store.part_with_properties(i).properties.size(), parts[i].properties.size());
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
    EXPECT_EQ(bytes_of(found.clashes[i]), bytes_of(expected.clashes[i])) << i;
  }
}

TEST(Store, PartsAreKnownByTheSameKeysAsInMemory) {
  const TestFolder folder("keys");
  std::vector<Part> parts = parts_of(scenes::plant(300, 13));
  scenes::Random random(5);
  const Vec3 origin{4e5, -7e6, 12};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Part& part = parts[i];
    part.file = i % 2 == 0 ? "a.ifc" : "b.ifc";
    part.path = part.file + ":" + (i % 3 == 0 ? "node 7/" + part.path : "hall/" + part.name + "#" + std::to_string(i));
    if (i % 5 == 0) part.global_id = "id " + std::to_string(random.next() % 20);
    // Copies in one place, that have nothing else to tell them apart by.
    if (i % 7 == 0 && i > 0) {
      parts[i] = parts[random.next() % i];
      parts[i].path += "#" + std::to_string(i);
    }
  }
  {
    StoreWriter writer(folder / "s");
    for (const Part& part : parts) writer.add(part);
    StoreInfo info;
    info.origin = origin;
    writer.finish(info);
  }
  const PartStore store(folder / "s");
  const std::vector<PartKey> expected = part_keys(parts, origin);
  std::size_t ranked = 0, shared = 0;
  for (std::uint32_t i = 0; i < store.size(); ++i) {
    const Part part = store.part_without_shape(i);
    EXPECT_EQ(part.file, parts[i].file);
    const PartKey key = store.key(i, part);
    EXPECT_EQ(key.text(), expected[i].text());
    EXPECT_EQ(key.path, expected[i].path);
    EXPECT_EQ(key.shape, expected[i].shape);
    EXPECT_EQ(key.place, expected[i].place);
    EXPECT_EQ(key.rank, expected[i].rank);
    ranked += key.rank > 0;
    shared += key.rank > 0 && !key.global_id.empty();
  }
  EXPECT_GT(ranked, 40u);
  EXPECT_EQ(store.info().shared_ids, shared);
}

TEST(Store, ResultsOfOtherSettingsAreNotTaken) {
  const TestFolder folder("settings");
  write_store(folder / "s", parts_of(scenes::plant(150, 8)));
  StoreCheckSettings settings = with_clearance();
  const std::uint64_t all = check(folder / "s", settings).done.checked;
  ASSERT_GT(all, 30u);
  EXPECT_EQ(check(folder / "s", settings).done.checked, 0u);
  settings.clash.measure = ClashMeasure::separating;
  EXPECT_EQ(check(folder / "s", settings).done.checked, all);
  settings.clash.budget *= 2;
  EXPECT_EQ(check(folder / "s", settings).done.checked, all);
  settings.clash.tolerance = 0.001;
  EXPECT_EQ(check(folder / "s", settings).done.checked, all);
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

TEST(Store, RenamingPartsChecksNothing) {
  const TestFolder folder("rename");
  std::vector<Part> parts = parts_of(scenes::plant(600, 41));
  write_store(folder / "old", parts);
  StoreCheckSettings settings = with_clearance();
  EXPECT_GT(check(folder / "old", settings).done.checked, 300u);
  // So that the order of most pairs is another one.
  for (std::size_t i = 0; i < parts.size(); i += 2) parts[i].path = "again " + std::to_string(parts.size() - i);
  write_store(folder / "new", parts);
  settings.reuse = {folder / "old"};
  const Found again = check(folder / "new", settings);
  EXPECT_EQ(again.done.checked, 0u);
  write_store(folder / "full", parts);
  settings.reuse = {};
  EXPECT_EQ(bytes_of(check(folder / "full", settings).clashes), bytes_of(again.clashes));
  const ClashResult expected = find_clashes(parts, settings.clash);
  EXPECT_EQ(bytes_of(expected.clashes), bytes_of(again.clashes));
}

TEST(Store, RulesAreThoseOfTheCheckInMemory) {
  const TestFolder folder("rules");
  const std::vector<Part> parts = parts_of(scenes::plant(800, 17));
  write_store(folder / "s", parts);
  const auto sets_of = [&](double clearance) {
    ClashSets sets;
    sets.each.resize(3);
    sets.each[0].clearance = clearance;
    sets.each[1].measure = ClashMeasure::separating;
    sets.each[1].tolerance = 0.01;
    sets.rule_of = [&parts](std::uint32_t a, std::uint32_t b) -> std::uint32_t {
      if ((a + b) % 5 == 0) return no_rule;
      return parts[a].name.starts_with("pipe") && parts[b].name.starts_with("pipe") ? 0 : 1 + (a + b) % 2;
    };
    return sets;
  };
  StoreCheckSettings settings = with_clearance();
  settings.clash.clearance = 0;
  const ClashSets sets = sets_of(0.02);
  const Found found = check(folder / "s", settings, sets);
  const ClashResult expected = find_clashes(parts, settings.clash, sets);
  EXPECT_EQ(found.done.candidates, expected.candidates);
  ASSERT_GT(expected.clashes.size(), 200u);
  EXPECT_EQ(bytes_of(found.clashes), bytes_of(expected.clashes));
  std::size_t by_rule[3] = {};
  for (std::size_t i = 0; i < expected.clashes.size() && i < found.clashes.size(); ++i) {
    ASSERT_EQ(found.clashes[i].rule, expected.clashes[i].rule);
    ++by_rule[expected.clashes[i].rule];
  }
  for (const std::size_t count : by_rule) EXPECT_GT(count, 20u);
  // A rule that changes is asked again, and the others are not.
  write_store(folder / "t", parts);
  settings.reuse = {folder / "s"};
  const Found again = check(folder / "t", settings, sets_of(0.015));
  EXPECT_GT(again.done.reused, found.done.checked / 4);
  EXPECT_GT(again.done.checked, found.done.checked / 20);
  EXPECT_EQ(bytes_of(again.clashes), bytes_of(find_clashes(parts, settings.clash, sets_of(0.015)).clashes));
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
