// FCL: its shapes with its default solver (libccd) and its closed forms.
#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/distance.h>

#include "bench/peers/fcl.h"
#include "bench/peers/primitive.h"

namespace graze::bench {
namespace {

std::unique_ptr<fcl::CollisionGeometryd> make(const PrimitiveKind& kind) {
  const Vec3 e = kind.extent;
  switch (kind.form) {
    case ShapeForm::box:
      return std::make_unique<fcl::Boxd>(2 * e.x, 2 * e.y, 2 * e.z);
    case ShapeForm::sphere:
      return std::make_unique<fcl::Sphered>(e.x);
    case ShapeForm::capsule:
      return std::make_unique<fcl::Capsuled>(e.x, 2 * e.z);
    case ShapeForm::cylinder:
      return std::make_unique<fcl::Cylinderd>(e.x, 2 * e.z);
    case ShapeForm::cone:
      return std::make_unique<fcl::Coned>(e.x, 2 * e.z);
    default:
      return std::make_unique<fcl::Ellipsoidd>(e.x, e.y, e.z);
  }
}

class FclPrimitive final : public PrimitivePeer {
 public:
  std::string name() const override { return "fcl-libccd"; }
  std::string version() const override { return FCL_VERSION; }
  void set(const PrimitiveKind& a, const PrimitiveKind& b) override {
    a_ = make(a);
    b_ = make(b);
  }
  void collide(std::span<const PrimitivePoses> poses, std::span<double> answers) override {
    const fcl::CollisionRequestd request;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      fcl::CollisionResultd result;
      answers[i] = fcl::collide(a_.get(), to_fcl(poses[i].a), b_.get(), to_fcl(poses[i].b), request, result) > 0;
    }
  }
  void distances(std::span<const PrimitivePoses> poses, std::span<double> values) override {
    const fcl::DistanceRequestd request;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      fcl::DistanceResultd result;
      const double value = fcl::distance(a_.get(), to_fcl(poses[i].a), b_.get(), to_fcl(poses[i].b), request, result);
      values[i] = std::max(value, 0.0);  // -1 for what meets
    }
  }

 private:
  std::unique_ptr<fcl::CollisionGeometryd> a_, b_;
};

}  // namespace

std::unique_ptr<PrimitivePeer> make_fcl_primitive() { return std::make_unique<FclPrimitive>(); }

}  // namespace graze::bench
