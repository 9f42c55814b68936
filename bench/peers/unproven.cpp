// Ours without proofs: the same trees and traversal, no slack, no error bounds, no second opinion. The steps are those
// of narrow/collide.cpp.
#include <algorithm>

#include "bench/isa/unproven.h"
#include "bench/peers/peer.h"
#include "graze/graze.h"
#include "narrow/placement.h"
#include "narrow/posed.h"
#include "shape/data.h"
#include "tree/traverse.h"

namespace graze {

extern const Kernels unproven_scalar;
#if GRAZE_X86
extern const Kernels unproven_avx2, unproven_avx512;
#endif

}  // namespace graze

namespace graze::bench {

const Kernels& unproven_kernels() noexcept {
#if GRAZE_X86
  if (instruction_set_in_use() == Isa::avx512) return unproven_avx512;
  if (instruction_set_in_use() == Isa::avx2) return unproven_avx2;
#endif
  return unproven_scalar;
}

namespace {

class Unproven final : public CollidePeer {
 public:
  std::string name() const override { return "graze-unproven"; }
  std::string version() const override { return version_string(); }
  void load(const MeshData& mesh) override { mesh_ = mesh; }
  void build() override {
    shape_ = make_mesh(mesh_.vertices, mesh_.triangles);
    prepare_pairs(shape_, 1);
  }
  void release() override { shape_ = {}; }
  std::size_t tree_bytes() const override { return shape_.memory(); }

  void collide(std::span<const Pose> poses, std::span<char> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) answers[i] = query(poses[i], false).colliding;
  }
  bool lists_pairs() const override { return true; }
  void count_pairs(std::span<const Pose> poses, std::span<std::size_t> counts) override {
    for (std::size_t i = 0; i < poses.size(); ++i) counts[i] = query(poses[i], true).pairs.size();
  }
  std::vector<TrianglePair> pairs(const Pose& pose) override { return query(pose, true).pairs; }

 private:
  CollideResult query(const Pose& pose, bool all) const {
    CollideResult result;
    Posed a, b;
    if (make_posed({shape_, {}}, a) != Status::ok || make_posed({shape_, pose}, b) != Status::ok) return result;
    if (!overlap(a.box, b.box)) return result;
    PairFrame frame;
    if (!pair_frame(place(*a.shape, a.pose), place(*b.shape, b.pose), frame)) return result;
    const auto found = [&](std::uint32_t i, std::uint32_t j, bool) {
      result.colliding = true;
      if (all) result.pairs.push_back({i, j});
      return all;
    };
    const PairSide side_a{a.shape->tree(), a.shape->oriented().data()};
    const PairSide side_b{b.shape->tree(), b.shape->oriented().data()};
    traverse_pairs(side_a, side_b, frame, !all, found, unproven_kernels());
    std::sort(result.pairs.begin(), result.pairs.end());
    return result;
  }

  MeshData mesh_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<CollidePeer> make_unproven() { return std::make_unique<Unproven>(); }

}  // namespace graze::bench
