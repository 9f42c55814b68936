// `graze distance A B`: how far apart two shape files are, as they stand or posed.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/distance_text.h"
#include "app/output.h"
#include "app/read_shape.h"
#include "base/json_text.h"

namespace graze::app {
namespace {

struct DistanceOptions {
  std::string a, b;
  std::string pose_a, pose_b;  // JSON, as in `graze query`; empty: as the file stands
  double max = std::numeric_limits<double>::infinity();
  bool solid = false;
  bool json = false;
};

int run_distance(const DistanceOptions& options) {
  if (!(options.max >= 0)) throw Error("--max must not be negative");
  const Body a = read_body(options.a, "--pose-a", options.pose_a, options.solid);
  const Body b = read_body(options.b, "--pose-b", options.pose_b, options.solid);
  const DistanceResult result = find_distance(a, b, {.max = options.max});
  if (result.status != Status::ok) throw Error(std::string("distance: ") + name(result.status));
  std::string text;
  if (options.json) {
    JsonWriter out(text);
    out.object([&] {
      out.field("a", options.a).field("b", options.b);
      append_distance(text, result);
    });
    text += '\n';
  } else if (result.beyond) {
    text = fmt::format("at least {}\n", result.lower);
  } else {
    text = fmt::format("{} (off by at most {})\n", result.distance, result.bound);
    text += fmt::format("  {:<10} {}, triangle {}\n", "on a", plain_point(result.point_a), result.feature_a.triangle);
    text += fmt::format("  {:<10} {}, triangle {}\n", "on b", plain_point(result.point_b), result.feature_b.triangle);
    if (result.distance == 0) text += "  they touch or overlap\n";
  }
  print(text);
  return result.distance == 0 ? exit_findings : exit_clean;
}

}  // namespace

void add_distance(CommandLine& line, int& exit_code) {
  Command command = line.add_command("distance", "How far apart two shape files are; exit code 1 when they touch");
  const auto options = std::make_shared<DistanceOptions>();
  command.add_option("A", options->a, "A shape: " + all_shape_endings()).required();
  command.add_option("B", options->b, "Another").required();
  command.add_option("--pose-a", options->pose_a, "Where A is: a JSON pose of `graze query`");
  command.add_option("--pose-b", options->pose_b, "Where B is");
  command.add_option("--max", options->max, "Of files farther apart than this only a lower bound is told");
  command.add_flag("--solid", options->solid, "Both are solids: one inside the other touches it");
  command.add_flag("--json", options->json, "One JSON object instead of text");
  command.on_run([options, &exit_code] { exit_code = run_distance(*options); });
}

}  // namespace graze::app
