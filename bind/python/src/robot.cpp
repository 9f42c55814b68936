// Robots: kinematics, the self-collision matrix, and the checker that planners call.
#include "graze/robot.h"

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <limits>

#include "arrays.h"
#include "docs_world.h"
#include "graze/robot_checker.h"
#include "interrupt.h"
#include "parts.h"

namespace graze::python {
namespace {

std::string path_text(py::handle path) { return py::str(py::module_::import("os").attr("fspath")(path)); }

// Joint values as (dof,) or (n, dof).
class Configurations {
 public:
  Configurations(py::handle value, const char* argument, const Robot& robot) : owner_(doubles(value, argument)) {
    const auto wanted = static_cast<py::ssize_t>(robot.variables.size());
    batched_ = owner_.ndim() == 2;
    if ((owner_.ndim() != 1 && owner_.ndim() != 2) || owner_.shape(owner_.ndim() - 1) != wanted)
      throw py::value_error(std::string(argument) + ": expected an array of shape (" + std::to_string(wanted) +
                            ",) or (n, " + std::to_string(wanted) + "): a value for each variable of the robot");
    count_ = batched_ ? static_cast<std::size_t>(owner_.shape(0)) : 1;
    width_ = static_cast<std::size_t>(wanted);
    data_ = owner_.data();
  }
  bool batched() const { return batched_; }
  std::size_t count() const { return count_; }
  std::span<const double> operator[](std::size_t i) const { return {data_ + width_ * i, width_}; }
  std::vector<std::vector<double>> lists() const {
    std::vector<std::vector<double>> result;
    for (std::size_t i = 0; i < count_; ++i) result.emplace_back((*this)[i].begin(), (*this)[i].end());
    return result;
  }

 private:
  Doubles owner_;
  const double* data_ = nullptr;
  std::size_t count_ = 0, width_ = 0;
  bool batched_ = false;
};

Configurations one(py::handle value, const char* argument, const Robot& robot) {
  Configurations found(value, argument, robot);
  if (found.batched())
    throw py::value_error(std::string(argument) + ": expected one configuration, an array of one dimension");
  return found;
}

// A link or body by its number or name.
std::uint32_t body_number(const Robot& robot, py::handle value) {
  if (py::isinstance<py::str>(value)) return find_link(robot, value.cast<std::string>());
  return value.cast<std::uint32_t>();
}

std::vector<DisabledPair> disabled_pairs(const Robot& robot, py::handle value) {
  if (py::isinstance<py::str>(value) || py::hasattr(value, "__fspath__")) return read_srdf(path_text(value), robot);
  std::vector<DisabledPair> pairs;
  for (const py::handle pair : py::iter(value)) {
    const auto two = py::reinterpret_borrow<py::sequence>(pair);
    const std::uint32_t a = body_number(robot, two[0]), b = body_number(robot, two[1]);
    pairs.push_back({std::min(a, b), std::max(a, b), "given"});
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const DisabledPair& x, const DisabledPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return pairs;
}

py::object link_pose_arrays(const Robot& robot, py::handle values) {
  const Configurations all(values, "values", robot);
  if (!all.batched()) return array_of(std::span<const Pose>(link_poses(robot, all[0])));
  Doubles result(std::vector<py::ssize_t>{static_cast<py::ssize_t>(all.count()),
                                          static_cast<py::ssize_t>(robot.links.size()), 4, 4});
  double* to = result.mutable_data();
  for (std::size_t i = 0; i < all.count(); ++i) {
    const Doubles some = array_of(std::span<const Pose>(link_poses(robot, all[i])));
    to = std::copy(some.data(), some.data() + some.size(), to);
  }
  return result;
}

// Neither free nor in contact; of a robot that lacks geometry the message says what.
[[noreturn]] void fail_free(const RobotChecker& checker, const char* verb, Status status, py::ssize_t index) {
  const std::vector<SkippedPart>& lost = checker.robot().skipped;
  if (lost.empty()) fail(status, verb, index);
  py::module_::import("pygraze._errors").attr("raise_incomplete")(verb, index, lost[0].path + ": " + lost[0].reason);
  throw std::logic_error("raise_incomplete returned");
}

py::object ask_valid(const RobotChecker& checker, py::handle values, bool all, int threads, py::handle undecided) {
  check_threads(threads);
  const Configurations given(values, "values", checker.robot());
  const bool instead = !undecided.is_none() && flag(undecided, "undecided");
  if (!given.batched()) {
    ValidResult result = listening([&] { return checker.valid(given[0], {.all = all}); });
    check(result.status, "RobotChecker.valid");
    return py::cast(std::move(result));
  }
  const std::vector<ValidResult> results =
      listening([&] { return checker.valid(given.lists(), {.all = all, .threads = threads}); }, given.count() > 100);
  Bools answers(static_cast<py::ssize_t>(results.size()));
  bool* to = answers.mutable_data();
  for (std::size_t i = 0; i < results.size(); ++i) {
    check(results[i].status, "RobotChecker.valid", static_cast<py::ssize_t>(i));
    if (results[i].answer == Answer::unknown && undecided.is_none())
      fail_free(checker, "RobotChecker.valid", results[i].status, static_cast<py::ssize_t>(i));
    to[i] = results[i].answer == Answer::unknown ? instead : results[i].yes();
  }
  if (all) return py::cast(std::move(results));
  return answers;
}

py::object ask_clearance(const RobotChecker& checker, py::handle values, double max, double range, bool depth,
                         bool gradient, int threads) {
  const Configurations given(values, "values", checker.robot());
  const ClearanceSettings settings{
      .max = max, .range = range, .depth = depth, .gradient = gradient, .threads = threads};
  check_threads(threads);
  std::vector<ClearanceResult> results = listening(
      [&] {
        return given.batched() ? checker.clearance(given.lists(), settings)
                               : std::vector<ClearanceResult>{checker.clearance(given[0], settings)};
      },
      given.count() > 100);
  for (std::size_t i = 0; i < results.size(); ++i)
    check(results[i].status, "RobotChecker.clearance", given.batched() ? static_cast<py::ssize_t>(i) : -1);
  if (given.batched()) return py::cast(std::move(results));
  return py::cast(std::move(results[0]));
}

WaySettings way_settings(bool first, double tolerance, int threads) {
  return {.first = first, .tolerance = tolerance, .threads = threads};
}

WayResult ask_edge(const RobotChecker& checker, py::handle from, py::handle to, bool first, double tolerance,
                   int threads) {
  const Configurations start = one(from, "start", checker.robot()), end = one(to, "end", checker.robot());
  check_threads(threads);
  const WayResult result =
      listening([&] { return checker.edge(start[0], end[0], way_settings(first, tolerance, threads)); });
  check(result.status, "RobotChecker.edge");
  return result;
}

WayResult ask_path(const RobotChecker& checker, py::handle waypoints, bool first, double tolerance, int threads) {
  const Configurations way(waypoints, "waypoints", checker.robot());
  check_threads(threads);
  const WayResult result =
      listening([&] { return checker.path(way.lists(), way_settings(first, tolerance, threads)); }, way.count() > 100);
  check(result.status, "RobotChecker.path");
  return result;
}

void add_results(py::module_& m) {
  py::class_<ValidResult>(m, "ValidResult", "Whether a configuration is free of contact; True or False as a condition.")
      .def("__bool__",
           [](const ValidResult& r) {
             if (r.answer == Answer::unknown) fail(r.status, "RobotChecker.valid");
             return r.yes();
           })
      .def_property_readonly(
          "answer", [](const ValidResult& r) { return answer_of(r.answer); },
          "True, False, or None where it was not decided.")
      .def_property_readonly(
          "contacts",
          [](const ValidResult& r) {
            py::list list;
            for (const CheckedPair& pair : r.contacts) list.append(py::make_tuple(pair.a, pair.b));
            return list;
          },
          "Pairs of bodies in contact: one, or with all=True every one.")
      .def("__repr__",
           [](const ValidResult& r) { return std::string("<pygraze.ValidResult ") + name(r.answer) + ">"; });
  py::class_<ClearancePair>(m, "ClearancePair", "How far apart two bodies of a robot are, and how that changes.")
      .def_property_readonly(
          "bodies", [](const ClearancePair& p) { return py::make_tuple(p.a, p.b); }, "Their numbers.")
      .def_readonly("distance", &ClearancePair::distance, "Below 0: minus the depth.")
      .def_readonly("lower", &ClearancePair::lower, "The true one is not below it.")
      .def_readonly("upper", &ClearancePair::upper, "The true one is not above it.")
      .def_property_readonly(
          "point_a", [](const ClearancePair& p) { return array_of(p.point_a); }, "(3,): nearest.")
      .def_property_readonly(
          "point_b", [](const ClearancePair& p) { return array_of(p.point_b); }, "(3,): nearest.")
      .def_property_readonly(
          "normal", [](const ClearancePair& p) { return array_of(p.normal); }, "(3,): from a to b.")
      .def_property_readonly(
          "gradient", [](const ClearancePair& p) { return array_of(std::span<const double>(p.gradient)); },
          "(dof,): how fast the distance grows with each variable.")
      .def("__repr__", [](const ClearancePair& p) { return "<pygraze.ClearancePair " + text(p.distance) + ">"; });
  py::class_<ClearanceResult>(m, "ClearanceResult", "The least distance of any pair that is checked.")
      .def("__float__", [](const ClearanceResult& r) { return r.distance; })
      .def_readonly("distance", &ClearanceResult::distance, "Infinite when beyond `max`.")
      .def_readonly("lower", &ClearanceResult::lower, "The true one is not below it.")
      .def_readonly("upper", &ClearanceResult::upper, "The true one is not above it.")
      .def_readonly("beyond", &ClearanceResult::beyond, "All are farther apart than `max`.")
      .def_readonly("pairs", &ClearanceResult::pairs, "A list of ClearancePair, the nearest first.")
      .def("__repr__", [](const ClearanceResult& r) { return "<pygraze.ClearanceResult " + text(r.distance) + ">"; });
  py::class_<WayResult>(m, "WayResult", "Whether a way is free, for every moment of it; True or False as a condition.")
      .def("__bool__",
           [](const WayResult& r) {
             if (r.answer == Answer::unknown) fail(Status::undecided, "RobotChecker.edge");
             return r.yes();
           })
      .def_property_readonly(
          "answer", [](const WayResult& r) { return answer_of(r.answer); },
          "True, False, or None where it was not decided.")
      .def_property_readonly(
          "lower", [](const WayResult& r) { return py::make_tuple(r.lower.waypoint, r.lower.fraction); },
          "(waypoint, fraction): there is no contact before.")
      .def_property_readonly(
          "upper", [](const WayResult& r) { return py::make_tuple(r.upper.waypoint, r.upper.fraction); },
          "(waypoint, fraction): where there is contact.")
      .def_property_readonly(
          "pair", [](const WayResult& r) { return py::make_tuple(r.pair.a, r.pair.b); }, "The bodies in contact.")
      .def_property_readonly(
          "values", [](const WayResult& r) { return array_of(std::span<const double>(r.values)); },
          "(dof,): where there is contact.")
      .def_readonly("gap", &WayResult::gap, "Where it was not decided: the least that was seen.")
      .def("__repr__", [](const WayResult& r) { return std::string("<pygraze.WayResult ") + name(r.answer) + ">"; });
}

}  // namespace

void add_robot(py::module_& m) {
  add_results(m);
  py::class_<Robot>(m, "Robot", "Links and joints as a tree with one root; made by read_robot().")
      .def_readonly("name", &Robot::name, "As in the file.")
      .def_property_readonly(
          "links",
          [](const Robot& r) {
            std::vector<std::string> names;
            for (const RobotLink& link : r.links) names.push_back(link.name);
            return names;
          },
          "Names, parents before children.")
      .def_property_readonly(
          "shapes",
          [](const Robot& r) {
            py::list list;
            for (const RobotLink& link : r.links)
              list.append(link.shape ? py::cast(link.shape) : py::object(py::none()));
            return list;
          },
          "The shape of each link, or None.")
      .def_property_readonly(
          "variables",
          [](const Robot& r) {
            std::vector<std::string> names;
            for (const RobotVariable& variable : r.variables) names.push_back(variable.name);
            return names;
          },
          "Names of what can be set.")
      .def_property_readonly(
          "limits",
          [](const Robot& r) {
            Doubles array(std::vector<py::ssize_t>{static_cast<py::ssize_t>(r.variables.size()), 2});
            double* to = array.mutable_data();
            for (const RobotVariable& variable : r.variables) {
              *to++ = variable.lower;
              *to++ = variable.upper;
            }
            return array;
          },
          "(dof, 2): of each variable.")
      .def_property_readonly(
          "skipped",
          [](const Robot& r) {
            std::vector<std::pair<std::string, std::string>> list;
            for (const SkippedPart& part : r.skipped) list.emplace_back(part.path, part.reason);
            return list;
          },
          "Geometry that could not be read, of allow_incomplete=True: (where, reason). Nothing is then said to be "
          "free.")
      .def_readonly("remarks", &Robot::remarks, "What else a user should know.")
      .def("find_link", &find_link, py::arg("name"), "The number of a link.")
      .def("link_poses", &link_pose_arrays, py::arg("values"), "(links, 4, 4), or (n, links, 4, 4) of (n, dof) values.")
      .def(
          "self_collisions",
          [](const Robot& robot, std::uint64_t samples, std::uint64_t seed, py::handle disabled, double seconds) {
            const std::vector<DisabledPair> pairs = disabled_pairs(robot, disabled);
            SelfCollisionSettings settings;
            settings.samples = samples;
            settings.seed = seed;
            settings.seconds = finite(seconds, "seconds");
            const SelfCollisionMatrix matrix =
                listening([&] { return self_collision_matrix(robot, settings, pairs); }, true);
            py::list list;
            for (const SelfPair& pair : matrix.pairs)
              list.append(
                  py::make_tuple(robot.links[pair.a].name, robot.links[pair.b].name, name(pair.value), pair.proven));
            return list;
          },
          py::arg("samples") = 10000, py::kw_only(), py::arg("seed") = 1, py::arg("disabled") = py::tuple(),
          py::arg("seconds") = 0.0, "Which links can meet: (link, link, class, proven) of every pair.")
      .def("__repr__", [](const Robot& r) {
        return "<pygraze.Robot '" + r.name + "' with " + std::to_string(r.links.size()) + " links and " +
               std::to_string(r.variables.size()) + " variables>";
      });
  m.def(
      "read_robot",
      [](py::handle path, const std::vector<std::string>& packages,
         const std::vector<std::pair<std::string, std::string>>& arguments, bool allow_incomplete) {
        ReadRobotSettings settings;
        settings.package_paths = packages;
        settings.arguments = arguments;
        settings.allow_incomplete = allow_incomplete;
        return make_aside([text = path_text(path), settings] { return read_robot(text, settings); });
      },
      py::arg("path"), py::kw_only(), py::arg("package_paths") = std::vector<std::string>(),
      py::arg("arguments") = std::vector<std::pair<std::string, std::string>>(), py::arg("allow_incomplete") = false,
      docs::read_robot);

  const auto none = py::none();
  py::class_<RobotChecker>(m, "RobotChecker", docs::robot_checker)
      .def(py::init([](const Robot& robot, py::handle disabled, bool skip_adjacent, int threads) {
             RobotCheckerSettings settings;
             settings.disabled = disabled_pairs(robot, disabled);
             settings.skip_adjacent = skip_adjacent;
             settings.threads = threads;
             check_threads(threads);
             return make_aside([robot, settings] { return RobotChecker(robot, settings); });
           }),
           py::arg("robot"), py::kw_only(), py::arg("disabled") = py::tuple(), py::arg("skip_adjacent") = true,
           py::arg("threads") = 0)
      .def_property_readonly("robot", &RobotChecker::robot, "As it was given.")
      .def(
          "add_obstacle",
          [](RobotChecker& c, py::handle shape, py::handle at) {
            const Placed placed(shape, at, "shape", "pose");
            const Body body = placed[0];
            return c.add_obstacle(body.shape, body.pose);
          },
          py::arg("shape"), py::arg("pose") = none, "A body that stands in the frame of the root; gives its number.")
      .def(
          "move_obstacle",
          [](RobotChecker& c, std::uint32_t obstacle, py::handle at) {
            need_pose(at, "pose");
            c.move_obstacle(obstacle, pose(at, "pose"));
          },
          py::arg("obstacle"), py::arg("pose"), "The same obstacle in another place.")
      .def(
          "attach",
          [](RobotChecker& c, py::handle link, py::handle shape, py::handle at, const py::iterable& touching) {
            std::vector<std::uint32_t> links;
            for (const py::handle one_link : touching) links.push_back(body_number(c.robot(), one_link));
            const Placed placed(shape, at, "shape", "pose");
            const Body body = placed[0];
            return c.attach(body_number(c.robot(), link), body.shape, body.pose, links);
          },
          py::arg("link"), py::arg("shape"), py::arg("pose") = none, py::kw_only(), py::arg("touching") = py::tuple(),
          "A body that a link carries, in the frame of the link; gives its number.")
      .def("remove", &RobotChecker::remove, py::arg("body"), "Removes an obstacle, or what is attached.")
      .def(
          "set_padding",
          [](RobotChecker& c, py::handle link, double padding) {
            c.set_padding(body_number(c.robot(), link), padding);
          },
          py::arg("link"), py::arg("padding"), "A margin around a link, in metres.")
      .def(
          "allow",
          [](RobotChecker& c, py::handle a, py::handle b, bool allowed) {
            c.allow(body_number(c.robot(), a), body_number(c.robot(), b), allowed);
          },
          py::arg("a"), py::arg("b"), py::arg("allowed") = true, "Whether two bodies may be in contact.")
      .def(
          "unchecked",
          [](const RobotChecker& c) {
            py::list list;
            for (const TrajectoryResult::Unchecked& pair : c.unchecked())
              list.append(py::make_tuple(pair.a, pair.b, name(pair.value), pair.reason));
            return list;
          },
          "Pairs that are not checked, or lack geometry: (body, body, class, reason).")
      .def("valid", &ask_valid, py::arg("values"), py::kw_only(), py::arg("all") = false, py::arg("threads") = 1,
           py::arg("undecided") = none, "Is a configuration free of contact? Of (n, dof) values an array of booleans.")
      .def("clearance", &ask_clearance, py::arg("values"), py::kw_only(),
           py::arg("max") = std::numeric_limits<double>::infinity(), py::arg("range") = -1.0, py::arg("depth") = true,
           py::arg("gradient") = true, py::arg("threads") = 1,
           "The least signed distance: a ClearanceResult, of (n, dof) values a list.")
      .def("edge", &ask_edge, py::arg("start"), py::arg("end"), py::kw_only(), py::arg("first") = true,
           py::arg("tolerance") = 0.0, py::arg("threads") = 1,
           "Is the straight way between two configurations free? Certified: nothing between them is missed.")
      .def("path", &ask_path, py::arg("waypoints"), py::kw_only(), py::arg("first") = true, py::arg("tolerance") = 0.0,
           py::arg("threads") = 1, "The same from waypoint to waypoint, (n, dof).")
      .def("__repr__", [](const RobotChecker& c) { return "<pygraze.RobotChecker of '" + c.robot().name + "'>"; });
}

}  // namespace graze::python
