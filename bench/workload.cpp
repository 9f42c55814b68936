#include "bench/workload.h"

#include <array>

#include "bench/stage.h"

namespace graze::bench {

Bench::Bench(const Case& scene, const Settings& settings) : scene_(scene), settings_(settings) {}
Bench::~Bench() = default;

std::vector<Stage>& Bench::stages() {
  if (stages_.empty()) stages_ = make_stages(scene_, settings_);
  return stages_;
}

std::span<const Workload> workloads() {
  static constexpr std::array<Workload, 5> list{{
      {"collide-near", "yes/no, tumbling copies around the contact distance", collide_near},
      {"collide-tangle", "yes/no, gaps and depths within 0.1 % of the size", collide_tangle},
      {"collide-all", "every meeting pair of triangles in deep contact", collide_all},
      {"ray", "closest hit of random incoherent rays", ray},
      {"build", "from vertices and indices to ready for queries", build},
  }};
  return list;
}

}  // namespace graze::bench
