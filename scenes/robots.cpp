#include "scenes/robots.h"

#include <cmath>

namespace graze::scenes {

namespace {

constexpr double past_pi = 0x1.921fb54442d19p+1;

// Along z from 0 to `length`, which may be negative, and a radius more at both ends: a limb with ribs along it and a
// waist.
MeshData limb(double length, double radius, std::uint32_t triangles) {
  MeshData mesh = sphere(triangles);
  for (Vec3& v : mesh.vertices) {
    const double across = v.x * v.x + v.y * v.y;
    // cos(3 phi) sin^3(theta) is a polynomial, smooth at the poles.
    const double ribs = v.x * (v.x * v.x - 3 * v.y * v.y), waist = 0.25 * (1 - v.z * v.z) * across;
    const double grow = radius * (1 + 0.15 * ribs - waist);
    v = {v.x * grow, v.y * grow, 0.5 * length + v.z * (0.5 * std::fabs(length) + radius)};
  }
  return mesh;
}

class Maker {
 public:
  explicit Maker(std::string name, std::uint32_t triangles) : triangles_(triangles) {
    made_.robot.name = std::move(name);
  }

  std::uint32_t link(std::uint32_t parent, Vec3 at, Vec3 axis, double limit, double length, double radius) {
    Robot& robot = made_.robot;
    const auto number = static_cast<std::uint32_t>(robot.links.size());
    const MeshData mesh = limb(length, radius, triangles_);
    RobotLink entry;
    entry.name = "link" + std::to_string(number);
    entry.shape = make_mesh(mesh.vertices, mesh.triangles, {.solid = true});
    if (number > 0) {
      entry.joint = number - 1;
      RobotJoint joint;
      joint.name = "joint" + std::to_string(number);
      joint.parent = parent;
      joint.child = number;
      joint.origin = make_pose(at);
      joint.axis = axis;
      if (limit > 0) {
        joint.kind = JointKind::revolute;
        joint.variable = static_cast<std::uint32_t>(robot.variables.size());
        robot.variables.push_back({joint.name, -limit, limit});
      }
      robot.joints.push_back(joint);
    }
    robot.links.push_back(entry);
    made_.meshes.push_back(mesh);
    return number;
  }

  // Joints about z and another axis in turn; each link goes on along its z.
  std::uint32_t chain(std::uint32_t parent, Vec3 at, const std::vector<double>& lengths, double radius) {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const Vec3 axis = i % 2 == 0 ? Vec3{0, 0, 1} : i % 4 == 1 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
      parent = link(parent, at, axis, i % 2 == 0 ? 2.9 : 2.2, lengths[i], radius * (1 - 0.04 * double(i)));
      at = {0, 0, lengths[i]};
    }
    return parent;
  }

  MeshRobot take() { return std::move(made_); }

 private:
  std::uint32_t triangles_;
  MeshRobot made_;
};

struct Hand {
  double at, length, radius;  // along the last link
};

MeshRobot arm(const char* name, std::uint32_t triangles, const std::vector<double>& lengths, double radius, Hand hand) {
  Maker make(name, triangles);
  const std::uint32_t base = make.link(0, {}, {}, 0, 0.2, 0.1);
  const std::uint32_t wrist = make.chain(base, {0, 0, 0.25}, lengths, radius);
  make.link(wrist, {0, 0, hand.at}, {}, 0, hand.length, hand.radius);
  return make.take();
}

}  // namespace

MeshRobot mesh_arm(std::uint32_t triangles) {
  return arm("arm", triangles, std::vector<double>(7, 0.22), 0.065, {0.25, 0.05, 0.05});
}

MeshRobot mesh_stocky_arm(std::uint32_t triangles) {
  return arm("stocky arm", triangles, {0.12, 0.3, 0.12, 0.3, 0.12, 0.12, 0.1}, 0.075, {0.12, 0.08, 0.06});
}

MeshRobot mesh_humanoid(std::uint32_t triangles) {
  Maker make("humanoid", triangles);
  const std::uint32_t pelvis = make.link(0, {}, {}, 0, 0.1, 0.12);
  const std::uint32_t trunk = make.link(pelvis, {0, 0, 0.2}, {0, 0, 1}, 1.5, 0.35, 0.14);
  const std::uint32_t neck = make.link(trunk, {0, 0, 0.5}, {0, 0, 1}, 1.5, 0.05, 0.05);
  make.link(neck, {0, 0, 0.1}, {0, 1, 0}, 0.6, 0.12, 0.09);
  for (const double side : {-1.0, 1.0}) {
    const std::uint32_t shoulder = make.link(trunk, {0, side * 0.2, 0.4}, {1, 0, 0}, past_pi, 0.06, 0.05);
    const std::uint32_t wrist = make.chain(shoulder, {0, 0, 0.08}, std::vector<double>(6, 0.13), 0.045);
    make.link(wrist, {0, 0, 0.14}, {}, 0, 0.06, 0.04);
    const std::uint32_t hip = make.link(pelvis, {0, side * 0.14, -0.05}, {1, 0, 0}, 0.5, 0.05, 0.07);
    make.chain(hip, {0, 0, -0.1}, std::vector<double>(4, -0.2), 0.06);
  }
  return make.take();
}

std::vector<Obstacle> obstacles_around(std::uint32_t count, std::uint32_t triangles, std::uint64_t seed) {
  Random random(seed);
  std::vector<Obstacle> obstacles;
  for (std::uint32_t i = 0; i < count; ++i) {
    Obstacle made;
    made.mesh = i % 4 == 0   ? knot(triangles)
                : i % 4 == 1 ? torus(triangles)
                : i % 4 == 2 ? cube(std::max(1u, static_cast<std::uint32_t>(std::sqrt(triangles / 12.0))))
                             : sphere(triangles);
    const double size = random.uniform(0.05, 0.15);
    for (Vec3& v : made.mesh.vertices) v = v * size;
    made.pose = make_pose(random.direction() * random.uniform(0.8, 1.8), random.rotation());
    obstacles.push_back(std::move(made));
  }
  return obstacles;
}

}  // namespace graze::scenes
