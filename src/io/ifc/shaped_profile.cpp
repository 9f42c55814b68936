// An outline is a list of corners, each with the radius that rounds it. Where flanges or legs slope, their thickness is
// that in the middle of the free part, as the schema's figures have it.
#include "io/ifc/shaped_profile.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::ifc {

namespace {

struct Corner {
  double x, y, radius = 0;
};
using Outline = std::vector<Corner>;

// Corners with a radius become arcs between the points where they touch the sides.
std::vector<Point2> rounded(const Context& context, const Outline& corners, const Record& record) {
  std::vector<Point2> points;
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Corner &c = corners[i], &before = corners[(i + n - 1) % n], &after = corners[(i + 1) % n];
    if (!std::isfinite(c.x) || !std::isfinite(c.y)) record.fail("its lengths are not finite");
    if (!(c.radius > 0)) {
      points.push_back({c.x, c.y});
      continue;
    }
    double ux = before.x - c.x, uy = before.y - c.y, vx = after.x - c.x, vy = after.y - c.y;
    const double ul = std::hypot(ux, uy), vl = std::hypot(vx, vy);
    if (!(ul > 0) || !(vl > 0)) record.fail("two corners are one");
    ux /= ul, uy /= ul, vx /= vl, vy /= vl;
    const double half = std::acos(std::clamp(ux * vx + uy * vy, -1.0, 1.0)) / 2;
    const double tangent = c.radius / std::tan(half);
    if (!(tangent <= std::min(ul, vl) * (1 + 1e-9))) record.fail("a radius is too large for its corner");
    double mx = ux + vx, my = uy + vy;
    const double ml = std::hypot(mx, my), away = c.radius / std::sin(half);
    mx /= ml, my /= ml;
    const double cx = c.x + mx * away, cy = c.y + my * away;
    const double from = std::atan2(c.y + uy * tangent - cy, c.x + ux * tangent - cx);
    double turn = std::atan2(c.y + vy * tangent - cy, c.x + vx * tangent - cx) - from;
    constexpr double pi = std::numbers::pi;
    if (turn > pi) turn -= 2 * pi;
    if (turn < -pi) turn += 2 * pi;
    const int steps = arc_steps(c.radius, turn, context.deflection);
    points.push_back({c.x + ux * tangent, c.y + uy * tangent});
    for (int k = 1; k < steps; ++k) {
      const double angle = from + turn * k / steps;
      points.push_back({cx + c.radius * std::cos(angle), cy + c.radius * std::sin(angle)});
    }
    points.push_back({c.x + vx * tangent, c.y + vy * tangent});
  }
  // Where arcs take up a whole side, their ends are one.
  std::vector<Point2> tidy;
  const double near = context.precision;
  for (const Point2& p : points) {
    if (tidy.empty() || std::hypot(p[0] - tidy.back()[0], p[1] - tidy.back()[1]) > near) tidy.push_back(p);
  }
  while (tidy.size() > 1 && std::hypot(tidy[0][0] - tidy.back()[0], tidy[0][1] - tidy.back()[1]) <= near)
    tidy.pop_back();
  if (tidy.size() < 3) record.fail("it has no area");
  return tidy;
}

Outline rectangle(double x, double y, double radius = 0) {
  return {{-x, -y, radius}, {x, -y, radius}, {x, y, radius}, {-x, y, radius}};
}

// One half of an I: flange width, its thickness, fillet, edge radius and slope.
struct Flange {
  double width, thickness, fillet, edge, slope;
  double at(double x) const { return thickness + (width / 4 - x) * std::tan(slope); }
};

Outline i_shape(double depth, double web, const Flange& bottom, const Flange& top) {
  const double y = depth / 2, w = web / 2;
  Outline right = {{bottom.width / 2, -y},
                   {bottom.width / 2, -y + bottom.at(bottom.width / 2), bottom.edge},
                   {w, -y + bottom.at(w), bottom.fillet},
                   {w, y - top.at(w), top.fillet},
                   {top.width / 2, y - top.at(top.width / 2), top.edge},
                   {top.width / 2, y}};
  Outline all = right;
  for (auto at = right.rbegin(); at != right.rend(); ++at) all.push_back({-at->x, at->y, at->radius});
  return all;
}

Outline l_shape(const Record& record, double slope) {
  const double y = record.number(3) / 2, x = record.number(4, 2 * y) / 2, t = record.number(5), s = std::tan(slope);
  const double fillet = record.number(6, 0), edge = record.number(7, 0);
  // The inner sides: y = t - Y - x s, and x = t - X - y s.
  const double inner_y = (t - y - s * (t - x)) / (1 - s * s), inner_x = t - x - s * inner_y;
  return {{-x, -y}, {x, -y}, {x, -y + t - x * s, edge}, {inner_x, inner_y, fillet}, {-x + t - y * s, y, edge}, {-x, y}};
}

Outline t_shape(const Record& record, double web_slope, double flange_slope) {
  const double y = record.number(3) / 2, x = record.number(4) / 2, web = record.number(5) / 2,
               flange = record.number(6);
  const double fillet = record.number(7, 0), flange_edge = record.number(8, 0), web_edge = record.number(9, 0);
  const double f = std::tan(flange_slope), w = std::tan(web_slope);
  // Under the flange: y = Y - flange - (X/2 - x) f; beside the web: x = web + y w.
  const double inner_y = (y - flange - (x / 2 - web) * f) / (1 - w * f), inner_x = web + inner_y * w;
  const double tip = y - flange + (x / 2) * f;
  return {{-(web - y * w), -y, web_edge},
          {web - y * w, -y, web_edge},
          {inner_x, inner_y, fillet},
          {x, tip, flange_edge},
          {x, y},
          {-x, y},
          {-x, tip, flange_edge},
          {-inner_x, inner_y, fillet}};
}

Outline u_shape(const Record& record, double slope) {
  const double y = record.number(3) / 2, x = record.number(4) / 2, web = record.number(5), flange = record.number(6);
  const double fillet = record.number(7, 0), edge = record.number(8, 0), s = std::tan(slope);
  const double tip = flange - x * s, root = flange - (-x + web) * s;
  return {{-x, -y},
          {x, -y},
          {x, -y + tip, edge},
          {-x + web, -y + root, fillet},
          {-x + web, y - root, fillet},
          {x, y - tip, edge},
          {x, y},
          {-x, y}};
}

Outline c_shape(const Record& record) {
  const double y = record.number(3) / 2, x = record.number(4) / 2, t = record.number(5), g = record.number(6);
  const double inner = record.number(7, 0), outer = inner > 0 ? inner + t : 0;
  return {
      {-x, -y, outer},         {x, -y, outer},         {x, -y + g},           {x - t, -y + g}, {x - t, -y + t, inner},
      {-x + t, -y + t, inner}, {-x + t, y - t, inner}, {x - t, y - t, inner}, {x - t, y - g},  {x, y - g},
      {x, y, outer},           {-x, y, outer}};
}

Outline z_shape(const Record& record) {
  const double y = record.number(3) / 2, web = record.number(5) / 2, x = record.number(4) - web, f = record.number(6);
  const double fillet = record.number(7, 0), edge = record.number(8, 0);
  return {{-web, -y}, {x, -y}, {x, -y + f, edge}, {web, -y + f, fillet},
          {web, y},   {-x, y}, {-x, y - f, edge}, {-web, y - f, fillet}};
}

}  // namespace

Section shaped_section(const Context& context, const Record& record) {
  Section section;
  const auto outline = [&](const Outline& corners) { section.add_loop(rounded(context, corners, record), false); };
  const double angle = context.radians;
  for (std::size_t field = 3; field < record.size(); ++field) {
    if (record.given(field) && !std::isfinite(record.number(field))) record.fail("its lengths are not finite");
  }
  if (record.is("IFCRECTANGLEPROFILEDEF")) {
    outline(rectangle(record.number(3) / 2, record.number(4) / 2));
  } else if (record.is("IFCROUNDEDRECTANGLEPROFILEDEF")) {
    outline(rectangle(record.number(3) / 2, record.number(4) / 2, record.number(5)));
  } else if (record.is("IFCRECTANGLEHOLLOWPROFILEDEF")) {
    const double x = record.number(3) / 2, y = record.number(4) / 2, t = record.number(5);
    outline(rectangle(x, y, record.number(7, 0)));
    if (!(t > 0) || !(t < std::min(x, y))) record.fail("its wall is thicker than the profile");
    section.add_loop(rounded(context, rectangle(x - t, y - t, record.number(6, 0)), record), true);
  } else if (record.is("IFCTRAPEZIUMPROFILEDEF")) {
    const double x = record.number(3) / 2, top = record.number(4), y = record.number(5) / 2, by = record.number(6);
    outline({{-x, -y}, {x, -y}, {-x + by + top, y}, {-x + by, y}});
  } else if (record.is("IFCISHAPEPROFILEDEF")) {
    const Flange flange{record.number(3), record.number(6), record.number(7, 0), record.number(8, 0),
                        record.number(9, 0) * angle};
    outline(i_shape(record.number(4), record.number(5), flange, flange));
  } else if (record.is("IFCASYMMETRICISHAPEPROFILEDEF")) {
    // 2x3 makes it an I with a top flange, and says where its centre of gravity is; 4 has edge radii and slopes.
    const bool has_slopes = record.size() > 12;
    const double bottom_fillet = record.number(7, 0);
    const Flange bottom{record.number(3), record.number(6), bottom_fillet, has_slopes ? record.number(11, 0) : 0,
                        has_slopes ? record.number(12, 0) * angle : 0};
    const Flange top{record.number(8), record.number(9, record.number(6)), record.number(10, 0),
                     has_slopes ? record.number(13, 0) : 0, has_slopes ? record.number(14, 0) * angle : 0};
    outline(i_shape(record.number(4), record.number(5), bottom, top));
  } else if (record.is("IFCLSHAPEPROFILEDEF")) {
    outline(l_shape(record, record.number(8, 0) * angle));
  } else if (record.is("IFCTSHAPEPROFILEDEF")) {
    outline(t_shape(record, record.number(10, 0) * angle, record.number(11, 0) * angle));
  } else if (record.is("IFCUSHAPEPROFILEDEF")) {
    outline(u_shape(record, record.number(9, 0) * angle));
  } else if (record.is("IFCCSHAPEPROFILEDEF")) {
    outline(c_shape(record));
  } else if (record.is("IFCZSHAPEPROFILEDEF")) {
    outline(z_shape(record));
  } else {
    record.fail("such profiles are not read");
  }
  return section;
}

}  // namespace graze::ifc
