// What a body is: immutable geometry, shared and cheap to copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/math.h"

namespace GRAZE_API graze {

// The corners of a triangle, as indices of vertices, counter-clockwise seen from its front.
using Index3 = std::array<std::uint32_t, 3>;

// How the body is given; each form is read in place, none is expanded into another. A mesh, soup, strip, fan, terrain
// or polyhedron is made of triangles; box, sphere, capsule, segment, point, halfspace, cylinder, cone, ellipsoid and
// convex are the primitives of docs/volumes.md and docs/kinds.md; a compound is made of others. See the function
// make_... of each.
enum class ShapeForm : std::uint8_t {
  mesh,
  soup,
  strip,
  fan,
  terrain,
  box,
  sphere,
  capsule,
  segment,
  point,
  halfspace,
  cylinder,
  cone,
  ellipsoid,
  convex,
  polyhedron,
  compound
};
const char* name(ShapeForm form) noexcept;  // the enumerator in words

// Facts about the surface after welding bit-equal positions (-0 = +0); found on first need. Edges are those of the
// non-degenerate triangles; where only all triangles together are closed, because degenerate ones stitch a long edge to
// short ones, those of all.
struct Topology {
  std::uint32_t vertices = 0;              // distinct positions that triangles use
  std::uint64_t edges = 0;                 // distinct undirected edges
  std::uint32_t degenerate_triangles = 0;  // zero area, decided exactly
  std::uint64_t open_edges = 0;            // edges that do not have as many triangles one way as the other
  std::uint64_t non_manifold_edges = 0;    // edges with more than two triangles
  std::uint32_t components = 0;            // connected through shared vertices, degenerate triangles left out
  bool closed = false;                     // no open edges
  bool oriented = false;                   // no two-triangle edge is run the same way twice
  double signed_volume = 0;                // local frame; when closed, else 0; the same for any order of triangles
  int volume_sign = 0;                     // its exact sign when closed, also where it underflows; else 0
};

struct ShapeData;  // not for users

class Shape {
 public:
  Shape() = default;  // an empty handle: every query with it answers Status::invalid
  // Copies share what they are copies of. Threads may copy and drop handles of one shape without waiting for each
  // other.
  Shape(const Shape& other) noexcept : data_(other.data_), epoch_(other.epoch_) {
    if (data_ != nullptr && epoch_ != borrowed) epoch_ = hold(data_);
  }
  Shape(Shape&& other) noexcept : data_(std::exchange(other.data_, nullptr)), epoch_(other.epoch_) {}
  Shape& operator=(const Shape& other) noexcept {
    if (data_ != other.data_ || epoch_ == borrowed) *this = Shape(other);
    return *this;
  }
  Shape& operator=(Shape&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(epoch_, other.epoch_);
    if (this != &other) other.reset();
    return *this;
  }
  ~Shape() { reset(); }

  explicit operator bool() const noexcept { return data_ != nullptr; }  // is it no empty handle?
  const void* identity() const noexcept { return data_; }    // the same for all copies of a handle; null: empty
  ShapeForm form() const noexcept;                           // of an empty handle: mesh
  std::uint32_t triangle_count() const noexcept;             // of a polyhedron the triangles of its faces
  Triangle triangle(std::uint32_t index) const noexcept;     // local frame; index < triangle_count()
  std::uint32_t tag(std::uint32_t triangle) const noexcept;  // the user's tag, 0 when none were given
  Box bounds() const noexcept;          // local frame, without the margin; exact but for a capsule or compound: outward
  bool solid() const noexcept;          // does its inside belong to it?
  double radius() const noexcept;       // local frame: of a sphere or capsule, whose triangles are its core; else 0
  double margin() const noexcept;       // world frame, whatever the pose: see with_margin()
  const Topology& topology() const;     // computed once, thread-safe
  std::size_t memory() const noexcept;  // bytes held: geometry, tags, and all that queries have built so far

 private:
  friend struct ShapeInternals;
  explicit Shape(const ShapeData* data, std::uint32_t epoch = 0) noexcept : data_(data), epoch_(epoch) {}

  static std::uint32_t hold(const ShapeData* data) noexcept;
  static void release(const ShapeData* data, std::uint32_t epoch) noexcept;
  void reset() noexcept {
    if (const ShapeData* const data = std::exchange(data_, nullptr); data != nullptr && epoch_ != borrowed)
      release(data, epoch_);
  }
  // Not counted, as are its copies: for handles that another one outlives.
  static constexpr std::uint32_t borrowed = 0xffffffff;

  const ShapeData* data_ = nullptr;
  std::uint32_t epoch_ = 0;  // how the handle is counted
};

// What may be said of a shape when it is made.
struct ShapeOptions {
  bool solid = false;                    // as as_solid() after construction
  std::vector<std::uint32_t> tags = {};  // one per triangle (of a polyhedron: per face), or none
  double margin = 0;                     // as with_margin() after construction
};

// Each throws Error naming the element: non-finite coordinate, index out of range, empty input, 2^31 or more
// triangles, a number of tags that is not the number of triangles.
Shape make_mesh(std::vector<Vec3> vertices, std::vector<Index3> triangles, ShapeOptions options = {});
Shape make_soup(std::vector<Vec3> vertices, ShapeOptions options = {});  // three vertices per triangle
// -1 restarts. Triangle k of a run is (i[k], i[k+1], i[k+2]), with the first two swapped for odd k; triangles number on
// over runs. A run of one or two indices is an error; an empty one is nothing.
Shape make_strip(std::vector<Vec3> vertices, std::vector<std::int32_t> indices, ShapeOptions options = {});
// -1 restarts. Triangle k of a run is (i[0], i[k+1], i[k+2]).
Shape make_fan(std::vector<Vec3> vertices, std::vector<std::int32_t> indices, ShapeOptions options = {});
// The height of row i, column j is heights[i*columns + j], at (j*dx, i*dy), z up. Cell (i, j) is the triangles
// 2(i(columns-1)+j): (i,j), (i,j+1), (i+1,j+1), and the next: (i,j), (i+1,j+1), (i+1,j).
Shape make_terrain(std::uint32_t rows, std::uint32_t columns, double dx, double dy, std::vector<double> heights,
                   ShapeOptions options = {});

// Faces of three or more corners, convex, counter-clockwise from outside; each is the fan of triangles from its first
// corner, and results name the face. A solid if it is closed.
Shape make_polyhedron(std::vector<Vec3> vertices, const std::vector<std::vector<std::uint32_t>>& faces,
                      ShapeOptions options = {});

// --- primitives: volumes to ask about, and points and segments (docs/volumes.md). Queries name their triangle 0. Each
// throws Error naming the field at fault: not finite, negative, or 0 where that is no such shape. ---

Shape make_box(Vec3 half);                         // |x_k| <= half_k, each above 0: the hull of its posed corners
Shape make_sphere(double radius);                  // around the origin
Shape make_capsule(double radius, double half);    // around the segment from (0, 0, -half) to (0, 0, half)
Shape make_segment(Vec3 p, Vec3 q);                // ends included
Shape make_point();                                // the origin
Shape make_halfspace(Vec3 normal, double offset);  // normal . x <= offset; the normal of any length but 0

// Curved ones are the exact image of these sets under the pose: their yes and no is certified or `undecided`.
Shape make_cylinder(double radius, double half);  // x^2 + y^2 <= radius^2, |z| <= half
Shape make_cone(double radius, double half);      // the hull of the disc at z = -half and the apex (0, 0, half)
Shape make_ellipsoid(Vec3 radii);                 // (x/a)^2 + (y/b)^2 + (z/c)^2 <= 1
// The hull of the points, found exactly; its corners are the shape's vertices, in the order given. Posed: the hull of
// the posed corners. A flat hull is the polygon, segment or point that it is.
Shape make_convex(std::vector<Vec3> vertices);

// --- compounds: the union of parts, each a shape with a pose; parts may be compounds. ---

// A part of a compound.
struct CompoundPart {
  Shape shape;  // of any kind
  Pose pose;    // from the frame of the part to that of the compound
};
// A part's world pose is the rounded product of the compound's and its own, level by level. Throws Error naming the
// part: an empty handle, a singular or non-finite pose.
Shape make_compound(std::vector<CompoundPart> parts);

// Results number the triangles of a compound on over its parts in order, nested ones in place; a primitive counts as
// one, a polyhedron's faces as what they are.
struct PartTriangle {
  std::vector<std::uint32_t> path;  // index of the part, then of the part in it, ...
  Shape shape;                      // the part at the end of the path, with the margins of all around it
  std::uint32_t triangle = 0;       // number in that shape
};
// Throws Error when there is no such number. For other shapes the path is empty.
PartTriangle find_part(const Shape& shape, std::uint32_t triangle);

// The points of the world within `margin` of the shape, whatever its pose: a pose that scales the shape does not scale
// the margin. Added to a margin or radius that is there, rounded once. Throws Error when negative or not finite.
Shape with_margin(const Shape& shape, double margin);

// The same geometry as a solid: the closure of the points with winding number >= 1. Throws Error naming an open edge,
// or saying that the volume is zero or negative.
Shape as_solid(const Shape& shape);

// --- polygons (docs/polyhedra-in-motion.md) ---

// The surface as convex polygons that share edges and vertices: triangles in one plane are merged while they stay
// convex, exactly. An edge or vertex is internal when nothing from outside can touch it before it touches something
// else: between faces in one plane; of a solid also between faces that face each other, and where another face of the
// solid covers it.
struct PolygonFacts {
  std::uint32_t faces = 0;                            // convex polygons
  std::uint32_t vertices = 0, internal_vertices = 0;  // all of them, and those that are internal
  std::uint64_t edges = 0, internal_edges = 0;        // all of them, and those that are internal
  std::uint64_t dangling_edges = 0;                   // with one face
};
PolygonFacts polygon_facts(const Shape& shape);  // computed once, thread-safe; 0 for shapes without triangles

// A solid polyhedron, mesh, box or convex shape with its faces moved inward by `by`, or more where more than three
// planes meet in a vertex: half the thickness of an expel zone, so that bodies look as if they touched. Throws Error
// for anything else, for a vertex that has no such place, and for a body too thin for it. Local frame.
Shape shrunk(const Shape& solid, double by);

// --- ahead of the first query: what queries build on first need takes time then, once per shape (docs/mover.md) ---

// What is to be built, and by how many threads.
struct PrepareSettings {
  bool pairs = true;  // two bodies, standing or moving: collide, distance, move and so on; inside and winding
  bool rays = true;   // ray, and walk, which looks for the ground
  bool world = true;  // a Pipeline with any filters, beside what its queries need
  int threads = 0;    // 0: as many as the machine has; the result does not depend on it
};
// All parts of a compound, too. No query of these kinds builds anything after it: memory() stays what it is. Polygons
// and topology() are built by who asks for them. Throws Error for an empty handle.
void prepare(const Shape& shape, const PrepareSettings& settings = {});

// The two trees alone. prepare_rays: the tree for rays; prepare_pairs: the tree for pairs, with its boxes.
void prepare_rays(const Shape& shape, int threads = 0);
void prepare_pairs(const Shape& shape, int threads = 0);

// A built shape with its trees: versioned, checksummed, mapped by load. save and load throw Error naming the file and
// the fault.
void save(const Shape& shape, const std::string& path);
Shape load(const std::string& path);

}  // namespace graze
