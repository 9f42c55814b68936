#include "motion/search.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "motion/moving_box.h"
#include "narrow/faces.h"

namespace graze {
namespace {

constexpr double no_step = 0x1p-50;  // a pair that gets no farther in time is at its end
constexpr double window = 0x1p-31;   // how long after a pair in doubt contact is looked for

constexpr float long_step = 0x1p-5f;  // boxes that got this far in time try again before they are opened

struct Entry {
  // In zone: triangles that began nearer to each other than the zone is thick.
  enum class Kind : std::uint32_t { boxes, triangles, in_zone, ended };

  double time;
  std::uint32_t pair;
  std::uint32_t a, b;  // boxes or triangles
  Kind kind;
  float gained;        // boxes: how far in time the last step went
  float direction[3];  // that proved it

  auto key() const { return std::tie(time, pair, kind, a, b); }
  // For a heap with the least on top.
  friend bool operator<(const Entry& x, const Entry& y) { return y.key() < x.key(); }
};

Vec3 unit(Vec3 v) {
  const double size = length(v);
  return size > 0 && size < std::numeric_limits<double>::infinity() ? v * (1 / size) : Vec3{};
}

Feature to_feature(const MovingMember& member, std::uint32_t triangle, TriangleFeature feature) {
  static constexpr Feature::Kind kinds[] = {Feature::Kind::vertex, Feature::Kind::edge, Feature::Kind::face};
  const Shape::Data& shape = *member.placed.body.shape;
  Feature result{kinds[int(feature.kind)], feature.index, triangle, shape.tags.size() == 0 ? 0 : shape.tags[triangle]};
  if (shape.primitive()) {
    result.index = 0;
    result.triangle = 0;
    result.tag = 0;
  }
  if (shape.form == ShapeForm::polyhedron) name_face(shape, result);
  result.triangle += member.first_number;
  return result;
}

class Search {
 public:
  Search(const std::vector<MemberPair>& pairs, const SearchSettings& settings) : pairs_(pairs), settings_(settings) {}

  SearchResult run() {
    for (std::uint32_t k = 0; k < pairs_.size(); ++k) begin(k);
    while (!queue_.empty()) {
      const Entry entry = pop();
      if (entry.time > last_ || (settings_.zone > 0 && doubt_.found)) break;
      if (result_.counters.triangle_tests + result_.counters.box_tests >= settings_.budget) {
        result_.status = Status::budget;
        if (!doubt_.found) result_.lo = entry.time;
        break;
      }
      switch (entry.kind) {
        case Entry::Kind::boxes:
          open(entry);
          break;
        case Entry::Kind::triangles:
        case Entry::Kind::in_zone:
          step(entry);
          break;
        case Entry::Kind::ended:
          end_at(entry);
          break;
      }
    }
    return finish();
  }

 private:
  struct Candidate {
    bool found = false;
    double time = 2, gap = 0;
    MoveContact contact;
  };

  double separation(const MemberPair& pair) const {
    return (pair.a->placed.body.radius + pair.b->placed.body.radius) + settings_.zone;
  }

  MovingPair pair_of(const Entry& entry) const {
    const MemberPair& pair = pairs_[entry.pair];
    const Triangle a = pair.a->placed.body.triangle(entry.a), b = pair.b->placed.body.triangle(entry.b);
    return MovingPair(MovingTriangle(pair.a->path, a, a.a), MovingTriangle(pair.b->path, b, a.a), a.a, separation(pair),
                      pair.a->slack + pair.b->slack);
  }

  MovingTree& tree_of(const MovingMember* member) {
    std::unique_ptr<MovingTree>& tree = trees_[member];
    if (!tree) tree = std::make_unique<MovingTree>(member->placed, member->path);
    return *tree;
  }

  void begin(std::uint32_t k) {
    const MemberPair& pair = pairs_[k];
    if (!pair.a->placed.placement.usable || !pair.b->placed.placement.usable) {
      for (std::uint32_t i = 0; i < pair.a->placed.body.shape->triangle_count; ++i)
        for (std::uint32_t j = 0; j < pair.b->placed.body.shape->triangle_count; ++j)
          push({settings_.from, k, i, j, Entry::Kind::triangles, 0, {}});
      return;
    }
    const BoxPair boxes(*this, k, settings_.from);
    boxes.advance(MovingTree::whole, MovingTree::whole, {});
  }

  // Two bodies at a time, to compare their boxes.
  struct BoxPair {
    Search& search;
    std::uint32_t pair;
    double time, separation;
    MovingTree &a, &b;
    PlacedTree placed_a, placed_b;

    BoxPair(Search& of, std::uint32_t k, double at)
        : search(of),
          pair(k),
          time(at),
          separation(of.separation(of.pairs_[k]) + (of.pairs_[k].a->slack + of.pairs_[k].b->slack)),
          a(of.tree_of(of.pairs_[k].a)),
          b(of.tree_of(of.pairs_[k].b)),
          placed_a(a, a.centre(), at),
          placed_b(b, a.centre(), at) {}

    void advance(const PlacedBox& box_a, std::uint32_t i, const PlacedBox& box_b, std::uint32_t j,
                 Vec3 direction) const {
      ++search.result_.counters.box_tests;
      const BoxAdvance found =
          graze::advance(box_a, box_b, a.path(), b.path(), time, separation, direction, search.last_);
      if (found.until >= 1 || found.until > search.last_) return;
      const Vec3 n = found.direction;
      search.push({found.until,
                   pair,
                   i,
                   j,
                   Entry::Kind::boxes,
                   float(found.until - time),
                   {float(n.x), float(n.y), float(n.z)}});
    }
    void advance(std::uint32_t i, std::uint32_t j, Vec3 direction) const {
      advance(placed_a.place(a, i), i, placed_b.place(b, j), j, direction);
    }
  };

  void open(const Entry& entry) {
    const BoxPair pair(*this, entry.pair, entry.time);
    const Vec3 direction = unit({entry.direction[0], entry.direction[1], entry.direction[2]});
    if (entry.gained > long_step) return pair.advance(entry.a, entry.b, direction);
    const bool leaf_a = pair.a.is_leaf(entry.a), leaf_b = pair.b.is_leaf(entry.b);
    if (leaf_a && leaf_b) return open_leaves(entry, pair, direction);
    int count = 0;
    if (leaf_b || (!leaf_a && pair.a.box(entry.a).size >= pair.b.box(entry.b).size)) {
      const std::uint32_t first = pair.a.open(entry.a, count);
      const PlacedBox other = pair.placed_b.place(pair.b, entry.b);
      for (int i = 0; i < count; ++i)
        pair.advance(pair.placed_a.place(pair.a, first + i), first + i, other, entry.b, direction);
    } else {
      const std::uint32_t first = pair.b.open(entry.b, count);
      const PlacedBox other = pair.placed_a.place(pair.a, entry.a);
      for (int i = 0; i < count; ++i)
        pair.advance(other, entry.a, pair.placed_b.place(pair.b, first + i), first + i, direction);
    }
  }

  // The extremes of a triangle along a direction.
  struct Extent {
    MovingTriangle triangle;
    double place, speed, bend;
  };
  static Extent extent_of(const MovingMember& member, std::uint32_t index, Vec3 base, const PathPoint& point, Vec3 n,
                          bool highest) {
    Extent extent{MovingTriangle(member.path, member.placed.body.triangle(index), base), 0, 0, 0};
    extent.triangle.place(point);
    const double sign = highest ? 1 : -1;
    double place = -std::numeric_limits<double>::infinity(), speed = place;
    for (int i = 0; i < 3; ++i) {
      place = std::max(place, sign * dot(n, extent.triangle.at[i]));
      speed = std::max(speed, sign * dot(n, extent.triangle.speed[i]));
    }
    extent.place = sign * place;
    extent.speed = sign * speed;
    extent.bend = bend_along(n, extent.triangle);
    return extent;
  }

  // Every triangle of one leaf with every one of the other, as far as the direction of the leaves tells.
  void open_leaves(const Entry& entry, const BoxPair& boxes, Vec3 n) {
    const MemberPair& pair = pairs_[entry.pair];
    const std::uint32_t count_a = boxes.a.triangle_count(entry.a), count_b = boxes.b.triangle_count(entry.b);
    const PathPoint point_a = at_time(pair.a->path, entry.time), point_b = at_time(pair.b->path, entry.time);
    const Vec3 base = pair.a->placed.body.triangle(boxes.a.triangle(entry.a, 0)).a;
    Extent extents[Leaf::width];
    for (std::uint32_t i = 0; i < count_a; ++i)
      extents[i] = extent_of(*pair.a, boxes.a.triangle(entry.a, i), base, point_a, n, true);
    for (std::uint32_t j = 0; j < count_b; ++j) {
      const Extent b = extent_of(*pair.b, boxes.b.triangle(entry.b, j), base, point_b, n, false);
      for (std::uint32_t i = 0; i < count_a; ++i) {
        const Extent& a = extents[i];
        const double error = MovingPair::error_of(a.triangle, b.triangle);
        const double gap = (b.place - a.place) - (boxes.separation * (1 + 0x1p-50) + error);
        double until = entry.time;
        if (gap > 0) {
          const double speed = (b.speed - a.speed) - (a.triangle.speed_error + b.triangle.speed_error);
          until = std::max(until, entry.time + first_root(gap, speed, a.bend + b.bend) * (1 - 0x1p-46) - 0x1p-52);
        }
        if (until >= 1 || until > last_) continue;
        push({until,
              entry.pair,
              boxes.a.triangle(entry.a, i),
              boxes.b.triangle(entry.b, j),
              Entry::Kind::triangles,
              0,
              {}});
      }
    }
  }

  void push(const Entry& entry) {
    queue_.push_back(entry);
    std::push_heap(queue_.begin(), queue_.end());
  }
  Entry pop() {
    std::pop_heap(queue_.begin(), queue_.end());
    const Entry entry = queue_.back();
    queue_.pop_back();
    return entry;
  }

  MoveContact contact_of(const Entry& entry, const MovingPair::Nearest& nearest, Vec3 direction) const {
    MoveContact contact;
    contact.point = nearest.point_a * 0.5 + nearest.point_b * 0.5;
    contact.normal = direction;
    contact.moving = to_feature(*pairs_[entry.pair].a, entry.a, nearest.feature_a);
    contact.other = to_feature(*pairs_[entry.pair].b, entry.b, nearest.feature_b);
    contact.body = pairs_[entry.pair].other;
    return contact;
  }

  void step(Entry entry) {
    MovingPair pair = pair_of(entry);
    if (settings_.in_zone && entry.kind == Entry::Kind::triangles && entry.time == settings_.from) {
      pair.place(entry.time);
      if (pair.least_distance() <= pair.separation() + 4 * pair.error()) {
        entry.kind = Entry::Kind::in_zone;
        pair = pair_of(entry);
      }
    }
    for (;;) {
      ++result_.counters.triangle_tests;
      pair.place(entry.time);
      const MovingPair::Nearest nearest = pair.nearest();
      MovingPair::Advance advance = pair.advance(nearest.direction);
      if (!(advance.until - entry.time > 0x1p-12)) {
        const MovingPair::Advance best = pair.best_advance();
        if (best.until > advance.until) advance = best;
      }
      if (advance.until >= 1 || advance.until > last_) return;
      const double gained = advance.until - entry.time;
      if (settings_.zone > 0) {
        if (nearest.gap <= settings_.enough && !(gained * pair.speed() > settings_.enough * 0.5)) {
          doubt_ = {true, entry.time, nearest.gap, contact_of(entry, nearest, unit(nearest.direction))};
          last_ = entry.time;
          return;
        }
      } else if (gained < 0x1p-24 && !(proven_.time <= entry.time + window))
        prove(pair, entry, nearest, advance);
      if (!(gained > no_step)) {
        entry.kind = Entry::Kind::ended;
        push(entry);
        return;
      }
      entry.time = advance.until;
      if (!queue_.empty() && queue_.front().time < entry.time) {
        push(entry);
        return;
      }
    }
  }

  // Looks at the pair shortly after the corners would meet: is there contact, for sure?
  void prove(MovingPair& pair, const Entry& entry, const MovingPair::Nearest& nearest,
             const MovingPair::Advance& advance) {
    const double closing = advance.closing > 0 ? advance.closing : 0;
    const double meeting = closing > 0 ? entry.time + std::max(0.0, advance.gap) / closing : advance.until;
    const double first = std::max(closing > 0 ? 4 * pair.error() / closing : 0x1p-48, 0x1p-50);
    for (double later = first; later < window; later *= 2) {
      const double time = std::min(1.0, meeting + later);
      if (!(time < proven_.time)) break;
      ++result_.counters.triangle_tests;
      pair.place(time);
      if (pair.surely_in_contact()) {
        Vec3 normal = advance.direction;
        if (normal == Vec3{}) normal = unit(nearest.direction);
        proven_ = {true, time, 0, contact_of(entry, nearest, normal)};
        last_ = std::min(last_, time);
        break;
      }
      if (time == 1) break;
    }
    pair.place(entry.time);
  }

  // Nothing proves this pair apart for longer. Contact, or doubt.
  void end_at(const Entry& entry) {
    if (doubt_.found) return;
    MovingPair pair = pair_of(entry);
    pair.place(entry.time);
    const MovingPair::Nearest nearest = pair.nearest();
    doubt_ = {true, entry.time, nearest.gap, contact_of(entry, nearest, unit(nearest.direction))};
    last_ = settings_.zone > 0 ? entry.time : std::min(last_, entry.time + window);
  }

  SearchResult finish() {
    if (proven_.found && !(doubt_.found && doubt_.time + window < proven_.time)) {
      result_.hit = result_.proven = true;
      result_.hi = proven_.time;
      result_.contact = proven_.contact;
      if (doubt_.found) result_.lo = doubt_.time;
      result_.lo = std::min(result_.lo, result_.hi);
    } else if (doubt_.found) {
      result_.hit = true;
      result_.lo = result_.hi = doubt_.time;
      result_.gap = std::max(0.0, doubt_.gap);
      result_.contact = doubt_.contact;
    }
    return result_;
  }

  const std::vector<MemberPair>& pairs_;
  const SearchSettings& settings_;
  std::unordered_map<const MovingMember*, std::unique_ptr<MovingTree>> trees_;
  std::vector<Entry> queue_;
  double last_ = 1;  // what happens later is of no interest
  Candidate proven_, doubt_;
  SearchResult result_;
};

}  // namespace

SearchResult search_contact(const std::vector<MemberPair>& pairs, const SearchSettings& settings) {
  return Search(pairs, settings).run();
}

}  // namespace graze
