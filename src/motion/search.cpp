#include "motion/search.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "motion/exact_rotation.h"
#include "motion/exact_translation.h"
#include "motion/moving_bodies.h"
#include "motion/moving_box.h"
#include "narrow/faces.h"

namespace graze {
namespace {

constexpr double no_step = 0x1p-50;  // a pair that gets no farther in time is at its end
// How long after a pair in doubt contact is looked for: of curved bodies gaps are not known as well.
constexpr double flat_window = 0x1p-31, curved_window = 0x1p-12;

constexpr std::uint64_t exact_steps = 64;  // that an exact decision counts for
constexpr float long_step = 0x1p-5f;       // boxes that got this far in time try again before they are opened

struct Entry {
  // In zone: triangles that began nearer to each other than the zone is thick.
  enum class Kind : std::uint32_t { boxes, triangles, in_zone, ended, bodies, bodies_ended };

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

void mirror(MoveContact& contact) {
  std::swap(contact.moving, contact.other);
  contact.normal = Vec3{} - contact.normal;
}

class Search {
 public:
  Search(const std::vector<MemberPair>& pairs, const SearchSettings& settings) : pairs_(pairs), settings_(settings) {}

  SearchResult run() {
    for (std::uint32_t k = 0; k < pairs_.size(); ++k) begin(k);
    while (!queue_.empty()) {
      const Entry entry = pop();
      if (entry.time > last_) break;
      if (result_.counters.triangle_tests + result_.counters.box_tests >= settings_.budget) {
        result_.status = Status::budget;
        if (doubt_.found && doubt_.time > entry.time) doubt_ = {};
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
        case Entry::Kind::bodies:
          step_bodies(entry);
          break;
        case Entry::Kind::bodies_ended:
          end_bodies(entry);
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
    MovingPair result(MovingTriangle(pair.a->path, a, a.a), MovingTriangle(pair.b->path, b, a.a), a.a, separation(pair),
                      pair.a->slack + pair.b->slack);
    if (entry.kind == Entry::Kind::in_zone) result.set_separation(gap_to_keep(result));
    return result;
  }

  // How near a pair may come: as near as it was at the start, and what double cannot tell from that.
  double gap_to_keep(MovingPair& pair) const {
    pair.place(settings_.from);
    const double slack = 4 * pair.error() + settings_.zone * 0x1p-10;
    const double contact = pair.separation() - settings_.zone;
    return std::max(contact, std::min(pair.separation(), pair.least_distance() - slack));
  }

  // The boxes of a pair's two bodies; a body that is in many pairs has them once.
  struct PairTrees {
    MovingTree *a = nullptr, *b = nullptr;
  };
  PairTrees trees_of(const MemberPair& pair) {
    const auto tree_of = [&](const MovingMember* member) {
      std::unique_ptr<MovingTree>& tree = trees_[member];
      if (!tree) tree = std::make_unique<MovingTree>(member->placed, member->path);
      return tree.get();
    };
    return {tree_of(pair.a), tree_of(pair.b)};
  }

  void begin(std::uint32_t k) {
    const MemberPair& pair = pairs_[k];
    if (!pair.a->has_triangles || !pair.b->has_triangles) {
      window_ = curved_window;
      push({settings_.from, k, 0, 0, Entry::Kind::bodies, 0, {}});
      return;
    }
    if (!pair.a->placed.placement.usable || !pair.b->placed.placement.usable) {
      for (std::uint32_t i = 0; i < pair.a->placed.body.shape->triangle_count; ++i)
        for (std::uint32_t j = 0; j < pair.b->placed.body.shape->triangle_count; ++j)
          push({settings_.from, k, i, j, Entry::Kind::triangles, 0, {}});
      return;
    }
    pair_trees_.resize(pairs_.size());
    pair_trees_[k] = trees_of(pair);
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
          a(*of.pair_trees_[k].a),
          b(*of.pair_trees_[k].b),
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

  // The extremes of a placed triangle along a direction: the highest for 1, the lowest for -1.
  struct Extent {
    double place, speed, bend;
  };
  static Extent extent_of(const MovingTriangle& triangle, Vec3 n, double sign) {
    double place = -std::numeric_limits<double>::infinity(), speed = place;
    for (int i = 0; i < 3; ++i) {
      place = std::max(place, sign * dot(n, triangle.at[i]));
      speed = std::max(speed, sign * dot(n, triangle.speed[i]));
    }
    return {sign * place, sign * speed, bend_along(n, triangle)};
  }

  // The triangles of a leaf, placed.
  struct PlacedLeaf {
    std::uint32_t count;
    MovingTriangle triangle[Leaf::width];

    PlacedLeaf(const MovingMember& member, const MovingTree& tree, std::uint32_t box, Vec3 base, double time)
        : count(tree.triangle_count(box)) {
      const PathPoint point = at_time(member.path, time);
      for (std::uint32_t i = 0; i < count; ++i) {
        triangle[i] = MovingTriangle(member.path, member.placed.body.triangle(tree.triangle(box, i)), base);
        triangle[i].place(point);
      }
    }
  };

  // The normal of the widest faces of a box, on the side of a direction.
  static Vec3 flat_normal(const PlacedBox& box, Vec3 towards) {
    int thinnest = 0;
    for (int k = 1; k < 3; ++k)
      if (dot(box.half[k], box.half[k]) < dot(box.half[thinnest], box.half[thinnest])) thinnest = k;
    const Vec3 n = box.normal[thinnest];
    return dot(n, towards) < 0 ? -n : n;
  }

  // Every triangle of one leaf with every one of the other, as far as a few directions tell: that of the leaves now,
  // that of their middles at the end of what matters, and those in which the leaves are flat.
  void open_leaves(const Entry& entry, const BoxPair& boxes, Vec3 direction) {
    const MemberPair& pair = pairs_[entry.pair];
    const Vec3 base = pair.a->placed.body.triangle(boxes.a.triangle(entry.a, 0)).a;
    const PlacedLeaf a(*pair.a, boxes.a, entry.a, base, entry.time), b(*pair.b, boxes.b, entry.b, base, entry.time);
    const PlacedTree last_a(boxes.a, boxes.a.centre(), last_), last_b(boxes.b, boxes.a.centre(), last_);
    const Vec3 ahead = unit(last_b.place(boxes.b, entry.b).centre - last_a.place(boxes.a, entry.a).centre);
    double until[Leaf::width][Leaf::width];
    for (auto& row : until) std::fill(row, row + Leaf::width, entry.time);
    const double apart = boxes.separation * (1 + 0x1p-50);
    const PlacedBox box_a = boxes.placed_a.place(boxes.a, entry.a), box_b = boxes.placed_b.place(boxes.b, entry.b);
    const Vec3 towards = box_b.centre - box_a.centre;
    for (const Vec3& n : {direction, ahead, flat_normal(box_a, towards), flat_normal(box_b, towards)}) {
      Extent highest[Leaf::width];
      for (std::uint32_t i = 0; i < a.count; ++i) highest[i] = extent_of(a.triangle[i], n, 1);
      for (std::uint32_t j = 0; j < b.count; ++j) {
        const Extent lowest = extent_of(b.triangle[j], n, -1);
        for (std::uint32_t i = 0; i < a.count; ++i) {
          const MovingTriangle &p = a.triangle[i], &q = b.triangle[j];
          const double gap = (lowest.place - highest[i].place) - (apart + MovingPair::error_of(p, q));
          if (!(gap > 0)) continue;
          const double speed = (lowest.speed - highest[i].speed) - (p.speed_error + q.speed_error);
          const double lasts = first_root(gap, speed, lowest.bend + highest[i].bend) * (1 - 0x1p-46);
          until[i][j] = std::max(until[i][j], (entry.time + lasts) - 0x1p-52);
        }
      }
    }
    for (std::uint32_t j = 0; j < b.count; ++j)
      for (std::uint32_t i = 0; i < a.count; ++i) {
        if (until[i][j] >= 1 || until[i][j] > last_) continue;
        Entry next = entry;
        next.time = until[i][j];
        next.a = boxes.a.triangle(entry.a, i);
        next.b = boxes.b.triangle(entry.b, j);
        next.kind = Entry::Kind::triangles;
        push(next);
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
    // Between the surfaces, of which the triangles are the cores where there is a radius.
    const Vec3 along = unit(nearest.direction) * 0.5;
    const MemberPair& pair = pairs_[entry.pair];
    contact.point = (nearest.point_a * 0.5 + nearest.point_b * 0.5) +
                    along * (pair.a->placed.body.radius - pair.b->placed.body.radius);
    contact.normal = direction + Vec3{};  // without -0
    contact.moving = to_feature(*pairs_[entry.pair].a, entry.a, nearest.feature_a);
    contact.other = to_feature(*pairs_[entry.pair].b, entry.b, nearest.feature_b);
    contact.body = pairs_[entry.pair].other;
    if (pairs_[entry.pair].mirrored) mirror(contact);
    return contact;
  }

  // The end of a pair: of all that end, the first counts. Without a zone contact is looked for a little longer.
  void stop_at(double time, double gap, const MoveContact& contact) {
    if (doubt_.found && !(time < doubt_.time)) return;
    doubt_ = {true, time, gap, contact};
    last_ = std::min(last_, settings_.zone > 0 ? time : time + window_);
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
    // The direction in which they are apart at the end of what matters often proves all of it.
    ++result_.counters.triangle_tests;
    pair.place(last_);
    const Vec3 at_last = pair.nearest().direction;
    pair.place(entry.time);
    const double ahead = pair.advance(at_last).until;
    if (ahead >= 1 || ahead > last_) return;
    entry.time = std::max(entry.time, ahead);
    // The first few pairs are followed to their end, so that it is known early how much of the time matters.
    const bool dive = dives_ > 0;
    if (dive) --dives_;
    for (;;) {
      ++result_.counters.triangle_tests;
      pair.place(entry.time);
      const MovingPair::Nearest nearest = pair.nearest();
      MovingPair::Advance advance = pair.advance(nearest.direction);
      // At a zone a triangle that is passed may seem to come nearer, as the next of a flat floor does: only when no
      // direction leads on it is in the way.
      const auto at_zone = [&] {
        return settings_.zone > 0 && nearest.gap <= settings_.enough &&
               !((advance.until - entry.time) * pair.speed() > settings_.enough * 0.5);
      };
      if (!(advance.until - entry.time > 0x1p-20) || at_zone()) {
        const MovingPair::Advance best = pair.best_advance();
        if (best.until > advance.until) advance = best;
      }
      if (advance.until >= 1 || advance.until > last_) return;
      const double gained = advance.until - entry.time;
      if (settings_.zone > 0) {
        if (at_zone()) {
          const Vec3 normal = advance.direction == Vec3{} ? unit(nearest.direction) : advance.direction;
          stop_at(entry.time, nearest.gap, contact_of(entry, nearest, normal));
          return;
        }
      } else if (gained < 0x1p-24 && !(proven_.time <= entry.time + window_))
        prove(pair, entry, nearest, advance);
      if (!(gained > no_step)) {
        entry.kind = Entry::Kind::ended;
        push(entry);
        return;
      }
      entry.time = advance.until;
      if (!dive && !queue_.empty() && queue_.front().time < entry.time) {
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
    for (double later = first; later < window_; later *= 2) {
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

  MovingBodies bodies_of(const Entry& entry) {
    const MemberPair& pair = pairs_[entry.pair];
    MovingBodies bodies(pair.a->body, pair.a->path, pair.b->body, pair.b->path, settings_.zone);
    if (!settings_.in_zone) return bodies;
    const MovingBodies::Advance start = bodies.advance(settings_.from, result_.counters);
    if (start.lower > 0) return bodies;
    bodies.set_zone(std::max(0.0, (settings_.zone + start.lower) - settings_.zone * 0x1p-10));
    return bodies;
  }

  MoveContact contact_of(const Entry& entry, const MovingBodies::Advance& found) const {
    const MemberPair& pair = pairs_[entry.pair];
    MoveContact contact;
    contact.point = found.point_a * 0.5 + found.point_b * 0.5;
    contact.normal = found.direction + Vec3{};
    contact.moving = found.feature_a;
    contact.other = found.feature_b;
    contact.moving.triangle += pair.a->first_number;
    contact.other.triangle += pair.b->first_number;
    contact.body = pair.other;
    if (pair.mirrored) mirror(contact);
    return contact;
  }

  void step_bodies(Entry entry) {
    const MovingBodies bodies = bodies_of(entry);
    for (;;) {
      ++result_.counters.triangle_tests;
      const MovingBodies::Advance advance = bodies.advance(entry.time, result_.counters);
      const Status status = bodies.status() != Status::ok ? bodies.status() : advance.status;
      if (status != Status::ok) {
        result_.status = status;
        queue_.clear();
        return;
      }
      if (advance.until >= 1 || advance.until > last_) return;
      const double gained = advance.until - entry.time;
      if (settings_.zone > 0 && advance.upper <= settings_.enough &&
          !(gained * bodies.speed() > settings_.enough * 0.5)) {
        stop_at(entry.time, advance.upper, contact_of(entry, advance));
        return;
      }
      if (!(gained > no_step) || (advance.upper <= settings_.tolerance && gained < 0x1p-30)) {
        if (settings_.zone == 0) prove(bodies, entry, advance);
        entry.kind = Entry::Kind::bodies_ended;
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

  void prove(const MovingBodies& bodies, const Entry& entry, const MovingBodies::Advance& advance) {
    const double meeting =
        advance.closing > 0 ? entry.time + std::max(0.0, advance.upper) / advance.closing : entry.time;
    for (double later = 0x1p-48; later < window_; later *= 4) {
      const double time = std::min(1.0, meeting + later);
      if (!(time < proven_.time)) return;
      if (bodies.surely_in_contact(time, result_.counters)) {
        proven_ = {true, time, 0, contact_of(entry, advance)};
        last_ = std::min(last_, time);
        return;
      }
      if (time == 1) return;
    }
  }

  void end_bodies(const Entry& entry) {
    if (doubt_.found && !(entry.time < doubt_.time)) return;
    const MovingBodies::Advance advance = bodies_of(entry).advance(entry.time, result_.counters);
    stop_at(entry.time, advance.upper, contact_of(entry, advance));
  }

  // Nothing proves this pair apart for longer. Contact, or doubt.
  void end_at(const Entry& entry) {
    if (doubt_.found && !(entry.time < doubt_.time)) return;
    if (settings_.zone == 0 && !(proven_.time <= entry.time + window_) && decided_exactly(entry)) return;
    MovingPair pair = pair_of(entry);
    pair.place(entry.time);
    const MovingPair::Nearest nearest = pair.nearest();
    stop_at(entry.time, nearest.gap, contact_of(entry, nearest, unit(nearest.direction)));
  }

  // The exact first contact of a pair without a radius, from its time on: of two translations, or of a rotation while
  // the other body stands. Rotations are asked for the next part of the time only, until `to`.
  struct Decided {
    bool known = false, hit = false;
    double lo = 0, hi = 0, to = 1;
  };
  Decided decide(const Entry& entry) const {
    const MemberPair& pair = pairs_[entry.pair];
    const Path &path_a = pair.a->path, &path_b = pair.b->path;
    const Triangle a = pair.a->placed.body.triangle(entry.a), b = pair.b->placed.body.triangle(entry.b);
    if (separation(pair) > 0) return {};
    if (!path_a.turns() && !path_b.turns()) {
      const TranslatedContact found = exact_contact(a, path_a, b, path_b);
      return {found.known, found.hit, found.lo, found.hi};
    }
    const bool a_turns = path_a.turns();
    const Path &turning = a_turns ? path_a : path_b, &other = a_turns ? path_b : path_a;
    if (other.turns() || !other.stands() || other.shift != Vec3{}) return {};
    const double to = std::min(1.0, entry.time + 0x1p-20);
    const TurnedContact found =
        exact_turned_contact(a_turns ? a : b, turning, turning.given_axis, a_turns ? b : a, entry.time, to);
    return {found.known, found.hit, found.lo, found.hi, to};
  }

  // True when the pair turns out to be free for longer; contact goes to `proven_`.
  bool decided_exactly(const Entry& entry) {
    const Decided found = decide(entry);
    if (!found.known) return false;
    const MemberPair& pair = pairs_[entry.pair];
    const bool exact_set = pair.a->slack + pair.b->slack == 0;
    Entry later = entry;
    if (!found.hit) {
      // Of a rotation only the next part of the time is free: with a tolerance, so small a gap is contact enough.
      if (!exact_set || (found.to < 1 && settings_.tolerance > 0)) return false;
      result_.counters.triangle_tests += exact_steps;
      later.kind = Entry::Kind::triangles;
      later.time = found.to;
      if (later.time < 1 && later.time <= last_) push(later);
      return true;
    }
    if (found.hi < proven_.time && found.hi <= 1) {
      MovingPair moving = pair_of(entry);
      moving.place(entry.time);
      const MovingPair::Nearest nearest = moving.nearest();
      proven_ = {true, found.hi, 0, contact_of(entry, nearest, unit(nearest.direction))};
      last_ = std::min(last_, found.hi);
    }
    if (!exact_set || !(found.lo > entry.time)) return false;
    later.time = found.lo;
    if (later.time <= last_) push(later);
    return true;
  }

  SearchResult finish() {
    if (proven_.found && !(doubt_.found && doubt_.time + window_ < proven_.time)) {
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
  std::vector<PairTrees> pair_trees_;
  std::vector<Entry> queue_;
  double window_ = flat_window;
  int dives_ = 4;
  double last_ = 1;  // what happens later is of no interest
  Candidate proven_, doubt_;
  SearchResult result_;
};

}  // namespace

SearchResult search_contact(const std::vector<MemberPair>& pairs, const SearchSettings& settings) {
  return Search(pairs, settings).run();
}

}  // namespace graze
