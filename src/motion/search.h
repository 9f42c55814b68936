// The first contact of moving bodies: pairs of their parts, the one that is proven free for the shortest time first.
//
// Every pair in the queue is known to be clear until its time; so the least of them is a time until which everything
// is, however the search goes on or where it ends. A pair of triangles goes on until no direction proves more; what
// meets shortly after is proven by looking at the triangles there. What is neither is a pair in doubt: a graze, or
// features so flush that they never cross.
#pragma once

#include <vector>

#include "motion/moving_pair.h"
#include "narrow/body/posed.h"

namespace graze {

// A body that is no compound, and its path in one phase.
struct MovingMember {
  Body body;
  bool has_triangles = true;  // else only the body and the path are set
  PlacedBody placed;
  Path path;
  std::uint32_t first_number = 0;  // of its triangles in the compound that it is part of
  double slack = 0;                // how far its set may reach beyond its triangles, apart from the radius
};

// In an order that does not depend on which body is called the moving one.
struct MemberPair {
  const MovingMember* a = nullptr;
  const MovingMember* b = nullptr;
  std::size_t other = 0;  // which of the others one of them belongs to
  bool mirrored = false;  // b is of the moving body
};

struct SearchSettings {
  double from = 0;       // clear until then, as is known
  double zone = 0;       // a gap up to this counts as contact
  double enough = 0;     // with a zone: such a gap beyond it, and no way on of that length, is a stop
  bool in_zone = false;  // pairs that begin in the zone may go on as long as they do not come nearer
  double tolerance = 0;  // gaps that may be called contact where none is proven
};

struct SearchResult {
  Status status = Status::ok;
  bool hit = false;
  double lo = 1, hi = 1;
  bool proven = false;
  double gap = 0;
  MoveContact contact;
  Counters counters;
};

SearchResult search_contact(const std::vector<MemberPair>& pairs, const SearchSettings& settings);

}  // namespace graze
