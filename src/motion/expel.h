// The zone around bodies that a moving body stays out of, and where it may stand.
//
// The zone is e thick. A body that starts out of it stops where the gap is about 2e, or what it was at the start if
// that is less, and goes on along others as long as no pair comes nearer than that; so rounding, which eats a little of
// the gap in every move, neither stops a body that slides nor lets it into the zone. Where the gap at the end is below
// 1.5e the body is pushed back out to 2e: the push is a translation that is itself proven free of contact. (van
// Waveren's expel zone, with the gap itself in place of his formulas.)
#pragma once

#include "motion/moving_scene.h"

namespace graze {

// What rounding needs: well above what it does to a gap in one move, in the phases' own sizes and for posed vertices.
double derived_expel(MovingScene& scene);

struct StartGap {
  Status status = Status::ok;
  double gap = 0;  // a lower bound; infinite when far above the zone
  bool in_zone = false;
};
// The bodies do not touch at the start.
StartGap start_gap(const MovingScene& scene, double expel, Counters& counters);

// How to search for the end of the way out of the zone, in one phase.
SearchSettings zone_search(const StartGap& start, double expel);

// The least gap of a body to the others at a time, and the normal from the body to that other; a gap above `most` is
// not told from it. False when a query failed.
struct GapAt {
  double gap;
  Vec3 normal;
};
bool find_gap(const MovingScene& scene, const Pose& pose, int phase, double time, double most, GapAt& found,
              Counters& counters);

// Sets pose and fraction of the result: the last clear pose at or before the time. With a zone, pushed out of it.
void stand(const MovingScene& scene, int phase, double time, double expel, MoveResult& result);

}  // namespace graze
