// The questions of after.cpp, asked with FCL.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/default_broadphase_callbacks.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include <memory>

#include "../scene.h"

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::shared_ptr<Model> model_of(const Mesh& mesh) {
  auto model = std::make_shared<Model>();
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const auto& v : mesh.vertices) vertices.emplace_back(v[0], v[1], v[2]);
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

fcl::Transform3d pose_of(const Place& place) {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  const auto& q = place.rotation;
  pose.linear() = fcl::Quaterniond(q[3], q[0], q[1], q[2]).toRotationMatrix();
  pose.translation() = fcl::Vector3d(place.translation[0], place.translation[1], place.translation[2]);
  return pose;
}

fcl::Transform3d at(double x, double y, double z) {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  pose.translation() = fcl::Vector3d(x, y, z);
  return pose;
}

int main() {
  const std::shared_ptr<Model> model = model_of(ring());
  const fcl::Transform3d still = fcl::Transform3d::Identity();

  // Do two meshes collide, in which triangles, and how far apart are they?
  int number = 0;
  for (const Place& place : places(40)) {
    const std::string n = std::to_string(number++);
    const fcl::Transform3d pose = pose_of(place);
    fcl::CollisionRequestd request;
    request.num_max_contacts = 1000000;
    request.enable_contact = true;
    fcl::CollisionResultd result;
    fcl::collide(model.get(), still, model.get(), pose, request, result);
    say("mesh_collide_" + n, result.isCollision());
    say("mesh_pairs_" + n, result.numContacts());
    fcl::DistanceResultd distance;
    fcl::distance(model.get(), still, model.get(), pose, fcl::DistanceRequestd(), distance);
    say("mesh_distance_" + n, distance.min_distance > 0 ? distance.min_distance : 0.0);
  }

  // Solids of other kinds.
  const fcl::Sphered ball(0.5);
  const fcl::Boxd crate(2, 2, 2);
  const auto gap = [&](const fcl::Transform3d& pose) {
    fcl::DistanceResultd distance;
    fcl::distance(&ball, pose, &crate, still, fcl::DistanceRequestd(), distance);
    return distance.min_distance;
  };
  say("ball_distance", gap(at(3, 0.25, 0)));
  say("ball_corner_distance", gap(at(2, 2, 2)));
  fcl::CollisionResultd inside;
  say("ball_inside_crate", fcl::collide(&ball, at(0.1, 0, 0), &crate, still, fcl::CollisionRequestd(), inside) > 0);

  // Two crates with a face in common.
  fcl::CollisionResultd touching;
  say("touching_crates", fcl::collide(&crate, still, &crate, at(2, 0, 0), fcl::CollisionRequestd(), touching) > 0);
  fcl::CollisionResultd corners;
  say("touching_corners", fcl::collide(&crate, still, &crate, at(2, 2, 2), fcl::CollisionRequestd(), corners) > 0);

  // A mesh inside of another: two surfaces that do not meet.
  Mesh small = ring();
  for (auto& v : small.vertices) v = {v[0], v[1], 0.5 * v[2]};
  for (auto& v : small.vertices) {
    const double r = std::hypot(v[0], v[1]), thin = 1 + 0.5 * (r - 1);
    v = {v[0] * thin / r, v[1] * thin / r, v[2]};
  }
  const std::shared_ptr<Model> core = model_of(small);
  fcl::CollisionResultd nested;
  say("nested_surfaces", fcl::collide(core.get(), still, model.get(), still, fcl::CollisionRequestd(), nested) > 0);
  say("nested_solids", nested.isCollision());

  // When does a mesh that moves straight on first touch another?
  for (double x : {3.0, 4.0, 6.0}) {
    const fcl::TranslationMotion<double> way(at(x, 0.3, 0.2), at(x - 6, 0.3, 0.2)), rest(still, still);
    fcl::ContinuousCollisionRequestd request;
    request.num_max_iterations = 100000;
    request.ccd_motion_type = fcl::CCDM_TRANS;
    request.ccd_solver_type = fcl::CCDC_NAIVE;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(model.get(), &way, model.get(), &rest, request, result);
    say("move_hits_" + std::to_string(int(x)), result.is_collide);
    say("move_time_" + std::to_string(int(x)), result.is_collide ? result.time_of_contact : 1.0);
  }

  // Which of many objects collide?
  fcl::DynamicAABBTreeCollisionManagerd manager;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  for (const Place& place : places(60))
    objects.push_back(std::make_unique<fcl::CollisionObjectd>(model, pose_of(place)));
  for (const auto& object : objects) manager.registerObject(object.get());
  manager.setup();
  std::size_t pairs = 0;
  manager.collide(&pairs, [](fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* count) {
    fcl::CollisionResultd result;
    *static_cast<std::size_t*>(count) += fcl::collide(a, b, fcl::CollisionRequestd(), result) > 0;
    return false;
  });
  say("manager_pairs", pairs);
}
