// How do two solids lie to each other, and where is a point?
#include <graze/graze.h>

#include <cstdio>

int main() {
  const graze::Shape box = graze::make_box({1, 1, 1});
  const graze::Body crate{box, {}};
  const auto class_at = [&](double x, double scale) {
    const graze::Body other{box, graze::make_pose({x, 0, 0}, {}, {scale, scale, scale})};
    const graze::PairClass value = graze::classify(crate, other).answer;
    std::printf("a box of half size %g at %g: %s\n", scale, x, graze::name(value));
    return value;
  };
  const bool right = class_at(2, 1) == graze::PairClass::touching &&
                     class_at(1.5, 1) == graze::PairClass::overlapping &&
                     class_at(0.5, 0.5) == graze::PairClass::encloses && class_at(0, 1) == graze::PairClass::equal &&
                     class_at(3, 1) == graze::PairClass::clear;
  const graze::Where where = graze::inside(crate, {1, 0.5, 0.25}).answer;
  std::printf("(1, 0.5, 0.25) is %s\n", graze::name(where));
  return right && where == graze::Where::on ? 0 : 1;
}
