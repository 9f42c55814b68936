#include "bench/peers/self.h"
#include "graze/graze.h"

namespace graze::bench {
namespace {

class GrazeSelf final : public SelfPeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return version_string(); }
  void load(const MeshData& mesh) override { mesh_ = mesh; }
  // The first query builds the tree that it needs.
  void build() override { shape_ = make_mesh(mesh_.vertices, mesh_.triangles); }
  std::vector<TrianglePair> pairs() override { return self_collide({shape_, {}}, {.all = true}).pairs; }

 private:
  MeshData mesh_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<SelfPeer> make_graze_self() { return std::make_unique<GrazeSelf>(); }

}  // namespace graze::bench
