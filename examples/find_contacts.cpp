// Where does a crate rest on a floor of many triangles? At its four corners, whatever the floor is made of.
#include <graze/graze.h>

#include <cstdio>
#include <vector>

int main() {
  const graze::Shape floor = graze::make_terrain(11, 11, 1, 1, std::vector<double>(121, 0.0));
  const graze::Shape crate = graze::make_box({1, 1, 0.5});
  const graze::Pose tilted = graze::make_pose({10, 20, 30}, {0.5, 0.5, 0.5, 0.5});
  const graze::Body below{floor, tilted};
  const graze::Body resting{crate, tilted * graze::make_pose({5.3, 4.6, 0.5}, {0, 0, 0.6, 0.8})};
  // Under a rotation faces are flush only to within a few units in the last place.
  const graze::ContactResult result = graze::find_contacts(below, resting, {.tolerance = 1e-9});
  if (!result.ok()) return 1;
  for (const graze::Contact& contact : result.contacts)
    std::printf("(%.3f, %.3f, %.3f) normal (%.3f, %.3f, %.3f) depth %.2g\n", contact.point.x, contact.point.y,
                contact.point.z, contact.normal.x, contact.normal.y, contact.normal.z, contact.depth);
  return result.contacts.size() == 4 ? 0 : 1;
}
