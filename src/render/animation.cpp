#include "render/animation.h"

#include <algorithm>
#include <array>

#include "graze/error.h"

namespace graze {
namespace {

using Bytes = std::vector<std::uint8_t>;

void put(Bytes& to, std::uint32_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) to.push_back(std::uint8_t(value >> (8 * i)));
}

std::uint32_t crc(const Bytes& bytes, std::size_t from) {
  std::uint32_t sum = ~std::uint32_t{0};
  for (std::size_t i = from; i < bytes.size(); ++i) {
    sum ^= bytes[i];
    for (int k = 0; k < 8; ++k) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
  }
  return ~sum;
}

void put_chunk(Bytes& file, const char (&name)[5], const Bytes& data) {
  put(file, std::uint32_t(data.size()), 4);
  const std::size_t from = file.size();
  file.insert(file.end(), name, name + 4);
  file.insert(file.end(), data.begin(), data.end());
  put(file, crc(file, from), 4);
}

constexpr int levels = 32;  // of a channel, in the histogram
constexpr std::size_t cells = levels * levels * levels;
std::size_t cell_of(const std::uint8_t* rgb) {
  return (std::size_t(rgb[0] >> 3) * levels + (rgb[1] >> 3)) * levels + (rgb[2] >> 3);
}

// Colours by median cut: the box with the most pixels times its longest side is halved, until there are enough.
struct Palette {
  std::vector<std::array<std::uint8_t, 3>> colors;
  std::vector<std::uint8_t> of_cell = std::vector<std::uint8_t>(cells);
};

struct CutBox {
  std::vector<std::uint32_t> cells;
  std::uint64_t count = 0;
  int side = 0, axis = 0;
};

int channel(std::uint32_t cell, int axis) { return int(cell >> (5 * (2 - axis)) & 31); }

Palette find_palette(std::span<const Image> frames) {
  struct Cell {
    std::uint64_t count = 0, sum[3] = {};
  };
  std::vector<Cell> histogram(cells);
  for (const Image& frame : frames)
    for (std::size_t i = 0; i + 2 < frame.rgb.size(); i += 3) {
      Cell& cell = histogram[cell_of(&frame.rgb[i])];
      ++cell.count;
      for (std::size_t k = 0; k < 3; ++k) cell.sum[k] += frame.rgb[i + k];
    }
  const auto measure = [&](CutBox& box) {
    box.count = 0;
    box.side = -1;
    for (const std::uint32_t cell : box.cells) box.count += histogram[cell].count;
    for (int axis = 0; axis < 3; ++axis) {
      int lo = levels, hi = 0;
      for (const std::uint32_t cell : box.cells) {
        lo = std::min(lo, channel(cell, axis));
        hi = std::max(hi, channel(cell, axis));
      }
      if (hi - lo > box.side) {
        box.side = hi - lo;
        box.axis = axis;
      }
    }
  };
  std::vector<CutBox> boxes(1);
  for (std::uint32_t cell = 0; cell < cells; ++cell)
    if (histogram[cell].count > 0) boxes[0].cells.push_back(cell);
  measure(boxes[0]);
  while (boxes.size() < 255) {
    const auto worth = [](const CutBox& box) { return box.count * std::uint64_t(box.side); };
    const auto widest = std::max_element(boxes.begin(), boxes.end(),
                                         [&](const CutBox& p, const CutBox& q) { return worth(p) < worth(q); });
    if (widest->side == 0) break;
    CutBox &first = *widest, second;
    std::stable_sort(first.cells.begin(), first.cells.end(),
                     [&](std::uint32_t p, std::uint32_t q) { return channel(p, first.axis) < channel(q, first.axis); });
    std::uint64_t half = 0;
    std::size_t at = 0;
    while (at + 1 < first.cells.size() && (at == 0 || half < first.count / 2))
      half += histogram[first.cells[at++]].count;
    second.cells.assign(first.cells.begin() + std::ptrdiff_t(at), first.cells.end());
    first.cells.resize(at);
    measure(first);
    measure(second);
    boxes.push_back(std::move(second));
  }
  Palette palette;
  for (const CutBox& box : boxes) {
    std::uint64_t sum[3] = {};
    for (const std::uint32_t cell : box.cells) {
      palette.of_cell[cell] = std::uint8_t(palette.colors.size());
      for (int k = 0; k < 3; ++k) sum[k] += histogram[cell].sum[k];
    }
    std::array<std::uint8_t, 3> color{};
    for (std::size_t k = 0; k < 3; ++k) color[k] = std::uint8_t(box.count > 0 ? sum[k] / box.count : 0);
    palette.colors.push_back(color);
  }
  return palette;
}

}  // namespace

std::vector<std::uint8_t> encode_animation(std::span<const Image> frames, int milliseconds, int last) {
  if (frames.empty()) throw Error("an animation needs a frame");
  const int width = frames[0].width, height = frames[0].height;
  for (const Image& frame : frames)
    if (frame.width != width || frame.height != height) throw Error("the frames of an animation must be of one size");
  const Palette palette = find_palette(frames);
  Bytes file{0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a};
  Bytes data;
  put(data, std::uint32_t(width), 4);
  put(data, std::uint32_t(height), 4);
  data.insert(data.end(), {8, 3, 0, 0, 0});  // eight bits, a palette
  put_chunk(file, "IHDR", data);
  data.clear();
  put(data, std::uint32_t(frames.size()), 4);
  put(data, 0, 4);  // for ever
  put_chunk(file, "acTL", data);
  // Number 0 is what stays as it is.
  data.assign(3, 0);
  for (const auto& color : palette.colors) data.insert(data.end(), color.begin(), color.end());
  put_chunk(file, "PLTE", data);
  put_chunk(file, "tRNS", {0});
  Bytes shown(std::size_t(width) * std::size_t(height));
  std::uint32_t sequence = 0;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    Bytes now(shown.size());
    int x0 = width, x1 = 0, y0 = height, y1 = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const std::size_t i = std::size_t(y) * std::size_t(width) + std::size_t(x);
        const std::uint8_t index = std::uint8_t(1 + palette.of_cell[cell_of(&frames[f].rgb[3 * i])]);
        if (f > 0 && index == shown[i]) continue;
        shown[i] = now[i] = index;
        x0 = std::min(x0, x);
        x1 = std::max(x1, x + 1);
        y0 = std::min(y0, y);
        y1 = std::max(y1, y + 1);
      }
    if (x0 >= x1) x0 = y0 = 0, x1 = y1 = 1;
    data.clear();
    put(data, sequence++, 4);
    for (const int value : {x1 - x0, y1 - y0, x0, y0}) put(data, std::uint32_t(value), 4);
    put(data, std::uint32_t(f + 1 < frames.size() ? milliseconds : last), 2);
    put(data, 1000, 2);
    data.push_back(0);      // it stays
    data.push_back(f > 0);  // over what is there
    put_chunk(file, "fcTL", data);
    Bytes rows;
    for (int y = y0; y < y1; ++y) {
      rows.push_back(0);
      const auto from = now.begin() + std::ptrdiff_t(y) * width;
      rows.insert(rows.end(), from + x0, from + x1);
    }
    data.clear();
    if (f > 0) put(data, sequence++, 4);
    const Bytes packed = deflated(rows);
    data.insert(data.end(), packed.begin(), packed.end());
    if (f == 0)
      put_chunk(file, "IDAT", data);
    else
      put_chunk(file, "fdAT", data);
  }
  put_chunk(file, "IEND", {});
  return file;
}

}  // namespace graze
