// One tick: pairs, contacts, impulses, ways, the guard, and where everything is then.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>

#include "response/simulation_state.h"

namespace graze {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr int most_impacts = 16;  // of the scheme advance, in a tick
// Marks of bodies for settle_energy(): something else than impulses gives it energy; its energy may come of nothing.
constexpr char gives_energy = 1, suspect = 2;

Box box_at(const ConvexPiece& piece, const BodyPlace& place) {
  Box box;
  if (piece.box) {
    const Mat3& t = place.turn;
    const Vec3 extent = (abs(t.c0) * piece.half.x + abs(t.c1) * piece.half.y) + abs(t.c2) * piece.half.z;
    const Vec3 r{piece.radius, piece.radius, piece.radius};
    return {place.at - extent - r, place.at + extent + r};
  }
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 n;
    n[axis] = 1;
    box.hi[axis] = highest(piece, place, n, 1);
    box.lo[axis] = -highest(piece, place, -n, 1);
  }
  return box;
}

Box grown_by(const Box& box, double by) {
  const Vec3 d{by, by, by};
  return {box.lo - d, box.hi + d};
}
bool holds(const Box& outer, const Box& inner) {
  return outer.lo.x <= inner.lo.x && outer.lo.y <= inner.lo.y && outer.lo.z <= inner.lo.z && outer.hi.x >= inner.hi.x &&
         outer.hi.y >= inner.hi.y && outer.hi.z >= inner.hi.z;
}

}  // namespace

// Holds the whole way: the ends, what the turn bends, and all rounding (way.h).
Box Simulation::State::swept(const BodyRecord& body, const BodyWay& way, double grow) const {
  const ConvexPiece& root = body.form->nodes[0];
  const Box box = merge(box_at(root, way.start), box_at(root, way.end));
  return grown_by(box, 0.125 * (1 + 0x1p-40) * way.angle_sq * root.arm + 4 * slack_of(root, way) + grow);
}

bool Simulation::State::exempt(std::uint32_t a, std::uint32_t b) const {
  return std::binary_search(exempt_pairs.begin(), exempt_pairs.end(), pair_key(a, b));
}

void Simulation::State::begin() {
  const std::uint32_t count = std::uint32_t(bodies.size());
  group.resize(count);
  std::iota(group.begin(), group.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (group[i] != i) i = group[i];
    return i;
  };
  exempt_pairs.clear();
  tied.assign(count, 0);
  for (JointRecord& joint : joints) {
    joint.a = std::uint32_t(find(joint.joint.a));
    joint.b = std::uint32_t(find(joint.joint.b));
    if (joint.joint.may_overlap)
      exempt_pairs.push_back(pair_key(std::min(joint.a, joint.b), std::max(joint.a, joint.b)));
    if (joint.broken) continue;
    tied[joint.a] = tied[joint.b] = 1;
    if (bodies[joint.a].fixed() || bodies[joint.b].fixed()) continue;
    const std::uint32_t p = root(joint.a), q = root(joint.b);
    group[std::max(p, q)] = std::min(p, q);
  }
  for (std::uint32_t i = 0; i < count; ++i) group[i] = root(i);
  std::sort(exempt_pairs.begin(), exempt_pairs.end());
  rejoined = true;
  contacts.clear();
  contact_keys.clear();
  wide.forget();
  proofs.clear();
  broad = BroadPhase();
  for (std::uint32_t i = 0; i < count; ++i) {
    const ConvexPiece& whole = bodies[i].form->nodes[0];
    const BodyPlace place = bodies[i].place();
    const Vec3 size = max(abs(place.at), Vec3{});
    bodies[i].reserved =
        grown_by(box_at(whole, place), 0x1p-40 * (whole.farthest + size.x + size.y + size.z) + 2 * bodies[i].skin);
    if (broad.add(i, bodies[i].reserved) != Status::ok)
      throw Error("the body with the key " + std::to_string(bodies[i].settings.key) + " is beyond the doubles");
  }
  find_pairs();
  ends.clear();
  for (const BodyRecord& body : bodies) ends.push_back(body.body);
  // Standing still must be proven, or nothing that follows can be.
  guard.bodies.resize(count);
  guard.groups.assign(count, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    GuardBody& b = guard.bodies[i];
    b = {};
    b.form = bodies[i].form.get();
    b.way.start = bodies[i].place();
    b.group = i;
    aim(b.way, bodies[i].centre, bodies[i].rotation, {}, bodies[i].rotation);
    b.way.sine = 0;
    set_part(b.way, 1, b.form->mass.centre, b.end_rotation);
    b.way.end = b.way.start;
  }
  const auto refuse = [&](const IdPair& pair, const char* why) {
    const std::uint64_t a = bodies[pair.lesser()].settings.key, b = bodies[pair.greater()].settings.key;
    OverlapError error("the bodies with the keys " + std::to_string(a) + " and " + std::to_string(b) + why);
    error.key_a = a;
    error.key_b = b;
    throw error;
  };
  guard.pairs.clear();
  for (const IdPair& pair : pairs) {
    const BodyRecord &a = bodies[pair.lesser()], &b = bodies[pair.greater()];
    const CollideResult meet = collide(a.body, b.body);
    if (meet.yes()) refuse(pair, " have a common point");
    if (!meet.no()) refuse(pair, " may have a common point: the query could not tell");
    guard.pairs.push_back({pair.lesser(), pair.greater(), 0.1 * skin_of(a, b), {}, 0});
  }
  GuardCounts counts;
  if (!guard.run(settings.threads, counts)) {
    const GuardPair& pair = guard.pairs[guard.failed];
    refuse(id_pair(pair.a, pair.b), " are too near to each other for a proof that they are apart");
  }
  edited = false;
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
    if (!body.travels()) continue;
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

void Simulation::State::aim_ways() {
  const std::uint32_t count = std::uint32_t(bodies.size());
  guard.bodies.resize(count);
  guard.groups.assign(count, {});
  each_body(count, settings.threads, [&](std::uint32_t i) {
    const BodyRecord& body = bodies[i];
    GuardBody& b = guard.bodies[i];
    const bool moves = body.travels();
    const bool stood = !moves && !b.moves && b.form == body.form.get() && b.way.start.at == body.body.pose.translation;
    b.group = group[i];
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
    if (bodies[i].awake())
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
    ways[i] = swept(bodies[i], b.way, b.moves ? b.cap : 0);
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
  std::size_t at = 0;
  bool bare = false;  // a pair has nothing to begin with
  for (const IdPair& pair : pairs) {
    const std::uint32_t a = pair.lesser(), b = pair.greater();
    if (!guard.bodies[a].moves && !guard.bodies[b].moves) continue;
    if (!overlap(ways[a], ways[b])) continue;
    while (at < proofs.size() && pair_key(proofs[at].a, proofs[at].b) < pair_key(a, b)) ++at;
    GuardPair& next = guard.pairs.emplace_back();
    if (at < proofs.size() && proofs[at].a == a && proofs[at].b == b) next = std::move(proofs[at]);
    next.a = a;
    next.b = b;
    next.floor = 0.1 * skin_of(bodies[a], bodies[b]);
    bare = bare || next.entries.empty();
  }
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
  if (proven) {
    each_body(bodies.size(), settings.threads,
              [&](std::uint32_t i) { ends[i].pose = pose_of(guard.bodies[i].way.end); });
    std::atomic<bool> meet = false;
    parallel_for(guard.pairs.size(), 64, settings.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        if (!collide(ends[guard.pairs[i].a], ends[guard.pairs[i].b]).no()) meet = true;
    });
    proven = !meet;
  }
  report.check_seconds += seconds_now() - checked;
  if (!proven) {  // nothing moves: where everything was, it was proven to be apart
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      guard.groups[i].part = 0;
      if (guard.bodies[i].moves)
        set_part(guard.bodies[i].way, 0, bodies[i].form->mass.centre, guard.bodies[i].end_rotation);
    }
  }
  report.proofs += counts.proofs;
  report.retried += counts.retried;
  report.pushed += counts.pushed;
}

void Simulation::State::commit(double seconds) {
  if (settings.proofs) {
    TickCertificate& certificate = certificates.emplace_back();
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      const GuardBody& b = guard.bodies[i];
      if (!b.moves) continue;
      certificate.ways.push_back({bodies[i].settings.key, pose_of(b.way.start), pose_of(b.way.end), b.way.centre,
                                  b.way.by, b.way.turn, b.way.part});
    }
    for (const GuardPair& pair : guard.pairs)
      for (const ProofEntry& entry : pair.entries)
        certificate.proofs.push_back(
            {bodies[pair.a].settings.key, bodies[pair.b].settings.key, entry.node_a, entry.node_b, entry.direction});
  }
  proofs.swap(guard.pairs);
  if (guard.shortened())
    for (std::uint32_t i = 0; i < bodies.size(); ++i)
      if (guard.bodies[i].moves && guard.bodies[i].way.part < 1) report.shortened.push_back(bodies[i].settings.key);
  each_body(bodies.size(), settings.threads, [&](std::uint32_t i) {
    BodyRecord& body = bodies[i];
    const GuardBody& b = guard.bodies[i];
    energies[i] = 0;
    body_marks[i] = 0;
    if (!b.moves) return;
    body.centre = b.way.centre + b.way.by;
    body.rotation = b.end_rotation;
    body.body.pose = pose_of(b.way.end);
    body_marks[i] = gives_energy;
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
    body_marks[i] = body.force != Vec3{} || body.torque != Vec3{} ? gives_energy
                    : b.way.part == 1 && b.way.sine < 0.05        ? 0
                                                                  : suspect;
  });
  settle_energy();
  fall_asleep(seconds);
}

double Simulation::State::energy_of(const BodyRecord& body) const {
  const Vec3 spin = row_product(body.body.pose.linear, body.spin);
  return 0.5 * (body.mass * dot(body.velocity, body.velocity) + dot(spin, body.inertia * spin)) -
         body.mass * dot(settings.gravity, body.centre);
}

// Impulses are found for the arms and inertias of one moment. Of bodies that turn far in a tick, or go a part of their
// way, that may make energy of nothing, and so may the push that brings bodies within their skins apart: it is taken
// out of their velocities. Where something else gives energy nothing is known, and nothing done.
void Simulation::State::settle_energy() {
  if (std::find(body_marks.begin(), body_marks.end(), gives_energy) != body_marks.end()) return;
  const double now = std::accumulate(energies.begin(), energies.end(), 0.0);
  const double over = now - energy_before;
  if (!(over > 0)) return;
  for (const JointRecord& joint : joints) {
    if (joint.broken) continue;
    for (const JointAxis& axis : joint.joint.axis)
      if (axis.motor || axis.stiffness > 0) return;
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if ((contact_marks[k] & pressed_deep) == 0) continue;
    body_marks[contact_keys[k] >> 32] = body_marks[contact_keys[k] & 0xffffffff] = suspect;
  }
  std::vector<std::uint32_t> suspects;
  double odd = 0;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (body_marks[i] != suspect || !bodies[i].awake()) continue;
    suspects.push_back(i);
    odd += energies[i] + bodies[i].mass * dot(settings.gravity, bodies[i].centre);
  }
  if (!(odd > 0)) return;
  const double keep = over < odd ? std::sqrt(1 - over / odd) : 0;
  for (const std::uint32_t i : suspects) {
    bodies[i].velocity = bodies[i].velocity * keep;
    bodies[i].spin = bodies[i].spin * keep;
  }
}

// Islands are bodies that contacts and joints tie together; an island sleeps when all of it has been slow for long.
void Simulation::State::fall_asleep(double seconds) {
  if (!settings.sleeping) return;
  const std::uint32_t count = std::uint32_t(bodies.size());
  std::vector<std::uint32_t> island(count);
  std::iota(island.begin(), island.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (island[i] != i) i = island[i] = island[island[i]];
    return i;
  };
  const auto tie = [&](std::uint32_t a, std::uint32_t b) {
    if (!bodies[a].moving() || !bodies[b].moving()) return;
    const std::uint32_t p = root(a), q = root(b);
    island[std::max(p, q)] = std::min(p, q);
  };
  std::vector<char> restless(count);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if ((contact_marks[k] & pressed) == 0) continue;
    const std::uint32_t a = std::uint32_t(contact_keys[k] >> 32), b = std::uint32_t(contact_keys[k] & 0xffffffff);
    tie(a, b);
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}})
      if (bodies[other].settings.role == BodyRole::kinematic && bodies[other].travels()) restless[one] = 1;
  }
  for (const JointRecord& joint : joints)
    if (!joint.broken) tie(joint.a, joint.b);
  std::vector<double> least(count, 1e300);
  for (std::uint32_t i = 0; i < count; ++i) {
    BodyRecord& body = bodies[i];
    if (!body.awake()) continue;
    const bool slow = length(body.velocity) < settings.sleep_speed && length(body.spin) < settings.sleep_spin &&
                      body.settings.may_sleep && !restless[i];
    body.rest_seconds = slow ? body.rest_seconds + seconds : 0;
    least[root(i)] = std::min(least[root(i)], body.rest_seconds);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    BodyRecord& body = bodies[i];
    if (!body.awake() || least[root(i)] < settings.sleep_seconds) continue;
    body.asleep = true;
    body.sleep_island = bodies[root(i)].settings.key;
    body.velocity = body.spin = {};
  }
}

// What was undone hands over its impulse: along the direction that parts the two, where they are nearest.
void Simulation::State::hand_over() {
  for (const GuardPair& pair : proofs) {
    if (std::none_of(pair.entries.begin(), pair.entries.end(), [](const ProofEntry& e) { return e.divided; })) continue;
    BodyRecord &a = bodies[pair.a], &b = bodies[pair.b];
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

void Simulation::State::tick(double seconds, int depth) {
  if (edited) begin();
  if (std::none_of(bodies.begin(), bodies.end(), [](const BodyRecord& b) { return b.travels(); })) {
    if (settings.proofs) certificates.emplace_back();
    return;
  }
  const double t0 = seconds_now();
  reserve(seconds);
  find_contacts(seconds);
  const double t1 = seconds_now();
  solve(seconds);
  const double t2 = seconds_now();
  aim_ways();
  guard_ways();
  const double t3 = seconds_now();
  report.contact_seconds += t1 - t0;
  report.solve_seconds += t2 - t1;
  report.guard_seconds += t3 - t2;
  double least = 1;
  bool cut = false;
  for (std::uint32_t i = 0; i < bodies.size() && guard.shortened(); ++i) {
    const GuardBody& body = guard.bodies[i];
    if (!body.moves || body.way.part == 1) continue;
    least = std::min(least, body.way.part);
    cut = cut || depth < settings.halvings + (tied[i] ? 2 : 0);
  }
  if (scheme == Scheme::planes && cut) {
    proofs.swap(guard.pairs);
    tick(seconds / 2, depth + 1);
    tick(seconds / 2, depth + 1);
    return;
  }
  if (scheme == Scheme::advance && least < 1 && depth <= most_impacts) {
    proofs.swap(guard.pairs);
    if (least > 1e-3 && depth < most_impacts) {  // all go as far as the first may, and on from there
      ++report.impacts;
      tick(seconds * least * 0.999, most_impacts + 1);
      tick(seconds * (1 - least * 0.999), depth + 1);
      return;
    }
    // So many touch at once that impacts one by one do not get through the tick.
    ++report.unfinished;
    scheme = Scheme::planes;
    tick(seconds, 0);
    scheme = Scheme::advance;
    return;
  }
  commit(seconds);
  if (scheme == Scheme::revert) hand_over();
  report.commit_seconds += seconds_now() - t3;
}

}  // namespace graze
