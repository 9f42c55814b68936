#include "response/solver.h"

namespace graze {
namespace {

void apply(SolverBody& a, SolverBody& b, const RowWork& row, Vec3 impulse) {
  a.velocity -= impulse * a.inverse_mass;
  a.spin -= a.inverse_inertia * cross(row.arm_a, impulse);
  b.velocity += impulse * b.inverse_mass;
  b.spin += b.inverse_inertia * cross(row.arm_b, impulse);
}

Vec3 relative(const SolverBody& a, const SolverBody& b, const RowWork& row) {
  return (b.velocity + cross(b.spin, row.arm_b)) - (a.velocity + cross(a.spin, row.arm_a));
}

double mass_along(const SolverBody& a, const SolverBody& b, const RowWork& row, Vec3 n) {
  const Vec3 x = cross(row.arm_a, n), y = cross(row.arm_b, n);
  const double k = (a.inverse_mass + b.inverse_mass) + (dot(x, a.inverse_inertia * x) + dot(y, b.inverse_inertia * y));
  return k > 0 ? 1 / k : 0;
}

}  // namespace

Softness contact_softness(double substep) noexcept {
  constexpr double damping = 10;
  const double omega = 6.283185307179586 * (0.125 / substep);
  const double a1 = 2 * damping + substep * omega, a2 = substep * omega * a1, a3 = 1 / (1 + a2);
  return {omega / a1, a2 * a3, a3};
}

void prepare(const ContactSet& set, SetWork& work, std::span<const SolverBody> bodies) noexcept {
  const SolverBody &a = bodies[set.a], &b = bodies[set.b];
  for (int i = 0; i < set.count; ++i) {
    RowWork& row = work.rows[i];
    row.arm_a = a.turned * vector_of(set.rows[i].core_a) + set.normal * set.radius_a;
    row.arm_b = b.turned * vector_of(set.rows[i].core_b) - set.normal * set.radius_b;
    row.mass_n = mass_along(a, b, row, set.normal);
    row.mass_1 = mass_along(a, b, row, set.side_1);
    row.mass_2 = mass_along(a, b, row, set.side_2);
  }
  if (set.rolling > 0) {
    const Mat3 &p = a.inverse_inertia, &q = b.inverse_inertia;
    const double trace = (p.c0.x + q.c0.x) + (p.c1.y + q.c1.y) + (p.c2.z + q.c2.z);
    work.roll_mass = trace > 0 ? 1 / trace : 0;
  }
}

void warm_start(const ContactSet& set, const SetWork& work, std::span<SolverBody> bodies) noexcept {
  SolverBody &a = bodies[set.a], &b = bodies[set.b];
  for (int i = 0; i < set.count; ++i) {
    const ContactRow& row = set.rows[i];
    apply(a, b, work.rows[i],
          (set.normal * double(row.normal) + set.side_1 * double(row.first)) + set.side_2 * double(row.second));
  }
  if (set.rolling > 0) {
    a.spin -= a.inverse_inertia * set.roll;
    b.spin += b.inverse_inertia * set.roll;
  }
}

void solve(ContactSet& set, const SetWork& work, std::span<SolverBody> bodies, const SolverSettings& settings,
           const Softness& soft, bool push) noexcept {
  SolverBody &a = bodies[set.a], &b = bodies[set.b];
  const double h = settings.substep;
  double pressed = 0;
  const Vec3 apart = b.moved - a.moved;
  // n.(turned r - r) as (n turned - n).r, once for all rows.
  const Vec3 n_a = row_product(a.turned, set.normal) - set.normal, n_b = row_product(b.turned, set.normal) - set.normal;
  const double centres = dot(set.normal, apart);
  for (int i = 0; i < set.count; ++i) {
    ContactRow& row = set.rows[i];
    const RowWork& at = work.rows[i];
    const double gap = double(row.gap) + centres + (dot(n_b, vector_of(row.core_b)) - dot(n_a, vector_of(row.core_a)));
    const double before = double(row.normal);
    double bias = 0, mass = 1, give = 0;
    if (gap > 0) {
      bias = gap / h;
    } else if (push) {
      bias = std::max(soft.rate * gap, -settings.push_speed);
      mass = soft.mass;
      give = soft.impulse;
    }
    const double speed = dot(relative(a, b, at), set.normal);
    // What will bounce keeps its speed until it does.
    if (!push && gap > 0 && set.restitution > 0 && row.normal == 0 && speed < -settings.bounce_speed) continue;
    // As it is kept, so that what was applied is what is taken away.
    row.normal = float(std::max(before - at.mass_n * mass * (speed + bias) - give * before, 0.0));
    const double next = double(row.normal), by = next - before;
    row.most = std::max(row.most, row.normal);
    pressed += next;
    apply(a, b, at, set.normal * by);
  }
  for (int i = 0; i < set.count; ++i) {
    ContactRow& row = set.rows[i];
    const RowWork& at = work.rows[i];
    const Vec3 v = relative(a, b, at);
    const double first_before = double(row.first), second_before = double(row.second);
    double first = first_before - at.mass_1 * dot(v, set.side_1);
    double second = second_before - at.mass_2 * dot(v, set.side_2);
    const double size_sq = first * first + second * second, most = set.friction * double(row.normal);
    if (size_sq > most * most) {
      const double scale = most / std::sqrt(size_sq);
      first *= scale;
      second *= scale;
    }
    row.first = float(first);
    row.second = float(second);
    apply(a, b, at,
          set.side_1 * (double(row.first) - first_before) + set.side_2 * (double(row.second) - second_before));
  }
  if (set.rolling > 0) {
    const Vec3 w = b.spin - a.spin;
    Vec3 next = set.roll - w * work.roll_mass;
    const double size = length(next), most = set.rolling * pressed;
    if (size > most) next = next * (most / size);
    const Vec3 by = next - set.roll;
    set.roll = next;
    a.spin -= a.inverse_inertia * by;
    b.spin += b.inverse_inertia * by;
  }
}

// The speed, along the normal, after an impact that is still `gap` away. What meets with v rises to e^2 of its height
// only when it bounces where the surfaces are: so it is given the speed with which it would pass this height again.
// `pull` is the acceleration along the normal, which a substep gives all at once, at its beginning: half of it is not
// there yet.
static double rebound(double speed, double gap, double pull, double restitution, double substep) noexcept {
  const double falls = speed - 0.5 * pull * substep, meets_sq = falls * falls - 2 * pull * gap;
  const double rises_sq = restitution * restitution * std::max(meets_sq, 0.0) + 2 * pull * gap;
  const double rises = std::sqrt(std::max(rises_sq, 0.0)) + 0.5 * pull * substep;
  return std::clamp(rises, 0.0, -speed);
}

bool bounce(ContactSet& set, const SetWork& work, std::span<SolverBody> bodies,
            const SolverSettings& settings) noexcept {
  if (set.restitution == 0) return false;
  SolverBody &a = bodies[set.a], &b = bodies[set.b];
  const Vec3 n_a = row_product(a.turned, set.normal) - set.normal, n_b = row_product(b.turned, set.normal) - set.normal;
  const double centres = dot(set.normal, b.moved - a.moved);
  const double pull = dot(set.normal, settings.gravity) * (double(b.inverse_mass > 0) - double(a.inverse_mass > 0));
  bool any = false;
  for (int i = 0; i < set.count; ++i) {
    ContactRow& row = set.rows[i];
    const RowWork& at = work.rows[i];
    const Vec3 v = relative(a, b, at);
    const double speed = dot(v, set.normal);
    const double gap = double(row.gap) + centres + (dot(n_b, vector_of(row.core_b)) - dot(n_a, vector_of(row.core_a)));
    if (speed > -settings.bounce_speed || gap + speed * settings.substep > 0) continue;
    const double pressed = at.mass_n * (rebound(speed, gap, pull, set.restitution, settings.substep) - speed);
    double first = -at.mass_1 * dot(v, set.side_1), second = -at.mass_2 * dot(v, set.side_2);
    const double size = std::sqrt(first * first + second * second), most = set.friction * pressed;
    if (size > most) {
      first *= most / size;
      second *= most / size;
    }
    apply(a, b, at, set.normal * pressed);
    apply(a, b, at, set.side_1 * first + set.side_2 * second);
    row.most = std::max(row.most, float(pressed));
    any = true;
  }
  return any;
}

void integrate_velocity(SolverBody& body, const SolverSettings& settings) noexcept {
  if (body.inverse_mass == 0) return;
  const double h = settings.substep;
  body.velocity = (body.velocity + (settings.gravity + body.force * body.inverse_mass) * h) / (1 + h * body.damping);
  body.spin = (body.spin + body.inverse_inertia * (body.torque * h)) / (1 + h * body.spin_damping);
}

Mat3 world_inertia(const Mat3& local, const Mat3& turn) noexcept { return turn * local * transpose(turn); }

Mat3 turn_since_start(const SolverBody& body) noexcept {
  const Quat& start = body.start;
  return matrix_of(product(body.rotation, {-start.x, -start.y, -start.z, start.w}));
}

void turn_inertia(SolverBody& body) noexcept {
  if (body.inverse_mass == 0) return;
  body.inverse_inertia = body.even ? body.local_inverse : world_inertia(body.local_inverse, matrix_of(body.rotation));
}

// A free turn that keeps the angular momentum: a whole turn with the spin of the half way, found three times (the
// implicit middle), in parts of at most 0.25 radians. Where the turn of a part is still too much for it, the energy
// that would come of nothing is taken out of the spin.
static void turn_freely(SolverBody& body, double substep) noexcept {
  const Mat3 turn = matrix_of(body.rotation);
  const Vec3 momentum = turn * (body.inertia * row_product(turn, body.spin));
  const double energy = dot(momentum, body.spin);
  const int parts = int(std::clamp(std::ceil(length(body.spin) * substep * 4), 1.0, 64.0));
  const double h = substep / parts;
  for (int part = 0; part < parts; ++part) {
    Vec3 middle = body.spin;
    for (int i = 0; i < 3; ++i) {
      const Mat3 half = matrix_of(turned_on(body.rotation, middle, 0.5 * h));
      middle = half * (body.local_inverse * row_product(half, momentum));
    }
    body.rotation = turned_on(body.rotation, middle, h);
    const Mat3 last = matrix_of(body.rotation);
    body.spin = last * (body.local_inverse * row_product(last, momentum));
  }
  const double now = dot(momentum, body.spin);
  if (now > energy * (1 + 1e-5)) body.spin = body.spin * std::sqrt(energy / now);
}

void integrate_place(SolverBody& body, double substep) noexcept {
  if (!body.moves) return;
  const Vec3 by = body.velocity * substep;
  body.centre += by;
  body.moved += by;
  if (body.spin == Vec3{}) return;
  if (body.inverse_mass == 0 || body.even) {
    body.rotation = turned_on(body.rotation, body.spin, substep);
  } else {
    turn_freely(body, substep);
  }
  body.drift += length(body.spin) * substep;
  if (body.drift > 0.02) {
    body.drift = 0;
    body.stale = true;
    turn_inertia(body);
  }
  body.turned = turn_since_start(body);
}

}  // namespace graze
