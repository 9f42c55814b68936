// Which way two surfaces would part where they touch.
#pragma once

#include <optional>
#include <vector>

#include "narrow/contact/touches.h"

namespace graze {

// A direction n, from a to b, fits a touch when around it a is behind n and b before it: no corner next to it is beyond
// by more than the tolerance, or more than `flat` of how far away it is. A face's normal also serves where its own
// surface rises beyond it, as in a groove, when the other body is in the groove.
class Normals {
 public:
  // `rounding` bounds what rounding does to heights of corners; `radii` is what is around both skins together.
  Normals(const Skin& a, const Skin& b, double tolerance, double flat, double rounding, double radii)
      : a_(a), b_(b), tolerance_(tolerance), flat_(flat), rounding_(rounding), radii_(radii) {}

  struct Fit {
    Vec3 normal;  // unit, from a to b
    // Where it leads out through a face next to the part that is touched: the overlap along it, no more than the
    // tolerance; else that of the points tells.
    std::optional<double> depth;
    bool arbitrary;  // its opposite fits, too, and nothing tells which is meant
  };

  // None: the surfaces run through each other there, or are nearer to each other beside it. More than one: several
  // faces are touched at one point, and no direction between them fits.
  std::vector<Fit> of(const Touch& touch) const;

 private:
  struct Side {
    const Skin& skin;
    const Skin::Part& part;
    Vec3 point;
    // Around the point: those of the part, and of corners and edges that are no farther from it than the tolerance. Of
    // an edge whose end is that near, the faces beyond the end count: a corner that is a hair below the outline of a
    // face, where another face goes down, is as near to that one, but not let out by it.
    std::vector<std::uint32_t> faces;
  };

  Side side_of(const Skin& skin, const Skin::Part& part, Vec3 point) const;
  bool above(double height, Vec3 away) const;
  bool beyond(const Side& side, Vec3 n) const;  // is all of the side's neighbourhood on the side to which n points?
  bool fits(const Side& a, const Side& b, Vec3 n) const;
  bool aside(const Touch& touch, Vec3 n) const;  // do radii along n end farther apart than the tolerance?
  bool allows(const Side& own, const Side& other, std::uint32_t face, Vec3 up) const;
  double side_taken(const Touch& touch, Vec3 n) const;
  void from_faces(const Touch& touch, const Side& own, const Side& other, double sign, std::vector<Fit>& found) const;
  void from_edges(const Touch& touch, const Side& a, const Side& b, std::vector<Fit>& found) const;
  double same() const { return 4 * flat_ + 0x1p-40; }  // of two unit vectors that count as one
  std::optional<double> ahead(const Side& side, Vec3 n) const;
  std::vector<Fit> with_depths(const Touch& touch, const Side& a, const Side& b, const std::vector<Fit>& fits) const;

  const Skin &a_, &b_;
  double tolerance_, flat_, rounding_, radii_;
};

}  // namespace graze
