// The traversal of one thread, cut into parts: a list in the order of that traversal, of items still to be descended
// and of what was found before them. Each round replaces the items by what a visit finds, until there are enough; then
// each is descended on its own. So neither the list nor the sums of the counters depend on who does what.
#include "narrow/collide/meeting_pairs.h"

#include <algorithm>
#include <utility>

#include "base/executor.h"
#include "math/exact.h"
#include "narrow/triangle/triangle_triangle.h"
#include "tree/traverse.h"

namespace graze {
namespace {

constexpr std::size_t enough_parts = 256;

struct Part {
  bool open = false;  // `item` is still to be descended
  PairItem item = {};
  std::vector<TrianglePair> pairs = {};
};

// Keeps one pair more than max_results, so that a cut shows.
class Collector {
 public:
  Collector(const Posed& a, const Posed& b, std::size_t max_results) : a_(a), b_(b), max_results_(max_results) {}

  bool operator()(std::uint32_t i, std::uint32_t j, bool certain) {
    if (!certain) {
      ++double_tests;
      if (!triangles_meet(a_.triangle(i), b_.triangle(j))) return true;
    }
    pairs.push_back({i, j});
    return pairs.size() <= max_results_;
  }

  std::vector<TrianglePair> pairs = {};
  std::uint64_t double_tests = 0;

 private:
  const Posed &a_, &b_;
  std::size_t max_results_;
};

class Cutter {
 public:
  Cutter(const Posed& a, const Posed& b, const PairFrame& frame, std::size_t max_results)
      : a_(a),
        b_(b),
        frame_(frame),
        max_results_(max_results),
        side_a_{a.shape->tree(), a.shape->oriented().data()},
        side_b_{b.shape->tree(), b.shape->oriented().data()} {}

  std::vector<Part> begin() {
    std::vector<Part> parts;
    with_traversal(counters, [&](auto& traversal, Collector&) {
      PairItem items[OrientedNode::width];
      for (int i = traversal.begin(items); i-- > 0;) parts.push_back({true, items[i]});
    });
    return parts;
  }

  // One round; false when nothing was open.
  bool split(std::vector<Part>& parts) {
    std::vector<Part> next;
    bool any = false;
    with_traversal(counters, [&](auto& traversal, Collector& collector) {
      for (Part& part : parts) {
        if (!part.open) {
          next.push_back(std::move(part));
          continue;
        }
        any = true;
        PairItem found[OrientedNode::width];
        int count = 0;
        if (!traversal.visit(part.item, found, count)) count = 0;
        if (!collector.pairs.empty()) next.push_back({false, {}, std::exchange(collector.pairs, {})});
        while (count-- > 0) next.push_back({true, found[count]});
      }
    });
    parts = std::move(next);
    return any;
  }

  // Finishes a part; returns the work.
  Counters descend(Part& part) const {
    Counters own;
    if (!part.open) return own;
    with_traversal(own, [&](auto& traversal, Collector& collector) {
      traversal.descend(&part.item, 1);
      part.pairs = std::move(collector.pairs);
      part.open = false;
    });
    return own;
  }

  Counters counters;  // of begin() and split()

 private:
  template <class Work>
  void with_traversal(Counters& total, Work&& work) const {
    const std::uint64_t exact_before = exact_count();
    Collector collector(a_, b_, max_results_);
    PairTraversal traversal(side_a_, side_b_, frame_, false, collector, kernels());
    work(traversal, collector);
    total.box_tests += traversal.work().boxes;
    total.triangle_tests += traversal.work().triangles;
    total.double_tests += collector.double_tests;
    total.exact_tests += exact_count() - exact_before;
  }

  const Posed &a_, &b_;
  const PairFrame& frame_;
  std::size_t max_results_;
  PairSide side_a_, side_b_;
};

}  // namespace

MeetingPairs meeting_pairs(const Posed& a, const Posed& b, const PairFrame& frame, std::size_t max_results,
                           int threads) {
  Cutter cutter(a, b, frame, max_results);
  std::vector<Part> parts = cutter.begin();
  while (parts.size() < enough_parts && cutter.split(parts)) {
  }
  std::vector<Counters> work(parts.size());
  parallel_for(parts.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work[i] = cutter.descend(parts[i]);
  });

  MeetingPairs result;
  result.counters = cutter.counters;
  std::size_t total = 0;
  for (const Part& part : parts) total += part.pairs.size();
  result.complete = total <= max_results;
  result.pairs.reserve(std::min(total, max_results));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    result.counters += work[i];
    const std::size_t left = std::min(max_results - result.pairs.size(), parts[i].pairs.size());
    result.pairs.insert(result.pairs.end(), parts[i].pairs.begin(),
                        parts[i].pairs.begin() + static_cast<std::ptrdiff_t>(left));
  }
  return result;
}

}  // namespace graze
