// Pairs of triangles, each followed from direction to direction until nothing proves more.
#include <algorithm>

#include "motion/search_state.h"
#include "narrow/body/faces.h"

namespace graze {
namespace {

Feature to_feature(const MovingMember& member, std::uint32_t triangle, TriangleFeature feature) {
  static constexpr Feature::Kind kinds[] = {Feature::Kind::vertex, Feature::Kind::edge, Feature::Kind::face};
  const ShapeData& shape = *member.placed.body.shape;
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

}  // namespace

MovingPair Search::pair_of(const Entry& entry) const {
  const MemberPair& pair = pairs_[entry.pair];
  const Triangle a = pair.a->placed.body.triangle(entry.a), b = pair.b->placed.body.triangle(entry.b);
  MovingPair result(MovingTriangle(pair.a->path, a, a.a), MovingTriangle(pair.b->path, b, a.a), a.a, separation(pair),
                    pair.a->slack + pair.b->slack);
  if (entry.kind == Entry::Kind::in_zone) result.set_separation(gap_to_keep(result));
  return result;
}

// How near a pair may come: as near as it was at the start, and what double cannot tell from that.
double Search::gap_to_keep(MovingPair& pair) const {
  pair.place(settings_.from);
  const double contact = pair.separation() - settings_.zone, least = pair.least_distance();
  const double slack = 4 * pair.error() + std::min(settings_.zone, std::max(0.0, least - contact)) * 0x1p-10;
  return std::max(contact, std::min(pair.separation(), least - slack));
}

MoveContact Search::contact_of(const Entry& entry, const MovingPair& moving, const MovingPair::PairPoints& nearest,
                               Vec3 direction) const {
  MoveContact contact;
  // Between the surfaces, of which the triangles are the cores where there is a radius.
  const Vec3 along = unit_or_zero(nearest.direction) * 0.5;
  const MemberPair& pair = pairs_[entry.pair];
  contact.point = (nearest.point_a * 0.5 + nearest.point_b * 0.5) +
                  along * (pair.a->placed.body.radius - pair.b->placed.body.radius);
  Vec3 normal = direction;
  if (normal == Vec3{}) normal = unit_or_zero(nearest.direction);
  if (normal == Vec3{}) normal = moving.some_normal();
  contact.normal = normal + Vec3{};  // without -0
  contact.moving = to_feature(*pairs_[entry.pair].a, entry.a, nearest.feature_a);
  contact.other = to_feature(*pairs_[entry.pair].b, entry.b, nearest.feature_b);
  contact.body = pairs_[entry.pair].other;
  if (pairs_[entry.pair].mirrored) mirror(contact);
  return contact;
}

void Search::step(Entry entry) {
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
  pair.place(std::min(entry.end, last_));
  const Vec3 at_last = pair.nearest().direction;
  entry.end = std::min(entry.end, pair.since(at_last));
  pair.place(entry.time);
  const double ahead = pair.advance(at_last).until;
  if (is_over(ahead, entry.end)) return;
  entry.time = std::max(entry.time, ahead);
  // The first few pairs are followed to their end, so that it is known early how much of the time matters.
  const bool dive = dives_ > 0;
  if (dive) --dives_;
  // Each round gains more than no_step of the time that is left, or is the last. The budget is spent long before.
  for (;;) {
    if (spent()) return queue_.push(entry);
    ++result_.counters.triangle_tests;
    pair.place(entry.time);
    const MovingPair::PairPoints nearest = pair.nearest();
    MovingPair::Advance advance = pair.advance(nearest.direction);
    // At a zone per triangle that is passed may seem to come nearer, as the next of a flat floor does: only when no
    // direction leads on it is in the way.
    const auto at_zone = [&] {
      return settings_.zone > 0 && nearest.gap <= settings_.enough &&
             !((advance.until - entry.time) * pair.speed() > settings_.enough * 0.5);
    };
    if (!(advance.until - entry.time > 0x1p-20) || at_zone()) {
      const MovingPair::Advance best = pair.best_advance();
      if (best.until > advance.until) advance = best;
    }
    if (is_over(advance.until, entry.end)) return;
    const double gained = advance.until - entry.time;
    if (settings_.zone > 0) {
      if (at_zone()) {
        stop_at(entry.time, nearest.gap, contact_of(entry, pair, nearest, advance.direction));
        return;
      }
    } else if (gained < 0x1p-24 && !(proven_.time <= entry.time + window_))
      prove(pair, entry, nearest, advance);
    if (gained < 0x1p-20 && leads_on_exactly(entry)) return;
    if (!(gained > no_step)) {
      entry.kind = Entry::Kind::ended;
      queue_.push(entry);
      return;
    }
    entry.time = advance.until;
    if (!dive && !queue_.empty() && queue_.least_time() < entry.time) {
      queue_.push(entry);
      return;
    }
  }
}

// Looks at the pair shortly after the corners would meet: is there contact, for sure?
void Search::prove(MovingPair& pair, const Entry& entry, const MovingPair::PairPoints& nearest,
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
      proven_ = {true, time, 0, contact_of(entry, pair, nearest, advance.direction)};
      last_ = std::min(last_, time);
      break;
    }
    if (time == 1) break;
  }
  pair.place(entry.time);
}

// Nothing proves this pair apart for longer. Contact, or doubt.
void Search::end_at(const Entry& entry) {
  if (doubt_.found && !(entry.time < doubt_.time)) return;
  if (settings_.zone == 0 && !(proven_.time <= entry.time + window_) && decided_exactly(entry)) return;
  MovingPair pair = pair_of(entry);
  pair.place(entry.time);
  const MovingPair::PairPoints nearest = pair.nearest();
  stop_at(entry.time, nearest.gap, contact_of(entry, pair, nearest, {}));
}

}  // namespace graze
