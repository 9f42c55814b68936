// Which of two bodies comes first: the one order by which every verb decides what the order of its arguments must not.
#pragma once

#include "graze/query.h"
#include "narrow/body/posed.h"

namespace graze {

// Negative when a comes first, positive when b does, by the numbers of the poses, then by everything that tells the
// shapes apart: form, solid or not, radius, margin, dimensions, parts, vertices, triangles, tags. -0 comes before 0.
// It does not depend on which body is called a. 0: the bodies are the same in every number, and nothing an answer can
// depend on tells them apart. The shapes are no empty handles.
int body_order(const ShapeData& a, const Pose& pose_a, const ShapeData& b, const Pose& pose_b) noexcept;

inline int body_order(const Posed& a, const Posed& b) noexcept {
  return body_order(*a.shape, a.pose, *b.shape, b.pose);
}
inline int body_order(const Body& a, const Body& b) noexcept {
  return body_order(data_of(a.shape), a.pose, data_of(b.shape), b.pose);
}

}  // namespace graze
