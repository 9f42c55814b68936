// move: two boxes, and two meshes of 70k triangles, on every kind of motion, by what the thread had of a processor. No
// peer answers these questions with a proof. Free ones and those that stop are rows of their own.
#include <algorithm>
#include <cmath>

#include "bench/cases.h"
#include "bench/workload.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

struct MoveQuery {
  Body moving;
  Motion motion;
  MovingBody other;
};

MoveResult ask(const MoveQuery& query) { return move(query.moving, query.motion, {&query.other, 1}); }

// The least of five medians, each of them over the rounds of an interleave().
Row timed(const std::string& name, const std::vector<MoveQuery>& queries, const Effort& effort) {
  Row row;
  row.workload = "move";
  row.scene = name;
  row.peer = no_peer;
  row.queries = queries.size();
  const auto all = [&] {
    for (const MoveQuery& query : queries) {
      const MoveResult result = ask(query);
      keep(&result);
    }
  };
  Seconds least = 0;
  for (int k = 0; k < 5; ++k) {
    const Timings times = interleave({{all}}, effort.rounds, Clock::thread);
    least = k == 0 ? times.medians[0] : std::min(least, times.medians[0]);
    row.rounds += times.rounds;
  }
  row.ours_ns = least * 1e9 / static_cast<double>(queries.size());
  for (const MoveQuery& query : queries) row.ours_wrong += ask(query).status != Status::ok;
  return row;
}

// --- two boxes ---

enum class Turning { none, one, both };

// Two boxes of about a unit, up to two apart, each on a way or a turn that may bring it to the other one.
MoveQuery two_boxes(Turning turning, scenes::Random& random) {
  const auto box = [&](Vec3 at) -> Body {
    const Vec3 half{random.uniform(0.2, 0.5), random.uniform(0.2, 0.5), random.uniform(0.2, 0.5)};
    return {make_box(half), {to_matrix(random.rotation()), at}};
  };
  MoveQuery query;
  const Vec3 at = random.direction() * random.uniform(1, 2);
  query.moving = box({});
  query.other = {box(at), {}};
  const auto turn = [&](Vec3 about) {
    return rotation_about(about + random.direction() * random.uniform(0, 1), random.direction(),
                          random.uniform(0.2, 2));
  };
  if (turning == Turning::none) {
    query.motion = translation_by((at + random.direction() * random.uniform(0, 2)) * random.uniform(0.5, 1.5));
  } else {
    query.motion = turn({});
    if (turning == Turning::both) query.other.motion = turn(at);
  }
  return query;
}

void add_boxes(const Settings& settings, std::vector<Row>& rows) {
  const std::size_t count = settings.quick ? 100 : 1000;
  const std::pair<const char*, Turning> kinds[] = {
      {"straight", Turning::none}, {"one-turns", Turning::one}, {"both-turn", Turning::both}};
  for (const auto& [name, turning] : kinds) {
    scenes::Random random(settings.seed);
    std::vector<MoveQuery> free, stopped;
    while (free.size() < count || stopped.size() < count) {
      MoveQuery query = two_boxes(turning, random);
      const MoveResult result = ask(query);
      if (result.start != MoveStart::clear) continue;
      std::vector<MoveQuery>& list = result.yes() ? stopped : free;
      if (list.size() < count) list.push_back(std::move(query));
    }
    rows.push_back(timed(std::string("boxes-") + name + "-free", free, settings.effort));
    rows.push_back(timed(std::string("boxes-") + name + "-stopped", stopped, settings.effort));
  }
}

// --- two meshes ---

// Two wide, about the origin.
Shape large_shape(const MeshData& mesh) {
  const MeshData framed = object_frame(mesh, 0);
  const Shape shape = make_mesh(framed.vertices, framed.triangles);
  prepare_pairs(shape, 1);
  return shape;
}

enum class Way { translation, rotation, screw, rolling, both_turn };
constexpr std::pair<const char*, Way> ways[] = {{"translation", Way::translation},
                                                {"rotation", Way::rotation},
                                                {"screw", Way::screw},
                                                {"rolling", Way::rolling},
                                                {"both-turn", Way::both_turn}};

Motion random_way(Way way, Vec3 at, scenes::Random& random) {
  const Vec3 by = random.direction() * random.uniform(0.05, 2), axis = random.direction();
  const Vec3 origin = at + random.direction() * random.uniform(0, 1);
  const double angle = random.uniform(0.05, 6);
  switch (way) {
    case Way::translation:
      return translation_by(by);
    case Way::screw:
      return screw_about(origin, axis, angle, length(by));
    case Way::rolling:
      return translation_with_rotation(by, origin, axis, angle);
    default:
      return rotation_about(origin, axis, angle);
  }
}

// From a random side moved up to a gap of 1e-4 to 0.1, each decade as often; false where no such place was found.
bool near_pair(const std::vector<Shape>& shapes, Way way, scenes::Random& random, MoveQuery& query) {
  const auto pick = [&] { return shapes[random.next() % shapes.size()]; };
  query.other = {{pick(), {to_matrix(random.rotation()), {}}}, {}};
  const Vec3 from = random.direction();
  query.moving = {pick(), {to_matrix(random.rotation()), from * 4.0}};
  const MoveResult up_to = move(query.moving, translation_by(from * -4.0), {&query.other, 1});
  if (!up_to.yes() || up_to.start != MoveStart::clear) return false;
  const double gap = 1e-4 * std::pow(10.0, random.uniform(0, 3));
  query.moving.pose.translation = from * (4 - 4 * up_to.lower + gap);
  query.motion = random_way(way, query.moving.pose.translation, random);
  if (way == Way::both_turn) query.other.motion = random_way(way, {}, random);
  return !collide(query.moving, query.other.body).yes();
}

void add_meshes(const Settings& settings, std::vector<Row>& rows) {
  const std::uint32_t triangles = settings.quick ? 7000 : 70000;
  std::vector<Shape> shapes{large_shape(scenes::knot(triangles)), large_shape(scenes::torus(triangles))};
  for (const Case& scene : data_cases(settings.data_folder))
    if (scene.name == "bunny") shapes.push_back(large_shape(scene.mesh));
  const std::size_t count = settings.quick ? 20 : 240;
  constexpr Seconds limit = 5e-3;
  for (const auto& [name, way] : ways) {
    scenes::Random random(settings.seed);
    Row row;
    row.workload = "move";
    row.scene = std::string("meshes-") + name;
    row.peer = no_peer;
    row.rounds = 1;
    row.triangles = triangles;
    Seconds sum = 0, slowest = 0;
    double hits = 0, above = 0;
    while (row.queries < count) {
      MoveQuery query;
      if (!near_pair(shapes, way, random, query)) continue;
      ++row.queries;
      MoveResult result;
      const auto once = [&] { return thread_time_once([&] { result = ask(query); }); };
      Seconds time = once();
      // What else the machine does is in a slow one, too.
      for (int k = 0; k < 4; ++k) time = std::min(time, once());
      sum += time;
      slowest = std::max(slowest, time);
      above += time > limit;
      hits += result.yes();
      row.ours_wrong += result.status != Status::ok;
    }
    row.ours_ns = sum * 1e9 / static_cast<double>(row.queries);
    row.hits = hits / static_cast<double>(row.queries);
    row.more = {{"slowest_ns", slowest * 1e9}, {"above_5ms", above}};
    rows.push_back(row);
  }
}

}  // namespace

std::vector<Row> moves(const Settings& settings) {
  std::vector<Row> rows;
  add_boxes(settings, rows);
  add_meshes(settings, rows);
  return rows;
}

}  // namespace graze::bench
