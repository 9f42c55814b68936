// Stand-ins for the suite of Zachmann's figure 2, whose models are not public: of the same kinds of shape.
#include "app/study/zachmann_models.h"
#include "math/constants.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace graze::app {
namespace {

// A surface over a grid of (u, v) in [0, 1)^2, closed in u.
scenes::MeshData surface(std::uint32_t triangles, const std::function<Vec3(double, double)>& at) {
  const auto side = std::max(3u, static_cast<std::uint32_t>(std::sqrt(triangles / 2.0)));
  scenes::MeshData mesh;
  for (std::uint32_t i = 0; i <= side; ++i)
    for (std::uint32_t j = 0; j < side; ++j) mesh.vertices.push_back(at(double(j) / side, double(i) / side));
  for (std::uint32_t i = 0; i < side; ++i)
    for (std::uint32_t j = 0; j < side; ++j) {
      const std::uint32_t a = i * side + j, b = i * side + (j + 1) % side;
      mesh.triangles.push_back({a, b, b + side});
      mesh.triangles.push_back({a, b + side, a + side});
    }
  return mesh;
}

scenes::MeshData headlight(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const double r = 0.1 + 0.9 * v;
    return Vec3{1.4 * r * std::cos(2 * pi * u), r * std::sin(2 * pi * u), 0.8 * r * r + 0.03 * std::sin(12 * pi * u)};
  });
}
scenes::MeshData door_lock(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const double teeth = 0.6 + 0.2 * (std::sin(14 * pi * u) > 0 ? 1 : -1) * (std::sin(8 * pi * v) > 0 ? 1 : 0.3);
    return Vec3{teeth * std::cos(2 * pi * u), teeth * std::sin(2 * pi * u), 0.6 * (2 * v - 1)};
  });
}
scenes::MeshData car_body(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const auto power = [](double x, double e) { return std::copysign(std::pow(std::fabs(x), e), x); };
    const double a = 2 * pi * u, b = pi * (v - 0.5) * 0.98;
    return Vec3{2.2 * power(std::cos(b), 0.3) * power(std::cos(a), 0.3),
                power(std::cos(b), 0.3) * power(std::sin(a), 0.3),
                0.7 * power(std::sin(b), 0.5) * (1 + 0.3 * std::cos(a))};
  });
}
scenes::MeshData hose(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const double t = 3 * pi * v, r = 0.15;
    const Vec3 centre{std::cos(t) + 0.3 * v, std::sin(t), 1.6 * v};
    return centre + Vec3{r * std::cos(2 * pi * u) * std::cos(t), r * std::cos(2 * pi * u) * std::sin(t),
                         r * std::sin(2 * pi * u)};
  });
}
scenes::MeshData hyperboloid(std::uint32_t n) {
  return surface(n, [](double u, double v) {
    const double z = 2 * v - 1, r = 0.3 * std::sqrt(1 + 8 * z * z);
    return Vec3{r * std::cos(2 * pi * u), r * std::sin(2 * pi * u), z};
  });
}
constexpr SuiteModel models[] = {{"headlight", &headlight}, {"door lock", &door_lock},   {"car body", &car_body},
                                 {"hose", &hose},           {"sphere", &scenes::sphere}, {"hyperboloid", &hyperboloid},
                                 {"torus", &scenes::torus}};

}  // namespace

std::span<const SuiteModel> suite() { return models; }

}  // namespace graze::app
