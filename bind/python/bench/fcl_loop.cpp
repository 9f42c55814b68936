// FCL in a loop of C++ over many poses, for bench.py to time beside one call of pygraze.collide.
#include <fcl/fcl.h>

#include <memory>
#include <vector>

using Model = fcl::BVHModel<fcl::OBBRSSd>;

extern "C" {

// The mesh as FCL's tree; free it with fcl_free().
void* fcl_make(const double* vertices, long vertex_count, const unsigned* triangles, long triangle_count) {
  std::vector<fcl::Vector3d> points;
  std::vector<fcl::Triangle> faces;
  for (long i = 0; i < vertex_count; ++i)
    points.emplace_back(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
  for (long i = 0; i < triangle_count; ++i)
    faces.emplace_back(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
  auto model = std::make_unique<Model>();
  model->beginModel(static_cast<int>(faces.size()), static_cast<int>(points.size()));
  model->addSubModel(points, faces);
  model->endModel();
  return model.release();
}

void fcl_free(void* model) { delete static_cast<Model*>(model); }

// answers[i]: does the mesh meet its copy in pose i (4 x 4, by rows)?
void fcl_loop(const void* made, const double* poses, long count, unsigned char* answers) {
  const auto* model = static_cast<const Model*>(made);
  const fcl::CollisionRequestd request;
  const fcl::Transform3d still = fcl::Transform3d::Identity();
  for (long i = 0; i < count; ++i) {
    fcl::Transform3d pose = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) pose.linear()(row, column) = poses[16 * i + 4 * row + column];
      pose.translation()(row) = poses[16 * i + 4 * row + 3];
    }
    fcl::CollisionResultd result;
    answers[i] = fcl::collide(model, still, model, pose, request, result) > 0;
  }
}
}
