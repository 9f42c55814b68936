// STEP among the formats of model_checks.h.
#pragma once

#include <vector>

#include "tests/property/model_checks.h"
#include "tests/property/step_files.h"

namespace graze::models {

// Walls a and c are one shape.
inline std::vector<Format> step_formats() {
  return {{"step",
           [](const std::vector<BoxPart>& p) {
             return std::vector<File>{{"a.step", step(p)}};
           },
           0.001, UpAxis::unknown, 1e-9, 6}};
}

}  // namespace graze::models
