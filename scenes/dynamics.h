// Scenes of bodies that push each other, for `graze simulate`, tests and benchmarks. Metres, kilograms, seconds; z is
// up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graze/dynamics.h"

namespace graze::scenes {

struct DynamicBody {
  std::string name;
  Body body;
  BodySettings settings;
};

struct DynamicScene {
  std::string name, about;
  SimulationSettings settings;
  std::vector<DynamicBody> bodies;
  std::vector<BodyJoint> joints;
  // What motors are told at a time, before the step that begins then; empty: nothing.
  std::function<void(Simulation&, double seconds, double step)> drive;
};

// Names of the scenes, and of small cases that are hard for the guard.
const std::vector<std::string>& dynamic_scene_names();
const std::vector<std::string>& dynamic_case_names();
// Throws Error for a name that is neither.
DynamicScene dynamic_scene(const std::string& name);
Simulation make_simulation(const DynamicScene& scene);

// Pieces that scenes are built of. Keys number on from 1, in the order of adding.
DynamicBody& add_body(DynamicScene& scene, const std::string& name, const Shape& shape, const Pose& pose,
                      double density = 1000);
DynamicBody& add_fixed(DynamicScene& scene, const std::string& name, const Shape& shape, const Pose& pose);
DynamicBody& add_floor(DynamicScene& scene);  // its top is z = 0
// A prism along z of `sides` sides, and the hull of two rings.
Shape prism(int sides, double radius, double half);
Shape frustum(int sides, double lower, double upper, double half);

// Pyramids of boxes, each with `base` boxes at the bottom, side by side: 44 make 990.
DynamicScene pyramids(int base, int count);
inline DynamicScene pyramid(int base) { return pyramids(base, 1); }
DynamicScene arch(int stones);
DynamicScene unit_case(const std::string& name);

}  // namespace graze::scenes
