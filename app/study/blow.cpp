// Experiments after Blow 1997.
#include <fmt/format.h>

#include <cmath>

#include "app/study/rows.h"
#include "graze/study.h"
#include "scenes/worlds.h"

namespace graze::app {
namespace {

StudyResult bsp_sizes(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"", {"entity", "polygons", "after the BSP", "more", "depth", "the paper's"}, {}};
  const scenes::WorldScene scene = scenes::game_server(32, 60, settings.seed);
  struct Known {
    const char* name;
    const char* paper;
  };
  std::vector<std::string> seen;
  for (const scenes::Actor& actor : scene.actors) {
    const std::string kind = actor.name.substr(0, actor.name.find_first_of("-0123456789 "));
    if (std::find(seen.begin(), seen.end(), kind) != seen.end() || actor.shape.form() == ShapeForm::terrain) continue;
    seen.push_back(kind);
    std::string paper;
    for (const Known& known :
         {Known{"hover", "97, 111 after"}, Known{"cargo", "12, 12 after"}, Known{"repair", "69, 76 after"}})
      if (kind.find(known.name) != std::string::npos) paper = known.paper;
    try {
      const study::BspSize size = study::BspTree(actor.shape, study::BspForm::paper).size();
      table.rows.push_back({kind, number_text(double(size.polygons_before)), number_text(double(size.polygons_after)),
                            percent_text(double(size.polygons_after) / double(size.polygons_before) - 1),
                            number_text(double(size.depth)), paper});
    } catch (const Error&) {
      table.rows.push_back({kind, "no triangles", "", "", "", paper});
    }
  }
  result.tables.push_back(std::move(table));
  result.compared.push_back(
      "The paper's polygons are convex faces of any number of corners, and its entities grew by 14 %, 0 % and 10 % by "
      "the "
      "cuts. Ours are triangles, more of them, and grow as the table says: planes through small triangles of round "
      "parts "
      "cut many others.");
  return result;
}

StudyResult stages(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"Stages of the server, with plane divides and without; the paper's column is of its 6646 cases.",
                   {"stage", "cases", "decided", "share of all", "mean time", "the paper's share", "the paper's time"},
                   {}};
  const char* const shares[] = {"57.2 %", "28.8 %", "1.4 %", "12.7 %"};
  const char* const times[] = {"tiny", "26.13 µs", "231.94 µs", "450.98 µs"};
  double with = 0, without = 0;
  for (const bool planes : {true, false}) {
    scenes::WorldScene scene = scenes::game_server(32, settings.quick ? 60 : 500, settings.seed);
    study::GameServer server({.plane_divides = planes});
    std::vector<std::uint32_t> ids;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < scene.actors.size(); ++i) {
      try {
        ids.push_back(server.add(scene.actors[i].shape, scene.actors[i].pose()));
        which.push_back(i);
      } catch (const Error&) {  // a terrain has no hull: the ground is left out of the hull tests of this server
      }
    }
    for (int step = 0; step < (settings.quick ? 60 : 600); ++step) {
      scene.advance(1.0 / 60);
      std::vector<study::GameMove> moves;
      for (std::size_t k = 0; k < ids.size(); ++k)
        if (scene.actors[which[k]].drive != scenes::Drive::none && !scene.actors[which[k]].asleep)
          moves.push_back({ids[k], scene.actors[which[k]].pose()});
      static_cast<void>(server.step(moves));
    }
    double cases = 0, seconds = 0;
    for (const StageStatistics& stage : server.statistics()) {
      cases += static_cast<double>(stage.decided);
      seconds += stage.seconds;
    }
    (planes ? with : without) = seconds;
    for (std::size_t k = 0; k < study::game_stages.size(); ++k) {
      const StageStatistics& stage = server.statistics()[k];
      if (stage.cases == 0) continue;
      table.rows.push_back({std::string(name(study::game_stages[k])) + (planes ? "" : ", without plane divides"),
                            number_text(double(stage.cases)), number_text(double(stage.decided)),
                            percent_text(double(stage.decided) / cases), time_text(stage.mean_seconds()),
                            planes ? shares[k] : "", planes ? times[k] : ""});
    }
  }
  result.tables.push_back(std::move(table));
  result.compared.push_back(
      "The paper's shape: spheres decide most, plane divides hardly anything, and an eighth goes to the trees. The "
      "shares "
      "depend on how near the bodies of a game are to each other, which the paper does not tell; its times are of a "
      "Pentium "
      "of 166 MHz.");
  result.compared.push_back(
      fmt::format("From the paper's numbers plane divides loses: 935 runs of 231.94 µs save 93 runs of 450.98 µs. Here "
                  "all stages take "
                  "{} with it and {} without.",
                  time_text(with), time_text(without)));
  return result;
}

StudyResult speedbox(const StudySettings& settings) {
  StudyResult result;
  StudyTable table{"",
                   {"speed, in thicknesses of the wall a step", "through, end poses alone",
                    "through, with the speedbox", "stopped for nothing", "last clear time by bisection"},
                   {}};
  const Shape wall = make_box({0.05, 5, 5}), bullet = make_box({0.05, 0.05, 0.05});
  scenes::Random random(settings.seed);
  const int shots = settings.quick ? 50 : 500;
  int leaks = 0;
  for (const double speed : {0.5, 2.0, 8.0, 32.0}) {
    int through[2] = {0, 0}, vain = 0, hits = 0;
    double clear = 0;
    for (int shot = 0; shot < shots; ++shot) {
      const double step = speed * 0.1, start = -1 - random.uniform() * step;
      // Every fourth goes up and passes above the wall, though the box around a long step meets it.
      const bool aimed = shot % 4 != 0;
      const double z = aimed ? random.uniform(-4, 4) : 5.3, climb = aimed ? 0 : 1;
      const auto at = [&](double x) { return make_pose({x, 0, z + climb * x}); };
      for (const bool boxes : {false, true}) {
        study::GameServer server({.speedbox = boxes});
        server.add(wall, {});
        const std::uint32_t id = server.add(bullet, at(start));
        if (boxes && aimed && clear == 0) clear = server.last_clear_time(id, at(0), 1e-6);
        bool stopped = false;
        for (double x = start; x < 0.5 && !stopped; x += step) {
          const study::GameMove move{id, at(x + step)};
          stopped = !server.step({&move, 1}).reverted.empty();
        }
        if (aimed && !stopped) ++through[boxes ? 1 : 0];
        if (!aimed && stopped && boxes) ++vain;
      }
      hits += aimed ? 1 : 0;
    }
    leaks += through[1];
    table.rows.push_back({number_text(speed), fmt::format("{} of {}", through[0], hits),
                          fmt::format("{} of {}", through[1], hits), number_text(vain), number_text(clear)});
  }
  result.tables.push_back(std::move(table));
  result.compared.push_back(
      fmt::format("As the paper says, what is faster than it is wide passes through walls when only end poses are "
                  "tested. With the box "
                  "around the whole way {} did; what the box stops for nothing is its price.",
                  leaks == 0 ? std::string("none") : std::to_string(leaks)));
  return result;
}

}  // namespace

std::span<const Experiment> blow_experiments() {
  static constexpr Experiment list[] = {{"blow", "bsp", "Polygons before and after the BSP tree",
                                         "The paper's table of its three kinds of entities.", &bsp_sizes},
                                        {"blow", "stages", "How many cases each stage decides, and what it takes",
                                         "The paper's table: a player drops a cargo box, which deploys a repair pad. "
                                         "Here hover tanks, cargo boxes that fall "
                                         "and repair pads that sleep, in the stages of the paper: squares, spheres, "
                                         "box safety, plane divides, BSP trees.",
                                         &stages},
                                        {"blow", "speedbox", "Fast objects and the speedbox",
                                         "Figure 4: bullets against a wall of thickness 0.1, tested at the ends of "
                                         "steps, and as the box around each step.",
                                         &speedbox}};
  return list;
}

}  // namespace graze::app
