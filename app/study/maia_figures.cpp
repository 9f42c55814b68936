// The figures of Maia, Vidal and Cavalcante-Neto: boxes, frames, surfaces of contact, and a picture by rays.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/study/drawing.h"
#include "app/study/figures.h"
#include "app/study/rows.h"
#include "graze/study.h"
#include "render/render.h"

namespace graze::app {
namespace {

// Figure 1. A box in the plane, its edges, and the box around it.
void world_box(StudyResult& result) {
  const double angle = 0.5, c = std::cos(angle), s = std::sin(angle);
  const Vec3 a{3 * c, 0, 3 * s}, b{-1.4 * s, 0, 1.4 * c}, p{1.2, 0, 0.4};
  const Pose pose{{a, {0, 1, 0}, b}, p};
  const Box local{{0, 0, 0}, {1, 1, 1}};
  const Box signs = posed_box(pose, local), corners = study::box_by_corners(pose, local);
  Drawing drawing("Figure 1: the world box by the signs of the edges", 420, 280);
  const Outlook outlook({0, -1, 0}, {{-0.2, 0, 0}, {4.6, 0, 3.4}}, {30, 10}, 360, 250);
  drawing.polygon({outlook.at({signs.lo.x, 0, signs.lo.z}), outlook.at({signs.hi.x, 0, signs.lo.z}),
                   outlook.at({signs.hi.x, 0, signs.hi.z}), outlook.at({signs.lo.x, 0, signs.hi.z})},
                  {ink::green, "none", 2, true});
  drawing.polygon({outlook.at(p), outlook.at(p + a), outlook.at(p + a + b), outlook.at(p + b)},
                  {ink::grey, ink::light});
  drawing.arrow(outlook.at(p), outlook.at(p + a), {ink::red, "none", 2.5});
  drawing.arrow(outlook.at(p), outlook.at(p + b), {ink::blue, "none", 2.5});
  drawing.text(outlook.at(p + Vec3{-0.25, 0, -0.2}), "p");
  drawing.text(outlook.at(p + a * 0.5 + Vec3{0.1, 0, -0.25}), "a");
  drawing.text(outlook.at(p + b * 0.5 + Vec3{-0.3, 0, 0}), "b");
  result.pictures.push_back(drawing.picture());
  result.compared.push_back(fmt::format(
      "Figure 1: negative components of the edges move p to the least corner, the others to the greatest. The box by "
      "signs, rounded outward, and that by corners differ by {} at most.",
      number_text(std::max(length(signs.lo - corners.lo), length(signs.hi - corners.hi)))));
}

// Figure 2. The graph of frames; every way round is the same map.
void graph(StudyResult& result, std::uint64_t seed) {
  Drawing drawing("Figure 2: the seven frames", 480, 260);
  using study::Frame;
  const std::pair<Frame, Spot> places[] = {{Frame::a, {70, 210}},        {Frame::a_scaled, {70, 130}},
                                           {Frame::a_turned, {150, 60}}, {Frame::world, {240, 30}},
                                           {Frame::b_turned, {330, 60}}, {Frame::b_scaled, {410, 130}},
                                           {Frame::b, {410, 210}}};
  const char* maps[] = {"scale of a",       "rotation of a", "translation of a",
                        "translation of b", "rotation of b", "scale of b"};
  for (std::size_t k = 0; k + 1 < std::size(places); ++k) {
    const Spot p = k < 3 ? places[k].second : places[k + 1].second, q = k < 3 ? places[k + 1].second : places[k].second;
    const double size = std::hypot(q.x - p.x, q.y - p.y), u = 20 * (q.x - p.x) / size, v = 20 * (q.y - p.y) / size;
    drawing.arrow({p.x + u, p.y + v}, {q.x - u, q.y - v}, {ink::grey});
    drawing.text({(p.x + q.x) / 2 + (k < 3 ? -8 : 8), (p.y + q.y) / 2 - 4}, maps[k], k < 3 ? "end" : "start", 10,
                 ink::grey);
  }
  for (const auto& [frame, at] : places) {
    drawing.circle(at, 18, {ink::blue, "white", 2});
    drawing.text({at.x, at.y + 5}, name(frame), "middle", 14);
  }
  result.pictures.push_back(drawing.picture());
  scenes::Random random(seed);
  double worst = 0;
  for (int k = 0; k < 200; ++k) {
    const auto pose = [&] {
      return make_pose(random.direction() * 3, random.rotation(),
                       {random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)});
    };
    const study::PairFrames frames(pose(), pose());
    const Vec3 x = random.direction();
    for (const Frame from : study::frames)
      for (const Frame over : study::frames)
        for (const Frame to : study::frames)
          worst = std::max(worst, length(frames.between(over, to) * (frames.between(from, over) * x) -
                                         frames.between(from, to) * x));
  }
  result.compared.push_back(fmt::format(
      "Figure 2: over 200 random pairs of poses and every way over a third frame, points come out the same to {}.",
      number_text(worst)));
}

std::vector<std::uint32_t> touched(const CollideResult& met, bool first) {
  std::vector<std::uint32_t> list;
  for (const TrianglePair& pair : met.pairs) list.push_back(first ? pair.a : pair.b);
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

// Figure 3. Triangles that meet another model, a capsule, a turned box and a sphere are red.
void surfaces(StudyResult& result, bool quick) {
  const scenes::MeshData knot = scenes::knot(quick ? 2000 : 30000), torus = scenes::torus(quick ? 2000 : 40000);
  const Body model{make_mesh(knot.vertices, knot.triangles), make_pose({}, {}, {1, 1.2, 1.4})};
  struct Other {
    const char* name;
    Body body;
  };
  const Pose turned = make_pose({0.5, -0.4, 0.2}, {0.3, 0.2, 0.1, std::sqrt(1 - 0.14)});
  const Other others[] = {
      {"a: a model", {make_mesh(torus.vertices, torus.triangles), make_pose({0.2, 0.1, 0.1}, {}, {0.9, 0.9, 1.3})}},
      {"b: a capsule", {make_capsule(0.25, 0.7), turned}},
      {"c: a turned box", {make_box({0.5, 0.3, 0.4}), turned}},
      {"d: a sphere", {make_sphere(0.5), make_pose({0.6, -0.5, 0.1})}}};
  StudyTable table{"Figure 3: what a model meets.", {"with", "triangle pairs", "triangles of the model", "time"}, {}};
  for (const Other& other : others) {
    const double start = processor_now();
    const CollideResult met = collide(model, other.body, {.all = true});
    const double seconds = processor_now() - start;
    const std::vector<std::uint32_t> marked = touched(met, true);
    table.rows.push_back(
        {other.name, number_text(double(met.pairs.size())), number_text(double(marked.size())), time_text(seconds)});
    // The other body is a part of the picture where it is beside the model, not where it hides it.
    std::vector<RenderBody> bodies{{model, {0.55, 0.6, 0.65}, marked}};
    if (other.name[0] == 'a') bodies.push_back({other.body, {0.75, 0.6, 0.3}, touched(met, false)});
    RenderSettings view;
    view.width = quick ? 160 : 400;
    view.height = quick ? 120 : 300;
    view.camera = {{2.2, -3.4, 2}, {0, 0, 0}, {0, 0, 1}, 0.38};
    view.ground = -2.2;
    view.threads = 1;
    result.pictures.push_back(photo(std::string("Figure 3") + other.name, render(bodies, view)));
  }
  result.tables.push_back(std::move(table));
}

// What rays of a camera hit in one of the frames: points of the world, or nothing.
struct Caught {
  std::vector<Vec3> points;
  std::vector<char> hit;
  double seconds = 0;
};

Caught catch_rays(study::Frame frame, const study::TreeBody& body, const View& view, int width, int height) {
  Caught caught;
  caught.points.resize(std::size_t(width) * std::size_t(height));
  caught.hit.resize(caught.points.size());
  const double start = processor_now();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const Ray ray = view.ray(x + 0.5, y + 0.5);
      const Vec3 to = ray.origin + ray.direction * (12 / length(ray.direction));
      const double t = study::segment_in(frame, body, ray.origin, to);
      const std::size_t k = std::size_t(y) * std::size_t(width) + std::size_t(x);
      caught.hit[k] = !std::isnan(t);
      if (caught.hit[k] != 0) caught.points[k] = ray.origin + (to - ray.origin) * t;
    }
  caught.seconds = processor_now() - start;
  return caught;
}

// Shaded by the slope between neighbouring pixels; every `each`-th pixel of both axes.
Image shade(const Caught& caught, int width, int height, int each) {
  Image image;
  image.width = width / each;
  image.height = height / each;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const int px = std::min(x * each, width - 2), py = std::min(y * each, height - 2);
      const std::size_t k = std::size_t(py) * std::size_t(width) + std::size_t(px), right = k + 1,
                        below = k + std::size_t(width);
      double light = 1;
      if (caught.hit[k] != 0) {
        light = 0.4;
        if (caught.hit[right] != 0 && caught.hit[below] != 0) {
          const Vec3 n = cross(caught.points[right] - caught.points[k], caught.points[below] - caught.points[k]);
          if (length(n) > 0) light = 0.15 + 0.75 * std::fabs(dot(n, Vec3{0.4, -0.5, 0.77})) / length(n);
        }
      }
      for (int c = 0; c < 3; ++c) image.rgb.push_back(static_cast<std::uint8_t>(255 * std::min(1.0, light)));
    }
  return image;
}

StudyResult draw_maia(const StudySettings& settings) {
  StudyResult result;
  world_box(result);
  graph(result, settings.seed);
  surfaces(result, settings.quick);
  result.compared.push_back(
      "Figure 3: the paper says that volumes take about the time of its parent library. Here all of a model's "
      "triangles "
      "that meet a volume are found by the exact core, under a scale of its own along each axis; models stand for "
      "those "
      "of the paper.");
  return result;
}

// Figure 4 and the end of section 5.
StudyResult picture(const StudySettings& settings) {
  StudyResult result;
  const scenes::MeshData mesh = scenes::knot(settings.quick ? 10000 : 149000);
  const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
  const study::VolumeTree tree(shape, study::solid_trees);
  const Pose pose = make_pose({0.2, 0.1, 0}, {0.2, 0.1, 0.3, std::sqrt(1 - 0.14)}, {1, 1.3, 0.8});
  const Camera camera{{2.4, -3.6, 1.8}, {0, 0, 0}, {0, 0, 1}, 0.38};
  const int full = settings.quick ? 128 : 1024, small = settings.quick ? 64 : 256;
  StudyTable table{
      fmt::format("A model of {} triangles, scaled by 1, 1.3 and 0.8, seen by rays in each frame.",
                  mesh.triangles.size()),
      {"frame", "pixels", "time", "time a ray", "a picture of 1024 x 768", "pixels unlike those of A", "the paper's"},
      {}};
  std::vector<std::pair<std::string, double>> values;
  double in_a = 0, in_scaled = 0;
  Caught reference;
  {
    const View view(camera, small, small * 3 / 4);
    reference = catch_rays(study::Frame::a, {&tree, pose}, view, small, small * 3 / 4);
  }
  for (const study::Frame frame : study::frames) {
    const bool whole = frame == study::Frame::a || frame == study::Frame::a_scaled;
    const int width = whole ? full : small, height = width * 3 / 4;
    const Caught caught = catch_rays(frame, {&tree, pose}, View(camera, width, height), width, height);
    const double each = caught.seconds / double(caught.hit.size());
    Caught again;
    if (whole) again = catch_rays(frame, {&tree, pose}, View(camera, small, small * 3 / 4), small, small * 3 / 4);
    const Caught& same = whole ? again : caught;
    std::size_t unlike = 0;
    for (std::size_t k = 0; k < same.hit.size(); ++k) unlike += same.hit[k] != reference.hit[k];
    if (frame == study::Frame::a) in_a = each;
    if (frame == study::Frame::a_scaled) in_scaled = each;
    table.rows.push_back({name(frame), fmt::format("{} x {}", width, height), time_text(caught.seconds),
                          time_text(each), time_text(each * 1024 * 768), number_text(double(unlike)),
                          frame == study::Frame::a          ? "16.63 s"
                          : frame == study::Frame::a_scaled ? "29.3 s"
                                                            : ""});
    values.emplace_back(name(frame), each);
    if (frame == study::Frame::a)
      result.pictures.push_back(photo("Figure 4: by rays in A", shade(caught, width, height, settings.quick ? 1 : 2)));
    else
      result.pictures.push_back(
          photo(std::string("The same by rays in ") + name(frame), shade(same, small, small * 3 / 4, 1)));
  }
  result.tables.push_back(std::move(table));
  result.pictures.push_back(bars("Time of a ray in each frame", values, &time_text));
  result.compared.push_back(fmt::format(
      "The paper: 29.3 s in A' and 16.63 s in the model's own frame A, 1.76 times as fast, since boxes and triangles "
      "need "
      "not be scaled. Here A is {} times as fast as A'. {}",
      number_text(in_scaled / in_a),
      in_scaled > 1.1 * in_a ? "The claim is confirmed; the ratio depends on how much of a visit is the map of a box."
                             : "The claim is not confirmed: scaling a box is nothing beside the walk itself."));
  result.compared.push_back(
      "The paper says that the test in A is more robust near edges, as no square root is taken. The column of unlike "
      "pixels counts rays that hit in the one frame and miss in the other.");
  return result;
}

}  // namespace

std::span<const Experiment> maia_figures() {
  static constexpr Experiment list[] = {
      {"maia", "figures", "Figures 1 to 3: boxes, frames, surfaces of contact",
       "Drawn from what the calls answer; triangles that meet the other body are red.", &draw_maia},
      {"maia", "picture", "Figure 4: a picture by rays, in each frame",
       "Section 5: every ray goes down an AABB tree in one of the seven frames, with boxes and triangles carried "
       "there.",
       &picture}};
  return list;
}

}  // namespace graze::app
