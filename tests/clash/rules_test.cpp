// Selectors, rules files, and what parts are known by.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "graze/clash_rules.h"
#include "graze/error.h"
#include "tests/report/parts.h"

namespace graze {
namespace {

using test::box_mesh;
using test::box_part;

Part wall() {
  Part part = box_part("Site/Level 1/Wall:3", {1, 1, 1}, {0, 0, 0});
  part.name = "Wall:3";
  part.kind = "IfcWallStandardCase";
  part.type = "Brick 240";
  part.storey = "Level 1";
  part.layer = "A-WALL";
  part.global_id = "2O2Fr$t4X7Zf8NOew3FLOH";
  part.file = "arch.ifc";
  part.groups = {"Supply Air 1"};
  auto set = std::make_shared<PropertySet>();
  set->name = "Pset_WallCommon";
  set->values = {{"IsExternal", "true"}, {"FireRating", "F 90"}};
  part.properties = {set};
  return part;
}

bool has(const std::string& selector) { return Selector(selector).matches(wall()); }

TEST(Selector, SpeaksOfEverything) {
  for (const char* yes : {"class=IfcWall*",
                          "class=ifcwallstandardcase",
                          "type=\"Brick 240\"",
                          "type=Brick 2?0",
                          "storey=Level 1",
                          "layer=A-*",
                          "system=Supply*",
                          "file=arch.ifc",
                          "name=Wall:3",
                          "path=Site/*",
                          "id=2O2Fr$t4X7Zf8NOew3FLOH",
                          "2O2Fr$t4X7Zf8NOew3FLOH",
                          "*IfcWall*",
                          "*Wall:?",
                          "Site/Level 1/*",
                          "Pset_WallCommon.IsExternal=true",
                          ".FireRating='F 90'",
                          ".FireRating=F 90",
                          "class=IfcDoor or class=IfcWall*",
                          "class=IfcWall* and not storey=Level 2",
                          "not (class=IfcDoor or class=IfcWindow)",
                          "class!=IfcDoor",
                          "class=IfcDoor and class=IfcSlab or name=Wall:3"})
    EXPECT_TRUE(has(yes)) << yes;
  for (const char* no :
       {"class=IfcWall", "type=Brick", "storey=Level 2", "id=2o2fr$t4x7zf8noew3floh", "not class=IfcWall*",
        "Pset_Other.IsExternal=true", ".IsExternal=false", "class=IfcWall* and storey=Level 2",
        "class=IfcDoor and (class=IfcSlab or name=Wall:3)", "Wall"})
    EXPECT_FALSE(has(no)) << no;
}

TEST(Selector, ErrorsSayWhere) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      const Selector selector(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("class=").find("letter 7"), std::string::npos);
  EXPECT_NE(message("colour=red").find("'colour' is not one of class, type"), std::string::npos);
  EXPECT_NE(message("(class=IfcWall").find("')' is expected, not the end"), std::string::npos);
  EXPECT_NE(message("class=\"IfcWall").find("not closed"), std::string::npos);
  EXPECT_NE(message("class=IfcWall and").find("expected"), std::string::npos);
  EXPECT_NE(message("class=IfcWall )").find("expected"), std::string::npos);
  EXPECT_NE(message("").find("expected"), std::string::npos);
}

TEST(Rules, ErrorsNameTheLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"\n\nset walls IfcWall", "f:3: a set is written"},
      {"set any = class=IfcWall", "f:1: there is a set 'any' already"},
      {"set a b = class=IfcWall", "f:1: 'a b' is no name of a set"},
      {"set walls = colour=red", "f:1: in the selector at letter 1: 'colour'"},
      {"rule x: walls against any", "f:1: there is no set 'walls' before this line"},
      {"rule x: any any", "f:1: a pair is written: SET against SET"},
      {"rule x any against any", "f:1: a rule is written"},
      {"# c\nrule x: any against any\nrule x: any against any", "f:3: there is a rule 'x' already"},
      {"rule x: any against any, tolerance 5 parsecs", "f:1: tolerance: '5 parsecs' is not a length"},
      {"rule x: any against any, tolerance", "f:1: 'tolerance' of the rule has no value"},
      {"rule x: any against any, colour red", "f:1: 'colour' is not one of tolerance"},
      {"rule x: any against any, measure metric", "f:1: measure: 'metric' is not one of local, separating"},
      {"preset moon", "f:1: there is no preset 'moon'; there are building, machine"},
      {"colour red", "f:1: 'colour' is not one of set, rule, skip, preset"},
      {"", "f: there is no rule in it"},
  };
  for (const auto& [text, expected] : cases) {
    try {
      parse_clash_rules(text, "f", 1);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, std::string(expected).size()), expected) << text;
    }
  }
  EXPECT_THROW(read_clash_rules("no such file", 1), Error);
}

TEST(Rules, PresetsAreRules) {
  for (const char* name : {"building", "machine"}) {
    const ClashRules rules = parse_clash_rules(std::string("preset ") + name, "f", 0.001);
    EXPECT_GE(rules.rules.size(), 3u);
    EXPECT_EQ(rules.rules.back().name == "others" || rules.rules.back().name == "parts", true);
  }
}

// Ten disciplines in a building: parts far from each other, and some planted beside and in each other, each under one
// rule.
TEST(Rules, FindExactlyWhatIsPlantedEachUnderItsRule) {
  std::string text;
  std::vector<std::string> kinds;
  for (int i = 0; i < 10; ++i) {
    kinds.push_back("IfcKind" + std::to_string(i));
    text += "set s" + std::to_string(i) + " = class=" + kinds.back() + "\n";
  }
  text += "skip s0 against s9\n";
  for (int i = 0; i < 10; ++i)
    for (int j = i; j < 10; ++j) {
      if ((i + j) % 4 == 3) continue;  // nothing is asked of these
      text += "rule r" + std::to_string(i) + std::to_string(j) + ": s" + std::to_string(j) + " against s" +
              std::to_string(i) + ", tolerance " + std::to_string(10 * (i + 1)) + "mm, clearance " +
              std::to_string(5 * (j + 1)) + "mm, severity high, owner \"team " + std::to_string(i) + ", all\"\n";
    }
  const ClashRules rules = parse_clash_rules(text, "f", 1);
  EXPECT_EQ(rules.rules[0].owner, "team 0, all");
  EXPECT_EQ(rules.rules[0].tolerance, 0.01);
  const Shape box = box_mesh({0.5, 0.5, 0.5});
  std::vector<Part> parts;
  std::vector<std::pair<std::string, ClashClass>> expected;  // by the name of the first part
  std::mt19937_64 dice(2401);
  for (int k = 0; k < 2500; ++k) {
    const int i = static_cast<int>(dice() % 10), j = static_cast<int>(dice() % 10);
    const int low = std::min(i, j), high = std::max(i, j);
    // By how much the second is moved off the first: overlaps and gaps about what the rules allow.
    const int offset = static_cast<int>(dice() % 300) - 150;  // millimetres; negative: overlap
    const Vec3 at{3.0 * (k % 50), 3.0 * (k / 50), 0};
    const std::string name = std::to_string(10000 + k);
    for (const int second : {0, 1}) {
      Part part{name + (second ? "b" : "a"), name + (second ? "b" : "a"), box,
                make_pose(second ? at + Vec3{1 + 0.001 * offset, 0, 0} : at), ""};
      part.kind = kinds[static_cast<std::size_t>(second ? j : i)];
      parts.push_back(part);
    }
    if (offset == 0 || -offset == 10 * (low + 1) || offset == 5 * (high + 1)) {
      parts.resize(parts.size() - 2);  // rounding would decide
      continue;
    }
    if ((low + high) % 4 == 3 || (low == 0 && high == 9)) continue;
    if (offset < 0)
      expected.emplace_back(name, -offset > 10 * (low + 1) ? ClashClass::overlapping : ClashClass::touching);
    if (offset > 0 && offset < 5 * (high + 1)) expected.emplace_back(name, ClashClass::clearance);
  }
  ClashSets sets;
  for (const ClashRule& rule : rules.rules) {
    ClashSettings own;
    own.tolerance = rule.tolerance;
    own.clearance = rule.clearance;
    sets.each.push_back(own);
  }
  sets.rule_of = rule_of_pairs(rules, parts);
  const ClashResult found = find_clashes(parts, {}, sets);
  ASSERT_EQ(found.clashes.size(), expected.size());
  EXPECT_GE(expected.size(), 1000u);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Clash& clash = found.clashes[i];
    EXPECT_EQ(parts[clash.a].name, expected[i].first + "a");
    EXPECT_EQ(parts[clash.b].name, expected[i].first + "b");
    EXPECT_EQ(clash.value, expected[i].second) << expected[i].first;
    const int a = parts[clash.a].kind.back() - '0', b = parts[clash.b].kind.back() - '0';
    EXPECT_EQ(rules.rules[clash.rule].name, "r" + std::to_string(std::min(a, b)) + std::to_string(std::max(a, b)));
  }
}

TEST(PartKeys, StayWhateverOthersDo) {
  std::vector<Part> parts;
  for (int i = 0; i < 8; ++i) {
    // The names of readers that count, of equal ones with numbers, of files.
    Part part = box_part("file.glb:root/bolt" + std::string(i == 0 ? "" : "#" + std::to_string(i + 1)), {1, 1, 1},
                         {1.5 * i, 0, 0});
    part.file = "file.glb";
    parts.push_back(part);
  }
  parts.push_back(box_part("node 7/mesh 3", {1, 2, 1}, {20, 0, 0}));
  parts.push_back(box_part("wall", {1, 2, 3}, {30, 0, 0}));
  parts.back().global_id = "2O2Fr$t4X7Zf8NOew3FLOH";
  const auto texts = [](const std::vector<Part>& of) {
    std::vector<std::string> result;
    for (const PartKey& key : part_keys(of)) result.push_back(key.text());
    return result;
  };
  const std::vector<std::string> before = texts(parts);
  std::vector<std::string> sorted = before;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end());
  // Another order, other numbers, another file, one part less, and triangles in another order.
  std::vector<Part> other(parts.rbegin(), parts.rend());
  for (std::size_t i = 0; i < other.size(); ++i) {
    other[i].file = "renamed.glb";
    const std::size_t colon = other[i].path.find(':');
    if (colon != std::string::npos) other[i].path = "renamed.glb:root/bolt#" + std::to_string(i + 5);
    if (other[i].path.starts_with("node")) other[i].path = "node 99/mesh 1";
    std::vector<Vec3> v;
    std::vector<Index3> t;
    for (std::uint32_t k = other[i].shape.triangle_count(); k-- > 0;) {
      const Triangle from = other[i].shape.triangle(k);
      const auto first = static_cast<std::uint32_t>(v.size());
      v.insert(v.end(), {from.b, from.c, from.a});
      t.push_back({first, first + 1, first + 2});
    }
    other[i].shape = make_mesh(v, t, {.solid = true});
  }
  std::vector<std::string> after = texts(other);
  std::reverse(after.begin(), after.end());
  EXPECT_EQ(after, before);
  other.erase(other.begin() + 4);
  after = texts(other);
  for (const std::string& key : after) EXPECT_NE(std::find(before.begin(), before.end(), key), before.end());
  // A part that moves is another; one with a GlobalId is not.
  parts[0].pose = make_pose({0, 5, 0});
  parts[9].pose = make_pose({30, 5, 0});
  parts[9].name = parts[9].path = "other";
  EXPECT_NE(texts(parts)[0], before[0]);
  EXPECT_EQ(texts(parts)[9], before[9]);
}

}  // namespace
}  // namespace graze
