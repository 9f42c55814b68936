// What a user's program sees of graze: two tetrahedra that cross, and the same two moved apart.
#include <cstdio>

#include "graze/graze.h"

int main() {
  const graze::Shape shape =
      graze::make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
  const graze::Body body{shape, {}};
  for (const double offset : {0.25, 1.0, 1.5}) {
    const graze::Body other{shape, graze::make_pose({offset, 0, 0})};
    const graze::CollideResult result = graze::collide(body, other);
    if (!result.ok()) return 1;
    std::printf("offset %.2f: %s\n", offset, result.yes() ? "contact" : "clear");
  }
  std::printf("graze %s, protocol %d\n", graze::version_string(), graze::protocol_version);
}
