// Lines, dots and rings laid over a picture, with smooth edges. Places are in pixels from the upper left corner.
#pragma once

#include "render/color.h"
#include "render/image.h"

namespace graze {

struct Pen {
  Color color;
  double width = 2;
  double cover = 1;  // of what is behind
};

void draw_line(Image& image, double x0, double y0, double x1, double y1, const Pen& pen);
void draw_ring(Image& image, double x, double y, double radius, const Pen& pen);
void draw_dot(Image& image, double x, double y, double radius, const Pen& pen);

}  // namespace graze
