// `graze scene NAME`: writes a built-in scene, and what is true of it.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/output.h"
#include "base/json_text.h"
#include "graze/error.h"
#include "graze/store.h"
#include "io/ending.h"
#include "io/gltf_write.h"
#include "scenes/arm.h"
#include "scenes/planted.h"

namespace graze::app {
namespace {

struct SceneOptions {
  std::string name, output, truth;
  std::uint32_t parts = 1000;
  int joints = 2;
  std::uint64_t seed = 1;
};

// {"pairs":[...]}, a line each; append(out, pair) writes what is known of a pair besides its parts and class.
template <class Pairs, class Append>
std::string truth_json(const Pairs& pairs, const Append& append) {
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.line().key("pairs").lines(pairs, [&](const auto& pair) {
      out.object([&] {
        out.field("a", pair.a).field("b", pair.b).field("class", pair.value);
        append(out, pair);
      });
    });
    text += '\n';
  });
  return text + "\n";
}

std::string truth_json(const std::vector<scenes::PlantedPair>& pairs) {
  return truth_json(pairs, [](JsonWriter& out, const scenes::PlantedPair& pair) {
    out.field("distance", pair.distance);  // NaN: null
  });
}

std::string truth_json(const scenes::Arm& arm) {
  return truth_json(arm.pairs, [](JsonWriter&, const scenes::ArmPair&) {});
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(path + ": cannot be written");
}

int write_arm(const SceneOptions& options) {
  if (options.joints != 2 && options.joints != 7) throw Error("--joints: there are arms of 2 and of 7 joints");
  const scenes::Arm arm = options.joints == 2 ? scenes::two_joint_arm() : scenes::seven_joint_arm();
  write_text(options.output, arm.urdf);
  if (!options.truth.empty()) write_text(options.truth, truth_json(arm));
  report("wrote " + options.output + ": an arm of " + std::to_string(options.joints) + " joints\n");
  return exit_clean;
}

class StoredPlant final : public scenes::PlantSink {
 public:
  StoredPlant(const std::string& folder, bool keep_pairs) : writer_(folder), keep_pairs_(keep_pairs) {}
  void body(scenes::SceneBody body) override {
    for (int axis = 0; axis < 3; ++axis)
      largest_ = std::max(largest_, 16 + std::fabs(body.pose.translation[axis]));  // no part is longer than 8 m
    writer_.add({body.name, body.name, std::move(body.shape), body.pose, ""});
  }
  void pair(scenes::PlantedPair pair) override {
    ++count_;
    if (keep_pairs_) pairs.push_back(std::move(pair));
  }
  void finish(StoreInfo info) {
    // What was planted as touching does so but for the rounding of poses and of points that are posed.
    info.resolution = largest_ * 0x1p-46;
    writer_.finish(std::move(info));
  }
  std::size_t count() const { return count_; }
  std::vector<scenes::PlantedPair> pairs;

 private:
  StoreWriter writer_;
  bool keep_pairs_;
  std::size_t count_ = 0;
  double largest_ = 0;
};

// Part by part: a plant may be larger than memory.
int write_stored_plant(const SceneOptions& options) {
  if (options.name != "plant") throw Error("only a plant is written as a part store");
  StoredPlant plant(options.output, !options.truth.empty());
  scenes::plant(options.parts, options.seed, plant);
  StoreInfo info;
  info.files = {"plant"};
  info.metres_per_unit = 1;
  info.up = UpAxis::z;
  plant.finish(info);
  if (!options.truth.empty()) {
    scenes::sort_pairs(plant.pairs);
    write_text(options.truth, truth_json(plant.pairs));
  }
  report("wrote " + options.output + ": " + std::to_string(options.parts) + " parts, " + std::to_string(plant.count()) +
         " planted pairs\n");
  return exit_clean;
}

int run_scene(const SceneOptions& options) {
  if (options.name == "arm") return write_arm(options);
  if (ends_with(options.output, ".store")) return write_stored_plant(options);
  if (options.parts > 1000000) throw Error("--parts: more than 1,000,000 only into a part store (-o NAME.store)");
  using Make = scenes::PlantedScene (*)(std::uint32_t, std::uint64_t);
  const Make make = options.name == "plant"      ? static_cast<Make>(scenes::plant)
                    : options.name == "building" ? scenes::building
                    : options.name == "gearbox"  ? scenes::gearbox
                                                 : nullptr;
  if (!make) throw Error("there is no scene '" + options.name + "'; there are: plant, building, gearbox, arm");
  const scenes::PlantedScene plant = make(options.parts, options.seed);
  std::vector<GltfBody> bodies;
  for (const scenes::SceneBody& body : plant.scene.bodies) bodies.push_back({body.name, body.shape, body.pose});
  write_gltf(options.output, bodies);
  if (!options.truth.empty()) write_text(options.truth, truth_json(plant.pairs));
  report("wrote " + options.output + ": " + std::to_string(bodies.size()) + " parts, " +
         std::to_string(plant.pairs.size()) + " planted pairs\n");
  return exit_clean;
}

}  // namespace

void add_scene(CommandLine& line, int& exit_code) {
  Command command = line.add_command("scene", "Write a built-in scene, and what is true of it");
  const auto options = std::make_shared<SceneOptions>();
  command
      .add_option("NAME", options->name,
                  "plant: pipes, walls, tanks, steelwork and racks; building; gearbox; arm: a robot (URDF)")
      .required();
  command.add_option("--parts", options->parts, "How many parts").range(1, 1000000000);
  command.add_option("--joints", options->joints, "Of the arm: 2 or 7");
  command.add_option("--seed", options->seed, "Another seed is another scene");
  command
      .add_option("--output,-o", options->output,
                  "A .glb or .gltf file; of an arm a .urdf file; of a plant also a part store, NAME.store")
      .required();
  command.add_option("--truth", options->truth, "Write the planted pairs, with their classes and distances, as JSON");
  command.on_run([options, &exit_code] { exit_code = run_scene(*options); });
}

}  // namespace graze::app
