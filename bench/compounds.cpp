// compounds: every verb between compounds of 100 to 10,000 convex pieces, near contact and, of three verbs, far, and
// how the times grow with the number of pieces.
#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/workload.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

constexpr std::uint32_t sizes[] = {100, 1000, 4000, 10000};
constexpr std::size_t kinds = 16, corners = 12;

std::vector<Shape> make_pieces(scenes::Random& random) {
  std::vector<Shape> pieces;
  for (std::size_t i = 0; i < kinds; ++i) {
    std::vector<Vec3> points;
    while (points.size() < corners) points.push_back(random.direction() * random.uniform(0.3, 0.55));
    pieces.push_back(make_convex(points));
  }
  return pieces;
}

struct Scene {
  Shape shape;
  std::vector<Vec3> places;  // of the pieces
};

// Pieces in the cells of a lattice, those inside a ball with three bumps on it: a body cut into convex pieces.
Scene make_scene(scenes::Random& random, const std::vector<Shape>& pieces, std::uint32_t count) {
  const double radius = std::cbrt(double(count)) * 0.5;
  const auto side = int(2 * radius) + 2;
  std::vector<std::pair<double, Vec3>> cells;
  for (int x = -side; x <= side; ++x)
    for (int y = -side; y <= side; ++y)
      for (int z = -side; z <= side; ++z) {
        const Vec3 p{double(x), double(y), double(z)};
        const double far = length(p), wave = far > 0 ? (p.x * p.y * p.z) / (far * far * far) : 0;
        cells.emplace_back(far * (1 + wave), p);
      }
  std::sort(cells.begin(), cells.end(), [](const auto& p, const auto& q) {
    return std::tuple(p.first, p.second.x, p.second.y, p.second.z) <
           std::tuple(q.first, q.second.x, q.second.y, q.second.z);
  });
  Scene scene;
  std::vector<CompoundPart> parts;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 place = cells[i].second + random.direction() * 0.05;
    scene.places.push_back(place);
    parts.push_back({pieces[random.next() % kinds], make_pose(place, random.rotation())});
  }
  scene.shape = make_compound(std::move(parts));
  return scene;
}

double support(const Scene& scene, const Mat3& turn, Vec3 direction) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : scene.places) most = std::max(most, dot(turn * p, direction));
  return most;
}

// Two bodies whose outermost pieces along a random direction are `gap` apart, from middle to middle.
std::pair<Pose, Pose> place(scenes::Random& random, const Scene& scene, double gap) {
  const Pose a = make_pose({}, random.rotation());
  const Mat3 turn = make_pose({}, random.rotation()).linear;
  const Vec3 d = random.direction();
  const double apart = support(scene, a.linear, d) + support(scene, turn, Vec3{} - d) + gap;
  return {a, Pose{turn, d * apart}};
}

// The power of the number of pieces that fits the times best.
double power(const std::vector<std::pair<double, double>>& times) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [count, time] : times) {
    const double x = std::log(count), y = std::log(time);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const auto n = double(times.size());
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace

std::vector<Row> compounds(const Settings& settings) {
  scenes::Random random(settings.seed);
  const std::vector<Shape> pieces = make_pieces(random);
  struct Way {
    const char* name;
    std::function<double(const Body&, const Body&)> ask;
    bool far = true;  // asked of bodies that are far apart, too
  };
  const Way ways[] = {
      {"collide", [](const Body& a, const Body& b) { return collide(a, b).yes() ? 1.0 : 0.0; }},
      {"distance", [](const Body& a, const Body& b) { return find_distance(a, b).distance == 0 ? 1.0 : 0.0; }},
      {"within", [](const Body& a, const Body& b) { return within(a, b, 0.1).yes() ? 1.0 : 0.0; }},
      {"contacts", [](const Body& a, const Body& b) { return find_contacts(a, b).contacts.empty() ? 0.0 : 1.0; },
       false},
      {"classify",
       [](const Body& a, const Body& b) { return classify(a, b).answer == PairClass::overlapping ? 1.0 : 0.0; }, false},
      {"inside",
       [](const Body& a, const Body& b) {
         return inside(a, a.pose.translation * 0.6 + b.pose.translation * 0.4).answer == Where::inside ? 1.0 : 0.0;
       },
       false},
      {"move",
       [](const Body& a, const Body& b) {
         const MovingBody other{b, {}};
         return move(a, translation_by((b.pose.translation - a.pose.translation) * 0.2), {&other, 1}).yes() ? 1.0 : 0.0;
       },
       false},
  };
  std::vector<Row> rows;
  std::vector<std::pair<double, double>> growth[2][std::size(ways)];
  for (const std::uint32_t count : sizes) {
    if (settings.quick && count > 1000) continue;
    const Scene scene = make_scene(random, pieces, count);
    for (const bool near : {true, false}) {
      std::vector<std::pair<Pose, Pose>> poses;
      for (int i = 0; i < 24; ++i)
        poses.push_back(place(random, scene, near ? random.uniform(-0.5, 1.5) : 2 * std::cbrt(double(count))));
      for (std::size_t w = 0; w < std::size(ways); ++w) {
        if (!near && !ways[w].far) continue;
        std::vector<double> answers(poses.size());
        const Task task{[&] {
          for (std::size_t i = 0; i < poses.size(); ++i)
            answers[i] = ways[w].ask({scene.shape, poses[i].first}, {scene.shape, poses[i].second});
          keep(answers.data());
        }};
        const Timings timings = interleave({task}, settings.effort.rounds, Clock::thread);
        Row row;
        row.workload = "compounds";
        row.scene = std::string(ways[w].name) + (near ? "-near-" : "-far-") + std::to_string(count);
        row.peer = no_peer;
        row.queries = poses.size();
        row.rounds = timings.rounds;
        row.ours_ns = timings.medians[0] / double(poses.size()) * 1e9;
        row.hits = double(std::count(answers.begin(), answers.end(), 1.0)) / double(answers.size());
        growth[near][w].emplace_back(count, row.ours_ns);
        if (count == 10000) row.more.push_back({"power", power(growth[near][w])});
        rows.push_back(row);
      }
    }
  }
  return rows;
}

}  // namespace graze::bench
