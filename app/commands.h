// The subcommands, one per file. Each adds itself to the command line; when it runs, it leaves its exit code.
#pragma once

#include <CLI/CLI.hpp>

namespace graze::app {

enum ExitCode : int {
  exit_clean = 0,
  exit_findings = 1,
  exit_bad_input = 2,
  exit_incomplete = 3,
};

void add_query(CLI::App& app, int& exit_code);
void add_info(CLI::App& app, int& exit_code);
void add_distance(CLI::App& app, int& exit_code);
void add_move(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_robot(CLI::App& app, int& exit_code);
void add_scene(CLI::App& app, int& exit_code);
void add_demo(CLI::App& app, int& exit_code);

}  // namespace graze::app
