// FCL: a DynamicAABBTreeCollisionManager that asks collide() and distance() of the objects that it finds; meshes
// are BVHModel<OBBRSS>.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "bench/peers/crowd.h"

namespace graze::bench {
namespace {

using Object = fcl::CollisionObjectd;

std::shared_ptr<fcl::CollisionGeometryd> make(const CrowdShape& shape) {
  switch (shape.kind) {
    case CrowdShape::Kind::box:
      return std::make_shared<fcl::Boxd>(2 * shape.half.x, 2 * shape.half.y, 2 * shape.half.z);
    case CrowdShape::Kind::sphere:
      return std::make_shared<fcl::Sphered>(shape.radius);
    case CrowdShape::Kind::capsule:
      return std::make_shared<fcl::Capsuled>(shape.radius, 2 * shape.half_length);
    case CrowdShape::Kind::mesh:
      break;
  }
  const auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  const auto vertex = [&](std::uint32_t i) {
    const Vec3& v = shape.mesh.vertices[i];
    return fcl::Vector3d(v.x, v.y, v.z);
  };
  model->beginModel();
  for (const Index3& t : shape.mesh.triangles) model->addTriangle(vertex(t[0]), vertex(t[1]), vertex(t[2]));
  model->endModel();
  return model;
}

class Fcl final : public CrowdPeer {
 public:
  std::string name() const override { return "fcl"; }
  std::string version() const override { return FCL_VERSION; }

  void load(const Crowd& crowd) override {
    for (const CrowdShape& shape : crowd.shapes) shapes_.push_back(make(shape));
    std::vector<Object*> all;
    for (const CrowdBody& body : crowd.bodies) {
      objects_.push_back(std::make_unique<Object>(place(body)));
      all.push_back(objects_.back().get());
    }
    manager_.registerObjects(all);
    manager_.setup();
  }
  void overlap(std::span<const CrowdBody> bodies, std::span<double> answers) override {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      Object object = place(bodies[i]);
      double count = 0;
      manager_.collide(&object, &count, [](Object* a, Object* b, void* data) {
        fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        *static_cast<double*>(data) += fcl::collide(a, b, request, result) > 0;
        return false;
      });
      answers[i] = count;
    }
  }
  void nearest(std::span<const CrowdBody> bodies, std::span<double> answers) override {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      Object object = place(bodies[i]);
      double least = nothing;
      manager_.distance(&object, &least, [](Object* a, Object* b, void* data, double& limit) {
        auto& nearest = *static_cast<double*>(data);
        fcl::DistanceRequestd request;
        fcl::DistanceResultd result;
        result.min_distance = nearest;
        nearest = std::max(0.0, std::min(nearest, fcl::distance(a, b, request, result)));
        limit = nearest;
        return nearest <= 0;
      });
      answers[i] = least;
    }
  }

 private:
  Object place(const CrowdBody& body) const {
    const Quat& q = body.rotation;
    fcl::Transform3d pose = fcl::Transform3d::Identity();
    pose.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
    pose.translation() = fcl::Vector3d(body.place.x, body.place.y, body.place.z);
    Object object(shapes_[body.shape], pose);
    object.computeAABB();
    return object;
  }

  std::vector<std::shared_ptr<fcl::CollisionGeometryd>> shapes_;
  std::vector<std::unique_ptr<Object>> objects_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
};

}  // namespace

std::unique_ptr<CrowdPeer> make_fcl_crowd() { return std::make_unique<Fcl>(); }

}  // namespace graze::bench
