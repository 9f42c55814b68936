#include "report/clash_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "render/paint.h"
#include "render/see_through.h"

namespace graze {

namespace {

double half_diagonal(const Box& box) { return box.empty() ? 0 : 0.5 * length(box.hi - box.lo); }

double size_of(const Part& part) { return half_diagonal(posed_box(part.pose, part.shape.bounds())); }

// Half the height of what the camera shows around the clash's point.
double shown_half_height(const ClashReport& report, const Clash& clash) {
  const double a = size_of(report.assembly.parts[clash.a]), b = size_of(report.assembly.parts[clash.b]);
  const double smaller = std::min(a, b), common = std::min(half_diagonal(clash.box), smaller);
  // From outside of the larger one, where one is inside; of duplicates all of them.
  if (clash.value == ClashClass::enclosed || clash.value == ClashClass::duplicate) return 0.9 * std::max(a, b);
  const double shown = std::max({std::sqrt(common * smaller), 1.3 * common, 0.2 * smaller});
  return shown > 0 ? shown : 1;  // two points
}

// Surfaces that near are one in the picture: rounding, and what the class takes for contact.
double closeness(const ClashReport& report, const Clash& clash) {
  double close = 1e-6 * shown_half_height(report, clash);
  if (clash.value != ClashClass::touching) return close;
  close = std::max(close, report.settings.contact);
  if (std::isfinite(clash.bound)) close = std::max(close, std::abs(clash.distance) + clash.bound);
  return close;
}

}  // namespace

namespace {

// Directions from the clash to the eye that are tried: eight around, from three heights.
struct Ways {
  explicit Ways(const ClashReport& report) : y_up(report.assembly.up == UpAxis::y) {}

  static constexpr double sides[8][2] = {{0.8, -1},  {-0.8, -1},  {0.8, 1},   {-0.8, 1},
                                         {1, -0.25}, {0.25, -1.}, {-1, 0.25}, {-0.25, 1}};
  static constexpr double heights[3] = {0.6, 0.2, 1.4};

  Vec3 up() const { return y_up ? Vec3{0, 1, 0} : Vec3{0, 0, 1}; }
  Vec3 direction(const double (&side)[2], double height) const {
    const Vec3 north = y_up ? Vec3{0, 0, -1} : Vec3{0, 1, 0};
    return unit(Vec3{side[0], 0, 0} + north * side[1] + up() * height);
  }
  Camera camera(const ClashReport& report, const Clash& clash, Vec3 direction) const {
    const double away = shown_half_height(report, clash) / clash_view_half_height;
    return {clash.point + direction * away, clash.point, up(), clash_view_half_height};
  }

  bool y_up;
};

// Across the normal the depth or the gap is seen as it is.
double across(const Clash& clash, Vec3 direction) {
  return clash.normal == Vec3{} ? 0 : 1 - std::abs(dot(direction, clash.normal));
}

}  // namespace

Camera clash_camera(const ClashReport& report, const Clash& clash) {
  const Part &a = report.assembly.parts[clash.a], &b = report.assembly.parts[clash.b];
  const Ways ways(report);
  SeeThroughSettings settings;
  settings.closeness = closeness(report, clash);
  Camera best;
  double best_rate = -std::numeric_limits<double>::infinity();
  for (const double height : Ways::heights) {
    for (const auto& side : Ways::sides) {
      const Vec3 direction = ways.direction(side, height);
      settings.camera = ways.camera(report, clash, direction);
      const double rate = rate_view({a.shape, a.pose}, {b.shape, b.pose}, settings) + 0.3 * across(clash, direction) +
                          (height == Ways::heights[0] ? 0.1 : 0);
      if (rate > best_rate) {
        best_rate = rate;
        best = settings.camera;
      }
    }
  }
  return best;
}

Camera plain_camera(const ClashReport& report, const Clash& clash) {
  const Ways ways(report);
  Vec3 best = ways.direction(Ways::sides[0], Ways::heights[0]);
  for (const auto& side : Ways::sides) {
    const Vec3 direction = ways.direction(side, Ways::heights[0]);
    if (across(clash, direction) > across(clash, best)) best = direction;
  }
  return ways.camera(report, clash, best);
}

Image clash_picture(const ClashReport& report, const Clash& clash, const Camera& camera, const ClashRegion& region,
                    int width, int height) {
  const Part &a = report.assembly.parts[clash.a], &b = report.assembly.parts[clash.b];
  SeeThroughSettings settings;
  settings.width = width;
  settings.height = height;
  settings.camera = camera;
  settings.closeness = closeness(report, clash);
  Image image = render_see_through({a.shape, a.pose}, {b.shape, b.pose}, settings);

  const View view(camera, width, height);
  const Pen white{{1, 1, 1}, 5, 0.7}, red{{0.72, 0, 0.02}, 2.5, 1};
  double x0, y0, x1, y1;
  const auto trace = [&](const std::vector<Vec3>& points, bool closed) {
    for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
      if (view.project(points[i], x0, y0) && view.project(points[(i + 1) % points.size()], x1, y1)) {
        draw_line(image, x0, y0, x1, y1, {red.color, 1.6, 0.8});
      }
    }
  };
  for (const ContactCurve& curve : region.curves) trace(curve.points, curve.closed);
  for (const std::vector<Vec3>& patch : region.patches) trace(patch, true);
  if (region.from != region.to && view.project(region.from, x0, y0) && view.project(region.to, x1, y1)) {
    for (const Pen& pen : {white, red}) draw_line(image, x0, y0, x1, y1, pen);
    draw_dot(image, x0, y0, 3, red);
    draw_dot(image, x1, y1, 3, red);
  }
  if (view.project(clash.point, x0, y0)) {
    const double radius = 0.055 * height;
    draw_ring(image, x0, y0, radius, white);
    draw_ring(image, x0, y0, radius, red);
  }
  return image;
}

}  // namespace graze
