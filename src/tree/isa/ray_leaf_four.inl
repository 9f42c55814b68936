// The leaves of isa/ray_cast.inl for WebAssembly. Sixteen triangles at a time would be four registers of each number,
// and looking corners up in four registers costs more than reading them from memory. So triangles that the ray surely
// passes are left out first, sixteen at a time, by bytes; of the rest, which are few, four at a time have the
// arithmetic and the bounds of LeafCaster there.
//
// A sheared coordinate is off by at most E (RayFrames::side_error): where it is above E for all three corners, the true
// ones are above 0, and so is the triangle; likewise below -E, and along the other axis. The ray is at 0.
#include <wasm_simd128.h>

#include "tree/ray_cast.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

// The second operand when either is NaN.
inline v128_t least_of(v128_t a, v128_t b) { return wasm_f32x4_pmin(b, a); }
inline v128_t most_of(v128_t a, v128_t b) { return wasm_f32x4_pmax(b, a); }
inline v128_t least_of(v128_t a, v128_t b, v128_t c) { return least_of(a, least_of(b, c)); }
inline v128_t most_of(v128_t a, v128_t b, v128_t c) { return most_of(a, most_of(b, c)); }
inline v128_t product_sum(v128_t a, v128_t b, v128_t c) { return wasm_f32x4_add(wasm_f32x4_mul(a, b), c); }
inline unsigned bits_of(v128_t mask) { return unsigned(wasm_i32x4_bitmask(mask)); }

class FourLeafCaster {
 public:
  FourLeafCaster(const RayFrames& frames, int ray, const RayWish& wish)
      : x_(frames.axis[ray] == 2 ? 0 : frames.axis[ray] + 1),
        y_(frames.axis[ray] == 0 ? 2 : frames.axis[ray] - 1),
        z_(frames.axis[ray]),
        surely_before_(wasm_f32x4_splat(wish.surely_before)),
        narrows_(wish.aim != RayAim::all) {
    const auto all = [](float number) { return wasm_f32x4_splat(number); };
    const float error = frames.side_error[ray];
    start_x_ = all(frames.start[x_][ray]);
    start_y_ = all(frames.start[y_][ray]);
    start_z_ = all(frames.start[z_][ray]);
    shear_x_ = all(-frames.shear_x[ray]);
    shear_y_ = all(-frames.shear_y[ray]);
    sign_ = all(frames.sign[ray]);
    error_ = all(error);
    twice_error_ = all(2 * error);
    error_square_ = all(2 * error * error + 1e-37f);
    depth_error_ = all(frames.depth_error[ray]);
  }

  // Adds the triangles that may be hit at s <= limit. Returns the least s by which one is surely hit; `limit` if none.
  float operator()(const std::uint32_t* leaf, const RayNodes& tree, float limit, RayCandidates& found) {
    const std::uint32_t triangles = leaf[1] & 0xffff, corners = leaf[1] >> 16;
    const std::uint32_t* const coordinates = leaf + RayLeaf::header;
    const auto* const uses = reinterpret_cast<const std::uint16_t*>(coordinates + 3 * corners);
    const v128_t first = shear_eight(coordinates, corners, 0);
    const v128_t last = corners > 8 ? shear_eight(coordinates, corners, 8) : first;
    found.triangles += triangles;
    unsigned left = ~in_one_set(wasm_u8x16_narrow_i16x8(first, last), uses) & ((1u << triangles) - 1);
    while (left != 0) {
      std::uint32_t which[4];
      std::uint64_t words = 0;
      int count = 0;
      do {
        which[count] = unsigned(__builtin_ctz(left));
        words |= std::uint64_t{uses[which[count]]} << (16 * count);
        left &= left - 1;
        ++count;
      } while (left != 0 && count < 4);
      limit = four(words, (1u << count) - 1, which, tree.order + leaf[0], tree.corners, limit, found);
    }
    return limit;
  }

 private:
  struct Corner {
    v128_t x, y;
  };
  // Of corners i to i + 3, which are kept; what lanes read past the last corner is not looked up.
  Corner shear_four(const std::uint32_t* coordinates, std::uint32_t corners, std::uint32_t i) {
    const v128_t Z = wasm_f32x4_sub(wasm_v128_load(coordinates + z_ * corners + i), start_z_);
    const v128_t X = product_sum(shear_x_, Z, wasm_f32x4_sub(wasm_v128_load(coordinates + x_ * corners + i), start_x_));
    const v128_t Y = product_sum(shear_y_, Z, wasm_f32x4_sub(wasm_v128_load(coordinates + y_ * corners + i), start_y_));
    wasm_v128_store(&sides_[i][0], wasm_i32x4_shuffle(X, Y, 0, 4, 1, 5));
    wasm_v128_store(&sides_[i + 2][0], wasm_i32x4_shuffle(X, Y, 2, 6, 3, 7));
    wasm_v128_store(&depths_[i], wasm_f32x4_mul(Z, sign_));
    return {X, Y};
  }
  // The same of eight: words with a bit for each side of the ray that a corner is surely on.
  v128_t shear_eight(const std::uint32_t* coordinates, std::uint32_t corners, std::uint32_t i) {
    const Corner a = shear_four(coordinates, corners, i), b = shear_four(coordinates, corners, i + 4);
    const v128_t minus = wasm_f32x4_neg(error_);
    const auto bit = [](v128_t low, v128_t high, std::int16_t which) {
      return wasm_v128_and(wasm_i16x8_narrow_i32x4(low, high), wasm_i16x8_splat(which));
    };
    const v128_t across = wasm_v128_or(bit(wasm_f32x4_lt(error_, a.x), wasm_f32x4_lt(error_, b.x), 1),
                                       bit(wasm_f32x4_lt(a.x, minus), wasm_f32x4_lt(b.x, minus), 2));
    const v128_t along = wasm_v128_or(bit(wasm_f32x4_lt(error_, a.y), wasm_f32x4_lt(error_, b.y), 4),
                                      bit(wasm_f32x4_lt(a.y, minus), wasm_f32x4_lt(b.y, minus), 8));
    return wasm_v128_or(across, along);
  }
  // Which of sixteen triangles have a bit in common in the bytes of their three corners.
  static unsigned in_one_set(v128_t bytes, const std::uint16_t* uses) {
    const v128_t low = wasm_v128_load(uses), high = wasm_v128_load(uses + 8), nibble = wasm_i16x8_const_splat(15);
    const auto of_corner = [&](std::uint32_t shift) {
      const v128_t index = wasm_u8x16_narrow_i16x8(wasm_v128_and(wasm_u16x8_shr(low, shift), nibble),
                                                   wasm_v128_and(wasm_u16x8_shr(high, shift), nibble));
      return wasm_i8x16_swizzle(bytes, index);
    };
    const v128_t common = wasm_v128_and(of_corner(0), wasm_v128_and(of_corner(4), of_corner(8)));
    return wasm_i8x16_bitmask(wasm_i8x16_ne(common, wasm_i8x16_const_splat(0)));
  }
  static unsigned index(std::uint64_t words, int triangle, int corner) {
    return unsigned(words >> (16 * triangle + 4 * corner)) & 15;
  }
  Corner corner(std::uint64_t words, int which) const {
    const auto at = [&](int triangle) { return &sides_[index(words, triangle, which)][0]; };
    const v128_t low = wasm_v128_load64_lane(at(1), wasm_v128_load64_zero(at(0)), 1);
    const v128_t high = wasm_v128_load64_lane(at(3), wasm_v128_load64_zero(at(2)), 1);
    return {wasm_i32x4_shuffle(low, high, 0, 2, 4, 6), wasm_i32x4_shuffle(low, high, 1, 3, 5, 7)};
  }
  v128_t depth(std::uint64_t words, int which) const {
    const auto at = [&](int triangle) { return depths_[index(words, triangle, which)]; };
    return wasm_f32x4_make(at(0), at(1), at(2), at(3));
  }

  // `which`: the numbers of the triangles in the leaf; the bits of `there`: how many there are.
  inline float four(std::uint64_t words, unsigned there, const std::uint32_t* which, const std::uint32_t* order,
                    const std::uint32_t* corners, float limit, RayCandidates& found) const {
    constexpr float U = 0x1p-24f;
    const auto all = [](float number) { return wasm_f32x4_splat(number); };
    const Corner a = corner(words, 0), b = corner(words, 1), c = corner(words, 2);
    const v128_t wa = wasm_f32x4_sub(wasm_f32x4_mul(b.x, c.y), wasm_f32x4_mul(b.y, c.x));
    const v128_t wb = wasm_f32x4_sub(wasm_f32x4_mul(c.x, a.y), wasm_f32x4_mul(c.y, a.x));
    const v128_t wc = wasm_f32x4_sub(wasm_f32x4_mul(a.x, b.y), wasm_f32x4_mul(a.y, b.x));
    const v128_t m = wasm_f32x4_add(most_of(wasm_f32x4_abs(a.x), wasm_f32x4_abs(b.x), wasm_f32x4_abs(c.x)),
                                    most_of(wasm_f32x4_abs(a.y), wasm_f32x4_abs(b.y), wasm_f32x4_abs(c.y)));
    const v128_t bound = product_sum(m, product_sum(m, all(4 * U), twice_error_), error_square_);
    const v128_t minus = wasm_f32x4_neg(bound), least = least_of(wa, wb, wc), most = most_of(wa, wb, wc);
    // Not both an edge surely on one side and another surely on the other.
    unsigned possible = bits_of(wasm_v128_or(wasm_f32x4_le(minus, least), wasm_f32x4_le(most, bound))) & there;
    if (possible == 0) return limit;

    const v128_t doubtful = wasm_v128_and(wasm_f32x4_le(least, bound), wasm_f32x4_le(minus, most));
    const v128_t za = depth(words, 0), zb = depth(words, 1), zc = depth(words, 2);
    const v128_t nearest = wasm_f32x4_sub(least_of(za, zb, zc), depth_error_);
    const v128_t farthest = wasm_f32x4_add(most_of(za, zb, zc), depth_error_);
    const v128_t inverse = wasm_f32x4_div(all(1), wasm_f32x4_add(wasm_f32x4_add(wa, wb), wc));
    const v128_t middle = wasm_f32x4_mul(product_sum(wa, za, product_sum(wb, zb, wasm_f32x4_mul(wc, zc))), inverse);
    const v128_t largest = most_of(wasm_f32x4_abs(nearest), wasm_f32x4_abs(farthest));
    const v128_t off = product_sum(wasm_f32x4_sub(farthest, nearest),
                                   wasm_f32x4_mul(wasm_f32x4_mul(all(9), bound), wasm_f32x4_abs(inverse)),
                                   product_sum(largest, all(16 * U), depth_error_));
    const v128_t lo = wasm_v128_bitselect(nearest, most_of(nearest, wasm_f32x4_sub(middle, off)), doubtful);
    const v128_t hi = wasm_v128_bitselect(farthest, least_of(farthest, wasm_f32x4_add(middle, off)), doubtful);
    possible &= bits_of(wasm_v128_and(wasm_f32x4_le(all(0), hi), wasm_f32x4_le(lo, all(limit))));
    if (possible == 0) return limit;

    const unsigned unsure =
        bits_of(wasm_v128_or(doubtful, wasm_v128_or(wasm_f32x4_le(lo, all(0)), wasm_f32x4_le(surely_before_, hi))));
    float from[4], to[4];
    wasm_v128_store(from, lo);
    wasm_v128_store(to, hi);
    do {
      const int i = __builtin_ctz(possible);
      possible &= possible - 1;
      const bool sure = (unsure >> i & 1) == 0;
      if (found.size == found.capacity) grow(found);
      const std::uint32_t triangle = order[which[i]];
      found.data[found.size++] = {triangle, from[i], to[i], sure};
      if (sure && narrows_ && to[i] < limit) {
        limit = to[i];
        ask_ahead(corners, triangle, found);
      }
    } while (possible != 0);
    return limit;
  }

  std::uint32_t x_, y_, z_;
  v128_t start_x_, start_y_, start_z_, shear_x_, shear_y_, sign_, error_, twice_error_, error_square_, depth_error_;
  v128_t surely_before_;
  bool narrows_;  // a sure hit makes the limit smaller
  // Of the corners of a leaf, sheared: X and Y, and how deep. Written before they are read.
  alignas(16) float sides_[RayLeaf::most_corners][2];
  alignas(16) float depths_[RayLeaf::most_corners];
};

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
