#include "response/guard.h"

#include <atomic>
#include <numeric>

#include "base/executor.h"
#include "narrow/body/borrowed.h"

namespace graze {
namespace {

constexpr std::uint32_t longest_age = 16;  // ticks after which a cut begins at the roots again

Vec3 unit_or_zero(Vec3 v) {
  const double l = length(v);
  return l > 0 ? v / l : Vec3{};
}

}  // namespace

void Guard::place(std::uint32_t body) {
  GuardBody& b = bodies[body];
  b.way.push = b.moves ? groups[b.group].push : Vec3{};
  set_part(b.way, groups[b.group].part, b.form->mass.centre, b.end_rotation);
}

bool Guard::accept(const GuardPair& pair, const ProofEntry& entry, Vec3 n, bool pushing, Gaps& result) const {
  const GuardBody &a = bodies[pair.a], &b = bodies[pair.b];
  const ConvexPiece &p = a.form->nodes[entry.node_a], &q = b.form->nodes[entry.node_b];
  const double l = length(n);
  result = gaps(p, a.way, q, b.way, n, l);
  if (!result.clear()) return false;
  // So that the next tick finds its start clear, whatever its own slack.
  if (result.last < 8 * (slack_of(p, a.way) + slack_of(q, b.way)) * l && result.last < result.first) return false;
  return !pushing || result.last >= std::min(pair.floor * l, 0.5 * result.first);
}

Vec3 Guard::direction_at(const GuardPair& pair, const ProofEntry& entry, bool end) const {
  const GuardBody &a = bodies[pair.a], &b = bodies[pair.b];
  const Body body_a{borrowed(a.form->nodes[entry.node_a].shape), pose_of(end ? a.way.end : a.way.start)};
  const Body body_b{borrowed(b.form->nodes[entry.node_b].shape), pose_of(end ? b.way.end : b.way.start)};
  const DistanceResult found = find_distance(body_a, body_b);
  if (!(found.distance > 0) || !is_finite(found.normal)) return {};
  return found.normal;
}

bool Guard::prove(const GuardPair& pair, ProofEntry& entry, bool pushing, GuardCounts& counts) const {
  Gaps found;
  ++counts.proofs;
  if (entry.direction != Vec3{} && accept(pair, entry, entry.direction, pushing, found)) return true;
  if (entry.divided) return false;
  ++counts.retried;
  const Vec3 at_start = direction_at(pair, entry, false);
  if (at_start != Vec3{} && accept(pair, entry, at_start, pushing, found)) {
    entry.direction = at_start;
    return true;
  }
  const Vec3 at_end = direction_at(pair, entry, true);
  const Vec3 between = unit_or_zero(at_start + at_end);
  for (const Vec3 n : {at_end, between}) {
    if (n == Vec3{} || !accept(pair, entry, n, pushing, found)) continue;
    entry.direction = n;
    return true;
  }
  // The direction at the start parts the pieces best where they are divided; where the bodies are too near to each
  // other for it, the one that proved the last tick does.
  if (at_start == Vec3{}) return false;
  if (entry.direction != Vec3{}) {
    Gaps old;
    accept(pair, entry, entry.direction, false, old);
    accept(pair, entry, at_start, false, found);
    if (old.first > found.first * length(entry.direction)) return false;
  }
  entry.direction = at_start;
  return false;
}

// True: proven. Else `pair.entries` are what is proven and what is not, which `open` has too.
bool Guard::examine(GuardPair& pair, bool pushing, std::vector<ProofEntry>& open, GuardCounts& counts) const {
  open.clear();
  const Form &a = *bodies[pair.a].form, &b = *bodies[pair.b].form;
  if (a.convex() && b.convex()) {
    if (prove(pair, pair.entries[0], pushing, counts)) return true;
    open.push_back(pair.entries[0]);
    return false;
  }
  std::vector<ProofEntry> todo(pair.entries.rbegin(), pair.entries.rend()), done;
  while (!todo.empty()) {
    ProofEntry entry = todo.back();
    todo.pop_back();
    const ConvexPiece &p = a.nodes[entry.node_a], &q = b.nodes[entry.node_b];
    const bool leaves = p.leaf() && q.leaf();
    // Of boxes within the trees the last direction, or the one at the start, must do: they have parts to try.
    if (leaves ? prove(pair, entry, pushing, counts) : [&] {
          Gaps found;
          ++counts.proofs;
          if (entry.direction != Vec3{} && accept(pair, entry, entry.direction, pushing, found)) return true;
          entry.direction = direction_at(pair, entry, false);
          return entry.direction != Vec3{} && accept(pair, entry, entry.direction, pushing, found);
        }()) {
      done.push_back(entry);
      continue;
    }
    if (leaves) {
      open.push_back(entry);
      done.push_back(entry);
      continue;
    }
    const bool first = q.leaf() || (!p.leaf() && p.arm >= q.arm);
    ProofEntry left = entry, right = entry;
    left.direction = right.direction = {};
    (first ? left.node_a : left.node_b) = first ? p.left : q.left;
    (first ? right.node_a : right.node_b) = first ? p.right : q.right;
    todo.push_back(right);
    todo.push_back(left);
  }
  pair.entries = std::move(done);
  return open.empty();
}

// How far the piece gets along n beyond where it is at the start, at the end of a part; `most`: at any time of it.
double Guard::climb(std::uint32_t body, const ConvexPiece& piece, Vec3 n, double part, double& most) const {
  BodyWay way = bodies[body].way;
  Quat rotation;
  set_part(way, part, bodies[body].form->mass.centre, rotation);
  const double end = highest(piece, way.end, n, 1) - highest(piece, way.start, n, 1),
               k = bend(piece, way, n, length(n), false);
  most = std::max(end, 0.0);
  if (k > 0) {
    const double t = std::clamp((k + end) / (2 * k), 0.0, 1.0);
    most = std::max(t * end + k * t * (1 - t), most);
  }
  return end;
}

double Guard::stop_part(std::uint32_t body, const ConvexPiece& piece, Vec3 n, double room) const {
  double part = bodies[body].way.part;
  for (int i = 0; i < 80 && part > 1e-9; ++i) {
    double most;
    climb(body, piece, n, part, most);
    if (most <= room) return part;
    part *= std::clamp(0.95 * room / most, 0.2, 0.97);
  }
  return 0;
}

// For a tick: the cut of the last one, or the roots.
void Guard::renew(GuardPair& pair) const {
  const bool convex = bodies[pair.a].form->convex() && bodies[pair.b].form->convex();
  if (pair.entries.empty() || (!convex && ++pair.age >= longest_age)) {
    pair.entries.assign(1, {});
    pair.age = 0;
  }
  for (ProofEntry& entry : pair.entries) entry.divided = false;
  pair.failed = false;
}

// A pair is pushed apart as long as one of its groups can be pushed, and none of those has gone on to be shortened.
bool Guard::pushing(const GuardPair& pair) const noexcept {
  const GuardGroup &a = groups[bodies[pair.a].group], &b = groups[bodies[pair.b].group];
  if (undo || &a == &b || !(a.inverse_mass + b.inverse_mass > 0)) return false;
  return (a.inverse_mass == 0 || a.pushing) && (b.inverse_mass == 0 || b.pushing);
}

void Guard::freeze(std::uint32_t pair) {
  const auto moves = [&](std::uint32_t body) { return bodies[body].moves; };
  frozen_.resize(groups.size());
  for (const std::uint32_t body : {pairs[pair].a, pairs[pair].b})
    if (moves(body)) frozen_[bodies[body].group] = 1;
  for (bool more = true; more;) {
    more = false;
    for (const GuardPair& other : pairs) {
      if (!moves(other.a) || !moves(other.b)) continue;
      char &a = frozen_[bodies[other.a].group], &b = frozen_[bodies[other.b].group];
      more = more || a != b;
      a = b = char(a | b);
    }
  }
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const std::uint32_t group = bodies[i].group;
    if (!frozen_[group]) continue;
    groups[group].part = 0;
    groups[group].push = {};
    if (moves(i)) place(i);
  }
}

bool Guard::run(int threads, GuardCounts& counts) {
  if (open_.size() < pairs.size()) open_.resize(pairs.size());
  std::vector<std::vector<ProofEntry>>& open = open_;
  std::atomic<std::uint64_t> proofs = 0, retried = 0;
  std::vector<std::uint32_t> asked(pairs.size());
  std::iota(asked.begin(), asked.end(), 0u);
  std::vector<char> pushed(pairs.size());  // in this round, with the floors
  std::vector<char> dirty;
  frozen_.assign(groups.size(), 0);
  // Of groups that failing pairs connect, the least. What cannot be pushed connects nothing.
  std::vector<std::uint32_t> connected;
  const auto root = [&](std::uint32_t g) {
    while (connected[g] != g) g = connected[g] = connected[connected[g]];
    return g;
  };
  std::vector<std::uint32_t> unproven;  // not even clear at the start
  for (int round = 0;; ++round) {
    std::atomic<bool> any = false;
    parallel_for(asked.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
      GuardCounts own;
      for (std::size_t i = begin; i < end; ++i) {
        GuardPair& pair = pairs[asked[i]];
        if (round == 0) renew(pair);
        pushed[asked[i]] = pushing(pair);
        if (!examine(pair, pushed[asked[i]] != 0, open[asked[i]], own)) any = true;
      }
      proofs += own.proofs;
      retried += own.retried;
    });
    ++counts.rounds;
    if (!any) break;
    if (connected.empty()) {
      connected.resize(groups.size());
      std::iota(connected.begin(), connected.end(), 0u);
      dirty.resize(bodies.size());
    }
    std::vector<double> part(groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g) part[g] = groups[g].part;
    std::vector<Vec3> push(groups.size());
    std::vector<char> changed(groups.size()), still(groups.size());
    for (const std::uint32_t i : asked) {
      GuardPair& pair = pairs[i];
      if (open[i].empty()) continue;
      pair.failed = true;
      const GuardBody &a = bodies[pair.a], &b = bodies[pair.b];
      if (groups[a.group].inverse_mass > 0 && groups[b.group].inverse_mass > 0) {
        const std::uint32_t p = root(a.group), q = root(b.group);
        connected[std::max(p, q)] = std::min(p, q);
      }
      if (pushed[i] && round >= push_rounds) continue;  // what fails is tested again, without the floors
      for (const ProofEntry& entry : open[i]) {
        const ConvexPiece &p = a.form->nodes[entry.node_a], &q = b.form->nodes[entry.node_b];
        const Vec3 n = unit_or_zero(entry.direction);
        const Gaps now = gaps(p, a.way, q, b.way, n, length(n));
        if (pushed[i]) {
          const double wa = groups[a.group].inverse_mass, wb = groups[b.group].inverse_mass;
          if (!(now.first > 0)) continue;
          const double bent = std::max(std::sqrt(now.bend) - std::sqrt(now.first), 0.0);
          const double goal = std::max(std::min(pair.floor, now.first), 1.1 * bent * bent);
          const double over = (goal - now.last) * 1.001;
          if (!(over > 0)) continue;
          ++counts.pushed;
          push[a.group] += n * (-over * (wa / (wa + wb)));
          push[b.group] += n * (over * (wb / (wa + wb)));
          changed[a.group] = changed[b.group] = 1;
          continue;
        }
        const bool again = entry.divided;
        double most_a = 0, most_b = 0;
        if (a.moves) climb(pair.a, p, n, a.way.part, most_a);
        if (b.moves) climb(pair.b, q, -n, b.way.part, most_b);
        const double sum = most_a + most_b;
        const double room = again ? 0 : std::max(now.first - pair.floor, 0.02 * now.first);
        const auto stop = [&](const GuardBody& body, std::uint32_t index, const ConvexPiece& piece, Vec3 along,
                              double most) {
          if (!body.moves) return;
          groups[body.group].pushing = false;
          double next = again || undo ? 0 : stop_part(index, piece, along, room * (sum > 0 ? most / sum : 0.5));
          // What comes no nearer but for rounding goes on: a platform that slides along below a body.
          if (!(most > 1e-9 * sum) && !again && !undo) next = body.way.part;
          if (next < part[body.group] || again) {
            part[body.group] = std::min(next, part[body.group]);
            changed[body.group] = 1;
            if (again) still[body.group] = 1;
          }
        };
        stop(a, pair.a, p, n, most_a);
        stop(b, pair.b, q, -n, most_b);
        for (ProofEntry& kept : pair.entries)
          if (kept.node_a == entry.node_a && kept.node_b == entry.node_b) {
            kept.direction = n;
            // Standing still on both sides and not proven: only at a start that is not clear.
            const auto stands = [](const GuardBody& body) {
              return !body.moves || (body.way.part == 0 && body.way.push == Vec3{});
            };
            if (kept.divided && stands(a) && stands(b)) unproven.push_back(i);
            kept.divided = true;
          }
      }
    }
    std::fill(dirty.begin(), dirty.end(), 0);
    std::vector<char> moved(groups.size());  // by the least of what is connected
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      GuardBody& body = bodies[i];
      if (!body.moves || !changed[body.group]) continue;
      moved[root(body.group)] = 1;
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (!changed[g]) continue;
      groups[g].part = part[g];
      groups[g].push = still[g] ? Vec3{} : groups[g].pushing ? groups[g].push + push[g] : groups[g].push;
    }
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      GuardBody& body = bodies[i];
      if (!body.moves || !changed[body.group] || !groups[body.group].pushing) continue;
      Vec3& total = groups[body.group].push;
      const double size = length(total);
      if (size > body.cap) total = total * (body.cap / size);
    }
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      GuardBody& body = bodies[i];
      if (!body.moves || !changed[body.group]) continue;
      place(i);
      dirty[i] = 1;
    }
    // Where nothing could be pushed any more, or not in so many rounds, ways are shortened from now on.
    std::vector<char> over(groups.size());
    for (const std::uint32_t i : asked) {
      if (open[i].empty() || !pushed[i]) continue;
      for (const std::uint32_t g : {bodies[pairs[i].a].group, bodies[pairs[i].b].group})
        if (groups[g].inverse_mass > 0 && (round >= push_rounds || !moved[root(g)])) over[root(g)] = 1;
    }
    for (std::uint32_t g = 0; g < groups.size(); ++g)
      if (over[root(g)]) groups[g].pushing = false;
    for (const std::uint32_t i : unproven) freeze(i);
    const auto settled = [&](std::uint32_t i) {
      const std::uint32_t a = pairs[i].a, b = pairs[i].b;
      const bool frozen_a = frozen_[bodies[a].group] != 0, frozen_b = frozen_[bodies[b].group] != 0;
      if (bodies[a].moves) return frozen_a && (frozen_b || !bodies[b].moves);
      return bodies[b].moves ? frozen_b : std::find(unproven.begin(), unproven.end(), i) != unproven.end();
    };
    std::vector<std::uint32_t> next;
    for (std::uint32_t i = 0; i < pairs.size(); ++i)
      if ((!open[i].empty() || dirty[pairs[i].a] || dirty[pairs[i].b]) && (unproven.empty() || !settled(i)))
        next.push_back(i);
    asked = std::move(next);
  }
  counts.proofs += proofs;
  counts.retried += retried;
  if (!unproven.empty()) failed = unproven[0];
  return unproven.empty();
}

}  // namespace graze
