// How each clash is looked at, where its parts meet, and its picture: what BCF and HTML reports show.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "report/clash_region.h"
#include "report/clash_view.h"

namespace graze {

struct ClashShot {
  Camera camera;
  ClashRegion region;
  std::string png;    // empty: no picture was taken
  std::string fault;  // why it could not be; else empty
};

// One per clash, with pictures of the `pictures` worst ones. The camera is chosen by what is seen (clash_camera) for
// these and for the 1,000 worst, and plainly for others. `progress` hears from the calling thread which part is done.
// threads as everywhere; the shots do not depend on them. Once `stop` is set, the rest has plain cameras, no regions
// and no pictures; null: it is not stopped.
std::vector<ClashShot> take_shots(const ClashReport& report, std::size_t pictures, int threads,
                                  const std::function<void(double)>& progress = {},
                                  const std::atomic<bool>* stop = nullptr);

}  // namespace graze
