// find_clashes gives exactly what was planted.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "graze/clash.h"
#include "scenes/planted.h"
#include "tests/oracle/dice.h"

namespace graze::scenes {
namespace {

void expect_exactly_what_is_planted(const PlantedScene& planted, std::size_t least, std::size_t least_classes) {
  std::vector<Part> parts;
  for (const SceneBody& body : planted.scene.bodies) parts.push_back({body.name, body.name, body.shape, body.pose, ""});
  const ClashResult result =
      find_clashes(parts, {.clearance = planted.clearance, .contact = 1e-9, .measure = ClashMeasure::separating});
  EXPECT_TRUE(result.undecided.empty());
  EXPECT_GE(planted.pairs.size(), least);
  std::map<std::pair<std::string, std::string>, const Clash*> found;
  for (const Clash& clash : result.clashes) found[{parts[clash.a].name, parts[clash.b].name}] = &clash;
  EXPECT_EQ(found.size(), planted.pairs.size());
  std::map<std::string, int> classes;
  for (const PlantedPair& pair : planted.pairs) {
    ++classes[pair.value];
    const auto at = found.find({pair.a, pair.b});
    if (at == found.end()) {
      ADD_FAILURE() << pair.a << ", " << pair.b << ": " << pair.value << " is missing";
      continue;
    }
    EXPECT_EQ(name(at->second->value), pair.value) << pair.a << ", " << pair.b << " " << at->second->distance;
    if (!std::isnan(pair.distance)) {
      EXPECT_NEAR(at->second->distance, pair.distance, 1e-6) << pair.a << ", " << pair.b;
    }
  }
  EXPECT_GE(classes.size(), least_classes);
}

TEST(Planted, Buildings) {
  for (const std::uint64_t seed : {std::uint64_t{1}, oracle::run_seed()}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const PlantedScene scene = building(700, seed);
    EXPECT_EQ(scene.scene.bodies.size(), 700u);
    expect_exactly_what_is_planted(scene, 1000, 4);
  }
}

TEST(Planted, Gearboxes) {
  for (const std::uint64_t seed : {std::uint64_t{1}, oracle::run_seed()}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_exactly_what_is_planted(gearbox(17, seed), 20, 2);
  }
}

}  // namespace
}  // namespace graze::scenes
