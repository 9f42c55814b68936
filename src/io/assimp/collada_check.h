// What assimp passes over in a Collada file without a word: references that lead nowhere, indices beyond the vertices,
// geometry that is no mesh, and nodes that repeat each other without end.
#pragma once

#include <string>
#include <vector>

#include "graze/assembly.h"

namespace graze {

struct ColladaRemarks {
  std::vector<SkippedPart> lost;
  std::vector<std::string> notes;
};

// Geometry that assimp would leave out or make up. Throws Error, naming the line: the text is not well-formed, its
// nodes contain themselves, or are more than its size explains.
ColladaRemarks check_collada(const std::string& path);

}  // namespace graze
