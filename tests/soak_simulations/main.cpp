// graze_soak_simulations [--threads N] [--seconds S] [--seed S] [--ticks N] [--certificates N] [--after FILE]: the long
// counts of graze/dynamics.h, shared between threads.
//
// Every scene and unit case with every length of step and tick is a run of so many ticks; a run is made of parts with
// starts of their own, at least four, so that threads can share the long ones. Cheap runs come first, and certificates
// are checked between them. A line is printed for each part as it ends, also for what time cut short, and totals at the
// end; they can be made of the lines, too. FILE has the lines of an earlier soak: what it did is not done again. Exit
// code 0: nothing was wrong; 1: something was, and its line says what; 2: bad usage.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "tests/property/simulations.h"

namespace graze {
namespace {

using property::SimulationLength;

struct Options {
  int threads = 1;
  double seconds = 600;
  std::uint64_t seed = 1, ticks = 10000, certificates = 1000000;
  std::string after;
};

struct Work {
  std::string name;  // empty: certificates
  SimulationLength length;
  std::uint64_t seed = 0, count = 0;
  double cost = 0;  // seconds, guessed
};

class Clock {
 public:
  double now() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

template <class Each>
void in_threads(int threads, std::size_t count, const Each& each) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i)
    workers.emplace_back([&] {
      for (std::size_t k; (k = next++) < count;) each(k);
    });
  for (std::thread& worker : workers) worker.join();
}

std::string name_of(const std::string& name, const SimulationLength& length) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g %.6g ", length.dt, length.tick);
  return text + name;
}

// Ticks of each run, by name_of().
std::map<std::string, std::uint64_t> ticks_in(const std::string& file) {
  std::map<std::string, std::uint64_t> ticks;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word, dt, tick, name;
    std::uint64_t count = 0, skipped = 0;
    double seconds = 0;
    if (words >> word && word == "run" &&
        words >> word >> dt >> word >> tick >> word >> skipped >> word >> count >> word >> skipped >> word >> skipped >>
            word >> skipped >> word >> seconds >> name)
      ticks[dt + " " + tick + " " + name] += count;
  }
  return ticks;
}

int soak(const Options& options) {
  const Clock clock;
  const auto over = [&] { return clock.now() > options.seconds; };
  oracle::Dice dice(options.seed);
  const std::map<std::string, std::uint64_t> before = ticks_in(options.after);
  // What a tick of each run costs, by a few of them.
  std::vector<Work> runs;
  for (const std::string& name : property::simulation_names())
    for (const SimulationLength& length : property::simulation_lengths) {
      const std::uint64_t had = before.contains(name_of(name, length)) ? before.at(name_of(name, length)) : 0;
      if (had < options.ticks) runs.push_back({name, length, dice.bits(), options.ticks - had});
    }
  in_threads(options.threads, runs.size(), [&](std::size_t k) {
    Work& run = runs[k];
    const double begun = clock.now();
    const property::SimulationRun some =
        property::run_never(run.name, run.length, run.seed, std::min<std::uint64_t>(options.ticks, 120), over);
    run.cost = (clock.now() - begun) / double(std::max<std::uint64_t>(some.ticks, 1)) * double(run.count);
  });
  std::stable_sort(runs.begin(), runs.end(), [](const Work& a, const Work& b) { return a.cost < b.cost; });
  double guessed = 0;
  for (const Work& run : runs) guessed += run.cost;
  std::printf("seed %llu, %zu runs of up to %llu ticks, %d threads, %.0f s; guessed %.0f s of all threads together\n",
              static_cast<unsigned long long>(options.seed), runs.size(),
              static_cast<unsigned long long>(options.ticks), options.threads, options.seconds, guessed);
  std::fflush(stdout);
  std::vector<Work> todo;
  constexpr std::uint64_t batch = 10000;
  std::uint64_t asked = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto parts = std::uint64_t(std::clamp(runs[i].cost / 10, 4.0, 32.0));
    for (std::uint64_t part = 0; part < parts; ++part) {
      Work one = runs[i];
      one.seed = dice.bits();
      one.count = (runs[i].count + parts - 1) / parts;
      todo.push_back(one);
    }
    // All of them within the first half of the runs.
    const std::uint64_t due = std::min(options.certificates, options.certificates * 2 * (i + 1) / runs.size());
    for (; asked < due; asked += batch) {
      Work one;
      one.seed = dice.bits();
      one.count = std::min(batch, options.certificates - asked);
      todo.push_back(one);
    }
  }
  std::mutex mutex;
  std::map<std::string, std::uint64_t> done;
  property::CertificateRun certificates;
  property::SimulationRun all;
  int wrong = 0;
  in_threads(options.threads, todo.size(), [&](std::size_t k) {
    if (over()) return;
    const Work& work = todo[k];
    const double begun = clock.now();
    const unsigned long long seed = work.seed;
    if (work.name.empty()) {
      const property::CertificateRun run = property::run_certificates(work.seed, work.count, false, over);
      const std::lock_guard lock(mutex);
      certificates.accepted += run.accepted;
      certificates.corrupted += run.corrupted;
      certificates.rejected += run.rejected;
      std::printf("certificates seed %llu accepted %llu corrupted %llu rejected %llu seconds %.1f\n", seed,
                  static_cast<unsigned long long>(run.accepted), static_cast<unsigned long long>(run.corrupted),
                  static_cast<unsigned long long>(run.rejected), clock.now() - begun);
      if (!run.failure.empty()) std::printf("WRONG %s", run.failure.c_str());
      wrong += !run.failure.empty();
    } else {
      const property::SimulationRun run = property::run_never(work.name, work.length, work.seed, work.count, over);
      const std::lock_guard lock(mutex);
      done[name_of(work.name, work.length)] += run.ticks;
      all.ticks += run.ticks;
      all.steps += run.steps;
      all.with_contacts += run.with_contacts;
      all.pairs += run.pairs;
      std::printf(
          "run dt %.6g tick %.6g seed %llu ticks %llu steps %llu with-contacts %llu pairs %llu seconds %.2f %s\n",
          work.length.dt, work.length.tick, seed, static_cast<unsigned long long>(run.ticks),
          static_cast<unsigned long long>(run.steps), static_cast<unsigned long long>(run.with_contacts),
          static_cast<unsigned long long>(run.pairs), clock.now() - begun, work.name.c_str());
      if (!run.failure.empty()) std::printf("WRONG seed %llu %s", seed, run.failure.c_str());
      wrong += !run.failure.empty();
    }
    std::fflush(stdout);
  });
  std::size_t whole = 0;
  for (const Work& run : runs) whole += done[name_of(run.name, run.length)] >= run.count;
  std::printf(
      "total: %zu of %zu runs have all of their ticks; %llu ticks, %llu steps (%llu with contacts), %llu pairs asked; "
      "%llu certificates accepted, %llu false ones rejected of %llu corrupted; %d wrong; %.0f s\n",
      whole, runs.size(), static_cast<unsigned long long>(all.ticks), static_cast<unsigned long long>(all.steps),
      static_cast<unsigned long long>(all.with_contacts), static_cast<unsigned long long>(all.pairs),
      static_cast<unsigned long long>(certificates.accepted), static_cast<unsigned long long>(certificates.rejected),
      static_cast<unsigned long long>(certificates.corrupted), wrong, clock.now());
  return wrong == 0 ? 0 : 1;
}

int parse_and_run(int count, char** words) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    char* end = nullptr;
    const auto is = [&](const char* word) { return std::strcmp(words[i], word) == 0; };
    if (is("--after") && i + 1 < count && std::ifstream(words[i + 1]).good()) {
      options.after = words[i + 1];
      continue;
    }
    const double value = i + 1 < count ? std::strtod(words[i + 1], &end) : -1;
    if (end == nullptr || end == words[i + 1] || *end != '\0' || !(value >= 0 && value < 1e15)) count = 0;
    if (is("--threads"))
      options.threads = int(std::max(value, 1.0));
    else if (is("--seconds"))
      options.seconds = value;
    else if (is("--seed"))
      options.seed = std::uint64_t(value);
    else if (is("--ticks"))
      options.ticks = std::uint64_t(std::max(value, 1.0));
    else if (is("--certificates"))
      options.certificates = std::uint64_t(value);
    else
      count = 0;
    if (count != 0) continue;
    std::fprintf(stderr,
                 "usage: graze_soak_simulations [--threads N] [--seconds S] [--seed S] [--ticks N] [--certificates N] "
                 "[--after FILE]\n");
    return 2;
  }
  return soak(options);
}

}  // namespace
}  // namespace graze

int main(int count, char** words) { return graze::parse_and_run(count, words); }
