// The impulses of a tick: contacts in lanes, contacts by themselves, and joints.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "response/simulation_state.h"

namespace graze {

void Simulation::State::scale_impulses(double substep) {
  const auto scale_of = [&](double& last) {
    const double scale = last > 0 ? substep / last : 1;
    last = substep;
    return scale;
  };
  for (ContactSet& set : contacts) {
    const double scale = scale_of(set.substep);
    if (scale == 1) continue;
    set.roll = set.roll * scale;
    for (int i = 0; i < set.count; ++i)
      for (float* impulse : {&set.rows[i].normal, &set.rows[i].first, &set.rows[i].second}) *impulse *= float(scale);
  }
  for (JointRecord& joint : joints) {
    if (joint.idle) continue;
    const double scale = scale_of(joint.substep);
    for (int i = 0; i < joint.drives && scale != 1; ++i)
      for (double* impulse : {&joint.drive[i].lower, &joint.drive[i].upper, &joint.drive[i].motor}) *impulse *= scale;
  }
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
  wide_staged.finish(contacts, mark);
  for (const std::uint32_t k : wide_staged.left()) mark(k);
}

void Simulation::State::solve(double seconds) {
  const std::uint32_t count = std::uint32_t(bodies.size());
  solver.resize(count);
  energies.resize(count);
  energies_before.resize(count);
  body_marks.resize(count);
  each_body(count, settings.threads, [&](std::uint32_t i) {
    const BodyRecord& b = bodies[i];
    SolverBody& s = solver[i];
    s = {};
    s.centre = b.centre;
    s.start = s.rotation = b.rotation;
    const bool mass = weighs(i);
    // A kinematic body whose way is decided goes on along it.
    s.moves = mass || (!b.moving() && b.travels());
    s.velocity = s.moves ? b.velocity : Vec3{};
    s.spin = s.moves ? b.spin : Vec3{};
    energies[i] = energies_before[i] = mass ? energy_of(b) : 0;
    body_marks[i] = char((mass ? WideContacts::has_mass : 0) | (s.moves ? WideContacts::moves : 0));
    if (!mass) return;
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
  // Islands with joints, or with contacts that are solved by themselves, go through a substep in stages.
  std::vector<char> in_stages(count);
  bool any = false;
  const auto stage = [&](std::uint32_t body) {
    if (weighs(body)) in_stages[island[body]] = any = true;
  };
  for (JointRecord& joint : joints) {
    joint.idle = joint.broken || !(weighs(joint.a) || weighs(joint.b));
    if (joint.idle) continue;
    stage(joint.a);
    stage(joint.b);
  }
  for (const ContactSet& set : contacts) {
    if (!(set.restitution > 0 || set.rolling > 0)) continue;
    stage(set.a);
    stage(set.b);
  }
  for (std::uint32_t i = 0; i < count && any; ++i)
    if (weighs(i) && in_stages[island[i]]) body_marks[i] = char(body_marks[i] | WideContacts::staged);
  SolverSettings of;
  of.gravity = settings.gravity;
  of.substep = seconds / settings.substeps;
  of.bounce_speed = settings.bounce_speed;
  of.push_speed = 4;
  scale_impulses(of.substep);
  wide.arrange(contacts, contact_keys, body_marks, false, settings.threads);
  if (any)
    wide_staged.arrange(contacts, contact_keys, body_marks, true, settings.threads);
  else
    wide_staged.clear();
  wide.prepare(contacts, solver);
  wide.run(contacts, solver, of, contact_softness(of.substep), settings.substeps, settings.iterations);
  if (any) solve_staged(of, seconds);
  mark_contacts();
}

void Simulation::State::solve_staged(const SolverSettings& of, double seconds) {
  const Softness soft = contact_softness(of.substep);
  std::vector<std::uint32_t> own;  // bodies that are moved on here
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    SolverBody& s = solver[i];
    if ((body_marks[i] & WideContacts::staged) == 0 && !(s.moves && s.inverse_mass == 0)) continue;
    own.push_back(i);
    if (s.inverse_mass > 0) continue;
    s.centre = bodies[i].centre;  // a kinematic body begins again, to be where it is in each substep
    s.rotation = s.start;
    s.moved = {};
    s.turned = {};
    s.drift = 0;
    s.stale = false;
  }
  const auto each_own = [&](const auto& work) {
    each_body(own.size(), settings.threads, [&](std::uint32_t i) { work(solver[own[i]]); });
  };
  const std::vector<std::uint32_t>& left = wide_staged.left();
  wide_staged.prepare(contacts, solver);
  std::vector<SetWork> work(left.size());
  for (std::size_t k = 0; k < left.size(); ++k) prepare(contacts[left[k]], work[k], solver);
  const bool jointed = std::any_of(joints.begin(), joints.end(), [](const JointRecord& joint) { return !joint.idle; });
  const auto measure_all = [&] {
    for (JointRecord& joint : joints) measure(joint, solver);
  };
  for (JointRecord& joint : joints)
    if (!joint.idle) joint.impulse = {};
  // Contacts and what joints hold, one after the other; what is held comes last.
  const auto pass_over = [&](bool push) {
    for (int i = 0; i < settings.iterations; ++i) {
      for (JointRecord& joint : joints) solve_drives(joint, solver, of.substep, push);
      wide_staged.solve(solver, of, soft, push);
      for (std::size_t k = 0; k < left.size(); ++k) graze::solve(contacts[left[k]], work[k], solver, of, soft, push);
      if (jointed) joint_solver.hold(joints, solver);
    }
  };
  for (int step = 0; step < settings.substeps; ++step) {
    each_own([&](SolverBody& body) { integrate_velocity(body, of); });
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
    wide_staged.warm_start(solver);
    for (std::size_t k = 0; k < left.size(); ++k) warm_start(contacts[left[k]], work[k], solver);
    pass_over(true);
    each_own([&](SolverBody& body) { integrate_place(body, of.substep); });
    if (std::any_of(own.begin(), own.end(), [&](std::uint32_t i) { return solver[i].stale; })) {
      wide_staged.refresh(contacts, solver);
      for (std::size_t k = 0; k < left.size(); ++k)
        if (solver[contacts[left[k]].a].stale || solver[contacts[left[k]].b].stale)
          prepare(contacts[left[k]], work[k], solver);
      for (const std::uint32_t i : own) solver[i].stale = false;
    }
    for (int i = 0; jointed; ++i) {
      measure_all();
      joint_solver.factor(joints, solver);
      if (i == 6 || !joint_solver.correct(joints, solver)) break;
    }
    wide_staged.measure(solver);
    pass_over(false);
  }
  for (JointRecord& joint : joints) {
    if (joint.idle) continue;
    joint.force = length(joint.impulse) / seconds;
    if (joint.force <= joint.joint.most_force) continue;
    joint.broken = true;
    report.broken.push_back(joint.joint.key);
    rejoined = true;
  }
}

}  // namespace graze
