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
  bool fresh = true;               // added or placed since State::begin()

  bool moving() const noexcept { return settings.role == BodyRole::moving; }
  bool fixed() const noexcept { return settings.role == BodyRole::fixed; }
  bool awake() const noexcept { return moving() && !asleep; }
  // Has a way in a tick.
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

// A body whose way in a tick is decided, while others go through the tick in parts (Simulation::State::divide). Its
// record goes along, and is where the part begins.
struct DecidedWay {
  int depth = 0;  // of the tick, from 1; 0: not decided
  double passed = 0, seconds = 0;
  BodyWay way;
  Box box;  // holds all of it
  // At its end, as they are without parts.
  BodyPlace end;
  Vec3 centre;
  Quat rotation;
  // Before the tick.
  Vec3 velocity_before, spin_before;
  double rest_before = 0;
};

struct GRAZE_HIDDEN Simulation::State {
  SimulationSettings settings;
  std::vector<BodyRecord> bodies;
  std::vector<JointRecord> joints;
  Scheme scheme = Scheme::planes;    // of the tick: that of the settings, or planes where advance does not get through
  bool edited = true;                // bodies or joints came or went, or bodies were placed
  bool rejoined = true;              // joints changed, or broke: groups and the order of elimination are found again
  std::vector<std::uint64_t> known;  // keys of the bodies that pairs, contacts and proofs name by their places here
  BroadPhase broad;
  std::vector<IdPair> pairs;
  std::vector<GuardPair> proofs;     // of the last tick in which one of the two was active, sorted
  std::vector<ContactSet> contacts;  // of the last tick, sorted
  std::vector<ContactSet> resting;   // the same of pairs of which neither is active, as they were
  std::vector<ContactSet> contacts_before;
  // Of each of the contacts: its two bodies, so that who looks for a pair need not read the sets; and what it has come
  // to, by the marks below.
  std::vector<std::uint64_t> contact_keys, contact_keys_before, resting_keys;
  std::vector<char> contact_marks;
  static constexpr char pressed = 1, pressed_deep = 2;  // has an impulse; and is within the skin
  std::vector<double> pace;  // of each body: how fast its spin moves what is farthest from its centre
  std::vector<SolverBody> solver;
  std::vector<std::uint32_t> group;  // of each body: the least body that joints tie it to
  std::vector<std::uint64_t> exempt_pairs;
  std::vector<char> tied;                         // has a joint
  std::vector<DecidedWay> decided;                // of each body
  std::vector<std::uint32_t> island;              // of each body: the least of those that contacts and joints connect
  std::vector<double> energies_before, energies;  // of each active body with mass, else 0
  std::vector<char> body_marks;                   // for a stage that visits each body once
  JointSolver joint_solver;
  WideContacts wide, wide_staged;  // islands of contacts alone; islands with something else
  Guard guard;
  std::vector<Body> ends;  // where the guard lets bodies go, for the check
  std::vector<TickCertificate> certificates;
  mutable std::vector<BodyContact> told;
  mutable bool told_now = false;
  StepReport report;

  std::size_t find(std::uint64_t key) const;
  std::size_t find_joint(std::uint64_t key) const;
  std::size_t must_find(std::uint64_t key) const;
  // Takes part in this tick: moves, and its way is not decided.
  bool active(std::uint32_t i) const noexcept { return decided[i].depth == 0 && bodies[i].travels(); }
  bool weighs(std::uint32_t i) const noexcept { return decided[i].depth == 0 && bodies[i].awake(); }
  void begin();         // after edits: orders, groups, broad phase, and the check of the start
  void follow_edits();  // contacts and proofs name the bodies that there are now
  void regroup();       // by joints
  void tick(double seconds, int depth = 0);
  bool try_tick(double seconds);  // false: more bodies take part, try again
  void try_until_all_take_part(double seconds);
  void reserve(double seconds);  // boxes that hold what bodies may do in the tick
  void find_pairs();
  void find_contacts(double seconds);
  void recall_contacts();  // those of active pairs are contacts, the others rest
  // Of one pair: the first set, and more. True: the set of the last tick was kept, with its impulses.
  bool find_contact(const IdPair& pair, const ContactSet* last, double seconds, ContactSet& one,
                    std::vector<ContactSet>& more) const;
  void find_islands();
  void solve(double seconds);
  void solve_staged(const SolverSettings& of, double seconds);
  void scale_impulses(double substep);  // what rests is held by impulses as long as the substep
  void aim_ways(double seconds);
  void guard_ways();
  BodyWay way_ahead(std::uint32_t i, double seconds, Quat& end_rotation) const;
  void keep_proofs();                    // those of the guard are those of the last tick
  std::vector<char> blocked(int depth);  // bodies that are to go through the tick in parts
  void divide(double seconds, int depth, const std::vector<char>& blocked);
  void rejoin(std::uint32_t body);  // a body whose way was decided, and its island, take part
  void mark_contacts();
  void commit(double seconds, const std::vector<char>& who);
  void pass(double seconds);  // time, for bodies whose ways are decided
  void certify();
  void fall_asleep(double seconds, const std::vector<char>& who);
  void wake_island(std::uint64_t island);
  bool exempt(std::uint32_t a, std::uint32_t b) const;
  void measure_energy();
  double energy_of(const BodyRecord& body) const;
  void settle_energy(const std::vector<char>& who);
  void hand_over();
  Box swept(const BodyRecord& body, const BodyWay& way, double grow) const;
  double skin_of(const BodyRecord& a, const BodyRecord& b) const;
};

}  // namespace graze
