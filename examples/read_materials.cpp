// What is the floor made of under a foot? The materials of an OBJ file, as the tags of its triangles.
#include <graze/graze.h>
#include <graze/io.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

int main() {
  const std::string path = (std::filesystem::temp_directory_path() / "graze_example_floor.obj").string();
  std::ofstream(path) << "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\n"
                         "usemtl gravel\nf 1 2 5 4\nusemtl grass\nf 2 3 6 5\n";
  std::vector<std::string> materials;
  const graze::Body floor{graze::read_mesh(path, materials), graze::Pose{}};
  std::string walked;
  for (const double x : {0.3, 0.8, 1.4}) {
    const graze::RayResult under = graze::cast(floor, {.origin = {x, 0.5, 1}, .direction = {0, 0, -1}});
    if (!under.yes()) return 1;
    walked += materials[under.closest.tag] + "\n";
  }
  std::printf("%s", walked.c_str());
  return walked == "gravel\ngravel\ngrass\n" ? 0 : 1;
}
