#define GRAZE_LANES 512
#include "convex/isa/epa.inl"
