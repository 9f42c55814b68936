// Are the points that two cores were nearest at still the nearest, or near to them; do cores that met still meet? The
// corner, edge or face of the last answer alone, else the first steps of the search of gjk.inl from its corners:
// nothing is prepared that only many steps would need.
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

// Pairs that were looked at; nothing at first.
template <int most>
struct Looked {
  std::uint32_t index_a[most], index_b[most];
  Spot on_a[most], on_b[most], across[most];
};
// The part of them that is nearest to the origin.
struct Part {
  Simplex simplex;
  SimplexPoint nearest;
};
struct Tolerances {
  double tolerance, slack, point_slack, coordinates;
};

template <int most>
GRAZE_INLINE Point add(Looked<most>& looked, int i, const Posing& a, const Posing& b, const Recheck& request) {
  const Double4 on_a = corner(a, request.table_a->blocks.data(), looked.index_a[i]);
  const Double4 on_b = corner(b, request.table_b->blocks.data(), looked.index_b[i]);
  const Double4 across = on_b - on_a;
  looked.on_a[i].set(on_a);
  looked.on_b[i].set(on_b);
  looked.across[i].set(across);
  return first_three(across);
}

// What is known once no point is farther along d than those of the difference w: the nearest points are first + (one -
// first) second + (other - first) third of the pairs `slot`.
struct Mix {
  int slot[3];
  double second, third;
};
template <int most>
GRAZE_INLINE bool finish(const Looked<most>& looked, Point d, Point w, const Mix& part, const Tolerances& limits,
                         RecheckAnswer& answer) {
  const double length = norm(d), lower = dot(d, w) / length - limits.slack;
  const auto mix = [&](const Spot* q) {
    const Double4 first = q[part.slot[0]].lanes();
    if (most == 1) return first;
    const Double4 one = (q[part.slot[1]].lanes() - first) * all4(part.second);
    if (most == 2) return first + one;
    return first + (one + (q[part.slot[2]].lanes() - first) * all4(part.third));
  };
  const Double4 end_a = mix(looked.on_a), end_b = mix(looked.on_b), between = mix(looked.across);
  const double distance = root(sum(between * between)), upper = distance + limits.point_slack;
  if (!(lower > 0 && lower <= upper && upper < infinite && upper - lower <= 2 * (limits.tolerance + limits.slack)))
    return false;
  answer.lower = lower;
  answer.upper = upper;
  answer.distance = distance;
  answer.coordinates = limits.coordinates;
  write(answer.point_a, first_three(end_a));
  write(answer.point_b, first_three(end_b));
  write(answer.normal, {d.x / length, d.y / length, d.z / length});
  const std::uint32_t a0 = looked.index_a[part.slot[0]], a1 = looked.index_a[part.slot[1]],
                      a2 = looked.index_a[part.slot[2]];
  const std::uint32_t b0 = looked.index_b[part.slot[0]], b1 = looked.index_b[part.slot[1]],
                      b2 = looked.index_b[part.slot[2]];
  answer.count_a = different(a0, a1, a2);
  answer.count_b = different(b0, b1, b2);
  answer.index_a[0] = a0;
  answer.index_a[1] = a1;
  answer.index_a[2] = a2;
  answer.index_b[0] = b0;
  answer.index_b[1] = b1;
  answer.index_b[2] = b2;
  return true;
}
GRAZE_INLINE Mix mix_of(const Part& part, const Candidates& candidates, int at) {
  const auto& share = candidates.share;
  const Double4 slots = part.simplex.slot;
  const double inverse = 1 / ((share[0][at] + share[1][at]) + share[2][at]);
  return {{int(slots.v[0]), int(slots.v[1]), int(slots.v[2])}, share[1][at] * inverse, share[2][at] * inverse};
}

// The nearest points are in the middle of the same corner, edge or face, of `size` pairs: what most questions find, and
// no more than this asks. Whether another part of these pairs would be nearer need not be known: that no point is
// farther along the direction proves it.
template <int size>
GRAZE_INLINE bool as_before(const Recheck& request, const Posing& a, const Posing& b, const Tolerances& limits,
                            RecheckAnswer& answer) {
  Looked<size> looked;
  for (int i = 0; i < size; ++i) {
    looked.index_a[i] = answer.index_a[i];
    looked.index_b[i] = answer.index_b[i];
  }
  const Point p = add(looked, 0, a, b, request);
  Point d = p;
  Mix part{{0, size > 1 ? 1 : 0, size - 1}, 0, 0};
  if (size == 2) {
    const Point e = add(looked, 1, a, b, request) - p;
    const double share = -dot(p, e), whole = dot(e, e);
    if (!(share > 0 && share < whole)) return false;
    d = cross(cross(e, p), e);
    part.second = share / whole;
  }
  if (size == 3) {
    const Point e = add(looked, 1, a, b, request) - p, f = add(looked, size - 1, a, b, request) - p, n = cross(e, f);
    const double whole = dot(n, n), on_e = dot(n, cross(f, p)), on_f = dot(n, cross(p, e));
    if (!(on_e > 0 && on_f > 0 && on_e + on_f < whole)) return false;
    d = n * dot(n, p);
    const double inverse = 1 / whole;
    part.second = on_e * inverse;
    part.third = on_f * inverse;
  }
  const double square = dot(d, d);
  if (!(square > least_square && square < infinite)) return false;
  if (!is_farthest(a, *request.table_a, aim(a, *request.table_a, forth(d)), looked.index_a[0], d) ||
      !is_farthest(b, *request.table_b, aim(b, *request.table_b, back(d)), looked.index_b[0], d))
    return false;
  return finish(looked, d, p, part, limits, answer);
}

// Four pairs that seem to hold the origin: a common point, when that is proven. The bodies have a point each that is a
// sum of these corners by the same shares; it is the one between them, when they are no farther apart than such sums
// round.
template <int most>
GRAZE_INLINE bool finish_meeting(const Looked<most>& looked, const int* slot, const Tolerances& limits,
                                 RecheckAnswer& answer) {
  const Point p[4] = {looked.across[slot[0]], looked.across[slot[1]], looked.across[slot[2]], looked.across[slot[3]]};
  Double4 part;
  if (!surely_holds(limits.point_slack, p, part)) return false;
  const double inverse = 1 / (((part.v[0] + part.v[1]) + part.v[2]) + part.v[3]);
  Double4 on_a = all4(0), on_b = all4(0);
  const double share[4] = {part.v[0] * inverse, part.v[1] * inverse, part.v[2] * inverse, part.v[3] * inverse};
  for (int i = 0; i < 4; ++i) {
    on_a = on_a + looked.on_a[slot[i]].lanes() * all4(share[i]);
    on_b = on_b + looked.on_b[slot[i]].lanes() * all4(share[i]);
  }
  // Sums of four products, whose shares are 1 together but for rounding: each is off by less than 8 u of the
  // coordinates, the half of them and this distance together by less than 40 u.
  if (!(sum(abs(on_b - on_a)) <= 32 * rounding * limits.coordinates)) return false;
  answer.meet = true;
  answer.coordinates = limits.coordinates;
  write(answer.point_a, first_three((on_a + on_b) * all4(0.5)));
  answer.point_b = answer.point_a;
  write(answer.normal, {0, 0, 0});
  answer.lower = answer.upper = answer.distance = 0;
  answer.count = 3;
  const std::uint32_t next_a[3] = {looked.index_a[slot[0]], looked.index_a[slot[1]], looked.index_a[slot[2]]};
  const std::uint32_t next_b[3] = {looked.index_b[slot[0]], looked.index_b[slot[1]], looked.index_b[slot[2]]};
  for (int i = 0; i < 3; ++i) {
    answer.index_a[i] = next_a[i];
    answer.index_b[i] = next_b[i];
  }
  return true;
}

// Bodies that met: from three of the corners that proved it, the one that is farthest on the other side of the origin.
GRAZE_INLINE bool meet_as_before(const Recheck& request, const Posing& a, const Posing& b, const Tolerances& limits,
                                 RecheckAnswer& answer) {
  Looked<4> looked;
  for (int i = 0; i < 3; ++i) {
    looked.index_a[i] = answer.index_a[i];
    looked.index_b[i] = answer.index_b[i];
  }
  const Point p = add(looked, 0, a, b, request);
  const Point e = add(looked, 1, a, b, request) - p, f = add(looked, 2, a, b, request) - p, n = cross(e, f);
  const Point d = n * dot(n, p);
  const double square = dot(d, d);
  if (!(square > least_square && square < infinite)) return false;
  looked.index_a[3] = farthest(*request.table_a, aim(a, *request.table_a, forth(d)));
  looked.index_b[3] = farthest(*request.table_b, aim(b, *request.table_b, back(d)));
  (void)add(looked, 3, a, b, request);
  constexpr int slot[4] = {0, 1, 2, 3};
  return finish_meeting(looked, slot, limits, answer);
}

// From corners whose nearest part is another now, or that are no longer the nearest: a few steps of the search.
__attribute__((noinline)) bool go_on(const Recheck& request, const Posing& a, const Posing& b, const Tolerances& limits,
                                     RecheckAnswer& answer) {
  Looked<most_pairs> looked;
  for (int i = 0; i < 3; ++i) {
    looked.index_a[i] = answer.index_a[i];
    looked.index_b[i] = answer.index_b[i];
  }
  const Point p = add(looked, 0, a, b, request), q = add(looked, 1, a, b, request), r = add(looked, 2, a, b, request);
  Part part;
  Candidates candidates;
  part.simplex = {{set4(p.x, q.x, r.x, r.x), set4(p.y, q.y, r.y, r.y), set4(p.z, q.z, r.z, r.z)}, set4(0, 1, 2, 2), 3};
  part.nearest = reduce(part.simplex, candidates);
  int at = 0;
  for (int i = 3; i < most_pairs; ++i) {
    const Point d = part.nearest.direction;
    const double length_square = dot(d, d);
    if (!(length_square > least_square && length_square < infinite)) return false;
    looked.index_a[i] = farthest(*request.table_a, aim(a, *request.table_a, forth(d)));
    looked.index_b[i] = farthest(*request.table_b, aim(b, *request.table_b, back(d)));
    const Point w = add(looked, i, a, b, request);
    // As in the search: is the bracket narrow enough?
    const double along = dot(d, w), between = part.nearest.square * length_square - along * along;
    const double narrow = 4 * limits.tolerance * limits.tolerance;
    if (along > 0 && between * __builtin_fabs(between) <= (narrow * (along * along)) * length_square) {
      answer.count = std::uint32_t(part.simplex.size);
      return finish(looked, d, w, mix_of(part, candidates, at), limits, answer);
    }
    double corners[4];
    const Step step = advance<true>(part.simplex, w, i, part.nearest, corners, candidates);
    if (step.maybe_inside) {
      const int slot[4] = {int(corners[0]), int(corners[1]), int(corners[2]), int(corners[3])};
      return finish_meeting(looked, slot, limits, answer);
    }
    if (!step.nearer) return false;
    at = step.at;
  }
  return false;
}

bool recheck(const Recheck& request, RecheckAnswer& answer) {
  const SupportTable &table_a = *request.table_a, &table_b = *request.table_b;
  bool known = true;
  for (int i = 0; i < 3; ++i) known = known & (answer.index_a[i] < table_a.count) & (answer.index_b[i] < table_b.count);
  if (!known) return false;
  const Posing a = posing(table_a, *request.pose_a), b = posing(table_b, *request.pose_b);
  const double apart = sum(abs(b.t - a.t)), span = (a.far + b.far + apart) * (1 + 8 * rounding);
  const double size = a.radius + b.radius;
  // Squares of products of six lengths must neither under- nor overflow, those of the pose's matrix neither, and
  // supports are found in local frames.
  if (!(size > 1e-9 && span < 1e9 && smaller(a.radius, b.radius) > 1e-100 &&
        larger(table_a.farthest, table_b.farthest) < most_local && a.loss <= most_loss * a.radius &&
        b.loss <= most_loss * b.radius))
    return false;
  const Tolerances limits{default_tolerance * size, 48 * rounding * span + (a.loss + b.loss), 32 * rounding * span,
                          (a.far + sum(abs(a.t))) + (b.far + sum(abs(b.t)))};
  answer.meet = false;
  const bool same = request.met         ? meet_as_before(request, a, b, limits, answer)
                    : answer.count == 1 ? as_before<1>(request, a, b, limits, answer)
                    : answer.count == 2 ? as_before<2>(request, a, b, limits, answer)
                                        : as_before<3>(request, a, b, limits, answer);
  answer.kept = same;
  return same || go_on(request, a, b, limits, answer);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
