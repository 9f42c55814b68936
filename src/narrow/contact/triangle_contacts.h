// Contacts of two bodies, by the kinds of their families. The settings have been checked, and the bodies are in the
// order of body_order(), on which the answer may depend.
#pragma once

#include "graze/contacts.h"

namespace graze {

// Both have triangles, with any radius around them.
ContactResult triangle_contacts(const Body& a, const Body& b, const ContactSettings& settings);

// One is a half-space, the other none, and no compound.
ContactResult halfspace_contacts(const Body& a, const Body& b, const ContactSettings& settings);

// One is curved, the other is convex or has triangles: the deepest contact, or the nearest within the tolerance.
ContactResult curved_contacts(const Body& a, const Body& b, const ContactSettings& settings);

// Exchanges a and b.
void mirror(ContactResult& result);

}  // namespace graze
