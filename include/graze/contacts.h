// contacts: where two bodies touch or overlap, which way they would part, and how deep; docs/contacts.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/query.h"

namespace GRAZE_API graze {

// What counts as a contact, and what is found besides. Lengths are in the unit of the world.
struct ContactSettings {
  // Surfaces no farther apart than this touch, and so does overlap that is no deeper. Finite, not negative. Faces that
  // are meant to be flush are seldom so to the last bit under a rotation: give a few units in the last place, or more.
  double tolerance = 0;
  bool reduce = false;  // at most four contacts per patch
  bool curves = false;  // where the surfaces cross, too
  // The sine up to which an edge counts as flat: its triangles are one face, and nothing touches there but the face.
  double flat = 1e-6;
  std::uint64_t budget = default_budget;  // in units of work; see graze/budget.h
};

// A point where corners, edges and faces of two surfaces touch, such that no part of a face's inside, or of a flat or
// straight edge, is listed: of faces that lie on each other, the corners of their common region.
struct Contact {
  Vec3 point;   // world frame; see ContactResult::point_bound
  Vec3 normal;  // unit, from a to b: a moves away along -normal
  // Not crossing: the overlap of the two features along the normal; negative, or 0: their gap. |depth - true| <= bound.
  // Crossing: the width, along the normal, of the crossing's points and of the corners that the crossing edges have in
  // the other body: an estimate; `bound` is infinite.
  double depth = 0;
  double bound = 0;
  // The surfaces run through each other here, deeper than the tolerance: the point is on a curve of ContactCurve.
  bool crossing = false;
  // Nothing tells the normal from another, or from its opposite: points and edges that meet without a face (centres of
  // spheres, axes of capsules). The one from the first body in the order of docs/contacts.md to the other is given.
  bool arbitrary = false;
  // Of a and of b: the parts that touch, by names that stay from frame to frame, of a box the numbers of its corners,
  // edges and faces: docs/contacts.md.
  Feature feature_a, feature_b;
  std::uint32_t patch = 0;  // contacts that hang together, with normals less than 8 degrees from its first
};

// Where surfaces cross, as a polyline. Coplanar triangles cross nowhere: their common region has contacts at its
// corners, and curves end at its outline.
struct ContactCurve {
  bool closed = false;       // the last point is joined to the first
  std::vector<Vec3> points;  // world frame
};

// Yes where there are contacts. Invalid, too, for settings out of range.
struct [[nodiscard]] ContactResult : YesNo {
  std::vector<Contact> contacts;     // in an order that depends on the two bodies only
  std::vector<ContactCurve> curves;  // with `curves`: of the surfaces, radii left aside
  // A contact's point is within (|depth| or the tolerance, whichever is more) / 2 + point_bound of both surfaces (of
  // bodies with a radius or margin: of both bodies), or within point_bound when it is a crossing. Each coordinate of a
  // curve's point is the one of the exact crossing, rounded to nearest.
  double point_bound = unknown_number;
  // The bodies are the same in every number (shape, radius, margin and pose): swapping them changes nothing, and the
  // normals turned round would be as right.
  bool symmetric = false;
  Counters counters;  // the work that was done
};

// Where an earlier query of the same two bodies, in any order of time but the same order of arguments, ended: a start
// for the next. Of convex bodies it keeps the normal and the four points of `reduce` the same while others are hardly
// better (docs/contacts.md), and saves time; it never changes a yes or no.
struct ContactCache {
  Vec3 normal;                               // of the last contacts, or along which the bodies were apart; 0: none
  std::int32_t axis = -1;                    // of two boxes: which of the fifteen directions that was
  std::uint32_t count = 0;                   // of points
  std::array<std::uint64_t, 4> points = {};  // the names of their features
  // Of hulls that overlap: how deep they were at least, and how they stood then. Their depth changes by no more than
  // they move, so that a normal along which they overlap by hardly more is known to be good without a search.
  float least = 0;                    // 0: nothing is known
  bool turned = false;                // the pose below is of a in b
  std::array<float, 12> b_in_a = {};  // column by column; only of rigid poses
  std::uint64_t shapes = 0;           // a checksum of their corners
};

// For any two bodies but two half-spaces, which are unsupported; docs/contacts.md says what each kind has. Bodies
// inside of one another whose surfaces are farther apart than the tolerance have no contacts. Swapping a and b mirrors
// the answer exactly: the same points and depths in the same order, normals turned round; only bodies that are the same
// in every number cannot turn (`symmetric`).
ContactResult find_contacts(const Body& a, const Body& b, const ContactSettings& settings = {},
                            ContactCache* cache = nullptr) noexcept;

}  // namespace graze
