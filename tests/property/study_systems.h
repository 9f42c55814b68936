// The papers' systems by their public calls, against the exact core: random, coherent and degenerate cases.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "graze/study.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

inline Pose near_pose(oracle::Dice& dice, PoseKind kind, double reach) {
  return {random_linear(dice, kind, 1), dice.direction() * dice.uniform(0, reach)};
}
// A little farther on, as in the next frame.
inline Pose next_pose(oracle::Dice& dice, const Pose& pose, double step) {
  const Vec3 axis = dice.direction() * (0.5 * step);
  const Quat turn{axis.x, axis.y, axis.z, std::sqrt(1 - dot(axis, axis))};
  return {to_matrix(turn) * pose.linear, pose.translation + dice.direction() * (dice.uniform(0, 1) * step)};
}

// Every system of trees: pairs, distance, tolerance, approximate distance, refit.
inline Tally check_study_trees(std::uint64_t seed, std::uint64_t count) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  constexpr std::array systems{study::rapid, study::solid_trees, study::quick_cd,
                               study::pqp,   study::dop_trees,   study::sphere_trees};
  constexpr std::array names{"RAPID", "SOLID", "QuickCD", "PQP", "DOP-trees", "sphere trees"};
  Shape shapes[2];
  std::vector<study::VolumeTree> trees[2];
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    if (i % 100 == 0)
      for (int k = 0; k < 2; ++k) {
        shapes[k] = random_surface(dice, static_cast<std::uint32_t>(dice.integer(1, 60)));
        trees[k].clear();
        for (const study::TreeSystem& system : systems) trees[k].emplace_back(shapes[k], system);
      }
    const PoseKind kind = pose_kinds[dice.bits() % 5];  // needles are for the tests of hierarchies
    const Body a{shapes[0], near_pose(dice, kind, 1)}, b{shapes[1], near_pose(dice, kind, 2.5)};
    const std::size_t which = i % systems.size();
    const study::TreeBody p{&trees[0][which], a.pose}, q{&trees[1][which], b.pose};
    const CollideResult truth = collide(a, b, {.all = true});
    const DistanceResult far = find_distance(a, b);
    const study::TreeCollide met = study::collide(p, q, true);
    const study::TreeDistance distance = study::find_distance(p, q);
    const double relative = dice.uniform(0, 0.5), absolute = dice.chance(2) ? 0 : dice.uniform(0, 0.2);
    const study::TreeDistance about =
        study::find_distance(p, q, {.relative_error = relative, .absolute_error = absolute});
    const double tolerance = dice.chance(3) ? far.distance : dice.uniform(0, 1.5);
    std::string fault;
    if (!met.ok() || met.pairs != truth.pairs || met.yes() != truth.yes()) fault = "the pairs that meet";
    if (study::collide(p, q).yes() != truth.yes()) fault = "yes or no";
    if (study::collide_in_threads(p, q, 1 + static_cast<int>(i % 3)).yes() != truth.yes()) fault = "in threads";
    if (!distance.ok() || !(std::fabs(distance.distance - far.distance) <= 2 * far.bound + 0x1p-44 * far.distance))
      fault = "the distance";
    if (!about.ok() || !(about.distance >= far.lower * (1 - 0x1p-40)) ||
        !(about.distance <= (far.upper * (1 + relative) + absolute) * (1 + 0x1p-30) + 0x1p-40))
      fault = "the approximate distance";
    if (about.counters.volume_tests > distance.counters.volume_tests) fault = "approximate, but more work";
    if (study::within(p, q, tolerance).yes() != within(a, b, tolerance).yes()) fault = "the tolerance";
    if (!fault.empty()) tally.failure = std::string(names[which]) + ": " + fault + "\n" + lines(a, b);
    tally.count(names[which], truth.yes());
  }
  return tally;
}

// A convex body: random points, a box, points of a grid, or a long thin one.
inline Shape random_convex(oracle::Dice& dice) {
  if (dice.chance(5)) return make_box({dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1)});
  std::vector<Vec3> points{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}};
  const int kind = dice.integer(0, 2);
  for (int k = dice.integer(0, 30); k > 0; --k)
    points.push_back(kind == 0 ? dice.grid(-2, 2) * 0.5 : kind == 1 ? dice.direction() : dice.in_cube(1));
  return make_convex(std::move(points));
}

// Every method for convex pairs, over short coherent ways. Hits: decided, as far as the method can (apart is proven, or
// it found that they meet).
inline Tally check_study_convex(std::uint64_t seed, std::uint64_t count) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  constexpr int frames = 5;
  for (std::uint64_t i = 0; i < count && !tally.failed(); i += frames) {
    Body a{random_convex(dice), near_pose(dice, dice.chance(4) ? PoseKind::sheared : PoseKind::rigid, 0.5)},
        b{random_convex(dice), near_pose(dice, dice.chance(4) ? PoseKind::aligned : PoseKind::rigid, 3)};
    const study::ConvexModel model_a(a.shape), model_b(b.shape);
    std::array<study::ConvexMemory, std::size(study::convex_methods)> memories;
    const double step = dice.pick({0.01, 0.1, 0.5});
    for (int frame = 0; frame < frames && !tally.failed(); ++frame) {
      const DistanceResult truth = find_distance(a, b);
      const bool meet = collide(a, b).yes();
      for (std::size_t m = 0; m < memories.size(); ++m) {
        const study::ConvexMethod& method = study::convex_methods[m];
        const study::ConvexFound found = method.run({&model_a, a.pose}, {&model_b, b.pose}, &memories[m], {});
        std::string fault;
        if (!found.ok()) fault = "no answer";
        if (found.apart == Answer::yes && meet) fault = "apart, but they meet";
        if (!(found.lower <= truth.upper)) fault = "lower above the distance";
        if (!(found.upper >= truth.lower * (1 - 0x1p-40))) fault = "upper below the distance";
        if (!fault.empty()) tally.failure = std::string(method.name) + ": " + fault + "\n" + lines(a, b);
        tally.count(std::string(method.name) + (meet ? ", meeting" : ", apart"),
                    meet ? found.apart == Answer::no : found.apart == Answer::yes);
        // What a method without proofs says of bodies that are apart is counted by itself.
        if (method.finds_distance && !meet)
          tally.count(std::string(method.name) + ", apart, said to meet", found.apart == Answer::no);
        if (method.finds_distance && !meet && found.apart == Answer::yes)
          tally.count(std::string(method.name) + ", distance to 1e-6",
                      found.upper - found.lower <= 1e-6 * (1 + truth.distance));
      }
      b.pose = next_pose(dice, b.pose, step);
    }
  }
  return tally;
}

// V-Clip on bodies of convex pieces, over short coherent ways, against compounds. Hits: decided as the core does.
inline Tally check_study_pieces(std::uint64_t seed, std::uint64_t count) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed();) {
    std::vector<CompoundPart> parts[2];
    for (auto& list : parts)
      for (int k = dice.integer(1, 7); k > 0; --k)
        list.push_back({random_convex(dice), make_pose(dice.in_cube(2), dice.rotation())});
    Body a{make_compound(parts[0]), near_pose(dice, PoseKind::rigid, 0.5)},
        b{make_compound(parts[1]), near_pose(dice, dice.chance(3) ? PoseKind::scaled : PoseKind::rigid, 6)};
    const study::ConvexPieces pieces_a(parts[0]), pieces_b(parts[1]);
    study::PiecesMemory memory;
    const double step = dice.pick({0.01, 0.1, 0.5});
    for (int frame = 0; frame < 5 && !tally.failed(); ++frame, ++i) {
      const study::PiecesFound found = study::v_clip({&pieces_a, a.pose}, {&pieces_b, b.pose}, &memory);
      const DistanceResult truth = find_distance(a, b);
      const bool meet = collide(a, b).yes();
      // Pieces are placed in the body, and then in the world: each rounds.
      constexpr double room = 1e-12;
      std::string fault;
      if (!found.ok()) fault = "no answer";
      if (found.apart == Answer::yes && meet && found.lower > room) fault = "apart, but they meet";
      if (!(found.lower <= truth.upper + room)) fault = "lower above the distance";
      if (found.apart == Answer::yes && !(found.upper >= truth.lower * (1 - 0x1p-40) - room))
        fault = "upper below the distance";
      if (found.apart != Answer::unknown && (found.piece_a >= parts[0].size() || found.piece_b >= parts[1].size()))
        fault = "no such piece";
      if (found.apart == Answer::no && !(found.depth >= 0)) fault = "a depth below 0";
      if (!fault.empty()) tally.failure = fault + "\n" + lines(a, b);
      tally.count(meet ? "meeting" : "apart", found.apart == (meet ? Answer::no : Answer::yes));
      if (!meet && found.apart == Answer::yes)
        tally.count("distance to 1e-6", found.upper - found.lower <= 1e-6 * (1 + truth.distance));
      b.pose = next_pose(dice, b.pose, step);
    }
  }
  return tally;
}

// Dobkin and Kirkpatrick's supports against all vertices: random directions, those of facets and edges, coherent ones.
// Hits: fewer vertices were looked at than there are.
inline Tally check_study_supports(std::uint64_t seed, std::uint64_t count) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed();) {
    std::vector<Vec3> points;
    const int kind = dice.integer(0, 3);
    for (int k = dice.integer(1, 400); k > 0; --k)
      points.push_back(kind == 0   ? dice.grid(-6, 6)
                       : kind == 1 ? dice.direction() * 3
                       : kind == 2 ? dice.in_cube(2)
                                   : Vec3{dice.uniform(-1, 1), dice.uniform(-1, 1), 0.25});  // flat
    const Shape shape = make_convex(std::move(points));
    const study::ConvexModel model(shape);
    const study::SupportHierarchy hierarchy(model);
    std::vector<Vec3> corners;
    for (std::uint32_t t = 0; t < shape.triangle_count(); ++t)
      for (const Vec3 p : {shape.triangle(t).a, shape.triangle(t).b, shape.triangle(t).c}) corners.push_back(p);
    Vec3 direction = dice.direction();
    for (int k = 0; k < 50 && !tally.failed(); ++k, ++i) {
      direction = dice.chance(3)   ? dice.direction()
                  : dice.chance(2) ? dice.grid(-2, 2)
                                   : direction + dice.direction() * 0.1;
      const study::SupportHierarchy::Found found = hierarchy.support(direction);
      double top = -std::numeric_limits<double>::infinity();
      for (const Vec3 p : corners) top = std::max(top, dot(p, direction));
      if (dot(found.point, direction) < top - 1e-12 || found.vertex >= model.vertex_count())
        tally.failure = "a support that is too low, of " + std::to_string(model.vertex_count()) + " vertices";
      if (model.vertex_count() > 64)
        tally.count("large hulls", found.looked_at < model.vertex_count() / 2);
      else
        tally.count("small hulls", found.looked_at <= model.vertex_count());
    }
  }
  return tally;
}

// BSP trees of every form, of two forms in a pair.
inline Tally check_study_bsp(std::uint64_t seed, std::uint64_t count) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  using study::BspForm;
  constexpr auto& forms = study::bsp_forms;
  Shape shapes[2];
  std::vector<study::BspTree> trees[2];
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    if (i % 100 == 0)
      for (int k = 0; k < 2; ++k) {
        const auto size = static_cast<std::uint32_t>(dice.integer(8, 60));
        shapes[k] = dice.chance(3)   ? make_box({0.5, 0.3, 0.4})
                    : dice.chance(2) ? mesh_of(scenes::torus(size + 40), {.solid = true})
                                     : random_surface(dice, size);
        trees[k].clear();
        for (const BspForm form : forms) trees[k].emplace_back(shapes[k], form);
      }
    const Body a{shapes[0], near_pose(dice, PoseKind::rigid, 0.5)}, b{shapes[1], near_pose(dice, PoseKind::rigid, 2.2)};
    const std::size_t f = dice.bits() % std::size(forms), g = dice.bits() % std::size(forms);
    const bool truth = collide(a, b).yes();
    const study::BspPosed p{&trees[0][f], a.pose}, q{&trees[1][g], b.pose};
    const CollideResult found = study::collide(p, q);
    std::string fault;
    if (!found.ok() || found.yes() != truth) fault = "yes or no";
    if (f < 2 && shapes[0].solid()) {
      const Vec3 point = a.pose * dice.in_cube(1);
      const bool in = collide({make_point(), {{}, point}}, a).yes();
      if (study::inside_by_cells(p, point) != in) fault = "inside";
    }
    if (!fault.empty())
      tally.failure = std::string(name(forms[f])) + " and " + name(forms[g]) + ": " + fault + "\n" + lines(a, b);
    tally.count(name(forms[f]), truth);
  }
  return tally;
}

// Frames of Maia and others: the same answers from all seven, up to triangles that hardly touch. Hits: as the core
// says.
inline Tally check_study_frames(std::uint64_t seed, std::uint64_t count) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed();) {
    const Shape s = random_surface(dice, 20), t = random_surface(dice, 20);
    const study::VolumeTree tree_a(s, study::solid_trees), tree_b(t, study::solid_trees);
    for (int k = 0; k < 50; ++k, ++i) {
      const PoseKind kind = dice.pick({PoseKind::rigid, PoseKind::scaled, PoseKind::reflected});
      const Body a{s, near_pose(dice, kind, 1)}, b{t, near_pose(dice, PoseKind::scaled, 2)};
      const study::PairFrames maps(a.pose, b.pose);
      const study::Frame frame = study::frames[i % 7], other = study::frames[dice.bits() % 7];
      const Vec3 point = dice.in_cube(1);
      const Vec3 there = maps.between(other, frame) * (maps.between(study::Frame::a, other) * point);
      const bool truth = collide(a, b).yes();
      const study::TreeCollide found = study::collide_in(frame, {&tree_a, a.pose}, {&tree_b, b.pose});
      const Vec3 from = dice.in_cube(3), to = dice.in_cube(3);
      const double hit = study::segment_in(frame, {&tree_a, a.pose}, from, to);
      const RayResult ray = cast(a, {from, to - from, 1});
      if (!found.ok() || length(there - maps.between(study::Frame::a, frame) * point) > 1e-9 * (1 + length(there)))
        tally.failure = std::string(name(frame)) + ": not a way round\n" + lines(a, b);
      tally.count(name(frame), found.yes() == truth);
      tally.count("segments",
                  ray.yes() == !std::isnan(hit) && (std::isnan(hit) || std::fabs(hit - ray.closest.t) < 1e-6));
      tally.count("meeting", truth);
    }
  }
  return tally;
}

// Boxes that move: grids of any resolution and the searches of the core against all pairs.
inline Tally check_study_boxes(std::uint64_t seed, std::uint64_t count) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed(); i += 10) {
    const Box region{{-4, -4, -4}, {4, 4, 4}};
    study::CellGrid grid(region, static_cast<std::uint32_t>(dice.integer(1, 20)), dice.integer(2, 3));
    std::vector<study::BoxSearch> searches;
    for (const BroadKind kind : broad_kinds) searches.emplace_back(kind);
    study::RTree r_tree;
    std::vector<std::optional<Box>> boxes(static_cast<std::size_t>(dice.integer(2, 40)));
    for (int step = 0; step < 10 && !tally.failed(); ++step) {
      for (std::uint32_t id = 0; id < boxes.size(); ++id) {
        if (!dice.chance(2)) continue;
        const bool gone = dice.chance(6);
        const Vec3 centre = dice.chance(3) ? dice.grid(-5, 5) : dice.in_cube(5), half = abs(dice.in_cube(1.5));
        boxes[id] = Box{centre - half, centre + half};
        if (gone) boxes[id].reset();
        if (gone) {
          grid.remove(id);
          r_tree.remove(id);
        } else {
          grid.set(id, *boxes[id]);
          r_tree.set(id, *boxes[id]);
        }
        for (auto& search : searches)
          if (gone)
            search.remove(id);
          else
            search.set(id, *boxes[id]);
      }
      study::IdPairs truth;
      for (std::uint32_t a = 0; a < boxes.size(); ++a)
        for (std::uint32_t b = a + 1; b < boxes.size(); ++b)
          if (boxes[a] && boxes[b] && overlap(*boxes[a], *boxes[b])) truth.emplace_back(a, b);
      if (grid.pairs() != truth) tally.failure = "the grid";
      if (r_tree.pairs() != truth) tally.failure = "the R-tree";
      if (const std::string wrong = r_tree.validate(); !wrong.empty()) tally.failure = "the R-tree: " + wrong;
      for (std::size_t k = 0; k < searches.size(); ++k)
        if (searches[k].pairs() != truth) tally.failure = name(broad_kinds[k]);
      tally.count("steps", !truth.empty());
    }
  }
  return tally;
}

// I-COLLIDE, V-COLLIDE and the game server over steps of a small crowd, with bodies that come and go.
inline Tally check_study_crowds(std::uint64_t seed, std::uint64_t count) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed();) {
    study::ICollide tracked;
    study::VCollide meshes;
    study::GameServer server({.square = dice.uniform(0.5, 4), .plane_divides = dice.chance(2), .speedbox = false});
    std::vector<Body> bodies;
    // Surfaces for V-COLLIDE, which knows no inside; the server knows solids.
    std::vector<Shape> surfaces;
    const auto same = [&](std::uint32_t id) {
      if (id + 1 != bodies.size()) tally.failure = "ids are not given in order";
    };
    for (int k = dice.integer(3, 8); k > 0; --k) {
      const Shape shape = random_convex(dice);
      bodies.push_back({shape, make_pose(dice.in_cube(5), dice.rotation())});
      std::vector<Vec3> soup;
      for (std::uint32_t t = 0; t < shape.triangle_count(); ++t)
        for (const Vec3 p : {shape.triangle(t).a, shape.triangle(t).b, shape.triangle(t).c}) soup.push_back(p);
      surfaces.push_back(make_soup(std::move(soup)));
      same(tracked.add(shape));
      same(meshes.add(surfaces.back()));
      same(server.add(shape, bodies.back().pose));
      tracked.place(static_cast<std::uint32_t>(bodies.size() - 1), bodies.back().pose);
      meshes.place(static_cast<std::uint32_t>(bodies.size() - 1), bodies.back().pose);
    }
    const auto touching = [&](std::uint32_t a, const std::vector<Body>& among) {
      std::vector<std::uint32_t> found;
      for (std::uint32_t b = 0; b < among.size(); ++b)
        if (a != b && collide(among[a], among[b]).yes()) found.push_back(b);
      return found;
    };
    for (int step = 0; step < 6 && !tally.failed(); ++step, ++i) {
      for (std::uint32_t id = 0; id < bodies.size() && !tally.failed(); ++id) {
        const Pose old = bodies[id].pose, to = next_pose(dice, old, dice.pick({0.05, 0.4}));
        bodies[id].pose = to;
        const std::vector<std::uint32_t> hit = touching(id, bodies);
        const study::GameMove move{id, to};
        const study::GameStep done = server.step({&move, 1});
        study::IdPairs expected;
        for (const std::uint32_t other : hit) expected.emplace_back(std::min(id, other), std::max(id, other));
        std::sort(expected.begin(), expected.end());
        if (done.hits != expected || done.reverted.empty() != hit.empty()) tally.failure = "the game server";
        if (!hit.empty()) bodies[id].pose = old;
        if (!(server.pose(id) == bodies[id].pose)) tally.failure = "a revert";
        tally.count("moves of the server", !hit.empty());
      }
      // The others have bodies where they wanted to go.
      std::vector<Body> now = bodies;
      for (std::uint32_t id = 0; id < now.size(); ++id) {
        if (dice.chance(2)) now[id].pose = next_pose(dice, now[id].pose, 1);
        tracked.place(id, now[id].pose);
        meshes.place(id, now[id].pose);
      }
      study::IdPairs hulls, shells;
      for (std::uint32_t a = 0; a < now.size(); ++a)
        for (std::uint32_t b = a + 1; b < now.size(); ++b) {
          if (collide(now[a], now[b]).yes()) hulls.emplace_back(a, b);
          if (collide({surfaces[a], now[a].pose}, {surfaces[b], now[b].pose}).yes()) shells.emplace_back(a, b);
        }
      if (meshes.step() != shells) tally.failure = "V-COLLIDE";
      study::IdPairs found;
      for (const study::TrackedPair& pair : tracked.step())
        if (pair.apart != Answer::yes) found.emplace_back(pair.a, pair.b);
      // What it cannot prove apart is not apart: all that meet are there, and hardly anything else.
      for (const auto& pair : hulls)
        if (std::find(found.begin(), found.end(), pair) == found.end()) tally.failure = "I-COLLIDE lost a pair";
      tally.count("steps of I-COLLIDE, as exact", found == hulls);
      tally.count("steps of V-COLLIDE", !shells.empty());
    }
    tracked.remove(0);
    meshes.remove(0);
    server.remove(0);
    for (const study::TrackedPair& pair : tracked.step())
      if (pair.a == 0) tally.failure = "a body that is gone";
  }
  return tally;
}

}  // namespace graze::property
