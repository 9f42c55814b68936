// What the workloads of motion ask of an implementation: when does a body on its way first touch a mesh that stands at
// the identity?
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/motion.h"
#include "scenes/scenes.h"

namespace graze::bench {

inline constexpr double no_contact = 2;  // a time after every motion

// One translation, or one rotation of less than half a turn.
struct MotionQuery {
  Pose pose;
  Motion motion;
};

class MotionPeer {
 public:
  virtual ~MotionPeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void build(const scenes::MeshData& still, const scenes::MeshData& moving) = 0;
  // The first time of contact, or no_contact.
  virtual void times(std::span<const MotionQuery> queries, std::span<double> answers) = 0;
};

// FCL's continuousCollide of two meshes: 1,000 samples, the default of 10, conservative advancement.
std::vector<std::unique_ptr<MotionPeer>> make_fcl_motion_peers();

// Bullet's sweep test of the convex hull of the moving mesh; translations only.
std::unique_ptr<MotionPeer> make_bullet_sweep();

}  // namespace graze::bench
