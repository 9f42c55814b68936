// The demo by itself, which needs no reader of files: `./dev demo` builds it much sooner than the whole command.
#include <exception>
#include <string>

#include "app/commands.h"
#include "app/output.h"
#include "graze/version.h"

int main(int argc, char** argv) {
  using namespace graze;
  using namespace graze::app;
  try {
    CommandLine line("The demo of graze.", std::string("graze ") + version_string() + ", " + instruction_set(), "");
    int exit_code = exit_clean;
    add_demo(line, exit_code);
    if (!line.run(argc, argv)) return exit_clean;
    return finish_output() ? exit_code : exit_bad_input;
  } catch (const std::exception& error) {
    report(std::string("graze: ") + error.what() + "\n");
  }
  return exit_bad_input;
}
