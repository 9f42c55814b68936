// Representation items of an IFC file as triangles.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/ifc/context.h"
#include "io/solid/solid_mesh.h"

namespace graze::ifc {

// What is to be said of an item.
struct Losses {
  std::vector<std::string> lost = {};  // what did not become triangles, each a sentence
  std::string mended = {};             // what was done to close it; else empty
};

// Reads boundary representations with curved faces: the shells' numbers in, triangles and what is lost out. Throws
// Error.
using CurvedReader = std::function<SolidMesh(const std::vector<std::uint32_t>& shells, std::vector<std::string>& lost)>;

struct ItemReader {
  const Context& context;
  CurvedReader curved;
  // Adds the item, and what it is made of, under the pose. What has no body (curves, points, texts) is passed over.
  void add(std::uint32_t id, const Pose& pose, SolidMesh& mesh, Losses& losses) const;
  // The item alone, fronts outward where it is closed. Throws Error naming what is not read.
  SolidMesh read(std::uint32_t id, Losses& losses) const;

 private:
  SolidMesh read_solid(const Record& record, Losses& losses) const;
  SolidMesh read_shells(const std::vector<std::uint32_t>& shells, Losses& losses) const;
  SolidMesh combined(const Record& record, Losses& losses) const;
};

// Closed as well as cracks up to a tenth of a millimetre allow.
SolidMesh closed_mesh(const Context& context, const SolidMesh& mesh, std::string& how);

// How near faces must be to count as one when solids of that size are combined.
double join_tolerance(const Context& context, const SolidMesh& a);

}  // namespace graze::ifc
