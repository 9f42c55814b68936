// Bullet: rayTest and convexSweepTest of a btCollisionWorld with a btDbvtBroadphase, margins 0 where a shape has one
// that is not part of it, in the single precision of Debian's package.
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMesh.h>

#include "bench/peers/crowd.h"

namespace graze::bench {
namespace {

btScalar number(double value) { return static_cast<btScalar>(value); }
btVector3 to_bullet(const Vec3& v) { return {number(v.x), number(v.y), number(v.z)}; }
btTransform to_bullet(const CrowdBody& body) {
  const Quat& q = body.rotation;
  return btTransform(btQuaternion(number(q.x), number(q.y), number(q.z), number(q.w)), to_bullet(body.place));
}

class Bullet final : public CrowdPeer {
 public:
  ~Bullet() override {
    for (const auto& object : objects_) world_.removeCollisionObject(object.get());
  }
  std::string name() const override { return "bullet"; }
  std::string version() const override {
    return std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  }

  void load(const Crowd& crowd) override {
    for (const CrowdShape& shape : crowd.shapes) shapes_.push_back(make(shape));
    for (const CrowdBody& body : crowd.bodies) {
      objects_.push_back(std::make_unique<btCollisionObject>());
      objects_.back()->setCollisionShape(shapes_[body.shape].get());
      objects_.back()->setWorldTransform(to_bullet(body));
      world_.addCollisionObject(objects_.back().get());
    }
    world_.updateAabbs();
    broad_.optimize();
  }
  void rays(std::span<const Ray> rays, std::span<double> answers) override {
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const btVector3 from = to_bullet(rays[i].origin), to = from + to_bullet(rays[i].direction * rays[i].max);
      btCollisionWorld::ClosestRayResultCallback closest(from, to);
      world_.rayTest(from, to, closest);
      answers[i] = closest.hasHit() ? double(closest.m_closestHitFraction) * rays[i].max : nothing;
    }
  }
  void sweep(std::span<const CrowdSweep> sweeps, std::span<double> answers) override {
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      const btTransform from = to_bullet(sweeps[i].body);
      btTransform to = from;
      to.setOrigin(from.getOrigin() + to_bullet(sweeps[i].by));
      btCollisionWorld::ClosestConvexResultCallback closest(from.getOrigin(), to.getOrigin());
      world_.convexSweepTest(static_cast<const btConvexShape*>(shapes_[sweeps[i].body.shape].get()), from, to, closest);
      answers[i] = closest.hasHit() ? double(closest.m_closestHitFraction) : nothing;
    }
  }

 private:
  std::unique_ptr<btCollisionShape> make(const CrowdShape& shape) {
    std::unique_ptr<btCollisionShape> made;
    switch (shape.kind) {
      case CrowdShape::Kind::box:
        return std::make_unique<btBoxShape>(to_bullet(shape.half));
      case CrowdShape::Kind::sphere:
        return std::make_unique<btSphereShape>(number(shape.radius));
      case CrowdShape::Kind::capsule:
        return std::make_unique<btCapsuleShapeZ>(number(shape.radius), number(2 * shape.half_length));
      case CrowdShape::Kind::mesh:
        break;
    }
    meshes_.push_back(std::make_unique<btTriangleMesh>());
    for (const Index3& t : shape.mesh.triangles)
      meshes_.back()->addTriangle(to_bullet(shape.mesh.vertices[t[0]]), to_bullet(shape.mesh.vertices[t[1]]),
                                  to_bullet(shape.mesh.vertices[t[2]]));
    made = std::make_unique<btBvhTriangleMeshShape>(meshes_.back().get(), true);
    made->setMargin(0);
    return made;
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_;
  btCollisionWorld world_{&dispatcher_, &broad_, &configuration_};
  std::vector<std::unique_ptr<btTriangleMesh>> meshes_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

}  // namespace

std::unique_ptr<CrowdPeer> make_bullet_crowd() { return std::make_unique<Bullet>(); }

}  // namespace graze::bench
