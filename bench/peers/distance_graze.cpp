#include <stdexcept>

#include "bench/peers/distance.h"
#include "graze/graze.h"

namespace graze::bench {
namespace {

class GrazeDistance final : public DistancePeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return version_string(); }

  void build(const MeshData& mesh) override {
    a_ = {make_mesh(mesh.vertices, mesh.triangles), {}};
    prepare_pairs(a_.shape, 1);
    b_ = a_;
  }

  void distances(std::span<const Pose> poses, std::span<double> values) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      b_.pose = poses[i];
      values[i] = checked(find_distance(a_, b_)).distance;
    }
  }

  void coherent(std::span<const Pose> poses, std::span<double> values) override {
    PairCache cache;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      b_.pose = poses[i];
      values[i] = checked(find_distance(a_, b_, {}, &cache)).distance;
    }
  }

  void within(std::span<const Pose> poses, double tolerance, std::span<char> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      b_.pose = poses[i];
      answers[i] = checked(graze::within(a_, b_, tolerance)).yes();
    }
  }

 private:
  template <class Result>
  static const Result& checked(const Result& result) {
    if (result.status != Status::ok)
      throw std::runtime_error(std::string("graze answered with status ") + graze::name(result.status));
    return result;
  }

  Body a_, b_;
};

}  // namespace

std::unique_ptr<DistancePeer> make_graze_distance() { return std::make_unique<GrazeDistance>(); }

}  // namespace graze::bench
