// What both kinds of ODE peers share.
#pragma once

#include <ode/ode.h>

#include "graze/math.h"

namespace graze::bench {

// dInitODE2 and dCloseODE come in pairs for the whole process; call it as often as you like.
void initialise_ode();

inline void set_pose(dGeomID geom, const Pose& pose) {
  const Mat3& m = pose.linear;
  const Vec3& t = pose.translation;
  const dMatrix3 rotation = {m.at(0, 0), m.at(0, 1), m.at(0, 2), 0,          m.at(1, 0), m.at(1, 1),
                             m.at(1, 2), 0,          m.at(2, 0), m.at(2, 1), m.at(2, 2), 0};
  dGeomSetRotation(geom, rotation);
  dGeomSetPosition(geom, t.x, t.y, t.z);
}

// One unrefined contact is asked for.
inline bool ode_collide(dGeomID a, dGeomID b) {
  dContactGeom contact;
  return dCollide(a, b, static_cast<int>(1u | CONTACTS_UNIMPORTANT), &contact, sizeof contact) > 0;
}

}  // namespace graze::bench
