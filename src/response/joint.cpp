#include "response/joint.h"
namespace graze {
void measure(JointRecord&, std::span<const SolverBody>, std::span<const Vec3>) {}
void JointSolver::arrange(std::span<const JointRecord>, std::span<const SolverBody>) {}
void JointSolver::factor(std::span<const JointRecord>, std::span<const SolverBody>) {}
void JointSolver::hold(std::span<JointRecord>, std::span<SolverBody>) {}
void JointSolver::correct(std::span<const JointRecord>, std::span<SolverBody>) {}
void JointSolver::drive(std::span<JointRecord>, std::span<SolverBody>, double, bool) {}
void JointSolver::warm_start(std::span<JointRecord>, std::span<SolverBody>) {}
}
