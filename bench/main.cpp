// graze_bench [WORKLOAD...] [--json FILE] [--list] [--quick]: docs/benchmarks.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <regex>

#include "bench/cases.h"
#include "bench/peers/peer.h"
#include "bench/workload.h"
#include "graze/error.h"

namespace graze::bench {
namespace {

enum ExitCode { clean = 0, we_are_wrong = 1, bad_usage = 2 };

struct Arguments {
  std::vector<std::string> workloads;
  std::string json;
  bool list = false, quick = false;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::uint64_t read_seed(const std::string& text) {
  if (text.empty()) return Settings{}.seed;
  std::size_t used = 0;
  std::uint64_t seed = 0;
  try {
    seed = std::stoull(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used != text.size()) throw Error("GRAZE_SEED: not a number: " + text);
  return seed;
}

Effort quick_effort() {
  return {.rounds = 5,
          .frames = 1,
          .orientations = 100,
          .deep_poses = 20,
          .rays = 5000,
          .seconds_a_round = 0.02,
          .small_pairs = 4000,
          .flush_poses = 40,
          .placements = 10000,
          .parallel_triangles = 2000,
          .picture_width = 256,
          .growth_orientations = 20};
}

std::vector<Workload> chosen(const std::vector<std::string>& names) {
  std::vector<Workload> result;
  for (const std::string& name : names) {
    if (std::none_of(workloads().begin(), workloads().end(), [&](const Workload& w) { return w.name == name; })) {
      throw Error("no workload is called " + name + " (see --list)");
    }
  }
  for (const Workload& workload : workloads()) {
    if (names.empty() || std::find(names.begin(), names.end(), workload.name) != names.end())
      result.push_back(workload);
  }
  return result;
}

void print_list(const std::vector<Case>& cases) {
  std::cout << "workloads\n";
  for (const Workload& workload : workloads()) std::cout << fmt::format("  {:<16}{}\n", workload.name, workload.about);
  std::cout << "peers\n";
  for (const auto& peer : make_collide_peers()) std::cout << fmt::format("  {:<16}{}\n", peer->name(), peer->version());
  for (const auto& peer : make_ray_peers()) std::cout << fmt::format("  {:<16}{}\n", peer->name(), peer->version());
  std::cout << "cases\n";
  for (const Case& c : cases) std::cout << fmt::format("  {:<16}{} triangles\n", c.name, c.mesh.triangles.size());
}

// Case by case, so that the workloads share what is built; rows are then in the order of the workloads.
std::vector<Row> run(const std::vector<Workload>& list, const std::vector<Case>& cases, const Settings& settings) {
  std::vector<std::vector<Row>> by_workload(list.size());
  const auto start = std::chrono::steady_clock::now();
  const auto say = [&](const char* workload, const std::string& scene) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::cerr << fmt::format("{:6.1f} s  {} {}\n", elapsed.count(), workload, scene);
  };
  for (const Case& scene : cases) {
    Bench bench(scene, settings);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].each == nullptr) continue;
      say(list[i].name, scene.name);
      for (Row& row : list[i].each(bench)) by_workload[i].push_back(std::move(row));
    }
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].once == nullptr) continue;
    say(list[i].name, "");
    by_workload[i] = list[i].once(settings);
  }
  std::vector<Row> rows;
  for (auto& group : by_workload) rows.insert(rows.end(), group.begin(), group.end());
  return rows;
}

int run(const Arguments& arguments) {
  Settings settings;
  settings.seed = read_seed(environment("GRAZE_SEED"));
  settings.data_folder = environment("GRAZE_DATA");
  settings.quick = arguments.quick;
  if (arguments.quick) settings.effort = quick_effort();
  const std::vector<Workload> list = chosen(arguments.workloads);
  const std::vector<Case> cases = make_cases(arguments.quick, settings.data_folder, environment("GRAZE_BENCH_CASES"));
  if (cases.empty()) throw Error("GRAZE_BENCH_CASES leaves no case");
  if (arguments.list) {
    print_list(cases);
    return clean;
  }
  std::ofstream json;
  if (!arguments.json.empty()) {
    json.open(arguments.json);
    if (!json) throw Error("cannot write " + arguments.json);
  }
  const std::vector<Row> rows = run(list, cases, settings);
  print_table(std::cout, rows);
  if (json.is_open()) {
    write_json(json, rows);
    json.close();
    if (!json) throw Error("cannot write " + arguments.json);
  }
  const bool wrong = std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.ours_wrong > 0; });
  return wrong ? we_are_wrong : clean;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** values) {
  graze::bench::Arguments arguments;
  CLI::App app("Times graze against other libraries and compares the answers");
  app.add_option("WORKLOAD", arguments.workloads, "Which workloads to run; all when none is named");
  app.add_option("--json", arguments.json, "Also write the rows to this file");
  app.add_flag("--list", arguments.list, "Say which workloads, peers and cases there are");
  app.add_flag("--quick", arguments.quick, "Small cases and few poses: about a minute");
  try {
    app.parse(count, values);
    return graze::bench::run(arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? graze::bench::clean : graze::bench::bad_usage;
  } catch (const std::regex_error& error) {
    std::cerr << "graze_bench: GRAZE_BENCH_CASES: " << error.what() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "graze_bench: " << error.what() << '\n';
  }
  return graze::bench::bad_usage;
}
