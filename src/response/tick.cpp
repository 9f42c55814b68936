// One tick: pairs, contacts, impulses, ways, the guard, and where everything is then.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>

#include "response/boxes.h"
#include "response/simulation_state.h"

namespace graze {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr int most_impacts = 16;  // of the scheme advance, in a tick

}  // namespace

// Holds the whole way: the ends, what the turn bends, and all rounding (way.h).
Box Simulation::State::swept(const BodyRecord& body, const BodyWay& way, double grow) const {
  const ConvexPiece& root = body.form->nodes[0];
  const Box box = merge(box_at(root, way.start), box_at(root, way.end));
  return grown_by(box, 0.125 * (1 + 0x1p-40) * way.angle_sq * root.arm + 4 * slack_of(root, way) + grow);
}

void Simulation::State::find_pairs() {
  const BroadResult found = broad.step(settings.threads);
  if (found.status != Status::ok) throw std::bad_alloc();
  pairs.clear();
  for (const IdPair& pair : found.pairs) {
    const BodyRecord &a = bodies[pair.lesser()], &b = bodies[pair.greater()];
    if (a.fixed() && b.fixed()) continue;
    if (!exempt_pairs.empty() && exempt(pair.lesser(), pair.greater())) continue;
    pairs.push_back(pair);
  }
}

// Boxes that hold what bodies will do in the tick if nothing hits them.
void Simulation::State::reserve(double seconds) {
  const double fall = length(settings.gravity) * seconds * seconds;
  bool moved = false;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    BodyRecord& body = bodies[i];
    if (!active(i)) continue;
    const ConvexPiece& root = body.form->nodes[0];
    const Vec3 by = body.velocity * seconds;
    const Box here = box_at(root, body.place());
    const double turn = std::min(length(body.spin) * seconds, 2.0) * root.arm;
    const Box need = grown_by(merge(here, Box{here.lo + by, here.hi + by}), turn + 3 * body.skin + fall);
    const Vec3 room = (body.reserved.hi - body.reserved.lo) - (need.hi - need.lo);
    const double most = std::max({room.x, room.y, room.z});
    const double spare = 0.05 * root.arm + 2 * body.skin;
    if (holds(body.reserved, need) && most < 8 * spare) continue;
    body.reserved = grown_by(need, spare);
    broad.move(i, body.reserved);
    moved = true;
  }
  if (moved) find_pairs();
}

void Simulation::State::aim_ways(double seconds) {
  const std::uint32_t count = std::uint32_t(bodies.size());
  guard.bodies.resize(count);
  guard.groups.assign(count, {});
  each_body(count, settings.threads, [&](std::uint32_t i) {
    const BodyRecord& body = bodies[i];
    GuardBody& b = guard.bodies[i];
    const bool moves = active(i);
    b.group = group[i];
    if (decided[i].depth > 0) {
      b.form = body.form.get();
      b.moves = true;
      b.way = way_ahead(i, seconds, b.end_rotation);
      return;
    }
    const bool stood = !moves && !b.moves && b.form == body.form.get() && b.way.start.at == body.body.pose.translation;
    if (stood) return;
    b.form = body.form.get();
    b.moves = moves;
    b.cap = 2 * body.skin;
    b.way.start = body.place();
    if (moves) {
      aim(b.way, body.centre, body.rotation, solver[i].moved, solver[i].rotation);
    } else {
      aim(b.way, body.centre, body.rotation, {}, body.rotation);
      b.way.sine = 0;
    }
    set_part(b.way, 1, body.form->mass.centre, b.end_rotation);
    if (!moves) b.way.end = b.way.start;
  });
  // A group weighs what its bodies weigh; one with a body that is driven is not pushed.
  std::vector<double> mass(count);
  std::vector<char> driven(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (weighs(i))
      mass[group[i]] += bodies[i].mass;
    else
      driven[group[i]] = 1;
  }
  for (const JointRecord& joint : joints) {
    if (joint.broken) continue;
    for (const std::uint32_t end : {joint.a, joint.b})
      if (bodies[end].fixed()) driven[group[joint.a]] = driven[group[joint.b]] = 1;
  }
  for (std::uint32_t i = 0; i < count; ++i)
    guard.groups[i].inverse_mass = driven[i] || !(mass[i] > 0) ? 0 : 1 / mass[i];
}

void Simulation::State::guard_ways() {
  // Boxes must hold the ways, pushes included; where one does not, the pairs are found again.
  bool moved = false;
  std::vector<Box> ways(bodies.size());
  each_body(bodies.size(), settings.threads, [&](std::uint32_t i) {
    const GuardBody& b = guard.bodies[i];
    const bool decided_way = decided[i].depth > 0;
    ways[i] = swept(bodies[i], b.way, b.moves && !decided_way ? b.cap : 0);
    if (decided_way) ways[i] = {max(ways[i].lo, decided[i].box.lo), min(ways[i].hi, decided[i].box.hi)};
  });
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    BodyRecord& body = bodies[i];
    if (holds(body.reserved, ways[i])) continue;
    body.reserved = ways[i];
    broad.move(i, body.reserved);
    moved = true;
  }
  if (moved) find_pairs();
  guard.pairs.clear();
  std::vector<GuardPair> others;  // of pairs without an active body
  const auto leave = [&](GuardPair& pair) {
    if (!active(pair.a) && !active(pair.b)) others.push_back(std::move(pair));
  };
  std::size_t at = 0;
  bool bare = false;  // a pair has nothing to begin with
  for (const IdPair& pair : pairs) {
    const std::uint32_t a = pair.lesser(), b = pair.greater();
    if (!active(a) && !active(b)) continue;
    if (!overlap(ways[a], ways[b])) continue;
    while (at < proofs.size() && pair_key(proofs[at].a, proofs[at].b) < pair_key(a, b)) leave(proofs[at++]);
    GuardPair& next = guard.pairs.emplace_back();
    if (at < proofs.size() && proofs[at].a == a && proofs[at].b == b) next = std::move(proofs[at++]);
    next.a = a;
    next.b = b;
    next.floor = 0.1 * skin_of(bodies[a], bodies[b]);
    bare = bare || next.entries.empty();
  }
  while (at < proofs.size()) leave(proofs[at++]);
  proofs.swap(others);
  // Without anything to begin with, the normal of a contact is a good direction.
  std::size_t set = 0;
  for (GuardPair& pair : guard.pairs) {
    if (!bare) break;
    while (set < contacts.size() && contact_keys[set] < pair_key(pair.a, pair.b)) ++set;
    if (!pair.entries.empty() || set == contacts.size() || contact_keys[set] != pair_key(pair.a, pair.b)) continue;
    if (!bodies[pair.a].form->convex() || !bodies[pair.b].form->convex()) continue;
    pair.entries.resize(1);
    pair.entries[0].direction = contacts[set].normal;
  }
  report.pairs += guard.pairs.size();
  GuardCounts counts;
  guard.undo = scheme == Scheme::revert;
  bool proven = guard.run(settings.threads, counts);
  const double checked = seconds_now();
  // What is proven is so: this is for the eye of who does not believe it.
  each_body(bodies.size(), settings.threads, [&](std::uint32_t i) { ends[i].pose = pose_of(guard.bodies[i].way.end); });
  std::vector<char> meets(guard.pairs.size());
  std::atomic<bool> meet = false;
  parallel_for(guard.pairs.size(), 64, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (proven && !collide(ends[guard.pairs[i].a], ends[guard.pairs[i].b]).no()) meets[i] = 1, meet = true;
  });
  for (std::uint32_t i = 0; meet && i < meets.size(); ++i)
    if (meets[i]) guard.freeze(i);
  report.check_seconds += seconds_now() - checked;
  report.proofs += counts.proofs;
  report.retried += counts.retried;
  report.pushed += counts.pushed;
}

void Simulation::State::keep_proofs() {
  if (proofs.empty()) return proofs.swap(guard.pairs);
  std::vector<GuardPair> all;
  all.reserve(proofs.size() + guard.pairs.size());
  const auto before = [](const GuardPair& p, const GuardPair& q) { return pair_key(p.a, p.b) < pair_key(q.a, q.b); };
  std::merge(std::make_move_iterator(proofs.begin()), std::make_move_iterator(proofs.end()),
             std::make_move_iterator(guard.pairs.begin()), std::make_move_iterator(guard.pairs.end()),
             std::back_inserter(all), before);
  proofs.swap(all);
  guard.pairs.clear();
}

// Of all that moves, whose ways are decided, too.
void Simulation::State::certify() {
  if (!settings.proofs) return;
  TickCertificate& certificate = certificates.emplace_back();
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const GuardBody& b = guard.bodies[i];
    if (!b.moves) continue;
    certificate.ways.push_back({bodies[i].settings.key, pose_of(b.way.start), pose_of(b.way.end), b.way.centre,
                                b.way.by, b.way.turn, b.way.part});
  }
  for (const GuardPair& pair : proofs) {
    if (!guard.bodies[pair.a].moves && !guard.bodies[pair.b].moves) continue;
    for (const ProofEntry& entry : pair.entries)
      certificate.proofs.push_back(
          {bodies[pair.a].settings.key, bodies[pair.b].settings.key, entry.node_a, entry.node_b, entry.direction});
  }
}

// Those `who` go to the ends of their ways.
void Simulation::State::commit(double seconds, const std::vector<char>& who) {
  if (guard.shortened())
    for (std::uint32_t i = 0; i < bodies.size(); ++i)
      if (who[i] && guard.bodies[i].way.part < 1) report.shortened.push_back(bodies[i].settings.key);
  each_body(bodies.size(), settings.threads, [&](std::uint32_t i) {
    if (!who[i]) return;
    BodyRecord& body = bodies[i];
    const GuardBody& b = guard.bodies[i];
    body.centre = b.way.centre + b.way.by;
    body.rotation = b.end_rotation;
    body.body.pose = pose_of(b.way.end);
    if (!body.moving()) return;
    // What goes a part of its way has had a part of the time.
    const double lost = (1 - b.way.part) * seconds;
    body.velocity = solver[i].velocity - (settings.gravity + body.force / body.mass) * lost;
    body.spin = solver[i].spin;
    if (b.way.part < 0.05 && scheme == Scheme::planes) {  // as good as stopped: what holds it takes its speed
      body.velocity = body.velocity * 0.5;
      body.spin = body.spin * 0.5;
    }
    energies[i] = energy_of(body);
  });
  settle_energy(who);
  fall_asleep(seconds, who);
}

// What was undone hands over its impulse: along the direction that parts the two, where they are nearest.
void Simulation::State::hand_over() {
  for (const GuardPair& pair : proofs) {
    if (std::none_of(pair.entries.begin(), pair.entries.end(), [](const ProofEntry& e) { return e.divided; })) continue;
    BodyRecord &a = bodies[pair.a], &b = bodies[pair.b];
    if (!active(pair.a) && !active(pair.b)) continue;
    const DistanceResult near = find_distance(a.body, b.body);
    if (!(near.distance > 0) || !is_finite(near.normal)) continue;
    ++report.reverted;
    const Vec3 n = near.normal, arm_a = near.point_a - a.centre, arm_b = near.point_b - b.centre;
    const Vec3 x = cross(arm_a, n), y = cross(arm_b, n);
    const Mat3 inverse_a = a.awake() ? world_inertia(a.inverse, a.body.pose.linear) : Mat3{{}, {}, {}};
    const Mat3 inverse_b = b.awake() ? world_inertia(b.inverse, b.body.pose.linear) : Mat3{{}, {}, {}};
    const double mass_a = a.awake() ? 1 / a.mass : 0, mass_b = b.awake() ? 1 / b.mass : 0;
    const double k = mass_a + mass_b + dot(x, inverse_a * x) + dot(y, inverse_b * y);
    const double speed = dot(n, (b.velocity + cross(b.spin, arm_b)) - (a.velocity + cross(a.spin, arm_a)));
    if (!(k > 0) || speed >= 0) continue;
    const double impulse = -(1 + std::max(a.settings.restitution, b.settings.restitution)) * speed / k;
    a.velocity -= n * (impulse * mass_a);
    a.spin -= inverse_a * (x * impulse);
    b.velocity += n * (impulse * mass_b);
    b.spin += inverse_b * (y * impulse);
  }
}

// False: more bodies take part than it seemed. Nothing has moved then.
bool Simulation::State::try_tick(double seconds) {
  const double t0 = seconds_now();
  reserve(seconds);
  find_contacts(seconds);
  find_islands();
  const double t1 = seconds_now();
  solve(seconds);
  const double t2 = seconds_now();
  aim_ways(seconds);
  guard_ways();
  const double t3 = seconds_now();
  report.contact_seconds += t1 - t0;
  report.solve_seconds += t2 - t1;
  report.guard_seconds += t3 - t2;
  bool held = false;
  for (std::uint32_t i = 0; i < bodies.size() && guard.shortened(); ++i) {
    if (decided[i].depth == 0 || guard.bodies[i].way.part == 1) continue;
    rejoin(i);
    held = true;
  }
  keep_proofs();
  return !held;
}

// An attempt that is rejected leaves nothing to the next: what it was warm started by, and the proofs that it began
// with, are of bodies, too, that have nothing to do with those that take part now.
void Simulation::State::try_until_all_take_part(double seconds) {
  if (std::none_of(decided.begin(), decided.end(), [](const DecidedWay& own) { return own.depth > 0; })) {
    try_tick(seconds);
    return;
  }
  const auto contacts_then = contacts, resting_then = resting;
  const auto contact_keys_then = contact_keys, resting_keys_then = resting_keys;
  const auto joints_then = joints;
  const auto proofs_then = proofs;
  const auto broken_then = report.broken;
  const bool rejoined_then = rejoined;
  while (!try_tick(seconds)) {
    contacts = contacts_then;
    resting = resting_then;
    contact_keys = contact_keys_then;
    resting_keys = resting_keys_then;
    joints = joints_then;
    proofs = proofs_then;
    report.broken = broken_then;
    rejoined = rejoined_then;
  }
}

void Simulation::State::tick(double seconds, int depth) {
  if (edited) begin();
  if (rejoined) regroup();
  const auto goes = [&](std::uint32_t i) { return decided[i].depth > 0 || bodies[i].travels(); };
  bool any = false;
  for (std::uint32_t i = 0; i < bodies.size() && !any; ++i) any = goes(i);
  if (!any) {
    if (settings.proofs) certificates.emplace_back();
    return;
  }
  try_until_all_take_part(seconds);
  if (scheme == Scheme::planes && guard.shortened()) {
    const std::vector<char> parts = blocked(depth);
    if (!parts.empty()) return divide(seconds, depth, parts);
  }
  if (scheme == Scheme::advance && depth <= most_impacts) {
    double least = 1;
    for (const GuardBody& body : guard.bodies)
      if (body.moves) least = std::min(least, body.way.part);
    if (least > 1e-3 && least < 1 && depth < most_impacts) {  // all go as far as the first may, and on from there
      ++report.impacts;
      tick(seconds * least * 0.999, most_impacts + 1);
      tick(seconds * (1 - least * 0.999), depth + 1);
      return;
    }
    if (least < 1) {  // so many touch at once that impacts one by one do not get through the tick
      ++report.unfinished;
      scheme = Scheme::planes;
      tick(seconds, 0);
      scheme = Scheme::advance;
      return;
    }
  }
  const double before = seconds_now();
  std::vector<char> who(bodies.size());
  for (std::uint32_t i = 0; i < bodies.size(); ++i) who[i] = active(i);
  certify();
  commit(seconds, who);
  pass(seconds);
  if (scheme == Scheme::revert) hand_over();
  report.commit_seconds += seconds_now() - before;
}

}  // namespace graze
