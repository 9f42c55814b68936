#include "app/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

#include "graze/error.h"

namespace graze::app {

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }
void flush() { std::fflush(stdout); }
void report(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

bool finish_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  report("graze: the output could not be written\n");
  return false;
}

std::string plain_point(Vec3 point) { return fmt::format("({}, {}, {})", point.x, point.y, point.z); }

void write_file(const std::string& path, std::string_view text) {
  const std::string beside = path + ".part";
  std::ofstream file(beside, std::ios::binary);
  file << text;
  file.close();
  std::error_code fault;
  if (file) std::filesystem::rename(beside, path, fault);
  if (!file || fault) throw Error(path + ": cannot be written");
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Progress::Progress(std::string what) : what_(std::move(what)), start_(now()), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) report("\r\033[K");
}

void Progress::update(double fraction, double items) {
  const double spent = now() - start_;
  if (!terminal_ || spent < 1) return;
  shown_ = true;
  std::string text = fmt::format("\r\033[K{} {:3.0f} %", what_, 100 * fraction);
  if (items > 0) text += fmt::format(", {:.0f} a second", items * fraction / spent);
  if (fraction > 0) text += fmt::format(", {:.0f} s left", spent * (1 / fraction - 1));
  report(text);
}

}  // namespace graze::app
