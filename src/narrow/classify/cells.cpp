// In four steps. First, what proves the answer without looking at pieces: surfaces that are the same as chains, a
// convex solid that holds the other (narrow/classify/convex_shell.h), and a plane through flush faces that has one
// solid on either side (narrow/classify/certificates.h). Second, while pairs of triangles that meet are found: the
// pieces beside what the first of them have in common; of bodies that overlap this shows all at once. Third, every
// triangle that meets one of the other body: all its pieces, cut by triangles of both bodies. Fourth, the other
// triangles, in patches that hang together: the surface of the other body does not reach a patch, so that all of it is
// either inside or outside of that body, and once the own body was seen on one side and not on the other, there is
// nothing more to find there.
//
// Surfaces are taken as chains. Equal triangles are one with a weight (shape/net_surface.h), and an edge between two
// triangles of one plane and weight is no part of any boundary: it cuts nothing, and pieces go on beyond it. So what is
// cut is not each triangle but each cluster of triangles of one plane, by the boundaries of the clusters of the other
// body: a piece of a cluster has a part of some cut on its boundary, from where it is seen, unless it is the whole
// cluster, at which one look is enough.
#include "narrow/classify/cells.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "base/work.h"
#include "narrow/classify/certificates.h"
#include "narrow/classify/convex_shell.h"
#include "narrow/classify/face_cuts.h"
#include "narrow/classify/flat_edges.h"
#include "narrow/classify/look_around.h"
#include "narrow/classify/patches.h"
#include "narrow/collide/for_each_meeting.h"
#include "narrow/inside/ray_reach.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

constexpr int most_probes = 16;      // pairs that are tested before all of them are found
constexpr int most_flat_probes = 2;  // of one plane: they show less

// Bodies 0 and 1 are a and b.
class Survey {
 public:
  Survey(const PlacedBody& a, const PlacedBody& b, unsigned wanted, Counters& counters)
      : given_{&a, &b},
        solid_{SolidBody::net(a), SolidBody::net(b)},
        flat_{FlatEdges(solid_[0]), FlatEdges(solid_[1])},
        look_(solid_[0], solid_[1], counters),
        wanted_(wanted),
        counters_(counters) {}

  const Cells& cells() const { return cells_; }
  bool surfaces_meet() const { return surfaces_meet_; }

  void run() {
    const bool same = same_chain(solid_[0], solid_[1]);
    if (same && interior_beside_first(solid_[0], counters_)) {
      cells_.seen |= Cells::both;
      surfaces_meet_ = true;
      return;
    }
    if (!same && wanted_ != Cells::both && (held(0) || held(1))) return;
    if (!same) plane_.emplace(solid_[0], solid_[1]);
    find_pairs();
    if (parted_) return see_interiors();
    if (done()) return;
    for (const int own : {0, 1})
      if (!look_at_contacts(own)) return;
    for (const int own : {0, 1})
      if (!look_at_patches(own)) return;
  }

 private:
  const Posed& body(int i) const { return solid_[i].placed.body; }
  bool done() const { return cells_.has(wanted_); }

  // Is triangle i part of the boundary of anything?
  bool bounds(int which, std::uint32_t i) const {
    return solid_[which].bounding(i) && projection_axis(body(which).triangle(i)) >= 0;
  }

  // Of bodies that a plane parts: each is there alone where it has an interior.
  void see_interiors() {
    if ((wanted_ & Cells::only_a) != 0 && has_interior(*given_[0], counters_)) cells_.seen |= Cells::only_a;
    if ((wanted_ & Cells::only_b) != 0 && has_interior(*given_[1], counters_)) cells_.seen |= Cells::only_b;
  }

  // Is body `own` in the other, and the other more than that? Then all is known of bodies with interior.
  bool held(int own) {
    if (!shell_holds(solid_[1 - own], solid_[own], counters_) || !interior_beside_first(solid_[own], counters_))
      return false;
    cells_.seen |= Cells::both | (own == 0 ? Cells::only_b : Cells::only_a);
    return true;
  }

  void find_pairs() {
    const PlacedBody &a = solid_[0].placed, &b = solid_[1].placed;
    if (!overlap(a.body.box, b.body.box)) return;
    PairFrame frame;
    const PairPlace place = pair_place(a.placement, b.placement, frame);
    if (place == PairPlace::apart) return;
    int probes = 0, flat_probes = 0;
    const bool probe = wanted_ != 0;
    for_each_meeting(
        a.body, b.body, place == PairPlace::near ? &frame : nullptr, false,
        [&](TrianglePair pair) {
          surfaces_meet_ = true;
          pairs_.push_back(pair);
          const bool plane_left = plane_ && !plane_->tired();
          if (!plane_left && (!probe || probes >= most_probes)) return true;
          if (!bounds(0, pair.a) || !bounds(1, pair.b)) return true;
          const Triangle t = body(0).triangle(pair.a), u = body(1).triangle(pair.b);
          const bool flush = coplanar(t, u);
          if (flush && plane_left) parted_ = plane_->parts(pair.a, pair.b);
          if (parted_) return false;
          if (!probe || probes >= most_probes || (flush && flat_probes >= most_flat_probes)) return true;
          FaceCuts face(t);
          face.add(u);
          if (face.cuts.empty()) return true;
          ++(flush ? flat_probes : probes);
          for (const CutStart& start : starts(face).list)
            if (!look_from(*start.point, *start.along, face, true)) return false;
          return true;
        },
        counters_);
    std::sort(pairs_.begin(), pairs_.end());
  }

  // Looks from the point to the given side or both sides of `along` on the face, and off the face both ways.
  // False when all that is wanted was seen.
  bool look_from(const ExactPoint& point, const ExactDirection& along, const FaceCuts& face, bool both_sides) {
    work::poll();
    cells_.seen |= look_.from(point, along, {face.face, face.axis}, both_sides);
    return !done();
  }

  // All pieces of the face that are beside a cut; the face has all its cuts. False when all that is wanted was seen.
  bool look_beside_cuts(FaceCuts& face, bool& divided) {
    face.cross();
    const CutStarts all = starts(face);
    divided = all.divided;
    for (const CutStart& start : all.list)
      if (!look_from(*start.point, *start.along, face, true)) return false;
    return true;
  }

  // Cuts by triangles of the same body. Neighbours cut nothing but where they fold over or pass through each other.
  void add_own_cuts(int own, std::uint32_t index, FaceCuts& face) {
    near_triangle(solid_[own].placed, face.face, near_, counters_);
    const Box box = box_of(face.face);
    for (const std::uint32_t other : near_) {
      if (other == index || !solid_[own].bounding(other)) continue;
      const Triangle t = body(own).triangle(other);
      if (overlap(box, box_of(t)) && !flat_[own].neighbours_apart(index, face, other, t))
        face.add(t, flat_[own].inner(other));
    }
  }

  // The triangles of a body that meet the other, each with where its pairs are.
  struct Contact {
    std::uint32_t triangle;
    std::size_t begin, end;
  };
  std::vector<Contact> contacts(int own) {
    const auto mine = [own](TrianglePair p) { return own == 0 ? p.a : p.b; };
    if (own == 1)
      std::sort(pairs_.begin(), pairs_.end(),
                [](TrianglePair p, TrianglePair q) { return p.b != q.b ? p.b < q.b : p.a < q.a; });
    std::vector<Contact> result;
    for (std::size_t i = 0; i < pairs_.size();) {
      const std::uint32_t index = mine(pairs_[i]);
      std::size_t end = i;
      while (end < pairs_.size() && mine(pairs_[end]) == index) ++end;
      if (bounds(own, index)) result.push_back({index, i, end});
      i = end;
    }
    return result;
  }

  // For each contact, the first of the contacts that it hangs together with across inner edges.
  std::vector<std::uint32_t> clusters(int own, const std::vector<Contact>& all) {
    std::vector<std::uint32_t> first(all.size());
    std::iota(first.begin(), first.end(), 0u);
    const auto root = [&](std::uint32_t i) {
      while (first[i] != i) i = first[i] = first[first[i]];
      return i;
    };
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const std::uint32_t index = all[i].triangle;
      const Edges inner = flat_[own].inner(index);
      for (std::size_t k = 0; k < 3; ++k) {
        if ((inner >> k & 1) == 0) continue;
        const std::uint32_t across = flat_[own].across(index, k);
        const auto at = std::lower_bound(all.begin(), all.end(), across, [](const Contact& c, std::uint32_t triangle) {
          return c.triangle < triangle;
        });
        if (at == all.end() || at->triangle != across) continue;
        const std::uint32_t p = root(i), q = root(std::uint32_t(at - all.begin()));
        first[std::max(p, q)] = std::min(p, q);
      }
    }
    for (std::uint32_t i = 0; i < all.size(); ++i) first[i] = root(i);
    return first;
  }

  bool look_at_contacts(int own) {
    const std::vector<Contact> all = contacts(own);
    const std::vector<std::uint32_t> cluster = clusters(own, all);
    std::vector<bool> divided(all.size(), false);  // by the first of a cluster
    for (std::size_t i = 0; i < all.size(); ++i) {
      FaceCuts face(body(own).triangle(all[i].triangle), flat_[own].inner(all[i].triangle));
      for (std::size_t k = all[i].begin; k < all[i].end; ++k) {
        const std::uint32_t other = own == 0 ? pairs_[k].b : pairs_[k].a;
        if (solid_[1 - own].bounding(other)) face.add(body(1 - own).triangle(other), flat_[1 - own].inner(other));
      }
      add_own_cuts(own, all[i].triangle, face);
      bool here = false;
      if (!look_beside_cuts(face, here)) return false;
      if (here) divided[cluster[i]] = true;
    }
    for (std::size_t i = 0; i < all.size(); ++i)
      if (cluster[i] == i && !divided[i] && !look_at_corner(FaceCuts(body(own).triangle(all[i].triangle))))
        return false;
    return true;
  }

  // The piece of the face at its first corner.
  bool look_at_corner(const FaceCuts& face) {
    return look_from(face.face.a, ExactDirection::along(face.face.a, face.face.b), face, false);
  }

  // What can still be found on a patch of a body that is inside of the other, or outside.
  unsigned missing(int own, bool inside_other) const {
    const unsigned only_own = own == 0 ? Cells::only_a : Cells::only_b;
    const unsigned only_other = own == 0 ? Cells::only_b : Cells::only_a;
    const unsigned possible = inside_other ? Cells::both | only_other : only_own;
    return possible & wanted_ & ~cells_.seen;
  }

  // The triangles of a patch: the piece at a corner of the first of them, and all pieces where that is not enough.
  void look_at_patch(int own, std::span<const std::uint32_t> triangles) {
    const FaceCuts first(body(own).triangle(triangles.front()));
    const WindingNear other(solid_[1 - own], first.face.a, counters_);
    const bool inside_other = other.inside();
    if (missing(own, inside_other) == 0) return;
    look_at_corner(first);
    for (const std::uint32_t i : triangles) {
      if (missing(own, inside_other) == 0) return;
      FaceCuts face(body(own).triangle(i), flat_[own].inner(i));
      add_own_cuts(own, i, face);
      bool divided = false;
      if (look_beside_cuts(face, divided) && !divided) look_at_corner(face);
    }
  }

  bool look_at_patches(int own) {
    std::vector<bool> contact(body(own).shape->triangle_count, false);
    for (const TrianglePair& pair : pairs_) contact[own == 0 ? pair.a : pair.b] = true;
    const Patches all = patches(*body(own).shape, contact, [&](std::uint32_t i) { return bounds(own, i); });
    std::size_t begin = 0;
    for (const std::size_t end : all.ends) {
      look_at_patch(own, std::span(all.triangles).subspan(begin, end - begin));
      if (done()) return false;
      begin = end;
    }
    return true;
  }

  const PlacedBody* given_[2];
  SolidBody solid_[2];
  FlatEdges flat_[2];
  LookAround look_;
  std::optional<PartingPlane> plane_;
  unsigned wanted_;
  Counters& counters_;
  Cells cells_;
  bool surfaces_meet_ = false, parted_ = false;
  std::vector<TrianglePair> pairs_;
  std::vector<std::uint32_t> near_;
};

}  // namespace

CellsFound find_cells(const PlacedBody& a, const PlacedBody& b, unsigned wanted, Counters& counters) {
  Survey survey(a, b, wanted, counters);
  survey.run();
  return {survey.cells(), survey.surfaces_meet()};
}

bool has_interior(const PlacedBody& body, Counters& counters) {
  return interior_beside_first(SolidBody::net(body), counters) || interiors_meet(body, body, counters);
}

}  // namespace graze
