// `graze scene NAME`: writes a built-in scene, and what is true of it.
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/output.h"
#include "base/json_text.h"
#include "graze/error.h"
#include "io/gltf_write.h"
#include "scenes/plant.h"

namespace graze::app {
namespace {

struct Options {
  std::string name, output, truth;
  std::uint32_t parts = 1000;
  std::uint64_t seed = 1;
};

std::string truth_json(const scenes::Plant& plant) {
  std::string text = "{\n\"pairs\":[";
  for (const scenes::PlantedPair& pair : plant.pairs) {
    text += &pair == plant.pairs.data() ? "\n{\"a\":" : ",\n{\"a\":";
    append_string(text, pair.a);
    text += ",\"b\":";
    append_string(text, pair.b);
    text += ",\"class\":\"" + pair.value + "\",\"distance\":";
    append_number(text, pair.distance);  // NaN: null
    text += '}';
  }
  return text + "\n]\n}\n";
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(path + ": cannot be written");
}

int run_scene(const Options& options) {
  if (options.name != "plant") throw Error("there is no scene '" + options.name + "'; there is: plant");
  const scenes::Plant plant = scenes::plant(options.parts, options.seed);
  std::vector<GltfBody> bodies;
  for (const scenes::SceneBody& body : plant.scene.bodies) bodies.push_back({body.name, body.shape, body.pose});
  write_gltf(options.output, bodies);
  if (!options.truth.empty()) write_text(options.truth, truth_json(plant));
  report("wrote " + options.output + ": " + std::to_string(bodies.size()) + " parts, " +
         std::to_string(plant.pairs.size()) + " planted pairs\n");
  return exit_clean;
}

}  // namespace

void add_scene(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("scene", "Write a built-in scene, and what is true of it");
  const auto options = std::make_shared<Options>();
  command->add_option("NAME", options->name, "plant: pipes, walls, tanks, steelwork and racks")->required();
  command->add_option("--parts", options->parts, "How many parts")->check(CLI::Range(1u, 1000000u));
  command->add_option("--seed", options->seed, "Another seed is another scene");
  command->add_option("--output,-o", options->output, "A .glb or .gltf file")->required();
  command->add_option("--truth", options->truth, "Write the planted pairs, with their classes and distances, as JSON");
  command->callback([options, &exit_code] { exit_code = run_scene(*options); });
}

}  // namespace graze::app
