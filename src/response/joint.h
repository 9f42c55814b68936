// Joints: what they hold as rows of velocities, solved together and directly.
//
// The rows of all joints of a group make the matrix A = J M^-1 J', symmetric and positive, with a block for each joint
// and for each two joints on one body. It is factored block by block in an order of least degree, so that a tree of
// joints costs what it has joints, and a loop a little more. Limits, motors of bounded force and springs are rows of
// their own, solved one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/dynamics.h"
#include "response/solver.h"

namespace graze {

// One row: speed = linear.(v_b - v_a) + angular_a.w_a + angular_b.w_b.
struct JointRow {
  Vec3 linear, angular_a, angular_b;
  double error = 0;   // of the place, or of the angle
  double target = 0;  // speed that it is to have
};

struct JointRecord {
  // A way of the joint to move, with what limits and drives it.
  struct Drive {
    JointRow row;
    int axis = 0;
    double place = 0;
    double mass = 0, soft_mass = 0, soft_bias = 0, soft_give = 0;  // of a substep
    double lower = 0, upper = 0, motor = 0;                        // impulses of a substep
  };

  BodyJoint joint;
  std::uint32_t a = 0, b = 0;
  Vec3 anchor_a, anchor_b;  // from the centres of mass, in the frames of the shapes
  Mat3 axes_a, axes_b;
  bool broken = false;
  bool idle = false;   // neither body has mass in this tick: holds and drives nothing
  double substep = 0;  // that the impulses are of; 0: there are none
  Vec3 impulse;        // of the tick, so far
  double force = 0;    // of the last tick
  int rows = 0;        // held
  JointRow row[6];
  int drives = 0;
  Drive drive[6];
};

// Where the joint is now: what it holds and what it drives.
void measure(JointRecord& joint, std::span<const SolverBody> bodies) noexcept;

class JointSolver {
 public:
  // The order of elimination; after joints have come or gone. Of each body: does it move by forces? What does not
  // connects no joints.
  void arrange(std::span<const JointRecord> joints, const std::vector<char>& moving);
  // Factors A for where the bodies are. Joints are measured.
  void factor(std::span<const JointRecord> joints, std::span<const SolverBody> bodies) noexcept;
  // Velocities such that every row has the speed that it is to have. Adds to the force of each joint, as an impulse.
  void hold(std::span<JointRecord> joints, std::span<SolverBody> bodies) noexcept;
  // Places such that no row has an error, to the first order; of connected joints of which one has an error that
  // matters. False: there are none.
  bool correct(std::span<const JointRecord> joints, std::span<SolverBody> bodies) noexcept;

 private:
  struct Block {
    double m[6][6];
  };
  // The block of `row` and `column`, by joints, takes away first * second'.
  struct Update {
    std::uint32_t target, first, second;
    bool turned;  // the target is stored the other way round
  };
  struct Below {
    std::uint32_t joint, block;
  };
  struct Shared {
    std::uint32_t body, block, row, column;  // joints with a body in common
  };

  std::vector<std::uint32_t> order_;       // joints, as they are eliminated
  std::vector<std::uint32_t> connected_;   // of each joint: the least that bodies with mass connect it to
  std::vector<double> errors_;             // by that
  std::vector<std::vector<Below>> below_;  // of each in the order: joints eliminated later that it is tied to
  std::vector<std::vector<Update>> updates_;
  std::vector<Shared> shared_;
  std::vector<Block> blocks_, scaled_;  // one for each joint, then those of two joints
  std::vector<double> values_;          // six for each joint
  struct Shift {
    Vec3 linear, angular;
  };
  std::vector<Shift> shifts_;  // of each body

  void solve(std::span<const JointRecord> joints) noexcept;
};

// Limits, bounded motors and springs, one by one. `push`: limits that are passed push back.
void prepare_drives(JointRecord& joint, std::span<const SolverBody> bodies, double substep) noexcept;
void warm_start_drives(JointRecord& joint, std::span<SolverBody> bodies) noexcept;
void solve_drives(JointRecord& joint, std::span<SolverBody> bodies, double substep, bool push) noexcept;

}  // namespace graze
