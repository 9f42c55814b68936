// Ours, through the public interface, one call per query.
#include <algorithm>
#include <stdexcept>

#include "bench/peers/peer.h"
#include "graze/graze.h"

namespace graze::bench {
namespace {

void require(Status status) {
  if (status != Status::ok) throw std::runtime_error(std::string("graze answered with status ") + graze::name(status));
}

struct Model {
  MeshData mesh;
  Shape shape;

  // In one thread, as the peers.
  void build_pairs() {
    shape = make_mesh(mesh.vertices, mesh.triangles);
    prepare_pairs(shape, 1);
  }
  void build_rays() {
    shape = make_mesh(mesh.vertices, mesh.triangles);
    prepare_rays(shape, 1);
  }
  std::size_t tree_bytes() const {
    const std::size_t given = mesh.vertices.size() * sizeof(Vec3) + mesh.triangles.size() * sizeof(Index3);
    return shape.memory() - given;
  }
};

class GrazeCollide final : public CollidePeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return version_string(); }
  void load(const MeshData& mesh) override { model_.mesh = mesh; }
  void build() override { model_.build_pairs(); }
  void release() override { model_.shape = {}; }
  std::size_t tree_bytes() const override { return model_.tree_bytes(); }

  void collide(std::span<const Pose> poses, std::span<char> answers) override {
    const Body a{model_.shape, {}};
    Body b{model_.shape, {}};
    for (std::size_t i = 0; i < poses.size(); ++i) {
      b.pose = poses[i];
      const CollideResult result = graze::collide(a, b);
      require(result.status);
      answers[i] = result.yes();
    }
  }

  bool lists_pairs() const override { return true; }

  void count_pairs(std::span<const Pose> poses, std::span<std::size_t> counts) override {
    for (std::size_t i = 0; i < poses.size(); ++i) counts[i] = all(poses[i]).pairs.size();
  }

  std::vector<TrianglePair> pairs(const Pose& pose) override { return all(pose).pairs; }

 private:
  CollideResult all(const Pose& pose) const {
    CollideSettings settings;
    settings.all = true;
    CollideResult result = graze::collide({model_.shape, {}}, {model_.shape, pose}, settings);
    require(result.status);
    return result;
  }

  Model model_;
};

class GrazeRay final : public RayPeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return version_string(); }
  void load(const MeshData& mesh) override { model_.mesh = mesh; }
  void build() override { model_.build_rays(); }
  void release() override { model_.shape = {}; }
  std::size_t tree_bytes() const override { return model_.tree_bytes(); }

  // One thread, and a call for every few hundred rays, so that the results stay in the cache; the rays are cast one by
  // one. The body is placed in each call, as a peer's scene is committed once.
  void cast(std::span<const Ray> rays, std::span<Hit> hits) override {
    constexpr std::size_t most = 512;
    results_.resize(most);
    for (std::size_t first = 0; first < rays.size(); first += most) {
      const std::span<const Ray> some = rays.subspan(first, std::min(most, rays.size() - first));
      graze::cast({model_.shape, {}}, some, results_);
      for (std::size_t i = 0; i < some.size(); ++i) {
        require(results_[i].status);
        hits[first + i] = {results_[i].yes(), results_[i].closest.t};
      }
    }
  }

 private:
  Model model_;
  std::vector<RayResult> results_;
};

}  // namespace

std::unique_ptr<CollidePeer> make_graze_collide() { return std::make_unique<GrazeCollide>(); }
std::unique_ptr<RayPeer> make_graze_ray() { return std::make_unique<GrazeRay>(); }

}  // namespace graze::bench
