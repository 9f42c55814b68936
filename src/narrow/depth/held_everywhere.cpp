// Cubes of translations are halved until the ball at the middle of each holds all of it, or no ball is found.
#include "narrow/depth/held_everywhere.h"

#include <cmath>

#include "base/work.h"
#include "narrow/body/borrowed.h"

namespace graze {
namespace {

constexpr int most_balls = 128, most_halvings = 4;
constexpr std::size_t most_held_pairs = 1024;
constexpr double diagonal = 1.7320508075688774;  // of a cube, over its edge; rounded up

class HeldWays {
 public:
  HeldWays(const Body& a, const Body& b, double most, double lost, Counters& counters)
      : a_(borrowed(a)), b_(b), most_(most), lost_(lost), counters_(counters) {}

  // Is the cube around v held, as far as it is within the length? One ball around 0 was tried before.
  bool holds(Vec3 v, double half, int halvings) {
    Vec3 nearest = abs(v) - Vec3{half, half, half};
    nearest = max(nearest, Vec3{});
    if (length(nearest) > most_ * (1 + 1e-12)) return true;
    // From the nearest translation within the length no other one of those is farther than from v.
    const double far = length(v);
    if (halvings > 0 && found(far > most_ ? v * (most_ / far) : v, half * diagonal)) return true;
    if (halvings == most_halvings || balls_ == most_balls) return false;
    const double quarter = 0.5 * half;
    for (unsigned k = 0; k < 8; ++k) {
      const Vec3 to{(k & 1) != 0 ? quarter : -quarter, (k & 2) != 0 ? quarter : -quarter,
                    (k & 4) != 0 ? quarter : -quarter};
      if (!holds(v + to, quarter, halvings + 1)) return false;
    }
    return true;
  }

 private:
  bool found(Vec3 v, double radius) {
    if (balls_ == most_balls) return false;
    ++balls_;
    work::poll();
    Body moved = a_;
    moved.pose.translation = moved.pose.translation + v;
    SolidPair pair;
    return make_solid_pair(moved, b_, pair) &&
           look_deep(pair, (radius + lost_) * (1 + 1e-9), most_held_pairs, counters_).found;
  }

  const Body a_;
  const Body& b_;
  const double most_, lost_;
  Counters& counters_;
  int balls_ = 0;
};

}  // namespace

bool held_everywhere(const Body& a, const Body& b, double most, double lost, Counters& counters) {
  if (!std::isfinite(most) || !std::isfinite(lost)) return false;
  return HeldWays(a, b, most, lost, counters).holds({}, most, 0);
}

}  // namespace graze
