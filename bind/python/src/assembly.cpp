// Assemblies and their clashes.
#include "graze/assembly.h"

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "docs_world.h"
#include "graze/clash.h"
#include "interrupt.h"
#include "parts.h"

namespace graze::python {
namespace {

// A result of check(), with the parts that its numbers mean.
struct Check {
  std::vector<Part> parts;
  ClashResult result;
};

std::string path_text(py::handle path) { return py::str(py::module_::import("os").attr("fspath")(path)); }

Assembly read_parts(py::handle path, bool allow_incomplete) {
  return make_aside([text = path_text(path), allow_incomplete] {
    return read_assembly(text, {.allow_incomplete = allow_incomplete});
  });
}

Part part_of(py::handle value, std::size_t number) {
  if (py::isinstance<Part>(value)) return value.cast<Part>();
  Part part;
  py::object body = py::reinterpret_borrow<py::object>(value);
  if (py::isinstance<py::tuple>(value) && py::len(value) == 2) {
    const auto pair = py::reinterpret_borrow<py::tuple>(value);
    part.name = pair[0].cast<std::string>();
    body = pair[1];
  } else {
    part.name = "part " + std::to_string(number);
  }
  part.path = part.name;
  Thing found = thing(body, "parts");
  part.shape = std::move(found.shape);
  part.pose = found.pose.value_or(Pose{});
  return part;
}

std::vector<Part> part_list(py::handle value) {
  if (py::isinstance<py::str>(value) || py::hasattr(value, "__fspath__")) return read_parts(value, false).parts;
  if (py::isinstance<Assembly>(value)) return value.cast<const Assembly&>().parts;
  std::vector<Part> parts;
  for (const py::handle one : py::iter(value)) parts.push_back(part_of(one, parts.size()));
  return parts;
}

Check ask_check(py::handle parts, double tolerance, double clearance, double contact, int threads,
                const py::object& progress) {
  check_threads(threads);
  Check check{part_list(parts), {}};
  const bool whole = !py::isinstance<Assembly>(parts) || parts.cast<const Assembly&>().skipped.empty();
  ClashSettings settings;
  settings.tolerance = tolerance;
  settings.clearance = clearance;
  settings.contact = contact;
  settings.threads = threads;
  work_aside([&](Waiting& waiting) {
    // In the thread that called; what it raises ends the work.
    ClashProgress tell;
    if (!progress.is_none())
      tell = [&](std::uint64_t done, std::uint64_t candidates) {
        bool goes_on = true;
        const bool asked = waiting.ask_caller([&] {
          const py::object answer = progress(done, candidates);
          goes_on = !(py::isinstance<py::bool_>(answer) && !answer.cast<bool>());
        });
        return asked && goes_on;
      };
    check.result = find_clashes(check.parts, settings, {.stop = &waiting.stop()}, tell);
  });
  check.result.complete = check.result.complete && whole;
  return check;
}

std::string clash_text(const Clash& clash) {
  return std::string("<pygraze.Clash ") + name(clash.value) + " of parts " + std::to_string(clash.a) + " and " +
         std::to_string(clash.b) + ", distance " + text(clash.distance) + ">";
}

}  // namespace

void add_assembly(py::module_& m) {
  py::class_<Part>(m, "Part", "One part of a model: a shape, where it is, and what it is called.")
      .def(py::init([](const std::string& title, py::handle shape, py::handle at) {
             Part part;
             part.name = part.path = title;
             const Placed placed(shape, at, "shape", "pose");
             if (placed.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
             const Body body = placed[0];
             part.shape = body.shape;
             part.pose = body.pose;
             return part;
           }),
           py::arg("name"), py::arg("shape"), py::arg("pose") = py::none())
      .def_readonly("name", &Part::name, "Of the node or object in the file.")
      .def_readonly("path", &Part::path, "The names from the root, joined by '/'.")
      .def_readonly("shape", &Part::shape, "In its own frame.")
      .def_property_readonly(
          "pose", [](const Part& p) { return array_of(p.pose); }, "(4, 4).")
      .def_property_readonly(
          "body",
          [](const Part& p) {
            return Body{p.shape, p.pose};
          },
          "Shape and pose.")
      .def_readonly("remark", &Part::remark, "What a user should know of it; else ''.")
      .def("__repr__", [](const Part& p) { return "<pygraze.Part '" + p.path + "'>"; });
  py::class_<Assembly>(m, "Assembly", "All parts of a model file in one frame.")
      .def_readonly("parts", &Assembly::parts, "A list of Part, in the order of the file.")
      .def_property_readonly(
          "skipped",
          [](const Assembly& a) {
            std::vector<std::pair<std::string, std::string>> list;
            for (const SkippedPart& part : a.skipped) list.emplace_back(part.path, part.reason);
            return list;
          },
          "What is in the file and not in the parts: (path, reason).")
      .def_readonly("materials", &Assembly::materials, "Names, by the tags of triangles.")
      .def_readonly("metres_per_unit", &Assembly::metres_per_unit, "0: the format does not say.")
      .def("__len__", [](const Assembly& a) { return a.parts.size(); })
      .def("__repr__",
           [](const Assembly& a) { return "<pygraze.Assembly of " + std::to_string(a.parts.size()) + " parts>"; });
  py::class_<Clash>(m, "Clash", "Two parts that clash, and where.")
      .def_readonly("a", &Clash::a, "Number of a part.")
      .def_readonly("b", &Clash::b, "Number of the other.")
      .def_readonly("id", &Clash::id, "Of the two paths: the same whenever they are.")
      .def_property_readonly(
          "kind", [](const Clash& c) { return name(c.value); },
          "'overlapping', 'enclosed', 'duplicate', 'touching' or 'clearance'.")
      .def_readonly("distance", &Clash::distance, "The gap, or minus the depth.")
      .def_readonly("bound", &Clash::bound, "|distance - true| <= bound; infinite: surfaces cross.")
      .def_property_readonly(
          "point", [](const Clash& c) { return array_of(c.point); }, "(3,): where.")
      .def_property_readonly(
          "normal", [](const Clash& c) { return array_of(c.normal); }, "(3,): unit, from a to b.")
      .def("__repr__", &clash_text);
  py::class_<Check>(m, "CheckResult", "All clashes of the parts that were checked.")
      .def_property_readonly(
          "clashes", [](const Check& c) { return c.result.clashes; }, "A list of Clash, by paths.")
      .def_property_readonly(
          "undecided",
          [](const Check& c) {
            std::vector<std::tuple<std::uint32_t, std::uint32_t, std::string>> list;
            for (const UndecidedPair& pair : c.result.undecided) list.emplace_back(pair.a, pair.b, pair.reason);
            return list;
          },
          "Pairs of which nothing is claimed: (a, b, reason).")
      .def_property_readonly(
          "complete", [](const Check& c) { return c.result.complete; },
          "False where it was stopped, or where geometry of the model is lost.")
      .def_property_readonly(
          "candidates", [](const Check& c) { return c.result.candidates; }, "Pairs whose boxes are near enough.")
      .def_readonly("parts", &Check::parts, "The list of Part that the numbers mean.")
      .def(
          "names",
          [](const Check& c, const Clash& clash) {
            return py::make_tuple(c.parts.at(clash.a).path, c.parts.at(clash.b).path);
          },
          py::arg("clash"), "The paths of the parts of a clash.")
      .def("__len__", [](const Check& c) { return c.result.clashes.size(); })
      .def("__repr__", [](const Check& c) {
        return "<pygraze.CheckResult with " + std::to_string(c.result.clashes.size()) + " clashes of " +
               std::to_string(c.parts.size()) + " parts>";
      });
  m.def("read_assembly", &read_parts, py::arg("path"), py::kw_only(), py::arg("allow_incomplete") = false,
        docs::read_assembly);
  m.def("check", &ask_check, py::arg("parts"), py::kw_only(), py::arg("tolerance") = 0.0, py::arg("clearance") = 0.0,
        py::arg("contact") = 0.0, py::arg("threads") = 0, py::arg("progress") = py::none(), docs::check);
}

}  // namespace graze::python
