// Rigid bodies that push each other and never have a common point; docs/dynamics.md. Target graze::dynamics.
//
// Every step is cut into ticks. In a tick the centre of a body goes straight while the body turns about one axis, and
// for every two bodies the whole of both ways is proven clear: by directions along which they stay apart. A body that
// cannot be proven to go all of its way goes a part of it. Bodies that no contact or joint connects do not change each
// other: simulated together or apart, they have the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "graze/error.h"
#include "graze/math.h"
#include "graze/query.h"
#include "graze/shape.h"

namespace GRAZE_API graze {

// --- mass ---

// What a shape of some density weighs, in the frame of the shape.
struct MassProperties {
  double volume = 0, mass = 0;  // in the unit of the world to the third power; the volume times the density
  Vec3 centre;                  // of mass
  Mat3 inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};  // about the centre
};
// Of closed polyhedral solids, boxes and convex shapes the volume, the centre and the inertia of density 1 are the
// integrals over the exact solid, each rounded once; of spheres, capsules and the curved ones closed forms. A margin
// weighs with spheres, capsules, boxes and convex shapes, and nothing with the others; the parts of a compound count
// each for itself. Throws Error for a density that is not above 0, and for a shape, or a part of a compound, that has
// no volume: it says why, and what to do.
MassProperties mass_of(const Shape& shape, double density);

// --- bodies ---

// How a body moves: moving by forces and impulses; kinematic as it is told, whatever hits it; fixed not at all.
enum class BodyRole : std::uint8_t { moving, kinematic, fixed };
const char* name(BodyRole role) noexcept;  // the enumerator in words

// What a body is added with. Lengths, masses and times are in units of the caller's: metres, kilograms and seconds
// unless all defaults are changed.
struct BodySettings {
  std::uint64_t key = 0;             // the caller's, another for each body: no result depends on the order of adding
  BodyRole role = BodyRole::moving;  // how it moves
  double density = 1000;             // of a moving body; above 0
  double mass = 0;                   // above 0: in place of the density
  Vec3 velocity = {}, spin = {};     // of the centre of mass; radians a second, right-handed. World frame.
  double friction = 0.5;             // of two bodies the geometric mean counts
  double rolling_friction = 0;       // a length: the torque against rolling, for a unit of force; the larger counts
  double restitution = 0;            // from 0 to 1; of two bodies the larger counts
  // The part of the velocity, of the spin, that is lost in a second: not negative.
  double damping = 0, spin_damping = 0;
  bool may_sleep = true;  // else it keeps what it touches awake, too
};

// A body as it is now.
struct BodyState {
  Body body;            // the shape, and where it is
  Vec3 centre;          // of mass, in the world
  Quat rotation;        // of the pose
  Vec3 velocity, spin;  // of the centre; radians a second
  double mass = 0;      // 0 of a body that is not moving
  bool asleep = false;  // it stands until something touches it
};

// --- joints ---

// What a joint leaves free: ball all rotations; hinge one about the z axis of its frame; slider a way along z; fixed
// nothing; distance everything but the distance of two points; cone_twist rotations, with limits of its own; free6 what
// its six axes say.
enum class BodyJointKind : std::uint8_t { ball, hinge, slider, fixed, distance, cone_twist, free6 };
const char* name(BodyJointKind kind) noexcept;  // the enumerator in words

// One way of a joint to move: along or about an axis of the joint's frame in body a, in the unit of the world or in
// radians. Limits, a motor and a spring may be given together.
struct JointAxis {
  bool free = true;                                         // of free6: does it move at all?
  double lower = -std::numeric_limits<double>::infinity();  // the least place; infinite: no limit
  double upper = std::numeric_limits<double>::infinity();   // the greatest; infinite: no limit
  bool motor = false;                                       // drives to `target_velocity`, or with a spring to `target`
  double target_velocity = 0;                               // a second
  double most_force = std::numeric_limits<double>::infinity();  // of the motor: newtons or newton metres
  double stiffness = 0, damping = 0;  // of a spring to `target`: force for a unit, for a unit a second
  double target = 0;                  // where the spring is at rest
};

// Two bodies, or a body and the world, held together.
struct BodyJoint {
  std::uint64_t key = 0;                     // the caller's, another for each joint
  BodyJointKind kind = BodyJointKind::ball;  // what it leaves free
  std::uint64_t a = 0, b = 0;                // the keys of the bodies
  Pose frame_a, frame_b;                     // where the joint is, in the frames of the two shapes; no scale
  // The ways that it has: of a hinge and a slider axis[0]; of cone_twist axis[0], the twist about z, and axis[1], the
  // angle between the z axes, of which `upper` counts; of distance axis[0]; of free6 three ways and three rotations.
  JointAxis axis[6];
  double length = 0;                                            // of distance: what it keeps
  double most_force = std::numeric_limits<double>::infinity();  // it breaks above it
  bool may_overlap = false;  // the two bodies are never asked about: listed in every report, proven nothing of
};

// How a joint is at the end of a step.
struct JointState {
  std::uint64_t key = 0;   // of the joint
  bool broken = false;     // it no longer holds
  double error = 0;        // how far its points are apart, or off their axis or distance
  double angle_error = 0;  // radians that the frames are off what it holds
  double position = 0;     // of axis[0]
  double force = 0;        // in the last tick, on average
};

// --- a simulation ---

// How bodies are moved from tick to tick. All of them are proven the same way.
enum class Scheme : std::uint8_t {
  planes,  // impulses over all of a tick, then each pair keeps to its sides of a direction
  revert,  // what would meet goes back to where it was, and hands over its impulse
  advance  // everything goes to the next impact, and on from there; after 16 in a tick, planes does the rest
};
const char* name(Scheme scheme) noexcept;  // the enumerator in words

// What holds for all bodies.
struct SimulationSettings {
  Vec3 gravity{0, 0, -9.81};       // acceleration
  double longest_tick = 1.0 / 60;  // seconds: a step is cut into the fewest ticks that are no longer
  // A tick in which a way would be shortened is made of two of half its length, so many times over; shortened ways cost
  // energy, and bend joints, by the square of the time.
  int halvings = 2;
  int substeps = 4;    // of a tick
  int iterations = 1;  // of the impulses in a substep
  // How far bodies stay apart when they rest, as a part of the least size of the lesser body; above 0, at most 0.2.
  double skin = 0.01;
  Scheme scheme = Scheme::planes;                                     // how bodies are moved
  bool sleeping = true;                                               // bodies that rest are left alone
  double sleep_speed = 0.02, sleep_spin = 0.05, sleep_seconds = 0.5;  // slower than these for so long
  double bounce_speed = 0.2;                                          // slower impacts do not bounce
  bool proofs = false;                                                // keep the certificates of the last step
  int threads = 1;  // 0: as many as the machine has. No result depends on it.
};

// Two bodies that must not have a common point have one, or no direction proves that they have not.
struct OverlapError : Error {
  using Error::Error;
  std::uint64_t key_a = 0, key_b = 0;  // the pair
};

// The way of one body in a tick: its posed vertices go from those of `start`, with the point at `centre` going straight
// by `by`, and turning evenly about the vector part of `turn` by its angle, at most pi, to those of `end` but for
// rounding.
struct TickWay {
  std::uint64_t key = 0;  // of the body
  Pose start, end;        // what queries see before and after
  Vec3 centre, by;        // of the turn at the start; how it goes
  Quat turn;              // of any length but 0, w not negative
  double part = 1;        // of what the impulses asked for; below 1: shortened
};
// Two parts of two bodies stay apart along a direction throughout a tick.
struct TickProof {
  std::uint64_t key_a = 0, key_b = 0;    // key_a < key_b
  std::uint32_t part_a = 0, part_b = 0;  // nodes of proof_parts(): 0 is the whole body
  Vec3 direction;                        // from a to b, of any length but 0
};
// What proves a tick, or a half of one (SimulationSettings::halvings). Pairs of bodies of which nothing is told are
// apart along an axis of the world throughout.
struct TickCertificate {
  std::vector<TickWay> ways;      // of the bodies that move, by key
  std::vector<TickProof> proofs;  // by keys, then parts
};

// The parts of a shape that proofs name: a tree over convex pieces. The set of a node is the hull of its points, in the
// frame of the shape, or a curved set, with everything within `radius`.
struct ProofPart {
  ShapeForm form = ShapeForm::convex;  // of the hull of the points; or cylinder, cone, ellipsoid
  std::vector<Vec3> points;            // of a node that is no leaf: the corners of a box around its children
  Vec3 half;                           // of a curved one: radius, radius and half height, or the three radii
  Pose pose;                           // of a curved one: where it is in the shape
  double radius = 0;                   // around the points
  std::uint32_t left = 0, right = 0;   // the children; 0: it is a leaf
};
// The root first. Throws Error for shapes that a simulation does not take.
std::vector<ProofPart> proof_parts(const Shape& shape);

// What a step did.
struct StepReport {
  int ticks = 0;                            // it was cut into
  std::size_t bodies = 0, awake = 0;        // that move; of them awake at the end
  std::size_t contacts = 0;                 // points, in the last tick; those of sleeping bodies, too
  std::uint64_t pairs = 0, proofs = 0;      // asked about, over all ticks; directions that proved them
  std::uint64_t retried = 0, pushed = 0;    // pairs that needed another direction; that were pushed apart
  std::vector<std::uint64_t> shortened;     // bodies that did not go all of their way in some tick
  std::vector<std::uint64_t> broken;        // joints that broke
  std::vector<std::uint64_t> exempt;        // joints whose bodies may overlap
  std::uint64_t impacts = 0, reverted = 0;  // of the schemes advance and revert
  std::uint64_t unfinished = 0;             // ticks of advance with too many impacts, of which planes did the rest
  double kinetic = 0, potential = 0, spring = 0;  // energy at the end
  Vec3 momentum, angular_momentum;                // about the origin
  // Wall-clock, of each part; guard_seconds has check_seconds in it; the last is what moves bodies to their new places.
  double contact_seconds = 0, solve_seconds = 0, guard_seconds = 0, check_seconds = 0, commit_seconds = 0;
};

// A contact of the last tick, for drawing and sound: of bodies that may touch within it, with an impulse or without.
struct BodyContact {
  std::uint64_t key_a = 0, key_b = 0;  // key_a < key_b
  Vec3 point, normal;                  // world: on a, where that is now; unit, from a to b, at the start of the tick
  double gap = 0, impulse = 0;         // at the start of the tick; along the normal, in the last substep
};

// Bodies, joints and time. Not for several threads at once.
class Simulation {
 public:
  explicit Simulation(const SimulationSettings& settings = {});  // throws Error for settings out of range
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  // Shapes: boxes, convex shapes, spheres, capsules, cylinders, cones, ellipsoids, closed meshes and polyhedra,
  // compounds of these; what does not move by forces may be a surface, too. Poses have no scale. Throws Error for
  // anything else and for a key that is there.
  void add(const Body& body, const BodySettings& settings);
  void add(const BodyJoint& joint);  // throws Error for bodies that are not there, frames with scale, a key in use
  void remove(std::uint64_t body);   // with its joints
  void remove_joint(std::uint64_t joint);  // what it held goes its own way

  // Moves everything on by `seconds`. Throws OverlapError when bodies were added or placed so that two of them, not
  // exempt by a joint, have a common point or are nearer than a proof can tell (about 1e-12 of their sizes and
  // coordinates); nothing has moved then. Throws Error for a time that is not above 0 or not finite.
  StepReport step(double seconds);

  std::size_t size() const noexcept;                 // bodies
  std::vector<std::uint64_t> keys() const;           // of the bodies, ascending
  bool contains(std::uint64_t body) const noexcept;  // is there such a body?
  BodyState state(std::uint64_t body) const;         // throws Error when there is none, as all that follow
  std::vector<JointState> joints() const;            // by key
  const std::vector<BodyContact>& contacts() const;  // by keys; of sleeping bodies those with which they fell asleep
  const std::vector<TickCertificate>& certificates() const;  // of the last step, with SimulationSettings::proofs

  void set_velocity(std::uint64_t body, Vec3 velocity, Vec3 spin);   // of a kinematic body: what it does from now on
  void apply_impulse(std::uint64_t body, Vec3 impulse, Vec3 point);  // at a point of the world, now
  void set_force(std::uint64_t body, Vec3 force, Vec3 torque);       // that acts until it is set again
  void place(std::uint64_t body, const Pose& pose);                  // as if it had always been there
  void set_axis(std::uint64_t joint, int index, const JointAxis& axis);  // another motor, spring or limit
  void wake(std::uint64_t body);                                         // and what it touches

  // All that moves, as bytes. restore() puts a simulation of the same bodies, joints and settings there; it then goes
  // on with the same bits. Throws Error for bytes of another simulation.
  std::string save() const;
  void restore(const std::string& bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graze
