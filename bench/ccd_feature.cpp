// ccd-feature: a vertex and a face, or two edges, whose points run straight. The mean time of a query, and the slowest.
#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/peers/feature.h"
#include "bench/workload.h"
#include "graze/motion.h"
#include "measure/timing.h"
#include "motion/exact_ccd.h"

namespace graze::bench {
namespace {

struct Query {
  FourPoints at_0, at_1;
};

using Make = std::function<Query(scenes::Random&, CcdKind)>;

Vec3 in_cube(scenes::Random& random, double half) {
  return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}
double whole(scenes::Random& random, int from, int to) {
  return from + static_cast<double>(random.next() % static_cast<std::uint64_t>(to - from + 1));
}
Vec3 on_grid(scenes::Random& random) { return {whole(random, -3, 3), whole(random, -3, 3), whole(random, -3, 3)}; }

// Steps of about the size of the features.
Query long_steps(scenes::Random& random, CcdKind) {
  Query query;
  for (std::size_t i = 0; i < 4; ++i) query.at_0[i] = in_cube(random, 1), query.at_1[i] = in_cube(random, 1);
  return query;
}

// As in a step of a simulation: a tenth of the size.
Query short_steps(scenes::Random& random, CcdKind) {
  Query query;
  for (std::size_t i = 0; i < 4; ++i) {
    query.at_0[i] = in_cube(random, 1);
    query.at_1[i] = query.at_0[i] + in_cube(random, 0.1);
  }
  return query;
}

// Whole numbers: in one plane at times, at ends and corners, and together all the time.
Query hard(scenes::Random& random, CcdKind kind) {
  Query query;
  for (std::size_t i = 0; i < 4; ++i) query.at_0[i] = on_grid(random), query.at_1[i] = on_grid(random);
  switch (random.next() % 5) {
    case 0:  // all in one plane, all the time
      for (std::size_t i = 0; i < 4; ++i) query.at_0[i].z = query.at_1[i].z = 3;
      break;
    case 1:  // nearly
      for (std::size_t i = 0; i < 4; ++i) {
        query.at_0[i] = in_cube(random, 1), query.at_1[i] = in_cube(random, 1);
        query.at_0[i].z = whole(random, -2, 2) * 0x1p-52, query.at_1[i].z = whole(random, -2, 2) * 0x1p-52;
      }
      break;
    case 2:  // a degenerate triangle or edge
      query.at_0[3] = query.at_0[2], query.at_1[3] = query.at_1[2];
      break;
    case 3: {  // touching at the start or at the end only
      FourPoints& at = random.next() % 2 == 0 ? query.at_0 : query.at_1;
      for (Vec3& p : at) p = p * 4;
      at[0] = kind == CcdKind::vertex_face ? at[1] * 0.5 + (at[2] * 0.25 + at[3] * 0.25) : at[2] * 0.5 + at[3] * 0.5;
      break;
    }
    default:  // on the grid as it is
      break;
  }
  return query;
}

// Coordinates of denormal size, and a few of 1 among them.
Query denormal(scenes::Random& random, CcdKind kind) {
  Query query = random.next() % 2 == 0 ? hard(random, kind) : long_steps(random, kind);
  const double scale = random.next() % 2 == 0 ? 0x1p-1074 : 0x1p-1060;
  for (std::size_t i = 0; i < 4; ++i) query.at_0[i] = query.at_0[i] * scale, query.at_1[i] = query.at_1[i] * scale;
  if (random.next() % 3 == 0) query.at_0[3] = on_grid(random);
  return query;
}

// The slowest of all, each at its best of a few times: what a query needs, not what disturbed it.
Seconds slowest(CcdKind kind, const std::vector<Query>& queries) {
  Seconds most = 0;
  for (const Query& query : queries) {
    Seconds best = 1;
    for (int i = 0; i < 5; ++i)
      best = std::min(best, time_once([&] {
                        const CcdResult result = ccd(kind, query.at_0, query.at_1);
                        keep(&result);
                      }));
    most = std::max(most, best);
  }
  return most;
}

}  // namespace

std::vector<Row> ccd_feature(const Settings& settings) {
  enum class Keep { all, hits, rejects };
  struct Kind {
    const char* name;
    Make make;
    Keep keep;
  };
  const Kind kinds[] = {{"short-reject", short_steps, Keep::rejects},
                        {"short-hit", short_steps, Keep::hits},
                        {"long-reject", long_steps, Keep::rejects},
                        {"long-hit", long_steps, Keep::hits},
                        {"hard-reject", hard, Keep::rejects},
                        {"hard-hit", hard, Keep::hits},
                        {"denormal", denormal, Keep::all}};
  std::vector<Row> rows;
  for (const CcdKind features : {CcdKind::vertex_face, CcdKind::edge_edge})
    for (const Kind& kind : kinds) {
      scenes::Random random(settings.seed);
      std::vector<Query> queries;
      std::vector<char> truth;
      while (queries.size() < (settings.quick ? 300u : 10000u)) {
        const Query query = kind.make(random, features);
        const bool hit = exact_ccd(features, query.at_0, query.at_1).hit;
        if (kind.keep != Keep::all && hit != (kind.keep == Keep::hits)) continue;
        queries.push_back(query);
        truth.push_back(hit);
      }
      std::vector<char> ours(queries.size()), theirs(queries.size());
      const Timings times = interleave({{[&] {
                                          for (std::size_t i = 0; i < queries.size(); ++i)
                                            ours[i] = ccd(features, queries[i].at_0, queries[i].at_1).yes();
                                          keep(ours.data());
                                        }},
                                        {[&] {
                                          for (std::size_t i = 0; i < queries.size(); ++i)
                                            theirs[i] = fcl_feature_meets(features, queries[i].at_0, queries[i].at_1);
                                          keep(theirs.data());
                                        }}},
                                       settings.effort.rounds);
      Row row;
      row.workload = "ccd-feature";
      row.scene = std::string(features == CcdKind::vertex_face ? "vertex-face-" : "edge-edge-") + kind.name;
      row.peer = "fcl-features";
      row.peer_version = fcl_feature_version();
      row.queries = queries.size();
      row.rounds = times.rounds;
      const auto total = static_cast<double>(queries.size());
      row.ours_ns = times.medians[0] * 1e9 / total;
      row.peer_ns = times.medians[1] * 1e9 / total;
      double hits = 0, missed = 0;
      for (std::size_t i = 0; i < queries.size(); ++i) {
        hits += truth[i];
        row.disagreements += ours[i] != theirs[i];
        row.ours_wrong += ours[i] != truth[i];
        row.peer_wrong += theirs[i] != truth[i];
        missed += truth[i] && !theirs[i];
      }
      row.hits = hits / total;
      row.more = {{"slowest_ns", slowest(features, queries) * 1e9}, {"missed", missed}};
      rows.push_back(row);
    }
  return rows;
}

}  // namespace graze::bench
