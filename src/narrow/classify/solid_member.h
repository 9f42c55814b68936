// A body as the parts that queries about solids tell apart; its set is their union.
#pragma once

#include <optional>
#include <vector>

#include "narrow/body/posed.h"
#include "narrow/body/support_body.h"
#include "narrow/inside/winding_near.h"

namespace graze {

struct SolidMember {
  enum class Kind : std::uint8_t {
    thin,       // no interior: surfaces, segments, points, hulls and solids that are flat once they are posed
    solid,      // polyhedral; all such parts of a compound are one
    round,      // a point or segment with a radius
    padded,     // a box or convex body with a radius
    curved,     // cylinder, cone, ellipsoid, scaled sphere or capsule, with or without a margin
    halfspace,  // with or without a margin
    shell       // a mesh with a margin
  };

  Kind kind = Kind::thin;
  Body body;                        // solid: of triangles (as_solid_mesh.h)
  PlacedBody placed{};              // thin, solid, round, padded, shell: the posed triangles and the radius
  std::optional<SolidBody> inside;  // solid
  std::optional<SupportBody> set;   // round, padded, curved; solid and thin when convex

  bool bounded() const noexcept { return kind != Kind::halfspace; }
};

const char* name(SolidMember::Kind kind) noexcept;
// Of a body that is no compound; a hull or solid that is flat once it is posed is thin all the same.
SolidMember::Kind member_kind(const Body& body) noexcept;

// Anything but ok: nothing can be asked of the body.
Status find_members(const Body& body, std::vector<SolidMember>& members);

}  // namespace graze
