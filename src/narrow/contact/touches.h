// Where corners, edges and faces of two skins are near each other, and where edges run through faces.
#pragma once

#include <span>
#include <vector>

#include "narrow/body/reach.h"
#include "narrow/contact/skin.h"

namespace graze {

struct Touch {
  Skin::Part a, b;
  Vec3 point_a, point_b;   // of the parts, nearest to each other; at distance 0 one point
  double distance = 0;     // 0 exactly when they meet
  double bound = 0;        // |distance - true| <= bound
  double point_bound = 0;  // each point is that near to its part
  Vec3 direction;          // unit, from a to b; 0 at distance 0
  TrianglePair faces;      // faces that have the parts
  bool pierces = false;    // an edge runs through a face
  Vec3 below, above;       // then its ends, by the side of the face's normal
};

struct Touches {
  // Corners whose nearest point on the other surface is locally the nearest one; edges that are no parallels, between
  // their ends. Each pair of wholes once at a place. Not the rest: in the midst of faces there are no corners of a
  // common region.
  std::vector<Touch> near;
  // Sharp edges that meet faces between their ends, but for edges that stay within the tolerance of the face's plane.
  std::vector<Touch> crossings;
};

// `pairs` are all faces within reach of each other, by their numbers in the skins.
Touches find_touches(const Skin& a, const Skin& b, std::span<const TrianglePair> pairs, const Reach& reach,
                     double flat);

// Where two faces are nearest to each other, whatever parts that is on.
Touch nearest_touch(const Skin& a, const Skin& b, TrianglePair faces);

}  // namespace graze
