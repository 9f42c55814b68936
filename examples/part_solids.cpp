// Two frames overlap: how deep, and where must one go so that they do not?
#include <graze/graze.h>

#include <cstdio>
#include <vector>

// Boxes side by side are one solid: overlapping shells count once.
graze::Shape frame() {
  std::vector<graze::Vec3> vertices;
  std::vector<graze::Index3> triangles;
  const auto add = [&](graze::Vec3 lo, graze::Vec3 hi) {
    const auto base = static_cast<std::uint32_t>(vertices.size());
    for (int i = 0; i < 8; ++i) vertices.push_back({i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z});
    for (const graze::Index3& t : std::vector<graze::Index3>{{0, 2, 3},
                                                             {0, 3, 1},
                                                             {4, 5, 7},
                                                             {4, 7, 6},
                                                             {0, 1, 5},
                                                             {0, 5, 4},
                                                             {2, 6, 7},
                                                             {2, 7, 3},
                                                             {0, 4, 6},
                                                             {0, 6, 2},
                                                             {1, 3, 7},
                                                             {1, 7, 5}})
      triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
  };
  add({-2, -2, 0}, {-1, 2, 1});
  add({1, -2, 0}, {2, 2, 1});
  add({-2, -2, 0}, {2, -1, 1});
  add({-2, 1, 0}, {2, 2, 1});
  return graze::make_mesh(vertices, triangles, {.solid = true});
}

int main() {
  const graze::Shape shape = frame();
  graze::Body a{shape, graze::make_pose({0.25, 0, 0.75})};
  const graze::Body b{shape, {}};
  const graze::PenetrationResult deep = graze::find_penetration(a, b);
  if (!deep.ok()) return 1;
  std::printf("between %.9g and %.9g deep; out by (%g, %g, %g)\n", deep.lower, deep.depth, deep.vector.x, deep.vector.y,
              deep.vector.z);
  a.pose.translation = a.pose.translation + deep.vector;
  const graze::ClassifyResult after = graze::classify(a, b);
  const graze::SignedDistanceResult apart = graze::find_signed_distance(a, b);
  if (!after.ok() || !apart.ok()) return 1;
  std::printf("then %s, at a distance of %g\n", name(after.answer), apart.distance);
  return deep.depth == 0.25 && after.answer == graze::PairClass::touching ? 0 : 1;
}
