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
  std::vector<std::string> lost = {};   // what did not become triangles, each a sentence
  std::string mended = {};              // what was done to close it; else empty
  std::vector<std::string> notes = {};  // what else a user should know of it; each once
  bool combined = false;                // solids were cut or united: what encloses nothing is not from the file
  SolidMesh sheets = {};                // faces beside a solid that enclose nothing
};

// Reads boundary representations with curved faces: the shells' numbers in, triangles and what is lost out. Throws
// Error.
using CurvedReader = std::function<SolidMesh(const std::vector<std::uint32_t>& shells, std::vector<std::string>& lost)>;

struct ItemReader {
  const Context& context;
  CurvedReader curved;
  // Adds the items, each once, and what they are made of, under the pose. Is any of them a body? Curves, points and
  // texts are passed over.
  bool add(const std::vector<std::uint32_t>& items, const Pose& pose, SolidMesh& mesh, Losses& losses) const;
  // The item alone, fronts outward where it is closed. Throws Error naming what is not read.
  SolidMesh read(std::uint32_t id, Losses& losses) const;

 private:
  bool add_one(std::uint32_t id, const Pose& pose, SolidMesh& mesh, Losses& losses) const;
  SolidMesh read_solid(const Record& record, Losses& losses) const;
  SolidMesh read_shells(const std::vector<std::uint32_t>& shells, Losses& losses) const;
  SolidMesh combined(const Record& record, Losses& losses) const;
};

// The list without what is in it twice, which is noted.
std::vector<std::uint32_t> each_once(const std::vector<std::uint32_t>& list, Losses& losses);

// Closed as well as cracks up to a tenth of a millimetre allow. Faces that are there twice, once reversed, enclose
// nothing: within a solid they go, beside one they become sheets of the losses, and else they are kept once.
SolidMesh closed_mesh(const Context& context, const SolidMesh& mesh, Losses& losses);

// How near faces must be to count as one when solids of that size are combined.
double join_tolerance(const Context& context, const SolidMesh& a);

}  // namespace graze::ifc
