// picture: a picture of about 149k triangles by one ray per pixel, 24 bytes for each of both, in the two frames that
// Maia et al. compare (section 5): the rays in the model's own frame, and in the frame where the body is scaled only.
#include <cmath>

#include "bench/cases.h"
#include "bench/rays.h"
#include "bench/workload.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

// Powers of two: the scaled vertices are exact in float, so that Embree has the same input.
constexpr Vec3 scale{2, 0.5, 1};

Vec3 to_float(Vec3 v) {
  for (int axis = 0; axis < 3; ++axis) v[axis] = static_cast<double>(static_cast<float>(v[axis]));
  return v;
}

// A camera at (0, 0, 5) that looks along -z, 50 degrees wide; directions of length about 1; then carried into a frame.
std::vector<Ray> camera_rays(int width, const Pose& to_frame) {
  const int height = width * 3 / 4;
  const double half = std::tan(25 * 3.14159265358979 / 180), pixel = 2 * half / width;
  std::vector<Ray> rays;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Vec3 way{(x + 0.5) * pixel - half, (0.5 * height - y - 0.5) * pixel, -1};
      rays.push_back({to_float(to_frame * Vec3{0, 0, 5}), to_float(to_frame.linear * way)});
    }
  }
  return rays;
}

struct Frame {
  const char* name;
  Pose body;      // in this frame
  Pose to_frame;  // from the world
};

Row measure(const Frame& frame, const MeshData& mesh, const Shape& shape, std::unique_ptr<RayPeer> embree,
            const Settings& settings) {
  MeshData there = mesh;
  for (Vec3& v : there.vertices) v = frame.body * v;
  const std::vector<Ray> rays = camera_rays(settings.effort.picture_width, frame.to_frame);
  embree->load(there);
  embree->build();
  std::vector<RayBrief> results(rays.size());
  std::vector<RayPeer::Hit> ours, theirs(rays.size());
  const Timings times = interleave({{[&] {
                                      graze::cast({shape, frame.body}, rays, results);
                                      keep(results.data());
                                    }},
                                    {[&] {
                                      embree->cast(rays, theirs);
                                      keep(theirs.data());
                                    }}},
                                   settings.effort.rounds);
  std::size_t hits = 0;
  for (const RayBrief& result : results) {
    if (result.status != Status::ok) throw std::runtime_error(std::string("graze answered ") + name(result.status));
    ours.push_back({result.yes(), result.t});
    hits += result.yes();
  }
  const auto count = static_cast<double>(rays.size());
  Row row;
  row.workload = "picture";
  row.scene = frame.name;
  row.peer = embree->name();
  row.peer_version = embree->version();
  row.ours_ns = times.medians[0] / count * 1e9;
  row.peer_ns = times.medians[1] / count * 1e9;
  row.queries = rays.size();
  row.rounds = times.rounds;
  row.triangles = mesh.triangles.size();
  row.hits = static_cast<double>(hits) / count;
  row.more = {{"ours_ms_a_picture", times.medians[0] * 1e3}, {"peer_ms_a_picture", times.medians[1] * 1e3}};
  compare_hits(there, rays, ours, theirs, row);
  return row;
}

}  // namespace

std::vector<Row> picture(const Settings& settings) {
  const MeshData mesh = rounded_to_float(object_frame(scenes::knot(149000), 0));
  const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
  prepare_rays(shape, 1);
  scenes::Random random(settings.seed);
  const Pose turned{to_matrix(random.rotation()), {}};
  const Pose scaled{{{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}}, {}};
  const Frame frames[] = {{"model-space", {}, inverse(turned * scaled)}, {"scaled-space", scaled, inverse(turned)}};
  std::vector<Row> rows;
  for (const Frame& frame : frames)
    for (auto* const make : {make_embree_robust, make_embree_packets})
      rows.push_back(measure(frame, mesh, shape, make(), settings));
  return rows;
}

}  // namespace graze::bench
