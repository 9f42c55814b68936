#include "convex/box_axes.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr double sliver = 0x1p-23;

double magnitudes(Vec3 v) { return (std::fabs(v.x) + std::fabs(v.y)) + std::fabs(v.z); }

// Not divided by the sine.
[[gnu::always_inline]] inline double overlap_across(const SquareBox& a, const SquareBox& b, const BoxAxes& x,
                                                    const double (*size)[3], int i, int j) {
  const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1, j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
  const double extent_a = a.half[i1] * size[i2][j] + a.half[i2] * size[i1][j];
  const double extent_b = b.half[j1] * size[i][j2] + b.half[j2] * size[i][j1];
  return (extent_a + extent_b) - std::fabs(x.to_b[i2] * x.product[i1][j] - x.to_b[i1] * x.product[i2][j]);
}

double sine_squared(const BoxAxes& x, int i, int j) {
  const double p = x.product[i == 2 ? 0 : i + 1][j], q = x.product[i == 0 ? 2 : i - 1][j];
  return p * p + q * q;
}

Vec3 unit(Vec3 v) { return v * (1 / std::sqrt(dot(v, v))); }

}  // namespace

bool make_square_box(Vec3 half, const Pose& pose, SquareBox& result) noexcept {
  const Vec3 column[3] = {pose.linear.c0, pose.linear.c1, pose.linear.c2};
  double square[3];
  for (int k = 0; k < 3; ++k) square[k] = dot(column[k], column[k]);
  if (!(square[0] + square[1] + square[2] < 0x1p200)) return false;  // nor where one is no number
  double skew = std::max(std::max(std::fabs(square[0] - 1), std::fabs(square[1] - 1)), std::fabs(square[2] - 1));
  result.centre = pose.translation;
  if (skew <= 0x1p-47) [[likely]] {
    for (int k = 0; k < 3; ++k) {
      result.axis[k] = column[k];
      result.half[k] = half[k];
    }
  } else {
    for (int k = 0; k < 3; ++k) {
      if (!(square[k] > 0x1p-100 && square[k] < 0x1p100)) return false;
      const double size = std::sqrt(square[k]);
      result.axis[k] = column[k] * (1 / size);
      result.half[k] = half[k] * size;
    }
    skew = 0x1p-50;
  }
  skew = std::max(skew, std::fabs(dot(result.axis[0], result.axis[1])));
  skew = std::max(skew, std::fabs(dot(result.axis[0], result.axis[2])));
  skew = std::max(skew, std::fabs(dot(result.axis[1], result.axis[2])));
  result.skew = skew;
  // 1.75 is above the root of 3: of a unit vector, the most that its magnitudes add up to.
  result.farthest = magnitudes(pose.translation) + 1.75 * ((result.half[0] + result.half[1]) + result.half[2]);
  const double least = std::min(std::min(result.half[0], result.half[1]), result.half[2]);
  return skew <= 0x1p-47 && result.farthest < 0x1p100 && least > 0x1p-100 && least > 0x1p-31 * result.farthest;
}

void find_box_axes(const SquareBox& a, const SquareBox& b, double limit, int first, BoxAxes& x) noexcept {
  x.parting = -1;
  const Vec3 way = b.centre - a.centre;
  const double skew = std::max(a.skew, b.skew);
  const double rounding = x.rounding = (0x1p-47 + 8 * skew) * (a.farthest + b.farthest);
  double size[3][3];
  for (int i = 0; i < 3; ++i) {
    x.to_b[i] = dot(way, a.axis[i]);
    x.from_a[i] = dot(way, b.axis[i]);
    for (int j = 0; j < 3; ++j) {
      x.product[i][j] = dot(a.axis[i], b.axis[j]);
      size[i][j] = std::fabs(x.product[i][j]);
    }
  }
  const double apart = -(limit + rounding);
  // |value| is that of the unnormalised direction, whose length is at most 1 but for rounding.
  if (first >= 6 && overlap_across(a, b, x, size, (first - 6) / 3, (first - 6) % 3) < apart - 2 * rounding) {
    x.parting = first;
    return;
  }
  double* face = x.face;
  for (int i = 0; i < 3; ++i) {
    face[i] = (a.half[i] + ((b.half[0] * size[i][0] + b.half[1] * size[i][1]) + b.half[2] * size[i][2])) -
              std::fabs(x.to_b[i]);
    face[3 + i] = (b.half[i] + ((a.half[0] * size[0][i] + a.half[1] * size[1][i]) + a.half[2] * size[2][i])) -
                  std::fabs(x.from_a[i]);
  }
  x.face_a = face[1] < face[0] ? 1 : 0;
  if (face[2] < face[x.face_a]) x.face_a = 2;
  x.face_b = face[4] < face[3] ? 4 : 3;
  if (face[5] < face[x.face_b]) x.face_b = 5;
  x.overlap_a = face[x.face_a];
  x.overlap_b = face[x.face_b];
  const double least_face = std::min(x.overlap_a, x.overlap_b);
  if (least_face < apart) {
    x.parting = x.overlap_a < x.overlap_b ? x.face_a : x.face_b;
    return;
  }
  // The edge pairs in order of what they tell, without roots while both overlaps are positive.
  const double blur = 0x1p-49 + 4 * skew;
  double lower = least_face - 2 * rounding, slivers = 0;
  x.edges = -1;
  double least_value = 0, least_square = 1;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double value = overlap_across(a, b, x, size, i, j), square = sine_squared(x, i, j);
      if (value < apart - 2 * rounding) {
        x.parting = 6 + 3 * i + j;
        return;
      }
      if (square < sliver * sliver) {
        slivers += 2 * std::min(a.half[i], b.half[j]) * (std::sqrt(square) + blur);
        continue;
      }
      // Above all faces by far: neither the least nor of weight for the lower bound.
      const double sure = value - 4 * rounding;
      if (sure > 0 && least_face > 0 && sure * sure > least_face * least_face * (square * (1 + 0x1p-20))) continue;
      const double sine = std::sqrt(square);
      if (value < (apart - 2 * rounding) * (sine + blur) - 2 * rounding) {
        x.parting = 6 + 3 * i + j;
        return;
      }
      const double low = value - 2 * rounding;
      lower = std::min(lower, low / (low > 0 ? sine + blur : sine - blur));
      if (x.edges < 0 || value * std::sqrt(least_square) < least_value * sine) {
        x.edges = 6 + 3 * i + j;
        least_value = value;
        least_square = square;
      }
    }
  x.across = x.edges < 0 ? 0 : least_value / std::sqrt(least_square);
  x.lower = lower - slivers - rounding;
}

double overlap_along(const SquareBox& a, const SquareBox& b, Vec3 normal) noexcept {
  double overlap = 0;
  for (int k = 0; k < 3; ++k)
    overlap += a.half[k] * std::fabs(dot(normal, a.axis[k])) + b.half[k] * std::fabs(dot(normal, b.axis[k]));
  return overlap - dot(normal, b.centre - a.centre);
}

double overlap_of_edges(const SquareBox& a, const SquareBox& b, const BoxAxes& x, int i, int j) noexcept {
  double size[3][3];
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) size[row][column] = std::fabs(x.product[row][column]);
  return overlap_across(a, b, x, size, i, j);
}

Vec3 normal_of(const SquareBox& a, const SquareBox& b, const BoxAxes& axes, int axis) noexcept {
  if (axis < 3) return unit(axes.to_b[axis] < 0 ? -a.axis[axis] : a.axis[axis]);
  if (axis < 6) return unit(axes.from_a[axis - 3] < 0 ? -b.axis[axis - 3] : b.axis[axis - 3]);
  const Vec3 across = unit(cross(a.axis[(axis - 6) / 3], b.axis[(axis - 6) % 3]));
  return dot(across, b.centre - a.centre) < 0 ? -across : across;
}

}  // namespace graze
