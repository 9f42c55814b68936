// A world of bodies and joints as JSON: what the op `simulate` takes, and the files of `graze simulate`.
#pragma once

#include <string>

#include "app/fields.h"
#include "base/function_ref.h"
#include "scenes/dynamics.h"

namespace graze::app {

struct SimulationRequest {
  scenes::DynamicScene scene;
  int steps = 1;
  double dt = 1.0 / 60;
};

// "bodies", "joints", "gravity", "settings", "steps" and "dt", beside the fields that are allowed besides; throws
// Error.
SimulationRequest read_simulation(const Json& request, FunctionRef<Body(const Json&, const Place&)> read_body,
                                  std::initializer_list<std::string_view> besides);

// What a step did, as fields.
void append_report(std::string& text, const StepReport& report);

}  // namespace graze::app
