// cores: the same work in 1, 2, 4, ... threads, up to what the machine has, by the wall: threads of the caller that
// make fresh bodies for every question, batches of rays and poses, a step of a world in which everything moves, and a
// check of an assembly. A checksum of what each number of threads answers is compared with that of one thread.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <thread>

#include "base/hash.h"
#include "bench/workload.h"
#include "graze/clash.h"
#include "graze/graze.h"
#include "measure/timing.h"
#include "scenes/planted.h"
#include "scenes/scenes.h"
#include "scenes/worlds.h"

namespace graze::bench {
namespace {

std::vector<int> thread_counts() {
  std::vector<int> counts{1};
  const int most = static_cast<int>(std::max(2u, std::thread::hardware_concurrency()));
  while (counts.back() < most) counts.push_back(std::min(2 * counts.back(), most));
  return counts;
}

// `work(threads)` returns its checksum, and in `seconds` the wall time of what is measured.
using ScaledWork = std::function<std::uint64_t(int threads, double& seconds)>;

std::vector<Row> over_threads(const char* scene, std::size_t queries, int rounds, const ScaledWork& work) {
  const std::vector<int> counts = thread_counts();
  std::vector<std::vector<double>> times(counts.size());
  std::vector<std::uint64_t> sums(counts.size());
  for (int round = -1; round < rounds; ++round)
    for (std::size_t i = 0; i < counts.size(); ++i) {
      double seconds = 0;
      sums[i] = work(counts[i], seconds);
      if (round >= 0) times[i].push_back(seconds);
    }
  for (std::vector<double>& all : times) std::sort(all.begin(), all.end());
  const auto median = [&](std::size_t i) { return times[i][times[i].size() / 2]; };
  std::vector<Row> rows;
  for (std::size_t i = 1; i < counts.size(); ++i) {
    Row row;
    row.workload = "cores";
    row.scene = scene;
    row.peer = std::to_string(counts[i]) + "-threads";
    row.ours_ns = 1e9 * median(i) / static_cast<double>(queries);
    row.peer_ns = 1e9 * median(0) / static_cast<double>(queries);
    row.queries = queries;
    row.rounds = rounds;
    row.disagreements = row.ours_wrong = sums[i] != sums[0];
    row.more = {{"threads", counts[i]}, {"speedup", median(0) / median(i)}};
    rows.push_back(std::move(row));
  }
  return rows;
}

// Threads of the caller, each with its share of the questions; `ask(i)` returns what is added to the checksum.
std::uint64_t own_threads(int threads, std::size_t questions, double& seconds,
                          const std::function<std::uint64_t(std::size_t)>& ask) {
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(threads) * 16);  // a line each
  seconds = measure::time_once([&] {
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t)
      workers.emplace_back([&, t] {
        const auto share = [&](int k) {
          return questions * static_cast<std::size_t>(k) / static_cast<std::size_t>(threads);
        };
        std::uint64_t sum = 0;
        for (std::size_t i = share(t); i < share(t + 1); ++i) sum += ask(i);
        sums[static_cast<std::size_t>(t) * 16] = sum;
      });
    for (std::thread& worker : workers) worker.join();
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t own : sums) sum += own;
  return sum;
}

template <class Value>
void add(Checksum& sum, Value value) {
  sum.add(&value, sizeof value);
}

Shape as_mesh(const MeshData& mesh) { return make_mesh(mesh.vertices, mesh.triangles); }

std::vector<Pose> near_poses(std::size_t count, double apart, std::uint64_t seed) {
  scenes::Random random(seed);
  std::vector<Pose> poses(count);
  for (Pose& pose : poses) pose = make_pose(random.direction() * random.uniform(0.5 * apart, apart), random.rotation());
  return poses;
}

void append(std::vector<Row>& to, std::vector<Row> rows) {
  for (Row& row : rows) to.push_back(std::move(row));
}

}  // namespace

std::vector<Row> cores(const Settings& settings) {
  std::vector<Row> rows;
  const int rounds = settings.quick ? 1 : 5;
  const std::size_t much = settings.quick ? 1 : 20;
  const Shape box = make_box({1, 0.7, 0.5}), knot = as_mesh(scenes::knot(20000));
  prepare(box);
  prepare(knot);
  const std::vector<Pose> box_poses = near_poses(100000 * much, 3, settings.seed),
                          knot_poses = near_poses(2000 * much, 2.2, settings.seed);
  struct Kind {
    const char *fresh, *reused;
    const Shape& shape;
    const std::vector<Pose>& poses;
  };
  for (const Kind& kind :
       {Kind{"fresh-boxes", "reused-boxes", box, box_poses}, Kind{"fresh-knots", "reused-knots", knot, knot_poses}}) {
    // Two copies of the handle for every question, as a program has that keeps shapes and poses.
    append(rows, over_threads(kind.fresh, kind.poses.size(), rounds, [&](int threads, double& seconds) {
             return own_threads(threads, kind.poses.size(), seconds, [&](std::size_t i) -> std::uint64_t {
               return collide(Body{kind.shape, {}}, Body{kind.shape, kind.poses[i]}).yes();
             });
           }));
    append(rows, over_threads(kind.reused, kind.poses.size(), rounds, [&](int threads, double& seconds) {
             return own_threads(threads, kind.poses.size(), seconds, [&](std::size_t i) -> std::uint64_t {
               static thread_local Body a, b;
               a.shape = kind.shape;
               b.shape = kind.shape;
               b.pose = kind.poses[i];
               return collide(a, b).yes();
             });
           }));
  }

  scenes::Random random(settings.seed);
  std::vector<Ray> rays(50000 * much);
  for (Ray& ray : rays) {
    ray.origin = random.direction() * 3.0;
    ray.direction = random.direction() * 1.2 - ray.origin;
  }
  // Into memory that is there already, and into a list that the call makes.
  std::vector<RayResult> hits(rays.size());
  for (const bool made : {false, true})
    append(rows, over_threads(made ? "rays-listed" : "rays", rays.size(), rounds, [&](int threads, double& seconds) {
             if (made) hits = {};  // the list of the last call goes before this one is timed
             seconds = measure::time_once([&] {
               if (made)
                 hits = cast({knot, {}}, rays, {.threads = threads});
               else
                 cast({knot, {}}, rays, hits, {.threads = threads});
             });
             Checksum sum;
             for (const RayResult& hit : hits) add(sum, hit.yes() ? hit.closest.t : -1.0);
             return sum.value();
           }));
  append(rows, over_threads("poses", knot_poses.size(), rounds, [&](int threads, double& seconds) {
           std::vector<CollideResult> answers;
           seconds = measure::time_once([&] { answers = collide({knot, {}}, knot, knot_poses, {.threads = threads}); });
           Checksum sum;
           for (const CollideResult& answer : answers) add(sum, answer.yes());
           return sum.value();
         }));

  for (const std::uint32_t triangles : {0u, 1000u}) {
    const scenes::WorldScene scene =
        scenes::bouncing_spheres(settings.quick ? 2000 : 20000, 0.1, triangles, settings.seed);
    const int steps = settings.quick ? 3 : 25;
    append(rows, over_threads(triangles == 0 ? "step-of-balls" : "step-of-meshes", static_cast<std::size_t>(steps),
                              settings.quick ? 1 : 3, [&](int threads, double& seconds) {
                                scenes::WorldScene moving = scene;
                                World world;
                                PipelineSettings chosen;
                                chosen.threads = threads;
                                Pipeline pipeline(world, chosen);
                                const std::vector<ObjectId> ids = scenes::populate(world, moving);
                                std::vector<double> times;
                                Checksum sum;
                                for (int step = -3; step < steps; ++step) {
                                  moving.advance(1.0 / 60);
                                  scenes::enqueue(world, moving, ids);
                                  const double time = measure::time_once([&] { pipeline.step(); });
                                  if (step >= 0) times.push_back(time);
                                  for (const PairResult& pair : pipeline.last().pairs)
                                    add(sum, pair.key_a * 31 + pair.key_b);
                                  for (const Event& event : pipeline.last().events) add(sum, event.kind);
                                }
                                std::sort(times.begin(), times.end());
                                seconds = times[times.size() / 2] * static_cast<double>(steps);
                                return sum.value();
                              }));
  }

  const scenes::PlantedScene plant = scenes::plant(settings.quick ? 500 : 20000, settings.seed);
  std::vector<Part> parts;
  for (const scenes::SceneBody& body : plant.scene.bodies) {
    Part part;
    part.name = part.path = body.name;
    part.shape = body.shape;
    part.pose = body.pose;
    parts.push_back(std::move(part));
  }
  append(rows, over_threads("check", parts.size(), settings.quick ? 1 : 2, [&](int threads, double& seconds) {
           ClashResult found;
           ClashSettings chosen;
           chosen.clearance = plant.clearance;
           chosen.contact = 1e-6;  // a micrometre, as graze check would take
           chosen.threads = threads;
           seconds = measure::time_once([&] { found = find_clashes(parts, chosen); });
           Checksum sum;
           for (const Clash& clash : found.clashes) {
             add(sum, std::uint64_t{clash.a} << 32 | clash.b);
             add(sum, clash.distance);
           }
           return sum.value();
         }));
  return rows;
}

}  // namespace graze::bench
