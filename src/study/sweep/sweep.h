// The collision detection of the DOOM III paper (van Waveren 2005): how far may a body of polygons move through a zone
// around another, by one translation or one rotation? In double arithmetic whose error the zone covers, not certified:
// `move` of graze/motion.h is. Throws nothing but std::bad_alloc. Here to be compared with, and for what the paper's
// optimisations are worth.
//
// The bodies must be apart at the start; nothing is said about those that are not. The fraction is one at which they
// are apart still, and the gap is about the zone's thickness when something stopped the motion
// (docs/polyhedra-in-motion.md).
#pragma once

#include <cstdint>
#include <vector>

#include "graze/motion.h"
#include "study/sweep/posed_polygons.h"

namespace graze::study {

// What section 4 and 5 leave out, each by itself. None changes which features can be hit first by bodies that start
// apart; of two stops that are both in the zone another may be named.
struct SweepSwitches {
  bool shared_features = true;  // an edge or vertex of several faces is looked at once
  bool side_cache = true;       // the sides on which vertices pass edges are remembered (translation)
  bool skip_internal = true;    // internal edges and vertices
  bool cull_back_faces = true;  // faces that the motion leaves, and what only they have
  bool no_arctangent = true;    // angles are compared by their half's direction, and one arctangent is left
  bool feature_boxes = true;    // boxes around the way of a feature, and around the other
  enum class Broad : std::uint8_t { none, motion_box, axial_bsp };
  Broad broad = Broad::axial_bsp;  // which faces of the stationary body come into question
};

struct SweepSettings {
  double expel = 0;                     // thickness of the zone; what rounding needs when that is more
  std::uint32_t contents = 0xffffffff;  // only faces of the stationary body that have one of these bits in their tag
  // Translation: stop for the feature and its zone. Else as the paper has it: for a whole plane or line that is met
  // within the feature, though it be far from there (errata E-16), and not for a zone that is only grazed (E-17).
  bool lateral_clip = true;
  SweepSwitches switches = {};
};

struct SweepContact {
  enum class Kind : std::uint8_t { vertex_face, face_vertex, edge_edge };  // moving first
  double fraction = 1;
  Kind kind = Kind::vertex_face;
  std::uint32_t moving = 0, still = 0;  // the vertex, edge or face: its number in polygon_surface()
  Vec3 point;                           // world, on the stationary feature or beside it in the zone
  Vec3 normal;                          // unit, from the moving body to the other
};

struct SweepCounters {
  std::uint64_t faces = 0;         // of the stationary body that came into question
  std::uint64_t vertex_faces = 0;  // pairs whose formulas were evaluated
  std::uint64_t edge_edges = 0;
  std::uint64_t sides = 0;        // sidedness products
  std::uint64_t arctangents = 0;  // but for the one of the answer
};

struct SweepResult {
  Status status = Status::ok;  // invalid: a motion that is not finite; unsupported: neither translation nor rotation
  bool stopped = false;
  double fraction = 1;
  double expel = 0;      // the thickness used
  SweepContact contact;  // when stopped; the least (fraction, kind, moving, still)
  SweepCounters counters;
};

SweepResult sweep(const PosedPolygons& moving, const Motion& motion, const PosedPolygons& still,
                  const SweepSettings& settings = {});

// Every pair that stops the motion, not only the first, by fraction: contacts in the direction of a motion, also of a
// rotation (section 2.6). With a short motion these are what the body touches there.
std::vector<SweepContact> sweep_contacts(const PosedPolygons& moving, const Motion& motion, const PosedPolygons& still,
                                         const SweepSettings& settings = {});

// What rounding needs (errata E): the thickness for bodies of this size and place, moved this far.
struct SweepBounds {
  double doubt;      // of one evaluation
  double thickness;  // at least; also for edges that are almost parallel
};
SweepBounds sweep_bounds(const PosedPolygons& moving, const Motion& motion, const PosedPolygons& still) noexcept;

}  // namespace graze::study
