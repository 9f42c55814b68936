// All that moves, as bytes: places, velocities, sleep, and what the next tick begins with.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "response/simulation_state.h"

namespace graze {
namespace {

constexpr std::uint64_t mark = 0x33303065'7a617267;  // "graze003", by its bytes

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    text.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  std::string text;
};

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}
  template <class T>
  void get(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (text_.size() - at_ < sizeof(T)) throw Error("a saved simulation ends too early");
    std::memcpy(&value, text_.data() + at_, sizeof(T));
    at_ += sizeof(T);
  }
  std::uint64_t count(std::size_t least) {
    std::uint64_t n = 0;
    get(n);
    if (n > (text_.size() - at_) / least) throw Error("a saved simulation ends too early");
    return n;
  }
  bool ended() const { return at_ == text_.size(); }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
};

// The numbers of a body that change, for Writer::put and Reader::get alike.
template <class Body, class Visit>
void visit(Body& body, const Visit& each) {
  each(body.body.pose);
  each(body.centre);
  each(body.rotation);
  each(body.velocity);
  each(body.spin);
  each(body.force);
  each(body.torque);
  each(body.reserved);
  each(body.asleep);
  each(body.rest_seconds);
  each(body.sleep_island);
}

struct SavedEntry {
  std::uint32_t node_a, node_b;
  Vec3 direction;
};

}  // namespace

std::string Simulation::save() const {
  State& s = *state_;
  if (s.edited) s.begin();
  Writer out;
  out.put(mark);
  out.put(std::uint64_t(s.bodies.size()));
  for (const BodyRecord& body : s.bodies) {
    out.put(body.settings.key);
    visit(body, [&](const auto& value) { out.put(value); });
  }
  out.put(std::uint64_t(s.joints.size()));
  for (const JointRecord& joint : s.joints) {
    out.put(joint.joint.key);
    out.put(joint.broken);
    out.put(joint.force);
    out.put(joint.drives);
    out.put(joint.substep);
    for (const JointRecord::Drive& drive : joint.drive)
      for (const double impulse : {drive.lower, drive.upper, drive.motor}) out.put(impulse);
    for (const JointAxis& axis : joint.joint.axis) out.put(axis);
  }
  for (const auto* sets : {&s.contacts, &s.resting}) {
    out.put(std::uint64_t(sets->size()));
    for (const ContactSet& set : *sets) out.put(set);
  }
  out.put(std::uint64_t(s.proofs.size()));
  for (const GuardPair& pair : s.proofs) {
    out.put(pair.a);
    out.put(pair.b);
    out.put(pair.age);
    out.put(std::uint64_t(pair.entries.size()));
    for (const ProofEntry& entry : pair.entries) out.put(SavedEntry{entry.node_a, entry.node_b, entry.direction});
  }
  return out.text;
}

void Simulation::restore(const std::string& bytes) {
  State& s = *state_;
  Reader in(bytes);
  std::uint64_t found = 0;
  in.get(found);
  if (found != mark) throw Error("these bytes are not of a saved simulation");
  const auto same = [](bool good) {
    if (!good) throw Error("these bytes are of a simulation of other bodies or joints");
  };
  std::vector<BodyRecord> bodies = s.bodies;
  std::vector<JointRecord> joints = s.joints;
  same(in.count(sizeof(Pose)) == bodies.size());
  for (BodyRecord& body : bodies) {
    std::uint64_t key = 0;
    in.get(key);
    same(key == body.settings.key);
    visit(body, [&](auto& value) { in.get(value); });
    if (fault(body.body.pose) != PoseFault::none) throw Error("a saved simulation has a pose that is none");
  }
  same(in.count(sizeof(JointAxis)) == joints.size());
  for (JointRecord& joint : joints) {
    std::uint64_t key = 0;
    in.get(key);
    same(key == joint.joint.key);
    in.get(joint.broken);
    in.get(joint.force);
    in.get(joint.drives);
    in.get(joint.substep);
    for (JointRecord::Drive& drive : joint.drive)
      for (double* impulse : {&drive.lower, &drive.upper, &drive.motor}) in.get(*impulse);
    for (JointAxis& axis : joint.joint.axis) in.get(axis);
    same(joint.drives >= 0 && joint.drives <= 6);
  }
  std::vector<ContactSet> contacts, resting;
  std::vector<std::uint64_t> contact_keys, resting_keys;
  for (const auto& [sets, keys] : {std::pair{&contacts, &contact_keys}, std::pair{&resting, &resting_keys}}) {
    sets->resize(in.count(sizeof(ContactSet)));
    for (ContactSet& set : *sets) {
      in.get(set);
      same(set.a < set.b && set.b < bodies.size() && set.count >= 0 && set.count <= 4);
      same(set.substep >= 0 && std::isfinite(set.substep));
      keys->push_back(pair_key(set.a, set.b));
    }
    same(std::is_sorted(keys->begin(), keys->end()));
  }
  std::vector<GuardPair> proofs(in.count(sizeof(std::uint64_t)));
  for (GuardPair& pair : proofs) {
    in.get(pair.a);
    in.get(pair.b);
    in.get(pair.age);
    same(pair.a < bodies.size() && pair.b < bodies.size());
    pair.entries.resize(in.count(sizeof(SavedEntry)));
    for (ProofEntry& entry : pair.entries) {
      SavedEntry saved{};
      in.get(saved);
      same(saved.node_a < bodies[pair.a].form->nodes.size() && saved.node_b < bodies[pair.b].form->nodes.size());
      entry = {saved.node_a, saved.node_b, saved.direction, false};
    }
  }
  same(in.ended());
  s.bodies = std::move(bodies);
  s.joints = std::move(joints);
  const std::vector<BodyRecord> kept = s.bodies;
  for (BodyRecord& body : s.bodies) body.fresh = true;
  s.begin();
  for (std::uint32_t i = 0; i < kept.size(); ++i) {
    s.bodies[i].reserved = kept[i].reserved;
    s.broad.move(i, kept[i].reserved);
  }
  s.find_pairs();
  s.contacts = std::move(contacts);
  s.contact_keys = std::move(contact_keys);
  s.resting = std::move(resting);
  s.resting_keys = std::move(resting_keys);
  s.proofs = std::move(proofs);
  s.told_now = false;
}

}  // namespace graze
