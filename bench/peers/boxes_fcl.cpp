// FCL's collision managers. Setting the transforms and computing the world boxes is not timed.
#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>

#include <algorithm>

#include "bench/peers/boxes.h"

namespace graze::bench {
namespace {

template <class Manager>
class Fcl final : public BoxPeer {
 public:
  Fcl(const char* name, std::size_t most) : name_(name), most_(most) {}
  std::string name() const override { return name_; }
  std::string version() const override { return FCL_VERSION; }
  std::size_t most() const override { return most_; }

  void load(const MovingBoxes& scene) override {
    for (std::size_t i = 0; i < scene.boxes().size(); ++i) {
      const Vec3 half = scene.halves()[i];
      objects_.push_back(
          std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(2 * half.x, 2 * half.y, 2 * half.z)));
      objects_.back()->setUserData(reinterpret_cast<void*>(i));
    }
    place(scene);
    prepare();
  }
  // Its trees keep their form as boxes move, and become slower from step to step: they are built anew.
  void prepare() override {
    std::vector<fcl::CollisionObjectd*> pointers;
    for (const auto& object : objects_) pointers.push_back(object.get());
    manager_.clear();
    manager_.registerObjects(pointers);
    manager_.setup();
  }
  void place(const MovingBoxes& scene) override {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      const Vec3 centre = scene.centres()[i];
      objects_[i]->setTranslation(fcl::Vector3d(centre.x, centre.y, centre.z));
      objects_[i]->computeAABB();
    }
  }
  void step() override {
    found_.clear();
    manager_.update();
    manager_.collide(&found_, [](fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* found) {
      // The manager may call for objects whose boxes do not overlap.
      if (a->getAABB().overlap(b->getAABB())) static_cast<Found*>(found)->emplace_back(a, b);
      return false;
    });
  }
  std::vector<IdPair> pairs() override {
    std::vector<IdPair> result;
    for (const auto& [a, b] : found_)
      result.push_back(id_pair(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(a->getUserData())),
                               static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(b->getUserData()))));
    std::sort(result.begin(), result.end());
    return result;
  }

 private:
  using Found = std::vector<std::pair<fcl::CollisionObjectd*, fcl::CollisionObjectd*>>;

  const char* name_;
  std::size_t most_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  Manager manager_;
  Found found_;
};

}  // namespace

std::unique_ptr<BoxPeer> make_fcl_dynamic_tree() {
  return std::make_unique<Fcl<fcl::DynamicAABBTreeCollisionManagerd>>("fcl-dynamic-tree", 1000000);
}
std::unique_ptr<BoxPeer> make_fcl_ssap() {
  return std::make_unique<Fcl<fcl::SSaPCollisionManagerd>>("fcl-ssap", 10000);
}

}  // namespace graze::bench
