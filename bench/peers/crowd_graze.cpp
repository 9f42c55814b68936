#include "bench/peers/crowd.h"
#include "graze/version.h"
#include "graze/world_query.h"

namespace graze::bench {
namespace {

class Ours final : public CrowdPeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return {}; }

  void load(const Crowd& crowd) override {
    for (const CrowdShape& shape : crowd.shapes) shapes_.push_back(to_shape(shape));
    std::uint64_t key = 0;
    for (const CrowdBody& body : crowd.bodies) world_.add({shapes_[body.shape], body.pose()}, {.key = ++key});
    world_.apply();
  }
  void rays(std::span<const Ray> rays, std::span<double> answers) override {
    results_.resize(rays.size());
    graze::cast(world_, rays, results_);
    for (std::size_t i = 0; i < rays.size(); ++i) answers[i] = results_[i].yes() ? results_[i].closest.hit.t : nothing;
  }
  void overlap(std::span<const CrowdBody> bodies, std::span<double> answers) override {
    for (std::size_t i = 0; i < bodies.size(); ++i)
      answers[i] = double(graze::find_overlaps(world_, to_body(bodies[i])).objects.size());
  }
  void nearest(std::span<const CrowdBody> bodies, std::span<double> answers) override {
    for (std::size_t i = 0; i < bodies.size(); ++i)
      answers[i] = graze::find_nearest(world_, to_body(bodies[i]), 1).objects.at(0).result.distance;
  }
  void sweep(std::span<const CrowdSweep> sweeps, std::span<double> answers) override {
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      const WorldMoveResult found = move(world_, to_body(sweeps[i].body), translation_by(sweeps[i].by));
      answers[i] = found.result.yes() ? found.result.lower : nothing;
    }
  }

 private:
  Body to_body(const CrowdBody& body) const { return {shapes_[body.shape], body.pose()}; }

  std::vector<Shape> shapes_;
  World world_;
  std::vector<WorldRayResult> results_;
};

}  // namespace

std::unique_ptr<CrowdPeer> make_graze_crowd() { return std::make_unique<Ours>(); }

}  // namespace graze::bench
