// A body against itself. The tree against itself gives pairs of leaves; the leaf kernel in float parts most triangles.
// Neighbours touch in what they share, which no filter can part, so they are recognised by their vertex numbers, then
// by their positions, before anything exact is asked.
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "base/executor.h"
#include "graze/query.h"
#include "math/exact.h"
#include "narrow/placement.h"
#include "narrow/posed.h"
#include "narrow/triangle_triangle.h"
#include "tree/traverse_self.h"

namespace graze {
namespace {

bool adjacent(const Shape::Data& shape, std::uint32_t i, std::uint32_t j) {
  const std::array<std::size_t, 3> a = shape.corners(i), b = shape.corners(j);
  for (const std::size_t p : a)
    if (p == b[0] || p == b[1] || p == b[2]) return true;
  if (shape.form == ShapeForm::terrain) return false;  // its points are all distinct
  const Triangle s = shape.triangle(i), t = shape.triangle(j);
  for (const Vec3& p : {s.a, s.b, s.c})
    if (p == t.a || p == t.b || p == t.c) return true;
  return false;
}

// What one part of the traversal found; it stops once there are `limit` pairs.
struct Part {
  std::size_t limit = 0;
  std::vector<TrianglePair> pairs;
  Counters counters;
};

// Adds the exact tests of its lifetime, all in one thread, to a part.
class ExactCount {
 public:
  explicit ExactCount(Part& part) : part_(part), before_(exact_count()) {}
  ~ExactCount() { part_.counters.exact_tests += exact_count() - before_; }
  ExactCount(const ExactCount&) = delete;
  ExactCount& operator=(const ExactCount&) = delete;

 private:
  Part& part_;
  std::uint64_t before_;
};

// Looks at triangles i and j; false when the part has enough.
bool look(const Posed& body, std::uint32_t i, std::uint32_t j, bool certain, Part& part) {
  if (adjacent(*body.shape, i, j)) return true;
  if (!certain) {
    ++part.counters.double_tests;
    if (!triangles_meet(body.triangle(i), body.triangle(j))) return true;
  }
  part.pairs.push_back({std::min(i, j), std::max(i, j)});
  return part.pairs.size() < part.limit;
}

bool look_at_leaves(const Posed& body, const Tree& tree, const PairMap& map, std::uint32_t p, std::uint32_t q,
                    Part& part) {
  const Leaf &first = tree.leaves[p], &second = tree.leaves[q];
  LeafMeetings meetings;
  const std::uint64_t pairs =
      p == q ? std::uint64_t{first.count} * (first.count - 1) / 2 : std::uint64_t{first.count} * second.count;
  if (pairs == 0) return true;
  part.counters.triangle_tests += pairs;
  if (!kernels().leaf_pair(map, second, first, false, meetings)) return true;
  for (std::uint32_t i = 0; i < first.count; ++i) {
    unsigned bits = meetings.possible[i];
    if (p == q) bits &= ~((2u << i) - 1);
    for (; bits != 0; bits &= bits - 1) {
      const auto j = std::uint32_t(std::countr_zero(bits));
      const bool certain = (meetings.certain[i] >> j & 1) != 0;
      if (!look(body, tree.order[first.first + i], tree.order[second.first + j], certain, part)) return false;
    }
  }
  return true;
}

// Parts in an order that does not depend on the threads.
std::vector<Part> traverse(const Posed& body, const PairMap& map, std::size_t limit, int threads) {
  constexpr std::size_t enough_items = 512;
  const Tree& tree = body.shape->tree(threads);
  const std::span<const OrientedNode> nodes = body.shape->oriented(threads);
  const auto leaves_into = [&](Part& part) {
    return [&](std::uint32_t p, std::uint32_t q) { return look_at_leaves(body, tree, map, p, q, part); };
  };
  std::vector<Part> parts(1);
  parts[0].limit = limit;
  std::vector<SelfItem> items;
  {
    const ExactCount exact(parts[0]);
    SelfTraversal top(nodes, map);
    items = split_self(top, enough_items, leaves_into(parts[0]));
    parts[0].counters.box_tests = top.tests();
  }
  const std::size_t at_top = parts[0].pairs.size();
  parts.resize(1 + items.size());
  const auto run = [&](std::size_t i) {
    Part& part = parts[1 + i];
    part.limit = limit;
    const ExactCount exact(part);
    SelfTraversal below(nodes, map);
    below.run(items[i], leaves_into(part));
    part.counters.box_tests = below.tests();
    return part.pairs.size();
  };
  if (threads == 1 || limit == 1) {
    for (std::size_t i = 0, found = at_top; i < items.size() && found < limit; ++i) found += run(i);
  } else {
    parallel_for(items.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) run(i);
    });
  }
  return parts;
}

// Too extreme for float boxes: every pair, with boxes in double.
void try_all(const Posed& body, Part& part) {
  const ExactCount exact(part);
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
    const Box box = box_of(body.triangle(i));
    for (std::uint32_t j = i + 1; j < body.shape->triangle_count; ++j) {
      ++part.counters.box_tests;
      if (!overlap(box, box_of(body.triangle(j)))) continue;
      ++part.counters.triangle_tests;
      if (!look(body, i, j, false, part)) return;
    }
  }
}

CollideResult gather(std::vector<Part>&& parts, const SelfCollideSettings& settings) {
  CollideResult result;
  for (const Part& part : parts) {
    result.counters += part.counters;
    if (!part.pairs.empty()) result.colliding = true;
    if (!settings.all) continue;
    const std::size_t room = settings.max_results - result.pairs.size();
    if (part.pairs.size() > room) result.complete = false;
    result.pairs.insert(result.pairs.end(), part.pairs.begin(),
                        part.pairs.begin() + static_cast<std::ptrdiff_t>(std::min(room, part.pairs.size())));
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  return result;
}

}  // namespace

CollideResult self_collide(const Body& body, const SelfCollideSettings& settings) noexcept {
  CollideResult result;
  try {
    Posed posed;
    result.status = make_posed(body, posed);
    if (result.status != Status::ok) return result;
    // One more than asked for tells whether the list was cut.
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    const std::size_t limit = !settings.all ? 1 : settings.max_results == most ? most : settings.max_results + 1;
    const Placement placement = place(*posed.shape, posed.pose);
    PairFrame frame;
    std::vector<Part> parts(1);
    parts[0].limit = limit;
    if (pair_frame(placement, placement, frame)) {
      parts = traverse(posed, frame.b_in_a, limit, settings.threads);
    } else {
      try_all(posed, parts[0]);
    }
    return gather(std::move(parts), settings);
  } catch (...) {  // memory, or threads, ran out
    result = {};
    result.status = Status::out_of_memory;
    return result;
  }
}

}  // namespace graze
