#include "report/clash_shots.h"

#include <algorithm>

#include "base/executor.h"
#include "base/work.h"
#include "graze/error.h"

namespace graze {

std::vector<ClashShot> take_shots(const ClashReport& report, std::size_t pictures, int threads,
                                  const std::function<void(double)>& progress, const std::atomic<bool>* stop) {
  const std::vector<Clash>& clashes = report.result.clashes;
  const std::vector<std::size_t> order = worst_first(clashes);
  std::vector<ClashShot> shots(clashes.size());
  // In rounds, so that the caller hears of the progress.
  constexpr std::size_t shots_a_round = 32, chosen_cameras = 1000;
  const auto stopped = [&] { return stop != nullptr && *stop; };
  for (std::size_t first = 0; first < order.size(); first += shots_a_round) {
    const std::size_t count = std::min(shots_a_round, order.size() - first);
    parallel_for(count, 1, threads, [&](std::size_t begin, std::size_t end) {
      const work::Stoppable stoppable(stop);
      for (std::size_t i = first + begin; i < first + end; ++i) {
        const Clash& clash = clashes[order[i]];
        ClashShot& shot = shots[order[i]];
        shot.camera = plain_camera(report, clash);
        if (stopped()) continue;
        shot.region = clash_region(report, clash);
        try {
          if (i < std::max(pictures, chosen_cameras)) shot.camera = clash_camera(report, clash);
          if (i >= pictures) continue;
          const std::vector<std::uint8_t> png = encode_png(clash_picture(report, clash, shot.camera, shot.region));
          shot.png.assign(png.begin(), png.end());
        } catch (const Error& error) {
          shot.fault = error.what();
        }
      }
    });
    if (progress) progress(static_cast<double>(first + count) / static_cast<double>(order.size()));
  }
  return shots;
}

}  // namespace graze
