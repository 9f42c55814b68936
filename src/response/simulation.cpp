// Bodies and joints: adding, asking, and the steps made of ticks.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "response/simulation_state.h"

namespace graze {

const char* name(BodyRole role) noexcept {
  constexpr const char* names[] = {"moving", "kinematic", "fixed"};
  return names[std::size_t(role)];
}
const char* name(BodyJointKind kind) noexcept {
  constexpr const char* names[] = {"ball", "hinge", "slider", "fixed", "distance", "cone_twist", "free6"};
  return names[std::size_t(kind)];
}
const char* name(Scheme scheme) noexcept {
  constexpr const char* names[] = {"planes", "revert", "advance"};
  return names[std::size_t(scheme)];
}

namespace {

void check(bool good, const char* what) {
  if (!good) throw Error(std::string("a simulation: ") + what);
}

// The rotation of a pose without scale.
Quat rotation_of(const Pose& pose, const std::string& what) {
  if (fault(pose) != PoseFault::none) throw Error(what + " has a pose that is singular or not finite");
  const Decomposition parts = decompose(pose);
  const auto one = [](double s) { return std::fabs(s - 1) < 1e-9; };
  if (!one(parts.scale.x) || !one(parts.scale.y) || !one(parts.scale.z))
    throw Error(what + " has a pose with scale: scale its shape instead");
  return unit(parts.rotation);
}

// Of a symmetric positive matrix.
Mat3 inverse_of(const Mat3& m) {
  const Vec3 r0 = cross(m.c1, m.c2), r1 = cross(m.c2, m.c0), r2 = cross(m.c0, m.c1);
  const double d = dot(m.c0, r0);
  return {r0 / d, r1 / d, r2 / d};
}

}  // namespace

Simulation::Simulation(const SimulationSettings& settings) : state_(std::make_unique<State>()) {
  check(is_finite(settings.gravity), "gravity must be finite");
  check(settings.longest_tick > 0, "longest_tick must be above 0");
  check(settings.halvings >= 0 && settings.halvings <= 10, "halvings must be from 0 to 10");
  check(settings.substeps >= 1 && settings.substeps <= 1000, "substeps must be from 1 to 1000");
  check(settings.iterations >= 1 && settings.iterations <= 1000, "iterations must be from 1 to 1000");
  check(settings.skin > 0 && settings.skin <= 0.2, "skin must be above 0 and at most 0.2");
  check(settings.sleep_speed >= 0 && settings.sleep_spin >= 0 && settings.sleep_seconds >= 0,
        "what says when bodies sleep must not be negative");
  check(settings.bounce_speed >= 0, "bounce_speed must not be negative");
  state_->settings = settings;
}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

std::size_t Simulation::State::find(std::uint64_t key) const {
  const auto at = std::lower_bound(bodies.begin(), bodies.end(), key,
                                   [](const BodyRecord& b, std::uint64_t k) { return b.settings.key < k; });
  return at != bodies.end() && at->settings.key == key ? std::size_t(at - bodies.begin()) : bodies.size();
}
std::size_t Simulation::State::find_joint(std::uint64_t key) const {
  const auto at = std::lower_bound(joints.begin(), joints.end(), key,
                                   [](const JointRecord& j, std::uint64_t k) { return j.joint.key < k; });
  return at != joints.end() && at->joint.key == key ? std::size_t(at - joints.begin()) : joints.size();
}
std::size_t Simulation::State::must_find(std::uint64_t key) const {
  const std::size_t at = find(key);
  if (at == bodies.size()) throw Error("a simulation has no body with the key " + std::to_string(key));
  return at;
}

void Simulation::add(const Body& body, const BodySettings& settings) {
  const std::string what = "the body with the key " + std::to_string(settings.key);
  State& s = *state_;
  if (s.find(settings.key) != s.bodies.size()) throw Error(what + " is there already");
  const auto number = [&](double value, double most, const char* field) {
    if (!(value >= 0) || value > most) throw Error(what + ": " + field + " is out of range");
  };
  constexpr double infinite = std::numeric_limits<double>::max();
  number(settings.friction, infinite, "friction");
  number(settings.rolling_friction, infinite, "rolling_friction");
  number(settings.restitution, 1, "restitution");
  number(settings.damping, infinite, "damping");
  number(settings.spin_damping, infinite, "spin_damping");
  number(settings.mass, infinite, "mass");
  if (!is_finite(settings.velocity) || !is_finite(settings.spin)) throw Error(what + ": its velocity is not finite");
  BodyRecord record;
  record.settings = settings;
  for (const BodyRecord& other : s.bodies) {
    if (other.body.shape.identity() != body.shape.identity()) continue;
    record.form = other.form;
    break;
  }
  if (!record.form) record.form = form_of(body.shape);
  record.rotation = rotation_of(body.pose, what);
  record.body = body;
  const Vec3 local = record.form->mass.centre;
  record.centre = body.pose * local;
  if (!record.fixed()) record.body.pose = pose_of(place_of(record.centre, record.rotation, local));
  if (record.moving()) {
    if (!record.form->fault.empty()) throw Error(what + " moves and needs a mass: " + record.form->fault);
    if (!(settings.mass > 0) && !(settings.density > 0 && std::isfinite(settings.density)))
      throw Error(what + ": density must be above 0 and finite");
    const double density = settings.mass > 0 ? settings.mass / record.form->mass.volume : settings.density;
    const Mat3& unit_inertia = record.form->mass.inertia;
    record.mass = record.form->mass.volume * density;
    record.inertia = {unit_inertia.c0 * density, unit_inertia.c1 * density, unit_inertia.c2 * density};
    record.inverse = inverse_of(record.inertia);
    const double xx = record.inertia.c0.x;
    const Mat3 off{{0, record.inertia.c0.y, record.inertia.c0.z},
                   {record.inertia.c1.x, record.inertia.c1.y - xx, record.inertia.c1.z},
                   {record.inertia.c2.x, record.inertia.c2.y, record.inertia.c2.z - xx}};
    const double most = std::max({length(off.c0), length(off.c1), length(off.c2)});
    record.even = most < 1e-14 * xx;
    if (record.even) {
      record.inertia = {{xx, 0, 0}, {0, xx, 0}, {0, 0, xx}};
      record.inverse = {{1 / xx, 0, 0}, {0, 1 / xx, 0}, {0, 0, 1 / xx}};
    }
  }
  if (!record.fixed()) {
    record.velocity = settings.velocity;
    record.spin = settings.spin;
  }
  record.skin = s.settings.skin * record.form->least;
  const auto at = std::lower_bound(s.bodies.begin(), s.bodies.end(), settings.key,
                                   [](const BodyRecord& b, std::uint64_t k) { return b.settings.key < k; });
  s.bodies.insert(at, std::move(record));
  s.edited = true;
}

void Simulation::add(const BodyJoint& joint) {
  State& s = *state_;
  const std::string what = "the joint with the key " + std::to_string(joint.key);
  if (s.find_joint(joint.key) != s.joints.size()) throw Error(what + " is there already");
  if (joint.a == joint.b) throw Error(what + " needs two bodies");
  JointRecord record;
  record.joint = joint;
  for (const auto& [key, frame, anchor, axes] :
       {std::tuple{joint.a, &joint.frame_a, &record.anchor_a, &record.axes_a},
        std::tuple{joint.b, &joint.frame_b, &record.anchor_b, &record.axes_b}}) {
    const std::size_t body = s.find(key);
    if (body == s.bodies.size()) throw Error(what + " is for a body that is not there: " + std::to_string(key));
    *axes = matrix_of(rotation_of(*frame, what));
    *anchor = frame->translation - s.bodies[body].form->mass.centre;
  }
  if (!s.bodies[s.find(joint.a)].moving() && !s.bodies[s.find(joint.b)].moving())
    throw Error(what + " is between bodies that forces do not move");
  for (const JointAxis& axis : joint.axis)
    if (!(axis.lower <= axis.upper) || !(axis.most_force >= 0) || !(axis.stiffness >= 0) || !(axis.damping >= 0) ||
        !std::isfinite(axis.target) || !std::isfinite(axis.target_velocity))
      throw Error(what + " has an axis whose numbers are out of range");
  if (joint.kind == BodyJointKind::distance && !(joint.length > 0)) throw Error(what + " needs a length above 0");
  const auto at = std::lower_bound(s.joints.begin(), s.joints.end(), joint.key,
                                   [](const JointRecord& j, std::uint64_t k) { return j.joint.key < k; });
  s.joints.insert(at, std::move(record));
  s.edited = true;
  for (const std::uint64_t key : {joint.a, joint.b}) wake(key);
}

void Simulation::remove(std::uint64_t body) {
  State& s = *state_;
  const std::size_t at = s.must_find(body);
  wake(body);
  std::erase_if(s.joints, [&](const JointRecord& j) { return j.joint.a == body || j.joint.b == body; });
  s.bodies.erase(s.bodies.begin() + std::ptrdiff_t(at));
  s.edited = true;
}

void Simulation::remove_joint(std::uint64_t joint) {
  State& s = *state_;
  const std::size_t at = s.find_joint(joint);
  if (at == s.joints.size()) throw Error("a simulation has no joint with the key " + std::to_string(joint));
  wake(s.joints[at].joint.a);
  wake(s.joints[at].joint.b);
  s.joints.erase(s.joints.begin() + std::ptrdiff_t(at));
  s.edited = true;
}

StepReport Simulation::step(double seconds) {
  State& s = *state_;
  if (!(seconds > 0) || !std::isfinite(seconds)) throw Error("a step must take a time above 0");
  s.report = {};
  s.certificates.clear();
  if (s.edited) s.begin();
  const int ticks = int(std::clamp(std::ceil(seconds / s.settings.longest_tick - 1e-6), 1.0, 1e6));
  s.scheme = s.settings.scheme;
  for (int i = 0; i < ticks; ++i) s.tick(seconds / ticks);
  s.report.ticks = ticks;
  s.told_now = false;
  StepReport& r = s.report;
  std::sort(r.shortened.begin(), r.shortened.end());
  r.shortened.erase(std::unique(r.shortened.begin(), r.shortened.end()), r.shortened.end());
  for (const BodyRecord& body : s.bodies) {
    r.bodies += body.moving();
    r.awake += body.awake();
  }
  for (const JointRecord& joint : s.joints)
    if (joint.joint.may_overlap) r.exempt.push_back(joint.joint.key);
  for (const auto* sets : {&s.contacts, &s.resting})
    for (const ContactSet& set : *sets) r.contacts += std::size_t(set.count);
  s.measure_energy();
  return r;
}

void Simulation::State::measure_energy() {
  StepReport& r = report;
  for (const BodyRecord& body : bodies) {
    if (!body.moving()) continue;
    const Mat3 turn = matrix_of(body.rotation);
    const Vec3 spin = row_product(turn, body.spin), own = body.inertia * spin;
    r.kinetic += 0.5 * (body.mass * dot(body.velocity, body.velocity) + dot(spin, own));
    r.potential -= body.mass * dot(settings.gravity, body.centre);
    r.momentum += body.velocity * body.mass;
    r.angular_momentum += turn * own + cross(body.centre, body.velocity) * body.mass;
  }
  for (const JointRecord& joint : joints) {
    if (joint.broken) continue;
    for (int i = 0; i < joint.drives; ++i) {
      const JointAxis& axis = joint.joint.axis[joint.drive[i].axis];
      const double off = joint.drive[i].place - axis.target;
      r.spring += 0.5 * axis.stiffness * off * off;
    }
  }
}

std::size_t Simulation::size() const noexcept { return state_->bodies.size(); }
std::vector<std::uint64_t> Simulation::keys() const {
  std::vector<std::uint64_t> keys;
  for (const BodyRecord& body : state_->bodies) keys.push_back(body.settings.key);
  return keys;
}
bool Simulation::contains(std::uint64_t body) const noexcept { return state_->find(body) != state_->bodies.size(); }

BodyState Simulation::state(std::uint64_t body) const {
  const BodyRecord& b = state_->bodies[state_->must_find(body)];
  return {b.body, b.centre, b.rotation, b.velocity, b.spin, b.mass, b.asleep};
}

const std::vector<BodyContact>& Simulation::contacts() const {
  const State& s = *state_;
  if (!s.told_now) {
    s.told.clear();
    for (const auto* sets : {&s.contacts, &s.resting})
      for (const ContactSet& set : *sets) {
        // Of bodies that are still there.
        const std::size_t at_a = s.find(s.known[set.a]), at_b = s.find(s.known[set.b]);
        if (at_a == s.bodies.size() || at_b == s.bodies.size()) continue;
        const BodyRecord &a = s.bodies[at_a], &b = s.bodies[at_b];
        for (int i = 0; i < set.count; ++i) {
          const ContactRow& row = set.rows[i];
          s.told.push_back({a.settings.key, b.settings.key, a.centre + a.body.pose.linear * vector_of(row.local_a),
                            set.normal, double(row.gap) + s.skin_of(a, b), double(row.normal)});
        }
      }
    std::stable_sort(s.told.begin(), s.told.end(), [](const BodyContact& p, const BodyContact& q) {
      return p.key_a != q.key_a ? p.key_a < q.key_a : p.key_b < q.key_b;
    });
    s.told_now = true;
  }
  return s.told;
}
const std::vector<TickCertificate>& Simulation::certificates() const { return state_->certificates; }

void Simulation::set_velocity(std::uint64_t body, Vec3 velocity, Vec3 spin) {
  BodyRecord& b = state_->bodies[state_->must_find(body)];
  if (!is_finite(velocity) || !is_finite(spin)) throw Error("a velocity must be finite");
  if (b.fixed()) throw Error("the body with the key " + std::to_string(body) + " is fixed");
  wake(body);
  b.velocity = velocity;
  b.spin = spin;
}

void Simulation::apply_impulse(std::uint64_t body, Vec3 impulse, Vec3 point) {
  BodyRecord& b = state_->bodies[state_->must_find(body)];
  if (!is_finite(impulse) || !is_finite(point)) throw Error("an impulse must be finite");
  if (!b.moving()) throw Error("the body with the key " + std::to_string(body) + " is not moved by impulses");
  wake(body);
  b.velocity += impulse / b.mass;
  b.spin += world_inertia(b.inverse, matrix_of(b.rotation)) * cross(point - b.centre, impulse);
}

void Simulation::set_force(std::uint64_t body, Vec3 force, Vec3 torque) {
  BodyRecord& b = state_->bodies[state_->must_find(body)];
  if (!is_finite(force) || !is_finite(torque)) throw Error("a force must be finite");
  if (b.force == force && b.torque == torque) return;
  wake(body);
  b.force = force;
  b.torque = torque;
}

void Simulation::place(std::uint64_t body, const Pose& pose) {
  State& s = *state_;
  BodyRecord& b = s.bodies[s.must_find(body)];
  const Quat rotation = rotation_of(pose, "the body with the key " + std::to_string(body));
  wake(body);
  b.rotation = rotation;
  b.centre = pose * b.form->mass.centre;
  b.body.pose = b.fixed() ? pose : pose_of(place_of(b.centre, b.rotation, b.form->mass.centre));
  b.fresh = s.edited = true;
}

void Simulation::set_axis(std::uint64_t joint, int index, const JointAxis& axis) {
  State& s = *state_;
  const std::size_t at = s.find_joint(joint);
  if (at == s.joints.size()) throw Error("a simulation has no joint with the key " + std::to_string(joint));
  if (index < 0 || index > 5) throw Error("a joint has axes 0 to 5");
  s.joints[at].joint.axis[index] = axis;
  wake(s.joints[at].joint.a);
  wake(s.joints[at].joint.b);
}

void Simulation::wake(std::uint64_t body) {
  State& s = *state_;
  const std::size_t at = s.must_find(body);
  s.bodies[at].rest_seconds = 0;
  if (s.bodies[at].asleep) s.wake_island(s.bodies[at].sleep_island);
  // What rests on it wakes, too.
  const auto own = std::lower_bound(s.known.begin(), s.known.end(), body);
  if (own == s.known.end() || *own != body) return;
  const std::uint32_t was = std::uint32_t(own - s.known.begin());
  for (const auto* keys : {&s.contact_keys, &s.resting_keys})
    for (const std::uint64_t key : *keys) {
      const std::uint32_t a = std::uint32_t(key >> 32), b = std::uint32_t(key & 0xffffffff);
      if (a != was && b != was) continue;
      const std::size_t other = s.find(s.known[a == was ? b : a]);
      if (other != s.bodies.size() && s.bodies[other].asleep) s.wake_island(s.bodies[other].sleep_island);
    }
}

std::vector<JointState> Simulation::joints() const {
  std::vector<JointState> result;
  const State& s = *state_;
  std::vector<SolverBody> now(s.bodies.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    now[i].centre = s.bodies[i].centre;
    now[i].rotation = s.bodies[i].rotation;
  }
  for (JointRecord joint : s.joints) {
    joint.a = std::uint32_t(s.find(joint.joint.a));
    joint.b = std::uint32_t(s.find(joint.joint.b));
    joint.idle = false;
    measure(joint, now);
    JointState told;
    told.key = joint.joint.key;
    told.broken = joint.broken;
    double place = 0, turn = 0;
    for (int i = 0; i < joint.rows; ++i) {
      const bool linear = joint.row[i].linear != Vec3{};
      (linear ? place : turn) += joint.row[i].error * joint.row[i].error;
    }
    told.error = std::sqrt(place);
    told.angle_error = std::sqrt(turn);
    told.position = joint.drives > 0 ? joint.drive[0].place : 0;
    told.force = joint.force;
    result.push_back(told);
  }
  return result;
}

}  // namespace graze
