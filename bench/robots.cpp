// robot-valid, robot-distance, robot-edge, robot-path: what a planner asks of a robot with meshes, against FCL as
// MoveIt uses it. Edges are certified; FCL looks at them in steps of one degree of the joint that turns most.
#include <algorithm>
#include <cmath>

#include "bench/exact.h"
#include "bench/peers/robot.h"
#include "bench/workload.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

using Values = std::vector<double>;

struct Subject {
  std::string name;
  RobotSetting setting;
  std::unique_ptr<RobotChecker> checker;
  std::unique_ptr<RobotPeer> peer;
};

Subject make_subject(const std::string& name, scenes::MeshRobot made, std::uint32_t obstacles, std::uint64_t seed) {
  Subject subject{name, {std::move(made), {}, {}}, nullptr, make_fcl_robot()};
  subject.setting.obstacles = scenes::obstacles_around(obstacles, 1000, seed);
  subject.checker = std::make_unique<RobotChecker>(subject.setting.made.robot);
  // As a set-up assistant does it: what meets with all joints at 0 is not checked, either.
  const Values home(subject.setting.made.robot.variables.size(), 0.0);
  for (const CheckedPair& pair : subject.checker->valid(home, {.all = true}).contacts) {
    subject.checker->allow(pair.a, pair.b);
  }
  for (const auto& pair : subject.checker->unchecked()) subject.setting.allowed.push_back({pair.a, pair.b});
  for (const scenes::Obstacle& obstacle : subject.setting.obstacles) {
    const Shape shape = make_mesh(obstacle.mesh.vertices, obstacle.mesh.triangles, {.solid = true});
    subject.checker->add_obstacle(shape, obstacle.pose);
  }
  subject.peer->load(subject.setting);
  return subject;
}

std::vector<Subject> make_subjects(const Settings& settings) {
  std::vector<Subject> subjects;
  subjects.push_back(make_subject("arm", scenes::mesh_arm(2000), 0, settings.seed));
  subjects.push_back(make_subject("arm-100", scenes::mesh_arm(2000), 100, settings.seed));
  subjects.push_back(make_subject("humanoid", scenes::mesh_humanoid(2000), 0, settings.seed));
  return subjects;
}

Values random_values(const Robot& robot, scenes::Random& random) {
  Values values;
  for (const RobotVariable& v : robot.variables) values.push_back(random.uniform(v.lower, v.upper));
  return values;
}

// Half of them from all over joint space, most of them in contact; half within half a radian of such as are valid.
std::vector<Values> configurations_of(const Subject& subject, std::size_t count, std::uint64_t seed) {
  scenes::Random random(seed + 17);
  const Robot& robot = subject.setting.made.robot;
  std::vector<Values> all;
  Values home(robot.variables.size(), 0.0);
  while (all.size() < count) {
    Values values = random_values(robot, random);
    if (all.size() % 2 == 1) {
      for (std::size_t v = 0; v < values.size(); ++v) values[v] = home[v] + random.uniform(-0.5, 0.5);
      if (subject.checker->valid(values).yes()) home = values;
      if (random.uniform() < 0.05) home.assign(home.size(), 0.0);
    }
    all.push_back(std::move(values));
  }
  return all;
}

std::vector<std::vector<Pose>> poses_of(const Subject& subject, const std::vector<Values>& configurations) {
  std::vector<std::vector<Pose>> all;
  for (const Values& values : configurations) all.push_back(link_poses(subject.setting.made.robot, values));
  return all;
}

Row row_of(const char* workload, const std::string& scene, const Subject& subject, const Timings& times,
           std::size_t queries) {
  Row row;
  row.workload = workload;
  row.scene = scene;
  row.peer = subject.peer->name();
  row.peer_version = subject.peer->version();
  row.queries = queries;
  row.rounds = times.rounds;
  row.ours_ns = times.medians[0] * 1e9 / double(queries);
  row.peer_ns = times.medians[1] * 1e9 / double(queries);
  for (const scenes::MeshData& mesh : subject.setting.made.meshes) row.triangles += mesh.triangles.size();
  return row;
}

// How often the surface goes around the point, in doubles: for points that are not near it.
double winding(const scenes::MeshData& mesh, const Pose& pose, Vec3 point) {
  double sum = 0;
  for (const Index3& t : mesh.triangles) {
    const Vec3 a = pose * mesh.vertices[t[0]] - point, b = pose * mesh.vertices[t[1]] - point,
               c = pose * mesh.vertices[t[2]] - point;
    const double of_a = length(a), of_b = length(b), of_c = length(c);
    const double below = of_a * of_b * of_c + dot(a, b) * of_c + dot(b, c) * of_a + dot(c, a) * of_b;
    sum += std::atan2(dot(a, cross(b, c)), below);
  }
  return sum / 6.283185307179586;
}

// By code that shares nothing with the checker's: do surfaces meet in rational arithmetic, or is a link within another
// body? FCL knows surfaces only.
enum class Judged : std::uint8_t { free, meet, within };
Judged judge(const Subject& subject, const Values& values) {
  const RobotSetting& setting = subject.setting;
  const auto links = static_cast<std::uint32_t>(setting.made.meshes.size());
  const auto bodies = links + static_cast<std::uint32_t>(setting.obstacles.size());
  const auto mesh_of = [&](std::uint32_t i) -> const scenes::MeshData& {
    return i < links ? setting.made.meshes[i] : setting.obstacles[i - links].mesh;
  };
  const auto box_of = [&](std::uint32_t i, const Pose& pose) {
    Box box;
    for (const Vec3& v : mesh_of(i).vertices) box = merge(box, Box{pose * v, pose * v});
    return box;
  };
  Judged found = Judged::free;
  for (std::uint32_t a = 0; a < links; ++a) {
    for (std::uint32_t b = a + 1; b < bodies; ++b) {
      if (subject.checker->allowed(a, b)) continue;
      const Pose pose_a = subject.checker->body(a, values).pose, pose_b = subject.checker->body(b, values).pose;
      if (!overlap(box_of(a, pose_a), box_of(b, pose_b))) continue;
      if (exact_collide(mesh_of(a), mesh_of(b), {0, 0, pose_a, pose_b})) return Judged::meet;
      if (winding(mesh_of(b), pose_b, pose_a * mesh_of(a).vertices[0]) > 0.9 ||
          winding(mesh_of(a), pose_a, pose_b * mesh_of(b).vertices[0]) > 0.9) {
        found = Judged::within;
      }
    }
  }
  return found;
}

// Steps of a degree, both ends included.
std::vector<Values> steps_of(const Values& from, const Values& to) {
  double most = 0;
  for (std::size_t v = 0; v < from.size(); ++v) most = std::max(most, std::fabs(to[v] - from[v]));
  const int count = std::max(1, static_cast<int>(std::ceil(most * 57.29577951308232)));
  std::vector<Values> steps;
  for (int i = 0; i <= count; ++i) {
    Values values;
    for (std::size_t v = 0; v < from.size(); ++v) values.push_back(from[v] + (to[v] - from[v]) * i / count);
    steps.push_back(std::move(values));
  }
  return steps;
}

}  // namespace

std::vector<Row> robot_valid(const Settings& settings) {
  std::vector<Row> rows;
  std::vector<Subject> subjects = make_subjects(settings);
  subjects.push_back(make_subject("arm-touching", scenes::mesh_stocky_arm(2000), 0, settings.seed));
  for (Subject& subject : subjects) {
    const std::vector<Values> all = configurations_of(subject, settings.quick ? 200 : 2000, settings.seed);
    const std::vector<std::vector<Pose>> poses = poses_of(subject, all);
    std::vector<std::uint8_t> ours(all.size()), theirs(all.size());
    const Timings times = interleave({{[&] {
                                        for (std::size_t i = 0; i < all.size(); ++i)
                                          ours[i] = subject.checker->valid(all[i]).yes();
                                      }},
                                      {[&] {
                                        for (std::size_t i = 0; i < all.size(); ++i)
                                          theirs[i] = subject.peer->valid(poses[i]);
                                      }}},
                                     settings.effort.rounds);
    Row row = row_of("robot-valid", subject.name, subject, times, all.size());
    std::size_t hits = 0, within = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      hits += !ours[i];
      if (ours[i] == theirs[i]) continue;
      ++row.disagreements;
      const Judged truth = judge(subject, all[i]);
      within += truth == Judged::within;
      ++((truth == Judged::free) == bool(ours[i]) ? row.peer_wrong : row.ours_wrong);
    }
    row.more.emplace_back("within", double(within));
    row.hits = double(hits) / double(all.size());
    rows.push_back(row);
    // Of those that are valid, where no contact ends the search.
    std::vector<std::size_t> valid;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (ours[i]) valid.push_back(i);
    if (valid.empty()) continue;
    const Timings free_times = interleave({{[&] {
                                             for (const std::size_t i : valid)
                                               ours[i] = subject.checker->valid(all[i]).yes();
                                           }},
                                           {[&] {
                                             for (const std::size_t i : valid)
                                               theirs[i] = subject.peer->valid(poses[i]);
                                           }}},
                                          settings.effort.rounds);
    row = row_of("robot-valid", subject.name + "-free", subject, free_times, valid.size());
    row.hits = 0;
    rows.push_back(row);
  }
  return rows;
}

std::vector<Row> robot_distance(const Settings& settings) {
  std::vector<Row> rows;
  for (Subject& subject : make_subjects(settings)) {
    std::vector<Values> all;
    for (Values& values : configurations_of(subject, settings.quick ? 40 : 400, settings.seed)) {
      if (subject.checker->valid(values).yes()) all.push_back(std::move(values));
    }
    if (all.size() > 60) all.resize(60);
    const std::vector<std::vector<Pose>> poses = poses_of(subject, all);
    std::vector<double> ours(all.size()), theirs(all.size());
    const Timings times = interleave({{[&] {
                                        for (std::size_t i = 0; i < all.size(); ++i)
                                          ours[i] = subject.checker->clearance(all[i]).distance;
                                      }},
                                      {[&] {
                                        for (std::size_t i = 0; i < all.size(); ++i)
                                          theirs[i] = subject.peer->distance(poses[i]);
                                      }}},
                                     settings.effort.rounds);
    Row row = row_of("robot-distance", subject.name, subject, times, all.size());
    for (std::size_t i = 0; i < all.size(); ++i) row.disagreements += !(std::fabs(ours[i] - theirs[i]) <= 1e-6);
    rows.push_back(row);
  }
  return rows;
}

std::vector<Row> robot_edge(const Settings& settings) {
  std::vector<Row> rows;
  for (Subject& subject : make_subjects(settings)) {
    const Robot& robot = subject.setting.made.robot;
    std::vector<Values> starts;
    for (Values& values : configurations_of(subject, 400, settings.seed)) {
      if (subject.checker->valid(values).yes()) starts.push_back(std::move(values));
    }
    if (starts.empty()) continue;
    for (const double length : {0.1, 0.5, 2.0}) {
      scenes::Random random(settings.seed + 23);
      std::vector<std::pair<Values, Values>> edges;
      std::vector<std::vector<std::vector<Pose>>> steps;
      const std::size_t count = settings.quick ? 10 : length < 1 ? 60 : 30;
      // The joint that turns most turns by the length; an edge ends in a valid configuration.
      for (int tries = 0; edges.size() < count && tries < 20000; ++tries) {
        const Values& from = starts[static_cast<std::size_t>(random.uniform() * double(starts.size()))];
        Values by;
        double most = 0;
        for (std::size_t v = 0; v < from.size(); ++v) {
          by.push_back(random.uniform(-1, 1));
          most = std::max(most, std::fabs(by[v]));
        }
        Values to = from;
        bool inside = true;
        for (std::size_t v = 0; v < from.size(); ++v) {
          to[v] += by[v] / most * length;
          inside = inside && robot.variables[v].lower <= to[v] && to[v] <= robot.variables[v].upper;
        }
        if (!inside || !subject.checker->valid(to).yes()) continue;
        edges.emplace_back(from, to);
        steps.push_back(poses_of(subject, steps_of(from, to)));
      }
      if (edges.empty()) continue;
      std::vector<WayResult> ours(edges.size());
      std::vector<std::uint8_t> theirs(edges.size());
      const Timings times = interleave(
          {{[&] {
             for (std::size_t i = 0; i < edges.size(); ++i)
               ours[i] = subject.checker->edge(edges[i].first, edges[i].second, {.first = false});
           }},
           {[&] {
             for (std::size_t i = 0; i < edges.size(); ++i) {
               theirs[i] = std::all_of(steps[i].begin(), steps[i].end(),
                                       [&](const std::vector<Pose>& links) { return subject.peer->valid(links); });
             }
           }}},
          settings.effort.rounds);
      char text[32];
      std::snprintf(text, sizeof text, "-%.1f", length);
      Row row = row_of("robot-edge", subject.name + text, subject, times, edges.size());
      std::size_t hits = 0;
      double asked = 0;
      for (std::size_t i = 0; i < edges.size(); ++i) {
        hits += ours[i].no();
        asked += double(ours[i].distances);
        row.disagreements += ours[i].yes() != bool(theirs[i]);
      }
      row.hits = double(hits) / double(edges.size());
      row.more.emplace_back("distances", asked / double(edges.size()));
      rows.push_back(row);
    }
  }
  return rows;
}

std::vector<Row> robot_path(const Settings& settings) {
  std::vector<Row> rows;
  for (Subject& subject : make_subjects(settings)) {
    const Robot& robot = subject.setting.made.robot;
    scenes::Random random(settings.seed + 29);
    // A walk of small steps that stays free, 0.002 to 0.02 rad each.
    std::vector<Values> way = {Values(robot.variables.size(), 0.0)};
    for (const Values& values : configurations_of(subject, 400, settings.seed)) {
      if (!subject.checker->valid(values).yes()) continue;
      way[0] = values;
      break;
    }
    const std::size_t count = settings.quick ? 200 : 10000;
    Values speed(robot.variables.size(), 0.0);
    while (way.size() < count) {
      for (double& s : speed) s = std::clamp(s + random.uniform(-0.002, 0.002), -0.02, 0.02);
      Values next = way.back();
      for (std::size_t v = 0; v < next.size(); ++v) {
        next[v] = std::clamp(next[v] + speed[v], robot.variables[v].lower, robot.variables[v].upper);
      }
      if (subject.checker->edge(way.back(), next).yes()) {
        way.push_back(std::move(next));
      } else {
        for (double& s : speed) s = random.uniform(-0.01, 0.01);
      }
    }
    std::vector<std::vector<Pose>> poses;
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      std::vector<Values> steps = steps_of(way[i], way[i + 1]);
      if (i > 0) steps.erase(steps.begin());
      for (std::vector<Pose>& links : poses_of(subject, steps)) poses.push_back(std::move(links));
    }
    WayResult ours;
    bool theirs = true;
    const Timings times =
        interleave({{[&] { ours = subject.checker->path(way); }}, {[&] {
                      theirs = std::all_of(poses.begin(), poses.end(),
                                           [&](const std::vector<Pose>& links) { return subject.peer->valid(links); });
                    }}},
                   2);
    Row row = row_of("robot-path", subject.name, subject, times, way.size());
    row.disagreements = ours.yes() != theirs;
    row.more.emplace_back("distances", double(ours.distances) / double(way.size()));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace graze::bench
