// Trees of bounding volumes and BSP trees as the papers describe them, behind calls on ordinary shapes and poses.
//
// All leave the same pairs of triangles to one exact test, so that their answers are those of graze::collide() on
// surfaces; what differs is how much they look at, which is counted. As in the papers only surfaces are compared: a
// body inside a solid that does not cut its surface is not found, where graze::collide() does (docs/study/index.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "graze/query.h"

namespace GRAZE_API graze {
namespace study {

// --- Hierarchies of volumes: RAPID, QuickCD, PQP, SOLID, DOP-trees, sphere trees ---

// What the nodes of a tree are, and by which test two of them are parted.
enum class NodeVolume : std::uint8_t {
  oriented_box,      // 15 separating axes (Gottschalk, Lin and Manocha)
  oriented_box_6,    // the same boxes by their 6 face normals alone (van den Bergen)
  oriented_box_144,  // the same boxes, every edge against every face
  aligned_dop,       // 24 directions, aligned to the other tree by three factors a direction (Zachmann)
  k_dop,             // 24 directions, the corners turned and fitted again (Klosowski and others)
  swept_rectangle,   // everything within a radius of a rectangle (Larsen and others)
  aligned_box,       // along the axes of the shape
  sphere,            // nearly the smallest
  swept_line,        // everything within a radius of a segment (Larsen and others)
};
// All of them, in the order above.
inline constexpr NodeVolume node_volumes[] = {
    NodeVolume::oriented_box, NodeVolume::oriented_box_6, NodeVolume::oriented_box_144,
    NodeVolume::aligned_dop,  NodeVolume::k_dop,          NodeVolume::swept_rectangle,
    NodeVolume::aligned_box,  NodeVolume::sphere,         NodeVolume::swept_line};
const char* name(NodeVolume volume) noexcept;  // "obb-15", "obb-6", "obb-144", "dop-tree", "kdop-24", "rss", ...

// Which triangles belong together.
enum class Grouping {
  sah,        // from the top, the surface-area heuristic over bins, to single triangles
  mean,       // from the top, at the mean of the corners along the longest axis of the surface (Lin, 5.2)
  bottom_up,  // pairs of neighbours with the smallest common box, again and again
};
const char* name(Grouping grouping) noexcept;  // the enumerator in words

// A system of the papers: its volume, and how it groups.
struct TreeSystem {
  NodeVolume volume = NodeVolume::oriented_box;  // of every node
  Grouping grouping = Grouping::sah;             // of the triangles
  friend constexpr bool operator==(const TreeSystem&, const TreeSystem&) = default;
};
inline constexpr TreeSystem rapid{NodeVolume::oriented_box, Grouping::mean};       // RAPID, and the pairs of V-COLLIDE
inline constexpr TreeSystem solid_trees{NodeVolume::aligned_box, Grouping::mean};  // SOLID
inline constexpr TreeSystem quick_cd{NodeVolume::k_dop, Grouping::mean};           // QuickCD
inline constexpr TreeSystem pqp{NodeVolume::swept_rectangle, Grouping::mean};      // PQP
inline constexpr TreeSystem dop_trees{NodeVolume::aligned_dop, Grouping::mean};    // Zachmann's DOP-trees
inline constexpr TreeSystem sphere_trees{NodeVolume::sphere, Grouping::mean};      // for comparison (Lin, 5.2)

// The tree of a shape by one of the systems. Immutable; copies share it.
class VolumeTree {
 public:
  // Throws Error for an empty handle, and for a shape that is not of triangles alone: compounds, curved shapes,
  // half-spaces, shapes with a radius or margin. Strips, fans and terrains are read as they are.
  VolumeTree(Shape shape, const TreeSystem& system);

  const Shape& shape() const noexcept;        // that it is of
  const TreeSystem& system() const noexcept;  // as given
  std::size_t memory() const noexcept;        // bytes of the tree
  std::size_t node_count() const noexcept;    // leaves included
  std::size_t depth() const noexcept;         // nodes on the longest way down

  // The same nodes around the triangles of a deformed shape, leaves fitted and others merged, as SOLID keeps its trees.
  // Throws Error when the shapes do not have the same number of triangles.
  VolumeTree refitted(Shape deformed) const;

  // Boxes along the axes of the shape that hold the volumes of one level, the root being level 0, leaves above it
  // included: to be drawn.
  std::vector<Box> level(std::size_t depth) const;

  struct Nodes;
  // For the functions below.
  const Nodes& nodes() const noexcept { return *nodes_; }

 private:
  VolumeTree() = default;
  std::shared_ptr<const Nodes> nodes_;
};

// A tree, and where it is. It must stay while it is used.
struct TreeBody {
  const VolumeTree* tree = nullptr;  // not owned
  Pose pose;                         // from the frame of the shape to the world; any affine map
};

// What a traversal did.
struct TreeCounters {
  std::uint64_t volume_tests = 0;    // pairs of volumes
  std::uint64_t triangle_tests = 0;  // pairs of triangles
  std::uint64_t nodes = 0;           // pairs of volumes that were opened
};

// Do two surfaces meet, and which triangles do?
struct [[nodiscard]] TreeCollide : YesNo {
  std::vector<TrianglePair> pairs;  // when all are asked for: sorted
  TreeCounters counters;            // the work that was done
};
// Every pair with `all`, else until the first is found. Invalid: trees of two systems, a null pointer, a pose that is
// singular or not finite.
TreeCollide collide(const TreeBody& a, const TreeBody& b, bool all = false) noexcept;

// The same yes or no in several threads (Zachmann, 6: fine-grain): the walk is opened to many pairs of subtrees, and
// threads take one after the other until a pair of triangles meets. threads = 0: as many as the machine has. The answer
// does not depend on them; the counters do.
TreeCollide collide_in_threads(const TreeBody& a, const TreeBody& b, int threads = 0) noexcept;

// How near is near enough, as PQP has it: the search ends when no pair can be nearer than the best found by more than
// either error.
struct TreeDistanceSettings {
  double relative_error = 0;                             // of the distance that is told
  double absolute_error = 0;                             // in lengths of the world
  double max = std::numeric_limits<double>::infinity();  // pairs farther apart are not looked for
};

// How far two surfaces are apart.
struct [[nodiscard]] TreeDistance : Outcome {
  bool beyond = false;               // farther apart than max
  double distance = unknown_number;  // of the nearest pair found, at most the errors above the least; infinite beyond
  TrianglePair nearest;              // that pair
  TreeCounters counters;             // the work that was done
};
// The distance of the surfaces; 0 when they meet.
TreeDistance find_distance(const TreeBody& a, const TreeBody& b, const TreeDistanceSettings& settings = {}) noexcept;

// Are two surfaces no farther apart than a tolerance? Exactly, on the posed doubles.
TreeCollide within(const TreeBody& a, const TreeBody& b, double tolerance) noexcept;

// --- Trees whose features move one by one (Blow, "Where do we go now?") ---

// A tree of boxes along the axes whose volumes are stretched by triangles that move, up to the root if they must, and
// never shrink below what they were when built.
class StretchedTree {
 public:
  // Triangles must stay within the region, which holds the shape. Throws Error as VolumeTree does, and where it does
  // not.
  StretchedTree(const Shape& shape, const Box& region);
  StretchedTree(StretchedTree&&) noexcept;
  StretchedTree& operator=(StretchedTree&&) noexcept;
  ~StretchedTree();

  bool move(std::uint32_t triangle, const Triangle& to);  // false, and nothing changed, beyond the region
  void tighten(std::size_t most_nodes);  // makes the next subtree of so many nodes as small as it can be again
  double surface() const noexcept;       // of all volumes: how loose the tree is
  // Triangles that a box, in the frame of the shape, may meet: all of those that do are among them; ascending.
  std::vector<std::uint32_t> candidates(const Box& box) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// --- BSP trees (Blow; van Waveren, section 5) ---

// How a BSP tree is made.
enum class BspForm : std::uint8_t {
  paper,  // planes of the polygons alone, polygons cut by them (Blow)
  solid,  // the same, after large sets were halved by coordinate planes
  axial,  // coordinate planes from the boxes of polygons (van Waveren)
  k_d,    // coordinate planes through the median of the polygons, the axes in turn (Bentley)
  list,   // no planes: every polygon is looked at
};
// All of them.
inline constexpr BspForm bsp_forms[] = {BspForm::paper, BspForm::solid, BspForm::axial, BspForm::k_d, BspForm::list};
const char* name(BspForm form) noexcept;  // the enumerator in words

// How large a BSP tree is.
struct BspSize {
  std::size_t polygons_before = 0;  // triangles of the shape
  std::size_t polygons_after = 0;   // pieces, or references in leaves
  std::size_t nodes = 0;            // planes
  std::size_t depth = 0;            // planes on the longest way down
  std::size_t bytes = 0;            // of memory
};

// A BSP tree of the triangles of a shape. Immutable; copies share it.
class BspTree {
 public:
  // Throws Error as VolumeTree does, and for a shape that is cut into too many pieces.
  BspTree(Shape shape, BspForm form);
  const Shape& shape() const noexcept;  // that it is of
  BspForm form() const noexcept;        // as given
  BspSize size() const noexcept;        // polygons before and after, nodes, depth, memory

  struct Planes;
  // For the functions below.
  const Planes& planes() const noexcept { return *planes_; }

 private:
  std::shared_ptr<const Planes> planes_;
};

// A BSP tree, and where it is. It must stay while it is used.
struct BspPosed {
  const BspTree* tree = nullptr;  // not owned
  Pose pose;                      // any affine map
};

// As graze::collide(): the smaller body's box goes down the tree of the larger, what it meets down the tree of the
// smaller, and what is left is decided exactly; containment counts. Trees may be of two forms.
CollideResult collide(const BspPosed& a, const BspPosed& b, const CollideSettings& settings = {}) noexcept;
// The triangles of the posed body that may meet a box of the world, ascending: all of those that do are among them.
// Throws Error for a pose that is singular or not finite.
std::vector<std::uint32_t> candidates_in(const BspPosed& body, const Box& world);
// Is a point, not on the surface, in the posed solid, by the cells of its tree? Always right: what no cell tells is
// decided exactly. Throws Error for a tree without cells (axial, k_d, list), a shape that is no solid, and a bad pose.
bool inside_by_cells(const BspPosed& body, Vec3 point);

// An animation that is known beforehand: a tree for each of its frames (Blow, Conclusions).
class BspAnimation {
 public:
  // Throws Error when there is no frame, or frames do not have the same number of triangles.
  BspAnimation(std::span<const Shape> frames, BspForm form);
  std::size_t frame_count() const noexcept { return trees_.size(); }                // as given
  const BspTree& frame(std::size_t index) const noexcept { return trees_[index]; }  // by its number
  const BspTree& at(double seconds, double frames_a_second) const noexcept;         // around and around

 private:
  std::vector<BspTree> trees_;
};

}  // namespace study
}  // namespace graze
