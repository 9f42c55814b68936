#include "render/render.h"

#include <gtest/gtest.h>

#include <algorithm>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include "graze/error.h"
#include "scenes/scenes.h"

namespace graze {
namespace {

Shape ball() {
  const scenes::MeshData mesh = scenes::sphere(2000);
  return make_mesh(mesh.vertices, mesh.triangles);
}

RenderSettings small() {
  RenderSettings settings;
  settings.width = 64;
  settings.height = 48;
  settings.camera.eye = {0, -6, 1};
  settings.camera.half_height = 0.4;
  settings.ground = -1;
  return settings;
}

RenderBody body_of(const Shape& shape, const Pose& pose, Color color) {
  RenderBody body;
  body.body.shape = shape;
  body.body.pose = pose;
  body.color = color;
  return body;
}

std::vector<std::uint32_t> all_triangles(const Shape& shape) {
  std::vector<std::uint32_t> all(shape.triangle_count());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

const std::uint8_t* pixel(const Image& image, int x, int y) {
  return image.rgb.data() +
         3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
}

TEST(Render, BodyIsInTheMiddleInItsColour) {
  const RenderBody body = body_of(ball(), {}, {0, 0.8, 0});
  const Image image = render({&body, 1}, small());
  const std::uint8_t* middle = pixel(image, 32, 24);
  EXPECT_GT(middle[1], 2 * middle[0]);
  EXPECT_GT(middle[1], 2 * middle[2]);
  const Image empty = render({}, small());
  EXPECT_EQ(std::vector(pixel(image, 0, 0), pixel(image, 0, 0) + 3),
            std::vector(pixel(empty, 0, 0), pixel(empty, 0, 0) + 3));
}

TEST(Render, MarkedTrianglesHaveTheMarksColour) {
  const Shape shape = ball();
  RenderBody body = body_of(shape, {}, {0, 0.8, 0});
  body.marked = all_triangles(shape);
  const Image image = render({&body, 1}, small());
  const std::uint8_t* middle = pixel(image, 32, 24);
  EXPECT_GT(middle[0], 2 * middle[1]);
}

TEST(Render, ShadowFallsOnTheFloor) {
  RenderSettings settings = small();
  settings.camera.eye = {0, -6, 6};
  const RenderBody body = body_of(ball(), make_pose({0, 0, 0.5}), {0, 0.8, 0});
  const Image with = render({&body, 1}, settings), without = render({}, settings);
  int darker = 0;
  for (std::size_t i = 0; i < with.rgb.size(); i += 3) {
    const bool floor = with.rgb[i] > with.rgb[i + 1] / 2;
    darker += floor && with.rgb[i] + 20 < without.rgb[i];
  }
  EXPECT_GT(darker, 20);
}

TEST(Render, SameBitsForAnyNumberOfThreads) {
  const Shape shape = ball();
  const std::vector<RenderBody> bodies = {body_of(shape, {}, {0.2, 0.4, 0.8}),
                                          body_of(shape, make_pose({1, 1, 0}, {}, {0.5, 2, -0.5}), {0.8, 0.4, 0.2})};
  RenderSettings settings = small();
  settings.threads = 1;
  const Image one = render(bodies, settings);
  settings.threads = 8;
  EXPECT_EQ(render(bodies, settings).rgb, one.rgb);
}

TEST(Render, PngReadsBack) {
  const RenderBody body = body_of(ball(), {}, {0.2, 0.4, 0.8});
  const Image image = render({&body, 1}, small());
  const std::vector<std::uint8_t> bytes = encode_png(image);
  int width = 0, height = 0, channels = 0;
  stbi_uc* decoded = stbi_load_from_memory(bytes.data(), static_cast<int>(bytes.size()), &width, &height, &channels, 3);
  ASSERT_NE(decoded, nullptr);
  EXPECT_EQ(width, 64);
  EXPECT_EQ(height, 48);
  EXPECT_TRUE(std::equal(image.rgb.begin(), image.rgb.end(), decoded));
  stbi_image_free(decoded);
}

TEST(Render, Faults) {
  RenderSettings settings = small();
  settings.width = 0;
  EXPECT_THROW(render({}, settings), Error);
  Pose flat;
  flat.linear.c2 = {};
  const RenderBody singular = body_of(ball(), flat, {});
  EXPECT_THROW(render({&singular, 1}, small()), Error);
  EXPECT_THROW(write_png(render({}, small()), "/no/such/folder/a.png"), Error);
}

}  // namespace
}  // namespace graze
