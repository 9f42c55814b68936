// Sheets are laid over each other from the front to the back, like coloured glass: one that the ray enters by covers
// more than one that it leaves by, and one on the boundary of the common part nearly all that is behind it. Sheets that
// are before such a one are thinner there.
#include "render/see_through.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/error.h"
#include "render/sheets.h"

namespace graze {

namespace {

struct Pixel {
  Color color;
  // Of the first sheet: what an outline is told by.
  int body = -1;
  bool common = false;
  Vec3 normal;
};

class Painter {
 public:
  Painter(const Body& a, const Body& b, const SeeThroughSettings& settings)
      : settings_(settings),
        view_(settings.camera, settings.width, settings.height),
        sheets_(a, b, settings.closeness) {
    // From above and from the left of the camera, so that faces that meet differ.
    light_ = unit(view_.up * 0.8 - view_.right * 0.5 - view_.forward);
  }

  Pixel sample(double x, double y) {
    Pixel pixel;
    double left = 1;  // of the light behind
    const std::vector<Sheet>& sheets = sheets_.along(view_.ray(x, y));
    const bool common = std::any_of(sheets.begin(), sheets.end(), [](const Sheet& sheet) { return sheet.common; });
    for (const Sheet& sheet : sheets) {
      if (pixel.body < 0) {
        pixel.body = sheet.body;
        pixel.common = sheet.common;
        pixel.normal = sheet.normal;
      }
      const double cover = sheet.common ? 0.85 : sheet.entering ? (common ? 0.4 : 0.8) : 0.2;
      pixel.color = pixel.color + shade(sheet) * (left * cover);
      left *= 1 - cover;
      if (left < 0.01) break;
    }
    pixel.color = pixel.color + background(y) * left;
    return pixel;
  }

 private:
  Color background(double y) const {
    return mix({0.93, 0.945, 0.96}, {0.70, 0.74, 0.79}, std::clamp(y / settings_.height, 0.0, 1.0));
  }

  Color shade(const Sheet& sheet) const {
    Color own = settings_.colors[static_cast<std::size_t>(sheet.body)];
    if (sheet.common) own = mix(own, settings_.common, 0.88);
    const double facing = std::max(0.0, dot(sheet.normal, light_));
    return mix(own * (0.42 + 0.75 * facing), {1, 1, 1}, 0.05);
  }

  const SeeThroughSettings& settings_;
  View view_;
  Vec3 light_;
  Sheets sheets_;
};

bool differ(const Pixel& a, const Pixel& b) {
  if (a.body != b.body || a.common != b.common) return true;
  return a.body >= 0 && dot(a.normal, b.normal) < 0.8;  // the cosine of 37 degrees
}

std::uint8_t byte(double value) {
  return static_cast<std::uint8_t>(255 * std::sqrt(std::clamp(value, 0.0, 1.0)) + 0.5);
}

}  // namespace

Image render_see_through(const Body& a, const Body& b, const SeeThroughSettings& settings) {
  if (settings.width < 1 || settings.height < 1) throw Error("a picture needs at least one pixel");
  const auto width = static_cast<std::size_t>(settings.width), height = static_cast<std::size_t>(settings.height);
  Painter painter(a, b, settings);
  std::vector<Pixel> pixels(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      pixels[y * width + x] = painter.sample(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5);
    }
  }
  Image image{settings.width, settings.height, std::vector<std::uint8_t>(3 * width * height)};
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const Pixel& pixel = pixels[y * width + x];
      Color color = pixel.color;
      const bool outline = (x + 1 < width && differ(pixel, pixels[y * width + x + 1])) ||
                           (y + 1 < height && differ(pixel, pixels[(y + 1) * width + x]));
      const bool before =
          (x > 0 && differ(pixel, pixels[y * width + x - 1])) || (y > 0 && differ(pixel, pixels[(y - 1) * width + x]));
      if (outline || before) {
        for (int k = 0; k < 4; ++k) {
          color = color + painter
                              .sample(static_cast<double>(x) + 0.25 + 0.5 * (k % 2),
                                      static_cast<double>(y) + 0.25 + 0.5 * (k / 2))
                              .color;
        }
        color = color * (outline ? 0.2 * 0.45 : 0.2);
      }
      std::uint8_t* out = image.rgb.data() + 3 * (y * width + x);
      out[0] = byte(color.red);
      out[1] = byte(color.green);
      out[2] = byte(color.blue);
    }
  }
  return image;
}

double rate_view(const Body& a, const Body& b, const SeeThroughSettings& settings) {
  constexpr int columns = 18, rows = 12;
  const View view(settings.camera, columns, rows);
  Sheets sheets(a, b, settings.closeness);
  std::array<int, 2> seen{};  // rays that meet this body first
  double common = 0;          // of what is common, how much is seen through how little
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      double left = 1;
      bool first = true;
      for (const Sheet& sheet : sheets.along(view.ray(x + 0.5, y + 0.5))) {
        if (first) ++seen[static_cast<std::size_t>(sheet.body)];
        first = false;
        if (sheet.common) {
          common += left;
          break;
        }
        left *= sheet.entering ? 0.6 : 0.84;
      }
      if (sheets.starts_inside()) return -1;
    }
  }
  constexpr double rays = columns * rows;
  return std::min({seen[0] / rays, seen[1] / rays, 0.3}) + 2 * std::min(common / rays, 0.3);
}

}  // namespace graze
