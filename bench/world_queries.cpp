// world-rays, world-overlap, world-nearest, world-sweep, world-walk: queries of a world of 1,000 to 100,000 objects.
// The tree is up to date; what edits cost is world-edits.
#include <cmath>
#include <functional>

#include "bench/peers/crowd.h"
#include "bench/workload.h"
#include "graze/world_query.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

using MakePeer = std::unique_ptr<CrowdPeer> (*)();
using Ask = std::function<void(CrowdPeer&, std::span<double>)>;

std::vector<std::uint32_t> counts(const Settings& settings) {
  return settings.quick ? std::vector<std::uint32_t>{1000} : std::vector<std::uint32_t>{1000, 10000, 100000};
}

// Answers agree when they are within a part of a thousand: peers work in float, or to a tolerance of their own.
Row compare(const char* workload, const Crowd& crowd, bool meshes, MakePeer make_peer, std::size_t queries,
            double tolerance, const Settings& settings, const Ask& ask) {
  const std::unique_ptr<CrowdPeer> ours = make_graze_crowd(), peer = make_peer();
  ours->load(crowd);
  peer->load(crowd);
  std::vector<double> our_answers(queries), their_answers(queries);
  const Timings times = interleave({{[&] { ask(*ours, our_answers); }}, {[&] { ask(*peer, their_answers); }}},
                                   settings.effort.rounds, Clock::thread);
  Row row;
  row.workload = workload;
  row.scene = std::string(meshes ? "meshes-" : "primitives-") + std::to_string(crowd.bodies.size());
  row.peer = peer->name();
  row.peer_version = peer->version();
  row.queries = queries;
  row.rounds = times.rounds;
  row.ours_ns = times.medians[0] * 1e9 / double(queries);
  row.peer_ns = times.medians[1] * 1e9 / double(queries);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < queries; ++i) {
    const double x = our_answers[i], y = their_answers[i];
    hits += x != nothing && x > 0;
    row.disagreements += x != y && !(std::fabs(x - y) <= tolerance * (1 + std::fabs(x)));
  }
  row.hits = double(hits) / double(queries);
  return row;
}

// Is nothing of the crowd within a hundredth? What a ray or sweep from inside a solid means differs from peer to peer.
class Clear {
 public:
  explicit Clear(const Crowd& crowd) {
    for (const CrowdShape& shape : crowd.shapes) shapes_.push_back(to_shape(shape));
    for (std::size_t i = 0; i < crowd.bodies.size(); ++i)
      world_.add({shapes_[crowd.bodies[i].shape], crowd.bodies[i].pose()}, {.key = i});
    world_.apply();
  }
  bool operator()(Vec3 point) const { return within(world_, {make_point(), {{}, point}}, 0.01).objects.empty(); }
  bool operator()(const CrowdBody& body) const {
    return within(world_, {shapes_[body.shape], body.pose()}, 0.01).objects.empty();
  }

 private:
  std::vector<Shape> shapes_;
  World world_;
};

}  // namespace

std::vector<Row> world_rays(const Settings& settings) {
  std::vector<Row> rows;
  for (const std::uint32_t count : counts(settings))
    for (const bool meshes : {false, true}) {
      const Crowd crowd = make_crowd(count, meshes, settings.seed);
      scenes::Random random(settings.seed + 5);
      std::vector<Ray> rays;
      // From anywhere in the room to anywhere in it and beyond; the same numbers in float.
      const auto point = [&] {
        Vec3 at;
        for (int axis = 0; axis < 3; ++axis) at[axis] = double(float(random.uniform(-crowd.side, crowd.side)));
        return at;
      };
      const Clear clear(crowd);
      while (rays.size() < 2000) {
        const Vec3 from = point();
        if (!clear(from)) continue;
        Vec3 by = point() - from;
        for (int axis = 0; axis < 3; ++axis) by[axis] = double(float(by[axis]));
        rays.push_back({from, by, 1, {}});
      }
      const Ask ask = [&](CrowdPeer& peer, std::span<double> answers) { peer.rays(rays, answers); };
      rows.push_back(compare("world-rays", crowd, meshes, make_bullet_crowd, rays.size(), 1e-3, settings, ask));
      if (meshes)
        rows.push_back(compare("world-rays", crowd, meshes, make_embree_crowd, rays.size(), 1e-3, settings, ask));
    }
  return rows;
}

std::vector<Row> world_overlap(const Settings& settings) {
  std::vector<Row> rows;
  for (const std::uint32_t count : counts(settings))
    for (const bool meshes : {false, true}) {
      const Crowd crowd = make_crowd(count, meshes, settings.seed);
      const std::vector<CrowdBody> bodies = visitors(crowd, 2000, settings.seed);
      rows.push_back(compare("world-overlap", crowd, meshes, make_fcl_crowd, bodies.size(), 0, settings,
                             [&](CrowdPeer& peer, std::span<double> answers) { peer.overlap(bodies, answers); }));
    }
  return rows;
}

std::vector<Row> world_nearest(const Settings& settings) {
  std::vector<Row> rows;
  for (const std::uint32_t count : counts(settings))
    for (const bool meshes : {false, true}) {
      const Crowd crowd = make_crowd(count, meshes, settings.seed);
      const std::vector<CrowdBody> bodies = visitors(crowd, 500, settings.seed);
      rows.push_back(compare("world-nearest", crowd, meshes, make_fcl_crowd, bodies.size(), 1e-3, settings,
                             [&](CrowdPeer& peer, std::span<double> answers) { peer.nearest(bodies, answers); }));
    }
  return rows;
}

std::vector<Row> world_sweep(const Settings& settings) {
  std::vector<Row> rows;
  for (const std::uint32_t count : counts(settings)) {
    const Crowd crowd = make_crowd(count, false, settings.seed);
    scenes::Random random(settings.seed + 9);
    std::vector<CrowdSweep> sweeps;
    const Clear clear(crowd);
    for (const CrowdBody& body : visitors(crowd, 600, settings.seed)) {
      if (!clear(body)) continue;
      const double x = random.uniform(-4, 4), y = random.uniform(-4, 4);
      sweeps.push_back({body, {x, y, random.uniform(-4, 4)}});
    }
    rows.push_back(compare("world-sweep", crowd, false, make_bullet_crowd, sweeps.size(), 2e-2, settings,
                           [&](CrowdPeer& peer, std::span<double> answers) { peer.sweep(sweeps, answers); }));
  }
  return rows;
}

// Steps of a walker in a world of 10,000 against the same with the ten that are nearest, in a list.
std::vector<Row> world_walk(const Settings& settings) {
  const Crowd crowd = make_crowd(settings.quick ? 1000 : 10000, false, settings.seed);
  World world;
  std::vector<Shape> shapes;
  for (const CrowdShape& shape : crowd.shapes) shapes.push_back(to_shape(shape));
  for (std::size_t i = 0; i < crowd.bodies.size(); ++i)
    world.add({shapes[crowd.bodies[i].shape], crowd.bodies[i].pose()}, {.key = i});
  world.apply();
  struct Start {
    Body walker;
    Vec3 way;
    std::vector<Body> near;
  };
  scenes::Random random(settings.seed);
  std::vector<Start> starts;
  for (const CrowdBody& body : visitors(crowd, 2000, settings.seed)) {
    Start start{{make_capsule(0.3, 0.5), make_pose(body.place)}, {}, {}};
    if (starts.size() == 200) break;
    if (!find_overlaps(world, start.walker).objects.empty()) continue;
    const double x = random.uniform(-0.05, 0.05);
    start.way = {x, random.uniform(-0.05, 0.05), -0.02};
    for (const WorldNear& near : find_nearest(world, start.walker, 10).objects)
      start.near.push_back(world.body(near.object.id));
    starts.push_back(start);
  }
  std::vector<Row> rows;
  const auto add = [&](const char* scene, const std::function<Pose(const Start&)>& all,
                       const std::function<Pose(const Start&)>& few) {
    std::vector<Pose> ours(starts.size()), theirs(starts.size());
    const auto run = [&](const auto& ask, std::vector<Pose>& poses) {
      for (std::size_t i = 0; i < starts.size(); ++i) poses[i] = ask(starts[i]);
    };
    const Timings times =
        interleave({{[&] { run(all, ours); }}, {[&] { run(few, theirs); }}}, settings.effort.rounds, Clock::thread);
    Row row;
    row.workload = "world-walk";
    row.scene = scene + std::to_string(crowd.bodies.size());
    row.peer = "ten-near";
    row.queries = starts.size();
    row.rounds = times.rounds;
    row.ours_ns = times.medians[0] * 1e9 / double(starts.size());
    row.peer_ns = times.medians[1] * 1e9 / double(starts.size());
    for (std::size_t i = 0; i < starts.size(); ++i) row.disagreements += !(ours[i] == theirs[i]);
    rows.push_back(row);
  };
  add(
      "walk-", [&](const Start& s) { return walk(world, s.walker, s.way).result.pose; },
      [&](const Start& s) { return walk(s.walker, s.way, s.near).pose; });
  MoveSettings settings_of_move;
  settings_of_move.tolerance = 1e-9;
  add(
      "move-",
      [&](const Start& s) { return move(world, s.walker, translation_by(s.way * 10), settings_of_move).result.pose; },
      [&](const Start& s) {
        std::vector<MovingBody> others;
        for (const Body& body : s.near) others.push_back({body, {}});
        return move(s.walker, translation_by(s.way * 10), others, settings_of_move).pose;
      });
  return rows;
}

// One object moves and one ray follows, so that the tree is brought up to date for each.
std::vector<Row> world_edits(const Settings& settings) {
  std::vector<Row> rows;
  for (const std::uint32_t count : counts(settings))
    for (const bool far : {false, true}) {
      const Crowd crowd = make_crowd(count, false, settings.seed);
      World world;
      std::vector<Shape> shapes;
      std::vector<ObjectId> ids;
      for (const CrowdShape& shape : crowd.shapes) shapes.push_back(to_shape(shape));
      for (std::size_t i = 0; i < crowd.bodies.size(); ++i)
        ids.push_back(world.add({shapes[crowd.bodies[i].shape], crowd.bodies[i].pose()}, {.key = i}));
      world.apply();
      scenes::Random random(settings.seed);
      constexpr int edits = 2000;
      const auto at_random = [&](double most) {
        const double x = random.uniform(-most, most), y = random.uniform(-most, most);
        return Vec3{x, y, random.uniform(-most, most)};
      };
      const auto run = [&] {
        for (int i = 0; i < edits; ++i) {
          const std::size_t which = std::size_t(random.uniform(0, 1) * double(ids.size()));
          const Vec3 place = far ? at_random(crowd.side) : crowd.bodies[which].place + at_random(0.1);
          world.move(ids[which], make_pose(place, crowd.bodies[which].rotation));
          world.apply();
          const WorldRayResult found = cast(world, {place, {0, 0, 1}, 1e-9, {}});
          keep(&found);
        }
      };
      const Timings times = interleave({{run}}, settings.effort.rounds, Clock::thread);
      Row row;
      row.workload = "world-edits";
      row.scene = std::string(far ? "teleport-" : "drift-") + std::to_string(count);
      row.peer = no_peer;
      row.queries = edits;
      row.rounds = times.rounds;
      row.ours_ns = times.medians[0] * 1e9 / edits;
      rows.push_back(row);
    }
  return rows;
}

}  // namespace graze::bench
