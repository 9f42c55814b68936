// What a randomised check did, and the first case that it found wrong.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>

#include "graze/graze.h"
#include "graze/record.h"

namespace graze::property {

struct Tally {
  struct Kind {
    std::uint64_t cases = 0, hits = 0;
    double rate() const { return cases == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(cases); }
  };

  std::uint64_t seed = 0;
  std::map<std::string, Kind> kinds;
  std::string failure;  // empty: all agreed

  bool failed() const { return !failure.empty(); }
  void count(const std::string& kind, bool hit) {
    Kind& entry = kinds[kind];
    ++entry.cases;
    if (hit) ++entry.hits;
  }
  Kind total() const {
    Kind sum;
    for (const auto& [name, kind] : kinds) {
      sum.cases += kind.cases;
      sum.hits += kind.hits;
    }
    return sum;
  }
  void print(const char* title) const {
    std::printf("%s, seed %llu\n", title, static_cast<unsigned long long>(seed));
    for (const auto& [name, kind] : kinds)
      std::printf("  %-28s %9llu cases, %5.1f %% hits\n", name.c_str(), static_cast<unsigned long long>(kind.cases),
                  100 * kind.rate());
    if (failed()) std::printf("  WRONG: %s\n", failure.c_str());
    std::fflush(stdout);
  }
};

// The lines of `graze query` that repeat a collision.
inline std::string lines(const Body& a, const Body& b) {
  return define_line("a", a.shape) + "\n" + define_line("b", b.shape) + "\n" +
         collide_line("a", a, "b", b, {.all = true}) + "\n";
}
inline std::string lines(const Body& body, const Ray& ray) {
  return define_line("a", body.shape) + "\n" + ray_line("a", body, ray) + "\n";
}

}  // namespace graze::property
