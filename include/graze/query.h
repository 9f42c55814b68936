// Queries: free functions on values, safe to call from any thread. Bad input is a status, never an exception. Those
// that are not noexcept let out what a collector throws, and std::bad_alloc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "graze/answer.h"
#include "graze/budget.h"
#include "graze/error.h"
#include "graze/math.h"
#include "graze/ray.h"
#include "graze/shape.h"

namespace GRAZE_API graze {

// A shape, and where it is: what queries ask about. A value; copies share the shape.
struct Body {
  Shape shape;  // in its own frame
  Pose pose;    // from the frame of the shape to the world
};

// The work a query did. Two bodies are compared by pairs of boxes and of triangles; a ray with single ones.
struct Counters {
  std::uint64_t box_tests = 0;       // pairs of boxes, or boxes against a ray
  std::uint64_t triangle_tests = 0;  // all that the boxes left: the triangles of a leaf, or of two, each with each
  std::uint64_t double_tests = 0;    // of these, what float arithmetic did not decide
  std::uint64_t exact_tests = 0;     // predicates of these that the filter in double left to exact arithmetic

  // Adds each number.
  Counters& operator+=(const Counters& other) noexcept {
    box_tests += other.box_tests;
    triangle_tests += other.triangle_tests;
    double_tests += other.double_tests;
    exact_tests += other.exact_tests;
    return *this;
  }
};

// A triangle of a and one of b, by their numbers in the shapes (find_part() tells the part of a compound).
struct TrianglePair {
  std::uint32_t a = 0, b = 0;  // sorted by a, then by b
  friend constexpr auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

// --- a pair that is asked about again and again ---

// What earlier queries of the same two shapes, in the same order, found out: a start for the next one, whichever verb
// asks. It belongs to the caller, one for each pair that lives. It may change a number within its bound, and which of
// equally near triangles are named; never a yes or no. What has been left by other shapes, or by nobody, costs time and
// does no harm. With a budget of one's own it is not read, so that no budget depends on it.
struct PairCache {
  bool used = false;          // there is something to begin with
  TrianglePair nearest = {};  // the triangles that were nearest, or met
  TrianglePair leaves = {};   // of compounds: the leaves that were nearest, or met, counted in the order of numbers
  Vec3 axis = {};             // from a to b: convex bodies were apart along it; 0: none
  std::uint32_t count = 0;    // of the corners below
  std::array<std::uint32_t, 3> corners_a{}, corners_b{};  // of convex bodies: the nearest points are between these
};

// --- collide: do two bodies have a common point? Exact on the posed doubles; touching is contact. ---

// What to find out about two bodies, and with how much work.
struct CollideSettings {
  bool all = false;  // list every meeting pair; else stop at the first contact
  std::size_t max_results = std::numeric_limits<std::size_t>::max();  // with `all`: stop after that many pairs
  // With `all`, or for many poses; 0: as many as the machine has. No answer depends on it; the counters do where
  // max_results cut the list. With a budget one thread does the work on a pair.
  int threads = 1;
  std::uint64_t budget = unlimited_budget;  // in units of work; see graze/budget.h
};

// Do two bodies have a common point, and which triangles do? Yes and no are exact, of curved bodies certified;
// touching counts.
struct [[nodiscard]] CollideResult : YesNo {
  bool complete = true;             // false when max_results cut the list
  std::vector<TrianglePair> pairs;  // with `all`: sorted; when cut, which pairs were kept is not promised
  // Of the gap, when undecided; a yes is proven all the same, and `pairs` has those that surely meet.
  double lower = unknown_number, upper = unknown_number;
  Counters counters;  // the work that was done
};

// Do a and b have a common point? Solids count with their inside, surfaces without. Swapping a and b swaps the numbers
// of each pair.
CollideResult collide(const Body& a, const Body& b, const CollideSettings& settings = {},
                      PairCache* cache = nullptr) noexcept;

// Gives each meeting pair to the collector, in no promised order, until it returns false. `pairs` stays empty.
CollideResult collide(const Body& a, const Body& b, const std::function<bool(TrianglePair)>& collector);

// One body against one shape in many poses: result i is collide(a, {b, poses[i]}, settings).
[[nodiscard]] std::vector<CollideResult> collide(const Body& a, const Shape& b, std::span<const Pose> poses,
                                                 const CollideSettings& settings = {});

// --- self_collide: which triangles of one body meet each other? Exact on the posed doubles; touching is contact. ---

// Triangles with a common corner (the same vertex, or local positions that are equal, -0 = +0) are neighbours and never
// a pair, whatever else they have in common.
struct SelfCollideSettings {
  bool all = false;                                                   // list every meeting pair; else stop at the first
  std::size_t max_results = std::numeric_limits<std::size_t>::max();  // with `all`: stop after that many pairs
  int threads = 1;  // with `all`; 0: as many as the machine has. The answer does not depend on it.
  std::uint64_t budget = unlimited_budget;  // with one, one thread does the work
};

// As collide, with a < b in each pair. A solid is asked about its surface.
CollideResult self_collide(const Body& body, const SelfCollideSettings& settings = {}) noexcept;

// --- ray: where does origin + t * direction, 0 <= t <= max, meet a body's surface? Exact decisions; both sides. ---

// Which hits are asked for.
enum class RayWant : std::uint8_t {
  closest,  // the first hit: of one body least t, then least triangle; of a world least (t, key)
  any,      // promises existence, not which
  all       // every triangle, or in a world every object with its first hit
};

// Which hits to look for, and with how much work.
struct RaySettings {
  RayWant want = RayWant::closest;          // which hits
  std::uint64_t budget = unlimited_budget;  // of each ray
  int threads = 1;                          // for many rays; 0: as many as the machine has. No answer depends on it.
};

// Where a ray meets a surface.
struct RayHit {
  double t = unknown_number;   // the exact parameter, rounded to the nearest double
  std::uint32_t triangle = 0;  // its number in the shape; of a polyhedron the face
  std::uint32_t tag = 0;       // of that triangle
  Vec3 barycentric;            // of the point, weights of the triangle's corners; 0 on what is no triangle
  Vec3 normal;  // unit, world frame: the triangle's counter-clockwise side carried by the pose (also under
                // reflection); 0 for a degenerate triangle; outward on what is no triangle
  Vec3 point;   // world frame; infinite only past the greatest double
};

// Does the ray meet the body, and where? Invalid: an origin or direction that is not finite, a direction of 0, a max
// that is NaN.
struct [[nodiscard]] RayResult : YesNo {
  RayHit closest;            // when yes: least t, then least triangle index; with `any`: some hit
  std::vector<RayHit> hits;  // with `all`: sorted by exact t, then triangle
  Counters counters;         // the work that was done
};

// A ray in the plane of a triangle hits its nearest point; a start on the surface hits at 0.
RayResult cast(const Body& body, const Ray& ray, const RaySettings& settings = {}) noexcept;

// Many rays: result i is cast(body, rays[i], settings), but for the counters: rays that go about the same way descend
// together.
[[nodiscard]] std::vector<RayResult> cast(const Body& body, std::span<const Ray> rays,
                                          const RaySettings& settings = {});
// The same into memory of the caller's, which is worth reusing; throws Error when there is too little of it.
void cast(const Body& body, std::span<const Ray> rays, std::span<RayResult> results, const RaySettings& settings = {});

// --- distance: how far apart are two bodies, and where? Certified; 0 exactly when `collide` says yes. ---

// The part of a triangle that a point is on: corner `index`, the edge from corner `index` to the next, the face; or the
// solid that the triangle belongs to, when one body is inside the other.
struct Feature {
  // A vertex, an edge, a face, or the solid.
  enum class Kind : std::uint8_t { vertex, edge, face, solid };
  Kind kind = Kind::vertex;    // which of these
  std::uint16_t index = 0;     // of a polyhedron: in the face
  std::uint32_t triangle = 0;  // of a solid: 0; of a polyhedron: the face
  std::uint32_t tag = 0;       // the triangle's
  friend constexpr bool operator==(const Feature&, const Feature&) = default;
};

// How far to search, and with how much work.
struct DistanceSettings {
  // Of bodies farther apart than this only a lower bound is promised (`beyond`). Not negative.
  double max = std::numeric_limits<double>::infinity();
  // With a budget of one's own a cache is not read.
  std::uint64_t budget = default_budget;
  int threads = 1;  // for many poses; 0: as many as the machine has. No answer depends on it.
};

// How far apart two bodies are, with a bound, and where they are nearest.
struct [[nodiscard]] DistanceResult : Outcome {
  bool beyond = false;               // farther apart than settings.max: `lower` holds, and nothing else is known
  double distance = unknown_number;  // infinite when beyond
  double bound = unknown_number;     // |distance - true| <= bound
  // The true distance is between them, also when undecided; upper is infinite when beyond.
  double lower = unknown_number, upper = unknown_number;
  // World frame: each is within point_bound of a point of its body, on its feature, and those two points are apart by
  // the true distance up to `bound`.
  Vec3 point_a = unknown_point, point_b = unknown_point;
  double point_bound = unknown_number;
  Vec3 normal = unknown_point;   // unit, from a to b; 0 at distance 0
  Feature feature_a, feature_b;  // of a and of b: the parts that the points are on
  Counters counters;             // the work that was done
};

// Of triangles that are equally near, as far as computed or because they share the corner or edge that is nearest, the
// least (triangle of the first, triangle of the other) are named, where the first body is the one whose pose, or whose
// shape where the poses are equal, has the lesser numbers: so that swapping a and b mirrors the answer exactly. At
// distance 0 some triangles that meet are named.
DistanceResult find_distance(const Body& a, const Body& b, const DistanceSettings& settings = {},
                             PairCache* cache = nullptr) noexcept;

// One body against one shape in many poses: result i is find_distance(a, {b, poses[i]}, settings).
[[nodiscard]] std::vector<DistanceResult> find_distance(const Body& a, const Shape& b, std::span<const Pose> poses,
                                                        const DistanceSettings& settings = {});

// --- within: are two bodies no farther apart than a tolerance? Exact on the posed doubles; equality counts. ---

struct [[nodiscard]] WithinResult : YesNo {  // invalid, too, for a tolerance that is negative or NaN
  TrianglePair witness;  // when yes, and no body is inside the other: triangles that are as near; some of them
  double lower = unknown_number, upper = unknown_number;  // of the distance, when undecided
  Counters counters;                                      // the work that was done
};

// How much work to do, and in how many threads.
struct WithinSettings {
  std::uint64_t budget = unlimited_budget;  // with one, a cache is not read
  int threads = 1;                          // for many poses; 0: as many as the machine has. No answer depends on it.
};

// within(a, b, 0) is collide(a, b). An infinite tolerance holds every body.
WithinResult within(const Body& a, const Body& b, double tolerance, const WithinSettings& settings = {},
                    PairCache* cache = nullptr) noexcept;

// One body against one shape in many poses: result i is within(a, {b, poses[i]}, tolerance, settings).
[[nodiscard]] std::vector<WithinResult> within(const Body& a, const Shape& b, std::span<const Pose> poses,
                                               double tolerance, const WithinSettings& settings = {});

}  // namespace graze
