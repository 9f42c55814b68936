#include "bench/crowd.h"

#include <cmath>

namespace graze::bench {
namespace {

CrowdBody random_body(scenes::Random& random, const Crowd& crowd) {
  CrowdBody body;
  body.shape = static_cast<std::uint32_t>(random.uniform(0, 1) * double(crowd.shapes.size()));
  const auto coordinate = [&] { return random.uniform(-crowd.side, crowd.side); };
  body.place.x = coordinate();
  body.place.y = coordinate();
  body.place.z = coordinate();
  body.rotation = random.rotation();
  return body;
}

}  // namespace

Shape to_shape(const CrowdShape& shape) {
  switch (shape.kind) {
    case CrowdShape::Kind::box:
      return make_box(shape.half);
    case CrowdShape::Kind::sphere:
      return make_sphere(shape.radius);
    case CrowdShape::Kind::capsule:
      return make_capsule(shape.radius, shape.half_length);
    case CrowdShape::Kind::mesh:
      break;
  }
  return make_mesh(shape.mesh.vertices, shape.mesh.triangles);
}

Crowd make_crowd(std::uint32_t count, bool meshes, std::uint64_t seed) {
  Crowd crowd;
  scenes::Random random(seed);
  crowd.side = 0.5 * std::cbrt(40.0 * count * 0.5);
  using Kind = CrowdShape::Kind;
  for (int i = 0; i < 4; ++i) {
    const auto size = [&] { return random.uniform(0.2, 0.6); };
    if (meshes) {
      CrowdShape shape;
      shape.kind = Kind::mesh;
      shape.mesh = i % 2 == 0 ? scenes::sphere(80) : scenes::torus(80);
      const double scale = size();
      for (Vec3& v : shape.mesh.vertices) {
        v = v * scale;
        for (int axis = 0; axis < 3; ++axis) v[axis] = double(float(v[axis]));
      }
      crowd.shapes.push_back(shape);
      continue;
    }
    const double x = size(), y = size(), z = size();
    crowd.shapes.push_back({Kind::box, {x, y, z}, 0, 0, {}});
    crowd.shapes.push_back({Kind::sphere, {}, size(), 0, {}});
    const double radius = 0.5 * size();
    crowd.shapes.push_back({Kind::capsule, {}, radius, size(), {}});
  }
  for (std::uint32_t i = 0; i < count; ++i) crowd.bodies.push_back(random_body(random, crowd));
  return crowd;
}

std::vector<CrowdBody> visitors(const Crowd& crowd, std::size_t count, std::uint64_t seed) {
  scenes::Random random(seed + 77);
  std::vector<CrowdBody> bodies;
  for (std::size_t i = 0; i < count; ++i) bodies.push_back(random_body(random, crowd));
  return bodies;
}

}  // namespace graze::bench
