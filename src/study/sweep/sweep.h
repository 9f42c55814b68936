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

#include "graze/study_sweep.h"
#include "study/sweep/posed_polygons.h"

namespace graze::study {

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
