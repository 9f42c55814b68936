// What a user's program sees of graze::dynamics: a ball falls onto a floor, rests there and never enters it.
#include <graze/dynamics.h>
#include <graze/graze.h>

#include <cstdio>

int main() {
  graze::Simulation simulation;
  simulation.add({graze::make_box({5, 5, 1}), graze::make_pose({0, 0, -1})},
                 {.key = 1, .role = graze::BodyRole::fixed});
  simulation.add({graze::make_sphere(0.5), graze::make_pose({0, 0, 2})}, {.key = 2});
  for (int step = 0; step < 180; ++step) {
    simulation.step(1.0 / 60);
    if (!graze::collide(simulation.state(1).body, simulation.state(2).body).no()) return 1;
  }
  std::printf("the ball rests at %.1f\n", simulation.state(2).body.pose.translation.z);
}
