// ccd-optimisations: what each optimisation of the DOOM III paper (sections 4 and 5) is worth. A small body moves
// through a level; "ours" is the sweep with everything on, the "peer" the same sweep without one of them, and the ratio
// its factor. Beside them the certified `move`, and the pseudo-continuous way of the game paper: sampled times, then
// bisection.
#include <cmath>
#include <functional>
#include <string>

#include "graze/motion.h"
#include "measure/timing.h"
#include "measure/workloads.h"
#include "scenes/scenes.h"
#include "study/sweep/features.h"
#include "study/sweep/sweep.h"

namespace graze::measure {
using namespace study;
namespace {

struct Query {
  Body body;
  Motion motion;
};

// "Filling In the Gaps" of that paper: the speedbox, a box around all of the motion, is compared
// first; then the body is put to `steps` times of the motion, and between the last that is clear and the first that is
// not the time is bisected. What passes between two times is missed.
double pseudo_continuous(const Query& query, const Body& level, const Box& speedbox, int steps) {
  if (!overlap(speedbox, level.shape.bounds())) return 1;
  const auto meets = [&](double time) {
    return collide({query.body.shape, pose_at(query.body.pose, query.motion, 0, time)}, level).yes();
  };
  double clear = 0;
  for (int i = 1; i <= steps; ++i) {
    double hit = static_cast<double>(i) / steps;
    if (!meets(hit)) {
      clear = hit;
      continue;
    }
    for (int halving = 0; halving < 20; ++halving) {
      const double middle = (clear + hit) * 0.5;
      (meets(middle) ? hit : clear) = middle;
    }
    return clear;
  }
  return 1;
}

struct Variant {
  std::string name;
  std::function<double(std::size_t)> run;  // the fraction of query i
  double pairs = 0, sides = 0;             // of features that were looked at, and sidedness products, in all queries
};

std::vector<Query> make_queries(const Shape& shape, const Body& level, bool turns, double size, double amount,
                                int count, std::uint64_t seed) {
  scenes::Random random(seed);
  std::vector<Query> queries;
  const Box box = level.shape.bounds();
  while (static_cast<int>(queries.size()) < count) {
    const Vec3 place{random.uniform(box.lo.x, box.hi.x), random.uniform(box.lo.y, box.hi.y), random.uniform(0, 2)};
    const Body body{shape, {to_matrix(random.rotation()), place}};
    if (collide(body, level).yes()) continue;
    const Motion motion = turns ? rotation_about(place + random.direction() * size, random.direction(), amount)
                                : translation_by(random.direction() * amount);
    queries.push_back({body, motion});
  }
  return queries;
}

}  // namespace

std::vector<Row> ccd_optimisations(const Settings& settings) {
  using Broad = SweepSwitches::Broad;
  const scenes::MeshData mesh = scenes::level(settings.quick ? 2 : 3);
  const Body level{make_mesh(mesh.vertices, mesh.triangles, {.solid = true}), {}};
  const PosedPolygons still(level);
  still.tree();
  const PolygonFacts facts = polygon_facts(level.shape);
  const double share = static_cast<double>(facts.internal_edges) / static_cast<double>(facts.edges);

  std::vector<Row> rows;
  const scenes::MeshData ball = scenes::sphere(80);
  std::vector<Vec3> small_ball;
  for (const Vec3 v : ball.vertices) small_ball.push_back(v * 0.3);
  struct Scene {
    const char* name;
    Shape shape;
    bool turns;
    double amount;
    bool boxes = true;  // feature boxes, which leave so few pairs that the rest hardly matters
  };
  const Shape crate = make_box({0.3, 0.3, 0.3});
  const Shape round = make_mesh(small_ball, ball.triangles, {.solid = true});
  const Scene scenes_list[] = {{"crate-translation-0.5", crate, false, 0.5},
                               {"crate-translation-8", crate, false, 8},
                               {"crate-rotation-20", crate, true, 0.35},
                               {"crate-rotation-170", crate, true, 2.97},
                               {"ball-translation-0.5", round, false, 0.5},
                               {"ball-rotation-20", round, true, 0.35},
                               {"crate-translation-8-no-boxes", crate, false, 8, false},
                               {"crate-rotation-170-no-boxes", crate, true, 2.97, false},
                               {"ball-translation-0.5-no-boxes", round, false, 0.5, false},
                               {"ball-rotation-20-no-boxes", round, true, 0.35, false}};
  for (const Scene& scene : scenes_list) {
    const int count = settings.quick ? 8 : 24;
    const std::vector<Query> queries =
        make_queries(scene.shape, level, scene.turns, 0.5, scene.amount, count, settings.seed);
    std::vector<PosedPolygons> bodies;
    std::vector<Box> speedboxes;
    for (const Query& query : queries) {
      bodies.emplace_back(query.body);
      SweepMotion motion;
      motion.turns = scene.turns;
      motion.way = query.motion.translation;
      if (scene.turns) motion.axis = {query.motion.origin, query.motion.axis * (1 / length(query.motion.axis))};
      motion.angle = query.motion.angle;
      Box box;
      for (const Vec3 p : bodies.back().points()) box = merge(box, box_of_way(p, motion, 0));
      speedboxes.push_back(box);
    }
    const auto sweeping = [&](SweepSwitches switches, bool clip) {
      return [&, switches, clip](std::size_t i) {
        SweepSettings s{.expel = 1e-4};
        s.switches = switches;
        s.lateral_clip = clip;
        return sweep(bodies[i], queries[i].motion, still, s);
      };
    };
    SweepSwitches all;
    all.feature_boxes = scene.boxes;
    std::vector<Variant> variants;
    const auto add_sweep = [&](const std::string& name, SweepSwitches switches, bool clip) {
      const auto run = sweeping(switches, clip);
      double pairs = 0, sides = 0;
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const SweepCounters counters = run(i).counters;
        pairs += static_cast<double>(counters.vertex_faces + counters.edge_edges);
        sides += static_cast<double>(counters.sides);
      }
      variants.push_back({name, [run](std::size_t i) { return run(i).fraction; }, pairs, sides});
    };
    const auto without = [&](const char* name, auto change) {
      SweepSwitches s = all;
      change(s);
      add_sweep(std::string("without-") + name, s, true);
    };
    add_sweep("ours", all, true);
    without("shared-features", [](SweepSwitches& s) { s.shared_features = false; });
    if (!scene.turns) without("side-cache", [](SweepSwitches& s) { s.side_cache = false; });
    without("internal-skipped", [](SweepSwitches& s) { s.skip_internal = false; });
    without("back-faces-culled", [](SweepSwitches& s) { s.cull_back_faces = false; });
    if (scene.turns) without("no-arctangent", [](SweepSwitches& s) { s.no_arctangent = false; });
    if (scene.boxes) without("feature-boxes", [](SweepSwitches& s) { s.feature_boxes = false; });
    without("tree", [](SweepSwitches& s) { s.broad = Broad::motion_box; });
    if (scene.boxes) without("broad-phase", [](SweepSwitches& s) { s.broad = Broad::none; });
    if (scene.boxes && !scene.turns)
      without("anything", [](SweepSwitches& s) { s = {false, false, false, false, false, false, Broad::none}; });
    if (!scene.turns) add_sweep("paper-bounds", all, false);
    variants.push_back({"graze-move", [&](std::size_t i) {
                          const MovingBody other{level, {}};
                          return move(queries[i].body, queries[i].motion, {&other, 1}).lower;
                        }});
    for (const int steps : {10, 100})
      variants.push_back({"pseudo-continuous-" + std::to_string(steps), [&, steps](std::size_t i) {
                            return pseudo_continuous(queries[i], level, speedboxes[i], steps);
                          }});

    std::vector<std::vector<double>> answers(variants.size(), std::vector<double>(queries.size(), 1));
    std::vector<Task> tasks;
    for (std::size_t v = 0; v < variants.size(); ++v)
      tasks.push_back({[&, v] {
        for (std::size_t i = 0; i < queries.size(); ++i) answers[v][i] = variants[v].run(i);
        keep(answers[v].data());
      }});
    const Timings times = interleave(tasks, settings.effort.rounds, Clock::thread);
    double hits = 0;
    for (const double fraction : answers[0]) hits += fraction < 1;
    const auto total = static_cast<double>(queries.size());
    const auto& certified = answers[variants.size() - 3];
    for (std::size_t v = 1; v < variants.size(); ++v) {
      Row row;
      row.workload = "ccd-optimisations";
      row.scene = scene.name;
      row.peer = variants[v].name;
      row.peer_version = variants[v].name.rfind("without-", 0) == 0 ? "the same sweep" : "";
      row.ours_ns = times.medians[0] * 1e9 / total;
      row.peer_ns = times.medians[v] * 1e9 / total;
      row.queries = queries.size();
      row.rounds = times.rounds;
      row.triangles = mesh.triangles.size();
      row.hits = hits / total;
      double late = 0;
      for (std::size_t i = 0; i < queries.size(); ++i) {
        // Stops differ by what the zone is thick, over the way; a millionth more is later than the contact.
        if (std::fabs(answers[v][i] - answers[0][i]) > 0.01) ++row.disagreements;
        if (answers[v][i] > certified[i] + 1e-6) {
          ++late;
          ++row.peer_wrong;
        }
      }
      row.more = {{"internal_edges", share},
                  {"pairs_a_query", variants[0].pairs / total},
                  {"peer_pairs_a_query", variants[v].pairs / total},
                  {"sides_a_query", variants[0].sides / total},
                  {"peer_sides_a_query", variants[v].sides / total},
                  {"late", late}};
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace graze::measure
