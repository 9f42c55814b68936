// Many bodies, as the systems of the papers keep them: I-COLLIDE, V-COLLIDE, Blow's game server, grids and octrees of
// boxes, and the rules by which Zachmann chooses among them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/broad.h"
#include "graze/pipeline.h"
#include "graze/query.h"
#include "graze/study_convex.h"
#include "graze/study_trees.h"

namespace GRAZE_API graze {
namespace study {

// Two ids, the lesser first.
using IdPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// --- Boxes: grids of a chosen resolution, and the searches of the core by name ---

// A grid of equal cells over a region, in which a box is registered with every cell that it reaches into (Blow, Fig. 1;
// Zachmann, 5). A box that moves leaves and enters only the cells that changed. What lies outside of the region counts
// to the outermost cells.
class CellGrid {
 public:
  // Cells along each axis; of two axes, x and y, for squares. Throws Error for a region that is empty or not finite,
  // and for no cells or more than 2^20 along an axis.
  CellGrid(const Box& region, std::uint32_t cells, int axes = 3);
  CellGrid(CellGrid&&) noexcept;
  CellGrid& operator=(CellGrid&&) noexcept;
  ~CellGrid();

  // Adds or moves a box. Throws Error for one that is empty or not finite. Ids are small numbers of the caller's.
  void set(std::uint32_t id, const Box& box);
  void remove(std::uint32_t id);                               // what is not there is ignored
  IdPairs pairs() const;                                       // every pair of boxes that overlap, sorted
  std::vector<std::uint32_t> near(std::uint32_t id) const;     // ids whose boxes overlap that of `id`, ascending
  std::vector<std::uint32_t> sharing(std::uint32_t id) const;  // ids that are in one of its cells, ascending
  std::uint64_t cells_changed() const noexcept;                // entered or left since the grid was made

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The searches of graze/broad.h on boxes alone: all pairs, sweep and prune with three sorted lists, grids, octree.
class BoxSearch {
 public:
  explicit BoxSearch(BroadKind kind);  // which of them
  BoxSearch(BoxSearch&&) noexcept;
  BoxSearch& operator=(BoxSearch&&) noexcept;
  ~BoxSearch();

  void set(std::uint32_t id, const Box& box);  // adds or moves; throws Error for a box that is empty or has NaN
  void remove(std::uint32_t id);               // what is not there is ignored
  IdPairs pairs();                             // every pair of boxes that overlap, sorted
  std::uint64_t box_tests() const noexcept;    // of all searches

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// An R-tree of boxes (Guttman, the quadratic split), one of the structures that Maia, Vidal and Cavalcante-Neto name
// (2.2): nodes of 3 to 8 boxes, every leaf at one depth, boxes that come, move and go.
class RTree {
 public:
  RTree();  // without boxes
  RTree(RTree&&) noexcept;
  RTree& operator=(RTree&&) noexcept;
  ~RTree();

  // Adds or moves a box. Throws Error for one that is empty or not finite. Ids are small numbers of the caller's.
  void set(std::uint32_t id, const Box& box);
  void remove(std::uint32_t id);                  // what is not there is ignored
  std::vector<std::uint32_t> in(const Box& box);  // ids whose boxes overlap this one, ascending
  IdPairs pairs();                                // every pair of boxes that overlap, sorted
  std::uint64_t box_tests() const noexcept;       // of all searches
  std::size_t depth() const noexcept;             // levels, leaves included
  std::string validate() const;                   // what is wrong with the tree; empty: nothing. Slow: for tests

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Which filter comes first (Zachmann, 5.3).
enum class NeighbourChoice : std::uint8_t {
  boxes,              // every box against every other
  separating_planes,  // planes between hulls, remembered
  grid,               // cells
  grid_then_planes,   // cells, then planes
};
const char* name(NeighbourChoice choice) noexcept;  // the enumerator in words

// The paper's rule, with thresholds that can be tuned.
struct NeighbourRule {
  std::uint32_t few = 5;          // up to so many objects: boxes
  std::uint32_t several = 30;     // up to so many: separating planes; up to `many` what is nearer
  std::uint32_t many = 50;        // from so many on: a grid
  std::uint32_t polygons = 1000;  // of an object: from so many on planes pay after a grid

  NeighbourChoice choose(std::uint32_t objects, std::uint32_t polygons_each) const noexcept;  // what the rule says
};

// Does a filter pay that leaves `pairs_left` pairs of n objects and takes `filter_seconds` in all, where a pair takes
// `pair_seconds` without it? The paper's P_s < n (n - 1) / 2 - T_s / T_p, with the count of pairs right (errata E-39).
bool filter_pays(std::uint64_t objects, double pairs_left, double filter_seconds, double pair_seconds) noexcept;

// --- I-COLLIDE ---

// A pair that is near, or touches.
struct TrackedPair {
  std::uint32_t a = 0, b = 0;      // bodies, a < b
  Answer apart = Answer::unknown;  // of all their parts; yes is proven
  double lower = 0, upper = 0;     // of the distance of their hulls
};

// Many bodies, each of one convex part or several: sweep and prune over boxes, then the closest features of parts,
// followed from step to step; the linear program where they are lost.
class ICollide {
 public:
  ICollide();  // without bodies
  ICollide(ICollide&&) noexcept;
  ICollide& operator=(ICollide&&) noexcept;
  ~ICollide();

  // A body of convex parts; the pose of a part is from its frame to that of the body. Throws Error as ConvexModel does,
  // and for no parts. Ids of bodies that were removed are given again.
  std::uint32_t add(std::span<const CompoundPart> parts);
  std::uint32_t add(const Shape& convex);                 // a body of one part
  void remove(std::uint32_t body);                        // what is not there is ignored
  void place(std::uint32_t body, const Pose& pose);       // throws Error for a pose that is singular or not finite
  void care(std::uint32_t a, std::uint32_t b, bool yes);  // is the pair looked at? At first all are

  // Every pair whose boxes overlap, sorted. The pairs of parts remember their features until the next step.
  const std::vector<TrackedPair>& step();
  std::uint64_t feature_steps() const noexcept;  // walked since it was made

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// --- V-COLLIDE ---

// Many bodies of triangles: sweep and prune over boxes, then RAPID's trees.
class VCollide {
 public:
  explicit VCollide(const TreeSystem& system = rapid);  // or the trees of another system
  VCollide(VCollide&&) noexcept;
  VCollide& operator=(VCollide&&) noexcept;
  ~VCollide();

  std::uint32_t add(const Shape& shape);                  // throws Error as VolumeTree does; ids are given again
  void remove(std::uint32_t body);                        // what is not there is ignored
  void place(std::uint32_t body, const Pose& pose);       // throws Error for a pose that is singular or not finite
  void care(std::uint32_t a, std::uint32_t b, bool yes);  // is the pair looked at? At first all are

  IdPairs step();                          // the pairs whose surfaces meet, sorted
  TreeCounters counters() const noexcept;  // of all steps

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// --- Blow's game server ---

// The tests that a pair goes through, in this order; each may end it.
enum class GameStage : std::uint8_t {
  spheres,        // around the bodies
  box_safety,     // the box of the smaller body down the BSP tree of the larger
  plane_divides,  // planes that look promising
  bsp,            // the hard case: what is left of both trees, polygon against polygon
};
// All of them.
inline constexpr std::array game_stages{GameStage::spheres, GameStage::box_safety, GameStage::plane_divides,
                                        GameStage::bsp};
const char* name(GameStage stage) noexcept;  // the enumerator in words

// What the server does.
struct GameSettings {
  double square = 8;          // edge of the squares in which bodies are registered
  bool box_safety = true;     // the stages that may be left out
  bool plane_divides = true;  // by itself it saves less than it takes (errata E-26)
  bool speedbox = true;       // a body that goes farther than it is wide is tested as the box around its whole way
};

// Where a body wants to go in a step.
struct GameMove {
  std::uint32_t body = 0;  // which
  Pose to;                 // a rigid motion from where it is
};

// What a step found.
struct GameStep {
  std::vector<std::uint32_t> reverted;  // bodies that would have hit something, and are where they were
  IdPairs hits;                         // what they would have hit, sorted; by a speedbox: may have
};

// Bodies that move one after the other: each is moved, tested, and put back if it hits something.
class GameServer {
 public:
  explicit GameServer(const GameSettings& settings = {});  // throws Error for squares without an edge
  GameServer(GameServer&&) noexcept;
  GameServer& operator=(GameServer&&) noexcept;
  ~GameServer();

  // Throws Error as BspTree does, and for a bad pose. Nothing is said about bodies that are added within others.
  std::uint32_t add(const Shape& shape, const Pose& pose);
  void remove(std::uint32_t body);                      // what is not there is ignored
  const Pose& pose(std::uint32_t body) const noexcept;  // where it is
  GameStep step(std::span<const GameMove> moves);       // in this order; throws Error for a bad pose
  // The latest time of the way, 0 to 1, at which bisection still finds the body clear, to within a resolution; 1 when
  // the end is clear. A contact that is over by the end is not found, as the paper admits (errata E-25).
  double last_clear_time(std::uint32_t body, const Pose& to, double resolution);
  const std::array<StageStatistics, game_stages.size()>& statistics() const noexcept;  // of all pairs so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace study
}  // namespace graze
