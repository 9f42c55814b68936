// A workload is a function to rows, from each case or from the settings alone; the list below is the whole benchmark.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "measure/row.h"
#include "measure/settings.h"
#include "measure/workloads.h"
#include "scenes/scenes.h"

namespace graze::bench {

using namespace measure;  // rows, settings, timing, and the workloads that need no peer
using scenes::MeshData;

struct Case {
  std::string name;
  MeshData mesh;
};

struct Stage;

// One case, for one workload after the other.
class Bench {
 public:
  Bench(const Case& scene, const Settings& settings);
  ~Bench();
  const Case& scene() const { return scene_; }
  const Settings& settings() const { return settings_; }
  std::vector<Stage>& stages();  // made on first need

 private:
  const Case& scene_;
  const Settings& settings_;
  std::vector<Stage> stages_;
};

// One of the two functions is set.
struct Workload {
  const char* name;
  const char* about;
  std::vector<Row> (*each)(Bench&);           // for each case
  std::vector<Row> (*once)(const Settings&);  // on scenes of its own
};

std::span<const Workload> workloads();

std::vector<Row> collide_near(Bench& bench);
std::vector<Row> collide_tangle(Bench& bench);
std::vector<Row> collide_all(Bench& bench);
std::vector<Row> ray(Bench& bench);
std::vector<Row> build(Bench& bench);
std::vector<Row> exactness(Bench& bench);
std::vector<Row> proof(Bench& bench);
std::vector<Row> distance_cold(Bench& bench);
std::vector<Row> distance_coherent(Bench& bench);
std::vector<Row> distance_meeting(Bench& bench);
std::vector<Row> within_tolerance(Bench& bench);
std::vector<Row> scaled(Bench& bench);
std::vector<Row> volume_queries(Bench& bench);
std::vector<Row> ccd_mesh(Bench& bench);

std::vector<Row> small(const Settings& settings);
std::vector<Row> flush(const Settings& settings);
std::vector<Row> placements(const Settings& settings);
std::vector<Row> parallel(const Settings& settings);
std::vector<Row> picture(const Settings& settings);
std::vector<Row> growth(const Settings& settings);
std::vector<Row> threads(const Settings& settings);
std::vector<Row> bsp(const Settings& settings);
std::vector<Row> penetration_mesh(const Settings& settings);
std::vector<Row> solids(const Settings& settings);
std::vector<Row> interference(const Settings& settings);

std::vector<Row> refit(const Settings& settings);
std::vector<Row> self(const Settings& settings);
std::vector<Row> volumes(const Settings& settings);

std::vector<Row> convex_cold(const Settings& settings);
std::vector<Row> convex_warm(const Settings& settings);
std::vector<Row> convex_public(const Settings& settings);
std::vector<Row> convex_bool(const Settings& settings);
std::vector<Row> penetration(const Settings& settings);

std::vector<Row> primitives(const Settings& settings);
std::vector<Row> compounds(const Settings& settings);
std::vector<Row> contacts(const Settings& settings);

std::vector<Row> broad(const Settings& settings);
std::vector<Row> ccd_sweep(const Settings& settings);
std::vector<Row> ccd_feature(const Settings& settings);
std::vector<Row> cores(const Settings& settings);
std::vector<Row> mover(const Settings& settings);
std::vector<Row> moves(const Settings& settings);
std::vector<Row> probe(const Settings& settings);
std::vector<Row> dynamics(const Settings& settings);
std::vector<Row> world_rays(const Settings& settings);
std::vector<Row> world_overlap(const Settings& settings);
std::vector<Row> world_nearest(const Settings& settings);
std::vector<Row> world_sweep(const Settings& settings);
std::vector<Row> world_walk(const Settings& settings);
std::vector<Row> world_edits(const Settings& settings);
std::vector<Row> robot_valid(const Settings& settings);
std::vector<Row> robot_distance(const Settings& settings);
std::vector<Row> robot_edge(const Settings& settings);
std::vector<Row> robot_path(const Settings& settings);

}  // namespace graze::bench
