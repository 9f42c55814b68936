// The parts of a model, as text or JSON.
#pragma once

#include <string>

#include "graze/assembly.h"

namespace graze::app {

std::string assembly_info(const std::string& file, const Assembly& assembly, bool json);

}  // namespace graze::app
