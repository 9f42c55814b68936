// Nothing at a distance: bodies that no contact or joint connects do the same, bit for bit, together and apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "scenes/dynamics.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

using oracle::Dice;

// A group of bodies whose keys are `first`, `first` + 2 and so on, and what is done to it between steps.
struct Group {
  std::uint64_t first = 0;
  Vec3 at;
  std::vector<scenes::DynamicBody> bodies;
  std::vector<BodyJoint> joints;
  std::vector<std::pair<int, std::function<void(Simulation&)>>> edits;  // before a step
  std::string name;

  std::uint64_t next_key() const { return first + 2 * bodies.size(); }
  scenes::DynamicBody& add(const Shape& shape, Vec3 where, Quat turn = {}, BodyRole role = BodyRole::moving) {
    scenes::DynamicBody& body = bodies.emplace_back();
    body.body = {shape, make_pose_normalized(at + where, turn)};
    body.settings.key = first + 2 * (bodies.size() - 1);
    body.settings.role = role;
    return body;
  }
  BodyJoint& tie(std::size_t a, std::size_t b, Vec3 where, BodyJointKind kind) {
    BodyJoint& joint = joints.emplace_back();
    joint.key = first + 2 * joints.size();
    joint.kind = kind;
    joint.a = bodies[a].settings.key;
    joint.b = bodies[b].settings.key;
    joint.frame_a.translation = inverse(bodies[a].body.pose) * (at + where);
    joint.frame_b.translation = inverse(bodies[b].body.pose) * (at + where);
    return joint;
  }
};

Quat small_turn(Dice& dice) { return {dice.uniform(-0.2, 0.2), dice.uniform(-0.2, 0.2), dice.uniform(-0.2, 0.2), 1}; }

Shape solid_tetrahedron(double size) {
  return make_mesh({{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
                   {.solid = true});
}

void pile(Group& group, Dice& dice) {
  const int count = dice.integer(4, 14);
  for (int i = 0; i < count; ++i)
    group.add(make_box({0.15, 0.2, 0.12}), {0.15 * (i % 3) + dice.uniform(-0.05, 0.05), 0.1 * (i % 2), 0.4 + 0.45 * i},
              small_turn(dice));
}
void mixed(Group& group, Dice& dice) {
  const Shape shapes[] = {make_sphere(0.15), make_capsule(0.1, 0.15), make_cylinder(0.15, 0.1), solid_tetrahedron(0.4)};
  for (int i = 0; i < 7; ++i) {
    scenes::DynamicBody& body =
        group.add(shapes[dice.integer(0, 3)], {dice.uniform(-0.2, 0.2), 0, 0.5 + 0.75 * i}, small_turn(dice));
    body.settings.restitution = dice.pick({0.0, 0.0, 0.5});
    body.settings.rolling_friction = dice.pick({0.0, 0.01});
  }
}
// So fast that ticks are divided.
void shot(Group& group, Dice& dice) {
  for (int i = 0; i < 9; ++i) group.add(make_box({0.2, 0.1, 0.1}), {0.41 * (i % 3) - 0.4, 0, 0.102 + 0.202 * (i / 3)});
  group.add(make_sphere(0.1), {dice.uniform(-0.3, 0.3), -1.5, 0.4}).settings.velocity = {0, dice.uniform(20, 90), 0};
}
void jointed(Group& group, Dice& dice) {
  const std::size_t hook = group.bodies.size();
  group.add(make_box({0.1, 0.1, 0.1}), {0, 0, 3}, {}, BodyRole::fixed);
  const auto kind = dice.pick({BodyJointKind::ball, BodyJointKind::hinge, BodyJointKind::fixed});
  for (std::size_t i = 0; i < 5; ++i) {
    group.add(make_box({0.12, 0.05, 0.05}), {0.27 * double(i) + 0.25, 0, 3}).settings.spin = dice.in_cube(1);
    BodyJoint& joint = group.tie(hook + i, hook + i + 1, {0.27 * double(i) + 0.115, 0, 3}, kind);
    if (i == 3 && dice.chance(2)) joint.most_force = 60;  // it breaks
  }
  // Several of these hang from the same fixed body.
  group.add(make_sphere(0.1), {0, 0.5, 2.2});
  BodyJoint& rope = group.tie(hook, hook + 6, {0, 0, 3}, BodyJointKind::distance);
  rope.frame_b = {};
  rope.length = std::sqrt(0.25 + 0.64);
}
void motors(Group& group, Dice& dice) {
  const std::size_t base = group.bodies.size();
  group.add(make_box({0.4, 0.3, 0.1}), {0, 0, 0.45});
  group.add(make_cylinder(0.2, 0.05), {0, 0.4, 0.4}, {std::sqrt(0.5), 0, 0, std::sqrt(0.5)});
  BodyJoint& joint = group.tie(base, base + 1, {0, 0.4, 0.4}, BodyJointKind::free6);
  joint.frame_b = make_pose_normalized({}, {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)});
  for (JointAxis& axis : joint.axis) axis.free = false;
  joint.axis[4] = {.free = true, .motor = true, .target_velocity = dice.uniform(2, 10), .most_force = 20};
  joint.axis[2] = {.free = true, .lower = -0.1, .upper = 0.1, .stiffness = 4000, .damping = 100};
}
void platform(Group& group, Dice& dice) {
  scenes::DynamicBody& plate = group.add(make_box({0.8, 0.8, 0.1}), {0, 0, 0.5}, {}, BodyRole::kinematic);
  plate.settings.velocity = {dice.uniform(-0.3, 0.3), 0, dice.uniform(0, 0.3)};
  plate.settings.spin = {0, 0, dice.uniform(-1, 1)};
  for (int i = 0; i < 4; ++i) group.add(make_box({0.15, 0.15, 0.15}), {0.1 * (i % 2), 0, 0.8 + 0.35 * i});
}
// Fast bodies, driven ones among them, that meet others within a tick whose ways are decided: attempts at a part of a
// tick are rejected.
void rams(Group& group, Dice& dice) {
  const Shape shapes[] = {make_box({0.5, 0.02, 0.5}), make_sphere(0.1), make_box({0.1, 0.1, 0.6})};
  for (int i = 0; i < 16; ++i) {
    const auto role = i % 4 == 3 ? BodyRole::kinematic : BodyRole::moving;
    scenes::DynamicBody& body = group.add(shapes[i % 3], {1.6 * (i % 4) - 2.4, 1.6 * (i / 4) - 2.4, 1}, {}, role);
    body.settings.velocity = {dice.uniform(-120, 120), dice.uniform(-120, 120), dice.uniform(-10, 10)};
    body.settings.spin = dice.in_cube(20);
  }
}
// One of these at rest soon, and asleep.
void stack(Group& group, Dice& dice) {
  const int count = dice.integer(1, 4);
  for (int i = 0; i < count; ++i) group.add(make_box({0.2, 0.2, 0.2}), {0, 0, 0.204 + 0.404 * i});
}

void add_edit(Group& group, Dice& dice) {
  if (group.bodies.size() < 2) return;
  const int step = dice.integer(20, 60);
  const scenes::DynamicBody& any = group.bodies[std::size_t(dice.integer(1, int(group.bodies.size()) - 1))];
  const std::uint64_t key = any.settings.key;
  if (any.settings.role == BodyRole::fixed) return;
  const Vec3 impulse = dice.in_cube(20), above = group.at + Vec3{2, 2, 3};
  const std::uint64_t fresh = group.next_key() + 1000;
  switch (dice.integer(0, 3)) {
    case 0:
      if (any.settings.role == BodyRole::moving)
        group.edits.push_back({step, [=](Simulation& s) { s.apply_impulse(key, impulse, s.state(key).centre); }});
      break;
    case 1:
      group.edits.push_back({step, [=](Simulation& s) { s.remove(key); }});
      break;
    case 2:
      if (group.joints.empty()) group.edits.push_back({step, [=](Simulation& s) { s.place(key, make_pose(above)); }});
      break;
    default:
      group.edits.push_back({step, [=](Simulation& s) {
                               s.add({make_sphere(0.1), make_pose(above)}, {.key = fresh});
                             }});
  }
}

// `alone`: no other group is within reach of the fastest bodies.
Group random_group(Dice& dice, std::uint64_t first, Vec3 at, bool with_floor, bool alone) {
  struct Kind {
    const char* name;
    void (*make)(Group&, Dice&);
  };
  constexpr Kind kinds[] = {{"rams", rams},       {"pile", pile},     {"mixed", mixed},       {"shot", shot},
                            {"jointed", jointed}, {"motors", motors}, {"platform", platform}, {"stack", stack}};
  Group group;
  group.first = first;
  group.at = at;
  if (with_floor)
    group.add(make_box({4, 4, 0.5}), {0, 0, -0.5}, {}, BodyRole::fixed);
  else
    group.bodies.reserve(1);
  const Kind& kind = kinds[dice.integer(alone ? 0 : 1, 7)];
  group.name = kind.name;
  kind.make(group, dice);
  if (dice.chance(2)) add_edit(group, dice);
  return group;
}

Simulation simulation_of(const SimulationSettings& settings, std::initializer_list<const Group*> groups,
                         const scenes::DynamicBody* ground) {
  Simulation simulation(settings);
  if (ground != nullptr) simulation.add(ground->body, ground->settings);
  for (const Group* group : groups) {
    for (const scenes::DynamicBody& body : group->bodies) simulation.add(body.body, body.settings);
    for (const BodyJoint& joint : group->joints) simulation.add(joint);
  }
  return simulation;
}

struct Bits {
  Pose pose;
  Vec3 velocity, spin;
  bool asleep = false;
  bool operator==(const Bits&) const = default;
};

// Of the bodies with odd keys, or with even ones; the ground has the key 0 and is both.
std::map<std::uint64_t, Bits> bits_of(const Simulation& simulation, std::uint64_t parity) {
  std::map<std::uint64_t, Bits> bits;
  for (const std::uint64_t key : simulation.keys()) {
    if (key != 0 && key % 2 != parity) continue;
    const BodyState state = simulation.state(key);
    bits[key] = {state.body.pose, state.velocity, state.spin, state.asleep};
  }
  return bits;
}

struct Hits {
  int rounds = 0, pressed = 0, joints = 0, asleep = 0, woken = 0, kinematic = 0, divided = 0, far = 0, ground = 0,
      edits = 0, broken = 0;
};

bool presses(const Simulation& simulation, std::uint64_t parity) {
  return std::any_of(simulation.contacts().begin(), simulation.contacts().end(),
                     [&](const BodyContact& contact) { return contact.impulse > 0 && contact.key_b % 2 == parity; });
}

// A contact between the two groups, near ones without an impulse included.
bool connected(const Simulation& simulation) {
  return std::any_of(simulation.contacts().begin(), simulation.contacts().end(), [](const BodyContact& contact) {
    return contact.key_a != 0 && contact.key_a % 2 != contact.key_b % 2;
  });
}

void compare_round(std::uint64_t seed, Hits& hits) {
  SCOPED_TRACE("round with the seed " + std::to_string(seed));
  Dice dice(seed);
  SimulationSettings settings;
  settings.threads = dice.integer(1, 3);
  settings.iterations = dice.integer(1, 2);
  settings.sleep_seconds = 0.2;
  const double apart = dice.pick({9.0, 60.0, 1000.0, 1e6});
  scenes::DynamicBody ground;
  const bool shared = apart < 100 && dice.chance(2);
  if (shared) {
    ground.body = {make_box({100, 20, 0.5}), make_pose({0, 0, -0.5})};
    ground.settings.role = BodyRole::fixed;
  }
  const Vec3 here = dice.pick({Vec3{}, Vec3{-300, 4, 0}});
  const Vec3 at = shared ? Vec3{} : here;
  const bool far = apart > 100;
  const Group a = random_group(dice, 2, at, !shared, far);
  const Group b = random_group(dice, 3, at + Vec3{apart, 0, 0}, !shared, far);
  SCOPED_TRACE(a.name + " and " + b.name + ", " + std::to_string(apart) + " m apart");
  const scenes::DynamicBody* given = shared ? &ground : nullptr;
  Simulation only_a = simulation_of(settings, {&a}, given), only_b = simulation_of(settings, {&b}, given);
  settings.proofs = true;  // changes nothing
  Simulation both =
      dice.chance(2) ? simulation_of(settings, {&a, &b}, given) : simulation_of(settings, {&b, &a}, given);
  bool pressed_a = false, pressed_b = false, asleep = false, woken = false, divided = false, broken = false;
  const int steps = dice.integer(60, 100);
  std::map<std::uint64_t, Bits> last;
  for (int step = 0; step < steps; ++step) {
    const double dt = step % 40 == 39 ? 1.0 / 45 : 1.0 / 60;
    for (const Group* group : {&a, &b})
      for (const auto& [when, edit] : group->edits) {
        if (when != step) continue;
        edit(both);
        edit(group == &a ? only_a : only_b);
      }
    const StepReport report = both.step(dt);
    only_a.step(dt);
    only_b.step(dt);
    if (connected(both)) break;
    const auto now = bits_of(both, 0);
    ASSERT_EQ(bits_of(only_a, 0), now) << "the first group, step " << step;
    ASSERT_EQ(bits_of(only_b, 1), bits_of(both, 1)) << "the second group, step " << step;
    pressed_a = pressed_a || presses(both, 0);
    pressed_b = pressed_b || presses(both, 1);
    for (const auto& [key, body] : now) {
      asleep = asleep || body.asleep;
      const auto before = last.find(key);
      woken = woken || (before != last.end() && before->second.asleep && !body.asleep);
    }
    last = now;
    divided = divided || both.certificates().size() > std::size_t(report.ticks);
    broken = broken || !report.broken.empty();
  }
  const auto kinematic = [](const Group& group) {
    return std::any_of(group.bodies.begin(), group.bodies.end(),
                       [](const auto& body) { return body.settings.role == BodyRole::kinematic; });
  };
  ++hits.rounds;
  hits.pressed += pressed_a && pressed_b;
  hits.joints += !a.joints.empty() || !b.joints.empty();
  hits.asleep += asleep;
  hits.woken += woken;
  hits.kinematic += kinematic(a) || kinematic(b) || ground.settings.role == BodyRole::kinematic;
  hits.divided += divided;
  hits.far += apart > 100;
  hits.ground += shared;
  hits.edits += !a.edits.empty() || !b.edits.empty();
  hits.broken += broken;
}

TEST(Islands, TogetherAndApartTheSameBits) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Dice dice(seed);
  Hits hits;
  const int rounds = int(oracle::scaled(120, 40));
  for (int i = 0; i < rounds && !HasFatalFailure(); ++i) compare_round(dice.bits(), hits);
  if (HasFatalFailure()) return;
  const std::pair<const char*, int> counts[] = {{"pressed in both", hits.pressed},
                                                {"joints", hits.joints},
                                                {"asleep", hits.asleep},
                                                {"woken", hits.woken},
                                                {"kinematic", hits.kinematic},
                                                {"divided", hits.divided},
                                                {"far", hits.far},
                                                {"one ground", hits.ground},
                                                {"edits", hits.edits},
                                                {"broken", hits.broken}};
  for (const auto& [name, count] : counts) {
    RecordProperty(name, count);
    std::printf("%s %d of %d, ", name, count, hits.rounds);
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  EXPECT_GT(hits.pressed, rounds / 2);
  for (const auto& [name, count] : counts) EXPECT_GT(count, 0) << name;
  EXPECT_GT(hits.joints, rounds / 10);
  EXPECT_GT(hits.asleep, rounds / 10);
  EXPECT_GT(hits.kinematic, rounds / 10);
  EXPECT_GT(hits.divided, rounds / 10);
}

// So many bodies that an island is solved in blocks.
TEST(Islands, LargeOnesAreCutByThemselves) {
  const auto pyramids = [](std::initializer_list<int> bases) {
    SimulationSettings settings;
    settings.threads = 2;
    Simulation simulation(settings);
    for (const int base : bases) {
      scenes::DynamicScene scene = scenes::pyramid(base);
      for (scenes::DynamicBody& body : scene.bodies) {
        body.body.pose.translation.y += 100.0 * base;
        body.settings.key = 2 * body.settings.key + std::uint64_t(base % 2);
        if (body.settings.role == BodyRole::moving) body.settings.velocity = {0.3, 0, 0};
        simulation.add(body.body, body.settings);
      }
    }
    for (int i = 0; i < 8; ++i) simulation.step(1.0 / 60);
    return simulation;
  };
  const Simulation both = pyramids({36, 33}), first = pyramids({36}), second = pyramids({33});
  EXPECT_EQ(bits_of(first, 0), bits_of(both, 0));
  EXPECT_EQ(bits_of(second, 1), bits_of(both, 1));
}

// Where energy is put right: boxes that fall on each other took it from a ball that flies far away.
TEST(Islands, ABallFarFromAPileKeepsItsVelocity) {
  Simulation simulation;
  simulation.add({make_box({3, 3, 0.5}), make_pose({0, 0, -0.5})}, {.key = 0, .role = BodyRole::fixed});
  for (std::uint64_t i = 1; i <= 12; ++i)
    simulation.add({make_box({0.3, 0.3, 0.2}), make_pose({0.03 * double(i % 2), 0, 0.8 * double(i)})}, {.key = i});
  simulation.add({make_sphere(0.1), make_pose({0, 500, 900})}, {.key = 50, .velocity = {12, 0, 0}, .spin = {0, 15, 0}});
  for (int i = 0; i < 150; ++i) simulation.step(1.0 / 60);
  EXPECT_EQ(simulation.state(50).velocity.x, 12);
  EXPECT_EQ(simulation.state(50).spin.y, 15);
}

// What keeps a sleeper asleep is known as long as it sleeps, whatever else is awake.
TEST(Islands, ASleeperFallsWhenItsGroundIsTaken) {
  for (const bool other : {false, true}) {
    Simulation simulation;
    simulation.add({make_box({1, 1, 0.5}), make_pose({0, 0, -0.5})}, {.key = 0, .role = BodyRole::fixed});
    simulation.add({make_box({0.2, 0.2, 0.2}), make_pose({0, 0, 0.204})}, {.key = 1});
    if (other) simulation.add({make_sphere(0.1), make_pose({0, 500, 900})}, {.key = 2, .may_sleep = false});
    for (int i = 0; i < 120; ++i) simulation.step(1.0 / 60);
    ASSERT_TRUE(simulation.state(1).asleep);
    simulation.remove(0);
    for (int i = 0; i < 60; ++i) simulation.step(1.0 / 60);
    EXPECT_LT(simulation.state(1).centre.z, -3) << other;
  }
}

}  // namespace
}  // namespace graze
