// ccd-mesh: two copies of a mesh, one of them in rigid motion; ccd-sweep: a body of 20 triangles through a large scene.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/cases.h"
#include "bench/motions.h"
#include "bench/poses.h"
#include "graze/graze.h"

namespace graze::bench {
namespace {

constexpr double size = 2;  // of a mesh in its object frame

// From gaps along x of up to a part of what the motion could close, or a little more: towards the other one, or about
// any axis near the copy.
std::vector<MotionQuery> make_queries(const std::vector<Contact>& contacts, bool turns, double amount,
                                      scenes::Random& random) {
  std::vector<MotionQuery> queries;
  const double way = turns ? std::min(amount, 0.5) : amount;
  for (const Contact& contact : contacts) {
    const Pose pose{contact.rotation, {contact.distance + random.uniform(0.001, turns ? 0.3 : 1.3) * way, 0, 0}};
    if (turns) {
      const Vec3 origin = pose.translation + random.direction() * random.uniform(0, 0.5 * size);
      queries.push_back({pose, rotation_about(origin, random.direction(), amount)});
    } else {
      const Vec3 towards = Vec3{-1, 0, 0} + random.direction() * 0.4;
      queries.push_back({pose, translation_by(towards * (amount / length(towards)))});
    }
  }
  return queries;
}

// Along x the copies may be nested, or one in the hole of the other.
void keep_clear(MotionScene& scene) {
  const Shape shape = make_mesh(scene.still.vertices, scene.still.triangles);
  std::erase_if(scene.queries, [&](const MotionQuery& query) {
    return collide({shape, {}}, {shape, query.pose}).yes();
  });
}

// The built-in cases that are enough, and every other: a peer takes up to seconds a query.
bool is_measured(const std::string& name, bool quick) {
  if (quick) return name == "knot-1k";
  const bool built_in = name.ends_with("-1k") || name.ends_with("-10k") || name.ends_with("-100k");
  return !built_in || name == "torus-10k" || name == "knot-10k";
}

}  // namespace

std::vector<Row> ccd_mesh(Bench& bench) {
  const Settings& settings = bench.settings();
  std::vector<Row> rows;
  if (!is_measured(bench.scene().name, settings.quick)) return rows;
  scenes::Random random(settings.seed);
  const MeshData mesh = object_frame(bench.scene().mesh, random.uniform());
  const auto finder = make_fcl_obbrss();
  finder->load(mesh);
  finder->build();
  const std::vector<Contact> touching = contacts(*finder, settings.quick ? 24 : 240);
  auto peers = make_fcl_motion_peers();
  for (auto& peer : peers) peer->build(mesh, mesh);
  const auto run = [&](const std::string& name, bool turns, double amount) {
    MotionScene scene{mesh, mesh, make_queries(touching, turns, amount, random)};
    keep_clear(scene);
    // Evenly spread over the tumbling turn, whatever part of them a peer gets.
    for (std::size_t i = scene.queries.size(); i > 1; --i)
      std::swap(scene.queries[i - 1], scene.queries[random.next() % i]);
    for (Row& row : compare_motions("ccd-mesh", bench.scene().name + "-" + name, scene, peers, settings.effort, 0))
      rows.push_back(std::move(row));
  };
  using Amounts = std::vector<int>;
  for (const int degrees : settings.quick ? Amounts{10, 170} : Amounts{1, 10, 90, 170})
    run("rotation-" + std::to_string(degrees), true, degrees * std::numbers::pi / 180);
  for (const int percent : settings.quick ? Amounts{10} : Amounts{1, 10, 100})
    run("translation-" + std::to_string(percent), false, size * percent / 100);
  return rows;
}

// An icosahedron of half a metre through rooms of 8 metres, and against a knot of 20 metres: its hull is the body
// itself, so that the two answers are to the same question. Single precision over a few metres: fractions that are
// apart by less than a thousandth of the way agree.
std::vector<Row> ccd_sweep(const Settings& settings) {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  MeshData ball;
  for (const double s : {-1.0, 1.0})
    for (const double t : {-golden, golden})
      for (const Vec3 v : {Vec3{0, s, t}, Vec3{s, t, 0}, Vec3{t, 0, s}})
        ball.vertices.push_back(v * (0.25 / std::sqrt(1 + golden * golden)));
  // Three corners are a face when they are an edge apart from each other.
  const auto near = [&](std::uint32_t i, std::uint32_t j) {
    return length(ball.vertices[i] - ball.vertices[j]) < 0.25 * 1.1;
  };
  for (std::uint32_t i = 0; i < 12; ++i)
    for (std::uint32_t j = i + 1; j < 12; ++j)
      for (std::uint32_t k = j + 1; k < 12; ++k)
        if (near(i, j) && near(j, k) && near(i, k)) ball.triangles.push_back({i, j, k});

  MeshData knot = scenes::knot(settings.quick ? 10000 : 100000);
  for (Vec3& v : knot.vertices) v = v * 10;
  const Case places[] = {{"level", scenes::level(settings.quick ? 6 : 18)}, {"knot", std::move(knot)}};
  std::vector<Row> rows;
  for (const Case& place : places) {
    std::vector<std::unique_ptr<MotionPeer>> peers;
    peers.push_back(make_bullet_sweep());
    peers.back()->build(place.mesh, ball);
    const Body still{make_mesh(place.mesh.vertices, place.mesh.triangles), {}};
    const Shape body = make_mesh(ball.vertices, ball.triangles);
    for (const double way : {0.5, 8.0}) {
      scenes::Random random(settings.seed);
      MotionScene scene{place.mesh, ball, {}};
      const Box box = still.shape.bounds();
      while (scene.queries.size() < (settings.quick ? 100u : 1000u)) {
        const Vec3 at{random.uniform(box.lo.x, box.hi.x), random.uniform(box.lo.y, box.hi.y),
                      random.uniform(box.lo.z, box.hi.z)};
        const Pose pose{to_matrix(random.rotation()), at};
        if (!collide({body, pose}, still).yes())
          scene.queries.push_back({pose, translation_by(random.direction() * way)});
      }
      const std::string name = place.name + (way < 1 ? "-0.5m" : "-8m");
      // All of them, then those that are free and those that stop: they differ by what is asked of either side.
      MotionScene free{place.mesh, ball, {}}, stopped{place.mesh, ball, {}};
      const MovingBody other{still, {}};
      for (const MotionQuery& query : scene.queries)
        (move({body, query.pose}, query.motion, {&other, 1}).yes() ? stopped : free).queries.push_back(query);
      const std::pair<const char*, const MotionScene*> classes[] = {
          {"", &scene}, {"-free", &free}, {"-stopped", &stopped}};
      for (const auto& [ending, part] : classes) {
        if (part->queries.empty()) continue;
        for (Row& row : compare_motions("ccd-sweep", name + ending, *part, peers, settings.effort, 1e-3))
          rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

}  // namespace graze::bench
