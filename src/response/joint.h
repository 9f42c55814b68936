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

// One row: speed = n.(v_b - v_a) + arms.
struct JointRow {
  Vec3 linear, angular_a, angular_b;
  double error = 0;    // of the place
  double impulse = 0;  // of a substep
};

struct JointRecord {
  BodyJoint joint;
  std::uint32_t a = 0, b = 0;
  Vec3 anchor_a, anchor_b;  // from the centres of mass, in the frames of the shapes
  Mat3 axes_a, axes_b;
  bool broken = false;
  double sum_impulse = 0;  // of the tick
  int rows = 0;            // held
  JointRow row[6];
  struct Drive {
    JointRow row;
    int axis = 0;
    double place = 0, mass = 0, upper_impulse = 0, lower_impulse = 0, motor_impulse = 0;
  };
  int drives = 0;
  Drive drive[6];
};

// Where the joint is now: what it holds and what it drives.
void measure(JointRecord& joint, std::span<const SolverBody> bodies, std::span<const Vec3> centres);

class JointSolver {
 public:
  // The order of elimination; after joints have come or gone.
  void arrange(std::span<const JointRecord> joints, std::span<const SolverBody> bodies);
  // Factors A for where the bodies are. Joints are measured.
  void factor(std::span<const JointRecord> joints, std::span<const SolverBody> bodies);
  // Velocities such that no row has a speed.
  void hold(std::span<JointRecord> joints, std::span<SolverBody> bodies);
  // Places such that no row has an error, to the first order.
  void correct(std::span<const JointRecord> joints, std::span<SolverBody> bodies);
  // Limits, motors and springs.
  void drive(std::span<JointRecord> joints, std::span<SolverBody> bodies, double substep, bool push);
  void warm_start(std::span<JointRecord> joints, std::span<SolverBody> bodies);

  bool empty() const noexcept { return order_.empty(); }

 private:
  struct Block {
    std::uint32_t row, column;  // joints; row is eliminated after column, or is it
    double m[6][6];
  };
  std::vector<std::uint32_t> order_;                // joints
  std::vector<std::vector<std::uint32_t>> below_;   // of each place in the order: blocks below its diagonal
  std::vector<Block> blocks_;                       // the diagonal first, by place
  std::vector<std::uint32_t> place_;                // of joint
  std::vector<double> right_;

  std::uint32_t block(std::uint32_t row, std::uint32_t column) const;
  void solve_system(std::span<const JointRecord> joints);
};

}  // namespace graze
