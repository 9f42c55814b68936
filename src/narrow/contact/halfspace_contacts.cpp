// A half-space touches corners: every one that is not above its plane by more than the tolerance, also those that are
// far below, as long as something of the body comes up to the plane. Rounded bodies, bent ones too, by the ends of
// their cores, cylinders and cones by the lowest point of each rim and three more, a quarter around each, and
// ellipsoids by their lowest point.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/guard.h"
#include "math/norms.h"
#include "math/ordinary.h"
#include "math/posed_point.h"
#include "narrow/body/faces.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"
#include "narrow/body/so_far.h"
#include "narrow/body/support_body.h"
#include "narrow/contact/reduce.h"
#include "narrow/contact/skin.h"
#include "narrow/contact/triangle_contacts.h"
#include "narrow/families.h"
#include "narrow/pair/halfspace_curved.h"

namespace graze {
namespace {

class PlaneFinder {
 public:
  PlaneFinder(const Body& plane, int orientation, const ContactSettings& settings)
      : plane_(data_of(plane.shape), plane.pose, orientation),
        margin_(plane.shape.margin()),
        origin_(largest(plane.pose.translation)),
        settings_(settings) {}

  // `off`: how far the point may be from the surface it is meant to be on.
  void add(Vec3 p, double radius, double off, const Feature& feature) {
    const Height height = plane_.height(p);
    const double norm = plane_.normal_length(), value = height.value / norm, gap = value - radius - margin_;
    const double error = height.error / norm * (1 + 0x1p-48) + (std::fabs(value) + radius + margin_) * 0x1p-49 + off;
    if (!within(p, radius, gap, error)) return;
    Contact contact;
    contact.normal = plane_.unit_normal() + Vec3{};
    contact.depth = -gap + 0.0;
    contact.bound = error;
    // Half the way between the lowest point around p and the plane.
    contact.point = p - contact.normal * (radius + gap * 0.5);
    contact.feature_a = {Feature::Kind::face, 0, 0, 0};
    contact.feature_b = feature;
    result.point_bound =
        std::max(result.point_bound, error + (largest(p) + largest(contact.point) + origin_) * 0x1p-48);
    result.contacts.push_back(contact);
  }

  bool within(Vec3 p, double radius, double gap, double error) const {
    if (gap > settings_.tolerance + error) return false;
    if (gap < settings_.tolerance - error || curved_) return true;
    return plane_.within(p, radius + margin_, settings_.tolerance);
  }

  // Exactly: is the top of the ball around p no deeper in the half-space than the tolerance?
  bool reaches_up(Vec3 p, double radius) const {
    const Height height = plane_.height(p);
    const double level = (margin_ - settings_.tolerance) - radius, norm = plane_.normal_length();
    const double error = height.error + (margin_ + settings_.tolerance + radius) * norm * 0x1p-48;
    if (height.value - error > level * norm) return true;
    if (height.value + error < level * norm) return false;
    const Dyadic value = plane_.exact_height(p), limit = Dyadic(margin_) - Dyadic(settings_.tolerance) - Dyadic(radius);
    if (value.sign() != limit.sign()) return value.sign() > limit.sign();
    const Dyadic3& normal = plane_.exact_normal();
    const int of_squares = (value * value - limit * limit * dot(normal, normal)).sign();
    return value.sign() * of_squares >= 0;
  }

  void add_triangles(const Posed& body) {
    std::vector<std::uint32_t> near;
    bool meets = false;  // does a triangle that comes down to the plane also come up to it?
    for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
      const Triangle t = body.triangle(i);
      const double norm = plane_.normal_length(), reach = body.radius + margin_ + settings_.tolerance;
      for (const Vec3 p : {t.a, t.b, t.c}) {
        const Height height = plane_.height(p);
        if (height.value - height.error <= reach * norm * (1 + 0x1p-48)) {
          near.push_back(i);
          meets = meets || reaches_up(t.a, body.radius) || reaches_up(t.b, body.radius) || reaches_up(t.c, body.radius);
          break;
        }
      }
    }
    if (!meets) return;
    const Skin skin(body, near, settings_.flat);
    const auto feature = [&](const Skin::Part& part) { return named_outside(*body.shape, skin.feature(body, part)); };
    for (std::uint32_t v = 0; v < skin.vertices.size(); ++v) {
      const Skin::Part part = skin.vertex_part(v);
      if (part.whole_kind == Skin::Kind::vertex) add(skin.vertices[v].point, body.radius, 0, feature(part));
    }
    if (!result.contacts.empty()) return;
    // A surface without corners, as fine as `flat`: the lowest vertex.
    std::uint32_t lowest = 0;
    for (std::uint32_t v = 1; v < skin.vertices.size(); ++v)
      if (plane_.height(skin.vertices[v].point).value < plane_.height(skin.vertices[lowest].point).value) lowest = v;
    add(skin.vertices[lowest].point, body.radius, 0, feature(skin.vertex_part(lowest)));
  }

  void add_curved(const Body& plane, const Body& body, const SupportBody& set) {
    curved_ = true;
    const ShapeData& shape = data_of(plane.shape);
    const Body above{make_halfspace(Vec3{} - shape.normal, -shape.offset), plane.pose};
    const SignedGap top = halfspace_support_gap(body, above);
    if (top.status == Status::ok && top.lower > settings_.tolerance - margin_) return;
    const SignedGap bottom = halfspace_support_gap(body, plane);
    if (bottom.status == Status::ok && bottom.lower > settings_.tolerance) return;
    const Feature round{Feature::Kind::face, 0, 0, 0}, rim{Feature::Kind::edge, 0, 0, 0},
        apex{Feature::Kind::vertex, 0, 0, 0};
    const double off = size(set) * 0x1p-44;
    const Support::Kind kind = set.set.kind;
    if (kind == Support::Kind::ellipsoid) {
      const HalfspaceGap gap = halfspace_gap(plane, body);
      result.status = gap.status;
      if (gap.status == Status::ok) add(gap.point, set.set.radius, off, round);
      return;
    }
    const Vec3 extent = set.set.extent;
    if (kind == Support::Kind::capsule) {
      const Mat3& m = set.set.pose.linear;
      const Vec3 n = plane_.unit_normal(), down = ordinary({-dot(m.c0, n), -dot(m.c1, n), -dot(m.c2, n)});
      for (const double end : {-extent.z, extent.z})
        add(posed(set.set.pose, down * (extent.x / length(down)) + Vec3{0, 0, end}), set.set.radius, off, round);
      return;
    }
    add_rim(set, -extent.z, off, rim);
    if (kind == Support::Kind::cylinder) add_rim(set, extent.z, off, rim);
    if (kind == Support::Kind::cone) add(posed(set.set.pose, Vec3{0, 0, extent.z}), set.set.radius, off, apex);
  }

  void reduce() {
    if (!settings_.reduce || result.contacts.size() <= 4) return;
    std::vector<Vec3> points;
    for (const Contact& contact : result.contacts) points.push_back(contact.point);
    std::vector<Contact> kept;
    for (const std::uint32_t i : spanning_points(points, plane_.unit_normal())) kept.push_back(result.contacts[i]);
    result.contacts = std::move(kept);
  }

  ContactResult result = no_contacts();

 private:
  static double size(const SupportBody& set) { return std::max(largest(set.box.lo), largest(set.box.hi)); }

  void add_rim(const SupportBody& set, double z, double off, const Feature& feature) {
    const Mat3& m = set.set.pose.linear;
    const Vec3 n = plane_.unit_normal(), climb{dot(m.c0, n), dot(m.c1, n), 0}, way = ordinary(climb);
    const double radius = set.set.extent.x, slope = length(way);
    // A rim that is level to within rounding has no lowest point.
    const bool level = !(largest(climb) > 0x1p-40 * (largest(m.c0) + largest(m.c1)));
    const double c = level ? 1 : -way.x / slope, s = level ? 0 : -way.y / slope;
    const Vec3 around[4] = {{c, s, 0}, {-s, c, 0}, {-c, -s, 0}, {s, -c, 0}};
    for (const Vec3 at : around)
      add(posed(set.set.pose, Vec3{at.x * radius, at.y * radius, z}), set.set.radius, off, feature);
  }

  PosedPlane plane_;
  double margin_, origin_;
  const ContactSettings& settings_;
  bool curved_ = false;
};

}  // namespace

ContactResult halfspace_contacts(const Body& a, const Body& b, const ContactSettings& settings) {
  ContactResult result = no_contacts();
  const bool plane_is_a = a.shape.form() == ShapeForm::halfspace;
  const Body &plane = plane_is_a ? a : b, &other = plane_is_a ? b : a;
  int orientation = 0;
  result.status = check_pose(plane.pose, orientation);
  if (result.status == Status::ok && !PosedPlane::in_range(data_of(plane.shape), plane.pose))
    result.status = Status::out_of_range;
  if (result.status != Status::ok) return result;
  PlaneFinder finder(plane, orientation, settings);
  const auto in_range = [](const Box& box) { return PosedPlane::in_range(box.lo) && PosedPlane::in_range(box.hi); };
  if (is_curved(other)) {
    SupportBody set;
    result.status = make_support(other, set);
    if (result.status == Status::ok && !in_range(set.box)) result.status = Status::out_of_range;
    if (result.status == Status::ok) finder.add_curved(plane, other, set);
  } else {
    Posed posed;
    result.status = make_posed_with_radius(other, posed);
    if (result.status == Status::ok && !in_range(posed.box)) result.status = Status::out_of_range;
    if (result.status == Status::ok) finder.add_triangles(posed);
  }
  if (result.status == Status::ok) result.status = finder.result.status;
  if (result.status != Status::ok) return result;
  finder.reduce();
  if (!plane_is_a) mirror(finder.result);
  return finder.result;
}

}  // namespace graze
