// Written once over the lane type, compiled once per instruction set, with isa/ray_cast.inl. In nodes the lanes are
// boxes, in leaves first corners, then rays.
//
// The rays of a bundle are within a frustum: along the main axis z, in the direction of its sign, they are between two
// planes x = L(z) and x = U(z), and two others of y. The greatest x of the rays at z is a convex function of z, so
// between two values of z it is below its chord: U is the chord from where the first ray starts to beyond the tree.
// What is hit is there. U is linear, so where all corners of a triangle, or of a box, are above U, so is every hit.
//
// Rounding, with u = 2^-24, S the largest `size` of place_lanes() and E the largest side error, which is at least twice
// the pad, and 9uS: x of a ray at an end of the chord is off by the rounding of its start and shear, 3uS, and three
// operations on numbers below 3S; the ends of the line from float coefficients are off by 3u of a rise below 8S and two
// roundings of numbers below 5S; evaluating it at a corner rounds twice, numbers below 3S. Together that is less than
// 54uS, or 6E; the corners themselves are off by less than E. So the planes are moved outward by 7E.
#include "tree/ray_bundle.h"

#include "tree/isa/ray_cast.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

#if GRAZE_LANES == 512
inline float least_lane(Float16 a) { return _mm512_reduce_min_ps(a.v); }
inline float most_lane(Float16 a) { return _mm512_reduce_max_ps(a.v); }
#else
template <class Choose>
inline float one_lane(const Float8& a, const Choose& choose) {
  float v[8];
  a.store(v);
  return choose(choose(choose(v[0], v[4]), choose(v[1], v[5])), choose(choose(v[2], v[6]), choose(v[3], v[7])));
}
inline float least_lane(const Float16& a) {
  return one_lane(min(a.low, a.high), [](float x, float y) { return x < y ? x : y; });
}
inline float most_lane(const Float16& a) {
  return one_lane(max(a.low, a.high), [](float x, float y) { return x > y ? x : y; });
}
#endif

constexpr int sides = 6;

// Which of sixteen triangles have all three corners in one of these sets of corners. A word a triangle, as RayLeaf.
inline unsigned in_one_set(const unsigned (&corners)[sides], const std::uint16_t* words) {
#if GRAZE_AVX
#if GRAZE_LANES == 512
  __m128i sets = _mm_maskz_set1_epi8(__mmask16(corners[0]), 1);
  for (int k = 1; k < sides; ++k) sets = _mm_or_si128(sets, _mm_maskz_set1_epi8(__mmask16(corners[k]), char(1 << k)));
#else
  const __m128i bit = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  __m128i sets = _mm_setzero_si128();
  for (int k = 0; k < sides; ++k) {
    const __m128i bytes = _mm_shuffle_epi8(_mm_cvtsi32_si128(int(corners[k])),
                                           _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
    const __m128i in = _mm_cmpeq_epi8(_mm_and_si128(bytes, bit), bit);
    sets = _mm_or_si128(sets, _mm_and_si128(in, _mm_set1_epi8(char(1 << k))));
  }
#endif
  const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words));
  const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words + 8));
  const __m128i nibble = _mm_set1_epi16(15);
  const auto of_corner = [&](int shift) {
    const __m128i index = _mm_packus_epi16(_mm_and_si128(_mm_srli_epi16(low, shift), nibble),
                                           _mm_and_si128(_mm_srli_epi16(high, shift), nibble));
    return _mm_shuffle_epi8(sets, index);
  };
  const __m128i common = _mm_and_si128(of_corner(0), _mm_and_si128(of_corner(4), of_corner(8)));
  return ~unsigned(_mm_movemask_epi8(_mm_cmpeq_epi8(common, _mm_setzero_si128()))) & 0xffffu;
#else
  unsigned all = 0;
  for (int k = 0; k < sides; ++k) {
    const unsigned set = corners[k];
    if (set == 0) continue;
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned word = words[i];
      all |= (set >> (word & 15) & set >> (word >> 4 & 15) & set >> (word >> 8 & 15) & 1) << i;
    }
  }
  return all;
#endif
}

// A plane along the main axis: above or below slope * z + offset, where x or y is meant.
struct BundlePlane {
  Float16 slope, offset;
  std::size_t
      outer;  // of the two planes of a box across z, in floats from the node's start, the one that may be inside
};

// Depths are z times the sign of the direction, from the middle of the tree, not from a ray's start: so those of a box
// or triangle are the same for all rays. Along the main axis a ray is at its start's depth plus s.
class BundleCaster {
 public:
  // Whether it can be cast.
  bool set(const RayBundle& bundle, float widest) {
    z_ = bundle.axis;
    x_ = z_ == 2 ? 0 : z_ + 1;
    y_ = z_ == 0 ? 2 : z_ - 1;
    active_ = bundle.active;
    sign_ = Float16::all(bundle.sign);
    const Float16 start_x = Float16::load(bundle.start[x_]), start_y = Float16::load(bundle.start[y_]);
    const Float16 start_z = Float16::load(bundle.start[z_]);
    const Float16 shear_x = Float16::load(bundle.shear_x), shear_y = Float16::load(bundle.shear_y);
    start_depth_ = start_z * sign_;
    const float first = least_lane(start_depth_), side_error = most_lane(Float16::load(bundle.side_error));
    constexpr float beyond = 1.0625f;  // all that can be hit is before this
    if (!(first < 1) || !(side_error < 0x1p-10f)) return false;

    const float margin = 7 * side_error, per_depth = 1 / (beyond - first);
    const Float16 to_first = (Float16::all(first) - start_depth_) * sign_;
    const Float16 to_last = (Float16::all(beyond) - start_depth_) * sign_;
    bool narrow = true;
    const auto between = [&](const Float16& start, const Float16& shear, BundlePlane& below, BundlePlane& above) {
      const Float16 in = start + shear * to_first, out = start + shear * to_last;
      const float low_in = least_lane(in), low_out = least_lane(out), high_in = most_lane(in),
                  high_out = most_lane(out);
      const float low_rise = (low_out - low_in) * per_depth, high_rise = (high_out - high_in) * per_depth;
      const auto plane = [&](float rise, float offset, bool upper) -> BundlePlane {
        const float slope = rise * bundle.sign;
        // Above the upper plane, what is inside is where slope * z is greatest.
        const bool high = (slope > 0) == upper;
        return {Float16::all(slope), Float16::all(offset), std::size_t(RayNode::width) * (high ? z_ + 3 : z_)};
      };
      below = plane(low_rise, (low_in - low_rise * first) - margin, false);
      above = plane(high_rise, (high_in - high_rise * first) + margin, true);
      narrow = narrow && high_in - low_in <= widest && high_out - low_out <= widest;
    };
    between(start_x, shear_x, below_x_, above_x_);
    between(start_y, shear_y, below_y_, above_y_);
    if (!narrow) return false;

    const Float16 zero = Float16::all(0);
    shear_x_ = zero - shear_x;
    shear_y_ = zero - shear_y;
    offset_x_ = multiply_add(shear_x, start_z, zero - start_x);
    offset_y_ = multiply_add(shear_y, start_z, zero - start_y);
    // A sheared coordinate as it is computed here rounds more often than RayFrames has it, by less than 5uS in all.
    error_ = 1.6f * side_error;
    corner_error_ = most_lane(Float16::load(bundle.corner_error));
    steepest_ = most_lane(abs(shear_x) + abs(shear_y)) * (1 + 0x1p-20f);
    slack_ = 2 * most_lane(Float16::load(bundle.depth_error));
    first_ = Float16::all(first);
    earliest_ = Float16::all(first - slack_);
    const Float16 slack = Float16::all(slack_);
    from_ = start_depth_ - slack;
    surely_from_ = start_depth_ + slack;
    surely_before_ = (Float16::load(bundle.surely_before) + start_depth_) - slack;
    limit_ = (Float16::load(bundle.limit) + start_depth_) + slack;
    nearest_low_ = nearest_high_ = Float16::all(infinite);
    farthest_float_ = most_lane(limit_);
    farthest_ = Float16::all(farthest_float_);
    return true;
  }

  Float16 farthest() const { return farthest_; }
  float farthest_float() const { return farthest_float_; }

  // Of sixteen boxes: the depth where each begins; infinite where it is aside.
  Float16 entries(const RayNode& node) const {
    const float* const planes = &node.lo[0][0];
    const auto at = [&](const BundlePlane& plane) {
      return multiply_add(Float16::load(planes + plane.outer), plane.slope, plane.offset);
    };
    const auto lo = [&](std::uint32_t axis) { return Float16::load(node.lo[axis]); };
    const auto hi = [&](std::uint32_t axis) { return Float16::load(node.hi[axis]); };
    const Float16 one = lo(z_) * sign_, other = hi(z_) * sign_, near = min(one, other), far = max(one, other);
    const Mask16 inside = (at(below_x_) <= hi(x_)) & (lo(x_) <= at(above_x_)) & (at(below_y_) <= hi(y_)) &
                          (lo(y_) <= at(above_y_)) & (earliest_ <= far);
    return choose(inside, near, Float16::all(infinite));
  }

  // The triangles of a leaf. Returns whether the farthest that any ray looks has become nearer.
  bool leaf(const std::uint32_t* leaf, const std::uint32_t* order, RayCandidates* found) {
    const std::uint32_t triangles = leaf[1] & 0xffff, corners = leaf[1] >> 16;
    const std::uint32_t* const coordinates = leaf + RayLeaf::header;
    const auto* const words = reinterpret_cast<const std::uint16_t*>(coordinates + 3 * corners);
    const auto* const xs = reinterpret_cast<const float*>(coordinates + x_ * corners);
    const auto* const ys = reinterpret_cast<const float*>(coordinates + y_ * corners);
    const auto* const zs = reinterpret_cast<const float*>(coordinates + z_ * corners);
    const Float16 x = Float16::load(xs), y = Float16::load(ys), z = Float16::load(zs), depth = z * sign_;
    const auto at = [&](const BundlePlane& plane) { return multiply_add(z, plane.slope, plane.offset); };
    const Float16 low_x = at(below_x_), high_x = at(above_x_), low_y = at(below_y_), high_y = at(above_y_);
    const unsigned outside[sides] = {~(low_x <= x).bits(),  ~(x <= high_x).bits(),        ~(low_y <= y).bits(),
                                     ~(y <= high_y).bits(), ~(earliest_ <= depth).bits(), ~(depth <= farthest_).bits()};
    tested_ += triangles;
    unsigned left = ((1u << triangles) - 1) & ~in_one_set(outside, words);
    if (left == 0) return false;

    // No sheared coordinate of a corner is larger than its distance from the farther of two planes; before the first
    // start, where rays are not between these, lines may part from them by 2 for each unit of depth.
    const Float16 zero = Float16::all(0), behind = max(first_ - depth, zero), twice = behind + behind;
    const Float16 reach_x = max(x - low_x, high_x - x), reach_y = max(y - low_y, high_y - y);
    prepare(words, x, y, z, (reach_x + reach_y) + (twice + twice));
    bool nearer = false;
    for (; left != 0; left &= left - 1) {
      const unsigned i = unsigned(__builtin_ctz(left));
      nearer |= triangle(i, order + leaf[0] + i, found);
    }
    return nearer && update_farthest();
  }

  // Each ray's candidates, in found[i]: those that are not surely after another.
  void finish(RayCandidates* found, std::uint32_t boxes) const {
    float limit[RayBundle::width], low[RayBundle::width], high[RayBundle::width];
    float start_depth[RayBundle::width];
    limit_.store(limit);
    nearest_low_.store(low);
    nearest_high_.store(high);
    start_depth_.store(start_depth);
    const auto rays = unsigned(__builtin_popcount(active_));
    unsigned extra_boxes = boxes % rays, extra_triangles = tested_ % rays;
    for (unsigned left = active_; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      RayCandidates& of_ray = found[i];
      of_ray.boxes = boxes / rays + extra_boxes;
      of_ray.triangles = tested_ / rays + extra_triangles;
      extra_boxes = extra_triangles = 0;
      if (of_ray.size == 0 && low[i] == infinite) continue;
      const auto keep = [&](std::uint32_t at, const RayCandidate& c) {
        of_ray.data[at] = {c.triangle, c.lo - start_depth[i] - slack_, c.hi - start_depth[i] + slack_, c.sure};
      };
      std::uint32_t kept = 0;
      for (std::uint32_t k = 0; k < of_ray.size; ++k)
        if (of_ray.data[k].lo <= limit[i]) keep(kept++, of_ray.data[k]);
      of_ray.size = kept;
      if (low[i] == infinite) continue;
      if (kept == of_ray.capacity) grow(of_ray);
      keep(of_ray.size++, {nearest_[i], low[i], high[i], true});
    }
  }

 private:
  static constexpr float infinite = __builtin_inff();
  // What of sixteen triangles is the same for all rays, triangles in the lanes: the first corner and the edges from it,
  // depths, and the bound of the edge functions.
  struct alignas(64) Prepared {
    float ax[16], ay[16], az[16], ab_x[16], ab_y[16], ab_z[16], ac_x[16], ac_y[16], ac_z[16];
    float depth_a[16], depth_b[16], depth_c[16], nearest[16], farthest[16], bound[16];
  };

  // The edge functions are a x (b - a), (c - a) x a and b x (c - b), so that what all corners are off by in common,
  // such as the start of the ray, counts no more than an edge is long. With r a bound of |X| + |Y| of a corner, D of
  // |X| + |Y| of an edge, E the error of a coordinate of a, F that of an edge from it: b = a + (b - a) is off by E + F,
  // c - b by 2F; so the products are by at most 2F r + (E + F) D + 4 E F, F below E, and rounding adds 4U r D. F: each
  // stored corner is off by `corner_error_` along any axis, the shear adds as much again, and rounds by 4U D.
  void prepare(const std::uint16_t* words, const Float16& x, const Float16& y, const Float16& z, const Float16& reach) {
    constexpr float U = 0x1p-24f;
    const auto all = [](float v) { return Float16::all(v); };
    const Index16 a = Index16::load(words), b = a.shifted(4), c = a.shifted(8);
    const Float16 ax = lookup(x, a), ay = lookup(y, a), az = lookup(z, a);
    const Float16 bx = lookup(x, b), by = lookup(y, b), bz = lookup(z, b);
    const Float16 cx = lookup(x, c), cy = lookup(y, c), cz = lookup(z, c);
    const Float16 ab_x = bx - ax, ab_y = by - ay, ab_z = bz - az, ac_x = cx - ax, ac_y = cy - ay, ac_z = cz - az;
    const auto size = [&](const Float16& along_x, const Float16& along_y, const Float16& along_z) {
      return multiply_add(abs(along_z), all(steepest_), abs(along_x) + abs(along_y));
    };
    const Float16 r = max(lookup(reach, a), max(lookup(reach, b), lookup(reach, c)));
    const Float16 D = max(size(ab_x, ab_y, ab_z), max(size(ac_x, ac_y, ac_z), size(cx - bx, cy - by, cz - bz)));
    const Float16 F = multiply_add(D, all(4 * U), all(4 * corner_error_));
    const Float16 by_reach = r * multiply_add(D, all(4 * U), F + F);
    const Float16 by_edge = multiply_add(all(error_) + F, D, multiply_add(F, all(4 * error_), all(1e-37f)));
    const Float16 da = az * sign_, db = bz * sign_, dc = cz * sign_;
    ax.store(at_.ax);
    ay.store(at_.ay);
    az.store(at_.az);
    ab_x.store(at_.ab_x);
    ab_y.store(at_.ab_y);
    ab_z.store(at_.ab_z);
    ac_x.store(at_.ac_x);
    ac_y.store(at_.ac_y);
    ac_z.store(at_.ac_z);
    da.store(at_.depth_a);
    db.store(at_.depth_b);
    dc.store(at_.depth_c);
    (min(da, min(db, dc)) - all(slack_)).store(at_.nearest);
    (max(da, max(db, dc)) + all(slack_)).store(at_.farthest);
    ((by_reach + by_edge) * all(1 + 16 * U)).store(at_.bound);
  }

  bool update_farthest() {
    const float before = farthest_float_;
    farthest_float_ = most_lane(limit_);
    farthest_ = Float16::all(farthest_float_);
    return farthest_float_ < before;
  }

  // As LeafCaster, with rays in the lanes, of a triangle that is prepared. The depth of the hit is a mean of the
  // corners' depths with the edge functions as weights, each off by at most 4 bounds over their sum, with errors that
  // add up to 0; it is rounded a few times at a size of at most 1.1. Of what is surely hit the nearest is kept apart,
  // while it is surely before all others that were; everything else that is possible goes into the lists. Returns
  // whether a limit has changed.
  inline bool triangle(unsigned i, const std::uint32_t* number, RayCandidates* found) {
    constexpr float U = 0x1p-24f;
    const auto all = [](float v) { return Float16::all(v); };
    const auto across = [&](const float(&side)[16], const float(&along)[16], const Float16& shear) {
      return multiply_add(shear, all(along[i]), all(side[i]));
    };
    const Float16 ax = multiply_add(shear_x_, all(at_.az[i]), all(at_.ax[i]) + offset_x_);
    const Float16 ay = multiply_add(shear_y_, all(at_.az[i]), all(at_.ay[i]) + offset_y_);
    const Float16 ab_x = across(at_.ab_x, at_.ab_z, shear_x_), ab_y = across(at_.ab_y, at_.ab_z, shear_y_);
    const Float16 ac_x = across(at_.ac_x, at_.ac_z, shear_x_), ac_y = across(at_.ac_y, at_.ac_z, shear_y_);
    const Float16 bc_x = ac_x - ab_x, bc_y = ac_y - ab_y, bx = ax + ab_x, by = ay + ab_y;
    const Float16 wa = multiply_minus(bx, bc_y, by * bc_x), wb = multiply_minus(ac_x, ay, ac_y * ax);
    const Float16 wc = multiply_minus(ax, ab_y, ay * ab_x);
    const float bound = at_.bound[i];
    // How far the edges agree: all on one side surely where it is above the bound, surely not below minus that.
    const Float16 zero = all(0), agree = max(min(wa, min(wb, wc)), zero - max(wa, max(wb, wc)));
    const Mask16 sides_agree = all(-bound) <= agree;
    if ((sides_agree.bits() & active_) == 0) return false;

    const float nearest = at_.nearest[i], farthest = at_.farthest[i];
    const Mask16 doubtful = agree <= all(bound);
    const Float16 inverse = all(1) / ((wa + wb) + wc);
    const Float16 weighted =
        multiply_add(wa, all(at_.depth_a[i]), multiply_add(wb, all(at_.depth_b[i]), wc * all(at_.depth_c[i])));
    const Float16 middle = weighted * inverse;
    const Float16 off = multiply_add(abs(inverse), all((farthest - nearest) * 9.01f * bound), all(32 * U + slack_));
    const Float16 lo = choose(doubtful, all(nearest), max(all(nearest), middle - off));
    const Float16 hi = choose(doubtful, all(farthest), min(all(farthest), middle + off));
    const Mask16 possible = sides_agree & (from_ <= hi) & (lo <= limit_);
    const unsigned possible_bits = possible.bits() & active_;
    if (possible_bits == 0) return false;

    const Float16 never = all(infinite);
    const Float16 unless_late = choose(surely_before_ <= hi, never, hi);
    const Float16 unless_doubtful = choose(doubtful, never, unless_late);
    const Float16 sure = choose(possible, choose(lo <= surely_from_, never, unless_doubtful), never);
    const Float16 before_all = choose(nearest_low_ <= sure, never, sure);
    const Mask16 first = before_all <= all(0x1p100f);
    const unsigned first_bits = first.bits() & active_, sure_bits = (sure <= all(0x1p100f)).bits();
    limit_ = min(limit_, sure);
    nearest_low_ = choose(first, lo, nearest_low_);
    nearest_high_ = choose(first, hi, nearest_high_);
    for (unsigned left = first_bits; left != 0; left &= left - 1) nearest_[__builtin_ctz(left)] = *number;
    if (unsigned left = possible_bits & ~first_bits; left != 0) {
      float from[RayBundle::width], to[RayBundle::width];
      lo.store(from);
      hi.store(to);
      for (; left != 0; left &= left - 1) {
        const int ray = __builtin_ctz(left);
        add(found[ray], {*number, from[ray], to[ray], (sure_bits >> ray & 1) != 0});
      }
    }
    return sure_bits != 0;
  }

  std::uint32_t x_, y_, z_;
  unsigned active_;
  std::uint32_t tested_ = 0;
  BundlePlane below_x_, above_x_, below_y_, above_y_;
  Float16 shear_x_, shear_y_, offset_x_, offset_y_, sign_, start_depth_;
  Float16 first_, earliest_;            // depth where the first ray starts
  Float16 from_, surely_from_;          // depth of each start
  Float16 surely_before_, limit_;       // depths, too
  Float16 nearest_low_, nearest_high_;  // of the nearest sure hit; infinite: none
  Float16 farthest_;                    // of the limits
  float farthest_float_;
  float error_, corner_error_, slack_;  // bounds of the error of a sheared coordinate, a stored corner, and a depth
  float steepest_;                      // the largest sum of shears
  std::uint32_t nearest_[RayBundle::width];
  Prepared at_;
};

bool cast_bundle(const RayNodes& tree, const RayBundle& bundle, float widest, RayCandidates* found) {
  BundleCaster caster;
  if (!caster.set(bundle, widest)) return false;
  for (unsigned left = bundle.active; left != 0; left &= left - 1) found[__builtin_ctz(left)].size = 0;
  alignas(64) std::uint32_t pending[RayTree::most_pending + RayNode::width];
  alignas(64) float entry[RayTree::most_pending + RayNode::width];
  pending[0] = RayNode::none;
  entry[0] = 0;
  std::size_t top = 1;
  std::uint32_t current = 0, visits = 0;
  while (true) {
    while ((current & RayNode::leaf_bit) == 0) {
      const RayNode& node = tree.nodes[current];
      Order16 towards;
      __builtin_memcpy(&towards, node.order[bundle.octant], sizeof towards);
      descend(caster.entries(node), caster.farthest(), towards, node.child, pending, entry, top, current);
      ++visits;
    }
    if (current == RayNode::none) break;
    const std::uint32_t* const leaf = tree.leaves + std::size_t(current & ~RayNode::leaf_bit) * RayLeaf::unit;
    for (std::size_t line = 16; line < 64; line += 16) __builtin_prefetch(leaf + line);
    prefetch(tree, pending[top - 1]);
    if (caster.leaf(leaf, tree.order, found)) prune(pending, entry, top, caster.farthest_float());
    current = pending[--top];
  }
  caster.finish(found, visits * RayNode::width);
  return true;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
