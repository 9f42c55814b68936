#define GRAZE_LANES 2
#include "convex/isa/epa.inl"
