// docs/kinds.md has the tables of the code, and what they name is what the queries do.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "narrow/classify/as_solid_mesh.h"
#include "narrow/classify/solid_member.h"
#include "narrow/collide/collide_table.h"
#include "narrow/contact/contact_table.h"
#include "narrow/depth/depth_table.h"
#include "narrow/distance/distance_table.h"
#include "narrow/ray/ray_table.h"
#include "narrow/within/within_table.h"
#include "scenes/scenes.h"

namespace graze {
namespace {

constexpr int form_count = int(ShapeForm::compound) + 1;

std::string table() {
  std::string text = "| |";
  for (int b = 0; b < form_count; ++b) text += std::string(" ") + name(static_cast<ShapeForm>(b)) + " |";
  text += "\n|---|";
  for (int b = 0; b < form_count; ++b) text += "---|";
  text += "\n";
  for (int a = 0; a < form_count; ++a) {
    text += std::string("| ") + name(static_cast<ShapeForm>(a)) + " |";
    for (int b = 0; b < form_count; ++b) {
      const auto form_a = static_cast<ShapeForm>(a), form_b = static_cast<ShapeForm>(b);
      const CollideCell& cell = collide_ways.at(family_of(form_a), family_of(form_b));
      text += std::string(cell.closed != nullptr ? " closed, " : " ") + cell.name + " |";
    }
    text += "\n";
  }
  return text;
}

// --- the other verbs: bodies of every kind, as their poses and margins make them, all around one point ---

struct Sample {
  const char* label;
  Body body;
  bool alone = false;  // only in the table of single bodies
};

std::vector<Sample> samples() {
  const scenes::MeshData cube = scenes::cube(1);
  const Shape surface = make_mesh(cube.vertices, cube.triangles);
  const Shape solid = make_mesh(cube.vertices, cube.triangles, {.solid = true});
  const Pose wide = make_pose({}, {}, {2, 1, 1}), aside = make_pose({0.5, 0.25, 0});
  return {{"surface", {surface, {}}},
          {"surface or solid with a margin", {with_margin(solid, 0.5), {}}, true},
          {"solid mesh, polyhedron", {solid, aside}},
          {"box", {make_box({1, 1, 1}), {}}},
          {"convex", {make_convex(cube.vertices), aside}},
          {"box, convex with a margin", {with_margin(make_box({1, 1, 1}), 0.5), {}}, true},
          {"sphere, capsule", {make_capsule(1, 1), {}}},
          {"scaled sphere, capsule", {make_capsule(1, 1), wide}, true},
          {"segment, point", {make_segment({-1, 0, 0}, {1, 0, 0}), {}}},
          {"segment, point with a margin", {with_margin(make_point(), 1), {}}, true},
          {"cylinder, cone, ellipsoid", {make_cylinder(1, 1), {}}},
          {"cylinder, cone, ellipsoid, scaled sphere or capsule with a margin",
           {with_margin(make_cylinder(1, 1), 0.5), {}},
           true},
          {"half-space", {make_halfspace({0, 0, 1}, 0), {}}},
          {"half-space with a margin", {with_margin(make_halfspace({0, 0, 1}, 0), 0.5), {}}, true},
          {"compound", {make_compound({{solid, {}}, {make_sphere(1), {}}}), {}}}};
}

std::string checked(const char* way, Status status) {
  const std::string cell = status == Status::unsupported ? "unsupported" : way;
  EXPECT_EQ(cell == "unsupported", status == Status::unsupported);
  const bool answered = status == Status::ok || status == Status::undecided || status == Status::unsupported;
  EXPECT_TRUE(answered) << way;
  return cell;
}

std::string table_of_bodies() {
  std::string text = "| body | classify, inside | ray |\n|---|---|---|\n";
  for (const Sample& sample : samples()) {
    const bool compound = sample.body.shape.form() == ShapeForm::compound;
    const char* kind = compound ? "part by part" : name(member_kind(sample.body));
    text += std::string("| ") + sample.label + " | " + checked(kind, inside(sample.body, Vec3{}).status) + " | " +
            checked(ray_cell(sample.body).name, cast(sample.body, {{0, 0, 9}, {0, 0, -1}}).status) + " |\n";
  }
  return text;
}

std::string table_of_pairs(const std::function<std::string(const Body&, const Body&)>& cell) {
  std::string text = "| |", line = "|---|";
  std::vector<Sample> all;
  for (const Sample& sample : samples())
    if (!sample.alone) all.push_back(sample);
  for (const Sample& b : all) {
    text += std::string(" ") + b.label + " |";
    line += "---|";
  }
  text += "\n" + line + "\n";
  for (const Sample& a : all) {
    text += std::string("| ") + a.label + " |";
    for (const Sample& b : all) {
      EXPECT_EQ(cell(a.body, b.body), cell(b.body, a.body));
      text += " " + cell(a.body, b.body) + " |";
    }
    text += "\n";
  }
  return text;
}

std::string table_of_depths() {
  return table_of_pairs([](const Body& a, const Body& b) {
    const std::string way = depth_ways.at(family_of(a), family_of(b)).name;
    const char* solids = as_solid_triangles(a) && as_solid_triangles(b) ? "search" : "trial";
    return checked(way == "solid" ? solids : way.c_str(), find_penetration(a, b).status);
  });
}

std::string table_of_contacts() {
  return table_of_pairs([](const Body& a, const Body& b) {
    return checked(contact_ways.at(family_of(a), family_of(b)).name, find_contacts(a, b).status);
  });
}

std::string document() {
  const auto path = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "docs" / "kinds.md";
  std::ifstream in(path);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

TEST(KindsTable, IsInTheDocument) {
  for (const std::string& text : {table(), table_of_bodies(), table_of_depths(), table_of_contacts()})
    EXPECT_NE(document().find(text), std::string::npos) << "docs/kinds.md must have this table:\n" << text;
}

TEST(KindsTable, EveryPairOfKindsIsClassified) {
  for (const Sample& a : samples())
    for (const Sample& b : samples()) {
      const Status status = classify(a.body, b.body).status;
      EXPECT_TRUE(status == Status::ok || status == Status::undecided) << a.label << ", " << b.label;
    }
}

// Only the distance of two boxes has no closed form of its own.
TEST(KindsTable, IsTheSameForDistanceAndWithin) {
  for (int i = 0; i < family_count; ++i)
    for (int j = 0; j < family_count; ++j) {
      const auto a = static_cast<Family>(i), b = static_cast<Family>(j);
      const std::string name = collide_ways.at(a, b).name;
      EXPECT_EQ(name, distance_ways.at(a, b).name);
      EXPECT_EQ(name, within_ways.at(a, b).name);
      const bool closed = collide_ways.at(a, b).closed != nullptr, boxes = a == Family::box && b == Family::box;
      EXPECT_EQ(closed && !boxes, distance_ways.at(a, b).closed != nullptr);
      EXPECT_EQ(closed, within_ways.at(a, b).closed != nullptr);
    }
}

TEST(KindsTable, HasNoUnsupportedCell) { EXPECT_EQ(table().find("unsupported"), std::string::npos); }

}  // namespace
}  // namespace graze
