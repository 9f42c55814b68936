// Pairs of convex bodies as the papers follow them: closest features, separating planes and vectors, simplices, linear
// programs. Each call has the same form, so that one can stand in for another.
//
// What they say is proven by supports along a direction wherever it says `yes`; what a method found without a proof is
// `no`, and what it did not find is `unknown`: graze::collide() and graze::find_distance() decide all of them
// (docs/study/index.md tells how often the methods do).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "graze/query.h"

namespace GRAZE_API graze {
namespace study {

// The convex hull of a shape's points, made ready for walking. Immutable; copies share it.
class ConvexModel {
 public:
  // Throws Error for an empty handle, a terrain, and a shape without corners: curved shapes, half-spaces, compounds.
  explicit ConvexModel(Shape shape);
  const Shape& shape() const noexcept;          // that it is of
  std::uint32_t vertex_count() const noexcept;  // of the hull
  std::uint32_t facet_count() const noexcept;   // of the hull; coplanar triangles are one

  struct Hull;
  // For the functions below.
  const Hull& hull() const noexcept { return *hull_; }

 private:
  std::shared_ptr<const Hull> hull_;
};

// A model, and where it is. It must stay while it is used.
struct ConvexPosed {
  const ConvexModel* model = nullptr;  // not owned
  Pose pose;                           // any affine map
};

// A vertex, edge or facet of a hull.
struct HullPart {
  // A vertex, an edge, or a facet.
  enum class Kind : std::uint8_t { vertex, edge, facet };
  Kind kind = Kind::vertex;  // which of these
  std::uint32_t index = 0;   // an edge is named by one of its half-edges
  friend constexpr bool operator==(const HullPart&, const HullPart&) = default;
};

// What a pair remembers from query to query: belongs to the caller, one for each pair and method. It changes how soon a
// method ends, never what is true.
struct ConvexMemory {
  bool used = false;                                      // there is something to begin with
  HullPart part_a, part_b;                                // features
  Vec3 direction;                                         // a plane's normal, or a separating vector
  double offset = 0;                                      // of the plane
  std::uint32_t vertex_a = 0, vertex_b = 0;               // where climbing starts
  std::uint32_t count = 0;                                // of the simplex below
  std::array<std::uint32_t, 3> corners_a{}, corners_b{};  // of the simplex
};

// What a method found.
struct [[nodiscard]] ConvexFound : Outcome {
  Answer apart = Answer::unknown;                          // yes: proven; no: they meet, as far as the method tells
  double lower = 0;                                        // of the distance: proven
  double upper = std::numeric_limits<double>::infinity();  // of the distance: between points that were found
  Vec3 point_a = unknown_point, point_b = unknown_point;   // `upper` apart, of the methods that find points
  Vec3 normal;                                             // unit, from a to b; 0 when not apart
  HullPart part_a, part_b;                                 // of the methods that follow features
  double depth = 0;                                        // V-Clip, when they meet: its estimate, not the least depth
  std::uint32_t steps = 0;                                 // of the method
};

// Limits and rates.
struct ConvexSettings {
  std::uint32_t most_steps = 300;      // separating planes and vectors: then they give up (Zachmann, 5.1)
  double learning_rate = 1;            // separating planes: how far the first wrong vertex moves the plane
  double cooling = 0.99;               // and by how much less each one after it does; 1: never less
  std::uint32_t feature_steps = 1000;  // Lin-Canny: then it stops at the features where it is
};

// Lin and Canny: walks from features to neighbours whose Voronoi regions are violated. Finds the distance.
ConvexFound lin_canny(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory = nullptr,
                      const ConvexSettings& settings = {}) noexcept;
// V-Clip (Mirtich): clips edges by Voronoi regions, so that it needs no case for parallel features and none for bodies
// that meet; then `depth` is how far the last vertex is below the last facet, or how far an edge goes through it.
ConvexFound v_clip(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory = nullptr,
                   const ConvexSettings& settings = {}) noexcept;
// Enhanced GJK (Cameron): simplices that start where the last query ended. Finds the distance.
ConvexFound enhanced_gjk(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory = nullptr,
                         const ConvexSettings& settings = {}) noexcept;
// Q-COLLIDE (Chung and Wang): a separating vector, mirrored at the supports that it does not part. Says apart or
// nothing.
ConvexFound q_collide(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory = nullptr,
                      const ConvexSettings& settings = {}) noexcept;
// Zachmann, 5.1: a perceptron whose rate falls, remembered for the pair. Says apart or nothing.
ConvexFound separating_plane(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory = nullptr,
                             const ConvexSettings& settings = {}) noexcept;
// I-COLLIDE's other way: the overlap as a linear program (Seidel). Remembers nothing.
ConvexFound linear_program(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory = nullptr,
                           const ConvexSettings& settings = {}) noexcept;
// What I-COLLIDE does with a pair: features, and the linear program where they are lost.
ConvexFound i_collide_pair(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory = nullptr,
                           const ConvexSettings& settings = {}) noexcept;

// A method by its name.
struct ConvexMethod {
  const char* name;          // as in tables
  decltype(&lin_canny) run;  // one of the functions above
  bool finds_distance;       // else it only says apart, or nothing
};
// All of them.
inline constexpr ConvexMethod convex_methods[] = {{"lin-canny", &lin_canny, true},
                                                  {"v-clip", &v_clip, true},
                                                  {"enhanced-gjk", &enhanced_gjk, true},
                                                  {"q-collide", &q_collide, false},
                                                  {"separating-plane", &separating_plane, false},
                                                  {"linear-program", &linear_program, false},
                                                  {"i-collide", &i_collide_pair, true}};

// Dobkin and Kirkpatrick's hierarchy of a convex body, which Lin (3.1) names for tests in O(log^2 n): the vertex that
// is farthest along a direction by a few looks in each of O(log n) layers, wherever the last answer was. Immutable;
// copies share it.
class SupportHierarchy {
 public:
  explicit SupportHierarchy(const ConvexModel& model);
  std::size_t layers() const noexcept;  // the hull included

  // What support() found.
  struct Found {
    std::uint32_t vertex = 0;     // of the hull
    Vec3 point;                   // that vertex, in the frame of the shape
    std::uint32_t looked_at = 0;  // vertices whose height was computed
  };
  // A vertex than which none is farther along the direction but for rounding, in the frame of the shape.
  Found support(Vec3 direction) const noexcept;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

// Blow's "plane divides entities": do planes of the hulls' facets, those that face the other body most, part the two?
// Says apart or nothing.
ConvexFound plane_divides(const ConvexPosed& a, const ConvexPosed& b) noexcept;

}  // namespace study
}  // namespace graze
