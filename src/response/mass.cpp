#include <algorithm>
#include <string>

#include "graze/dynamics.h"
#include "hull/polytope.h"
#include "math/constants.h"
#include "response/form.h"
#include "response/rounded_mass.h"
#include "shape/data.h"
#include "shape/solid_moments.h"

namespace graze {
namespace {

// From the second moments about the centre.
Mat3 inertia_of(double xx, double yy, double zz, double xy, double yz, double zx) {
  return {{yy + zz, -xy, -zx}, {-xy, zz + xx, -yz}, {-zx, -yz, xx + yy}};
}

MassProperties of_round(double radius, double half) {
  const double ball = 4.0 / 3 * pi * radius * radius * radius, tube = 2 * pi * radius * radius * half;
  MassProperties result;
  result.volume = ball + tube;
  // Second moments: of the ball r^2 / 5 along each axis, of its halves moved apart by the half length with their
  // centres 3/8 r from the flat side; of the tube r^2 / 4 across and h^2 / 3 along.
  const double across = ball * radius * radius / 5 + tube * radius * radius / 4;
  const double along = ball * (radius * radius / 5 + half * half + 0.75 * half * radius) + tube * half * half / 3;
  result.inertia = inertia_of(across, across, along, 0, 0, 0);
  return result;
}

// Second moments about the centre: of the cylinder r^2 / 4 across and h^2 / 3 along, of the cone, whose centre is half
// of the half height above its base, 3 r^2 / 20 and 3 h^2 / 20, of the ellipsoid a^2 / 5.
MassProperties of_curved(ShapeForm form, Vec3 half) {
  MassProperties result;
  const double box = half.x * half.y * half.z;
  Vec3 moment;
  if (form == ShapeForm::cylinder) {
    result.volume = 2 * pi * box;
    moment = {half.x * half.x / 4, half.y * half.y / 4, half.z * half.z / 3};
  } else if (form == ShapeForm::cone) {
    result.volume = 2.0 / 3 * pi * box;
    result.centre = {0, 0, -0.5 * half.z};
    moment = Vec3{half.x * half.x, half.y * half.y, half.z * half.z} * (3.0 / 20);
  } else {
    result.volume = 4.0 / 3 * pi * box;
    moment = Vec3{half.x * half.x, half.y * half.y, half.z * half.z} / 5;
  }
  moment = moment * result.volume;
  result.inertia = inertia_of(moment.x, moment.y, moment.z, 0, 0, 0);
  return result;
}

MassProperties of_surface(const Shape& shape);

// Boxes and convex shapes with a margin, flat ones too.
MassProperties of_padded(const Shape& shape) {
  Shape hull = shape;
  if (shape.form() == ShapeForm::box) {
    std::vector<Vec3> corners;
    const Vec3 half = shape.bounds().hi;
    for (int i = 0; i < 8; ++i)
      corners.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
    hull = make_convex(corners);
  }
  const Polytope& core = *data_of(hull).hull;
  if (core.dimension < 2) return {};
  return of_rounded(core, of_surface(shape), shape.margin());
}

MassProperties of_surface(const Shape& shape) {
  const ShapeData& data = data_of(shape);
  const bool flat = data.is_hull() && data.hull->dimension < 3;
  const bool closed = data.primitive() || (data.solid && shape.topology().closed);
  MassProperties result;
  if (flat || !closed) return result;
  const SolidMoments m = solid_moments(shape);
  result.volume = m.volume;
  result.centre = m.centre;
  result.inertia = inertia_of(m.moment[0], m.moment[1], m.moment[2], m.moment[3], m.moment[4], m.moment[5]);
  return result;
}

MassProperties of_density_1(const Shape& shape);

MassProperties of_compound(const Compound& compound) {
  const std::vector<Pose> poses = part_poses(compound);
  MassProperties result;
  std::vector<MassProperties> parts;
  for (const CompoundLeaf& leaf : compound.leaves) {
    MassProperties part = of_density_1(leaf.shape);
    if (!(part.volume > 0)) return {};
    const Mat3& turn = poses[leaf.node].linear;
    part.centre = poses[leaf.node] * part.centre;
    part.inertia = turn * part.inertia * transpose(turn);
    result.volume += part.volume;
    result.centre += part.centre * part.volume;
    parts.push_back(part);
  }
  result.centre /= result.volume;
  for (const MassProperties& part : parts) {
    const Vec3 d = part.centre - result.centre;
    const double square = dot(d, d);
    for (int column = 0; column < 3; ++column)
      for (int row = 0; row < 3; ++row)
        result.inertia[column][row] +=
            part.inertia.at(row, column) + part.volume * ((row == column ? square : 0) - d[row] * d[column]);
  }
  return result;
}

MassProperties of_density_1(const Shape& shape) {
  switch (shape.form()) {
    case ShapeForm::sphere:
      return of_round(shape.radius() + shape.margin(), 0);
    case ShapeForm::capsule: {
      const Triangle core = shape.triangle(0);
      return of_round(shape.radius() + shape.margin(), std::max({core.a.z, core.b.z, core.c.z}));
    }
    case ShapeForm::compound:
      return of_compound(*data_of(shape).compound);
    case ShapeForm::cylinder:
    case ShapeForm::cone:
    case ShapeForm::ellipsoid:
      return of_curved(shape.form(), data_of(shape).extent);
    case ShapeForm::halfspace:
    case ShapeForm::segment:
    case ShapeForm::point:
      return {};
    case ShapeForm::box:
    case ShapeForm::convex:
      return shape.margin() > 0 ? of_padded(shape) : of_surface(shape);
    default:
      return of_surface(shape);
  }
}

// Why a shape, or a part of a compound, has no mass, and what to do; empty: it has one.
std::string volume_fault(const Shape& shape) {
  if (shape.form() == ShapeForm::compound) {
    const Compound& compound = *data_of(shape).compound;
    for (std::size_t i = 0; i < compound.leaves.size(); ++i) {
      const std::string fault = volume_fault(compound.leaves[i].shape);
      if (!fault.empty()) return "part " + std::to_string(i) + " of a compound has no mass: " + fault;
    }
    return {};
  }
  const std::string what = std::string("the shape ") + name(shape.form());
  switch (shape.form()) {
    case ShapeForm::halfspace:
      return what + " is unbounded: use a box";
    case ShapeForm::segment:
      return what + " has no volume: use a capsule";
    case ShapeForm::point:
      return what + " has no volume: use a sphere";
    default:
      break;
  }
  if (of_density_1(shape).volume > 0) return {};
  const ShapeData& data = data_of(shape);
  if (data.is_hull() && data.hull->dimension < 3)
    return what + " is flat and has no volume: make it thick, or give it a margin with with_margin()";
  if (data.primitive() || shape.solid()) return what + " has a volume too small for a double: use another unit";
  try {
    as_solid(shape);
  } catch (const Error& error) {
    // What as_solid() says names the edge, or the volume, and what to do about it.
    return what + " is a surface and no " + error.what() + "; or use make_convex() of its vertices";
  }
  return what + " is closed, but a surface: make it a solid with as_solid(), or \"solid\": true where it is defined";
}

}  // namespace

MassProperties mass_of(const Shape& shape, double density) {
  if (!shape) throw Error("an empty shape has no mass");
  if (!(density > 0) || !std::isfinite(density)) throw Error("a density must be above 0 and finite");
  MassProperties result = of_density_1(shape);
  if (!(result.volume > 0)) throw Error(volume_fault(shape));
  result.mass = result.volume * density;
  if (density != 1)
    result.inertia = {result.inertia.c0 * density, result.inertia.c1 * density, result.inertia.c2 * density};
  return result;
}

}  // namespace graze
