#include "narrow/depth/translations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/work.h"
#include "math/constants.h"
#include "math/norms.h"
#include "narrow/body/borrowed.h"
#include "narrow/depth/parted.h"
#include "narrow/triangle/triangle_distance.h"
#include "tree/binary.h"
#include "volume/aabb.h"

namespace graze {
namespace {

constexpr double longest_look = 1e-4;  // how far behind a stretch the exact predicate is asked, at most

Triangle scaled(const Triangle& t, double scale) { return {t.a * scale, t.b * scale, t.c * scale}; }

double size(const PosedTree::Node& node) {
  const Vec3 side = node.box.hi - node.box.lo;
  return side.x + side.y + side.z;
}

bool leaf(const PosedTree::Node& node) { return node.left == 0; }

}  // namespace

PosedTree::PosedTree(const Posed& body, double scale) {
  const std::uint32_t count = body.shape->triangle_count;
  std::vector<Triangle> given(count);
  Box bounds;
  for (std::uint32_t i = 0; i < count; ++i) {
    given[i] = scaled(body.triangle(i), scale);
    if (body.orientation < 0) std::swap(given[i].b, given[i].c);
    bounds = merge(bounds, box_of(given[i]));
  }
  const LocalFrame frame = local_frame(bounds);
  std::vector<Aabb> boxes(count);
  for (std::uint32_t i = 0; i < count; ++i) boxes[i] = fit(box_of(given[i]), frame);
  LeafRule rule;
  rule.most = 4;
  rule.block = 1;
  const BinaryTree tree = build_binary(boxes, false, rule);
  triangles_.reserve(count);
  boxes_.reserve(count);
  faces_.reserve(count);
  for (const std::uint32_t i : tree.order) {
    triangles_.push_back(given[i]);
    boxes_.push_back(box_of(given[i]));
    faces_.push_back(obstacle_face(given[i]));
  }
  numbers_.assign(tree.order.begin(), tree.order.end());
  nodes_.resize(tree.nodes.size());
  // Children come after their parents: from the last on, each box is that of its triangles or children.
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const BinaryNode& from = tree.nodes[i];
    Node& node = nodes_[i];
    node = {{}, from.begin, from.end, from.left, from.right};
    if (leaf(node)) {
      for (std::uint32_t k = node.begin; k < node.end && k < count; ++k)
        node.box = merge(node.box, box_of(triangles_[k]));
    } else {
      node.box = merge(nodes_[node.left].box, nodes_[node.right].box);
    }
  }
}

Translations::Translations(const Body& moved, const Body& fixed, const Posed& posed_moved, const Posed& posed_fixed)
    : body_moved_(moved),
      body_fixed_(fixed),
      scale_(1 / local_frame(merge(posed_moved.box, posed_fixed.box)).scale),
      moved_(posed_moved, scale_),
      fixed_(posed_fixed, scale_) {
  const Box whole = merge(moved_.nodes()[0].box, fixed_.nodes()[0].box);
  // What posing may have moved a vertex by, and what the axes of a pair are off by.
  eps_ = 1e-11 + largest(max(abs(whole.lo), abs(whole.hi))) * 0x1p-50;
}

bool Translations::parted(Vec3 v) const {
  Body there = borrowed(body_moved_);
  there.pose.translation = there.pose.translation + v;
  return interiors_apart(there, body_fixed_);
}

bool Translations::parted_between(Vec3 start, Vec3 direction, double from, double to) const {
  const double t = from + std::min(0.5 * (to - from), longest_look);
  return parted((start + direction * t) * (1 / scale_));
}

bool Translations::may_meet(std::uint32_t a, std::uint32_t b, Vec3 start, Vec3 inverse, double from,
                            double to) const noexcept {
  const Box &box_a = moved_.boxes()[a], &box_b = fixed_.boxes()[b];
  constexpr double slack = 1e-9;  // far above what rounding does to units of the search
  double enter = -infinity, leave = infinity;
  for (int k = 0; k < 3; ++k) {
    const double lo = box_b.lo[k] - box_a.hi[k] - start[k], hi = box_b.hi[k] - box_a.lo[k] - start[k];
    if (inverse[k] == 0) {
      if (lo > slack || hi < -slack) return false;
      continue;
    }
    const double s = lo * inverse[k], t = hi * inverse[k];
    enter = std::max(enter, std::min(s, t));
    leave = std::min(leave, std::max(s, t));
  }
  return enter <= leave + slack && leave + slack > from && enter - slack < to;
}

bool Translations::push(std::uint32_t a, std::uint32_t b, Vec3 start, Vec3 inverse, double from, double last) {
  ++work_;
  const Box &box_a = moved_.nodes()[a].box, &box_b = fixed_.nodes()[b].box;
  double enter = from, leave = infinity;
  for (int k = 0; k < 3; ++k) {
    const double lo = box_b.lo[k] - box_a.hi[k] - start[k], hi = box_b.hi[k] - box_a.lo[k] - start[k];
    if (inverse[k] == 0) {  // no motion along this axis
      if (lo > 0 || hi < 0) return true;
      continue;
    }
    const double s = lo * inverse[k], t = hi * inverse[k];
    enter = std::max(enter, std::min(s, t));
    leave = std::min(leave, std::max(s, t));
  }
  if (enter > leave) return true;
  if (enter > last) return false;
  if (enter <= from + eps_) {
    open_.push_back({enter, leave, a, b});
    // Of two children the one that reaches farther first.
    if (open_.size() > 1 && open_.back().leave < open_[open_.size() - 2].leave)
      std::swap(open_.back(), open_[open_.size() - 2]);
  } else {
    heap_.push_back({enter, leave, a, b});
    std::push_heap(heap_.begin(), heap_.end(), Later{});
  }
  return true;
}

Translations::Entry Translations::take() {
  if (!open_.empty()) {
    const Entry entry = open_.back();
    open_.pop_back();
    return entry;
  }
  const Entry entry = heap_.front();
  std::pop_heap(heap_.begin(), heap_.end(), Later{});
  heap_.pop_back();
  return entry;
}

bool Translations::push_children(const Entry& entry, Vec3 start, Vec3 inverse, double from, double last) {
  const PosedTree::Node &a = moved_.nodes()[entry.a], &b = fixed_.nodes()[entry.b];
  const bool split_a = !leaf(a) && (leaf(b) || size(a) >= size(b));
  const bool left =
      split_a ? push(a.left, entry.b, start, inverse, from, last) : push(entry.a, b.left, start, inverse, from, last);
  const bool right =
      split_a ? push(a.right, entry.b, start, inverse, from, last) : push(entry.a, b.right, start, inverse, from, last);
  return left && right;
}

namespace {

Vec3 inverse_of(Vec3 direction) {
  Vec3 result;
  for (int k = 0; k < 3; ++k) result[k] = std::fabs(direction[k]) < 1e-14 ? 0 : 1 / direction[k];
  return result;
}

}  // namespace

// Entries are taken in the order in which the line enters them. What has been covered so far is one stretch from 0; an
// entry that ends within it is left aside, so that one long obstacle saves all the short ones. What begins so far
// beyond `most` that a look behind a stretch does not depend on where it begins is not kept: that something does is
// enough.
std::optional<double> Translations::way_out(Vec3 start, Vec3 direction, double most) {
  const Vec3 inverse = inverse_of(direction);
  const double last = most + 4 * longest_look;
  double covered = 0;
  bool beyond = false;  // something begins there
  heap_.clear();
  open_.clear();
  beyond = !push(0, 0, start, inverse, 0, last) || beyond;
  while (!open_.empty() || !heap_.empty()) {
    const Entry entry = take();
    work::charge(4);
    work::poll();
    if (entry.enter > covered + eps_) {
      if (covered > most) return std::nullopt;
      if (parted_between(start, direction, covered, entry.enter)) return covered;
      covered = entry.enter;
    }
    if (entry.leave <= covered) continue;
    if (covered > most) return std::nullopt;
    if (entry.a == Entry::pair) {
      covered = entry.leave;
      continue;
    }
    const PosedTree::Node &a = moved_.nodes()[entry.a], &b = fixed_.nodes()[entry.b];
    if (!leaf(a) || !leaf(b)) {
      beyond = !push_children(entry, start, inverse, covered, last) || beyond;
      continue;
    }
    for (std::uint32_t i = a.begin; i < a.end; ++i)
      for (std::uint32_t j = b.begin; j < b.end; ++j) {
        ++work_;
        work::charge(4);
        if (!may_meet(i, j, start, inverse, covered, infinity)) continue;
        const Interval met = meeting(moved_.faces()[i], fixed_.faces()[j], start, direction, eps_, covered, infinity);
        if (met.enter >= met.leave || met.leave <= covered) continue;
        if (met.enter <= covered + eps_) {
          covered = met.leave;
        } else if (met.enter > last) {
          beyond = true;
        } else {
          heap_.push_back({met.enter, met.leave, Entry::pair, 0});
          std::push_heap(heap_.begin(), heap_.end(), Later{});
        }
      }
  }
  if (covered > most || (beyond && !parted_between(start, direction, covered, infinity))) return std::nullopt;
  return covered;
}

double Translations::way_in(Vec3 start, Vec3 direction, double most) {
  const Vec3 inverse = inverse_of(direction);
  heap_.clear();
  open_.clear();
  push(0, 0, start, inverse, 0, most);
  while (!open_.empty() || !heap_.empty()) {
    const Entry entry = take();
    work::charge(4);
    work::poll();
    if (entry.enter >= most) break;
    const PosedTree::Node &a = moved_.nodes()[entry.a], &b = fixed_.nodes()[entry.b];
    if (!leaf(a) || !leaf(b)) {
      push_children(entry, start, inverse, 0, most);
      continue;
    }
    for (std::uint32_t i = a.begin; i < a.end; ++i)
      for (std::uint32_t j = b.begin; j < b.end; ++j) {
        ++work_;
        work::charge(4);
        if (!may_meet(i, j, start, inverse, 0, most)) continue;
        const Interval met = meeting(moved_.faces()[i], fixed_.faces()[j], start, direction, eps_, 0, most);
        if (met.enter >= met.leave || met.leave <= 0) continue;
        most = std::min(most, std::max(met.enter, 0.0));
      }
  }
  return most;
}

template <class Visit>
void Translations::each_near_pair(Vec3 v, double delta, const Visit& visit) {
  heap_.clear();
  heap_.push_back({0, 0, 0, 0});
  while (!heap_.empty()) {
    const Entry entry = heap_.back();
    heap_.pop_back();
    ++work_;
    work::charge(1);
    work::poll();
    const PosedTree::Node &a = moved_.nodes()[entry.a], &b = fixed_.nodes()[entry.b];
    const Vec3 more{delta, delta, delta}, far = more * 2 + Vec3{1e-9, 1e-9, 1e-9};
    if (!overlap({a.box.lo + v - more, a.box.hi + v + more}, b.box)) continue;
    if (!leaf(a) && (leaf(b) || size(a) >= size(b))) {
      heap_.push_back({0, 0, a.left, entry.b});
      heap_.push_back({0, 0, a.right, entry.b});
      continue;
    }
    if (!leaf(b)) {
      heap_.push_back({0, 0, entry.a, b.left});
      heap_.push_back({0, 0, entry.a, b.right});
      continue;
    }
    for (std::uint32_t i = a.begin; i < a.end; ++i)
      for (std::uint32_t j = b.begin; j < b.end; ++j) {
        ++work_;
        work::charge(4);
        const Box &at = moved_.boxes()[i], &there = fixed_.boxes()[j];
        if (!overlap({at.lo + v - far, at.hi + v + far}, there)) continue;
        if (!visit(moved_.faces()[i], fixed_.faces()[j])) return;
      }
  }
}

void Translations::walls(Vec3 v, double delta, std::size_t most, std::vector<Wall>& result) {
  std::vector<Wall> all;
  each_near_pair(v, delta, [&](const ObstacleFace& a, const ObstacleFace& b) {
    touched_walls(a, b, v, eps_, delta, all);
    return all.size() < 100000;
  });
  const auto before = [](const Wall& x, const Wall& y) {
    if (x.c != y.c) return x.c < y.c;
    if (x.n.x != y.n.x) return x.n.x < y.n.x;
    return x.n.y != y.n.y ? x.n.y < y.n.y : x.n.z < y.n.z;
  };
  std::sort(all.begin(), all.end(), before);
  result.clear();
  for (const Wall& wall : all) {
    const bool known = std::any_of(result.begin(), result.end(), [&](const Wall& other) {
      return std::fabs(other.c - wall.c) <= delta && dot(other.n, wall.n) > 1 - 1e-14;
    });
    if (!known) result.push_back(wall);
    if (result.size() == 16 * most) break;
  }
  if (result.size() <= most) return;
  // The walls near the origin promise the shortest ways out, the far ones are those that the way out is held by.
  std::move(result.end() - std::ptrdiff_t(most / 2), result.end(), result.begin() + std::ptrdiff_t(most - most / 2));
  result.resize(most);
}

void Translations::touches(Vec3 v, double delta, std::size_t most, std::vector<Touch>& result) {
  const auto unit_normal = [](const Triangle& t) {
    const Vec3 n = cross(t.b - t.a, t.c - t.a);
    const double l = length(n);
    return l > 0 ? n * (1 / l) : Vec3{};
  };
  result.clear();
  std::size_t met = 0, every = 1;
  each_near_pair(v, delta, [&](const ObstacleFace& face_a, const ObstacleFace& face_b) {
    const Triangle &a = face_a.triangle, &b = face_b.triangle;
    const Triangle there{a.a + v, a.b + v, a.c + v};
    if (!triangles_within(there, b, delta) || met++ % every != 0) return true;
    if (result.size() == most) {  // half of them go, and half of the rest will do
      for (std::size_t i = 0; 2 * i < result.size(); ++i) result[i] = result[2 * i];
      result.resize((result.size() + 1) / 2);
      every *= 2;
    }
    result.push_back({triangle_distance(there, b).point_b, unit_normal(a) + unit_normal(b)});
    return true;
  });
}

}  // namespace graze
