// graze-step FILE DEFLECTION: reads a STEP or IGES file for `graze`, which starts it beside itself. A program of its
// own, because OpenCASCADE takes a fifth of a second and 36 MB to load, which no other command should pay.
#include <unistd.h>

#include <cstdio>
#include <string>

#include "graze/error.h"
#include "io/child.h"
#include "io/number.h"
#include "io/step/step_scene.h"

int main(int count, char** words) {
  if (count != 3) {
    std::fputs("usage: graze-step FILE METRES\nRead by graze: use `graze check FILE` or `graze info FILE`.\n", stderr);
    return 2;
  }
  // OpenCASCADE speaks on the standard output.
  const int parent = dup(1);
  dup2(2, 1);
  graze::answer_parent(parent, [&] {
    const graze::Number deflection = graze::parse_number(words[2]);
    if (deflection.fault != graze::NumberFault::none) throw graze::Error("the deflection is not a number");
    return to_bytes(graze::read_step_scene(words[1], deflection.value));
  });
}
