// What the subcommands say of their options. CLI11 reads them, in command_line.cpp alone: its headers take longer to
// compile than a subcommand does.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace graze::app {

// The command line is wrong: what() says how.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One option or argument. Its rules are given in a row: add_option(…).required().
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& required();
  Option& one_of(std::initializer_list<const char*> values);
  Option& range(std::uint64_t least, std::uint64_t most);  // of whole numbers
  Option& not_negative();
  Option& delimiter(char character);  // between several values in one word
  Option& one_each();                 // of several values: one a time that the option is given
  Option& show_default();             // in the help text

 private:
  CLI::Option* option_;
};

// One subcommand. Names that begin with a dash are options, others arguments by their place.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}
  Option add_option(const std::string& name, std::string& value, const std::string& description);
  Option add_option(const std::string& name, std::vector<std::string>& values, const std::string& description);
  Option add_option(const std::string& name, double& value, const std::string& description);
  Option add_option(const std::string& name, int& value, const std::string& description);
  Option add_option(const std::string& name, std::uint32_t& value, const std::string& description);
  Option add_option(const std::string& name, std::uint64_t& value, const std::string& description);
  void add_flag(const std::string& name, bool& value, const std::string& description);
  // A flag that says what is so anyway.
  void add_flag(const std::string& name, const std::string& description);
  // Runs when the command line names this subcommand and is right.
  void on_run(std::function<void()> run);

 private:
  CLI::App* app_;
};

// The whole command line.
class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& version, const std::string& footer);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  Command add_command(const std::string& name, const std::string& description);
  // Runs the subcommand that is named. False when there is nothing to run: help or the version was asked for and is
  // printed. Throws UsageError, also when no subcommand is named.
  bool run(int argc, const char* const* argv);

 private:
  CLI::App* app_;
  std::string names_;  // of the subcommands
};

}  // namespace graze::app
