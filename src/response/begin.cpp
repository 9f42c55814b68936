// After edits: the order of bodies, groups, the broad phase, and the check of the start. What did not change goes on as
// it was.
#include <algorithm>
#include <numeric>

#include "response/boxes.h"
#include "response/simulation_state.h"

namespace graze {

bool Simulation::State::exempt(std::uint32_t a, std::uint32_t b) const {
  return std::binary_search(exempt_pairs.begin(), exempt_pairs.end(), pair_key(a, b));
}

// Those of bodies that came, went or were placed are dropped.
void Simulation::State::follow_edits() {
  constexpr std::uint32_t gone = ~std::uint32_t{0};
  std::vector<std::uint32_t> now(known.size(), gone);
  std::vector<std::uint64_t> keys;
  keys.reserve(bodies.size());
  std::size_t at = 0;
  for (const BodyRecord& body : bodies) {
    const std::uint64_t key = body.settings.key;
    while (at < known.size() && known[at] < key) ++at;
    if (at < known.size() && known[at] == key && !body.fresh) now[at] = std::uint32_t(keys.size());
    keys.push_back(key);
  }
  known = std::move(keys);
  const auto follow = [&](auto& list) {
    std::erase_if(list, [&](const auto& one) { return now[one.a] == gone || now[one.b] == gone; });
    for (auto& one : list) {
      one.a = now[one.a];
      one.b = now[one.b];
    }
  };
  follow(contacts);
  follow(resting);
  follow(proofs);
  const auto find_keys = [](const std::vector<ContactSet>& sets, std::vector<std::uint64_t>& of) {
    of.clear();
    for (const ContactSet& set : sets) of.push_back(pair_key(set.a, set.b));
  };
  find_keys(contacts, contact_keys);
  find_keys(resting, resting_keys);
  wide.forget();
  wide_staged.forget();
}

void Simulation::State::regroup() {
  const std::uint32_t count = std::uint32_t(bodies.size());
  group.resize(count);
  std::iota(group.begin(), group.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (group[i] != i) i = group[i];
    return i;
  };
  exempt_pairs.clear();
  tied.assign(count, 0);
  for (JointRecord& joint : joints) {
    joint.a = std::uint32_t(find(joint.joint.a));
    joint.b = std::uint32_t(find(joint.joint.b));
    if (joint.joint.may_overlap)
      exempt_pairs.push_back(pair_key(std::min(joint.a, joint.b), std::max(joint.a, joint.b)));
    if (joint.broken) continue;
    tied[joint.a] = tied[joint.b] = 1;
    if (bodies[joint.a].fixed() || bodies[joint.b].fixed()) continue;
    const std::uint32_t p = root(joint.a), q = root(joint.b);
    group[std::max(p, q)] = std::min(p, q);
  }
  for (std::uint32_t i = 0; i < count; ++i) group[i] = root(i);
  std::sort(exempt_pairs.begin(), exempt_pairs.end());
  std::vector<char> moving(count);
  for (std::uint32_t i = 0; i < count; ++i) moving[i] = bodies[i].moving();
  joint_solver.arrange(joints, moving);
  rejoined = false;
}

void Simulation::State::begin() {
  const std::uint32_t count = std::uint32_t(bodies.size());
  follow_edits();
  regroup();
  broad = BroadPhase();
  for (std::uint32_t i = 0; i < count; ++i) {
    const ConvexPiece& whole = bodies[i].form->nodes[0];
    const BodyPlace place = bodies[i].place();
    const Vec3 size = max(abs(place.at), Vec3{});
    if (bodies[i].fresh)
      bodies[i].reserved =
          grown_by(box_at(whole, place), 0x1p-40 * (whole.farthest + size.x + size.y + size.z) + 2 * bodies[i].skin);
    if (broad.add(i, bodies[i].reserved) != Status::ok)
      throw Error("the body with the key " + std::to_string(bodies[i].settings.key) + " is beyond the doubles");
  }
  find_pairs();
  decided.assign(count, {});
  ends.clear();
  for (const BodyRecord& body : bodies) ends.push_back(body.body);
  // Standing still must be proven, or nothing that follows can be.
  guard.bodies.resize(count);
  guard.groups.assign(count, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    GuardBody& b = guard.bodies[i];
    b = {};
    b.form = bodies[i].form.get();
    b.way.start = bodies[i].place();
    b.group = i;
    aim(b.way, bodies[i].centre, bodies[i].rotation, {}, bodies[i].rotation);
    b.way.sine = 0;
    set_part(b.way, 1, b.form->mass.centre, b.end_rotation);
    b.way.end = b.way.start;
  }
  const auto refuse = [&](const IdPair& pair, const char* why) {
    const std::uint64_t a = bodies[pair.lesser()].settings.key, b = bodies[pair.greater()].settings.key;
    OverlapError error("the bodies with the keys " + std::to_string(a) + " and " + std::to_string(b) + why);
    error.key_a = a;
    error.key_b = b;
    throw error;
  };
  guard.pairs.clear();
  for (const IdPair& pair : pairs) {
    const BodyRecord &a = bodies[pair.lesser()], &b = bodies[pair.greater()];
    const CollideResult meet = collide(a.body, b.body);
    if (meet.yes()) refuse(pair, " have a common point");
    if (!meet.no()) refuse(pair, " may have a common point: the query could not tell");
    guard.pairs.push_back({pair.lesser(), pair.greater(), 0.1 * skin_of(a, b), {}, 0});
  }
  GuardCounts counts;
  if (!guard.run(settings.threads, counts)) {
    const GuardPair& pair = guard.pairs[guard.failed];
    refuse(id_pair(pair.a, pair.b), " are too near to each other for a proof that they are apart");
  }
  for (BodyRecord& body : bodies) body.fresh = false;
  edited = false;
}

}  // namespace graze
