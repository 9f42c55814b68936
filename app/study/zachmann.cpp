// Experiments after Zachmann 2001.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/study/rows.h"
#include "bench/cases.h"
#include "graze/study.h"

namespace graze::app {
namespace {

constexpr double pi = 3.141592653589793;

// A surface over a grid of (u, v) in [0, 1)^2, closed in u.
scenes::MeshData surface(std::uint32_t triangles, const std::function<Vec3(double, double)>& at) {
  const auto side = std::max(3u, static_cast<std::uint32_t>(std::sqrt(triangles / 2.0)));
  scenes::MeshData mesh;
  for (std::uint32_t i = 0; i <= side; ++i)
    for (std::uint32_t j = 0; j < side; ++j) mesh.vertices.push_back(at(double(j) / side, double(i) / side));
  for (std::uint32_t i = 0; i < side; ++i)
    for (std::uint32_t j = 0; j < side; ++j) {
      const std::uint32_t a = i * side + j, b = i * side + (j + 1) % side;
      mesh.triangles.push_back({a, b, b + side});
      mesh.triangles.push_back({a, b + side, a + side});
    }
  return mesh;
}

// Stand-ins for the paper's suite, whose models are not public: of the same kinds of shape.
struct Model {
  const char* name;
  scenes::MeshData (*make)(std::uint32_t triangles);
};
scenes::MeshData headlight(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const double r = 0.1 + 0.9 * v;
    return Vec3{1.4 * r * std::cos(2 * pi * u), r * std::sin(2 * pi * u), 0.8 * r * r + 0.03 * std::sin(12 * pi * u)};
  });
}
scenes::MeshData door_lock(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const double teeth = 0.6 + 0.2 * (std::sin(14 * pi * u) > 0 ? 1 : -1) * (std::sin(8 * pi * v) > 0 ? 1 : 0.3);
    return Vec3{teeth * std::cos(2 * pi * u), teeth * std::sin(2 * pi * u), 0.6 * (2 * v - 1)};
  });
}
scenes::MeshData car_body(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const auto power = [](double x, double e) { return std::copysign(std::pow(std::fabs(x), e), x); };
    const double a = 2 * pi * u, b = pi * (v - 0.5) * 0.98;
    return Vec3{2.2 * power(std::cos(b), 0.3) * power(std::cos(a), 0.3),
                power(std::cos(b), 0.3) * power(std::sin(a), 0.3),
                0.7 * power(std::sin(b), 0.5) * (1 + 0.3 * std::cos(a))};
  });
}
scenes::MeshData hose(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const double t = 3 * pi * v, r = 0.15;
    const Vec3 centre{std::cos(t) + 0.3 * v, std::sin(t), 1.6 * v};
    return centre + Vec3{r * std::cos(2 * pi * u) * std::cos(t), r * std::cos(2 * pi * u) * std::sin(t),
                         r * std::sin(2 * pi * u)};
  });
}
scenes::MeshData hyperboloid(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const double z = 2 * v - 1, r = 0.3 * std::sqrt(1 + 8 * z * z);
    return Vec3{r * std::cos(2 * pi * u), r * std::sin(2 * pi * u), z};
  });
}
constexpr Model models[] = {{"headlight", &headlight}, {"door lock", &door_lock},   {"car body", &car_body},
                            {"hose", &hose},           {"sphere", &scenes::sphere}, {"hyperboloid", &hyperboloid},
                            {"torus", &scenes::torus}};

// R_z R_x, both by the same part of a turn.
Pose tumbled(double turn, double distance) {
  const double a = 2 * pi * turn, c = std::cos(a), s = std::sin(a);
  const Mat3 about_z{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}, about_x{{1, 0, 0}, {0, c, s}, {0, -s, c}};
  return {about_z * about_x, {distance, 0, 0}};
}

// Seconds of a query of each system, averaged as the paper does: over a turn, over the distances from two steps before
// the first contact to two after it, over object frames.
std::array<double, 3> procedure(const Model& model, std::uint32_t triangles, const StudySettings& settings,
                                std::size_t& differ) {
  constexpr std::array systems{study::rapid, study::quick_cd, study::dop_trees};
  const int orientations = settings.quick ? 40 : 400, frames = settings.quick ? 1 : 3;
  constexpr double step = 0.05;
  std::array<double, 3> seconds{};
  std::size_t queries = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const scenes::MeshData mesh = bench::object_frame(model.make(triangles), 0.1 + frame / 7.0);
    const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
    std::vector<study::VolumeTree> trees;
    for (const study::TreeSystem& system : systems) trees.emplace_back(shape, system);
    // The first distance, coming from afar, at which any orientation collides.
    double contact = 3.6;
    for (bool met = false; !met && contact > step; contact -= met ? 0 : step)
      for (int k = 0; k < orientations && !met; k += 4)
        met = collide({shape, {}}, {shape, tumbled(double(k) / orientations, contact)}).yes();
    for (int ring = -2; ring <= 2; ++ring) {
      std::vector<Pose> poses;
      for (int k = 0; k < orientations; ++k) poses.push_back(tumbled(double(k) / orientations, contact + ring * step));
      std::vector<std::vector<char>> answers(systems.size(), std::vector<char>(poses.size()));
      for (std::size_t t = 0; t < trees.size(); ++t) {
        const double start = processor_now();
        for (std::size_t k = 0; k < poses.size(); ++k)
          answers[t][k] = study::collide({&trees[t], {}}, {&trees[t], poses[k]}).yes();
        seconds[t] += processor_now() - start;
        for (std::size_t k = 0; k < poses.size(); ++k) differ += answers[t][k] != answers[0][k];
      }
      queries += poses.size();
    }
  }
  for (double& s : seconds) s /= static_cast<double>(queries);
  return seconds;
}

StudyResult figure3(const StudySettings& settings) {
  StudyResult result;
  const std::vector<std::uint32_t> sizes =
      settings.quick ? std::vector{500u, 2000u} : std::vector{1000u, 3000u, 10000u, 30000u};
  StudyTable table{
      "",
      {"object", "polygons", "OBB (RAPID)", "k-DOP (QuickCD)", "DOP-tree", "RAPID / DOP-tree", "QuickCD / DOP-tree"},
      {}};
  std::size_t differ = 0;
  int faster = 0, cells = 0;
  double growth[3] = {0, 0, 0};
  for (const Model& model : models) {
    StudyPlot plot{std::string(model.name) + ": average time of a query",
                   "polygons",
                   "seconds",
                   {{"OBB (RAPID)", {}}, {"k-DOP (QuickCD)", {}}, {"DOP-tree", {}}}};
    std::array<double, 3> first{};
    for (const std::uint32_t size : sizes) {
      const std::array<double, 3> s = procedure(model, size, settings, differ);
      for (std::size_t k = 0; k < 3; ++k) plot.series[k].second.emplace_back(size, s[k]);
      if (size == sizes.front()) first = s;
      if (size == sizes.back())
        for (std::size_t k = 0; k < 3; ++k)
          growth[k] += std::log(s[k] / first[k]) / std::log(double(sizes.back()) / sizes.front()) / std::size(models);
      faster += s[2] < s[0] ? 1 : 0;
      ++cells;
      table.rows.push_back({model.name, number_text(size), time_text(s[0]), time_text(s[1]), time_text(s[2]),
                            number_text(s[0] / s[2]), number_text(s[1] / s[2])});
    }
    result.plots.push_back(std::move(plot));
  }
  result.tables.push_back(std::move(table));
  result.compared.push_back(fmt::format(
      "The paper: QuickCD performs much worse than both others and depends more on the number of polygons; for most "
      "objects the DOP-tree is faster than RAPID. Here the DOP-tree is faster in {} of {} cases. Mean powers of the "
      "number "
      "of polygons: OBB {:.2f}, k-DOP {:.2f}, DOP-tree {:.2f}. All three have the same grouping and traversal here, "
      "which "
      "Rapid, QuickCD and the DOP-tree had not.",
      faster, cells, growth[0], growth[1], growth[2]));
  result.compared.push_back(fmt::format("Answers in which the systems differ: {}.", differ));
  return result;
}

StudyResult figure4(const StudySettings& settings) {
  StudyResult result;
  const std::vector<std::uint32_t> counts = settings.quick
                                                ? std::vector{5u, 20u, 100u, 500u}
                                                : std::vector{5u, 10u, 20u, 50u, 100u, 200u, 500u, 1000u, 2000u};
  StudyTable table{"Seconds of a step in which every box moves.",
                   {"objects", "grid 6", "grid 14", "grid 30", "octree", "n²/2 boxes"},
                   {}};
  StudyPlot plot{"Neighbours: time of a step",
                 "objects",
                 "seconds",
                 {{"grid 6", {}}, {"grid 14", {}}, {"grid 30", {}}, {"octree", {}}, {"n²/2 boxes", {}}}};
  std::uint32_t crossing = 0;
  std::size_t differ = 0;
  for (const std::uint32_t count : counts) {
    scenes::Random random(settings.seed);
    const double edge = std::cbrt(count / 0.1) / 2;  // boxes of edge 1 fill a tenth
    std::vector<Vec3> places, ways;
    for (std::uint32_t k = 0; k < count; ++k) {
      places.push_back({random.uniform(-edge, edge), random.uniform(-edge, edge), random.uniform(-edge, edge)});
      ways.push_back(random.direction() * 0.05);
    }
    const Box region{{-edge, -edge, -edge}, {edge, edge, edge}};
    std::vector<study::CellGrid> grids;
    for (const std::uint32_t cells : {6u, 14u, 30u}) grids.emplace_back(region, cells);
    study::BoxSearch octree(BroadKind::octree), all(BroadKind::brute_force);
    std::array<double, 5> seconds{};
    const int steps = settings.quick ? 20 : 60;
    for (int step = 0; step < steps; ++step) {
      std::vector<Box> boxes;
      for (std::uint32_t k = 0; k < count; ++k) {
        for (int axis = 0; axis < 3; ++axis) {
          places[k][axis] += ways[k][axis];
          if (std::fabs(places[k][axis]) > edge) ways[k][axis] = -ways[k][axis];
        }
        boxes.push_back({places[k] - Vec3{0.5, 0.5, 0.5}, places[k] + Vec3{0.5, 0.5, 0.5}});
      }
      std::array<study::IdPairs, 5> found;
      for (std::size_t g = 0; g < 3; ++g) {
        const double start = processor_now();
        for (std::uint32_t k = 0; k < count; ++k) grids[g].set(k, boxes[k]);
        found[g] = grids[g].pairs();
        seconds[g] += processor_now() - start;
      }
      for (std::size_t s = 0; s < 2; ++s) {
        study::BoxSearch& search = s == 0 ? octree : all;
        const double start = processor_now();
        for (std::uint32_t k = 0; k < count; ++k) search.set(k, boxes[k]);
        found[3 + s] = search.pairs();
        seconds[3 + s] += processor_now() - start;
      }
      for (const study::IdPairs& pairs : found) differ += pairs != found[4];
    }
    std::vector<std::string> line{number_text(count)};
    for (std::size_t k = 0; k < 5; ++k) {
      line.push_back(time_text(seconds[k] / steps));
      plot.series[k].second.emplace_back(count, seconds[k] / steps);
    }
    if (crossing == 0 && std::min({seconds[0], seconds[1], seconds[2], seconds[3]}) < seconds[4]) crossing = count;
    table.rows.push_back(line);
  }
  result.tables.push_back(std::move(table));
  result.plots.push_back(std::move(plot));
  result.compared.push_back(fmt::format(
      "The paper: the grid is at least as fast as the octree, and comparing all boxes is best for very few objects. "
      "Here "
      "all pairs of boxes are compared in lanes of 8 or 16, and the first of the others overtakes them {}. Steps in "
      "which "
      "the searches differ: {}.",
      crossing == 0 ? std::string("beyond the largest number") : "at " + std::to_string(crossing) + " objects",
      differ));
  return result;
}

StudyResult figure5(const StudySettings& settings) {
  StudyResult result;
  const std::vector<bench::Row> rows = bench::tracking(bench_settings(settings));
  const std::pair<const char*, const char*> parts[] = {
      {"gap", "distance of the surfaces"}, {"polygons", "polygons"}, {"degrees", "degrees a frame"}};
  double ratio = 0, maybes = 0, near = 0;
  int count = 0;
  for (const auto& [what, x] : parts) {
    std::vector<bench::Row> some;
    for (const bench::Row& row : rows)
      if (row.scene.rfind(std::string(what) + "-", 0) == 0) some.push_back(row);
    add_times(some, std::string("By ") + x, "Lin–Canny", x, result);
  }
  StudyTable table{
      "Queries that separating planes left open, though the spheres are apart.", {"scene", "left open", "of"}, {}};
  for (const bench::Row& row : rows) {
    if (row.peer != "separating plane") continue;
    ratio += std::log(row.ours_ns / row.peer_ns);
    ++count;
    const double open = more_of(row, "peer_maybe");
    (row.scene == "gap-6e-05" ? near : maybes) += open;
    if (open > 0) table.rows.push_back({row.scene, number_text(open), number_text(double(row.queries))});
  }
  if (!table.rows.empty()) result.tables.push_back(std::move(table));
  result.compared.push_back(fmt::format(
      "The paper: separating planes are about twice as fast as I-COLLIDE's features. Here {} times (geometric mean).",
      number_text(std::exp(ratio / std::max(1, count)))));
  result.compared.push_back(fmt::format(
      "The paper counts 0 to 3 wrong answers in 5000, and 1256 at the distance 2.00006. Here nothing is wrong, since a "
      "plane is proven or the query is left open: {} are at 2.00006, {} in all other scenes.",
      number_text(near), number_text(maybes)));
  return result;
}

StudyResult figure6(const StudySettings& settings) {
  StudyResult result;
  const std::vector<bench::Row> rows = bench::neighbours(bench_settings(settings));
  add_times(rows, "Seconds of a step, exact tests included", "automatic", "objects", result);
  study::NeighbourRule rule;
  StudyTable table{"The paper's rule (`graze/study_scenes.h`, NeighbourRule), for objects of 1000 polygons.",
                   {"objects", "choice"},
                   {}};
  for (const std::uint32_t count : {5u, 20u, 40u, 100u})
    table.rows.push_back({number_text(count), name(rule.choose(count, 1000))});
  result.tables.push_back(std::move(table));
  // Where planes over all pairs stop to pay against a grid with planes.
  std::string crossing = "nowhere in this range";
  for (const bench::Row& row : rows) {
    if (row.peer != "brute_force-plane") continue;
    for (const bench::Row& other : rows)
      if (other.scene == row.scene && other.peer == "grid3-plane" && other.peer_ns < row.peer_ns && crossing[0] == 'n')
        crossing = "at " + row.scene.substr(row.scene.find('-') + 1) + " objects";
  }
  result.compared.push_back(
      "The paper: convex filters are best for few objects and the grid for many, with a break-even between. Here a "
      "grid "
      "with planes overtakes planes over all pairs " +
      crossing + ".");
  return result;
}

StudyResult figure7(const StudySettings& settings) {
  StudyResult result;
  const std::vector<bench::Row> rows = bench::workers(bench_settings(settings));
  StudyTable table{"", {"scene", "against", "two threads", "the other", "speed-up of two threads"}, {}};
  for (const bench::Row& row : rows)
    table.rows.push_back(
        {row.scene, row.peer, time_text(row.ours_ns * 1e-9), time_text(row.peer_ns * 1e-9), number_text(row.ratio())});
  result.tables.push_back(std::move(table));
  result.compared.push_back(
      "The paper: the back end in several processors gives good speed-ups where enough pairs come to it, with 1 to 6 "
      "of "
      "them. This machine has two; four threads on it show what is lost by more of them than processors.");
  return result;
}

}  // namespace

std::span<const Experiment> zachmann_experiments() {
  static constexpr Experiment list[] = {
      {"zachmann", "figure3", "Figure 3: hierarchies by the number of polygons",
       "Two copies of an object in a cube of 2³, one of them tumbling about z and x; the mean over a turn, over the "
       "distances from two steps before contact to two after, over object frames turned about (1, 1, 1). The suite's "
       "models are not public: surfaces of the same kinds stand for them.",
       &figure3},
      {"zachmann", "figure4", "Figure 4: grid, octree, all boxes",
       "Boxes of edge 1 that move in a cube of constant density; no exact tests.", &figure4},
      {"zachmann", "figure5", "Figure 5: separating planes and Lin–Canny",
       "Two tessellated spheres, one in orbit and turning, over distance, polygons and speed.", &figure5},
      {"zachmann", "figure6", "Figure 6: neighbour finding with exact tests",
       "Spheres of 1000 polygons that bounce in a cube of constant density; the exact test is the core's.", &figure6},
      {"zachmann", "figure7", "Figure 7: the back end in several threads", "Many spheres that bounce in a cube.",
       &figure7}};
  return list;
}

}  // namespace graze::app
