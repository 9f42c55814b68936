#include <fcl/config.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include "bench/peers/feature.h"

namespace graze::bench {
namespace {

fcl::Vector3d to_fcl(const Vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

bool fcl_feature_meets(CcdKind kind, const FourPoints& p, const FourPoints& q) {
  using Intersect = fcl::detail::Intersect<double>;
  double time = 0;
  fcl::Vector3d point;
  return kind == CcdKind::vertex_face
             ? Intersect::intersect_VF(to_fcl(p[1]), to_fcl(p[2]), to_fcl(p[3]), to_fcl(p[0]), to_fcl(q[1]),
                                       to_fcl(q[2]), to_fcl(q[3]), to_fcl(q[0]), &time, &point)
             : Intersect::intersect_EE(to_fcl(p[0]), to_fcl(p[1]), to_fcl(p[2]), to_fcl(p[3]), to_fcl(q[0]),
                                       to_fcl(q[1]), to_fcl(q[2]), to_fcl(q[3]), &time, &point);
}

std::string fcl_feature_version() { return FCL_VERSION; }

}  // namespace graze::bench
