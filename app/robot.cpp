// `graze robot FILE`: which links of a robot can meet, and whether a trajectory is free.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "app/commands.h"
#include "app/output.h"
#include "app/read_model.h"
#include "app/robot_configurations.h"
#include "app/robot_scene.h"
#include "app/robot_text.h"
#include "graze/error.h"
#include "graze/simplify.h"
#include "report/html.h"

namespace graze::app {
namespace {

struct RobotOptions {
  std::string robot, srdf, write_srdf, trajectory, configurations, html, simplify, output;
  std::vector<std::string> arguments, scene, places;
  ReadRobotSettings reading;
  SelfCollisionSettings matrix;
  TrajectorySettings path;
  SimplifySettings simple;
  bool json = false, audit = false, gpu = false;
};

volatile std::sig_atomic_t robot_interrupted = 0;

// The first interrupt, or SIGTERM, ends the search and reports the partial result; a second one ends the program.
void let_interrupts_end_searches() {
  struct sigaction action = {};
  action.sa_handler = [](int) { robot_interrupted = 1; };
  action.sa_flags = SA_RESETHAND;
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
}

// On a terminal a line that is written over.
bool tell_progress(const MatrixProgress& progress) {
  static double last = 0;
  if (isatty(STDERR_FILENO) != 0 && progress.seconds > last + 0.25) {
    last = progress.seconds;
    if (progress.to_prove == 0) {
      std::fprintf(stderr, "\r\033[K%.0f s: %llu samples", progress.seconds,
                   static_cast<unsigned long long>(progress.samples));
    } else {
      std::fprintf(stderr, "\r\033[K%.0f s: %zu of %zu pairs settled, %zu proven; the next round takes about %.0f s",
                   progress.seconds, progress.settled, progress.to_prove, progress.proven, progress.seconds_left);
    }
  }
  return robot_interrupted == 0;
}

// The paths of a variable of the environment, which are parted by colons; with `inside` below each.
void add_paths(const char* variable, const char* inside, std::vector<std::string>& paths) {
  const char* const value = std::getenv(variable);
  std::string_view rest = value ? value : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) paths.push_back(std::string(rest.substr(0, end)) + inside);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code fault;
  return std::filesystem::equivalent(a, b, fault) && !fault;
}

// What would be lost of the file that is to be written is an error before any work is done.
void check_target(const RobotOptions& options) {
  std::error_code fault;
  const std::string& target = options.write_srdf;
  if (target.empty() || !std::filesystem::exists(target, fault)) return;
  if (!options.srdf.empty() && same_file(target, options.srdf)) return;
  if (is_plain_srdf(target)) return;
  throw Error(target +
              ": the file is there, and holds more than disabled pairs; give it with --srdf, so that it is kept");
}

// What the robot's own file excludes, but for what the SRDF says of the same pairs.
void add_excluded(RobotReport& report) {
  const std::vector<DisabledPair>& excluded = report.robot.excluded;
  report.disabled.insert(report.disabled.end(), excluded.begin(), excluded.end());
  const auto order = [](const DisabledPair& x, const DisabledPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; };
  std::stable_sort(report.disabled.begin(), report.disabled.end(), order);
  const auto same = [](const DisabledPair& x, const DisabledPair& y) { return x.a == y.a && x.b == y.b; };
  report.disabled.erase(std::unique(report.disabled.begin(), report.disabled.end(), same), report.disabled.end());
}

// Writes the robot with simple links, and tells of each how many pieces it has and how much they add.
int run_simplify(const RobotOptions& options, const Robot& robot) {
  if (options.output.empty()) throw Error("--simplify needs -o: the URDF file to write");
  const SimpleKind kind = options.simplify == "hulls" ? SimpleKind::hulls : SimpleKind::spheres;
  const std::filesystem::path path = options.output;
  const SimpleRobot simple = simplify(robot, kind, options.simple, path.stem().string() + "_hulls");
  for (const SimpleFile& file : simple.files) {
    const std::filesystem::path target = path.parent_path() / file.name;
    std::error_code fault;
    std::filesystem::create_directories(target.parent_path(), fault);
    if (fault) throw Error(target.parent_path().string() + ": cannot be made: " + fault.message());
    write_file(target.string(), file.text);
  }
  write_file(options.output, simple.urdf);
  print(options.json ? simple_json(robot, simple) : simple_table(robot, simple));
  return exit_clean;
}

RobotScene read_scene(const RobotOptions& options) {
  RobotScene scene = read_robot_scene(options.scene, options.places);
  if (options.reading.allow_incomplete || scene.skipped.empty()) return scene;
  throw Error(scene.skipped[0].path + ": cannot be read: " + scene.skipped[0].reason +
              "; --allow-incomplete goes on without it, and no verdict is then free");
}

// Which rows of a file are free, and nothing else.
int run_configurations(const RobotOptions& options, const RobotReport& report) {
  const Trajectory rows = read_trajectory(options.configurations, report.robot);
  const RobotScene scene = read_scene(options);
  for (const std::string& remark : rows.remarks) app::report("graze: note: " + remark + "\n");
  for (const std::string& remark : scene.remarks) app::report("graze: note: " + remark + "\n");
  const ConfigurationsReport found =
      check_configurations(report.robot, rows.waypoints, scene, report.disabled, options.matrix.threads, options.gpu);
  for (const std::vector<SkippedPart>* lost : {&report.robot.skipped, &scene.skipped})
    for (const SkippedPart& part : *lost) app::report("graze: missing " + part.path + ": " + part.reason + "\n");
  if (options.gpu) app::report("graze: note: --gpu: obstacles were looked at by " + found.worker + "\n");
  print(options.json ? configurations_json(report.robot, found) : configurations_table(found));
  if (!found.contact.empty()) return exit_findings;
  const bool complete = report.robot.skipped.empty() && scene.skipped.empty() && found.undecided.empty();
  return complete ? exit_clean : exit_incomplete;
}

int run_robot(RobotOptions options) {
  if (options.audit && !options.write_srdf.empty()) {
    throw Error("--audit tells what a file has wrong; run it without --write-srdf");
  }
  if (options.trajectory.empty() && options.configurations.empty() && !options.scene.empty()) {
    throw Error("--scene needs --trajectory or --configurations, what is checked among the obstacles");
  }
  if (!options.trajectory.empty() && !options.configurations.empty())
    throw Error("--trajectory and --configurations are two questions: ask one at a time");
  if (options.gpu && options.configurations.empty())
    throw Error("--gpu needs --configurations: many of them are what a device is good for");
  if (!options.configurations.empty() &&
      (options.audit || !options.write_srdf.empty() || !options.html.empty() || !options.simplify.empty()))
    throw Error("--configurations is asked by itself, without --audit, --write-srdf, --html and --simplify");
  if (options.scene.empty() && !options.places.empty()) throw Error("--scene-at needs --scene, the file that it moves");
  if (!options.simplify.empty() && !options.scene.empty()) throw Error("--simplify has no use for --scene");
  if (!options.html.empty()) require_html();
  check_target(options);
  add_paths("GZ_SIM_RESOURCE_PATH", "", options.reading.package_paths);
  add_paths("GAZEBO_MODEL_PATH", "", options.reading.package_paths);
  add_paths("ROS_PACKAGE_PATH", "", options.reading.package_paths);
  add_paths("AMENT_PREFIX_PATH", "/share", options.reading.package_paths);
  for (const std::string& argument : options.arguments) {
    const std::size_t sign = argument.find(":=");
    if (sign == std::string::npos || sign == 0) throw Error("--arg " + argument + ": write it as NAME:=VALUE");
    options.reading.arguments.emplace_back(argument.substr(0, sign), argument.substr(sign + 2));
  }
  options.reading.readers = model_readers();
  RobotReport report;
  report.robot = read_robot(options.robot, options.reading);
  if (!options.simplify.empty()) return run_simplify(options, report.robot);
  if (!options.srdf.empty())
    report.disabled = read_srdf(options.srdf, report.robot, &report.robot.remarks, options.reading);
  if (!options.audit || options.srdf.empty()) add_excluded(report);
  if (options.audit && report.disabled.empty() && options.srdf.empty()) {
    throw Error("--audit needs --srdf, the file that is looked at, or a robot whose own file excludes pairs");
  }
  if (!options.configurations.empty()) return run_configurations(options, report);
  options.path.threads = options.matrix.threads;
  if (!options.trajectory.empty()) {
    report.trajectory = read_trajectory(options.trajectory, report.robot);
    report.scene = read_scene(options);
    report.checked = check_trajectory(report.robot, report.trajectory->waypoints, options.path, report.disabled,
                                      report.scene.obstacles);
  }
  let_interrupts_end_searches();
  options.matrix.progress = tell_progress;
  if (options.audit) {
    report.audit = audit_disabled(report.robot, report.disabled, options.matrix);
  } else if (options.trajectory.empty() || !options.write_srdf.empty() || !options.html.empty()) {
    report.matrix = self_collision_matrix(report.robot, options.matrix, report.disabled);
  }
  if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r\033[K");
  if (!options.write_srdf.empty()) {
    write_file(options.write_srdf, options.srdf.empty()
                                       ? srdf_text(report.robot, *report.matrix)
                                       : srdf_merged(options.srdf, report.robot, *report.matrix, options.reading));
  }
  if (!options.html.empty()) write_file(options.html, robot_html(report));
  print(options.json ? robot_json(report) : robot_table(report));
  if (report.has_findings()) return exit_findings;
  return report.complete() ? exit_clean : exit_incomplete;
}

}  // namespace

void add_robot(CommandLine& line, int& exit_code) {
  Command command = line.add_command(
      "robot", "Which links of a robot can meet; with --trajectory whether a path is free, exit code 1 when not");
  const auto options = std::make_shared<RobotOptions>();
  command.add_option("FILE", options->robot, "The robot: URDF, SDF or MJCF, told by its content").required();
  command.add_option("--srdf", options->srdf, "An SRDF file: pairs that it disables are not checked");
  command
      .add_option("--package-path", options->reading.package_paths,
                  "A folder of packages or models, for package:// and model://; may be given more than once. Then "
                  "ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, GZ_SIM_RESOURCE_PATH and GAZEBO_MODEL_PATH are looked in")
      .one_each();
  command.add_option("--arg", options->arguments, "NAME:=VALUE for $(arg NAME) of xacro; may be given more than once")
      .one_each();
  command.add_flag("--allow-incomplete", options->reading.allow_incomplete,
                   "Go on where geometry of the robot or the scene is missing or cannot be read; contacts of the rest "
                   "are found, and nothing is said to be free: exit code 3");
  command.add_option("--samples", options->matrix.samples, "Poses to try").range(1, std::uint64_t{1} << 40);
  command.add_option("--seed", options->matrix.seed, "Another seed, other poses");
  command.add_option("--proof-budget", options->matrix.proof_budget,
                     "Distances to ask for a pair, to prove that it never meets");
  command
      .add_option("--seconds", options->matrix.seconds,
                  "End the search of the matrix about then, with what is proven; 0: no limit")
      .not_negative();
  command.add_flag("--audit", options->audit,
                   "List the pairs that --srdf disables although they can meet, with a pose of each; exit code 1 then");
  command.add_option("--write-srdf", options->write_srdf,
                     "Write the pairs that need no check, with reasons; added to what --srdf holds");
  command.add_option("--trajectory", options->trajectory,
                     "A CSV file: joint names, then a waypoint a line; straight in joint space");
  command.add_option(
      "--configurations", options->configurations,
      "A CSV file as of --trajectory: which of its lines are free of contact; exit code 1 when one is not");
  command.add_flag(
      "--gpu", options->gpu,
      "With --configurations: a graphics processor looks at the obstacles, where links are balls and there "
      "is one; the answers are the same");
  command
      .add_option("--scene", options->scene,
                  "With --trajectory or --configurations: a model of what stands around the robot, in metres in the "
                  "frame of its root (" +
                      model_endings() + "); may be given more than once")
      .one_each();
  command
      .add_option("--scene-at", options->places,
                  "x,y,z[,qx,qy,qz,qw]: moves the scene; the second one moves the second --scene, and so on")
      .one_each();
  command
      .add_option("--simplify", options->simplify,
                  "spheres or hulls: write the robot as URDF (-o) with links of these, which contain the given ones")
      .one_of({"spheres", "hulls"});
  command.add_option("-o,--output", options->output, "The URDF file that --simplify writes; hulls go beside it");
  command
      .add_option("--gap", options->simple.gap,
                  "How far, in metres, simple links may stand out; 0: a sixteenth of each link")
      .not_negative();
  command.add_option("--most", options->simple.most, "Pieces of a simple link at most").range(1, 4096);
  command.add_option("--html", options->html,
                     "Also write one HTML file: the robot in 3D with sliders, the matrix, the trajectory played");
  command.add_option("--tolerance", options->path.tolerance,
                     "A gap in metres up to which a graze may be told; else 2^-20 of the size of the robot");
  command.add_option("--budget", options->path.budget, "Distances to ask for a pair along the trajectory");
  command.add_option("--threads", options->matrix.threads, "0: as many as the machine has").range(0, 1024);
  command.add_flag("--json", options->json, "JSON instead of the table");
  command.on_run([options, &exit_code] { exit_code = run_robot(*options); });
}

}  // namespace graze::app
