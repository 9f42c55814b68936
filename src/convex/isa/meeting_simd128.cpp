#define GRAZE_LANES 128
#include "convex/isa/epa.inl"
