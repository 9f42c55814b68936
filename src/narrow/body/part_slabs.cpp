#include "narrow/body/part_slabs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

constexpr double near_one = 0x1p-46;
constexpr double sure_share = 1 - 0x1p-40;  // of what is computed of lengths

bool is_unit(Vec3 n) noexcept { return std::fabs(dot(n, n) - 1) < near_one; }

// Of the first root, from the pose's translation.
Vec3 middle_of(const Parts& parts) noexcept { return parts.pose().linear * parts.local_box(parts.roots()[0]).middle; }

}  // namespace

PartSlabs::PartSlabs(const Parts& a, const Parts& b) noexcept
    : a_(a), b_(b), apart_(b.pose().translation - a.pose().translation), slack_(4 * (a.slack() + b.slack())) {
  for (int i = 0; i < 2; ++i) {
    const Mat3& m = (i == 0 ? a : b).pose().linear;
    side_[i].scale = std::sqrt((dot(m.c0, m.c0) + dot(m.c1, m.c1)) + dot(m.c2, m.c2));
    set_faces(3 * i, m);
  }
  const Vec3 line = (middle_of(b) - middle_of(a)) + apart_;
  const Vec3 n = line / length(line);
  for (const int slot : {6, 7}) set(slot, is_unit(n) ? n : Vec3{1, 0, 0});
}

// Across the faces of the image of a box: the directions of the inverse's rows. Where these leave the doubles, the axes
// of the world are as true.
void PartSlabs::set_faces(int first, const Mat3& m) noexcept {
  const Vec3 across[3] = {cross(m.c1, m.c2), cross(m.c2, m.c0), cross(m.c0, m.c1)};
  const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Vec3 used[3];
  for (int i = 0; i < 3; ++i) {
    const Vec3 n = across[i] / length(across[i]);
    used[i] = is_unit(n) ? n : axes[i];
    set(first + i, used[i]);
  }
  const double most =
      std::max({std::fabs(dot(used[0], used[1])), std::fabs(dot(used[1], used[2])), std::fabs(dot(used[2], used[0]))});
  square_[first / 3] = most < near_one;
}

void PartSlabs::set(int slot, Vec3 n) noexcept {
  for (int i = 0; i < 2; ++i) {
    const Mat3& m = (i == 0 ? a_ : b_).pose().linear;
    Side& side = side_[i];
    side.x[slot] = dot(m.c0, n);
    side.y[slot] = dot(m.c1, n);
    side.z[slot] = dot(m.c2, n);
    side.from[slot] = i == 0 ? 0 : dot(apart_, n);
  }
}

void PartSlabs::aim(Vec3 direction) noexcept {
  if (is_unit(direction)) set(7, direction);
}

PartSlab PartSlabs::image(const Side& side, const Parts& parts, std::uint32_t node) noexcept {
  const PartBox box = parts.local_box(node);
  PartSlab slab;
  for (int i = 0; i < PartSlab::count; ++i) {
    slab.middle[i] = ((side.x[i] * box.middle.x + side.y[i] * box.middle.y) + side.z[i] * box.middle.z) + side.from[i];
    slab.half[i] =
        ((std::fabs(side.x[i]) * box.half.x + std::fabs(side.y[i]) * box.half.y) + std::fabs(side.z[i]) * box.half.z) +
        box.margin;
  }
  slab.size = side.scale * ((box.half.x + box.half.y) + box.half.z);
  return slab;
}

double PartSlabs::nearness(const PartSlab& a, const PartSlab& b, double enough) const noexcept {
  double gap[PartSlab::count];
  for (int i = 0; i < PartSlab::count; ++i)
    gap[i] = (std::fabs(b.middle[i] - a.middle[i]) - (a.half[i] + b.half[i])) - slack_;
  double most = -std::numeric_limits<double>::infinity();
  for (const double each : gap) most = each > most ? each : most;  // NaN tells nothing
  if (!(most > 0)) return most;
  most *= sure_share;
  if (most > enough || most > 0x1p500) return most;
  for (int i = 0; i < 2; ++i) {
    if (!square_[i]) continue;
    double sum = 0;
    for (int k = 3 * i; k < 3 * i + 3; ++k) sum += gap[k] > 0 ? gap[k] * gap[k] : 0;
    const double all = std::sqrt(sum) * sure_share;
    most = all > most ? all : most;
  }
  return most;
}

}  // namespace graze
