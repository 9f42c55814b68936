#include "app/command_line.h"

#include <CLI/CLI.hpp>

namespace graze::app {

namespace {

template <class T>
Option add(CLI::App* app, const std::string& name, T& value, const std::string& description) {
  return Option(app->add_option(name, value, description));
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::one_of(std::initializer_list<const char*> values) {
  option_->check(CLI::IsMember(std::vector<std::string>(values.begin(), values.end())));
  return *this;
}

Option& Option::range(std::uint64_t least, std::uint64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::not_negative() {
  option_->check(CLI::NonNegativeNumber);
  return *this;
}

Option& Option::delimiter(char character) {
  option_->delimiter(character);
  return *this;
}

Option& Option::one_each() {
  option_->allow_extra_args(false);
  return *this;
}

Option& Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option Command::add_option(const std::string& name, std::string& value, const std::string& description) {
  return add(app_, name, value, description);
}

Option Command::add_option(const std::string& name, std::vector<std::string>& values, const std::string& description) {
  return add(app_, name, values, description);
}

Option Command::add_option(const std::string& name, double& value, const std::string& description) {
  return add(app_, name, value, description);
}

Option Command::add_option(const std::string& name, int& value, const std::string& description) {
  return add(app_, name, value, description);
}

Option Command::add_option(const std::string& name, std::uint32_t& value, const std::string& description) {
  return add(app_, name, value, description);
}

Option Command::add_option(const std::string& name, std::uint64_t& value, const std::string& description) {
  return add(app_, name, value, description);
}

void Command::add_flag(const std::string& name, bool& value, const std::string& description) {
  app_->add_flag(name, value, description);
}

void Command::add_flag(const std::string& name, const std::string& description) {
  app_->add_flag(name)->description(description);
}

void Command::on_run(std::function<void()> run) { app_->callback(std::move(run)); }

CommandLine::CommandLine(const std::string& description, const std::string& version, const std::string& footer)
    : app_(new CLI::App(description, "graze")) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(0, 1);  // none is told apart below: an unknown argument is the better complaint
  app_->footer(footer);
}

CommandLine::~CommandLine() { delete app_; }

Command CommandLine::add_command(const std::string& name, const std::string& description) {
  names_ += (names_.empty() ? "" : ", ") + name;
  return Command(app_->add_subcommand(name, description));
}

bool CommandLine::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UsageError(error.what());
    app_->exit(error);
    return false;
  }
  if (app_->get_subcommands().empty()) {
    std::string names = names_;
    if (const std::size_t last = names.rfind(", "); last != std::string::npos) names.replace(last, 2, " or ");
    throw UsageError("a command is needed: " + names);
  }
  return true;
}

}  // namespace graze::app
