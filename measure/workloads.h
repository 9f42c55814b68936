// Workloads that need no other library: rows of the benchmark, and experiments of `graze study`.
#pragma once

#include <vector>

#include "measure/row.h"
#include "measure/settings.h"

namespace graze::measure {

std::vector<Row> transform(const Settings& settings);          // inverses, parts of poses, world boxes
std::vector<Row> tracking(const Settings& settings);           // closest features, separating planes, GJK in orbits
std::vector<Row> server(const Settings& settings);             // steps of a game's world, over its size
std::vector<Row> filters(const Settings& settings);            // stages of the pipeline, by themselves and together
std::vector<Row> neighbours(const Settings& settings);         // searches of neighbours with the exact test
std::vector<Row> workers(const Settings& settings);            // one thread, two and four; two processes
std::vector<Row> schedule(const Settings& settings);           // the queue of times against every pair
std::vector<Row> deformable(const Settings& settings);         // lazy refit against refitting all
std::vector<Row> world_range(const Settings& settings);        // distances of all pairs within a range
std::vector<Row> ccd_optimisations(const Settings& settings);  // the DOOM III sweep without each optimisation

}  // namespace graze::measure
