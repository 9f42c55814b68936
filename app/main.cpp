// The graze command.
#include "app/commands.h"

int main(int argc, char** argv) { return graze::app::run_command(argc, argv); }
