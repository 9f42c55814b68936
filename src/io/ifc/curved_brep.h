// Boundary representations with curved faces: IFC took their records from STEP, where OpenCASCADE reads them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graze/assembly.h"
#include "io/ifc/context.h"
#include "io/solid/solid_mesh.h"

namespace graze::ifc {

// All of a file are read together when the first is asked for, as starting the other program takes longer than most of
// them.
class CurvedBreps {
 public:
  CurvedBreps(const Context& context, const ReadOptions& options) : context_(context), options_(options) {}

  // By its shells, the outer one first; faces that did not become triangles are added to `lost`. Throws Error saying
  // why it is not there.
  SolidMesh read(const std::vector<std::uint32_t>& shells, std::vector<std::string>& lost);

 private:
  void read_all();

  const Context& context_;
  const ReadOptions& options_;
  bool done_ = false;
  std::string fault_;                            // why there are none
  std::map<std::uint32_t, SolidMesh> meshes_;    // by the number of the outer shell
  std::map<std::uint32_t, std::string> faults_;  // those that cannot be written as STEP
  std::map<std::uint32_t, std::string> lost_;    // what of them is
};

}  // namespace graze::ifc
