#include "bench/hierarchies.h"

#include <stdexcept>

#include "graze/graze.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/triangle/triangle_triangle.h"
#include "study/hierarchy/volumes.h"

namespace graze::bench {
using namespace study;
namespace {

// As collide() does it, but for the tree: boxes in the world first, then candidates, each decided exactly.
template <Volume V>
class VolumePeer final : public HierarchyPeer {
 public:
  explicit VolumePeer(Grouping grouping) : grouping_(grouping) {}

  std::string name() const override { return V::name; }
  std::string version() const override { return std::string("grouping ") + study::name(grouping_); }
  void load(const MeshData& mesh) override {
    shape_ = make_mesh(mesh.vertices, mesh.triangles);
    triangles_.clear();
    for (const Index3& t : mesh.triangles)
      triangles_.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  }
  void build() override { tree_ = build_hierarchy<V>(triangles_, grouping_); }
  void release() override { tree_ = {}; }
  std::size_t tree_bytes() const override { return tree_.memory(); }

  void collide(std::span<const Pose> poses, std::span<char> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) answers[i] = meets(poses[i]);
  }

  HierarchyCounters take_counters() override { return std::exchange(counters_, {}); }

 private:
  bool meets(const Pose& pose) {
    Posed a, b;
    if (make_posed({shape_, {}}, a) != Status::ok || make_posed({shape_, pose}, b) != Status::ok)
      throw std::runtime_error("a pose that graze refuses");
    if (!overlap(a.box, b.box)) return false;
    PairFrame frame;
    if (!pair_frame(place(*a.shape, a.pose), place(*b.shape, b.pose), frame))
      throw std::runtime_error("a pose that is too extreme");
    bool hit = false;
    const HierarchyCounters done =
        for_each_candidate(tree_, tree_, pair_pose(frame), [&](std::uint32_t i, std::uint32_t j) {
          hit = triangles_meet(a.triangle(i), b.triangle(j));
          return !hit;
        });
    counters_.volume_tests += done.volume_tests;
    counters_.primitive_tests += done.primitive_tests;
    counters_.nodes += done.nodes;
    return hit;
  }

  Grouping grouping_;
  Shape shape_;
  std::vector<Triangle> triangles_;
  Hierarchy<V> tree_;
  HierarchyCounters counters_;
};

}  // namespace

std::vector<std::unique_ptr<HierarchyPeer>> make_hierarchies(Grouping grouping) {
  std::vector<std::unique_ptr<HierarchyPeer>> peers;
  Volumes::for_each([&]<class V>() { peers.push_back(std::make_unique<VolumePeer<V>>(grouping)); });
  return peers;
}

}  // namespace graze::bench
