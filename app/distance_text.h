// The answer of a distance query as JSON, for `graze query` and `graze distance`.
#pragma once

#include <string>

#include "graze/query.h"

namespace graze::app {

// "distance","bound","lower","upper","points","normal","features" without the braces; beyond the limit all but "lower"
// are null.
void append_distance(std::string& text, const DistanceResult& result);

// {"kind","index","triangle"}
void append_feature(std::string& text, const Feature& feature);
// "features":[of a, of b]
void append_features(std::string& text, const Feature& a, const Feature& b);

}  // namespace graze::app
