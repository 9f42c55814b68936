// The way out of each other of two bodies, whatever class they have.
#pragma once

#include "graze/penetration.h"

namespace graze {

// As find_penetration(), but that a body without interior counts also where it is not a part of the other: it is parted
// from a convex body or half-space when a plane is between them, and from others when they have no common point.
PenetrationResult parting(const Body& a, const Body& b, const PenetrationSettings& settings = {}) noexcept;

}  // namespace graze
