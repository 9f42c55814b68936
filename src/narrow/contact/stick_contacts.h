// Contacts of a capsule with triangles.
#pragma once

#include "graze/contacts.h"
#include "narrow/body/posed.h"

namespace graze {

// False: the general way decides, as for other bodies than a capsule with a radius and triangles without a margin.
bool stick_contacts(const PlacedBody& a, const PlacedBody& b, const ContactSettings& settings, ContactResult& result);

}  // namespace graze
