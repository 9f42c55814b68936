// The hierarchies of study/hierarchy/ behind one type: which volume is chosen when a tree is built.
#include "graze/study_trees.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/executor.h"
#include "base/guard.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/triangle/triangle_distance.h"
#include "narrow/triangle/triangle_triangle.h"
#include "study/hierarchy/hierarchy.h"
#include "study/hierarchy/volumes.h"
#include "study/systems/surface.h"
#include "study/systems/tree_walk.h"

namespace graze::study {
namespace {

// In the order of NodeVolume, which is that of Volumes.
template <class>
struct VariantOf;
template <class... V>
struct VariantOf<VolumeList<V...>> {
  using Type = std::variant<Hierarchy<V>...>;
};
using AnyHierarchy = VariantOf<Volumes>::Type;

template <std::size_t I = 0>
AnyHierarchy build(std::size_t which, std::span<const Triangle> triangles, Grouping grouping) {
  if constexpr (I < Volumes::size) {
    if (which != I) return build<I + 1>(which, triangles, grouping);
    using Tree = std::variant_alternative_t<I, AnyHierarchy>;
    using V = decltype(std::declval<Tree>().nodes[0].volume);
    return AnyHierarchy(std::in_place_index<I>, build_hierarchy<V>(triangles, grouping));
  } else {
    throw Error("no such volume");
  }
}

}  // namespace

struct GRAZE_HIDDEN VolumeTree::Nodes {
  Shape shape;
  TreeSystem system;
  AnyHierarchy tree;
};

const char* name(NodeVolume volume) noexcept {
  std::array<const char*, Volumes::size> names{};
  std::size_t count = 0;
  Volumes::for_each([&]<class V>() { names[count++] = V::name; });
  return names[static_cast<std::size_t>(volume)];
}

VolumeTree::VolumeTree(Shape shape, const TreeSystem& system) {
  const std::vector<Triangle> triangles = surface_triangles(shape);
  const auto which = static_cast<std::size_t>(system.volume);
  nodes_ = std::make_shared<const Nodes>(Nodes{std::move(shape), system, build(which, triangles, system.grouping)});
}

const Shape& VolumeTree::shape() const noexcept { return nodes_->shape; }
const TreeSystem& VolumeTree::system() const noexcept { return nodes_->system; }
std::size_t VolumeTree::memory() const noexcept {
  return std::visit([](const auto& tree) { return tree.memory(); }, nodes_->tree);
}
std::size_t VolumeTree::node_count() const noexcept {
  return std::visit([](const auto& tree) { return tree.nodes.size(); }, nodes_->tree);
}

std::size_t VolumeTree::depth() const noexcept {
  return std::visit(
      [](const auto& tree) {
        std::size_t deepest = 0;
        std::vector<std::pair<std::uint32_t, std::size_t>> todo{{0, 1}};
        while (!todo.empty()) {
          const auto [n, depth] = todo.back();
          todo.pop_back();
          deepest = std::max(deepest, depth);
          if (tree.nodes[n].leaf()) continue;
          todo.emplace_back(tree.nodes[n].left, depth + 1);
          todo.emplace_back(tree.nodes[n].right, depth + 1);
        }
        return deepest;
      },
      nodes_->tree);
}

VolumeTree VolumeTree::refitted(Shape deformed) const {
  const std::vector<Triangle> triangles = surface_triangles(deformed);
  if (triangles.size() != nodes_->shape.triangle_count())
    throw Error("the deformed shape has " + std::to_string(triangles.size()) + " triangles, but the tree is of " +
                std::to_string(nodes_->shape.triangle_count()));
  VolumeTree result;
  AnyHierarchy tree = std::visit(
      [&](const auto& old) { return AnyHierarchy(refit(old, std::span<const Triangle>(triangles))); }, nodes_->tree);
  result.nodes_ = std::make_shared<const Nodes>(Nodes{std::move(deformed), nodes_->system, std::move(tree)});
  return result;
}

std::vector<Box> VolumeTree::level(std::size_t depth) const {
  std::vector<Box> boxes;
  std::visit(
      [&](const auto& tree) {
        std::vector<std::pair<std::uint32_t, std::size_t>> todo{{0, 0}};
        while (!todo.empty()) {
          const auto [n, at] = todo.back();
          todo.pop_back();
          const auto& node = tree.nodes[n];
          if (at < depth && !node.leaf()) {
            todo.emplace_back(node.right, at + 1);
            todo.emplace_back(node.left, at + 1);
            continue;
          }
          Box box;
          for (std::uint32_t i = node.begin; i < node.end; ++i) {
            const Triangle t = nodes_->shape.triangle(tree.order[i]);
            for (const Vec3 p : {t.a, t.b, t.c}) box = merge(box, p);
          }
          boxes.push_back(box);
        }
      },
      nodes_->tree);
  return boxes;
}

namespace {

// Two bodies, checked and placed. `apart`: their boxes in the world are, so that nothing else need be asked.
struct Pair {
  Posed a{}, b{};
  Placement place_a, place_b;
  PairFrame frame;
  bool framed = false;

  Status make(const TreeBody& first, const TreeBody& second) {
    if (first.tree == nullptr || second.tree == nullptr || first.tree->system().volume != second.tree->system().volume)
      return Status::invalid;
    if (const Status s = make_posed({first.tree->shape(), first.pose}, a); s != Status::ok) return s;
    if (const Status s = make_posed({second.tree->shape(), second.pose}, b); s != Status::ok) return s;
    place_a = place(*a.shape, a.pose);
    place_b = place(*b.shape, b.pose);
    framed = pair_frame(place_a, place_b, frame);
    return Status::ok;
  }
};

TreeCounters counters_of(const HierarchyCounters& done) {
  return {done.volume_tests, done.primitive_tests, done.nodes};
}

// Calls leaf(triangle of a, triangle of b) as for_each_candidate does; for every pair where poses are too extreme for
// the frames of trees.
template <class Leaf>
TreeCounters walk(const TreeBody& a, const TreeBody& b, const Pair& pair, const Leaf& leaf) {
  if (!pair.framed) {
    TreeCounters counters;
    for (std::uint32_t i = 0; i < pair.a.shape->triangle_count; ++i)
      for (std::uint32_t j = 0; j < pair.b.shape->triangle_count; ++j) {
        ++counters.triangle_tests;
        if (!leaf(i, j)) return counters;
      }
    return counters;
  }
  return std::visit(
      [&](const auto& tree) {
        using Tree = std::decay_t<decltype(tree)>;
        return counters_of(for_each_candidate(tree, std::get<Tree>(b.tree->nodes().tree), pair_pose(pair.frame), leaf));
      },
      a.tree->nodes().tree);
}

// The nearest pair as far as `limit`, lower bounds taken `factor` times: above 1 the search ends earlier.
template <class Leaf>
NearestPair search(const TreeBody& a, const TreeBody& b, const Pair& pair, const Leaf& leaf, double factor,
                   double limit) {
  if (!pair.framed) {
    NearestPair best;
    for (std::uint32_t i = 0; i < pair.a.shape->triangle_count; ++i)
      for (std::uint32_t j = 0; j < pair.b.shape->triangle_count; ++j) {
        ++best.counters.primitive_tests;
        const double distance = leaf(i, j);
        if (distance <= limit && distance < best.distance) {
          best.distance = distance;
          best.a = i;
          best.b = j;
        }
      }
    return best;
  }
  const double unit_a = least_stretch(pair.place_a.to_world) * factor,
               unit_b = least_stretch(pair.place_b.to_world) * factor;
  return std::visit(
      [&](const auto& tree) {
        using Tree = std::decay_t<decltype(tree)>;
        return nearest_pair(tree, std::get<Tree>(b.tree->nodes().tree), pair_pose(pair.frame), unit_a, unit_b, leaf,
                            limit);
      },
      a.tree->nodes().tree);
}

}  // namespace

TreeCollide collide(const TreeBody& a, const TreeBody& b, bool all) noexcept {
  return guarded<TreeCollide>([&] {
    Pair pair;
    if (const Status status = pair.make(a, b); status != Status::ok) return failed<TreeCollide>(status);
    TreeCollide result = no_so_far<TreeCollide>();
    if (!overlap(pair.a.box, pair.b.box)) return result;
    result.counters = walk(a, b, pair, [&](std::uint32_t i, std::uint32_t j) {
      if (!triangles_meet(pair.a.triangle(i), pair.b.triangle(j))) return true;
      result.answer = Answer::yes;
      if (all) result.pairs.push_back({i, j});
      return all;
    });
    std::sort(result.pairs.begin(), result.pairs.end());
    return result;
  });
}

TreeCollide collide_in_threads(const TreeBody& a, const TreeBody& b, int threads) noexcept {
  return guarded<TreeCollide>([&] {
    Pair pair;
    if (const Status status = pair.make(a, b); status != Status::ok) return failed<TreeCollide>(status);
    if (threads < 0) return failed<TreeCollide>(Status::invalid);
    if (!pair.framed) return collide(a, b);
    TreeCollide result = no_so_far<TreeCollide>();
    if (!overlap(pair.a.box, pair.b.box)) return result;
    std::atomic<bool> met = false;
    const auto leaf = [&](std::uint32_t i, std::uint32_t j) {
      if (met.load(std::memory_order_relaxed)) return false;
      if (!triangles_meet(pair.a.triangle(i), pair.b.triangle(j))) return true;
      met.store(true, std::memory_order_relaxed);
      return false;
    };
    std::visit(
        [&](const auto& tree) {
          using Tree = std::decay_t<decltype(tree)>;
          const Tree& other = std::get<Tree>(b.tree->nodes().tree);
          const PairPose pose = pair_pose(pair.frame);
          HierarchyCounters sum;
          // Subtrees are descended to very different depths: many more of them than threads even that out.
          constexpr std::size_t subtrees = 256;
          const std::vector<SubtreePair> parts = open_pairs(tree, other, pose, subtrees, sum);
          std::vector<HierarchyCounters> done(parts.size());
          parallel_for(parts.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end && !met.load(std::memory_order_relaxed); ++k)
              done[k] = for_each_candidate_below(tree, other, pose, parts[k], leaf);
          });
          for (const HierarchyCounters& part : done) {
            sum.volume_tests += part.volume_tests;
            sum.primitive_tests += part.primitive_tests;
            sum.nodes += part.nodes;
          }
          result.counters = counters_of(sum);
        },
        a.tree->nodes().tree);
    if (met) result.answer = Answer::yes;
    return result;
  });
}

Status for_each_pair(const TreeBody& a, const TreeBody& b, TreeCounters& counters,
                     FunctionRef<bool(std::uint32_t, std::uint32_t)> leaf) {
  Pair pair;
  if (const Status status = pair.make(a, b); status != Status::ok) return status;
  if (overlap(pair.a.box, pair.b.box)) counters = walk(a, b, pair, leaf);
  return Status::ok;
}

void descend(const VolumeTree& tree, FunctionRef<bool(const Box&)> enter, FunctionRef<void(std::uint32_t)> leaf) {
  const auto* const boxes = std::get_if<Hierarchy<AlignedBox>>(&tree.nodes().tree);
  if (boxes == nullptr) {
    for (std::uint32_t i = 0; i < tree.shape().triangle_count(); ++i) leaf(i);
    return;
  }
  const double unit = boxes->frame.scale;
  std::vector<std::uint32_t> todo{0};
  while (!todo.empty()) {
    const auto& node = boxes->nodes[todo.back()];
    todo.pop_back();
    Box box;
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = boxes->frame.origin[k] + double(node.volume.lo[k]) * unit;
      box.hi[k] = boxes->frame.origin[k] + double(node.volume.hi[k]) * unit;
    }
    if (!enter(box)) continue;
    if (node.leaf()) {
      for (std::uint32_t i = node.begin; i < node.end; ++i) leaf(boxes->order[i]);
    } else {
      todo.push_back(node.right);
      todo.push_back(node.left);
    }
  }
}

TreeDistance find_distance(const TreeBody& a, const TreeBody& b, const TreeDistanceSettings& settings) noexcept {
  return guarded<TreeDistance>([&] {
    Pair pair;
    if (const Status status = pair.make(a, b); status != Status::ok) return failed<TreeDistance>(status);
    if (!(settings.relative_error >= 0) || !(settings.absolute_error >= 0) || !(settings.max >= 0))
      return failed<TreeDistance>(Status::invalid);
    // A pair of distance d is told d - absolute_error, so that all within that of the best count as not nearer; the
    // distance itself is kept beside.
    double told = std::numeric_limits<double>::infinity();
    TrianglePair nearest;
    const NearestPair best = search(
        a, b, pair,
        [&](std::uint32_t i, std::uint32_t j) {
          const double distance = triangle_distance(pair.a.triangle(i), pair.b.triangle(j)).distance;
          const TrianglePair here{i, j};
          if (distance < told || (distance == told && here < nearest)) {
            told = distance;
            nearest = here;
          }
          return distance > settings.max ? distance : std::max(0.0, distance - settings.absolute_error);
        },
        1 + settings.relative_error, settings.max);
    TreeDistance result;
    result.counters = counters_of(best.counters);
    result.beyond = !(told <= settings.max);
    result.distance = result.beyond ? std::numeric_limits<double>::infinity() : told;
    if (!result.beyond) result.nearest = nearest;
    return result;
  });
}

TreeCollide within(const TreeBody& a, const TreeBody& b, double tolerance) noexcept {
  return guarded<TreeCollide>([&] {
    Pair pair;
    if (const Status status = pair.make(a, b); status != Status::ok) return failed<TreeCollide>(status);
    if (!(tolerance >= 0)) return failed<TreeCollide>(Status::invalid);
    TreeCollide result = no_so_far<TreeCollide>();
    // Found: everything nearer than 0 is asked for from then on, which nothing is.
    const NearestPair best = search(
        a, b, pair,
        [&](std::uint32_t i, std::uint32_t j) {
          if (result.yes()) return 0.0;
          const Triangle p = pair.a.triangle(i), q = pair.b.triangle(j);
          if (!triangles_within(p, q, tolerance)) return std::numeric_limits<double>::infinity();
          result.answer = Answer::yes;
          result.pairs.push_back({i, j});
          return 0.0;
        },
        1, tolerance * (1 + 0x1p-40));
    result.counters = counters_of(best.counters);
    return result;
  });
}

}  // namespace graze::study
