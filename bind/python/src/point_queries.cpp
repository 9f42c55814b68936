// One body: inside, winding, cast.
#include <pybind11/stl.h>

#include <limits>

#include "batch.h"
#include "docs.h"
#include "graze/ray_brief.h"
#include "parts.h"

namespace graze::python {
namespace {

// The body of a query about points or rays: one pose.
Body one_body(py::handle body, py::handle at) {
  const Placed placed(body, at, "body", "pose");
  if (placed.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
  return placed[0];
}

// The first element of a batch that has no answer.
struct Failure {
  void note(std::size_t i, Status why) {
    if (status != Status::ok) return;
    index = static_cast<py::ssize_t>(i);
    status = why;
  }
  void raise(const char* verb) const {
    if (status != Status::ok) fail(status, verb, index);
  }
  Status status = Status::ok;
  py::ssize_t index = 0;
};

py::object ask_inside(py::handle body, py::handle where, py::handle at, int threads, py::handle budget) {
  check_threads(threads);
  const Body solid = one_body(body, at);
  if (is_surface(solid.shape)) no_inside(solid.shape, "body");
  const Points points(where, "points");
  const InsideSettings settings{.budget = budget_of(budget, default_budget), .threads = threads};
  if (!points.batched()) {
    const InsideResult result = listening([&] { return inside(solid, points[0], settings); });
    check(result.status, "inside");
    return member(result.answer);
  }
  Bytes answers(static_cast<py::ssize_t>(points.count()));
  std::uint8_t* to = answers.mutable_data();
  const Failure failed = listening(
      [&] {
        Failure first_failed;
        const std::size_t chunk = chunk_for(threads);
        std::vector<Vec3> some;
        for (std::size_t first = 0; first < points.count(); first += chunk) {
          some.resize(std::min(chunk, points.count() - first));
          for (std::size_t i = 0; i < some.size(); ++i) some[i] = points[first + i];
          const std::vector<InsideResult> results = inside(solid, std::span<const Vec3>(some), settings);
          for (std::size_t i = 0; i < some.size(); ++i) {
            to[first + i] = static_cast<std::uint8_t>(results[i].answer);
            if (!is_told(results[i].status)) first_failed.note(first + i, results[i].status);
          }
        }
        return first_failed;
      },
      points.count() >= many_elements);
  failed.raise("inside");
  return answers;
}

py::object ask_winding(py::handle body, py::handle where, py::handle at, int threads) {
  check_threads(threads);
  const Body surface = one_body(body, at);
  const Points points(where, "points");
  Doubles numbers(static_cast<py::ssize_t>(points.count()));
  Bytes status(static_cast<py::ssize_t>(points.count()));
  double* to = numbers.mutable_data();
  std::uint8_t* state = status.mutable_data();
  for_each(points.count(), threads, [&](std::size_t i) {
    const WindingResult result = winding(surface, points[i]);
    to[i] = result.winding;
    state[i] = static_cast<std::uint8_t>(result.status);
  });
  for (py::ssize_t i = 0; i < status.size(); ++i)
    check(static_cast<Status>(status.data()[i]), "winding", points.batched() ? i : -1);
  if (points.batched()) return numbers;
  return py::float_(to[0]);
}

// The closest hits of n rays, as arrays.
struct RayArrays {
  Doubles t;
  py::array_t<std::int64_t> triangle;
  Bools hit;
};

std::string repr_of(const RayHit& hit) {
  return "<pygraze.RayHit t " + text(hit.t) + ", triangle " + std::to_string(hit.triangle) + ", point " +
         text(hit.point) + ">";
}

py::object ask_cast(py::handle body, py::handle from, py::handle along, py::handle at, py::handle most,
                    const std::string& want, int threads, py::handle budget) {
  check_threads(threads);
  const Body target = one_body(body, at);
  const Points origins(from, "origins"), directions(along, "directions");
  const std::size_t count = common_count(origins.batched(), origins.count(), directions.batched(), directions.count(),
                                         "origins and directions");
  RaySettings settings{.budget = budget_of(budget, unlimited_budget), .threads = threads};
  if (want == "any")
    settings.want = RayWant::any;
  else if (want == "all")
    settings.want = RayWant::all;
  else if (want != "closest")
    throw py::value_error("want: expected 'closest', 'any' or 'all', got '" + want + "'");
  // One for all rays, or one each.
  std::optional<Doubles> ends;
  double end = std::numeric_limits<double>::max();
  if (!most.is_none()) {
    ends = doubles(most, "max");
    if (ends->ndim() == 0) {
      end = ends->data()[0];
      ends.reset();
    } else if (ends->ndim() != 1 || static_cast<std::size_t>(ends->size()) != count) {
      throw py::value_error("max: expected one number, or as many as there are rays");
    }
  }
  const double* each_end = ends ? ends->data() : nullptr;
  const auto ray_of = [&](std::size_t i) { return Ray{origins[i], directions[i], each_end ? each_end[i] : end}; };
  const bool batched = origins.batched() || directions.batched();
  if (!batched || settings.want == RayWant::all) {
    std::vector<RayResult> results(batched ? count : 1);
    settings.threads = 1;
    for_each(results.size(), threads, [&](std::size_t i) { results[i] = cast(target, ray_of(i), settings); });
    py::list list;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const RayResult& result = results[i];
      if (result.answer == Answer::unknown) fail(result.status, "cast", batched ? static_cast<py::ssize_t>(i) : -1);
      if (settings.want == RayWant::all)
        list.append(py::cast(result.hits));
      else
        list.append(result.yes() ? py::cast(result.closest) : py::object(py::none()));
    }
    if (batched) return list;
    return py::object(list[0]);
  }
  RayArrays arrays{Doubles(static_cast<py::ssize_t>(count)), py::array_t<std::int64_t>(static_cast<py::ssize_t>(count)),
                   Bools(static_cast<py::ssize_t>(count))};
  double* t = arrays.t.mutable_data();
  std::int64_t* triangle = arrays.triangle.mutable_data();
  bool* hit = arrays.hit.mutable_data();
  const Failure failed = listening(
      [&] {
        Failure first_failed;
        const std::size_t chunk = chunk_for(threads);
        std::vector<Ray> rays;
        std::vector<RayBrief> briefs;
        for (std::size_t first = 0; first < count; first += chunk) {
          rays.resize(std::min(chunk, count - first));
          briefs.resize(rays.size());
          for (std::size_t i = 0; i < rays.size(); ++i) rays[i] = ray_of(first + i);
          cast(target, std::span<const Ray>(rays), std::span<RayBrief>(briefs), settings);
          for (std::size_t i = 0; i < rays.size(); ++i) {
            const RayBrief& brief = briefs[i];
            hit[first + i] = brief.yes();
            t[first + i] = brief.yes() ? brief.t : std::numeric_limits<double>::infinity();
            triangle[first + i] = brief.yes() ? std::int64_t{brief.triangle} : -1;
            if (brief.answer == Answer::unknown) first_failed.note(first + i, brief.status);
          }
        }
        return first_failed;
      },
      count >= many_elements);
  failed.raise("cast");
  return py::cast(std::move(arrays));
}

}  // namespace

void add_point_queries(py::module_& m) {
  py::class_<RayHit>(m, "RayHit", "Where a ray meets a surface.")
      .def_readonly("t", &RayHit::t, "In units of the direction, rounded once from the exact one.")
      .def_readonly("triangle", &RayHit::triangle, "Its number in the shape.")
      .def_readonly("tag", &RayHit::tag, "Of the triangle.")
      .def_property_readonly(
          "point", [](const RayHit& h) { return array_of(h.point); }, "(3,), in the world.")
      .def_property_readonly(
          "normal", [](const RayHit& h) { return array_of(h.normal); }, "(3,): unit, of the triangle.")
      .def_property_readonly(
          "barycentric", [](const RayHit& h) { return array_of(h.barycentric); },
          "(3,): weights of the triangle's corners.")
      .def("__repr__", &repr_of);
  py::class_<RayArrays>(m, "RayArrays", "The closest hits of n rays.")
      .def_readonly("hit", &RayArrays::hit, "(n,): does the ray meet the body?")
      .def_readonly("t", &RayArrays::t, "(n,): infinite without a hit.")
      .def_readonly("triangle", &RayArrays::triangle, "(n,): -1 without a hit.")
      .def("__len__", [](const RayArrays& r) { return r.t.size(); })
      .def("__repr__",
           [](const RayArrays& r) { return "<pygraze.RayArrays of " + std::to_string(r.t.size()) + " rays>"; });
  const auto none = py::none();
  const auto pose_argument = py::arg("pose") = none, budget = py::arg("budget") = none;
  const auto threads = py::arg("threads") = 1;
  m.def("inside", &ask_inside, py::arg("body"), py::arg("points"), pose_argument, py::kw_only(), threads, budget,
        docs::inside);
  m.def("winding", &ask_winding, py::arg("body"), py::arg("points"), pose_argument, py::kw_only(), threads,
        docs::winding);
  m.def("cast", &ask_cast, py::arg("body"), py::arg("origins"), py::arg("directions"), pose_argument, py::kw_only(),
        py::arg("max") = none, py::arg("want") = "closest", threads, budget, docs::cast);
}

}  // namespace graze::python
