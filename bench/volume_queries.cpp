// volume-queries: box, oriented box, sphere, capsule, segment, point, half-space, cylinder, cone and octahedron against
// a mesh: yes/no, every triangle, distance. Half of the poses of the first two meet the mesh; those of the distance are
// apart from it by up to the size of the mesh. Answers about the last three that differ are counted and not judged.
#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/cases.h"
#include "bench/exact_volume.h"
#include "bench/pairs.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

constexpr double same_value = 1e-6;  // what FCL's iterations leave; distances farther apart than this disagree

struct Volume {
  const char* name;
  VolumeKind kind;
  bool turned;
  double near;  // offsets from the surface up to this; about half of them meet it
};

// A mesh is in [-1, 1]^3.
constexpr Volume volumes_asked[] = {
    {"box", {ShapeForm::box, {0.15, 0.1, 0.06}}, false, 0.45},
    {"oriented-box", {ShapeForm::box, {0.15, 0.1, 0.06}}, true, 0.45},
    {"sphere", {ShapeForm::sphere, {}, 0.1}, false, 0.45},
    {"capsule", {ShapeForm::capsule, {0, 0, 0.15}, 0.06}, true, 0.45},
    {"segment", {ShapeForm::segment, {0.1, 0.15, 0.05}}, true, 0.3},
    {"point", {ShapeForm::point, {}}, false, 0.1},
    {"half-space", {ShapeForm::halfspace, {}}, true, 0.2},
    {"cylinder", {ShapeForm::cylinder, {0, 0, 0.15}, 0.08}, true, 0.45},
    {"cone", {ShapeForm::cone, {0, 0, 0.15}, 0.1}, true, 0.45},
    {"octahedron", {ShapeForm::convex, {0.15, 0.12, 0.1}}, true, 0.45},
};

// At random places as far from a point of the surface as `offset` says: anywhere around it, or outward.
std::vector<Pose> places(const MeshData& mesh, const Volume& volume, int count, scenes::Random& random, bool outward,
                         const std::function<double()>& offset) {
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    const Index3& t = mesh.triangles[random.next() % mesh.triangles.size()];
    const double x = random.uniform(), y = random.uniform() * (1 - x);
    const Vec3 a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
    Pose pose;
    if (volume.turned) pose.linear = random_rotation(random);
    const Vec3 at = a + (b - a) * x + (c - a) * y;
    const double from_middle = length(at);
    const Vec3 way = outward && from_middle > 0 ? at * (1 / from_middle) : random.direction();
    pose.translation = at + way * offset();
    if (volume.kind.half_space()) {
      // The vertex that is farthest down is as far above the plane.
      const Vec3 up = pose.linear.c2;
      double low = dot(up, mesh.vertices[0]);
      for (const Vec3& v : mesh.vertices) low = std::min(low, dot(up, v));
      pose.translation = up * (low - offset() + (outward ? 0 : volume.near / 2));
    }
    poses.push_back(pose);
  }
  return poses;
}

enum class Ask { any, all, distance };
constexpr const char* ask_names[] = {"any", "all", "distance"};

void run(VolumePeer& peer, Ask ask, std::span<const Pose> poses, std::span<double> values) {
  if (ask == Ask::any) peer.collide(poses, values);
  if (ask == Ask::all) peer.count(poses, values);
  if (ask == Ask::distance) peer.distances(poses, values);
  keep(values.data());
}

Triangle corners(const MeshData& mesh, std::uint32_t i) {
  const Index3& t = mesh.triangles[i];
  return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
}

void compare(const Volume& volume, Ask ask, const MeshData& mesh, std::span<const Pose> poses, VolumePeer& ours,
             VolumePeer& peer, std::span<const double> values, std::span<const double> theirs, Row& row) {
  const ShapeForm form = volume.kind.form;
  if (form == ShapeForm::cylinder || form == ShapeForm::cone || form == ShapeForm::convex) {
    for (std::size_t i = 0; i < poses.size(); ++i)
      row.disagreements += std::fabs(values[i] - theirs[i]) > (ask == Ask::distance ? same_value : 0);
    return;
  }
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (ask == Ask::any && values[i] != theirs[i]) {
      ++row.disagreements;
      const bool truth = exact_collide(volume.kind, poses[i], mesh);
      ++((values[i] != 0) == truth ? row.peer_wrong : row.ours_wrong);
    }
    if (ask == Ask::distance && std::fabs(values[i] - theirs[i]) > same_value) {
      ++row.disagreements;
      const double truth = plain_distance(volume.kind, poses[i], mesh);
      ++(std::fabs(values[i] - truth) <= 1e-9 ? row.peer_wrong : row.ours_wrong);
    }
    if (ask == Ask::all) {
      const std::vector<std::uint32_t> mine = ours.triangles(poses[i]), other = peer.triangles(poses[i]);
      std::vector<std::uint32_t> differ;
      std::set_symmetric_difference(mine.begin(), mine.end(), other.begin(), other.end(), std::back_inserter(differ));
      for (const std::uint32_t t : differ) {
        ++row.disagreements;
        const bool listed = std::binary_search(mine.begin(), mine.end(), t);
        ++(listed == exact_meet(volume.kind, poses[i], corners(mesh, t)) ? row.peer_wrong : row.ours_wrong);
      }
    }
  }
}

// A row a peer that has the query; one without a peer when none has.
std::vector<Row> measure(const Bench& bench, const Volume& volume, Ask ask, const MeshData& mesh,
                         const std::vector<Pose>& poses, VolumePeer& ours,
                         const std::vector<std::unique_ptr<VolumePeer>>& peers) {
  const Effort& effort = bench.settings().effort;
  std::vector<double> values(poses.size()), theirs(poses.size());
  Row row;
  row.workload = "volume-queries";
  row.scene = bench.scene().name + "/" + volume.name + "/" + ask_names[static_cast<int>(ask)];
  row.triangles = mesh.triangles.size();
  const auto finish = [&](std::span<const Pose> part, const Timings& times) {
    row.queries = part.size();
    row.rounds = times.rounds;
    row.ours_ns = times.medians[0] * 1e9 / static_cast<double>(part.size());
    double hits = 0, listed = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      hits += ask == Ask::distance ? values[i] == 0 : values[i] != 0;
      listed += values[i];
    }
    row.hits = hits / static_cast<double>(part.size());
    row.more.clear();
    if (ask == Ask::all) row.more.emplace_back("triangles_listed", listed / static_cast<double>(part.size()));
  };
  std::vector<Row> rows;
  for (const auto& peer : peers) {
    if (!peer->set(volume.kind) || (ask == Ask::all && !peer->lists()) || (ask == Ask::distance && !peer->measures()))
      continue;
    row.disagreements = row.peer_wrong = row.ours_wrong = 0;
    const std::span<const Pose> probe(poses.data(), std::min<std::size_t>(8, poses.size()));
    run(*peer, ask, probe, theirs);
    const Seconds cost = time_once([&] { run(*peer, ask, probe, theirs); }) / static_cast<double>(probe.size());
    const std::size_t count =
        std::clamp<std::size_t>(static_cast<std::size_t>(effort.seconds_a_round / cost), probe.size(), poses.size());
    const std::span<const Pose> part(poses.data(), count);
    const Timings times =
        interleave({{[&] { run(ours, ask, part, values); }}, {[&] { run(*peer, ask, part, theirs); }}}, effort.rounds);
    row.peer = peer->name();
    row.peer_version = peer->version();
    row.peer_ns = times.medians[1] * 1e9 / static_cast<double>(count);
    finish(part, times);
    compare(volume, ask, mesh, part, ours, *peer, values, theirs, row);
    rows.push_back(row);
  }
  if (!rows.empty()) return rows;
  row.peer = no_peer;
  finish(poses, interleave({{[&] { run(ours, ask, poses, values); }}}, effort.rounds));
  return {row};
}

}  // namespace

std::vector<Row> volume_queries(Bench& bench) {
  scenes::Random random(bench.settings().seed);
  const MeshData mesh = object_frame(bench.scene().mesh, random.uniform());
  const auto ours = make_graze_volume();
  ours->build(mesh);
  std::vector<std::unique_ptr<VolumePeer>> peers;
  peers.push_back(make_fcl_volume());
  peers.push_back(make_bullet_volume());
  for (const auto& peer : peers) peer->build(mesh);
  const int count = bench.settings().quick ? 100 : 500;
  std::vector<Row> rows;
  for (const Volume& volume : volumes_asked) {
    ours->set(volume.kind);
    const std::vector<Pose> near =
        places(mesh, volume, count, random, false, [&] { return random.uniform(0, volume.near); });
    const std::vector<Pose> away =
        places(mesh, volume, count, random, true, [&] { return 0.2 + 2 * std::pow(10.0, random.uniform(-2, 0)); });
    for (const Ask ask : {Ask::any, Ask::all, Ask::distance})
      for (Row& row : measure(bench, volume, ask, mesh, ask == Ask::distance ? away : near, *ours, peers))
        rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace graze::bench
