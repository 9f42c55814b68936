// The translations v of one body, and those that leave it no interior in common with another: where no pair of
// triangles meets and neither body is in the other. What the searches for a short way out are made of. In rounded
// arithmetic, but for `parted`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "narrow/body/posed.h"
#include "narrow/depth/pair_obstacle.h"

namespace graze {

// The posed triangles of a body in units of the search, counter-clockwise from outside, with a binary tree of boxes.
class PosedTree {
 public:
  struct Node {
    Box box;
    std::uint32_t begin = 0, end = 0;   // of triangles()
    std::uint32_t left = 0, right = 0;  // 0 in a leaf
  };

  // Each posed coordinate is multiplied by `scale`, a power of two.
  PosedTree(const Posed& body, double scale);

  std::span<const Node> nodes() const noexcept { return nodes_; }
  std::span<const Triangle> triangles() const noexcept { return triangles_; }
  std::span<const Box> boxes() const noexcept { return boxes_; }  // of the triangles
  std::span<const ObstacleFace> faces() const noexcept { return faces_; }
  std::span<const std::uint32_t> numbers() const noexcept { return numbers_; }  // of the triangles in the body

 private:
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Triangle> triangles_;
  std::vector<Box> boxes_;
  std::vector<ObstacleFace> faces_;
};

class Translations {
 public:
  Translations(const Body& moved, const Body& fixed, const Posed& posed_moved, const Posed& posed_fixed);

  // v is in units of the search: `scale` times that of the world.
  double scale() const noexcept { return scale_; }
  double eps() const noexcept { return eps_; }  // depths of contact below this do not count in the search
  const PosedTree& moved() const noexcept { return moved_; }
  const PosedTree& fixed() const noexcept { return fixed_; }

  // Have the bodies no common interior when one is moved by v, given in the world? Exact, the moved pose rounded.
  bool parted(Vec3 v_world) const;

  // The least t of [0, most] for which start + t * direction begins a stretch without common interior.
  std::optional<double> way_out(Vec3 start, Vec3 direction, double most);
  // How far start + t * direction goes without common interior, up to `most`, when it begins without.
  double way_in(Vec3 start, Vec3 direction, double most);
  // The walls that are touched at v, each once, at most `most`: the nearest to the origin, and the farthest.
  void walls(Vec3 v, double delta, std::size_t most, std::vector<Wall>& result);
  // Where the other body, moved by v, touches or crosses the fixed one.
  struct Touch {
    Vec3 point;    // of the fixed body
    Vec3 outward;  // the sum of the two unit normals
  };
  // At most `most` touches, of pairs that are spread over all there are.
  void touches(Vec3 v, double delta, std::size_t most, std::vector<Touch>& result);

  std::uint64_t work() const noexcept { return work_; }  // pairs of boxes and of triangles looked at

 private:
  struct Entry {
    double enter, leave;
    std::uint32_t a, b;  // nodes; or a == pair: an interval of triangles
    static constexpr std::uint32_t pair = 0xffffffffu;
  };
  // The order of the heap: the entry to be taken first is the greatest. A type, so that it is no call.
  struct Later {
    bool operator()(const Entry& x, const Entry& y) const noexcept {
      if (x.enter != y.enter) return x.enter > y.enter;
      if (x.leave != y.leave) return x.leave < y.leave;
      return x.a != y.a ? x.a > y.a : x.b > y.b;
    }
  };
  // Can the line meet the two triangles after `from` and before `to`? By their boxes.
  bool may_meet(std::uint32_t a, std::uint32_t b, Vec3 start, Vec3 inverse, double from, double to) const noexcept;
  // False where the line enters the boxes beyond `last`: that is not kept.
  bool push(std::uint32_t a, std::uint32_t b, Vec3 start, Vec3 inverse, double from, double last);
  Entry take();  // an open one, else the first of the heap; there is one
  bool push_children(const Entry& entry, Vec3 start, Vec3 inverse, double from, double last);
  bool parted_between(Vec3 start, Vec3 direction, double from, double to) const;
  template <class Visit>
  void each_near_pair(Vec3 v, double delta, const Visit& visit);

  const Body& body_moved_;
  const Body& body_fixed_;
  double scale_;
  PosedTree moved_, fixed_;
  double eps_;
  std::vector<Entry> open_;  // what begins no later than what is covered, in any order
  std::vector<Entry> heap_;  // what begins later
  std::uint64_t work_ = 0;
};

}  // namespace graze
