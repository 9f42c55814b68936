// The entry of find_contacts: the table of the ways that pairs of families take, part by part of compounds, then
// reduced.
#include "graze/contacts.h"
#include "base/ranges.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/guard.h"
#include "graze/record.h"
#include "hull/polytope.h"
#include "math/constants.h"
#include "math/exact.h"
#include "math/posed_point.h"
#include "narrow/body/body_order.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/budget_of.h"
#include "narrow/body/collapse.h"
#include "narrow/body/part_pairs.h"
#include "narrow/body/posed.h"
#include "narrow/body/rescale.h"
#include "narrow/body/so_far.h"
#include "narrow/contact/contact_table.h"
#include "narrow/contact/inner.h"
#include "narrow/contact/manifold.h"
#include "narrow/contact/triangle_contacts.h"
#include "narrow/families.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

// Faces in exact planes, with sides: what a box is by its own triangles, unless rounding made something else of it.
// Bodies that cannot be asked stay what they are.
bool as_hull(const Body& body) {
  Posed posed;
  return (hull_forms.has(body.shape.form()) || collapses(body)) && make_posed_with_radius(body, posed) == Status::ok;
}

// Triangles and their radii do not tell where the core of a body is inside another's. Of a mesh and a ball or stick
// they do: with all of the mesh inside, so is what of it is in reach (all_inner()), and there is no contact.
bool surely_inner_core(const Body& a, const Body& b, bool curved, double tolerance) {
  const auto is_mesh = [](const Body& body) { return !data_of(body.shape).primitive(); };
  const auto is_round = [](const Body& body) {
    return body.shape.form() == ShapeForm::sphere || body.shape.form() == ShapeForm::capsule;
  };
  if (!curved && ((is_mesh(a) && is_round(b)) || (is_round(a) && is_mesh(b)))) return false;
  const auto round = [](const Body& body) { return body.shape.radius() > 0 || body.shape.margin() > 0; };
  if (!curved && !round(a) && !round(b)) return false;
  return surely_inner(a, b, tolerance) || surely_inner(b, a, tolerance);
}

// Corners, edges and faces (narrow/contact/triangle_contacts.cpp).
ContactResult contacts_of_triangles(const Body& a, const Body& b, const ContactSettings& settings) {
  const bool hull_a = as_hull(a), hull_b = as_hull(b);
  ContactResult result =
      triangle_contacts(hull_a ? hull_as_triangles(a) : a, hull_b ? hull_as_triangles(b) : b, settings);
  if (!result.contacts.empty() && surely_inner_core(a, b, false, settings.tolerance)) result.contacts.clear();
  for (Contact& contact : result.contacts) {  // a primitive is one thing
    if (hull_a) contact.feature_a = {contact.feature_a.kind, 0, 0, 0};
    if (hull_b) contact.feature_b = {contact.feature_b.kind, 0, 0, 0};
  }
  return result;
}

// One contact of a curved body (narrow/contact/curved_contacts.cpp).
ContactResult deepest_contact(const Body& a, const Body& b, const ContactSettings& settings) {
  ContactResult result = curved_contacts(a, b, settings);
  if (!result.contacts.empty() && surely_inner_core(a, b, true, settings.tolerance)) result.contacts.clear();
  return result;
}

void scale_back(ContactResult& result, const Rescaled& pair) {
  result.point_bound = pair.back(result.point_bound);
  for (Contact& contact : result.contacts) {
    contact.point = pair.back(contact.point);
    contact.depth = pair.back(contact.depth);
    contact.bound = pair.back(contact.bound);
  }
  for (ContactCurve& curve : result.curves)
    for (Vec3& point : curve.points) point = pair.back(point);
}

// Bodies of any size.
template <auto find>
ContactResult rescaled_contacts(const Body& a, const Body& b, const ContactSettings& settings) {
  const std::optional<Rescaled> pair = rescaled(a, b);
  if (!pair) return find(a, b, settings);
  ContactSettings there = settings;
  there.tolerance = std::min(pair->there(settings.tolerance), 0x1p40);  // farther than the bodies reach
  ContactResult result = find(pair->a, pair->b, there);
  scale_back(result, *pair);
  return result;
}

ContactResult compound_contacts(const Body& a, const Body& b, const ContactSettings& settings);

constexpr Table<ContactCell> make_ways() {
  constexpr ContactCell faces{"triangles", rescaled_contacts<contacts_of_triangles>};
  constexpr ContactCell deep{"deepest", rescaled_contacts<deepest_contact>};
  constexpr ContactCell plane{"half-space", halfspace_contacts}, parts{"part by part", compound_contacts};
  constexpr ContactCell none{unsupported};  // planes touch nowhere, or in all of a plane
  return {{
      // triangles, box, ball, stick, hull, curved, halfspace, compound
      {faces, faces, faces, faces, faces, deep, plane, parts},   // triangles
      {faces, faces, faces, faces, faces, deep, plane, parts},   // box
      {faces, faces, faces, faces, faces, deep, plane, parts},   // ball
      {faces, faces, faces, faces, faces, deep, plane, parts},   // stick
      {faces, faces, faces, faces, faces, deep, plane, parts},   // hull
      {deep, deep, deep, deep, deep, deep, plane, parts},        // curved
      {plane, plane, plane, plane, plane, plane, none, parts},   // halfspace
      {parts, parts, parts, parts, parts, parts, parts, parts},  // compound
  }};
}

ContactResult contacts_in_order(const Body& a, const Body& b, const ContactSettings& settings) {
  const ContactCell& cell = contact_ways.at(family_of(a), family_of(b));
  return cell.ask != nullptr ? cell.ask(a, b, settings) : failed<ContactResult>(Status::unsupported);
}

// Where bodies of very different sizes leave the search without an answer there is none to give.
bool meaningful(const Contact& contact) {
  return is_finite(contact.point) && std::fabs(length(contact.normal) - 1) < 1e-12 && std::isfinite(contact.depth) &&
         contact.bound >= 0;
}

bool known(const std::vector<Contact>& contacts, const Contact& contact, double near) {
  return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& other) {
    const Vec3 apart = abs(other.point - contact.point);
    return std::max({apart.x, apart.y, apart.z}) <= near && dot(other.normal, contact.normal) > 1 - 1e-12;
  });
}

ContactResult part_contacts(const Body& a, const Body& b, const ContactSettings& settings);

// Part by part: a contact that two pairs of parts have is listed once.
ContactResult compound_contacts(const Body& a, const Body& b, const ContactSettings& settings) {
  Parts parts_a, parts_b;
  if (const Status status = set_parts(a, b, parts_a, parts_b); status != Status::ok)
    return failed<ContactResult>(status);
  ContactResult result = no_contacts();
  std::vector<TrianglePair> near;  // leaves, in order: which of two equal contacts is kept depends on it
  for_each_near(parts_a, parts_b, settings.tolerance, result.counters, [&](std::uint32_t i, std::uint32_t j) {
    near.push_back({i, j});
    return true;
  });
  std::sort(near.begin(), near.end());
  std::uint32_t patches = 0;
  for (const auto& [i, j] : near) {
    ContactResult next = part_contacts(parts_a.body(i), parts_b.body(j), settings);
    result.counters += next.counters;
    if (next.status != Status::ok) return failed<ContactResult>(next.status);
    result.point_bound = std::max(result.point_bound, next.point_bound);
    std::uint32_t most = 0;
    for (Contact& contact : next.contacts) {
      most = std::max(most, contact.patch + 1);
      contact.patch += patches;
      contact.feature_a.triangle += parts_a.first_number(i);
      contact.feature_b.triangle += parts_b.first_number(j);
      if (!known(result.contacts, contact, 4 * result.point_bound)) result.contacts.push_back(contact);
    }
    patches += most;
    result.curves.insert(result.curves.end(), next.curves.begin(), next.curves.end());
  }
  return result;
}

}  // namespace

constinit const Table<ContactCell> contact_ways = filled(make_ways());

void mirror(ContactResult& result) {
  for (Contact& contact : result.contacts) {
    contact.normal = Vec3{} - contact.normal;
    std::swap(contact.feature_a, contact.feature_b);
  }
}

namespace {

enum class Look : std::uint8_t { box, hull, round, other };

// What the fast ways know; the rest is for the general way.
Look look_of(const Body& body) {
  const ShapeData& shape = data_of(body.shape);
  if (shape.form == ShapeForm::sphere || shape.form == ShapeForm::capsule) return Look::round;
  if (shape.world_margin > 0) return Look::other;
  return shape.form == ShapeForm::box ? Look::box : shape.is_hull() ? Look::hull : Look::other;
}

// As the cache of (b, a) would be.
void mirror(ContactCache& cache) {
  if (cache.axis >= 6) {
    cache.axis = 6 + 3 * ((cache.axis - 6) % 3) + (cache.axis - 6) / 3;
  } else if (cache.axis >= 0) {
    cache.axis = (cache.axis + 3) % 6;
  }
  cache.normal = -cache.normal;
  cache.turned = !cache.turned;
  for (std::uint64_t& point : cache.points) point = point << 32 | point >> 32;
}

// True when the answer is found. The bodies are in order.
bool convex_contacts(const Body& a, const Body& b, const ContactSettings& settings, ContactCache* cache,
                     ContactResult& result) {
  const Look look_a = look_of(a), look_b = look_of(b);
  work::charge(16);
  Manifold manifold;
  Verdict verdict = Verdict::undecided;
  int axis = cache != nullptr && cache->axis < 15 ? cache->axis : -1;
  if (look_a == Look::round || look_b == Look::round) {
    const bool turned = look_b == Look::round;
    verdict = round_manifold(turned ? b : a, turned ? a : b, settings.tolerance, manifold);
    if (turned && verdict == Verdict::contacts) mirror(manifold);
  } else if (look_a == Look::box && look_b == Look::box) {
    verdict = box_manifold(a, b, settings.tolerance, settings.reduce && cache == nullptr, axis, manifold);
  }
  if (verdict == Verdict::undecided && look_a != Look::round && look_b != Look::round) {
    verdict = hull_manifold(a, b, settings.tolerance, cache, manifold);
    axis = -1;
  }
  if (verdict == Verdict::undecided) return false;
  result = no_contacts();
  if (verdict == Verdict::surfaces) {
    result = contacts_in_order(a, b, settings);
    if (result.status != Status::ok || result.contacts.empty()) return true;
    result.contacts.clear();
  }
  if (cache != nullptr) cache->axis = axis;
  ++result.counters.double_tests;
  if (verdict == Verdict::none) return true;
  if (settings.reduce) reduce(manifold, settings.tolerance, cache);
  write(manifold, result, cache);
  if (settings.curves && verdict != Verdict::surfaces) {
    ContactResult crossing =
        triangle_contacts(as_hull(a) ? hull_as_triangles(a) : a, as_hull(b) ? hull_as_triangles(b) : b, settings);
    result.curves = std::move(crossing.curves);
    result.counters += crossing.counters;
  }
  return true;
}

// The same of bodies of any kind and size.
bool fast_contacts(const Body& a, const Body& b, const ContactSettings& settings, ContactCache* cache,
                   ContactResult& result) {
  const Look look_a = look_of(a), look_b = look_of(b);
  if (look_a == Look::other || look_b == Look::other || (look_a == Look::round && look_b == Look::round)) return false;
  if (convex_contacts(a, b, settings, cache, result)) return true;
  const std::optional<Rescaled> pair = rescaled(a, b);
  if (!pair) return false;
  ContactSettings there = settings;
  there.tolerance = std::min(pair->there(settings.tolerance), 0x1p40);  // farther than the bodies reach
  if (!convex_contacts(pair->a, pair->b, there, cache, result)) return false;
  scale_back(result, *pair);
  return true;
}

// Of bodies that can be asked, in their own order.
ContactResult contacts_of_pair(const Body& a, const Body& b, int order, const ContactSettings& settings,
                               ContactCache* cache) {
  const Body &first = order > 0 ? b : a, &second = order > 0 ? a : b;
  ContactResult result;
  if (!fast_contacts(first, second, settings, cache, result)) result = contacts_in_order(first, second, settings);
  if (order > 0) mirror(result);
  return result;
}

// As of the parts by themselves, whatever the order of the compounds.
ContactResult part_contacts(const Body& a, const Body& b, const ContactSettings& settings) {
  return contacts_of_pair(a, b, body_order(a, b), settings, nullptr);
}

}  // namespace

ContactResult find_contacts(const Body& a, const Body& b, const ContactSettings& settings,
                            ContactCache* cache) noexcept {
  const ContactResult result = guarded<ContactResult>(budget_of(settings.budget, a, b), [&]() -> ContactResult {
    if (!(settings.tolerance >= 0 && settings.tolerance < infinity) || !(settings.flat >= 0 && settings.flat <= 0.5))
      return failed<ContactResult>(Status::invalid);
    int orientation = 0;
    for (const Body* body : {&a, &b}) {
      if (!body->shape) return failed<ContactResult>(Status::invalid);
      if (const Status status = check_pose(body->pose, orientation); status != Status::ok)
        return failed<ContactResult>(status);
    }
    const std::uint64_t exact_before = exact_count();
    const int order = body_order(a, b);
    if (order > 0 && cache != nullptr) mirror(*cache);
    ContactResult result = contacts_of_pair(borrowed(a), borrowed(b), order, settings, cache);
    if (order > 0 && cache != nullptr) mirror(*cache);
    if (!ranges::all_of(result.contacts, meaningful)) return failed<ContactResult>(Status::undecided);
    result.answer = answer_of(!result.contacts.empty());
    result.symmetric = order == 0 && result.status == Status::ok;
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  });
  note_fault(result.status, [&] { return define_lines(a, b) + contacts_line("a", a, "b", b, settings) + "\n"; });
  return result;
}

}  // namespace graze
