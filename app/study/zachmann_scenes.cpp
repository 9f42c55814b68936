// Figures 1, 2, 6 and 7 of Zachmann 2001: the pipeline, the suite, neighbours with exact tests, threads.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <queue>
#include <thread>

#include "app/study/drawing.h"
#include "app/study/figures.h"
#include "app/study/rows.h"
#include "app/study/zachmann_models.h"
#include "base/executor.h"
#include "graze/study.h"
#include "scenes/worlds.h"

namespace graze::app {
namespace {

double wall_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

// Figure 1. The stages, with the pairs that come through each.
StudyResult zachmann_figure1(const StudySettings& settings) {
  StudyResult result;
  scenes::WorldScene scene = scenes::bouncing_spheres(settings.quick ? 50 : 200, 0.1, 500, settings.seed);
  World world;
  PipelineSettings chosen;
  chosen.broad = BroadKind::grid3;
  chosen.filters = {FilterKind::separating_plane};
  Pipeline pipeline(world, chosen);
  const std::vector<ObjectId> ids = scenes::populate(world, scene);
  const int steps = settings.quick ? 20 : 120;
  for (int step = 0; step < steps; ++step) {
    scene.advance(1.0 / 60);
    scenes::enqueue(world, scene, ids);
    pipeline.step();
  }
  const StepStatistics& total = pipeline.total();
  const auto mean = [&](std::uint64_t n) { return double(n) / steps; };
  const double objects = mean(total.objects), all = objects * (objects - 1) / 2;
  const std::pair<std::string, double> stages[] = {{"front end: objects in the queue", objects},
                                                   {"all pairs", all},
                                                   {"first neighbour filter: grid", mean(total.neighbours)},
                                                   {"interest matrix", mean(total.candidates)},
                                                   {"second filter: separating planes", mean(total.survivors)},
                                                   {"back end: pairs that collide", mean(total.exact.decided)}};
  StudyTable table{"Objects and pairs that leave each stage, in the mean of a step.", {"stage", "leave it"}, {}};
  Drawing drawing("Figure 1: the pipeline", 640, 300);
  double y = 20;
  for (const auto& [name, count] : stages) {
    table.rows.push_back({name, number_text(count)});
    const double half = 60 + 60 * std::log10(1 + count);
    drawing.polygon({{320 - half, y}, {320 + half, y}, {320 + half, y + 30}, {320 - half, y + 30}},
                    {ink::blue, "#eef3f7", 1.5});
    drawing.text({320, y + 20}, fmt::format("{}: {}", name, number_text(count)), "middle");
    if (y > 20) drawing.arrow({320, y - 14}, {320, y - 1}, {ink::grey});
    y += 45;
  }
  result.tables.push_back(std::move(table));
  result.pictures.push_back(drawing.picture());
  result.compared.push_back(
      "The paper asks for interest before neighbours are looked for; here the search finds pairs of boxes first and "
      "the "
      "interest is asked about those, which leaves the same pairs.");
  return result;
}

// Figure 2. The suite.
StudyResult zachmann_figure2(const StudySettings&) {
  StudyResult result;
  Drawing drawing("Figure 2: the suite of test objects", 720, 300);
  int k = 0;
  for (const SuiteModel& model : suite()) {
    const scenes::MeshData mesh = scenes::object_frame(model.make(500), 0);
    Facets facets;
    facets.add({make_mesh(mesh.vertices, mesh.triangles), {}}, ink::light);
    const double left = 10 + 180 * (k % 4), top = 5 + 145 * (k / 4);
    const Outlook outlook({0.7, -1, 0.6}, facets.bounds(), {left, top}, 150, 115);
    facets.draw(drawing, outlook);
    drawing.text({left + 75, top + 132}, model.name, "middle");
    ++k;
  }
  result.pictures.push_back(drawing.picture());
  result.compared.push_back(
      "The paper's headlight, door lock, car body and hose are of two makers of cars and not public. Surfaces of the "
      "same "
      "kinds stand for them: an open bowl, a plate with teeth, a shell with corners, a coiled tube; sphere, "
      "hyperboloid "
      "and torus are what they are called. Its figure 3 lists the headlight twice (eight names for seven objects).");
  return result;
}

namespace {

// One step of spheres that bounce: where all of them are.
struct Frames {
  Shape shape;
  Box room;
  std::vector<std::vector<Pose>> steps;
};

Frames bounce(std::uint32_t count, double density, std::uint32_t triangles, int steps, std::uint64_t seed) {
  scenes::WorldScene scene = scenes::bouncing_spheres(count, density, triangles, seed);
  Frames frames{scene.actors[0].shape, scene.room, {}};
  const scenes::MeshData mesh = scenes::sphere(triangles);
  frames.shape = make_mesh(mesh.vertices, mesh.triangles);  // surfaces, as the paper's trees know them
  for (int step = 0; step < steps; ++step) {
    scene.advance(1.0 / 60);
    std::vector<Pose> poses;
    for (const scenes::Actor& actor : scene.actors) poses.push_back(actor.pose());
    frames.steps.push_back(std::move(poses));
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (length(scene.actors[a].place - scene.actors[b].place) < 2) scene.exchange(b, a);
  }
  return frames;
}

Box around(const Pose& pose) { return {pose.translation - Vec3{1, 1, 1}, pose.translation + Vec3{1, 1, 1}}; }

constexpr std::array filter_names{"n²/2 boxes", "grid", "separating planes", "Lin–Canny", "grid, then planes"};

// Seconds of a step with one of the filters, exact tests by DOP-trees included, and what collides.
struct Filtered {
  double seconds = 0, tests = 0;  // of a step
  std::vector<study::IdPairs> found;
};

Filtered run_filter(std::size_t which, const Frames& frames, const study::VolumeTree& tree,
                    const study::ConvexModel& model) {
  Filtered result;
  const auto count = static_cast<std::uint32_t>(frames.steps[0].size());
  const double edge = frames.room.hi.x - frames.room.lo.x;
  study::CellGrid grid(frames.room, std::max(1u, static_cast<std::uint32_t>(edge / 2.2)));
  std::vector<study::ConvexMemory> memories(which < 2 ? 0 : std::size_t{count} * count);
  const double start = processor_now();
  for (const std::vector<Pose>& poses : frames.steps) {
    study::IdPairs near;
    if (which == 1 || which == 4) {
      for (std::uint32_t k = 0; k < count; ++k) grid.set(k, around(poses[k]));
      near = grid.pairs();
    } else {
      for (std::uint32_t a = 0; a < count; ++a)
        for (std::uint32_t b = a + 1; b < count; ++b)
          if (which != 0 || overlap(around(poses[a]), around(poses[b]))) near.emplace_back(a, b);
    }
    study::IdPairs met;
    for (const auto& [a, b] : near) {
      if (which >= 2) {
        const auto method = which == 3 ? &study::lin_canny : &study::separating_plane;
        if (method({&model, poses[a]}, {&model, poses[b]}, &memories[std::size_t{a} * count + b], {}).apart ==
            Answer::yes)
          continue;
      }
      result.tests += 1;
      if (study::collide({&tree, poses[a]}, {&tree, poses[b]}).yes()) met.emplace_back(a, b);
    }
    result.found.push_back(std::move(met));
  }
  const auto steps = double(frames.steps.size());
  result.seconds = (processor_now() - start) / steps;
  result.tests /= steps;
  return result;
}

}  // namespace

StudyResult zachmann_figure6(const StudySettings& settings) {
  StudyResult result;
  const std::vector<std::uint32_t> counts =
      settings.quick ? std::vector{5u, 20u, 50u} : std::vector{3u, 5u, 10u, 20u, 30u, 50u, 100u, 200u};
  std::size_t differ = 0;
  for (const std::uint32_t polygons : settings.quick ? std::vector{500u} : std::vector{200u, 1000u, 4000u}) {
    const std::string title = fmt::format("Spheres of {} polygons: seconds of a step, exact tests included", polygons);
    StudyTable table{title, {"objects"}, {}};
    StudyPlot plot{title, "objects", "seconds", {}};
    for (const char* name : filter_names) {
      table.columns.push_back(name);
      plot.series.push_back({name, {}});
    }
    table.columns.push_back("exact tests: boxes");
    table.columns.push_back("exact tests: planes");
    std::string crossing = "nowhere here", best_few;
    double planes = 0, boxes = 0;
    for (const std::uint32_t count : counts) {
      const Frames frames = bounce(count, 0.1, polygons, settings.quick ? 10 : 40, settings.seed);
      const study::VolumeTree tree(frames.shape, study::dop_trees);
      const study::ConvexModel model(frames.shape);
      std::vector<std::string> line{number_text(count)};
      std::array<Filtered, filter_names.size()> done;
      for (std::size_t f = 0; f < done.size(); ++f) {
        done[f] = run_filter(f, frames, tree, model);
        line.push_back(time_text(done[f].seconds));
        plot.series[f].second.emplace_back(count, std::max(1e-9, done[f].seconds));
        differ += done[f].found != done[0].found;
      }
      boxes = done[0].tests;
      planes = done[2].tests;
      line.push_back(number_text(boxes));
      line.push_back(number_text(planes));
      table.rows.push_back(line);
      if (crossing[0] == 'n' && done[1].seconds < std::min(done[2].seconds, done[3].seconds))
        crossing = "at " + std::to_string(count) + " objects";
      if (count == counts.front()) {
        std::size_t least = 0;
        for (std::size_t f = 1; f < done.size(); ++f)
          if (done[f].seconds < done[least].seconds) least = f;
        best_few = filter_names[least];
      }
    }
    result.tables.push_back(std::move(table));
    result.plots.push_back(std::move(plot));
    result.compared.push_back(
        fmt::format("{} polygons: the grid overtakes planes and Lin–Canny over all pairs {}; with {} objects the "
                    "fastest is: {}. Of {} "
                    "pairs a step whose boxes overlap, planes leave {} to the exact test.",
                    polygons, crossing, counts.front(), best_few, number_text(boxes), number_text(planes)));
  }
  study::NeighbourRule rule;
  StudyTable choices{"The paper's rule (`graze/study_scenes.h`, NeighbourRule), for objects of 1000 polygons.",
                     {"objects", "choice"},
                     {}};
  for (const std::uint32_t count : {5u, 20u, 40u, 100u})
    choices.rows.push_back({number_text(count), name(rule.choose(count, 1000))});
  result.tables.push_back(std::move(choices));
  result.compared.push_back(
      fmt::format("The paper: convex filters are best for few objects, the grid for many, and boxes over all pairs do "
                  "well up to 100 "
                  "objects. Here planes over all pairs lose to all others: where bodies meet there is no plane, and "
                  "the search goes on "
                  "to its 300th update; the paper's claim that planes are twice as fast as Lin–Canny holds for bodies "
                  "that are apart "
                  "(figure 5). Steps in which two filters lead to other collisions: {}.",
                  differ));
  return result;
}

namespace {

// Greedy: each pair to the processor that is free first, as dynamic allocation does.
double makespan(const std::vector<double>& work, int processors) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free;
  for (int p = 0; p < processors; ++p) free.push(0);
  double last = 0;
  for (const double w : work) {
    const double end = free.top() + w;
    free.pop();
    free.push(end);
    last = std::max(last, end);
  }
  return last;
}

}  // namespace

StudyResult zachmann_figure7(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"Speed-up of a step: measured in threads, and computed from the times of its pairs and of the rest.",
                   {"scene", "pairs a step", "part in the back end", "threads", "measured", "computed"},
                   {}};
  StudyPlot plot{"Speed-up by processors, computed from the times of pairs", "processors", "speed-up", {}};
  const int machine = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const std::pair<const char*, double> scenes_of[] = {{"sparse", 0.02}, {"medium", 0.1}, {"dense", 0.3}};
  std::string told;
  for (const auto& [name, density] : scenes_of) {
    const Frames frames =
        bounce(settings.quick ? 30 : 150, density, settings.quick ? 500 : 2000, settings.quick ? 5 : 20, settings.seed);
    const study::VolumeTree tree(frames.shape, study::dop_trees);
    const auto count = static_cast<std::uint32_t>(frames.steps[0].size());
    const double edge = frames.room.hi.x - frames.room.lo.x;
    double pairs_a_step = 0, back = 0, rest = 0;
    std::array<double, 6> computed{};
    std::vector<double> measured(std::size_t(std::min(machine, 6)), 0);
    study::CellGrid grid(frames.room, std::max(1u, static_cast<std::uint32_t>(edge / 2.2)));
    for (const std::vector<Pose>& poses : frames.steps) {
      double start = wall_now();
      for (std::uint32_t k = 0; k < count; ++k) grid.set(k, around(poses[k]));
      const study::IdPairs near = grid.pairs();
      const double serial = wall_now() - start;
      std::vector<double> work;
      std::vector<std::size_t> met(near.size());
      const auto test = [&](std::size_t k) {
        met[k] = study::collide({&tree, poses[near[k].first]}, {&tree, poses[near[k].second]}, true).pairs.size();
      };
      for (std::size_t k = 0; k < near.size(); ++k) {
        start = processor_now();
        test(k);
        work.push_back(processor_now() - start);
        back += work.back();
      }
      rest += serial;
      pairs_a_step += double(near.size());
      for (int p = 1; p <= 6; ++p) computed[std::size_t(p - 1)] += serial + makespan(work, p);
      for (std::size_t threads = 1; threads <= measured.size(); ++threads) {
        start = wall_now();
        parallel_for(near.size(), 1, int(threads), [&](std::size_t begin, std::size_t end) {
          for (std::size_t k = begin; k < end; ++k) test(k);
        });
        measured[threads - 1] += serial + wall_now() - start;
      }
    }
    plot.series.push_back({name, {}});
    for (int p = 1; p <= 6; ++p) {
      const std::size_t k = std::size_t(p - 1);
      const double speed_up = computed[0] / computed[k];
      plot.series.back().second.emplace_back(p, speed_up);
      table.rows.push_back({name, number_text(pairs_a_step / double(frames.steps.size())),
                            percent_text(back / (back + rest)), number_text(p),
                            k < measured.size() ? number_text(measured[0] / measured[k]) : "", number_text(speed_up)});
    }
    told += fmt::format("{}{} {}", told.empty() ? "" : ", ", name, number_text(computed[0] / computed[5]));
  }
  result.tables.push_back(std::move(table));
  result.plots.push_back(std::move(plot));
  result.compared.push_back(fmt::format(
      "The paper: good speed-ups with 1 to 6 processors, where enough pairs come to the back end. This machine has {}; "
      "what six of them can reach is computed: the pairs of a step, with the time that each took, given one after the "
      "other to the processor that is free first, and the rest of the step in one. At six: {}. "
      "What is measured is wall clock, and says little where other work is on the machine.",
      machine, told));
  return result;
}

// One yes or no in several threads.
StudyResult zachmann_one_query(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"A yes/no query of two spheres, one around the other; wall clock, the least of several rounds.",
                   {"gap", "triangles", "answer", "one walk", "in 1 thread", "in 2 threads", "one walk / 2 threads"},
                   {}};
  StudyPlot plot{"One query in two threads", "seconds of one walk", "speed-up", {{"two threads", {}}}};
  double best = 0, least_useful = 0;
  for (const std::uint32_t triangles : settings.quick ? std::vector{2000u} : std::vector{2000u, 20000u, 80000u}) {
    const scenes::MeshData mesh = scenes::sphere(triangles);
    const study::VolumeTree tree(make_mesh(mesh.vertices, mesh.triangles), study::rapid);
    for (const double gap : {1.0, 0.3, 0.1, 0.03, 0.01, -0.0001}) {
      const Pose pose = make_pose({}, {0.1, 0.2, 0.3, std::sqrt(1 - 0.14)}, Vec3{1, 1, 1} * (1 + gap));
      std::array<double, 3> seconds;
      seconds.fill(1e300);
      bool yes = false;
      for (int round = 0; round < (settings.quick ? 3 : 15); ++round)
        for (std::size_t way = 0; way < 3; ++way) {
          const double start = wall_now();
          yes = way == 0 ? study::collide({&tree, {}}, {&tree, pose}).yes()
                         : study::collide_in_threads({&tree, {}}, {&tree, pose}, int(way)).yes();
          seconds[way] = std::min(seconds[way], wall_now() - start);
        }
      const double ratio = seconds[0] / seconds[2];
      table.rows.push_back({number_text(gap), number_text(double(mesh.triangles.size())), yes ? "yes" : "no",
                            time_text(seconds[0]), time_text(seconds[1]), time_text(seconds[2]), number_text(ratio)});
      plot.series[0].second.emplace_back(seconds[0], ratio);
      best = std::max(best, ratio);
      if (ratio > 1 && (least_useful == 0 || seconds[0] < least_useful)) least_useful = seconds[0];
    }
  }
  std::sort(plot.series[0].second.begin(), plot.series[0].second.end());
  result.tables.push_back(std::move(table));
  result.plots.push_back(std::move(plot));
  result.compared.push_back(fmt::format(
      "The paper proposes a parallel test of one pair, with dynamic load balancing, where only one pair comes through. "
      "Here the walk is opened to 256 pairs of subtrees that threads take one after the other. Two threads are up to "
      "{} "
      "times as fast; {}. Threads gain where the machine has processors to spare for the time of one query, and lose "
      "what it takes to open the walk: a yes that one walk finds at once pays most.",
      number_text(best),
      least_useful > 0 ? "the shortest walk that gained took " + time_text(least_useful)
                       : std::string("no walk of these gained")));
  return result;
}

}  // namespace graze::app
