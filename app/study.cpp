// `graze study PAPER [EXPERIMENT]`: runs experiments of the papers.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "app/commands.h"
#include "app/output.h"
#include "app/study/experiment.h"
#include "app/study/explorer.h"
#include "app/study/figures.h"
#include "graze/graze.h"

namespace graze::app {

std::span<const StudyPaper> study_papers() {
  static constexpr StudyPaper papers[] = {
      {"van-waveren",
       "J.M.P. van Waveren, *Robust Continuous Collision Detection Between Arbitrary Polyhedra Using "
       "Trajectory Parameterization of Polyhedral Features*, id Software, March 10th 2005"},
      {"blow", "Jonathan Blow, *Practical Collision Detection*, Game Developers Conference 1997"},
      {"lin",
       "Ming C. Lin, *Fast and Accurate Collision Detection for Virtual Environments*, University of North "
       "Carolina at Chapel Hill"},
      {"zachmann",
       "Gabriel Zachmann, *Optimizing the Collision Detection Pipeline*, Fraunhofer Institute for Computer Graphics; "
       "First International Game Technology Conference, January 2001"},
      {"maia",
       "José Gilvan Rodrigues Maia, Creto Augusto Vidal, Joaquim Bento Cavalcante-Neto, *Transformation "
       "Semantics: An Efficient Approach for Collision Detection*, Universidade Federal do Ceará"}};
  return papers;
}

std::span<const Experiment> study_experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> list;
    for (const auto part : {van_waveren_experiments(), van_waveren_figures(), blow_experiments(), blow_figures(),
                            lin_experiments(), zachmann_experiments(), maia_experiments(), maia_figures()})
      list.insert(list.end(), part.begin(), part.end());
    return list;
  }();
  return all;
}

namespace {

struct StudyOptions {
  std::string paper, experiment, svg, html;
  bool quick = false, json = false, list = false;
  std::uint64_t seed = 1;
};

std::string machine() {
  std::string processor = "unknown processor";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) {
      processor = line.substr(line.find(':') + 2);
      break;
    }
  return fmt::format("{}, {} threads; graze {}, {}; compiler {}", processor, std::thread::hardware_concurrency(),
                     version_string(), instruction_set(), __VERSION__);
}

int list_all() {
  for (const StudyPaper& paper : study_papers()) {
    print(fmt::format("{}: {}\n", paper.name, paper.citation));
    for (const Experiment& e : study_experiments())
      if (std::string(e.paper) == paper.name) print(fmt::format("  {:<16} {}\n", e.name, e.title));
  }
  return exit_clean;
}

int run_study(const StudyOptions& options) {
  if (options.list) return list_all();
  std::string names;
  bool known = options.paper == "all";
  for (const StudyPaper& paper : study_papers()) {
    names += std::string(paper.name) + ", ";
    known = known || options.paper == paper.name;
  }
  if (!known)
    throw UsageError("'" + options.paper + "' is no paper: " + names + "or all; --list tells the experiments");
  if (!options.svg.empty()) std::filesystem::create_directories(options.svg);
  bool ran = false;
  std::vector<std::pair<const Experiment*, StudyResult>> results;
  for (const StudyPaper& paper : study_papers()) {
    if (options.paper != "all" && options.paper != paper.name) continue;
    bool titled = false;
    for (const Experiment& e : study_experiments()) {
      if (std::string(e.paper) != paper.name || (!options.experiment.empty() && options.experiment != e.name)) continue;
      ran = true;
      if (!titled && !options.json)
        print(fmt::format("# {}\n\nMachine: {}{}.\n\n", paper.citation, machine(),
                          options.quick ? "; quick, with smaller scenes than the full run" : ""));
      titled = true;
      const double start = now();
      StudyResult result = e.run({options.quick, options.seed});
      report(fmt::format("{} {}: {:.1f} s\n", e.paper, e.name, now() - start));
      const std::vector<StudyPicture> pictures = pictures_of(result);
      for (std::size_t k = 0; k < pictures.size() && !options.svg.empty(); ++k)
        write_file(options.svg + "/" + plot_name(e, k), pictures[k].svg);
      print(options.json ? json_text(e, result) : markdown_text(e, result, options.svg.empty() ? "" : "../images"));
      flush();
      if (!options.html.empty()) results.emplace_back(&e, std::move(result));
    }
  }
  if (!ran)
    throw UsageError("'" + options.experiment + "' is no experiment of " + options.paper + "; --list tells them");
  if (!options.html.empty()) write_file(options.html, explorer_page(machine(), results));
  return exit_clean;
}

}  // namespace

void add_study(CommandLine& line, int& exit_code) {
  Command command = line.add_command("study", "Run the experiments of the papers, and compare what they found.");
  const auto options = std::make_shared<StudyOptions>();
  command.add_option("PAPER", options->paper, "van-waveren, blow, lin, zachmann, maia, or all");
  command.add_option("EXPERIMENT", options->experiment, "one of them; all of the paper's by default");
  command.add_flag("--list", options->list, "list the experiments");
  command.add_flag("--quick", options->quick, "smaller scenes and fewer repetitions");
  command.add_flag("--json", options->json, "a JSON object a line for each experiment, instead of Markdown");
  command.add_option("--svg", options->svg, "write the plots to this folder");
  command.add_option("--html", options->html, "write a page with the experiments, and pictures to step through");
  command.add_option("--seed", options->seed, "of the random scenes").show_default();
  command.on_run([options, &exit_code] {
    if (options->paper.empty() && !options->list) throw UsageError("name a paper, or give --list");
    exit_code = run_study(*options);
  });
}

}  // namespace graze::app
