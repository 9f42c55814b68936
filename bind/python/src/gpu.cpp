// pygraze._core._gpu: batches for pygraze/gpu.py, which names what users see. On arrays of the host, read in place; and
// on memory of a device by address, which belongs to torch, cupy or whoever made it.
#include "graze/gpu.h"

#include <cstddef>
#include <type_traits>

#include "arrays.h"
#include "interrupt.h"
#include "parts.h"

namespace graze::python {
namespace {

// Arrays have the layout of these structures: that is what makes reading in place possible.
static_assert(sizeof(Box) == 6 * sizeof(double) && sizeof(FourPoints) == 12 * sizeof(double));
static_assert(sizeof(Pose) == 12 * sizeof(double) && offsetof(Pose, translation) == 9 * sizeof(double));
static_assert(sizeof(Ray) == 8 * sizeof(double) && offsetof(Ray, direction) == 3 * sizeof(double) &&
              offsetof(Ray, max) == 6 * sizeof(double) && offsetof(Ray, to_point) == 7 * sizeof(double));
static_assert(sizeof(gpu::IndexPair) == 2 * sizeof(std::uint32_t) && sizeof(gpu::DeviceAnswer) == 1);

template <class T>
std::span<const T> items(const Doubles& array) {
  return {reinterpret_cast<const T*>(array.data()),
          static_cast<std::size_t>(array.size()) / (sizeof(T) / sizeof(double))};
}

template <class T>
T* at(std::uintptr_t address) {
  return reinterpret_cast<T*>(address);
}

py::dict told(const gpu::BatchReport& report) {
  py::dict result;
  result["worker"] = report.worker == gpu::Worker::device ? "device" : "processor";
  result["left"] = report.left;
  result["failure"] = report.failure;
  return result;
}

// 0 no, 1 yes, 2 undecided, 3 invalid: as gpu::DeviceAnswer.
std::uint8_t code_of(const YesNo& result) {
  if (result.status == Status::invalid) return 3;
  return result.answer == Answer::yes ? 1 : result.answer == Answer::no ? 0 : 2;
}

Bytes codes(const std::vector<YesNo>& results) {
  Bytes array(static_cast<py::ssize_t>(results.size()));
  std::uint8_t* to = array.mutable_data();
  for (std::size_t i = 0; i < results.size(); ++i) to[i] = code_of(results[i]);
  return array;
}

py::dict host_pairs(const Doubles& boxes, int threads) {
  gpu::PairsResult found;
  check_threads(threads);
  found = listening([&] { return gpu::pairs(items<Box>(boxes), {.threads = threads}); }, true);
  if (found.status == Status::invalid) fail(found.status, "gpu.pairs", static_cast<py::ssize_t>(found.unusable));
  check(found.status, "gpu.pairs");
  Indices pairs({static_cast<py::ssize_t>(found.pairs.size()), py::ssize_t{2}});
  std::copy(found.pairs.begin(), found.pairs.end(), reinterpret_cast<gpu::IndexPair*>(pairs.mutable_data()));
  py::dict result = told(found);
  result["pairs"] = pairs;
  return result;
}

py::dict host_ccd(bool edges, const Doubles& at_0, const Doubles& at_1, int threads) {
  std::vector<CcdResult> results(items<FourPoints>(at_0).size());
  gpu::BatchReport report;
  check_threads(threads);
  report = listening(
      [&] {
        return gpu::ccd(edges ? CcdKind::edge_edge : CcdKind::vertex_face, items<FourPoints>(at_0),
                        items<FourPoints>(at_1), results, {.threads = threads});
      },
      true);
  check(report.status, "gpu.ccd");
  Bytes answers(static_cast<py::ssize_t>(results.size()));
  Doubles brackets({static_cast<py::ssize_t>(results.size()), py::ssize_t{2}});
  double* bracket = brackets.mutable_data();
  for (std::size_t i = 0; i < results.size(); ++i) {
    answers.mutable_data()[i] = code_of(results[i]);
    bracket[2 * i] = results[i].lower;
    bracket[2 * i + 1] = results[i].upper;
  }
  py::dict result = told(report);
  result["answers"] = answers;
  result["brackets"] = brackets;
  return result;
}

py::dict host_cast(const Shape& shape, py::handle where, const Doubles& rays, bool any, int threads) {
  const Body body{shape, pose(where, "pose")};
  std::vector<RayBrief> briefs(items<Ray>(rays).size());
  gpu::BatchReport report;
  check_threads(threads);
  report = listening(
      [&] {
        return gpu::cast(body, items<Ray>(rays), briefs, any ? RayWant::any : RayWant::closest, {.threads = threads});
      },
      true);
  check(report.status, "gpu.cast");
  const auto count = static_cast<py::ssize_t>(briefs.size());
  Bytes answers(count);
  Doubles parameters(count);
  Indices triangles(count);
  for (std::size_t i = 0; i < briefs.size(); ++i) {
    const RayBrief& brief = briefs[i];
    answers.mutable_data()[i] = brief.status == Status::invalid ? 3
                                : brief.answer == Answer::yes   ? 1
                                : brief.answer == Answer::no    ? 0
                                                                : 2;
    parameters.mutable_data()[i] = brief.answer == Answer::yes ? brief.t : unknown_number;
    triangles.mutable_data()[i] = brief.answer == Answer::yes ? brief.triangle : ~0u;
  }
  py::dict result = told(report);
  result["answers"] = answers;
  result["t"] = parameters;
  result["triangles"] = triangles;
  return result;
}

py::dict host_poses(const Shape& a, py::handle pose_a, const Shape& b, const Doubles& poses, double tolerance,
                    int threads) {
  const Body body{a, pose(pose_a, "pose_a")};
  std::vector<YesNo> results(items<Pose>(poses).size());
  gpu::BatchReport report;
  check_threads(threads);
  report = listening(
      [&] {
        return tolerance < 0 ? gpu::collide(body, b, items<Pose>(poses), results, {.threads = threads})
                             : gpu::within(body, b, items<Pose>(poses), tolerance, results, {.threads = threads});
      },
      true);
  check(report.status, tolerance < 0 ? "gpu.collide" : "gpu.within");
  py::dict result = told(report);
  result["answers"] = codes(results);
  return result;
}

std::vector<Body> bodies(const py::sequence& shapes, const Doubles& poses) {
  std::vector<Body> world;
  const std::span<const Pose> at = items<Pose>(poses);
  for (std::size_t k = 0; k < at.size(); ++k) world.push_back({shapes[k].cast<Shape>(), at[k]});
  return world;
}

std::vector<gpu::LinkBall> balls_of(const Doubles& balls) {  // link, x, y, z, radius
  std::vector<gpu::LinkBall> result;
  const double* row = balls.data();
  for (py::ssize_t k = 0; k + 4 < balls.size(); k += 5)
    result.push_back({static_cast<std::uint32_t>(row[k]), {row[k + 1], row[k + 2], row[k + 3]}, row[k + 4]});
  return result;
}

py::dict host_configurations(const py::sequence& shapes, const Doubles& world_poses, const Doubles& balls,
                             std::uint32_t links, const Doubles& poses, int threads) {
  const std::vector<Body> world = bodies(shapes, world_poses);
  const std::vector<gpu::LinkBall> on_links = balls_of(balls);
  std::vector<YesNo> results(items<Pose>(poses).size() / std::max(links, 1u));
  gpu::BatchReport report;
  check_threads(threads);
  report = listening(
      [&] { return gpu::configurations(world, on_links, links, items<Pose>(poses), results, {.threads = threads}); },
      true);
  check(report.status, "gpu.configurations");
  py::dict result = told(report);
  result["answers"] = codes(results);
  return result;
}

using Address = std::uintptr_t;

void add_device_calls(py::module_& m) {
  py::class_<gpu::Mesh>(m, "Mesh").def_property_readonly("memory", &gpu::Mesh::memory);
  m.def("upload", [](const Shape& shape, py::handle where, bool rays, bool pairs, bool moving) {
    const Body body{shape, pose(where, "pose")};
    const py::gil_scoped_release unlocked;
    return gpu::upload(body, {rays, pairs, moving});
  });
  m.def("refit", [](const gpu::Mesh& mesh, Address vertices, std::uint32_t count, Address stream) {
    check(gpu::refit(mesh, at<const Vec3>(vertices), count, at<void>(stream)), "gpu.refit");
  });
  m.def("ccd_scratch", &gpu::ccd_scratch);
  m.def("device_ccd",
        [](bool edges, Address at_0, Address at_1, std::uint32_t count, Address answers, Address brackets,
           Address undecided, Address undecided_count, Address scratch, std::size_t bytes, Address stream) {
          check(gpu::ccd(edges ? CcdKind::edge_edge : CcdKind::vertex_face,
                         {at<const FourPoints>(at_0), at<const FourPoints>(at_1), count, at<gpu::DeviceAnswer>(answers),
                          at<double>(brackets), at<std::uint32_t>(undecided), at<std::uint32_t>(undecided_count),
                          at<void>(scratch), bytes},
                         at<void>(stream)),
                "gpu.ccd");
        });
  m.def("pairs_scratch", &gpu::pairs_scratch);
  m.def("sort_scratch", &gpu::sort_scratch);
  m.def("device_pairs", [](Address boxes, std::uint32_t count, Address pairs, std::uint64_t capacity, Address found,
                           Address unusable, Address scratch, std::size_t bytes, Address stream) {
    check(gpu::pairs({at<const Box>(boxes), count, at<gpu::IndexPair>(pairs), capacity, at<std::uint64_t>(found),
                      at<std::uint32_t>(unusable), at<void>(scratch), bytes},
                     at<void>(stream)),
          "gpu.pairs");
  });
  m.def("device_sort", [](Address pairs, std::uint64_t found, std::uint32_t count, Address scratch, std::size_t bytes,
                          Address stream) {
    check(gpu::sort_pairs(at<gpu::IndexPair>(pairs), found, count, at<void>(scratch), bytes, at<void>(stream)),
          "gpu.pairs");
  });
  m.def("rays_scratch", &gpu::rays_scratch);
  m.def("device_cast", [](const gpu::Mesh& mesh, Address rays, std::uint32_t count, bool any, Address answers,
                          Address triangles, Address parameters, Address undecided, Address undecided_count,
                          Address scratch, std::size_t bytes, Address stream) {
    check(gpu::cast(mesh,
                    {at<const Ray>(rays), count, any ? RayWant::any : RayWant::closest, at<gpu::DeviceAnswer>(answers),
                     at<std::uint32_t>(triangles), at<double>(parameters), at<std::uint32_t>(undecided),
                     at<std::uint32_t>(undecided_count), at<void>(scratch), bytes},
                    at<void>(stream)),
          "gpu.cast");
  });
  m.def("poses_scratch", &gpu::poses_scratch);
  m.def("device_poses", [](const gpu::Mesh& a, const gpu::Mesh& b, double tolerance, Address poses, std::uint32_t count,
                           Address answers, Address undecided, Address undecided_count, Address scratch,
                           std::size_t bytes, Address stream) {
    const gpu::PosesOnDevice batch{at<const Pose>(poses),
                                   count,
                                   at<gpu::DeviceAnswer>(answers),
                                   at<std::uint32_t>(undecided),
                                   at<std::uint32_t>(undecided_count),
                                   at<void>(scratch),
                                   bytes};
    check(tolerance < 0 ? gpu::collide(a, b, batch, at<void>(stream))
                        : gpu::within(a, b, tolerance, batch, at<void>(stream)),
          tolerance < 0 ? "gpu.collide" : "gpu.within");
  });
}

}  // namespace

void add_gpu(py::module_& m) {
  py::module_ part = m.def_submodule("_gpu", "Batches for pygraze.gpu.");
  part.def("devices", [] {
    py::list list;
    for (const gpu::Device& device : gpu::devices())
      list.append(py::make_tuple(device.number, device.name, device.memory));
    return list;
  });
  part.def("forget_meshes", &gpu::forget_meshes);
  part.def("host_pairs", &host_pairs);
  part.def("host_ccd", &host_ccd);
  part.def("host_cast", &host_cast);
  part.def("host_poses", &host_poses);
  part.def("host_configurations", &host_configurations);
  add_device_calls(part);
}

}  // namespace graze::python
