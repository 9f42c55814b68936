// The subcommands, one per file. Each adds itself to the command line; when it runs, it leaves its exit code.
#pragma once

#include "app/command_line.h"

namespace graze::app {

enum ExitCode : int {
  exit_clean = 0,
  exit_findings = 1,
  exit_bad_input = 2,
  exit_incomplete = 3,
};

// Runs the subcommand that is named; returns the exit code of the program.
int run_command(int argc, char** argv);

void add_query(CommandLine& line, int& exit_code);
void add_info(CommandLine& line, int& exit_code);
void add_distance(CommandLine& line, int& exit_code);
void add_move(CommandLine& line, int& exit_code);
void add_check(CommandLine& line, int& exit_code);
void add_store(CommandLine& line, int& exit_code);
void add_merge(CommandLine& line, int& exit_code);
void add_robot(CommandLine& line, int& exit_code);
void add_simulate(CommandLine& line, int& exit_code);
void add_study(CommandLine& line, int& exit_code);
void add_scene(CommandLine& line, int& exit_code);
void add_demo(CommandLine& line, int& exit_code);

}  // namespace graze::app
