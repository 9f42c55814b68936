// The models that a command is given, in one frame.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graze/assembly.h"

namespace graze::app {

struct FrameOptions {
  std::string unit, up;             // of files that do not say: --unit, --up
  std::vector<std::string> places;  // --place FILE=unit:mm,up:z,at:1m/2m/0,turn:90
  double deflection = 1e-4;
  bool allow_incomplete = false;  // --allow-incomplete: what cannot be read is in Assembly::skipped, else an Error
  std::string weld = {};  // --weld: open parts are closed where cracks and holes are no wider; empty: as readers do
};

// The parts of all files in the unit, axes and origin of the first that knows them; of several files, each path begins
// with the name of its file. Files that are far apart are told in the notes. Throws Error: for options that are none,
// and where one file knows its unit or up axis and another does not.
// With `take`, the parts are handed over file by file, and the assembly that is returned has none.
Assembly read_files(const std::vector<std::string>& files, const FrameOptions& options,
                    const std::function<void(std::vector<Part>)>& take = {});

}  // namespace graze::app
