// FCL as MoveIt uses it: a DynamicAABBTreeCollisionManager of the links, asked about itself, and one of the obstacles,
// asked about each link; callbacks leave allowed pairs out. MoveIt makes the manager of the links anew for each query;
// here it stays, and is updated. Meshes are BVHModel<OBBRSS>.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/config.h>
#include <fcl/narrowphase/distance.h>

#include <limits>

#include "bench/peers/fcl.h"
#include "bench/peers/robot.h"

namespace graze::bench {
namespace {

using Object = fcl::CollisionObjectd;

std::shared_ptr<fcl::CollisionGeometryd> make(const scenes::MeshData& mesh) {
  const auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  const auto vertex = [&](std::uint32_t i) {
    const Vec3& v = mesh.vertices[i];
    return fcl::Vector3d(v.x, v.y, v.z);
  };
  model->beginModel();
  for (const Index3& t : mesh.triangles) model->addTriangle(vertex(t[0]), vertex(t[1]), vertex(t[2]));
  model->endModel();
  return model;
}

class Fcl final : public RobotPeer {
 public:
  std::string name() const override { return "fcl"; }
  std::string version() const override { return FCL_VERSION; }

  void load(const RobotSetting& setting) override {
    const std::size_t count = setting.made.meshes.size();
    allowed_.assign(count * count, false);
    for (const CheckedPair& pair : setting.allowed) {
      allowed_[pair.a * count + pair.b] = allowed_[pair.b * count + pair.a] = true;
    }
    for (std::size_t i = 0; i < count; ++i) {
      links_.push_back(std::make_unique<Object>(make(setting.made.meshes[i]), fcl::Transform3d::Identity()));
      links_.back()->setUserData(reinterpret_cast<void*>(i));
      self_.registerObject(links_.back().get());
    }
    self_.setup();
    for (const scenes::Obstacle& obstacle : setting.obstacles) {
      obstacles_.push_back(std::make_unique<Object>(make(obstacle.mesh), to_fcl(obstacle.pose)));
      world_.registerObject(obstacles_.back().get());
    }
    world_.setup();
  }

  bool valid(std::span<const Pose> links) override {
    place(links);
    Question question{this, false, 0};
    self_.collide(&question, &collide_links);
    for (std::size_t i = 0; i < links_.size() && !question.contact && !obstacles_.empty(); ++i) {
      world_.collide(links_[i].get(), &question, &collide_obstacle);
    }
    return !question.contact;
  }

  double distance(std::span<const Pose> links) override {
    place(links);
    Question question{this, false, std::numeric_limits<double>::max()};
    self_.distance(&question, &distance_links);
    for (std::size_t i = 0; i < links_.size() && question.nearest > 0 && !obstacles_.empty(); ++i) {
      world_.distance(links_[i].get(), &question, &distance_obstacle);
    }
    return std::max(0.0, question.nearest);
  }

 private:
  struct Question {
    const Fcl* peer;
    bool contact;
    double nearest;
  };

  bool allowed(const Object* a, const Object* b) const {
    return allowed_[reinterpret_cast<std::size_t>(a->getUserData()) * links_.size() +
                    reinterpret_cast<std::size_t>(b->getUserData())];
  }
  static bool collide_obstacle(Object* a, Object* b, void* data) {
    auto& question = *static_cast<Question*>(data);
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    question.contact = question.contact || fcl::collide(a, b, request, result) > 0;
    return question.contact;
  }
  static bool collide_links(Object* a, Object* b, void* data) {
    return !static_cast<Question*>(data)->peer->allowed(a, b) && collide_obstacle(a, b, data);
  }
  static bool distance_obstacle(Object* a, Object* b, void* data, double& limit) {
    auto& question = *static_cast<Question*>(data);
    fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    result.min_distance = question.nearest;
    question.nearest = std::min(question.nearest, fcl::distance(a, b, request, result));
    limit = question.nearest;
    return question.nearest <= 0;
  }
  static bool distance_links(Object* a, Object* b, void* data, double& limit) {
    auto& question = *static_cast<Question*>(data);
    if (!question.peer->allowed(a, b)) return distance_obstacle(a, b, data, limit);
    limit = question.nearest;
    return false;
  }
  void place(std::span<const Pose> links) {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      links_[i]->setTransform(to_fcl(links[i]));
      links_[i]->computeAABB();
    }
    self_.update();
  }

  std::vector<std::unique_ptr<Object>> links_, obstacles_;
  std::vector<bool> allowed_;
  fcl::DynamicAABBTreeCollisionManagerd self_, world_;
};

}  // namespace

std::unique_ptr<RobotPeer> make_fcl_robot() { return std::make_unique<Fcl>(); }

}  // namespace graze::bench
