// Reads the file it is given with graze::io and tells how many triangles it has.
#include <cstdio>

#include "graze/io.h"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::printf("%u triangles\n", graze::read_mesh(arguments[1]).triangle_count());
}
