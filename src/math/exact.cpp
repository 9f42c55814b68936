#include "math/exact.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/compat.h"
#include "base/float_state.h"
#include "base/work.h"
#include "math/det3.h"

namespace graze {
namespace {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

thread_local std::uint64_t exact_runs = 0;

// A double as integer * 2^exponent with an odd integer; 0 has integer 0.
struct Parts {
  std::int64_t integer;
  int exponent;
};

Parts parts(double value) noexcept {
  const auto raw = bit_cast<std::uint64_t>(value);
  const int field = int(raw >> 52) & 0x7ff;
  std::uint64_t mantissa = raw & ((std::uint64_t(1) << 52) - 1);
  if (field != 0) mantissa |= std::uint64_t(1) << 52;
  if (mantissa == 0) return {0, 0};
  const int zeros = std::countr_zero(mantissa);
  const auto integer = std::int64_t(mantissa >> zeros);
  return {(raw >> 63) != 0 ? -integer : integer, (field != 0 ? field : 1) - 1075 + zeros};
}

// p - q as integers over a common power of two, when they fit in `limit` bits. Scaling a row by a power of two does
// not change the sign of a determinant, so each row has its own.
bool scale_row(const Difference& row, int limit, Int128 out[3]) noexcept {
  const Parts part[6] = {parts(row.p.x), parts(row.p.y), parts(row.p.z),
                         parts(row.q.x), parts(row.q.y), parts(row.q.z)};
  int low = 4096, high = -4096;
  for (const Parts& p : part) {
    if (p.integer == 0) continue;
    low = std::min(low, p.exponent);
    high = std::max(high, p.exponent + int(std::bit_width(std::uint64_t(p.integer < 0 ? -p.integer : p.integer))));
  }
  if (high - low + 1 > limit) return false;
  Int128 value[6];
  for (int i = 0; i < 6; ++i)
    value[i] = part[i].integer == 0 ? Int128(0) : Int128(part[i].integer) * (Int128(1) << (part[i].exponent - low));
  for (int i = 0; i < 3; ++i) out[i] = value[i] - value[i + 3];
  return true;
}

int sign(Int128 value) noexcept { return value > 0 ? 1 : value < 0 ? -1 : 0; }

// A 384-bit two's complement sum of signed products.
struct Sum384 {
  std::uint64_t limb[6] = {};

  void add(const std::uint64_t* value) noexcept {
    Uint128 carry = 0;
    for (int i = 0; i < 6; ++i) {
      carry += Uint128(limb[i]) + value[i];
      limb[i] = std::uint64_t(carry);
      carry >>= 64;
    }
  }
  int sign() const noexcept {
    if ((limb[5] >> 63) != 0) return -1;
    for (const std::uint64_t digit : limb)
      if (digit != 0) return 1;
    return 0;
  }
};

void negate(std::uint64_t* value) noexcept {
  std::uint64_t carry = 1;
  for (int i = 0; i < 6; ++i) {
    value[i] = ~value[i] + carry;
    carry = carry != 0 && value[i] == 0 ? 1 : 0;
  }
}

// sum += a * b * c (or -= when negative), |a|, |b|, |c| < 2^126.
void add_product(Sum384& sum, Int128 a, Int128 b, Int128 c, bool negative) noexcept {
  negative = negative ^ (a < 0) ^ (b < 0) ^ (c < 0);
  const Uint128 x = a < 0 ? Uint128(-a) : Uint128(a), y = b < 0 ? Uint128(-b) : Uint128(b);
  const Uint128 z = c < 0 ? Uint128(-c) : Uint128(c);
  const std::uint64_t p[2] = {std::uint64_t(x), std::uint64_t(x >> 64)};
  const std::uint64_t q[2] = {std::uint64_t(y), std::uint64_t(y >> 64)};
  const std::uint64_t r[2] = {std::uint64_t(z), std::uint64_t(z >> 64)};
  std::uint64_t pq[4] = {}, pqr[6] = {};
  for (int i = 0; i < 2; ++i) {
    Uint128 carry = 0;
    for (int j = 0; j < 2; ++j) {
      carry += Uint128(p[i]) * q[j] + pq[i + j];
      pq[i + j] = std::uint64_t(carry);
      carry >>= 64;
    }
    pq[i + 2] = std::uint64_t(carry);
  }
  for (int i = 0; i < 2; ++i) {
    Uint128 carry = 0;
    for (int j = 0; j < 4; ++j) {
      carry += Uint128(r[i]) * pq[j] + pqr[i + j];
      pqr[i + j] = std::uint64_t(carry);
      carry >>= 64;
    }
    pqr[i + 4] = std::uint64_t(carry);
  }
  if (negative) negate(pqr);
  sum.add(pqr);
}

Dyadic subtract(double p, double q) noexcept { return Dyadic(p) - Dyadic(q); }

// Coordinates as integers below 2^61 over a common power of two. Most coordinates that are of about one size fit, and
// then this takes a multiplication and a conversion each. False: they do not.
template <int count>
bool as_integers(const double (&value)[count], std::int64_t (&integer)[count]) noexcept {
  double most = 0;
  for (const double x : value) most = std::max(most, std::fabs(x));
  // The scale is a power of two from 2^0 to 2^960, so that no product is rounded.
  if (!(most < 0x1p60 && most > 0x1p-900)) return most == 0 && (std::fill(integer, integer + count, 0), true);
  const int exponent = int(bit_cast<std::uint64_t>(most) >> 52) - 1023;
  const double scale = bit_cast<double>(std::uint64_t(1023 + 60 - exponent) << 52);
  bool exact = true;
  for (int i = 0; i < count; ++i) {
    const double scaled = value[i] * scale;
    integer[i] = std::int64_t(scaled);
    exact = exact && double(integer[i]) == scaled;
  }
  return exact;
}

// The differences of a row, below 2^62.
bool as_integers(const Difference& row, std::int64_t (&out)[3]) noexcept {
  std::int64_t all[6];
  if (!as_integers({row.p.x, row.p.y, row.p.z, row.q.x, row.q.y, row.q.z}, all)) return false;
  for (int i = 0; i < 3; ++i) out[i] = all[i] - all[i + 3];
  return true;
}

// A sum of products of a factor below 2^125 and one below 2^62 by magnitude; three of them stay below 2^189.
struct Sum192 {
  std::uint64_t low = 0, middle = 0, high = 0;  // two's complement

  void add_product(Int128 a, std::int64_t b) noexcept {
    const bool negative = (a < 0) != (b < 0);
    const Uint128 x = a < 0 ? Uint128(-a) : Uint128(a);
    const std::uint64_t y = b < 0 ? std::uint64_t(-b) : std::uint64_t(b);
    const Uint128 first = Uint128(std::uint64_t(x)) * y;
    const Uint128 second = Uint128(std::uint64_t(x >> 64)) * y + (first >> 64);
    const std::uint64_t flip = negative ? ~std::uint64_t(0) : 0;
    const std::uint64_t part[3] = {std::uint64_t(first), std::uint64_t(second), std::uint64_t(second >> 64)};
    Uint128 carry = Uint128(low) + (part[0] ^ flip) + (negative ? 1 : 0);
    low = std::uint64_t(carry);
    carry = (carry >> 64) + middle + (part[1] ^ flip);
    middle = std::uint64_t(carry);
    high += (part[2] ^ flip) + std::uint64_t(carry >> 64);
  }
  int sign() const noexcept { return (high >> 63) != 0 ? -1 : (low | middle | high) != 0 ? 1 : 0; }
};

}  // namespace

std::uint64_t exact_count() noexcept { return exact_runs; }
void count_exact() noexcept { ++exact_runs; }

int exact_det3(const Difference& r0, const Difference& r1, const Difference& r2) noexcept {
  ++exact_runs;
  // A coordinate in which nothing differs, or a row of nothing: flush faces along an axis, shared corners.
  for (int k = 0; k < 3; ++k)
    if (r0.p[k] == r0.q[k] && r1.p[k] == r1.q[k] && r2.p[k] == r2.q[k]) return 0;
  if (r0.p == r0.q || r1.p == r1.q || r2.p == r2.q) return 0;
  // Two equal rows: a corner of one triangle that is one of the other, too.
  if (r0.q == r1.q && r1.q == r2.q && (r0.p == r1.p || r1.p == r2.p || r2.p == r0.p)) return 0;
  work::charge(8);
  std::int64_t p[3], q[3], r[3];
  if (as_integers(r0, p) && as_integers(r1, q) && as_integers(r2, r)) {
    Sum192 sum;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      sum.add_product(Int128(q[j]) * r[k] - Int128(q[k]) * r[j], p[i]);
    }
    return sum.sign();
  }
  static const Det3 det = det3(instruction_set_in_use());
  if (const int quick = det(&r0.p.x, &r0.q.x, &r1.p.x, &r1.q.x, &r2.p.x, &r2.q.x); quick != 0) return quick;
  work::charge(16);
  Int128 u[3], v[3], w[3];
  // Differences below 2^41: each product of three below 2^123, six of them below 2^126.
  if (scale_row(r0, 41, u) && scale_row(r1, 41, v) && scale_row(r2, 41, w))
    return sign(u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                u[2] * (v[0] * w[1] - v[1] * w[0]));
  if (scale_row(r0, 125, u) && scale_row(r1, 125, v) && scale_row(r2, 125, w)) {
    Sum384 sum;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      add_product(sum, u[i], v[j], w[k], false);
      add_product(sum, u[i], v[k], w[j], true);
    }
    return sum.sign();
  }
  Dyadic total;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Dyadic minor = subtract(r1.p[j], r1.q[j]) * subtract(r2.p[k], r2.q[k]) -
                         subtract(r1.p[k], r1.q[k]) * subtract(r2.p[j], r2.q[j]);
    total = total + subtract(r0.p[i], r0.q[i]) * minor;
  }
  return total.sign();
}

int exact_orient2d(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
  ++exact_runs;
  // Equal points, or one coordinate for all.
  if ((ax == bx && (ay == by || bx == cx)) || (ay == by && by == cy) || (ax == cx && ay == cy) ||
      (bx == cx && by == cy))
    return 0;
  work::charge(2);
  std::int64_t all[6];
  if (as_integers({ax, ay, bx, by, cx, cy}, all))
    return sign(Int128(all[0] - all[4]) * (all[3] - all[5]) - Int128(all[1] - all[5]) * (all[2] - all[4]));
  Int128 u[3], v[3];
  if (scale_row({{ax, ay, 0}, {cx, cy, 0}}, 62, u) && scale_row({{bx, by, 0}, {cx, cy, 0}}, 62, v))
    return sign(u[0] * v[1] - u[1] * v[0]);
  return (subtract(ax, cx) * subtract(by, cy) - subtract(ay, cy) * subtract(bx, cx)).sign();
}

int exact_cross2d(double ux, double vx, double uy, double vy, double px, double qx, double py, double qy) noexcept {
  ++exact_runs;
  return (subtract(ux, vx) * subtract(py, qy) - subtract(uy, vy) * subtract(px, qx)).sign();
}

int orient2d(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
  const FloatState standard;
  return inner::orient2d(ax, ay, bx, by, cx, cy);
}

int orient3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d) noexcept {
  const FloatState standard;
  return side(a, b, c, d);
}

}  // namespace graze
