// FCL has no query of its own for this: the model against itself, all contacts, of which each meeting pair is two,
// every triangle meets itself and its neighbours.
#include <fcl/config.h>

#include "bench/peers/fcl.h"
#include "bench/peers/self.h"

namespace graze::bench {
namespace {

class FclSelf final : public SelfPeer {
 public:
  std::string name() const override { return "fcl-obbrss"; }
  std::string version() const override { return FCL_VERSION; }

  void load(const MeshData& mesh) override {
    mesh_ = mesh;
    vertices_.clear();
    triangles_.clear();
    for (const Vec3& v : mesh.vertices) vertices_.emplace_back(v.x, v.y, v.z);
    for (const Index3& t : mesh.triangles) triangles_.emplace_back(t[0], t[1], t[2]);
  }

  void build() override {
    model_ = std::make_unique<fcl::BVHModel<fcl::OBBRSSd>>();
    model_->beginModel(static_cast<int>(triangles_.size()), static_cast<int>(vertices_.size()));
    model_->addSubModel(vertices_, triangles_);
    model_->endModel();
  }

  std::vector<TrianglePair> pairs() override {
    const fcl::Transform3d here = fcl::Transform3d::Identity();
    fcl::CollisionResultd result;
    fcl::collide(model_.get(), here, model_.get(), here, fcl_every_pair(), result);
    std::vector<TrianglePair> found;
    for (std::size_t i = 0; i < result.numContacts(); ++i) {
      const fcl::Contactd& contact = result.getContact(i);
      const auto a = static_cast<std::uint32_t>(contact.b1), b = static_cast<std::uint32_t>(contact.b2);
      if (a < b && !neighbours(mesh_.triangles[a], mesh_.triangles[b])) found.push_back({a, b});
    }
    return found;
  }

 private:
  static bool neighbours(const Index3& s, const Index3& t) {
    return std::any_of(s.begin(), s.end(), [&](std::uint32_t v) { return v == t[0] || v == t[1] || v == t[2]; });
  }

  MeshData mesh_;
  std::vector<fcl::Vector3d> vertices_;
  std::vector<fcl::Triangle> triangles_;
  std::unique_ptr<fcl::BVHModel<fcl::OBBRSSd>> model_;
};

}  // namespace

std::unique_ptr<SelfPeer> make_fcl_self() { return std::make_unique<FclSelf>(); }

}  // namespace graze::bench
