#include "scenes/dynamics.h"

#include <algorithm>
#include <cmath>

#include "scenes/scenes.h"
#include "scenes/solid_pairs.h"
#include "scenes/turn.h"

namespace graze::scenes {
namespace {

Quat about(Vec3 axis, Turn half) { return {axis.x * half.sin, axis.y * half.sin, axis.z * half.sin, half.cos}; }
// About an axis by degrees.
Quat turned(Vec3 axis, double degrees) { return about(axis, turn(degrees / 2, 360)); }

Quat times(Quat a, Quat b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

Shape solid_of(MeshData mesh) {
  return make_mesh(std::move(mesh.vertices), std::move(mesh.triangles), {.solid = true, .tags = {}, .margin = 0});
}

BodyJoint ball_joint(DynamicScene& scene, std::uint64_t a, std::uint64_t b, Vec3 at) {
  BodyJoint joint;
  joint.key = scene.joints.size() + 1;
  joint.a = a;
  joint.b = b;
  const auto frame = [&](std::uint64_t key) { return Pose{{}, inverse(scene.bodies[key - 1].body.pose) * at}; };
  joint.frame_a = frame(a);
  joint.frame_b = frame(b);
  return joint;
}
// With the z axes of the frames along a direction of the world.
BodyJoint hinge_joint(DynamicScene& scene, std::uint64_t a, std::uint64_t b, Vec3 at, Quat frame) {
  BodyJoint joint = ball_joint(scene, a, b, at);
  joint.kind = BodyJointKind::hinge;
  const Pose world = make_pose(at, frame);
  joint.frame_a = inverse(scene.bodies[a - 1].body.pose) * world;
  joint.frame_b = inverse(scene.bodies[b - 1].body.pose) * world;
  return joint;
}

DynamicScene wall() {
  DynamicScene scene;
  scene.name = "wall";
  scene.about = "a brick wall, shot at";
  scene.settings.skin = 0.02;
  add_floor(scene);
  const Vec3 half{0.2, 0.1, 0.1};
  const Shape brick = make_box(half);
  const double gap = 0.02 * 0.2;
  const Shape short_brick = make_box({half.x / 2 - gap / 4, half.y, half.z});
  const double pitch = 0.4 + gap;
  for (int row = 0; row < 10; ++row) {
    const double z = half.z + gap + row * (0.2 + gap);
    const bool odd = row % 2 != 0;
    for (int i = 0; i < (odd ? 11 : 12); ++i)
      add_body(scene, "brick", brick, make_pose({(i - (odd ? 5.0 : 5.5)) * pitch, 0, z}), 1800);
    if (!odd) continue;
    for (const double side : {-1.0, 1.0})
      add_body(scene, "brick", short_brick, make_pose({side * 5.75 * pitch, 0, z}), 1800);
  }
  const Shape ball = make_sphere(0.25);
  const double speeds[] = {20, 60, 150};
  for (int i = 0; i < 3; ++i) {
    DynamicBody& shot =
        add_body(scene, "shot", ball, make_pose({-1.2 + 1.2 * i, -speeds[i] * (0.5 + 0.5 * i), 0.7 + 0.3 * i}), 7800);
    shot.settings.velocity = {0, speeds[i], 9.81 * 0.5 * (0.5 + 0.5 * i)};
  }
  return scene;
}

DynamicScene cards() {
  DynamicScene scene;
  scene.name = "cards";
  scene.about = "a house of cards, three levels";
  scene.settings.substeps = 32;
  scene.settings.skin = 0.15;
  add_floor(scene).settings.friction = 0.9;
  const double length = 0.1, thick = 0.002, lean = 25;
  const Shape card = make_box({thick / 2, 0.03, length / 2}), flat = make_box({0.05, 0.03, thick / 2});
  const Turn t = turn(lean, 360);
  const double tall = length * t.cos + thick * t.sin, foot = length * t.sin / 2 + thick * t.cos / 2;
  const double step = 2 * (length * t.sin + thick * t.cos) + 0.006, air = 0.15 * thick;
  double base = air;
  for (int level = 0; level < 3; ++level) {
    const int tents = 3 - level;
    for (int i = 0; i < tents; ++i) {
      const double x = (i - (tents - 1) * 0.5) * step;
      for (const int side : {-1, 1}) {
        DynamicBody& b = add_body(
            scene, "card", card,
            make_pose({x + side * (foot + 0.0004), 0, base + tall / 2}, turned({0, 1, 0}, -side * lean)), 1000);
        b.settings.friction = 0.9;
      }
    }
    base += tall + air;
    if (level == 2) break;
    for (int i = 0; i + 1 < tents; ++i) {
      const double x = (i - (tents - 2) * 0.5) * step;
      add_body(scene, "roof", make_box({step / 2 - 0.001, 0.03, thick / 2}), make_pose({x, 0, base + thick / 2}), 1000)
          .settings.friction = 0.9;
    }
    base += thick + air;
  }
  return scene;
}

DynamicScene chain() {
  DynamicScene scene;
  scene.name = "chain";
  scene.about = "a chain of 40 links on ball joints, with a weight";
  const Shape link = make_capsule(0.04, 0.08);
  add_fixed(scene, "hook", make_box({0.1, 0.1, 0.05}), make_pose({0, 0, 10}));
  const double pitch = 0.26;
  for (int i = 0; i < 40; ++i)
    add_body(scene, "link", link, make_pose({0.15 + pitch * (i + 0.5), 0, 9.87}, turned({0, 1, 0}, 90)), 7800);
  add_body(scene, "weight", make_sphere(0.4), make_pose({0.15 + pitch * 40 + 0.45, 0, 9.87}), 2000);
  for (int i = 0; i <= 41; ++i) {
    if (i == 41) break;
    const double x = 0.15 + pitch * i;
    scene.joints.push_back(ball_joint(scene, std::uint64_t(i + 1), std::uint64_t(i + 2), {x, 0, 9.87}));
  }
  return scene;
}

DynamicScene wrecking_ball() {
  DynamicScene scene = pyramid(6);
  scene.name = "wrecking_ball";
  scene.about = "a ball on a rod swings into a pyramid of boxes";
  const Vec3 pivot{0, -0.2, 9}, start{0, -6.5, 6};
  const std::uint64_t post =
      add_fixed(scene, "crane", make_box({0.2, 0.2, 0.2}), make_pose({0, -0.2, 9.6})).settings.key;
  const std::uint64_t ball = add_body(scene, "ball", make_sphere(0.8), make_pose(start), 7800).settings.key;
  BodyJoint rod = ball_joint(scene, post, ball, pivot);
  rod.kind = BodyJointKind::distance;
  rod.frame_b = {};
  rod.length = length(pivot - start);
  scene.joints.push_back(rod);
  return scene;
}

DynamicScene bolt_in_nut() {
  DynamicScene scene;
  scene.name = "bolt";
  scene.about = "a spinning bolt drops onto the thread of its nut and comes to rest in it";
  scene.settings.skin = 0.002;
  scene.settings.substeps = 8;
  MeshData thread = bolt(3, 16);
  for (Vec3& v : thread.vertices) v = {v.x * 0.95, v.y * 0.95, v.z};
  const Shape screw = solid_of(std::move(thread)), around = solid_of(nut(2, 16));
  add_fixed(scene, "nut", around, make_pose({0, 0, 0})).settings.friction = 0.02;
  DynamicBody& b = add_body(scene, "bolt", screw, make_pose({0, 0, 0.4}), 1000);
  b.settings.friction = 0.02;
  b.settings.spin = {0, 0, -3};
  return scene;
}

DynamicScene tori() {
  DynamicScene scene;
  scene.name = "tori";
  scene.about = "four linked tori hang from the first";
  MeshData mesh = torus(240);
  for (Vec3& v : mesh.vertices) {  // half as thick
    const double out = std::sqrt(v.x * v.x + v.y * v.y), scale = (1 + 0.5 * (out - 1)) / out;
    v = {v.x * scale, v.y * scale, 0.5 * v.z};
  }
  const Shape ring = solid_of(std::move(mesh));
  for (int i = 0; i < 4; ++i) {
    const Pose pose = make_pose({0, 0, 5 - 1.5 * i}, i % 2 == 0 ? turned({1, 0, 0}, 90) : turned({0, 1, 0}, 90));
    if (i == 0) {
      add_fixed(scene, "torus", ring, pose);
    } else {
      add_body(scene, "torus", ring, pose, 500).settings.spin = {0, 0, 0.5 * i};
    }
  }
  return scene;
}

DynamicScene bowling() {
  DynamicScene scene;
  scene.name = "bowling";
  scene.about = "ten pins and a ball";
  add_floor(scene).settings.friction = 0.3;
  const Shape body = frustum(12, 0.03, 0.06, 0.06), neck = frustum(12, 0.06, 0.02, 0.09), head = make_sphere(0.03);
  const Shape pin = make_compound(
      {{body, make_pose({0, 0, 0.06})}, {neck, make_pose({0, 0, 0.21})}, {head, make_pose({0, 0, 0.325})}});
  for (int row = 0; row < 4; ++row)
    for (int i = 0; i <= row; ++i)
      add_body(scene, "pin", pin, make_pose({(i - row * 0.5) * 0.3, row * 0.26, 0.0012}), 700);
  DynamicBody& ball = add_body(scene, "ball", make_sphere(0.11), make_pose({0.03, -3, 0.112}), 1300);
  ball.settings.velocity = {0, 8, 0};
  ball.settings.spin = {-8 / 0.11, 0, 0};
  ball.settings.friction = 0.2;
  return scene;
}

DynamicScene platter() {
  DynamicScene scene;
  scene.name = "platter";
  scene.about = "a ball on a turning platter";
  DynamicBody& plate = add_fixed(scene, "platter", prism(48, 2, 0.05), make_pose({0, 0, 1}));
  plate.settings.role = BodyRole::kinematic;
  plate.settings.spin = {0, 0, 2};
  plate.settings.friction = 1;
  DynamicBody& ball = add_body(scene, "ball", make_sphere(0.2), make_pose({0.6, 0, 1.255}), 500);
  ball.settings.friction = 1;
  return scene;
}

DynamicScene dominoes() {
  DynamicScene scene;
  scene.name = "dominoes";
  scene.about = "a hundred dominoes";
  scene.settings.skin = 0.02;
  scene.settings.halvings = 4;
  add_floor(scene).settings.friction = 0.6;
  const Shape domino = make_box({0.0375, 0.1, 0.2});
  for (int i = 0; i < 100; ++i) {
    DynamicBody& b = add_body(scene, "domino", domino, make_pose({0.2 * i, 0, 0.2015}), 600);
    b.settings.friction = 0.3;
    if (i == 0) {
      b.settings.spin = {0, 4, 0};
      b.settings.velocity = {0.8, 0, 0};
    }
  }
  return scene;
}

DynamicScene cradle() {
  DynamicScene scene;
  scene.name = "cradle";
  scene.about = "five balls on rods, one of them raised";
  scene.settings.skin = 0.002;
  scene.settings.substeps = 16;
  scene.settings.bounce_speed = 0.01;
  const Shape ball = make_sphere(0.1);
  const Turn t = turn(30, 360);
  add_fixed(scene, "frame", make_box({1, 0.05, 0.05}), make_pose({0, 0, 2.2}));
  for (int i = 0; i < 5; ++i) {
    const double x = (i - 2) * (0.2 + 0.0004);
    const Vec3 top{x, 0, 2}, at = i == 0 ? top + Vec3{-t.sin, 0, -t.cos} : top + Vec3{0, 0, -1};
    DynamicBody& b = add_body(scene, "ball", ball, make_pose(at), 7800);
    b.settings.restitution = 1;
    b.settings.friction = 0;
    BodyJoint rod = ball_joint(scene, 1, b.settings.key, top);
    rod.kind = BodyJointKind::distance;
    rod.frame_b = {};
    rod.length = 1;
    scene.joints.push_back(rod);
  }
  return scene;
}

// A figure of 15 bodies; joints lie in the gaps between them.
void add_figure(DynamicScene& scene, Vec3 at, Quat tilt) {
  const std::uint64_t first = scene.bodies.size() + 1;
  const Pose frame = make_pose(at, tilt);
  const auto part = [&](const char* name, const Shape& shape, Vec3 where, Quat turn = {}) {
    add_body(scene, name, shape, frame * make_pose(where, turn), 1000).settings.spin_damping = 0.5;
  };
  const Quat across = turned({0, 1, 0}, 90);
  part("pelvis", make_box({0.14, 0.09, 0.07}), {0, 0, 0});
  part("belly", make_box({0.13, 0.08, 0.07}), {0, 0, 0.18});
  part("chest", make_box({0.16, 0.1, 0.11}), {0, 0, 0.4});
  part("head", make_sphere(0.1), {0, 0, 0.68});
  for (const double s : {-1.0, 1.0}) {
    part("upper arm", make_capsule(0.04, 0.09), {s * 0.34, 0, 0.46}, across);
    part("lower arm", make_capsule(0.035, 0.09), {s * 0.64, 0, 0.46}, across);
    part("hand", make_box({0.06, 0.04, 0.02}), {s * 0.86, 0, 0.46});
  }
  for (const double s : {-1.0, 1.0}) {
    part("thigh", make_capsule(0.055, 0.12), {s * 0.09, 0, -0.29});
    part("shin", make_capsule(0.045, 0.13), {s * 0.09, 0, -0.68});
  }
  part("neck", make_sphere(0.03), {0, 0, 0.545});
  const auto tie = [&](std::uint64_t a, std::uint64_t b, Vec3 where, BodyJointKind kind, Quat turn, double lower,
                       double upper, double cone) {
    BodyJoint joint = hinge_joint(scene, first + a, first + b, frame * where, times(tilt, turn));
    joint.kind = kind;
    joint.axis[0].lower = lower;
    joint.axis[0].upper = upper;
    joint.axis[1].upper = cone;
    scene.joints.push_back(joint);
  };
  const Quat out = turned({0, 1, 0}, 90), side = turned({1, 0, 0}, 90);
  const auto cone = BodyJointKind::cone_twist;
  const auto hinge = BodyJointKind::hinge;
  tie(0, 1, {0, 0, 0.09}, cone, {}, -0.4, 0.4, 0.3);
  tie(1, 2, {0, 0, 0.27}, cone, {}, -0.4, 0.4, 0.3);
  tie(2, 14, {0, 0, 0.515}, cone, {}, -0.4, 0.4, 0.3);
  tie(14, 3, {0, 0, 0.5775}, cone, {}, -0.6, 0.6, 0.4);
  for (const int s : {0, 1}) {
    const double x = s == 0 ? -1 : 1;
    const std::uint64_t arm = s == 0 ? 4 : 7, leg = s == 0 ? 10 : 12;
    tie(2, arm, {x * 0.185, 0, 0.46}, cone, out, -1, 1, 0.9);
    tie(arm, arm + 1, {x * 0.492, 0, 0.46}, hinge, side, -1.0, 1.0, 0);
    tie(arm + 1, arm + 2, {x * 0.78, 0, 0.46}, hinge, side, -0.5, 0.5, 0);
    tie(0, leg, {x * 0.09, 0, -0.0925}, cone, {}, -0.5, 0.5, 0.7);
    tie(leg, leg + 1, {x * 0.09, 0, -0.485}, hinge, out, -1.0, 1.0, 0);
  }
}

DynamicScene ragdoll() {
  DynamicScene scene;
  scene.name = "ragdoll";
  scene.about = "a figure of 15 bodies falls on stairs";
  scene.settings.substeps = 8;
  scene.settings.iterations = 4;
  add_floor(scene);
  for (int i = 0; i < 4; ++i)
    add_fixed(scene, "stair", make_box({2, 0.25, 0.15 * (4 - i)}),
              make_pose({0, 0.6 + 0.51 * i, 0.15 * (4 - i) + 0.001}));
  add_figure(scene, {0, 0.9, 2.6}, turned({1, 0, 0}, 25));
  return scene;
}

DynamicScene arm() {
  DynamicScene scene;
  scene.name = "arm";
  scene.about = "an arm of 20 links whose motors follow a path";
  scene.settings.sleeping = false;
  add_fixed(scene, "base", make_box({0.2, 0.2, 0.2}), make_pose({0, 0, 0.2}));
  const Shape link = make_box({0.05, 0.05, 0.1});
  for (int i = 0; i < 20; ++i) add_body(scene, "link", link, make_pose({0, 0, 0.53 + 0.22 * i}), 1000);
  for (int i = 0; i < 20; ++i) {
    BodyJoint joint = hinge_joint(scene, std::uint64_t(i + 1), std::uint64_t(i + 2), {0, 0, 0.42 + 0.22 * i},
                                  i % 2 == 0 ? turned({1, 0, 0}, 90) : turned({0, 1, 0}, 90));
    joint.axis[0].motor = true;
    scene.joints.push_back(joint);
  }
  scene.drive = [](Simulation& sim, double seconds, double step) {
    // Every joint swings by 0.12; the speed leads to where it is to be at the end of the step.
    const auto path = [](double t, int i) {
      const Turn s = turn(std::fmod(t * 0.25, 1.0) * 360, 360);
      return 0.12 * s.sin * (i % 3 == 0 ? 1 : 0.6) * std::min(t, 1.0);
    };
    const std::vector<JointState> now = sim.joints();
    for (int i = 0; i < 20; ++i) {
      JointAxis axis;
      axis.motor = true;
      axis.target_velocity = (path(seconds + step, i) - now[std::size_t(i)].position) / step;
      sim.set_axis(std::uint64_t(i + 1), 0, axis);
    }
  };
  return scene;
}

}  // namespace

Shape prism(int sides, double radius, double half) { return frustum(sides, radius, radius, half); }

Shape frustum(int sides, double lower, double upper, double half) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i) {
    const Turn t = turn(i, sides);
    points.push_back({lower * t.cos, lower * t.sin, -half});
    points.push_back({upper * t.cos, upper * t.sin, half});
  }
  return make_convex(points);
}

DynamicBody& add_body(DynamicScene& scene, const std::string& name, const Shape& shape, const Pose& pose,
                      double density) {
  DynamicBody& body = scene.bodies.emplace_back(DynamicBody{name, {shape, pose}, {}});
  body.settings.key = scene.bodies.size();
  body.settings.density = density;
  return body;
}
DynamicBody& add_fixed(DynamicScene& scene, const std::string& name, const Shape& shape, const Pose& pose) {
  DynamicBody& body = add_body(scene, name, shape, pose);
  body.settings.role = BodyRole::fixed;
  return body;
}
DynamicBody& add_floor(DynamicScene& scene) {
  return add_fixed(scene, "floor", make_box({100, 100, 1}), make_pose({0, 0, -1}));
}

DynamicScene pyramids(int base, int count) {
  DynamicScene scene;
  scene.name = "pyramid";
  scene.about = "a pyramid of boxes";
  add_floor(scene);
  const Shape box = make_box({0.5, 0.5, 0.5});
  const double gap = 0.01;
  for (int one = 0; one < count; ++one)
    for (int row = 0; row < base; ++row)
      for (int i = row; i < base; ++i)
        add_body(scene, "box", box,
                 make_pose({(row + 1) * 0.5 * (1 + gap) + (1 + gap) * (i - row) - (1 + gap) * base / 2, 3.0 * one,
                            0.5 + gap + row * (1 + gap)}),
                 100);
  return scene;
}

// Stones between two half circles, on two abutments, each with a little air around it.
DynamicScene arch(int stones) {
  DynamicScene scene;
  scene.name = "arch" + std::to_string(stones);
  scene.about = "an arch of " + std::to_string(stones) + " stones";
  scene.settings.substeps = stones > 50 ? 32 : 16;
  scene.settings.iterations = stones > 50 ? 8 : 1;
  add_floor(scene);
  const double inner = 4, outer = 5.2, half = 0.5, skin = 0.01, air = 0.5 * skin * 3.14159 * inner / stones;
  for (int i = 0; i < stones; ++i) {
    std::vector<Vec3> points;
    const double width = 180.0 / stones, middle = 180 - width * (i + 0.5);
    // As much narrower as leaves the skin of both neighbours free.
    const double angle = width / 2;
    for (const double s : {-1.0, 1.0}) {
      const Turn t = turn(middle + s * angle, 360), m = turn(middle, 360);
      const Vec3 side{m.sin * s * air, 0, -m.cos * s * air};
      for (const double y : {-half, half})
        for (const double r : {inner, outer}) points.push_back(Vec3{r * t.cos, y, r * t.sin} + side);
    }
    Vec3 centre;
    for (const Vec3 p : points) centre += p / 8;
    for (Vec3& p : points) p -= centre;
    add_body(scene, "stone", make_convex(points), make_pose(centre + Vec3{0, 0, 2 * air}), 2000);
  }
  return scene;
}

const std::vector<std::string>& dynamic_scene_names() {
  static const std::vector<std::string> names{"wall",          "pyramid", "cards", "arch25",  "arch101", "chain",
                                              "wrecking_ball", "bolt",    "tori",  "bowling", "platter", "dominoes",
                                              "cradle",        "ragdoll", "arm",   "spikes",  "wedges"};
  return names;
}

DynamicScene dynamic_scene(const std::string& name) {
  if (name == "wall") return wall();
  if (name == "pyramid") return pyramid(44);
  if (name == "cards") return cards();
  if (name == "arch25") return arch(25);
  if (name == "arch101") return arch(101);
  if (name == "chain") return chain();
  if (name == "wrecking_ball") return wrecking_ball();
  if (name == "bolt") return bolt_in_nut();
  if (name == "tori") return tori();
  if (name == "bowling") return bowling();
  if (name == "platter") return platter();
  if (name == "dominoes") return dominoes();
  if (name == "cradle") return cradle();
  if (name == "ragdoll") return ragdoll();
  if (name == "arm") return arm();
  return unit_case(name);
}

Simulation make_simulation(const DynamicScene& scene) {
  Simulation simulation(scene.settings);
  for (const DynamicBody& body : scene.bodies) simulation.add(body.body, body.settings);
  for (const BodyJoint& joint : scene.joints) simulation.add(joint);
  return simulation;
}

}  // namespace graze::scenes
