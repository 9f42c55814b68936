// Oriented boxes that follow a mesh which turns as a whole.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "base/array.h"
#include "graze/math.h"
#include "tree/oriented.h"
#include "tree/tree.h"

namespace graze {

// The rotation that carries points nearest to where they went, both about their means (Horn 1987: the eigenvector of a
// 4 x 4 matrix); nothing when it does not halve what they are off, squared.
std::optional<Mat3> common_turn(std::span<const Vec3> from, std::span<const Vec3> to);

// Between the tree as it is and the triangles as they are now, from one corner a leaf.
std::optional<Mat3> common_turn(const Tree& tree, const std::function<Triangle(std::uint32_t)>& triangle);

// Turns the axes of all boxes; what the boxes then hold is for refit to find.
void turn_axes(Array<OrientedNode>& nodes, const Mat3& turn);

}  // namespace graze
