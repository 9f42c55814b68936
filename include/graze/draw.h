// Debug drawing: a world, its steps and other results as lines and triangles, for whoever can show them; docs/world.md,
// "Drawing". Nothing here is exact: curved bodies are drawn by flat pieces, and no answer comes from a drawing.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/contacts.h"
#include "graze/error.h"
#include "graze/pipeline.h"
#include "graze/query.h"
#include "graze/world.h"

namespace GRAZE_API graze {

// Linear light and opacity, 0 to 1.
struct DrawColor {
  double red = 1, green = 1, blue = 1;  // light
  double alpha = 1;                     // opacity
  friend constexpr bool operator==(const DrawColor&, const DrawColor&) = default;
};

// What draws: all in the world frame, everything in the order of keys, so that the same world is drawn the same way.
class DebugDraw {
 public:
  virtual ~DebugDraw() = default;
  // From a to b, as thin as can be seen.
  virtual void line(Vec3 a, Vec3 b, DrawColor color) = 0;
  // Counter-clockwise from outside, where there is an outside.
  virtual void triangle(Vec3 a, Vec3 b, Vec3 c, DrawColor color) = 0;
};

// Keeps what is drawn; graze/draw_file.h writes it as glTF.
class DrawList : public DebugDraw {
 public:
  // As line() was given it.
  struct Line {
    Vec3 a, b;        // the ends
    DrawColor color;  // of all of it
  };
  // As triangle() was given it.
  struct Face {
    Vec3 a, b, c;     // the corners
    DrawColor color;  // of all of it
  };
  std::vector<Line> lines;      // in the order in which they were drawn
  std::vector<Face> triangles;  // likewise

  // Adds to `lines`.
  void line(Vec3 a, Vec3 b, DrawColor color) override { lines.push_back({a, b, color}); }
  // Adds to `triangles`.
  void triangle(Vec3 a, Vec3 b, Vec3 c, DrawColor color) override { triangles.push_back({a, b, c, color}); }
};

// What is drawn of bodies, worlds and results, and how large.
struct DrawSettings {
  bool surfaces = true;  // as triangles
  bool edges = false;    // wireframe: edges of triangles or faces, circles and lines of round bodies
  bool boxes = false;    // world boxes of the objects, where they end
  std::uint64_t groups = ~std::uint64_t{0};  // of a world: bit g: objects of group g
  // Sides that stand for a circle, rounded up to a multiple of 4; 4 to 1024.
  int circle = 24;
  // A half-space is a square with sides of twice this length, around the point of its plane that is nearest to
  // `centre`.
  double halfspace = 10;
  Vec3 centre = {};
  double marker = 0.05;  // half the length of the lines that cross where there is a point
  double normal = 0.25;  // length of normals
  double asleep = 0.35;  // what sleeps has its colour times this
  double opacity = 1;    // of the surfaces of objects
};
// Each draw() throws Error for settings that are out of range or not finite.

// A body. A margin is drawn around round bodies, and as triangles moved along their normals; edges are those without
// it. Throws Error for an empty handle, and a pose that is singular or not finite.
void draw(const Body& body, DrawColor color, DebugDraw& to, const DrawSettings& settings = {});
// The twelve edges; nothing for a box that is empty or has no end.
void draw(const Box& box, DrawColor color, DebugDraw& to);

// All objects, each in the colour of its group, dimmed where it sleeps. As a query: of the world as it is since the
// last apply(), deformables as their vertices are now, not while another thread applies or steps.
void draw(const World& world, DebugDraw& to, const DrawSettings& settings = {});
// The colour in which objects of a group are drawn; the same in every program.
DrawColor group_color(std::uint8_t group) noexcept;

// Colours of results.
inline constexpr DrawColor touching_color{1, 0.05, 0.05, 1}, near_color{0.1, 0.9, 0.2, 1}, unknown_color{1, 0.8, 0, 1},
    contact_color{1, 0, 0.8, 1};

// Of every pair: the boxes of its objects, where it touches (touching_color) or nothing is known (unknown_color); the
// line between its nearest points (near_color); its contacts. `world` is the one that was stepped.
void draw(const StepResult& step, const World& world, DebugDraw& to, const DrawSettings& settings = {});
// Points as crosses of three lines, and their normals (contact_color); curves (touching_color).
void draw(const ContactResult& result, DebugDraw& to, const DrawSettings& settings = {});
// The line between the nearest points, and a cross at each, where they are known (near_color).
void draw(const DistanceResult& result, DebugDraw& to, const DrawSettings& settings = {});

}  // namespace graze
