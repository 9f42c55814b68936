// World, Pipeline, and the questions that a world is asked.
#include "graze/world.h"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "docs_world.h"
#include "graze/pipeline.h"
#include "graze/world_query.h"
#include "interrupt.h"
#include "parts.h"

namespace graze::python {
namespace {

std::string id_text(ObjectId id) { return std::to_string(id.slot) + "." + std::to_string(id.generation); }

ObjectSettings settings_of(std::optional<std::uint64_t> key, std::uint64_t user, bool fixed, int group,
                           std::uint64_t mask) {
  if (group < 0 || group > 63) throw py::value_error("group: expected a number from 0 to 63");
  return {.key = key.value_or(automatic_key),
          .user = user,
          .fixed = fixed,
          .group = static_cast<std::uint8_t>(group),
          .mask = mask};
}

ObjectId add_object(World& world, py::handle shape, py::handle at, std::optional<std::uint64_t> key, std::uint64_t user,
                    bool fixed, int group, std::uint64_t mask) {
  const Placed placed(shape, at, "shape", "pose");
  if (placed.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
  return world.add(placed[0], settings_of(key, user, fixed, group, mask));
}

void move_object(World& world, py::handle id, py::handle where) {
  if (py::isinstance<ObjectId>(id)) {
    need_pose(where, "pose");
    if (py::isinstance<Motion>(where))
      world.move(id.cast<ObjectId>(), where.cast<const Motion&>());
    else
      world.move(id.cast<ObjectId>(), pose(where, "pose"));
    return;
  }
  const auto ids = id.cast<std::vector<ObjectId>>();
  need_pose(where, "pose");
  const Poses poses(where, "pose");
  if (!poses.batched() || poses.count() != ids.size())
    throw py::value_error("pose: expected as many poses as ids, an array of shape (n, 4, 4)");
  const py::gil_scoped_release unlocked;
  for (std::size_t i = 0; i < ids.size(); ++i) world.move(ids[i], poses[i]);
}

// Throws for what a query of the world could not answer; what single objects did not is told.
template <class Result>
const Result& checked(const Result& result, const char* verb) {
  check(result.status, verb);
  return result;
}

py::object ask_rays(const World& world, py::handle from, py::handle along, py::handle most, std::uint64_t groups,
                    int threads) {
  const Points origins(from, "origins"), directions(along, "directions");
  const std::size_t count = common_count(origins.batched(), origins.count(), directions.batched(), directions.count(),
                                         "origins and directions");
  const double end = most.is_none() ? std::numeric_limits<double>::max() : known(real(most, "max"), "max");
  std::vector<Ray> rays(count);
  for (std::size_t i = 0; i < count; ++i) rays[i] = {origins[i], directions[i], end};
  std::vector<WorldRayResult> results(count);
  WorldRaySettings settings;
  settings.filter.groups = groups;
  settings.threads = threads;
  check_threads(threads);
  listening(
      [&] {
        cast(world, rays, std::span<WorldRayResult>(results), settings);
        return true;
      },
      count >= 2048);
  const bool batched = origins.batched() || directions.batched();
  py::list list;
  for (std::size_t i = 0; i < count; ++i) {
    if (results[i].answer == Answer::unknown)
      fail(results[i].status, "World.cast", batched ? static_cast<py::ssize_t>(i) : -1);
    list.append(results[i].yes() ? py::cast(results[i].closest) : py::object(py::none()));
  }
  if (batched) return list;
  return py::object(list[0]);
}

Body query_body(py::handle shape, py::handle at) {
  const Placed placed(shape, at, "shape", "pose");
  if (placed.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
  return placed[0];
}

QueryFilter filter_of(std::uint64_t groups, std::optional<ObjectId> except) {
  QueryFilter filter;
  filter.groups = groups;
  if (except) filter.except = *except;
  return filter;
}

std::vector<ObjectName> ask_overlaps(const World& world, py::handle shape, py::handle at, std::uint64_t groups,
                                     std::optional<ObjectId> except) {
  const Body body = query_body(shape, at);
  WorldOverlapResult result = listening([&] { return find_overlaps(world, body, filter_of(groups, except)); });
  checked(result, "World.overlaps");
  if (!result.failed.empty()) fail(result.failed.front().status, "World.overlaps");
  std::vector<ObjectName> names;
  for (const WorldOverlap& found : result.objects) names.push_back(found.object);
  return names;
}

std::vector<ObjectName> ask_within(const World& world, py::handle shape, double tolerance, py::handle at,
                                   std::uint64_t groups, std::optional<ObjectId> except) {
  const Body body = query_body(shape, at);
  WorldWithinResult result = listening([&] { return within(world, body, tolerance, filter_of(groups, except)); });
  checked(result, "World.within");
  if (!result.failed.empty()) fail(result.failed.front().status, "World.within");
  std::vector<ObjectName> names;
  for (const WorldWithin& found : result.objects) names.push_back(found.object);
  return names;
}

std::vector<std::pair<ObjectName, DistanceResult>> ask_nearest(const World& world, py::handle shape, std::size_t k,
                                                               py::handle at, std::uint64_t groups,
                                                               std::optional<ObjectId> except, double max) {
  known(max, "max");
  const Body body = query_body(shape, at);
  WorldNearestResult result =
      listening([&] { return find_nearest(world, body, k, filter_of(groups, except), {.max = max}); });
  checked(result, "World.nearest");
  if (!result.failed.empty()) fail(result.failed.front().status, "World.nearest");
  std::vector<std::pair<ObjectName, DistanceResult>> found;
  for (WorldNear& near : result.objects) found.emplace_back(near.object, std::move(near.result));
  return found;
}

py::tuple ask_move(const World& world, py::handle shape, const Motion& motion, py::handle at, double expel,
                   std::uint64_t groups, std::optional<ObjectId> except) {
  const Body body = query_body(shape, at);
  WorldMoveResult result =
      listening([&] { return move(world, body, motion, {.expel = expel}, filter_of(groups, except)); });
  check(result.result.status, "World.sweep");
  return py::make_tuple(result.result, result.object.id ? py::cast(result.object) : py::object(py::none()));
}

void add_names(py::module_& m) {
  py::class_<ObjectId>(m, "ObjectId", "Names an object as long as it is in its world.")
      .def("__eq__", [](ObjectId a, py::handle b) { return py::isinstance<ObjectId>(b) && b.cast<ObjectId>() == a; })
      .def("__hash__",
           [](ObjectId id) { return std::hash<std::uint64_t>()(std::uint64_t{id.generation} << 32 | id.slot); })
      .def("__repr__", [](ObjectId id) { return "<pygraze.ObjectId " + id_text(id) + ">"; });
  py::class_<ObjectName>(m, "ObjectName", "Which object an answer is about.")
      .def_readonly("id", &ObjectName::id, "ObjectId.")
      .def_readonly("key", &ObjectName::key, "Its key.")
      .def_readonly("user", &ObjectName::user, "What the caller gave it.")
      .def("__repr__", [](const ObjectName& n) { return "<pygraze.ObjectName key " + std::to_string(n.key) + ">"; });
  py::class_<WorldRayHit>(m, "WorldRayHit", "Where a ray first meets an object.")
      .def_readonly("object", &WorldRayHit::object, "ObjectName.")
      .def_readonly("hit", &WorldRayHit::hit, "RayHit.")
      .def("__repr__", [](const WorldRayHit& h) {
        return "<pygraze.WorldRayHit key " + std::to_string(h.object.key) + ", t " + text(h.hit.t) + ">";
      });
  py::class_<PairResult>(m, "PairResult", "Two objects of a step: a has the lesser key.")
      .def_readonly("a", &PairResult::a, "ObjectId.")
      .def_readonly("b", &PairResult::b, "ObjectId.")
      .def_property_readonly(
          "keys", [](const PairResult& p) { return py::make_tuple(p.key_a, p.key_b); }, "Of a and b.")
      .def_property_readonly(
          "users", [](const PairResult& p) { return py::make_tuple(p.user_a, p.user_b); }, "Of a and b.")
      .def_property_readonly(
          "touching", [](const PairResult& p) { return answer_of(p.touching); },
          "True, False, or None where it was not decided.")
      .def_property_readonly(
          "status", [](const PairResult& p) { return name(p.status); }, "Of the query.")
      .def_readonly("distance", &PairResult::distance, "With a range; NaN without.")
      .def_property_readonly(
          "point_a", [](const PairResult& p) { return array_of(p.point_a); }, "(3,), with a range.")
      .def_property_readonly(
          "point_b", [](const PairResult& p) { return array_of(p.point_b); }, "(3,), with a range.")
      .def_property_readonly(
          "normal", [](const PairResult& p) { return array_of(p.normal); }, "(3,), with a range.")
      .def_property_readonly(
          "hit", [](const PairResult& p) { return answer_of(p.hit); },
          "With continuous=True: do they touch on their ways?")
      .def_property_readonly(
          "hit_times", [](const PairResult& p) { return py::make_tuple(p.hit_lower, p.hit_upper); },
          "With continuous=True: not before the first, and by the second.")
      .def_property_readonly(
          "triangles", [](const PairResult& p) { return array_of(std::span(p.triangles)); },
          "(k, 2), with triangles=True.")
      .def_readonly("contacts", &PairResult::contacts, "A list of Contact, with contacts=True.")
      .def("__repr__", [](const PairResult& p) {
        return "<pygraze.PairResult keys " + std::to_string(p.key_a) + " and " + std::to_string(p.key_b) + ">";
      });
  py::class_<Event>(m, "Event", "A pair that began to touch, still touches, or no longer does.")
      .def_property_readonly(
          "kind", [](const Event& e) { return name(e.kind); }, "'begin', 'persist' or 'end'.")
      .def_property_readonly(
          "keys", [](const Event& e) { return py::make_tuple(e.key_a, e.key_b); }, "Of a and b.")
      .def_readonly("a", &Event::a, "ObjectId.")
      .def_readonly("b", &Event::b, "ObjectId.")
      .def("__repr__", [](const Event& e) {
        return std::string("<pygraze.Event ") + name(e.kind) + " of keys " + std::to_string(e.key_a) + " and " +
               std::to_string(e.key_b) + ">";
      });
}

// What a step found: copies, so that the next step leaves them alone.
struct Step {
  std::vector<PairResult> pairs;
  std::vector<Event> events;
  std::vector<std::string> refused;
};

Step do_step(Pipeline& pipeline) {
  Step step;
  Status status;
  {
    const py::gil_scoped_release unlocked;
    const StepResult& result = pipeline.step();
    status = result.status;
    step.pairs = result.pairs;
    step.events = result.events;
    for (const Refusal& refusal : result.refused) step.refused.push_back(refusal.reason);
  }
  check(status, "Pipeline.step");
  return step;
}

}  // namespace

void add_world(py::module_& m) {
  add_names(m);
  constexpr std::uint64_t every = ~std::uint64_t{0};
  const auto none = py::none();
  const auto pose_argument = py::arg("pose") = none, except = py::arg("except_") = none;
  const auto groups = py::arg("groups") = every;
  py::class_<World>(m, "World", docs::world)
      .def(py::init([](bool interest) { return World({.interest = interest}); }), py::kw_only(),
           py::arg("interest") = true)
      .def("add", &add_object, py::arg("shape"), pose_argument, py::kw_only(), py::arg("key") = none,
           py::arg("user") = 0, py::arg("fixed") = false, py::arg("group") = 0, py::arg("mask") = every,
           "Adds an object, which is there after the next apply() or step; gives its ObjectId.")
      .def("remove", &World::remove, py::arg("id"), "Removes an object at the next apply() or step.")
      .def("move", &move_object, py::arg("id"), py::arg("pose"),
           "Puts an object into a pose, or gives it a Motion for the next step; a list of ids takes (n, 4, 4) poses.")
      .def(
          "reshape", [](World& w, ObjectId id, py::handle shape) { w.reshape(id, shape_of(shape, "shape")); },
          py::arg("id"), py::arg("shape"), "Gives an object another shape.")
      .def("sleep", &World::sleep, py::arg("id"), "Asked about only together with objects that are awake.")
      .def("wake", &World::wake, py::arg("id"), "Ends what sleep() began.")
      .def(
          "set_interest",
          [](World& w, ObjectId a, ObjectId b, bool on) { w.set_interest(a, b, on ? Interest::on : Interest::off); },
          py::arg("a"), py::arg("b"), py::arg("on"), "Whether steps ask about two objects.")
      .def(
          "apply",
          [](World& w) {
            const py::gil_scoped_release unlocked;
            w.apply();
          },
          "Does the edits that wait. A step begins with it.")
      .def("__len__", &World::size)
      .def("__contains__", &World::contains)
      .def(
          "find",
          [](const World& w, std::uint64_t key) {
            const ObjectId id = w.find(key);
            return id ? py::cast(id) : py::object(py::none());
          },
          py::arg("key"), "The ObjectId of a key, or None.")
      .def_property_readonly("objects", &World::objects, "All ObjectIds, in the order of keys.")
      .def("body", &World::body, py::arg("id"), "The Body of an object.")
      .def(
          "key", [](const World& w, ObjectId id) { return w.settings(id).key; }, py::arg("id"), "The key of an object.")
      .def_property_readonly("pending", &World::pending, "How many edits wait.")
      .def("cast", &ask_rays, py::arg("origins"), py::arg("directions"), py::kw_only(), py::arg("max") = none, groups,
           py::arg("threads") = 1, "Where rays first meet an object: WorldRayHit or None, of many rays a list.")
      .def("overlaps", &ask_overlaps, py::arg("shape"), pose_argument, py::kw_only(), groups, except,
           "The objects that have a common point with a body: a list of ObjectName by key.")
      .def("within", &ask_within, py::arg("shape"), py::arg("tolerance"), pose_argument, py::kw_only(), groups, except,
           "The objects no farther from a body than a tolerance: a list of ObjectName by key.")
      .def("nearest", &ask_nearest, py::arg("shape"), py::arg("k") = 1, pose_argument, py::kw_only(), groups, except,
           py::arg("max") = std::numeric_limits<double>::infinity(),
           "The k objects nearest to a body: a list of (ObjectName, DistanceResult).")
      .def("sweep", &ask_move, py::arg("shape"), py::arg("motion"), pose_argument, py::kw_only(),
           py::arg("expel") = 0.0, groups, except,
           "A body on its way among the objects: (MoveResult, ObjectName of what it touches or None).")
      .def(
          "save",
          [](const World& w, py::handle path) {
            const std::string text = py::str(py::module_::import("os").attr("fspath")(path));
            const py::gil_scoped_release unlocked;
            save(w, text);
          },
          py::arg("path"), "Writes the world as of the last apply() to a file.")
      .def("__repr__", [](const World& w) {
        return "<pygraze.World of " + std::to_string(w.size()) + " objects, " + std::to_string(w.pending()) +
               " edits waiting>";
      });
  m.def(
      "load_world",
      [](py::handle path) {
        const std::string text = py::str(py::module_::import("os").attr("fspath")(path));
        return make_aside([text] { return load_world(text); });
      },
      py::arg("path"), docs::load_world);

  py::class_<Step>(m, "Step", "What a step found.")
      .def_readonly("pairs", &Step::pairs, "A list of PairResult, by keys.")
      .def_readonly("events", &Step::events, "A list of Event, by keys.")
      .def_readonly("refused", &Step::refused, "Edits that could not be done: sentences.")
      .def("__repr__", [](const Step& s) {
        return "<pygraze.Step with " + std::to_string(s.pairs.size()) + " pairs and " +
               std::to_string(s.events.size()) + " events>";
      });
  py::class_<Pipeline>(m, "Pipeline", docs::pipeline)
      .def(py::init([](World& world, double range, bool triangles, bool contacts, double tolerance, bool continuous,
                       int threads) {
             check_threads(threads);
             PipelineSettings settings;
             settings.range = range;
             settings.triangles = triangles;
             settings.contacts = contacts;
             settings.contact_settings.tolerance = tolerance;
             settings.continuous = continuous;
             settings.threads = threads;
             return Pipeline(world, settings);
           }),
           py::arg("world"), py::kw_only(), py::arg("range") = 0.0, py::arg("triangles") = false,
           py::arg("contacts") = false, py::arg("contact_tolerance") = 0.0, py::arg("continuous") = false,
           py::arg("threads") = 1, py::keep_alive<1, 2>())
      .def("step", &do_step, "Does the edits that wait, and asks about all pairs that may touch: a Step.")
      .def("__repr__", [](const Pipeline&) { return "<pygraze.Pipeline>"; });
}

}  // namespace graze::python
