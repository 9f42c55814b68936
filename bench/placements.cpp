// placements: two different models at random positions and orientations in a cube, as in table 1 of Maia et al.: the
// time of a placement that collides, and of one that is rejected.
#include <algorithm>

#include "bench/cases.h"
#include "bench/pairs.h"

namespace graze::bench {
namespace {

// The half side of the cube that the centres of models of size 2 are placed in: about 1.7 % of the placements collide,
// as in the paper.
constexpr double reach = 4.2;

// GRAZE_DATA's bunny and cow, else its first two models, else two knots of the paper's sizes.
std::vector<Case> models(const Settings& settings) {
  std::vector<Case> found = data_cases(settings.data_folder);
  const auto rank = [](const Case& c) { return c.name == "bunny" ? 0 : c.name == "cow" ? 1 : 2; };
  std::stable_sort(found.begin(), found.end(), [&](const Case& p, const Case& q) { return rank(p) < rank(q); });
  if (found.size() >= 2) return {found[0], found[1]};
  return {{"knot5200", scenes::knot(5200)}, {"knot5000", scenes::knot(5000)}};
}

Pose random_pose(scenes::Random& random) {
  const Vec3 place{random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
  return {random_rotation(random), place};
}

}  // namespace

std::vector<Row> placements(const Settings& settings) {
  const std::vector<Case> pair = models(settings);
  const std::string name = pair[0].name + "-" + pair[1].name;
  PairStage stage({object_frame(pair[0].mesh, 0), object_frame(pair[1].mesh, 0)}, make_pair_peers());

  scenes::Random random(settings.seed);
  std::vector<PairQuery> all;
  for (int i = 0; i < settings.effort.placements; ++i) all.push_back({0, 1, random_pose(random), random_pose(random)});
  std::vector<char> answers(all.size());
  stage.ours().collide(all, answers);
  std::vector<PairQuery> colliding, rejected;
  for (std::size_t i = 0; i < all.size(); ++i) (answers[i] ? colliding : rejected).push_back(all[i]);

  std::vector<Row> rows;
  const auto add = [&](std::vector<Row> more) { rows.insert(rows.end(), more.begin(), more.end()); };
  add(stage.yes_no("placements", name, all, settings.effort));
  add(stage.yes_no("placements", name + "-reject", rejected, settings.effort));
  if (!colliding.empty()) {
    add(stage.yes_no("placements", name + "-hit", colliding, settings.effort));
    add(stage.all_pairs("placements", name + "-hit-all", colliding, settings.effort));
  }
  return rows;
}

}  // namespace graze::bench
