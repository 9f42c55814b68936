// bring_into_frame() and take_out_offset() of graze/assembly.h.
#include <algorithm>
#include <cmath>

#include "graze/assembly.h"
#include "graze/error.h"

namespace graze {

namespace {

// From axes with one way up to those with the other: nothing is rounded.
Vec3 turned(Vec3 v, UpAxis from, UpAxis to) {
  if (from == to) return v;
  return to == UpAxis::z ? Vec3{v.x, -v.z, v.y} : Vec3{v.x, v.z, -v.y};
}

void apply(Assembly& assembly, const Pose& map) {
  for (Part& part : assembly.parts) {
    if (map.linear == Mat3{}) {
      part.pose.translation += map.translation;
    } else {
      part.pose = map * part.pose;
    }
  }
}

// In metres and with z up: from the model to the map, without the large part of where it is.
struct OnMap {
  Mat3 turn;
  Vec3 at;
};
OnMap on_map(const MapPlace& map) {
  const double e = map.east * map.scale, n = map.north * map.scale;
  const Vec3& f = map.factors;
  return {{Vec3{e, n, 0} * f.x, Vec3{-n, e, 0} * f.y, {0, 0, map.scale * f.z}}, map.at};
}

// Of a matrix whose columns are perpendicular to each other.
Mat3 inverse_of_perpendicular(const Mat3& m) {
  return transpose(Mat3{m.c0 / dot(m.c0, m.c0), m.c1 / dot(m.c1, m.c1), m.c2 / dot(m.c2, m.c2)});
}

}  // namespace

void bring_into_frame(Assembly& assembly, const Assembly& frame) {
  if ((assembly.metres_per_unit == 0) != (frame.metres_per_unit == 0)) throw Error("only one of two units is known");
  if ((assembly.up == UpAxis::unknown) != (frame.up == UpAxis::unknown))
    throw Error("only one of two up axes is known");
  const double scale =
      assembly.metres_per_unit == frame.metres_per_unit ? 1 : assembly.metres_per_unit / frame.metres_per_unit;
  const auto into = [&](Vec3 v) { return turned(v, assembly.up, frame.up) * scale; };
  const Mat3 linear{into({1, 0, 0}), into({0, 1, 0}), into({0, 0, 1})};
  Vec3 origin = into(assembly.origin);
  if (!(linear == Mat3{})) apply(assembly, {linear, {}});
  assembly.resolution *= scale;
  assembly.deflection *= scale;
  assembly.metres_per_unit = frame.metres_per_unit;
  assembly.up = frame.up;
  if (!assembly.map.name.empty() && !frame.map.name.empty() && assembly.map.name != frame.map.name)
    assembly.notes.push_back("it lies on the map " + assembly.map.name + ", another file on " + frame.map.name +
                             ": they are not placed to each other by maps");
  const bool mapped = !assembly.map.name.empty() && assembly.map.name == frame.map.name && frame.metres_per_unit > 0;
  if (mapped && frame.up == UpAxis::z) {
    const OnMap mine = on_map(assembly.map), theirs = on_map(frame.map);
    const Mat3 back = inverse_of_perpendicular(theirs.turn);
    Mat3 between = back * mine.turn;
    if (mine.turn == theirs.turn) between = {};
    const Vec3 shift = back * (mine.at - theirs.at) / frame.metres_per_unit;
    if (!(between == Mat3{})) apply(assembly, {between, {}});
    origin = between * origin + shift;
    assembly.map = frame.map;
  }
  const Vec3 move = origin - frame.origin;
  if (!(move == Vec3{})) apply(assembly, {{}, move});
  assembly.origin = frame.origin;
}

void take_out_offset(Assembly& assembly) {
  Box box;
  for (const Part& part : assembly.parts) {
    const Box one = posed_box(part.pose, part.shape.bounds());
    box = {min(box.lo, one.lo), max(box.hi, one.hi)};
  }
  if (box.empty() || !is_finite(box.lo) || !is_finite(box.hi)) return;
  const double size = length(box.hi - box.lo);
  const Vec3 middle = (box.lo + box.hi) * 0.5;
  if (!(length(middle) > 1000 * size) || !(size > 0)) return;
  // A multiple of a power of two that is large beside the model: differences from it lose nothing.
  int exponent = 0;
  std::frexp(size, &exponent);
  const double step = std::ldexp(1.0, exponent);
  Vec3 offset;
  for (int axis = 0; axis < 3; ++axis) offset[axis] = std::nearbyint(middle[axis] / step) * step;
  apply(assembly, {{}, -offset});
  assembly.origin += offset;
}

}  // namespace graze
