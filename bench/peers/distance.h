// What the distance workloads ask of an implementation: the mesh at the identity and a copy of it at a rigid pose.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/query.h"
#include "scenes/scenes.h"

namespace graze::bench {

using scenes::MeshData;

class DistancePeer {
 public:
  virtual ~DistancePeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void build(const MeshData& mesh) = 0;

  virtual void distances(std::span<const Pose> poses, std::span<double> values) = 0;
  // The same for neighbouring poses of a motion, in order; an implementation that can goes on from the last one.
  virtual void coherent(std::span<const Pose> poses, std::span<double> values) { distances(poses, values); }
  // answers[i] becomes 1 when the copies are no farther apart than the tolerance.
  virtual void within(std::span<const Pose> poses, double tolerance, std::span<char> answers) = 0;
};

std::unique_ptr<DistancePeer> make_graze_distance();
// FCL's RSS and OBBRSS. FCL has no tolerance query for meshes: it answers by the distance.
std::vector<std::unique_ptr<DistancePeer>> make_distance_peers();

}  // namespace graze::bench
