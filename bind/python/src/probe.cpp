// Probe: a tool that a hand moves.
#include "graze/probe.h"

#include <pybind11/stl.h>

#include <mutex>

#include "arrays.h"
#include "docs.h"
#include "interrupt.h"
#include "parts.h"

namespace graze::python {
namespace {

// A Probe is for one thread at a time, and ticks run without the interpreter's lock: a lock of its own makes the others
// wait.
class SharedProbe {
 public:
  SharedProbe(const Body& tool, const ProbeSettings& settings) : probe_(tool, settings) {}

  // work(probe, i) for i from 0 on until it gives false, in another thread; an interrupt ends it between two of them.
  template <class Work>
  void each(std::size_t count, const Work& work) {
    work_aside([&](Waiting& waiting) {
      const work::Stoppable whole(nullptr);
      const std::lock_guard<std::mutex> mine(lock_);
      for (std::size_t i = 0; i < count && !waiting.stop() && work(probe_, i);) ++i;
    });
  }
  // work(probe), without the interpreter's lock.
  template <class Work>
  auto operator()(const Work& work) {
    const py::gil_scoped_release unlocked;
    const std::lock_guard<std::mutex> mine(lock_);
    return work(probe_);
  }

 private:
  std::mutex lock_;
  Probe probe_;
};

std::vector<Body> bodies_of(py::handle value) {
  if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value)) return {standing(value, "bodies")};
  std::vector<Body> bodies;
  for (const py::handle one : value) bodies.push_back(standing(one, "bodies"));
  return bodies;
}

py::object tick(SharedProbe& shared, py::handle hand, py::handle around) {
  need_pose(hand, "hand");
  const Poses hands(hand, "hand");
  const std::vector<Body> bodies = bodies_of(around);
  std::vector<ProbeResult> results(hands.count());
  const auto follow = [&](Probe& probe, std::size_t i) {
    results[i] = probe.tick(hands[i], bodies);
    return is_told(results[i].status);  // else later hands are not followed
  };
  if (hands.batched())
    shared.each(results.size(), follow);
  else
    shared([&](Probe& probe) { return follow(probe, 0); });
  for (std::size_t i = 0; i < results.size(); ++i)
    check(results[i].status, "tick", hands.batched() ? static_cast<py::ssize_t>(i) : -1);
  if (hands.batched()) return py::cast(std::move(results));
  return py::cast(std::move(results[0]));
}

std::vector<ProbeContact> contacts_of(const ProbeResult& r) {
  return {r.contacts.begin(), r.contacts.begin() + r.contact_count};
}

}  // namespace

void add_probe(py::module_& m) {
  py::class_<ProbeContact>(m, "ProbeContact", "What holds the shadow of a probe.")
      .def_property_readonly(
          "point", [](const ProbeContact& c) { return array_of(c.point); }, "(3,), in the world.")
      .def_property_readonly(
          "normal", [](const ProbeContact& c) { return array_of(c.normal); }, "(3,): unit, towards the tool.")
      .def_readonly("body", &ProbeContact::body, "Which of the bodies.")
      .def_property_readonly(
          "triangle", [](const ProbeContact& c) { return c.feature.triangle; }, "Of that body.")
      .def("__repr__", [](const ProbeContact& c) { return "<pygraze.ProbeContact at " + text(c.point) + ">"; });
  py::class_<ProbeResult>(m, "ProbeResult", "What a tick of a probe tells.")
      .def_property_readonly(
          "status", [](const ProbeResult& r) { return name(r.status); },
          "'ok'; 'budget': the shadow went as far as the work allowed; 'undecided': curved bodies are too near to "
          "tell, the "
          "shadow stays where it was, and the forces are 0.")
      .def_property_readonly(
          "shadow", [](const ProbeResult& r) { return array_of(r.shadow); },
          "(4, 4): where the tool is, clear of all bodies.")
      .def_property_readonly(
          "force", [](const ProbeResult& r) { return array_of(r.force); }, "(3,): on the hand, towards the shadow.")
      .def_property_readonly(
          "torque", [](const ProbeResult& r) { return array_of(r.torque); },
          "(3,): on the hand, about the middle of the tool's box.")
      .def_property_readonly(
          "touching", [](const ProbeResult& r) { return answer_of(r.touching); },
          "Is the shadow held by something? None where it is undecided.")
      .def_readonly("snapped", &ProbeResult::snapped, "The force would have changed by more than is allowed.")
      .def_property_readonly("contacts", &contacts_of, "A list of ProbeContact: what holds the shadow.")
      .def_readonly("steps", &ProbeResult::steps, "How many the shadow went.")
      .def("__repr__", [](const ProbeResult& r) {
        return "<pygraze.ProbeResult force " + text(r.force) + ", " + std::to_string(r.contact_count) + " contacts>";
      });
  static constexpr ProbeSettings usual;
  py::class_<SharedProbe>(m, "Probe", docs::probe)
      .def(py::init([](py::handle tool, py::handle at, double stiffness, double largest_force, double largest_change,
                       double gap, py::handle budget) {
             const Placed placed(tool, at, "tool", "pose");
             if (placed.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
             return std::make_unique<SharedProbe>(placed[0], ProbeSettings{.stiffness = stiffness,
                                                                           .largest_force = largest_force,
                                                                           .largest_change = largest_change,
                                                                           .gap = gap,
                                                                           .budget = budget_of(budget, usual.budget)});
           }),
           py::arg("tool"), py::arg("pose") = py::none(), py::kw_only(), py::arg("stiffness") = usual.stiffness,
           py::arg("largest_force") = usual.largest_force, py::arg("largest_change") = usual.largest_change,
           py::arg("gap") = usual.gap, py::arg("budget") = py::none(),
           "The tool where the hand has it, clear of bodies.")
      .def(
          "tick", &tick, py::arg("hand"), py::arg("bodies"),
          "The hand is there now, (4, 4), and the bodies stand: ProbeResult. Of (n, 4, 4) a list, one tick after the "
          "other. Raises Error where the shadow is not clear of the bodies, or no rotation takes the tool to the hand: "
          "`index` says which of many, the shadow is where the one before left it, and later ones are not followed. "
          "Where curved bodies are too near to tell the status is 'undecided' and the shadow stays.")
      .def(
          "place",
          [](SharedProbe& s, py::handle shadow) {
            need_pose(shadow, "shadow");
            const Pose to = pose(shadow, "shadow");
            s([&](Probe& probe) { probe.place(to); });
          },
          py::arg("shadow"),
          "Puts the shadow somewhere else, (4, 4); the force begins at 0 again. Its scale and shear are the tool's "
          "from "
          "now on: radius and gap are those for them.")
      .def_property_readonly(
          "shadow", [](SharedProbe& s) { return array_of(s([](Probe& probe) { return probe.shadow(); })); },
          "(4, 4): where the tool is now.")
      .def_property_readonly(
          "gap", [](SharedProbe& s) { return s([](Probe& probe) { return probe.gap(); }); },
          "How far the shadow keeps from what holds it.")
      .def_property_readonly(
          "radius", [](SharedProbe& s) { return s([](Probe& probe) { return probe.radius(); }); },
          "No point of the tool is farther from its middle.")
      .def("__repr__", [](SharedProbe& s) {
        return "<pygraze.Probe at " + text(s([](Probe& probe) { return probe.shadow().translation; })) + ">";
      });
}

}  // namespace graze::python
