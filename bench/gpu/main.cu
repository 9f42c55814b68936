// graze::gpu on a device: every answer beside the core's, then how long it takes with the data on the device.
//   graze_gpu_bench [--only PART] [--checked N] [--timed N] [--boxes N] [--rays N] [--poses N] [--obj FILE]...
// One JSON row per case, as the other benchmarks write them; exit code 1 where an answer differs.
#include <cmath>

#include "bench/gpu/bench.h"

namespace graze::gpu_bench {
namespace {

enum class Motion { brief, far, degenerate, any_size };
constexpr Motion motions[] = {Motion::brief, Motion::far, Motion::degenerate, Motion::any_size};
constexpr const char* motion_names[] = {"short", "long", "degenerate", "any size"};

// Coordinate k of 24 of a pair.
constexpr double coordinate(Motion motion, std::uint64_t i, int k) {
  const std::uint64_t bits = drawn(41, i, static_cast<std::uint64_t>(k));
  switch (motion) {
    case Motion::brief:
      return k < 12 ? between_ones(bits) : coordinate(motion, i, k - 12) + 0.1 * between_ones(bits);
    case Motion::far:
      return between_ones(bits);
    case Motion::degenerate:
      return static_cast<double>(bits >> 40 & 3);  // small whole numbers: planes, points, ties
    case Motion::any_size:
      break;
  }
  // One size per pair, from 2^-300 to 2^300, and sizes up to 2^-40 of it per number.
  const int size = static_cast<int>(drawn(42, i, 0) % 601) - 300, less = static_cast<int>(bits & 31) * 5 / 4;
  double scale = 1;
  const double step = size - less < 0 ? 0.5 : 2;
  for (int k2 = size - less < 0 ? less - size : size - less; k2 > 0; --k2) scale *= step;
  return between_ones(bits) * scale;
}

__global__ void make_features(Motion motion, std::uint32_t count, double* at_0, double* at_1) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int k = 0; k < 12; ++k) {
    at_0[12 * i + k] = coordinate(motion, i, k);
    at_1[12 * i + k] = coordinate(motion, i, 12 + k);
  }
}

void features(CcdKind kind, std::size_t m, std::uint32_t checked, std::uint32_t timed) {
  const Motion motion = motions[m];
  const std::uint32_t count = std::max(checked, motion == Motion::brief || motion == Motion::far ? timed : checked);
  OnDevice<FourPoints> at_0(count), at_1(count);
  OnDevice<gpu::DeviceAnswer> answers(count);
  OnDevice<double> brackets(2 * std::size_t{count});
  OnDevice<std::uint32_t> undecided(count), left(1);
  const std::size_t scratch_bytes = gpu::ccd_scratch(count);
  OnDevice<char> scratch(scratch_bytes);
  make_features<<<(count + 255) / 256, 256>>>(motion, count, reinterpret_cast<double*>(at_0.data),
                                              reinterpret_cast<double*>(at_1.data));
  need(cudaMemset(brackets.data, 0, 16 * std::size_t{count}));  // only hits get one; all are copied back
  need(cudaDeviceSynchronize());
  const gpu::CcdOnDevice batch{at_0.data,      at_1.data, count,        answers.data, brackets.data,
                               undecided.data, left.data, scratch.data, scratch_bytes};
  const double ms = median_ms([&] {
    if (gpu::ccd(kind, batch, nullptr) != Status::ok) std::exit(2);
  });
  std::vector<gpu::DeviceAnswer> said(checked);
  std::vector<double> spans(2 * std::size_t{checked});
  need(cudaMemcpy(said.data(), answers.data, checked, cudaMemcpyDeviceToHost));
  need(cudaMemcpy(spans.data(), brackets.data, 16 * std::size_t{checked}, cudaMemcpyDeviceToHost));
  const std::uint32_t open = first_of(left.data);
  std::vector<std::uint32_t> listed(open);
  need(cudaMemcpy(listed.data(), undecided.data, 4 * std::size_t{open}, cudaMemcpyDeviceToHost));
  std::vector<FourPoints> from(checked), to(checked);
  need(cudaMemcpy(from.data(), at_0.data, sizeof(FourPoints) * std::size_t{checked}, cudaMemcpyDeviceToHost));
  need(cudaMemcpy(to.data(), at_1.data, sizeof(FourPoints) * std::size_t{checked}, cudaMemcpyDeviceToHost));
  std::atomic<std::size_t> different{0}, hits{0}, unlisted{0};
  const double begin = seconds();
  in_threads(checked, [&](std::size_t first, std::size_t last) {
    std::size_t yeses = 0;
    for (std::size_t i = first; i < last; ++i) {
      const CcdResult truth = ccd(kind, from[i], to[i]);
      yeses += truth.yes();
      if (said[i] == gpu::DeviceAnswer::undecided) {
        unlisted += !std::binary_search(listed.begin(), listed.end(), static_cast<std::uint32_t>(i));
        continue;
      }
      const bool yes = said[i] == gpu::DeviceAnswer::yes;
      if (said[i] == gpu::DeviceAnswer::invalid || yes != truth.yes() ||
          (yes && !(same_bits(spans[2 * i], truth.lower) && same_bits(spans[2 * i + 1], truth.upper))))
        ++different;
    }
    hits += yeses;
  });
  const double core = (seconds() - begin) / checked * 1e9;
  std::vector<CcdResult> results(checked);
  gpu::BatchReport report;
  const HostLevel whole = host_level(
      checked, {{from.data(), sizeof(FourPoints) * from.size()}, {to.data(), sizeof(FourPoints) * to.size()}},
      [&] { report = gpu::ccd(kind, from, to, results); });
  for (std::size_t i = 0; i < checked; ++i)
    if (said[i] == gpu::DeviceAnswer::yes) different += !results[i].yes() || !same_bits(spans[2 * i], results[i].lower);
  different += report.worker != gpu::Worker::device;
  wrong += different + unlisted;
  char more[300];
  std::snprintf(more, sizeof more,
                "\"checked\":%u,\"hits\":%.4f,\"left\":%.3g,\"billions_per_second\":%.3f,"
                "\"host_level_ns\":%.2f,\"host_level_pinned_ns\":%.2f",
                checked, static_cast<double>(hits) / checked, static_cast<double>(open) / count, count / ms * 1e-6,
                whole.plain, whole.pinned);
  row("gpu-features", std::string(motion_names[m]) + (kind == CcdKind::vertex_face ? " vertex-face" : " edge-edge"),
      ms * 1e6 / count, core, different + unlisted, more);
}

enum class Spread { uniform, dense, sizes, clusters, sheet, line };
constexpr Spread spreads[] = {Spread::uniform,  Spread::dense, Spread::sizes,
                              Spread::clusters, Spread::sheet, Spread::line};
constexpr const char* spread_names[] = {"1 overlap a box",         "10 overlaps a box", "sizes 1:100",
                                        "clusters of sizes 1:100", "a sheet",           "a line"};

Box made_box(Spread spread, std::size_t i, double edge) {
  Box box;
  double size = edge * (1 + 0.5 * between_ones(drawn(31, i, 9)));
  if (spread == Spread::sizes || spread == Spread::clusters)
    size = edge * 0.1 / (0.01 + 0.5 + 0.5 * between_ones(drawn(31, i, 9)));
  for (int k = 0; k < 3; ++k) {
    double at = between_ones(drawn(31, i, static_cast<std::uint64_t>(k)));
    if (spread == Spread::clusters)
      at = between_ones(drawn(33, drawn(32, i, 0) % 200, static_cast<std::uint64_t>(k))) +
           0.04 * at * between_ones(drawn(34, i, static_cast<std::uint64_t>(k)));
    if ((spread == Spread::sheet && k == 2) || (spread == Spread::line && k > 0)) at *= edge;
    const double half = 0.5 * size * (1 + 0.5 * between_ones(drawn(31, i, 3 + static_cast<std::uint64_t>(k))));
    (k == 0 ? box.lo.x : k == 1 ? box.lo.y : box.lo.z) = at - half;
    (k == 0 ? box.hi.x : k == 1 ? box.hi.y : box.hi.z) = at + half;
  }
  return box;
}

void boxes(std::size_t s, std::uint32_t count, std::uint32_t checked) {
  const Spread spread = spreads[s];
  const double wanted = spread == Spread::uniform || spread == Spread::sheet || spread == Spread::line ? 1 : 10;
  double edge = 1.0 / std::cbrt(count);
  if (spread == Spread::sheet) edge = 1.0 / std::sqrt(count);
  if (spread == Spread::line) edge = 1.0 / count;
  std::vector<Box> list(count);
  OnDevice<Box> on_device(count);
  const std::uint64_t capacity = static_cast<std::uint64_t>(count * wanted) + 1000000;
  OnDevice<gpu::IndexPair> found(capacity);
  OnDevice<std::uint64_t> needed(1);
  OnDevice<std::uint32_t> unusable(1);
  const std::size_t scratch_bytes = gpu::pairs_scratch(count), sort_bytes = gpu::sort_scratch(capacity, count);
  OnDevice<char> scratch(scratch_bytes), sort(sort_bytes);
  const gpu::PairsOnDevice batch{on_device.data, count,         found.data,   capacity,
                                 needed.data,    unusable.data, scratch.data, scratch_bytes};
  const auto find = [&] {
    if (gpu::pairs(batch, nullptr) != Status::ok) std::exit(2);
  };
  // The edge for which there are as many overlaps as the case says.
  std::uint64_t pairs = 0;
  for (int round = 0; round < 12; ++round) {
    in_threads(count, [&](std::size_t a, std::size_t b) {
      for (std::size_t i = a; i < b; ++i) list[i] = made_box(spread, i, edge);
    });
    need(cudaMemcpy(on_device.data, list.data(), sizeof(Box) * list.size(), cudaMemcpyHostToDevice));
    find();
    pairs = first_of(needed.data);
    const double per = 2.0 * static_cast<double>(pairs) / count;
    if (std::fabs(per / wanted - 1) < 0.02) break;
    const double power = spread == Spread::sheet ? 0.5 : spread == Spread::line ? 1 : 1.0 / 3;
    edge *= std::pow(wanted / std::max(per, 1e-3), power);
  }
  const double ms = median_ms(find);
  double sorted_ms = 0;
  if (pairs <= capacity)
    sorted_ms = median_ms([&] {
      find();
      if (gpu::sort_pairs(found.data, pairs, count, sort.data, sort_bytes, nullptr) != Status::ok) std::exit(2);
    });
  std::size_t different = 0;
  double core = 0;
  std::string more = "\"boxes\":" + std::to_string(count) + ",\"pairs\":" + std::to_string(pairs) +
                     ",\"ms\":" + std::to_string(ms) + ",\"sorted_ms\":" + std::to_string(sorted_ms);
  if (checked > 0) {  // the core's own list, of all or of the first boxes
    const std::span<const Box> part(list.data(), std::min(count, checked));
    double begin = seconds();
    const gpu::PairsResult by_core = gpu::pairs(part, {.device = -1});
    core = (seconds() - begin) * 1e9 / static_cast<double>(part.size());
    begin = seconds();
    const gpu::PairsResult by_device = gpu::pairs(part);
    const double host_level = (seconds() - begin) * 1e9 / static_cast<double>(part.size());
    different = by_device.worker != gpu::Worker::device || by_core.pairs != by_device.pairs;
    more += ",\"checked\":" + std::to_string(part.size()) + ",\"host_level_ns\":" + std::to_string(host_level);
  }
  wrong += different;
  row("gpu-pairs", spread_names[s], ms * 1e6 / count, core, different, more);
}

__global__ void break_down() { __trap(); }

// What must not go wrong: NaN among good items, a list that does not fit, memory that is not there.
void faults() {
  std::vector<FourPoints> from(1000), to(1000);
  for (std::size_t i = 0; i < from.size(); ++i)
    for (int k = 0; k < 24; ++k) {
      Vec3& p = (k < 12 ? from : to)[i][static_cast<std::size_t>(k % 12 / 3)];
      (k % 3 == 0 ? p.x : k % 3 == 1 ? p.y : p.z) = coordinate(Motion::degenerate, i, k);
    }
  from[17][2].y = std::nan("");
  to[503][0].x = HUGE_VAL;
  const auto equal = [&] {
    std::vector<CcdResult> results(from.size());
    std::size_t different = 0;
    const gpu::BatchReport report = gpu::ccd(CcdKind::edge_edge, from, to, results);
    for (std::size_t i = 0; i < from.size(); ++i) {
      const CcdResult truth = ccd(CcdKind::edge_edge, from[i], to[i]);
      different += truth.status != results[i].status || truth.answer != results[i].answer ||
                   !same_bits(truth.lower, results[i].lower) || !same_bits(truth.upper, results[i].upper);
    }
    std::printf(
        "{\"fault\":\"items that are not "
        "numbers\",\"worker\":\"%s\",\"failure\":\"%s\",\"left\":%zu,\"disagreements\":%zu}\n",
        report.worker == gpu::Worker::device ? "device" : "processor", report.failure.c_str(), report.left, different);
    wrong += different;
    return report.worker;
  };
  wrong += equal() != gpu::Worker::device;
  std::vector<Box> same(5000, Box{{0, 0, 0}, {1, 1, 1}});
  const gpu::PairsResult all = gpu::pairs(same);
  const std::size_t expected = same.size() * (same.size() - 1) / 2;
  std::printf("{\"fault\":\"more pairs than there was room for\",\"pairs\":%zu,\"expected\":%zu}\n", all.pairs.size(),
              expected);
  wrong += all.pairs.size() != expected || all.worker != gpu::Worker::device;
  same[4321].lo.y = std::nan("");
  const gpu::PairsResult bad = gpu::pairs(same);
  std::printf("{\"fault\":\"a box that is none\",\"status\":\"%s\",\"unusable\":%zu}\n", name(bad.status),
              bad.unusable);
  wrong += bad.status != Status::invalid || bad.unusable != 4321;
  // All memory taken: the processor answers, and after that the device again.
  std::vector<void*> taken;
  for (std::size_t bytes = std::size_t{1} << 33; bytes >= 4096; bytes /= 2) {
    void* block = nullptr;
    while (cudaMalloc(&block, bytes) == cudaSuccess) taken.push_back(block);
    (void)cudaGetLastError();
  }
  wrong += equal() != gpu::Worker::processor;
  for (void* block : taken) cudaFree(block);
  wrong += equal() != gpu::Worker::device;
  // Rays keep a mesh and pages from call to call: these go with the device.
  const Shape shape = make_soup({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {-1, -1, 1}, {1, -1, 1}, {0, 1, 1.5}});
  std::vector<Ray> rays(1000);
  for (std::size_t i = 0; i < rays.size(); ++i) rays[i] = {{0.001 * double(i) - 0.5, 0, 5}, {0, 0, -1}};
  const auto seen = [&](const char* when) {
    std::vector<RayBrief> briefs(rays.size()), truth(rays.size());
    const gpu::BatchReport report = gpu::cast({shape, {}}, rays, briefs);
    cast({shape, {}}, rays, truth, RaySettings{});
    std::size_t different = 0;
    for (std::size_t i = 0; i < rays.size(); ++i)
      different += briefs[i].answer != truth[i].answer || !same_bits(briefs[i].t, truth[i].t);
    std::printf("{\"fault\":\"rays, %s\",\"worker\":\"%s\",\"failure\":\"%s\",\"disagreements\":%zu}\n", when,
                report.worker == gpu::Worker::device ? "device" : "processor", report.failure.c_str(), different);
    wrong += different;
    return report.worker;
  };
  wrong += seen("before a reset") != gpu::Worker::device;
  const gpu::Mesh held = gpu::upload({shape, {}});
  need(cudaDeviceReset());
  wrong += seen("after a reset") != gpu::Worker::device;
  wrong += equal() != gpu::Worker::device;
  wrong += gpu::refit(held, rays.empty() ? std::span<const Vec3>{} : std::span<const Vec3>{}) != Status::invalid;
  // A kernel that breaks down: the device is lost to this process.
  break_down<<<1, 1>>>();
  std::printf("{\"fault\":\"a kernel broke down\",\"said\":\"%s\"}\n", cudaGetErrorString(cudaDeviceSynchronize()));
  wrong += seen("after a breakdown") != gpu::Worker::processor;
  wrong += equal() != gpu::Worker::processor;
  std::string refusal;
  try {
    (void)gpu::upload({shape, {}});
  } catch (const Error& error) {
    refusal = error.what();
  }
  wrong += refusal.empty();
  std::printf("{\"fault\":\"upload after a breakdown\",\"said\":\"%s\",\"devices\":%zu}\n", refusal.c_str(),
              gpu::devices().size());
  const cudaError_t reset = cudaDeviceReset();
  const bool back = seen("after a breakdown and a reset") == gpu::Worker::device;
  std::printf("{\"fault\":\"reset after a breakdown\",\"said\":\"%s\",\"device works again\":%s}\n",
              cudaGetErrorString(reset), back ? "true" : "false");
}

}  // namespace
}  // namespace graze::gpu_bench

int main(int argc, char** argv) {
  using namespace graze;
  using namespace graze::gpu_bench;
  std::uint32_t checked = 1000000, timed = 100000000, most_boxes = 10000000, boxes_checked = 1000000;
  std::uint32_t cloth_side = 500, cloth_checked = 1, most_motions = 4, only_spread = 6;
  MeshCounts meshes;
  std::string only;
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string option = argv[k];
    const auto value = static_cast<std::uint32_t>(std::strtoul(argv[k + 1], nullptr, 10));
    if (option == "--checked")
      checked = value;
    else if (option == "--timed")
      timed = value;
    else if (option == "--boxes")
      most_boxes = value;
    else if (option == "--boxes-checked")
      boxes_checked = value;
    else if (option == "--rays")
      meshes.rays = value;
    else if (option == "--rays-timed")
      meshes.rays_timed = value;
    else if (option == "--poses")
      meshes.poses = value;
    else if (option == "--poses-timed")
      meshes.poses_timed = value;
    else if (option == "--aims")
      meshes.aims = std::min(value, 4u);
    else if (option == "--nears")
      meshes.nears = std::min(value, 5u);
    else if (option == "--robots")
      meshes.robots = value;
    else if (option == "--hulls")
      meshes.hulls = value;
    else if (option == "--motions")
      most_motions = std::min(value, 4u);
    else if (option == "--spread")
      only_spread = value;
    else if (option == "--host-rounds")
      host_rounds = static_cast<int>(std::max(value, 1u));
    else if (option == "--obj")
      meshes.files.emplace_back(argv[k + 1]);
    else if (option == "--knot")
      meshes.knots.push_back(value);
    else if (option == "--cloth")
      cloth_side = value;
    else if (option == "--cloth-checked")
      cloth_checked = value;
    else if (option == "--only")
      only = argv[k + 1];
    else {
      std::fprintf(
          stderr,
          "usage: graze_gpu_bench [--only faults|features|boxes|meshes|cloth] [--checked N] [--timed N] [--boxes N] "
          "[--boxes-checked N] [--spread 0..5] [--motions 1..4] [--rays N] [--rays-timed N] [--aims 0..4] [--poses N] "
          "[--poses-timed N] [--nears 0..5] [--robots 0|1] [--hulls 0|1] [--host-rounds N] [--obj FILE] [--knot "
          "TRIANGLES] [--cloth SIDE] [--cloth-checked 0|1]\n");
      return 2;
    }
  }
  const std::vector<gpu::Device> devices = gpu::devices();
  if (devices.empty()) {
    std::fprintf(stderr, "graze_gpu_bench: there is no device\n");
    return 2;
  }
  std::printf("{\"device\":\"%s\",\"threads\":%u}\n", devices[0].name.c_str(), std::thread::hardware_concurrency());
  const auto wanted = [&](const char* part) { return only.empty() || only == part; };
  if (wanted("cloth")) cloth(cloth_side, cloth_checked != 0);
  if (wanted("meshes")) rays_and_poses(meshes);
  for (std::size_t m = 0; m < most_motions && wanted("features"); ++m)
    for (const CcdKind kind : {CcdKind::vertex_face, CcdKind::edge_edge}) features(kind, m, checked, timed);
  for (std::size_t s = 0; s < 6 && wanted("boxes"); ++s)
    if (only_spread >= 6 || only_spread == s) boxes(s, most_boxes, boxes_checked);
  if (wanted("faults")) faults();  // the last: the device is lost after it
  std::printf("{\"disagreements\":%zu}\n", wrong);
  return wrong == 0 ? 0 : 1;
}
