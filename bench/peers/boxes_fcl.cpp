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
  Fcl(const char* name, std::size_t most, bool anew) : name_(name), most_(most), anew_(anew) {}
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
    start();
  }
  void prepare() override {
    if (anew_) start();
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

  void start() {
    std::vector<fcl::CollisionObjectd*> pointers;
    for (const auto& object : objects_) pointers.push_back(object.get());
    manager_.clear();
    manager_.registerObjects(pointers);
    manager_.setup();
  }

  const char* name_;
  std::size_t most_;
  bool anew_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  Manager manager_;
  Found found_;
};

}  // namespace

std::unique_ptr<BoxPeer> make_fcl_dynamic_tree(bool anew) {
  return std::make_unique<Fcl<fcl::DynamicAABBTreeCollisionManagerd>>(anew ? "fcl-tree-anew" : "fcl-tree", 1000000,
                                                                      anew);
}
std::unique_ptr<BoxPeer> make_fcl_ssap() {
  return std::make_unique<Fcl<fcl::SSaPCollisionManagerd>>("fcl-ssap", 10000, false);
}

}  // namespace graze::bench
