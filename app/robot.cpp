// `graze robot URDF`: which links of a robot can meet, and whether a trajectory is free.
#include <fstream>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/output.h"
#include "app/robot_text.h"

namespace graze::app {
namespace {

struct Options {
  std::string urdf, srdf, write_srdf, trajectory;
  ReadRobotSettings reading;
  SelfCollisionSettings matrix;
  TrajectorySettings path;
  bool json = false;
};

int run_robot(Options options) {
  RobotReport report;
  report.robot = read_robot(options.urdf, options.reading);
  if (!options.srdf.empty()) report.disabled = read_srdf(options.srdf, report.robot);
  options.path.threads = options.matrix.threads;
  if (!options.trajectory.empty()) {
    report.trajectory = read_trajectory(options.trajectory, report.robot);
    report.checked = check_trajectory(report.robot, report.trajectory->waypoints, options.path, report.disabled);
  }
  if (options.trajectory.empty() || !options.write_srdf.empty()) {
    report.matrix = self_collision_matrix(report.robot, options.matrix, report.disabled);
  }
  if (!options.write_srdf.empty()) {
    std::ofstream file(options.write_srdf, std::ios::binary);
    file << srdf_text(report.robot, *report.matrix);
    file.close();
    if (!file) throw Error(options.write_srdf + ": cannot be written");
  }
  print(options.json ? robot_json(report) : robot_table(report));
  if (report.has_contact()) return exit_findings;
  return report.complete() ? exit_clean : exit_incomplete;
}

}  // namespace

void add_robot(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "robot", "Which links of a robot can meet; with --trajectory whether a path is free, exit code 1 when not");
  const auto options = std::make_shared<Options>();
  command->add_option("URDF", options->urdf, "The robot")->required();
  command->add_option("--srdf", options->srdf, "An SRDF file: pairs that it disables are not checked");
  command->add_option("--package-path", options->reading.package_paths,
                      "A folder of packages, for package:// of meshes; may be given more than once");
  command->add_option("--samples", options->matrix.samples, "Poses to try")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  command->add_option("--seed", options->matrix.seed, "Another seed, other poses");
  command->add_option("--proof-budget", options->matrix.proof_budget,
                      "Distances to ask for a pair, to prove that it never meets");
  command->add_option("--write-srdf", options->write_srdf, "Write the pairs that need no check, with reasons");
  command->add_option("--trajectory", options->trajectory,
                      "A CSV file: joint names, then a waypoint a line; straight in joint space");
  command->add_option("--tolerance", options->path.tolerance,
                      "A gap in metres up to which a graze may be told; else 2^-20 of the size of the robot");
  command->add_option("--budget", options->path.budget, "Distances to ask for a pair along the trajectory");
  command->add_option("--threads", options->matrix.threads, "0: as many as the machine has")
      ->check(CLI::Range(0, 1024));
  command->add_flag("--json", options->json, "JSON instead of the table");
  command->callback([options, &exit_code] { exit_code = run_robot(*options); });
}

}  // namespace graze::app
