// Are the points that two cores were nearest at still the nearest, or near to them? The first steps of the search of
// gjk.inl from the corners of the last answer: nothing is prepared that only many steps would need.
//
// Points are those of the contract, and are not placed: differences of them round by u R, where R = F|v| + F'|v'| +
// |t' - t| bounds them. All else is bounded as in gjk.inl and, by the local frames, as of tables in core.inl: the lower
// bound is d.w / |d| for the first pair w of the simplex, less 48 u R and 96 u (F|v| + |t|) of both cores, when no
// local value is above those of w by more than 64 u F|v| |d|. That no point is farther is known sooner than which one
// is.
#include "convex/isa/measure.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

struct Posing {
  Double4 c0, c1, c2, t;
  const double* m;  // the twelve numbers, column by column
  double far;       // F|v|
  double loss, radius;
};

GRAZE_INLINE Posing posing(const SupportTable& table, const Pose& pose) {
  const double* const m = &pose.linear.c0.x;
  Posing p;
  p.m = m;
  p.c0 = set4(m[0], m[1], m[2], 0);
  p.c1 = set4(m[3], m[4], m[5], 0);
  p.c2 = set4(m[6], m[7], m[8], 0);
  p.t = set4(m[9], m[10], m[11], 0);
  const double frobenius = root(sum((p.c0 * p.c0 + p.c1 * p.c1) + p.c2 * p.c2)) * (1 + 8 * rounding);
  p.far = frobenius * table.farthest;
  p.loss = 96 * rounding * (p.far + sum(abs(p.t)));
  p.radius = frobenius * table.spread * (1 + 8 * rounding);
  return p;
}

GRAZE_INLINE Double4 corner(const Posing& p, const PointBlock* blocks, std::uint32_t index) {
  const PointBlock& block = blocks[index / 8];
  const std::uint32_t lane = index % 8;
  return ((p.c0 * all4(block.x[lane]) + p.c1 * all4(block.y[lane])) + p.c2 * all4(block.z[lane])) + p.t;
}

// A direction in the local frame, and the points that may be farthest along it.
struct Aim {
  Point l;
  const PointBlock* blocks;
  std::uint32_t count;
  const SupportTable::Indices* indices;  // of the points; null: they are all, in their order
};
GRAZE_INLINE Aim aim(const Posing& p, const SupportTable& table, Point d) {
  const double* const m = p.m;
  Aim result{{(m[0] * d.x + m[1] * d.y) + m[2] * d.z, (m[3] * d.x + m[4] * d.y) + m[5] * d.z,
              (m[6] * d.x + m[7] * d.y) + m[8] * d.z},
             table.blocks.data(),
             (table.count + 7) / 8,
             nullptr};
  if (table.cells != 0) {
    const SupportTable::Range range = table.cell.data()[cell_of(table.cells, 0.5 * table.cells, result.l)];
    result.blocks = table.cell_blocks.data() + range.first;
    result.count = range.blocks;
    result.indices = table.cell_indices.data() + range.first;
  }
  return result;
}

// Is no point farther along d than the corner of an index, up to 64 u F|v| |d|?
GRAZE_INLINE bool is_farthest(const Posing& p, const SupportTable& table, const Aim& to, std::uint32_t index, Point d) {
  const PointBlock& own = table.blocks.data()[index / 8];
  const std::uint32_t lane = index % 8;
  // The sum is at most sqrt(3) times the norm.
  const double top = dot(Point{own.x[lane], own.y[lane], own.z[lane]}, to.l) + 36 * rounding * p.far * sum(d);
  unsigned above = 0;
  for (std::uint32_t block = 0; block < to.count; ++block)
    above |= (Double8::all(top) < along(load(to.blocks[block]), to.l)).bits();
  return above == 0;
}

GRAZE_INLINE std::uint32_t farthest(const SupportTable& table, const Aim& to) {
  const std::uint32_t at = place_along(to.blocks, to.count, to.l);
  if (to.indices != nullptr) return to.indices[at / 8].point[at % 8];
  return at < table.count ? at : table.count - 1;
}

constexpr int most_pairs = 7;  // where more are needed, the search does it all

// The pairs that were looked at, and the part of them that is nearest to the origin.
struct Looked {
  std::uint32_t index_a[most_pairs], index_b[most_pairs];
  Double4 on_a[most_pairs], on_b[most_pairs], across[most_pairs];
  Simplex simplex;
  SimplexPoint nearest;
  Candidates candidates;
};
struct Tolerances {
  double tolerance, slack, point_slack, coordinates;
};

GRAZE_INLINE Point add(Looked& looked, int i, const Posing& a, const Posing& b, const Recheck& request) {
  looked.on_a[i] = corner(a, request.table_a->blocks.data(), looked.index_a[i]);
  looked.on_b[i] = corner(b, request.table_b->blocks.data(), looked.index_b[i]);
  looked.across[i] = looked.on_b[i] - looked.on_a[i];
  return first_three(looked.across[i]);
}

// `w`: the difference that is farthest along the direction; `at`: the place of the simplex among the candidates.
GRAZE_INLINE bool finish(const Looked& looked, Point w, int at, const Tolerances& limits, RecheckAnswer& answer) {
  const Point d = looked.nearest.direction;
  const Double4 slots = looked.simplex.slot;
  const int slot[3] = {int(slots.v[0]), int(slots.v[1]), int(slots.v[2])};
  const double length = norm(d), lower = dot(d, w) / length - limits.slack;
  const auto& share = looked.candidates.share;
  const double inverse = 1 / ((share[0][at] + share[1][at]) + share[2][at]);
  const Double4 second = all4(share[1][at] * inverse), third = all4(share[2][at] * inverse);
  const auto mix = [&](const Double4* q) {
    return q[slot[0]] + ((q[slot[1]] - q[slot[0]]) * second + (q[slot[2]] - q[slot[0]]) * third);
  };
  const Double4 end_a = mix(looked.on_a), end_b = mix(looked.on_b), between = mix(looked.across);
  const double distance = root(sum(between * between)), upper = distance + limits.point_slack;
  if (!(lower > 0 && upper < infinite && upper - lower <= 2 * (limits.tolerance + limits.slack))) return false;
  answer.lower = lower;
  answer.upper = upper;
  answer.distance = distance;
  answer.coordinates = limits.coordinates;
  write(answer.point_a, first_three(end_a));
  write(answer.point_b, first_three(end_b));
  write(answer.normal, {d.x / length, d.y / length, d.z / length});
  answer.count = std::uint32_t(looked.simplex.size);
  for (int i = 0; i < 3; ++i) {
    answer.index_a[i] = looked.index_a[slot[i]];
    answer.index_b[i] = looked.index_b[slot[i]];
  }
  answer.count_a = different(answer.index_a[0], answer.index_a[1], answer.index_a[2]);
  answer.count_b = different(answer.index_b[0], answer.index_b[1], answer.index_b[2]);
  return true;
}

// From corners that are no longer the nearest: a few steps of the search.
__attribute__((noinline)) bool go_on(const Recheck& request, const Posing& a, const Posing& b, Looked& looked,
                                     const Tolerances& limits, RecheckAnswer& answer) {
  int at = 0;
  for (int i = 3; i < most_pairs; ++i) {
    const Point d = looked.nearest.direction;
    const double length_square = dot(d, d);
    if (!(length_square > 0 && length_square < infinite)) return false;
    looked.index_a[i] = farthest(*request.table_a, aim(a, *request.table_a, forth(d)));
    looked.index_b[i] = farthest(*request.table_b, aim(b, *request.table_b, back(d)));
    const Point w = add(looked, i, a, b, request);
    // As in the search: is the bracket narrow enough?
    const double along = dot(d, w), between = looked.nearest.square * length_square - along * along;
    const double narrow = 4 * limits.tolerance * limits.tolerance;
    if (along > 0 && between * __builtin_fabs(between) <= (narrow * (along * along)) * length_square)
      return finish(looked, w, at, limits, answer);
    double unused[4];
    const Step step = advance<true>(looked.simplex, w, i, looked.nearest, unused, looked.candidates);
    if (step.maybe_inside || !step.nearer) return false;
    at = step.at;
  }
  return false;
}

bool recheck(const Recheck& request, RecheckAnswer& answer) {
  const SupportTable &table_a = *request.table_a, &table_b = *request.table_b;
  Looked looked;
  bool known = true;
  for (int i = 0; i < 3; ++i) {
    looked.index_a[i] = answer.index_a[i];
    looked.index_b[i] = answer.index_b[i];
    known = known & (answer.index_a[i] < table_a.count) & (answer.index_b[i] < table_b.count);
  }
  if (!known) return false;
  const Posing a = posing(table_a, *request.pose_a), b = posing(table_b, *request.pose_b);
  const double apart = sum(abs(b.t - a.t)), span = (a.far + b.far + apart) * (1 + 8 * rounding);
  const double size = a.radius + b.radius;
  // Squares of products of six lengths must neither under- nor overflow, and supports are found in local frames.
  if (!(size > 1e-9 && span < 1e9 && a.loss <= most_loss * a.radius && b.loss <= most_loss * b.radius)) return false;
  const Tolerances limits{default_tolerance * size, 48 * rounding * span + (a.loss + b.loss), 32 * rounding * span,
                          (a.far + sum(abs(a.t))) + (b.far + sum(abs(b.t)))};
  const Point p = add(looked, 0, a, b, request), q = add(looked, 1, a, b, request), r = add(looked, 2, a, b, request);
  looked.simplex = {
      {set4(p.x, q.x, r.x, r.x), set4(p.y, q.y, r.y, r.y), set4(p.z, q.z, r.z, r.z)}, set4(0, 1, 2, 2), 3};
  looked.nearest = reduce(looked.simplex, looked.candidates);
  const Point d = looked.nearest.direction;
  const int first = int(looked.simplex.slot.v[0]);
  if (!is_farthest(a, table_a, aim(a, table_a, forth(d)), looked.index_a[first], d) ||
      !is_farthest(b, table_b, aim(b, table_b, back(d)), looked.index_b[first], d))
    return go_on(request, a, b, looked, limits, answer);
  return finish(looked, first_three(looked.across[first]), 0, limits, answer);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
