// Two convex sets have one contact: where they reach deepest into each other, or are nearest. A mesh is as many convex
// sets as it has triangles; the contact is that of the triangle that is deepest in the body, else of the nearest.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/guard.h"
#include "convex/depth.h"
#include "math/constants.h"
#include "narrow/body/posed.h"
#include "narrow/body/so_far.h"
#include "narrow/contact/triangle_contacts.h"
#include "narrow/families.h"
#include "narrow/pair/convex_pair.h"

namespace graze {
namespace {

struct Candidate {
  bool found = false;
  double gap = infinity;        // negative: the depth
  double lower = 0, upper = 0;  // of the gap
  Vec3 point_a, point_b, normal;
  ConvexFeature feature_a, feature_b;
};

Candidate candidate(const Support& a, const Support& b, double tolerance) {
  Candidate result;
  ConvexDistanceSettings settings;
  settings.max = tolerance;
  const ConvexDistance apart = convex_distance(a, b, settings);
  if (apart.relation == Relation::separate) {
    if (apart.beyond || apart.lower > tolerance) return result;
    result = {true,           apart.lower * 0.5 + apart.upper * 0.5,
              apart.lower,    apart.upper,
              apart.point_a,  apart.point_b,
              apart.normal,   apart.feature_a,
              apart.feature_b};
    return result;
  }
  const ConvexDepth depth = convex_depth(a, b);
  if (depth.relation == Relation::separate) return result;
  result = {true,           -depth.lower * 0.5 - depth.upper * 0.5,
            -depth.upper,   -depth.lower,
            depth.point_a,  depth.point_b,
            depth.normal,   depth.feature_a,
            depth.feature_b};
  return result;
}

Contact contact_of(const Candidate& best) {
  Contact contact;
  contact.point = best.point_a * 0.5 + best.point_b * 0.5;
  contact.normal = best.normal + Vec3{};
  contact.depth = -best.gap + 0.0;
  contact.bound = std::nextafter(std::max(best.upper - best.gap, best.gap - best.lower), infinity);
  contact.feature_a = {kind_of(best.feature_a), 0, 0, 0};
  contact.feature_b = {kind_of(best.feature_b), 0, 0, 0};
  return contact;
}

// The points of a bracket are as far off their surfaces as it is wide, and rounding does its part. Where the search for
// the depth ended early they are not one beside the other.
double point_bound(const Candidate& best, double size) {
  const double slip = length(best.point_b - best.point_a) - std::fabs(best.gap);
  return (best.upper - best.lower) + std::max(slip, 0.0) * 0.5 + size * 0x1p-40;
}

ContactResult with_mesh(const SupportBody& set, const Body& mesh, double tolerance) {
  ContactResult result = no_contacts();
  Posed posed;
  result.status = make_posed_with_radius(mesh, posed);
  if (result.status != Status::ok) return result;
  const Box near = grown(set.box, tolerance + posed.radius);
  Candidate best;
  std::uint32_t triangle = 0;
  for (std::uint32_t i = 0; i < posed.shape->triangle_count; ++i) {
    const Triangle t = posed.triangle(i);
    ++result.counters.box_tests;
    if (!overlap(near, {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)})) continue;
    const std::array<Vec3, 3> corners{t.a, t.b, t.c};
    const Candidate next = candidate(set.set, support_of(corners, {}, posed.radius), tolerance);
    ++result.counters.double_tests;
    if (!next.found || !(next.gap < best.gap)) continue;
    best = next;
    triangle = i;
  }
  if (!best.found) return result;
  Contact contact = contact_of(best);
  contact.feature_b.triangle = posed.shape->number(triangle);
  contact.feature_b.tag = mesh.shape.tag(triangle);
  contact.feature_b.kind = Feature::Kind::face;
  result.contacts.push_back(contact);
  result.point_bound = point_bound(best, std::max({size_of(set.box), size_of(posed.box), posed.radius}));
  return result;
}

}  // namespace

ContactResult curved_contacts(const Body& a, const Body& b, const ContactSettings& settings) {
  ContactResult result = no_contacts();
  const bool mesh_a = family_of(a) == Family::triangles, mesh_b = family_of(b) == Family::triangles;
  SupportBody set_a, set_b;
  if (!mesh_a) result.status = make_support(a, set_a);
  if (!mesh_b && result.status == Status::ok) result.status = make_support(b, set_b);
  if (result.status != Status::ok) return result;
  if (mesh_b) return with_mesh(set_a, b, settings.tolerance);
  if (mesh_a) {
    result = with_mesh(set_b, a, settings.tolerance);
    mirror(result);
    return result;
  }
  if (!overlap(grown(set_a.box, settings.tolerance), set_b.box)) return result;
  const Candidate best = candidate(set_a.set, set_b.set, settings.tolerance);
  if (!best.found) return result;
  result.contacts.push_back(contact_of(best));
  result.point_bound = point_bound(best, std::max(size_of(set_a.box), size_of(set_b.box)));
  return result;
}

}  // namespace graze
