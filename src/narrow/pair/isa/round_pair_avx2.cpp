// All axes in the lanes of one register; the last lane is that of z once more. Numbers go through the operations of
// closed_gap.cpp and distance_closed.cpp in the same order, which tell their bounds; only how far a matrix is from a
// rotation is added up otherwise, and that is compared with a limit and no more.
#include <immintrin.h>

#include "narrow/pair/round_pair.h"

namespace graze {

extern const RoundKernels round_kernels_avx2;

namespace {

using Four = double __attribute__((vector_size(32)));
using Bits = long long __attribute__((vector_size(32)));

constexpr double u = 0x1p-53;
constexpr double least = 0x1p-300, most = 0x1p300;
constexpr double rigid = 0x1p-41;
constexpr double narrow_bracket = 256 * u, least_share = 0x1p-10;

// Number by number: a pose was often stored a moment ago, and a load across two stores has to wait for both to reach
// the cache, and so for all that was begun before them.
Four load(const Vec3& v) {
  const __m256d xy = _mm256_blend_pd(_mm256_broadcast_sd(&v.x), _mm256_broadcast_sd(&v.y), 2);
  return _mm256_blend_pd(xy, _mm256_broadcast_sd(&v.z), 12);
}
Four magnitude(Four v) {
  constexpr long long all_but_sign = 0x7fffffffffffffff;
  return Four(Bits(v) & Bits{all_but_sign, all_but_sign, all_but_sign, all_but_sign});
}
Four yzx(Four v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }
double sum(Four v) { return (v[0] + v[1]) + v[2]; }
double dot(Four a, Four b) { return sum(a * b); }
double sum_abs(Four v) { return sum(magnitude(v)); }
// Of what is not negative.
double root(double x) {
  const __m128d lane = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(lane, lane));
}
double larger(double a, double b) { return a < b ? b : a; }
double clamp_share(double share) { return share > 0 ? (share < 1 ? share : 1) : 0; }
bool equal(Four a, Four b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }
bool before(Four p, Four q) { return p[0] != q[0] ? p[0] < q[0] : p[1] != q[1] ? p[1] < q[1] : p[2] < q[2]; }
void write(Four v, Vec3& to) {
  to.x = v[0];
  to.y = v[1];
  to.z = v[2];
}

struct Core {
  Four p, q;
  double radius;
  bool point;
};

bool make_core(const RoundBody& body, Core& core) {
  const Mat3& m = body.pose->linear;
  const Four c0 = load(m.c0), c1 = load(m.c1), c2 = load(m.c2), t = load(body.pose->translation);
  const Four squares = (c0 * c0 + c1 * c1) + c2 * c2, products = (c0 * yzx(c0) + c1 * yzx(c1)) + c2 * yzx(c2);
  if (!(sum(magnitude(squares - 1.0) + magnitude(products) * 2.0) <= rigid)) return false;
  core.radius = body.radius + body.world_margin;
  core.p = core.q = t;
  core.point = body.count == 1;
  if (!core.point) {
    const Vec3 &p = body.ends[0], &q = body.ends[1];
    core.p = ((c0 * p.x + c1 * p.y) + c2 * p.z) + t;
    core.q = ((c0 * q.x + c1 * q.y) + c2 * q.z) + t;
    core.point = equal(core.p, core.q);
  }
  return core.radius < most;
}

struct Gap {
  double gap, lower, upper, size, point_error;
  Four normal, point_a, point_b;  // from a to b
  double share_a, share_b;
};

bool point_gap(Four a, Four b, Gap& result) {
  const Four d = b - a;
  const double sq = dot(d, d);
  if (!(sq > least && sq < most)) return false;
  const double gap = root(sq);
  result.gap = result.size = gap;
  result.lower = gap * (1 - 4 * u);
  result.upper = gap * (1 + 4 * u);
  result.normal = d * (1 / gap);
  result.point_a = a;
  result.point_b = b;
  result.point_error = result.share_a = result.share_b = 0;
  return true;
}

Four point_at(const Core& core, Four along, double share) {
  return share == 0 ? core.p : share == 1 ? core.q : core.p + along * share;
}

bool segment_gap(const Core& a, const Core& b, Gap& result) {
  const Four r = b.p - a.p, d1 = a.q - a.p, d2 = b.q - b.p;
  const double size = (sum_abs(r) + sum_abs(d1)) + sum_abs(d2);
  if (!(size > least && size < most)) return false;
  const double ee = dot(d2, d2), b2 = dot(d2, r);
  double s = 0, t = 0;
  if (a.point) {
    t = clamp_share(-b2 / ee);
  } else {
    const double aa = dot(d1, d1), b1 = dot(d1, r), c = dot(d1, d2), across = aa * ee - c * c;
    s = across > 0 ? clamp_share((b1 * ee - c * b2) / across) : 0;
    t = (c * s - b2) / ee;
    if (!(t > 0)) {
      t = 0;
      s = clamp_share(b1 / aa);
    } else if (t > 1) {
      t = 1;
      s = clamp_share((b1 + c) / aa);
    }
  }
  const Four d = (r + d2 * t) - d1 * s;
  const double gap = root(dot(d, d)), off = 16 * u * size;
  if (!(gap > 0)) return false;
  const double begin = dot(d, r), end = begin + dot(d, d2), own = dot(d, d1);
  const double along = ((begin < end ? begin : end) - (own > 0 ? own : 0)) / gap;
  result.normal = d * (1 / gap);
  result.gap = gap;
  result.lower = (along < gap ? along : gap) - off;
  result.upper = gap + off;
  result.size = size;
  result.point_a = point_at(a, d1, s);
  result.point_b = point_at(b, d2, t);
  result.point_error = 4 * u * (larger(sum_abs(a.p), sum_abs(b.p)) + size);
  result.share_a = s;
  result.share_b = t;
  return true;
}

bool round_gap(const Core& a, const Core& b, Gap& result) {
  if (a.point && b.point) return point_gap(a.p, b.p, result);
  bool swapped = b.point;
  if (!a.point && !b.point) {
    const bool same = equal(a.p, b.p);
    if (same && equal(a.q, b.q)) return false;
    swapped = same ? before(b.q, a.q) : before(b.p, a.p);
  }
  if (!swapped) return segment_gap(a, b, result);
  if (!segment_gap(b, a, result)) return false;
  const Four point = result.point_a;
  result.point_a = result.point_b;
  result.point_b = point;
  const double share = result.share_a;
  result.share_a = result.share_b;
  result.share_b = share;
  result.normal = -result.normal;
  return true;
}

bool bracket(const RoundBody& a, const RoundBody& b, RoundBracket& result) {
  Core core_a, core_b;
  Gap gap;
  if (!make_core(a, core_a) || !make_core(b, core_b) || !round_gap(core_a, core_b, gap)) return false;
  result.lower = gap.lower;
  result.upper = gap.upper;
  result.radii = core_a.radius + core_b.radius;
  return true;
}

void set_feature(double share, Feature& feature) {
  if (share == 0) return;
  feature.kind = share == 1 ? Feature::Kind::vertex : Feature::Kind::edge;
  feature.index = share == 1 ? 1 : 0;
}

bool distance(const RoundBody& a, const RoundBody& b, double max, DistanceResult& result) {
  Core core_a, core_b;
  Gap gap;
  if (!make_core(a, core_a) || !make_core(b, core_b) || !round_gap(core_a, core_b, gap)) return false;
  const double radii = core_a.radius + core_b.radius;
  if (!(gap.lower > radii * (1 + 4 * u))) return false;
  if (!(gap.upper - gap.lower <= narrow_bracket * gap.size && gap.gap >= least_share * gap.size)) return false;
  const double apart = gap.gap - radii;
  if (apart > max) return false;
  const double above = gap.upper - gap.gap, below = gap.gap - gap.lower;
  const double bound = (larger(above, below) + gap.gap * (4 * u)) * (1 + 4 * u);
  result.distance = apart;
  result.bound = bound;
  result.lower = larger(0, apart - bound);
  result.upper = apart + bound;
  const double turn = 2 * above / gap.gap + 16 * u;
  const double coordinates = larger(sum_abs(gap.point_a), sum_abs(gap.point_b)) + radii;
  result.point_bound = gap.point_error + larger(core_a.radius, core_b.radius) * turn + coordinates * 0x1p-51;
  write(gap.normal, result.normal);
  write(gap.point_a + gap.normal * core_a.radius, result.point_a);
  write(gap.point_b - gap.normal * core_b.radius, result.point_b);
  set_feature(gap.share_a, result.feature_a);
  set_feature(gap.share_b, result.feature_b);
  result.counters.double_tests = 1;
  return true;
}

}  // namespace

const RoundKernels round_kernels_avx2 = {bracket, distance};

}  // namespace graze
