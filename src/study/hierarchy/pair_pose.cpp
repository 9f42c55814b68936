// The maps between two placed trees as volumes use them.
#include "study/hierarchy/hierarchy.h"

namespace graze::study {

PairPose pair_pose(const PairFrame& frame) noexcept {
  return {relative_pose(frame.b_in_a.to_host, frame.b_in_a.shift, double(frame.b_in_a.pad)),
          relative_pose(frame.a_in_b.to_host, frame.a_in_b.shift, double(frame.a_in_b.pad))};
}

}  // namespace graze::study
