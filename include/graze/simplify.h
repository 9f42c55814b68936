// Simpler geometry that contains the given one, for planners that take spheres or convex pieces (docs/robots.md,
// "Simpler geometry"). Every cover is outer, and says how much it adds: both are proven, not sampled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/robot.h"

namespace GRAZE_API graze {

// How close, and how many.
struct SimplifySettings {
  // No point of the cover is to be farther than this from the shape; 0: a sixteenth of the diagonal of its box. Of
  // hulls it is what is aimed at: the gap that was reached is told.
  double gap = 0;
  // No more pieces than this: of spheres the gap grows until they are enough. 1 to 4096.
  std::uint32_t most = 64;
};

// A ball.
struct CoverSphere {
  Vec3 center;        // in the frame of the shape
  double radius = 0;  // above 0
};

// Balls of which every point of a shape is in one.
struct SphereCover {
  std::vector<CoverSphere> spheres;  // the largest first
  double gap = 0;                    // no point of a ball is farther than this from the shape
};

// Solids with their inside. Throws Error for an empty handle, a half-space, numbers out of range, and where `most`
// balls cannot hold the shape within its own size.
SphereCover cover_by_spheres(const Shape& shape, const SimplifySettings& settings = {});

// A convex body by its corners and triangles, counter-clockwise from outside.
struct CoverHull {
  std::vector<Vec3> vertices;     // in the frame of the shape; all of them corners
  std::vector<Index3> triangles;  // a flat hull has one side only
};

// Convex bodies of which every point of a shape is in one.
struct HullCover {
  std::vector<CoverHull> hulls;  // in the order in which they were cut
  double gap = 0;                // no point of a hull is farther than this from the shape
};

// Boxes, convex shapes and round ones are one hull each, whatever `most` says; meshes are cut in boxes until the gap is
// small enough. Throws Error for an empty handle, a half-space, a margin and numbers out of range.
HullCover cover_by_hulls(const Shape& shape, const SimplifySettings& settings = {});

// What stands for the links of a robot.
enum class SimpleKind : std::uint8_t {
  spheres,  // cover_by_spheres()
  hulls     // cover_by_hulls()
};

// A file that is to be written beside a URDF file.
struct SimpleFile {
  std::string name;  // relative to the URDF file
  std::string text;  // what it holds
};

// A robot with simple links, as files.
struct SimpleRobot {
  std::string urdf;                 // links with their covers, joints, limits, mimics
  std::vector<SimpleFile> files;    // OBJ files of hulls, in the order of the links
  std::vector<double> gaps;         // one a link; 0 where there is no geometry
  std::vector<std::size_t> pieces;  // likewise, how many
};

// Links with geometry get their covers, with the settings for each; `folder` is the name of the folder beside the URDF
// file that the hulls are in. Half-spaces, which have no end, are an error that names the link.
SimpleRobot simplify(const Robot& robot, SimpleKind kind, const SimplifySettings& settings = {},
                     const std::string& folder = "hulls");

}  // namespace graze
