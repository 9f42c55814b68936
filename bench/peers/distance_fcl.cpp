#include <fcl/config.h>
#include <fcl/narrowphase/distance.h>

#include "bench/peers/distance.h"
#include "bench/peers/fcl.h"

namespace graze::bench {
namespace {

template <class Volume>
class FclDistance final : public DistancePeer {
 public:
  explicit FclDistance(const char* name) : name_(name) {}
  std::string name() const override { return name_; }
  std::string version() const override { return FCL_VERSION; }

  void build(const MeshData& mesh) override {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
    for (const Index3& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    model_ = std::make_unique<fcl::BVHModel<Volume>>();
    model_->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    model_->addSubModel(vertices, triangles);
    model_->endModel();
  }

  void distances(std::span<const Pose> poses, std::span<double> values) override {
    for (std::size_t i = 0; i < poses.size(); ++i) values[i] = run(poses[i]);
  }

  void within(std::span<const Pose> poses, double tolerance, std::span<char> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) answers[i] = run(poses[i]) <= tolerance;
  }

 private:
  double run(const Pose& pose) const {
    const fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    return fcl::distance(model_.get(), fcl::Transform3d::Identity(), model_.get(), to_fcl(pose), request, result);
  }

  std::string name_;
  std::unique_ptr<fcl::BVHModel<Volume>> model_;
};

}  // namespace

std::vector<std::unique_ptr<DistancePeer>> make_distance_peers() {
  std::vector<std::unique_ptr<DistancePeer>> peers;
  peers.push_back(std::make_unique<FclDistance<fcl::RSSd>>("fcl-rss"));
  peers.push_back(std::make_unique<FclDistance<fcl::OBBRSSd>>("fcl-obbrss"));
  return peers;
}

}  // namespace graze::bench
