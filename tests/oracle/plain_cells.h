// Which cells two solids make of space, the plain way: every triangle that meets the other body is cut by every other,
// and each piece is looked at. No certificates, no weights, no clusters of one plane: what find_cells() must agree
// with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/work.h"
#include "narrow/classify/cells.h"
#include "narrow/classify/face_cuts.h"
#include "narrow/classify/patches.h"
#include "narrow/collide/for_each_meeting.h"
#include "narrow/inside/ray_reach.h"
#include "narrow/inside/where.h"
#include "narrow/triangle/flat.h"

namespace graze::oracle {

inline constexpr int most_probes = 16;  // pairs that are tested before all of them are found

// Bodies 0 and 1 are a and b.
class PlainSurvey {
 public:
  PlainSurvey(const PlacedBody& a, const PlacedBody& b, unsigned wanted, Counters& counters)
      : solid_{SolidBody(a), SolidBody(b)}, wanted_(wanted), counters_(counters) {}

  const Cells& cells() const { return cells_; }
  bool surfaces_meet() const { return !pairs_.empty(); }

  void run() {
    find_pairs();
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

  void find_pairs() {
    const PlacedBody &a = solid_[0].placed, &b = solid_[1].placed;
    if (!overlap(a.body.box, b.body.box)) return;
    PairFrame frame;
    const PairPlace place = pair_place(a.placement, b.placement, frame);
    if (place == PairPlace::apart) return;
    int probes = 0;
    const bool probe = wanted_ != 0;
    for_each_meeting(
        a.body, b.body, place == PairPlace::near ? &frame : nullptr, false,
        [&](TrianglePair pair) {
          pairs_.push_back(pair);
          if (!probe || probes >= most_probes || !bounds(0, pair.a) || !bounds(1, pair.b)) return true;
          FaceCuts face(body(0).triangle(pair.a));
          face.add(body(1).triangle(pair.b));
          if (face.cuts.empty()) return true;
          ++probes;
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
    const WindingNear near[2] = {{solid_[0], point, counters_}, {solid_[1], point, counters_}};
    Leave leave{along, face.face, face.axis};
    for (leave.in_face = both_sides ? -1 : 1; leave.in_face <= 1; leave.in_face += 2)
      for (leave.off_face = -1; leave.off_face <= 1; leave.off_face += 2)
        see(near[0].inside(leave), near[1].inside(leave));
    return !done();
  }
  void see(bool in_a, bool in_b) { cells_.seen |= 1u << ((in_a ? 2 : 0) + (in_b ? 1 : 0)); }

  // All pieces of the face, which has all its cuts. False when all that is wanted was seen.
  bool look_at(FaceCuts& face) {
    face.cross();
    const CutStarts all = starts(face);
    for (const CutStart& start : all.list)
      if (!look_from(*start.point, *start.along, face, true)) return false;
    return all.divided || look_from(face.face.a, ExactDirection::along(face.face.a, face.face.b), face, false);
  }

  // Cuts by triangles of the same body. Neighbours cut nothing but where they fold over or pass through each other.
  void add_own_cuts(int own, std::uint32_t index, FaceCuts& face) {
    near_triangle(solid_[own].placed, face.face, near_, counters_);
    const Box box = box_of(face.face);
    for (const std::uint32_t other : near_) {
      if (other == index) continue;
      const Triangle t = body(own).triangle(other);
      if (overlap(box, box_of(t)) && solid_[own].bounding(other)) face.add(t);
    }
  }

  // Calls visit(face with its cuts but for their crossings) for the triangles of a body that meet the other, until it
  // returns false.
  template <class Visit>
  bool for_each_contact(int own, const Visit& visit) {
    const auto mine = [own](TrianglePair p) { return own == 0 ? p.a : p.b; };
    const auto theirs = [own](TrianglePair p) { return own == 0 ? p.b : p.a; };
    if (own == 1)
      std::sort(pairs_.begin(), pairs_.end(),
                [](TrianglePair p, TrianglePair q) { return p.b != q.b ? p.b < q.b : p.a < q.a; });
    for (std::size_t i = 0; i < pairs_.size();) {
      const std::uint32_t index = mine(pairs_[i]);
      std::size_t end = i;
      while (end < pairs_.size() && mine(pairs_[end]) == index) ++end;
      if (bounds(own, index)) {
        FaceCuts face(body(own).triangle(index));
        for (std::size_t k = i; k < end; ++k)
          if (solid_[1 - own].bounding(theirs(pairs_[k]))) face.add(body(1 - own).triangle(theirs(pairs_[k])));
        add_own_cuts(own, index, face);
        if (!visit(face)) return false;
      }
      i = end;
    }
    return true;
  }

  bool look_at_contacts(int own) {
    return for_each_contact(own, [&](FaceCuts& face) { return look_at(face); });
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
    look_from(first.face.a, ExactDirection::along(first.face.a, first.face.b), first, false);
    for (const std::uint32_t i : triangles) {
      if (missing(own, inside_other) == 0) return;
      FaceCuts face(body(own).triangle(i));
      add_own_cuts(own, i, face);
      look_at(face);
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

  SolidBody solid_[2];
  unsigned wanted_;
  Counters& counters_;
  Cells cells_;
  std::vector<TrianglePair> pairs_;
  std::vector<std::uint32_t> near_;
};

inline CellsFound plain_cells(const PlacedBody& a, const PlacedBody& b, unsigned wanted, Counters& counters) {
  PlainSurvey survey(a, b, wanted, counters);
  survey.run();
  return {survey.cells(), survey.surfaces_meet()};
}

}  // namespace graze::oracle
