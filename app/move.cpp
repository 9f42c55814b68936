// `graze move MOVING SCENE`: when and where a moving part first hits, and how far it may go.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/frames.h"
#include "app/move_text.h"
#include "app/number_list.h"
#include "app/output.h"
#include "app/read_shape.h"
#include "base/json_text.h"
#include "scenes/motion_scenes.h"

namespace graze::app {
namespace {

struct MoveOptions {
  std::string moving, scene, built_in;
  std::string translate, rotate, screw, spin;  // numbers with commas
  std::string pose_moving, pose_scene;         // JSON, as in `graze query`; empty: as the file stands
  std::string frames;
  double expel = 0;
  double tolerance = -1;  // negative: not given
  std::uint64_t budget = MoveSettings{}.budget;
  bool solid = false;
  bool json = false;
};

// What is moved, among what, and what they are called.
struct Task {
  std::string name;
  MovingBody moving;
  std::vector<MovingBody> others;
  std::vector<std::string> names;  // of the moving body, then of the others
};

Vec3 three(const std::vector<double>& numbers, std::size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

Vec3 read_axis(const std::vector<double>& numbers, const std::string& option) {
  const Vec3 axis = three(numbers, 0);
  if (axis == Vec3{}) throw Error(option + ": the axis must not be zero");
  if (!(std::fabs(numbers[6]) <= 6.283185307179587)) throw Error(option + ": the angle must be within 2 pi either way");
  return axis;
}

Motion read_motion(const MoveOptions& options) {
  if (!options.screw.empty() || !options.spin.empty()) {
    const std::string option = options.screw.empty() ? "--spin" : "--screw";
    if (!options.translate.empty() || !options.rotate.empty())
      throw Error(option + " is a motion of its own: leave out --translate and --rotate");
    if (!options.screw.empty() && !options.spin.empty()) throw Error("give --screw or --spin, not both");
  }
  if (!options.screw.empty()) {
    const std::vector<double> n = read_list(options.screw, "--screw", 8, "axis x,y,z, origin x,y,z, angle, advance");
    return screw_about(three(n, 3), read_axis(n, "--screw"), n[6], n[7]);
  }
  if (!options.spin.empty()) {
    const std::vector<double> n =
        read_list(options.spin, "--spin", 10, "axis x,y,z, origin x,y,z, angle, way of the origin x,y,z");
    return translation_with_rotation(three(n, 7), three(n, 3), read_axis(n, "--spin"), n[6]);
  }
  Vec3 by;
  if (!options.translate.empty()) by = three(read_list(options.translate, "--translate", 3, "x,y,z"), 0);
  if (options.rotate.empty()) {
    if (options.translate.empty()) throw Error("a motion is needed: --translate, --rotate, both, --screw or --spin");
    return translation_by(by);
  }
  const std::vector<double> n = read_list(options.rotate, "--rotate", 7, "axis x,y,z, origin x,y,z, angle");
  const Vec3 axis = read_axis(n, "--rotate");
  if (options.translate.empty()) return rotation_about(three(n, 3), axis, n[6]);
  return translation_then_rotation(by, three(n, 3), axis, n[6]);
}

Task read_files(const MoveOptions& options) {
  Task task;
  task.moving = {read_body(options.moving, "--pose-moving", options.pose_moving, options.solid), read_motion(options)};
  task.others = {{read_body(options.scene, "--pose-scene", options.pose_scene, options.solid)}};
  task.names = {options.moving, options.scene};
  return task;
}

Task built_in(const MoveOptions& options) {
  if (!options.moving.empty() || !options.translate.empty() || !options.rotate.empty() || !options.screw.empty() ||
      !options.spin.empty())
    throw Error("--scene has bodies and motions of its own: leave out files, --translate, --rotate, --screw, --spin");
  const scenes::MotionScene scene = scenes::motion_scene(options.built_in);
  Task task;
  task.name = scene.name;
  task.moving = {{scene.moving.body.shape, scene.moving.body.pose}, scene.moving.motion};
  task.names = {scene.moving.body.name};
  for (const scenes::MovingSceneBody& other : scene.others) {
    task.others.push_back({{other.body.shape, other.body.pose}, other.motion});
    task.names.push_back(other.body.name);
  }
  return task;
}

void write_frames(const Task& task, const MoveResult& result, const std::string& path) {
  std::vector<GltfBody> bodies = {
      animated(task.names[0], task.moving, result.stop_phase, result.fraction, {0.9, 0.35, 0.05})};
  for (std::size_t i = 0; i < task.others.size(); ++i)
    bodies.push_back(
        animated(task.names[i + 1], task.others[i], result.stop_phase, result.fraction, {0.45, 0.5, 0.55}));
  write_gltf(path, bodies);
}

std::string plain_part(const Feature& feature) {
  static constexpr const char* kinds[] = {"vertex", "edge", "face", "inside"};
  std::string text = kinds[static_cast<int>(feature.kind)];
  if (feature.kind == Feature::Kind::vertex || feature.kind == Feature::Kind::edge)
    text += fmt::format(" {}", feature.index);
  if (feature.kind != Feature::Kind::solid) text += fmt::format(" of triangle {}", feature.triangle);
  return text;
}

std::string move_text(const Task& task, const MoveResult& result) {
  const bool two = task.moving.motion.phases() == 2;
  const auto of = [&](int phase) { return !two ? "motion" : phase == 0 ? "translation" : "rotation"; };
  std::string text;
  const auto row = [&](const char* key, const std::string& value) { text += fmt::format("  {:<10} {}\n", key, value); };
  if (result.start == MoveStart::touching || result.start == MoveStart::overlapping) {
    text = fmt::format("in contact at the start: {}\n", name(result.start));
  } else if (result.yes()) {
    text = fmt::format("hit at {} of the {}\n", result.upper, of(result.phase));
    row("free until", fmt::format("{}", result.lower));
    row("by then", result.proven ? "in contact, proven" : fmt::format("no farther apart than {}", result.gap));
  } else if (result.status == Status::budget) {
    text = fmt::format("free until {} of the {}; nothing is known after it\n", result.lower, of(result.phase));
  } else {
    text = result.stopped ? "no contact\n" : "free\n";
  }
  if (has_contact(result)) {
    if (result.contact.normal != Vec3{}) {
      row("point", plain_point(result.contact.point));
      row("normal", plain_point(result.contact.normal));
    }
    row("moving", plain_part(result.contact.moving));
    row("other", task.names[result.contact.body + 1] + ", " + plain_part(result.contact.other));
  }
  if (result.stopped)
    row("may go to", fmt::format("{} of the {}{}", result.fraction, of(result.stop_phase),
                                 result.expel > 0 ? fmt::format(", {} away from all", result.expel) : ""));
  return text;
}

std::string move_json(const Task& task, const MoveResult& result) {
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    if (!task.name.empty()) out.field("scene", task.name);
    append_move(text, result);
    out.key("other");
    has_contact(result) ? out.value(task.names[result.contact.body + 1]) : out.value(nullptr);
  });
  return text + "\n";
}

int run_move(const MoveOptions& options) {
  if (options.built_in.empty()) {
    if (options.moving.empty()) throw UsageError("MOVING is required");
    if (options.scene.empty()) throw UsageError("SCENE is required");
  }
  if (!(options.expel >= 0)) throw Error("--expel must not be negative");
  const Task task = options.built_in.empty() ? read_files(options) : built_in(options);
  MoveSettings settings;
  settings.expel = options.expel;
  settings.budget = options.budget;
  if (options.tolerance >= 0) settings.tolerance = options.tolerance;
  const MoveResult result = move(task.moving.body, task.moving.motion, task.others, settings);
  if (result.status != Status::ok && result.status != Status::budget)
    throw Error(std::string("move: ") + name(result.status));
  if (!options.frames.empty()) write_frames(task, result, options.frames);
  print((options.json ? move_json : move_text)(task, result));
  if (result.yes()) return exit_findings;
  return result.status == Status::budget ? exit_incomplete : exit_clean;
}

}  // namespace

void add_move(CommandLine& line, int& exit_code) {
  Command command = line.add_command("move", "When a moving part first hits; exit code 1 when it does");
  const auto options = std::make_shared<MoveOptions>();
  command.add_option("MOVING", options->moving, "A shape that moves: " + all_shape_endings());
  command.add_option("SCENE", options->scene, "Another: what stands");
  command.add_option("--translate", options->translate, "x,y,z: the way");
  command.add_option("--rotate", options->rotate,
                     "Seven numbers: the axis, a point on it, the angle in radians; after the translation");
  command.add_option("--screw", options->screw, "Eight numbers: as --rotate, and the advance along the axis");
  command.add_option("--spin", options->spin,
                     "Ten numbers: as --rotate, and the way x,y,z that the point goes meanwhile");
  command.add_option("--scene", options->built_in, "A built-in scene, such as blade-vs-rod/170, instead of files");
  command.add_option("--pose-moving", options->pose_moving, "Where MOVING starts: a JSON pose of `graze query`");
  command.add_option("--pose-scene", options->pose_scene, "Where SCENE is");
  command.add_option("--expel", options->expel, "Stay so far away from everything");
  command.add_option("--tolerance", options->tolerance, "Gaps up to this may be called contact; 0: none")
      .not_negative();
  command
      .add_option("--budget", options->budget,
                  "Units of work, about ten nanoseconds each; 0: the usual ones, by the number of triangles")
      .show_default();
  command.add_option("--frames", options->frames, "Write the motion, up to where it may go, as .gltf or .glb");
  command.add_flag("--solid", options->solid, "Both are solids: one inside the other touches it");
  command.add_flag("--json", options->json, "One JSON object instead of text");
  command.on_run([options, &exit_code] { exit_code = run_move(*options); });
}

}  // namespace graze::app
