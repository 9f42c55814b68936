// Simulation, simulate, mass_of: bodies that push each other.
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "arrays.h"
#include "docs_simulation.h"
#include "graze/dynamics.h"
#include "interrupt.h"
#include "parts.h"

namespace graze::python {
namespace {

// A Simulation is for one thread at a time, and steps run without the interpreter's lock: a lock of its own makes the
// others wait.
class Shared {
 public:
  explicit Shared(const SimulationSettings& settings) : longest_tick_(settings.longest_tick), simulation_(settings) {}

  // Into how many ticks Simulation::step cuts a step: as many steps of one tick each give the same bits.
  int ticks_of(double seconds) const {
    return seconds > 0 ? static_cast<int>(std::clamp(std::ceil(seconds / longest_tick_ - 1e-6), 1.0, 1e6)) : 1;
  }

  // work(simulation), without the interpreter's lock.
  template <class Work>
  auto operator()(const Work& work) {
    const py::gil_scoped_release unlocked;
    const std::lock_guard<std::mutex> mine(lock_);
    return work(simulation_);
  }

  // next(simulation, i) for i from 0 on, in another thread; an interrupt ends it between two of them.
  template <class Next>
  void each(int count, const Next& next) {
    work_aside([&](Waiting& waiting) {
      const work::Stoppable whole(nullptr);  // none is cut short
      const std::lock_guard<std::mutex> mine(lock_);
      for (int i = 0; i < count && !waiting.stop(); ++i) next(simulation_, i);
    });
  }

 private:
  double longest_tick_;
  std::mutex lock_;
  Simulation simulation_;
};

template <class Enum>
Enum named(const std::string& word, const char* argument, int count) {
  std::string names;
  for (int i = 0; i < count; ++i) {
    const auto value = static_cast<Enum>(i);
    if (word == name(value)) return value;
    names += std::string(i ? ", '" : "'") + name(value) + "'";
  }
  throw py::value_error(std::string(argument) + ": expected one of " + names);
}

Body one_body(py::handle shape, py::handle at) {
  const Placed placed(shape, at, "shape", "pose");
  if (placed.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
  return placed[0];
}

std::uint64_t next_key(const std::vector<std::uint64_t>& keys) {
  if (keys.empty()) return 1;
  if (keys.back() == ~std::uint64_t{0}) throw py::value_error("key: the greatest is taken; give one");
  return keys.back() + 1;
}

std::uint64_t add_body(Shared& shared, py::handle shape, py::handle at, std::optional<std::uint64_t> key,
                       const std::string& role, double density, std::optional<double> mass, py::handle velocity,
                       py::handle spin, double friction, double rolling, double restitution, double damping,
                       double spin_damping, bool may_sleep) {
  const Body body = one_body(shape, at);
  known(density, "density");
  if (mass && !(*mass > 0)) throw py::value_error("mass: expected a number above 0, or None");
  BodySettings settings;
  settings.role = named<BodyRole>(role, "role", 3);
  settings.density = density;
  settings.mass = mass.value_or(0);
  settings.velocity = vector(velocity, "velocity");
  settings.spin = vector(spin, "spin");
  settings.friction = friction;
  settings.rolling_friction = rolling;
  settings.restitution = restitution;
  settings.damping = damping;
  settings.spin_damping = spin_damping;
  settings.may_sleep = may_sleep;
  return shared([&](Simulation& s) {
    settings.key = key ? *key : next_key(s.keys());
    s.add(body, settings);
    return settings.key;
  });
}

JointAxis axis_of(py::handle value) {
  JointAxis axis;
  for (const auto& [field, number] : py::cast<py::dict>(value)) {
    const auto word = field.cast<std::string>();
    if (word == "free") {
      axis.free = number.cast<bool>();
    } else if (word == "motor") {
      axis.motor = number.cast<bool>();
    } else {
      double* const to = word == "lower"             ? &axis.lower
                         : word == "upper"           ? &axis.upper
                         : word == "target_velocity" ? &axis.target_velocity
                         : word == "most_force"      ? &axis.most_force
                         : word == "stiffness"       ? &axis.stiffness
                         : word == "damping"         ? &axis.damping
                         : word == "target"          ? &axis.target
                                                     : nullptr;
      if (to == nullptr)
        throw py::value_error("axes: no '" + word + "'; there are free, lower, upper, motor, target_velocity, " +
                              "most_force, stiffness, damping, target");
      *to = number.cast<double>();
    }
  }
  return axis;
}

std::uint64_t add_joint(Shared& shared, const std::string& kind, std::uint64_t a, std::uint64_t b, py::handle frame_a,
                        py::handle frame_b, std::optional<std::uint64_t> key, const py::sequence& axes, double length,
                        double most_force, bool may_overlap) {
  BodyJoint joint;
  joint.kind = named<BodyJointKind>(kind, "kind", 7);
  joint.a = a;
  joint.b = b;
  joint.frame_a = pose(frame_a, "frame_a");
  joint.frame_b = pose(frame_b, "frame_b");
  finite(length, "length");
  known(most_force, "most_force");
  if (axes.size() > 6) throw py::value_error("axes: a joint has at most six");
  for (std::size_t i = 0; i < axes.size(); ++i) joint.axis[i] = axis_of(axes[i]);
  joint.length = length;
  joint.most_force = most_force;
  joint.may_overlap = may_overlap;
  return shared([&](Simulation& s) {
    std::vector<std::uint64_t> keys;
    for (const JointState& there : s.joints()) keys.push_back(there.key);
    joint.key = key ? *key : next_key(keys);
    s.add(joint);
    return joint.key;
  });
}

std::vector<BodyState> states(Shared& shared) {
  return shared([](Simulation& s) {
    std::vector<BodyState> all;
    for (const std::uint64_t key : s.keys()) all.push_back(s.state(key));
    return all;
  });
}

// A vector of each body, (n, 3).
Doubles vectors_of(Shared& shared, Vec3 BodyState::*member) {
  const std::vector<BodyState> all = states(shared);
  Doubles result = empty_vectors(all.size());
  double* to = result.mutable_data();
  for (const BodyState& state : all)
    for (int k = 0; k < 3; ++k) *to++ = (state.*member)[k];
  return result;
}

std::vector<Pose> poses_of(const Simulation& s, std::span<const std::uint64_t> keys) {
  std::vector<Pose> poses;
  for (const std::uint64_t key : keys) poses.push_back(s.state(key).body.pose);
  return poses;
}

// A step of many ticks, one after the other: the same bits.
StepReport step(Shared& shared, double seconds) {
  const int ticks = shared.ticks_of(seconds);
  if (ticks <= 4) return shared([&](Simulation& s) { return s.step(seconds); });
  StepReport all;
  shared.each(ticks, [&](Simulation& s, int) {
    StepReport one = s.step(seconds / ticks);
    one.ticks += all.ticks;
    one.pairs += all.pairs;
    one.proofs += all.proofs;
    one.shortened.insert(one.shortened.end(), all.shortened.begin(), all.shortened.end());
    std::sort(one.shortened.begin(), one.shortened.end());
    one.shortened.erase(std::unique(one.shortened.begin(), one.shortened.end()), one.shortened.end());
    one.broken.insert(one.broken.begin(), all.broken.begin(), all.broken.end());
    all = std::move(one);
  });
  return all;
}

Doubles run(Shared& shared, double seconds, int steps) {
  if (steps < 1) throw py::value_error("steps: expected a number above 0");
  std::size_t count = 0;
  std::vector<Pose> way;
  const int ticks = shared.ticks_of(seconds / steps);
  if (steps > std::numeric_limits<int>::max() / ticks) throw py::value_error("steps: too many");
  shared.each(steps * ticks, [&](Simulation& s, int i) {
    s.step(seconds / steps / ticks);
    if ((i + 1) % ticks != 0) return;
    const std::vector<std::uint64_t> keys = s.keys();
    count = keys.size();
    const std::vector<Pose> now = poses_of(s, keys);
    way.insert(way.end(), now.begin(), now.end());
  });
  return py::reinterpret_borrow<Doubles>(
      array_of(std::span(way))
          .reshape({py::ssize_t{steps}, static_cast<py::ssize_t>(count), py::ssize_t{4}, py::ssize_t{4}}));
}

Doubles simulate(const py::sequence& moving, const py::sequence& fixed, double seconds, int steps, py::handle gravity,
                 double density, double friction, double restitution, py::handle velocities, int threads) {
  if (steps < 1) throw py::value_error("steps: expected a number above 0");
  check_threads(threads);
  std::vector<Body> bodies;
  for (const auto& one : moving) bodies.push_back(one_body(one, py::none()));
  for (const auto& one : fixed) bodies.push_back(one_body(one, py::none()));
  std::vector<Vec3> speeds(moving.size());
  if (!velocities.is_none()) {
    const Points given(velocities, "velocities");
    if (given.batched() && given.count() != speeds.size())
      throw py::value_error("velocities: expected one, or as many as there are moving bodies");
    for (std::size_t i = 0; i < speeds.size(); ++i) speeds[i] = given[i];
  }
  SimulationSettings settings;
  settings.gravity = vector(gravity, "gravity");
  settings.threads = threads;
  std::vector<Pose> way;
  work_aside([&](Waiting& waiting) {
    const work::Stoppable whole(nullptr);  // an interrupt ends it between two steps
    Simulation simulation(settings);
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      BodySettings body;
      body.key = i + 1;
      body.role = i < speeds.size() ? BodyRole::moving : BodyRole::fixed;
      body.density = density;
      body.friction = friction;
      body.restitution = restitution;
      if (i < speeds.size()) {
        body.velocity = speeds[i];
        keys.push_back(body.key);
      }
      simulation.add(bodies[i], body);
    }
    way = poses_of(simulation, keys);
    for (int i = 0; i < steps && !waiting.stop(); ++i) {
      simulation.step(seconds / steps);
      const std::vector<Pose> now = poses_of(simulation, keys);
      way.insert(way.end(), now.begin(), now.end());
    }
  });
  return py::reinterpret_borrow<Doubles>(
      array_of(std::span(way))
          .reshape({py::ssize_t{steps} + 1, static_cast<py::ssize_t>(moving.size()), py::ssize_t{4}, py::ssize_t{4}}));
}

Doubles matrix(const Mat3& m) {
  Doubles result({3, 3});
  double* to = result.mutable_data();
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) *to++ = m.at(row, column);
  return result;
}

void add_results(py::module_& m) {
  py::class_<MassProperties>(m, "MassProperties", "What a shape of some density weighs, in the frame of the shape.")
      .def_readonly("volume", &MassProperties::volume, "Of the solid.")
      .def_readonly("mass", &MassProperties::mass, "The volume times the density.")
      .def_property_readonly(
          "centre", [](const MassProperties& p) { return array_of(p.centre); }, "Of mass, (3,).")
      .def_property_readonly(
          "inertia", [](const MassProperties& p) { return matrix(p.inertia); }, "About the centre, (3, 3).")
      .def("__repr__", [](const MassProperties& p) { return "<pygraze.MassProperties mass " + text(p.mass) + ">"; });
  py::class_<BodyContact>(m, "BodyContact", "Where two bodies of a simulation pressed each other in its last tick.")
      .def_property_readonly(
          "keys", [](const BodyContact& c) { return py::make_tuple(c.key_a, c.key_b); },
          "Of a and b, the lesser first.")
      .def_property_readonly(
          "point", [](const BodyContact& c) { return array_of(c.point); }, "On a, (3,).")
      .def_property_readonly(
          "normal", [](const BodyContact& c) { return array_of(c.normal); }, "From a to b, (3,).")
      .def_readonly("gap", &BodyContact::gap, "At the start of the tick.")
      .def_readonly("impulse", &BodyContact::impulse, "Along the normal, in the last substep.")
      .def("__repr__", [](const BodyContact& c) {
        return "<pygraze.BodyContact of keys " + std::to_string(c.key_a) + " and " + std::to_string(c.key_b) + ">";
      });
  py::class_<JointState>(m, "JointState", "How a joint of a simulation is.")
      .def_readonly("key", &JointState::key, "Of the joint.")
      .def_readonly("broken", &JointState::broken, "It no longer holds.")
      .def_readonly("error", &JointState::error, "How far its points are apart, or off their axis or distance.")
      .def_readonly("angle_error", &JointState::angle_error, "Radians that its frames are off what it holds.")
      .def_readonly("position", &JointState::position, "Of its first axis.")
      .def_readonly("force", &JointState::force, "In the last tick, on average.")
      .def("__repr__", [](const JointState& j) {
        return "<pygraze.JointState of key " + std::to_string(j.key) + (j.broken ? ", broken>" : ">");
      });
  py::class_<StepReport>(m, "StepReport", "What a step of a simulation did.")
      .def_readonly("ticks", &StepReport::ticks, "It was cut into.")
      .def_readonly("awake", &StepReport::awake, "Moving bodies that are awake at the end.")
      .def_readonly("contacts", &StepReport::contacts, "Points, in the last tick.")
      .def_readonly("pairs", &StepReport::pairs, "Asked about, over all ticks.")
      .def_readonly("proofs", &StepReport::proofs, "Directions that proved pairs apart, over all ticks.")
      .def_readonly("shortened", &StepReport::shortened, "Keys of bodies that did not go all of their way.")
      .def_readonly("broken", &StepReport::broken, "Keys of joints that broke.")
      .def_readonly("exempt", &StepReport::exempt, "Keys of joints whose bodies may overlap.")
      .def_readonly("kinetic", &StepReport::kinetic, "Energy at the end.")
      .def_readonly("potential", &StepReport::potential, "Energy at the end.")
      .def("__repr__", [](const StepReport& r) {
        return "<pygraze.StepReport of " + std::to_string(r.ticks) + " ticks, " + std::to_string(r.awake) +
               " bodies awake, " + std::to_string(r.contacts) + " contacts>";
      });
}

}  // namespace

void add_simulation(py::module_& m) {
  add_results(m);
  const auto none = py::none();
  const auto zero = py::make_tuple(0, 0, 0), down = py::make_tuple(0, 0, -9.81);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  using Key = std::uint64_t;
  m.def(
      "mass_of", [](py::handle shape, double density) { return mass_of(shape_of(shape, "shape"), density); },
      py::arg("shape"), py::arg("density") = 1000.0, docs::mass_of);
  m.def("simulate", &simulate, py::arg("moving"), py::arg("fixed") = py::tuple(), py::kw_only(),
        py::arg("seconds") = 1.0, py::arg("steps") = 60, py::arg("gravity") = down, py::arg("density") = 1000.0,
        py::arg("friction") = 0.5, py::arg("restitution") = 0.0, py::arg("velocities") = none, py::arg("threads") = 1,
        docs::simulate);
  py::class_<Shared>(m, "Simulation", docs::simulation)
      .def(py::init([](py::handle gravity, double tick, int substeps, int iterations, int halvings, double skin,
                       const std::string& scheme, bool sleeping, int threads) {
             SimulationSettings settings;
             check_threads(threads);
             settings.gravity = vector(gravity, "gravity");
             settings.longest_tick = tick;
             settings.substeps = substeps;
             settings.iterations = iterations;
             settings.halvings = halvings;
             settings.skin = skin;
             settings.scheme = named<Scheme>(scheme, "scheme", 3);
             settings.sleeping = sleeping;
             settings.threads = threads;
             return std::make_unique<Shared>(settings);
           }),
           py::kw_only(), py::arg("gravity") = down, py::arg("longest_tick") = 1.0 / 60, py::arg("substeps") = 4,
           py::arg("iterations") = 1, py::arg("halvings") = 2, py::arg("skin") = 0.01, py::arg("scheme") = "planes",
           py::arg("sleeping") = true, py::arg("threads") = 1)
      .def("add", &add_body, py::arg("shape"), py::arg("pose") = none, py::kw_only(), py::arg("key") = none,
           py::arg("role") = "moving", py::arg("density") = 1000.0, py::arg("mass") = none, py::arg("velocity") = zero,
           py::arg("spin") = zero, py::arg("friction") = 0.5, py::arg("rolling_friction") = 0.0,
           py::arg("restitution") = 0.0, py::arg("damping") = 0.0, py::arg("spin_damping") = 0.0,
           py::arg("may_sleep") = true,
           "Adds a body: 'moving', 'kinematic' or 'fixed'; gives its key, one above the greatest unless given.")
      .def("add_joint", &add_joint, py::arg("kind"), py::arg("a"), py::arg("b"), py::arg("frame_a") = none,
           py::arg("frame_b") = none, py::kw_only(), py::arg("key") = none, py::arg("axes") = py::tuple(),
           py::arg("length") = 0.0, py::arg("most_force") = infinity, py::arg("may_overlap") = false,
           "Holds two bodies: 'ball', 'hinge', 'slider', 'fixed', 'distance', 'cone_twist' or 'free6', at a pose in "
           "the frame of each; `axes` are dicts of free, lower, upper, motor, target_velocity, most_force, stiffness, "
           "damping, target. Gives its key.")
      .def(
          "remove", [](Shared& s, Key key) { s([&](Simulation& x) { x.remove(key); }); }, py::arg("key"),
          "Removes a body with its joints.")
      .def(
          "remove_joint", [](Shared& s, Key key) { s([&](Simulation& x) { x.remove_joint(key); }); }, py::arg("key"),
          "Removes a joint.")
      .def("step", &step, py::arg("seconds"),
           "Moves everything on: a StepReport. Raises where bodies were added or placed with a common point.")
      .def("run", &run, py::arg("seconds"), py::arg("steps"),
           "Several steps that take `seconds` together: poses of all bodies after each, (steps, n, 4, 4).")
      .def_property_readonly(
          "keys",
          [](Shared& s) {
            const std::vector<Key> keys = s([](Simulation& x) { return x.keys(); });
            return py::array_t<Key>(static_cast<py::ssize_t>(keys.size()), keys.data());
          },
          "Of the bodies, ascending, (n,).")
      .def_property_readonly(
          "poses",
          [](Shared& s) {
            const std::vector<Pose> poses = s([](Simulation& x) { return poses_of(x, x.keys()); });
            return array_of(std::span(poses));
          },
          "Of the bodies, (n, 4, 4).")
      .def_property_readonly(
          "velocities", [](Shared& s) { return vectors_of(s, &BodyState::velocity); }, "Of the centres, (n, 3).")
      .def_property_readonly(
          "spins", [](Shared& s) { return vectors_of(s, &BodyState::spin); }, "Radians a second, (n, 3).")
      .def_property_readonly(
          "centres", [](Shared& s) { return vectors_of(s, &BodyState::centre); }, "Of mass, (n, 3).")
      .def_property_readonly(
          "asleep",
          [](Shared& s) {
            const std::vector<BodyState> all = states(s);
            Bools result(static_cast<py::ssize_t>(all.size()));
            for (std::size_t i = 0; i < all.size(); ++i) result.mutable_data()[i] = all[i].asleep;
            return result;
          },
          "Which bodies rest until something touches them, (n,).")
      .def_property_readonly(
          "contacts", [](Shared& s) { return s([](Simulation& x) { return x.contacts(); }); },
          "Of the last tick: a list of BodyContact, by keys.")
      .def_property_readonly(
          "joints", [](Shared& s) { return s([](Simulation& x) { return x.joints(); }); },
          "A list of JointState, by key.")
      .def(
          "body", [](Shared& s, Key key) { return s([&](Simulation& x) { return x.state(key).body; }); },
          py::arg("key"), "The Body, where it is now.")
      .def(
          "place",
          [](Shared& s, Key key, py::handle at) {
            need_pose(at, "pose");
            const Pose to = pose(at, "pose");
            s([&](Simulation& x) { x.place(key, to); });
          },
          py::arg("key"), py::arg("pose"), "Puts a body into a pose, as if it had always been there.")
      .def(
          "set_velocity",
          [](Shared& s, Key key, py::handle velocity, py::handle spin) {
            const Vec3 v = vector(velocity, "velocity"), w = vector(spin, "spin");
            s([&](Simulation& x) { x.set_velocity(key, v, w); });
          },
          py::arg("key"), py::arg("velocity"), py::arg("spin") = zero, "Of a body from now on.")
      .def(
          "set_force",
          [](Shared& s, Key key, py::handle force, py::handle torque) {
            const Vec3 f = vector(force, "force"), t = vector(torque, "torque");
            s([&](Simulation& x) { x.set_force(key, f, t); });
          },
          py::arg("key"), py::arg("force"), py::arg("torque") = zero, "That acts until it is set again.")
      .def(
          "apply_impulse",
          [](Shared& s, Key key, py::handle impulse, py::handle point) {
            const Vec3 i = vector(impulse, "impulse"), p = vector(point, "point");
            s([&](Simulation& x) { x.apply_impulse(key, i, p); });
          },
          py::arg("key"), py::arg("impulse"), py::arg("point"), "At a point of the world, now.")
      .def(
          "set_axis",
          [](Shared& s, Key key, int index, const py::dict& axis) {
            const JointAxis to = axis_of(axis);
            s([&](Simulation& x) { x.set_axis(key, index, to); });
          },
          py::arg("joint"), py::arg("index"), py::arg("axis"), "Another motor, spring or limit of a joint.")
      .def(
          "wake", [](Shared& s, Key key) { s([&](Simulation& x) { x.wake(key); }); }, py::arg("key"),
          "A body, and what it touches.")
      .def(
          "save", [](Shared& s) { return py::bytes(s([](Simulation& x) { return x.save(); })); },
          "All that moves, as bytes.")
      .def(
          "restore",
          [](Shared& s, const py::bytes& bytes) {
            const std::string text = bytes;
            s([&](Simulation& x) { x.restore(text); });
          },
          py::arg("state"),
          "Goes on from what save() gave, of the same bodies, joints and settings, with the same bits.")
      .def("__len__", [](Shared& s) { return s([](Simulation& x) { return x.size(); }); })
      .def("__contains__", [](Shared& s, Key key) { return s([&](Simulation& x) { return x.contains(key); }); })
      .def("__repr__", [](Shared& s) {
        return "<pygraze.Simulation of " + std::to_string(s([](Simulation& x) { return x.size(); })) + " bodies>";
      });
}

}  // namespace graze::python
