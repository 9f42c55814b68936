// Round faces of parts, found from their facets: shafts and bores.
#pragma once

#include <span>
#include <vector>

#include "graze/clash.h"
#include "graze/query.h"

namespace graze {

// Facets whose corners are on a cylinder. World frame.
struct Cylinder {
  Vec3 point, axis;          // of the axis; the direction is a unit vector
  double radius = 0;         // of the corners
  double off = 0;            // how far a corner is from the cylinder at most
  double low = 0, high = 0;  // from where to where along the axis, from `point`
  double sagitta = 0;        // how far the facets are from the cylinder at most
  bool bore = false;         // the material is around it
};

// Of a posed body: faces that meet at less than 40 degrees, go around at least half of a cylinder with at least eight
// facets a turn, and have their corners on it to 1e-5 of its radius. None of a body of more than 2^18 triangles, which
// would take seconds.
std::vector<Cylinder> find_cylinders(const Body& body);

// The shaft of one that is in the bore of the other, about one axis and with radii within a tenth: of several the
// tightest. `kind` is none where there is none.
struct FoundFit {
  Fit fit;
  double off = 0;      // what the difference of the radii may be off by
  double sagitta = 0;  // of both together: how deep facets may be in each other without meaning anything
};
FoundFit find_fit(std::span<const Cylinder> a, std::span<const Cylinder> b, double contact);

}  // namespace graze
