// move and walk: the objects that the body can come near to are gathered by their boxes, in the order of keys, and the
// question is asked of these. What is outside of the box cannot be met, so that nothing depends on how much is inside.
#include <cmath>

#include "ask/asker.h"
#include "base/float_state.h"
#include "math/norms.h"
#include "math/posed_box.h"
#include "motion/path.h"
#include "motion/quick_move.h"
#include "motion/swept_box.h"

namespace graze {
namespace {

struct Gathered {
  ObjectName object;
  const Body* body;
};

std::vector<Gathered> gather(const Asker& asker, const Box& box) {
  std::vector<Gathered> found;
  asker.boxes().overlap(box, [&](std::uint32_t slot) {
    if (asker.wants(slot)) found.push_back({asker.name(slot), &asker.body(slot)});
    return true;
  });
  sort_by_key(found);
  return found;
}

// A pose on the way is rounded, and so are the vertices in it.
Box with_room(const Box& box, double room) { return grown(box, room + largest(box) * 0x1p-40); }

// Straight on, of and against bodies of few corners: nothing is gathered, and what is beyond the first contact is not
// looked at. False: that is not enough to tell.
bool find_quickly(const Asker& asker, const Box& box, const Body& body, const Motion& motion,
                  const MoveSettings& settings, WorldMoveResult& result) {
  QuickMove quick(body, motion, settings);
  Vec3 way;
  if (!quick.usable() || !straight_way(motion, way) || way == Vec3{}) return false;
  std::uint32_t first = 0;
  // What is outside of the room of the swept box is not met where rounded poses put the body, either.
  asker.boxes().sweep(with_room(box, largest(way) * 0x1p-40), way, 1, [&](std::uint32_t slot) {
    if (!asker.wants(slot)) return quick.limit();
    if (quick.see(asker.body(slot), {}, asker.name(slot).key)) first = slot;
    return quick.usable() ? quick.limit() : -1.0;
  });
  if (!quick.usable()) return false;
  result.result = quick.result();
  if (result.result.yes()) result.object = asker.name(first);
  result.result.contact.body = 0;
  return true;
}

void find_move(const Asker& asker, const Body& body, const Motion& motion, const MoveSettings& settings,
               WorldMoveResult& result) {
  Box box;
  if (!asker.valid() || !find_box(body, box) || !is_valid(motion) || !(settings.expel >= 0)) {
    result.result.status = Status::invalid;
    result.result.pose = body.pose;
    return;
  }
  if (find_quickly(asker, box, body, motion, settings, result)) return;
  const Box way = swept_box(box, motion);
  // The gap is looked at up to 2.5 times the thickness of the zone from a place that is at most twice that off the way.
  double room = 8 * settings.expel;
  for (;;) {
    const std::vector<Gathered> near = gather(asker, with_room(way, room));
    std::vector<MovingBody> others;
    for (const Gathered& each : near) others.push_back({*each.body, {}});
    result.result = move(body, motion, others, settings);
    // A zone that is derived from what is near may need more room than was thought.
    if (8 * result.result.expel > room) {
      room = 16 * result.result.expel;
      continue;
    }
    MoveContact& contact = result.result.contact;
    if ((result.result.yes() || result.result.stopped) && contact.body < near.size())
      result.object = near[contact.body].object;
    contact.body = 0;
    return;
  }
}

WorldWalkResult walk_among(const Asker& asker, const Box& box, const Body& walker, Vec3 way,
                           const MoverSettings& settings, MoverCache& cache) {
  const std::vector<Gathered> near = gather(asker, box);
  std::vector<Body> others;
  for (const Gathered& each : near) others.push_back(*each.body);
  WorldWalkResult all;
  MoverResult& result = all.result = walk(walker, way, others, settings, &cache);
  if (result.on_ground == Answer::yes && result.ground_body < near.size()) all.ground = near[result.ground_body].object;
  result.ground_body = 0;
  for (MoverWall& wall : result.walls) {
    all.walls.push_back(near[wall.body].object);
    wall.body = 0;
  }
  return all;
}

void find_walk(const Asker& asker, const Body& walker, Vec3 way, const MoverSettings& settings, MoverCache* cache,
               WorldWalkResult& result) {
  Box box;
  if (!asker.valid() || !find_box(walker, box)) {
    result.result.status = Status::invalid;
    result.result.pose = walker.pose;
    return;
  }
  // Across once, along `up` and then down a slope twice as far as the way has a part in it, a step up and one down; at
  // most 30 moves that leave a plane or the zone by 2.5 times its thickness, of which 8 times is looked at around.
  const double reach = 2.25 * length(way) + 2 * settings.step + 256 * settings.expel;
  MoverCache used = cache != nullptr ? *cache : MoverCache{};
  const MoverCache before = used;
  result = walk_among(asker, with_room(box, reach), walker, way, settings, used);
  if (result.result.rescue != MoverRescue::none) {
    // It may have been put as far away as a search goes, twice its size, and where it last was safe.
    Box all = box, safe;
    if (before.used && find_box({walker.shape, before.safe}, safe)) all = merge(all, safe);
    const double size = 2 * length(box.hi - box.lo);
    used = before;
    result = walk_among(asker, with_room(all, 2 * reach + size), walker, way, settings, used);
  }
  if (cache != nullptr) *cache = used;
}

template <class Result, class Ask>
Result answered_inside(const Ask& ask) {
  Result result;
  try {
    ask(result);
  } catch (const std::bad_alloc&) {
    result = {};
    result.result.status = Status::out_of_memory;
  }
  return result;
}

}  // namespace

WorldMoveResult move(const World& world, const Body& body, const Motion& motion, const MoveSettings& settings,
                     const QueryFilter& filter) {
  const FloatState standard;
  return answered_inside<WorldMoveResult>(
      [&](WorldMoveResult& result) { find_move(Asker(world, filter), body, motion, settings, result); });
}

WorldWalkResult walk(const World& world, const Body& walker, Vec3 way, const MoverSettings& settings, MoverCache* cache,
                     const QueryFilter& filter) {
  const FloatState standard;
  return answered_inside<WorldWalkResult>(
      [&](WorldWalkResult& result) { find_walk(Asker(world, filter), walker, way, settings, cache, result); });
}

}  // namespace graze
