// Bullet's broad phases, in the single precision of Debian's package. They keep the pairs that overlap from step to
// step; the tree's boxes are enlarged, so that it has pairs that do not.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>

#include <algorithm>

#include "bench/peers/boxes.h"

namespace graze::bench {
namespace {

btVector3 to_bullet(Vec3 v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

class Bullet : public BoxPeer {
 public:
  std::string version() const override {
    return std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  }

  void load(const MovingBoxes& scene) override {
    phase_ = make(scene);
    place(scene);
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      proxies_.push_back(
          phase_->createProxy(boxes_[i].first, boxes_[i].second, 0, reinterpret_cast<void*>(i), 1, -1, &dispatcher_));
  }
  void place(const MovingBoxes& scene) override {
    boxes_.clear();
    for (const Box& box : scene.boxes()) boxes_.emplace_back(to_bullet(box.lo), to_bullet(box.hi));
  }
  void step() override {
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      phase_->setAabb(proxies_[i], boxes_[i].first, boxes_[i].second, &dispatcher_);
    phase_->calculateOverlappingPairs(&dispatcher_);
  }
  std::vector<IdPair> pairs() override {
    std::vector<IdPair> result;
    const btBroadphasePairArray& all = phase_->getOverlappingPairCache()->getOverlappingPairArray();
    for (int i = 0; i < all.size(); ++i) {
      const auto id = [](const btBroadphaseProxy* proxy) {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(proxy->m_clientObject));
      };
      result.push_back(id_pair(id(all[i].m_pProxy0), id(all[i].m_pProxy1)));
    }
    std::sort(result.begin(), result.end());
    return result;
  }

 protected:
  virtual std::unique_ptr<btBroadphaseInterface> make(const MovingBoxes& scene) = 0;

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  std::unique_ptr<btBroadphaseInterface> phase_;
  std::vector<btBroadphaseProxy*> proxies_;
  std::vector<std::pair<btVector3, btVector3>> boxes_;
};

class Dbvt final : public Bullet {
 public:
  std::string name() const override { return "bullet-dbvt"; }
  std::size_t most() const override { return 100000; }

 protected:
  std::unique_ptr<btBroadphaseInterface> make(const MovingBoxes&) override {
    return std::make_unique<btDbvtBroadphase>();
  }
};

class AxisSweep final : public Bullet {
 public:
  std::string name() const override { return "bullet-axis"; }
  std::size_t most() const override { return 10000; }

 protected:
  std::unique_ptr<btBroadphaseInterface> make(const MovingBoxes& scene) override {
    Box world;
    for (const Box& box : scene.boxes()) world = merge(world, box);
    const Vec3 room = (world.hi - world.lo) * 0.1;
    return std::make_unique<bt32BitAxisSweep3>(to_bullet(world.lo - room), to_bullet(world.hi + room),
                                               static_cast<unsigned>(scene.boxes().size()) + 1);
  }
};

}  // namespace

std::unique_ptr<BoxPeer> make_bullet_dbvt() { return std::make_unique<Dbvt>(); }
std::unique_ptr<BoxPeer> make_bullet_axis_sweep() { return std::make_unique<AxisSweep>(); }

}  // namespace graze::bench
