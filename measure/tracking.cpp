// tracking: two tessellated spheres, one at rest, the other in orbit and turning: closest features against separating
// planes, GJK and the linear program, over distance, number of polygons and speed. The experiment of Zachmann (2001),
// figure 5.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "convex/gjk.h"
#include "convex/separating_plane.h"
#include "hull/polytope.h"
#include "measure/timing.h"
#include "measure/workloads.h"
#include "scenes/scenes.h"
#include "study/track/linear_program.h"
#include "study/track/voronoi.h"

namespace graze::measure {
using namespace study;
namespace {

struct Orbit {
  double distance = 2.1;  // of the centres; the spheres have radius 1
  std::uint32_t polygons = 512;
  double degrees = 1;  // a frame, along the orbit and about an axis of its own
};

std::vector<Pose> frames(const Orbit& orbit, int count) {
  std::vector<Pose> poses;
  for (int k = 0; k < count; ++k) {
    const double angle = orbit.degrees * k * 3.141592653589793 / 180, tilt = 0.37 * angle;
    const Vec3 way{std::cos(angle) * std::cos(tilt), std::sin(angle) * std::cos(tilt), std::sin(tilt)};
    const double c = std::cos(angle / 2), s = std::sin(angle / 2);
    poses.push_back(make_pose(way * orbit.distance, {0.6 * s, 0, 0.8 * s, c}));
  }
  return poses;
}

// One way to the answer: runs over all frames, from a cold start, and notes of each whether it proved them apart.
struct Method {
  const char* name;
  std::function<void(std::vector<char>& separate)> run;
  std::size_t every = 1;  // frame that is asked: not all of a method that is slow and remembers nothing
};

std::vector<Row> compare(const std::string& scene, const Orbit& orbit, const Settings& settings) {
  const scenes::MeshData mesh = scenes::sphere(orbit.polygons);
  const Polytope sphere = convex_hull(mesh.vertices);
  const PolytopeFrame frame(sphere);
  const SupportTable table(sphere.vertices);
  const PosedPolytope still(frame, {});
  const Support still_support = support_of(table);
  const std::vector<Pose> poses = frames(orbit, settings.quick ? 500 : 5000);

  double steps = 0, updates = 0, narrowest = 0;
  std::size_t outside = 0;
  const auto follow = [&](std::vector<char>& separate) {
    TrackCache cache;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const TrackResult result = track(still, PosedPolytope(frame, poses[k]), &cache);
      separate[k] = result.status == TrackStatus::separate;
      steps += result.steps;
    }
  };
  LinearProgramScratch scratch;
  const std::size_t slow = settings.quick ? 50 : 250;
  const std::vector<Method> peers{
      {"separating plane",
       [&](std::vector<char>& separate) {
         SeparatingPlaneCache cache;
         for (std::size_t k = 0; k < poses.size(); ++k) {
           const SeparatingPlaneResult result = separating_plane(still, PosedPolytope(frame, poses[k]), &cache);
           separate[k] = result.separate;
           updates += result.updates;
         }
       }},
      {"GJK distance",
       [&](std::vector<char>& separate) {
         ConvexCache cache;
         for (std::size_t k = 0; k < poses.size(); ++k)
           separate[k] =
               convex_distance(still_support, support_of(table, poses[k]), {}, &cache).relation == Relation::separate;
       }},
      {"GJK yes/no",
       [&](std::vector<char>& separate) {
         ConvexCache cache;
         for (std::size_t k = 0; k < poses.size(); ++k)
           separate[k] =
               convex_meeting(still_support, support_of(table, poses[k]), &cache).relation == Relation::separate;
       }},
      {"GJK distance, cold",
       [&](std::vector<char>& separate) {
         for (std::size_t k = 0; k < poses.size(); ++k)
           separate[k] = convex_distance(still_support, support_of(table, poses[k])).relation == Relation::separate;
       }},
      {"linear program",
       [&](std::vector<char>& separate) {
         for (std::size_t k = 0; k < poses.size(); k += slow)
           separate[k] = overlap_program(still, PosedPolytope(frame, poses[k]), scratch).separate;
       },
       slow}};

  // The brackets of the two distances must meet.
  {
    TrackCache features;
    ConvexCache simplex;
    for (const Pose& pose : poses) {
      const TrackResult ours = track(still, PosedPolytope(frame, pose), &features);
      const ConvexDistance other = convex_distance(still_support, support_of(table, pose), {}, &simplex);
      outside += ours.lower <= other.upper && other.lower <= ours.upper ? 0 : 1;
      narrowest = std::max(narrowest, ours.upper - ours.lower);
    }
  }

  std::vector<std::vector<char>> separate(peers.size() + 1, std::vector<char>(poses.size()));
  std::vector<Task> tasks{{[&] { follow(separate.back()); }}};
  for (std::size_t i = 0; i < peers.size(); ++i) tasks.push_back({[&, i] { peers[i].run(separate[i]); }});
  follow(separate.back());
  const double steps_a_query = steps / static_cast<double>(poses.size());
  peers[0].run(separate[0]);
  const double updates_a_query = updates / static_cast<double>(poses.size());
  const Timings times = interleave(tasks, settings.effort.rounds, Clock::thread);

  std::vector<Row> rows;
  for (std::size_t i = 0; i < peers.size(); ++i) {
    Row row;
    row.workload = "tracking";
    row.scene = scene;
    row.peer = peers[i].name;
    row.queries = (poses.size() + peers[i].every - 1) / peers[i].every;
    row.ours_ns = times.medians[0] * 1e9 / static_cast<double>(poses.size());
    row.peer_ns = times.medians[i + 1] * 1e9 / static_cast<double>(row.queries);
    row.rounds = times.rounds;
    row.triangles = mesh.triangles.size();
    row.hits = 0.0;
    // All spheres are apart: what is not proven is a "maybe" that another stage must settle.
    std::size_t ours_maybe = 0, peer_maybe = 0;
    for (std::size_t k = 0; k < poses.size(); k += peers[i].every) {
      ours_maybe += separate.back()[k] == 0;
      peer_maybe += separate[i][k] == 0;
    }
    row.disagreements = i == 1 ? outside : 0;
    row.more = {{"distance", orbit.distance},         {"degrees", orbit.degrees}, {"steps_a_query", steps_a_query},
                {"updates_a_query", updates_a_query}, {"bracket", narrowest},     {"ours_maybe", double(ours_maybe)},
                {"peer_maybe", double(peer_maybe)}};
    rows.push_back(row);
  }
  return rows;
}

std::string label(const char* what, double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%s-%g", what, value);
  return text;
}

}  // namespace

std::vector<Row> tracking(const Settings& settings) {
  std::vector<Row> rows;
  const auto add = [&](const std::string& scene, const Orbit& orbit) {
    const std::vector<Row> more = compare(scene, orbit, settings);
    rows.insert(rows.end(), more.begin(), more.end());
  };
  for (const double gap : {0.00006, 0.0003, 0.001, 0.01, 0.1, 0.3, 1.0, 3.0})
    add(label("gap", gap), {.distance = 2 + gap});
  for (const std::uint32_t polygons : {32u, 128u, 512u, 2048u, 8192u})
    add(label("polygons", polygons), {.polygons = polygons});
  for (const double degrees : {0.01, 0.1, 1.0, 5.0, 20.0, 60.0}) add(label("degrees", degrees), {.degrees = degrees});
  return rows;
}

}  // namespace graze::measure
