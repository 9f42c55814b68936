// `graze demo`: checks the built-in scene, tells which bodies touch, draws them, and runs a world.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/demo_world.h"
#include "app/output.h"
#include "base/json_text.h"
#include "graze/graze.h"
#include "render/render.h"
#include "scenes/scenes.h"

namespace graze::app {

namespace {

struct DemoOptions {
  std::string folder = ".";
  bool json = false;
};

struct Contact {
  std::size_t a, b;  // bodies of the scene
  std::size_t pairs;
  double seconds;
};

struct Report {
  std::vector<Contact> contacts;
  std::size_t checked = 0;
  double build_seconds = 0, check_seconds = 0, draw_seconds = 0;
  std::string picture;
  DemoWorld world;
};

std::vector<RenderBody> make_render_bodies(const scenes::Scene& scene) {
  constexpr std::array colors = {Color{0.62, 0.56, 0.47}, Color{0.16, 0.42, 0.58}, Color{0.70, 0.49, 0.22},
                                 Color{0.36, 0.52, 0.30}, Color{0.80, 0.77, 0.70}, Color{0.20, 0.36, 0.62},
                                 Color{0.48, 0.40, 0.62}};
  std::vector<RenderBody> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    bodies.push_back({{scene.bodies[i].shape, scene.bodies[i].pose}, colors[i % colors.size()]});
  }
  return bodies;
}

void check(const scenes::Scene& scene, std::vector<RenderBody>& bodies, Report& report) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      CollideSettings settings;
      settings.all = true;
      const double start = now();
      const CollideResult result = collide(bodies[i].body, bodies[j].body, settings);
      const double seconds = now() - start;
      if (result.status != Status::ok) {
        throw Error(scene.bodies[i].name + " and " + scene.bodies[j].name + ": " + name(result.status));
      }
      ++report.checked;
      report.check_seconds += seconds;
      if (!result.yes()) continue;
      report.contacts.push_back({i, j, result.pairs.size(), seconds});
      for (const TrianglePair& pair : result.pairs) {
        bodies[i].marked.push_back(pair.a);
        bodies[j].marked.push_back(pair.b);
      }
    }
  }
  for (RenderBody& body : bodies) {
    std::sort(body.marked.begin(), body.marked.end());
    body.marked.erase(std::unique(body.marked.begin(), body.marked.end()), body.marked.end());
  }
}

void draw(const std::vector<RenderBody>& bodies, const std::string& path) {
  Progress progress("drawing");
  RenderSettings settings;
  settings.camera.eye = {1.5, -9.5, 5.2};
  settings.camera.target = {0.1, 0.1, 0.75};
  settings.camera.half_height = 0.27;
  settings.ground = -0.25;
  settings.progress = [&](double part) { progress.update(part); };
  write_png(render(bodies, settings), path);
}

std::uint64_t triangle_count(const scenes::Scene& scene) {
  std::uint64_t sum = 0;
  for (const scenes::SceneBody& body : scene.bodies) sum += body.shape.triangle_count();
  return sum;
}

std::string plain_text(const scenes::Scene& scene, const Report& report) {
  std::string text = fmt::format("{} bodies, {} triangles, built in {:.1f} ms\n\n", scene.bodies.size(),
                                 triangle_count(scene), 1e3 * report.build_seconds);
  text += fmt::format("{:<8} {:<8} {:>14} {:>12}\n", "a", "b", "triangle pairs", "time");
  for (const Contact& contact : report.contacts) {
    text += fmt::format("{:<8} {:<8} {:>14} {:>9.3f} ms\n", scene.bodies[contact.a].name, scene.bodies[contact.b].name,
                        contact.pairs, 1e3 * contact.seconds);
  }
  text += fmt::format("\n{} pairs of bodies checked in {:.3f} ms: {} touch, {} are clear\n", report.checked,
                      1e3 * report.check_seconds, report.contacts.size(), report.checked - report.contacts.size());
  text += fmt::format("{} drawn in {:.1f} s\n", report.picture, report.draw_seconds);
  return text + plain_text(report.world);
}

std::string json_text(const scenes::Scene& scene, const Report& report) {
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.field("scene", scene.name).field("bodies", scene.bodies.size()).field("triangles", triangle_count(scene));
    out.field("checked", report.checked).key("touching").list(report.contacts, [&](const Contact& contact) {
      out.object([&] {
        out.field("a", scene.bodies[contact.a].name).field("b", scene.bodies[contact.b].name);
        out.field("pairs", contact.pairs).field("seconds", contact.seconds);
      });
    });
    out.field("build_seconds", report.build_seconds).field("check_seconds", report.check_seconds);
    out.field("draw_seconds", report.draw_seconds).field("picture", report.picture);
    out.key("world").raw(json_text(report.world));
  });
  return text + "\n";
}

int run_demo(const DemoOptions& options) {
  std::error_code code;
  std::filesystem::create_directories(options.folder, code);
  if (!std::filesystem::is_directory(options.folder)) {
    throw Error(options.folder + ": is not a folder and cannot be made" + (code ? ": " + code.message() : ""));
  }
  Report report;
  const double start = now();
  const scenes::Scene scene = scenes::demo();
  std::vector<RenderBody> bodies = make_render_bodies(scene);
  // What a shape builds on first need is built here, so that the times of the checks are those of the checks.
  for (const RenderBody& body : bodies) prepare_pairs(body.body.shape);
  report.build_seconds = now() - start;
  check(scene, bodies, report);

  report.world = run_demo_world();
  const double draw_start = now();
  report.picture = (std::filesystem::path(options.folder) / "demo.png").string();
  draw(bodies, report.picture);
  report.draw_seconds = now() - draw_start;
  print((options.json ? json_text : plain_text)(scene, report));
  // The findings are what the demo is there to show: they do not make it fail.
  return exit_clean;
}

}  // namespace

void add_demo(CommandLine& line, int& exit_code) {
  Command command =
      line.add_command("demo", "Check a built-in scene, list what touches, draw it, and run a world of moving objects");
  const auto options = std::make_shared<DemoOptions>();
  command.add_option("--output", options->folder, "The folder that gets demo.png, made when missing").show_default();
  command.add_flag("--json", options->json, "One JSON object instead of a table");
  command.on_run([options, &exit_code] { exit_code = run_demo(*options); });
}

}  // namespace graze::app
