// The suite of objects of Zachmann's figure 2.
#pragma once

#include <cstdint>
#include <span>

#include "scenes/scenes.h"

namespace graze::app {

struct SuiteModel {
  const char* name;
  scenes::MeshData (*make)(std::uint32_t triangles);  // about so many
};

// Seven: headlight, door lock, car body, hose, sphere, hyperboloid, torus.
std::span<const SuiteModel> suite();

}  // namespace graze::app
