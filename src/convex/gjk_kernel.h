// The search of gjk.h between two cores, one implementation an instruction set, but that AVX-512 takes that of AVX2.
// All give the same bits.
#pragma once

#include "convex/gjk.h"
#include "math/isa.h"

namespace graze {

struct CoreRequest {
  double stop_above = std::numeric_limits<double>::infinity();  // a lower bound above this is enough
  double stop_below = -1;                                       // so is an upper bound not above this
  double tolerance = 0;                                         // and so is a bracket this wide; 0: the default
  bool sign_only = false;  // of a depth: a proof that there is one, or none, is enough
  bool hasty = false;      // of a decision: as convex_meeting() says
  bool patient = false;    // of a depth: without the quick start, as where that tells nothing
  const ConvexCache* cache = nullptr;
};

struct CoreAnswer {
  bool inside;          // a proven common point of the cores: point_a = point_b
  bool apart;           // the lower bound is above the request's stop
  bool converged;       // the bracket is narrow enough, or a request's stop was reached
  double lower, upper;  // of the distance of the cores; lower may be negative, and upper infinite
  double tolerance;     // the one that was used
  Vec3 point_a, point_b, normal;
  std::uint32_t count, steps;
  std::uint32_t index_a[3] = {}, index_b[3] = {};
  std::uint32_t held = 0;  // inside: so many of these pairs are corners of the tetrahedron that proves it
};

// Two cores of points without radii, in the poses that they have now.
struct Recheck {
  const SupportTable *table_a, *table_b;
  const Pose *pose_a, *pose_b;
  bool met;  // by the last answer
};
struct RecheckAnswer {
  std::uint32_t index_a[3], index_b[3];  // in: the pairs of the last answer, the last one repeated; out: of this one
  std::uint32_t count;                   // so many of them; in: likewise, 1 to 3
  bool kept;                             // the same pairs as of the last answer
  bool meet;                             // the distance is 0: both points are a common one
  std::uint32_t count_a, count_b;        // different corners among them
  double lower, upper, distance;         // distance: between the two bounds
  double coordinates;                    // the sum of what bounds those of the one and of the other
  Vec3 point_a, point_b, normal;
};

// What convex_distance() is when the search of the cores ended with `core`.
ConvexDistance settled_distance(const Support& a, const Support& b, const ConvexDistanceSettings& settings,
                                const CoreRequest& request, CoreAnswer& core, ConvexCache* cache) noexcept;

struct ConvexKernels {
  // convex_distance().
  ConvexDistance (*measure)(const Support& a, const Support& b, const ConvexDistanceSettings& settings,
                            ConvexCache* cache);
  // The cores alone.
  void (*distance)(const Support& a, const Support& b, const CoreRequest& request, CoreAnswer& answer);
  // The same with a start that suits yes or no; without features and points when that is told.
  void (*decide)(const Support& a, const Support& b, const CoreRequest& request, CoreAnswer& answer);
  // decide, and of cores that are not proven apart the depth: lower <= depth <= upper, `inside` when that proves it.
  // Points and features are those of the deepest place.
  void (*depth)(const Support& a, const Support& b, const CoreRequest& request, CoreAnswer& answer);
  // Are the nearest points of two cores between the corners that they were between, or a few steps of the search away?
  // Then the distance, as converged as that of measure(). Do they meet near to where they did, or were? Then that.
  bool (*recheck)(const Recheck& request, RecheckAnswer& answer);
  // The first of the points of up to eight blocks that is highest along a direction, and how high, as computed.
  std::uint32_t (*highest)(const PointBlock* blocks, std::uint32_t count, const Vec3& along, double& height);
};

const ConvexKernels& convex_kernels(Isa isa) noexcept;
const ConvexKernels& convex_kernels() noexcept;

}  // namespace graze
