// FCL: BVHModel against BVHModel, in double, with the pose as an isometry.
#include <fcl/config.h>

#include "bench/peers/fcl.h"
#include "bench/peers/peer.h"

namespace graze::bench {
namespace {

template <class Volume>
class Fcl final : public CollidePeer {
 public:
  explicit Fcl(const char* name) : name_(name) {}
  std::string name() const override { return name_; }
  std::string version() const override { return FCL_VERSION; }

  void load(const MeshData& mesh) override {
    vertices_.clear();
    triangles_.clear();
    for (const Vec3& v : mesh.vertices) vertices_.emplace_back(v.x, v.y, v.z);
    for (const Index3& t : mesh.triangles) triangles_.emplace_back(t[0], t[1], t[2]);
  }

  void build() override {
    model_ = std::make_unique<fcl::BVHModel<Volume>>();
    model_->beginModel(static_cast<int>(triangles_.size()), static_cast<int>(vertices_.size()));
    model_->addSubModel(vertices_, triangles_);
    model_->endModel();
  }

  void release() override { model_.reset(); }

  std::size_t tree_bytes() const override {
    return static_cast<std::size_t>(model_->getNumBVs()) * sizeof(fcl::BVNode<Volume>) +
           triangles_.size() * sizeof(int);
  }

  void collide(std::span<const Pose> poses, std::span<char> answers) override {
    const fcl::CollisionRequestd request;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      fcl::CollisionResultd result;
      answers[i] = run(poses[i], request, result) > 0;
    }
  }

  bool lists_pairs() const override { return true; }

  void count_pairs(std::span<const Pose> poses, std::span<std::size_t> counts) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      fcl::CollisionResultd result;
      counts[i] = run(poses[i], fcl_every_pair(), result);
    }
  }

  std::vector<TrianglePair> pairs(const Pose& pose) override {
    fcl::CollisionResultd result;
    run(pose, fcl_every_pair(), result);
    return fcl_pairs(result);
  }

 private:
  std::size_t run(const Pose& pose, const fcl::CollisionRequestd& request, fcl::CollisionResultd& result) const {
    return fcl::collide(model_.get(), fcl::Transform3d::Identity(), model_.get(), to_fcl(pose), request, result);
  }

  std::string name_;
  std::vector<fcl::Vector3d> vertices_;
  std::vector<fcl::Triangle> triangles_;
  std::unique_ptr<fcl::BVHModel<Volume>> model_;
};

}  // namespace

std::unique_ptr<CollidePeer> make_fcl_obbrss() { return std::make_unique<Fcl<fcl::OBBRSSd>>("fcl-obbrss"); }
std::unique_ptr<CollidePeer> make_fcl_obb() { return std::make_unique<Fcl<fcl::OBBd>>("fcl-obb"); }

}  // namespace graze::bench
