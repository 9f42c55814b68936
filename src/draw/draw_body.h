// One body as lines and triangles.
#pragma once

#include "graze/draw.h"

namespace graze {

// What a body is drawn with.
struct Brush {
  DebugDraw& to;
  DrawColor color;
  const DrawSettings& settings;

  void marker(Vec3 at) const;  // three lines that cross
  void line(Vec3 a, Vec3 b) const;
  void triangle(Vec3 a, Vec3 b, Vec3 c) const;  // nothing where two corners are the same
};

void check(const DrawSettings& settings);  // throws Error

// The body has a shape and a right pose.
void draw_body(const Body& body, const Brush& brush);

// In draw/round.cpp: bodies that are made of circles; points and segments with a margin, too.
void draw_round(const Body& body, const Brush& brush);

// The direction of a normal in the world, outward where it was so; unit.
Vec3 posed_normal(const Pose& pose, Vec3 normal);

}  // namespace graze
