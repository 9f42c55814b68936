// The assembly of model_files.h, read back from any format, must have its parts and give its clashes.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/assembly.h"
#include "graze/clash.h"
#include "tests/property/model_files.h"

namespace graze::models {

struct File {
  std::string name, bytes;
};

// The assembly as files of one format.
struct Format {
  std::string title;
  std::vector<File> (*files)(const std::vector<BoxPart>& parts);
  double metres_per_unit;  // 0: the format does not say
  UpAxis up;
  double precision;  // metres: what distances may be off by
  std::size_t shapes;
};

template <std::string (*write)(const BoxPart&)>
std::vector<File> file_a_part(const std::vector<BoxPart>& parts, const std::string& ending) {
  std::vector<File> files;
  for (const BoxPart& part : parts) files.push_back({part.name + ending, write(part)});
  return files;
}

inline std::string ply_text(const BoxPart& part) { return ply(part, false); }
inline std::string ply_binary(const BoxPart& part) { return ply(part, true); }

inline std::vector<Format> own_formats() {
  return {{"glb",
           [](const std::vector<BoxPart>& p) {
             return std::vector<File>{{"a.glb", glb(p)}};
           },
           1, UpAxis::y, 1e-12, 1},
          {"obj",
           [](const std::vector<BoxPart>& p) {
             return std::vector<File>{{"a.obj", obj(p)}};
           },
           0, UpAxis::unknown, 1e-12, 7},
          {"stl text", [](const std::vector<BoxPart>& p) { return file_a_part<stl_text>(p, ".stl"); }, 0,
           UpAxis::unknown, 1e-12, 7},
          {"stl binary", [](const std::vector<BoxPart>& p) { return file_a_part<stl_binary>(p, ".stl"); }, 0,
           UpAxis::unknown, 5e-6, 7},
          {"ply text", [](const std::vector<BoxPart>& p) { return file_a_part<ply_text>(p, ".ply"); }, 0,
           UpAxis::unknown, 5e-6, 7},
          {"ply binary", [](const std::vector<BoxPart>& p) { return file_a_part<ply_binary>(p, ".ply"); }, 0,
           UpAxis::unknown, 5e-6, 7},
          {"ifc",
           [](const std::vector<BoxPart>& p) {
             return std::vector<File>{{"a.ifc", ifc(p)}};
           },
           1, UpAxis::z, 1e-6, 7}};
}

inline std::vector<Format> assimp_formats() {
  return {{"collada",
           [](const std::vector<BoxPart>& p) {
             return std::vector<File>{{"a.dae", collada(p)}};
           },
           1, UpAxis::z, 5e-6, 1},
          {"fbx",
           [](const std::vector<BoxPart>& p) {
             return std::vector<File>{{"a.fbx", fbx(p)}};
           },
           1, UpAxis::y, 5e-6, 1},
          {"3ds",
           [](const std::vector<BoxPart>& p) {
             return std::vector<File>{{"a.3ds", max3ds(p)}};
           },
           0, UpAxis::y, 5e-6, 7}};
}

// All files in one assembly.
inline Assembly read_format(const Format& format, double nudge, const std::string& folder, const ReadOptions& options) {
  Assembly all;
  for (const File& file : format.files(assembly(nudge))) {
    std::ofstream(folder + file.name, std::ios::binary) << file.bytes;
    Assembly one = read_assembly(folder + file.name, options);
    all.metres_per_unit = one.metres_per_unit;
    all.up = one.up;
    all.resolution = std::max(all.resolution, one.resolution);
    std::move(one.parts.begin(), one.parts.end(), std::back_inserter(all.parts));
    std::move(one.skipped.begin(), one.skipped.end(), std::back_inserter(all.skipped));
  }
  return all;
}

using Finding = std::pair<ClashClass, double>;  // distance in metres
using Findings = std::map<std::pair<std::string, std::string>, Finding>;

// With a clearance of 20 mm.
inline Findings true_findings() {
  return {{{"wall a", "wall b"}, {ClashClass::overlapping, -0.05}},
          {{"wall b", "wall c"}, {ClashClass::touching, 0}},
          {{"pipe", "wall a"}, {ClashClass::overlapping, -1}},
          {{"lining", "tank"}, {ClashClass::enclosed, -1.5}},
          {{"shelf", "tank"}, {ClashClass::clearance, 0.01}}};
}

inline Findings find(const Assembly& assembly) {
  const double unit = assembly.metres_per_unit == 0 ? 1 : assembly.metres_per_unit;
  ClashSettings settings;
  settings.clearance = 0.02 / unit;
  settings.contact = 4 * assembly.resolution;
  settings.measure = ClashMeasure::separating;
  Findings found;
  for (const Clash& clash : find_clashes(assembly.parts, settings).clashes) {
    std::string a = assembly.parts[clash.a].name, b = assembly.parts[clash.b].name;
    if (b < a) std::swap(a, b);
    found[{a, b}] = {clash.value, clash.distance * unit};
  }
  return found;
}

}  // namespace graze::models
