// A world to look at: surfaces, edges, what touches and where, through a few lines of one's own and as a glTF file.
#include <graze/draw_file.h>
#include <graze/graze.h>

#include <cstdio>
#include <filesystem>

namespace {

// Whoever can draw a line and a triangle can show a world. This one only counts.
class Counter : public graze::DebugDraw {
 public:
  std::size_t lines = 0, triangles = 0;

  void line(graze::Vec3, graze::Vec3, graze::DrawColor) override { ++lines; }
  void triangle(graze::Vec3, graze::Vec3, graze::Vec3, graze::DrawColor) override { ++triangles; }
};

}  // namespace

int main() {
  using namespace graze;
  World world;
  Pipeline pipeline(world, {.range = 1, .contacts = true});
  world.add({make_halfspace({0, 0, 1}, 0), {}}, {.key = 1, .fixed = true});
  world.add({make_box({1, 1, 1}), make_pose({0, 0, 1})}, {.key = 2, .group = 1});
  world.add({make_cylinder(0.5, 1), make_pose({0, 0, 3.5})}, {.key = 3, .group = 2});
  world.add({make_sphere(0.75), make_pose({3, 0, 0.75})}, {.key = 4, .group = 3});
  const StepResult& step = pipeline.step();

  Counter counter;
  draw(world, counter, {.edges = true, .circle = 16, .halfspace = 5});
  std::printf("%zu triangles and %zu lines\n", counter.triangles, counter.lines);
  if (counter.triangles != 2 + 12 + 64 + 224) return 1;

  DrawList drawing;
  draw(world, drawing, {.halfspace = 5, .opacity = 0.6});
  draw(step, world, drawing);
  std::size_t contacts = 0;
  for (const DrawList::Line& line : drawing.lines) contacts += line.color == contact_color;
  std::printf("%zu lines of contacts\n", contacts);
  if (contacts == 0) return 1;

  const std::string path = std::filesystem::temp_directory_path() / "graze-example-draw_world.glb";
  try {
    write_drawing(drawing, path);
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
  std::printf("%ju bytes of glTF\n", static_cast<std::uintmax_t>(std::filesystem::file_size(path)));
  std::filesystem::remove(path);
  return 0;
}
