// A command line of graze: its subcommands, and what is done about errors.
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "app/commands.h"
#include "app/output.h"
#include "graze/graze.h"

namespace {

using namespace graze;
using namespace graze::app;

int complain(const std::string& message) {
  report("graze: " + message + "\nRun 'graze --help' or 'graze COMMAND --help' for what it takes.\n");
  return exit_bad_input;
}

// The library takes the best instruction set for a name it does not know; a person who mistyped one wants to be told.
void check_environment() {
  const char* const asked = std::getenv("GRAZE_ISA");
  if (asked == nullptr) return;
  const std::string name = asked;
  if (name != "scalar" && name != "neon" && name != "avx2" && name != "avx512")
    throw Error("GRAZE_ISA is '" + name + "', but must be scalar, neon, avx2 or avx512");
}

int run(int argc, char** argv) {
  check_environment();
  CommandLine line("Exact collision, distance and ray queries between bodies of any shape.",
                   std::string("graze ") + version_string() + ", protocol " + std::to_string(protocol_version) + ", " +
                       instruction_set(),
                   "Exit codes: 0 clean, 1 findings, 2 bad usage or input, 3 incomplete.");
  int exit_code = exit_clean;
  add_query(line, exit_code);
  add_info(line, exit_code);
  add_distance(line, exit_code);
  add_move(line, exit_code);
  add_check(line, exit_code);
  add_store(line, exit_code);
  add_merge(line, exit_code);
  add_robot(line, exit_code);
  add_simulate(line, exit_code);
  add_study(line, exit_code);
  add_scene(line, exit_code);
  add_demo(line, exit_code);
  try {
    if (!line.run(argc, argv)) return exit_clean;
  } catch (const UsageError& error) {
    return complain(error.what());
  }
  return finish_output() ? exit_code : exit_bad_input;
}

}  // namespace

int graze::app::run_command(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    report("graze: out of memory\n");
  } catch (const std::exception& error) {
    report(std::string("graze: ") + error.what() + "\n");
  }
  return exit_bad_input;
}
