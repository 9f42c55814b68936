#include "render/sheets.h"

#include <algorithm>
#include <string>

#include "graze/error.h"
#include "render/view.h"

namespace graze {

Sheets::Sheets(const Body& a, const Body& b, double closeness)
    : bodies_{a, b},
      boxes_{posed_box(a.pose, a.shape.bounds()), posed_box(b.pose, b.shape.bounds())},
      closeness_(closeness) {}

void Sheets::cast(int body, const Ray& ray) {
  const auto index = static_cast<std::size_t>(body);
  if (!passes(boxes_[index], ray)) return;
  RaySettings settings;
  settings.want = RayWant::all;
  const RayResult result = graze::cast(bodies_[index], ray, settings);
  if (result.status != Status::ok) {
    throw Error("body " + std::to_string(body) + " cannot be drawn: " + name(result.status));
  }
  const std::size_t first = sheets_.size();
  for (const RayHit& hit : result.hits) {
    const double against = dot(hit.normal, ray.direction);
    if (against == 0) continue;  // seen from its edge, or of no area
    const bool entering = against < 0;
    // Two triangles at a common edge are one sheet.
    if (sheets_.size() > first && sheets_.back().t == hit.t && sheets_.back().entering == entering) continue;
    sheets_.push_back({hit.t, body, entering, false, hit.point, entering ? hit.normal : -hit.normal});
  }
}

const std::vector<Sheet>& Sheets::along(const Ray& ray) {
  sheets_.clear();
  starts_inside_ = false;
  cast(0, ray);
  cast(1, ray);
  // A solid whose last sheets leave more often than the first ones enter holds the start.
  std::array<int, 2> depth{};
  for (const Sheet& sheet : sheets_) depth[static_cast<std::size_t>(sheet.body)] += sheet.entering ? -1 : 1;
  for (std::size_t body = 0; body < 2; ++body) {
    if (!bodies_[body].shape.solid()) depth[body] = 0;
    starts_inside_ = starts_inside_ || depth[body] > 0;
  }
  std::stable_sort(sheets_.begin(), sheets_.end(), [](const Sheet& x, const Sheet& y) { return x.t < y.t; });
  const double near = closeness_ / length(ray.direction);
  for (std::size_t i = 0; i < sheets_.size(); ++i) {
    Sheet& sheet = sheets_[i];
    const auto own = static_cast<std::size_t>(sheet.body), other = 1 - own;
    sheet.common = depth[other] > 0;
    for (std::size_t j = i; j-- > 0 && sheet.t - sheets_[j].t <= near;) {
      if (sheets_[j].body == sheet.body) continue;
      sheet.common = true;
      sheets_[j].common = true;
    }
    if (bodies_[own].shape.solid()) depth[own] += sheet.entering ? 1 : -1;
  }
  return sheets_;
}

}  // namespace graze
