#define GRAZE_LANES 1
#include "convex/isa/epa.inl"
