// The numbers of a box's corners, edges and faces, as results name them (docs/contacts.md). Corner i has the greater x
// when bit 0 is set, y for bit 1, z for bit 2; edge 4k + m runs along axis k; face 2k is the one towards -k, 2k + 1
// towards +k.
#pragma once

#include "graze/query.h"

namespace graze {

inline unsigned corner_of_box(Vec3 local) noexcept {
  return (local.x > 0 ? 1u : 0u) | (local.y > 0 ? 2u : 0u) | (local.z > 0 ? 4u : 0u);
}

// The axis of a bit.
inline unsigned axis_of_bit(unsigned bit) noexcept { return bit >> 1; }

inline Feature box_corner(unsigned corner) noexcept { return {Feature::Kind::vertex, std::uint16_t(corner), 0, 0}; }
// From a corner along the axis of a bit.
inline Feature box_edge(unsigned corner, unsigned along) noexcept {
  const unsigned low = along == 1 ? 2 : 1, high = along == 4 ? 2 : 4;
  const unsigned place = ((corner & low) != 0 ? 1u : 0u) + ((corner & high) != 0 ? 2u : 0u);
  return {Feature::Kind::edge, std::uint16_t(4 * axis_of_bit(along) + place), 0, 0};
}
// The face of a corner across the axis of a bit.
inline Feature box_face(unsigned corner, unsigned across) noexcept {
  return {Feature::Kind::face, std::uint16_t(2 * axis_of_bit(across) + ((corner & across) != 0 ? 1u : 0u)), 0, 0};
}

// The least that holds the corners: of those that differ in two bits, or of three, a face. Corners of no one face have
// no name but the kind.
inline Feature box_feature(unsigned p, unsigned q, unsigned r) noexcept {
  const unsigned differ = (p ^ q) | (p ^ r), same = ~differ & 7u;
  if (differ == 0) return box_corner(p);
  if (differ == 1 || differ == 2 || differ == 4) return box_edge(p, differ);
  if (same != 0) return box_face(p, same);
  return {Feature::Kind::face, 0, 0, 0};
}

}  // namespace graze
