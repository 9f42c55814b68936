// Rotations as files give them.
#pragma once

#include "graze/math.h"
#include "io/xml.h"

namespace graze {

// Roll about x, then pitch about y, then yaw about z, all of them fixed axes. Throws Error for an angle beyond 4096.
Mat3 turned(const XmlFile& file, const XmlElement& at, Vec3 rpy);

// The rotation next to a matrix that is one but for rounding, as kinematics.h counts it.
Mat3 as_rotation(const Mat3& nearly);

// The product, and the inverse times another, of poses whose linear parts are rotations: so is that of the result.
// Nothing is rounded where the first is the identity.
Pose joined(const Pose& outer, const Pose& inner);
Pose seen_from(const Pose& from, const Pose& what);

// Roll, pitch and yaw of a rotation, of which turned() makes it again up to rounding.
Vec3 rpy_of(const Mat3& rotation) noexcept;

// The angle of (x, y) from the x axis, in [-pi, pi], off by less than 2^-50; 0 for (0, 0).
double angle_of(double y, double x) noexcept;

}  // namespace graze
