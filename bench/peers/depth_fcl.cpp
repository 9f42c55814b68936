#include <fcl/config.h>

#include "bench/peers/depth.h"
#include "bench/peers/fcl.h"

namespace graze::bench {
namespace {

class FclDepth final : public DepthPeer {
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

  // The deepest of its contacts; the normal goes from the first body to the second.
  Vec3 way_out(const Pose& moved) override {
    const fcl::CollisionRequestd request(std::numeric_limits<std::size_t>::max(), true);
    fcl::CollisionResultd result;
    fcl::collide(model_.get(), to_fcl(moved), model_.get(), fcl::Transform3d::Identity(), request, result);
    Vec3 best;
    double deepest = 0;
    for (std::size_t i = 0; i < result.numContacts(); ++i) {
      const fcl::Contactd& contact = result.getContact(i);
      if (!(contact.penetration_depth > deepest)) continue;
      deepest = contact.penetration_depth;
      best = Vec3{contact.normal[0], contact.normal[1], contact.normal[2]} * -deepest;
    }
    return best;
  }

 private:
  std::unique_ptr<fcl::BVHModel<fcl::OBBRSSd>> model_;
};

}  // namespace

std::unique_ptr<DepthPeer> make_fcl_depth() { return std::make_unique<FclDepth>(); }

}  // namespace graze::bench
