#include "motion/search.h"

#include <algorithm>
#include <tuple>

#include "narrow/faces.h"

namespace graze {
namespace {

constexpr double no_step = 0x1p-50;  // a pair that gets no farther in time is at its end
constexpr double window = 0x1p-31;   // how long after a pair in doubt contact is looked for

struct Entry {
  double time;
  std::uint32_t pair;
  std::uint32_t a, b;
  bool ended;

  auto key() const { return std::tie(time, pair, a, b); }
  // For a heap with the least on top.
  friend bool operator<(const Entry& x, const Entry& y) { return y.key() < x.key(); }
};

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
      if (entry.time > last_) break;
      if (result_.counters.triangle_tests + result_.counters.box_tests >= settings_.budget) {
        result_.status = Status::budget;
        if (!doubt_.found) result_.lo = entry.time;
        break;
      }
      if (entry.ended) {
        end_at(entry);
      } else {
        step(entry);
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

  MovingPair pair_of(const Entry& entry) const {
    const MovingMember &a = *pairs_[entry.pair].a, &b = *pairs_[entry.pair].b;
    return MovingPair(a.path, a.placed.body.triangle(entry.a), b.path, b.placed.body.triangle(entry.b),
                      (a.placed.body.radius + b.placed.body.radius) + settings_.zone, a.slack + b.slack);
  }

  void begin(std::uint32_t k) {
    const std::uint32_t count_a = pairs_[k].a->placed.body.shape->triangle_count;
    const std::uint32_t count_b = pairs_[k].b->placed.body.shape->triangle_count;
    for (std::uint32_t i = 0; i < count_a; ++i)
      for (std::uint32_t j = 0; j < count_b; ++j) push({settings_.from, k, i, j, false});
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
    Vec3 direction;
    for (;;) {
      ++result_.counters.triangle_tests;
      pair.place(entry.time);
      const MovingPair::Nearest nearest = pair.nearest();
      if (settings_.enough > 0 && nearest.gap <= settings_.enough) {
        doubt_ = {true, entry.time, nearest.gap, contact_of(entry, nearest, unit(nearest.direction))};
        last_ = entry.time;
        return;
      }
      MovingPair::Advance advance = pair.advance(nearest.direction);
      if (!(advance.until - entry.time > 0x1p-12)) {
        const MovingPair::Advance best = pair.best_advance();
        if (best.until > advance.until) advance = best;
      }
      if (advance.until >= 1 || advance.until > last_) return;
      if (advance.until > entry.time) direction = advance.direction;
      const double gained = advance.until - entry.time;
      if (gained < 0x1p-24 && !(proven_.time <= entry.time + window)) prove(pair, entry, nearest, advance);
      if (!(gained > no_step)) {
        entry.ended = true;
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

  static Vec3 unit(Vec3 v) {
    const double size = length(v);
    return size > 0 && size < std::numeric_limits<double>::infinity() ? v * (1 / size) : Vec3{};
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
    last_ = std::min(last_, entry.time + window);
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
