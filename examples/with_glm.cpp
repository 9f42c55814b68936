// A model matrix of GLM in, a hit as a vector of GLM out.
#include <graze/glm.h>
#include <graze/graze.h>

#include <cstdio>
#include <glm/gtc/matrix_transform.hpp>

int main() {
  const glm::dmat4 model = glm::scale(glm::translate(glm::dmat4(1), glm::dvec3(0, 0, 5)), glm::dvec3(2));
  const graze::Body body{graze::make_box({1, 1, 1}), graze::to_pose(model)};
  const glm::vec3 eye(0, 0, 0), forward(0, 0, 1);  // floats, as engines have them: they become doubles as they are
  const graze::RayResult result =
      graze::cast(body, {.origin = graze::to_vec3(eye), .direction = graze::to_vec3(forward)});
  if (!result.yes()) return 1;
  const glm::dvec3 point = graze::to_glm(result.closest.point);
  std::printf("hit at (%g, %g, %g)\n", point.x, point.y, point.z);
  return point == glm::dvec3(0, 0, 3) ? 0 : 1;
}
