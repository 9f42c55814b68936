// server, filters, neighbours, workers, schedule, deformable, world-range: steps of whole worlds. Each way to run a
// step has the scene to itself, and all go through the same steps in turns; only the step is timed: in one thread, by
// what that thread had of a processor. A long step is more likely to be interrupted than a short one, so that by the
// wall a busy machine makes any step look worse than linear.
#include <algorithm>
#include <cmath>
#include <memory>

#include "measure/schedule_counts.h"
#include "measure/timing.h"
#include "measure/workloads.h"
#include "scenes/worlds.h"

namespace graze::measure {
namespace {

constexpr double frame = 1.0 / 60;

struct Runner {
  std::string name;
  scenes::WorldScene scene;
  std::unique_ptr<World> world = std::make_unique<World>();
  std::unique_ptr<Pipeline> pipeline = {};
  std::vector<ObjectId> ids = {};
  std::vector<Seconds> times = {};
  StepStatistics total = {};
  bool by_wall = false;

  Runner(std::string called, const scenes::WorldScene& in, const PipelineSettings& settings)
      : name(std::move(called)), scene(in) {
    pipeline = std::make_unique<Pipeline>(*world, settings);
    ids = scenes::populate(*world, scene);
  }

  void step(bool timed) {
    scene.advance(frame);
    scenes::enqueue(*world, scene, ids);
    const auto once = pipeline->settings().threads == 1 && !by_wall ? thread_time_once : time_once;
    const Seconds time = once([&] { pipeline->step(); });
    if (!timed) return;
    times.push_back(time);
    total += pipeline->last().statistics;
  }
  Seconds at(double part) {
    std::sort(times.begin(), times.end());
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  }
};

// Every runner against the first. The pairs that touch at the end are compared.
std::vector<Row> compare(const char* workload, const std::string& scene, std::vector<Runner>& runners, int steps) {
  constexpr int warm = 10;
  // Another one first in each step: who comes after a runner that went through much memory finds a cold cache.
  for (int step = -warm; step < steps; ++step)
    for (std::size_t i = 0; i < runners.size(); ++i)
      runners[(i + static_cast<std::size_t>(step + warm)) % runners.size()].step(step >= 0);
  std::vector<Row> rows;
  for (std::size_t i = runners.size() > 1 ? 1 : 0; i < runners.size(); ++i) {
    Row row;
    row.workload = workload;
    row.scene = scene;
    row.peer = runners.size() > 1 ? runners[i].name : no_peer;
    row.ours_ns = 1e9 * runners[0].at(0.5);
    row.peer_ns = 1e9 * runners[i].at(0.5);
    row.queries = static_cast<std::size_t>(steps);
    row.rounds = 1;
    const auto &ours = runners[0].pipeline->last().pairs, &theirs = runners[i].pipeline->last().pairs;
    row.disagreements = ours.size() != theirs.size();
    for (std::size_t k = 0; k < std::min(ours.size(), theirs.size()); ++k)
      row.disagreements += ours[k].key_a != theirs[k].key_a || ours[k].key_b != theirs[k].key_b;
    row.more = {{"p99_ns", 1e9 * runners[0].at(0.99)},
                {"pairs", static_cast<double>(ours.size())},
                {"candidates", double(runners[0].total.candidates) / steps},
                {"survivors", double(runners[0].total.survivors) / steps}};
    rows.push_back(row);
  }
  return rows;
}

void append(std::vector<Row>& rows, std::vector<Row> more) { rows.insert(rows.end(), more.begin(), more.end()); }

}  // namespace

std::vector<Row> server(const Settings& settings) {
  std::vector<Row> rows;
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, sum_c = 0, sum_xc = 0;
  const std::vector<std::uint32_t> counts =
      settings.quick ? std::vector{100u, 532u} : std::vector{100u, 300u, 532u, 1000u, 3000u, 10000u};
  for (const std::uint32_t count : counts) {
    const std::uint32_t players = count * 32 / 532;
    std::vector<Runner> runners;
    runners.emplace_back("graze", scenes::game_server(players, count - players, settings.seed), PipelineSettings{});
    append(rows, compare("server", "objects-" + std::to_string(count), runners, settings.quick ? 30 : 200));
    // Of the logarithms: the slope is the power of the number of objects.
    const double x = std::log(double(count)), y = std::log(rows.back().ours_ns);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
    const double c = std::log(double(runners[0].total.candidates));
    sum_c += c;
    sum_xc += x * c;
  }
  const auto n = static_cast<double>(counts.size());
  const double spread = n * sum_xx - sum_x * sum_x;
  rows.back().more.push_back({"power", (n * sum_xy - sum_x * sum_y) / spread});
  rows.back().more.push_back({"candidates_power", (n * sum_xc - sum_x * sum_c) / spread});
  return rows;
}

std::vector<Row> filters(const Settings& settings) {
  std::vector<Row> rows;
  PipelineSettings all;
  all.filters.assign(filter_kinds.begin(), filter_kinds.end());
  const std::uint32_t part = settings.quick ? 10 : 1;
  for (const scenes::WorldScene& scene : {scenes::game_server(32, 500 / part, settings.seed),
                                          scenes::bouncing_spheres(1000 / part, 0.1, 1000, settings.seed)}) {
    std::vector<Runner> runners;
    runners.emplace_back("default", scene, PipelineSettings{});
    runners.emplace_back("all", scene, all);
    const auto without = [&](const char* name, std::vector<FilterKind> kinds) {
      PipelineSettings chosen;
      chosen.filters = std::move(kinds);
      runners.emplace_back(name, scene, chosen);
    };
    without("no-filter", {});
    without("sphere", {FilterKind::bounding_sphere});
    without("box", {FilterKind::oriented_box});
    without("sphere-box-divides", {FilterKind::bounding_sphere, FilterKind::oriented_box, FilterKind::plane_divides});
    without("sphere-box-plane", {FilterKind::bounding_sphere, FilterKind::oriented_box, FilterKind::separating_plane});
    without("sphere-box-hull", {FilterKind::bounding_sphere, FilterKind::oriented_box, FilterKind::hull});
    append(rows, compare("filters", scene.name, runners, settings.quick ? 20 : 100));
    // The table of Blow (1997), from the run with all of them.
    const StepStatistics& total = runners[1].total;
    for (const FilterKind kind : filter_kinds) {
      const StageStatistics& stage = total.filters[static_cast<std::size_t>(kind)];
      Row row;
      row.workload = "filters";
      row.scene = scene.name + "/" + name(kind);
      row.peer = no_peer;
      row.ours_ns = 1e9 * stage.mean_seconds();
      row.queries = stage.cases;
      row.more = {{"decided", double(stage.decided)}, {"percent", stage.percent(total.candidates)}};
      rows.push_back(row);
    }
  }
  return rows;
}

std::vector<Row> neighbours(const Settings& settings) {
  std::vector<Row> rows;
  for (const std::uint32_t count : {5u, 10u, 20u, 30u, 50u, 100u, 200u, 500u, 1000u, 3000u}) {
    if (settings.quick && count > 100) break;
    const scenes::WorldScene scene = scenes::bouncing_spheres(count, 0.1, 1000, settings.seed);
    std::vector<Runner> runners;
    const auto with = [&](std::string name, BroadKind broad, bool planes) {
      PipelineSettings chosen;
      chosen.broad = broad;
      if (planes) chosen.filters = {FilterKind::separating_plane};
      runners.emplace_back(std::move(name), scene, chosen);
    };
    for (const BroadKind kind : broad_kinds) with(name(kind), kind, false);
    with("brute_force-plane", BroadKind::brute_force, true);
    with("grid3-plane", BroadKind::grid3, true);
    append(rows, compare("neighbours", "spheres-" + std::to_string(count), runners,
                         settings.quick ? 30
                         : count > 1000 ? 40
                                        : 150));
  }
  return rows;
}

// Two threads against one and four, and against two processes that have a world each: their time is that of a step of
// one of them, halved.
std::vector<Row> workers(const Settings& settings) {
  struct Which {
    const char* name;
    double density;
    bool triangles;
  };
  std::vector<Row> rows;
  for (const Which& which :
       {Which{"sparse", 0.05, true}, Which{"dense", 0.3, true}, Which{"dense-yes-no", 0.3, false}}) {
    const int steps = settings.quick ? 5 : which.triangles ? 20 : 100;
    const scenes::WorldScene scene =
        scenes::bouncing_spheres(settings.quick ? 200 : 1500, which.density, 2000, settings.seed);
    const auto runner = [&](int threads) {
      PipelineSettings chosen;
      chosen.threads = threads;
      chosen.triangles = which.triangles;
      Runner made(std::to_string(threads) + (threads == 1 ? "-thread" : "-threads"), scene, chosen);
      made.by_wall = true;
      return made;
    };
    std::vector<Runner> runners;
    for (const int threads : {2, 1, 4}) runners.push_back(runner(threads));
    append(rows, compare("workers", which.name, runners, steps));
    const auto median_of = [&](int threads) {
      Runner alone = runner(threads);
      for (int step = -3; step < steps; ++step) alone.step(step >= 0);
      return alone.at(0.5);
    };
    std::vector<Seconds> ours, theirs;
    for (int round = 0; round < 3; ++round) {
      theirs.push_back(0.5 * in_two_processes([&] { return median_of(1); }));
      ours.push_back(median_of(2));
    }
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
    Row row = rows.back();
    row.peer = "two-processes";
    row.ours_ns = 1e9 * ours[1];
    row.peer_ns = 1e9 * theirs[1];
    row.rounds = 3;
    row.disagreements = 0;
    rows.push_back(row);
  }
  return rows;
}

// What the queue of times looks at, against every pair in every step.
std::vector<Row> schedule(const Settings& settings) {
  std::vector<Row> rows;
  for (const double density : {0.001, 0.01, 0.1}) {
    const int steps = settings.quick ? 60 : 601;
    const ScheduleCounts counts = count_schedule(settings.quick ? 200 : 1000, density, steps, settings.seed);
    Row row;
    row.workload = "schedule";
    row.scene = "volume-" + std::to_string(density).substr(0, 5);
    row.peer = "every-pair";
    row.ours_ns = 1e9 * counts.seconds / (steps - 1);
    row.peer_ns = 1e9 * counts.all_seconds / (steps - 1);
    row.queries = static_cast<std::size_t>(steps - 1);
    row.rounds = 1;
    row.disagreements = row.ours_wrong = counts.missed;
    row.more = {{"percent", counts.percent()},
                {"percent_with_first", 100.0 * double(counts.first + counts.tests) / double(counts.first + counts.all)},
                {"contacts", double(counts.contacts)}};
    rows.push_back(row);
  }
  return rows;
}

// Against refitting every mesh and asking about every pair.
std::vector<Row> deformable(const Settings& settings) {
  std::vector<Row> rows;
  for (const std::uint32_t triangles : {500u, 2000u}) {
    const scenes::WorldScene scene = scenes::deformables(settings.quick ? 16 : 64, triangles, settings.seed);
    std::vector<Runner> runners;
    runners.emplace_back("graze", scene, PipelineSettings{});
    Row row =
        compare("deformable", "triangles-" + std::to_string(triangles), runners, settings.quick ? 10 : 60).front();
    row.more.push_back({"prepared", double(runners[0].total.prepared) / double(runners[0].total.steps)});

    Runner& ours = runners[0];
    std::vector<DeformableMesh> meshes;
    for (const scenes::Actor& actor : ours.scene.actors) meshes.emplace_back(actor.shape);
    std::vector<Seconds> times;
    std::size_t touching = 0;
    for (int round = 0; round < 20; ++round) {
      ours.step(false);
      std::vector<std::vector<Vec3>> vertices;
      for (const scenes::Actor& actor : ours.scene.actors) vertices.push_back(scenes::wobbling(actor, ours.scene.time));
      times.push_back(thread_time_once([&] {
        touching = 0;
        for (std::size_t i = 0; i < meshes.size(); ++i) {
          meshes[i].update(vertices[i]);
          meshes[i].prepare(1);
        }
        for (std::size_t i = 0; i < meshes.size(); ++i)
          for (std::size_t j = i + 1; j < meshes.size(); ++j)
            touching += collide({meshes[i].version(), ours.scene.actors[i].pose()},
                                {meshes[j].version(), ours.scene.actors[j].pose()})
                            .yes();
      }));
      row.disagreements += touching != ours.pipeline->last().pairs.size();
    }
    std::sort(times.begin(), times.end());
    row.peer = "naive";
    row.peer_ns = 1e9 * times[times.size() / 2];
    rows.push_back(row);
  }
  return rows;
}

// Bodies that drift and turn slowly in a crowd, with the distances of all pairs within a range: hulls, meshes,
// compounds.
std::vector<Row> world_range(const Settings& settings) {
  scenes::Random random(settings.seed);
  const auto hull = [&](std::size_t corners, double size) {
    std::vector<Vec3> points;
    while (points.size() < corners) points.push_back(random.direction() * size);
    return make_convex(std::move(points));
  };
  const auto compound = [&] {
    std::vector<CompoundPart> parts;
    for (int i = 0; i < 100; ++i)
      parts.push_back({hull(12, 0.15), make_pose(random.direction() * random.uniform(0.2, 0.85), random.rotation())});
    return make_compound(std::move(parts));
  };
  struct Kind {
    const char* name;
    std::vector<Shape> shapes;
  };
  std::vector<Kind> kinds(4);
  kinds[0].name = "hulls-32";
  kinds[1].name = "hulls-128";
  kinds[2].name = "meshes-1k";
  kinds[3].name = "compounds-100";
  const scenes::MeshData knot = scenes::knot(1000);
  for (int i = 0; i < 8; ++i) {
    kinds[0].shapes.push_back(hull(32, 1));
    kinds[1].shapes.push_back(hull(128, 1));
    kinds[2].shapes.push_back(make_mesh(knot.vertices, knot.triangles));
    kinds[3].shapes.push_back(compound());
  }
  std::vector<Row> rows;
  for (const Kind& kind : kinds) {
    const std::uint32_t count = settings.quick ? 60 : 500;
    scenes::WorldScene scene = scenes::bouncing_spheres(count, 0.1, 0, settings.seed);  // of radius 1
    for (std::size_t i = 0; i < scene.actors.size(); ++i) {
      scenes::Actor& actor = scene.actors[i];
      actor.shape = kind.shapes[i % kind.shapes.size()];
      actor.velocity = actor.velocity * 0.05;
      actor.spin = actor.spin * 0.1;
    }
    std::vector<Runner> runners;
    runners.emplace_back("graze", scene, PipelineSettings{.range = 0.2});
    append(rows, compare("world-range", kind.name, runners, settings.quick ? 20 : 60));
  }
  return rows;
}

}  // namespace graze::measure
