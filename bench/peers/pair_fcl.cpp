// FCL: one BVHModel a mesh, in double, with both poses as isometries.
#include <fcl/config.h>

#include "bench/peers/fcl.h"
#include "bench/peers/pair.h"

namespace graze::bench {
namespace {

template <class Volume>
class FclPair final : public PairPeer {
 public:
  explicit FclPair(const char* name) : name_(name) {}
  std::string name() const override { return name_; }
  std::string version() const override { return FCL_VERSION; }

  void build(std::span<const MeshData> meshes) override {
    for (const MeshData& mesh : meshes) {
      std::vector<fcl::Vector3d> vertices;
      std::vector<fcl::Triangle> triangles;
      for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
      for (const Index3& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
      auto model = std::make_unique<fcl::BVHModel<Volume>>();
      model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
      model->addSubModel(vertices, triangles);
      model->endModel();
      models_.push_back(std::move(model));
    }
  }

  void collide(std::span<const PairQuery> queries, std::span<char> answers) override {
    const fcl::CollisionRequestd request;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      fcl::CollisionResultd result;
      answers[i] = run(queries[i], request, result) > 0;
    }
  }

  bool lists_pairs() const override { return true; }

  void count_pairs(std::span<const PairQuery> queries, std::span<std::size_t> counts) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      fcl::CollisionResultd result;
      counts[i] = run(queries[i], fcl_every_pair(), result);
    }
  }

  std::vector<TrianglePair> pairs(const PairQuery& query) override {
    fcl::CollisionResultd result;
    run(query, fcl_every_pair(), result);
    return fcl_pairs(result);
  }

 private:
  std::size_t run(const PairQuery& query, const fcl::CollisionRequestd& request, fcl::CollisionResultd& result) const {
    return fcl::collide(models_[query.a].get(), to_fcl(query.pose_a), models_[query.b].get(), to_fcl(query.pose_b),
                        request, result);
  }

  std::string name_;
  std::vector<std::unique_ptr<fcl::BVHModel<Volume>>> models_;
};

}  // namespace

std::unique_ptr<PairPeer> make_fcl_obbrss_pair() { return std::make_unique<FclPair<fcl::OBBRSSd>>("fcl-obbrss"); }
std::unique_ptr<PairPeer> make_fcl_obb_pair() { return std::make_unique<FclPair<fcl::OBBd>>("fcl-obb"); }

}  // namespace graze::bench
