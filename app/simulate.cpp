// `graze simulate SCENE|FILE`: bodies that push each other, and never meet.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/define.h"
#include "app/output.h"
#include "app/request.h"
#include "app/session.h"
#include "app/simulate_request.h"
#include "base/json_text.h"
#include "io/gltf_write.h"
#include "render/animation.h"
#include "render/render.h"
#include "scenes/dynamics.h"
#include "scenes/scenes.h"
#include "shape/compound.h"

namespace graze::app {
namespace {

struct SimulateOptions {
  std::string scene, gltf, picture, scheme = "planes";
  int steps = 0;
  double dt = 1.0 / 60, tick = 0;
  int substeps = 0, threads = 1;
  bool json = false, verify = false;
};

SimulationRequest read_request(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw Error(path + ": cannot be read");
  const Request request = parse_request(text);
  if (!request.error.empty()) throw Error(path + ": " + request.error);
  try {
    Session session;
    const auto body = [&](const Json& value, const Place& place) { return session.body(value, place); };
    const auto shapes = request.body.find("shapes");
    if (shapes != request.body.end()) {
      if (!shapes->is_object()) throw Error("'shapes' must be an object");
      for (const auto& [name, shape] : shapes->items()) {
        if (!shape.is_object()) throw Error("'shapes." + name + "' must be an object");
        Json definition = shape;
        definition["shape"] = name;
        session.define(name, read_definition(definition, body));
      }
    }
    return read_simulation(request.body, body, {"shapes"});
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

// Triangles for the viewer; curved bodies by nets of triangles.
Shape shown(const Shape& shape) {
  const double radius = shape.radius();
  const ShapeForm form = shape.form();
  if (form == ShapeForm::cylinder || form == ShapeForm::cone || form == ShapeForm::ellipsoid) {
    const Vec3 half = data_of(shape).extent;
    if (form == ShapeForm::cylinder) return scenes::prism(32, half.x, half.z);
    if (form == ShapeForm::cone) return scenes::frustum(32, half.x, 0, half.z);
    scenes::MeshData mesh = scenes::sphere(400);
    for (Vec3& v : mesh.vertices) v = {v.x * half.x, v.y * half.y, v.z * half.z};
    return make_mesh(mesh.vertices, mesh.triangles);
  }
  if (radius == 0) return shape;
  const Triangle core = shape.triangle(0);
  const double half = std::max({core.a.z, core.b.z, core.c.z});
  scenes::MeshData mesh = scenes::sphere(400);
  for (Vec3& v : mesh.vertices) v = v * radius + Vec3{0, 0, v.z > 0 ? half : v.z < 0 ? -half : 0};
  return make_mesh(mesh.vertices, mesh.triangles);
}

constexpr std::array<double, 3> colors[] = {{0.8, 0.35, 0.2}, {0.2, 0.45, 0.75}, {0.85, 0.7, 0.2}, {0.3, 0.6, 0.35}};

class Film {
 public:
  explicit Film(const scenes::DynamicScene& scene) {
    for (const scenes::DynamicBody& body : scene.bodies) {
      const bool fixed = body.settings.role == BodyRole::fixed;
      const auto add = [&](const Shape& shape, const Pose& pose) {
        owners_.push_back(body.settings.key);
        bodies_.push_back({body.name,
                           shown(shape),
                           pose,
                           fixed ? std::array<double, 3>{0.6, 0.6, 0.6} : colors[body.settings.key % 4],
                           {}});
      };
      if (body.body.shape.form() != ShapeForm::compound) {
        add(body.body.shape, {});
        continue;
      }
      for (const CompoundPart& part : data_of(body.body.shape).compound->parts) add(part.shape, part.pose);
    }
  }

  void shoot(const Simulation& simulation, double seconds) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const BodyState state = simulation.state(owners_[i]);
      const Decomposition parts = decompose(state.body.pose);
      bodies_[i].keys.push_back({seconds, parts.translation, parts.rotation});
    }
  }
  void write(const std::string& path) { write_gltf(path, bodies_); }

 private:
  std::vector<GltfBody> bodies_;
  std::vector<std::uint64_t> owners_;
};

// An animated picture: `frames` of the motion, seen from the front and above, by rays.
class Strip {
 public:
  Strip(const scenes::DynamicScene& scene, const Simulation& simulation, int steps) : every_(std::max(1, steps / 40)) {
    settings_.width = 400;
    settings_.height = 250;
    settings_.light_size = 0;
    Box box;
    for (const scenes::DynamicBody& body : scene.bodies) {
      const bool fixed = body.settings.role == BodyRole::fixed;
      const Vec3 size = body.body.shape.bounds().hi - body.body.shape.bounds().lo;
      if (fixed && std::max(size.x, size.y) > 20) continue;  // the ground is drawn as such
      const std::array<double, 3> c = fixed ? std::array<double, 3>{0.35, 0.35, 0.35} : colors[body.settings.key % 4];
      owners_.push_back(body.settings.key);
      bodies_.push_back({body.body, {c[0], c[1], c[2]}});
      // What comes from far is not in the picture yet.
      if (length(body.settings.velocity) > 1) continue;
      const Box own = body.body.shape.bounds();
      for (int i = 0; i < 8; ++i)
        box = merge(box, body.body.pose * Vec3{(i & 1 ? own.lo : own.hi).x, (i & 2 ? own.lo : own.hi).y,
                                               (i & 4 ? own.lo : own.hi).z});
    }
    const Vec3 middle = (box.lo + box.hi) * 0.5;
    const double size = 0.6 * length(box.hi - box.lo);
    settings_.camera.target = middle;
    settings_.camera.eye = middle + Vec3{0.55, -1.9, 0.75} * size;
    settings_.ground = std::min(box.lo.z, 0.0);
    shoot(simulation, 0);
  }

  void shoot(const Simulation& simulation, int step) {
    if (step % every_ != 0) return;
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].body.pose = simulation.state(owners_[i]).body.pose;
    frames_.push_back(render(bodies_, settings_));
  }
  void write(const std::string& path) const { write_bytes(encode_animation(frames_, 60, 1500), path); }

 private:
  int every_;
  RenderSettings settings_;
  std::vector<std::uint64_t> owners_;
  std::vector<RenderBody> bodies_;
  std::vector<Image> frames_;
};

// Pairs of bodies with a common point by the exact predicate, all with all.
std::uint64_t meeting_pairs(const Simulation& simulation, const scenes::DynamicScene& scene, std::uint64_t& asked) {
  std::vector<Body> bodies;
  for (const scenes::DynamicBody& body : scene.bodies) bodies.push_back(simulation.state(body.settings.key).body);
  std::uint64_t meeting = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const auto fixed = [&](std::size_t k) { return scene.bodies[k].settings.role == BodyRole::fixed; };
      const std::uint64_t a = scene.bodies[i].settings.key, b = scene.bodies[j].settings.key;
      const bool exempt = std::any_of(scene.joints.begin(), scene.joints.end(), [&](const BodyJoint& joint) {
        return joint.may_overlap && ((joint.a == a && joint.b == b) || (joint.a == b && joint.b == a));
      });
      if ((fixed(i) && fixed(j)) || exempt) continue;
      ++asked;
      meeting += !collide(bodies[i], bodies[j]).no();
    }
  return meeting;
}

int run_simulate(const SimulateOptions& options) {
  SimulationRequest request;
  if (std::filesystem::is_regular_file(options.scene)) {
    request = read_request(options.scene);
  } else {
    request.scene = scenes::dynamic_scene(options.scene);
    request.steps = 300;
  }
  if (options.steps > 0) request.steps = options.steps;
  if (options.dt > 0) request.dt = options.dt;
  scenes::DynamicScene& scene = request.scene;
  if (options.tick > 0) scene.settings.longest_tick = options.tick;
  if (options.substeps > 0) scene.settings.substeps = options.substeps;
  scene.settings.threads = options.threads;
  bool known = false;
  for (const Scheme scheme : {Scheme::planes, Scheme::revert, Scheme::advance})
    if (options.scheme == name(scheme)) {
      scene.settings.scheme = scheme;
      known = true;
    }
  if (!known) throw Error("--scheme must be planes, revert or advance");
  Simulation simulation = scenes::make_simulation(scene);
  std::unique_ptr<Film> film;
  if (!options.gltf.empty()) film = std::make_unique<Film>(scene);
  if (film) film->shoot(simulation, 0);
  std::unique_ptr<Strip> strip;
  if (!options.picture.empty()) strip = std::make_unique<Strip>(scene, simulation, request.steps);
  std::string text;
  std::uint64_t asked = 0, meeting = 0, shortened = 0, ticks = 0;
  double seconds = 0, most_energy = 0;
  if (!options.json)
    print(fmt::format("{:>8} {:>13} {:>13} {:>13} {:>9} {:>6} {:>9}\n", "time", "kinetic", "potential", "energy",
                      "contacts", "awake", "shortened"));
  {
    Progress progress("simulating");
    const int every = std::max(1, request.steps / 20);
    for (int i = 0; i < request.steps; ++i) {
      const double time = i * request.dt;
      if (scene.drive) scene.drive(simulation, time, request.dt);
      const double begun = now();
      const StepReport report = simulation.step(request.dt);
      seconds += now() - begun;
      shortened += report.shortened.size();
      ticks += std::uint64_t(report.ticks);
      const double energy = report.kinetic + report.potential + report.spring;
      most_energy = i == 0 ? energy : std::max(most_energy, energy);
      if (film) film->shoot(simulation, time + request.dt);
      if (strip) strip->shoot(simulation, i + 1);
      if (options.verify) meeting += meeting_pairs(simulation, scene, asked);
      if (options.json) {
        text += "{";
        JsonWriter out(text);
        out.field("time", time + request.dt);
        append_report(text, report);
        text += "}\n";
        print(text);
        text.clear();
      } else if (i % every == every - 1 || i + 1 == request.steps) {
        print(fmt::format("{:8.3f} {:13.6g} {:13.6g} {:13.6g} {:9} {:6} {:9}\n", time + request.dt, report.kinetic,
                          report.potential, energy, report.contacts, report.awake, report.shortened.size()));
      }
      progress.update(double(i + 1) / request.steps);
    }
  }
  if (film) film->write(options.gltf);
  if (strip) strip->write(options.picture);
  std::string summary = fmt::format("{} steps, {} ticks, {:.3f} ms a step; {} shortened ways", request.steps, ticks,
                                    1e3 * seconds / request.steps, shortened);
  if (options.verify) summary += fmt::format("; {} pairs asked, {} with a common point", asked, meeting);
  report(summary + "\n");
  return meeting == 0 ? exit_clean : exit_findings;
}

}  // namespace

void add_simulate(CommandLine& line, int& exit_code) {
  Command command = line.add_command("simulate", "Move bodies that push each other and never meet");
  const auto options = std::make_shared<SimulateOptions>();
  options->dt = 0;
  std::string names;
  for (const std::string& name : scenes::dynamic_scene_names()) names += (names.empty() ? "" : ", ") + name;
  command.add_option("SCENE", options->scene, "A JSON file (docs/dynamics.md), or one of: " + names).required();
  command.add_option("--steps", options->steps, "How many steps").range(1, 1000000);
  command.add_option("--dt", options->dt, "Seconds a step; 1/60 unless given");
  command.add_option("--longest-tick", options->tick, "Seconds: a step is cut into ticks no longer than this");
  command.add_option("--substeps", options->substeps, "Of a tick").range(1, 1000);
  command.add_option("--scheme", options->scheme, "planes, revert or advance");
  command.add_option("--threads", options->threads, "0: as many as the machine has");
  command.add_option("--gltf", options->gltf, "Write the motion as an animated .glb or .gltf file");
  command.add_option("--picture", options->picture, "Write the motion as an animated .png file");
  command.add_flag("--json", options->json, "A line of JSON a step");
  command.add_flag("--verify", options->verify, "Ask the exact predicate of all pairs after every step");
  command.on_run([options, &exit_code] { exit_code = run_simulate(*options); });
}

}  // namespace graze::app
