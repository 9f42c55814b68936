#include "narrow/body/support_body.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <new>

#include "math/posed_box.h"
#include "math/posed_point.h"
#include "narrow/body/posed.h"
#include "shape/lazy.h"

namespace graze {

const SupportTable& support_table(const ShapeData& shape) {
  const Attached& attached = shape.lazy->support.get([&] {
    auto table = std::make_shared<const SupportTable>(shape.vertices.view());
    const std::size_t bytes = sizeof(SupportTable) + table->memory();
    return Attached{std::move(table), bytes};
  });
  return *static_cast<const SupportTable*>(attached.object.get());
}

namespace {

// The core of the shape, made in place because it is large, and what its own radius is in the world.
Status make_core(const Body& body, Support& set, double& radius) {
  const ShapeData& shape = data_of(body.shape);
  const Pose& pose = body.pose;
  const std::span<const Vec3> points = shape.vertices.view();
  switch (shape.form) {
    case ShapeForm::box:
      ::new (&set) Support(support_of_box(shape.bounds.hi, pose));
      return Status::ok;
    case ShapeForm::sphere:
    case ShapeForm::capsule: {
      const double own = shape.radius > 0 ? posed_radius(pose.linear, shape.radius) : 0;
      if (own >= 0) {
        ::new (&set) Support(support_of(points, pose));
        radius = own;
        return own > 0 || shape.radius == 0 ? Status::ok : Status::out_of_range;
      }
      const double half = shape.form == ShapeForm::capsule ? points[1].z : 0;
      ::new (&set) Support(half > 0 ? support_of_capsule(shape.radius, half, pose)
                                    : support_of_ellipsoid({shape.radius, shape.radius, shape.radius}, pose));
      return Status::ok;
    }
    case ShapeForm::segment:
    case ShapeForm::point:
      ::new (&set) Support(support_of(points, pose));
      return Status::ok;
    case ShapeForm::cylinder:
      ::new (&set) Support(support_of_cylinder(shape.extent.x, shape.extent.z, pose));
      return Status::ok;
    case ShapeForm::cone:
      ::new (&set) Support(support_of_cone(shape.extent.x, shape.extent.z, pose));
      return Status::ok;
    case ShapeForm::ellipsoid:
      ::new (&set) Support(support_of_ellipsoid(shape.extent, pose));
      return Status::ok;
    default:
      if (!shape.is_hull()) return Status::unsupported;
      ::new (&set) Support(support_of(support_table(shape), pose));
      return Status::ok;
  }
}

// A box around the core, before the pose of the set. Number by number: the extent was just stored so, and a copy that
// reads two at once would wait for it.
Box local_box(const Support& set, const ShapeData& shape) {
  if (set.of_points()) return shape.bounds;
  const double x = set.extent.x, y = set.extent.y, z = set.extent.z + (set.kind == Support::Kind::capsule ? x : 0);
  return {{-x, -y, -z}, {x, y, z}};
}

}  // namespace

Vec3 half_size(const Support& set) noexcept {
  return set.kind == Support::Kind::capsule ? set.extent + Vec3{0, 0, set.extent.x} : set.extent;
}

Status make_support(const Body& body, SupportBody& result) {
  if (!body.shape) return Status::invalid;
  int orientation = 0;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  const ShapeData& shape = data_of(body.shape);
  double radius = 0;
  if (const Status status = make_core(body, result.set, radius); status != Status::ok) return status;
  radius += shape.world_margin;
  result.set.radius = radius;
  result.shape = &shape;
  result.box = inner::posed_box(result.set.pose, local_box(result.set, shape));
  if (radius != 0) result.box = grown(result.box, radius);
  return is_finite(result.box.lo) && is_finite(result.box.hi) ? Status::ok : Status::out_of_range;
}

Vec3 point_of(const Support& set) noexcept {
  return set.of_points() ? set.posed_point(0) : posed(set.pose, set.centre);
}

// The posed vertices, and the exact image, are off what is computed here by a few units in the last place of the
// products in them.
WorldVolume world_volume(const SupportBody& body, double radius) noexcept {
  const Pose& pose = body.set.pose;
  const auto [lo, hi] = local_box(body.set, *body.shape);
  const Vec3 middle = lo * 0.5 + hi * 0.5, half = hi * 0.5 - lo * 0.5;
  WorldVolume result;
  result.middle = posed(pose, middle);
  result.axes = half == Vec3{} ? 0 : 3;
  result.radius = radius;
  // A flat body has a box of three axes, too.
  const double least = std::max({half.x, half.y, half.z, std::numeric_limits<double>::min()}) * 0x1p-40;
  for (int k = 0; k < result.axes; ++k) result.half[k] = pose.linear[k] * std::max(half[k], least);
  result.slack = (abs(pose.linear) * (abs(middle) + half) + abs(pose.translation)) * 0x1p-49;
  return result;
}

}  // namespace graze
