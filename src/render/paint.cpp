#include "render/paint.h"

#include <algorithm>
#include <cmath>

namespace graze {

namespace {

// Pixels of [x0, x1] x [y0, y1] are covered by as much as `inside` is above 0, up to one pixel.
template <class Inside>
void cover(Image& image, double x0, double y0, double x1, double y1, const Pen& pen, const Inside& inside) {
  if (!(x0 <= x1 && y0 <= y1)) return;
  const auto clamped = [](double value, int end) { return static_cast<int>(std::clamp<double>(value, 0, end)); };
  const int last_x = clamped(x1 + 2, image.width), last_y = clamped(y1 + 2, image.height);
  for (int y = clamped(y0 - 1, image.height); y < last_y; ++y) {
    for (int x = clamped(x0 - 1, image.width); x < last_x; ++x) {
      const double part = pen.cover * std::clamp(inside(x + 0.5, y + 0.5) + 0.5, 0.0, 1.0);
      if (part == 0) continue;
      std::uint8_t* out = image.rgb.data() + 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                                                  static_cast<std::size_t>(x));
      const double over[3] = {pen.color.red, pen.color.green, pen.color.blue};
      for (int k = 0; k < 3; ++k) {
        const double own = out[k] / 255.0;
        const double light = own * own * (1 - part) + over[k] * part;
        out[k] = static_cast<std::uint8_t>(255 * std::sqrt(std::clamp(light, 0.0, 1.0)) + 0.5);
      }
    }
  }
}

}  // namespace

void draw_line(Image& image, double x0, double y0, double x1, double y1, const Pen& pen) {
  const double dx = x1 - x0, dy = y1 - y0, half = 0.5 * pen.width;
  const double length_sq = dx * dx + dy * dy;
  if (!std::isfinite(length_sq)) return;
  cover(image, std::min(x0, x1) - half, std::min(y0, y1) - half, std::max(x0, x1) + half, std::max(y0, y1) + half, pen,
        [&](double x, double y) {
          const double along = length_sq > 0 ? std::clamp(((x - x0) * dx + (y - y0) * dy) / length_sq, 0.0, 1.0) : 0;
          const double ox = x - x0 - along * dx, oy = y - y0 - along * dy;
          return half - std::sqrt(ox * ox + oy * oy);
        });
}

void draw_ring(Image& image, double x, double y, double radius, const Pen& pen) {
  const double half = 0.5 * pen.width;
  cover(image, x - radius - half, y - radius - half, x + radius + half, y + radius + half, pen,
        [&](double px, double py) {
          return half - std::abs(std::sqrt((px - x) * (px - x) + (py - y) * (py - y)) - radius);
        });
}

void draw_dot(Image& image, double x, double y, double radius, const Pen& pen) {
  cover(image, x - radius, y - radius, x + radius, y + radius, pen,
        [&](double px, double py) { return radius - std::sqrt((px - x) * (px - x) + (py - y) * (py - y)); });
}

}  // namespace graze
