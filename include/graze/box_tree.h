// A tree of boxes of one's own, with ids of one's own: which overlap a box or each other, which a ray meets, which are
// nearest. Exact on the given doubles; boxes are closed, and touching counts. docs/broad.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graze/answer.h"
#include "graze/error.h"
#include "graze/math.h"
#include "graze/ray.h"

namespace GRAZE_API graze {

// All lists are in the order of ids, but for those that are nearest. Any status but `ok` means that the list says
// nothing.
struct [[nodiscard]] BoxTreeResult : Outcome {
  std::vector<std::uint64_t> ids;  // of the boxes that overlap the one asked about
};

// Which boxes of a tree overlap each other.
struct [[nodiscard]] BoxTreePairs : Outcome {
  // The ids of two boxes that overlap, each pair once.
  struct Pair {
    std::uint64_t a = 0, b = 0;  // a < b
    friend constexpr auto operator<=>(const Pair&, const Pair&) = default;
  };
  std::vector<Pair> pairs;  // sorted
};

struct [[nodiscard]] BoxTreeRay : Outcome {  // invalid: as that of cast()
  // A box that the ray meets.
  struct Hit {
    std::uint64_t id = 0;  // of the box
    double t = 0;  // where the ray enters, in units of its direction; 0 from inside. Off by at most 2^-50 of it.
  };
  std::vector<Hit> hits;  // by id
};

struct [[nodiscard]] BoxTreeNearest : Outcome {  // invalid: as an edit would be
  // A box and how far it is from what was asked about.
  struct Near {
    std::uint64_t id = 0;  // of the box
    double distance = 0;   // off by at most 2^-50 of it
  };
  std::vector<Near> boxes;  // by the exact distance, then by id
};

// Edits are for one thread while nothing else runs; they cost what the change costs, not what the tree holds. Queries
// may run side by side.
class BoxTree {
 public:
  BoxTree();  // an empty tree
  BoxTree(BoxTree&&) noexcept;
  BoxTree& operator=(BoxTree&&) noexcept;
  ~BoxTree();

  // Throws Error, and does nothing, for an id that is there already (add) or is not (move, remove), and for a box that
  // is empty, has NaN, or lies at infinity. A side at infinity is fine.
  void add(std::uint64_t id, const Box& box);
  void move(std::uint64_t id, const Box& box);
  void remove(std::uint64_t id);

  std::size_t size() const noexcept;               // how many boxes there are
  bool contains(std::uint64_t id) const noexcept;  // is there a box with this id?
  Box box(std::uint64_t id) const noexcept;        // an empty one where there is none

  // Which boxes have a common point with this one. Invalid: an empty box, or one that has NaN.
  BoxTreeResult overlap(const Box& box) const noexcept;
  // Which boxes a ray meets, by id. Invalid: as that of cast().
  BoxTreeRay ray(const Ray& ray) const noexcept;
  // The k nearest, 0 from a box that overlaps; fewer where there are fewer.
  BoxTreeNearest nearest(const Box& box, std::size_t k) const noexcept;
  BoxTreeNearest nearest(Vec3 point, std::size_t k) const noexcept;
  // Every pair of boxes that overlap. threads = 0: as many as the machine has.
  BoxTreePairs pairs(int threads = 1) const noexcept;

  // The same, one after the other in that order, until the collector of overlap or ray returns false. They let out
  // what it throws.
  Status overlap(const Box& box, const std::function<bool(std::uint64_t id)>& collector) const;
  Status ray(const Ray& ray, const std::function<bool(const BoxTreeRay::Hit& hit)>& collector) const;

  std::size_t memory() const noexcept;  // bytes
  std::string validate() const;         // empty, or what is wrong inside; for tests

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graze
