// Impulses: soft contacts solved in substeps of a tick, each with one pass that pushes gaps back to the skin and one
// that takes the speed of that push away again (temporal Gauss-Seidel with relaxation).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "response/manifold.h"

namespace graze {

// A body within a tick. What does not move, or sleeps, has no inverse mass.
struct SolverBody {
  Vec3 velocity, spin;
  double inverse_mass = 0;
  Mat3 inverse_inertia{{}, {}, {}};  // world
  Vec3 moved;                        // of the centre since the tick began
  Mat3 turned;                       // since then, too
  Vec3 centre;
  Quat start, rotation;                                 // when the tick began; now
  Mat3 inertia{{}, {}, {}}, local_inverse{{}, {}, {}};  // in the frame of the shape
  bool even = false;                                    // the inertia is the same about all axes
  bool moves = false;                                   // has mass or is kinematic
  double drift = 0;                                     // turned since inverse_inertia was found, at most
  bool stale = false;                                   // too far: masses are found again
  double mass = 0, damping = 0, spin_damping = 0;
  Vec3 force, torque;
};

// The first eight numbers are a row of lanes (wide_contacts.h).
struct alignas(32) ContactRow {
  // From the centres, at the start of the tick, without the radii, which do not turn with the bodies.
  float core_a[3] = {}, core_b[3] = {};
  float gap = 0, unused = 0;                // less the skin
  float normal = 0, first = 0, second = 0;  // impulses of a substep
  float most = 0;                           // impulse of any substep
  float local_a[3] = {}, local_b[3] = {};   // where it touches, from the centres, in the frames of the bodies
  float found_at = 0;                       // the gap when it was found
  double offset = 0;                        // what places rounded to floats have added to the gap
  std::uint64_t name = 0;
};
inline Vec3 vector_of(const float (&v)[3]) noexcept { return {double(v[0]), double(v[1]), double(v[2])}; }
inline void set_floats(float (&to)[3], Vec3 v) noexcept {
  for (int k = 0; k < 3; ++k) to[k] = float(v[k]);
}

// What a row is solved with, where it is solved by itself.
struct RowWork {
  Vec3 arm_a, arm_b;  // from the centres, when the masses were found
  double mass_n = 0, mass_1 = 0, mass_2 = 0;
};
struct SetWork {
  RowWork rows[4];
  double roll_mass = 0;
};

struct ContactSet {
  std::uint32_t a = 0, b = 0;
  Vec3 normal, side_1, side_2;
  double radius_a = 0, radius_b = 0;  // of what touches
  double friction = 0, restitution = 0, rolling = 0;
  double substep = 0;  // that the impulses are of; 0: there are none
  Vec3 roll;           // impulse against rolling
  int count = 0;
  PressSide side = PressSide::none;
  // How it was found, so that it is not found anew while the bodies have hardly moved against each other: the rotation
  // of b in the frame of a; the normal and the first side in the frame of the body whose face it is.
  double range = 0;
  Quat relative;
  Vec3 local_normal, local_side;
  ContactRow rows[4];
};

struct SolverSettings {
  Vec3 gravity;
  double substep = 0;
  double bounce_speed = 0;
  double push_speed = 0;  // no faster are bodies pushed back to their skins
};

// How soft a contact is for a length of substep: a spring of some frequency, well damped.
struct Softness {
  double rate = 0, mass = 1, impulse = 0;
};
Softness contact_softness(double substep) noexcept;

void prepare(const ContactSet& set, SetWork& work, std::span<const SolverBody> bodies) noexcept;
void warm_start(const ContactSet& set, const SetWork& work, std::span<SolverBody> bodies) noexcept;
void solve(ContactSet& set, const SetWork& work, std::span<SolverBody> bodies, const SolverSettings& settings,
           const Softness& soft, bool push) noexcept;
// Impacts of what bounces and would touch in this substep, one by one; each leaves no more energy than there was. True:
// there was one.
bool bounce(ContactSet& set, const SetWork& work, std::span<SolverBody> bodies,
            const SolverSettings& settings) noexcept;

// Forces and gravity; then places.
void integrate_velocity(SolverBody& body, const SolverSettings& settings) noexcept;
void integrate_place(SolverBody& body, double substep) noexcept;
Mat3 world_inertia(const Mat3& local, const Mat3& turn) noexcept;
Mat3 turn_since_start(const SolverBody& body) noexcept;  // of the tick
// After the rotation was set from outside.
void turn_inertia(SolverBody& body) noexcept;

}  // namespace graze
