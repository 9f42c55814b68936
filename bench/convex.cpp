// convex-cold, convex-warm, convex-public, convex-bool, penetration: random hulls of 8 to 512 corners near contact.
#include <LinearMath/btConvexHullComputer.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/peers/convex.h"
#include "bench/workload.h"
#include "convex/depth.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

constexpr std::size_t hull_count = 16, query_count = 256, motion_length = 32;

// Points on an ellipsoid, all corners; triangles by Bullet, which only FCL needs.
ConvexHull make_hull(scenes::Random& random, std::size_t count) {
  ConvexHull hull;
  const Vec3 axes{random.uniform(0.5, 1), random.uniform(0.5, 1), random.uniform(0.5, 1)};
  while (hull.points.size() < count) {
    const Vec3 d = random.direction();
    hull.points.push_back({d.x * axes.x, d.y * axes.y, d.z * axes.z});
  }
  btConvexHullComputer computer;
  computer.compute(&hull.points[0].x, int(sizeof(Vec3)), int(count), 0, 0);
  for (int f = 0; f < computer.faces.size(); ++f) {
    const btConvexHullComputer::Edge* const start = &computer.edges[computer.faces[f]];
    const auto index = [&](int vertex) { return std::uint32_t(computer.original_vertex_index[vertex]); };
    const std::uint32_t apex = index(start->getSourceVertex());
    for (const auto* edge = start->getNextEdgeOfFace(); edge->getTargetVertex() != start->getSourceVertex();
         edge = edge->getNextEdgeOfFace())
      for (const std::uint32_t i : {apex, index(edge->getSourceVertex()), index(edge->getTargetVertex())})
        hull.faces.push_back(i);
  }
  return hull;
}

struct Scene {
  std::string name;
  std::vector<ConvexHull> hulls;
  std::vector<SupportTable> tables;
};

Scene make_scene(scenes::Random& random, std::size_t corners) {
  Scene scene;
  scene.name = std::to_string(corners);
  for (std::size_t i = 0; i < hull_count; ++i) {
    scene.hulls.push_back(make_hull(random, corners));
    scene.tables.emplace_back(scene.hulls.back().points);
  }
  return scene;
}

// Two hulls about `gap` apart along the direction in which they are nearest; into each other when negative.
ConvexQuery place(scenes::Random& random, const Scene& scene, double gap) {
  ConvexQuery query;
  query.a = std::uint32_t(random.next() % hull_count);
  query.b = std::uint32_t(random.next() % hull_count);
  query.pose_a = make_pose({}, random.rotation());
  query.pose_b = make_pose(random.direction() * 4, random.rotation());
  const ConvexDistance d =
      convex_distance(support_of(scene.tables[query.a], query.pose_a), support_of(scene.tables[query.b], query.pose_b));
  query.pose_b.translation = query.pose_b.translation - d.normal * (d.lower - gap);
  return query;
}

std::vector<ConvexQuery> make_motions(scenes::Random& random, const Scene& scene) {
  std::vector<ConvexQuery> queries;
  while (queries.size() < query_count) {
    ConvexQuery query = place(random, scene, random.uniform(0.02, 0.2));
    const Vec3 step = random.direction() * 0.004, axis = random.direction() * std::sin(0.005);
    const Mat3 turn = to_matrix({axis.x, axis.y, axis.z, std::cos(0.005)});
    for (std::size_t i = 0; i < motion_length; ++i) {
      queries.push_back(query);
      query.first = false;
      query.pose_b.linear = turn * query.pose_b.linear;
      query.pose_b.translation = query.pose_b.translation + step;
    }
  }
  return queries;
}

using Ask = std::function<void(ConvexPeer&, std::span<const ConvexQuery>, std::span<double>)>;

std::vector<Row> compare(const char* workload, const Scene& scene, std::span<const ConvexQuery> queries, int rounds,
                         double tolerance, bool (ConvexPeer::*able)() const, const Ask& ask,
                         std::unique_ptr<ConvexPeer> (*make_ours)()) {
  std::vector<std::unique_ptr<ConvexPeer>> all;
  all.push_back(make_ours());
  for (auto& peer : make_convex_peers())
    if ((peer.get()->*able)()) all.push_back(std::move(peer));
  std::vector<std::vector<double>> values(all.size(), std::vector<double>(queries.size()));
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i]->build(scene.hulls);
    tasks.push_back({[&, i] {
      ask(*all[i], queries, values[i]);
      keep(values[i].data());
    }});
  }
  const Timings timings = interleave(tasks, rounds, Clock::thread);
  std::vector<Row> rows;
  for (std::size_t i = 1; i < all.size(); ++i) {
    Row row;
    row.workload = workload;
    row.scene = scene.name;
    row.peer = all[i]->name();
    row.peer_version = all[i]->version();
    row.queries = queries.size();
    row.rounds = timings.rounds;
    row.ours_ns = timings.medians[0] / double(queries.size()) * 1e9;
    row.peer_ns = timings.medians[i] / double(queries.size()) * 1e9;
    // Ours is proven: whoever differs by more than the tolerance is wrong.
    for (std::size_t k = 0; k < queries.size(); ++k)
      row.disagreements += std::abs(values[i][k] - values[0][k]) > tolerance ? 1 : 0;
    row.peer_wrong = row.disagreements;
    std::size_t hits = 0;
    for (const double value : values[0]) hits += value > 0 ? 1 : 0;
    row.hits = double(hits) / double(queries.size());
    rows.push_back(row);
  }
  return rows;
}

template <class Make>
std::vector<Row> for_sizes(const Settings& settings, const char* workload, double tolerance,
                           bool (ConvexPeer::*able)() const, Make make, const Ask& ask,
                           std::unique_ptr<ConvexPeer> (*make_ours)() = make_graze_convex) {
  scenes::Random random(settings.seed);
  std::vector<Row> rows;
  for (const std::size_t corners : {8, 32, 128, 512}) {
    const Scene scene = make_scene(random, corners);
    const std::vector<ConvexQuery> queries = make(random, scene);
    for (Row& row : compare(workload, scene, queries, settings.effort.rounds, tolerance, able, ask, make_ours))
      rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<ConvexQuery> make_queries(scenes::Random& random, const Scene& scene, double least, double most) {
  std::vector<ConvexQuery> queries;
  while (queries.size() < query_count) queries.push_back(place(random, scene, random.uniform(least, most)));
  return queries;
}

}  // namespace

std::vector<Row> convex_cold(const Settings& settings) {
  return for_sizes(
      settings, "convex-cold", 1e-5, &ConvexPeer::measures,
      [](scenes::Random& random, const Scene& scene) { return make_queries(random, scene, 0.001, 0.2); },
      [](ConvexPeer& peer, auto queries, auto values) { peer.distances(queries, values); });
}

std::vector<Row> convex_warm(const Settings& settings) {
  return for_sizes(settings, "convex-warm", 1e-5, &ConvexPeer::measures, make_motions,
                   [](ConvexPeer& peer, auto queries, auto values) { peer.coherent(queries, values); });
}

std::vector<Row> convex_public(const Settings& settings) {
  return for_sizes(
      settings, "convex-public", 1e-5, &ConvexPeer::measures, make_motions,
      [](ConvexPeer& peer, auto queries, auto values) { peer.coherent(queries, values); }, make_graze_public);
}

std::vector<Row> convex_bool(const Settings& settings) {
  std::vector<char> answers(query_count);
  return for_sizes(
      settings, "convex-bool", 0, &ConvexPeer::decides,
      [](scenes::Random& random, const Scene& scene) { return make_queries(random, scene, -0.1, 0.1); },
      [&](ConvexPeer& peer, auto queries, auto values) {
        peer.meet(queries, answers);
        for (std::size_t i = 0; i < queries.size(); ++i) values[i] = answers[i];
      });
}

std::vector<Row> penetration(const Settings& settings) {
  return for_sizes(
      settings, "penetration", 1e-4, &ConvexPeer::penetrates,
      [](scenes::Random& random, const Scene& scene) { return make_queries(random, scene, -0.1, -0.001); },
      [](ConvexPeer& peer, auto queries, auto values) { peer.depths(queries, values); });
}

}  // namespace graze::bench
