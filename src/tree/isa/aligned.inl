// Boxes of one frame; follows kernels.inl.
namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

unsigned overlap_aligned(const Aabb& box, const Node& node) {
  Mask8 meet =
      (Float8::load(node.lo[0]) <= Float8::all(box.hi[0])) & (Float8::all(box.lo[0]) <= Float8::load(node.hi[0]));
  for (int k = 1; k < 3; ++k)
    meet = meet & (Float8::load(node.lo[k]) <= Float8::all(box.hi[k])) &
           (Float8::all(box.lo[k]) <= Float8::load(node.hi[k]));
  return meet.bits();
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
