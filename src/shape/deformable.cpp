// A mesh that moves, and the tree that follows it.
//
// Arrays are shared between the mesh and its versions (base/array.h). Dropping the own version before anything is
// changed leaves the mesh alone with them, unless a caller still has a version: then edit() and take() copy.
#include "graze/deformable.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "base/float_state.h"
#include "base/words.h"
#include "graze/error.h"
#include "shape/deformable_internals.h"
#include "shape/lazy.h"
#include "shape/text.h"
#include "shape/vertex_triangles.h"
#include "tree/refit.h"
#include "tree/refit_part.h"
#include "tree/tree_cost.h"
#include "tree/turn_boxes.h"

namespace graze {
namespace {

// At most one vertex in this many is worth a list, and at most one leaf in that many a partial refit: inner boxes are
// measured over all leaves below them, so that a few leaves cost as much as a good part of the tree.
constexpr std::size_t few_vertices = 16, few_leaves = 8;
constexpr double rebuild_above = 1.5;

bool same_bits(const Vec3& a, const Vec3& b) { return std::memcmp(&a, &b, sizeof(Vec3)) == 0; }

bool strictly_inside(const Box& box, const Vec3& p) {
  return box.lo.x < p.x && p.x < box.hi.x && box.lo.y < p.y && p.y < box.hi.y && box.lo.z < p.z && p.z < box.hi.z;
}

[[noreturn]] void fail_update(const std::string& what) { throw Error("update: " + what); }

std::string vertices_in_words(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " vertex" : " vertices");
}

const ShapeData& movable(const Shape& shape) {
  if (!shape) throw Error("deformable: the shape is an empty handle");
  if (shape.form() == ShapeForm::terrain)
    throw Error("deformable: a terrain has heights, not vertices; give its triangles as a mesh");
  if (data_of(shape).primitive() || shape.form() == ShapeForm::compound)
    throw Error("deformable: " + with_article(name(shape.form())) + " has no vertices to move; give a mesh");
  return data_of(shape);
}

}  // namespace

struct GRAZE_HIDDEN DeformableMesh::State {
  ShapeData data;  // as last updated, with the bounds of the last refit; never solid, nothing built on need
  bool solid = false;
  Shape version;  // empty: stale

  bool built = false;
  Tree tree;
  Array<OrientedNode> nodes;
  double built_cost = 0;
  RayTree rays;  // of the last version that needed one; no nodes: none did since the last build

  // Since the last refit.
  std::vector<std::uint32_t> changed;  // vertices; one may be there twice
  bool many_changed = false;           // too many to list
  bool bounds_changed = false;         // or may have

  // For partial refits, made when the first is due.
  TreeLinks links;
  VertexTriangles triangles_of;
  std::vector<bool> unused;  // vertices of no triangle; empty when there are none

  DeformableCounters counters;

  explicit State(const Shape& shape);
  template <class Index>
  void update(std::span<const Vec3> given, const Index& index);
  void note(std::size_t vertex, const Vec3& before, const Vec3& now);
  Box bounds() const;
  void follow(int threads);
  bool follow_few();
  Shape surface() const;
  void make_version();
};

DeformableMesh::State::State(const Shape& shape) : data(movable(shape)), solid(data.solid) {
  std::vector<bool> idle(data.vertices.size(), true);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i)
    for (const std::size_t corner : data.corners(i)) idle[corner] = false;
  if (std::find(idle.begin(), idle.end(), true) != idle.end()) unused = std::move(idle);
  if (const Array<OrientedNode>* had = data.lazy->oriented.peek()) {
    tree = *data.lazy->tree.peek();
    nodes = *had;
    built_cost = tree_cost(tree, nodes.view());
    built = true;
    version = shape;
  }
  data.solid = false;
  data.lazy.reset();
}

// given[i] goes to index(i), which is in range.
template <class Index>
void DeformableMesh::State::update(std::span<const Vec3> given, const Index& index) {
  bool any = false;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!is_finite(given[i]))
      fail_update("vertex " + std::to_string(index(i)) + " has a non-finite coordinate " + text(given[i]));
    any = any || !same_bits(data.vertices[index(i)], given[i]);
  }
  if (!any) return;
  if (version)
    if (const RayTree* had = data_of(version).lazy->ray_tree.peek()) rays = *had;
  changed.reserve(std::min(changed.size() + given.size(), data.vertices.size() / few_vertices + 1));
  version = {};
  const std::span<Vec3> positions = data.vertices.edit();
  for (std::size_t i = 0; i < given.size(); ++i) {
    Vec3& position = positions[index(i)];
    if (same_bits(position, given[i])) continue;
    note(index(i), position, given[i]);
    position = given[i];
  }
}

void DeformableMesh::State::note(std::size_t vertex, const Vec3& before, const Vec3& now) {
  bounds_changed = bounds_changed || !strictly_inside(data.bounds, before) || !strictly_inside(data.bounds, now);
  if (many_changed) return;
  if (changed.size() * few_vertices < data.vertices.size()) {
    changed.push_back(static_cast<std::uint32_t>(vertex));
  } else {
    many_changed = true;
    changed.clear();
  }
}

// As complete() finds them for a new shape.
Box DeformableMesh::State::bounds() const {
  Box all;
  for (std::size_t i = 0; i < data.vertices.size(); ++i)
    if (unused.empty() || !unused[i]) all = merge(all, data.vertices[i]);
  return {all.lo + Vec3{}, all.hi + Vec3{}};
}

// Brings bounds and tree to where the vertices are. When that fails half-way, the next one builds.
void DeformableMesh::State::follow(int threads) {
  if (bounds_changed) data.bounds = bounds();
  bounds_changed = false;
  if (built && !many_changed && changed.empty()) return;
  if (built && follow_few()) return;
  const bool refits = std::exchange(built, false);
  const std::vector<Triangle> triangles = all_triangles(data);
  if (refits) {
    // A partial refit has no use for this: what stays in place does not turn.
    if (const auto turn = common_turn(tree, [&](std::uint32_t i) { return triangles[i]; })) turn_axes(nodes, *turn);
    refit(tree, nodes, triangles, threads);
    ++counters.refits;
    counters.refitted_leaves += tree.leaves.size();
  } else {
    links = {};
    tree = build_tree(triangles, threads);
    nodes = build_oriented(tree, triangles, threads);
    built_cost = tree_cost(tree, nodes.view());
    ++counters.builds;
  }
  built = true;
  changed.clear();
  many_changed = false;
}

bool DeformableMesh::State::follow_few() {
  const LocalFrame frame = local_frame(data.bounds);
  if (many_changed || !(frame.origin == tree.frame.origin) || frame.scale != tree.frame.scale) return false;
  if (triangles_of.starts.empty()) triangles_of = vertex_triangles(data);
  if (links.slot_of_leaf.empty()) links = link_tree(tree, nodes.view());
  std::vector<std::uint32_t> leaves;
  for (const std::uint32_t vertex : changed)
    for (const std::uint32_t triangle : triangles_of.of(vertex)) leaves.push_back(links.leaf_of_triangle[triangle]);
  std::sort(leaves.begin(), leaves.end());
  leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  if (leaves.size() * few_leaves > tree.leaves.size()) return false;
  built = false;
  refit_leaves(tree, nodes, links, leaves, [this](std::uint32_t i) { return data.triangle(i); });
  built = true;
  changed.clear();
  ++counters.partial_refits;
  counters.refitted_leaves += leaves.size();
  return true;
}

Shape DeformableMesh::State::surface() const {
  auto next = std::make_unique<ShapeData>(data);
  next->lazy = std::make_shared<ShapeData::Lazy>();
  next->lazy->earlier_rays = rays;
  if (built && changed.empty() && !many_changed) {  // else the tree is of other vertices
    next->lazy->tree.get([&] { return tree; });
    next->lazy->oriented.get([&] { return nodes; });
  }
  return shape_of(std::move(next));
}

void DeformableMesh::State::make_version() {
  const Shape now = surface();
  version = solid ? as_solid(now) : now;
}

DeformableMesh::DeformableMesh(std::vector<Vec3> vertices, std::vector<Index3> triangles, ShapeOptions options)
    : DeformableMesh(make_mesh(std::move(vertices), std::move(triangles), std::move(options))) {}

DeformableMesh::DeformableMesh(const Shape& shape) : state_(std::make_unique<State>(shape)) {}

DeformableMesh::DeformableMesh(DeformableMesh&&) noexcept = default;
DeformableMesh& DeformableMesh::operator=(DeformableMesh&&) noexcept = default;
DeformableMesh::~DeformableMesh() = default;

std::size_t DeformableMesh::vertex_count() const noexcept { return state_->data.vertices.size(); }
std::uint32_t DeformableMesh::triangle_count() const noexcept { return state_->data.triangle_count; }
std::span<const Vec3> DeformableMesh::vertices() const noexcept { return state_->data.vertices.view(); }

void DeformableMesh::update(std::span<const Vec3> vertices) {
  const FloatState standard;
  if (vertices.size() != vertex_count())
    fail_update(vertices_in_words(vertices.size()) + " given, the mesh has " + std::to_string(vertex_count()));
  update(0, vertices);
}

void DeformableMesh::update(std::size_t first, std::span<const Vec3> vertices) {
  const FloatState standard;
  if (first > vertex_count() || vertices.size() > vertex_count() - first)
    fail_update(vertices_in_words(vertices.size()) + " from vertex " + std::to_string(first) +
                " on given, the mesh has " + std::to_string(vertex_count()));
  state_->update(vertices, [first](std::size_t i) { return first + i; });
}

void DeformableMesh::update(std::span<const std::uint32_t> indices, std::span<const Vec3> vertices) {
  const FloatState standard;
  if (indices.size() != vertices.size())
    fail_update(vertices_in_words(vertices.size()) + " given for " + std::to_string(indices.size()) +
                (indices.size() == 1 ? " index" : " indices"));
  for (const std::uint32_t index : indices)
    if (index >= vertex_count())
      fail_update("there is no vertex " + std::to_string(index) + ", the mesh has " + std::to_string(vertex_count()));
  state_->update(vertices, [indices](std::size_t i) { return std::size_t{indices[i]}; });
}

bool DeformableMesh::stale() const noexcept { return !state_->version; }

Shape DeformableMesh::prepare(int threads) {
  const FloatState standard;
  if (stale()) {
    state_->follow(threads);
    state_->make_version();
  }
  return state_->version;
}

Shape DeformableMesh::version() const noexcept { return state_->version; }

double DeformableMesh::quality() const {
  const FloatState standard;
  if (!state_->built) return 1;
  const double now = tree_cost(state_->tree, state_->nodes.view());
  return now > 0 && state_->built_cost > 0 ? now / state_->built_cost : 1;
}

bool DeformableMesh::should_rebuild() const { return quality() > rebuild_above; }

void DeformableMesh::rebuild() noexcept {
  const FloatState standard;
  state_->version = {};
  state_->built = false;
  state_->rays = {};
}

Shape DeformableInternals::surface(const DeformableMesh& mesh) { return mesh.state_->surface(); }

DeformableMesh DeformableInternals::broken_solid(const Shape& surface) {
  DeformableMesh mesh(surface);
  if (const RayTree* had = data_of(surface).lazy->ray_tree.peek()) mesh.state_->rays = *had;
  mesh.state_->solid = true;
  mesh.state_->version = {};
  return mesh;
}

const DeformableCounters& DeformableMesh::counters() const noexcept { return state_->counters; }

std::size_t DeformableMesh::memory() const noexcept {
  const State& s = *state_;
  const std::size_t geometry = s.data.vertices.bytes() + s.data.triangles.bytes() + s.data.indices.bytes() +
                               s.data.run_starts.bytes() + s.data.tags.bytes();
  const std::size_t trees = s.tree.memory() + s.nodes.bytes();
  // The version shares all that with the mesh.
  const std::size_t version = s.version ? s.version.memory() - geometry - (s.built ? trees : 0) : 0;
  return sizeof(State) + geometry + trees + version + s.rays.memory() + s.links.memory() + s.triangles_of.memory() +
         s.changed.capacity() * sizeof(std::uint32_t) + s.unused.capacity() / 8;
}

}  // namespace graze
