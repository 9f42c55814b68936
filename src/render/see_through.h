// Pictures of two bodies, each seen through the other, with what they have in common in a colour of its own. The same
// bits every time.
#pragma once

#include <array>

#include "graze/query.h"
#include "render/color.h"
#include "render/image.h"
#include "render/view.h"

namespace graze {

struct SeeThroughSettings {
  int width = 480, height = 320;
  Camera camera;
  double closeness = 0;  // surfaces no farther apart than this, along the line of sight, are common
  std::array<Color, 2> colors = {Color{0.03, 0.16, 0.66}, Color{0.88, 0.28, 0.01}};
  Color common{0.80, 0.01, 0.02};
};

// One sample a pixel; four more where neighbours differ, which also get the dark of an outline. Throws Error for a body
// whose rays cannot be cast, or a picture of no size.
Image render_see_through(const Body& a, const Body& b, const SeeThroughSettings& settings);

// How good a view is, by a few rays. Both bodies should be in it, in parts that do not hide each other, and what is
// common to them; a camera within a solid sees neither well.
double rate_view(const Body& a, const Body& b, const SeeThroughSettings& settings);

}  // namespace graze
