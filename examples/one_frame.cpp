// Two files in one frame: a wall in metres with z up, and a duct in millimetres with y up.
#include <graze/assembly.h>
#include <graze/clash.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::string box(const std::string& name, graze::Vec3 lo, graze::Vec3 hi) {
  std::string text = "o " + name + "\n";
  for (int i = 0; i < 8; ++i) {
    text += "v " + std::to_string(i & 1 ? hi.x : lo.x) + " " + std::to_string(i & 2 ? hi.y : lo.y) + " " +
            std::to_string(i & 4 ? hi.z : lo.z) + "\n";
  }
  return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

graze::Assembly read(const std::string& name, const std::string& text) {
  const std::string path = (std::filesystem::temp_directory_path() / name).string();
  std::ofstream(path) << text;
  graze::Assembly assembly = graze::read_assembly(path);
  std::filesystem::remove(path);
  return assembly;
}

}  // namespace

int main() {
  graze::Assembly walls = read("graze_wall.obj", box("wall", {0, 0, 0}, {4, 0.25, 3}));
  walls.metres_per_unit = 1;  // an .obj file does not say
  walls.up = graze::UpAxis::z;
  graze::Assembly ducts = read("graze_duct.obj", box("duct", {1000, 2000, -1000}, {1250, 2500, 1000}));
  ducts.metres_per_unit = 0.001;
  ducts.up = graze::UpAxis::y;

  graze::take_out_offset(walls);  // nothing here: it stands at the origin
  graze::bring_into_frame(ducts, walls);
  std::move(ducts.parts.begin(), ducts.parts.end(), std::back_inserter(walls.parts));
  const graze::ClashResult found = graze::find_clashes(walls.parts, {});
  for (const graze::Clash& clash : found.clashes) {
    std::printf("%s and %s: %s, %g m\n", walls.parts[clash.a].name.c_str(), walls.parts[clash.b].name.c_str(),
                graze::name(clash.value), clash.distance);
  }
  return found.clashes.size() == 1 ? 0 : 1;
}
