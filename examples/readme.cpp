#include <graze/graze.h>
#include <iostream>

int main() {
  const graze::Shape roof = graze::make_soup({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}});
  const graze::Shape mast = graze::make_soup({{0.5, 0.5, -1}, {0.5, 0.5, 1}, {0.6, 0.6, 1}});
  const graze::Body fixed{roof, {}}, moved{mast, graze::make_pose({0.25, 0, 0})};
  const graze::CollideResult result = graze::collide(fixed, moved, {.all = true});
  if (!result.ok()) return 1;  // what is not known is neither yes nor no
  for (const graze::TrianglePair& pair : result.pairs) std::cout << pair.a << " meets " << pair.b << '\n';
}
