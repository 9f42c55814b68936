#include "report/clash_region.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace graze {

namespace {

struct Flat {
  double u, v;
  Vec3 point;
};

// The hull of points that lie nearly in a plane across the normal, counter-clockwise (Andrew's monotone chain). Fewer
// than three points are no patch.
std::vector<Vec3> outline(const std::vector<Vec3>& points, Vec3 normal) {
  const Vec3 size = abs(normal);
  const Vec3 other = size.x <= size.y && size.x <= size.z ? Vec3{1, 0, 0}
                     : size.y <= size.z                   ? Vec3{0, 1, 0}
                                                          : Vec3{0, 0, 1};
  const Vec3 u = cross(normal, other), v = cross(normal, u);
  std::vector<Flat> flat;
  for (const Vec3& point : points) flat.push_back({dot(point - points[0], u), dot(point - points[0], v), point});
  std::sort(flat.begin(), flat.end(), [](const Flat& a, const Flat& b) { return a.u != b.u ? a.u < b.u : a.v < b.v; });
  std::vector<Flat> chain;
  const auto add = [&](const Flat& next, std::size_t least) {
    while (chain.size() > least) {
      const Flat &a = chain[chain.size() - 2], &b = chain.back();
      if ((b.u - a.u) * (next.v - a.v) > (b.v - a.v) * (next.u - a.u)) break;
      chain.pop_back();
    }
    chain.push_back(next);
  };
  for (const Flat& next : flat) add(next, 1);
  const std::size_t lower = chain.size();
  for (std::size_t i = flat.size() - 1; i-- > 0;) add(flat[i], lower);
  chain.pop_back();
  std::vector<Vec3> corners;
  for (const Flat& corner : chain) corners.push_back(corner.point);
  if (corners.size() < 3) corners.clear();
  return corners;
}

void thin(std::vector<ContactCurve>& curves, std::size_t max_points) {
  std::size_t count = 0;
  for (const ContactCurve& curve : curves) count += curve.points.size();
  const std::size_t step = count / max_points + 1;
  if (step == 1) return;
  for (ContactCurve& curve : curves) {
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < curve.points.size(); i += step) kept.push_back(curve.points[i]);
    if (!curve.closed && kept.back() != curve.points.back()) kept.push_back(curve.points.back());
    curve.points = std::move(kept);
  }
}

}  // namespace

ClashRegion clash_region(const ClashReport& report, const Clash& clash, std::size_t max_points) {
  ClashRegion region;
  const double half = std::isinf(clash.bound) ? 0 : 0.5 * clash.distance;
  region.from = clash.point - clash.normal * half;
  region.to = clash.point + clash.normal * half;
  // Of a duplicate all is common, and of parts that are apart nothing.
  if (clash.value == ClashClass::duplicate || clash.value == ClashClass::clearance) return region;

  const Part &a = report.assembly.parts[clash.a], &b = report.assembly.parts[clash.b];
  ContactSettings settings;
  settings.curves = true;
  settings.tolerance = report.settings.contact;
  if (clash.value == ClashClass::touching && std::isfinite(clash.bound)) {
    settings.tolerance = std::max(settings.tolerance, std::abs(clash.distance) + clash.bound);
  }
  ContactResult found = find_contacts({a.shape, a.pose}, {b.shape, b.pose}, settings);
  if (found.status != Status::ok) return region;
  region.curves = std::move(found.curves);
  thin(region.curves, max_points);
  std::map<std::uint32_t, std::vector<const Contact*>> patches;
  for (const Contact& contact : found.contacts) {
    if (!contact.crossing) patches[contact.patch].push_back(&contact);
  }
  for (const auto& [patch, members] : patches) {
    std::vector<Vec3> points;
    for (const Contact* contact : members) points.push_back(contact->point);
    std::vector<Vec3> corners = outline(points, members[0]->normal);
    if (!corners.empty()) region.patches.push_back(std::move(corners));
  }
  // Faces that lie on each other but for rounding cross each other to and fro.
  if (clash.value == ClashClass::touching && !region.patches.empty()) region.curves.clear();
  return region;
}

}  // namespace graze
