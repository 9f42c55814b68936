// The table that collide, distance and within share: each fills it with functions of its own.
#pragma once

#include "narrow/table.h"

namespace graze {

// The functions of one verb, which answer every pair of their families.
template <class Ask, class Closed, class Placed>
struct PairWays {
  Ask* triangles;  // trees of triangles, with a radius around them or without
  Placed* placed;  // the same of bodies that are placed already
  Ask* box;        // a box and a box, capsule or segment
  Ask* convex;     // two convex sets
  Ask* convex_triangles;
  Ask* halfspace;  // and anything with corners
  Ask* halfspace_curved;
  Ask* halfspaces;
  Ask* compound;
  // Closed forms that are tried first.
  Closed* closed_round;       // two of sphere, capsule, segment, point
  Closed* closed_solid_ball;  // box, cylinder or cone, and a sphere or point
  Closed* closed_boxes;       // null where there is none
};

template <class Ask, class Closed, class Placed>
constexpr Table<Cell<Ask, Closed, Placed>> pair_table(const PairWays<Ask, Closed, Placed>& ways) {
  using C = Cell<Ask, Closed, Placed>;
  const C trees{"triangles", ways.triangles, ways.placed}, boxes{"box", ways.box}, sets{"support", ways.convex};
  const C mesh{"support/triangles", ways.convex_triangles}, parts{"part by part", ways.compound};
  const C plane{"half-space", ways.halfspace}, planes{"half-space", ways.halfspaces};
  const C lowest{"half-space/support", ways.halfspace_curved}, swap{.swapped = true};
  const C round = closed_first(ways.closed_round, trees), two_boxes = closed_first(ways.closed_boxes, boxes);
  const C box_ball = closed_first(ways.closed_solid_ball, trees);
  const C solid_ball = closed_first(ways.closed_solid_ball, sets);
  return filled<C>({{
      // triangles, box, ball, stick, hull, curved, halfspace, compound
      {trees, trees, trees, trees, swap, swap, swap, parts},         // triangles
      {trees, two_boxes, box_ball, boxes, sets, sets, swap, parts},  // box
      {trees, swap, round, round, sets, swap, swap, parts},          // ball
      {trees, boxes, round, round, sets, sets, swap, parts},         // stick
      {mesh, sets, sets, sets, sets, sets, swap, parts},             // hull
      {mesh, sets, solid_ball, sets, sets, sets, swap, parts},       // curved
      {plane, plane, plane, plane, plane, lowest, planes, parts},    // halfspace
      {parts, parts, parts, parts, parts, parts, parts, parts},      // compound
  }});
}

}  // namespace graze
