// The meshes that are measured.
#pragma once

#include <string>
#include <vector>

#include "bench/workload.h"

namespace graze::bench {

// A torus, a sphere and a knot of 1k, 10k and (unless quick) 100k triangles, then every OBJ in data_folder, sorted by
// name; "" for none. Kept are those whose name holds a match of the regular expression. Throws Error.
std::vector<Case> make_cases(bool quick, const std::string& data_folder, const std::string& name_pattern);

// Every OBJ in the folder, sorted by name; none for "". Throws Error.
std::vector<Case> data_cases(const std::string& data_folder);

// Every coordinate rounded to float.
MeshData rounded_to_float(MeshData mesh);

}  // namespace graze::bench
