// Written once over the lane type, compiled once per instruction set.
#include "math/wide16.h"
#include "tree/ray_cast.h"
#ifdef __wasm_simd128__
#include "tree/isa/ray_leaf_four.inl"
#endif

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

#ifdef __wasm_simd128__
using LeafCaster = FourLeafCaster;
#else

inline void add(RayCandidates& found, const RayCandidate& candidate) {
  if (found.size == found.capacity) grow(found);
  found.data[found.size++] = candidate;
}

// Sheared along the ray, a triangle is hit when the origin is inside its projection: the three edge functions have one
// sign. X and Y are off by E (RayFrames::side_error); an edge function x1 y2 - y1 x2 by at most m (2E + 4U m) + 2E^2,
// m = the largest |X| + the largest |Y|, U = 2^-24.
// The parameter is the depth at the hit, a mean of the corners' depths with the edge functions as weights. Each weight
// is off by at most 4 bounds over the sum, and the errors of the three add up to 0. tree/isa/ray_leaf_four.inl has the
// same for WebAssembly.
struct LeafCaster {
  Float16 start_x, start_y, start_z, shear_x, shear_y, sign, twice_error, error_square;
  std::uint32_t x, y, z;
  float depth_error, surely_before;
  bool narrows;  // a sure hit makes the limit smaller

  LeafCaster(const RayFrames& frames, int ray, const RayWish& wish)
      : shear_x(Float16::all(-frames.shear_x[ray])),
        shear_y(Float16::all(-frames.shear_y[ray])),
        sign(Float16::all(frames.sign[ray])),
        twice_error(Float16::all(2 * frames.side_error[ray])),
        error_square(Float16::all(2 * frames.side_error[ray] * frames.side_error[ray] + 1e-37f)),
        x(frames.axis[ray] == 2 ? 0 : frames.axis[ray] + 1),
        y(frames.axis[ray] == 0 ? 2 : frames.axis[ray] - 1),
        z(frames.axis[ray]),
        depth_error(frames.depth_error[ray]),
        surely_before(wish.surely_before),
        narrows(wish.aim != RayAim::all) {
    start_x = Float16::all(frames.start[x][ray]);
    start_y = Float16::all(frames.start[y][ray]);
    start_z = Float16::all(frames.start[z][ray]);
  }

  // Adds the triangles that may be hit at s <= limit. Returns the least s by which one is surely hit; `limit` if none.
  inline float operator()(const std::uint32_t* leaf, const RayNodes& tree, float limit, RayCandidates& found) const {
    constexpr float U = 0x1p-24f;
    const std::uint32_t triangles = leaf[1] & 0xffff, corners = leaf[1] >> 16;
    const std::uint32_t* const coordinates = leaf + RayLeaf::header;
    const Float16 Z = Float16::load(coordinates + z * corners) - start_z;
    const Float16 X = multiply_add(shear_x, Z, Float16::load(coordinates + x * corners) - start_x);
    const Float16 Y = multiply_add(shear_y, Z, Float16::load(coordinates + y * corners) - start_y);
    const Index16 a = Index16::load(coordinates + 3 * corners), b = a.shifted(4), c = a.shifted(8);
    const Float16 ax = lookup(X, a), ay = lookup(Y, a), bx = lookup(X, b), by = lookup(Y, b);
    const Float16 cx = lookup(X, c), cy = lookup(Y, c);
    const Float16 zero = Float16::all(0);
    const Float16 wa = multiply_minus(bx, cy, by * cx), wb = multiply_minus(cx, ay, cy * ax);
    const Float16 wc = multiply_minus(ax, by, ay * bx);
    const Float16 m = max(abs(ax), max(abs(bx), abs(cx))) + max(abs(ay), max(abs(by), abs(cy)));
    const Float16 bound = multiply_add(m, multiply_add(m, Float16::all(4 * U), twice_error), error_square);
    // How far the edges agree: all on one side surely where it is above the bound, surely not below minus that.
    const Float16 agree = max(min(wa, min(wb, wc)), zero - max(wa, max(wb, wc)));
    found.triangles += triangles;
    unsigned possible = (zero - bound <= agree).bits() & ((1u << triangles) - 1);
    if (possible == 0) return limit;

    const Mask16 doubtful = agree <= bound;
    const Float16 depth = Z * sign, za = lookup(depth, a), zb = lookup(depth, b), zc = lookup(depth, c);
    const Float16 off_depth = Float16::all(depth_error);
    const Float16 nearest = min(za, min(zb, zc)) - off_depth, farthest = max(za, max(zb, zc)) + off_depth;
    const Float16 inverse = Float16::all(1) / ((wa + wb) + wc);
    const Float16 middle = multiply_add(wa, za, multiply_add(wb, zb, wc * zc)) * inverse;
    const Float16 off = multiply_add(farthest - nearest, Float16::all(9) * bound * abs(inverse),
                                     multiply_add(max(abs(nearest), abs(farthest)), Float16::all(16 * U), off_depth));
    const Float16 lo = choose(doubtful, nearest, max(nearest, middle - off));
    const Float16 hi = choose(doubtful, farthest, min(farthest, middle + off));
    possible &= (zero <= hi).bits() & (lo <= Float16::all(limit)).bits();
    if (possible == 0) return limit;

    const unsigned unsure = doubtful.bits() | (lo <= zero).bits() | (Float16::all(surely_before) <= hi).bits();
    float from[16], to[16];
    lo.store(from);
    hi.store(to);
    do {
      const int i = __builtin_ctz(possible);
      possible &= possible - 1;
      const bool sure = (unsure >> i & 1) == 0;
      const std::uint32_t triangle = tree.order[leaf[0] + std::uint32_t(i)];
      add(found, {triangle, from[i], to[i], sure});
      if (sure && narrows && to[i] < limit) {
        limit = to[i];
        ask_ahead(tree.corners, triangle, found);
      }
    } while (possible != 0);
    return limit;
  }
};

#endif

// A node or leaf, or none.
inline void prefetch(const RayNodes& tree, std::uint32_t next) {
  if (next == RayNode::none) return;
  const void* const there =
      (next & RayNode::leaf_bit) != 0
          ? static_cast<const void*>(tree.leaves + std::size_t(next & ~RayNode::leaf_bit) * RayLeaf::unit)
          : static_cast<const void*>(tree.nodes + next);
  for (std::size_t line = 0; line < 4; ++line) __builtin_prefetch(static_cast<const char*>(there) + 64 * line);
}

// Slabs. A plane is met at p * inverse + enter, rounded outward as RayFrames promises; of the six planes of a box, the
// octant says which are met first.
void cast(const RayNodes& tree, const RayFrames& frames, int ray, const RayWish& wish, RayCandidates& found) {
  const RayNode* const nodes = tree.nodes;
  const std::uint32_t* const leaves = tree.leaves;
  LeafCaster leaf_caster(frames, ray, wish);
  found.size = 0;
  found.triangles = 0;
  const std::uint32_t octant = frames.octant[ray];
  Float16 inverse[3], enter[3], leave[3];
  std::size_t near[3], far[3];  // floats from the node's start
  for (int k = 0; k < 3; ++k) {
    inverse[k] = Float16::all(frames.inverse[k][ray]);
    enter[k] = Float16::all(frames.enter[k][ray]);
    leave[k] = Float16::all(frames.leave[k][ray]);
    const bool negative = (octant >> k & 1) != 0;
    near[k] = std::size_t(RayNode::width) * std::size_t(negative ? k + 3 : k);
    far[k] = std::size_t(RayNode::width) * std::size_t(negative ? k : k + 3);
  }

  float limit = wish.limit;
  Float16 limits = Float16::all(limit);
  alignas(64) std::uint32_t pending[RayTree::most_pending + RayNode::width];
  alignas(64) float entry[RayTree::most_pending + RayNode::width];
  pending[0] = RayNode::none;
  entry[0] = 0;
  std::size_t top = 1;
  std::uint32_t current = 0, visits = 0;
  while (true) {
    while ((current & RayNode::leaf_bit) == 0) {
      const RayNode& node = nodes[current];
      const float* const planes = &node.lo[0][0];
      const auto first = [&](int k) { return multiply_add(Float16::load(planes + near[k]), inverse[k], enter[k]); };
      const auto last = [&](int k) { return multiply_add(Float16::load(planes + far[k]), inverse[k], leave[k]); };
      const Float16 in = max(max(first(0), first(1)), max(first(2), Float16::all(0)));
      const Float16 out = min(min(last(0), last(1)), min(last(2), limits));
      Order16 towards;
      __builtin_memcpy(&towards, node.order[octant], sizeof towards);
      descend(in, out, towards, node.child, pending, entry, top, current);
      ++visits;
    }
    if (current == RayNode::none) break;
    const std::uint32_t* const leaf = leaves + std::size_t(current & ~RayNode::leaf_bit) * RayLeaf::unit;
    for (std::size_t line = 16; line < 64; line += 16) __builtin_prefetch(leaf + line);
    prefetch(tree, pending[top - 1]);  // what comes next, most likely
    const float before = limit;
    limit = leaf_caster(leaf, tree, limit, found);
    if (limit < before) {
      if (wish.aim == RayAim::any) break;
      limits = Float16::all(limit);
      prune(pending, entry, top, limit);
    }
    current = pending[--top];
  }
  found.boxes = visits * RayNode::width;
  if (wish.aim != RayAim::closest) return;
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < found.size; ++i)
    if (found.data[i].lo <= limit) found.data[kept++] = found.data[i];
  found.size = kept;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
