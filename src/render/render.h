// Pictures of bodies, ray-cast by the library's own ray queries: the same bits for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graze/query.h"
#include "render/color.h"
#include "render/image.h"
#include "render/view.h"

namespace graze {

struct RenderBody {
  Body body;
  Color color;
  std::vector<std::uint32_t> marked = {};  // sorted triangles that have the mark's colour
};

struct RenderSettings {
  int width = 960, height = 600;
  Camera camera;
  Vec3 light{-0.45, -0.55, 1};  // towards the light
  double light_size = 0.06;     // its half width at distance 1: softens the shadows
  double ground = 0;            // height of a floor that fades into the background
  Color mark{0.9, 0.07, 0.03};
  int threads = 0;                                 // as for cast()
  std::function<void(double)> progress = nullptr;  // called with the done part, from the calling thread
};

// Four samples a pixel. Throws Error for a body whose rays cannot be cast, or a picture of no size.
Image render(std::span<const RenderBody> bodies, const RenderSettings& settings);

}  // namespace graze
