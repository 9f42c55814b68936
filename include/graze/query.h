// Queries: free functions on values, safe to call from any thread. Bad input is a status, never an exception. Those
// that are not noexcept let out what a collector throws, and std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "graze/error.h"
#include "graze/math.h"
#include "graze/shape.h"

namespace graze {

struct Body {
  Shape shape;
  Pose pose;
};

// The work a query did. Two bodies are compared by pairs of boxes and of triangles; a ray with single ones.
struct Counters {
  std::uint64_t box_tests = 0;
  std::uint64_t triangle_tests = 0;  // all that the boxes left: the triangles of a leaf, or of two, each with each
  std::uint64_t double_tests = 0;    // of these, what float arithmetic did not decide
  std::uint64_t exact_tests = 0;     // predicates of these that the filter in double left to exact arithmetic

  Counters& operator+=(const Counters& other) noexcept {
    box_tests += other.box_tests;
    triangle_tests += other.triangle_tests;
    double_tests += other.double_tests;
    exact_tests += other.exact_tests;
    return *this;
  }
};

// --- collide: do two bodies have a common point? Exact on the posed doubles; touching is contact. ---

struct TrianglePair {
  std::uint32_t a = 0, b = 0;
  friend constexpr auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

struct CollideSettings {
  bool all = false;  // list every meeting pair; else stop at the first contact
  std::size_t max_results = std::numeric_limits<std::size_t>::max();  // with `all`: stop after that many pairs
  // With `all`; 0: as many as the machine has. No answer depends on it; the counters do where max_results cut the list.
  int threads = 1;
};

struct CollideResult {
  Status status = Status::ok;
  bool colliding = false;
  bool complete = true;             // false when max_results cut the list
  std::vector<TrianglePair> pairs;  // with `all`: sorted; when cut, which pairs were kept is not promised
  Counters counters;
};

CollideResult collide(const Body& a, const Body& b, const CollideSettings& settings = {}) noexcept;

// Gives each meeting pair to the collector, in no promised order, until it returns false. `pairs` stays empty.
CollideResult collide(const Body& a, const Body& b, const std::function<bool(TrianglePair)>& collector);

// One body against one shape in many poses: result i is collide(a, {b, poses[i]}, settings).
// threads = 0: as many as the machine has. The answers do not depend on it. `settings.threads` is left aside.
std::vector<CollideResult> collide(const Body& a, const Shape& b, std::span<const Pose> poses,
                                   const CollideSettings& settings = {}, int threads = 0);

// --- self_collide: which triangles of one body meet each other? Exact on the posed doubles; touching is contact. ---

// Triangles with a common corner (the same vertex, or local positions that are equal, -0 = +0) are neighbours and never
// a pair, whatever else they have in common.
struct SelfCollideSettings {
  bool all = false;                                                   // list every meeting pair; else stop at the first
  std::size_t max_results = std::numeric_limits<std::size_t>::max();  // with `all`: stop after that many pairs
  int threads = 1;  // with `all`; 0: as many as the machine has. The answer does not depend on it.
};

// As collide, with a < b in each pair. A solid is asked about its surface.
CollideResult self_collide(const Body& body, const SelfCollideSettings& settings = {}) noexcept;

// --- ray: where does origin + t * direction, 0 <= t <= max, meet a body's surface? Exact decisions; both sides. ---

struct Ray {
  Vec3 origin;
  Vec3 direction;  // any length but 0; t is in units of it
  double max = std::numeric_limits<double>::max();
  Vec3 base = {};  // the direction is meant as `direction - base`, exactly
};

// The segment from p to q, ends included: t is 0 at p and 1 at q, exactly.
constexpr Ray segment(Vec3 p, Vec3 q) { return {p, q, 1.0, p}; }

struct RaySettings {
  bool any = false;  // promise existence, not which: stop at the first triangle found
  bool all = false;  // list every triangle that is hit; `any` is then left aside
};

struct RayHit {
  double t = 0;  // the exact parameter, rounded to the nearest double
  std::uint32_t triangle = 0;
  std::uint32_t tag = 0;
  Vec3 barycentric;  // of the point, weights of the triangle's corners
  Vec3 normal;       // unit, world frame: the triangle's counter-clockwise side carried by the pose (also under
                     // reflection); 0 for a degenerate triangle
  Vec3 point;        // world frame
};

struct RayResult {
  Status status = Status::ok;
  bool hit = false;
  RayHit closest;            // least t, then least triangle index; with `any`: some hit
  std::vector<RayHit> hits;  // with `all`: sorted by exact t, then triangle
  Counters counters;
};

// A ray in the plane of a triangle hits its nearest point; a start on the surface hits at 0.
RayResult ray(const Body& body, const Ray& ray, const RaySettings& settings = {}) noexcept;

// Many rays: result i is ray(body, rays[i], settings), for any number of threads (0: as many as the machine has).
std::vector<RayResult> ray(const Body& body, std::span<const Ray> rays, const RaySettings& settings = {},
                           int threads = 0);
// The same into memory of the caller's, which is worth reusing; throws Error when there is too little of it.
void ray(const Body& body, std::span<const Ray> rays, std::span<RayResult> results, const RaySettings& settings = {},
         int threads = 0);

// --- the same queries as lines of `graze query` (docs/protocol.md), for bug reports ---

// The `define` line of a shape, with its triangles as they are given.
std::string query_line(const std::string& name, const Shape& shape);
// "a" and "b" of the line are shapes defined as name_a and name_b.
std::string query_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                       const CollideSettings& settings = {});
// A ray with a base other than 0 must be a segment.
std::string query_line(const std::string& name, const Body& body, const Ray& ray, const RaySettings& settings = {});
// The line of a self_collide.
std::string query_line(const std::string& name, const Body& body, const SelfCollideSettings& settings);

}  // namespace graze
