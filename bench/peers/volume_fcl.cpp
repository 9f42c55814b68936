// FCL: BVHModel of OBBRSS against its shapes, with its default solver (libccd). It has no segment and no point, and no
// distance to a half-space.
#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/halfspace.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/distance.h>

#include "bench/peers/fcl.h"
#include "bench/peers/volume.h"

namespace graze::bench {
namespace {

std::unique_ptr<fcl::CollisionGeometryd> octahedron(Vec3 h) {
  auto corners = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const double sign : {1.0, -1.0}) {
    corners->emplace_back(sign * h.x, 0, 0);
    corners->emplace_back(0, sign * h.y, 0);
    corners->emplace_back(0, 0, sign * h.z);
  }
  auto faces = std::make_shared<std::vector<int>>();
  for (int octant = 0; octant < 8; ++octant) {
    const int x = octant & 1 ? 3 : 0, y = octant & 2 ? 4 : 1, z = octant & 4 ? 5 : 2;
    const bool mirrored = __builtin_popcount(unsigned(octant)) % 2 == 1;
    for (const int part : {3, x, mirrored ? z : y, mirrored ? y : z}) faces->push_back(part);
  }
  return std::make_unique<fcl::Convexd>(corners, 8, faces);
}

class FclVolume final : public VolumePeer {
 public:
  std::string name() const override { return "fcl-obbrss"; }
  std::string version() const override { return FCL_VERSION; }

  void build(const MeshData& mesh) override {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
    for (const Index3& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    model_ = std::make_unique<fcl::BVHModel<fcl::OBBRSSd>>();
    model_->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    model_->addSubModel(vertices, triangles);
    model_->endModel();
  }

  bool set(const VolumeKind& kind) override {
    half_space_ = kind.half_space();
    switch (kind.form) {
      case ShapeForm::box:
        volume_ = std::make_unique<fcl::Boxd>(2 * kind.half.x, 2 * kind.half.y, 2 * kind.half.z);
        return true;
      case ShapeForm::sphere:
        volume_ = std::make_unique<fcl::Sphered>(kind.radius);
        return true;
      case ShapeForm::capsule:
        volume_ = std::make_unique<fcl::Capsuled>(kind.radius, 2 * kind.half.z);
        return true;
      case ShapeForm::cylinder:
        volume_ = std::make_unique<fcl::Cylinderd>(kind.radius, 2 * kind.half.z);
        return true;
      case ShapeForm::cone:
        volume_ = std::make_unique<fcl::Coned>(kind.radius, 2 * kind.half.z);
        return true;
      case ShapeForm::convex:
        volume_ = octahedron(kind.half);
        return true;
      case ShapeForm::halfspace:
        volume_ = std::make_unique<fcl::Halfspaced>(0, 0, 1, 0);
        return true;
      default:
        return false;
    }
  }
  bool lists() const override { return true; }
  bool measures() const override { return !half_space_; }

  void collide(std::span<const Pose> poses, std::span<double> answers) override {
    const fcl::CollisionRequestd request;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      fcl::CollisionResultd result;
      answers[i] = run(poses[i], request, result) > 0;
    }
  }
  void count(std::span<const Pose> poses, std::span<double> counts) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      fcl::CollisionResultd result;
      counts[i] = static_cast<double>(run(poses[i], fcl_every_pair(), result));
    }
  }
  std::vector<std::uint32_t> triangles(const Pose& pose) override {
    fcl::CollisionResultd result;
    run(pose, fcl_every_pair(), result);
    std::vector<std::uint32_t> found;
    for (const TrianglePair& pair : fcl_pairs(result)) found.push_back(pair.a);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
  void distances(std::span<const Pose> poses, std::span<double> values) override {
    const fcl::DistanceRequestd request;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      fcl::DistanceResultd result;
      const double value =
          fcl::distance(model_.get(), fcl::Transform3d::Identity(), volume_.get(), to_fcl(poses[i]), request, result);
      values[i] = std::max(value, 0.0);  // -1 for what meets
    }
  }

 private:
  std::size_t run(const Pose& pose, const fcl::CollisionRequestd& request, fcl::CollisionResultd& result) const {
    return fcl::collide(model_.get(), fcl::Transform3d::Identity(), volume_.get(), to_fcl(pose), request, result);
  }

  std::unique_ptr<fcl::BVHModel<fcl::OBBRSSd>> model_;
  std::unique_ptr<fcl::CollisionGeometryd> volume_;
  bool half_space_ = false;
};

}  // namespace

std::unique_ptr<VolumePeer> make_fcl_volume() { return std::make_unique<FclVolume>(); }

}  // namespace graze::bench
