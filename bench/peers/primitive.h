// What the workload `primitives` asks of an implementation: two primitives at rigid poses, yes/no and distance.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "graze/query.h"

namespace graze::bench {

struct PrimitiveKind {
  const char* name;
  ShapeForm form;
  Vec3 extent;  // box: half; else radius (or radii) and half height as of make_...()
};

struct PrimitivePoses {
  Pose a, b;
};

class PrimitivePeer {
 public:
  virtual ~PrimitivePeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void set(const PrimitiveKind& a, const PrimitiveKind& b) = 0;
  virtual void collide(std::span<const PrimitivePoses> poses, std::span<double> answers) = 0;
  virtual void distances(std::span<const PrimitivePoses> poses, std::span<double> values) = 0;
};

Shape make_primitive(const PrimitiveKind& kind);
std::unique_ptr<PrimitivePeer> make_fcl_primitive();

}  // namespace graze::bench
