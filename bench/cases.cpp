#include "bench/cases.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <map>
#include <regex>

#include "graze/graze.h"
#include "graze/io.h"

namespace graze::bench {
namespace {

// Bit-equal positions become one vertex again: Shape gives triangles only.
MeshData indexed(const Shape& shape) {
  MeshData mesh;
  std::map<std::array<std::uint64_t, 3>, std::uint32_t> known;
  const auto vertex = [&](Vec3 p) {
    const std::array<std::uint64_t, 3> key{std::bit_cast<std::uint64_t>(p.x), std::bit_cast<std::uint64_t>(p.y),
                                           std::bit_cast<std::uint64_t>(p.z)};
    const auto [entry, added] = known.try_emplace(key, static_cast<std::uint32_t>(mesh.vertices.size()));
    if (added) mesh.vertices.push_back(p);
    return entry->second;
  };
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
    const Triangle t = shape.triangle(i);
    const std::uint32_t a = vertex(t.a), b = vertex(t.b), c = vertex(t.c);
    mesh.triangles.push_back({a, b, c});
  }
  return mesh;
}

std::vector<std::filesystem::path> obj_files(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".obj") files.push_back(entry.path());
  }
  if (failure) throw Error("GRAZE_DATA: cannot read the folder " + folder + ": " + failure.message());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<Case> make_cases(bool quick, const std::string& data_folder, const std::string& name_pattern) {
  struct Generator {
    const char* name;
    MeshData (*make)(std::uint32_t);
  };
  static constexpr Generator generators[] = {
      {"torus", scenes::torus}, {"sphere", scenes::sphere}, {"knot", scenes::knot}};
  static constexpr std::pair<const char*, std::uint32_t> sizes[] = {{"1k", 1000}, {"10k", 10000}, {"100k", 100000}};

  const std::regex pattern(name_pattern);
  const auto wanted = [&](const std::string& name) { return std::regex_search(name, pattern); };
  std::vector<Case> cases;
  for (const Generator& generator : generators) {
    for (const auto& [size, triangles] : sizes) {
      if (quick && triangles > 10000) continue;
      const std::string name = std::string(generator.name) + "-" + size;
      if (wanted(name)) cases.push_back({name, generator.make(triangles)});
    }
  }
  for (Case& c : data_cases(data_folder)) {
    if (wanted(c.name)) cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> data_cases(const std::string& data_folder) {
  std::vector<Case> cases;
  if (data_folder.empty()) return cases;
  for (const std::filesystem::path& file : obj_files(data_folder)) {
    cases.push_back({file.stem().string(), indexed(read_mesh(file.string()))});
  }
  return cases;
}

MeshData rounded_to_float(MeshData mesh) {
  for (Vec3& v : mesh.vertices) {
    for (int axis = 0; axis < 3; ++axis) v[axis] = static_cast<double>(static_cast<float>(v[axis]));
  }
  return mesh;
}

}  // namespace graze::bench
