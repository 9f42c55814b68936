// Data goes to stdout; everything said to a person besides goes to stderr.
#pragma once

#include <string>
#include <string_view>

#include "graze/math.h"

namespace graze::app {

void print(std::string_view text);   // stdout
void flush();                        // stdout
void report(std::string_view text);  // stderr

// Flushes stdout; false, after a report, when some of it could not be written.
bool finish_output();

// Whole or not at all: an interrupted or failed write leaves what was there. Throws Error naming the file.
void write_file(const std::string& path, std::string_view text);

// "(x, y, z)", in the fewest digits that tell the numbers.
std::string plain_point(Vec3 point);

// A line on stderr that tells how far long work has come, how fast, and how long it will take: only on a terminal, only
// after the first second. It is wiped when the work ends.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(double fraction, double items = 0);  // items: of all the work, for a rate; 0: none

 private:
  std::string what_;
  double start_;
  bool terminal_, shown_ = false;
};

// Seconds since some moment.
double now();

}  // namespace graze::app
