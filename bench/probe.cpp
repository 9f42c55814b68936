// probe: a tool of 1,024 triangles that a hand moves over a mesh of 69k for a minute, a thousand ticks a second, by
// what the thread had of a processor. The mesh is the bunny of GRAZE_DATA, or a knot. Every shadow is asked with
// collide().
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "bench/workload.h"
#include "graze/graze.h"
#include "graze/io.h"
#include "measure/timing.h"
#include "scenes/hand.h"

namespace graze::bench {
namespace {

// 15 cm across, about the origin.
Shape felt_body(const Settings& settings, std::string& name) {
  MeshData mesh = scenes::knot(69000);
  name = "knot";
  const std::filesystem::path file = std::filesystem::path(settings.data_folder) / "bunny.obj";
  if (!settings.data_folder.empty() && std::filesystem::exists(file)) {
    name = "bunny";
    const Shape read = read_mesh(file.string());
    mesh = {};
    for (std::uint32_t i = 0; i < read.triangle_count(); ++i) {
      const Triangle t = read.triangle(i);
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.insert(mesh.vertices.end(), {t.a, t.b, t.c});
      mesh.triangles.push_back({first, first + 1, first + 2});
    }
  }
  Box box;
  for (const Vec3& vertex : mesh.vertices) box = merge(box, vertex);
  const Vec3 extent = box.hi - box.lo, middle = (box.lo + box.hi) * 0.5;
  for (Vec3& vertex : mesh.vertices) vertex = (vertex - middle) * (0.15 / std::max({extent.x, extent.y, extent.z}));
  return make_mesh(mesh.vertices, mesh.triangles);
}

Pose hand_of(int tick) {
  Pose hand = scenes::hand_at(1e-3 * tick);
  hand.translation = hand.translation * 0.15;
  return hand;
}

}  // namespace

std::vector<Row> probe(const Settings& settings) {
  Row row;
  row.workload = "probe";
  row.peer = no_peer;
  const Body body{felt_body(settings, row.scene), {}};
  MeshData ring = scenes::torus(1024);
  for (Vec3& vertex : ring.vertices) vertex = vertex * 0.01;
  const Shape tool = make_mesh(ring.vertices, ring.triangles);
  prepare(tool);
  prepare(body.shape);
  Pose start = hand_of(0);
  start.translation = start.translation * 3.0;
  Probe probe({tool, start});
  const int ticks = settings.quick ? 3000 : 60000;
  std::vector<Seconds> times;
  double fastest = 0, largest_change = 0, largest = 0, touching = 0, snapped = 0, budget = 0;
  Vec3 force;
  for (int tick = 1; tick <= ticks; ++tick) {
    const Pose hand = hand_of(tick);
    fastest = std::max(fastest, 1e3 * length(hand.translation - hand_of(tick - 1).translation));
    ProbeResult felt;
    times.push_back(measure::thread_time_once([&] { felt = probe.tick(hand, {&body, 1}); }));
    row.ours_wrong += (felt.status != Status::ok && felt.status != Status::budget) ||
                      collide({tool, felt.shadow}, body).answer != Answer::no;
    largest_change = std::max(largest_change, length(felt.force - force));
    largest = std::max(largest, length(felt.force));
    force = felt.force;
    touching += felt.touching == Answer::yes;
    snapped += felt.snapped;
    budget += felt.status == Status::budget;
  }
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return 1e9 * times[static_cast<std::size_t>(part * static_cast<double>(ticks - 1))];
  };
  row.disagreements = row.ours_wrong;
  row.ours_ns = at(0.5);
  row.queries = static_cast<std::size_t>(ticks);
  row.rounds = 1;
  row.triangles = body.shape.triangle_count();
  row.hits = touching / ticks;
  row.more = {{"p999_ns", at(0.999)},   {"max_ns", at(1)},
              {"fastest_m_s", fastest}, {"force_change", largest_change / largest},
              {"snapped", snapped},     {"budget", budget}};
  return {row};
}

}  // namespace graze::bench
