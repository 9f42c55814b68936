// The curve enters a cube of 2 x 2 x 2 cells at one corner and leaves at a neighbouring one, and does the same in each
// of its cells, turned and mirrored: 8 corners to enter times 3 directions to leave are 24 states. Formulas of the
// states after Hamilton, Compact Hilbert Indices; two levels are looked up at a time.
#include "broad/curve.h"

namespace graze {
namespace {

constexpr unsigned gray(unsigned i) { return i ^ i >> 1; }
constexpr unsigned gray_inverse(unsigned g) { return (g ^ g >> 1 ^ g >> 2) & 7; }
constexpr unsigned trailing_ones(unsigned i) {
  unsigned count = 0;
  for (; (i & 1) != 0; i >>= 1) ++count;
  return count;
}
constexpr unsigned turn_right(unsigned i, unsigned by) { return (i >> by % 3 | i << (3 - by % 3)) & 7; }
constexpr unsigned turn_left(unsigned i, unsigned by) { return turn_right(i, 3 - by % 3); }

struct State {
  unsigned corner = 0, direction = 0;
};

// Which of the eight cells comes where, and the state within it.
constexpr unsigned visit(unsigned cell, State& state) {
  const unsigned place = gray_inverse(turn_right(cell ^ state.corner, state.direction + 1));
  const unsigned entry = place == 0 ? 0 : gray((place - 1) & ~1u);
  const unsigned direction = place == 0 ? 0 : trailing_ones((place & 1) != 0 ? place : place - 1) % 3;
  state.corner ^= turn_left(entry, state.direction + 1);
  state.direction = (state.direction + direction + 1) % 3;
  return place;
}

struct Table {
  std::uint16_t entry[24][64];  // the next state above six bits of index
  constexpr Table() : entry() {
    for (unsigned from = 0; from < 24; ++from)
      for (unsigned cells = 0; cells < 64; ++cells) {
        State state{from / 3, from % 3};
        const unsigned high = visit(cells >> 3, state), low = visit(cells & 7, state);
        entry[from][cells] = std::uint16_t((state.corner * 3 + state.direction) << 6 | high << 3 | low);
      }
  }
};
constexpr Table table;

// Bit i to bit 3 i.
std::uint64_t spread(std::uint64_t x) {
  x = (x | x << 32) & 0x001f00000000ffffu;
  x = (x | x << 16) & 0x001f0000ff0000ffu;
  x = (x | x << 8) & 0x100f00f00f00f00fu;
  x = (x | x << 4) & 0x10c30c30c30c30c3u;
  return (x | x << 2) & 0x1249249249249249u;
}

}  // namespace

std::uint64_t curve_index(std::uint32_t x, std::uint32_t y, std::uint32_t z, unsigned bits) noexcept {
  const std::uint64_t cells = spread(x) | spread(y) << 1 | spread(z) << 2;
  std::uint64_t index = 0;
  unsigned state = 0;
  for (unsigned shift = 3 * bits; shift > 0;) {
    shift -= 6;
    const unsigned entry = table.entry[state][cells >> shift & 63];
    index = index << 6 | (entry & 63);
    state = entry >> 6;
  }
  return index;
}

}  // namespace graze
