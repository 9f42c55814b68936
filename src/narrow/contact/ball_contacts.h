// A ball against triangles.
#pragma once

#include "graze/contacts.h"
#include "narrow/body/posed.h"

namespace graze {

// Contacts of a sphere and a mesh, strip, fan, terrain or polyhedron without margin, in either order: one wherever the
// surface is locally nearest to the centre, and in reach; `result` has none yet. False where these are other bodies, or
// rounding leaves something open: nothing has been found then.
bool ball_contacts(const PlacedBody& a, const PlacedBody& b, const ContactSettings& settings, ContactResult& result);

}  // namespace graze
