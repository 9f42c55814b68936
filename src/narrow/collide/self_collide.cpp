// A body against itself. The tree against itself gives pairs of leaves; the leaf kernel in float parts most triangles.
// Neighbours touch in what they share, which no filter can part: those with a common vertex are told by its number and
// never reach the kernel; those with equal positions are recognised before anything exact is asked.
#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/executor.h"
#include "base/guard.h"
#include "base/work.h"
#include "graze/query.h"
#include "graze/record.h"
#include "math/exact.h"
#include "narrow/body/faces.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/record_text.h"
#include "narrow/triangle/triangle_triangle.h"
#include "tree/neighbours.h"
#include "tree/traverse_self.h"

namespace graze {
namespace {

bool share_a_corner(const Triangle& s, const Triangle& t) {
  for (const Vec3& p : {s.a, s.b, s.c})
    if (p == t.a || p == t.b || p == t.c) return true;
  return false;
}

// What one part of the traversal found; it stops once there are `limit` pairs.
struct SelfPart {
  std::size_t limit = 0;
  std::vector<TrianglePair> pairs;
  Counters counters;
};

// Adds the exact tests of its lifetime, all in one thread, to a part.
class ExactCount {
 public:
  explicit ExactCount(SelfPart& part) : part_(part), before_(exact_count()) {}
  ~ExactCount() { part_.counters.exact_tests += exact_count() - before_; }
  ExactCount(const ExactCount&) = delete;
  ExactCount& operator=(const ExactCount&) = delete;

 private:
  SelfPart& part_;
  std::uint64_t before_;
};

// Looks at triangles i and j; false when the part has enough.
bool look(const Posed& body, std::uint32_t i, std::uint32_t j, bool certain, SelfPart& part) {
  if (share_a_corner(body.shape->triangle(i), body.shape->triangle(j))) return true;
  if (!certain) {
    ++part.counters.double_tests;
    if (!triangles_meet(body.triangle(i), body.triangle(j))) return true;
  }
  part.pairs.push_back({std::min(i, j), std::max(i, j)});
  return part.pairs.size() < part.limit;
}

// The body's tree and what is the same for all of the traversal.
struct SelfQuery {
  const Posed& body;
  const Tree& tree;
  const PairMap& map;
  std::vector<LeafCorners> corners = {};  // of each leaf
  Neighbours neighbours = neighbours_kernel();
};

std::vector<LeafCorners> corners_of_leaves(const ShapeData& shape, const Tree& tree, int threads) {
  std::vector<LeafCorners> corners(tree.leaves.size());
  parallel_for(corners.size(), 1024, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Leaf& leaf = tree.leaves[n];
      for (std::uint32_t i = 0; i < Leaf::width; ++i) {
        const auto vertices = shape.corners(tree.order[leaf.first + std::min(i, leaf.count - 1)]);
        for (std::size_t c = 0; c < 3; ++c) corners[n].vertex[c][i] = std::uint32_t(vertices[c]);
      }
    }
  });
  return corners;
}

bool look_at_leaves(const SelfQuery& query, std::uint32_t p, std::uint32_t q, SelfPart& part) {
  work::heed();
  const Tree& tree = query.tree;
  const Leaf &first = tree.leaves[p], &second = tree.leaves[q];
  LeafMeetings meetings;
  meetings.skipped = query.neighbours(query.corners[p], query.corners[q]);
  if (p == q) meetings.skipped |= 0xff7f3f1f0f070301u;  // j <= i
  const std::uint64_t pairs =
      p == q ? std::uint64_t{first.count} * (first.count - 1) / 2 : std::uint64_t{first.count} * second.count;
  if (pairs == 0) return true;
  part.counters.triangle_tests += pairs;
  if (!kernels().leaf_pair(query.map, second, first, false, meetings)) return true;
  for (std::uint32_t i = 0; i < first.count; ++i) {
    for (unsigned bits = meetings.possible[i]; bits != 0; bits &= bits - 1) {
      const auto j = std::uint32_t(std::countr_zero(bits));
      const bool certain = (meetings.certain[i] >> j & 1) != 0;
      if (!look(query.body, tree.order[first.first + i], tree.order[second.first + j], certain, part)) return false;
    }
  }
  return true;
}

// Parts in an order that does not depend on the threads.
std::vector<SelfPart> traverse(const Posed& body, const Placement& placement, const PairMap& map, std::size_t limit,
                               int threads) {
  constexpr std::size_t enough_items = 512;
  SelfQuery query{body, body.shape->tree(threads), map};
  // A posed vertex may be off its stored box by own_pad, on both sides; 2^-20 is for the sums in float.
  const float grow = float(2.01 * placement.own_pad_most + 0x1p-20);
  query.corners = corners_of_leaves(*body.shape, query.tree, threads);
  const auto leaves_into = [&](SelfPart& part) {
    return [&](std::uint32_t p, std::uint32_t q) { return look_at_leaves(query, p, q, part); };
  };
  std::vector<SelfPart> parts(1);
  parts[0].limit = limit;
  std::vector<SelfItem> items;
  {
    const ExactCount exact(parts[0]);
    SelfTraversal top(query.tree.nodes.view(), grow);
    items = split_self(top, enough_items, leaves_into(parts[0]));
    parts[0].counters.box_tests = top.tests();
  }
  const std::size_t at_top = parts[0].pairs.size();
  parts.resize(1 + items.size());
  const auto run = [&](std::size_t i) {
    SelfPart& part = parts[1 + i];
    part.limit = limit;
    const ExactCount exact(part);
    SelfTraversal below(query.tree.nodes.view(), grow);
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
void try_all(const Posed& body, SelfPart& part) {
  const ExactCount exact(part);
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
    work::heed();
    const Box box = box_of(body.triangle(i));
    for (std::uint32_t j = i + 1; j < body.shape->triangle_count; ++j) {
      ++part.counters.box_tests;
      if (!overlap(box, box_of(body.triangle(j)))) continue;
      ++part.counters.triangle_tests;
      if (!look(body, i, j, false, part)) return;
    }
  }
}

CollideResult gather(std::vector<SelfPart>&& parts, const SelfCollideSettings& settings) {
  auto result = no_so_far<CollideResult>();
  for (const SelfPart& part : parts) {
    result.counters += part.counters;
    if (!part.pairs.empty()) result.answer = Answer::yes;
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
  const CollideResult result = guarded<CollideResult>(settings.budget, [&] {
    auto result = no_so_far<CollideResult>();
    Posed posed;
    result.status = make_posed(body, posed);
    if (result.status != Status::ok) return result;
    if (posed.shape->primitive()) return result;  // one thing, also where its pose folds its triangles onto each other
    // One more than asked for tells whether the list was cut.
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    const std::size_t limit = !settings.all ? 1 : settings.max_results == most ? most : settings.max_results + 1;
    const Placement placement = place(*posed.shape, posed.pose);
    PairFrame frame;
    std::vector<SelfPart> parts(1);
    parts[0].limit = limit;
    if (pair_frame(placement, placement, frame)) {
      parts =
          traverse(posed, placement, frame.b_in_a, limit, settings.budget == unlimited_budget ? settings.threads : 1);
    } else {
      try_all(posed, parts[0]);
    }
    result = gather(std::move(parts), settings);
    name_faces(*posed.shape, *posed.shape, result);
    std::erase_if(result.pairs, [](const TrianglePair& pair) { return pair.a == pair.b; });
    return result;
  });
  note_fault(result.status, [&] { return define_lines(body) + self_collide_line("a", body) + "\n"; });
  return result;
}

}  // namespace graze
