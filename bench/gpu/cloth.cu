// A cloth on a device: from where its vertices are to what they touch, and trees that follow it.
#include <cmath>

#include "bench/gpu/bench.h"
#include "graze/deformable.h"
#include "graze/shape.h"

namespace graze::gpu_bench {
namespace {

double wobble(std::uint64_t seed, std::uint64_t i, std::uint64_t k) { return between_ones(drawn(seed, i, k)); }

// Two wavy sheets of side x side vertices each, of which the upper falls through the lower one.
struct Sheets {
  std::vector<Vec3> at_0, at_1;
  std::vector<Index3> triangles;

  explicit Sheets(std::uint32_t side) {
    const double cell = 2.0 / (side - 1);
    for (std::uint32_t sheet = 0; sheet < 2; ++sheet)
      for (std::uint32_t j = 0; j < side; ++j)
        for (std::uint32_t i = 0; i < side; ++i) {
          const std::uint64_t id = at_0.size();
          const double x = -1 + cell * (i + 0.25 * wobble(51, id, 0)), y = -1 + cell * (j + 0.25 * wobble(51, id, 1));
          double z = 0.05 * std::sin(9 * x + 2 * y) * std::cos(7 * y) + 0.1 * cell * wobble(51, id, 2);
          if (sheet == 1) z += cell * (0.2 + 1.3 * (1 + std::sin(5 * x - 3 * y)));
          at_0.push_back({x, y, z});
          const double down = sheet == 1 ? 1.5 * cell : 0, aside = sheet == 1 ? 0.5 * cell : 0;
          at_1.push_back({x + aside + 0.3 * cell * wobble(51, id, 3), y + 0.3 * cell * wobble(51, id, 4),
                          z - down + 0.2 * cell * wobble(51, id, 5)});
        }
    for (std::uint32_t sheet = 0; sheet < 2; ++sheet)
      for (std::uint32_t j = 0; j + 1 < side; ++j)
        for (std::uint32_t i = 0; i + 1 < side; ++i) {
          const std::uint32_t at = (sheet * side + j) * side + i;
          triangles.push_back({at, at + 1, at + side + 1});
          triangles.push_back({at, at + side + 1, at + side});
        }
  }
};

template <class T>
void put(const OnDevice<T>& to, std::span<const T> values) {
  need(cudaMemcpy(to.data, values.data(), values.size_bytes(), cudaMemcpyHostToDevice));
}

void touches(std::uint32_t side, bool check) {
  const Sheets sheets(side);
  const std::vector<gpu::OwningTriangle> triangles = gpu::own_features(sheets.triangles);
  const auto count = static_cast<std::uint32_t>(triangles.size());
  const auto vertices = static_cast<std::uint32_t>(sheets.at_0.size());
  OnDevice<gpu::OwningTriangle> owning(count);
  OnDevice<Vec3> at_0(vertices), at_1(vertices);
  put<gpu::OwningTriangle>(owning, triangles);
  put<Vec3>(at_0, sheets.at_0);
  put<Vec3>(at_1, sheets.at_1);
  gpu::SelfCcdOnDevice batch;
  batch.triangles = owning.data;
  batch.count = count;
  batch.at_0 = at_0.data;
  batch.at_1 = at_1.data;
  batch.vertices = vertices;
  batch.overlap_capacity = 40 * std::uint64_t{count};
  batch.pair_capacity = 24 * count;
  batch.touch_capacity = 4 * count;
  batch.undecided_capacity = count;
  OnDevice<gpu::FeatureTouch> found(batch.touch_capacity), open(batch.undecided_capacity);
  OnDevice<gpu::SelfCcdCounts> counts(1);
  batch.touches = found.data;
  batch.undecided = open.data;
  batch.counts = counts.data;
  batch.scratch_bytes = gpu::self_ccd_scratch(batch);
  OnDevice<char> scratch(batch.scratch_bytes);
  batch.scratch = scratch.data;
  const double ms = median_ms([&] {
    if (gpu::self_ccd(batch, nullptr) != Status::ok) std::exit(2);
  });
  const gpu::SelfCcdCounts counted = first_of(counts.data);
  std::size_t different = 0;
  double core = 0, host = 0;
  if (check) {
    double begin = seconds();
    const gpu::SelfCcdResult truth = gpu::self_ccd(triangles, sheets.at_0, sheets.at_1, {.device = -1});
    core = seconds() - begin;
    (void)gpu::self_ccd(triangles, sheets.at_0, sheets.at_1);
    begin = seconds();
    const gpu::SelfCcdResult said = gpu::self_ccd(triangles, sheets.at_0, sheets.at_1);
    host = seconds() - begin;
    different += said.worker != gpu::Worker::device || said.pairs != truth.pairs ||
                 said.touches.size() != truth.touches.size() ||
                 counted.touches + counted.undecided < truth.touches.size();
    for (std::size_t i = 0; i < truth.touches.size() && i < said.touches.size(); ++i) {
      const gpu::FeatureTouch &a = truth.touches[i], &b = said.touches[i];
      different += !std::equal(a.points, a.points + 4, b.points) || a.kind != b.kind || !same_bits(a.lower, b.lower) ||
                   !same_bits(a.upper, b.upper);
    }
  }
  wrong += different;
  char more[400];
  std::snprintf(more, sizeof more,
                "\"triangles\":%u,\"ms\":%.3f,\"overlaps\":%llu,\"vertex_faces\":%u,\"edge_edges\":%u,\"touches\":%u,"
                "\"undecided\":%u,\"host_level_ms\":%.1f,\"core_ms\":%.1f",
                count, ms, static_cast<unsigned long long>(counted.overlaps), counted.pairs[0], counted.pairs[1],
                counted.touches, counted.undecided, host * 1e3, core * 1e3);
  const double pairs = static_cast<double>(counted.pairs[0]) + counted.pairs[1];
  row("gpu-cloth", "two sheets, from positions to touches", ms * 1e6 / pairs, core * 1e9 / pairs, different, more);
}

// A sheet that waves: trees that were made before, rays and poses after.
void follows(std::uint32_t side) {
  Sheets sheets(side);
  const std::size_t half = sheets.at_0.size() / 2;
  sheets.triangles.resize(sheets.triangles.size() / 2);
  std::vector<Vec3> before(sheets.at_0.begin(), sheets.at_0.begin() + static_cast<std::ptrdiff_t>(half)),
      after = before;
  for (Vec3& p : after) p = {p.x * 0.9, p.y, p.z + 0.3 * std::sin(4 * p.x + 1) * std::cos(2 * p.y)};
  const Shape shape = make_mesh(before, sheets.triangles), moved = make_mesh(after, sheets.triangles);
  const auto count = static_cast<std::uint32_t>(half);
  OnDevice<Vec3> places(half);
  put<Vec3>(places, after);
  const std::uint32_t asked = 1000000;
  std::vector<Ray> rays(asked);
  for (std::uint32_t i = 0; i < asked; ++i)
    rays[i] = {{0.95 * wobble(52, i, 0), 0.95 * wobble(52, i, 1), 1.5},
               {0.6 * wobble(52, i, 2), 0.6 * wobble(52, i, 3), -1}};
  std::vector<RayBrief> truth(asked);
  cast({moved, {}}, rays, truth, RaySettings{.threads = 0});
  OnDevice<Ray> on_rays(asked);
  put<Ray>(on_rays, rays);
  OnDevice<gpu::DeviceAnswer> answers(asked);
  OnDevice<std::uint32_t> triangles(asked), undecided(asked), undecided_count(1);
  OnDevice<double> parameters(asked);
  const std::size_t bytes = gpu::rays_scratch(asked);
  OnDevice<char> scratch(bytes);
  const gpu::RaysOnDevice batch{on_rays.data,    asked,          RayWant::closest,     answers.data, triangles.data,
                                parameters.data, undecided.data, undecided_count.data, scratch.data, bytes};
  double times[3] = {0, 0, 0}, ray_times[2] = {0, 0};
  std::size_t different = 0, hits = 0;
  for (int use = 0; use < 3; ++use) {
    const gpu::Mesh mesh = gpu::upload({shape, {}}, {use != 1, use != 0, true});
    times[use] = median_ms([&] {
      if (gpu::refit(mesh, places.data, count, nullptr) != Status::ok) std::exit(2);
    });
    if (use != 0) continue;
    const auto go = [&](const gpu::Mesh& with) {
      if (gpu::cast(with, batch, nullptr) != Status::ok) std::exit(2);
    };
    ray_times[1] = median_ms([&] { go(gpu::upload({moved, {}}, {true, false})); });
    const gpu::Mesh fresh = gpu::upload({moved, {}}, {true, false});
    ray_times[1] = median_ms([&] { go(fresh); });
    ray_times[0] = median_ms([&] { go(mesh); });
    std::vector<gpu::DeviceAnswer> said(asked);
    std::vector<std::uint32_t> hit(asked);
    std::vector<double> at(asked);
    need(cudaMemcpy(said.data(), answers.data, asked, cudaMemcpyDeviceToHost));
    need(cudaMemcpy(hit.data(), triangles.data, 4 * std::size_t{asked}, cudaMemcpyDeviceToHost));
    need(cudaMemcpy(at.data(), parameters.data, 8 * std::size_t{asked}, cudaMemcpyDeviceToHost));
    for (std::uint32_t i = 0; i < asked; ++i) {
      hits += truth[i].yes();
      if (said[i] == gpu::DeviceAnswer::undecided) continue;
      const bool yes = said[i] == gpu::DeviceAnswer::yes;
      different += yes != truth[i].yes() || (yes && (hit[i] != truth[i].triangle || !same_bits(at[i], truth[i].t)));
    }
  }
  const double left = static_cast<double>(first_of(undecided_count.data)) / asked;
  // Poses of the moved sheet against itself.
  const std::uint32_t turns = 100000;
  std::vector<Pose> poses(turns);
  for (std::uint32_t i = 0; i < turns; ++i)
    poses[i] = make_pose({0.2 * wobble(53, i, 0), 0.2 * wobble(53, i, 1), 0.5 + 0.5 * wobble(53, i, 2)},
                         normalized(Quat{1, 0.2 * wobble(53, i, 3), 0.2 * wobble(53, i, 4), 0.5 * wobble(53, i, 5)}));
  std::vector<YesNo> met(turns);
  (void)gpu::collide({moved, {}}, moved, poses, met, {.device = -1});
  OnDevice<Pose> on_poses(turns);
  put<Pose>(on_poses, poses);
  const std::size_t pose_bytes = gpu::poses_scratch(turns);
  OnDevice<char> pose_scratch(pose_bytes);
  const gpu::PosesOnDevice pose_batch{on_poses.data,     turns,     answers.data, undecided.data, undecided_count.data,
                                      pose_scratch.data, pose_bytes};
  double pose_times[2] = {0, 0};
  std::size_t yes = 0, open = 0;
  for (int k = 0; k < 2; ++k) {
    const gpu::Mesh mesh = gpu::upload({k == 0 ? shape : moved, {}}, {false, true, k == 0});
    if (k == 0 && gpu::refit(mesh, after) != Status::ok) std::exit(2);
    pose_times[k] = median_ms([&] {
      if (gpu::collide(mesh, mesh, pose_batch, nullptr) != Status::ok) std::exit(2);
    });
    std::vector<gpu::DeviceAnswer> said(turns);
    need(cudaMemcpy(said.data(), answers.data, turns, cudaMemcpyDeviceToHost));
    for (std::uint32_t i = 0; i < turns; ++i) {
      if (said[i] == gpu::DeviceAnswer::undecided) {
        open += k == 0;
        continue;
      }
      different += (said[i] == gpu::DeviceAnswer::yes) != met[i].yes();
      yes += k == 0 && met[i].yes();
    }
  }
  // Versions of a DeformableMesh through the host level: the third and later ones only move what is there.
  DeformableMesh cloth(before, sheets.triangles);
  std::vector<RayBrief> briefs(asked);
  double version_ms = 0;
  for (int version = 0; version < 5; ++version) {
    cloth.update(version % 2 == 0 ? before : after);
    const Shape now = cloth.prepare();
    const double begin = seconds();
    const gpu::BatchReport report = gpu::cast({now, {}}, rays, briefs);
    version_ms = (seconds() - begin) * 1e3;
    different += report.worker != gpu::Worker::device;
    for (std::uint32_t i = 0; version % 2 == 1 && i < asked; ++i)
      different += briefs[i].answer != truth[i].answer || (truth[i].yes() && !same_bits(briefs[i].t, truth[i].t));
  }
  gpu::forget_meshes();
  wrong += different;
  char more[600];
  std::snprintf(more, sizeof more,
                "\"triangles\":%u,\"rays_ms\":%.3f,\"pairs_ms\":%.3f,\"both_ms\":%.3f,\"rays_after\":%.3f,"
                "\"rays_of_new_tree\":%.3f,\"hits\":%.3f,\"left\":%.2g,\"poses_after\":%.3f,\"poses_of_new_tree\":%.3f,"
                "\"yes\":%.3f,\"poses_left\":%zu,\"version_ms\":%.1f",
                shape.triangle_count(), times[0], times[1], times[2], asked / ray_times[0] * 1e-6,
                asked / ray_times[1] * 1e-6, static_cast<double>(hits) / asked, left, turns / pose_times[0] * 1e-3,
                turns / pose_times[1] * 1e-3, static_cast<double>(yes) / turns, open, version_ms);
  row("gpu-refit", "a sheet that waves", times[2] * 1e6 / shape.triangle_count(), 0, different, more);
}

}  // namespace

void cloth(std::uint32_t side, bool check) {
  touches(side, check);
  follows(static_cast<std::uint32_t>(side * 1.415));
}

}  // namespace graze::gpu_bench
