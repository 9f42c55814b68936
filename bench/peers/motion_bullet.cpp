// Bullet: btCollisionWorld::convexSweepTest of a hull in a world with one btBvhTriangleMeshShape, margins 0, in the
// single precision of Debian's package.
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

#include "bench/peers/motion.h"

namespace graze::bench {
namespace {

btScalar number(double value) { return static_cast<btScalar>(value); }
btVector3 to_bullet(const Vec3& v) { return {number(v.x), number(v.y), number(v.z)}; }

btTransform to_bullet(const Pose& pose) {
  const Mat3& m = pose.linear;
  const btMatrix3x3 linear(number(m.at(0, 0)), number(m.at(0, 1)), number(m.at(0, 2)), number(m.at(1, 0)),
                           number(m.at(1, 1)), number(m.at(1, 2)), number(m.at(2, 0)), number(m.at(2, 1)),
                           number(m.at(2, 2)));
  return btTransform(linear, to_bullet(pose.translation));
}

class BulletSweep final : public MotionPeer {
 public:
  BulletSweep() : dispatcher_(&configuration_), world_(&dispatcher_, &broad_, &configuration_) {}
  ~BulletSweep() override {
    if (mesh_) world_.removeCollisionObject(&still_);
  }
  std::string name() const override { return "bullet-sweep"; }
  std::string version() const override {
    return std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  }

  void build(const scenes::MeshData& still, const scenes::MeshData& moving) override {
    for (const Vec3& v : still.vertices)
      for (int axis = 0; axis < 3; ++axis) vertices_.push_back(number(v[axis]));
    for (const Index3& t : still.triangles)
      for (std::uint32_t index : t) indices_.push_back(static_cast<int>(index));
    input_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(indices_.size() / 3), indices_.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(vertices_.size() / 3), vertices_.data(), static_cast<int>(3 * sizeof(btScalar)));
    mesh_ = std::make_unique<btBvhTriangleMeshShape>(input_.get(), true);
    mesh_->setMargin(0);
    still_.setCollisionShape(mesh_.get());
    world_.addCollisionObject(&still_);
    for (const Vec3& v : moving.vertices) hull_.addPoint(to_bullet(v), false);
    hull_.recalcLocalAabb();
    hull_.setMargin(0);
  }

  void times(std::span<const MotionQuery> queries, std::span<double> answers) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const btTransform from = to_bullet(queries[i].pose);
      btTransform to = from;
      to.setOrigin(from.getOrigin() + to_bullet(queries[i].motion.translation));
      btCollisionWorld::ClosestConvexResultCallback closest(from.getOrigin(), to.getOrigin());
      world_.convexSweepTest(&hull_, from, to, closest);
      answers[i] = closest.hasHit() ? static_cast<double>(closest.m_closestHitFraction) : no_contact;
    }
  }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_;
  btCollisionWorld world_;
  btCollisionObject still_;
  std::vector<btScalar> vertices_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> input_;
  std::unique_ptr<btBvhTriangleMeshShape> mesh_;
  btConvexHullShape hull_;
};

}  // namespace

std::unique_ptr<MotionPeer> make_bullet_sweep() { return std::make_unique<BulletSweep>(); }

}  // namespace graze::bench
