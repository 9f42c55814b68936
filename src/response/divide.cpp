// A tick in parts, for some of the bodies.
//
// Where a way would be shortened, the tick is made of two half ones for the islands concerned. All others have gone
// through the whole tick by then: their ways are decided, and in each part they go along them as kinematic bodies do.
// So no body does anything else because others, which it has nothing to do with, go through the tick in parts. Should
// one that goes in parts come to a body whose way is decided, that body and its island take part from there on.
#include <algorithm>

#include "response/boxes.h"
#include "response/simulation_state.h"

namespace graze {
namespace {

struct Moment {
  BodyPlace place;
  Vec3 centre;
  Quat rotation;
};

// Where a body is on its way after so much of the time.
Moment moment_of(const DecidedWay& decided, double seconds, Vec3 local_centre) {
  if (seconds >= decided.seconds * (1 - 1e-12)) return {decided.end, decided.centre, decided.rotation};
  const double part = seconds / decided.seconds;
  BodyWay way = decided.way;
  way.push = way.push * part;
  Moment moment;
  set_part(way, decided.way.part * part, local_centre, moment.rotation);
  moment.place = way.end;
  moment.centre = way.centre + way.by;
  return moment;
}

}  // namespace

// What a body whose way is decided does in the next part of the tick.
BodyWay Simulation::State::way_ahead(std::uint32_t i, double seconds, Quat& end_rotation) const {
  const BodyRecord& body = bodies[i];
  const Vec3 local_centre = body.form->mass.centre;
  const Moment next = moment_of(decided[i], decided[i].passed + seconds, local_centre);
  BodyWay way;
  way.start = body.place();
  aim(way, body.centre, body.rotation, next.centre - body.centre, next.rotation);
  set_part(way, 1, local_centre, end_rotation);
  way.end = next.place;  // but for rounding the same
  return way;
}

void Simulation::State::pass(double seconds) {
  each_body(bodies.size(), settings.threads, [&](std::uint32_t i) {
    DecidedWay& own = decided[i];
    if (own.depth == 0) return;
    own.passed += seconds;
    BodyRecord& body = bodies[i];
    const Moment now = moment_of(own, own.passed, body.form->mass.centre);
    body.body.pose = pose_of(now.place);
    body.centre = now.centre;
    body.rotation = now.rotation;
  });
}

void Simulation::State::divide(double seconds, int depth, const std::vector<char>& blocked_bodies) {
  const std::uint32_t count = std::uint32_t(bodies.size());
  std::vector<char> others(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    others[i] = active(i) && !blocked_bodies[i];
    if (!others[i]) continue;
    const BodyRecord& body = bodies[i];
    DecidedWay& own = decided[i];
    own.passed = 0;
    own.seconds = seconds;
    own.way = guard.bodies[i].way;
    const Box box = swept(body, own.way, 0);
    own.box = {max(box.lo, body.reserved.lo), min(box.hi, body.reserved.hi)};
    own.velocity_before = body.velocity;
    own.spin_before = body.spin;
    own.rest_before = body.rest_seconds;
  }
  commit(seconds, others);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!others[i]) continue;
    BodyRecord& body = bodies[i];
    DecidedWay& own = decided[i];
    own.depth = depth + 1;
    own.end = body.place();
    own.centre = body.centre;
    own.rotation = body.rotation;
    body.body.pose = pose_of(own.way.start);
    body.centre = own.way.centre;
    body.rotation = own.way.from;
  }
  tick(seconds / 2, depth + 1);
  tick(seconds / 2, depth + 1);
  for (DecidedWay& own : decided)
    if (own.depth == depth + 1) own.depth = 0;
}

void Simulation::State::rejoin(std::uint32_t first) {
  std::vector<std::uint32_t> todo{first};
  while (!todo.empty()) {
    const std::uint32_t i = todo.back();
    todo.pop_back();
    DecidedWay& own = decided[i];
    if (own.depth == 0) continue;
    own.depth = 0;
    BodyRecord& body = bodies[i];
    if (body.moving()) {
      const double part = own.passed / own.seconds;
      body.velocity = own.velocity_before + (body.velocity - own.velocity_before) * part;
      body.spin = own.spin_before + (body.spin - own.spin_before) * part;
      body.rest_seconds = own.passed > 0 ? 0 : own.rest_before;
      body.asleep = false;
    } else {
      for (const IdPair& pair : pairs)
        if (pair.lesser() == i || pair.greater() == i)
          todo.push_back(pair.lesser() == i ? pair.greater() : pair.lesser());
    }
    for (std::uint32_t j = 0; j < decided.size(); ++j)
      if (decided[j].depth > 0 && (island[j] == island[i] || group[j] == group[i])) todo.push_back(j);
  }
}

}  // namespace graze
