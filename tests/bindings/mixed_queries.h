// Mixed queries, drawn by a recipe that every language can repeat bit for bit: their answers have one hash, whether
// they are asked from C++, from Python (bind/python/tests) or from JavaScript. This comment is the recipe.
//
// Numbers. A dice has a state of 32 bits, and all of its arithmetic is modulo 2^32, shifts fill with zeros:
//   next():        state += 0x9e3779b9; z = state; z = (z ^ z >> 16) * 0x85ebca6b; z = (z ^ z >> 13) * 0xc2b2ae35;
//                  return z ^ z >> 16
//   below(n):      next() mod n
//   number():      (next() >> 11) * 2^-20 - 1, a multiple of 2^-20 from -1 to 1, exactly
//   vector():      number() three times: x, y, z
// Everything else is made of sums, products and quotients of doubles as written, rounded one by one.
//
// Poses. pose(reach): four whole numbers a, b, c, d = below(9) - 4, drawn again, all four, while all are 0;
// s = a a + b b + c c + d d; the rows of the linear part are
//   (a a + b b - c c - d d) / s   2 (b c - a d) / s             2 (b d + a c) / s
//   2 (b c + a d) / s             (a a - b b + c c - d d) / s   2 (c d - a b) / s
//   2 (b d - a c) / s             2 (c d + a b) / s             (a a - b b - c c + d d) / s
// with one division each, numerators being whole numbers: 0 has no sign there (in languages whose numbers are doubles,
// add 0 to it). If below(8) is 0, the second column is multiplied by 0.75. Then the translation:
// vector() times reach.
//
// Shapes. All are drawn by a dice with the state 7, in this order; numbers() below stand in the order of drawing.
//    0 box, half (0.5, 0.25, 0.75)                  1 sphere, radius 0.5
//    2 capsule, radius 0.25, half 0.5               3 cylinder, radius 0.375, half 0.5
//    4 cone, radius 0.5, half 0.5                   5 ellipsoid, radii (0.5, 0.25, 0.75)
//    6 convex, of 24 vector()s times 0.75
//    7 mesh, solid: the star of `star(12)` below
//    8 soup: 40 triangles, each a middle m = vector(), and the corners m + 0.25 vector(), three times
//    9 terrain of 9 rows and 9 columns, spacing 0.25 and 0.25, heights 0.25 number(), row by row
//   10 half-space, normal (0.36, 0.48, 0.8), offset -0.25
//   11 segment from (-0.5, 0, 0.25) to (0.5, 0.25, 0)
//   12 compound of shape 0 at translation (0.5, 0, 0) and shape 2 at (-0.5, 0.25, 0), no rotation
//   13 mesh, solid: star(6)
// star(n): the eight corners of the directions in the order of signs (sx, sy, sz) with sx fastest: s = 0 is +, 1 is -.
// In each octant, for i from 0 to n, for j from 0 to n - i, k = n - i - j: the vertex (sx i, sy j, sz k) times r / n,
// one product i r and then one quotient by n each, r = 0.5 + 0.125 ((i i + 2 j j + 3 k k) mod 5). A vertex is new where
// no octant before had it; 0 has no sign. The triangles of an octant, in the order of (i, j): (i, j), (i+1, j),
// (i, j+1) where i + j < n, then (i+1, j), (i+1, j+1), (i, j+1) where i + j < n - 1; the last two corners are swapped
// where an odd number of the signs is -.
//
// Queries. Query number q is drawn by a dice with the state q * 0x9e3779b1 + seed, and answered with the default
// settings. a = below(14), b = below(14), pose_a = pose(1), pose_b = pose(1). Kind q mod 5:
//   0 collide, all pairs       hash: answer, how many pairs, and where there are any the first and the last of them
//   1 distance                 hash: distance, lower, upper, point_a, point_b, normal
//   2 ray at a, origin = 2 vector(), direction = (the translation of pose_a - origin) + 0.5 vector(), (0 0 1) where
//     that is 0                hash: answer, and on a hit t, triangle, point, normal
//   3 classify                 hash: the class
//   4 move of a, b stands; by = 2 vector(); shapes 3 to 10 and 12 become 0 here; if below(2) is 1: by and then turned
//     about the axis (0, 0, 1) through the translation of pose_a by 0.5 ("translation with rotation"), else a
//     translation              hash: answer, lower, upper, fraction
// First the status is added, and nothing after it unless it is ok. Numbers of status, answer and class are those of the
// enumerators: ok 0, invalid 1, out_of_range 2, unsupported 3, undecided 4, out_of_memory 5, budget 6, internal 7;
// no 0, yes 1, unknown 2; clear 0, touching 1, overlapping 2, enclosed 3, encloses 4, equal 5, unknown 6.
//
// Hash. Two words, u = 0x811c9dc5 and v = 0xcbf29ce4 at first. Adding a word w of 32 bits:
//   u = rotl((u ^ w) * 0x85ebca6b, 13); v = rotl((v + w) * 0xc2b2ae35, 17) ^ u
// A whole number is one word; a double is its low word and then its high word; a point its three doubles. The hash is
// written as sixteen digits, u first. tests/bindings/mixed_hash.txt has it for queries 0 to 99,999 with seed 22.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "graze/graze.h"

namespace graze::mixed {

class Dice {
 public:
  explicit Dice(std::uint32_t state) : state_(state) {}
  std::uint32_t next() {
    state_ += 0x9e3779b9u;
    std::uint32_t z = state_;
    z = (z ^ z >> 16) * 0x85ebca6bu;
    z = (z ^ z >> 13) * 0xc2b2ae35u;
    return z ^ z >> 16;
  }
  std::uint32_t below(std::uint32_t count) { return next() % count; }
  double number() { return double(next() >> 11) * 0x1p-20 - 1; }
  Vec3 vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Pose pose(double reach) {
    int a = 0, b = 0, c = 0, d = 0;
    while (a == 0 && b == 0 && c == 0 && d == 0) {
      a = static_cast<int>(below(9)) - 4;
      b = static_cast<int>(below(9)) - 4;
      c = static_cast<int>(below(9)) - 4;
      d = static_cast<int>(below(9)) - 4;
    }
    const double s = a * a + b * b + c * c + d * d;  // whole numbers become doubles at the division
    Mat3 linear{{(a * a + b * b - c * c - d * d) / s, 2 * (b * c + a * d) / s, 2 * (b * d - a * c) / s},
                {2 * (b * c - a * d) / s, (a * a - b * b + c * c - d * d) / s, 2 * (c * d + a * b) / s},
                {2 * (b * d + a * c) / s, 2 * (c * d - a * b) / s, (a * a - b * b - c * c + d * d) / s}};
    if (below(8) == 0) linear.c1 = linear.c1 * 0.75;
    return {linear, vector() * reach};
  }

 private:
  std::uint32_t state_;
};

class Hash {
 public:
  void add(std::uint32_t word) {
    u_ = std::rotl((u_ ^ word) * 0x85ebca6bu, 13);
    v_ = std::rotl((v_ + word) * 0xc2b2ae35u, 17) ^ u_;
  }
  void add(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    add(std::uint32_t(bits));
    add(std::uint32_t(bits >> 32));
  }
  void add(Vec3 v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
  std::uint64_t value() const { return std::uint64_t(u_) << 32 | v_; }

 private:
  std::uint32_t u_ = 0x811c9dc5u, v_ = 0xcbf29ce4u;
};

inline Shape star(int n) {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  std::map<std::array<int, 3>, std::uint32_t> numbers;
  for (int octant = 0; octant < 8; ++octant) {
    const int sx = octant & 1 ? -1 : 1, sy = octant & 2 ? -1 : 1, sz = octant & 4 ? -1 : 1;
    const auto vertex = [&](int i, int j) {
      const int k = n - i - j;
      const auto [place, is_new] =
          numbers.try_emplace({sx * i, sy * j, sz * k}, static_cast<std::uint32_t>(vertices.size()));
      if (is_new) {
        const double r = 0.5 + 0.125 * ((i * i + 2 * j * j + 3 * k * k) % 5);
        vertices.push_back({sx * i * r / n, sy * j * r / n, sz * k * r / n});
      }
      return place->second;
    };
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n - i; ++j) vertex(i, j);
    const auto triangle = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      triangles.push_back(sx * sy * sz > 0 ? Index3{a, b, c} : Index3{a, c, b});
    };
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n - i; ++j) {
        if (i + j < n) triangle(vertex(i, j), vertex(i + 1, j), vertex(i, j + 1));
        if (i + j < n - 1) triangle(vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1));
      }
  }
  return make_mesh(vertices, triangles, {.solid = true});
}

inline std::vector<Shape> shapes() {
  Dice dice(7);
  std::vector<Vec3> corners, soup;
  for (int i = 0; i < 24; ++i) corners.push_back(dice.vector() * 0.75);
  for (int i = 0; i < 40; ++i) {
    const Vec3 middle = dice.vector();
    for (int k = 0; k < 3; ++k) soup.push_back(middle + dice.vector() * 0.25);
  }
  std::vector<double> heights;
  for (int i = 0; i < 81; ++i) heights.push_back(0.25 * dice.number());
  const Shape box = make_box({0.5, 0.25, 0.75}), capsule = make_capsule(0.25, 0.5);
  return {box,
          make_sphere(0.5),
          capsule,
          make_cylinder(0.375, 0.5),
          make_cone(0.5, 0.5),
          make_ellipsoid({0.5, 0.25, 0.75}),
          make_convex(corners),
          star(12),
          make_soup(soup),
          make_terrain(9, 9, 0.25, 0.25, heights),
          make_halfspace({0.36, 0.48, 0.8}, -0.25),
          make_segment({-0.5, 0, 0.25}, {0.5, 0.25, 0}),
          make_compound({{box, {{}, {0.5, 0, 0}}}, {capsule, {{}, {-0.5, 0.25, 0}}}}),
          star(6)};
}

// Which kinds of answers the queries had: so that a hash of nothing but failures cannot pass.
struct Tally {
  int ok = 0, yes = 0, no = 0, hits = 0, apart = 0, classes[7] = {}, stopped = 0;
};

inline void ask(std::span<const Shape> shapes, std::uint32_t query, std::uint32_t seed, Hash& hash, Tally& tally) {
  Dice dice(query * 0x9e3779b1u + seed);
  std::uint32_t a = dice.below(14), b = dice.below(14);
  const Pose pose_a = dice.pose(1), pose_b = dice.pose(1);
  const auto simple = [](std::uint32_t shape) { return (shape >= 3 && shape <= 10) || shape == 12 ? 0 : shape; };
  if (query % 5 == 4) {
    a = simple(a);
    b = simple(b);
  }
  const Body body_a{shapes[a], pose_a}, body_b{shapes[b], pose_b};
  const auto began = [&](Status status) {
    hash.add(static_cast<std::uint32_t>(status));
    if (status == Status::ok) ++tally.ok;
    return status == Status::ok;
  };
  switch (query % 5) {
    case 0: {
      const CollideResult met = collide(body_a, body_b, {.all = true});
      if (!began(met.status)) return;
      ++(met.yes() ? tally.yes : tally.no);
      hash.add(static_cast<std::uint32_t>(met.answer));
      hash.add(static_cast<std::uint32_t>(met.pairs.size()));
      if (met.pairs.empty()) return;
      for (const TrianglePair& pair : {met.pairs.front(), met.pairs.back()}) {
        hash.add(pair.a);
        hash.add(pair.b);
      }
      return;
    }
    case 1: {
      const DistanceResult far = find_distance(body_a, body_b);
      if (!began(far.status)) return;
      tally.apart += far.distance > 0;
      hash.add(far.distance);
      hash.add(far.lower);
      hash.add(far.upper);
      hash.add(far.point_a);
      hash.add(far.point_b);
      hash.add(far.normal);
      return;
    }
    case 2: {
      Ray ray{dice.vector() * 2, {}};
      ray.direction = (pose_a.translation - ray.origin) + dice.vector() * 0.5;
      if (ray.direction == Vec3{}) ray.direction = {0, 0, 1};
      const RayResult hit = cast(body_a, ray);
      if (!began(hit.status)) return;
      hash.add(static_cast<std::uint32_t>(hit.answer));
      if (!hit.yes()) return;
      ++tally.hits;
      hash.add(hit.closest.t);
      hash.add(hit.closest.triangle);
      hash.add(hit.closest.point);
      hash.add(hit.closest.normal);
      return;
    }
    case 3: {
      const ClassifyResult lie = classify(body_a, body_b);
      if (!began(lie.status)) return;
      ++tally.classes[static_cast<int>(lie.answer)];
      hash.add(static_cast<std::uint32_t>(lie.answer));
      return;
    }
    default: {
      const Vec3 by = dice.vector() * 2;
      const Motion motion =
          dice.below(2) == 1 ? translation_with_rotation(by, pose_a.translation, {0, 0, 1}, 0.5) : translation_by(by);
      const MovingBody other{body_b, {}};
      const MoveResult way = move(body_a, motion, {&other, 1});
      if (!began(way.status)) return;
      tally.stopped += way.stopped;
      hash.add(static_cast<std::uint32_t>(way.answer));
      hash.add(way.lower);
      hash.add(way.upper);
      hash.add(way.fraction);
      return;
    }
  }
}

}  // namespace graze::mixed
