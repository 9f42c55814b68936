// Implementations for queries of one mesh, at the origin, with a posed volume.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/query.h"
#include "scenes/scenes.h"

namespace graze::bench {

using scenes::MeshData;

struct VolumeKind {
  ShapeForm form;
  Vec3 half;          // box; capsule, cylinder, cone: z; segment: from -half to half; convex: an octahedron
  double radius = 0;  // sphere, capsule, cylinder, cone
  bool half_space() const { return form == ShapeForm::halfspace; }  // z <= 0
};
Shape make_shape(const VolumeKind& kind);

class VolumePeer {
 public:
  virtual ~VolumePeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void build(const MeshData& mesh) = 0;

  // The volume of the queries that follow; false for one that it does not have.
  virtual bool set(const VolumeKind& kind) = 0;
  virtual bool lists() const = 0;     // every triangle
  virtual bool measures() const = 0;  // distances, of the volume that is set
  virtual void collide(std::span<const Pose> poses, std::span<double> answers) = 0;  // 1 or 0
  virtual void count(std::span<const Pose> poses, std::span<double> counts) = 0;
  virtual std::vector<std::uint32_t> triangles(const Pose& pose) = 0;  // sorted
  virtual void distances(std::span<const Pose> poses, std::span<double> values) = 0;
};

std::unique_ptr<VolumePeer> make_graze_volume();
std::unique_ptr<VolumePeer> make_fcl_volume();     // BVHModel of OBBRSS
std::unique_ptr<VolumePeer> make_bullet_volume();  // btBvhTriangleMeshShape; yes/no only

}  // namespace graze::bench
