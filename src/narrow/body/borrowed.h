// Bodies that a query hands on: their shapes are not counted (shape/data.h).
#pragma once

#include "graze/query.h"
#include "shape/data.h"

namespace graze {

// The given body must outlive it and all its copies; a result or a cache never holds one.
inline Body borrowed(const Body& body) { return {borrowed(body.shape), body.pose}; }

}  // namespace graze
