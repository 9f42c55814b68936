// Motions, move, ccd and walk.
#include "graze/motion.h"

#include <pybind11/stl.h>

#include <cstring>

#include "batch.h"
#include "docs.h"
#include "graze/mover.h"
#include "parts.h"

namespace graze::python {
namespace {

const char* kind_name(Motion::Kind kind) {
  static constexpr const char* names[] = {
      "none", "translation", "rotation", "translation_then_rotation", "screw", "translation_with_rotation"};
  return names[static_cast<int>(kind)];
}

py::object ask_move(py::handle moving, const Motion& motion, py::handle others, py::handle at,
                    std::optional<double> tolerance, double expel, py::handle budget) {
  const Placed body(moving, at, "moving", "pose");
  std::vector<MovingBody> list;
  const auto add = [&](py::handle one) {
    if (py::isinstance<py::tuple>(one)) {
      const auto parts = py::reinterpret_borrow<py::tuple>(one);
      if (parts.size() != 2) throw py::value_error("others: expected (body, motion), a tuple of two");
      list.push_back({standing(parts[0], "others"), parts[1].cast<Motion>()});
    } else {
      list.push_back({standing(one, "others"), {}});
    }
  };
  if (py::isinstance<py::list>(others)) {
    for (const py::handle one : others) add(one);
  } else {
    add(others);
  }
  if (tolerance) finite(*tolerance, "tolerance");
  MoveSettings settings{.tolerance = tolerance, .expel = expel, .budget = budget_of(budget, default_budget)};
  std::vector<MoveResult> results(body.poses.count());
  for_each(results.size(), 1, [&](std::size_t i) { results[i] = move(body[i], motion, list, settings); });
  for (std::size_t i = 0; i < results.size(); ++i)
    check(results[i].status, "move", body.poses.batched() ? static_cast<py::ssize_t>(i) : -1);
  if (body.poses.batched()) return py::cast(std::move(results));
  return py::cast(std::move(results[0]));
}

Doubles four_points(py::handle value, const char* argument) {
  Doubles array = doubles(value, argument);
  const py::ssize_t n = array.ndim();
  if ((n != 2 && n != 3) || array.shape(n - 1) != 3 || array.shape(n - 2) != 4)
    throw py::value_error(std::string(argument) + ": expected an array of shape (4, 3) or (n, 4, 3)");
  return array;
}

py::object ask_ccd(const std::string& kind, py::handle before, py::handle after, double tolerance, double separation) {
  if (kind != "vertex-face" && kind != "edge-edge")
    throw py::value_error("kind: expected 'vertex-face' or 'edge-edge', got '" + kind + "'");
  finite(tolerance, "tolerance");
  finite(separation, "separation");
  const CcdKind which = kind == "vertex-face" ? CcdKind::vertex_face : CcdKind::edge_edge;
  const Doubles at_0 = four_points(before, "at_0"), at_1 = four_points(after, "at_1");
  if (at_0.ndim() != at_1.ndim() || at_0.size() != at_1.size())
    throw py::value_error("at_0 and at_1: expected arrays of the same shape");
  const std::size_t count = static_cast<std::size_t>(at_0.size()) / 12;
  Doubles times(std::vector<py::ssize_t>{static_cast<py::ssize_t>(count), 2});
  Bools hits(static_cast<py::ssize_t>(count));
  Bytes status(static_cast<py::ssize_t>(count));
  double* time = times.mutable_data();
  bool* hit = hits.mutable_data();
  std::uint8_t* state = status.mutable_data();
  const double *from = at_0.data(), *to = at_1.data();
  for_each(count, 1, [&](std::size_t i) {
    FourPoints first, last;
    std::memcpy(static_cast<void*>(first.data()), from + 12 * i, sizeof first);
    std::memcpy(static_cast<void*>(last.data()), to + 12 * i, sizeof last);
    const CcdResult result = ccd(which, first, last, {tolerance, separation});
    hit[i] = result.yes();
    time[2 * i] = result.lower;
    time[2 * i + 1] = result.upper;
    state[i] = static_cast<std::uint8_t>(result.status);
  });
  const bool batched = at_0.ndim() == 3;
  for (std::size_t i = 0; i < count; ++i)
    if (static_cast<Status>(state[i]) != Status::ok)
      fail(static_cast<Status>(state[i]), "ccd", batched ? static_cast<py::ssize_t>(i) : -1);
  if (batched) return py::make_tuple(hits, times);
  return py::make_tuple(hit[0], py::make_tuple(time[0], time[1]));
}

py::object ask_walk(py::handle walker, py::handle way, const std::vector<Body>& others, py::handle at, py::handle up,
                    double expel, double step, double steepest) {
  const Placed body(walker, at, "walker", "pose");
  if (body.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
  const Vec3 by = vector(way, "way");
  const MoverSettings settings{.up = vector(up, "up"), .expel = expel, .step = step, .steepest = steepest};
  const MoverResult result = listening([&] { return walk(body[0], by, others, settings); });
  check(result.status, "walk");
  return py::cast(std::move(result));
}

}  // namespace

void add_motion(py::module_& m) {
  py::class_<Motion>(m, "Motion", "How a body moves from time 0 to time 1; made by translation(), rotation(), ...")
      .def(py::init<>())
      .def_property_readonly(
          "kind", [](const Motion& s) { return kind_name(s.kind); }, "'translation', 'rotation', ...")
      .def_property_readonly(
          "translation", [](const Motion& s) { return array_of(s.translation); }, "(3,).")
      .def_property_readonly(
          "origin", [](const Motion& s) { return array_of(s.origin); }, "(3,): of what turns.")
      .def_property_readonly(
          "axis", [](const Motion& s) { return array_of(s.axis); }, "(3,): of what turns.")
      .def_readonly("angle", &Motion::angle, "Radians.")
      .def_readonly("advance", &Motion::advance, "Of a screw: along the axis.")
      .def(
          "pose_at",
          [](const Motion& motion, double time, py::handle start, int phase) {
            finite(time, "time");
            if (phase < 0 || phase > 1) throw py::value_error("phase: expected 0 or 1");
            return array_of(pose_at(pose(start, "start"), motion, phase, time));
          },
          py::arg("time"), py::arg("start") = py::none(), py::arg("phase") = 0, "(4, 4): where a body is at a time.")
      .def("__repr__", [](const Motion& s) { return std::string("<pygraze.Motion ") + kind_name(s.kind) + ">"; })
      .def(
          "__eq__", [](const Motion& a, const Motion& b) { return a == b; }, py::is_operator());
  m.def(
      "translation", [](py::handle by) { return translation_by(finite_vector(by, "by")); }, py::arg("by"),
      docs::translation);
  m.def(
      "rotation",
      [](py::handle origin, py::handle axis, double angle) {
        return rotation_about(finite_vector(origin, "origin"), finite_vector(axis, "axis"), finite(angle, "angle"));
      },
      py::arg("origin"), py::arg("axis"), py::arg("angle"), docs::rotation);
  m.def(
      "screw",
      [](py::handle origin, py::handle axis, double angle, double advance) {
        return screw_about(finite_vector(origin, "origin"), finite_vector(axis, "axis"), finite(angle, "angle"),
                           finite(advance, "advance"));
      },
      py::arg("origin"), py::arg("axis"), py::arg("angle"), py::arg("advance"), docs::screw);
  m.def(
      "translation_with_rotation",
      [](py::handle by, py::handle origin, py::handle axis, double angle) {
        return translation_with_rotation(finite_vector(by, "by"), finite_vector(origin, "origin"),
                                         finite_vector(axis, "axis"), finite(angle, "angle"));
      },
      py::arg("by"), py::arg("origin"), py::arg("axis"), py::arg("angle"), docs::translation_with_rotation);
  m.def(
      "motion_between",
      [](py::handle from, py::handle to) {
        need_pose(from, "start");
        need_pose(to, "end");
        return motion_between(pose(from, "start"), pose(to, "end"));
      },
      py::arg("start"), py::arg("end"), docs::motion_between);

  py::class_<MoveContact>(m, "MoveContact", "Where a moving body first touches another.")
      .def_property_readonly(
          "point", [](const MoveContact& c) { return array_of(c.point); }, "(3,), in the world.")
      .def_property_readonly(
          "normal", [](const MoveContact& c) { return array_of(c.normal); },
          "(3,): unit, from the moving body to the other.")
      .def_property_readonly(
          "triangles", [](const MoveContact& c) { return py::make_tuple(c.moving.triangle, c.other.triangle); },
          "Of the moving body and of the other.")
      .def_readonly("body", &MoveContact::body, "Which of the others.")
      .def("__repr__", [](const MoveContact& c) { return "<pygraze.MoveContact at " + text(c.point) + ">"; });
  py::class_<MoveResult>(m, "MoveResult", "Whether, when and where a moving body first touches; true where it does.")
      .def("__bool__",
           [](const MoveResult& r) {
             if (r.answer == Answer::unknown) fail(r.status, "move");
             return r.yes();
           })
      .def_property_readonly(
          "answer", [](const MoveResult& r) { return answer_of(r.answer); },
          "True, False, or None where it was not decided.")
      .def_property_readonly(
          "status", [](const MoveResult& r) { return name(r.status); }, "'ok', 'undecided' or 'budget'.")
      .def_property_readonly(
          "start", [](const MoveResult& r) { return name(r.start); },
          "'clear', 'in_zone', 'touching' or 'overlapping': how it lies at time 0.")
      .def_readonly("lower", &MoveResult::lower, "There is no contact before.")
      .def_readonly("upper", &MoveResult::upper, "There is contact by then, or a gap of at most `gap`.")
      .def_readonly("proven", &MoveResult::proven, "There is contact by `upper`.")
      .def_readonly("gap", &MoveResult::gap, "0 when proven.")
      .def_readonly("phase", &MoveResult::phase, "Of lower and upper.")
      .def_readonly("stopped", &MoveResult::stopped, "It cannot go the whole way.")
      .def_readonly("fraction", &MoveResult::fraction, "How much of the way it may go.")
      .def_property_readonly(
          "pose", [](const MoveResult& r) { return array_of(r.pose); },
          "(4, 4): where it may stand, clear of the others.")
      .def_property_readonly(
          "contact", [](const MoveResult& r) { return r.yes() ? py::cast(r.contact) : py::object(py::none()); },
          "MoveContact, or None without one.")
      .def("__repr__", [](const MoveResult& r) {
        if (r.no()) return std::string("<pygraze.MoveResult free>");
        return std::string("<pygraze.MoveResult ") + (r.yes() ? "contact" : name(r.status)) + " between " +
               text(r.lower) + " and " + text(r.upper) + ">";
      });
  const auto none = py::none();
  m.def("move", &ask_move, py::arg("moving"), py::arg("motion"), py::arg("others"), py::arg("pose") = none,
        py::kw_only(), py::arg("tolerance") = none, py::arg("expel") = 0.0, py::arg("budget") = none, docs::move);
  m.def("ccd", &ask_ccd, py::arg("kind"), py::arg("at_0"), py::arg("at_1"), py::kw_only(), py::arg("tolerance") = 0.0,
        py::arg("separation") = 0.0, docs::ccd);

  py::class_<MoverResult>(m, "WalkResult", "Where a walker came to.")
      .def_property_readonly(
          "status", [](const MoverResult& r) { return name(r.status); }, "'ok', 'undecided' or 'budget'.")
      .def_property_readonly(
          "pose", [](const MoverResult& r) { return array_of(r.pose); }, "(4, 4): where it is now.")
      .def_property_readonly(
          "on_ground", [](const MoverResult& r) { return answer_of(r.on_ground); },
          "Does it stand on something flat enough?")
      .def_property_readonly(
          "ground", [](const MoverResult& r) { return array_of(r.ground); },
          "(3,): normal of the ground; 0 in the air.")
      .def_readonly("planes", &MoverResult::planes, "How many it slid along.")
      .def_readonly("stepped", &MoverResult::stepped, "Up a step.")
      .def_readonly("blocked", &MoverResult::blocked, "It could go no farther.")
      .def_property_readonly(
          "rescue", [](const MoverResult& r) { return name(r.rescue); },
          "How it was freed before it walked: 'none', 'pushed', ...")
      .def("__repr__", [](const MoverResult& r) { return "<pygraze.WalkResult at " + text(r.pose.translation) + ">"; });
  const MoverSettings usual;
  m.def("walk", &ask_walk, py::arg("walker"), py::arg("way"), py::arg("others"), py::arg("pose") = none, py::kw_only(),
        py::arg("up") = py::make_tuple(0.0, 0.0, 1.0), py::arg("expel") = usual.expel, py::arg("step") = usual.step,
        py::arg("steepest") = usual.steepest, docs::walk);
}

}  // namespace graze::python
