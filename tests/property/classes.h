// How solids lie to each other, and where points are, against the parts of tetrahedra that rational arithmetic cuts.
//
// A solid is the boundary of some of the tetrahedra of a lattice, not convex, with holes, handles and corners that only
// touch; some have further shells that overlap it, or are turned inside out.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/record.h"
#include "math/exact.h"
#include "tests/oracle/solid_oracle.h"
#include "tests/oracle/triangle_oracle.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

using LatticeTetrahedron = std::array<Vec3, 4>;  // positively oriented in the local frame

struct LatticeSolid {
  struct Part {
    LatticeTetrahedron corners;
    int sign;
  };
  std::vector<Part> parts;
  Shape shape;  // empty: the parts have no volume in sum
};

// Points of a lattice; shaken ones when `shake` is not 0.
struct Lattice {
  std::array<int, 3> cells;
  std::vector<Vec3> points;

  Lattice(oracle::Dice& dice, std::array<int, 3> counts, double shake) : cells(counts) {
    for (int z = 0; z <= cells[2]; ++z)
      for (int y = 0; y <= cells[1]; ++y)
        for (int x = 0; x <= cells[0]; ++x)
          points.push_back(Vec3{double(x), double(y), double(z)} + (shake > 0 ? dice.in_cube(shake) : Vec3{}));
  }
  Vec3 at(std::array<int, 3> i) const {
    return points[std::size_t(i[0] + (cells[0] + 1) * (i[1] + (cells[1] + 1) * i[2]))];
  }
  // One of the six tetrahedra of a cell, each a walk from its least to its greatest corner.
  LatticeTetrahedron tetrahedron(std::array<int, 3> cell, int nth) const {
    constexpr int walks[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    LatticeTetrahedron t;
    t[0] = at(cell);
    for (int k = 0; k < 3; ++k) {
      ++cell[std::size_t(walks[nth][k])];
      t[std::size_t(k) + 1] = at(cell);
    }
    if (nth >= 3) std::swap(t[2], t[3]);
    return t;
  }
};

// The boundary of the parts. Faces that two of them share cancel; `keep_inner` keeps some of those pairs, back to back.
inline Shape boundary(const std::vector<LatticeSolid::Part>& parts, oracle::Dice& dice, bool keep_inner) {
  const auto less = [](const Triangle& s, const Triangle& t) {
    const auto key = [](const Triangle& x) {
      return std::array{x.a.x, x.a.y, x.a.z, x.b.x, x.b.y, x.b.z, x.c.x, x.c.y, x.c.z};
    };
    return key(s) < key(t);
  };
  const auto first = [](Vec3 p, Vec3 q) { return std::array{p.x, p.y, p.z} < std::array{q.x, q.y, q.z}; };
  std::map<Triangle, int, decltype(less)> count(less);  // of triangles turned to begin with the least corner
  const auto add = [&](Triangle t) {
    while (first(t.b, t.a) || first(t.c, t.a)) t = {t.b, t.c, t.a};
    const Triangle back{t.a, t.c, t.b};
    const auto other = count.find(back);
    if (other != count.end() && other->second > 0 && !(keep_inner && dice.chance(2)))
      --other->second;
    else
      ++count[t];
  };
  for (const LatticeSolid::Part& part : parts) {
    const auto& [p, q, r, s] = part.corners;
    for (Triangle t : {Triangle{p, r, q}, Triangle{p, q, s}, Triangle{q, r, s}, Triangle{p, s, r}}) {
      if (part.sign < 0) std::swap(t.b, t.c);
      add(t);
    }
  }
  std::vector<Vec3> soup;
  for (const auto& [t, times] : count)
    for (int i = 0; i < times; ++i) soup.insert(soup.end(), {t.a, t.b, t.c});
  if (!soup.empty() && dice.chance(6)) {  // a degenerate triangle that closes nothing
    const Vec3 p = soup[0], q = soup[1];
    soup.insert(soup.end(), {p, q, p * 0.5 + q * 0.5});
  }
  try {
    return make_soup(std::move(soup), {.solid = true});
  } catch (const Error&) {
    return {};  // no volume, or less
  }
}

inline LatticeSolid lattice_solid(oracle::Dice& dice, const Lattice& lattice, int tetrahedra) {
  LatticeSolid solid;
  const bool overlaps = dice.chance(4), inverted = dice.chance(5);
  std::vector<bool> used(std::size_t(6 * lattice.cells[0] * lattice.cells[1] * lattice.cells[2]), false);
  for (int i = 0; i < tetrahedra; ++i) {
    std::array<int, 3> cell{};
    for (std::size_t k = 0; k < 3; ++k) cell[k] = dice.integer(0, lattice.cells[k] - 1);
    const int nth = dice.integer(0, 5);
    const auto number = std::size_t(nth + 6 * (cell[0] + lattice.cells[0] * (cell[1] + lattice.cells[1] * cell[2])));
    if (used[number] && !overlaps) continue;
    used[number] = true;
    solid.parts.push_back({lattice.tetrahedron(cell, nth), inverted && dice.chance(3) ? -1 : 1});
  }
  if (overlaps && dice.chance(2)) {  // one that crosses the others
    LatticeTetrahedron t = lattice.tetrahedron({0, 0, 0}, dice.integer(0, 5));
    const Vec3 shift = dice.chance(2) ? dice.grid(0, 2) * 0.5 : dice.in_cube(0.5);
    for (Vec3& p : t) p = p + shift;
    solid.parts.push_back({t, inverted && dice.chance(3) ? -1 : 1});
  }
  solid.shape = boundary(solid.parts, dice, dice.chance(4));
  return solid;
}

// The posed parts; none when rounding turned one over or made it flat, so that they are not those of the surface.
inline oracle::SignedSolid posed_parts(const LatticeSolid& solid, const Pose& pose) {
  oracle::SignedSolid result;
  for (const LatticeSolid::Part& part : solid.parts) {
    std::array<Vec3, 4> p;
    for (std::size_t i = 0; i < 4; ++i) p[i] = pose * part.corners[i];
    if (orient3d(p[0], p[1], p[2], p[3]) !=
        orient3d(part.corners[0], part.corners[1], part.corners[2], part.corners[3]) * determinant_sign(pose.linear))
      return {};
    result.push_back({{oracle::RationalPoint(p[0]), oracle::RationalPoint(p[1]), oracle::RationalPoint(p[2]),
                       oracle::RationalPoint(p[3])},
                      part.sign});
  }
  return result;
}

inline std::string class_lines(const Body& a, const Body& b) {
  return define_line("a", a.shape) + "\n" + define_line("b", b.shape) + "\n" +
         classify_line("a", a, "b", b, ClassifySettings{}) + "\n";
}

struct SolidPair {
  LatticeSolid solid[2];
  Pose pose[2];
  const char* kind;
};

// Everything on halves of integers, so that faces, edges and corners coincide; the lattices may be of different size.
inline SolidPair aligned_pair(oracle::Dice& dice) {
  SolidPair pair;
  pair.kind = "aligned";
  const int most = dice.pick({2, 4, 8});
  for (std::size_t i = 0; i < 2; ++i) {
    const Lattice lattice(dice, {dice.integer(1, 2), dice.integer(1, 2), 1}, 0);
    if (i == 1 && dice.chance(6)) {
      pair.solid[1] = pair.solid[0];
      pair.pose[1] = pair.pose[0];
      if (dice.chance(2)) pair.solid[1].shape = boundary(pair.solid[1].parts, dice, true);
      break;
    }
    const int few = dice.integer(1, most), many = dice.integer(most, 20);
    pair.solid[i] = lattice_solid(dice, lattice, dice.chance(3) ? many : few);
    const double unit = dice.pick({0.5, 1.0, 1.0, 2.0});
    pair.pose[i].linear = random_linear(dice, PoseKind::aligned, unit);
    Box box;
    for (const Vec3& p : lattice.points) box = merge(box, pair.pose[i].linear * p);
    pair.pose[i].translation = dice.grid(-1, 1) * dice.pick({0.0, 0.5, 0.5, 1.0}) - box.lo;
  }
  return pair;
}

// Of one lattice under one pose, so that the solids share vertices, edges and faces; or of two, anywhere.
inline SolidPair random_pair(oracle::Dice& dice) {
  SolidPair pair;
  const bool shared = dice.chance(2);
  pair.kind = shared ? "one lattice" : "anywhere";
  const double size = std::pow(10.0, dice.uniform(-3, 3));
  const Vec3 offset = dice.direction() * (dice.chance(3) ? 0 : size * std::pow(10.0, dice.uniform(0, 6)));
  const PoseKind kind = dice.pick({PoseKind::rigid, PoseKind::scaled, PoseKind::reflected, PoseKind::sheared});
  pair.pose[0] = {random_linear(dice, kind, size), offset};
  const Lattice lattice(dice, {dice.integer(1, 2), 1, 1}, dice.pick({0.0, 0.15}));
  const int most = dice.pick({2, 4, 8});
  pair.solid[0] = lattice_solid(dice, lattice, dice.integer(1, most));
  if (shared) {
    pair.pose[1] = pair.pose[0];
    pair.solid[1] = lattice_solid(dice, lattice, dice.integer(1, most));
    if (dice.chance(5)) pair.pose[1].translation = dice.nudge(pair.pose[1].translation, 1);
    return pair;
  }
  const Lattice other(dice, {dice.integer(1, 2), 1, 1}, 0.15);
  pair.solid[1] = lattice_solid(dice, other, dice.integer(1, most));
  const double scale = dice.pick({0.2, 1.0, 5.0});
  pair.pose[1] = {random_linear(dice, kind, size * scale), offset + dice.in_cube(0.7 * size)};
  return pair;
}

// The oracle knows regions. The surface of a solid belongs to it also where it bounds none.
inline PairClass with_loose_surfaces(PairClass regions, const std::vector<Triangle>& of_a,
                                     const std::vector<Triangle>& of_b, const oracle::SignedSolid& parts_a,
                                     const oracle::SignedSolid& parts_b) {
  if (regions != PairClass::clear) return regions;
  for (const Triangle& t : of_a)
    for (const Triangle& u : of_b)
      if (oracle::meet(t, u)) return PairClass::touching;
  for (const Triangle& t : of_a)
    if (oracle::where(parts_b, t.a) != Where::outside) return PairClass::touching;
  for (const Triangle& t : of_b)
    if (oracle::where(parts_a, t.a) != Where::outside) return PairClass::touching;
  return regions;
}

inline Where with_loose_surfaces(Where regions, const std::vector<Triangle>& triangles, Vec3 point) {
  if (regions != Where::outside) return regions;
  const auto holds = [&](const Triangle& t) { return oracle::meet(t, {point, point, point}); };
  return std::any_of(triangles.begin(), triangles.end(), holds) ? Where::on : Where::outside;
}

inline Tally check_classes(std::uint64_t seed, std::uint64_t count, SolidPair (*make)(oracle::Dice&)) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count;) {
    const SolidPair pair = make(dice);
    if (!pair.solid[0].shape || !pair.solid[1].shape) continue;
    const oracle::SignedSolid parts[2] = {posed_parts(pair.solid[0], pair.pose[0]),
                                          posed_parts(pair.solid[1], pair.pose[1])};
    if (parts[0].empty() || parts[1].empty()) continue;
    ++i;
    const Body a{pair.solid[0].shape, pair.pose[0]}, b{pair.solid[1].shape, pair.pose[1]};
    const PairClass expected = with_loose_surfaces(oracle::class_of(parts[0], parts[1]), posed_triangles(a),
                                                   posed_triangles(b), parts[0], parts[1]);
    PairClass mirrored = expected;
    if (expected == PairClass::enclosed) mirrored = PairClass::encloses;
    if (expected == PairClass::encloses) mirrored = PairClass::enclosed;
    tally.count(std::string(pair.kind) + ", " + name(expected), expected != PairClass::clear);
    const ClassifyResult forth = classify(a, b), back = classify(b, a);
    if (forth.status == Status::ok && back.status == Status::ok && forth.answer == expected && back.answer == mirrored)
      continue;
    tally.failure = std::string(pair.kind) + ", case " + std::to_string(i) + ": expected " + name(expected) +
                    ", found " + name(forth.answer) + " and, swapped, " + name(back.answer) + "\n" + class_lines(a, b);
    return tally;
  }
  return tally;
}

// Corners, points of edges and faces, and any points.
inline Tally check_points(std::uint64_t seed, std::uint64_t count, std::uint64_t points) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count;) {
    const SolidPair pair = dice.chance(2) ? aligned_pair(dice) : random_pair(dice);
    if (!pair.solid[0].shape) continue;
    const oracle::SignedSolid parts = posed_parts(pair.solid[0], pair.pose[0]);
    if (parts.empty()) continue;
    ++i;
    const Body body{pair.solid[0].shape, pair.pose[0]};
    const std::vector<Triangle> triangles = posed_triangles(body);
    for (std::uint64_t k = 0; k < points; ++k) {
      const Triangle& t = triangles[dice.bits() % triangles.size()];
      Vec3 point = t.a;
      const int choice = dice.integer(0, 4);
      if (choice == 1) point = t.a * 0.5 + t.b * 0.5;
      if (choice == 2) point = t.a * 0.5 + t.b * 0.25 + t.c * 0.25;
      if (choice >= 3) {
        const LatticeTetrahedron& any = pair.solid[0].parts[dice.bits() % pair.solid[0].parts.size()].corners;
        point = pair.pose[0] * ((any[0] * 0.5 + any[1] * 0.25) + (any[2] * 0.125 + any[3] * 0.125) +
                                dice.in_cube(choice == 3 ? 0 : 1));
      }
      const Where expected = with_loose_surfaces(oracle::where(parts, point), triangles, point);
      const Where found = inside(body, point).answer;
      tally.count(name(expected), expected != Where::outside);
      if (found == expected) continue;
      tally.failure = "case " + std::to_string(i) + ", expected " + std::string(name(expected)) + ", found " +
                      name(found) + "\n" + define_line("a", body.shape) + "\n" + inside_line("a", body, point) + "\n";
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
