// The surface of a shape as the DOOM III paper has it: convex polygons that share their edges and vertices.
//
// Triangles in one plane are merged while the polygon stays convex; both are decided exactly, in the shape's frame. The
// faces of a polyhedron, box or convex shape are polygons to begin with, also where rounding leaves them uneven
// (`planar` is then false, and nothing is merged with them). Degenerate triangles are the segment (an edge without
// faces) or the point (a vertex without edges) that they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "graze/shape.h"

namespace graze {

struct PolygonSurface {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // How the faces of an edge lie to each other, seen from in front of them; told exactly.
  enum class Bend : std::uint8_t {
    convex,   // folded back on itself, too
    flat,     // in one plane, side by side
    concave,  // they face each other
    open,     // one face only: a dangling edge; one for each face where more than two meet, or two the same way round
    wire      // no face
  };
  struct Edge {
    std::uint32_t from, to;     // from < to
    std::uint32_t left, right;  // the face that runs it from `from` to `to`, and the one that runs it back; or none
    Bend bend;
    bool covered;  // it lies in another face, not along its border; told for closed surfaces only
  };
  struct Face {
    std::uint32_t first, count;  // its corners, counter-clockwise
    std::uint32_t triangle;      // of the shape: the least that it is made of
    bool planar;                 // exactly, and exactly convex
  };
  struct Corner {
    std::uint32_t vertex;
    std::uint32_t edge;  // 2 * the edge to the next corner, + 1 when run from its `to`
  };
  // A vertex or edge is internal when nothing from outside can touch it before it touches something else (section 4).
  enum class Inner : std::uint8_t {
    no,
    solid,  // of a solid, which is met from outside only: flat, concave or covered
    always  // of a surface with two sides, too: flat
  };

  std::vector<Vec3> vertices;          // distinct positions, in the frame of the shape
  std::vector<Inner> vertex_inner;     // one per vertex
  std::vector<Edge> edges;             // each once
  std::vector<Face> faces;             // by least triangle
  std::vector<Corner> corners;         // of all faces
  std::vector<std::uint32_t> face_of;  // of each triangle of the shape; none for a degenerate one
  bool closed = false;                 // the surface bounds a volume above 0

  static Inner inner(const Edge& edge) noexcept {
    if (edge.bend == Bend::flat) return Inner::always;
    return edge.bend == Bend::concave || edge.covered ? Inner::solid : Inner::no;
  }
  std::size_t memory() const noexcept;
};

// Built on first need, once, and kept with the shape. Empty for shapes without triangles.
const PolygonSurface& polygon_surface(const ShapeData& data);

// What is wrong with it; empty when nothing is. Slow: for tests.
std::string validate(const PolygonSurface& surface, const ShapeData& data);

}  // namespace graze
