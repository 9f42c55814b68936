// Bullet: a box, sphere or capsule against btBvhTriangleMeshShape, margin 0 where the shape has one, in the single
// precision of Debian's package. Contacts of a positive distance do not count. The algorithm has no early exit.
#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

#include <stdexcept>

#include "bench/peers/volume.h"

namespace graze::bench {
namespace {

btScalar number(double value) { return static_cast<btScalar>(value); }

btTransform to_bullet(const Pose& pose) {
  const Mat3& m = pose.linear;
  const btMatrix3x3 linear(number(m.at(0, 0)), number(m.at(0, 1)), number(m.at(0, 2)), number(m.at(1, 0)),
                           number(m.at(1, 1)), number(m.at(1, 2)), number(m.at(2, 0)), number(m.at(2, 1)),
                           number(m.at(2, 2)));
  const Vec3& t = pose.translation;
  return btTransform(linear, btVector3(number(t.x), number(t.y), number(t.z)));
}

class Touch final : public btManifoldResult {
 public:
  Touch(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b) : btManifoldResult(a, b) {}
  void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override { met = met || depth <= 0; }
  bool met = false;
};

class BulletVolume final : public VolumePeer {
 public:
  BulletVolume() : dispatcher_(&configuration_) {}
  std::string name() const override { return "bullet-bvh"; }
  std::string version() const override {
    return std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  }

  void build(const MeshData& mesh) override {
    for (const Vec3& v : mesh.vertices)
      for (int axis = 0; axis < 3; ++axis) vertices_.push_back(number(v[axis]));
    for (const Index3& t : mesh.triangles)
      for (std::uint32_t index : t) indices_.push_back(static_cast<int>(index));
    input_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(indices_.size() / 3), indices_.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(vertices_.size() / 3), vertices_.data(), static_cast<int>(3 * sizeof(btScalar)));
    mesh_ = std::make_unique<btBvhTriangleMeshShape>(input_.get(), true);
    mesh_->setMargin(0);
    fixed_.setCollisionShape(mesh_.get());
  }

  bool set(const VolumeKind& kind) override {
    switch (kind.form) {
      case ShapeForm::box:
        volume_ =
            std::make_unique<btBoxShape>(btVector3(number(kind.half.x), number(kind.half.y), number(kind.half.z)));
        volume_->setMargin(0);
        break;
      case ShapeForm::sphere:
        volume_ = std::make_unique<btSphereShape>(number(kind.radius));
        break;
      case ShapeForm::capsule:
        volume_ = std::make_unique<btCapsuleShapeZ>(number(kind.radius), number(2 * kind.half.z));
        break;
      default:
        return false;
    }
    moving_.setCollisionShape(volume_.get());
    return true;
  }
  bool lists() const override { return false; }
  bool measures() const override { return false; }

  void collide(std::span<const Pose> poses, std::span<double> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      moving_.setWorldTransform(to_bullet(poses[i]));
      const btCollisionObjectWrapper a(nullptr, volume_.get(), &moving_, moving_.getWorldTransform(), -1, -1);
      const btCollisionObjectWrapper b(nullptr, mesh_.get(), &fixed_, fixed_.getWorldTransform(), -1, -1);
      btCollisionAlgorithm* algorithm = dispatcher_.findAlgorithm(&a, &b, nullptr, BT_CLOSEST_POINT_ALGORITHMS);
      Touch touch(&a, &b);
      algorithm->processCollision(&a, &b, dispatch_, &touch);
      answers[i] = touch.met;
      algorithm->~btCollisionAlgorithm();
      dispatcher_.freeCollisionAlgorithm(algorithm);
    }
  }
  void count(std::span<const Pose>, std::span<double>) override { throw std::logic_error("bullet lists nothing"); }
  std::vector<std::uint32_t> triangles(const Pose&) override { throw std::logic_error("bullet lists nothing"); }
  void distances(std::span<const Pose>, std::span<double>) override {
    throw std::logic_error("bullet does not measure");
  }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDispatcherInfo dispatch_;
  btCollisionObject fixed_, moving_;
  std::vector<btScalar> vertices_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> input_;
  std::unique_ptr<btBvhTriangleMeshShape> mesh_;
  std::unique_ptr<btConvexInternalShape> volume_;
};

}  // namespace

std::unique_ptr<VolumePeer> make_bullet_volume() { return std::make_unique<BulletVolume>(); }

}  // namespace graze::bench
