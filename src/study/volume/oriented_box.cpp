#include "study/volume/oriented_box.h"

#include <utility>

#include "math/round.h"
#include "study/volume/volume.h"

namespace graze::study {
namespace {

static_assert(Volume<OrientedBox6> && Volume<OrientedBox15> && Volume<OrientedBox144>);

// The 12 edges of a box: four along each direction.
struct Edge {
  float from[3], way[3];
};

void list_edges(const float* centre, const float (*axis)[3], const float* half, Edge* edges) {
  for (int k = 0; k < 3; ++k) {
    const int k1 = k == 2 ? 0 : k + 1, k2 = k == 0 ? 2 : k - 1;
    for (int corner = 0; corner < 4; ++corner) {
      const float a = (corner & 1) != 0 ? half[k1] : -half[k1], b = (corner & 2) != 0 ? half[k2] : -half[k2];
      Edge& e = edges[4 * k + corner];
      for (int i = 0; i < 3; ++i) {
        e.from[i] = (centre[i] + a * axis[k1][i]) + (b * axis[k2][i] - half[k] * axis[k][i]);
        e.way[i] = 2 * half[k] * axis[k][i];
      }
    }
  }
}

// Narrows [t0, t1] to where from + t * way is within [lo, hi]; false when nothing is left.
bool clip(float from, float way, float lo, float hi, float& t0, float& t1) {
  if (way == 0) return lo <= from && from <= hi;
  float enter = (lo - from) / way, leave = (hi - from) / way;
  if (enter > leave) std::swap(enter, leave);
  if (enter > t0) t0 = enter;
  if (leave < t1) t1 = leave;
  return t0 <= t1;
}

// A point of the edge that is in the face is within slack of it in float, and is within 2 * slack with the edge's
// parameter, whose two roundings move it by less than 2^-22 of the edge; so the clipped range holds its parameter.
bool meets_face(const Edge& e, const float* half, int axis, float side, float slack) {
  float t0 = 0, t1 = 1;
  for (int i = 0; i < 3; ++i) {
    const float lo = i == axis ? side * half[i] : -half[i], hi = i == axis ? lo : half[i];
    if (!clip(e.from[i], e.way[i], lo - 2 * slack, hi + 2 * slack, t0, t1)) return false;
  }
  return true;
}

bool any_meets(const Edge* edges, const float* half, float slack) {
  for (int e = 0; e < 12; ++e)
    for (int face = 0; face < 6; ++face)
      if (meets_face(edges[e], half, face >> 1, (face & 1) != 0 ? 1.0f : -1.0f, slack)) return true;
  return false;
}

bool within(const float* point, const float* half, float slack) {
  return !(std::fabs(point[0]) > half[0] + slack) && !(std::fabs(point[1]) > half[1] + slack) &&
         !(std::fabs(point[2]) > half[2] + slack);
}

}  // namespace

Obb padded(Obb box) noexcept {
  for (float& half : box.half) half = round_up(double(half) + 4 * frame_rounding);
  return box;
}

// Closed boxes with a common point: one lies within the other, and then its centre does; or a face of one meets a face
// of the other, and the segment or polygon that they share ends on an edge of one in a face of the other.
bool edges_meet_faces(const BoxPair& pair, float slack) noexcept {
  // The first box as the second sees it.
  float back[3], axis[3][3];
  for (int j = 0; j < 3; ++j) {
    back[j] = -dot3(pair.apart, pair.edge[j]);
    for (int i = 0; i < 3; ++i) axis[i][j] = pair.edge[j][i];
  }
  if (within(pair.apart, pair.host, slack) || within(back, pair.guest, slack)) return true;
  Edge edges[12];
  list_edges(pair.apart, pair.edge, pair.guest, edges);
  if (any_meets(edges, pair.host, slack)) return true;
  list_edges(back, axis, pair.host, edges);
  return any_meets(edges, pair.guest, slack);
}

}  // namespace graze::study
