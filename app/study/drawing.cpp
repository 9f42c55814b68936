#include "app/study/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "io/base64.h"

namespace graze::app {
namespace {

std::string style(const Drawing::Pen& pen) {
  std::string text = fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.3g}\"", pen.fill, pen.stroke, pen.width);
  if (pen.dashed) text += " stroke-dasharray=\"5 4\"";
  if (pen.opacity < 1) text += fmt::format(" opacity=\"{:.3g}\"", pen.opacity);
  return text;
}

std::string places(const std::vector<Spot>& spots) {
  std::string text;
  for (const Spot s : spots) text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", s.x, s.y);
  return text;
}

// A colour "#rrggbb" made darker.
std::string shaded(const char* colour, double light) {
  const long value = std::strtol(colour + 1, nullptr, 16);
  const auto part = [&](int shift) { return int(double((value >> shift) & 255) * light); };
  return fmt::format("#{:02x}{:02x}{:02x}", part(16), part(8), part(0));
}

}  // namespace

Drawing::Drawing(std::string title, double width, double height)
    : title_(std::move(title)), width_(width), height_(height) {}

void Drawing::line(Spot from, Spot to, const Pen& pen) {
  body_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", from.x, from.y, to.x,
                       to.y, style(pen));
}
void Drawing::polygon(const std::vector<Spot>& corners, const Pen& pen) {
  body_ += fmt::format("<polygon points=\"{}\" {}/>\n", places(corners), style(pen));
}
void Drawing::curve(const std::vector<Spot>& points, const Pen& pen) {
  body_ += fmt::format("<polyline points=\"{}\" {}/>\n", places(points), style(pen));
}
void Drawing::circle(Spot centre, double radius, const Pen& pen) {
  body_ +=
      fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}/>\n", centre.x, centre.y, radius, style(pen));
}
void Drawing::arrow(Spot from, Spot to, const Pen& pen) {
  line(from, to, pen);
  const double x = to.x - from.x, y = to.y - from.y, size = std::hypot(x, y);
  if (!(size > 0)) return;
  const double u = 9 * x / size, v = 9 * y / size;
  Pen head = pen;
  head.fill = pen.stroke;
  head.dashed = false;
  polygon({to, {to.x - u - 0.4 * v, to.y - v + 0.4 * u}, {to.x - u + 0.4 * v, to.y - v - 0.4 * u}}, head);
}
void Drawing::text(Spot at, const std::string& words, const char* anchor, double size, const char* colour) {
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>\n",
                       at.x, at.y, anchor, size, colour, xml_text(words));
}
void Drawing::triangles(const std::vector<Filled>& list) {
  body_ += "<g fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\"0.4\">\n";
  for (const Filled& t : list)
    body_ +=
        fmt::format("<path color=\"{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f} {:.1f} {:.1f}z\"/>\n", t.colour,
                    t.corners[0].x, t.corners[0].y, t.corners[1].x, t.corners[1].y, t.corners[2].x, t.corners[2].y);
  body_ += "</g>\n";
}
StudyPicture Drawing::picture() const {
  return {title_, fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" "
                              "font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
                              "{}</svg>\n",
                              width_, height_, body_)};
}

Outlook::Outlook(Vec3 towards_the_eye, const Box& bounds, Spot corner, double width, double height)
    : towards_(towards_the_eye * (1 / length(towards_the_eye))),
      centre_((bounds.lo + bounds.hi) * 0.5),
      middle_{corner.x + width / 2, corner.y + height / 2} {
  const Vec3 side = std::fabs(towards_.z) > 0.999 ? Vec3{1, 0, 0} : cross({0, 0, 1}, towards_);
  right_ = side * (1 / length(side));
  up_ = cross(towards_, right_);
  double across = 0, high = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 p{(i & 1) != 0 ? bounds.hi.x : bounds.lo.x, (i & 2) != 0 ? bounds.hi.y : bounds.lo.y,
                 (i & 4) != 0 ? bounds.hi.z : bounds.lo.z};
    across = std::max(across, std::fabs(dot(p - centre_, right_)));
    high = std::max(high, std::fabs(dot(p - centre_, up_)));
  }
  scale_ = 0.5 * std::min(width / std::max(across, 1e-9), height / std::max(high, 1e-9));
}

Spot Outlook::at(Vec3 point) const {
  return {middle_.x + scale_ * dot(point - centre_, right_), middle_.y - scale_ * dot(point - centre_, up_)};
}

void Facets::add(const Body& body, const char* colour, const std::vector<std::uint32_t>& marked, const char* mark) {
  for (std::uint32_t i = 0; i < body.shape.triangle_count(); ++i) {
    const Triangle t = body.shape.triangle(i);
    const bool other = std::binary_search(marked.begin(), marked.end(), i);
    facets_.push_back({{body.pose * t.a, body.pose * t.b, body.pose * t.c}, other ? mark : colour});
  }
}

Box Facets::bounds() const {
  Box box;
  for (const Facet& facet : facets_)
    for (const Vec3 p : {facet.triangle.a, facet.triangle.b, facet.triangle.c}) box = merge(box, p);
  return box;
}

void Facets::draw(Drawing& drawing, const Outlook& outlook) const {
  std::vector<const Facet*> order;
  for (const Facet& facet : facets_) order.push_back(&facet);
  const auto far = [&](const Facet* f) { return outlook.depth(f->triangle.a + f->triangle.b + f->triangle.c); };
  std::sort(order.begin(), order.end(), [&](const Facet* p, const Facet* q) { return far(p) < far(q); });
  const Vec3 light = outlook.towards() + Vec3{0.2, -0.3, 0.8};
  std::vector<Drawing::Filled> list;
  for (const Facet* f : order) {
    const Vec3 n = cross(f->triangle.b - f->triangle.a, f->triangle.c - f->triangle.a);
    const double size = length(n) * length(light);
    if (!(size > 0)) continue;
    list.push_back({{outlook.at(f->triangle.a), outlook.at(f->triangle.b), outlook.at(f->triangle.c)},
                    shaded(f->colour, 0.45 + 0.55 * std::fabs(dot(n, light)) / size)});
  }
  drawing.triangles(list);
}

StudyPicture photo(const std::string& title, const Image& image) {
  const std::vector<std::uint8_t> png = encode_png(image);
  const std::string bytes(png.begin(), png.end());
  return {title, fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
                             "height=\"{1}\"><image width=\"{0}\" height=\"{1}\" "
                             "href=\"data:image/png;base64,{2}\"/></svg>\n",
                             image.width, image.height, encode_base64(bytes))};
}

StudyPicture bars(const std::string& title, const std::vector<std::pair<std::string, double>>& values,
                  std::string (*text)(double)) {
  Drawing drawing(title, 640, 40 + 22 * double(values.size()));
  drawing.text({8, 20}, title, "start", 15);
  double most = 1e-300;
  for (const auto& [name, value] : values) most = std::max(most, value);
  double y = 34;
  for (const auto& [name, value] : values) {
    const double width = 280 * std::max(0.0, value) / most;
    drawing.text({262, y + 13}, name, "end");
    drawing.polygon({{270, y + 2}, {270 + width, y + 2}, {270 + width, y + 17}, {270, y + 17}},
                    {ink::blue, ink::blue, 0.5});
    drawing.text({276 + width, y + 13}, text(value));
    y += 22;
  }
  return drawing.picture();
}

}  // namespace graze::app
