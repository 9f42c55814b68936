// CGAL with exact constructions (EPECK): the same collision test as in cgal.cpp, but the posed vertices are the exact
// images of the vertices, never rounded. Yes/no only.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>

#include "bench/peers/peer.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<Mesh>;
using MeshTree = Detection::AABB_tree;

class CgalEpeck final : public CollidePeer {
 public:
  std::string name() const override { return "cgal-epeck"; }
  std::string version() const override { return CGAL_VERSION_STR; }

  void load(const MeshData& mesh) override {
    mesh_.clear();
    const auto add = [&](Vec3 v) { return mesh_.add_vertex(Kernel::Point_3(v.x, v.y, v.z)); };
    std::vector<Mesh::Vertex_index> vertices;
    for (const Vec3& v : mesh.vertices) vertices.push_back(add(v));
    for (const Index3& t : mesh.triangles) {
      if (mesh_.add_face(vertices[t[0]], vertices[t[1]], vertices[t[2]]) != Mesh::null_face()) continue;
      // Not a manifold there: the triangle gets corners of its own.
      mesh_.add_face(add(mesh.vertices[t[0]]), add(mesh.vertices[t[1]]), add(mesh.vertices[t[2]]));
    }
  }

  void build() override {
    tree_ = std::make_unique<MeshTree>(faces(mesh_).begin(), faces(mesh_).end(), mesh_);
    tree_->build();
    detection_ = std::make_unique<Detection>();
    const auto one_component = CGAL::parameters::apply_per_connected_component(false);
    fixed_ = detection_->add_mesh(*tree_, mesh_, one_component);
    moving_ = detection_->add_mesh(*tree_, mesh_, one_component);
  }

  void release() override {
    detection_.reset();
    tree_.reset();
  }

  void collide(std::span<const Pose> poses, std::span<char> answers) override {
    const std::vector<std::size_t> fixed{fixed_};
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const Mat3& m = poses[i].linear;
      const Vec3& t = poses[i].translation;
      detection_->set_transformation(
          moving_, Kernel::Aff_transformation_3(m.at(0, 0), m.at(0, 1), m.at(0, 2), t.x, m.at(1, 0), m.at(1, 1),
                                                m.at(1, 2), t.y, m.at(2, 0), m.at(2, 1), m.at(2, 2), t.z));
      answers[i] = !detection_->get_all_intersections(moving_, fixed).empty();
    }
  }

 private:
  Mesh mesh_;
  std::unique_ptr<MeshTree> tree_;
  std::unique_ptr<Detection> detection_;
  std::size_t fixed_ = 0, moving_ = 0;
};

}  // namespace

std::unique_ptr<CollidePeer> make_cgal_epeck() { return std::make_unique<CgalEpeck>(); }

}  // namespace graze::bench
