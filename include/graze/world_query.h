// Asking a world: rays, overlap, nearest, within, move and walk against its objects; docs/world.md, "Asking a world".
//
// The answers are those of asking about one body after the other (graze/query.h, graze/motion.h, graze/mover.h), of the
// world as it is since the last apply() or step: objects stand where World::body() says. A deformable is asked as its
// vertices are now. A tree over the boxes of the objects finds the few that matter; it is brought up to date by the
// first query after edits, at the cost of what changed. Queries may run side by side, not while another thread applies
// or steps.
//
// All lists are in the order of (value, key), so that neither the order of insertion nor threads are seen in them.
// What memory or threads were not enough for is the status out_of_memory; what `accept` throws gets out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "graze/motion.h"
#include "graze/mover.h"
#include "graze/query.h"
#include "graze/world.h"

namespace GRAZE_API graze {

// Which object an answer is about.
struct ObjectName {
  ObjectId id;                      // null: no object
  std::uint64_t key = 0, user = 0;  // ObjectSettings of the object
  friend constexpr bool operator==(const ObjectName&, const ObjectName&) = default;
};

// Which objects are asked: those that pass all of these.
struct QueryFilter {
  std::uint64_t groups = ~std::uint64_t{0};  // bit g: objects of group g
  int group = -1;        // of whoever asks: leaves out objects whose mask leaves this group out; -1: none
  ObjectId except = {};  // in place of this object: leaves out itself, and those of which World::interested() says no
  // Called from the threads of a batch.
  std::function<bool(const ObjectName&)> accept = {};
};

// An object that could not be asked, or of which the answer is not known, and why.
struct ObjectFailure {
  ObjectName object;           // which one
  Status status = Status::ok;  // why
};

// Of all results that follow: `status` is ok, or that of the failure with the least key; `invalid` without a failure:
// of the query itself. Lists tell of the objects that did answer.

// --- ray: which objects does a ray meet? ---

// Which hits of which objects to look for.
struct WorldRaySettings {
  RayWant want = RayWant::closest;  // which hits
  QueryFilter filter = {};          // which objects
  int threads = 1;                  // for many rays; 0: as many as the machine has. No answer depends on it.
};

// Where a ray first meets an object.
struct WorldRayHit {
  ObjectName object;  // which one
  RayHit hit;         // as cast() of the body says
};

// Does a ray meet any object, which, and where?
struct [[nodiscard]] WorldRayResult : YesNo {
  WorldRayHit closest;                // when yes; with `any`: some hit
  std::vector<WorldRayHit> hits;      // with `all`: by (t, key)
  std::vector<ObjectFailure> failed;  // whose boxes the ray meets, not beyond the closest hit; by key
  Counters counters;                  // the work that was done
};

// Which objects a ray meets. Of each object the first hit counts.
WorldRayResult cast(const World& world, const Ray& ray, const WorldRaySettings& settings = {});
// Many rays: result i is cast(world, rays[i], settings).
[[nodiscard]] std::vector<WorldRayResult> cast(const World& world, std::span<const Ray> rays,
                                               const WorldRaySettings& settings = {});
// The same into memory of the caller's, which is worth reusing; throws Error when there is too little of it.
void cast(const World& world, std::span<const Ray> rays, std::span<WorldRayResult> results,
          const WorldRaySettings& settings = {});

// What WorldRayResult says of the closest hit, in 32 bytes, for rays by the million (graze/ray_brief.h has those at one
// body).
struct WorldRayBrief {
  double t = unknown_number;        // the very double of RayHit::t; NaN without a hit
  ObjectId object = {};             // null without a hit
  std::uint32_t triangle = 0;       // of the hit
  std::uint32_t tag = 0;            // of the triangle
  Status status = Status::ok;       // anything but ok: nothing else is known
  Answer answer = Answer::unknown;  // is there a hit?

  // The status is ok.
  bool ok() const noexcept { return status == Status::ok; }
  bool yes() const noexcept { return answer == Answer::yes; }  // proven
  bool no() const noexcept { return answer == Answer::no; }    // proven
};
static_assert(sizeof(WorldRayBrief) == 32);

// Brief i is what cast(world, rays[i], settings) says; there are no lists, and RayWant::all is answered as `closest`.
// Throws Error when there are fewer briefs than rays.
void cast(const World& world, std::span<const Ray> rays, std::span<WorldRayBrief> briefs,
          const WorldRaySettings& settings = {});

// --- overlap: which objects have a common point with a body? ---

// An object that has a common point with the body.
struct WorldOverlap {
  ObjectName object;     // which one
  CollideResult result;  // of collide(body, object)
};

struct [[nodiscard]] WorldOverlapResult : YesNo {  // is there one?
  std::vector<WorldOverlap> objects;               // by key
  std::vector<ObjectFailure> failed;               // whose boxes overlap that of the body; by key
};

// Which objects have a common point with a body, as collide() says.
WorldOverlapResult find_overlaps(const World& world, const Body& body, const QueryFilter& filter = {},
                                 const CollideSettings& settings = {});
// Many bodies: result i is find_overlaps(world, bodies[i], filter, settings).
[[nodiscard]] std::vector<WorldOverlapResult> find_overlaps(const World& world, std::span<const Body> bodies,
                                                            const QueryFilter& filter = {},
                                                            const CollideSettings& settings = {});

// --- within: which objects are no farther from a body than a tolerance? ---

// An object that is near enough.
struct WorldWithin {
  ObjectName object;    // which one
  WithinResult result;  // of within(body, object, tolerance)
};

struct [[nodiscard]] WorldWithinResult : YesNo {  // is there one? Invalid, too, for a tolerance below 0 or NaN
  std::vector<WorldWithin> objects;               // by key
  std::vector<ObjectFailure> failed;              // whose boxes are as near; by key
};

// Which objects are no farther from a body than a tolerance, as within() of two bodies says.
WorldWithinResult within(const World& world, const Body& body, double tolerance, const QueryFilter& filter = {},
                         const WithinSettings& settings = {});
// Many bodies: result i is within(world, bodies[i], tolerance, filter, settings).
[[nodiscard]] std::vector<WorldWithinResult> within(const World& world, std::span<const Body> bodies, double tolerance,
                                                    const QueryFilter& filter = {},
                                                    const WithinSettings& settings = {});

// --- nearest: which objects are nearest to a body, or to a point? ---

// An object and how far it is.
struct WorldNear {
  ObjectName object;      // which one
  DistanceResult result;  // of find_distance(body, object)
};

// The objects that are nearest to a body.
struct [[nodiscard]] WorldNearestResult : Outcome {
  std::vector<WorldNear> objects;     // the k with the least (distance, key); fewer where there are fewer
  std::vector<ObjectFailure> failed;  // whose boxes are not farther than the last of these; by key
};

// The k objects nearest to a body or a point of the world, as find_distance() says.
WorldNearestResult find_nearest(const World& world, const Body& body, std::size_t k, const QueryFilter& filter = {},
                                const DistanceSettings& settings = {});
WorldNearestResult find_nearest(const World& world, Vec3 point, std::size_t k, const QueryFilter& filter = {},
                                const DistanceSettings& settings = {});
// Many bodies: result i is find_nearest(world, bodies[i], k, filter, settings).
[[nodiscard]] std::vector<WorldNearestResult> find_nearest(const World& world, std::span<const Body> bodies,
                                                           std::size_t k, const QueryFilter& filter = {},
                                                           const DistanceSettings& settings = {});

// --- move, walk: a body on its way through the world ---

// When a body on its way first touches an object, and which.
struct [[nodiscard]] WorldMoveResult {
  // Of move(body, motion, others, settings), where the others are the objects whose boxes meet the room that the body
  // and its zone need. An object among them that has no motion queries makes the status its own.
  MoveResult result;
  ObjectName object;  // of result.contact, whose `body` is 0; null without a contact
};

// A body on its way among the objects, which stand.
WorldMoveResult move(const World& world, const Body& body, const Motion& motion, const MoveSettings& settings = {},
                     const QueryFilter& filter = {});

// Where a walker came to, and what it stands on.
struct [[nodiscard]] WorldWalkResult {
  MoverResult result;             // of walk(walker, way, others, settings, cache) with the objects in reach
  ObjectName ground;              // of result.ground_body, which is 0; null in the air
  std::vector<ObjectName> walls;  // of result.walls, whose `body` is 0
};

// A walker among the objects, which stand.
WorldWalkResult walk(const World& world, const Body& walker, Vec3 way, const MoverSettings& settings = {},
                     MoverCache* cache = nullptr, const QueryFilter& filter = {});

}  // namespace graze
