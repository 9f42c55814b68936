// The contacts of a tick: found anew, or kept from the last one where two bodies have hardly moved against each other.
#include <algorithm>
#include <cmath>

#include "base/executor.h"
#include "response/simulation_state.h"

namespace graze {
namespace {

std::uint64_t key_of(const ContactSet& set) { return pair_key(set.a, set.b); }

Vec3 any_side(Vec3 n) {
  const Vec3 s = std::fabs(n.x) < 0.6 ? cross(n, Vec3{1, 0, 0}) : cross(n, Vec3{0, 1, 0});
  return s / length(s);
}

// What held two bodies in the last tick holds them in this one: rows of the same features, and of what is left the
// nearest, where a corner on the edge of a face is called now this and now that.
void take_impulses(ContactSet& set, const ContactSet& last, double near_sq) {
  bool used[4] = {}, found[4] = {};
  const auto take = [&](int to, int from) {
    const ContactRow& row = last.rows[from];
    const Vec3 side = last.side_1 * double(row.first) + last.side_2 * double(row.second);
    set.rows[to].normal = row.normal;
    set.rows[to].first = float(dot(side, set.side_1));
    set.rows[to].second = float(dot(side, set.side_2));
    used[from] = found[to] = true;
  };
  const auto apart_sq = [&](int to, int from) {
    const Vec3 d = vector_of(set.rows[to].local_a) - vector_of(last.rows[from].local_a);
    return dot(d, d);
  };
  for (int i = 0; i < set.count; ++i)
    for (int j = 0; j < last.count && !found[i]; ++j)
      if (!used[j] && set.rows[i].name == last.rows[j].name && apart_sq(i, j) < near_sq) take(i, j);
  for (;;) {
    int to = -1, from = -1;
    double least = near_sq;
    for (int i = 0; i < set.count; ++i)
      for (int j = 0; j < last.count; ++j) {
        if (found[i] || used[j] || !(apart_sq(i, j) < least)) continue;
        least = apart_sq(i, j);
        to = i;
        from = j;
      }
    if (to < 0) return;
    take(to, from);
  }
}

Quat relative_turn(const BodyRecord& a, const BodyRecord& b) {
  return product({-a.rotation.x, -a.rotation.y, -a.rotation.z, a.rotation.w}, b.rotation);
}
void fill(const Press& press, const BodyRecord& a, const BodyRecord& b, double skin, double range, ContactSet& set) {
  set.normal = press.normal;
  set.side_1 = any_side(press.normal);
  set.side_2 = cross(press.normal, set.side_1);
  set.friction = a.settings.friction == b.settings.friction ? a.settings.friction
                                                            : std::sqrt(a.settings.friction * b.settings.friction);
  set.restitution = std::max(a.settings.restitution, b.settings.restitution);
  set.rolling = std::max(a.settings.rolling_friction, b.settings.rolling_friction);
  set.radius_a = press.round_a;
  set.radius_b = press.round_b;
  set.count = press.count;
  const Mat3 &turn_a = a.body.pose.linear, &turn_b = b.body.pose.linear;
  for (int i = 0; i < press.count; ++i) {
    ContactRow& row = set.rows[i];
    const Vec3 on_a = press.points[i].point, on_b = on_a + press.normal * press.points[i].gap;
    const Vec3 arm_a = on_a - a.centre, arm_b = on_b - b.centre;
    set_floats(row.local_a, row_product(turn_a, arm_a));
    set_floats(row.local_b, row_product(turn_b, arm_b));
    set_floats(row.core_a, arm_a - press.normal * set.radius_a);
    set_floats(row.core_b, arm_b + press.normal * set.radius_b);
    row.gap = float(press.points[i].gap - skin);
    row.name = press.points[i].name;
  }
  set.side = set.radius_a == 0 && set.radius_b == 0 ? press.side : PressSide::none;
  if (set.side == PressSide::none) return;
  set.range = range + 0.25 * skin;
  set.relative = relative_turn(a, b);
  const Mat3& turn = set.side == PressSide::a ? turn_a : turn_b;
  set.local_normal = row_product(turn, set.normal);
  set.local_side = row_product(turn, set.side_1);
  for (int i = 0; i < press.count; ++i) {
    ContactRow& row = set.rows[i];
    const Vec3 on_a = a.centre + turn_a * vector_of(row.local_a), on_b = b.centre + turn_b * vector_of(row.local_b);
    row.found_at = row.gap;
    row.offset = (press.points[i].gap - skin) - dot(set.normal, on_b - on_a);
  }
}

// What a face presses on is the same as long as the bodies have moved against each other, and turned, by less than a
// tenth of the skin where they touch since it was found: only the gaps are measured again. False: it must be found
// anew.
bool keep(const ContactSet& last, const BodyRecord& a, const BodyRecord& b, double skin, double range,
          ContactSet& set) {
  if (last.side == PressSide::none || range > last.range) return false;
  const Quat now = relative_turn(a, b), was = last.relative;
  // Of unit quaternions that differ by a small angle, the difference is half of it; of opposite signs, it is large.
  const double x = now.x - was.x, y = now.y - was.y, z = now.z - was.z, w = now.w - was.w;
  const double arm = std::min(a.form->nodes[0].arm, b.form->nodes[0].arm), much_sq = 0.01 * skin * skin;
  if (!(4 * ((x * x + y * y) + (z * z + w * w)) * (arm * arm) < much_sq)) return false;
  set = last;
  const Mat3 &turn_a = a.body.pose.linear, &turn_b = b.body.pose.linear;
  const Mat3& turn = set.side == PressSide::a ? turn_a : turn_b;
  set.normal = turn * set.local_normal;
  set.side_1 = turn * set.local_side;
  set.side_2 = cross(set.normal, set.side_1);
  const Vec3 centres = b.centre - a.centre;
  for (int i = 0; i < set.count; ++i) {
    ContactRow& row = set.rows[i];
    const Vec3 arm_a = turn_a * vector_of(row.local_a), arm_b = turn_b * vector_of(row.local_b);
    set_floats(row.core_a, arm_a);
    set_floats(row.core_b, arm_b);
    const Vec3 apart = centres + (arm_b - arm_a);
    const double along = dot(set.normal, apart), gap = along + row.offset, by = gap - double(row.found_at);
    if (!(dot(apart, apart) - along * along + by * by < much_sq)) return false;
    row.gap = float(gap);
    row.most = 0;
  }
  return true;
}

}  // namespace

// How far apart two bodies rest: the skin of the lesser, of what moves.
double Simulation::State::skin_of(const BodyRecord& a, const BodyRecord& b) const {
  if (a.moving() && b.moving()) return std::min(a.skin, b.skin);
  return a.moving() ? a.skin : b.skin;
}

bool Simulation::State::find_contact(const IdPair& pair, const ContactSet* last, double seconds, ContactSet& one,
                                     std::vector<ContactSet>& more) const {
  const std::uint32_t ia = pair.lesser(), ib = pair.greater();
  const BodyRecord &a = bodies[ia], &b = bodies[ib];
  one.count = 0;
  if (!a.moving() && !b.moving()) return false;
  const double skin = skin_of(a, b);
  const double fall = length(settings.gravity) * seconds * seconds;
  // The other schemes know only what is near.
  const double ahead = (length(a.velocity - b.velocity) + (pace[ia] + pace[ib])) * seconds + fall;
  const double range = 2 * skin + (scheme == Scheme::planes ? ahead : 0);
  if (last != nullptr && keep(*last, a, b, skin, range, one)) return true;
  one.count = 0;
  const auto begin = [&](ContactSet& set) -> ContactSet& {
    set = {};
    set.a = ia;
    set.b = ib;
    return set;
  };
  if (a.form->convex() && b.form->convex()) {
    Press found;
    if (press(a.form->nodes[0], a.place(), b.form->nodes[0], b.place(), range, skin, found))
      fill(found, a, b, skin, range, begin(one));
    return false;
  }
  static thread_local std::vector<Press> found;
  found.clear();
  const double least = std::min(a.form->least, b.form->least);
  press_bodies(a.body, b.body, std::min(range, 4 * skin + 0.25 * least), found);
  for (const Press& press : found)
    fill(press, a, b, skin, range, begin(&press == found.data() ? one : more.emplace_back()));
  return false;
}

void Simulation::State::recall_contacts() {
  const auto goes = [&](std::uint64_t key) {
    return active(std::uint32_t(key >> 32)) || active(std::uint32_t(key & 0xffffffff));
  };
  if (std::all_of(contact_keys.begin(), contact_keys.end(), goes) &&
      std::none_of(resting_keys.begin(), resting_keys.end(), goes))
    return;
  std::vector<ContactSet> sets, rest;
  std::vector<std::uint64_t> keys, rest_keys;
  std::size_t i = 0, j = 0;
  while (i < contacts.size() || j < resting.size()) {
    const bool first = j == resting.size() || (i < contacts.size() && contact_keys[i] <= resting_keys[j]);
    const ContactSet& set = first ? contacts[i] : resting[j];
    const std::uint64_t key = first ? contact_keys[i++] : resting_keys[j++];
    (goes(key) ? sets : rest).push_back(set);
    (goes(key) ? keys : rest_keys).push_back(key);
  }
  contacts.swap(sets);
  contact_keys.swap(keys);
  resting.swap(rest);
  resting_keys.swap(rest_keys);
}

void Simulation::State::find_contacts(double seconds) {
  pace.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) pace[i] = length(bodies[i].spin) * bodies[i].form->nodes[0].arm;
  std::vector<char> asked(pairs.size());
  // What the last tick had is read while this one's are written; sets of another tick lie where they will be.
  std::vector<ContactSet>& next = contacts_before;
  std::vector<std::uint64_t>& next_keys = contact_keys_before;
  constexpr char kept = 1, found = 2, one_rests = 4;
  std::vector<char> marks;
  std::size_t count = 0;
  const auto mark_of = [&](const ContactSet& set, std::uint32_t a, std::uint32_t b) {
    return char((set.count > 0 ? found : 0) | (active(a) != active(b) ? one_rests : 0));
  };
  for (bool again = true; again;) {
    again = false;
    recall_contacts();
    struct Todo {
      std::uint32_t pair, last;
    };
    std::vector<Todo> todo;
    todo.reserve(pairs.size());
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      const std::uint32_t ia = pairs[i].lesser(), ib = pairs[i].greater();
      if (asked[i] || !(active(ia) || active(ib))) continue;
      const std::uint64_t key = pair_key(ia, ib);
      while (at < contacts.size() && contact_keys[at] < key) ++at;
      const bool one =
          at < contacts.size() && contact_keys[at] == key && (at + 1 == contacts.size() || contact_keys[at + 1] != key);
      todo.push_back({i, one ? std::uint32_t(at) : ~std::uint32_t{0}});
    }
    // The first set of a pair has its place; more of them follow later.
    const std::size_t first = count;
    if (next.size() < first + todo.size()) next.resize(first + todo.size());
    marks.resize(first + todo.size());
    next_keys.resize(first + todo.size());
    constexpr std::size_t grain = 64;
    const std::size_t blocks = (todo.size() + grain - 1) / grain;
    std::vector<std::vector<ContactSet>> more(blocks);
    parallel_for(blocks, 1, settings.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block)
        for (std::size_t i = block * grain; i < std::min(todo.size(), (block + 1) * grain); ++i) {
          const ContactSet* last = todo[i].last < contacts.size() ? &contacts[todo[i].last] : nullptr;
          const IdPair& pair = pairs[todo[i].pair];
          const bool same = find_contact(pair, last, seconds, next[first + i], more[block]);
          next_keys[first + i] = pair_key(pair.lesser(), pair.greater());
          marks[first + i] = char(mark_of(next[first + i], pair.lesser(), pair.greater()) | (same ? kept : 0));
        }
    });
    for (const Todo& one : todo) asked[one.pair] = 1;
    for (std::size_t i = 0; i < todo.size(); ++i) {
      if ((marks[first + i] & found) == 0) continue;
      if (count != first + i) {
        next[count] = next[first + i];
        next_keys[count] = next_keys[first + i];
        marks[count] = marks[first + i];
      }
      ++count;
    }
    for (const std::vector<ContactSet>& sets : more)
      for (const ContactSet& set : sets) {
        if (count == next.size()) next.emplace_back();
        marks.resize(std::max(marks.size(), count + 1));
        next_keys.resize(marks.size());
        marks[count] = mark_of(set, set.a, set.b);
        next_keys[count] = key_of(set);
        next[count++] = set;
      }
    // A sleeping body that is touched by an active one wakes; one whose way is decided takes part from now on. Their
    // pairs are tested then.
    for (std::size_t k = first; k < count; ++k) {
      if ((marks[k] & one_rests) == 0) continue;
      const ContactSet& set = next[k];
      if (active(set.a) == active(set.b)) continue;
      const std::uint32_t rests = active(set.a) ? set.b : set.a;
      const BodyRecord &sleeper = bodies[rests], &other = bodies[active(set.a) ? set.a : set.b];
      if (!sleeper.moving()) continue;
      if (decided[rests].depth > 0) {
        rejoin(rests);
        again = true;
        continue;
      }
      const double skin = skin_of(bodies[set.a], bodies[set.b]);
      const double speed = length(other.velocity) + length(other.spin) * other.form->nodes[0].arm;
      bool near = false;
      for (int i = 0; i < set.count; ++i) near = near || double(set.rows[i].gap) < skin;
      if (!near && speed < settings.sleep_speed) continue;
      wake_island(sleeper.sleep_island);
      again = true;
    }
  }
  next.resize(count);
  next_keys.resize(count);
  // The impulses of what is not kept.
  std::size_t at = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if ((marks[k] & kept) != 0) continue;
    ContactSet& set = next[k];
    const std::uint64_t key = next_keys[k];
    if (at > 0 && (at == contacts.size() || contact_keys[at] >= key)) at = 0;
    at = std::size_t(std::lower_bound(contact_keys.begin() + std::ptrdiff_t(at), contact_keys.end(), key) -
                     contact_keys.begin());
    const double near = 0.2 * std::min(bodies[set.a].form->least, bodies[set.b].form->least);
    for (std::size_t j = at; j < contacts.size() && contact_keys[j] == key; ++j) {
      if (dot(contacts[j].normal, set.normal) < 0.9) continue;
      take_impulses(set, contacts[j], near * near);
      set.substep = contacts[j].substep;
      set.roll = contacts[j].roll;
    }
  }
  if (!std::is_sorted(next_keys.begin(), next_keys.end())) {
    std::stable_sort(next.begin(), next.end(),
                     [](const ContactSet& p, const ContactSet& q) { return key_of(p) < key_of(q); });
    std::sort(next_keys.begin(), next_keys.end());
  }
  contacts.swap(next);
  contact_keys.swap(next_keys);
}

}  // namespace graze
