#include "bench/poses.h"

#include <cmath>
#include <numbers>

namespace graze::bench {
namespace {

Mat3 tumbled(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const Mat3 about_z{{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  const Mat3 about_x{{1, 0, 0}, {0, c, s}, {0, -s, c}};
  return about_z * about_x;
}

}  // namespace

std::vector<Contact> contacts(CollidePeer& judge, int orientations) {
  // Copies in [-1, 1]^3 are clear of each other beyond 1 + sqrt(3).
  constexpr double size = 2, start = 2.75, step = size / 40;
  std::vector<Contact> found;
  for (int k = 0; k < orientations; ++k) {
    const Mat3 rotation = tumbled(2 * std::numbers::pi * k / orientations);
    const auto meets = [&](double distance) {
      const Pose pose{rotation, {distance, 0, 0}};
      char answer = 0;
      judge.collide({&pose, 1}, {&answer, 1});
      return answer != 0;
    };
    double clear = start, near = start;
    while (near > 0) {
      near = clear - step;
      if (meets(near)) break;
      clear = near;
    }
    if (near <= 0) continue;  // passes through its own hole: no contact in this orientation
    while (clear - near > 1e-12) {
      const double middle = 0.5 * (near + clear);
      (meets(middle) ? near : clear) = middle;
    }
    found.push_back({rotation, near});
  }
  return found;
}

std::vector<Pose> around_contact(const std::vector<Contact>& contacts, double reach, std::uint64_t seed) {
  scenes::Random random(seed);
  std::vector<Pose> poses;
  for (const Contact& contact : contacts) {
    poses.push_back({contact.rotation, {contact.distance - random.uniform(0, reach), 0, 0}});
    poses.push_back({contact.rotation, {contact.distance + random.uniform(0, reach), 0, 0}});
  }
  return poses;
}

std::vector<Pose> deep(const std::vector<Contact>& contacts, int count, std::uint64_t seed) {
  scenes::Random random(seed);
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    const Contact& contact = contacts[contacts.size() * static_cast<std::size_t>(i) / static_cast<std::size_t>(count)];
    poses.push_back({contact.rotation, random.direction() * (contact.distance * random.uniform(0.3, 0.7))});
  }
  return poses;
}

}  // namespace graze::bench
