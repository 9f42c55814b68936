// The impulses of a tick: contacts in lanes, contacts by themselves, and joints.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "response/simulation_state.h"

namespace graze {

void Simulation::State::scale_impulses(double substep) {
  const double scale = impulse_seconds > 0 ? substep / impulse_seconds : 1;
  impulse_seconds = substep;
  if (scale == 1) return;
  const float by = float(scale);
  for (ContactSet& set : contacts) {
    set.roll = set.roll * scale;
    for (int i = 0; i < set.count; ++i)
      for (float* impulse : {&set.rows[i].normal, &set.rows[i].first, &set.rows[i].second}) *impulse *= by;
  }
  for (JointRecord& joint : joints)
    for (int i = 0; i < joint.drives; ++i)
      for (double* impulse : {&joint.drive[i].lower, &joint.drive[i].upper, &joint.drive[i].motor}) *impulse *= scale;
}

void Simulation::State::mark_contacts() {
  contact_marks.assign(contacts.size(), 0);
  const auto mark = [&](std::uint32_t k) {
    const ContactSet& set = contacts[k];
    // What bounces is within its skin for a moment only.
    const double deep = set.restitution > 0 ? -0.25 * skin_of(bodies[set.a], bodies[set.b]) : 0;
    for (int i = 0; i < set.count; ++i) {
      if (!(set.rows[i].most > 0)) continue;
      contact_marks[k] = char(contact_marks[k] | pressed | (double(set.rows[i].gap) < deep ? pressed_deep : 0));
    }
  };
  wide.finish(contacts, mark);
  for (const std::uint32_t k : wide.left()) mark(k);
}

void Simulation::State::solve(double seconds) {
  solver.resize(bodies.size());
  energies.resize(bodies.size());
  body_marks.resize(bodies.size());
  each_body(bodies.size(), settings.threads, [&](std::uint32_t i) {
    const BodyRecord& b = bodies[i];
    SolverBody& s = solver[i];
    s = {};
    s.centre = b.centre;
    s.start = s.rotation = b.rotation;
    s.moves = b.travels();
    s.velocity = s.moves ? b.velocity : Vec3{};
    s.spin = s.moves ? b.spin : Vec3{};
    energies[i] = b.awake() ? energy_of(b) : 0;
    body_marks[i] = char((b.awake() ? WideContacts::has_mass : 0) | (s.moves ? WideContacts::moves : 0));
    if (!b.awake()) return;
    s.mass = b.mass;
    s.inverse_mass = 1 / b.mass;
    s.inertia = b.inertia;
    s.local_inverse = b.inverse;
    s.even = b.even;
    s.damping = b.settings.damping;
    s.spin_damping = b.settings.spin_damping;
    s.force = b.force;
    s.torque = b.torque;
    turn_inertia(s);
  });
  energy_before = std::accumulate(energies.begin(), energies.end(), 0.0);
  SolverSettings of;
  of.gravity = settings.gravity;
  of.substep = seconds / settings.substeps;
  of.bounce_speed = settings.bounce_speed;
  of.push_speed = 4;
  const Softness soft = contact_softness(of.substep);
  scale_impulses(of.substep);
  wide.arrange(contacts, contact_keys, body_marks, settings.threads);
  const std::vector<std::uint32_t>& left = wide.left();
  wide.prepare(contacts, solver);
  if (left.empty() && joints.empty()) {
    wide.run(contacts, solver, of, soft, settings.substeps, settings.iterations);
    mark_contacts();
    return;
  }
  std::vector<SetWork> work(left.size());
  for (std::size_t k = 0; k < left.size(); ++k) prepare(contacts[left[k]], work[k], solver);
  const bool jointed = !joints.empty();
  const auto measure_all = [&] {
    for (JointRecord& joint : joints) measure(joint, solver);
  };
  if (jointed && rejoined) joint_solver.arrange(joints, solver);
  rejoined = false;
  for (JointRecord& joint : joints) joint.impulse = {};
  // Contacts and what joints hold, one after the other; what is held comes last.
  const auto pass = [&](bool push) {
    for (int i = 0; i < settings.iterations; ++i) {
      for (JointRecord& joint : joints) solve_drives(joint, solver, of.substep, push);
      wide.solve(solver, of, soft, push);
      for (std::size_t k = 0; k < left.size(); ++k) graze::solve(contacts[left[k]], work[k], solver, of, soft, push);
      if (jointed) joint_solver.hold(joints, solver);
    }
  };
  for (int step = 0; step < settings.substeps; ++step) {
    each_body(solver.size(), settings.threads, [&](std::uint32_t i) { integrate_velocity(solver[i], of); });
    if (jointed) {
      measure_all();
      joint_solver.factor(joints, solver);
      for (JointRecord& joint : joints) {
        prepare_drives(joint, solver, of.substep);
        warm_start_drives(joint, solver);
      }
    }
    bool bounced = true;
    for (int i = 0; i < 32 && bounced; ++i) {
      bounced = false;
      for (std::size_t k = 0; k < left.size(); ++k) bounced = bounce(contacts[left[k]], work[k], solver, of) || bounced;
    }
    wide.warm_start(solver);
    for (std::size_t k = 0; k < left.size(); ++k) warm_start(contacts[left[k]], work[k], solver);
    pass(true);
    each_body(solver.size(), settings.threads, [&](std::uint32_t i) { integrate_place(solver[i], of.substep); });
    if (std::any_of(solver.begin(), solver.end(), [](const SolverBody& body) { return body.stale; })) {
      wide.refresh(contacts, solver);
      for (std::size_t k = 0; k < left.size(); ++k) prepare(contacts[left[k]], work[k], solver);
      for (SolverBody& body : solver) body.stale = false;
    }
    for (int i = 0; jointed; ++i) {
      measure_all();
      joint_solver.factor(joints, solver);
      double most = 0;
      for (const JointRecord& joint : joints)
        for (int r = 0; r < joint.rows; ++r) most = std::max(most, std::fabs(joint.row[r].error));
      if (most < 1e-9 || i == 6) break;
      joint_solver.correct(joints, solver);
    }
    wide.measure(solver);
    pass(false);
  }
  mark_contacts();
  for (JointRecord& joint : joints) {
    joint.force = length(joint.impulse) / seconds;
    if (joint.broken || joint.force <= joint.joint.most_force) continue;
    joint.broken = true;
    report.broken.push_back(joint.joint.key);
    edited = true;
  }
}

}  // namespace graze
