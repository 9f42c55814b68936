// A cloth that falls onto itself, step by step: which of its features touch on the way, on a graphics processor where
// there is one, else on this.
#include <graze/gpu.h>

#include <cstdio>
#include <vector>

int main() {
  using namespace graze;
  constexpr std::uint32_t side = 30;
  // Two layers of one sheet: the upper one comes down by 0.2 in each of five steps.
  std::vector<Index3> triangles;
  std::vector<Vec3> vertices;
  for (std::uint32_t layer = 0; layer < 2; ++layer)
    for (std::uint32_t i = 0; i < side; ++i)
      for (std::uint32_t j = 0; j < side; ++j)
        vertices.push_back({i + 0.3 * layer, j + 0.4 * layer, 0.95 * layer + 0.01 * ((i * j) % 5)});
  for (std::uint32_t layer = 0; layer < 2; ++layer)
    for (std::uint32_t i = 0; i + 1 < side; ++i)
      for (std::uint32_t j = 0; j + 1 < side; ++j) {
        const std::uint32_t at = (layer * side + i) * side + j;
        triangles.push_back({at, at + 1, at + side + 1});
        triangles.push_back({at, at + side + 1, at + side});
      }
  const std::vector<gpu::OwningTriangle> owning = gpu::own_features(triangles);

  int first = -1;
  for (int step = 0; step < 5; ++step) {
    std::vector<Vec3> next = vertices;
    for (std::size_t i = side * side; i < next.size(); ++i) next[i].z -= 0.2;
    const gpu::SelfCcdResult result = gpu::self_ccd(owning, vertices, next);
    if (!result.ok()) return 1;
    double earliest = 1;
    for (const gpu::FeatureTouch& touch : result.touches)
      if (touch.upper < earliest) earliest = touch.upper;
    std::printf("step %d: %zu touches, the first at %.3f, by the %s\n", step, result.touches.size(), earliest,
                result.worker == gpu::Worker::device ? "device" : "processor");
    if (first < 0 && !result.touches.empty()) first = step;
    vertices = next;
  }
  return first == 4 ? 0 : 1;
}
