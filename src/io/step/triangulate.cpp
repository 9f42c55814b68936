// OpenCASCADE makes triangles face by face; along an edge, the faces on both sides have the same points in the same
// order. They are made one vertex each by that order and not by their coordinates, which may differ in the last bits.
#include "io/step/triangulate.h"

#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>
#include <map>
#include <utility>
#include <vector>

namespace graze {

namespace {

constexpr double angular_deflection = 0.35;  // radians between neighbouring triangles: 18 around a circle, or more

class Triangulation {
 public:
  explicit Triangulation(const TopoDS_Shape& shape) {
    TopExp::MapShapes(shape, TopAbs_EDGE, edges_);
    TopExp::MapShapes(shape, TopAbs_VERTEX, corners_);
    for (TopExp_Explorer faces(shape, TopAbs_FACE); faces.More(); faces.Next()) add(TopoDS::Face(faces.Current()));
    if (empty_ > 0) mesh_.lost = std::to_string(empty_) + " faces that OpenCASCADE made no triangles of";
  }

  ForeignMesh take() && { return std::move(mesh_); }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  // Of a point along an edge: the edge and the number of the point; of an end: the vertex and 0.
  using Key = std::pair<int, int>;

  void add(const TopoDS_Face& face) {
    TopLoc_Location place;
    const Handle(Poly_Triangulation) from = BRep_Tool::Triangulation(face, place);
    if (from.IsNull() || from->NbTriangles() == 0) {
      ++empty_;
      return;
    }
    const gp_Trsf to_shape = place.Transformation();
    std::vector<std::uint32_t> ids(static_cast<std::size_t>(from->NbNodes()) + 1, none);
    const auto new_vertex = [&](int node) {
      const gp_Pnt point = from->Node(node).Transformed(to_shape);
      mesh_.vertices.push_back({point.X(), point.Y(), point.Z()});
      return static_cast<std::uint32_t>(mesh_.vertices.size() - 1);
    };
    for (TopExp_Explorer edges(face, TopAbs_EDGE); edges.More(); edges.Next()) {
      const TopoDS_Edge edge = TopoDS::Edge(edges.Current());
      const Handle(Poly_PolygonOnTriangulation) points = BRep_Tool::PolygonOnTriangulation(edge, from, place);
      if (points.IsNull()) continue;
      const int count = points->NbNodes();
      const bool degenerate = BRep_Tool::Degenerated(edge);
      // The points are in the order of the edge's own parameter, whichever way round a face has it.
      const TopoDS_Edge forward = TopoDS::Edge(edge.Oriented(TopAbs_FORWARD));
      const TopoDS_Vertex first = TopExp::FirstVertex(forward), last = TopExp::LastVertex(forward);
      for (int i = 1; i <= count; ++i) {
        const int node = points->Node(i);
        std::uint32_t& id = ids[static_cast<std::size_t>(node)];
        if (id != none) continue;
        const TopoDS_Vertex& end = i == 1 || degenerate ? first : last;
        const bool at_end = (i == 1 || i == count || degenerate) && !end.IsNull();
        auto& known = at_end ? at_corners_ : along_edges_;
        const Key key = at_end ? Key{corners_.FindIndex(end), 0} : Key{edges_.FindIndex(edge), i};
        const auto [found, added] = known.try_emplace(key, none);
        if (added) found->second = new_vertex(node);
        id = found->second;
      }
    }
    for (int i = 1; i <= from->NbNodes(); ++i) {
      std::uint32_t& id = ids[static_cast<std::size_t>(i)];
      if (id == none) id = new_vertex(i);
    }
    const bool turned = (face.Orientation() == TopAbs_REVERSED) != to_shape.IsNegative();
    for (int i = 1; i <= from->NbTriangles(); ++i) {
      int a = 0, b = 0, c = 0;
      from->Triangle(i).Get(a, b, c);
      if (turned) std::swap(b, c);
      const Index3 triangle = {ids[static_cast<std::size_t>(a)], ids[static_cast<std::size_t>(b)],
                               ids[static_cast<std::size_t>(c)]};
      // At the pole of a sphere or the tip of a cone, points that are one were made one.
      if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) continue;
      mesh_.triangles.push_back(triangle);
    }
  }

  ForeignMesh mesh_;
  TopTools_IndexedMapOfShape edges_, corners_;
  std::map<Key, std::uint32_t> along_edges_, at_corners_;
  std::uint64_t empty_ = 0;
};

}  // namespace

ForeignMesh triangulate(const TopoDS_Shape& shape, double deflection) {
  const BRepMesh_IncrementalMesh mesher(shape, deflection, false, angular_deflection, false);
  return Triangulation(shape).take();
}

}  // namespace graze
