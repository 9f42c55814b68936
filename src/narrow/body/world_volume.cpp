// Two maps. Boxes are compared in the frame of the mesh's tree, into which G = from_world carries the volume
// (narrow/body/placement.h: posed vertices are within own_pad of their boxes there). Leaves are compared in coordinates
// of the volume: for a box those in which it is the cube from -1 to 1, otherwise the world's over a common unit; there
// a posed vertex is to_world * y + centre to within world_slack. As everywhere, a bound is doubled once for being
// computed in floating point itself.
#include "narrow/body/world_volume.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/compat.h"
#include "math/constants.h"
#include "math/norms.h"
#include "math/round.h"

namespace graze {
namespace {

using roundoff::float_u;
using roundoff::u;

void store(float (&to)[3], Vec3 v) {
  for (int k = 0; k < 3; ++k) to[k] = float(v[k]);
}
Vec3 stored(const float (&v)[3]) { return {v[0], v[1], v[2]}; }

Vec3 unit(Vec3 v) {
  const double scale = length(v);
  return scale > 0 ? v * (1 / scale) : Vec3{};
}

bool set_box(const Placement& mesh, const WorldVolume& volume, RoundedBox& box) noexcept {
  const Mat3& from_world = mesh.from_world;
  const Vec3 apart = volume.middle - mesh.centre;
  Vec3 half[3], extent;
  for (int k = 0; k < volume.axes; ++k) {
    half[k] = from_world * volume.half[k];
    extent = extent + abs(volume.half[k]);
  }
  const Vec3 centre = from_world * apart;
  // Where posed vertices and points of the volume may be off, and the rounding of the products in double.
  const double pad =
      3 * (mesh.own_pad_most + mesh.from_world_norm * largest(volume.slack + (abs(apart) + extent) * (8 * u)));

  double scale = 1, defect = 0;
  if (volume.radius > 0) defect = similarity_defect(from_world, scale);
  if (!(scale > 1e-140 && scale < 1e140)) return false;  // squares leave the doubles, and the radius would be lost
  const bool similar = defect < 1e-7;
  box.axes = volume.axes;
  box.ball = similar;
  // The columns of a similarity differ from its scale by that part of it; any map stretches by its norm at most, which
  // is sqrt(3) times the scale.
  const double radius = volume.radius * (similar ? scale : 1.7321 * scale);
  double all = 4 + sum_abs(centre) + radius;
  for (int k = 0; k < volume.axes; ++k) all += sum_abs(half[k]);
  if (!(all < 1e6) || !(pad < 1e6)) return false;

  Vec3 axis[3];
  for (int k = 0; k < volume.axes; ++k) {
    const double extent_along = length(half[k]);
    if (!(extent_along > 0)) return false;
    axis[k] = half[k] * (1 / extent_along);
    store(box.edge[k], axis[k]);
    box.length[k] = round_up(extent_along * (1 + 0x1p-40));
  }
  double off_square = 1;
  if (volume.axes == 3)
    off_square = largest(abs(Vec3{dot(axis[0], axis[1]), dot(axis[1], axis[2]), dot(axis[2], axis[0])}));
  box.square = off_square < 1e-7;
  const double slack =
      2 * (pad + all * (64 * float_u) + (similar ? radius * defect : 0) + (box.square ? 4 * all * off_square : 0));
  box.slack = round_up(slack);
  box.radius = round_up(radius);
  box.inner_radius = similar ? round_down(radius - 2 * slack) : -1;
  for (int k = 0; k < volume.axes; ++k) {
    const bool own_normal = volume.axes == 3 && !box.square;
    store(box.normal[k], own_normal ? unit(cross(half[(k + 1) % 3], half[(k + 2) % 3])) : axis[k]);
    // Along edges that are square but for `off_square`, which the slack has, others reach no farther than rounding.
    double own = double(box.length[k]), across = all * (4 * float_u + (box.square ? off_square : 0));
    if (own_normal) {
      const Vec3 written = stored(box.normal[k]);
      own = std::fabs(dot(written, half[k]));
      across = std::fabs(dot(written, half[(k + 1) % 3])) + std::fabs(dot(written, half[(k + 2) % 3]));
    }
    const double round =
        similar ? radius : volume.radius * length(transpose(from_world) * stored(box.normal[k])) * (1 + 0x1p-40);
    box.extent[k] = round_up(own + across + round);
    box.inner[k] = volume.radius == 0 ? round_down(own - 2 * across - 2 * slack) : -1;
  }
  store(box.centre, centre);
  if (!box.ball) {
    // G maps the ball to an ellipsoid that reaches r |G^T n| along n.
    for (int k = 0; k < 3; ++k) store(box.round[k], from_world[k] * volume.radius);
  }
  return true;
}

// Rows of the map from the world (relative to the middle) to the coordinates of the leaf test.
bool leaf_rows(const Placement& mesh, const WorldVolume& volume, LeafMap& map, Vec3 (&row)[3]) noexcept {
  map.cube = volume.axes == 3;
  if (map.cube) {
    const Vec3 first = cross(volume.half[1], volume.half[2]);
    const double volume_of_box = dot(first, volume.half[0]);
    if (!(std::fabs(volume_of_box) > 1e-280 && std::fabs(volume_of_box) < 1e280)) return false;
    const double per = 1 / volume_of_box;
    row[0] = first * per;
    row[1] = cross(volume.half[2], volume.half[0]) * per;
    row[2] = cross(volume.half[0], volume.half[1]) * per;
    return true;
  }
  double most = volume.radius;
  for (int k = 0; k < 3; ++k) most = std::max(most, largest(mesh.to_world[k]));
  if (volume.axes == 1) most = std::max(most, largest(volume.half[0]));
  if (!(most > 0x1p-900 && most < 0x1p900)) return false;
  // The power of two above.
  const double per_unit =
      1 / bit_cast<double>((bit_cast<std::uint64_t>(most) & 0x7ff0000000000000u) + 0x0010000000000000u);
  row[0] = {per_unit, 0, 0};
  row[1] = {0, per_unit, 0};
  row[2] = {0, 0, per_unit};
  store(map.half, volume.half[0] * per_unit);
  const double radius = volume.radius * per_unit;  // a power of two; what underflows is within denormals of 0
  map.radius_up = round_up(radius);
  map.radius_down = round_down(radius);
  return true;
}

bool set_map(const Placement& mesh, const WorldVolume& volume, LeafMap& map) noexcept {
  Vec3 row[3];
  if (!leaf_rows(mesh, volume, map, row)) return false;
  const Vec3 apart = mesh.centre - volume.middle;
  Vec3 extent = abs(volume.half[0]) + abs(volume.half[1]) + abs(volume.half[2]);
  for (int k = 0; k < 3; ++k) extent = extent + abs(mesh.to_world[k]);
  const double off = sum_abs(mesh.world_slack + volume.slack + (abs(apart) + extent) * (16 * u));
  double pad = 0, norm = 0, shift = 0, all = 0;
  for (int r = 0; r < 3; ++r) {
    double row_norm = 0;
    for (int c = 0; c < 3; ++c) {
      map.linear[r][c] = dot(row[r], mesh.to_world[c]);
      row_norm += std::fabs(map.linear[r][c]);
    }
    map.shift[r] = dot(row[r], apart);
    // A row of the inverse is off by a few u of itself times how far the edges are from square; the cube it makes of
    // the box is then off by as much of its coordinates.
    double inexact = 0;
    if (map.cube)
      for (int k = 0; k < 3; ++k) inexact += std::fabs(dot(row[r], volume.half[k]) - (r == k ? 1 : 0));
    pad = std::max(pad, largest(row[r]) * off + inexact);
    norm = std::max(norm, row_norm);
    shift = std::max(shift, std::fabs(map.shift[r]));
    all += (row_norm + std::fabs(map.shift[r])) + (sum_abs(row[r]) * off + inexact);  // NaN stays, as it does not above
  }
  map.norm = round_up(norm * (1 + 0x1p-20));
  map.pad = round_up(2 * pad);
  return all < infinity && norm + shift < 1e8 && pad < 1e6;
}

}  // namespace

WorldVolume world_volume(const Posed& primitive, double radius) noexcept {
  const ShapeData& shape = *primitive.shape;
  const Pose& pose = primitive.pose;
  WorldVolume result;
  result.radius = radius;
  // As in place(): what posing may round, twice, with denormals.
  const Vec3 local = max(abs(shape.bounds.lo), abs(shape.bounds.hi));
  result.slack = (abs(pose.linear) * local + abs(pose.translation)) * (8 * u) + Vec3{0x1p-1060, 0x1p-1060, 0x1p-1060};
  if (shape.form == ShapeForm::box) {
    const Vec3 half = shape.bounds.hi;
    result.middle = pose.translation;
    result.axes = 3;
    result.half[0] = pose.linear.c0 * half.x;
    result.half[1] = pose.linear.c1 * half.y;
    result.half[2] = pose.linear.c2 * half.z;
    return result;
  }
  const Triangle core = primitive.triangle(0);
  result.middle = core.a * 0.5 + core.b * 0.5;
  result.half[0] = core.b * 0.5 - core.a * 0.5;
  result.axes = result.half[0] == Vec3{} ? 0 : 1;
  return result;
}

bool tree_volume(const Placement& mesh, const WorldVolume& volume, TreeVolume& result) noexcept {
  return mesh.usable && set_box(mesh, volume, result.box) &&
         (volume.axes == 3 && volume.radius > 0 ? true : set_map(mesh, volume, result.map));
}

}  // namespace graze
