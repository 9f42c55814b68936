#include "tree/turn_boxes.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace graze {
namespace {

using Mat4 = std::array<std::array<double, 4>, 4>;

// The unit eigenvector of the largest eigenvalue of a symmetric matrix, by Jacobi rotations.
std::array<double, 4> largest_eigenvector(Mat4 m) {
  Mat4 vectors{};
  for (std::size_t i = 0; i < 4; ++i) vectors[i][i] = 1;
  for (int sweep = 0; sweep < 12; ++sweep)
    for (std::size_t p = 0; p < 3; ++p)
      for (std::size_t q = p + 1; q < 4; ++q) {
        if (m[p][q] == 0) continue;
        const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (std::size_t k = 0; k < 4; ++k) {
          const double a = m[k][p], b = m[k][q];
          m[k][p] = c * a - s * b;
          m[k][q] = s * a + c * b;
        }
        for (std::size_t k = 0; k < 4; ++k) {
          const double a = m[p][k], b = m[q][k];
          m[p][k] = c * a - s * b;
          m[q][k] = s * a + c * b;
          const double u = vectors[p][k], v = vectors[q][k];
          vectors[p][k] = c * u - s * v;
          vectors[q][k] = s * u + c * v;
        }
      }
  std::size_t best = 0;
  for (std::size_t i = 1; i < 4; ++i)
    if (m[i][i] > m[best][best]) best = i;
  return vectors[best];
}

Vec3 mean(std::span<const Vec3> points) {
  Vec3 sum;
  for (const Vec3& p : points) sum = sum + p;
  return sum * (1.0 / static_cast<double>(points.size()));
}

// w, x, y, z of any length.
Mat3 rotation(const std::array<double, 4>& q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3], f = 2 / (w * w + x * x + y * y + z * z);
  return {{1 - f * (y * y + z * z), f * (x * y + w * z), f * (x * z - w * y)},
          {f * (x * y - w * z), 1 - f * (x * x + z * z), f * (y * z + w * x)},
          {f * (x * z + w * y), f * (y * z - w * x), 1 - f * (x * x + y * y)}};
}

}  // namespace

std::optional<Mat3> common_turn(std::span<const Vec3> from, std::span<const Vec3> to) {
  const Vec3 from_mean = mean(from), to_mean = mean(to);
  Mat3 s{{}, {}, {}};  // s[l][k]: sum of from_k to_l
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Vec3 a = from[i] - from_mean, b = to[i] - to_mean;
    for (int l = 0; l < 3; ++l) s[l] = s[l] + a * b[l];
  }
  const auto at = [&s](int k, int l) { return s[l][k]; };
  const double yz = at(1, 2) - at(2, 1), zx = at(2, 0) - at(0, 2), xy = at(0, 1) - at(1, 0);
  const double pxy = at(0, 1) + at(1, 0), pyz = at(1, 2) + at(2, 1), pzx = at(2, 0) + at(0, 2);
  const Mat4 n{{{at(0, 0) + at(1, 1) + at(2, 2), yz, zx, xy},
                {yz, at(0, 0) - at(1, 1) - at(2, 2), pxy, pzx},
                {zx, pxy, -at(0, 0) + at(1, 1) - at(2, 2), pyz},
                {xy, pzx, pyz, -at(0, 0) - at(1, 1) + at(2, 2)}}};
  const Mat3 turn = rotation(largest_eigenvector(n));
  double off = 0, off_turned = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Vec3 a = from[i] - from_mean, b = to[i] - to_mean;
    off += dot(b - a, b - a);
    off_turned += dot(b - turn * a, b - turn * a);
  }
  if (off_turned < 0.5 * off) return turn;  // false for NaN, too
  return std::nullopt;
}

std::optional<Mat3> common_turn(const Tree& tree, const std::function<Triangle(std::uint32_t)>& triangle) {
  std::vector<Vec3> from, to;
  from.reserve(tree.leaves.size());
  to.reserve(tree.leaves.size());
  for (const Leaf& leaf : tree.leaves) {
    Vec3 corner;
    for (int k = 0; k < 3; ++k) corner[k] = double(leaf.centre[k]) + double(leaf.corner[0][k][0]);
    from.push_back(corner);
    to.push_back(in_frame(triangle(tree.order[leaf.first]), tree.frame).a);
  }
  return common_turn(from, to);
}

// In double, then rounded, as volume/obb.cpp writes axes: unit and perpendicular to float rounding.
void turn_axes(Array<OrientedNode>& nodes, const Mat3& turn) {
  for (OrientedNode& node : nodes.edit())
    for (int slot = 0; slot < OrientedNode::width && node.child[slot] != Node::none; ++slot) {
      const auto turned = [&](int k) {
        return turn * Vec3{node.axis[k][0][slot], node.axis[k][1][slot], node.axis[k][2][slot]};
      };
      const Vec3 first = turned(0);
      const Vec3 x = first * (1 / length(first)), second = turned(1) - x * dot(x, turned(1));
      const Vec3 y = second * (1 / length(second)), z = cross(x, y);
      for (int i = 0; i < 3; ++i) {
        node.axis[0][i][slot] = float(x[i]);
        node.axis[1][i][slot] = float(y[i]);
        node.axis[2][i][slot] = float(z[i]);
      }
    }
}

}  // namespace graze
