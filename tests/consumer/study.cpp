// Every system of graze::study once, on a box and a ball of triangles that are apart, and then meet.
#include <graze/graze.h>
#include <graze/study.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace graze;

namespace {

int failures = 0;
void expect(const char* name, bool good) {
  if (good) return;
  std::printf("%s is wrong\n", name);
  ++failures;
}

}  // namespace

int main() {
  const Shape box = make_box({1, 1, 1}),
              other = make_convex({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  for (const bool meet : {false, true}) {
    const Pose here, there = make_pose({meet ? 1.5 : 3, 0.1, 0.2});
    const double gap = find_distance({box, here}, {other, there}).distance;
    for (const study::TreeSystem& system :
         {study::rapid, study::solid_trees, study::quick_cd, study::pqp, study::dop_trees, study::sphere_trees}) {
      const study::VolumeTree a(box, system), b(other, system);
      expect(name(system.volume), study::collide({&a, here}, {&b, there}).yes() == meet);
      expect("one query in threads", study::collide_in_threads({&a, here}, {&b, there}, 2).yes() == meet);
      expect("distance of trees", std::fabs(study::find_distance({&a, here}, {&b, there}).distance - gap) < 1e-9);
      expect("tolerance of trees", study::within({&a, here}, {&b, there}, 2).yes());
      const study::VolumeTree again = b.refitted(other);
      expect("refit", study::collide({&a, here}, {&again, there}).yes() == meet);
    }
    const std::vector<CompoundPart> near{{box, {}}, {box, make_pose({0, 3, 0})}}, far{{other, {}}};
    const study::ConvexPieces pieces(near), piece(far);
    const study::PiecesFound clipped = study::v_clip({&pieces, here}, {&piece, there});
    expect("V-Clip on pieces", (clipped.apart == Answer::yes) == !meet && clipped.piece_a == 0);
    const study::ConvexModel p(box), q(other);
    for (const study::ConvexMethod& method : study::convex_methods)
      expect(method.name, (method.run({&p, here}, {&q, there}, nullptr, {}).apart == Answer::yes) == !meet);
    expect("plane divides", (study::plane_divides({&p, here}, {&q, there}).apart == Answer::yes) == !meet);
    for (const study::BspForm form : study::bsp_forms) {
      const study::BspTree a(box, form), b(other, form);
      expect(name(form), study::collide(study::BspPosed{&a, here}, study::BspPosed{&b, there}).yes() == meet);
    }
    const study::VolumeTree a(box, study::solid_trees), b(other, study::solid_trees);
    for (const study::Frame frame : study::frames) {
      expect(name(frame), study::collide_in(frame, {&a, here}, {&b, there}).yes() == meet);
      expect("a segment",
             std::fabs(study::segment_in(frame, {&a, here}, {-3, 0.2, 0.3}, {3, 0.2, 0.3}) - 1.0 / 3) < 1e-9);
    }
    study::ICollide tracked;
    study::VCollide meshes;
    study::GameServer server;
    for (const Shape& shape : {box, other}) {
      tracked.add(shape);
      meshes.add(shape);
    }
    tracked.place(1, there);
    meshes.place(1, there);
    expect("I-COLLIDE", !tracked.step().empty() == meet);
    expect("V-COLLIDE", meshes.step().size() == (meet ? 1u : 0u));
    server.add(box, here);
    const study::GameMove move{server.add(other, make_pose({6, 0, 0})), there};
    expect("the game server", server.step({&move, 1}).reverted.empty() == !meet);
    expect("bisection", server.last_clear_time(1, there, 1e-3) <= 1);
  }
  study::CellGrid grid({{-4, -4, -4}, {4, 4, 4}}, 14);
  study::BoxSearch octree(BroadKind::octree);
  study::RTree r_tree;
  for (std::uint32_t id = 0; id < 3; ++id) {
    const Box at{{1.5 * id, 0, 0}, {1.5 * id + 1.6, 1, 1}};
    grid.set(id, at);
    octree.set(id, at);
    r_tree.set(id, at);
  }
  expect("grid and octree", grid.pairs().size() == 2 && octree.pairs() == grid.pairs());
  expect("R-tree", r_tree.pairs() == grid.pairs());
  const study::ConvexModel octahedron(other);
  expect("supports", study::SupportHierarchy(octahedron).support({0.1, 3, 0.2}).point.y == 1);
  expect("the rule", study::NeighbourRule{}.choose(100, 2000) == study::NeighbourChoice::grid_then_planes);
  expect("the inequality", study::filter_pays(100, 50, 1e-4, 1e-6));
  const study::SweepBody still({box, {}}), moving({other, make_pose({5, 0, 0})});
  const study::SweepResult swept = study::sweep(moving, translation_by({-6, 0, 0}), still, {.expel = 0.01});
  expect("the sweep", swept.stopped && std::fabs(swept.fraction - 2.99 / 6) < 1e-6);
  const std::vector<study::SweepContact> stops = study::sweep_contacts(moving, translation_by({-6, 0, 0}), still);
  expect("all that stops the sweep", !stops.empty() && std::fabs(stops.front().fraction - 0.5) < 1e-6);
  expect("rotation", study::sweep(moving, rotation_about({0, 0, 0}, {0, 0, 1}, 3), still).fraction == 1);
  expect("contacts", !study::touching_features(study::SweepBody({other, make_pose({2.05, 0, 0})}), still, 0.1).empty());
  study::StretchedTree stretched(other, {{-9, -9, -9}, {9, 9, 9}});
  const double before = stretched.surface();
  stretched.move(0, {{8, 8, 8}, {8, 7, 8}, {7, 8, 8}});
  expect("stretching", stretched.surface() > before && !stretched.candidates({{7, 7, 7}, {9, 9, 9}}).empty());
  const std::vector<Shape> frames{make_convex({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 2}, {0, 0, -1}}),
                                  other};
  const study::BspAnimation animation(frames, study::BspForm::solid);
  expect("an animation", &animation.at(2.5, 1) == &animation.frame(0) && &animation.at(1.5, 1) == &animation.frame(1));
  const Pose pose = make_pose({1, 2, 3}, {}, {2, 2, 2});
  const Vec3 x{0.3, 0.4, 0.5};
  for (const auto invert : {&study::inverse_by_semantics, &study::inverse_by_wu, &study::inverse_by_cofactors})
    expect("an inverse", length(invert(pose) * (pose * x) - x) < 1e-12);
  if (failures == 0) std::printf("every system agrees\n");
  return failures == 0 ? 0 : 1;
}
