// solids: classes of solids in contact: flush, equal, stacked, deep, with a contact tolerance and without. No peer
// tells them; a disagreement is a class that the scene does not have.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/workload.h"
#include "graze/graze.h"
#include "graze/interference.h"
#include "measure/timing.h"
#include "scenes/solid_pairs.h"

namespace graze::bench {
namespace {

// What the calling thread takes for one call: the least of five medians of five, after one call that builds what shapes
// keep. Slow ones are called less often.
double least_median(const std::function<void()>& work) {
  work();
  const Seconds first = thread_time_once(work);
  const int rounds = first > 0.2 ? 1 : 5, calls = first > 0.2 ? 1 : first > 0.02 ? 3 : 5;
  const int repeats = first > 1e-4 ? 1 : int(std::ceil(1e-4 / std::max(first, 1e-7)));
  double least = first;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> times;
    for (int call = 0; call < calls; ++call)
      times.push_back(thread_time_once([&] {
                        for (int i = 0; i < repeats; ++i) work();
                      }) /
                      repeats);
    std::sort(times.begin(), times.end());
    least = std::min(least, times[times.size() / 2]);
  }
  return least;
}

}  // namespace

std::vector<Row> solids(const Settings&) {
  std::vector<Row> rows;
  for (const scenes::SolidPair& pair : scenes::solid_pairs()) {
    ClassifyResult found;
    Row row;
    row.workload = "solids";
    row.scene = pair.name;
    row.peer = no_peer;
    row.queries = 1;
    row.rounds = 5;
    row.triangles = pair.a.shape.triangle_count() + pair.b.shape.triangle_count();
    row.ours_ns = 1e9 * least_median([&] { found = classify(pair.a, pair.b, {.tolerance = pair.contact}); });
    row.disagreements = row.ours_wrong = found.answer != pair.value ? 1 : 0;
    std::uint64_t meeting = 0;
    (void)collide(pair.a, pair.b, [&](TrianglePair) { return ++meeting, true; });
    row.more = {{"meeting_pairs", double(meeting)}, {"class", double(found.answer)}, {"contact", pair.contact}};
    rows.push_back(row);
  }
  return rows;
}

std::vector<Row> interference(const Settings&) {
  std::vector<Row> rows;
  for (const scenes::SolidPair& pair : scenes::solid_pairs()) {
    if (pair.value == PairClass::clear || pair.value == PairClass::touching) continue;
    InterferenceResult found;
    Row row;
    row.workload = "interference";
    row.scene = pair.name;
    row.peer = no_peer;
    row.queries = 1;
    row.rounds = 5;
    row.triangles = pair.a.shape.triangle_count() + pair.b.shape.triangle_count();
    row.ours_ns = 1e9 * least_median([&] { found = find_interference(pair.a, pair.b); });
    row.disagreements = row.ours_wrong = found.lower <= found.upper && found.volume_lower <= found.volume_upper ? 0 : 1;
    row.more = {{"lower", found.lower}, {"upper", found.upper}, {"volume", found.volume_lower}};
    rows.push_back(row);
  }
  return rows;
}

}  // namespace graze::bench
