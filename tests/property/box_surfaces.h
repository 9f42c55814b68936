// Contacts at tolerance 0 of a box and what touches its faces within a unit in the last place, from inside and outside:
// there are some exactly where the surface of the hull of the box's posed corners is met, in rational numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "shape/data.h"
#include "tests/oracle/rational.h"
#include "tests/oracle/triangle_oracle.h"
#include "tests/property/contacts.h"

namespace graze::property {

// Which side of the plane through a, b, c is p on?
inline int exact_side(const std::array<Vec3, 3>& plane, Vec3 p) {
  oracle::Rational way[3][3];
  const Vec3 points[3] = {plane[1], plane[2], p};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) way[i][k] = oracle::exact(points[i][k]) - oracle::exact(plane[0][k]);
  return sgn(way[0][0] * (way[1][1] * way[2][2] - way[1][2] * way[2][1]) +
             way[0][1] * (way[1][2] * way[2][0] - way[1][0] * way[2][2]) +
             way[0][2] * (way[1][0] * way[2][1] - way[1][1] * way[2][0]));
}

// The hull of a box's posed corners: all triangles of corners that have every corner on them or below.
struct ExactBoxHull {
  std::vector<std::array<Vec3, 3>> faces;

  explicit ExactBoxHull(const std::array<Vec3, 8>& corners) {
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = i + 1; j < 8; ++j)
        for (std::size_t k = j + 1; k < 8; ++k) {
          std::array<Vec3, 3> plane{corners[i], corners[j], corners[k]};
          int above = 0, below = 0;
          for (std::size_t l = 0; l < 8 && (above == 0 || below == 0); ++l) {
            if (l == i || l == j || l == k) continue;
            const int side = exact_side(plane, corners[l]);
            above += side > 0;
            below += side < 0;
          }
          if (above > 0 && below > 0) continue;
          if (above > 0) std::swap(plane[1], plane[2]);
          faces.push_back(plane);
        }
  }

  // Does the triangle have a point on the surface? All of it inside has none; a corner inside and another not has one.
  bool surface_meets(const std::array<Vec3, 3>& triangle) const {
    int inside = 0, within = 0;
    for (const Vec3& p : triangle) {
      int most = -1;
      for (const auto& face : faces) most = std::max(most, exact_side(face, p));
      inside += most < 0;
      within += most <= 0;
    }
    if (inside == 3) return false;
    if (within > 0) return true;
    for (const auto& face : faces)
      if (oracle::meet({face[0], face[1], face[2]}, {triangle[0], triangle[1], triangle[2]})) return true;
    return false;
  }
};

// A hit has contacts. Poses are rotations, scales along the box's axes, and reflections, near the origin and far from
// it; what touches is a point, a segment, a triangle or two.
inline Tally check_box_surfaces(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec3 half{dice.uniform(0.3, 2), dice.uniform(0.3, 2), dice.uniform(0.3, 2)};
    const Vec3 at = dice.chance(2) ? dice.in_cube(1) : dice.direction() * std::pow(10.0, dice.uniform(0, 4));
    Vec3 scale{1, 1, 1};
    if (dice.chance(3)) scale = {dice.uniform(0.2, 3), dice.uniform(0.2, 3), dice.uniform(-3, -0.2)};
    const Body box{make_box(half), make_pose(at, dice.rotation(), scale)};
    std::array<Vec3, 8> corners;
    for (std::size_t k = 0; k < 8; ++k) corners[k] = box.pose * data_of(box.shape).vertices[k];
    const ExactBoxHull hull(corners);

    // On a face, at one of its corners or edges, or between its diagonals.
    const auto on_face = [&] {
      const auto axis = std::size_t(dice.integer(0, 2)), first = std::size_t(1) << axis % 3;
      const std::size_t low = std::size_t(1) << (axis + 1) % 3, high = std::size_t(1) << (axis + 2) % 3;
      const std::size_t base = dice.chance(2) ? first : 0;
      const double s = dice.pick({0.0, 0.5, dice.uniform(0, 1)}), t = dice.pick({0.0, 0.5, dice.uniform(0, 1)});
      const Vec3 p = corners[base], q = corners[base | low], r = corners[base | high];
      const Vec3 o = corners[base | low | high];
      const Vec3 exactly = (p * (1 - s) + q * s) * (1 - t) + (r * (1 - s) + o * s) * t;
      return dice.nudge(exactly, dice.integer(0, 2));
    };
    const auto near_by = [&](double share) {  // at least on the way from the centre
      return at + (on_face() - at) * share;
    };
    const int where = dice.integer(0, 2);
    const double share = where == 0 ? dice.uniform(0.05, 0.9) : dice.uniform(1.1, 2);
    const char* kind = where == 0 ? "from inside" : where == 1 ? "from outside" : "through";
    std::vector<std::array<Vec3, 3>> triangles;
    for (int k = dice.integer(1, 2); k > 0; --k) {
      const Vec3 p = on_face(), q = dice.chance(4) ? on_face() : near_by(share);
      const Vec3 r = dice.chance(4) ? q : near_by(where == 2 ? dice.uniform(0.1, 0.9) : share);
      triangles.push_back({p, q, r});
    }
    std::vector<Vec3> points;
    for (const auto& t : triangles) points.insert(points.end(), t.begin(), t.end());
    Body other{make_soup(points), {}};
    const int form = dice.integer(0, 5);
    if (form == 0) {
      triangles = {{points[0], points[0], points[0]}};
      other = {make_point(), make_pose(points[0])};
    } else if (form == 1) {
      triangles = {{points[0], points[1], points[1]}};
      other = {make_segment(points[0], points[1]), {}};
    }
    bool meet = false;
    for (const auto& t : triangles) meet = meet || hull.surface_meets(t);
    const ContactSettings settings{.curves = dice.chance(8)};
    const ContactResult result = find_contacts(box, other, settings);
    tally.count(kind, !result.contacts.empty());
    std::string fault;
    if (result.status != Status::ok) fault = std::string("status ") + name(result.status);
    if (hull.faces.size() < 12) fault = "the hull of a box has fewer than 12 triangles";
    if (fault.empty() && meet == result.contacts.empty())
      fault = meet ? "no contact" : "a contact, but the surface is not met";
    if (fault.empty() && !mirrors(result, find_contacts(other, box, settings))) fault = "(b, a) does not mirror (a, b)";
    if (!fault.empty()) {
      tally.failure =
          std::string(kind) + ", case " + std::to_string(i) + ": " + fault + "\n" + contact_lines(box, other, settings);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
