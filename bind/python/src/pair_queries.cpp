// Two bodies: collide, within, distance, signed_distance, classify, penetration, interference, contacts.
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "batch.h"
#include "docs.h"
#include "graze/interference.h"
#include "parts.h"

namespace graze::python {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void put(double* to, Vec3 v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

std::string answer_text(const YesNo& result) {
  return result.answer == Answer::unknown ? std::string("unknown (") + name(result.status) + ")" : name(result.answer);
}

// True or False, or for a body that is not decided the exception that says so.
template <class Result>
bool truth(const Result& result, const char* verb) {
  if (result.answer == Answer::unknown) fail(result.status, verb);
  return result.answer == Answer::yes;
}

// Answers of a batch as booleans. What is not decided takes the value that the caller wants, or is raised.
class YesNoArray {
 public:
  YesNoArray(std::size_t count, py::handle undecided)
      : array_(static_cast<py::ssize_t>(count)),
        to_(array_.mutable_data()),
        unknown_(count),
        raises_(undecided.is_none()) {
    if (!raises_) instead_ = flag(undecided, "undecided");
  }
  // May run in any thread, without the interpreter's lock; the last one for a number counts.
  void take(std::size_t i, const YesNo& result) {
    const bool unknown = result.answer == Answer::unknown;
    to_[i] = unknown ? instead_ : result.answer == Answer::yes;
    unknown_[i] = unknown && (raises_ || !is_told(result.status)) ? result.status : Status::ok;
  }
  Bools finish(const char* verb) {
    for (std::size_t i = 0; i < unknown_.size(); ++i)
      if (unknown_[i] != Status::ok) fail(unknown_[i], verb, static_cast<py::ssize_t>(i));
    return std::move(array_);
  }

 private:
  Bools array_;
  bool* to_;
  std::vector<Status> unknown_;  // why an answer is to be raised; else ok
  bool raises_, instead_ = false;
};

py::object ask_collide(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, bool all, py::handle most,
                       int threads, py::handle budget, py::handle undecided) {
  check_threads(threads);
  const PlacedPair pair(a, b, pose_a, pose_b);
  if (!undecided.is_none()) flag(undecided, "undecided");
  CollideSettings settings{.all = all, .threads = threads, .budget = budget_of(budget, unlimited_budget)};
  if (!most.is_none())
    settings.max_results =
        static_cast<std::size_t>(whole(most, "max_results", 0, std::numeric_limits<std::int64_t>::max()));
  if (!pair.batched()) {
    const auto result = listening([&] { return collide(pair.a[0], pair.b[0], settings); });
    check(result.status, "collide");
    return py::cast(result);
  }
  const auto many = [&](const Body& body, const Shape& shape, std::span<const Pose> poses) {
    return collide(body, shape, poses, settings);
  };
  const auto one = [&](const Body& body_a, const Body& body_b) {
    CollideSettings each = settings;
    each.threads = 1;
    return collide(body_a, body_b, each);
  };
  if (all) {
    std::vector<CollideResult> results(pair.count);
    ask_all(pair, threads, many, one, [&](std::size_t i, const CollideResult& result) { results[i] = result; });
    for (std::size_t i = 0; i < results.size(); ++i) check(results[i].status, "collide", static_cast<py::ssize_t>(i));
    return py::cast(std::move(results));
  }
  YesNoArray answers(pair.count, undecided);
  ask_all(pair, threads, many, one, [&](std::size_t i, const CollideResult& result) { answers.take(i, result); });
  return answers.finish("collide");
}

py::object ask_self_collide(py::handle body, py::handle at, bool all, int threads) {
  check_threads(threads);
  const Placed placed(body, at, "body", "pose");
  if (placed.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
  const auto result = listening([&] { return self_collide(placed[0], {.all = all, .threads = threads}); });
  check(result.status, "self_collide");
  return py::cast(result);
}

py::object ask_within(py::handle a, py::handle b, double tolerance, py::handle pose_a, py::handle pose_b, int threads,
                      py::handle budget, py::handle undecided) {
  check_threads(threads);
  const PlacedPair pair(a, b, pose_a, pose_b);
  if (!(tolerance >= 0)) throw py::value_error("tolerance: expected a number that is not negative");
  const WithinSettings settings{.budget = budget_of(budget, unlimited_budget), .threads = threads};
  if (!pair.batched()) {
    const auto result = listening([&] { return within(pair.a[0], pair.b[0], tolerance, settings); });
    check(result.status, "within");
    return py::cast(result);
  }
  YesNoArray answers(pair.count, undecided);
  ask_all(
      pair, threads,
      [&](const Body& body, const Shape& shape, std::span<const Pose> poses) {
        return within(body, shape, poses, tolerance, settings);
      },
      [&](const Body& body_a, const Body& body_b) {
        return within(body_a, body_b, tolerance, {.budget = settings.budget});
      },
      [&](std::size_t i, const WithinResult& result) { answers.take(i, result); });
  return answers.finish("within");
}

// Distances of many poses, as arrays. Numbers are parts of one block, which large pages serve better than many small
// ones: touching fresh memory is most of what a batch costs beside the answers.
struct DistanceArrays {
  explicit DistanceArrays(std::size_t count)
      : block(static_cast<py::ssize_t>(12 * count)),
        distance(part(0, count)),
        lower(part(1, count)),
        upper(part(2, count)),
        point_a(vectors_part(3, count)),
        point_b(vectors_part(6, count)),
        normal(vectors_part(9, count)),
        triangles(std::vector<py::ssize_t>{static_cast<py::ssize_t>(count), 2}),
        status(static_cast<py::ssize_t>(count)) {}
  Doubles block;
  Doubles distance, lower, upper, point_a, point_b, normal;
  Indices triangles;
  Bytes status;

 private:
  Doubles part(std::size_t which, std::size_t count) {
    return Doubles(static_cast<py::ssize_t>(count), block.mutable_data() + which * count, block);
  }
  Doubles vectors_part(std::size_t which, std::size_t count) {
    return Doubles(std::vector<py::ssize_t>{static_cast<py::ssize_t>(count), 3}, block.mutable_data() + which * count,
                   block);
  }
};

void check_all(const Bytes& status, const char* verb) {
  for (py::ssize_t i = 0; i < status.size(); ++i) check(static_cast<Status>(status.data()[i]), verb, i);
}

// Fills the arrays; take() may run in any thread, without the interpreter's lock.
class DistanceFiller {
 public:
  explicit DistanceFiller(std::size_t count) : arrays_(count) {}
  void take(std::size_t i, const DistanceResult& result) {
    distance_[i] = result.distance;
    lower_[i] = result.lower;
    upper_[i] = result.upper;
    put(point_a_ + 3 * i, result.point_a);
    put(point_b_ + 3 * i, result.point_b);
    put(normal_ + 3 * i, result.normal);
    triangles_[2 * i] = result.feature_a.triangle;
    triangles_[2 * i + 1] = result.feature_b.triangle;
    status_[i] = static_cast<std::uint8_t>(result.status);
  }
  py::object finish(const char* verb) {
    check_all(arrays_.status, verb);
    return py::cast(std::move(arrays_));
  }

 private:
  DistanceArrays arrays_;
  double *distance_ = arrays_.distance.mutable_data(), *lower_ = arrays_.lower.mutable_data(),
         *upper_ = arrays_.upper.mutable_data(), *point_a_ = arrays_.point_a.mutable_data(),
         *point_b_ = arrays_.point_b.mutable_data(), *normal_ = arrays_.normal.mutable_data();
  std::uint32_t* triangles_ = arrays_.triangles.mutable_data();
  std::uint8_t* status_ = arrays_.status.mutable_data();
};

py::object ask_distance(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, double max, int threads,
                        py::handle budget) {
  check_threads(threads);
  const PlacedPair pair(a, b, pose_a, pose_b);
  if (!(max >= 0)) throw py::value_error("max: expected a number that is not negative");
  const DistanceSettings settings{.max = max, .budget = budget_of(budget, default_budget), .threads = threads};
  if (!pair.batched()) {
    const auto result = listening([&] { return find_distance(pair.a[0], pair.b[0], settings); });
    check(result.status, "distance");
    return py::cast(result);
  }
  DistanceFiller arrays(pair.count);
  ask_all(
      pair, threads,
      [&](const Body& body, const Shape& shape, std::span<const Pose> poses) {
        return find_distance(body, shape, poses, settings);
      },
      [&](const Body& body_a, const Body& body_b) {
        return find_distance(body_a, body_b, {.max = settings.max, .budget = settings.budget});
      },
      [&](std::size_t i, const DistanceResult& result) { arrays.take(i, result); });
  return arrays.finish("distance");
}

py::object ask_closest(py::handle body, py::handle where, py::handle at, double max, int threads) {
  check_threads(threads);
  const Placed placed(body, at, "body", "pose");
  if (placed.poses.batched()) throw py::value_error("pose: expected one pose, an array of shape (4, 4)");
  const Points points(where, "points");
  if (!(max >= 0)) throw py::value_error("max: expected a number that is not negative");
  const DistanceSettings settings{.max = max, .threads = threads};
  static const Shape point = make_point();
  const Body a = placed[0];
  if (!points.batched()) {
    const auto result = listening([&] { return find_distance(a, {point, {{}, points[0]}}, settings); });
    check(result.status, "closest");
    return py::cast(result);
  }
  DistanceFiller arrays(points.count());
  listening(
      [&] {
        const std::size_t chunk = chunk_for(threads);
        std::vector<Pose> poses;
        for (std::size_t first = 0; first < points.count(); first += chunk) {
          poses.assign(std::min(chunk, points.count() - first), Pose{});
          for (std::size_t i = 0; i < poses.size(); ++i) poses[i].translation = points[first + i];
          const std::vector<DistanceResult> results = find_distance(a, point, poses, settings);
          for (std::size_t i = 0; i < poses.size(); ++i) arrays.take(first + i, results[i]);
        }
        return true;
      },
      points.count() >= many_elements);
  return arrays.finish("closest");
}

py::object ask_classify(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, double tolerance, int threads,
                        py::handle budget) {
  check_threads(threads);
  const PlacedPair pair(a, b, pose_a, pose_b);
  if (!(tolerance >= 0) || tolerance == infinity)
    throw py::value_error("tolerance: expected a finite number that is not negative");
  const ClassifySettings settings{.tolerance = tolerance, .budget = budget_of(budget, default_budget)};
  if (!pair.batched()) {
    const auto result = listening([&] { return classify(pair.a[0], pair.b[0], settings); });
    check(result.status, "classify");
    return member(result.answer);
  }
  Bytes classes(static_cast<py::ssize_t>(pair.count)), status(static_cast<py::ssize_t>(pair.count));
  std::uint8_t *to = classes.mutable_data(), *state = status.mutable_data();
  for_each(pair.count, threads, [&](std::size_t i) {
    const ClassifyResult result = classify(pair.a[i], pair.b[i], settings);
    to[i] = static_cast<std::uint8_t>(result.answer);
    state[i] = static_cast<std::uint8_t>(result.status);
  });
  check_all(status, "classify");
  return classes;
}

// Verbs whose answers are of many parts: one object a pose.
template <class Result, class Verb>
py::object ask_objects(const PlacedPair& pair, int threads, const char* verb, const Verb& ask) {
  check_threads(threads);
  if (!pair.batched()) {
    const auto result = listening([&] { return ask(pair.a[0], pair.b[0]); });
    check(result.status, verb);
    return py::cast(result);
  }
  std::vector<Result> results(pair.count);
  for_each(pair.count, threads, [&](std::size_t i) { results[i] = ask(pair.a[i], pair.b[i]); });
  for (std::size_t i = 0; i < results.size(); ++i) check(results[i].status, verb, static_cast<py::ssize_t>(i));
  return py::cast(std::move(results));
}

PenetrationSettings penetration_settings(int effort, py::handle budget) {
  if (effort < 1 || effort > 1000) throw py::value_error("effort: expected a whole number from 1 to 1000");
  return {.effort = effort, .budget = budget_of(budget, default_budget)};
}

py::object ask_penetration(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, int effort, int threads,
                           py::handle budget) {
  const PenetrationSettings settings = penetration_settings(effort, budget);
  return ask_objects<PenetrationResult>(PlacedPair(a, b, pose_a, pose_b), threads, "penetration",
                                        [&](const Body& x, const Body& y) { return find_penetration(x, y, settings); });
}

py::object ask_interference(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, double precision,
                            double threshold, int threads, py::handle budget) {
  if (!(precision > 0) || precision == infinity) throw py::value_error("precision: expected a finite number above 0");
  if (!(threshold >= 0) || threshold == infinity)
    throw py::value_error("threshold: expected a finite number that is not negative");
  const InterferenceSettings settings{
      .precision = precision, .budget = budget_of(budget, default_budget), .threshold = threshold};
  return ask_objects<InterferenceResult>(
      PlacedPair(a, b, pose_a, pose_b), threads, "interference",
      [&](const Body& x, const Body& y) { return find_interference(x, y, settings); });
}

// A signed distance, and where it is: the points where the bodies are nearest; of bodies in each other the two that
// meet when a is moved by the vector that parts it.
class SignedAnswer {
 public:
  SignedAnswer() = default;
  SignedAnswer(const Body& a, const Body& b, const PenetrationSettings& settings)
      : result(find_signed_distance(a, b, settings)), status(result.status), a_(a), b_(b) {}

  bool is_deep() const { return result.distance < 0; }
  Vec3 point_b() const { return is_deep() ? parted().point_b : result.apart.point_b; }
  Vec3 point_a() const { return is_deep() ? point_b() - result.penetration.vector : result.apart.point_a; }
  // From a to b: a moves away along the opposite.
  Vec3 normal() const {
    if (!is_deep()) return result.apart.normal;
    const Vec3 out = result.penetration.vector;
    const double most = std::max({std::fabs(out.x), std::fabs(out.y), std::fabs(out.z)});
    const Vec3 scaled = out * (1 / most);
    return most > 0 ? scaled * (-1 / std::sqrt(dot(scaled, scaled))) : Vec3{};
  }
  std::pair<std::uint32_t, std::uint32_t> triangles() const {
    const DistanceResult& near = is_deep() ? parted() : result.apart;
    return {near.feature_a.triangle, near.feature_b.triangle};
  }

  SignedDistanceResult result;
  Status status = Status::ok;

 private:
  // The bodies after a has been moved: they touch. Curved ones may be too near to tell; then it goes a little farther.
  const DistanceResult& parted() const {
    for (const double far : {0.0, 1e-6, 1e-4}) {
      if (parted_ && parted_->status == Status::ok) break;
      Body out = a_;
      out.pose.translation = out.pose.translation + result.penetration.vector * (1 + far);
      parted_ = listening([&] { return find_distance(out, b_); });
    }
    return *parted_;
  }

  Body a_, b_;
  mutable std::optional<DistanceResult> parted_;
};

// A surface has no inside, on which a sign would depend.
void need_sign(const Shape& shape, const char* argument) {
  if (is_surface(shape)) no_inside(shape, argument);
}

py::object ask_signed_distance(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, int effort,
                               int threads, py::handle budget) {
  const PenetrationSettings settings = penetration_settings(effort, budget);
  const PlacedPair pair(a, b, pose_a, pose_b);
  need_sign(pair.a.shape, "a");
  need_sign(pair.b.shape, "b");
  return ask_objects<SignedAnswer>(pair, threads, "signed_distance",
                                   [&](const Body& x, const Body& y) { return SignedAnswer(x, y, settings); });
}

py::object ask_contacts(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, double tolerance, bool reduce,
                        bool curves, int threads, py::handle budget) {
  if (!(tolerance >= 0) || tolerance == infinity)
    throw py::value_error("tolerance: expected a finite number that is not negative");
  const ContactSettings settings{
      .tolerance = tolerance, .reduce = reduce, .curves = curves, .budget = budget_of(budget, default_budget)};
  return ask_objects<ContactResult>(PlacedPair(a, b, pose_a, pose_b), threads, "contacts",
                                    [&](const Body& x, const Body& y) { return find_contacts(x, y, settings); });
}

// A getter of the status of a kind of result.
template <class Result>
const char* status_name(const Result& result) {
  return name(result.status);
}

// Every contact's vector of one member, as an array.
Doubles of_each(const ContactResult& result, Vec3 Contact::*member_of) {
  Doubles array = empty_vectors(result.contacts.size());
  double* to = array.mutable_data();
  for (const Contact& contact : result.contacts) {
    put(to, contact.*member_of);
    to += 3;
  }
  return array;
}

void add_results(py::module_& m) {
  py::class_<CollideResult>(m, "CollideResult", "Whether two bodies have a common point; True or False as a condition.")
      .def("__bool__", [](const CollideResult& r) { return truth(r, "collide"); })
      .def_property_readonly(
          "answer", [](const CollideResult& r) { return answer_of(r.answer); },
          "True, False, or None where it was not decided.")
      .def_property_readonly("status", &status_name<CollideResult>, "'ok', 'undecided' or 'budget'.")
      .def_property_readonly(
          "pairs", [](const CollideResult& r) { return array_of(std::span(r.pairs)); },
          "(k, 2): with all=True every meeting (triangle of a, triangle of b), sorted.")
      .def_readonly("complete", &CollideResult::complete, "False where max_results cut the list.")
      .def_readonly("lower", &CollideResult::lower, "Of the gap, where it was not decided.")
      .def_readonly("upper", &CollideResult::upper, "Of the gap, where it was not decided.")
      .def("__repr__", [](const CollideResult& r) {
        return "<pygraze.CollideResult " + answer_text(r) +
               (r.pairs.empty() ? "" : ", " + std::to_string(r.pairs.size()) + " pairs of triangles") + ">";
      });
  py::class_<WithinResult>(m, "WithinResult", "Whether two bodies are no farther apart than a tolerance.")
      .def("__bool__", [](const WithinResult& r) { return truth(r, "within"); })
      .def_property_readonly(
          "answer", [](const WithinResult& r) { return answer_of(r.answer); },
          "True, False, or None where it was not decided.")
      .def_property_readonly("status", &status_name<WithinResult>, "'ok', 'undecided' or 'budget'.")
      .def_property_readonly(
          "witness", [](const WithinResult& r) { return py::make_tuple(r.witness.a, r.witness.b); },
          "When True: triangles that are as near.")
      .def_readonly("lower", &WithinResult::lower, "Of the distance, where it was not decided.")
      .def_readonly("upper", &WithinResult::upper, "Of the distance, where it was not decided.")
      .def("__repr__", [](const WithinResult& r) { return "<pygraze.WithinResult " + answer_text(r) + ">"; });
  py::class_<DistanceResult>(m, "DistanceResult", "How far apart two bodies are, and where; a number as float(result).")
      .def("__float__", [](const DistanceResult& r) { return r.distance; })
      .def_property_readonly("status", &status_name<DistanceResult>, "'ok', 'undecided' or 'budget'.")
      .def_readonly("distance", &DistanceResult::distance, "Infinite when beyond `max`.")
      .def_readonly("bound", &DistanceResult::bound, "|distance - true| <= bound.")
      .def_readonly("lower", &DistanceResult::lower, "The true distance is not below it.")
      .def_readonly("upper", &DistanceResult::upper, "The true distance is not above it.")
      .def_readonly("beyond", &DistanceResult::beyond, "Farther apart than `max`: only `lower` holds.")
      .def_property_readonly(
          "point_a", [](const DistanceResult& r) { return array_of(r.point_a); }, "(3,): nearest, on a.")
      .def_property_readonly(
          "point_b", [](const DistanceResult& r) { return array_of(r.point_b); }, "(3,): nearest, on b.")
      .def_property_readonly(
          "normal", [](const DistanceResult& r) { return array_of(r.normal); },
          "(3,): unit, from a to b; 0 at distance 0.")
      .def_property_readonly(
          "triangles",
          [](const DistanceResult& r) { return py::make_tuple(r.feature_a.triangle, r.feature_b.triangle); },
          "The triangles that the nearest points are on.")
      .def("__repr__", [](const DistanceResult& r) {
        if (r.beyond) return "<pygraze.DistanceResult beyond " + text(r.lower) + ">";
        if (r.status != Status::ok)
          return std::string("<pygraze.DistanceResult ") + name(r.status) + ", between " + text(r.lower) + " and " +
                 text(r.upper) + ">";
        return "<pygraze.DistanceResult " + text(r.distance) + " from " + text(r.point_a) + " to " + text(r.point_b) +
               ">";
      });
  py::class_<DistanceArrays>(m, "DistanceArrays", "Distances of n poses: arrays with one row a pose.")
      .def_readonly("distance", &DistanceArrays::distance, "(n,): infinite beyond `max`, NaN where not decided.")
      .def_readonly("lower", &DistanceArrays::lower, "(n,): the true distance is not below it.")
      .def_readonly("upper", &DistanceArrays::upper, "(n,): the true distance is not above it.")
      .def_readonly("point_a", &DistanceArrays::point_a, "(n, 3): nearest, on a.")
      .def_readonly("point_b", &DistanceArrays::point_b, "(n, 3): nearest, on b.")
      .def_readonly("normal", &DistanceArrays::normal, "(n, 3): unit, from a to b.")
      .def_readonly("triangles", &DistanceArrays::triangles, "(n, 2): of a and of b.")
      .def_readonly("status", &DistanceArrays::status, "(n,): 0 ok, 4 undecided, 6 budget.")
      .def("__len__", [](const DistanceArrays& r) { return r.distance.size(); })
      .def("__array__", [](const DistanceArrays& r, const py::args&, const py::kwargs&) { return r.distance; })
      .def("__repr__", [](const DistanceArrays& r) {
        return "<pygraze.DistanceArrays of " + std::to_string(r.distance.size()) + " poses>";
      });
  py::class_<PenetrationResult>(m, "PenetrationResult", "How deep two solids are in each other, and the way out.")
      .def("__float__", [](const PenetrationResult& r) { return r.depth; })
      .def_property_readonly("status", &status_name<PenetrationResult>, "'ok', 'undecided' or 'budget'.")
      .def_property_readonly(
          "vector", [](const PenetrationResult& r) { return array_of(r.vector); },
          "(3,): added to the translation of a it parts the bodies.")
      .def_readonly("depth", &PenetrationResult::depth, "The length of the vector, rounded up.")
      .def_readonly("lower", &PenetrationResult::lower, "The true depth is not below it.")
      .def_property_readonly(
          "inside", [](const PenetrationResult& r) { return array_of(r.inside); }, "(3,): a point of both bodies.")
      .def_readonly("symmetric", &PenetrationResult::symmetric, "The bodies are the same in every number.")
      .def("__repr__", [](const PenetrationResult& r) {
        return "<pygraze.PenetrationResult depth " + text(r.depth) + ", vector " + text(r.vector) + ">";
      });
  py::class_<InterferenceResult>(m, "InterferenceResult", "How much of two solids is in each other.")
      .def_property_readonly("status", &status_name<InterferenceResult>,
                             "'ok' or 'budget'; the brackets hold for both.")
      .def_readonly("lower", &InterferenceResult::lower, "A common point is as far from the surface of either.")
      .def_readonly("upper", &InterferenceResult::upper, "No common point is farther from the surfaces.")
      .def_property_readonly(
          "point",
          [](const InterferenceResult& r) {
            return r.lower > 0 ? py::object(array_of(r.point)) : py::object(py::none());
          },
          "(3,): a common point as deep as `lower`, or None.")
      .def_property_readonly(
          "volume", [](const InterferenceResult& r) { return py::make_tuple(r.volume_lower, r.volume_upper); },
          "(lower, upper): the volume of what is in common is between them.")
      .def_property_readonly(
          "bounds",
          [](const InterferenceResult& r) -> py::object {
            if (r.box.empty()) return py::none();
            const double corners[] = {r.box.lo.x, r.box.lo.y, r.box.lo.z, r.box.hi.x, r.box.hi.y, r.box.hi.z};
            return array_of(corners).reshape({2, 3});
          },
          "(2, 3): the box around what is in common, or None.")
      .def("__repr__", [](const InterferenceResult& r) {
        return "<pygraze.InterferenceResult between " + text(r.lower) + " and " + text(r.upper) + ">";
      });
  py::class_<SignedAnswer>(m, "SignedDistanceResult", "The distance, or minus the depth.")
      .def("__float__", [](const SignedAnswer& r) { return r.result.distance; })
      .def_property_readonly("status", &status_name<SignedAnswer>, "'ok', 'undecided' or 'budget'.")
      .def_property_readonly(
          "distance", [](const SignedAnswer& r) { return r.result.distance; }, "Minus the depth where interiors meet.")
      .def_property_readonly(
          "bound", [](const SignedAnswer& r) { return r.result.bound; }, "|distance - true| <= bound.")
      .def_property_readonly(
          "lower", [](const SignedAnswer& r) { return r.result.lower; }, "The true one is not below it.")
      .def_property_readonly(
          "upper", [](const SignedAnswer& r) { return r.result.upper; }, "The true one is not above it.")
      .def_property_readonly(
          "point_a", [](const SignedAnswer& r) { return array_of(r.point_a()); },
          "(3,), on a: nearest to b; of bodies in each other the point that comes to touch point_b when a is moved "
          "out.")
      .def_property_readonly(
          "point_b", [](const SignedAnswer& r) { return array_of(r.point_b()); },
          "(3,), on b: |distance| from point_a along the normal.")
      .def_property_readonly(
          "normal", [](const SignedAnswer& r) { return array_of(r.normal()); },
          "(3,): unit, from a to b: a moves away along the opposite; 0 where they touch.")
      .def_property_readonly(
          "triangles",
          [](const SignedAnswer& r) {
            const auto [a, b] = r.triangles();
            return py::make_tuple(a, b);
          },
          "The triangles that the points are on.")
      .def_property_readonly(
          "apart", [](const SignedAnswer& r) { return r.result.apart; }, "DistanceResult of bodies apart or touching.")
      .def_property_readonly(
          "penetration", [](const SignedAnswer& r) { return r.result.penetration; },
          "PenetrationResult of bodies that overlap.")
      .def("__repr__",
           [](const SignedAnswer& r) { return "<pygraze.SignedDistanceResult " + text(r.result.distance) + ">"; });
  py::class_<Contact>(m, "Contact", "A point where two surfaces touch or cross.")
      .def_property_readonly(
          "point", [](const Contact& c) { return array_of(c.point); }, "(3,), in the world.")
      .def_property_readonly(
          "normal", [](const Contact& c) { return array_of(c.normal); }, "(3,): unit, from a to b.")
      .def_readonly("depth", &Contact::depth, "Along the normal; negative: minus the gap.")
      .def_readonly("bound", &Contact::bound, "|depth - true| <= bound.")
      .def_readonly("crossing", &Contact::crossing, "The surfaces run through each other here.")
      .def_readonly("patch", &Contact::patch, "Contacts of one number hang together.")
      .def_property_readonly(
          "triangles", [](const Contact& c) { return py::make_tuple(c.feature_a.triangle, c.feature_b.triangle); },
          "Of a and of b.")
      .def("__repr__", [](const Contact& c) {
        return "<pygraze.Contact at " + text(c.point) + ", normal " + text(c.normal) + ", depth " + text(c.depth) + ">";
      });
  py::class_<ContactResult>(m, "ContactResult", "All contacts of two bodies; true where there are any.")
      .def("__bool__", [](const ContactResult& r) { return truth(r, "contacts"); })
      .def("__len__", [](const ContactResult& r) { return r.contacts.size(); })
      .def_property_readonly(
          "answer", [](const ContactResult& r) { return answer_of(r.answer); },
          "True, False, or None where it was not decided.")
      .def_property_readonly("status", &status_name<ContactResult>, "'ok', 'undecided' or 'budget'.")
      .def_readonly("contacts", &ContactResult::contacts, "A list of Contact.")
      .def_property_readonly(
          "points", [](const ContactResult& r) { return of_each(r, &Contact::point); }, "(k, 3).")
      .def_property_readonly(
          "normals", [](const ContactResult& r) { return of_each(r, &Contact::normal); }, "(k, 3).")
      .def_property_readonly(
          "depths",
          [](const ContactResult& r) {
            std::vector<double> depths;
            for (const Contact& contact : r.contacts) depths.push_back(contact.depth);
            return array_of(std::span<const double>(depths));
          },
          "(k,).")
      .def_property_readonly(
          "curves",
          [](const ContactResult& r) {
            py::list list;
            for (const ContactCurve& curve : r.curves) {
              Doubles points = empty_vectors(curve.points.size());
              if (!curve.points.empty())
                std::memcpy(points.mutable_data(), curve.points.data(), curve.points.size() * sizeof(Vec3));
              list.append(points);
            }
            return list;
          },
          "With curves=True: where the surfaces cross, a list of (k, 3) arrays.")
      .def("__repr__", [](const ContactResult& r) {
        return "<pygraze.ContactResult with " + std::to_string(r.contacts.size()) + " contacts>";
      });
}

}  // namespace

void add_pair_queries(py::module_& m) {
  add_results(m);
  const auto none = py::none();
  const auto a = py::arg("a"), b = py::arg("b");
  const auto pose_a = py::arg("pose_a") = none, pose_b = py::arg("pose_b") = none, budget = py::arg("budget") = none,
             undecided = py::arg("undecided") = none;
  const auto threads = py::arg("threads") = 1;
  m.def("collide", &ask_collide, a, b, pose_a, pose_b, py::kw_only(), py::arg("all") = false,
        py::arg("max_results") = none, threads, budget, undecided, docs::collide);
  m.def("self_collide", &ask_self_collide, py::arg("body"), py::arg("pose") = none, py::kw_only(),
        py::arg("all") = false, threads, docs::self_collide);
  m.def("within", &ask_within, a, b, py::arg("tolerance"), pose_a, pose_b, py::kw_only(), threads, budget, undecided,
        docs::within);
  m.def("distance", &ask_distance, a, b, pose_a, pose_b, py::kw_only(), py::arg("max") = infinity, threads, budget,
        docs::distance);
  m.def("closest", &ask_closest, py::arg("body"), py::arg("points"), py::arg("pose") = none, py::kw_only(),
        py::arg("max") = infinity, threads, docs::closest);
  m.def("signed_distance", &ask_signed_distance, a, b, pose_a, pose_b, py::kw_only(), py::arg("effort") = 1, threads,
        budget, docs::signed_distance);
  m.def("classify", &ask_classify, a, b, pose_a, pose_b, py::kw_only(), py::arg("tolerance") = 0.0, threads, budget,
        docs::classify);
  m.def("penetration", &ask_penetration, a, b, pose_a, pose_b, py::kw_only(), py::arg("effort") = 1, threads, budget,
        docs::penetration);
  m.def("interference", &ask_interference, a, b, pose_a, pose_b, py::kw_only(), py::arg("precision") = 1e-2,
        py::arg("threshold") = 0.0, threads, budget, docs::interference);
  m.def("contacts", &ask_contacts, a, b, pose_a, pose_b, py::kw_only(), py::arg("tolerance") = 0.0,
        py::arg("reduce") = false, py::arg("curves") = false, threads, budget, docs::contacts);
}

}  // namespace graze::python
