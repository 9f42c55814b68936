// mover: a step of a walking character. No peer.
#include "graze/mover.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/workload.h"
#include "measure/timing.h"
#include "scenes/motion_scenes.h"

namespace graze::bench {
namespace {

struct Course {
  const char* name;
  std::vector<Body> others;
  Vec3 start;  // where the soles are
  std::size_t triangles = 0;
};

// 1.8 high, 0.6 wide.
struct Walker {
  const char* name;
  Shape shape;
};

Body body_of(const scenes::MeshData& mesh, bool solid) {
  ShapeOptions options;
  options.solid = solid;
  return {make_mesh(mesh.vertices, mesh.triangles, options), {}};
}

}  // namespace

// A stroll of steps of a sixtieth of a second at 3 a second, with gravity; it turns a little at every step, and about
// where it is blocked. The time is that of a whole stroll over its steps; each begins anew.
std::vector<Row> mover(const Settings& settings) {
  const scenes::MeshData floor = scenes::ragged_floor(20, 40, settings.seed),
                         stairs = scenes::staircase(10, 0.2, 0.3, 3), rooms = scenes::level(settings.quick ? 2 : 3);
  const Course courses[] = {
      {"floor", {body_of(floor, false)}, {0, 0, 0.01}, floor.triangles.size()},
      {"stairs",
       {body_of(floor, false), body_of(stairs, true)},
       {-1, 0, 0.01},
       floor.triangles.size() + stairs.triangles.size()},
      {"level", {body_of(rooms, true)}, {4, 2, 1}, rooms.triangles.size()},
  };
  const Walker walkers[] = {{"box", make_box({0.3, 0.3, 0.9})}, {"capsule", make_capsule(0.3, 0.6)}};
  const int steps = settings.quick ? 60 : 600;
  std::vector<Row> rows;
  for (const Course& course : courses)
    for (const Walker& walker : walkers) {
      std::size_t blocked = 0, climbed = 0, not_ok = 0, collisions = 0;
      const auto stroll = [&](bool judged) {
        scenes::Random random(settings.seed);
        Body body{walker.shape, make_pose(course.start + Vec3{0, 0, 0.9})};
        MoverCache cache;
        double heading = 0;
        blocked = climbed = not_ok = 0;
        for (int i = 0; i < steps; ++i) {
          heading += random.uniform(-0.1, 0.1);
          const Vec3 way = Vec3{std::cos(heading), std::sin(heading), -0.5} * 0.05;
          const MoverResult result = walk(body, way, course.others, {}, &cache);
          body.pose = result.pose;
          not_ok += result.status != Status::ok || result.rescue != MoverRescue::none;
          climbed += result.stepped;
          if (result.blocked) {
            ++blocked;
            heading += random.uniform(1, 2 * std::numbers::pi - 1);
          }
          if (judged)
            for (const Body& other : course.others) collisions += collide(body, other).yes();
        }
        keep(&body);
      };
      stroll(true);
      const Timings times = interleave({{[&] { stroll(false); }}}, settings.effort.rounds);
      Row row;
      row.workload = "mover";
      row.scene = std::string(course.name) + "-" + walker.name;
      row.peer = no_peer;
      row.queries = static_cast<std::size_t>(steps);
      row.rounds = times.rounds;
      row.triangles = course.triangles;
      row.ours_ns = times.medians[0] * 1e9 / steps;
      row.ours_wrong = collisions + not_ok;
      row.more = {{"blocked", static_cast<double>(blocked)}, {"climbed", static_cast<double>(climbed)}};
      rows.push_back(row);
    }
  return rows;
}

}  // namespace graze::bench
