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
  Float8 mass, unused;
};

inline void gather(const WideBody* bodies, const std::uint32_t (&at)[8], Mates& mates) {
  Float8 r[8];
  for (int i = 0; i < 8; ++i) r[i] = row_of(bodies[at[i]].velocity);
  transpose(r);
  mates.velocity = {r[0], r[1], r[2]};
  mates.mass = r[3];
  mates.spin = {r[4], r[5], r[6]};
  mates.unused = r[7];
}

inline void scatter(WideBody* bodies, const std::uint32_t (&at)[8], const Mates& mates) {
  Float8 r[8] = {mates.velocity.x, mates.velocity.y, mates.velocity.z, mates.mass,
                 mates.spin.x,     mates.spin.y,     mates.spin.z,     mates.unused};
  transpose(r);
  // What has no mass is shared between groups, which may run side by side: it is not written.
  for (int i = 0; i < 8; ++i)
    if (bodies[at[i]].inverse_mass != 0) *reinterpret_cast<Float8*>(bodies[at[i]].velocity) = r[i];
}

// The axes of a contact: the normal, and the two sides, with side_2 = n x side_1. In their frame a row needs few of the
// components: that is what makes it fast.
struct Axes {
  Wide3 n, side_1, side_2;

  explicit Axes(const WideGroup& group) : n(load(group.n)), side_1(load(group.side_1)), side_2(load(group.side_2)) {}
  Wide3 into(const Wide3& v) const { return {dot(n, v), dot(side_1, v), dot(side_2, v)}; }
  Wide3 out(const Wide3& v) const { return (n * v.x + side_1 * v.y) + side_2 * v.z; }
};

// A symmetric matrix: xx, yy, zz, xy, yz, zx.
inline Wide3 product(const Float8 (&m)[6], const Wide3& t) {
  return {(m[0] * t.x + m[3] * t.y) + m[5] * t.z, (m[3] * t.x + m[1] * t.y) + m[4] * t.z,
          (m[5] * t.x + m[4] * t.y) + m[2] * t.z};
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
    const Axes axes(group);
    const Wide3 v_before = axes.into(b.velocity - a.velocity), wa_before = axes.into(a.spin),
                wb_before = axes.into(b.spin);
    const Float8 both = a.mass + b.mass;
    // The velocity of b's centre seen from a's, the spins, and the whole impulse.
    Wide3 v = v_before, wa = wa_before, wb = wb_before, sum{zero, zero, zero};
    const auto& ia = group.inertia_a;
    const auto& ib = group.inertia_b;
    for (int i = 0; i < group.count; ++i) {
      WideRow& row = group.rows[i];
      const Float8 ya = row.arm_a[1], za = row.arm_a[2], yb = row.arm_b[1], zb = row.arm_b[2];
      const auto open = row.gap > zero;
      const Float8 bias = open ? row.gap * per_substep : larger(row.gap * rate, fastest);
      const Float8 mass = open ? all(1) : soft_mass, give = open ? zero : soft_give;
      const Float8 speed = (v.x + (wb.y * zb - wb.z * yb)) - (wa.y * za - wa.z * ya);
      const Float8 next = larger((row.normal - row.mass_n * mass * (speed + bias)) - give * row.normal, zero);
      const Float8 by = next - row.normal;
      row.normal = next;
      row.most = larger(row.most, next);
      v.x = v.x + by * both;
      sum.x = sum.x + by;
      const Float8 ty = za * by, tz = ya * by, uy = zb * by, uz = yb * by;
      wa = wa - Wide3{ia[3] * ty - ia[5] * tz, ia[1] * ty - ia[4] * tz, ia[4] * ty - ia[2] * tz};
      wb = wb + Wide3{ib[3] * uy - ib[5] * uz, ib[1] * uy - ib[4] * uz, ib[4] * uy - ib[2] * uz};
    }
    for (int i = 0; i < group.count; ++i) {
      WideRow& row = group.rows[i];
      const Wide3 arm_a = load(row.arm_a), arm_b = load(row.arm_b);
      const Float8 slip_1 = (v.y + (wb.z * arm_b.x - wb.x * arm_b.z)) - (wa.z * arm_a.x - wa.x * arm_a.z);
      const Float8 slip_2 = (v.z + (wb.x * arm_b.y - wb.y * arm_b.x)) - (wa.x * arm_a.y - wa.y * arm_a.x);
      Float8 first = row.first - row.mass_1 * slip_1, second = row.second - row.mass_2 * slip_2;
      const Float8 most = group.friction * row.normal, size_sq = first * first + second * second;
      const auto slips = size_sq > most * most;
      // Without an impulse along the normal there is none across it, however small: a lane has rows that its set does
      // not have when another lane has them, and their squares may underflow.
      const Float8 scale = row.normal > zero ? (slips ? most / root(size_sq) : all(1)) : zero;
      first = first * scale;
      second = second * scale;
      const Float8 f = first - row.first, g = second - row.second;
      row.first = first;
      row.second = second;
      v.y = v.y + f * both;
      v.z = v.z + g * both;
      sum.y = sum.y + f;
      sum.z = sum.z + g;
      wa = wa - product(ia, Wide3{arm_a.y * g - arm_a.z * f, -(arm_a.x * g), arm_a.x * f});
      wb = wb + product(ib, Wide3{arm_b.y * g - arm_b.z * f, -(arm_b.x * g), arm_b.x * f});
    }
    // Only what has changed goes back, so that who was not pushed keeps its last places.
    const Wide3 impulse = axes.out(sum);
    a.velocity = a.velocity - impulse * a.mass;
    b.velocity = b.velocity + impulse * b.mass;
    a.spin = a.spin + axes.out(wa - wa_before);
    b.spin = b.spin + axes.out(wb - wb_before);
    scatter(bodies, group.a, a);
    scatter(bodies, group.b, b);
  }
}

// Arms, gaps and impulses of the sets of each group; lanes without a set, and rows that a set does not have, are far
// apart.
void take_rows(std::span<WideGroup> groups, WideGaps* gaps, const ContactSet* sets) noexcept {
  const Float8 zero = all(0), far{0, 0, 0, 0, 0, 0, 1e30f, 0};
  for (std::size_t at = 0; at < groups.size(); ++at) {
    WideGroup& group = groups[at];
    const ContactSet* of[8];
    group.count = 0;
    for (int lane = 0; lane < 8; ++lane) {
      of[lane] = group.set[lane] == ~std::uint32_t{0} ? nullptr : sets + group.set[lane];
      if (of[lane] == nullptr) continue;
      const ContactSet& set = *of[lane];
      for (int k = 0; k < 3; ++k) {
        group.n[k][lane] = float(set.normal[k]);
        group.side_1[k][lane] = float(set.side_1[k]);
        group.side_2[k][lane] = float(set.side_2[k]);
      }
      group.friction[lane] = float(set.friction);
      group.radius_a[lane] = float(set.radius_a);
      group.radius_b[lane] = float(set.radius_b);
      group.count = set.count > group.count ? set.count : group.count;
    }
    const Axes axes(group);
    for (int i = 0; i < group.count; ++i) {
      Float8 r[8], s[8];
      for (int lane = 0; lane < 8; ++lane) {
        const bool there = of[lane] != nullptr && i < of[lane]->count;
        r[lane] = there ? row_of(of[lane]->rows[i].core_a) : far;
        s[lane] = there ? row_of(&of[lane]->rows[i].normal) : zero;
      }
      transpose(r);
      transpose(s);
      WideGap& gap = gaps[at].rows[i];
      WideRow& row = group.rows[i];
      for (int k = 0; k < 3; ++k) {
        gap.core_a[k] = r[k];
        gap.core_b[k] = r[k + 3];
      }
      gap.gap = row.gap = r[6];
      const Wide3 arm_a = axes.into(load(gap.core_a)), arm_b = axes.into(load(gap.core_b));
      row.arm_a[0] = arm_a.x + group.radius_a, row.arm_a[1] = arm_a.y, row.arm_a[2] = arm_a.z;
      row.arm_b[0] = arm_b.x - group.radius_b, row.arm_b[1] = arm_b.y, row.arm_b[2] = arm_b.z;
      row.normal = s[0];
      row.first = s[1];
      row.second = s[2];
      row.most = zero;
    }
  }
}

// The impulses, back to the sets.
void give_rows(std::span<const WideGroup> groups, ContactSet* sets) noexcept {
  for (const WideGroup& group : groups)
    for (int i = 0; i < group.count; ++i) {
      const WideRow& row = group.rows[i];
      Float8 r[8] = {row.normal, row.first, row.second, row.most};
      transpose(r);
      for (int lane = 0; lane < 8; ++lane) {
        if (group.set[lane] == ~std::uint32_t{0} || i >= sets[group.set[lane]].count) continue;
        ContactRow& to = sets[group.set[lane]].rows[i];
        to.normal = r[lane][0];
        to.first = r[lane][1];
        to.second = r[lane][2];
        to.most = r[lane][3];
      }
    }
}

void find_masses(std::span<WideGroup> groups, const WideBody* bodies) noexcept {
  for (WideGroup& group : groups) {
    const Axes axes(group);
    const auto turn = [&](const std::uint32_t(&at)[8], Float8(&to)[6], Float8& mass) {
      Float8 r[8], m[6];
      for (int i = 0; i < 8; ++i) r[i] = row_of(bodies[at[i]].inertia);
      transpose(r);
      for (int i = 0; i < 6; ++i) m[i] = r[i];
      mass = r[6];
      const Wide3 x = product(m, axes.n), y = product(m, axes.side_1), z = product(m, axes.side_2);
      to[0] = dot(axes.n, x);
      to[1] = dot(axes.side_1, y);
      to[2] = dot(axes.side_2, z);
      to[3] = dot(axes.side_1, x);
      to[4] = dot(axes.side_2, y);
      to[5] = dot(axes.side_2, x);
    };
    Float8 mass_a, mass_b;
    turn(group.a, group.inertia_a, mass_a);
    turn(group.b, group.inertia_b, mass_b);
    const Float8 both = mass_a + mass_b, zero = all(0);
    for (int i = 0; i < group.count; ++i) {
      WideRow& row = group.rows[i];
      const auto along = [&](const Wide3& x, const Wide3& y) {
        const Float8 k = both + (dot(x, product(group.inertia_a, x)) + dot(y, product(group.inertia_b, y)));
        return k > zero ? all(1) / k : zero;
      };
      const Wide3 p = load(row.arm_a), q = load(row.arm_b);
      row.mass_n = along({zero, p.z, -p.y}, {zero, q.z, -q.y});
      row.mass_1 = along({-p.z, zero, p.x}, {-q.z, zero, q.x});
      row.mass_2 = along({p.y, -p.x, zero}, {q.y, -q.x, zero});
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
    const Axes axes(group);
    const Float8 zero = all(0);
    Wide3 sum{zero, zero, zero}, turn_a = sum, turn_b = sum;
    for (int i = 0; i < group.count; ++i) {
      const WideRow& row = group.rows[i];
      const Wide3 impulse{row.normal, row.first, row.second};
      sum = sum + impulse;
      turn_a = turn_a + cross(load(row.arm_a), impulse);
      turn_b = turn_b + cross(load(row.arm_b), impulse);
    }
    const Wide3 impulse = axes.out(sum);
    a.velocity = a.velocity - impulse * a.mass;
    b.velocity = b.velocity + impulse * b.mass;
    a.spin = a.spin - axes.out(product(group.inertia_a, turn_a));
    b.spin = b.spin + axes.out(product(group.inertia_b, turn_b));
    scatter(bodies, group.a, a);
    scatter(bodies, group.b, b);
  }
}

}  // namespace graze::GRAZE_CONTACTS_NAMESPACE
