// CGAL's Polygon_mesh_processing::self_intersections with exact predicates (EPICK). It sorts boxes anew in each call,
// and also lists neighbours that meet beside what they share: these are left out here.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "bench/peers/self.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;

class CgalSelf final : public SelfPeer {
 public:
  std::string name() const override { return "cgal-exact"; }
  std::string version() const override { return CGAL_VERSION_STR; }
  bool keeps_a_tree() const override { return false; }

  void load(const MeshData& mesh) override {
    source_ = mesh;
    mesh_.clear();
    std::vector<Mesh::Vertex_index> vertices;
    for (const Vec3& v : mesh.vertices) vertices.push_back(mesh_.add_vertex({v.x, v.y, v.z}));
    for (const Index3& t : mesh.triangles) mesh_.add_face(vertices[t[0]], vertices[t[1]], vertices[t[2]]);
  }
  void build() override {}

  std::vector<TrianglePair> pairs() override {
    std::vector<std::pair<Mesh::Face_index, Mesh::Face_index>> all;
    CGAL::Polygon_mesh_processing::self_intersections<CGAL::Sequential_tag>(mesh_, std::back_inserter(all));
    std::vector<TrianglePair> found;
    for (const auto& [one, other] : all) {
      const auto [a, b] = std::minmax({static_cast<std::uint32_t>(one.idx()), static_cast<std::uint32_t>(other.idx())});
      const Index3 &s = source_.triangles[a], &t = source_.triangles[b];
      const auto in_t = [&t](std::uint32_t v) { return v == t[0] || v == t[1] || v == t[2]; };
      if (std::none_of(s.begin(), s.end(), in_t)) found.push_back({a, b});
    }
    return found;
  }

 private:
  MeshData source_;
  Mesh mesh_;  // faces in the order of the triangles
};

}  // namespace

std::unique_ptr<SelfPeer> make_cgal_self() { return std::make_unique<CgalSelf>(); }

}  // namespace graze::bench
