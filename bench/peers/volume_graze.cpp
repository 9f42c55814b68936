#include <stdexcept>

#include "bench/peers/volume.h"
#include "graze/graze.h"

namespace graze::bench {
namespace {

class GrazeVolume final : public VolumePeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return version_string(); }
  void build(const MeshData& mesh) override {
    mesh_ = {make_mesh(mesh.vertices, mesh.triangles), {}};
    prepare_pairs(mesh_.shape, 1);
  }
  bool set(const VolumeKind& kind) override {
    volume_.shape = make_shape(kind);
    return true;
  }
  bool lists() const override { return true; }
  bool measures() const override { return true; }

  void collide(std::span<const Pose> poses, std::span<double> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) answers[i] = run(poses[i], {}).yes();
  }
  void count(std::span<const Pose> poses, std::span<double> counts) override {
    for (std::size_t i = 0; i < poses.size(); ++i)
      counts[i] = static_cast<double>(run(poses[i], {.all = true}).pairs.size());
  }
  std::vector<std::uint32_t> triangles(const Pose& pose) override {
    std::vector<std::uint32_t> found;
    for (const TrianglePair& pair : run(pose, {.all = true}).pairs) found.push_back(pair.a);
    return found;
  }
  void distances(std::span<const Pose> poses, std::span<double> values) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      volume_.pose = poses[i];
      const DistanceResult result = find_distance(mesh_, volume_);
      check(result.status);
      values[i] = result.distance;
    }
  }

 private:
  static void check(Status status) {
    if (status != Status::ok)
      throw std::runtime_error(std::string("graze answered with status ") + graze::name(status));
  }
  CollideResult run(const Pose& pose, const CollideSettings& settings) {
    volume_.pose = pose;
    CollideResult result = graze::collide(mesh_, volume_, settings);
    check(result.status);
    return result;
  }

  Body mesh_, volume_;
};

}  // namespace

Shape make_shape(const VolumeKind& kind) {
  switch (kind.form) {
    case ShapeForm::box:
      return make_box(kind.half);
    case ShapeForm::sphere:
      return make_sphere(kind.radius);
    case ShapeForm::capsule:
      return make_capsule(kind.radius, kind.half.z);
    case ShapeForm::segment:
      return make_segment(-kind.half, kind.half);
    case ShapeForm::point:
      return make_point();
    case ShapeForm::halfspace:
      return make_halfspace({0, 0, 1}, 0);
    case ShapeForm::cylinder:
      return make_cylinder(kind.radius, kind.half.z);
    case ShapeForm::cone:
      return make_cone(kind.radius, kind.half.z);
    case ShapeForm::convex: {
      const Vec3 h = kind.half;
      return make_convex({{h.x, 0, 0}, {-h.x, 0, 0}, {0, h.y, 0}, {0, -h.y, 0}, {0, 0, h.z}, {0, 0, -h.z}});
    }
    default:
      throw std::logic_error("no such volume");
  }
}

std::unique_ptr<VolumePeer> make_graze_volume() { return std::make_unique<GrazeVolume>(); }

}  // namespace graze::bench
