// distance, distance-coherent, distance-meeting, within and scaled: how far two copies of a mesh are apart.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "bench/cases.h"
#include "bench/exact.h"
#include "bench/pairs.h"
#include "bench/peers/distance.h"
#include "bench/poses.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

constexpr double size = 2;           // of a mesh in its object frame
constexpr double tolerance = 0.04;   // 2 % of it
constexpr double same_value = 1e-9;  // distances farther apart than this disagree

// How a peer answers, for timing and for comparing: values, or 0 and 1.
using Query = std::function<void(DistancePeer&, std::span<const Pose>, std::span<double>)>;
// The referee of a yes/no query; none for values.
using Truth = std::function<bool(const Pose&)>;

// The squared distance of two triangles in plain double, written apart from the library: the referee's.
double plain_distance_sq(const Triangle& s, const Triangle& t) {
  const Vec3 p[3] = {s.a, s.b, s.c}, q[3] = {t.a, t.b, t.c};
  double least = std::numeric_limits<double>::infinity();
  const auto keep_least = [&](Vec3 d) { least = std::min(least, dot(d, d)); };
  const auto unit = [](double x) { return std::clamp(x, 0.0, 1.0); };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 e = p[(i + 1) % 3] - p[i], f = q[(j + 1) % 3] - q[j], w = p[i] - q[j];
      const double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), ew = dot(e, w), fw = dot(f, w);
      const double parallel = ee * ff - ef * ef;
      double x = parallel > 0 ? unit((ef * fw - ew * ff) / parallel) : 0;
      const double y = ff > 0 ? unit((ef * x + fw) / ff) : 0;
      x = ee > 0 ? unit((ef * y - ew) / ee) : 0;
      keep_least(w + e * x - f * y);
    }
  const auto over = [&](const Vec3(&corner)[3], const Vec3(&face)[3]) {
    const Vec3 u = face[1] - face[0], v = face[2] - face[0], n = cross(u, v);
    const double area = dot(n, n);
    if (!(area > 0)) return;
    for (const Vec3& c : corner) {
      const Vec3 w = c - face[0];
      const double x = dot(cross(w, v), n) / area, y = dot(cross(u, w), n) / area;
      if (x >= 0 && y >= 0 && x + y <= 1) keep_least(w - u * x - v * y);
    }
  };
  over(p, q);
  over(q, p);
  return least;
}

// Brute force over all pairs whose boxes are nearer than the best so far, which begins just above a claimed distance.
double plain_distance(const MeshData& mesh, const Pose& pose, double claimed) {
  const auto triangle = [&](const Index3& t, const Pose& at) {
    return Triangle{at * mesh.vertices[t[0]], at * mesh.vertices[t[1]], at * mesh.vertices[t[2]]};
  };
  const auto box = [](const Triangle& t) { return merge(merge(merge(Box{}, t.a), t.b), t.c); };
  double best = (claimed + 1e-6) * (claimed + 1e-6);
  std::vector<Triangle> moved;
  std::vector<Box> boxes;
  for (const Index3& t : mesh.triangles) {
    moved.push_back(triangle(t, pose));
    boxes.push_back(box(moved.back()));
  }
  for (const Index3& t : mesh.triangles) {
    const Triangle fixed = triangle(t, {});
    const Box fixed_box = box(fixed);
    for (std::size_t j = 0; j < moved.size(); ++j) {
      const Vec3 gap = max(max(boxes[j].lo - fixed_box.hi, fixed_box.lo - boxes[j].hi), Vec3{});
      if (dot(gap, gap) <= best) best = std::min(best, plain_distance_sq(fixed, moved[j]));
    }
  }
  return std::sqrt(best);
}

// Poses farther than contact by a distance that `gap` gives.
std::vector<Pose> away(const std::vector<Contact>& contacts, const std::function<double()>& gap) {
  std::vector<Pose> poses;
  for (const Contact& contact : contacts) poses.push_back({contact.rotation, {contact.distance + gap(), 0, 0}});
  return poses;
}

struct Scene {
  MeshData mesh;
  std::vector<Contact> contacts;
};

Scene make_scene(const Bench& bench) {
  scenes::Random random(bench.settings().seed);
  Scene scene{object_frame(bench.scene().mesh, random.uniform()), {}};
  const auto judge = make_fcl_obbrss();
  judge->load(scene.mesh);
  judge->build();
  scene.contacts = contacts(*judge, bench.settings().quick ? 40 : 150);
  if (scene.contacts.empty()) throw std::runtime_error(bench.scene().name + ": the two copies never touch");
  return scene;
}

// A row a peer, on the leading poses that fit the effort; those of a motion stay together.
std::vector<Row> compare(Bench& bench, const char* workload, const MeshData& mesh, const std::vector<Pose>& poses,
                         const Query& query, const Truth& truth = {}) {
  const bool yes_no = static_cast<bool>(truth);
  const Effort& effort = bench.settings().effort;
  const auto ours = make_graze_distance();
  ours->build(mesh);
  std::vector<Row> rows;
  for (auto& peer : make_distance_peers()) {
    peer->build(mesh);
    std::vector<double> values(poses.size()), theirs(poses.size());
    const std::span<const Pose> probe(poses.data(), std::min<std::size_t>(8, poses.size()));
    query(*peer, probe, values);
    const Seconds cost = time_once([&] { query(*peer, probe, values); }) / static_cast<double>(probe.size());
    const std::size_t count =
        std::clamp<std::size_t>(static_cast<std::size_t>(effort.seconds_a_round / cost), probe.size(), poses.size());
    const std::span<const Pose> part(poses.data(), count);
    const Timings times =
        interleave({{[&] { query(*ours, part, values); }}, {[&] { query(*peer, part, theirs); }}}, effort.rounds);
    Row row;
    row.workload = workload;
    row.scene = bench.scene().name;
    row.peer = peer->name();
    row.peer_version = peer->version();
    row.queries = count;
    row.rounds = times.rounds;
    row.triangles = mesh.triangles.size();
    row.ours_ns = times.medians[0] * 1e9 / static_cast<double>(count);
    row.peer_ns = times.medians[1] * 1e9 / static_cast<double>(count);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < count; ++i) {
      hits += yes_no && values[i] != 0;
      if (yes_no ? values[i] == theirs[i] : std::fabs(values[i] - theirs[i]) <= same_value) continue;
      ++row.disagreements;
      if (yes_no) {
        ++((values[i] != 0) == truth(part[i]) ? row.peer_wrong : row.ours_wrong);
      } else {
        const double least = plain_distance(mesh, part[i], std::min(values[i], theirs[i]));
        ++(std::fabs(values[i] - least) <= same_value ? row.peer_wrong : row.ours_wrong);
      }
    }
    if (yes_no) row.hits = static_cast<double>(hits) / static_cast<double>(count);
    rows.push_back(row);
  }
  return rows;
}

// Small turns and moves along x from one contact to the next, at least 1 % away from touching.
std::vector<Pose> motion(const std::vector<Contact>& contacts, std::size_t steps) {
  std::vector<Pose> poses;
  const Contact& start = contacts.front();
  double farthest = 0;
  for (const Contact& contact : contacts) farthest = std::max(farthest, contact.distance);
  for (std::size_t i = 0; i < steps; ++i) {
    const double angle = 0.01 * static_cast<double>(i), c = std::cos(angle), s = std::sin(angle);
    const Mat3 turn{{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    poses.push_back({turn * start.rotation,
                     {farthest + 0.3 + 0.25 * std::sin(0.02 * static_cast<double>(i)), 0.2 * std::sin(angle), 0}});
  }
  return poses;
}

}  // namespace

// Gaps from 0.1 % to the whole of the size, each decade as often.
std::vector<Row> distance_cold(Bench& bench) {
  const Scene scene = make_scene(bench);
  scenes::Random random(bench.settings().seed);
  const std::vector<Pose> poses = away(scene.contacts, [&] { return size * std::pow(10.0, random.uniform(-3, 0)); });
  const Query query = [](DistancePeer& peer, std::span<const Pose> some, std::span<double> values) {
    peer.distances(some, values);
    keep(values.data());
  };
  return compare(bench, "distance", scene.mesh, poses, query);
}

std::vector<Row> distance_coherent(Bench& bench) {
  const Scene scene = make_scene(bench);
  const Query query = [](DistancePeer& peer, std::span<const Pose> some, std::span<double> values) {
    peer.coherent(some, values);
    keep(values.data());
  };
  return compare(bench, "distance-coherent", scene.mesh, motion(scene.contacts, 600), query);
}

// Copies that meet, by depths from 0.1 % to 30 % of the size, each decade as often: is the distance 0?
std::vector<Row> distance_meeting(Bench& bench) {
  const Scene scene = make_scene(bench);
  scenes::Random random(bench.settings().seed);
  const std::vector<Pose> poses =
      away(scene.contacts, [&] { return -size * std::pow(10.0, random.uniform(-3, -0.5)); });
  const Query query = [](DistancePeer& peer, std::span<const Pose> some, std::span<double> values) {
    peer.distances(some, values);
    for (double& value : values.first(some.size())) value = value <= 0;
    keep(values.data());
  };
  return compare(bench, "distance-meeting", scene.mesh, poses, query,
                 [&](const Pose& pose) { return exact_collide(scene.mesh, pose); });
}

// Half of the poses are nearer than the tolerance, half are farther.
std::vector<Row> within_tolerance(Bench& bench) {
  const Scene scene = make_scene(bench);
  scenes::Random random(bench.settings().seed);
  const std::vector<Pose> poses = away(scene.contacts, [&] { return random.uniform(0, 3 * tolerance); });
  const Query query = [](DistancePeer& peer, std::span<const Pose> some, std::span<double> values) {
    std::vector<char> answers(some.size());
    peer.within(some, tolerance, answers);
    std::copy(answers.begin(), answers.end(), values.begin());
    keep(values.data());
  };
  return compare(bench, "within", scene.mesh, poses, query,
                 [&](const Pose& pose) { return plain_distance(scene.mesh, pose, tolerance) <= tolerance; });
}

// A non-uniform scale in the pose against the same scale worked into the vertices; the "peer" is graze itself.
std::vector<Row> scaled(Bench& bench) {
  const Scene scene = make_scene(bench);
  scenes::Random random(bench.settings().seed);
  const Vec3 scale{1.25, 0.8, 1};
  const Mat3 stretch{{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}};
  MeshData stretched = scene.mesh;
  for (Vec3& v : stretched.vertices) v = stretch * v;
  const Shape shape = make_mesh(scene.mesh.vertices, scene.mesh.triangles);
  const Shape baked = make_mesh(stretched.vertices, stretched.triangles);
  for (const Shape& s : {shape, baked}) prepare_pairs(s, 1);
  std::vector<Pose> poses = away(scene.contacts, [&] { return size * std::pow(10.0, random.uniform(-1.5, 0)); });
  std::vector<double> ours(poses.size()), theirs(poses.size());
  std::vector<char> meets(poses.size()), baked_meets(poses.size());
  const auto posed = [&](const Pose& pose) { return Pose{pose.linear * stretch, pose.translation}; };

  Row row;
  row.scene = bench.scene().name;
  row.peer = "graze-baked";
  row.peer_version = version_string();
  row.queries = poses.size();
  row.triangles = scene.mesh.triangles.size();
  const auto finish = [&](const char* workload, const Timings& times) {
    row.workload = workload;
    row.rounds = times.rounds;
    row.ours_ns = times.medians[0] * 1e9 / static_cast<double>(poses.size());
    row.peer_ns = times.medians[1] * 1e9 / static_cast<double>(poses.size());
    return row;
  };
  std::vector<Row> rows;
  const Timings far =
      interleave({{[&] {
                    for (std::size_t i = 0; i < poses.size(); ++i)
                      ours[i] = find_distance({shape, {stretch, {}}}, {shape, posed(poses[i])}).distance;
                  }},
                  {[&] {
                    for (std::size_t i = 0; i < poses.size(); ++i)
                      theirs[i] = find_distance({baked, {}}, {baked, poses[i]}).distance;
                  }}},
                 bench.settings().effort.rounds);
  for (std::size_t i = 0; i < poses.size(); ++i) row.disagreements += std::fabs(ours[i] - theirs[i]) > same_value;
  rows.push_back(finish("scaled", far));
  for (std::size_t i = 0; i < poses.size(); ++i)
    poses[i].translation.x = scene.contacts[i].distance + random.uniform(-0.04, 0.04);
  const Timings near = interleave({{[&] {
                                     for (std::size_t i = 0; i < poses.size(); ++i)
                                       meets[i] = collide({shape, {stretch, {}}}, {shape, posed(poses[i])}).yes();
                                   }},
                                   {[&] {
                                     for (std::size_t i = 0; i < poses.size(); ++i)
                                       baked_meets[i] = collide({baked, {}}, {baked, poses[i]}).yes();
                                   }}},
                                  bench.settings().effort.rounds);
  row.disagreements = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) row.disagreements += meets[i] != baked_meets[i];
  row.scene += "-collide";
  rows.push_back(finish("scaled", near));
  return rows;
}

}  // namespace graze::bench
