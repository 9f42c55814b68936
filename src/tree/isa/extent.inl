// How far leaves reach along three axes; follows kernels.inl. What rounding does is in tree/refit_oriented.cpp.
namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

void extent(const float (&axis)[3][3], const float (&origin)[3], const Leaf* leaves, std::size_t count, float* lo,
            float* hi) {
  Float8 least[3], most[3];
  for (int k = 0; k < 3; ++k) {
    least[k] = Float8::all(__builtin_inff());
    most[k] = Float8::all(-__builtin_inff());
  }
  for (const Leaf* leaf = leaves; leaf != leaves + count; ++leaf) {
    double away[3];
    for (int i = 0; i < 3; ++i) away[i] = double(leaf->centre[i]) - double(origin[i]);
    Float8 base[3];
    for (int k = 0; k < 3; ++k)
      base[k] = Float8::all(
          float((double(axis[k][0]) * away[0] + double(axis[k][1]) * away[1]) + double(axis[k][2]) * away[2]));
    for (int c = 0; c < 3; ++c) {
      const Float8 x = Float8::load(leaf->corner[c][0]), y = Float8::load(leaf->corner[c][1]);
      const Float8 z = Float8::load(leaf->corner[c][2]);
      for (int k = 0; k < 3; ++k) {
        const Float8 along =
            ((x * Float8::all(axis[k][0]) + y * Float8::all(axis[k][1])) + z * Float8::all(axis[k][2])) + base[k];
        least[k] = min(least[k], along);
        most[k] = max(most[k], along);
      }
    }
  }
  for (int k = 0; k < 3; ++k) {
    float lanes[8];
    least[k].store(lanes);
    lo[k] = lanes[0];
    for (int i = 1; i < 8; ++i) lo[k] = lanes[i] < lo[k] ? lanes[i] : lo[k];
    most[k].store(lanes);
    hi[k] = lanes[0];
    for (int i = 1; i < 8; ++i) hi[k] = lanes[i] > hi[k] ? lanes[i] : hi[k];
  }
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
