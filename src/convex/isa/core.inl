// A core made ready for one query: its points relative to an origin between the two sets, times a power of two.
//
// Errors, with u = 2^-53, F the Frobenius norm of the pose's matrix, v the farthest point from the local origin, R a
// bound on the placed points:
//   few     All points are posed as the contract says. The difference to the origin rounds by u R.
//   table   The direction is carried into the local frame and the farthest point found there, then posed. A local value
//           d.Mv is off by 7 u F|v||d|; a posed vertex is off the real image by 4 u (F|v| + |t|) on each axis. So the
//           point found may be nearer than the farthest by (64 + 2 (7 + 7)) u (F|v| + |t|) |d|. Where that is more than
//           `most_loss` of the size (a body far from its origin), all points are posed and scanned instead.
//   curved  The local direction is off by at most 8 u F |d|, which costs 16 u F|v| |d|; the point itself and its image
//           are off by less than 20 u F|v|. Where a ball is taken out of an ellipsoid, the point is the one of a
//           direction that is off by at most 10 u times the ratio of its axes, which is below 5, and by as much of the
//           ball's radius, which is below F|v|.
// Scanning itself may miss the largest value by 16 u of its magnitude, which is 16 u R, or by 64 u F|v| in the local
// frame. `loss` bounds the value lost by a support point, per length of the direction, beyond 48 u R; `off` bounds how
// far a point may be outside the core, beyond 2 u R.
#include "convex/gjk_kernel.h"
#include "graze/api.h"
#include "math/wide_lanes.h"

// Of what is small in lanes and large as the loops that scalars make of them: there a call costs next to nothing, and
// many copies take long to compile.
#if GRAZE_LANES == 1
#define GRAZE_INLINE_LANES [[gnu::noinline]]
#else
#define GRAZE_INLINE_LANES GRAZE_INLINE
#endif

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr double rounding = 0x1p-53;
constexpr double most_loss = 1e-12;
// The square of a direction d that is worth asking along. Of lesser ones digits are lost, and so may all be of the
// local direction, whose coordinates round by 2^-1074: of local points below 1e150 that makes 2^-570 of d.Mv, which is
// 2^-120 per length of d, and nothing beside 48 u R, as bodies are placed with sizes from 1e-9 on.
constexpr double least_square = 0x1p-900, most_local = 1e150;

struct Point {
  double x, y, z;
};
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Point operator-(Point a) { return {-a.x, -a.y, -a.z}; }
inline Point operator*(Point a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(Point a, Point b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
inline Point cross(Point a, Point b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
// Of what is not negative: the instruction alone, without a call for negative ones.
inline double root(double a) {
#if GRAZE_AVX
  double result;
  asm("vsqrtsd %1, %1, %0" : "=x"(result) : "x"(a));
  return result;
#elif GRAZE_LANES == 128
  return root_of(a);
#else
  return __builtin_sqrt(a);
#endif
}
inline double norm(Point a) { return root(dot(a, a)); }
// Not below the norm.
inline double sum(Point a) { return (__builtin_fabs(a.x) + __builtin_fabs(a.y)) + __builtin_fabs(a.z); }
inline Point plain(const Vec3& v) { return {v.x, v.y, v.z}; }
inline void write(Vec3& to, Point p) {
  to.x = p.x;
  to.y = p.y;
  to.z = p.z;
}
inline double larger(double a, double b) { return a < b ? b : a; }
inline double smaller(double a, double b) { return b < a ? b : a; }

// In the first three lanes; the last one is 0.
inline Double4 lanes(Point p) { return set4(p.x, p.y, p.z, 0); }
inline Point first_three(Double4 a) { return {a.v[0], a.v[1], a.v[2]}; }
inline double sum(Double4 a) { return (a.v[0] + a.v[1]) + a.v[2]; }

// A point kept as four lanes, and nothing at first.
struct Spot {
  alignas(32) double v[4];
  void set(Double4 p) { p.store(v); }
  Double4 lanes() const { return load4(v); }
  operator Point() const { return {v[0], v[1], v[2]}; }
};

struct Found {
  Double4 p;
  std::uint32_t index;
};

struct Core {
  // `any`: not known when compiled, and never what a core has.
  enum class Way : std::uint8_t { few, scan, cells, posed, ellipsoid, cylinder, cone, capsule, any };

  PointBlock placed;  // of few
  Way way;
  std::uint32_t count, cells;
  double half_cells;
  const PointBlock* blocks;
  const SupportTable::Range* cell;
  const PointBlock* cell_blocks;
  const SupportTable::Indices* cell_indices;
  const double* pose;  // its twelve numbers, column by column
  Spot c0, c1, c2, t;  // the same; not of few
  Spot row0, row1, row2;
  Spot origin;
  double scale;
  bool scaled;  // the scale is not 1
  Point extent;
  double inset;              // curved: not times the scale
  bool ordinary;             // curved: the extent is far from the ends of the doubles
  double loss, off, radius;  // radius: of a ball around the placed centre that holds the core
};

GRAZE_INLINE Double4 posed(const Core& core, double x, double y, double z) {
  const Double4 image = (core.c0.lanes() * all4(x) + core.c1.lanes() * all4(y)) + core.c2.lanes() * all4(z);
  const Double4 p = (image + core.t.lanes()) - core.origin.lanes();
  if (core.scaled) [[unlikely]]
    return p * all4(core.scale);
  return p;
}

struct Lanes {
  Double8 x, y, z;
};
GRAZE_INLINE Lanes posed(const Core& core, const PointBlock& block) {
  const Double8 x = Double8::load(block.x), y = Double8::load(block.y), z = Double8::load(block.z);
  // Loaded anew: an operand in memory is spread over the lanes on the way, one in a register is not.
  const double* pose = core.pose;
  asm("" : "+r"(pose));
  const auto axis = [&](int i) {
    const double* const m = pose + i;
    return (((Double8::all(m[0]) * x + Double8::all(m[3]) * y) + Double8::all(m[6]) * z) + Double8::all(m[9])) -
           Double8::all(core.origin.v[i]);
  };
  const Lanes p{axis(0), axis(1), axis(2)};
  if (!core.scaled) [[likely]]
    return p;
  const Double8 scale = Double8::all(core.scale);
  return {p.x * scale, p.y * scale, p.z * scale};
}
GRAZE_INLINE Double8 along(const Lanes& p, Point d) {
  return (p.x * Double8::all(d.x) + p.y * Double8::all(d.y)) + p.z * Double8::all(d.z);
}
GRAZE_INLINE Lanes load(const PointBlock& block) {
  return {Double8::load(block.x), Double8::load(block.y), Double8::load(block.z)};
}

// The block (times 8) and lane of a largest of the values of `count` blocks, up to 2^-49 of its magnitude.
template <class Value>
GRAZE_INLINE std::uint32_t scan(std::uint32_t count, Value value) {
  Double8 best = value(0);
  if (count == 1) return lane_of_largest(best);
  Double8 at = Double8::all(0);
  for (std::uint32_t block = 1; block < count; ++block) {
    const Double8 other = value(block);
    const auto more = best < other;
    best = choose(more, other, best);
    at = choose(more, Double8::all(double(block)), at);
  }
  const std::uint32_t lane = lane_of_largest(best);
  alignas(64) double block[8];
  at.store(block);
  return std::uint32_t(block[lane]) * 8 + lane;
}

// The lane of a largest value along d of eight points, up to 2^-49; and of some blocks, times 8 and the lane, up to
// 2^-47 for at most four of them, without a choice at every block. Scalars go from point to point: the last bits of a
// value say which it is, so that no two are equal and the order of comparing them changes nothing.
#if GRAZE_LANES == 1

GRAZE_INLINE double marked_along(const PointBlock& block, Point d, std::uint64_t mask, std::uint64_t first) {
  const auto value = [&](std::uint32_t i) {
    const double along = (block.x[i] * d.x + block.y[i] * d.y) + block.z[i] * d.z;
    return replace_last_bits(along, mask, first + i);
  };
  return larger(larger(larger(value(0), value(1)), larger(value(2), value(3))),
                larger(larger(value(4), value(5)), larger(value(6), value(7))));
}
inline std::uint32_t last_bits(double value, std::uint64_t mask) {
  return std::uint32_t(__builtin_bit_cast(std::uint64_t, value) & mask);
}
inline std::uint32_t lane_along(const PointBlock& block, Point d) { return last_bits(marked_along(block, d, 7, 0), 7); }
inline std::uint32_t place_along(const PointBlock* blocks, std::uint32_t count, Point d) {
  if (count > 4) return scan(count, [&](std::uint32_t block) { return along(load(blocks[block]), d); });
  double most = marked_along(blocks[0], d, 31, 0);
  for (std::uint32_t block = 1; block < count; ++block)
    most = larger(most, marked_along(blocks[block], d, 31, 8 * block));
  return last_bits(most, 31);
}

#else

GRAZE_INLINE std::uint32_t lane_along(const PointBlock& block, Point d) {
  return lane_of_largest(along(load(block), d));
}
GRAZE_INLINE std::uint32_t place_along(const PointBlock* blocks, std::uint32_t count, Point d) {
  if (count > 4) return scan(count, [&](std::uint32_t block) { return along(load(blocks[block]), d); });
  Double8 best = marked(along(load(blocks[0]), d), 0);
  for (std::uint32_t block = 1; block < count; ++block)
    best = larger_lanes(best, marked(along(load(blocks[block]), d), block));
  return mark_of_largest(best);
}

#endif

// Of at most eight blocks, all of whose points count: exactly the highest value as computed, and the first that has it.
GRAZE_INLINE std::uint32_t exact_scan(const PointBlock* blocks, std::uint32_t count, Point d, double& highest) {
  Double8 value[8];
  Double8 best = value[0] = along(load(blocks[0]), d);
  for (std::uint32_t block = 1; block < count; ++block) {
    value[block] = along(load(blocks[block]), d);
    best = larger_lanes(best, value[block]);
  }
  alignas(64) double most[8];
  best.store(most);
  highest = larger(larger(larger(most[0], most[1]), larger(most[2], most[3])),
                   larger(larger(most[4], most[5]), larger(most[6], most[7])));
  std::uint32_t block = 0;
  unsigned as_high = 0;
  for (;; ++block) {
    as_high = ~(value[block] < Double8::all(highest)).bits() & 255u;
    if (as_high != 0 || block + 1 == count) break;
  }
  return 8 * block + std::uint32_t(__builtin_ctz(as_high | 256u)) % 8;
}

GRAZE_INLINE Point local_direction(const Core& core, Point d) {
  return first_three((core.row0.lanes() * all4(d.x) + core.row1.lanes() * all4(d.y)) + core.row2.lanes() * all4(d.z));
}

inline Double4 image(const Core& core, Point s) {
  const Double4 turned = (core.c0.lanes() * all4(s.x) + core.c1.lanes() * all4(s.y)) + core.c2.lanes() * all4(s.z);
  return (turned + (core.t.lanes() - core.origin.lanes())) * all4(core.scale);
}

// Out of line: nothing but the three kinds with points is worth the room in the inner loop. Numbers, not points, go in
// and out: those stay in registers, and a point is copied by two numbers at once that were stored one by one just
// before, for which the machine waits long.
__attribute__((noinline)) Double4 curved_support(const Core& core, double x, double y, double z) {
  const Point d{x, y, z}, l = local_direction(core, d);
  // Squares must neither under- nor overflow, with lengths of the core in them either.
  const double most = larger(larger(__builtin_fabs(l.x), __builtin_fabs(l.y)), __builtin_fabs(l.z));
  Point e = l;
  if (!(most > 0x1p-200 && most < 0x1p200 && core.ordinary)) [[unlikely]] {
    const double up = most > 0x1p-1000 ? 1 : 0x1p600;  // 1 / most may be beyond the doubles
    e = most > 0 ? (l * up) * (1 / (most * up)) : Point{0, 0, 1};
  }
  const Point r = core.extent;
  if (core.way == Core::Way::ellipsoid) {
    const Point s{r.x * e.x, r.y * e.y, r.z * e.z};
    const double length = norm(s);
    if (!(length > 0)) return image(core, {0, 0, 0});
    const double inverse = 1 / length;
    const Double4 p = image(core, {r.x * (s.x * inverse), r.y * (s.y * inverse), r.z * (s.z * inverse)});
    return core.inset == 0 ? p : p - lanes(d * (core.inset * core.scale / norm(d)));
  }
  if (core.way == Core::Way::capsule) {
    const Point ball = e * (r.x / norm(e));
    return image(core, {ball.x, ball.y, ball.z + (e.z < 0 ? -r.z : r.z)});
  }
  double across = root(e.x * e.x + e.y * e.y);
  const double turned = across > 0 ? r.x / across : 0;
  Point rim{e.x * turned, e.y * turned, e.z < 0 ? -r.z : r.z};
  if (!(across > 0x1p-500) && (e.x != 0 || e.y != 0)) [[unlikely]] {
    // Along the axis but for so little that squares lost it: below 2^-500 they lose digits, and the rim would be off by
    // as much. A power of two brings the least double to where its square has all of them.
    const double ex = e.x * 0x1p600, ey = e.y * 0x1p600, far = root(ex * ex + ey * ey);
    rim = {r.x * (ex / far), r.x * (ey / far), rim.z};
    across = far * 0x1p-600;
  }
  if (core.way == Core::Way::cylinder) return image(core, rim);
  const bool apex = r.z * e.z >= r.x * across - r.z * e.z;
  return image(core, apex ? Point{0, 0, r.z} : Point{rim.x, rim.y, -r.z});
}

__attribute__((noinline)) Found posed_support(const Core& core, double dx, double dy, double dz) {
  const Point d{dx, dy, dz};
  const std::uint32_t blocks = (core.count + 7) / 8;
  const std::uint32_t at = scan(blocks, [&](std::uint32_t block) { return along(posed(core, core.blocks[block]), d); });
  const std::uint32_t index = at < core.count ? at : core.count - 1;
  const PointBlock& block = core.blocks[index / 8];
  const std::uint32_t lane = index % 8;
  return {posed(core, block.x[lane], block.y[lane], block.z[lane]), index};
}

// The cell of a local direction; of 0, along which all points are as far, that in the middle.
GRAZE_INLINE int cell_of(std::uint32_t cells, double half_cells, Point l) {
  double most = larger(larger(__builtin_fabs(l.x), __builtin_fabs(l.y)), __builtin_fabs(l.z));
  if (!(most > 0x1p-1000)) [[unlikely]] {  // the quotient would be beyond the doubles
    l = l * 0x1p600;
    most = most > 0 ? most * 0x1p600 : 1;
  }
  const double inverse = half_cells / most;
  const auto step = [&](double x) {
    const double at = x * inverse + half_cells;
    const int i = at > 0 ? int(at) : 0;  // 0 for what is no number, too
    return i < int(cells) ? i : int(cells) - 1;
  };
  return step(l.x) + int(cells) * (step(l.y) + int(cells) * step(l.z));
}

// `known`: the core's way where that is known when compiled.
template <Core::Way known>
GRAZE_INLINE_LANES Found support(const Core& core, Point d) {
  const Core::Way way = known == Core::Way::any ? core.way : known;
  if (way == Core::Way::few) {
    const std::uint32_t at = lane_along(core.placed, d);
    const std::uint32_t index = at < core.count ? at : core.count - 1;
    return {set4(core.placed.x[at], core.placed.y[at], core.placed.z[at], 0), index};
  }
  if (way == Core::Way::scan) {
    const Point l = local_direction(core, d);
    const std::uint32_t at = place_along(core.blocks, (core.count + 7) / 8, l);
    const std::uint32_t index = at < core.count ? at : core.count - 1;
    const PointBlock& block = core.blocks[at / 8];
    const std::uint32_t lane = at % 8;
    return {posed(core, block.x[lane], block.y[lane], block.z[lane]), index};
  }
  if (way == Core::Way::cells) {
    const Point l = local_direction(core, d);
    const SupportTable::Range range = core.cell[cell_of(core.cells, core.half_cells, l)];
    const PointBlock* const blocks = core.cell_blocks + range.first;
    const std::uint32_t at = place_along(blocks, range.blocks, l);
    const PointBlock& block = blocks[at / 8];
    const std::uint32_t lane = at % 8;
    return {posed(core, block.x[lane], block.y[lane], block.z[lane]),
            core.cell_indices[range.first + at / 8].point[lane]};
  }
  if (way == Core::Way::posed) return posed_support(core, d.x, d.y, d.z);
  return {curved_support(core, d.x, d.y, d.z), 0};
}

// The placed point of an index that `support` gave.
template <Core::Way known>
GRAZE_INLINE Double4 placed(const Core& core, std::uint32_t index) {
  if ((known == Core::Way::any ? core.way : known) == Core::Way::few)
    return set4(core.placed.x[index], core.placed.y[index], core.placed.z[index], 0);
  const PointBlock& block = core.blocks[index / 8];
  const std::uint32_t lane = index % 8;
  return posed(core, block.x[lane], block.y[lane], block.z[lane]);
}

// All that does not need the origin yet; returns the centre in the world, in the first three lanes.
template <bool few>
GRAZE_INLINE Double4 begin(Core& core, const Support& support) {
  const double* const m = &support.pose.linear.c0.x;
  core.pose = m;
  core.count = support.count;
  // Number by number: a pose was often stored a moment ago, and lanes across two stores have to wait for them.
  const Double4 c0 = set4(m[0], m[1], m[2], 0), c1 = set4(m[3], m[4], m[5], 0), c2 = set4(m[6], m[7], m[8], 0);
  const Double4 t = set4(m[9], m[10], m[11], 0);
  const double square = sum((c0 * c0 + c1 * c1) + c2 * c2);
  double frobenius = root(square) * (1 + 8 * rounding);
  // Where squares leave the doubles the sum of magnitudes is a bound as well.
  if (!(square > 1e-280 && square < 1e300)) [[unlikely]]
    frobenius = sum((abs(c0) + abs(c1)) + abs(c2)) * (1 + 8 * rounding);
  core.radius = frobenius * support.spread * (1 + 8 * rounding);
  const double far = frobenius * support.farthest;
  const Vec3& c = support.centre;
  const Double4 centre = ((c0 * all4(c.x) + c1 * all4(c.y)) + c2 * all4(c.z)) + t;
  core.loss = core.off = 0;
  if (few || support.kind == Support::Kind::few) {
    core.way = Core::Way::few;
    return centre;
  }
  core.c0.set(c0);
  core.c1.set(c1);
  core.c2.set(c2);
  core.t.set(t);
  core.row0.set(set4(m[0], m[3], m[6], 0));
  core.row1.set(set4(m[1], m[4], m[7], 0));
  core.row2.set(set4(m[2], m[5], m[8], 0));
  if (support.kind == Support::Kind::table) {
    const SupportTable& table = *support.table;
    core.loss = 96 * rounding * (far + sum(abs(t)));
    core.cells = table.cells;
    core.half_cells = 0.5 * table.cells;
    core.way = table.cells != 0 ? Core::Way::cells : Core::Way::scan;
    if (!(core.loss <= most_loss * core.radius && support.farthest < most_local)) {
      core.way = Core::Way::posed;
      core.loss = 0;
    }
  } else {
    core.way = support.kind == Support::Kind::ellipsoid  ? Core::Way::ellipsoid
               : support.kind == Support::Kind::cylinder ? Core::Way::cylinder
               : support.kind == Support::Kind::cone     ? Core::Way::cone
                                                         : Core::Way::capsule;
    core.extent = plain(support.extent);
    core.ordinary = support.farthest < 0x1p200 && support.extent.x > 0x1p-200 && support.extent.y > 0x1p-200 &&
                    support.extent.z > 0x1p-200;
    core.inset = support.inset;
    core.loss = 64 * rounding * far;
    core.off = (support.inset == 0 ? 32 : 96) * rounding * far;
  }
  return centre;
}

// `blocks` and the like, as plain pointers: the containers' own functions must not be compiled here.
template <bool few>
GRAZE_INLINE void place(Core& core, const Support& support, Double4 origin, double scale, bool scaled) {
  core.origin.set(origin);
  core.scale = scale;
  core.scaled = scaled;
  if (scaled) [[unlikely]] {
    core.loss = core.loss * scale;
    core.off = core.off * scale;
    core.radius = core.radius * scale;
  }
  if (few || core.way == Core::Way::few) {
    const Lanes p = posed(core, support.table != nullptr ? *support.table->blocks.data() : support.points);
    p.x.store(core.placed.x);
    p.y.store(core.placed.y);
    p.z.store(core.placed.z);
  } else if (support.kind == Support::Kind::table) {
    core.blocks = support.table->blocks.data();
    core.cell = support.table->cell.data();
    core.cell_blocks = support.table->cell_blocks.data();
    core.cell_indices = support.table->cell_indices.data();
  }
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
