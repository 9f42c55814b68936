// The part of a body's surface that is near another body, as corners, edges and faces. Triangles that share an edge and
// do not bend there are one face; edges in one line, with nothing else at their common end, are one edge.
//
// It knows only the triangles that are near. That is enough: where a corner or an edge is near, so are all triangles
// that have it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/query.h"
#include "narrow/body/posed.h"

namespace graze {

// For each of `count` things, those of `pairs` (thing, item) that belong to it, in order.
class Lists {
 public:
  Lists() = default;
  Lists(std::size_t count, const std::vector<TrianglePair>& pairs);
  std::span<const std::uint32_t> operator[](std::size_t i) const {
    return std::span(items_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  std::vector<std::uint32_t> starts_, items_;
};

// Sets that are joined one by one; the least member is the root.
class Joined {
 public:
  explicit Joined(std::size_t count);
  std::uint32_t root(std::uint32_t i);
  void join(std::uint32_t i, std::uint32_t j);

 private:
  std::vector<std::uint32_t> parent_;
};

// Of a solid, or of a closed surface: 1 where counter-clockwise sides as posed look outward, -1 where they look inward;
// 0: it has no outside.
int facing_of(const Posed& body);

struct Skin {
  enum class Kind : std::uint8_t { vertex, edge, face };

  struct Face {
    std::uint32_t triangle;  // of the shape
    Triangle posed;
    std::uint32_t vertices[3], edges[3];
    Vec3 normal;          // unit, counter-clockwise side as posed; 0 for a degenerate triangle
    std::uint32_t patch;  // least face of those that are one
  };
  struct Edge {
    std::uint32_t from, to;
    bool sharp;
    std::uint32_t line;  // least edge of those that are one
  };
  struct Vertex {
    Vec3 point;
    Kind kind;              // face: in the midst of one; edge: of a straight one
    std::uint32_t carrier;  // that edge, or a face
  };

  // A part of the surface, and the larger one that it is in the midst of, or itself.
  struct Part {
    Kind kind = Kind::vertex, whole_kind = Kind::vertex;
    std::uint32_t id = 0, whole = 0;  // vertex, edge, or face; vertex, line, or patch
    friend auto operator<=>(const Part&, const Part&) = default;
  };

  std::vector<Face> faces;  // in the order of their triangles
  std::vector<Edge> edges;
  std::vector<Vertex> vertices;
  Lists vertex_faces, edge_faces;
  int outward = 0;  // of a solid: +1 when normals point outward, -1 inward; 0 for a surface
  int facing = 0;   // the same, also of a surface that is closed

  Skin(const Posed& body, std::span<const std::uint32_t> triangles, double flat);

  std::uint32_t face_of(std::uint32_t triangle) const;  // of a triangle that is among them
  Part vertex_part(std::uint32_t vertex) const;
  Part edge_part(std::uint32_t edge) const;
  Part face_part(std::uint32_t face) const { return {Kind::face, Kind::face, face, faces[face].patch}; }
  std::span<const std::uint32_t> faces_of(const Part& part) const;

  // Does one of the two wholes hold the other, or have its corner?
  bool nested(const Part& p, const Part& q) const;
  Vec3 direction(std::uint32_t edge) const;                    // unit; 0 for one without length
  bool adjoin(const Part& p, const Part& q) const;             // the same, or have faces of theirs a common corner?
  Feature feature(const Posed& body, const Part& part) const;  // of a triangle of the shape, also of a box

 private:
  void find_corners(const Posed& body, std::span<const std::uint32_t> triangles);
  void find_edges(double flat, double rounding);
  void find_vertices(double flat);
};

// A triangle that is a segment, or a point.
inline Triangle as_triangle(Vec3 p, Vec3 q) { return {p, q, q}; }

}  // namespace graze
