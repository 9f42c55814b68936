// CGAL with exact predicates (EPICK): Rigid_triangle_mesh_collision_detection for yes/no, which takes a pose, and
// AABB_tree::all_intersected_primitives with each posed triangle for every pair, which takes none.
//
// Yes/no there poses the vertices while the rounding mode is upward, so they can be an ulp off the contract's.
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>

#include <algorithm>
#include <iterator>

#include "bench/peers/peer.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<Mesh>;
using MeshTree = Detection::AABB_tree;

Kernel::Point_3 to_cgal(Vec3 p) { return {p.x, p.y, p.z}; }

class Cgal final : public CollidePeer {
 public:
  std::string name() const override { return "cgal-exact"; }
  std::string version() const override { return CGAL_VERSION_STR; }

  void load(const MeshData& mesh) override {
    source_ = mesh;
    mesh_.clear();
    std::vector<Mesh::Vertex_index> vertices;
    for (const Vec3& v : mesh.vertices) vertices.push_back(mesh_.add_vertex(to_cgal(v)));
    for (const Index3& t : mesh.triangles) {
      const auto face = mesh_.add_face(vertices[t[0]], vertices[t[1]], vertices[t[2]]);
      if (face != Mesh::null_face()) continue;
      // Not a manifold there: the triangle gets corners of its own.
      mesh_.add_face(mesh_.add_vertex(to_cgal(mesh.vertices[t[0]])), mesh_.add_vertex(to_cgal(mesh.vertices[t[1]])),
                     mesh_.add_vertex(to_cgal(mesh.vertices[t[2]])));
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

  bool lists_pairs() const override { return true; }

  void count_pairs(std::span<const Pose> poses, std::span<std::size_t> counts) override {
    for (std::size_t i = 0; i < poses.size(); ++i) counts[i] = all(poses[i]).size();
  }

  std::vector<TrianglePair> pairs(const Pose& pose) override {
    std::vector<TrianglePair> found = all(pose);
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  std::vector<TrianglePair> all(const Pose& pose) const {
    std::vector<Kernel::Point_3> posed;
    posed.reserve(source_.vertices.size());
    for (const Vec3& v : source_.vertices) posed.push_back(to_cgal(pose * v));
    std::vector<TrianglePair> found;
    std::vector<MeshTree::Primitive_id> hits;
    for (std::size_t b = 0; b < source_.triangles.size(); ++b) {
      const Index3& t = source_.triangles[b];
      hits.clear();
      tree_->all_intersected_primitives(Kernel::Triangle_3(posed[t[0]], posed[t[1]], posed[t[2]]),
                                        std::back_inserter(hits));
      for (const auto& face : hits) {
        found.push_back({static_cast<std::uint32_t>(face.idx()), static_cast<std::uint32_t>(b)});
      }
    }
    return found;
  }

  MeshData source_;
  Mesh mesh_;  // faces in the order of the triangles
  std::unique_ptr<MeshTree> tree_;
  std::unique_ptr<Detection> detection_;
  std::size_t fixed_ = 0, moving_ = 0;
};

}  // namespace

std::unique_ptr<CollidePeer> make_cgal() { return std::make_unique<Cgal>(); }

}  // namespace graze::bench
