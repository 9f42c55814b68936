// What a simulation keeps between ticks. Bodies are in the order of their keys, so that nothing depends on the order of
// adding.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/executor.h"
#include "broad/broad_phase.h"
#include "graze/dynamics.h"
#include "response/guard.h"
#include "response/joint.h"
#include "response/solver.h"
#include "response/wide_contacts.h"

namespace graze {

inline std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

struct BodyRecord {
  BodySettings settings;
  Body body;
  std::shared_ptr<const Form> form;
  Vec3 centre;
  Quat rotation;
  Vec3 velocity, spin, force, torque;
  double mass = 0;
  Mat3 inertia{{}, {}, {}}, inverse{{}, {}, {}};  // in the frame of the shape
  bool even = false;
  double skin = 0;
  Box reserved;  // what the broad phase has
  bool asleep = false;
  double rest_seconds = 0;
  std::uint64_t sleep_island = 0;  // the key of the first body that fell asleep with it

  bool moving() const noexcept { return settings.role == BodyRole::moving; }
  bool fixed() const noexcept { return settings.role == BodyRole::fixed; }
  bool awake() const noexcept { return moving() && !asleep; }
  // Has a way in this tick.
  bool travels() const noexcept {
    return awake() || (settings.role == BodyRole::kinematic && (velocity != Vec3{} || spin != Vec3{}));
  }
  BodyPlace place() const noexcept { return {body.pose.linear, body.pose.translation}; }
};

// Bodies side by side, where there are many.
template <class Work>
void each_body(std::size_t count, int threads, const Work& work) {
  parallel_for(count, 256, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(std::uint32_t(i));
  });
}

struct Simulation::State {
  SimulationSettings settings;
  std::vector<BodyRecord> bodies;
  std::vector<JointRecord> joints;
  Scheme scheme = Scheme::planes;  // of the tick: that of the settings, or planes where advance does not get through
  bool edited = true;              // bodies came, went or were placed: everything about pairs begins anew
  bool rejoined = true;            // joints changed
  BroadPhase broad;
  std::vector<IdPair> pairs;
  std::vector<GuardPair> proofs;     // of the last tick, sorted
  std::vector<ContactSet> contacts;  // of the last tick, sorted
  std::vector<ContactSet> contacts_before;
  // Of each of the contacts: its two bodies, so that who looks for a pair need not read the sets; and what it has come
  // to, by the marks below.
  std::vector<std::uint64_t> contact_keys, contact_keys_before;
  std::vector<char> contact_marks;
  static constexpr char pressed = 1, pressed_deep = 2;  // has an impulse; and is within the skin
  double impulse_seconds = 0;  // the substep that the impulses of contacts and joints are of; 0: none yet
  std::vector<double> pace;    // of each body: how fast its spin moves what is farthest from its centre
  std::vector<SolverBody> solver;
  std::vector<std::uint32_t> group;  // of each body: the least body that joints tie it to
  std::vector<std::uint64_t> exempt_pairs;
  std::vector<char> tied;        // has a joint
  double energy_before = 0;      // of what is awake, before the impulses
  std::vector<double> energies;  // of each body that is awake, else 0
  std::vector<char> body_marks;  // for a stage that asks each body once
  JointSolver joint_solver;
  WideContacts wide;
  Guard guard;
  std::vector<Body> ends;  // where the guard lets bodies go, for the check
  std::vector<TickCertificate> certificates;
  mutable std::vector<BodyContact> told;
  mutable bool told_now = false;
  StepReport report;

  std::size_t find(std::uint64_t key) const;
  std::size_t find_joint(std::uint64_t key) const;
  std::size_t must_find(std::uint64_t key) const;
  void begin();  // after edits: orders, groups, broad phase, and the check of the start
  void tick(double seconds, int depth = 0);
  void reserve(double seconds);  // boxes that hold what bodies may do in the tick
  void find_pairs();
  void find_contacts(double seconds);
  // Of one pair: the first set, and more. True: the set of the last tick was kept, with its impulses.
  bool find_contact(const IdPair& pair, const ContactSet* last, double seconds, ContactSet& one,
                    std::vector<ContactSet>& more) const;
  void solve(double seconds);
  void scale_impulses(double substep);  // what rests is held by impulses as long as the substep
  void aim_ways();
  void guard_ways();
  void mark_contacts();
  void commit(double seconds);
  void fall_asleep(double seconds);
  void wake_island(std::uint64_t island);
  bool exempt(std::uint32_t a, std::uint32_t b) const;
  void measure_energy();
  double energy_of(const BodyRecord& body) const;
  void settle_energy();
  void hand_over();
  Box swept(const BodyRecord& body, const BodyWay& way, double grow) const;
  double skin_of(const BodyRecord& a, const BodyRecord& b) const;
};

}  // namespace graze
