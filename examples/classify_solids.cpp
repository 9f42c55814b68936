// How do two solids lie to each other, and where is a point?
#include <graze/graze.h>

#include <cstdio>

int main() {
  const graze::Shape box = graze::make_box({1, 1, 1});
  const graze::Body crate{box, {}};
  const auto class_at = [&](double x, double scale) {
    const graze::Body other{box, graze::make_pose({x, 0, 0}, {}, {scale, scale, scale})};
    const graze::ClassifyResult result = graze::classify(crate, other);
    std::printf("a box of half size %g at %g: %s\n", scale, x,
                result.ok() ? graze::name(result.answer) : graze::name(result.status));
    return result.answer;  // unknown, unless the status is ok
  };
  const bool right = class_at(2, 1) == graze::PairClass::touching &&
                     class_at(1.5, 1) == graze::PairClass::overlapping &&
                     class_at(0.5, 0.5) == graze::PairClass::encloses && class_at(0, 1) == graze::PairClass::equal &&
                     class_at(3, 1) == graze::PairClass::clear;
  const graze::InsideResult where = graze::inside(crate, {1, 0.5, 0.25});
  if (!where.ok()) return 1;
  std::printf("(1, 0.5, 0.25) is %s\n", graze::name(where.answer));
  return right && where.answer == graze::Where::on ? 0 : 1;
}
