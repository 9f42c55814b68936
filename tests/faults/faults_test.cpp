// No failing call yields a value that reads as an answer: memory, threads and faults of the library, injected into
// every verb wherever it allocates.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/fault.h"
#include "graze/graze.h"
#include "scenes/scenes.h"
#include "tests/faults/failing_memory.h"

namespace graze {
namespace {

using faults::Failure;
using faults::Thrown;

// What a result says that could be read as an answer; empty when it says nothing.
template <class Result>
std::string told(const Result& result) {
  std::string text;
  const auto number = [&](const char* name, double value) {
    if (!std::isnan(value)) text += std::string(name) + " ";
  };
  if constexpr (std::is_base_of_v<YesNo, Result>)
    if (result.answer != Answer::unknown) text += "answer ";
  if constexpr (requires { result.answer == PairClass::unknown; })
    if (result.answer != PairClass::unknown) text += "class ";
  if constexpr (requires { result.answer == Where::unknown; })
    if (result.answer != Where::unknown) text += "place ";
  if constexpr (requires { result.distance; }) number("distance", result.distance);
  if constexpr (requires { result.depth; }) number("depth", result.depth);
  if constexpr (requires { result.winding; }) number("winding", result.winding);
  if constexpr (requires { result.bound; }) number("bound", result.bound);
  if constexpr (requires { result.lower; }) number("lower", result.lower);
  if constexpr (requires { result.upper; }) number("upper", result.upper);
  if constexpr (requires { result.fraction; }) number("fraction", result.fraction);
  if constexpr (requires { result.vector.x; }) number("vector", result.vector.x);
  if constexpr (requires { result.point_a; }) number("point", result.point_a.x);
  if constexpr (requires { result.normal.x; }) number("normal", result.normal.x);
  if constexpr (requires { result.closest.t; }) number("t", result.closest.t);
  if constexpr (requires { result.pairs.size(); })
    if (!result.pairs.empty()) text += "pairs ";
  if constexpr (requires { result.hits.size(); })
    if (!result.hits.empty()) text += "hits ";
  if constexpr (requires { result.contacts.size(); })
    if (!result.contacts.empty()) text += "contacts ";
  return text;
}

// The status of an answer, and what it says all the same.
struct Told {
  Status status;
  std::string told;
};

struct Verb {
  std::string name;
  bool recorded;  // the lines that repeat it are kept
  std::function<Told(const Body& a, const Body& b)> ask;
};

template <class Ask>
Verb verb(const char* name, bool recorded, const Ask& ask) {
  return {name, recorded, [ask](const Body& a, const Body& b) {
            const auto result = ask(a, b);
            static_assert(!std::is_convertible_v<decltype(result), bool>);
            return Told{result.status, told(result)};
          }};
}

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = {
      verb("collide", true, [](const Body& a, const Body& b) { return collide(a, b, {.all = true}); }),
      verb("self_collide", true, [](const Body& a, const Body&) { return self_collide(a, {.all = true}); }),
      verb("ray", true,
           [](const Body& a, const Body&) {
             return cast(a, {{-9, 0.1, 0.2}, {1, 0, 0}}, {.want = RayWant::all});
           }),
      verb("distance", true, [](const Body& a, const Body& b) { return find_distance(a, b); }),
      verb("within", true, [](const Body& a, const Body& b) { return within(a, b, 0.01); }),
      verb("inside", true,
           [](const Body& a, const Body&) {
             return inside(a, {1, 0.1, 0.1});
           }),
      verb("winding", false,
           [](const Body& a, const Body&) {
             return winding(a, {1, 0.1, 0.1});
           }),
      verb("classify", true, [](const Body& a, const Body& b) { return classify(a, b); }),
      verb("penetration", true, [](const Body& a, const Body& b) { return find_penetration(a, b); }),
      verb("signed_distance", true, [](const Body& a, const Body& b) { return find_signed_distance(a, b); }),
      verb("contacts", true, [](const Body& a, const Body& b) { return find_contacts(a, b, {.tolerance = 0.01}); }),
      verb("move", true,
           [](const Body& a, const Body& b) {
             const MovingBody other{{b.shape, {b.pose.linear, b.pose.translation + Vec3{5, 0, 0}}}, {}};
             return move(a, translation_by({9, 0, 0}), std::span(&other, 1));
           }),
  };
  return all;
}

// Made anew, so that what a shape builds on first need is built, and fails, in the query.
Body fresh_torus(double x) {
  const scenes::MeshData mesh = scenes::torus(120);
  return {make_mesh(mesh.vertices, mesh.triangles, {.solid = true}), make_pose({x, 0.1, 0.05})};
}

class Faults : public ::testing::Test {
 protected:
  void SetUp() override { set_stop_at_faults(false); }
  void TearDown() override { set_stop_at_faults(true); }
};

TEST_F(Faults, EveryFailureHasItsStatusAndSaysNothing) {
  std::size_t injected = 0;
  for (const Verb& verb : verbs())
    for (const Thrown thrown : {Thrown::bad_alloc, Thrown::system_error, Thrown::logic_error, Thrown::integer}) {
      const Status expected =
          thrown == Thrown::bad_alloc || thrown == Thrown::system_error ? Status::out_of_memory : Status::internal;
      std::size_t here = 0;
      // Denser at the start, where most of what is built is asked for.
      for (std::int64_t allowed = 0; allowed < 4000; allowed += 1 + allowed / 4) {
        const Body a = fresh_torus(0), b = fresh_torus(0.4);
        Told outcome;
        bool happened = false;
        {
          const Failure failure(allowed, thrown);
          outcome = verb.ask(a, b);
          happened = failure.happened();
        }
        if (!happened) {
          EXPECT_EQ(outcome.status, Status::ok) << verb.name;
          break;
        }
        ++here;
        EXPECT_EQ(outcome.status, expected) << verb.name << " after " << allowed << " allocations";
        EXPECT_EQ(outcome.told, "") << verb.name << " after " << allowed << " allocations";
        if (expected == Status::internal && verb.recorded) {
          const std::string lines = last_fault();
          EXPECT_NE(lines.find(thrown == Thrown::integer ? "no std::exception" : "a fault that a test made"),
                    std::string::npos);
          EXPECT_NE(lines.find("\"op\":\"define\""), std::string::npos) << verb.name;
        }
        // What failed to be built is built by the next query.
        EXPECT_EQ(verb.ask(a, b).status, Status::ok) << verb.name << " after " << allowed << " allocations";
      }
      EXPECT_GT(here, 0u) << verb.name << " allocates nothing";
      injected += here;
    }
  std::printf("%zu faults injected\n", injected);
  EXPECT_GE(injected, 40u);
}

// What a caller can get wrong: an empty handle, a singular pose, numbers that are none.
TEST_F(Faults, BadInputSaysNothing) {
  const Body good = fresh_torus(0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Body> bad = {
      {Shape{}, {}}, {good.shape, {{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {}}}, {good.shape, {{}, {nan, 0, 0}}}};
  for (const Verb& verb : verbs())
    for (const Body& body : bad)
      for (const bool first : {true, false}) {
        if (!first &&
            (verb.name == "self_collide" || verb.name == "ray" || verb.name == "inside" || verb.name == "winding"))
          continue;
        const Told outcome = first ? verb.ask(body, good) : verb.ask(good, body);
        EXPECT_EQ(outcome.status, Status::invalid) << verb.name;
        EXPECT_EQ(outcome.told, "") << verb.name;
      }
}

// A step and the queries of a world survive, too, and say so.
TEST_F(Faults, AWorldThatRunsOutOfMemorySaysSo) {
  for (const Thrown thrown : {Thrown::bad_alloc, Thrown::system_error}) {
    World world;
    Pipeline pipeline(world);
    world.add(fresh_torus(0), {.key = 1});
    world.add(fresh_torus(0.4), {.key = 2});
    const Status status = [&] {
      const Failure failure(3, thrown);
      return pipeline.step().status;
    }();
    EXPECT_EQ(status, Status::out_of_memory);
    EXPECT_EQ(pipeline.step().status, Status::ok);
    ASSERT_EQ(pipeline.last().pairs.size(), 1u);
    EXPECT_EQ(pipeline.last().pairs[0].touching, Answer::yes);
  }
}

static_assert(!std::is_convertible_v<Answer, bool> && !std::is_convertible_v<PairClass, bool>);
static_assert(!std::is_convertible_v<Where, bool> && !std::is_convertible_v<Status, bool>);

}  // namespace
}  // namespace graze
