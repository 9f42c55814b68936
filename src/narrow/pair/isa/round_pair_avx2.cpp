// All axes in the lanes of one register; the last lane is that of z once more. Numbers go through the operations of
// closed_gap.cpp and distance_closed.cpp in the same order, which tell their bounds. Which of two segments is asked
// first, and which of its points is nearest, cannot be foreseen: these are read from memory by their numbers. The
// shares of segments do go by branches: guessed right more often than not, they take less than to wait for quotients.
#include "narrow/pair/isa/four.inl"
#include "narrow/pair/round_pair.h"

namespace graze {

extern const RoundKernels round_kernels_avx2;

namespace {

constexpr double u = 0x1p-53;
constexpr double least = 0x1p-300, most = 0x1p300;
constexpr double narrow_bracket = 256 * u, least_share = 0x1p-10;

// How far a matrix is from a rotation is only compared with a limit, so that it may be added up otherwise here. Of the
// numbers e in M M^T - 1, three on the diagonal and three beside it, the sum of squares is at most 2^-88; then that of
// the magnitudes, with those beside the diagonal twice, is at most (3 + 3 * 4)^0.5 2^-44 < 2^-42, and what
// closed_gap.cpp computes of it is below its limit of 2^-41: all of that rounds by less than 2^-48.
constexpr double rigid_squares = 0x1p-88;

GRAZE_INLINE Four squares_off(const Columns& m) {
  const __m256d off =
      _mm256_fmadd_pd(m.c0, m.c0, _mm256_fmadd_pd(m.c1, m.c1, _mm256_fmsub_pd(m.c2, m.c2, _mm256_set1_pd(1))));
  const __m256d beside =
      _mm256_fmadd_pd(m.c0, yzxx(m.c0), _mm256_fmadd_pd(m.c1, yzxx(m.c1), Four(m.c2) * Four(yzxx(m.c2))));
  return _mm256_fmadd_pd(off, off, Four(beside) * Four(beside));
}
GRAZE_INLINE bool rigid(const Columns& a, const Columns& b) {
  const Four both = squares_off(a) + squares_off(b);  // the last lane counts z twice
  const Two half = low(both) + high(both);
  return half[0] + half[1] <= rigid_squares;
}
// The same of two matrices of which nothing else is needed, one in each lane.
GRAZE_INLINE bool rigid(const Mat3& a, const Mat3& b) {
  const auto both = [](const double& of_a, const double& of_b) { return _mm_loadh_pd(_mm_load_sd(&of_a), &of_b); };
  const __m128d x0 = both(a.c0.x, b.c0.x), y0 = both(a.c0.y, b.c0.y), z0 = both(a.c0.z, b.c0.z);
  const __m128d x1 = both(a.c1.x, b.c1.x), y1 = both(a.c1.y, b.c1.y), z1 = both(a.c1.z, b.c1.z);
  const __m128d x2 = both(a.c2.x, b.c2.x), y2 = both(a.c2.y, b.c2.y), z2 = both(a.c2.z, b.c2.z);
  const __m128d one = _mm_set1_pd(1);
  const __m128d xx = _mm_fmadd_pd(x0, x0, _mm_fmadd_pd(x1, x1, _mm_fmsub_pd(x2, x2, one)));
  const __m128d yy = _mm_fmadd_pd(y0, y0, _mm_fmadd_pd(y1, y1, _mm_fmsub_pd(y2, y2, one)));
  const __m128d zz = _mm_fmadd_pd(z0, z0, _mm_fmadd_pd(z1, z1, _mm_fmsub_pd(z2, z2, one)));
  const __m128d xy = _mm_fmadd_pd(x0, y0, _mm_fmadd_pd(x1, y1, _mm_mul_pd(x2, y2)));
  const __m128d yz = _mm_fmadd_pd(y0, z0, _mm_fmadd_pd(y1, z1, _mm_mul_pd(y2, z2)));
  const __m128d zx = _mm_fmadd_pd(z0, x0, _mm_fmadd_pd(z1, x1, _mm_mul_pd(z2, x2)));
  const __m128d on = _mm_fmadd_pd(xx, xx, _mm_fmadd_pd(yy, yy, _mm_mul_pd(zz, zz)));
  const Two off = _mm_fmadd_pd(xy, xy, _mm_fmadd_pd(yz, yz, _mm_fmadd_pd(zx, zx, on)));
  return off[0] + off[1] <= rigid_squares;
}

struct Gap {
  double gap, lower, upper, size, point_error;
  Four normal, point_a, point_b;  // from a to b
  unsigned end_a, end_b;          // 0, 1: the point is this end of the core; 2: it is between them
};

GRAZE_INLINE bool point_gap(Four a, Four b, Gap& result) {
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
  result.point_error = 0;
  result.end_a = result.end_b = 0;
  return true;
}

// The ends of a segment, and the point between them that was found, in memory: one of the three is read by its number.
struct Stick {
  Four at[3];
};
GRAZE_INLINE unsigned end_at(double share) {
  return 2 - 2 * static_cast<unsigned>(share == 0) - static_cast<unsigned>(share == 1);
}

// From a point to a segment.
GRAZE_INLINE bool point_stick(Four point, Stick& stick, Gap& result) {
  const Four r = stick.at[0] - point, d2 = stick.at[1] - stick.at[0];
  const Two lengths = sums(magnitude(r), magnitude(d2));
  const double size = lengths[0] + lengths[1];
  if (!(size > least && size < most)) return false;
  const Two on = sums(d2 * d2, d2 * r);
  const double t = clamp_share(-on[1] / on[0]);
  const Four d = r + d2 * t;
  const Two along_d = sums(d * d, d * r);
  const double gap = root(along_d[0]), off = 16 * u * size;
  if (!(gap > 0)) return false;
  const double begin = along_d[1], end = begin + dot(d, d2);
  const double along = (begin < end ? begin : end) / gap;
  result.end_a = 0;
  result.end_b = end_at(t);
  stick.at[2] = stick.at[0] + d2 * t;
  const Two far = sums(magnitude(point), magnitude(stick.at[0]));
  result.gap = gap;
  result.lower = (along < gap ? along : gap) - off;
  result.upper = gap + off;
  result.size = size;
  result.point_error = 4 * u * (larger(far[0], far[1]) + size);
  result.normal = d * (1 / gap);
  result.point_a = point;
  result.point_b = stick.at[result.end_b];
  return true;
}

GRAZE_INLINE bool sticks(Stick& a, Stick& b, Gap& result) {
  const Four r = b.at[0] - a.at[0], d1 = a.at[1] - a.at[0], d2 = b.at[1] - b.at[0];
  const Two lengths = sums(magnitude(r), magnitude(d1));
  const double size = (lengths[0] + lengths[1]) + sum(magnitude(d2));
  if (!(size > least && size < most)) return false;
  const Two on_2 = sums(d2 * d2, d2 * r), on_1 = sums(d1 * d1, d1 * r);
  const double ee = on_2[0], b2 = on_2[1], aa = on_1[0], b1 = on_1[1], c = dot(d1, d2), across = aa * ee - c * c;
  const double inner = across > 0 ? clamp_share((b1 * ee - c * b2) / across) : 0;
  // Where the nearest point of the other segment is an end of it.
  const double at_begin = clamp_share(b1 / aa), at_end = clamp_share((b1 + c) / aa);
  double t = (c * inner - b2) / ee, s = inner;
  s = t > 1 ? at_end : s;
  s = t > 0 ? s : at_begin;
  t = clamp_share(t);
  const Four d = (r + d2 * t) - d1 * s;
  const Two along_d = sums(d * d, d * r), beside = sums(d * d2, d * d1);
  const double gap = root(along_d[0]), off = 16 * u * size;
  if (!(gap > 0)) return false;
  const double begin = along_d[1], end = begin + beside[0], own = beside[1];
  const double along = ((begin < end ? begin : end) - (own > 0 ? own : 0)) / gap;
  const Two far = sums(magnitude(a.at[0]), magnitude(b.at[0]));
  result.end_a = end_at(s);
  result.end_b = end_at(t);
  a.at[2] = a.at[0] + d1 * s;
  b.at[2] = b.at[0] + d2 * t;
  result.gap = gap;
  result.lower = (along < gap ? along : gap) - off;
  result.upper = gap + off;
  result.size = size;
  result.point_error = 4 * u * (larger(far[0], far[1]) + size);
  result.normal = d * (1 / gap);
  result.point_a = a.at[result.end_a];
  result.point_b = b.at[result.end_b];
  return true;
}

GRAZE_INLINE void mirror(Gap& gap) {
  const Four point = gap.point_a;
  gap.point_a = gap.point_b;
  gap.point_b = point;
  const unsigned end = gap.end_a;
  gap.end_a = gap.end_b;
  gap.end_b = end;
  gap.normal = -gap.normal;
}

// Which of two segments is asked first; 2 where they are one.
GRAZE_INLINE unsigned order(const Stick& a, const Stick& b) {
  const auto compare = [](Four p, Four q) {
    const auto differ = static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(p, q, _CMP_NEQ_UQ))) & 7;
    const auto less = static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(q, p, _CMP_LT_OQ)));
    return differ == 0 ? 2 : less >> __builtin_ctz(differ) & 1;
  };
  const unsigned first = compare(a.at[0], b.at[0]);
  return first != 2 ? first : compare(a.at[1], b.at[1]);
}

GRAZE_INLINE void place(const Columns& m, Four t, const Vec3* ends, Stick& stick) {
  if (ends == nullptr) {
    stick.at[0] = stick.at[1] = t;
    return;
  }
  const Vec3 &p = ends[0], &q = ends[1];
  stick.at[0] = ((m.c0 * p.x + m.c1 * p.y) + m.c2 * p.z) + t;
  stick.at[1] = ((m.c0 * q.x + m.c1 * q.y) + m.c2 * q.z) + t;
}

GRAZE_INLINE bool find_gap(const Pose* pose_a, const Vec3* ends_a, const Pose* pose_b, const Vec3* ends_b,
                           Gap& result) {
  if (ends_a == nullptr && ends_b == nullptr)
    return rigid(pose_a->linear, pose_b->linear) &&
           point_gap(load(pose_a->translation), load(pose_b->translation), result);
  const Columns m = load(pose_a->linear), n = load(pose_b->linear);
  if (!rigid(m, n)) return false;
  Stick both[2];
  place(m, load(pose_a->translation), ends_a, both[0]);
  place(n, load(pose_b->translation), ends_b, both[1]);
  const bool point_a = equal(both[0].at[0], both[0].at[1]), point_b = equal(both[1].at[0], both[1].at[1]);
  if (!point_a && !point_b) {
    const unsigned swapped = order(both[0], both[1]);
    if (swapped == 2) return false;
    if (!sticks(both[swapped], both[swapped ^ 1], result)) return false;
    const Four turned = swapped != 0 ? Four{-0.0, -0.0, -0.0, -0.0} : Four{0, 0, 0, 0};
    const Four points[2] = {result.point_a, result.point_b};
    const unsigned ends[2] = {result.end_a, result.end_b};
    result.point_a = points[swapped];
    result.point_b = points[swapped ^ 1];
    result.end_a = ends[swapped];
    result.end_b = ends[swapped ^ 1];
    result.normal = Four(Bits(result.normal) ^ Bits(turned));
    return true;
  }
  if (point_a && point_b) return point_gap(both[0].at[0], both[1].at[0], result);
  if (point_a) return point_stick(both[0].at[0], both[1], result);
  if (!point_stick(both[1].at[0], both[0], result)) return false;
  mirror(result);
  return true;
}

bool bracket(const Pose* pose_a, const Vec3* ends_a, double radius_a, const Pose* pose_b, const Vec3* ends_b,
             double radius_b, RoundBracket& result) {
  Gap gap;
  if (!(radius_a < most && radius_b < most) || !find_gap(pose_a, ends_a, pose_b, ends_b, gap)) return false;
  result.lower = gap.lower;
  result.upper = gap.upper;
  return true;
}

struct Distance {
  double distance, bound, lower, upper, point_bound;
  Four normal, point_a, point_b;
};

GRAZE_INLINE bool find_distance(const Pose* pose_a, const Vec3* ends_a, double radius_a, const Pose* pose_b,
                                const Vec3* ends_b, double radius_b, double max, Gap& gap, Distance& result) {
  if (!(radius_a < most && radius_b < most) || !find_gap(pose_a, ends_a, pose_b, ends_b, gap)) return false;
  const double radii = radius_a + radius_b;
  if (!(gap.lower > radii * (1 + 4 * u))) return false;
  if (!(gap.upper - gap.lower <= narrow_bracket * gap.size && gap.gap >= least_share * gap.size)) return false;
  const double apart = gap.gap - radii;
  if (apart > max) return false;
  const double above = gap.upper - gap.gap, below = gap.gap - gap.lower;
  result.distance = apart;
  result.bound = (larger(above, below) + gap.gap * (4 * u)) * (1 + 4 * u);
  result.lower = larger(0, apart - result.bound);
  result.upper = apart + result.bound;
  const double turn = 2 * above / gap.gap + 16 * u;
  const Two far = sums(magnitude(gap.point_a), magnitude(gap.point_b));
  const double coordinates = larger(far[0], far[1]) + radii;
  result.point_bound = (gap.point_error + larger(radius_a, radius_b) * turn) + coordinates * 0x1p-51;
  result.normal = gap.normal;
  result.point_a = gap.point_a + gap.normal * radius_a;
  result.point_b = gap.point_b - gap.normal * radius_b;
  return true;
}

// By the number of an end.
constexpr Feature features[3] = {{}, {Feature::Kind::vertex, 1, 0, 0}, {Feature::Kind::edge, 0, 0, 0}};

bool distance(const Pose* pose_a, const Vec3* ends_a, double radius_a, const Pose* pose_b, const Vec3* ends_b,
              double radius_b, double max, DistanceResult& result) {
  Gap gap;
  Distance found;
  if (!find_distance(pose_a, ends_a, radius_a, pose_b, ends_b, radius_b, max, gap, found)) return false;
  result.distance = found.distance;
  result.bound = found.bound;
  result.lower = found.lower;
  result.upper = found.upper;
  result.point_bound = found.point_bound;
  write(found.normal, result.normal);
  write(found.point_a, result.point_a);
  write(found.point_b, result.point_b);
  result.feature_a = features[gap.end_a];
  result.feature_b = features[gap.end_b];
  result.counters.double_tests = 1;
  return true;
}

[[gnu::noinline, gnu::cold]] DistanceResult not_known() {
  DistanceResult result;
  result.status = Status::undecided;
  return result;
}

DistanceResult whole(const Pose* pose_a, const Vec3* ends_a, double radius_a, const Pose* pose_b, const Vec3* ends_b,
                     double radius_b, double max) {
  Gap gap;
  Distance found;
  if (!find_distance(pose_a, ends_a, radius_a, pose_b, ends_b, radius_b, max, gap, found)) [[unlikely]]
    return not_known();
  return {{Status::ok},
          false,
          found.distance,
          found.bound,
          found.lower,
          found.upper,
          {found.point_a[0], found.point_a[1], found.point_a[2]},
          {found.point_b[0], found.point_b[1], found.point_b[2]},
          found.point_bound,
          {found.normal[0], found.normal[1], found.normal[2]},
          features[gap.end_a],
          features[gap.end_b],
          {0, 0, 1, 0}};
}

}  // namespace

const RoundKernels round_kernels_avx2 = {bracket, distance, whole};

}  // namespace graze
