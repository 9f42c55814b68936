// contacts: manifolds of boxes, hulls and round bodies, cold and with a cache while they tremble, and contacts of
// meshes that overlap, with the time of each contact. Thread time; no peer answers the same.
#include <algorithm>
#include <cmath>

#include "bench/workload.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

constexpr std::size_t pairs_of_a_row = 200;

struct Pairs {
  std::string name;
  std::vector<std::pair<Body, Body>> pairs;
  ContactSettings settings{.tolerance = 1e-3, .reduce = true};
};

using Frames = std::vector<std::vector<std::pair<Body, Body>>>;

// Some frames of bodies that tremble, by 1e-4 in places and angles.
Frames trembling(const std::vector<std::pair<Body, Body>>& pairs) {
  scenes::Random random(7);
  Frames frames(8, pairs);
  for (auto& frame : frames)
    for (auto& [a, b] : frame)
      for (Body* body : {&a, &b}) {
        const Vec3 turn = random.direction() * (0.5e-4 * random.uniform(0, 1));
        body->pose.linear = to_matrix(normalized({turn.x, turn.y, turn.z, 1})) * body->pose.linear;
        body->pose.translation = body->pose.translation + random.direction() * (1e-4 * random.uniform(0, 1));
      }
  return frames;
}

// Warm: with a cache, from frame to frame of a trembling.
Row measured(const Pairs& scene, const Settings& settings, bool warm) {
  std::vector<ContactCache> caches(scene.pairs.size());
  std::size_t contacts = 0, hits = 0, frame = 0;
  bool ok = true;
  const bool tremble = warm && scene.settings.tolerance > 0;  // else flush bodies would not be
  const Frames frames = tremble ? trembling(scene.pairs) : Frames(1, scene.pairs);
  const auto ask_all = [&] {
    contacts = hits = 0;
    const std::vector<std::pair<Body, Body>>& pairs = frames[frame++ % frames.size()];
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const ContactResult result =
          find_contacts(pairs[i].first, pairs[i].second, scene.settings, warm ? &caches[i] : nullptr);
      ok = ok && result.ok();
      contacts += result.contacts.size();
      hits += result.contacts.empty() ? 0 : 1;
    }
    keep(&contacts);
  };
  const Timings timings = interleave({Task{ask_all}}, settings.effort.rounds, Clock::thread);
  Row row;
  row.workload = "contacts";
  row.scene = scene.name + (warm ? "-warm" : "");
  row.peer = no_peer;
  row.queries = scene.pairs.size();
  row.rounds = timings.rounds;
  row.ours_ns = timings.medians[0] / double(scene.pairs.size()) * 1e9;
  row.ours_wrong = ok ? 0 : 1;
  row.hits = double(hits) / double(scene.pairs.size());
  row.more.push_back({"contacts", double(contacts) / double(scene.pairs.size())});
  if (contacts > 0) row.more.push_back({"ns_per_contact", timings.medians[0] / double(contacts) * 1e9});
  return row;
}

Shape ball_hull(scenes::Random& random, int corners) {
  std::vector<Vec3> points;
  for (int i = 0; i < corners; ++i) points.push_back(random.direction());
  return make_convex(points);
}

Shape prism(int sides) {
  std::vector<Vec3> points;
  for (int k = 0; k < sides; ++k)
    for (const double z : {-0.5, 0.5})
      points.push_back({std::cos(6.283185307179586 * k / sides), std::sin(6.283185307179586 * k / sides), z});
  return make_convex(points);
}

// How far a body reaches along a direction, from its origin.
double reach(const Shape& shape, const Mat3& turn, Vec3 direction) {
  double most = 0;
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
    const Triangle t = shape.triangle(i);
    for (const Vec3& p : {t.a, t.b, t.c}) most = std::max(most, dot(direction, turn * p));
  }
  return most + shape.radius();
}

// Pairs in touch whose depth is between the two.
Pairs random_pairs(scenes::Random& random, std::string name, const std::vector<Shape>& a, const std::vector<Shape>& b,
                   double low, double high) {
  Pairs result{.name = std::move(name), .pairs = {}};
  for (std::size_t i = 0; result.pairs.size() < pairs_of_a_row; ++i) {
    const Shape &s = a[i % a.size()], &t = b[i % b.size()];
    const Pose place = make_pose(random.direction(), random.rotation());
    const Mat3 turn = make_pose({}, random.rotation()).linear;
    const Vec3 way = random.direction();
    const double far = reach(s, place.linear, way) + reach(t, turn, -way);
    const Body one{s, place}, other{t, {turn, place.translation + way * (far - random.uniform(low, 3 * high))}};
    const PenetrationResult found = find_penetration(one, other);
    if (found.ok() && found.depth > low && found.depth < high && find_contacts(one, other, result.settings).yes())
      result.pairs.push_back({one, other});
  }
  return result;
}

// One body on the other, turned about the normal, all of it in one turned frame.
Pairs stacked_pairs(scenes::Random& random, std::string name, const Shape& lower, const Shape& upper, double deep,
                    double yaw) {
  Pairs result{.name = std::move(name), .pairs = {}};
  for (std::size_t i = 0; i < pairs_of_a_row; ++i) {
    const Pose world = make_pose(random.direction() * 3, random.rotation());
    const double angle = random.uniform(-yaw, yaw), high = lower.bounds().hi.z + upper.bounds().hi.z - deep;
    const Pose own = make_pose({random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), high},
                               {0, 0, std::sin(angle), std::cos(angle)});
    result.pairs.push_back({{lower, world}, {upper, world * own}});
  }
  return result;
}

std::vector<Pairs> convex_scenes(scenes::Random& random) {
  const std::vector<Shape> boxes{make_box({1, 0.7, 0.5}), make_box({0.6, 0.8, 1.1})}, prisms{prism(16)};
  const std::vector<Shape> spheres{make_sphere(0.4)}, capsules{make_capsule(0.3, 0.6)};
  std::vector<Shape> balls;
  for (int i = 0; i < 8; ++i) balls.push_back(ball_hull(random, 32));
  std::vector<Pairs> scenes;
  scenes.push_back(random_pairs(random, "boxes-shallow", boxes, boxes, 0.0, 0.05));
  scenes.push_back(random_pairs(random, "boxes-deep", boxes, boxes, 0.4, 0.8));
  scenes.push_back(stacked_pairs(random, "boxes-stacked", boxes[0], boxes[1], 1e-4, 1));
  scenes.push_back(stacked_pairs(random, "boxes-flush-turned", boxes[0], boxes[1], 0, 0));
  scenes.back().settings.tolerance = 0;
  scenes.push_back(random_pairs(random, "hulls-32-shallow", balls, balls, 0.0, 0.05));
  scenes.push_back(random_pairs(random, "hulls-32-deep", balls, balls, 0.5, 1));
  scenes.push_back(random_pairs(random, "prisms-16-shallow", prisms, prisms, 0.0, 0.05));
  scenes.push_back(random_pairs(random, "prisms-16-deep", prisms, prisms, 0.3, 0.8));
  scenes.push_back(stacked_pairs(random, "prisms-16-stacked", prisms[0], prisms[0], 1e-4, 1));
  scenes.push_back(random_pairs(random, "sphere-box", spheres, boxes, 0.0, 0.1));
  scenes.push_back(random_pairs(random, "capsule-box", capsules, boxes, 0.0, 0.1));
  scenes.push_back(random_pairs(random, "sphere-hull-32", spheres, balls, 0.0, 0.1));
  scenes.push_back(random_pairs(random, "capsule-hull-32", capsules, balls, 0.0, 0.1));
  return scenes;
}

// Knots that overlap, and round bodies in the surface of one.
std::vector<Pairs> mesh_scenes(scenes::Random& random, std::uint32_t triangles) {
  const MeshData mesh = scenes::knot(triangles);
  const Shape knot = make_mesh(mesh.vertices, mesh.triangles);
  const std::string size = std::to_string(triangles);
  const Box box = knot.bounds();
  const double wide = length(box.hi - box.lo);
  std::vector<Pairs> scenes{{"meshes-" + size, {}, {.tolerance = 0}},
                            {"sphere-mesh-" + size, {}, {.tolerance = 1e-4 * wide}},
                            {"capsule-mesh-" + size, {}, {.tolerance = 1e-4 * wide}}};
  for (int i = 0; i < 4; ++i)
    scenes[0].pairs.push_back({{knot, make_pose({}, random.rotation())},
                               {knot, make_pose(random.direction() * (0.1 * wide), random.rotation())}});
  const Shape round[2] = {make_sphere(0.01 * wide), make_capsule(0.01 * wide, 0.02 * wide)};
  for (int i = 0; i < 50; ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec3 place = mesh.vertices[random.next() % mesh.vertices.size()];
      scenes[1 + k].pairs.push_back(
          {{round[k], make_pose(place + random.direction() * (0.011 * wide), random.rotation())}, {knot, {}}});
    }
  return scenes;
}

}  // namespace

std::vector<Row> contacts(const Settings& settings) {
  scenes::Random random(settings.seed);
  std::vector<Row> rows;
  for (const Pairs& scene : convex_scenes(random))
    for (const bool warm : {false, true}) rows.push_back(measured(scene, settings, warm));
  for (const std::uint32_t triangles : {1000u, 10000u, 100000u}) {
    if (settings.quick && triangles > 10000) continue;
    for (const Pairs& scene : mesh_scenes(random, triangles)) rows.push_back(measured(scene, settings, false));
  }
  return rows;
}

}  // namespace graze::bench
