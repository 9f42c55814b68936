// Experiments after Lin.
#include <fmt/format.h>

#include <cmath>

#include "app/study/drawing.h"
#include "app/study/rows.h"
#include "graze/study.h"

namespace graze::app {
namespace {

// Time of a call, the least of a few rounds.
template <class Call>
double seconds_of(int rounds, const Call& call) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const double start = processor_now();
    call();
    best = std::min(best, processor_now() - start);
  }
  return best;
}

StudyResult parallel(const StudySettings& settings) {
  StudyResult result;
  const scenes::MeshData inner = scenes::sphere(settings.quick ? 2000 : 20000);
  const Shape shape = make_mesh(inner.vertices, inner.triangles);
  StudyTable table{"Volume tests of a yes/no query of two concentric spheres, by the gap between them.", {"gap"}, {}};
  StudyPlot plot{"Concentric spheres: work by gap", "gap", "volume tests", {}};
  constexpr std::array systems{study::rapid, study::pqp, study::dop_trees, study::solid_trees, study::sphere_trees};
  constexpr std::array names{"OBB (RAPID)", "RSS (PQP)", "DOP-tree", "AABB (SOLID)", "spheres"};
  std::vector<study::VolumeTree> trees;
  for (std::size_t k = 0; k < systems.size(); ++k) {
    trees.emplace_back(shape, systems[k]);
    table.columns.push_back(names[k]);
    plot.series.push_back({names[k], {}});
  }
  std::array<double, 5> first{}, last{};
  const std::vector<double> gaps{1, 0.5, 0.25, 0.12};
  for (const double gap : gaps) {
    std::vector<std::string> line{number_text(gap)};
    const Pose pose = make_pose({0, 0, 0}, {0.1, 0.2, 0.3, std::sqrt(1 - 0.14)}, {1 + gap, 1 + gap, 1 + gap});
    for (std::size_t k = 0; k < trees.size(); ++k) {
      const study::TreeCollide met = study::collide({&trees[k], {}}, {&trees[k], pose});
      const auto tests = static_cast<double>(met.counters.volume_tests);
      line.push_back(number_text(tests) + (met.yes() ? " (met)" : ""));
      plot.series[k].second.emplace_back(gap, tests);
      if (gap == gaps.front()) first[k] = tests;
      last[k] = tests;
    }
    table.rows.push_back(line);
  }
  result.tables.push_back(std::move(table));
  result.plots.push_back(std::move(plot));
  const auto slope = [&](std::size_t k) { return std::log(last[k] / first[k]) / std::log(gaps.front() / gaps.back()); };
  result.compared.push_back(fmt::format(
      "The paper (after Gottschalk): in parallel close proximity the work of OBB trees grows with 1 / gap, that of "
      "spheres "
      "and aligned boxes with its square. Here, as powers of 1 / gap: OBB {:.2f}, RSS {:.2f}, DOP {:.2f}, AABB {:.2f}, "
      "spheres {:.2f}; at the least gap OBB trees need {} of the tests of spheres.",
      slope(0), slope(1), slope(2), slope(3), slope(4), percent_text(last[0] / last[4])));
  return result;
}

StudyResult box_tests(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"", {"test", "time of a yes/no query", "volume tests", "time of a test"}, {}};
  const scenes::MeshData mesh = scenes::knot(settings.quick ? 2000 : 10000);
  const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
  scenes::Random random(settings.seed);
  std::vector<Pose> poses;
  for (int k = 0; k < 100; ++k)
    poses.push_back(make_pose(random.direction() * random.uniform(0.5, 1.6), random.rotation()));
  std::array<double, 3> each{};
  std::size_t k = 0;
  for (const study::NodeVolume volume :
       {study::NodeVolume::oriented_box, study::NodeVolume::oriented_box_6, study::NodeVolume::oriented_box_144}) {
    const study::VolumeTree tree(shape, {volume, study::Grouping::mean});
    double tests = 0;
    for (const Pose& pose : poses)
      tests += static_cast<double>(study::collide({&tree, {}}, {&tree, pose}).counters.volume_tests);
    const double seconds = seconds_of(3, [&] {
      for (const Pose& pose : poses) static_cast<void>(study::collide({&tree, {}}, {&tree, pose}));
    });
    each[k++] = seconds / tests;
    table.rows.push_back({name(volume), time_text(seconds / double(poses.size())),
                          number_text(tests / double(poses.size())), time_text(seconds / tests)});
  }
  result.tables.push_back(std::move(table));
  result.pictures.push_back(bars("Time of a test of two oriented boxes",
                                 {{"15 axes", each[0]}, {"6 axes", each[1]}, {"144 tests", each[2]}}, &time_text));
  result.compared.push_back(
      fmt::format("The paper: 15 axes in less than 200 operations in place of 144 tests of edges against faces. Here "
                  "15 axes are {} "
                  "times faster than the 144 tests; 6 axes alone cost {} of the 15 a test.",
                  number_text(each[2] / each[0]), percent_text(each[1] / each[0])));
  return result;
}

StudyResult convergence(const StudySettings& settings) {
  StudyResult result;
  const scenes::MeshData mesh = scenes::sphere(settings.quick ? 500 : 2000);
  const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
  const study::ConvexModel model(shape);
  StudyTable table{
      "Steps of a query, remembered from the one before, by how far a sphere of facets turns between them.",
      {"degrees a query"},
      {}};
  StudyPlot plot{"Coherence: steps of a query", "degrees between queries", "steps", {}};
  for (const study::ConvexMethod& method : study::convex_methods) {
    if (!method.finds_distance) continue;
    table.columns.push_back(method.name);
    plot.series.push_back({method.name, {}});
  }
  for (const double degrees : {0.01, 0.1, 1.0, 10.0, 60.0}) {
    std::vector<std::string> line{number_text(degrees)};
    std::size_t column = 0;
    for (const study::ConvexMethod& method : study::convex_methods) {
      if (!method.finds_distance) continue;
      study::ConvexMemory memory;
      double steps = 0;
      const int count = settings.quick ? 200 : 2000;
      for (int k = 0; k < count; ++k) {
        const double angle = degrees * k * 3.141592653589793 / 180, half = angle / 2;
        const Pose pose = make_pose({2.1 * std::cos(angle), 2.1 * std::sin(angle), 0.2},
                                    {0.6 * std::sin(half), 0, 0.8 * std::sin(half), std::cos(half)});
        steps += method.run({&model, {}}, {&model, pose}, &memory, {}).steps;
      }
      line.push_back(number_text(steps / count));
      plot.series[column++].second.emplace_back(degrees, std::max(1e-3, steps / count));
    }
    table.rows.push_back(line);
  }
  result.tables.push_back(std::move(table));
  result.plots.push_back(std::move(plot));
  result.compared.push_back(
      "The paper: with coherence the expected cost is constant, whatever the number of facets. The first rows are that "
      "case; steps grow with the turn once it is larger than a facet.");
  return result;
}

StudyResult crowds(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"", {"bodies", "I-COLLIDE, a step", "V-COLLIDE, a step", "pairs near", "pairs that meet"}, {}};
  StudyPlot plot{"Many bodies: time of a step", "bodies", "seconds", {{"I-COLLIDE", {}}, {"V-COLLIDE", {}}}};
  const scenes::MeshData mesh = scenes::sphere(200);
  const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
  std::array<double, 2> first{}, last{};
  const std::vector<int> counts = settings.quick ? std::vector{20, 50, 100} : std::vector{20, 50, 100, 200, 500};
  for (const int count : counts) {
    study::ICollide tracked;
    study::VCollide meshes;
    scenes::Random random(settings.seed);
    const double edge = std::cbrt(double(count) * 4.19 / 0.1) / 2;
    std::vector<Vec3> places, ways;
    for (int k = 0; k < count; ++k) {
      tracked.add(shape);
      meshes.add(shape);
      places.push_back({random.uniform(-edge, edge), random.uniform(-edge, edge), random.uniform(-edge, edge)});
      ways.push_back(random.direction() * 0.05);
    }
    double near = 0, meet = 0, seconds[2] = {0, 0};
    constexpr int steps = 20;
    for (int step = 0; step < steps; ++step) {
      for (int k = 0; k < count; ++k) {
        places[std::size_t(k)] += ways[std::size_t(k)];
        const Pose pose = make_pose(places[std::size_t(k)]);
        tracked.place(std::uint32_t(k), pose);
        meshes.place(std::uint32_t(k), pose);
      }
      double start = processor_now();
      near += double(tracked.step().size());
      seconds[0] += processor_now() - start;
      start = processor_now();
      meet += double(meshes.step().size());
      seconds[1] += processor_now() - start;
    }
    for (std::size_t k = 0; k < 2; ++k) {
      plot.series[k].second.emplace_back(count, seconds[k] / steps);
      if (count == counts.front()) first[k] = seconds[k];
      last[k] = seconds[k];
    }
    table.rows.push_back({number_text(count), time_text(seconds[0] / steps), time_text(seconds[1] / steps),
                          number_text(near / steps), number_text(meet / steps)});
  }
  result.tables.push_back(std::move(table));
  result.plots.push_back(std::move(plot));
  const double growth = std::log(double(counts.back()) / counts.front());
  result.compared.push_back(fmt::format(
      "The paper: sweep and prune makes the cost grow with the number of bodies and of near pairs, not with all pairs. "
      "Here at constant density the time of a step grows with the power {:.2f} (I-COLLIDE) and {:.2f} (V-COLLIDE) of "
      "the "
      "number of bodies.",
      std::log(last[0] / first[0]) / growth, std::log(last[1] / first[1]) / growth));
  return result;
}

StudyResult schedule(const StudySettings& settings) {
  StudyResult result;
  const std::vector<measure::Row> rows = measure::schedule(measure_settings(settings));
  StudyTable table{"",
                   {"part of the volume filled", "pairs looked at, of all", "contacts", "missed", "queue, a step",
                    "every pair, a step"},
                   {}};
  StudyPlot plot{"The queue of times: time of a step", "part of the volume filled", "seconds", {}};
  plot.series = {{"queue", {}}, {"every pair", {}}};
  for (const measure::Row& row : rows) {
    const double filled = std::strtod(row.scene.c_str() + row.scene.find('-') + 1, nullptr);
    plot.series[0].second.emplace_back(filled, row.ours_ns * 1e-9);
    plot.series[1].second.emplace_back(filled, row.peer_ns * 1e-9);
    table.rows.push_back({row.scene, fmt::format("{:.3f} %", more_of(row, "percent")),
                          number_text(more_of(row, "contacts")), number_text(double(row.disagreements)),
                          time_text(row.ours_ns * 1e-9), time_text(row.peer_ns * 1e-9)});
  }
  result.tables.push_back(std::move(table));
  result.plots.push_back(std::move(plot));
  double missed = 0;
  for (const measure::Row& row : rows) missed += double(row.disagreements);
  result.compared.push_back(
      fmt::format("The paper: a heap of pairs by the earliest time at which they can touch misses none. Here {} of the "
                  "contacts are "
                  "missed.",
                  number_text(missed)));
  return result;
}

// Dobkin and Kirkpatrick's hierarchy against looking at all vertices.
StudyResult supports(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"The vertex farthest along a random direction.",
                   {"vertices", "layers", "looked at", "most looked at", "time", "time, all vertices", "too low"},
                   {}};
  StudyPlot plot{"Supports: vertices looked at", "vertices", "looked at", {{"Dobkin–Kirkpatrick", {}}, {"all", {}}}};
  std::array<double, 2> ends{}, sizes{};
  double wrong = 0;
  for (const std::uint32_t triangles :
       settings.quick ? std::vector{100u, 1000u} : std::vector{50u, 200u, 1000u, 5000u, 20000u, 80000u}) {
    scenes::Random random(settings.seed);
    std::vector<Vec3> points;
    for (std::uint32_t k = 0; k < triangles / 2; ++k) points.push_back(random.direction());
    const Shape shape = make_convex(points);
    const study::ConvexModel model(shape);
    const study::SupportHierarchy hierarchy(model);
    std::vector<Vec3> directions;
    for (int k = 0; k < 2000; ++k) directions.push_back(random.direction());
    double looked = 0, most = 0, low = 0;
    for (const Vec3 d : directions) {
      const study::SupportHierarchy::Found found = hierarchy.support(d);
      looked += found.looked_at;
      most = std::max(most, double(found.looked_at));
      double top = -1e300;
      for (const Vec3 p : points) top = std::max(top, dot(p, d));
      low += dot(found.point, d) < top ? 1 : 0;
    }
    double sum = 0;
    const double seconds = seconds_of(3, [&] {
      for (const Vec3 d : directions) sum += hierarchy.support(d).point.x;
    });
    const double all = seconds_of(1, [&] {
      for (const Vec3 d : directions) {
        double top = -1e300;
        for (const Vec3 p : points) top = std::max(top, dot(p, d));
        sum += top;
      }
    });
    const double n = model.vertex_count(), mean = looked / double(directions.size());
    (sizes[0] == 0 ? sizes[0] : sizes[1]) = n;
    (ends[0] == 0 ? ends[0] : ends[1]) = mean;
    wrong += low;
    plot.series[0].second.emplace_back(n, mean);
    plot.series[1].second.emplace_back(n, n);
    table.rows.push_back({number_text(n), number_text(double(hierarchy.layers())), number_text(mean), number_text(most),
                          time_text(seconds / double(directions.size())), time_text(all / double(directions.size())),
                          number_text(low) + (sum == 0.5 ? " " : "")});
  }
  result.tables.push_back(std::move(table));
  result.plots.push_back(std::move(plot));
  result.compared.push_back(
      fmt::format("The paper names an O(log² n) test by hierarchical representations that had not been robustly "
                  "implemented. Here {} "
                  "times as many vertices need {} times as many looks; {} answers were too low.",
                  number_text(sizes[1] / sizes[0]), number_text(ends[1] / ends[0]), number_text(wrong)));
  return result;
}

}  // namespace

std::span<const Experiment> lin_experiments() {
  static constexpr Experiment list[] = {
      {"lin", "parallel", "Parallel close proximity",
       "Section 5.2 tells that OBB trees are superior to spheres and aligned boxes where surfaces are parallel and "
       "near. "
       "The scene of that analysis: a sphere of facets around another, turned, at smaller and smaller gaps.",
       &parallel},
      {"lin", "box-tests", "15 axes, 6 axes, 144 tests",
       "Section 5.2: what a test of two oriented boxes costs, on a knot beside its copy.", &box_tests},
      {"lin", "convergence", "Closest features with coherence",
       "Section 5.1: a sphere of facets orbits another and turns; each query starts where the last one ended.",
       &convergence},
      {"lin", "supports", "Dobkin and Kirkpatrick's hierarchy",
       "Section 3.1: the farthest vertex of a hull of random points on a sphere, by layers of which each leaves out "
       "vertices that are not joined.",
       &supports},
      {"lin", "crowds", "I-COLLIDE and V-COLLIDE over many bodies",
       "Section 4: spheres of facets in a cube that grows with their number, each moving on by 0.05 a step.", &crowds},
      {"lin", "heap", "The heap of times to collision", "Section 4.2: balls that move with bounded acceleration.",
       &schedule}};
  return list;
}

}  // namespace graze::app
