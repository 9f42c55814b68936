// The questions of after.cpp, asked with Bullet.
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <memory>

#include "../scene.h"

btVector3 vector_of(double x, double y, double z) { return {btScalar(x), btScalar(y), btScalar(z)}; }

btTransform pose_of(const Place& place) {
  const auto& [p, q] = place;
  return btTransform(btQuaternion(btScalar(q[0]), btScalar(q[1]), btScalar(q[2]), btScalar(q[3])),
                     vector_of(p[0], p[1], p[2]));
}

btTransform at(double x, double y, double z) { return btTransform(btQuaternion::getIdentity(), vector_of(x, y, z)); }

struct Touches : btCollisionWorld::ContactResultCallback {
  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                           const btCollisionObjectWrapper*, int, int) override {
    if (point.getDistance() > 0) return 0;
    ++count;
    return 0;
  }
  std::size_t count = 0;
};

int main() {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broad;
  btCollisionWorld world(&dispatcher, &broad, &configuration);

  const Mesh data = ring();
  std::vector<btScalar> vertices;
  std::vector<int> indices;
  for (const auto& v : data.vertices)
    for (double x : v) vertices.push_back(btScalar(x));
  for (const auto& t : data.triangles)
    for (std::uint32_t i : t) indices.push_back(int(i));
  btTriangleIndexVertexArray arrays(int(data.triangles.size()), indices.data(), 3 * sizeof(int),
                                    int(data.vertices.size()), vertices.data(), 3 * sizeof(btScalar));
  btBvhTriangleMeshShape mesh(&arrays, true);
  mesh.setMargin(0);
  btCollisionObject still;
  still.setCollisionShape(&mesh);
  world.addCollisionObject(&still);

  // Where does a ray first meet the mesh, as a fraction of its way?
  int number = 0;
  for (const Place& place : places(40)) {
    const auto& p = place.translation;
    const btVector3 from = vector_of(3 * p[0], 3 * p[1], 3 * p[2]), to = vector_of(p[1], p[2], 0.1);
    btCollisionWorld::ClosestRayResultCallback hit(from, to);
    world.rayTest(from, to, hit);
    const std::string n = std::to_string(number++);
    say("ray_hits_" + n, hit.hasHit());
    say("ray_fraction_" + n, double(hit.m_closestHitFraction));
  }

  // How far may a ball, or a crate, go before it touches the mesh?
  const btSphereShape ball(btScalar(0.25));
  btBoxShape crate(vector_of(0.3, 0.2, 0.1));
  crate.setMargin(0);
  number = 0;
  for (const Place& place : places(12)) {
    const double x = place.translation[0];
    const std::string n = std::to_string(number++);
    for (const btConvexShape* shape :
         {static_cast<const btConvexShape*>(&ball), static_cast<const btConvexShape*>(&crate)}) {
      const btTransform from = at(x, 0.9, 3), to = at(x, 0.9, -3);
      btCollisionWorld::ClosestConvexResultCallback hit(from.getOrigin(), to.getOrigin());
      world.convexSweepTest(shape, from, to, hit);
      const std::string name = (shape == &ball ? "ball_" : "crate_") + n;
      say("sweep_hits_" + name, hit.hasHit());
      say("sweep_fraction_" + name, double(hit.m_closestHitFraction));
    }
  }

  // Does a ball touch the mesh?
  number = 0;
  for (const Place& place : places(40)) {
    btSphereShape small(btScalar(0.3));
    btCollisionObject object;
    object.setCollisionShape(&small);
    object.setWorldTransform(pose_of(place));
    Touches found;
    world.contactPairTest(&object, &still, found);
    say("ball_touches_" + std::to_string(number++), found.count > 0);
  }

  // How far apart are a crate and a ball?
  number = 0;
  for (const Place& place : places(20)) {
    btVoronoiSimplexSolver simplex;
    btGjkPairDetector detector(&crate, &ball, &simplex, nullptr);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pose_of(place);
    input.m_transformB = at(0, 0, 0);
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    say("crate_distance_" + std::to_string(number++),
        found.m_hasResult ? std::max(0.0, double(found.m_distance)) : 0.0);
  }

  // Hulls have a margin around their points, 0.04 unless another is set.
  btConvexHullShape hull;
  for (double x : {-1.0, 1.0})
    for (double y : {-1.0, 1.0})
      for (double z : {-1.0, 1.0}) hull.addPoint(vector_of(x, y, z));
  btVoronoiSimplexSolver simplex;
  btGjkPairDetector detector(&hull, &ball, &simplex, nullptr);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = at(0, 0, 0);
  input.m_transformB = at(3, 0.5, 0);
  btPointCollector found;
  detector.getClosestPoints(input, found, nullptr);
  say("hull_distance", double(found.m_distance));

  // A crate that is 0.01 deep in a floor: how many contacts, how deep, which way?
  btBoxShape box(vector_of(0.5, 0.5, 0.5)), slab(vector_of(5, 5, 0.5));
  btCollisionObject upper, lower;
  upper.setCollisionShape(&box);
  upper.setWorldTransform(at(0, 0, 0.99));
  lower.setCollisionShape(&slab);
  world.addCollisionObject(&upper);
  world.addCollisionObject(&lower);
  world.performDiscreteCollisionDetection();
  std::size_t contacts = 0;
  double deepest = 0, normal_z = 0;
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    const btPersistentManifold* manifold = dispatcher.getManifoldByIndexInternal(i);
    const bool in_order = manifold->getBody0() == &upper && manifold->getBody1() == &lower;
    if (!in_order && !(manifold->getBody0() == &lower && manifold->getBody1() == &upper)) continue;
    for (int j = 0; j < manifold->getNumContacts(); ++j) {
      const btManifoldPoint& point = manifold->getContactPoint(j);
      ++contacts;
      deepest = std::max(deepest, -double(point.getDistance()));
      normal_z = (in_order ? 1 : -1) * double(point.m_normalWorldOnB.z());  // from b to a
    }
  }
  say("manifold_contacts", contacts);
  say("manifold_depth", deepest);
  say("manifold_normal_z", normal_z);
  world.removeCollisionObject(&upper);
  world.removeCollisionObject(&lower);

  // A mesh and a ball in the middle of its tube.
  btSphereShape grain(btScalar(0.05));
  btCollisionObject inner;
  inner.setCollisionShape(&grain);
  inner.setWorldTransform(at(1, 0, 0));
  Touches nested;
  world.contactPairTest(&inner, &still, nested);
  say("grain_in_tube", nested.count > 0);
  say("grain_in_solid", nested.count > 0);
  world.removeCollisionObject(&still);
}
