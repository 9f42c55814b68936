// Contacts do not depend on the tree of a mesh: one that was built around other positions and has followed them since,
// wholly or in part, gives the same bits as one that was built where the vertices are.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graze/contacts.h"
#include "graze/deformable.h"
#include "shape/data.h"
#include "tests/oracle/same.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

inline bool same_contact(const Contact& p, const Contact& q) {
  return oracle::same(p.point, q.point) && oracle::same(p.normal, q.normal) && oracle::same(p.depth, q.depth) &&
         oracle::same(p.bound, q.bound) && p.crossing == q.crossing && p.arbitrary == q.arbitrary &&
         p.feature_a == q.feature_a && p.feature_b == q.feature_b && p.patch == q.patch;
}

// Empty, or what differs.
inline std::string difference(const ContactResult& x, const ContactResult& y) {
  if (x.status != y.status || x.answer != y.answer || x.symmetric != y.symmetric) return "the answer";
  if (x.contacts.size() != y.contacts.size()) return "the number of contacts";
  for (std::size_t i = 0; i < x.contacts.size(); ++i)
    if (!same_contact(x.contacts[i], y.contacts[i])) return "contact " + std::to_string(i);
  if (!oracle::same(x.point_bound, y.point_bound)) return "the bound of points";
  const auto same_curve = [](const ContactCurve& p, const ContactCurve& q) {
    return p.closed == q.closed && p.points == q.points;
  };
  if (!std::equal(x.curves.begin(), x.curves.end(), y.curves.begin(), y.curves.end(), same_curve)) return "the curves";
  return {};
}

// The same mesh, whose tree was built elsewhere.
inline Shape with_another_tree(oracle::Dice& dice, const Shape& shape) {
  const DeformableMesh here(shape);
  const std::vector<Vec3> there(here.vertices().begin(), here.vertices().end());
  std::vector<Vec3> before = there;
  const Mat3 bent = random_linear(dice, PoseKind::sheared, 1);
  const Vec3 pull = dice.in_cube(1);
  for (Vec3& p : before) p = bent * p + pull * (p.z * p.z + p.x) + dice.in_cube(0.1);
  DeformableMesh mesh(shape);
  mesh.update(before);
  mesh.rebuild();
  (void)mesh.prepare(1);
  if (dice.chance(2)) {
    mesh.update(there);
  } else {  // a few at a time, so that parts of the tree follow
    const std::size_t most = std::max<std::size_t>(1, there.size() / 20);
    for (std::size_t first = 0; first < there.size(); first += most) {
      mesh.update(first, std::span(there).subspan(first, std::min(most, there.size() - first)));
      (void)mesh.prepare(1);
    }
  }
  return mesh.prepare(1);
}

// Edges with a third triangle, of any number.
inline scenes::MeshData with_fins(oracle::Dice& dice, scenes::MeshData mesh) {
  for (int left = dice.pick({1, 4, 20}); left > 0; --left) {
    const Index3 base = mesh.triangles[dice.bits() % mesh.triangles.size()];
    const auto k = std::size_t(dice.integer(0, 2));
    const std::uint32_t v = base[k], w = base[(k + 1) % 3], tip = std::uint32_t(mesh.vertices.size());
    mesh.vertices.push_back((mesh.vertices[v] + mesh.vertices[w]) * 0.5 + dice.in_cube(0.3));
    const Index3 fin = dice.pick({Index3{v, w, tip}, Index3{w, tip, v}, Index3{tip, w, v}});
    mesh.triangles.insert(mesh.triangles.begin() + std::ptrdiff_t(dice.bits() % mesh.triangles.size()), fin);
  }
  return mesh;
}

// A mesh that can be deformed.
inline Shape random_deformable(oracle::Dice& dice, std::uint32_t triangles) {
  for (;;) {
    if (dice.chance(5))
      return mesh_of(with_fins(dice, dice.chance(2) ? scenes::cube(1 + triangles / 100) : scenes::torus(triangles)));
    const Shape shape = random_surface(dice, triangles);
    if (shape.form() == ShapeForm::terrain) continue;
    // Places at edges are as near from both sides where the surface is the same on both.
    if (shape.form() == ShapeForm::mesh && dice.chance(3)) return mesh_of(scenes::cube(1 + triangles / 100));
    return shape;
  }
}

inline Shape random_toucher(oracle::Dice& dice, const char*& kind) {
  const double size = dice.uniform(0.05, 0.5);
  switch (dice.integer(0, 9)) {
    case 0:
    case 1:
      kind = "sphere";
      return make_sphere(size);
    case 2:
    case 3:
    case 4:
    case 5:
      kind = "capsule";
      return make_capsule(size, dice.uniform(0.1, 2) * size);
    case 6:
      kind = "box";
      return make_box({size, 0.7 * size, 0.5 * size});
    case 7: {
      kind = "convex";
      std::vector<Vec3> points;
      for (int i = 0; i < 10; ++i) points.push_back(dice.in_cube(size));
      return make_convex(points);
    }
    case 8:
      kind = "cylinder";
      return make_cylinder(size, size);
    default:
      kind = "mesh";
      return mesh_of(scenes::torus(60));
  }
}

inline Tally check_contact_trees(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const Shape shape = random_deformable(dice, std::uint32_t(dice.integer(8, 300)));
    const Shape other = with_another_tree(dice, shape);
    const auto &order = data_of(shape).tree().order, &another = data_of(other).tree().order;
    tally.count("trees that differ", !std::equal(order.begin(), order.end(), another.begin(), another.end()));
    const Pose pose = dice.chance(2) ? Pose{} : make_pose(dice.in_cube(3), dice.rotation());
    for (int k = 0; k < 8 && !tally.failed(); ++k) {
      const char* kind = "";
      const Shape toucher = random_toucher(dice, kind);
      // At a corner, on an edge or in a face, and off it by about the size of the body.
      const Triangle t = shape.triangle(std::uint32_t(dice.bits() % shape.triangle_count()));
      const double s = dice.chance(2) ? 0.5 : dice.uniform(0, 1), u = dice.chance(3) ? dice.uniform(0, 1) : 0;
      const Vec3 on_edge = t.a + (t.b - t.a) * (dice.chance(4) ? 0 : s), place = on_edge + (t.c - on_edge) * u;
      const double far = toucher.radius() > 0 ? toucher.radius() : 0.3;
      const Vec3 normal = cross(t.b - t.a, t.c - t.a);
      const bool across = dice.chance(2) && length(normal) > 0;
      const Vec3 way = across ? normal * (1 / length(normal)) : dice.direction();
      const Vec3 at = place + way * (far * dice.uniform(0.2, 1.4));
      const Body round{toucher, pose * make_pose(at, dice.chance(3) ? Quat{} : dice.rotation())};
      ContactSettings settings;
      settings.tolerance = dice.pick({0.0, 1e-4, 1e-2});
      settings.reduce = dice.chance(3);
      settings.curves = dice.chance(8);
      const ContactResult expected = find_contacts(round, {shape, pose}, settings);
      tally.count(kind, expected.yes());
      const bool turned = dice.chance(2);
      const std::string fault = turned ? difference(find_contacts({other, pose}, round, settings),
                                                    find_contacts({shape, pose}, round, settings))
                                       : difference(find_contacts(round, {other, pose}, settings), expected);
      if (!fault.empty())
        tally.failure = std::string(kind) + (turned ? ", as the second" : "") + ": another tree changes " + fault +
                        "\n" + define_line("a", toucher) + "\n" + define_line("b", shape) + "\n" +
                        contacts_line("a", round, "b", {shape, pose}, settings);
    }
  }
  return tally;
}

}  // namespace graze::property
