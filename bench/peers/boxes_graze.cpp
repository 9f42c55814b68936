#include <numeric>

#include "bench/peers/boxes.h"
#include "graze/version.h"

namespace graze::bench {
namespace {

class Graze final : public BoxPeer {
 public:
  explicit Graze(BroadKind kind) : phase_(kind) {}
  std::string name() const override { return std::string("graze-") + graze::name(phase_.kind()); }
  std::string version() const override { return version_string(); }
  std::size_t most() const override {
    switch (phase_.kind()) {
      case BroadKind::brute_force:
      case BroadKind::sweep_and_prune:
      case BroadKind::octree:
        return 10000;
      default:
        return 1000000;
    }
  }

  void load(const MovingBoxes& scene) override {
    ids_.resize(scene.boxes().size());
    std::iota(ids_.begin(), ids_.end(), 0u);
    for (const std::uint32_t id : ids_) phase_.add(id, scene.boxes()[id]);
    boxes_ = scene.boxes();
  }
  void place(const MovingBoxes& scene) override { boxes_ = scene.boxes(); }
  void step() override {
    phase_.move(ids_, boxes_);
    result_ = phase_.step();
  }
  std::vector<IdPair> pairs() override { return {result_.pairs.begin(), result_.pairs.end()}; }

 private:
  BroadPhase phase_;
  std::vector<std::uint32_t> ids_;
  std::span<const Box> boxes_;
  BroadResult result_;
};

}  // namespace

std::unique_ptr<BoxPeer> make_graze_boxes(BroadKind kind) { return std::make_unique<Graze>(kind); }

}  // namespace graze::bench
