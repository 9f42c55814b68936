// Libraries that tell how deep two copies of a mesh are in each other.
#pragma once

#include <memory>
#include <string>

#include "graze/math.h"
#include "scenes/scenes.h"

namespace graze::bench {

using scenes::MeshData;

class DepthPeer {
 public:
  virtual ~DepthPeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void build(const MeshData& mesh) = 0;
  // The translation of a copy in that pose that is said to part it from one at the origin; 0 when none is needed.
  virtual Vec3 way_out(const Pose& moved) = 0;
};

std::unique_ptr<DepthPeer> make_fcl_depth();

}  // namespace graze::bench
