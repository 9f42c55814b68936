#include "motion/rescue.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "narrow/body/borrowed.h"
#include "narrow/depth/parting.h"

namespace graze {
namespace {

Body moved(const Body& body, Vec3 by) { return {borrowed(body.shape), {body.pose.linear, body.pose.translation + by}}; }

// The sum of the vectors that part it from one after the other, each a little longer than needed.
bool push_out(const Body& body, std::span<const Body> others, const MoverSettings& settings, Pose& pose,
              Counters& counters) {
  constexpr int most_rounds = 8;
  Body now = body;
  for (int round = 0; round < most_rounds; ++round) {
    bool met = false;
    for (const Body& other : others) {
      const CollideResult meeting = collide(now, other);
      counters += meeting.counters;
      if (meeting.status != Status::ok) return false;
      if (!meeting.yes()) continue;
      met = true;
      const PenetrationResult found = parting(now, other);
      counters += found.counters;
      const double size = length(found.vector);
      if (found.status != Status::ok || !(size > 0)) return false;
      now = moved(now, found.vector * (1 + 2 * settings.expel / size));
      if (length(now.pose.translation - body.pose.translation) > settings.step + 4 * settings.expel) return false;
    }
    if (met) continue;
    pose = now.pose;
    return true;
  }
  return false;
}

// A push may end behind a thin wall; a free way from where it was safe tells that it did not.
bool reached(const Body& body, const Pose& from, const Pose& to, std::span<const Body> others,
             const MoverSettings& settings, Counters& counters) {
  if (from.linear != to.linear) return true;
  std::vector<MovingBody> standing;
  for (const Body& other : others) standing.push_back({other, {}});
  MoveSettings plain;
  plain.budget = settings.budget;
  const MoveResult way =
      move({borrowed(body.shape), from}, translation_by(to.translation - from.translation), standing, plain);
  counters += way.counters;
  return way.ok() && way.no();
}

// Shells of 26 directions, each shell farther by a half; from the thickness of the zone to the size of the body: at
// most 3,600 of them between the least double and the greatest.
bool search_around(const Body& body, std::span<const Body> others, const MoverSettings& settings, Pose& pose,
                   Counters& counters) {
  const Box box = posed_box(body.pose, body.shape.bounds());
  const double size = std::min(2 * length(box.hi - box.lo), std::numeric_limits<double>::max());
  for (double radius = 2 * settings.expel; radius <= size; radius *= 1.5) {
    for (int i = 0; i < 27; ++i) {
      const Vec3 direction{i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0};
      if (direction == Vec3{}) continue;
      const Body there = moved(body, direction * (radius / length(direction)));
      if (!is_clear(there, others, counters)) continue;
      pose = there.pose;
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_clear(const Body& body, std::span<const Body> others, Counters& counters) noexcept {
  return std::all_of(others.begin(), others.end(), [&](const Body& other) {
    const CollideResult met = collide(body, other);
    counters += met.counters;
    return met.status == Status::ok && !met.yes();
  });
}

Rescue rescue(const Body& body, std::span<const Body> others, const MoverSettings& settings, const MoverCache* cache,
              Counters& counters) {
  Rescue result;
  const bool safe = cache != nullptr && cache->used && is_clear({borrowed(body.shape), cache->safe}, others, counters);
  if (push_out(body, others, settings, result.pose, counters) &&
      (!safe || reached(body, cache->safe, result.pose, others, settings, counters))) {
    result.how = MoverRescue::pushed;
  } else if (safe) {
    result = {MoverRescue::safe_pose, cache->safe};
  } else if (search_around(body, others, settings, result.pose, counters)) {
    result.how = MoverRescue::nearest_free;
  } else {
    result.pose = body.pose;
  }
  return result;
}

}  // namespace graze
