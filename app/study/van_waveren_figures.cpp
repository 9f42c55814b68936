// The figures of van Waveren 2005, drawn from what the sweep answers.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/study/drawing.h"
#include "app/study/figures.h"
#include "graze/dynamics.h"
#include "graze/study.h"
#include "scenes/dynamics.h"
#include "scenes/scenes.h"
#include "shape/data.h"
#include "shape/polygons.h"
#include "study/sweep/pluecker.h"

namespace graze::app {
namespace {

// Figure 1. The second line passes the first on either side, and through it.
void sidedness(StudyResult& result) {
  Drawing drawing("Figure 1: sidedness of two lines", 640, 220);
  StudyTable table{"Figure 1: lines a-b and c-d, the permuted inner product of their Plücker coordinates.",
                   {"c-d passes", "product", "six times the volume of the tetrahedron"},
                   {}};
  const Vec3 a{-1, 0, 0}, b{1, 0, 0};
  const std::pair<const char*, double> cases[] = {{"above", 0.5}, {"through", 0}, {"below", -0.5}};
  double left = 0;
  for (const auto& [where, height] : cases) {
    const Vec3 c{0.2, -1, height}, d{-0.2, 1, height};
    const double product = study::side(study::line_through(a, b), study::line_through(c, d));
    const double volume = dot(c - a, cross(b - a, d - c));
    table.rows.push_back({where, number_text(product), number_text(volume)});
    const Outlook outlook({0.5, -1, 0.7}, {{-1, -1, -0.6}, {1, 1, 0.6}}, {left + 20, 30}, 170, 140);
    drawing.arrow(outlook.at(a), outlook.at(b), {ink::blue, "none", 2});
    drawing.arrow(outlook.at(c), outlook.at(d), {ink::red, "none", 2});
    drawing.line(outlook.at({0, 0, 0}), outlook.at({0, 0, height}), {ink::grey, "none", 1, true});
    drawing.text({left + 105, 200}, fmt::format("{}: {}", where, number_text(product)), "middle");
    left += 210;
  }
  result.tables.push_back(std::move(table));
  result.pictures.push_back(drawing.picture());
}

// Figures 2 to 4. A point turns above a plane with a zone; the part of its way that it may go is thick.
void turning_points(StudyResult& result) {
  constexpr double zone = 0.5;
  struct Turn {
    const char* name;
    Vec3 from, centre;
    double angle;
  };
  // About an axis along y; a positive angle takes x to -z.
  const Turn turns[] = {{"Figure 2: stop immediately", {-0.9, 0, 0.3}, {0, 0, 0.6}, -2},
                        {"Figure 3: move up to the top", {-0.55, 0, 0.2}, {0, 0, -0.25}, 2},
                        {"Figure 4: move out and collide", {-0.9, 0, 0.3}, {0, 0, 0}, 2.9}};
  StudyTable table{"Figures 2 to 4: a point in the zone turns about an axis; the zone is 0.5 thick.",
                   {"figure", "starts at height", "may turn by", "of", "ends at height"},
                   {}};
  Drawing drawing("Figures 2 to 4: a point that turns in the zone", 660, 230);
  const Body ground{make_box({3, 3, 1}), make_pose({0, 0, -1})};
  const study::SweepBody still(ground);
  double left = 0;
  for (const Turn& turn : turns) {
    const Body point{make_point(), make_pose(turn.from)};
    const Motion motion = rotation_about(turn.centre, {0, 1, 0}, turn.angle);
    const study::SweepResult found = study::sweep(study::SweepBody(point), motion, still, {.expel = zone});
    const auto place = [&](double part) { return pose_at(point.pose, motion, 0, part).translation; };
    const Vec3 end = place(found.fraction);
    table.rows.push_back({turn.name, number_text(turn.from.z), number_text(found.fraction * std::fabs(turn.angle)),
                          number_text(std::fabs(turn.angle)), number_text(std::round(end.z * 1e6) * 1e-6)});
    const Outlook outlook({0, -1, 0}, {{-1.2, 0, -0.3}, {1.2, 0, 1.1}}, {left + 10, 30}, 200, 150);
    drawing.line(outlook.at({-1.2, 0, 0}), outlook.at({1.2, 0, 0}), {ink::black, "none", 2});
    for (double x = -1.2; x < 1.2; x += 0.15)
      drawing.line(outlook.at({x, 0, 0}), outlook.at({x - 0.12, 0, -0.15}), {ink::grey, "none", 1});
    drawing.line(outlook.at({-1.2, 0, zone}), outlook.at({1.2, 0, zone}), {ink::green, "none", 1.5, true});
    std::vector<Spot> whole, allowed;
    for (int k = 0; k <= 60; ++k) {
      whole.push_back(outlook.at(place(k / 60.0)));
      allowed.push_back(outlook.at(place(found.fraction * k / 60)));
    }
    drawing.curve(whole, {ink::grey, "none", 1, true});
    drawing.curve(allowed, {ink::red, "none", 3});
    drawing.circle(outlook.at(turn.from), 4, {ink::blue, ink::blue, 1});
    drawing.circle(outlook.at(end), 4, {ink::red, "white", 2});
    drawing.text({left + 110, 210}, turn.name, "middle");
    left += 220;
  }
  result.tables.push_back(std::move(table));
  result.pictures.push_back(drawing.picture());
}

// Figure 5. A cube without one of its eighths: three internal edges that meet in an internal vertex.
void internal_edges(StudyResult& result) {
  std::vector<Vec3> vertices;
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x) vertices.push_back({double(x), double(y), double(z)});
  const auto v = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) { return x + 3 * y + 9 * z; };
  std::vector<std::vector<std::uint32_t>> faces;
  // Seven eighths, each a cube whose outward faces are kept.
  const auto filled = [](int x, int y, int z) {
    return x >= 0 && x < 2 && y >= 0 && y < 2 && z >= 0 && z < 2 && !(x == 1 && y == 0 && z == 1);
  };
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 2; ++x) {
        if (!filled(x, y, z)) continue;
        const auto c = [&](int i, int j, int k) {
          return v(std::uint32_t(x + i), std::uint32_t(y + j), std::uint32_t(z + k));
        };
        if (!filled(x - 1, y, z)) faces.push_back({c(0, 0, 0), c(0, 0, 1), c(0, 1, 1), c(0, 1, 0)});
        if (!filled(x + 1, y, z)) faces.push_back({c(1, 0, 0), c(1, 1, 0), c(1, 1, 1), c(1, 0, 1)});
        if (!filled(x, y - 1, z)) faces.push_back({c(0, 0, 0), c(1, 0, 0), c(1, 0, 1), c(0, 0, 1)});
        if (!filled(x, y + 1, z)) faces.push_back({c(0, 1, 0), c(0, 1, 1), c(1, 1, 1), c(1, 1, 0)});
        if (!filled(x, y, z - 1)) faces.push_back({c(0, 0, 0), c(0, 1, 0), c(1, 1, 0), c(1, 0, 0)});
        if (!filled(x, y, z + 1)) faces.push_back({c(0, 0, 1), c(1, 0, 1), c(1, 1, 1), c(0, 1, 1)});
      }
  std::vector<Index3> triangles;
  std::vector<Vec3> corners = vertices;
  for (const auto& f : faces) {
    triangles.push_back({f[0], f[1], f[2]});
    triangles.push_back({f[0], f[2], f[3]});
  }
  const Shape shape = make_mesh(std::move(corners), std::move(triangles), {.solid = true});
  const PolygonSurface& surface = polygon_surface(data_of(shape));
  Drawing drawing("Figure 5: internal edges", 420, 300);
  Facets facets;
  facets.add({shape, {}}, ink::light);
  const Outlook outlook({1, -0.8, 0.9}, facets.bounds(), {60, 20}, 300, 250);
  facets.draw(drawing, outlook);
  int concave = 0, flat = 0, outer = 0, vertices_inside = 0;
  for (const PolygonSurface::Edge& edge : surface.edges) {
    const bool inside = PolygonSurface::inner(edge) != PolygonSurface::Inner::no;
    const bool reflex = edge.bend == PolygonSurface::Bend::concave;
    (reflex ? concave : inside ? flat : outer) += 1;
    if (inside && !reflex) continue;
    const Vec3 p = surface.vertices[edge.from], q = surface.vertices[edge.to];
    drawing.line(outlook.at(p), outlook.at(q),
                 {reflex ? ink::red : ink::black, "none", reflex ? 5.0 : 1.0, false, reflex ? 1.0 : 0.5});
  }
  for (const PolygonSurface::Inner inner : surface.vertex_inner)
    vertices_inside += inner == PolygonSurface::Inner::solid ? 1 : 0;
  result.pictures.push_back(drawing.picture());
  result.compared.push_back(
      fmt::format("Figure 5 shows three internal edges that meet at a vertex which need not be looked at. Of the cube "
                  "without one eighth {} edges are concave (red), {} flat, and {} can be hit; internal vertices: {}.",
                  concave, flat, outer, vertices_inside));
}

StudyResult draw_van_waveren(const StudySettings&) {
  StudyResult result;
  sidedness(result);
  turning_points(result);
  internal_edges(result);
  result.compared.push_back(
      "Figure 1: the product has the sign of the side and is 0 where the lines meet. It is six times the volume, not "
      "the "
      "volume (errata of section 2.1).");
  result.compared.push_back(
      "Figures 2 to 4: the sweep does what is drawn there: a point that goes deeper does not move, one that rises goes "
      "to "
      "the top of its arc, one that leaves the zone stops where it comes back to it.");
  return result;
}

// Figure 6. The wall of `graze simulate wall`, with several shots, at several frequencies.
StudyResult wall(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"The same wall, shot at, with steps of several lengths.",
                   {"steps a second", "simulated", "bricks that moved", "highest brick at the end", "pairs that meet"},
                   {}};
  const double seconds = settings.quick ? 0.6 : 2.0;  // shots come at 0.5, 1 and 1.5 s
  for (const int frequency : settings.quick ? std::vector{60} : std::vector{30, 60, 120}) {
    const scenes::DynamicScene scene = scenes::dynamic_scene("wall");
    Simulation simulation = scenes::make_simulation(scene);
    for (int step = 0; step < int(seconds * frequency); ++step) {
      if (scene.drive) scene.drive(simulation, double(step) / frequency, 1.0 / frequency);
      static_cast<void>(simulation.step(1.0 / frequency));
    }
    Facets facets;
    std::vector<Body> bodies;
    int moved = 0, meeting = 0;
    double highest = 0;
    std::size_t k = 0;
    for (const std::uint64_t key : simulation.keys()) {
      const BodyState state = simulation.state(key);
      const scenes::DynamicBody& made = scene.bodies[k++];
      const bool brick = made.name == "brick";
      moved += brick && length(state.body.pose.translation - made.body.pose.translation) > 0.02 ? 1 : 0;
      if (brick) highest = std::max(highest, state.body.pose.translation.z);
      if (made.settings.role != BodyRole::moving) continue;
      for (const Body& other : bodies) meeting += collide(state.body, other).yes() ? 1 : 0;
      bodies.push_back(state.body);
      const Vec3 at = state.body.pose.translation;
      if (brick && std::fabs(at.x) < 3.5 && std::fabs(at.y) < 4 && at.z < 2.4) facets.add(state.body, ink::red);
    }
    table.rows.push_back({number_text(frequency), fmt::format("{} s", seconds), number_text(moved),
                          fmt::format("{:.2f} m", highest), number_text(meeting)});
    if (frequency != 60) continue;
    Drawing drawing(fmt::format("Figure 6: the wall after {} s", seconds), 640, 330);
    const Outlook outlook({0.5, -1, 0.45}, facets.bounds(), {20, 20}, 600, 290);
    facets.draw(drawing, outlook);
    result.pictures.push_back(drawing.picture());
  }
  result.tables.push_back(std::move(table));
  result.compared.push_back(
      "The paper: whatever the frequency, bricks do not sink into each other and nothing blows up. Here every tick is "
      "proven clear (docs/dynamics.md), and the last column asks the exact core about every pair at the end.");
  return result;
}

}  // namespace

std::span<const Experiment> van_waveren_figures() {
  static constexpr Experiment list[] = {
      {"van-waveren", "figures", "Figures 1 to 5: sides, the zone and internal edges",
       "Drawn from what the calls answer: Plücker coordinates, sweeps of a point that turns in the zone, the polygons "
       "of "
       "a cube without one of its eighths.",
       &draw_van_waveren},
      {"van-waveren", "wall", "Figure 6: a brick wall, shot at",
       "Section 6: rigid bodies by impulses, here the scene `wall` of `graze simulate`.", &wall}};
  return list;
}

}  // namespace graze::app
