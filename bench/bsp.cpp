// bsp: where BSP trees stand against the default tree and FCL: small bodies in a large static one, boxes, building.
// "Ours" is the tree that the case names.
#include <algorithm>

#include "bench/cases.h"
#include "bench/pairs.h"
#include "measure/timing.h"
#include "study/bsp/axial_bsp.h"
#include "study/bsp/bsp_collide.h"
#include "study/bsp/solid_bsp.h"

namespace graze::bench {
using namespace study;
namespace {

struct Scene {
  std::string name;
  MeshData mesh;
  double body_size;  // of the small bodies
  bool paper;        // small enough for the tree without coordinate planes
};

std::vector<Scene> scenes_of(const Settings& settings) {
  std::vector<Scene> scenes;
  scenes.push_back({"level-4", scenes::level(4), 0.25, true});
  scenes.push_back({"level-8", scenes::level(8), 0.25, false});
  if (!settings.quick) scenes.push_back({"level-16", scenes::level(16), 0.25, false});
  scenes.push_back({"knot-2k", scenes::knot(2000), 0.05, true});
  if (!settings.quick) scenes.push_back({"knot-20k", scenes::knot(20000), 0.02, false});
  for (Case& c : data_cases(settings.data_folder)) scenes.push_back({c.name, object_frame(c.mesh, 0), 0.03, false});
  return scenes;
}

MeshData scaled(MeshData mesh, double size) {
  for (Vec3& v : mesh.vertices) v = v * size;
  return mesh;
}

// Anywhere in the box of the large mesh, every second one beside a triangle of it.
std::vector<PairQuery> queries(const MeshData& large, double size, std::uint32_t body, int count, std::uint64_t seed) {
  scenes::Random random(seed);
  Box box;
  for (const Vec3 v : large.vertices) box = merge(box, v);
  std::vector<PairQuery> result;
  for (int i = 0; i < count; ++i) {
    Vec3 place;
    if (i % 2 == 0) {
      place = {random.uniform(box.lo.x, box.hi.x), random.uniform(box.lo.y, box.hi.y),
               random.uniform(box.lo.z, box.hi.z)};
    } else {
      const Index3& t = large.triangles[random.next() % large.triangles.size()];
      const double s = random.uniform(), r = random.uniform(0, 1 - s);
      const Vec3 a = large.vertices[t[0]], b = large.vertices[t[1]], c = large.vertices[t[2]];
      place = a + (b - a) * s + (c - a) * r + random.direction() * (size * random.uniform(0, 4));
    }
    result.push_back({0, body, {}, {random_rotation(random), place}});
  }
  return result;
}

std::vector<std::unique_ptr<PairPeer>> rivals() {
  std::vector<std::unique_ptr<PairPeer>> peers;
  peers.push_back(make_graze_pair());
  peers.push_back(make_fcl_obbrss_pair());
  return peers;
}

std::unique_ptr<CandidatePolygons> make_tree(BspPairKind kind, const Shape& shape) {
  if (kind == BspPairKind::axial) return std::make_unique<AxialBsp>(shape);
  return std::make_unique<SolidBsp>(shape, kind == BspPairKind::paper ? paper_tree : SolidBspSettings{});
}

// Axis-aligned boxes in the world: candidates alone, which no peer gives. How many there are, and how many of the
// triangles' boxes meet the box.
Row box_row(const Scene& scene, BspPairKind kind, const std::string& name, const Settings& settings) {
  const Shape shape = make_mesh(scene.mesh.vertices, scene.mesh.triangles);
  const auto tree = make_tree(kind, shape);
  const BspBody body{tree.get(), {}};
  std::vector<Box> boxes;
  const Vec3 half{scene.body_size, scene.body_size, scene.body_size};
  const int count = settings.effort.small_pairs / 10;
  for (const PairQuery& query : queries(scene.mesh, scene.body_size, 1, count, settings.seed))
    boxes.push_back({query.pose_b.translation - half, query.pose_b.translation + half});
  std::vector<std::uint32_t> found;
  Counters counters;
  const Timings times = interleave({{[&] {
                                     for (const Box& box : boxes) candidates_in(body, box, found, counters);
                                     keep(found.data());
                                   }}},
                                   settings.effort.rounds);
  std::size_t candidates = 0, boxes_meet = 0;
  for (const Box& box : boxes) {
    candidates_in(body, box, found, counters);
    candidates += found.size();
    for (const std::uint32_t i : found) {
      const Triangle t = shape.triangle(i);
      boxes_meet += overlap(box, merge(merge(merge(Box{}, t.a), t.b), t.c));
    }
  }
  const auto total = static_cast<double>(boxes.size());
  Row row;
  row.workload = "bsp";
  row.scene = scene.name + "-boxes " + name;
  row.peer = no_peer;
  row.ours_ns = times.medians[0] * 1e9 / total;
  row.queries = boxes.size();
  row.rounds = times.rounds;
  row.triangles = scene.mesh.triangles.size();
  row.more = {{"candidates_a_query", static_cast<double>(candidates) / total},
              {"boxes_met_a_query", static_cast<double>(boxes_meet) / total}};
  return row;
}

std::vector<Row> build_rows(const Scene& scene, BspPairKind kind, const std::string& name, const Settings& settings) {
  const Shape shape = make_mesh(scene.mesh.vertices, scene.mesh.triangles);
  const BspStatistics statistics = make_tree(kind, shape)->statistics();
  const auto task = [&](auto make) { return Task{[&scene, make] { make()->build(std::span(&scene.mesh, 1)); }}; };
  const Timings times =
      interleave({task([kind] { return make_bsp_pair(kind); }), task(make_graze_pair), task(make_fcl_obbrss_pair)},
                 settings.effort.rounds);
  std::vector<Row> rows;
  const auto peers = rivals();
  for (std::size_t i = 0; i < peers.size(); ++i) {
    Row row;
    row.workload = "bsp";
    row.scene = scene.name + "-build " + name;
    row.peer = peers[i]->name();
    row.peer_version = peers[i]->version();
    row.ours_ns = times.medians[0] * 1e9;
    row.peer_ns = times.medians[1 + i] * 1e9;
    row.queries = 1;
    row.rounds = times.rounds;
    row.triangles = statistics.polygons_before;
    row.more = {
        {"polygons_after", static_cast<double>(statistics.polygons_after)},
        {"nodes", static_cast<double>(statistics.nodes)},
        {"depth", static_cast<double>(statistics.depth)},
        {"bytes_a_triangle", static_cast<double>(statistics.bytes) / static_cast<double>(statistics.polygons_before)}};
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::vector<Row> bsp(const Settings& settings) {
  struct Kind {
    BspPairKind kind;
    const char* name;
  };
  std::vector<Row> rows;
  const auto add = [&](std::vector<Row> more) { rows.insert(rows.end(), more.begin(), more.end()); };
  for (const Scene& scene : scenes_of(settings)) {
    const int count = settings.effort.small_pairs / 10;
    Effort effort = settings.effort;  // there are many rows
    effort.seconds_a_round /= 4;
    for (const Kind& kind :
         {Kind{BspPairKind::axial, "axial"}, Kind{BspPairKind::solid, "solid"}, Kind{BspPairKind::paper, "paper"}}) {
      if (kind.kind == BspPairKind::paper && !scene.paper) continue;
      PairStage stage(
          {scene.mesh, scaled(scenes::cube(1), scene.body_size), scaled(scenes::sphere(200), scene.body_size)},
          rivals(), make_bsp_pair(kind.kind));
      const auto name = [&](const char* what, const char* set) { return scene.name + "-" + what + set + kind.name; };
      for (const std::uint32_t body : {1u, 2u}) {
        const char* what = body == 1 ? "crate" : "ball";
        const auto all = queries(scene.mesh, scene.body_size, body, count, settings.seed);
        std::vector<char> answers(all.size());
        stage.ours().collide(all, answers);
        std::vector<PairQuery> missing, meeting;
        for (std::size_t i = 0; i < all.size(); ++i) (answers[i] ? meeting : missing).push_back(all[i]);
        add(stage.yes_no("bsp", name(what, "-miss "), missing, effort));
        add(stage.yes_no("bsp", name(what, "-hit "), meeting, effort));
        add(stage.all_pairs("bsp", name(what, "-all "), meeting, effort));
      }
      rows.push_back(box_row(scene, kind.kind, kind.name, settings));
      add(build_rows(scene, kind.kind, kind.name, settings));
    }
  }
  return rows;
}

}  // namespace graze::bench
