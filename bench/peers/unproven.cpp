// Ours without proofs: the same trees and traversal, no slack, no error bounds, no second opinion. The steps are those
// of narrow/collide/collide.cpp.
#include <algorithm>

#include "bench/isa/unproven.h"
#include "bench/peers/peer.h"
#include "graze/graze.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
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

// What collide() of the library does around the traversal, and as it does it, so that only exactness differs: a call, a
// body placed when its box matters, the counters, the guard against exceptions.
[[gnu::noinline]] CollideResult collide_unproven(const Body& a, const Body& b,
                                                 const CollideSettings& settings) noexcept {
  try {
    CollideResult result;
    Posed side_a, side_b;
    if (result.status = make_posed(a, side_a); result.status != Status::ok) return result;
    if (result.status = make_posed(b, side_b); result.status != Status::ok) return result;
    if (!overlap(side_a.box, side_b.box)) return result;
    PairFrame frame;
    const Placement place_a = place(*side_a.shape, side_a.pose), place_b = place(*side_b.shape, side_b.pose);
    if (pair_place(place_a, place_b, frame) != PairPlace::near) return result;
    const auto found = [&](std::uint32_t i, std::uint32_t j, bool) {
      result.answer = Answer::yes;
      if (!settings.all) return false;
      if (result.pairs.size() >= settings.max_results) {
        result.complete = false;
        return false;
      }
      result.pairs.push_back({i, j});
      return true;
    };
    const PairSide tree_a{side_a.shape->tree(), side_a.shape->oriented().data()};
    const PairSide tree_b{side_b.shape->tree(), side_b.shape->oriented().data()};
    const PairWork work = traverse_pairs(tree_a, tree_b, frame, !settings.all, found, unproven_kernels());
    result.counters.box_tests += work.boxes;
    result.counters.triangle_tests += work.triangles;
    std::sort(result.pairs.begin(), result.pairs.end());
    return result;
  } catch (...) {
    CollideResult result;
    result.status = Status::out_of_memory;
    return result;
  }
}

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
    const Body a{shape_, {}};
    Body b{shape_, {}};
    for (std::size_t i = 0; i < poses.size(); ++i) {
      b.pose = poses[i];
      answers[i] = collide_unproven(a, b, {}).yes();
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
    return collide_unproven({shape_, {}}, {shape_, pose}, settings);
  }

  MeshData mesh_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<CollidePeer> make_unproven() { return std::make_unique<Unproven>(); }

}  // namespace graze::bench
