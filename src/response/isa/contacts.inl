// The kernels of response/wide_contacts.h, compiled once for each instruction set.
#include "response/wide_contacts.h"

#if GRAZE_X86
#include <immintrin.h>
#endif

namespace graze::GRAZE_CONTACTS_NAMESPACE {
namespace {

struct Wide3 {
  Float8 x, y, z;
};
inline Wide3 operator+(const Wide3& a, const Wide3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Wide3 operator-(const Wide3& a, const Wide3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Wide3 operator*(const Wide3& a, Float8 s) { return {a.x * s, a.y * s, a.z * s}; }
inline Float8 dot(const Wide3& a, const Wide3& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
inline Wide3 cross(const Wide3& a, const Wide3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Wide3 load(const Float8 (&v)[3]) { return {v[0], v[1], v[2]}; }
inline Float8 larger(Float8 a, Float8 b) { return a > b ? a : b; }
inline Float8 all(float x) { return Float8{x, x, x, x, x, x, x, x}; }

// Rounded to nearest on every machine.
inline Float8 root(Float8 a) {
#if GRAZE_X86 && defined(__AVX__)
  return Float8(_mm256_sqrt_ps(__m256(a)));
#else
  Float8 result = a;
  for (int i = 0; i < 8; ++i) result[i] = __builtin_sqrtf(a[i]);
  return result;
#endif
}

// Rows become columns.
inline void transpose(Float8 (&r)[8]) {
  Float8 s[8], t[8];
  for (int i = 0; i < 8; i += 2) {
    s[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    s[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int j = 0; j < 2; ++j) {
      t[i + j] = __builtin_shufflevector(s[i + j], s[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      t[i + j + 2] = __builtin_shufflevector(s[i + j], s[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; ++i) {
    r[i] = __builtin_shufflevector(t[i], t[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[i + 4] = __builtin_shufflevector(t[i], t[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

inline Float8 row_of(const float* p) { return *reinterpret_cast<const Float8*>(p); }

struct Mates {
  Wide3 velocity, spin;
  Float8 mass;
  Float8 inertia[6];
  Float8 unused;

  Wide3 turn(const Wide3& t) const {
    return {(inertia[0] * t.x + inertia[3] * t.y) + inertia[5] * t.z,
            (inertia[3] * t.x + inertia[1] * t.y) + inertia[4] * t.z,
            (inertia[5] * t.x + inertia[4] * t.y) + inertia[2] * t.z};
  }
};

inline void gather(const WideBody* bodies, const std::uint32_t (&at)[8], Mates& mates) {
  Float8 r[8];
  for (int i = 0; i < 8; ++i) r[i] = row_of(bodies[at[i]].velocity);
  transpose(r);
  mates.velocity = {r[0], r[1], r[2]};
  mates.mass = r[3];
  mates.spin = {r[4], r[5], r[6]};
  mates.unused = r[7];
  for (int i = 0; i < 8; ++i) r[i] = row_of(bodies[at[i]].inertia);
  transpose(r);
  for (int i = 0; i < 6; ++i) mates.inertia[i] = r[i];
}

inline void scatter(WideBody* bodies, const std::uint32_t (&at)[8], const Mates& mates) {
  Float8 r[8] = {mates.velocity.x, mates.velocity.y, mates.velocity.z, mates.mass,
                 mates.spin.x,     mates.spin.y,     mates.spin.z,     mates.unused};
  transpose(r);
  // What has no mass is shared between groups, which may run side by side: it is not written.
  for (int i = 0; i < 8; ++i)
    if (bodies[at[i]].inverse_mass != 0) *reinterpret_cast<Float8*>(bodies[at[i]].velocity) = r[i];
}

inline void apply(Mates& a, Mates& b, const Wide3& arm_a, const Wide3& arm_b, const Wide3& impulse) {
  a.velocity = a.velocity - impulse * a.mass;
  a.spin = a.spin - a.turn(cross(arm_a, impulse));
  b.velocity = b.velocity + impulse * b.mass;
  b.spin = b.spin + b.turn(cross(arm_b, impulse));
}

inline Wide3 relative(const Mates& a, const Mates& b, const Wide3& arm_a, const Wide3& arm_b) {
  return (b.velocity + cross(b.spin, arm_b)) - (a.velocity + cross(a.spin, arm_a));
}

}  // namespace

void solve_groups(std::span<WideGroup> groups, WideBody* bodies, const WidePass& pass) noexcept {
  const Float8 zero = all(0), per_substep = all(1 / pass.substep);
  const Float8 rate = all(pass.push ? pass.rate : 0), fastest = all(-pass.push_speed);
  const Float8 soft_mass = all(pass.push ? pass.mass : 1), soft_give = all(pass.push ? pass.give : 0);
  for (WideGroup& group : groups) {
    Mates a, b;
    gather(bodies, group.a, a);
    gather(bodies, group.b, b);
    const Wide3 n = load(group.n), side_1 = load(group.side_1), side_2 = load(group.side_2);
    for (int i = 0; i < group.count; ++i) {
      WideRow& row = group.rows[i];
      const Wide3 arm_a = load(row.arm_a), arm_b = load(row.arm_b);
      const auto open = row.gap > zero;
      const Float8 bias = open ? row.gap * per_substep : larger(row.gap * rate, fastest);
      const Float8 mass = open ? all(1) : soft_mass, give = open ? zero : soft_give;
      const Float8 speed = dot(relative(a, b, arm_a, arm_b), n);
      const Float8 next = larger((row.normal - row.mass_n * mass * (speed + bias)) - give * row.normal, zero);
      const Float8 by = next - row.normal;
      row.normal = next;
      row.most = larger(row.most, next);
      apply(a, b, arm_a, arm_b, n * by);
    }
    for (int i = 0; i < group.count; ++i) {
      WideRow& row = group.rows[i];
      const Wide3 arm_a = load(row.arm_a), arm_b = load(row.arm_b);
      const Wide3 v = relative(a, b, arm_a, arm_b);
      Float8 first = row.first - row.mass_1 * dot(v, side_1), second = row.second - row.mass_2 * dot(v, side_2);
      const Float8 most = group.friction * row.normal, size_sq = first * first + second * second;
      const auto slips = size_sq > most * most;
      const Float8 scale = slips ? most / root(size_sq) : all(1);
      first = first * scale;
      second = second * scale;
      const Wide3 by = side_1 * (first - row.first) + side_2 * (second - row.second);
      row.first = first;
      row.second = second;
      apply(a, b, arm_a, arm_b, by);
    }
    scatter(bodies, group.a, a);
    scatter(bodies, group.b, b);
  }
}

void find_masses(std::span<WideGroup> groups, const WideBody* bodies) noexcept {
  for (WideGroup& group : groups) {
    Mates a, b;
    gather(bodies, group.a, a);
    gather(bodies, group.b, b);
    const Float8 both = a.mass + b.mass;
    const auto along = [&](const WideRow& row, const Wide3& n) {
      const Wide3 x = cross(load(row.arm_a), n), y = cross(load(row.arm_b), n);
      const Float8 k = both + (dot(x, a.turn(x)) + dot(y, b.turn(y)));
      return k > all(0) ? all(1) / k : all(0);
    };
    const Wide3 n = load(group.n), side_1 = load(group.side_1), side_2 = load(group.side_2);
    for (int i = 0; i < group.count; ++i) {
      WideRow& row = group.rows[i];
      row.mass_n = along(row, n);
      row.mass_1 = along(row, side_1);
      row.mass_2 = along(row, side_2);
    }
  }
}

// Gaps of a group: the centres have moved, and n.(turned r - r) is (n turned - n).r.
void measure_groups(std::span<WideGroup> groups, const WideGaps* gaps, const WideBody* bodies) noexcept {
  for (std::size_t at = 0; at < groups.size(); ++at) {
    WideGroup& group = groups[at];
    const Wide3 n = load(group.n);
    const auto moved = [&](const std::uint32_t(&mates)[8], Wide3& turned) {
      Float8 r[8], s[8];
      for (int i = 0; i < 8; ++i) {
        r[i] = row_of(bodies[mates[i]].moved);
        s[i] = row_of(bodies[mates[i]].moved + 8);
      }
      transpose(r);
      transpose(s);
      turned = {dot(n, {r[3], r[4], r[5]}), dot(n, {r[6], r[7], s[0]}), dot(n, {s[1], s[2], s[3]})};
      return dot(n, {r[0], r[1], r[2]});
    };
    Wide3 n_a, n_b;
    const Float8 by_a = moved(group.a, n_a), by_b = moved(group.b, n_b);
    for (int i = 0; i < group.count; ++i) {
      const WideGap& gap = gaps[at].rows[i];
      group.rows[i].gap = (gap.gap + (by_b - by_a)) + (dot(n_b, load(gap.core_b)) - dot(n_a, load(gap.core_a)));
    }
  }
}

void warm_start_groups(std::span<WideGroup> groups, WideBody* bodies) noexcept {
  for (WideGroup& group : groups) {
    Mates a, b;
    gather(bodies, group.a, a);
    gather(bodies, group.b, b);
    const Wide3 n = load(group.n), side_1 = load(group.side_1), side_2 = load(group.side_2);
    for (int i = 0; i < group.count; ++i) {
      const WideRow& row = group.rows[i];
      apply(a, b, load(row.arm_a), load(row.arm_b), (n * row.normal + side_1 * row.first) + side_2 * row.second);
    }
    scatter(bodies, group.a, a);
    scatter(bodies, group.b, b);
  }
}

}  // namespace graze::GRAZE_CONTACTS_NAMESPACE
