// The figures of Blow 1997, drawn from what the calls answer. Bodies are prisms seen along y: pictures are of (x, z).
#include <fmt/format.h>

#include <cmath>

#include "app/study/drawing.h"
#include "app/study/figures.h"
#include "graze/study.h"

namespace graze::app {
namespace {

using Profile = std::vector<std::pair<double, double>>;  // (x, z), counter-clockwise

double area(const std::pair<double, double>& a, const std::pair<double, double>& b,
            const std::pair<double, double>& c) {
  return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
}

// Triangles of a simple polygon, ear by ear.
std::vector<Index3> ears(const Profile& profile) {
  std::vector<std::uint32_t> left;
  for (std::uint32_t k = 0; k < profile.size(); ++k) left.push_back(k);
  std::vector<Index3> triangles;
  while (left.size() > 2) {
    const std::size_t before = triangles.size();
    for (std::size_t k = 0; k < left.size(); ++k) {
      const std::uint32_t a = left[(k + left.size() - 1) % left.size()], b = left[k], c = left[(k + 1) % left.size()];
      bool ear = area(profile[a], profile[b], profile[c]) > 0;
      for (const std::uint32_t other : left) {
        if (other == a || other == b || other == c) continue;
        ear = ear &&
              !(area(profile[a], profile[b], profile[other]) >= 0 &&
                area(profile[b], profile[c], profile[other]) >= 0 && area(profile[c], profile[a], profile[other]) >= 0);
      }
      if (!ear) continue;
      triangles.push_back({a, b, c});
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
      break;
    }
    if (triangles.size() == before) throw Error("a profile that is not simple");
  }
  return triangles;
}

// A prism from y = -0.5 to 0.5 of a simple profile.
Shape prism(const Profile& profile) {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  const auto n = static_cast<std::uint32_t>(profile.size());
  for (const double y : {-0.5, 0.5})
    for (const auto& [x, z] : profile) vertices.push_back({x, y, z});
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t next = (k + 1) % n;
    triangles.push_back({k, next + n, next});
    triangles.push_back({k, k + n, next + n});
  }
  // (x, z) counter-clockwise is seen so from -y.
  for (const Index3& t : ears(profile)) {
    triangles.push_back({t[0], t[1], t[2]});
    triangles.push_back({t[0] + n, t[2] + n, t[1] + n});
  }
  return make_mesh(std::move(vertices), std::move(triangles), {.solid = true});
}
Shape bar(double x, double z) { return make_box({x, 0.5, z}); }

struct Flat {
  Drawing& drawing;
  Outlook outlook;
  Flat(Drawing& on, double left, double width, double reach)
      : drawing(on), outlook({0, -1, 0}, {{-reach, 0, -reach}, {reach, 0, reach}}, {left, 10}, width, 200) {}
  Spot at(double x, double z) const { return outlook.at({x, 0, z}); }
  void outline(const Profile& profile, const Pose& pose, const char* colour) {
    std::vector<Spot> corners;
    for (const auto& [x, z] : profile) corners.push_back(outlook.at(pose * Vec3{x, 0, z}));
    drawing.polygon(corners, {colour, colour, 1.5, false, 0.7});
  }
  void sphere(Vec3 centre, double radius, const char* colour) {
    drawing.circle(outlook.at(centre), radius * outlook.scale(), {colour, "none", 1.2, true});
  }
};

Profile rectangle(double x, double z) { return {{-x, -z}, {x, -z}, {x, z}, {-x, z}}; }
const Profile wedge{{-1, -0.4}, {1, -0.4}, {0.7, 0.1}, {-0.2, 0.4}, {-0.8, 0.2}};
const Profile cradle{{0, -0.5},    {1.4, -0.5}, {1.4, 0.6},  {1.1, 0.6},  {0.9, -0.2},
                     {-0.9, -0.2}, {-1.1, 0.6}, {-1.4, 0.6}, {-1.4, -0.5}};

// Figure 1. Squares, and who shares one.
void squares(StudyResult& result) {
  Drawing drawing("Figure 1: squares", 260, 250);
  const Outlook outlook({0, 0, 1}, {{0, 0, 0}, {4, 4, 0}}, {20, 10}, 220, 220);
  study::CellGrid grid({{0, 0, 0}, {4, 4, 1}}, 4, 2);
  const std::pair<const char*, Box> entities[] = {{"A", {{0.3, 2.2, 0}, {1.3, 3.2, 1}}},
                                                  {"B", {{1.5, 1.4, 0}, {2.4, 2.4, 1}}},
                                                  {"C", {{3.2, 0.2, 0}, {3.8, 0.8, 1}}}};
  for (int k = 0; k <= 4; ++k) {
    drawing.line(outlook.at({double(k), 0, 0}), outlook.at({double(k), 4, 0}), {ink::light});
    drawing.line(outlook.at({0, double(k), 0}), outlook.at({4, double(k), 0}), {ink::light});
  }
  for (std::uint32_t id = 0; id < 3; ++id) grid.set(id, entities[id].second);
  std::string told;
  for (std::uint32_t id = 0; id < 3; ++id) {
    const Box& b = entities[id].second;
    drawing.polygon({outlook.at({b.lo.x, b.lo.y, 0}), outlook.at({b.hi.x, b.lo.y, 0}), outlook.at({b.hi.x, b.hi.y, 0}),
                     outlook.at({b.lo.x, b.hi.y, 0})},
                    {ink::blue, ink::light, 2});
    drawing.text(outlook.at((b.lo + b.hi) * 0.5), entities[id].first, "middle", 16);
    told += fmt::format("{}{} with {}", id == 0 ? "" : ", ", entities[id].first, grid.sharing(id).size());
  }
  result.pictures.push_back(drawing.picture());
  result.compared.push_back(
      "Figure 1: A and B overlap into one square and are compared, C with no-one. Here, others "
      "in the squares of each: " +
      told + ".");
}

// Figures 2, 3 and 5. Spheres that part, spheres that do not, and a landing on which they say nothing.
void spheres(StudyResult& result) {
  Drawing drawing("Figures 2, 3 and 5: bounding spheres", 660, 250);
  StudyTable table{"Figures 2, 3 and 5: squared distance of the centres, and squared sum of the radii.",
                   {"situation", "D²", "(r + r)²", "spheres meet", "bodies meet", "their distance"},
                   {}};
  struct Pair {
    const char* name;
    Profile lower, upper;
    Vec3 place;
    bool landing;
  };
  const Pair pairs[] = {
      {"2c: far", wedge, rectangle(0.5, 0.4), {1.6, 0, 1.9}, false},
      {"2d: near", wedge, rectangle(0.5, 0.4), {0.9, 0, 1.0}, false},
      {"5: landing", cradle, {{-0.7, -0.15}, {0.7, -0.15}, {0.4, 0.3}, {-0.4, 0.3}}, {0, 0, 0.05}, true}};
  double left = 5;
  for (const Pair& pair : pairs) {
    const Body a{prism(pair.lower), make_pose({-0.4, 0, -0.4})};
    const Body b{prism(pair.upper), make_pose(pair.place + Vec3{-0.4, 0, -0.4})};
    const auto radius = [](const Profile& profile) {
      double most = 0;
      for (const auto& [x, z] : profile) most = std::max(most, std::sqrt(x * x + 0.25 + z * z));
      return most;
    };
    const double r = radius(pair.lower), s = radius(pair.upper);
    const Vec3 way = b.pose.translation - a.pose.translation;
    table.rows.push_back({pair.name, number_text(dot(way, way)), number_text((r + s) * (r + s)),
                          dot(way, way) <= (r + s) * (r + s) ? "yes" : "no", collide(a, b).yes() ? "yes" : "no",
                          number_text(find_distance(a, b).distance)});
    Flat flat(drawing, left, 200, 2.3);
    flat.outline(pair.lower, a.pose, ink::grey);
    flat.outline(pair.upper, b.pose, ink::blue);
    flat.sphere(a.pose.translation, r, ink::black);
    flat.sphere(b.pose.translation, s, ink::black);
    drawing.line(flat.outlook.at(a.pose.translation), flat.outlook.at(b.pose.translation), {ink::red});
    drawing.text({left + 105, 235}, pair.name, "middle");
    left += 220;
  }
  result.tables.push_back(std::move(table));
  result.pictures.push_back(drawing.picture());
}

// Figure 4. The box around the way of a fast body.
void speedbox(StudyResult& result) {
  Drawing drawing("Figure 4: the speedbox", 420, 220);
  Flat flat(drawing, 10, 400, 2);
  const Vec3 from{-1.6, 0, -0.6}, to{1.5, 0, 0.8};
  Box box;
  for (const Vec3 p : {from, to})
    for (const auto& [x, z] : wedge) box = merge(box, p + Vec3{0.4 * x, 0, 0.4 * z});
  drawing.polygon({flat.at(box.lo.x, box.lo.z), flat.at(box.hi.x, box.lo.z), flat.at(box.hi.x, box.hi.z),
                   flat.at(box.lo.x, box.hi.z)},
                  {ink::green, "none", 2, true});
  flat.outline(wedge, make_pose(from, {}, {0.4, 0.4, 0.4}), ink::grey);
  flat.outline(wedge, make_pose(to, {}, {0.4, 0.4, 0.4}), ink::blue);
  drawing.arrow(flat.outlook.at(from), flat.outlook.at(to), {ink::red});
  result.pictures.push_back(drawing.picture());
}

// Figures 6 and 7. Planes that divide: convex bodies always have one; others mostly.
void planes(StudyResult& result) {
  Drawing drawing("Figures 6 and 7: a dividing plane", 660, 250);
  struct Pair {
    const char* name;
    Profile a, b;
    Vec3 place;
  };
  const Pair pairs[] = {{"6: convex", wedge, {{-0.6, -0.5}, {0.5, -0.6}, {0.7, 0.4}, {-0.3, 0.6}}, {0.7, 0, 1.1}},
                        {"7: not convex, divided", cradle, rectangle(0.6, 0.3), {0.2, 0, 1.2}},
                        {"none divides", cradle, rectangle(0.5, 0.3), {0, 0, 0.3}}};
  double left = 5;
  std::string told;
  for (const Pair& pair : pairs) {
    const Shape s = prism(pair.a), t = prism(pair.b);
    const Pose here = make_pose({-0.2, 0, -0.5}), there = make_pose(pair.place + Vec3{-0.2, 0, -0.5});
    const study::ConvexModel p(s), q(t);
    const study::ConvexFound found = study::plane_divides({&p, here}, {&q, there});
    Flat flat(drawing, left, 200, 2);
    flat.outline(pair.a, here, ink::grey);
    flat.outline(pair.b, there, ink::blue);
    if (found.apart == Answer::yes) {
      // Between the supports of both along the normal.
      double above = -1e300, below = 1e300;
      for (const auto& [x, z] : pair.a) above = std::max(above, dot(found.normal, here * Vec3{x, 0, z}));
      for (const auto& [x, z] : pair.b) below = std::min(below, dot(found.normal, there * Vec3{x, 0, z}));
      const Vec3 on = found.normal * (0.5 * (above + below)), along{found.normal.z, 0, -found.normal.x};
      drawing.line(flat.outlook.at(on - along * 2), flat.outlook.at(on + along * 2), {ink::red, "none", 2});
    }
    drawing.text({left + 105, 235}, pair.name, "middle");
    told += fmt::format("{}{}: {}", told.empty() ? "" : "; ", pair.name,
                        found.apart == Answer::yes ? "a plane after " + std::to_string(found.steps) + " tries"
                                                   : std::string("no plane"));
    left += 220;
  }
  result.pictures.push_back(drawing.picture());
  result.compared.push_back("Figures 6 and 7, by `plane_divides`: " + told + ".");
}

// Figure 8. A jaw of teeth: what a small body between two planes leaves to be looked at.
void teeth(StudyResult& result) {
  Drawing drawing("Figure 8: planes of teeth", 420, 250);
  Profile jaw{{0, -0.9}, {2, -0.9}, {2, -0.5}};
  constexpr int count = 8;
  for (int k = count - 1; k >= 0; --k) {
    const double x = -2 + 4.0 * k / count, w = 4.0 / count;
    jaw.push_back({x + w / 2, 0.3});
    jaw.push_back({x, -0.5});
  }
  jaw.push_back({-2, -0.9});
  const Shape s = prism(jaw);
  const study::BspTree tree(s, study::BspForm::paper);
  const Box probe{{0.42, -0.1, -0.3}, {0.58, 0.1, -0.1}};
  const std::size_t left = study::candidates_in({&tree, {}}, probe).size();
  Flat flat(drawing, 10, 400, 2.2);
  flat.outline(jaw, {}, ink::grey);
  for (int k = 0; k < count; ++k) {
    const double x = -2 + 4.0 * k / count, w = 4.0 / count;
    drawing.line(flat.at(x - w / 4, -0.9), flat.at(x + 3 * w / 4, 0.7), {ink::light, "none", 1, true});
    drawing.line(flat.at(x + 5 * w / 4, -0.9), flat.at(x + w / 4, 0.7), {ink::light, "none", 1, true});
  }
  flat.outline(rectangle(0.08, 0.1), make_pose({0.5, 0, -0.2}), ink::blue);
  result.pictures.push_back(drawing.picture());
  result.compared.push_back(
      fmt::format("Figure 8: the smaller body fits between planes of the larger, so that most of it is left out: {} of "
                  "{} triangles "
                  "of a jaw of {} teeth are looked at for a box down between two of them.",
                  left, s.triangle_count(), count));
}

// Figure 9. A vertex inside tells a hit early; but not every hit has one.
void early(StudyResult& result) {
  Drawing drawing("Figure 9: vertices inside", 460, 250);
  struct Pair {
    const char* name;
    double x, z;
    Pose pose;
  };
  const Pair pairs[] = {{"a: corners inside", 0.6, 0.6, make_pose({-0.9, 0, 0.3})},
                        {"b: none inside", 1.6, 0.2, make_pose({0, 0, 0})}};
  double left = 5;
  std::string told;
  for (const Pair& pair : pairs) {
    const Shape wall = bar(0.5, 1.4), body = make_box({pair.x, 0.3, pair.z});
    const study::BspTree tree(wall, study::BspForm::paper);
    int inside = 0;
    for (int k = 0; k < 8; ++k) {
      const Vec3 corner{(k & 1) != 0 ? pair.x : -pair.x, (k & 2) != 0 ? 0.3 : -0.3, (k & 4) != 0 ? pair.z : -pair.z};
      inside += study::inside_by_cells({&tree, {}}, pair.pose * corner) ? 1 : 0;
    }
    Flat flat(drawing, left, 200, 2);
    flat.outline(rectangle(0.5, 1.4), {}, ink::grey);
    flat.outline(rectangle(pair.x, pair.z), pair.pose, ink::blue);
    drawing.text({left + 105, 235}, pair.name, "middle");
    told += fmt::format("{}{} of 8 corners in {}, and they {}", told.empty() ? "" : "; ", inside, pair.name[0],
                        collide({wall, {}}, {body, pair.pose}).yes() ? "meet" : "do not meet");
    left += 220;
  }
  result.pictures.push_back(drawing.picture());
  result.compared.push_back("Figure 9: " + told + ". So the test can only say yes, as the paper says of it.");
}

// Figure 10. A rock on its way to a face behind two arms: which stage decides in each update.
void rock(StudyResult& result) {
  const Profile face{{0, -1.2},   {0.8, -0.6}, {0.8, 0.9},   {0.4, 1.2},   {-0.3, 1.2},  {-0.5, 0.4}, {-1.6, 0.6},
                     {-1.7, 0.3}, {-0.6, 0},   {-0.6, -0.3}, {-1.6, -0.5}, {-1.6, -0.8}, {-0.5, -0.6}};
  study::GameServer server({.square = 8, .plane_divides = true, .speedbox = false});
  server.add(prism(face), make_pose({2, 0, 0}));
  const std::uint32_t id = server.add(make_box({0.12, 0.12, 0.12}), make_pose({-6, 0, -0.15}));
  Drawing drawing("Figure 10: a rock, update by update", 640, 200);
  const Outlook outlook({0, -1, 0}, {{-6.2, 0, -1.4}, {3, 0, 1.4}}, {10, 10}, 620, 150);
  Flat flat(drawing, 0, 0, 1);
  flat.outlook = outlook;
  flat.outline(face, make_pose({2, 0, 0}), ink::grey);
  const char* colours[] = {ink::light, ink::green, ink::yellow, ink::blue};
  std::array<int, 4> decided{};
  int hits = 0;
  for (int k = 0; k < 200 && hits == 0; ++k) {
    const auto before = server.statistics();
    const Vec3 place{-6 + 0.045 * k, 0, -0.15};
    const study::GameMove move{id, make_pose(place)};
    const bool hit = !server.step({&move, 1}).reverted.empty();
    std::size_t stage = 0;
    for (std::size_t s = 0; s < 4; ++s)
      if (server.statistics()[s].decided > before[s].decided) stage = s;
    ++decided[stage];
    hits += hit ? 1 : 0;
    drawing.circle(outlook.at(place), 2.2, {hit ? ink::red : colours[stage], hit ? ink::red : colours[stage], 1});
  }
  double x = 20;
  for (std::size_t s = 0; s < 4; ++s) {
    drawing.circle({x, 185}, 4, {colours[s], colours[s]});
    drawing.text({x + 8, 189}, name(study::game_stages[s]));
    x += 140;
  }
  drawing.circle({x, 185}, 4, {ink::red, ink::red});
  drawing.text({x + 8, 189}, "hit");
  result.pictures.push_back(drawing.picture());
  result.compared.push_back(
      fmt::format("Figure 10: many updates are near and one hits. Of the rock's, {} are decided by spheres or squares, "
                  "{} by boxes, "
                  "{} by planes, {} by trees, of which {} is the hit: a faster hit would save next to nothing.",
                  decided[0], decided[1], decided[2], decided[3], hits));
}

StudyResult draw_blow(const StudySettings&) {
  StudyResult result;
  squares(result);
  spheres(result);
  speedbox(result);
  planes(result);
  teeth(result);
  early(result);
  rock(result);
  return result;
}

}  // namespace

std::span<const Experiment> blow_figures() {
  static constexpr Experiment list[] = {{"blow", "figures", "Figures 1 to 10: the filters, drawn",
                                         "Each figure from the call that answers it: squares, spheres, the speedbox, "
                                         "dividing planes, the planes of a BSP "
                                         "tree, vertices inside, and a rock whose updates are decided one by one.",
                                         &draw_blow}};
  return list;
}

}  // namespace graze::app
