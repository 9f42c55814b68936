// Which triangles of two boards meet?
#include <graze/graze.h>

#include <cstdio>

int main() {
  const graze::Shape board = graze::make_mesh({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, {{0, 1, 2}, {0, 2, 3}});
  const graze::Body flat{board, {}};
  const graze::Body upright{board, graze::make_pose({0.5, 1, -1}, {0.7071067811865476, 0, 0, 0.7071067811865476})};
  const graze::CollideResult result = graze::collide(flat, upright, {.all = true});
  if (!result.ok()) return 1;
  for (const auto [a, b] : result.pairs) std::printf("triangle %u meets triangle %u\n", a, b);
  return result.yes() && result.pairs.size() == 3 ? 0 : 1;
}
