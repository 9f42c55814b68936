// Rays and poses of meshes on a device: every answer beside the core's, then how long it takes.
#include <cmath>
#include <fstream>
#include <sstream>

#include "bench/gpu/bench.h"
#include "scenes/scenes.h"

namespace graze::gpu_bench {
namespace {

double between(double lo, double hi, std::uint64_t seed, std::uint64_t i, std::uint64_t k) {
  return lo + (hi - lo) * (static_cast<double>(drawn(seed, i, k) >> 11) * 0x1p-53);
}
Vec3 in_cube(std::uint64_t seed, std::uint64_t i, std::uint64_t k) {
  return {between(-1, 1, seed, i, k), between(-1, 1, seed, i, k + 1), between(-1, 1, seed, i, k + 2)};
}
Vec3 on_sphere(std::uint64_t seed, std::uint64_t i, std::uint64_t k) {
  for (;; k += 3) {
    const Vec3 v = in_cube(seed, i, k);
    const double l = length(v);
    if (l > 0.1 && l < 1) return v * (1 / l);
  }
}
Mat3 turned(std::uint64_t seed, std::uint64_t i) {
  for (std::uint64_t k = 0;; k += 4) {
    const Quat q{between(-1, 1, seed, i, k), between(-1, 1, seed, i, k + 1), between(-1, 1, seed, i, k + 2),
                 between(-1, 1, seed, i, k + 3)};
    const double l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (l > 0.1 && l < 1) return to_matrix(normalized(q));
  }
}

Shape read_obj(const std::string& path) {
  std::ifstream file(path);
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "v") {
      Vec3 v;
      words >> v.x >> v.y >> v.z;
      vertices.push_back(v);
    } else if (word == "f") {
      Index3 t{};
      for (std::uint32_t& corner : t) {
        words >> word;
        corner = static_cast<std::uint32_t>(std::stoul(word)) - 1;
      }
      triangles.push_back(t);
    }
  }
  if (triangles.empty()) {
    std::fprintf(stderr, "graze_gpu_bench: no triangles in %s\n", path.c_str());
    std::exit(2);
  }
  return make_mesh(vertices, triangles);
}

struct Middle {
  Vec3 centre;
  double size;
};
Middle middle_of(const Shape& shape) {
  const Box box = shape.bounds();
  const Vec3 wide = box.hi - box.lo;
  return {(box.lo + box.hi) * 0.5, 0.5 * std::max({wide.x, wide.y, wide.z})};
}

enum class Aim { anywhere, vertices, edges, planes };
constexpr Aim aims[] = {Aim::anywhere, Aim::vertices, Aim::edges, Aim::planes};
constexpr const char* aim_names[] = {"random", "at vertices", "at edges", "in planes"};

// From a sphere around the body; three in four of the random ones at a point of a triangle.
Ray made_ray(Aim aim, const Shape& shape, const Middle& middle, std::uint64_t i) {
  const Triangle t = shape.triangle(static_cast<std::uint32_t>(drawn(22, i, 0) % shape.triangle_count()));
  Ray ray;
  ray.origin = middle.centre + on_sphere(21, i, 0) * (3 * middle.size);
  Vec3 target = middle.centre + in_cube(22, i, 3) * middle.size;
  double s = between(0, 1, 22, i, 1), v = between(0, 1, 22, i, 2);
  if (s + v > 1) {
    s = 1 - s;
    v = 1 - v;
  }
  if (aim == Aim::vertices) target = t.a;
  if (aim == Aim::edges) target = t.a * (1 - s) + t.b * s;
  if (aim == Aim::anywhere && i % 4 != 0) target = (t.a * (1 - s - v) + t.b * s) + t.c * v;
  if (aim == Aim::planes) {
    ray.origin = t.a + (t.b - t.a) * between(-3, 3, 22, i, 6) + (t.c - t.a) * between(-3, 3, 22, i, 7);
    target = t.a * (1 - s) + t.b * s;
  }
  const Vec3 way = target - ray.origin;
  ray.direction = length(way) > 0 ? way * (1 / length(way)) : Vec3{1, 0, 0};
  return ray;
}

bool same(const RayBrief& a, const RayBrief& b) {
  return a.status == b.status && a.answer == b.answer && same_bits(a.t, b.t) && a.triangle == b.triangle &&
         a.tag == b.tag;
}

void rays(const std::string& title, const Shape& shape, const MeshCounts& counts) {
  const Middle middle = middle_of(shape);
  const Body body{shape, {}};
  prepare_rays(shape, 0);
  const double upload_begin = seconds();
  const gpu::Mesh mesh = gpu::upload(body, {true, false});
  const double uploaded = seconds() - upload_begin;
  for (std::size_t a = 0; a < counts.aims; ++a) {
    const std::uint32_t timed = a == 3 ? std::min(counts.rays_timed, 1000000u) : counts.rays_timed;
    const std::uint32_t count = std::max(counts.rays, timed);
    std::vector<Ray> list(count);
    in_threads(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) list[i] = made_ray(aims[a], shape, middle, i);
    });
    if (count > 20) {  // among the others some that are no rays
      list[17].origin.y = std::nan("");
      list[18].direction = {};
      list[19].max = std::nan("");
    }
    const std::span<const Ray> checked(list.data(), counts.rays);
    std::vector<RayBrief> truth(checked.size()), said(checked.size()), any(checked.size());
    double begin = seconds();
    cast(body, checked, truth, RaySettings{.threads = 0});
    const double core = (seconds() - begin) / counts.rays * 1e9;
    gpu::BatchReport report = gpu::cast(body, checked, said);
    HostLevel whole;
    if (aims[a] == Aim::anywhere)
      whole = host_level(checked.size(), {{checked.data(), checked.size_bytes()}},
                         [&] { report = gpu::cast(body, checked, said); });
    const std::size_t left = report.left;
    std::size_t different = report.worker != gpu::Worker::device, hits = 0;
    if (aims[a] == Aim::planes)
      any = said;  // the core would answer most of them once more
    else
      report = gpu::cast(body, checked, any, RayWant::any);
    for (std::size_t i = 0; i < checked.size(); ++i) {
      different += !same(truth[i], said[i]) || truth[i].answer != any[i].answer || truth[i].status != any[i].status;
      hits += truth[i].yes();
    }
    wrong += different;

    OnDevice<Ray> on_device(timed);
    OnDevice<gpu::DeviceAnswer> answers(timed);
    OnDevice<std::uint32_t> triangles(timed), undecided(timed), undecided_count(1);
    OnDevice<double> parameters(timed);
    const std::size_t bytes = gpu::rays_scratch(timed);
    OnDevice<char> scratch(bytes);
    need(cudaMemcpy(on_device.data, list.data(), sizeof(Ray) * std::size_t{timed}, cudaMemcpyHostToDevice));
    gpu::RaysOnDevice batch{on_device.data,  timed,          RayWant::closest,     answers.data, triangles.data,
                            parameters.data, undecided.data, undecided_count.data, scratch.data, bytes};
    const auto go = [&] {
      if (gpu::cast(mesh, batch, nullptr) != Status::ok) std::exit(2);
    };
    const double ms = median_ms(go);
    const double left_share = static_cast<double>(first_of(undecided_count.data)) / timed;
    batch.parameters = nullptr;
    const double without = median_ms(go);
    batch.want = RayWant::any;
    const double any_ms = median_ms(go);
    char more[400];
    std::snprintf(more, sizeof more,
                  "\"triangles\":%u,\"checked\":%u,\"hits\":%.4f,\"left\":%.3g,\"left_of_checked\":%zu,"
                  "\"billions_per_second\":%.3f,\"without_parameters\":%.3f,\"any\":%.3f,\"host_level_ns\":%.3f,"
                  "\"host_level_pinned_ns\":%.3f,\"upload_s\":%.2f",
                  shape.triangle_count(), counts.rays, static_cast<double>(hits) / counts.rays, left_share, left,
                  timed / ms * 1e-6, timed / without * 1e-6, timed / any_ms * 1e-6, whole.plain, whole.pinned,
                  uploaded);
    row("gpu-rays", title + ", " + aim_names[a], ms * 1e6 / timed, core, different, more);
  }
}

constexpr const char* nearness_names[] = {"2 % of contact", "0.1 % of contact", "contact", "scaled and sheared, 2 %",
                                          "within 5 %, 2 % of that"};

Mat3 stretched(const Mat3& m, std::uint64_t i) {
  const Mat3 more{{between(0.5, 2, 15, i, 0), between(-0.5, 0.5, 15, i, 3), 0},
                  {0, between(0.5, 2, 15, i, 1), between(-0.5, 0.5, 15, i, 4)},
                  {0, 0, (i % 2 == 0 ? 1 : -1) * between(0.5, 2, 15, i, 2)}};
  return m * more;
}

void poses(const std::string& title, const Shape& shape, const MeshCounts& counts) {
  const Middle middle = middle_of(shape);
  const Body body{shape, {}};
  prepare_pairs(shape, 0);
  const double upload_begin = seconds();
  const gpu::Mesh mesh = gpu::upload(body, {false, true});
  const double uploaded = seconds() - upload_begin;
  const std::uint32_t most = std::max(counts.poses, counts.poses_timed), ways = std::min(most / 2, 50000u);
  for (std::size_t n = 0; n < counts.nears; ++n) {
    const double tolerance = n == 4 ? 0.1 * middle.size : 0;
    const auto ask = [&](std::span<const Pose> some, std::span<YesNo> results, const gpu::Settings& settings = {}) {
      return n == 4 ? gpu::within(body, shape, some, tolerance, results, settings)
                    : gpu::collide(body, shape, some, results, settings);
    };
    // Where bodies come into contact along a direction: by bisection, whose answers only choose the poses.
    std::vector<Pose> at(ways);
    std::vector<Vec3> along(ways);
    std::vector<double> near(ways, 0), far(ways, 5 * middle.size);
    std::vector<YesNo> answers(ways);
    for (std::uint32_t k = 0; k < ways; ++k) {
      at[k].linear = n == 3 ? stretched(turned(11, k), k) : turned(11, k);
      along[k] = on_sphere(12, k, 0);
    }
    const auto put = [&](std::uint32_t k, double distance) {
      return middle.centre - at[k].linear * middle.centre + along[k] * distance;
    };
    for (int round = 0; round < (n == 2 ? 56 : 24); ++round) {
      for (std::uint32_t k = 0; k < ways; ++k) at[k].translation = put(k, 0.5 * (near[k] + far[k]));
      (void)ask(at, answers);
      for (std::uint32_t k = 0; k < ways; ++k) (answers[k].yes() ? near : far)[k] = 0.5 * (near[k] + far[k]);
    }
    const double reach = (n == 0 || n >= 3 ? 0.04 : n == 1 ? 0.002 : 0) * middle.size;
    std::vector<Pose> list(most);
    in_threads(most, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto k = static_cast<std::uint32_t>(i / 2 % ways);
        list[i].linear = at[k].linear;
        const double off = between(0, reach, 13, i, 0);
        list[i].translation = put(k, i % 2 == 0 ? near[k] - off : far[k] + off);
      }
    });
    if (most > 20) {  // among the others some that are no poses
      list[17].translation.y = HUGE_VAL;
      list[18].linear.c1 = list[18].linear.c0;
    }
    const std::span<const Pose> checked(list.data(), counts.poses);
    double begin = seconds();
    std::vector<YesNo> truth(checked.size()), said(checked.size());
    (void)ask(checked, truth, {.device = -1});
    const double core = (seconds() - begin) / counts.poses * 1e9;
    gpu::BatchReport report = ask(checked, said);
    const HostLevel whole =
        host_level(checked.size(), {{checked.data(), checked.size_bytes()}}, [&] { report = ask(checked, said); });
    std::size_t different = report.worker != gpu::Worker::device, yes = 0;
    for (std::size_t i = 0; i < checked.size(); ++i) {
      different += truth[i].status != said[i].status || truth[i].answer != said[i].answer;
      yes += truth[i].yes();
    }
    wrong += different;

    const std::uint32_t timed = counts.poses_timed;
    OnDevice<Pose> on_device(timed);
    OnDevice<gpu::DeviceAnswer> answered(timed);
    OnDevice<std::uint32_t> undecided(timed), undecided_count(1);
    const std::size_t bytes = gpu::poses_scratch(timed);
    OnDevice<char> scratch(bytes);
    need(cudaMemcpy(on_device.data, list.data(), sizeof(Pose) * std::size_t{timed}, cudaMemcpyHostToDevice));
    const gpu::PosesOnDevice batch{on_device.data,       timed,        answered.data, undecided.data,
                                   undecided_count.data, scratch.data, bytes};
    const double ms = median_ms([&] {
      if (gpu::within(mesh, mesh, tolerance, batch, nullptr) != Status::ok) std::exit(2);
    });
    char more[400];
    std::snprintf(more, sizeof more,
                  "\"triangles\":%u,\"checked\":%u,\"yes\":%.4f,\"left\":%.3g,\"left_of_checked\":%zu,"
                  "\"millions_per_second\":%.2f,\"host_level_ns\":%.2f,\"host_level_pinned_ns\":%.2f,\"upload_s\":%.2f",
                  shape.triangle_count(), counts.poses, static_cast<double>(yes) / counts.poses,
                  static_cast<double>(first_of(undecided_count.data)) / timed, report.left, timed / ms * 1e-3,
                  whole.plain, whole.pinned, uploaded);
    row("gpu-poses", title + ", " + nearness_names[n], ms * 1e6 / timed, core, different, more);
  }
}

// A chain of ten links with five balls each, its root beside the body, every joint turned at random.
void robots(const std::string& title, const Shape& shape, const MeshCounts& counts) {
  constexpr std::uint32_t links = 10, per_link = 5;
  const Middle middle = middle_of(shape);
  const Body body{shape, {}};
  const double reach = 0.16 * middle.size;
  std::vector<gpu::LinkBall> balls;
  std::vector<std::uint32_t> first_ball;
  for (std::uint32_t link = 0; link < links; ++link) {
    first_ball.push_back(link * per_link);
    for (std::uint32_t k = 0; k < per_link; ++k)
      balls.push_back({link, {-reach * (k + 0.5) / per_link, 0, 0}, 0.05 * middle.size});
  }
  first_ball.push_back(links * per_link);
  const std::uint32_t count = std::max(counts.poses_timed, counts.poses);
  std::vector<Pose> list(std::size_t{count} * links);
  in_threads(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Pose at{{}, middle.centre + Vec3{1.5, 0.1, 0.2} * middle.size};
      for (std::uint32_t link = 0; link < links; ++link) {
        const double angle = between(-1, 1, 61, i, link), c = std::cos(angle), s = std::sin(angle);
        const Mat3 joint = link % 3 == 0   ? Mat3{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}
                           : link % 3 == 1 ? Mat3{{c, 0, -s}, {0, 1, 0}, {s, 0, c}}
                                           : Mat3{{1, 0, 0}, {0, c, s}, {0, -s, c}};
        at.linear = at.linear * joint;
        list[i * links + link] = at;
        at.translation = at.translation - at.linear.c0 * reach;
      }
    }
  });
  if (count > 20) {
    list[17 * links + 4].translation.y = std::nan("");
    list[18 * links + 3].linear.c0 = {};
  }
  const std::size_t checked = std::min(counts.poses, 1000000u);
  const std::span<const Pose> some(list.data(), checked * links);
  std::vector<YesNo> truth(checked), said(checked);
  double begin = seconds();
  (void)gpu::configurations({&body, 1}, balls, links, some, truth, {.device = -1});
  const double core = (seconds() - begin) / static_cast<double>(checked) * 1e9;
  gpu::BatchReport report = gpu::configurations({&body, 1}, balls, links, some, said);
  const HostLevel whole = host_level(checked, {{some.data(), some.size_bytes()}}, [&] {
    report = gpu::configurations({&body, 1}, balls, links, some, said);
  });
  std::size_t different = report.worker != gpu::Worker::device, yes = 0;
  for (std::size_t i = 0; i < checked; ++i) {
    different += truth[i].status != said[i].status || truth[i].answer != said[i].answer;
    yes += truth[i].yes();
  }
  wrong += different;

  const std::uint32_t timed = counts.poses_timed;
  const gpu::Mesh mesh = gpu::upload(body, {true, false});
  OnDevice<Pose> poses(std::size_t{timed} * links);
  OnDevice<gpu::LinkBall> on_links(balls.size());
  OnDevice<std::uint32_t> firsts(first_ball.size()), undecided(timed), undecided_count(1);
  OnDevice<gpu::DeviceAnswer> answers(timed);
  const std::size_t bytes = gpu::configurations_scratch(timed);
  OnDevice<char> scratch(bytes);
  need(cudaMemcpy(poses.data, list.data(), sizeof(Pose) * links * std::size_t{timed}, cudaMemcpyHostToDevice));
  need(cudaMemcpy(on_links.data, balls.data(), sizeof(gpu::LinkBall) * balls.size(), cudaMemcpyHostToDevice));
  need(cudaMemcpy(firsts.data, first_ball.data(), 4 * first_ball.size(), cudaMemcpyHostToDevice));
  const gpu::ConfigurationsOnDevice batch{poses.data,   links,        timed,          on_links.data,
                                          firsts.data,  answers.data, undecided.data, undecided_count.data,
                                          scratch.data, bytes};
  const double ms = median_ms([&] {
    if (gpu::configurations({&mesh, 1}, batch, nullptr) != Status::ok) std::exit(2);
  });
  char more[400];
  std::snprintf(more, sizeof more,
                "\"triangles\":%u,\"checked\":%zu,\"yes\":%.4f,\"left\":%.3g,\"left_of_checked\":%zu,"
                "\"millions_per_second\":%.2f,\"host_level_ns\":%.2f,\"host_level_pinned_ns\":%.2f",
                shape.triangle_count(), checked, static_cast<double>(yes) / static_cast<double>(checked),
                static_cast<double>(first_of(undecided_count.data)) / timed, report.left, timed / ms * 1e-3,
                whole.plain, whole.pinned);
  row("gpu-robots", title + ", 50 balls", ms * 1e6 / timed, core, different, more);
  if (counts.hulls == 0) return;

  // The same links as boxes.
  std::vector<gpu::LinkHull> pieces;
  std::vector<gpu::HullOnDevice> on_device;
  for (std::uint32_t link = 0; link < links; ++link)
    pieces.push_back({link, make_convex({{0, 0.05 * middle.size, 0},
                                         {0, -0.05 * middle.size, 0.04 * middle.size},
                                         {0, -0.05 * middle.size, -0.04 * middle.size},
                                         {-reach, 0.05 * middle.size, 0.02 * middle.size},
                                         {-reach, 0.05 * middle.size, -0.02 * middle.size},
                                         {-reach, -0.05 * middle.size, 0}})});
  const std::size_t few = std::min<std::size_t>(checked, 100000);
  const std::span<const Pose> some_links = some.subspan(0, few * links);
  begin = seconds();
  (void)gpu::configurations({&body, 1}, pieces, links, some_links, std::span(truth).subspan(0, few), {.device = -1});
  const double core_hulls = (seconds() - begin) / static_cast<double>(few) * 1e9;
  report = gpu::configurations({&body, 1}, pieces, links, some_links, std::span(said).subspan(0, few));
  begin = seconds();
  report = gpu::configurations({&body, 1}, pieces, links, some_links, std::span(said).subspan(0, few));
  const double host_hulls = (seconds() - begin) / static_cast<double>(few) * 1e9;
  different = report.worker != gpu::Worker::device;
  yes = 0;
  for (std::size_t i = 0; i < few; ++i) {
    different += truth[i].status != said[i].status || truth[i].answer != said[i].answer;
    yes += truth[i].yes();
  }
  wrong += different;
  const gpu::Mesh for_pairs = gpu::upload(body, {false, true});
  for (const gpu::LinkHull& piece : pieces) on_device.push_back({piece.link, gpu::upload({piece.hull, {}})});
  const double hulls_ms = median_ms([&] {
    if (gpu::configurations({&for_pairs, 1}, on_device, batch, nullptr) != Status::ok) std::exit(2);
  });
  std::snprintf(more, sizeof more,
                "\"checked\":%zu,\"yes\":%.4f,\"left\":%.3g,\"left_of_checked\":%zu,\"millions_per_second\":%.2f,"
                "\"host_level_ns\":%.2f",
                few, static_cast<double>(yes) / static_cast<double>(few),
                static_cast<double>(first_of(undecided_count.data)) / timed, report.left, timed / hulls_ms * 1e-3,
                host_hulls);
  row("gpu-robots", title + ", 10 hulls", hulls_ms * 1e6 / timed, core_hulls, different, more);
}

}  // namespace

void rays_and_poses(const MeshCounts& counts) {
  std::vector<std::pair<std::string, Shape>> shapes;
  for (const std::string& file : counts.files) shapes.emplace_back(file.substr(file.rfind('/') + 1), read_obj(file));
  const std::vector<std::uint32_t> usual{70000u, 1000000u};
  for (const std::uint32_t size : counts.knots.empty() ? usual : counts.knots) {
    const scenes::MeshData knot = scenes::knot(size);
    shapes.emplace_back("knot " + std::to_string(size), make_mesh(knot.vertices, knot.triangles));
  }
  for (const auto& [title, shape] : shapes) {
    if (counts.rays > 0 && counts.aims > 0) rays(title, shape, counts);
    if (counts.poses > 0 && counts.robots > 0) robots(title, shape, counts);
    if (counts.poses > 0 && counts.nears > 0) poses(title, shape, counts);
  }
  gpu::forget_meshes();
}

}  // namespace graze::gpu_bench
