// Islands are bodies that contacts and joints connect; bodies that do not move by forces connect nothing. Energy and
// sleep are matters of an island.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "response/simulation_state.h"

namespace graze {
namespace {

// Of each body the least that it is connected to.
class Sets {
 public:
  explicit Sets(std::size_t count) : of_(count) { std::iota(of_.begin(), of_.end(), 0u); }
  std::uint32_t root(std::uint32_t i) noexcept {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  void unite(std::uint32_t a, std::uint32_t b) noexcept {
    const std::uint32_t p = root(a), q = root(b);
    of_[std::max(p, q)] = std::min(p, q);
  }

 private:
  std::vector<std::uint32_t> of_;
};

}  // namespace

// Bodies whose ways are decided keep the islands in which they were found.
void Simulation::State::find_islands() {
  const std::uint32_t count = std::uint32_t(bodies.size());
  Sets sets(count);
  for (const std::uint64_t key : contact_keys) {
    const std::uint32_t a = std::uint32_t(key >> 32), b = std::uint32_t(key & 0xffffffff);
    if (weighs(a) && weighs(b)) sets.unite(a, b);
  }
  for (const JointRecord& joint : joints)
    if (!joint.broken && weighs(joint.a) && weighs(joint.b)) sets.unite(joint.a, joint.b);
  island.resize(count);
  for (std::uint32_t i = 0; i < count; ++i)
    if (decided[i].depth == 0) island[i] = sets.root(i);
}

// Islands that are to go through the tick in parts, as a body of theirs does not go all of its way: with all that fails
// to be proven clear of it as it is, and all that is near a kinematic body that is held back. Empty: none.
std::vector<char> Simulation::State::blocked(int depth) {
  const std::uint32_t count = std::uint32_t(bodies.size());
  Sets sets(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!active(i)) continue;
    sets.unite(i, island[i]);
    sets.unite(i, group[i]);
  }
  const auto part = [&](std::uint32_t i) { return guard.bodies[i].way.part; };
  for (const GuardPair& pair : proofs) {
    if (!active(pair.a) || !active(pair.b)) continue;
    const bool both = weighs(pair.a) && weighs(pair.b);
    const bool held = (!weighs(pair.a) && part(pair.a) < 1) || (!weighs(pair.b) && part(pair.b) < 1);
    if (both ? pair.failed : held) sets.unite(pair.a, pair.b);
  }
  std::vector<char> roots(count), result;
  bool any = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!active(i) || part(i) == 1 || depth >= settings.halvings + (tied[i] ? 2 : 0)) continue;
    roots[sets.root(i)] = any = true;
  }
  if (!any) return result;
  result.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) result[i] = active(i) && roots[sets.root(i)];
  return result;
}

double Simulation::State::energy_of(const BodyRecord& body) const {
  const Vec3 spin = row_product(body.body.pose.linear, body.spin);
  return 0.5 * (body.mass * dot(body.velocity, body.velocity) + dot(spin, body.inertia * spin)) -
         body.mass * dot(settings.gravity, body.centre);
}

// Impulses are found for the arms and inertias of one moment. Of bodies that turn far in a tick, or go a part of their
// way, that may make energy of nothing, and so may the push that brings bodies within their skins apart: it is taken
// out of the velocities of such bodies of the same island. Where something else gives energy nothing is known, and
// nothing done.
void Simulation::State::settle_energy(const std::vector<char>& who) {
  const std::uint32_t count = std::uint32_t(bodies.size());
  struct Island {
    double over = 0, odd = 0;
    bool given = false;  // by forces, motors, springs and kinematic bodies
  };
  std::vector<Island> islands(count);
  std::vector<char> suspect(count);
  bool any = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!who[i] || !weighs(i)) continue;
    Island& own = islands[island[i]];
    own.over += energies[i] - energies_before[i];
    own.given = own.given || bodies[i].force != Vec3{} || bodies[i].torque != Vec3{};
    const BodyWay& way = guard.bodies[i].way;
    suspect[i] = !(way.part == 1 && way.sine < 0.05);
  }
  for (const Island& one : islands) any = any || one.over > 0;
  if (!any) return;
  const auto driven = [&](std::uint32_t i) {
    return bodies[i].settings.role == BodyRole::kinematic && bodies[i].travels();
  };
  for (const JointRecord& joint : joints) {
    if (joint.broken) continue;
    bool given = driven(joint.a) || driven(joint.b);
    for (const JointAxis& axis : joint.joint.axis) given = given || axis.motor || axis.stiffness > 0;
    for (const std::uint32_t i : {joint.a, joint.b})
      if (given && weighs(i)) islands[island[i]].given = true;
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const std::uint32_t a = std::uint32_t(contact_keys[k] >> 32), b = std::uint32_t(contact_keys[k] & 0xffffffff);
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}}) {
      if ((contact_marks[k] & pressed_deep) != 0) suspect[one] = 1;
      if (weighs(one) && driven(other)) islands[island[one]].given = true;
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!who[i] || !suspect[i] || !weighs(i)) continue;
    islands[island[i]].odd += energies[i] + bodies[i].mass * dot(settings.gravity, bodies[i].centre);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!who[i] || !suspect[i] || !weighs(i)) continue;
    const Island& own = islands[island[i]];
    if (own.given || !(own.over > 0) || !(own.odd > 0)) continue;
    const double keep = own.over < own.odd ? std::sqrt(1 - own.over / own.odd) : 0;
    bodies[i].velocity = bodies[i].velocity * keep;
    bodies[i].spin = bodies[i].spin * keep;
  }
}

// An island sleeps when all of it has been slow for long. Contacts without an impulse do not connect here.
void Simulation::State::fall_asleep(double seconds, const std::vector<char>& who) {
  if (!settings.sleeping) return;
  const std::uint32_t count = std::uint32_t(bodies.size());
  Sets sets(count);
  const auto tie = [&](std::uint32_t a, std::uint32_t b) {
    if (bodies[a].moving() && bodies[b].moving()) sets.unite(a, b);
  };
  std::vector<char> restless(count);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if ((contact_marks[k] & pressed) == 0) continue;
    const std::uint32_t a = std::uint32_t(contact_keys[k] >> 32), b = std::uint32_t(contact_keys[k] & 0xffffffff);
    tie(a, b);
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}})
      if (bodies[other].settings.role == BodyRole::kinematic && bodies[other].travels()) restless[one] = 1;
  }
  for (const JointRecord& joint : joints)
    if (!joint.broken) tie(joint.a, joint.b);
  std::vector<double> least(count, 1e300);
  for (std::uint32_t i = 0; i < count; ++i) {
    BodyRecord& body = bodies[i];
    if (!who[i] || !body.awake()) continue;
    const bool slow = length(body.velocity) < settings.sleep_speed && length(body.spin) < settings.sleep_spin &&
                      body.settings.may_sleep && !restless[i];
    body.rest_seconds = slow ? body.rest_seconds + seconds : 0;
    double& of = least[sets.root(i)];
    of = std::min(of, body.rest_seconds);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    BodyRecord& body = bodies[i];
    if (!who[i] || !body.awake() || least[sets.root(i)] < settings.sleep_seconds) continue;
    body.asleep = true;
    body.sleep_island = bodies[sets.root(i)].settings.key;
    body.velocity = body.spin = {};
  }
}

void Simulation::State::wake_island(std::uint64_t island_key) {
  for (BodyRecord& body : bodies)
    if (body.asleep && body.sleep_island == island_key) {
      body.asleep = false;
      body.rest_seconds = 0;
    }
}

}  // namespace graze
