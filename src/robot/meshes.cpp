#include "robot/meshes.h"

#include "graze/error.h"
#include "robot/packages.h"
#include "shape/text.h"

namespace graze {

std::vector<CompoundPart> RobotMeshes::read(const std::string& filename, Vec3 scale, const std::string& path,
                                            const std::string& beside) {
  const Pose scaling{{{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}}, {}};
  if (fault(scaling) != PoseFault::none) {
    draft_.skipped.push_back({path, "a scale of 0 leaves nothing of the mesh " + filename});
    return {};
  }
  const std::string found = find_resource(filename, beside, settings_.package_paths);
  if (found.empty()) {
    const bool of_package = filename.starts_with("package://") || filename.starts_with("model://");
    draft_.skipped.push_back({path, "there is no mesh " + filename + (of_package ? "; say where packages are" : "")});
    return {};
  }
  auto known = meshes_.find(found);
  if (known == meshes_.end()) {
    try {
      Assembly assembly = read_assembly(found, {.readers = settings_.readers, .allow_incomplete = true});
      if (assembly.parts.empty() && assembly.skipped.empty()) throw Error(found + ": the file holds no geometry");
      // Lengths of a robot are metres, and so are those of a file that does not say.
      const double unit = assembly.metres_per_unit > 0 ? assembly.metres_per_unit : 1;
      if (unit != 1) {
        const Pose in_metres{{{unit, 0, 0}, {0, unit, 0}, {0, 0, unit}}, {}};
        for (Part& part : assembly.parts) part.pose = in_metres * part.pose;
        draft_.remarks.push_back(filename + ": its unit, of " + text(unit) + " m, is taken into account");
      }
      known = meshes_.emplace(found, std::move(assembly)).first;
    } catch (const Error& error) {
      draft_.skipped.push_back({path, error.what()});
      return {};
    }
  }
  for (const SkippedPart& part : known->second.skipped) {
    draft_.skipped.push_back({path, filename + ", " + part.path + ": " + part.reason});
  }
  std::vector<CompoundPart> parts;
  for (const Part& part : known->second.parts) {
    if (!part.remark.empty()) draft_.remarks.push_back(path + ": " + filename + ": " + part.remark);
    parts.push_back({part.shape, scaling * part.pose});
  }
  return parts;
}

}  // namespace graze
