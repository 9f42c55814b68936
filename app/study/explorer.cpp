// The page of `graze study --html`: the results, and pictures that can be stepped through: levels of a hierarchy, a
// sweep into its expel zone, planes that are learnt, features that are followed, the k-DOP of a body that turns.
#include <fmt/format.h>

#include <cmath>

#include "app/study/explorer.h"
#include "app/study/landing.h"
#include "base/json_text.h"
#include "filter/local_volumes.h"
#include "graze/study.h"
#include "report/web_page.h"
#include "report/web_text.h"
#include "scenes/scenes.h"

namespace graze::app {
namespace {

struct Lines {
  std::string colour;
  bool thick = false;
  std::vector<Vec3> points = {};  // two for each line

  void add(Vec3 p, Vec3 q) {
    points.push_back(p);
    points.push_back(q);
  }
  void add(const Box& b) {
    const auto corner = [&](int i) {
      return Vec3{(i & 1) != 0 ? b.hi.x : b.lo.x, (i & 2) != 0 ? b.hi.y : b.lo.y, (i & 4) != 0 ? b.hi.z : b.lo.z};
    };
    for (int i = 0; i < 8; ++i)
      for (const int bit : {1, 2, 4})
        if ((i & bit) == 0) add(corner(i), corner(i | bit));
  }
  void add(const Body& body) {
    for (std::uint32_t t = 0; t < body.shape.triangle_count(); ++t) {
      const Triangle local = body.shape.triangle(t);
      const Vec3 a = body.pose * local.a, b = body.pose * local.b, c = body.pose * local.c;
      add(a, b);
      add(b, c);
      add(c, a);
    }
  }
};
struct Step {
  std::string caption;
  std::vector<Lines> parts;
};
struct Walkthrough {
  std::string title;
  double reach = 1;
  std::vector<Lines> always = {};
  std::vector<Step> steps = {};
};

constexpr const char *grey = "#bbbbbb", *red = "#d1495b", *blue = "#30638e", *green = "#6a994e";

Walkthrough levels() {
  Walkthrough result{"levels of a hierarchy (SOLID, boxes along the axes)", 1.4};
  const scenes::MeshData mesh = scenes::knot(600);
  const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
  const study::VolumeTree tree(shape, study::solid_trees);
  result.always = {{grey}};
  result.always[0].add({shape, {}});
  for (std::size_t depth = 0; depth < tree.depth(); ++depth) {
    const std::vector<Box> boxes = tree.level(depth);
    Lines lines{blue};
    for (const Box& box : boxes) lines.add(box);
    result.steps.push_back({fmt::format("level {}, {} boxes", depth, boxes.size()), {lines}});
  }
  return result;
}

Walkthrough sweep() {
  Walkthrough result{"a sweep, its expel zone and what stops it (van Waveren)", 3};
  const Body block{make_box({0.8, 0.8, 0.8}), {}};
  const Body crate{make_box({0.4, 0.4, 0.4}), make_pose({2.2, 0.5, 0.3}, {0.2, 0.3, 0.1, std::sqrt(1 - 0.14)})};
  const double zone = 0.1;
  const Motion motion = translation_by({-4, -0.6, 0});
  const study::SweepResult found =
      study::sweep(study::SweepBody(crate), motion, study::SweepBody(block), {.expel = zone});
  result.always = {{grey}, {green}};
  result.always[0].add(block);
  result.always[1].add(Box{{-0.8 - zone, -0.8 - zone, -0.8 - zone}, {0.8 + zone, 0.8 + zone, 0.8 + zone}});
  for (int k = 0; k <= 10; ++k) {
    const double time = found.fraction * k / 10;
    Lines lines{red};
    lines.add({crate.shape, pose_at(crate.pose, motion, 0, time)});
    Step step{fmt::format("{:.3f} of the way", time), {lines}};
    if (k == 10 && found.stopped) {
      Lines normal{blue, true};
      normal.add(found.contact.point, found.contact.point - found.contact.normal * 0.5);
      step.parts.push_back(normal);
      step.caption += ": stopped at the zone; the contact's normal is blue";
    }
    result.steps.push_back(step);
  }
  return result;
}

Shape ball(std::uint32_t triangles) {
  const scenes::MeshData mesh = scenes::sphere(triangles);
  return make_mesh(mesh.vertices, mesh.triangles);
}

Walkthrough planes() {
  Walkthrough result{"a separating plane that is learnt (Zachmann)", 3};
  const Shape a = make_box({1, 0.2, 1}), b = make_box({0.2, 1, 0.5});
  const Pose here = make_pose({-0.55, -0.3, 0}, {0, 0, 0.3, std::sqrt(1 - 0.09)}),
             there = make_pose({0.6, 0.75, 0.2}, {0, 0, 0.2, std::sqrt(1 - 0.04)});
  const study::ConvexModel p(a), q(b);
  result.always = {{grey}, {green}};
  result.always[0].add({a, here});
  result.always[1].add({b, there});
  for (std::uint32_t steps = 0; steps <= 40; ++steps) {
    study::ConvexMemory memory;
    const study::ConvexFound found = study::separating_plane({&p, here}, {&q, there}, &memory, {.most_steps = steps});
    const Vec3 n = memory.direction * (1 / length(memory.direction));
    const Vec3 side = cross(n, std::fabs(n.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0});
    const Vec3 u = side * (1 / length(side)), v = cross(n, u), middle = (here.translation + there.translation) * 0.5;
    Lines lines{found.apart == Answer::yes ? blue : red, true};
    for (int k = -3; k <= 3; ++k) {
      lines.add(middle + u * (k * 0.4) - v * 1.2, middle + u * (k * 0.4) + v * 1.2);
      lines.add(middle + v * (k * 0.4) - u * 1.2, middle + v * (k * 0.4) + u * 1.2);
    }
    result.steps.push_back(
        {fmt::format("after {} updates: {}", steps,
                     found.apart == Answer::yes ? "its normal parts the bodies" : "a vertex is on the wrong side"),
         {lines}});
    if (found.apart == Answer::yes) break;
  }
  return result;
}

Walkthrough features() {
  Walkthrough result{"closest features, followed (Lin–Canny)", 3.2};
  const Shape a = ball(120), b = make_box({0.5, 0.3, 0.7});
  const study::ConvexModel p(a), q(b);
  result.always = {{grey}};
  result.always[0].add({a, {}});
  study::ConvexMemory memory;
  constexpr const char* kinds[] = {"vertex", "edge", "facet"};
  for (int k = 0; k < 36; ++k) {
    const double angle = k * 0.17;
    const Body body{b, make_pose({2 * std::cos(angle), 2 * std::sin(angle), 0.5 * std::sin(2 * angle)},
                                 {0, 0, std::sin(angle), std::cos(angle)})};
    const study::ConvexFound found = study::lin_canny({&p, {}}, {&q, body.pose}, &memory);
    Lines other{green}, nearest{red, true};
    other.add(body);
    nearest.add(found.point_a, found.point_b);
    result.steps.push_back(
        {fmt::format("{} of the ball and {} of the box, {:.4f} apart, {} steps from the last pair",
                     kinds[int(found.part_a.kind)], kinds[int(found.part_b.kind)], found.upper, found.steps),
         {other, nearest}});
  }
  return result;
}

// A feature of a hull, and its Voronoi region: from each of its corners along the normals of the facets there.
void add_feature(const LocalHull& hull, const Pose& pose, study::HullPart part, Lines& feature, Lines& region) {
  const Polytope& p = hull.polytope;
  const auto ray = [&](std::uint32_t vertex, std::uint32_t facet) {
    const Vec3 from = pose * p.vertices[vertex], way = pose.linear * hull.frame.normals[facet];
    region.add(from, from + way * (0.8 / length(way)));
  };
  const auto side = [&](std::uint32_t half_edge) { return std::pair{p.loop[half_edge], p.loop[p.twin[half_edge]]}; };
  if (part.kind == study::HullPart::Kind::facet) {
    for (std::uint32_t h = p.facet_start[part.index]; h < p.facet_start[part.index + 1]; ++h) {
      const auto [from, to] = side(h);
      feature.add(pose * p.vertices[from], pose * p.vertices[to]);
      ray(from, part.index);
    }
  } else if (part.kind == study::HullPart::Kind::edge) {
    const auto [from, to] = side(part.index);
    feature.add(pose * p.vertices[from], pose * p.vertices[to]);
    for (const std::uint32_t facet : {p.facet[part.index], p.facet[p.twin[part.index]]})
      for (const std::uint32_t vertex : {from, to}) ray(vertex, facet);
  } else {
    const Vec3 at = pose * p.vertices[part.index];
    feature.add(at - Vec3{0.04, 0, 0}, at + Vec3{0.04, 0, 0});
    feature.add(at - Vec3{0, 0.04, 0}, at + Vec3{0, 0.04, 0});
    feature.add(at - Vec3{0, 0, 0.04}, at + Vec3{0, 0, 0.04});
    for (std::uint32_t e = p.neighbour_start[part.index]; e < p.neighbour_start[part.index + 1]; ++e)
      ray(part.index, p.facet[p.outgoing[e]]);
  }
}

Walkthrough voronoi_walk() {
  Walkthrough result{"a Voronoi walk: feature by feature to the closest ones (Lin–Canny)", 3.2};
  const Shape a = ball(120), b = make_box({0.5, 0.3, 0.7});
  const study::ConvexModel p(a), q(b);
  // From where the box was: on the other side of the ball.
  study::ConvexMemory before;
  const Pose there = make_pose({-2, -0.5, -0.6}),
             here = make_pose({1.9, 0.7, 0.6}, {0.2, 0.1, 0.3, std::sqrt(1 - 0.14)});
  static_cast<void>(study::lin_canny({&p, {}}, {&q, there}, &before));
  result.always = {{grey}, {green}};
  result.always[0].add({a, {}});
  result.always[1].add({b, here});
  constexpr const char* kinds[] = {"vertex", "edge", "facet"};
  for (std::uint32_t steps = 0; steps < 100; ++steps) {
    study::ConvexMemory memory = before;
    const study::ConvexFound found = study::lin_canny({&p, {}}, {&q, here}, &memory, {.feature_steps = steps});
    Lines feature{red, true}, region{blue}, nearest{red};
    add_feature(*local_hull(data_of(a)), {}, found.part_a, feature, region);
    add_feature(*local_hull(data_of(b)), here, found.part_b, feature, region);
    nearest.add(found.point_a, found.point_b);
    const bool ended = found.steps < steps;
    if (ended) break;
    result.steps.push_back(
        {fmt::format("step {}: {} of the ball and {} of the box, {:.4f} apart; their Voronoi regions "
                     "are blue",
                     steps, kinds[int(found.part_a.kind)], kinds[int(found.part_b.kind)], found.upper),
         {feature, region, nearest}});
  }
  return result;
}

// The run of Blow's table, every few updates.
Walkthrough landing() {
  Walkthrough result{"deploy and landing: which stage decides (Blow)", 7};
  std::size_t count = 0;
  std::array<std::uint64_t, study::game_stages.size()> sum{};
  static_cast<void>(run_landing({}, 30, [&](const LandingUpdate& now) {
    for (std::size_t s = 0; s < sum.size(); ++s) sum[s] += now.decided[s];
    if (count++ % 8 != 0) return;
    Lines ground{grey}, tank{blue}, load{red};
    for (std::size_t b = 0; b < now.bodies.size(); ++b) {
      const Vec3 at = now.bodies[b].pose.translation;
      if (std::fabs(at.x) > 10) continue;
      (b + 2 < now.bodies.size() ? ground : b + 2 == now.bodies.size() ? tank : load).add(now.bodies[b]);
    }
    std::string caption = now.phase + "; decided so far:";
    for (std::size_t s = 0; s < sum.size(); ++s) caption += fmt::format(" {} {}", name(study::game_stages[s]), sum[s]);
    result.steps.push_back({caption, {ground, tank, load}});
  }));
  return result;
}

// The edges of the polytope n_i . x <= d_i: corners where three planes meet, joined where they share two.
Lines outline(const std::vector<Vec3>& normals, const std::vector<double>& offsets) {
  struct Corner {
    Vec3 place;
    std::size_t planes[3];
  };
  std::vector<Corner> corners;
  for (std::size_t i = 0; i < normals.size(); ++i)
    for (std::size_t j = i + 1; j < normals.size(); ++j)
      for (std::size_t k = j + 1; k < normals.size(); ++k) {
        const Vec3 x = cross(normals[j], normals[k]);
        const double det = dot(normals[i], x);
        if (std::fabs(det) < 1e-9) continue;
        const Vec3 at =
            (x * offsets[i] + cross(normals[k], normals[i]) * offsets[j] + cross(normals[i], normals[j]) * offsets[k]) *
            (1 / det);
        bool inside = true;
        for (std::size_t m = 0; m < normals.size(); ++m) inside = inside && dot(normals[m], at) <= offsets[m] + 1e-9;
        if (inside) corners.push_back({at, {i, j, k}});
      }
  Lines lines{blue};
  for (std::size_t a = 0; a < corners.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      int shared = 0;
      for (const std::size_t p : corners[a].planes)
        for (const std::size_t q : corners[b].planes) shared += p == q ? 1 : 0;
      if (shared == 2 && length(corners[a].place - corners[b].place) > 1e-9)
        lines.add(corners[a].place, corners[b].place);
    }
  return lines;
}

Walkthrough dops() {
  Walkthrough result{"the 24-DOP of a body that turns (QuickCD, Zachmann)", 2};
  const scenes::MeshData mesh = scenes::torus(300);
  const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
  std::vector<Vec3> normals;
  for (const Vec3 n : {Vec3{1, 0, 0},
                       {0, 1, 0},
                       {0, 0, 1},
                       {1, 1, 0},
                       {1, -1, 0},
                       {1, 0, 1},
                       {1, 0, -1},
                       {0, 1, 1},
                       {0, 1, -1},
                       {1, 1, 1},
                       {1, 1, -1},
                       {1, -1, 1}})
    for (const double sign : {1.0, -1.0}) normals.push_back(n * (sign / length(n)));
  for (int k = 0; k < 24; ++k) {
    const double half = k * 0.065;
    const Body body{shape, make_pose({}, {0.6 * std::sin(half), 0.8 * std::sin(half), 0, std::cos(half)})};
    std::vector<double> offsets(normals.size(), -1e300);
    for (std::uint32_t t = 0; t < shape.triangle_count(); ++t)
      for (const Vec3 local : {shape.triangle(t).a, shape.triangle(t).b, shape.triangle(t).c})
        for (std::size_t m = 0; m < normals.size(); ++m)
          offsets[m] = std::max(offsets[m], dot(normals[m], body.pose * local));
    Lines lines{grey};
    lines.add(body);
    result.steps.push_back(
        {fmt::format("turned by {:.0f} degrees", 2 * half * 57.29578), {lines, outline(normals, offsets)}});
  }
  return result;
}

void write(JsonWriter& out, const Lines& lines) {
  out.object([&] {
    out.field("colour", lines.colour).field("thick", lines.thick);
    out.key("lines").array([&] {
      for (const Vec3 p : lines.points)
        for (int k = 0; k < 3; ++k) out.raw(fmt::format("{:.5g}", p[k]));
    });
  });
}

}  // namespace

std::string explorer_page(const std::string& machine,
                          const std::vector<std::pair<const Experiment*, StudyResult>>& results) {
  std::string data;
  JsonWriter out(data);
  out.object([&] {
    out.field("machine", machine);
    out.key("experiments").list(results, [&](const auto& entry) {
      std::string one = json_text(*entry.first, entry.second);
      one.resize(one.rfind('}'));  // its plots go on beside it, as pictures
      JsonWriter more(one);
      more.key("svgs").list(pictures_of(entry.second),
                            [&](const StudyPicture& picture) { more.value(std::string_view(picture.svg)); });
      out.raw(one + "}");
    });
    const std::vector<Walkthrough> scenes{levels(), sweep(), planes(), voronoi_walk(), features(), dops(), landing()};
    out.key("scenes").list(scenes, [&](const Walkthrough& scene) {
      out.object([&] {
        out.field("title", scene.title).field("reach", scene.reach);
        out.key("always").list(scene.always, [&](const Lines& lines) { write(out, lines); });
        out.key("steps").list(scene.steps, [&](const Step& step) {
          out.object([&] {
            out.field("caption", step.caption);
            out.key("parts").list(step.parts, [&](const Lines& lines) { write(out, lines); });
          });
        });
      });
    });
  });
  // Within a script nothing may look like the end of one.
  for (std::size_t at = 0; (at = data.find("</", at)) != std::string::npos; at += 3) data.replace(at, 2, "<\\/");
  std::string page(study_page_html);
  replace(page, "@DATA@", data);
  return page;
}

}  // namespace graze::app
